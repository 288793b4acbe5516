//! How a game went, as a picture to point into: who was ahead after each ply, and what changed it.

use crate::glyph::Lettering;
use crate::graph::{Mark, MarkKind};
use crate::look::Look;
use crate::svg::{Element, PathData, PictureOptions, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// From the picture's edges to the plot.
const LEFT: f64 = 38.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 26.0;

/// How high numbers are.
const CAP: f64 = 9.4;

/// The radius of a cross's disc, and half of a die's side.
const DISC: f64 = 9.5;
const DIE: f64 = 8.0;
const ARM: f64 = 4.0;

/// The widths of a line and of what is around it.
const LINE: f64 = 3.4;
const CASING: f64 = 6.8;

/// How many parts of the plot can be pointed at, at most.
const COLUMNS: usize = 80;

/// How a game went.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// What the picture is called.
    pub title: &'a str,
    /// The description for screen readers.
    pub words: &'a [String],
    /// How wide and high it is, in pixels where it is as large as its words are meant to be.
    pub size: (f64, f64),
    /// How many plies the game has.
    pub plies: usize,
    /// The numbered levels: the text, and how high it is, from 0 to 1.
    pub levels: &'a [(&'a str, f64)],
    /// What is below the only line and above it, if it parts the plot.
    pub sides: Option<[Paint; 2]>,
    /// Those who were more or less ahead.
    pub lines: &'a [CourseLine<'a>],
    /// What changed much.
    pub marks: &'a [Mark],
    /// The ply that is shown.
    pub shown: usize,
}

/// Somebody's line.
#[derive(Clone, Copy, Debug)]
pub struct CourseLine<'a> {
    /// Its color.
    pub paint: Paint,
    /// The outline of the seat's pieces, as [`Show::outline`](crate::Show::outline), to stand at its
    /// end; empty for none.
    pub outline: &'a str,
    /// After how many plies, and how high then, from 0 to 1.
    pub points: &'a [(f64, f64)],
}

/// A part of the plot that belongs to a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseColumn {
    /// The ply.
    pub ply: usize,
    /// Where it begins.
    pub x: f64,
    /// How wide it is.
    pub width: f64,
}

