//! The players' chances along a game, as a picture.

#[cfg(test)]
mod tests;

use ludo_rules::Seat;

use super::picture::{paints, shape};
use crate::glyph::Lettering;
use crate::graph::{self, Mark, Scale};
use crate::measure::{CASING, HAIRLINE, MARGIN, NOTE_CAP, STRONG, THIN};
use crate::svg::{Element, PathData, PictureOptions, Point, Svg};
use crate::theme::Paint;

/// Chances in quarters.
const LEVELS: [(&str, f64, f64); 5] = [
    ("0", 0.0, HAIRLINE),
    ("25", 0.25, HAIRLINE),
    ("50", 0.5, THIN),
    ("75", 0.75, HAIRLINE),
    ("100", 1.0, HAIRLINE),
];

/// From one of a line's shapes to the next.
const SHAPE_STEP: f64 = 96.0;

/// A graph of the players' chances along a game.
///
/// Each player's line has the color of the seat, a pattern of its own and the
/// seat's shape along it, so that it needs no color. The picture's parts have
/// ids: `chance-A-1` is A's line in the first race, `luck-17` and `loss-17` are
/// marks at ply 17, and there are `axes`, `title` and `description`.
///
/// ```
/// use ludo_rules::Seat;
/// use parlor_view::ludo::{ChanceLine, Graph};
/// use parlor_view::PictureOptions;
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
/// .svg(PictureOptions::default());
/// assert!(svg.contains(r#"id="chance-A-1""#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// What the picture is called.
    pub title: &'a str,
    /// The description for screen readers.
    pub words: &'a [String],
    /// How many plies the game has.
    pub plies: usize,
    /// Everybody's chances.
    pub lines: &'a [ChanceLine<'a>],
    /// The moments to be marked.
    pub marks: &'a [Mark],
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

impl Graph<'_> {
    /// The picture as an SVG document, 768 units wide and 480 high.
    pub fn svg(&self, options: PictureOptions<'_>) -> String {
        let (mut svg, scale) = graph::begin(options, (self.title, self.words), self.plies);
        graph::axes(&mut svg, &scale, &LEVELS);
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
            let rule = Element::path(&PathData::from(top).to(bottom));
            svg.put(&rule.line(Paint::Quiet, THIN).dashed(4.0, 8.0));
            let text = line.race.to_string();
            let number = Lettering::bold(&text, NOTE_CAP);
            svg.put(&number.centered((top.0, top.1 - NOTE_CAP - 4.0), Paint::Ink));
        }
    }

    /// Each player's shape and letter where the player's last line ends, the letters so
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
            let (color, _) = paints(seat);
            let dot = shape(seat, (x, y), 7.0);
            svg.put(&dot.clone().line(Paint::Paper, CASING));
            svg.put(&dot.fill(color));
            let text = seat.to_string();
            let letter = Lettering::bold(&text, NOTE_CAP);
            let near = above.filter(|above| (above.0 - x).abs() < MARGIN);
            let free = near.map_or(y, |above| above.1 + NOTE_CAP + 8.0);
            let level = y.max(free);
            above = Some((x, level));
            svg.put(&letter.centered((x + MARGIN, level), color));
        }
    }
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

impl ChanceLine<'_> {
    fn draw(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let mut points = self.chances.iter().map(|&at| scale.point(at));
        let Some(first) = points.next() else {
            return;
        };
        let (color, _) = paints(self.seat);
        let path = points.fold(PathData::from(first), PathData::to);
        let line = Element::path(&path).id(format!("chance-{}-{}", self.seat, self.race));
        let line = line.line(color, STRONG);
        // Distinguishes the lines without color, with the shapes along them.
        svg.put(&match self.seat {
            Seat::A => line,
            Seat::B => line.dashed(16.0, 8.0),
            Seat::C => line.dashed(6.0, 6.0),
            Seat::D => line.dashed(0.0, 7.0),
        });
    }

    /// The seat's shape here and there along the line.
    fn draw_shapes(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let (color, _) = paints(self.seat);
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
                svg.put(&small.fill(color));
            }
        }
    }
}
