//! The players' chances along a game, as a picture.

mod scale;

#[cfg(test)]
mod tests;

use ludo_rules::Seat;

use self::scale::Scale;
use super::picture::{paints, shape};
use crate::glyph::{Lettering, Weight};
use crate::measure::{
    BOARD, BOARD_CORNER, CASING, DOTS, HAIRLINE, MARGIN, NOTE_CAP, PIECE_CAP, STRONG, THIN,
};
use crate::stroke::cased;
use crate::svg::{Element, Options, Path, Point, Svg};
use crate::theme::Paint;

/// How high the picture is.
const HEIGHT: f64 = 480.0;

/// From one of a line's shapes to the next.
const SHAPE_STEP: f64 = 96.0;

/// A graph of the players' chances along a game.
///
/// Each player's line has the colour of the seat, a pattern of its own and the
/// seat's shape along it, so that it needs no colour. The picture's parts have
/// ids: `chance-A-1` is A's line in the first race, `luck-17` and `loss-17` are
/// marks at ply 17, and there are `axes`, `title` and `description`.
///
/// ```
/// use ludo_rules::Seat;
/// use parlor_view::ludo::{ChanceLine, Graph};
/// use parlor_view::Options;
///
/// let svg = Graph {
///     title: "A and C",
///     words: &["A has won.".to_owned()],
///     plies: 2,
///     lines: &[
///         ChanceLine { seat: Seat::A, race: 1, chances: &[(0.0, 0.5), (0.5, 0.7), (2.0, 1.0)] },
///         ChanceLine { seat: Seat::C, race: 1, chances: &[(0.0, 0.5), (0.5, 0.3), (2.0, 0.0)] },
///     ],
///     marks: &[],
/// }
/// .svg(Options::default());
/// assert!(svg.contains(r#"id="chance-A-1""#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// What the picture is called.
    pub title: &'a str,
    /// The sentences that describe it to who cannot see it.
    pub words: &'a [String],
    /// How many plies the game has.
    pub plies: usize,
    /// Everybody's chances.
    pub lines: &'a [ChanceLine<'a>],
    /// The moments to be marked.
    pub marks: &'a [ChanceMark],
}

/// A player's chances while one place was at stake.
#[derive(Clone, Copy, Debug)]
pub struct ChanceLine<'a> {
    /// Whose.
    pub seat: Seat,
    /// Which place, 1 for the winner's.
    pub race: u8,
    /// After how many plies, and the chance then, 0 to 1. Half a ply is a roll
    /// that was not answered yet.
    pub chances: &'a [(f64, f64)],
}

/// A moment to be marked on a player's line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceMark {
    /// Which ply, from 1.
    pub ply: usize,
    /// What is marked.
    pub kind: MarkKind,
    /// Where: after how many plies, and the chance then, 0 to 1.
    pub at: (f64, f64),
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A roll that changed much: a ring.
    Luck,
    /// A choice that lost much: a cross.
    Loss,
}

impl Graph<'_> {
    /// The picture as an SVG document, 768 units wide and 480 high.
    pub fn svg(&self, options: Options<'_>) -> String {
        let size = (BOARD, HEIGHT);
        let mut svg = Svg::new(options, size, self.title, self.words);
        let ground = Element::rectangle((0.0, 0.0), size).rounded(BOARD_CORNER);
        svg.put(&ground.fill(Paint::Paper));
        let scale = Scale::new((BOARD, HEIGHT), self.plies);
        axes(&mut svg, &scale);
        self.races(&mut svg, &scale);
        for line in self.lines {
            line.draw(&mut svg, &scale);
        }
        for line in self.lines {
            line.draw_shapes(&mut svg, &scale);
        }
        self.ends(&mut svg, &scale);
        for mark in self.marks {
            mark.draw(&mut svg, &scale);
        }
        svg.finish()
    }

    /// A line down wherever the next place comes to be at stake, with its
    /// number.
    fn races(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let mut drawn = 1;
        for line in self.lines.iter().filter(|line| line.race > 1) {
            let Some(&(ply, _)) = line.chances.first() else {
                continue;
            };
            if line.race == drawn {
                continue;
            }
            drawn = line.race;
            let (top, bottom) = (scale.point((ply, 1.0)), scale.point((ply, 0.0)));
            let rule = Element::path(&Path::from(top).to(bottom));
            svg.put(&rule.line(Paint::Quiet, THIN).dashed(4.0, 8.0));
            let number = Lettering {
                text: &line.race.to_string(),
                cap: NOTE_CAP,
                weight: Weight::Bold,
            };
            svg.put(&number.centred((top.0, top.1 - NOTE_CAP - 4.0), Paint::Ink));
        }
    }

    /// Each player's shape and letter where his last line ends, the letters so
    /// far apart that none covers another.
    fn ends(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let last = |seat| {
            let mut lines = self.lines.iter().filter(|line| line.seat == seat);
            let end = lines.next_back()?.chances.last()?;
            Some((seat, scale.point(*end)))
        };
        let mut ends: Vec<(Seat, Point)> = Seat::ALL.into_iter().filter_map(last).collect();
        ends.sort_by(|one, other| one.1.1.total_cmp(&other.1.1));
        let mut above: Option<Point> = None;
        for (seat, (x, y)) in ends {
            let (colour, _) = paints(seat);
            let dot = shape(seat, (x, y), 7.0);
            svg.put(&dot.clone().line(Paint::Paper, CASING));
            svg.put(&dot.fill(colour));
            let letter = Lettering {
                text: &seat.to_string(),
                cap: NOTE_CAP,
                weight: Weight::Bold,
            };
            let near = above.filter(|above| (above.0 - x).abs() < MARGIN);
            let free = near.map_or(y, |above| above.1 + NOTE_CAP + 8.0);
            let beside = y.max(free);
            above = Some((x, beside));
            svg.put(&letter.centred((x + MARGIN, beside), colour));
        }
    }
}