impl Course<'_> {
    /// The picture as an SVG document.
    ///
    /// ```
    /// use parlor_view::theme::BoardPaint;
    /// use parlor_view::graph::{Mark, MarkKind};
    /// use parlor_view::{Course, CourseLine, PictureOptions};
    ///
    /// let course = Course {
    ///     title: "Chances",
    ///     words: &["A wins.".to_owned()],
    ///     size: (336.0, 170.0),
    ///     plies: 2,
    ///     levels: &[("0", 0.0), ("100", 1.0)],
    ///     sides: Some([BoardPaint::ASoft, BoardPaint::CSoft]),
    ///     lines: &[CourseLine {
    ///         paint: BoardPaint::A,
    ///         outline: "",
    ///         points: &[(0.0, 0.5), (1.0, 0.4), (2.0, 1.0)],
    ///     }],
    ///     marks: &[Mark { ply: 2, kind: MarkKind::Luck, at: (2.0, 1.0) }],
    ///     shown: 1,
    /// };
    /// let svg = course.svg(PictureOptions::default());
    /// assert!(svg.contains("id=\"roll-2\"") && svg.contains("id=\"shown\""));
    /// assert_eq!(course.columns().len(), 3);
    /// ```
    pub fn svg(&self, options: PictureOptions<'_>) -> String {
        let options = PictureOptions {
            look: Look::Board,
            ..options
        };
        let mut svg = Svg::new(options, self.size, self.title, self.words);
        if let Some(sides) = self.sides {
            self.draw_sides(&mut svg, sides);
        }
        self.draw_levels(&mut svg);
        let at = |ply, level| self.point((ply, level));
        let shown = self.shown as f64;
        let rule = PathData::from(at(shown, 1.0)).to(at(shown, 0.0));
        let rule = Element::path(&rule);
        svg.put(&rule.clone().line(Paint::Paper, 5.4));
        svg.put(&rule.line(Paint::Ink, 2.6).id("shown"));
        for line in self.lines {
            self.draw_line(&mut svg, line);
        }
        for mark in self.marks {
            self.draw_mark(&mut svg, mark);
        }
        svg.finish()
    }

    /// The parts of the plot from left to right, each with its ply; of a long game not every ply has
    /// one.
    pub fn columns(&self) -> Vec<CourseColumn> {
        let step = (self.plies + 1).div_ceil(COLUMNS).max(1);
        let width = self.width() * step as f64 / self.plies.max(1) as f64;
        let plies = (0..=self.plies).step_by(step);
        let columns = plies.map(|ply| {
            let (x, _) = self.point((ply as f64, 0.0));
            CourseColumn {
                ply,
                x: x - width / 2.0,
                width,
            }
        });
        columns.collect()
    }

    fn width(&self) -> f64 {
        self.size.0 - LEFT - RIGHT
    }

    /// Where a level lies after this many plies.
    fn point(&self, (plies, level): (f64, f64)) -> Point {
        let height = self.size.1 - TOP - BOTTOM;
        let along = plies / self.plies.max(1) as f64;
        (
            LEFT + self.width() * along,
            TOP + height * (1.0 - level.clamp(0.0, 1.0)),
        )
    }

    /// The points of a line as they are drawn: of many within a pixel's width the first, the lowest, the
    /// highest and the last, between which the others could not be seen.
    fn drawn(&self, line: &CourseLine<'_>) -> Vec<Point> {
        let points: Vec<Point> = line.points.iter().map(|&point| self.point(point)).collect();
        let pixel = |point: &Point| point.0.floor().to_bits();
        let columns = points.chunk_by(|one, next| pixel(one) == pixel(next));
        let kept = columns.flat_map(|column| {
            let all = 0..column.len();
            let by_height =
                |one: &usize, other: &usize| column[*one].1.total_cmp(&column[*other].1);
            let low = all.clone().max_by(by_height);
            let high = all.clone().min_by(by_height);
            let is_kept = move |place: &usize| {
                let is_end = *place == 0 || place + 1 == column.len();
                is_end || column.len() <= 4 || Some(*place) == low || Some(*place) == high
            };
            all.filter(is_kept).map(|place| column[place])
        });
        kept.collect()
    }

    /// Paints what is below the line and above it; below it is hatched, so that it needs no color.
    fn draw_sides(&self, svg: &mut Svg<'_>, [below, above]: [Paint; 2]) {
        let Some(line) = self.lines.first() else {
            return;
        };
        let (corner, end) = (self.point((0.0, 1.0)), self.point((self.plies as f64, 0.0)));
        let size = (end.0 - corner.0, end.1 - corner.1);
        svg.put(&Element::rectangle(corner, size).rounded(6.0).fill(above));
        let points = self.drawn(line).into_iter();
        let area = points.fold(PathData::from((corner.0, end.1)), PathData::to);
        let area = area.to(end).close();
        svg.put(&Element::path(&area).fill(below));
        svg.open(&Element::definitions());
        let hatch = [
            ("width", "9"),
            ("height", "9"),
            ("patternUnits", "userSpaceOnUse"),
        ];
        let hatch = hatch
            .into_iter()
            .fold(Element::new("pattern"), |hatch, (name, value)| {
                hatch.attribute(name, value)
            });
        svg.open(
            &hatch
                .attribute("patternTransform", "rotate(45)")
                .id("hatch"),
        );
        let stroke = Element::path(&PathData::from((0.0, 0.0)).to((9.0, 0.0)));
        svg.put(&stroke.line(line.paint, 3.0).number("stroke-opacity", 0.28));
        svg.close();
        svg.close();
        svg.put(&Element::path(&area).refer("fill", "hatch"));
    }

    fn draw_levels(&self, svg: &mut Svg<'_>) {
        svg.open(&Element::group().id("axes"));
        for (number, &(text, level)) in self.levels.iter().enumerate() {
            let (left, right) = (
                self.point((0.0, level)),
                self.point((self.plies as f64, level)),
            );
            let rule = Element::path(&PathData::from(left).to(right));
            let is_end = number == 0 || number + 1 == self.levels.len();
            let rule = rule.line(Paint::Quiet, 1.4).number("stroke-opacity", 0.7);
            svg.put(&if is_end { rule } else { rule.dashed(4.0, 5.0) });
            let text = Lettering::regular(text, CAP);
            let place = (left.0 - 8.0 - text.width() / 2.0, left.1);
            svg.put(&text.centered(place, Paint::Quiet));
        }
        for ply in ticks(self.plies, self.width()) {
            let (x, y) = self.point((ply as f64, 0.0));
            let text = ply.to_string();
            let text = Lettering::regular(&text, CAP);
            svg.put(&text.centered((x, y + 15.0), Paint::Quiet));
        }
        svg.close();
    }

    fn draw_line(&self, svg: &mut Svg<'_>, line: &CourseLine<'_>) {
        let mut points = self.drawn(line).into_iter();
        let Some(first) = points.next() else { return };
        let path = points.fold(PathData::from(first), PathData::to);
        let path = Element::path(&path);
        svg.put(&path.clone().line(Paint::Paper, CASING));
        svg.put(&path.line(line.paint, LINE));
        if let Some(&end) = line.points.last().filter(|_| !line.outline.is_empty()) {
            let piece = Element::new("path").attribute("d", line.outline);
            let piece = piece.fill(line.paint).line(Paint::Paper, 5.0);
            svg.put(&piece.placed(self.point(end), 0.5));
        }
    }

    fn draw_mark(&self, svg: &mut Svg<'_>, mark: &Mark) {
        let (x, y) = self.point(mark.at);
        let is_shown = mark.ply == self.shown;
        let name = match mark.kind {
            MarkKind::Luck => "roll",
            MarkKind::Loss => "loss",
        };
        svg.open(&Element::group().id(format!("{name}-{}", mark.ply)));
        if mark.kind == MarkKind::Luck {
            let face = Element::rectangle((x - DIE, y - DIE), (2.0 * DIE, 2.0 * DIE)).rounded(4.0);
            let face = face.fill(if is_shown { Paint::Glow } else { Paint::Die });
            svg.put(&face.line(Paint::Edge, 2.0));
            svg.put(&Element::circle((x, y), 2.6).fill(Paint::Edge));
        } else {
            let [ground, around, arms] = if is_shown {
                [Paint::Glow, Paint::Edge, Paint::Edge]
            } else {
                [Paint::Ink, Paint::Paper, Paint::OnInk]
            };
            let disc = Element::circle((x, y), DISC);
            svg.put(&disc.fill(ground).line(around, 2.0));
            let cross = PathData::cross((x, y), ARM);
            svg.put(&Element::path(&cross).line(arms, 2.4));
        }
        svg.close();
    }
}

