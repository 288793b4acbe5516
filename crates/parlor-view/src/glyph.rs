//! Letters and digits as lines, so that a picture needs no font.
//!
//! Each glyph is the path of a round pen, drawn on a grid ten units high whose
//! first unit is the top of the capitals. Digits are equally wide, so that
//! numbers stand still while they count; what looks alike is kept apart: `1`
//! has a foot, `6` and `9` lean, `q` has a tail.

mod shapes;

#[cfg(test)]
mod tests;

use self::shapes::glyph;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::Palette;

/// How strong the pen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    Regular,
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
    text: &'a str,
    cap: f64,
    weight: Weight,
}

impl<'a> Lettering<'a> {
    /// For numbers that may wait.
    pub(crate) const fn regular(text: &'a str, cap: f64) -> Self {
        let weight = Weight::Regular;
        Self { text, cap, weight }
    }

    /// For what names a thing.
    pub(crate) const fn bold(text: &'a str, cap: f64) -> Self {
        let weight = Weight::Bold;
        Self { text, cap, weight }
    }

    /// How wide it is, from the ink's left edge to its right one.
    pub(crate) fn width(self) -> f64 {
        let (_, end) = self.places();
        end * self.unit() + self.pen()
    }

    /// Draws it with the middle of its box at `center`.
    pub(crate) fn centered(self, center: Point, paint: impl Palette) -> Element {
        let (places, end) = self.places();
        let unit = self.unit();
        let left = center.0 - end * unit / 2.0;
        let top = center.1 - GRID * unit / 2.0;
        let mut path = PathData::default();
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
            let path = glyph(letter).along(PathData::default(), (inset, inset), self.unit());
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
    fn places(self) -> (Vec<(Glyph, f64)>, f64) {
        let gap = (self.pen() + self.cap * GAP) / self.unit();
        let mut places = Vec::new();
        let mut end = 0.0;
        let mut before = None;
        for letter in self.text.chars() {
            let glyph = glyph(letter);
            let x = match before {
                None => 0.0,
                Some(before) => end + gap + kerning(before, letter),
            };
            end = x + glyph.width;
            places.push((glyph, x));
            before = Some(letter);
        }
        (places, end)
    }
}

/// Units from the top of the capitals to their foot.
const GRID: f64 = 10.0;

/// The air between two glyphs, as a part of the capitals' height.
const GAP: f64 = 0.12;

/// A letter's width, and the path of the pen as SVG path data: commands separated by blanks,
/// their numbers by commas.
#[derive(Clone, Copy)]
struct Glyph {
    width: f64,
    path: &'static str,
}

impl Glyph {
    /// The commands of the path, each with its letter and its points.
    fn commands(self) -> impl Iterator<Item = (char, Vec<Point>)> {
        self.path.split(' ').map(|command| {
            let (letter, numbers) = command.split_at(1);
            let numbers = numbers.split(',').map(str::parse);
            let numbers: Result<Vec<f64>, _> = numbers.collect();
            let numbers = numbers.expect("a test reads the path of every glyph");
            let points = numbers.chunks_exact(2).map(|point| (point[0], point[1]));
            (letter.chars().next().unwrap_or('M'), points.collect())
        })
    }

    /// Continues `path` with the strokes, from the upper left corner of the letter's
    /// grid; `unit` is the size of a unit of the grid.
    fn along(self, path: PathData, (left, top): Point, unit: f64) -> PathData {
        self.commands().fold(path, |path, (letter, mut points)| {
            for (x, y) in &mut points {
                (*x, *y) = (left + *x * unit, top + *y * unit);
            }
            path.command(letter, &points)
        })
    }
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
