//! What every graph of a game has: plies along, levels up, marks on its lines.

mod scale;

pub(crate) use self::scale::Scale;

use crate::glyph::Lettering;
use crate::measure::{BOARD, BOARD_CORNER, DOTS, HAIRLINE, PIECE_CAP, THIN};
use crate::stroke::cased;
use crate::svg::{Element, PathData, PictureOptions, Point, Svg};
use crate::theme::Paint;

/// How high a graph is.
const HEIGHT: f64 = 480.0;

/// A point to mark on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Which ply, from 1.
    pub ply: usize,
    /// What is marked.
    pub kind: MarkKind,
    /// Where: after how many plies, and how high, from 0 to 1.
    pub at: (f64, f64),
}

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A roll that changed much: a ring.
    Luck,
    /// A choice that lost much: a cross.
    Loss,
}

/// A picture with nothing on its ground, by its title and description, and
/// where plies and levels lie in it.
pub(crate) fn begin<'a>(
    options: PictureOptions<'a>,
    (title, words): (&str, &[String]),
    plies: usize,
) -> (Svg<'a>, Scale) {
    let size = (BOARD, HEIGHT);
    let mut svg = Svg::new(options, size, title, words);
    let ground = Element::rectangle((0.0, 0.0), size).rounded(BOARD_CORNER);
    svg.put(&ground.fill(Paint::Paper));
    (svg, Scale::new(size, plies))
}

/// The ground rules: the levels, each with its text, its height from 0 to 1
/// and the width of its line; and the plies below.
pub(crate) fn axes(svg: &mut Svg<'_>, scale: &Scale, levels: &[(&str, f64, f64)]) {
    svg.open(&Element::group().id("axes"));
    for &(text, level, width) in levels {
        let (left, right) = (scale.point((0.0, level)), scale.right(level));
        svg.put(&Element::path(&PathData::from(left).to(right)).line(Paint::Line, width));
        svg.put(&note(text, (left.0 - 24.0, left.1)));
    }
    for ply in scale.ticks() {
        let (x, y) = scale.point((ply, 0.0));
        let tick = PathData::from((x, y)).to((x, y + 6.0));
        svg.put(&Element::path(&tick).line(Paint::Line, HAIRLINE));
        let number = format!("{ply:.0}");
        svg.put(&note(&number, (x, y + 20.0)));
    }
    svg.close();
}

/// A number on an axis.
fn note(text: &str, at: Point) -> Element {
    let lettering = Lettering::regular(text, PIECE_CAP);
    lettering.centered(at, Paint::Quiet)
}

impl Mark {
    pub(crate) fn draw(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let (x, y) = scale.point(self.at);
        let mark = match self.kind {
            MarkKind::Luck => Element::circle((x, y), 9.0),
            MarkKind::Loss => Element::path(&PathData::cross((x, y), 7.0)),
        };
        let (name, width) = match self.kind {
            MarkKind::Luck => ("luck", THIN),
            MarkKind::Loss => ("loss", DOTS),
        };
        svg.open(&Element::group().id(format!("{name}-{}", self.ply)));
        cased(svg, mark, (Paint::Ink, width), |line| line);
        let text = self.ply.to_string();
        let number = Lettering::bold(&text, PIECE_CAP);
        let label = scale.label((x, y), self.kind);
        let half = (0.5 * number.width() + 3.0, 0.5 * PIECE_CAP + 3.0);
        let corner = (label.0 - half.0, label.1 - half.1);
        let ground = Element::rectangle(corner, (2.0 * half.0, 2.0 * half.1));
        svg.put(&ground.rounded(3.0).fill(Paint::Paper));
        svg.put(&number.centered(label, Paint::Ink));
        svg.close();
    }
}