/// The plies that are numbered: round ones, as far apart as their numbers need.
fn ticks(plies: usize, width: f64) -> impl Iterator<Item = usize> {
    /// The least space from one number to the next.
    const APART: f64 = 46.0;
    let most = (width / APART).max(1.0);
    let steps = (0..5).flat_map(|zeros| [1, 2, 5].map(|first| first * 10_usize.pow(zeros)));
    let mut steps = steps.filter(|&step| plies as f64 / step as f64 <= most);
    (0..=plies).step_by(steps.next().unwrap_or(100_000))
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn course(plies: usize) -> Course<'static> {
        Course {
            title: "Chances",
            words: &[],
            size: (336.0, 170.0),
            plies,
            levels: &[("0", 0.0), ("50", 0.5), ("100", 1.0)],
            sides: Some([Paint::ASoft, Paint::CSoft]),
            lines: &[CourseLine {
                paint: Paint::A,
                outline: "M0 0",
                points: &[(0.0, 0.5), (1.0, 0.4), (2.0, 0.0)],
            }],
            marks: &[
                Mark {
                    ply: 1,
                    kind: MarkKind::Loss,
                    at: (1.0, 0.4),
                },
                Mark {
                    ply: 2,
                    kind: MarkKind::Luck,
                    at: (1.5, 0.1),
                },
            ],
            shown: 1,
        }
    }

    #[test]
    fn a_course_is_drawn() {
        assert_snapshot!(course(2).svg(PictureOptions::default()));
    }

    #[test]
    fn the_parts_of_a_plot_cover_it_and_are_few() {
        for plies in [0, 1, 2, 79, 80, 500, 20_000] {
            let columns = course(plies).columns();
            assert!(
                (1..=COLUMNS).contains(&columns.len()),
                "{plies}: {}",
                columns.len()
            );
            assert_eq!(columns[0].ply, 0);
            for pair in columns.windows(2) {
                let gap = pair[1].x - (pair[0].x + pair[0].width);
                assert!(gap.abs() < 1e-6, "{plies}: {pair:?}");
            }
        }
    }

    #[test]
    fn round_plies_are_numbered_with_room_between() {
        assert!(ticks(62, 284.0).eq([0, 20, 40, 60]));
        assert!(ticks(3, 284.0).eq([0, 1, 2, 3]));
        assert!(ticks(0, 284.0).eq([0]));
    }
}
