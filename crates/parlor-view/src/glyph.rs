//! Letters and digits as lines, so that a picture needs no font.
//!
//! Each glyph is the path of a round pen, drawn on a grid ten units high whose
//! first unit is the top of the capitals. Digits are equally wide, so that
//! numbers stand still while they count; what looks alike is kept apart: `1`
//! has a foot, `6` and `9` lean, `q` has a tail.

mod shapes;

#[cfg(test)]
mod tests;

use crate::svg::{Element, Path, Point, Svg};
use crate::theme::Paint;

/// How strong the pen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// For numbers that may wait.
    Regular,
    /// For what names a thing.
    Bold,
}

impl Weight {
    /// The pen's width as a part of the capitals' height.
    const fn part(self) -> f64 {
        match self {
            Self::Regular => 0.13,
            Self::Bold => 0.19,
        }
    }
}

/// A piece of lettering: its text, how high its capitals are, and how
/// strong its pen is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering<'a> {
    pub(crate) text: &'a str,
    pub(crate) cap: f64,
    pub(crate) weight: Weight,
}

impl Lettering<'_> {
    /// How wide it is, from the ink's left edge to its right one.
    pub(crate) fn width(self) -> f64 {
        let (_, end) = self.places();
        end * self.unit() + self.pen()
    }

    /// Draws it with the middle of its box at `center`.
    pub(crate) fn centered(self, center: Point, paint: Paint) -> Element {
        let (places, end) = self.places();
        let unit = self.unit();
        let left = center.0 - end * unit / 2.0;
        let top = center.1 - GRID * unit / 2.0;
        let mut path = Path::default();
        for (glyph, x) in places {
            path = glyph.along(path, (left + x * unit, top), unit);
        }
        Element::path(&path).line(paint, self.pen()).upright(center)
    }

    /// Puts each of its letters into the picture, unseen, to be copied from.
    pub(crate) fn define(self, svg: &mut Svg<'_>) {
        svg.open(&Element::definitions());
        for letter in self.text.chars() {
            let inset = self.pen() / 2.0;
            let path = glyph(letter).along(Path::default(), (inset, inset), self.unit());
            let path = Element::path(&path).number("stroke-width", self.pen());
            svg.put(&path.id(format!("glyph-{letter}")));
        }
        svg.close();
    }

    /// Its letters as copies of defined ones of the same size, with the upper
    /// left corner of its box at `corner`. They are painted as the group is
    /// that they are put into.
    pub(crate) fn copies(self, (x, y): Point) -> impl Iterator<Item = Element> {
        let (places, end) = self.places();
        let middle = (
            x + f64::midpoint(end * self.unit(), self.pen()),
            y + self.cap / 2.0,
        );
        let copies = self.text.chars().zip(places);
        copies.map(move |(letter, (_, along))| {
            let at = (x + along * self.unit(), y);
            Element::copy_of(format!("glyph-{letter}"))
                .at(at)
                .upright(middle)
        })
    }

    fn pen(self) -> f64 {
        self.cap * self.weight.part()
    }

    /// A unit of the grid. The pen's own width is part of the height.
    fn unit(self) -> f64 {
        (self.cap - self.pen()) / GRID
    }

    /// Every glyph with its left edge on the grid, and where the last one ends.
    fn places(self) -> (Vec<(&'static Glyph, f64)>, f64) {
        let gap = (self.pen() + self.cap * GAP) / self.unit();
        let mut places: Vec<(&'static Glyph, f64)> = Vec::new();
        let mut end = 0.0;
        let mut before = None;
        for letter in self.text.chars() {
            let glyph = glyph(letter);
            let x = match before {
                None => 0.0,
                Some(before) => end + gap + kerning(before, letter),
            };
            places.push((glyph, x));
            end = x + glyph.width;
            before = Some(letter);
        }
        (places, end)
    }
}

/// Units from the top of the capitals to their foot.
const GRID: f64 = 10.0;

/// The air between two glyphs, as a part of the capitals' height.
const GAP: f64 = 0.12;

struct Glyph {
    width: f64,
    strokes: &'static [Stroke],
}

impl Glyph {
    /// Goes on with the strokes, from the upper left corner of the letter's
    /// grid, of which a unit is so large.
    fn along(&self, mut path: Path, (left, top): Point, unit: f64) -> Path {
        let at = |(x, y): Point| (left + x * unit, top + y * unit);
        for stroke in self.strokes {
            path = path.start(at(stroke.from));
            for &segment in stroke.segments {
                path = match segment {
                    Segment::Line(end) => path.to(at(end)),
                    Segment::Curve(one, two, end) => path.curve(at(one), at(two), at(end)),
                };
            }
        }
        path
    }
}

struct Stroke {
    from: Point,
    segments: &'static [Segment],
}

#[derive(Clone, Copy)]
enum Segment {
    Line(Point),
    Curve(Point, Point, Point),
}

/// What two glyphs come closer, in grid units, because their shapes leave air.
fn kerning(left: char, right: char) -> f64 {
    match (left, right) {
        ('1', '1') => -1.2,
        ('7', '4') => -1.4,
        ('1', _) | (_, '1') => -0.6,
        ('7', _) | (_, '4' | '7') => -0.4,
        ('A', '1'..='9') => -0.3,
        _ => 0.0,
    }
}

/// The glyph of a letter; a letter that has none is drawn as an empty frame,
/// so that its absence shows.
fn glyph(letter: char) -> &'static Glyph {
    match letter {
        '0' => &shapes::ZERO,
        '1' => &shapes::ONE,
        '2' => &shapes::TWO,
        '3' => &shapes::THREE,
        '4' => &shapes::FOUR,
        '5' => &shapes::FIVE,
        '6' => &shapes::SIX,
        '7' => &shapes::SEVEN,
        '8' => &shapes::EIGHT,
        '9' => &shapes::NINE,
        'A' => &shapes::A,
        'B' => &shapes::B,
        'C' => &shapes::C,
        'D' => &shapes::D,
        'E' => &shapes::E,
        'R' => &shapes::R,
        'W' => &shapes::W,
        'p' => &shapes::SMALL_P,
        'q' => &shapes::SMALL_Q,
        '+' => &shapes::PLUS,
        '=' => &shapes::EQUALS,
        _ => &shapes::FRAME,
    }
}