/// The ground rules: chances in quarters, plies below.
fn axes(svg: &mut Svg<'_>, scale: &Scale) {
    svg.open(&Element::group().id("axes"));
    for (text, chance, width) in [
        ("0", 0.0, HAIRLINE),
        ("25", 0.25, HAIRLINE),
        ("50", 0.5, THIN),
        ("75", 0.75, HAIRLINE),
        ("100", 1.0, HAIRLINE),
    ] {
        let (left, right) = (scale.point((0.0, chance)), scale.right(chance));
        svg.put(&Element::path(&Path::from(left).to(right)).line(Paint::Line, width));
        svg.put(&note(text, (left.0 - 24.0, left.1)));
    }
    for ply in scale.ticks() {
        let (x, y) = scale.point((ply, 0.0));
        let tick = Path::from((x, y)).to((x, y + 6.0));
        svg.put(&Element::path(&tick).line(Paint::Line, HAIRLINE));
        let number = format!("{ply:.0}");
        svg.put(&note(&number, (x, y + 20.0)));
    }
    svg.close();
}

/// Where a seat's shapes begin along its line, as a part of the way from one to
/// the next.
const fn offset(seat: Seat) -> f64 {
    match seat {
        Seat::A => 0.25,
        Seat::B => 0.5,
        Seat::C => 0.75,
        Seat::D => 1.0,
    }
}

/// A number on an axis.
fn note(text: &str, at: Point) -> Element {
    let lettering = Lettering {
        text,
        cap: PIECE_CAP,
        weight: Weight::Regular,
    };
    lettering.centred(at, Paint::Quiet)
}

impl ChanceLine<'_> {
    fn draw(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let mut points = self.chances.iter().map(|&at| scale.point(at));
        let Some(first) = points.next() else {
            return;
        };
        let (colour, _) = paints(self.seat);
        let path = points.fold(Path::from(first), Path::to);
        let line = Element::path(&path).id(format!("chance-{}-{}", self.seat, self.race));
        let line = line.line(colour, STRONG);
        // What tells the lines apart without colour, with the shapes along them.
        svg.put(&match self.seat {
            Seat::A => line,
            Seat::B => line.dashed(16.0, 8.0),
            Seat::C => line.dashed(6.0, 6.0),
            Seat::D => line.dashed(0.0, 7.0),
        });
    }

    /// The seat's shape here and there along the line.
    fn draw_shapes(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let (colour, _) = paints(self.seat);
        // Each seat's at places of its own, since lines often mirror each other.
        let first = scale.point((0.0, 0.0)).0 + SHAPE_STEP * offset(self.seat);
        let mut next = first;
        for &(ply, chance) in self.chances {
            let at = scale.point((ply, chance));
            if at.0 >= next {
                // Where the line begins late, the places before it are left out.
                next += SHAPE_STEP * ((at.0 - next) / SHAPE_STEP).floor() + SHAPE_STEP;
                let small = shape(self.seat, at, 6.0);
                svg.put(&small.clone().line(Paint::Paper, CASING));
                svg.put(&small.fill(colour));
            }
        }
    }
}

impl ChanceMark {
    fn draw(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let (x, y) = scale.point(self.at);
        let mark = match self.kind {
            MarkKind::Luck => Element::circle((x, y), 9.0),
            MarkKind::Loss => {
                let arm = 7.0;
                let cross = Path::from((x - arm, y - arm))
                    .to((x + arm, y + arm))
                    .start((x - arm, y + arm))
                    .to((x + arm, y - arm));
                Element::path(&cross)
            }
        };
        let (name, width) = match self.kind {
            MarkKind::Luck => ("luck", THIN),
            MarkKind::Loss => ("loss", DOTS),
        };
        svg.open(&Element::group().id(format!("{name}-{}", self.ply)));
        cased(svg, mark, (Paint::Ink, width), |line| line);
        let number = Lettering {
            text: &self.ply.to_string(),
            cap: PIECE_CAP,
            weight: Weight::Bold,
        };
        let beside = scale.beside((x, y), self.kind);
        let half = (0.5 * number.width() + 3.0, 0.5 * PIECE_CAP + 3.0);
        let corner = (beside.0 - half.0, beside.1 - half.1);
        let ground = Element::rectangle(corner, (2.0 * half.0, 2.0 * half.1));
        svg.put(&ground.rounded(3.0).fill(Paint::Paper));
        svg.put(&number.centred(beside, Paint::Ink));
        svg.close();
    }
}
