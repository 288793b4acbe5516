//! How a game of Kuba stood, ply by ply, as a picture.

use crate::glyph::Lettering;
use crate::graph::{self, Mark, MarkKind, Scale};
use crate::measure::{HAIRLINE, MARGIN, NOTE_CAP, STRONG, THIN};
use crate::svg::{Element, PathData, PictureOptions, Svg};
use crate::theme::Paint;

/// How many reds ahead are as high as the line can go without a win.
const MOST: f64 = 8.0;

/// From the bottom, where Black wins, to the top, where White does.
const LEVELS: [(&str, f64, f64); 5] = [
    ("B", 0.0, HAIRLINE),
    ("4", 0.25, HAIRLINE),
    ("0", 0.5, THIN),
    ("4", 0.75, HAIRLINE),
    ("W", 1.0, HAIRLINE),
];

/// A graph of who was ahead along a game: a line that is above the middle where
/// White was and below it where Black was, at the upper or lower end where that
/// player had won or was sure to.
///
/// The picture's parts have ids: `score` is the line, `loss-17` the mark of a
/// push that lost much at ply 17, and there are `axes`, `title` and
/// `description`.
///
/// ```
/// use parlor_view::{PictureOptions, kuba::Graph};
///
/// let svg = Graph {
///     title: "Ann and Bob",
///     words: &["Ann has won.".to_owned()],
///     scores: &[0.1, 0.3, 2.0, f64::INFINITY],
///     losses: &[2],
/// }
/// .svg(PictureOptions::default());
/// assert!(svg.contains(r#"id="score""#) && svg.contains(r#"id="loss-2""#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// What the picture is called.
    pub title: &'a str,
    /// The description for screen readers.
    pub words: &'a [String],
    /// By how many reds White was ahead at the start and after each ply;
    /// infinite for a sure win, negative for Black.
    pub scores: &'a [f64],
    /// The plies, from 1, that lost much.
    pub losses: &'a [usize],
}

impl Graph<'_> {
    /// The picture as an SVG document, 768 units wide and 480 high.
    pub fn svg(&self, options: PictureOptions<'_>) -> String {
        let plies = self.scores.len().saturating_sub(1);
        let (mut svg, scale) = graph::begin(options, (self.title, self.words), plies);
        graph::axes(&mut svg, &scale, &LEVELS);
        self.line(&mut svg, &scale);
        for &ply in self.losses {
            let Some(&score) = self.scores.get(ply) else {
                continue;
            };
            let mark = Mark {
                ply,
                kind: MarkKind::Loss,
                at: (ply as f64, level(score)),
            };
            mark.draw(&mut svg, &scale);
        }
        svg.finish()
    }

    /// The line, and at its end the letter of the player ahead.
    fn line(&self, svg: &mut Svg<'_>, scale: &Scale) {
        let points = self.scores.iter().enumerate();
        let mut points = points.map(|(ply, &score)| scale.point((ply as f64, level(score))));
        let Some(first) = points.next() else {
            return;
        };
        let path = points.fold(PathData::from(first), PathData::to);
        svg.put(&Element::path(&path).id("score").line(Paint::Ink, STRONG));
        let last = self.scores.iter().copied().enumerate().next_back();
        if let Some((ply, score)) = last.filter(|&(_, score)| score != 0.0) {
            let (x, y) = scale.point((ply as f64, level(score)));
            let letter = Lettering::bold(if score > 0.0 { "W" } else { "B" }, NOTE_CAP);
            svg.put(&letter.centered((x + MARGIN, y), Paint::Ink));
        }
    }
}

/// The height of a lead in reds, from 0 to 1. A sure win is as high as a win;
/// anything else stays a little away from it.
pub fn level(score: f64) -> f64 {
    /// The part of the height that only wins reach.
    const SURE: f64 = 0.02;
    if score.is_infinite() {
        return if score > 0.0 { 1.0 } else { 0.0 };
    }
    (0.5 + 0.5 * score / MOST).clamp(SURE, 1.0 - SURE)
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::Graph;
    use crate::Look;
    use crate::svg::PictureOptions;
    use crate::theme::Style;

    #[test]
    fn a_graph_of_scores() {
        assert_snapshot!(
            Graph {
                title: "Ann (White) against Bob (Black)",
                words: &["Bob has won.".to_owned()],
                scores: &[0.0, 0.25, 1.5, -3.0, -20.0, f64::NEG_INFINITY],
                losses: &[3, 9],
            }
            .svg(PictureOptions {
                style: Style::Page,
                id: "",
                look: Look::Diagram,
            })
        );
    }

    #[test]
    fn a_graph_of_a_game_without_a_ply() {
        let graph = Graph {
            title: "Nobody",
            words: &[],
            scores: &[],
            losses: &[],
        };
        assert!(
            !graph
                .svg(PictureOptions::default())
                .contains("id=\"score\"")
        );
    }
}
