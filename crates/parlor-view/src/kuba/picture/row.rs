//! A row of the tray as a small picture, for pages without a board.

use kuba_rules::{Direction, Marble};

use super::layout::{RIM, SIDE, WELL};
use super::{marbles, marks, play_board};
use crate::look::Look;
use crate::measure::{BOARD_CORNER, HAIRLINE, THIN};
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::Paint;

/// How much larger an arrow is that has a well of its own than one on a line.
const ARROW: f64 = 1.8;

/// What is to be seen in one place of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowItem {
    /// An empty well.
    Empty,
    /// A well for a marble that is not there: dashed, since it may come.
    Missing,
    /// A marble.
    Marble(Marble),
    /// The crossed arrow of a push that ko forbids. Rules: K-7.
    Ko,
}

/// A row of the tray. It only repeats the words next to it.
///
/// ```
/// use kuba_rules::Marble;
/// use parlor_view::kuba::{RowItem, row};
///
/// let svg = row(&[RowItem::Marble(Marble::Red), RowItem::Missing], Default::default());
/// assert!(svg.contains("pl-red") && svg.contains("stroke-dasharray"));
/// ```
pub fn row(places: &[RowItem], options: PictureOptions<'_>) -> String {
    if options.look == Look::Board {
        return play_board::row(places, options);
    }
    let width = (0..places.len()).fold(0.0, |width, _| width + SIDE);
    let size = (width + RIM, SIDE + RIM);
    let mut svg = Svg::small(options, size);
    marbles::define(&mut svg);
    svg.put(
        &Element::rectangle((0.0, 0.0), size)
            .rounded(BOARD_CORNER)
            .fill(Paint::Plate),
    );
    let mut middle = (f64::midpoint(RIM, SIDE), f64::midpoint(RIM, SIDE));
    for &place in places {
        let well = Element::circle(middle, WELL);
        match place {
            RowItem::Missing => svg.put(
                &well
                    .fill(Paint::Paper)
                    .line(Paint::Ink, THIN)
                    .dashed(4.0, 6.0),
            ),
            _ => svg.put(&well.fill(Paint::Well).line(Paint::Line, HAIRLINE)),
        }
        match place {
            RowItem::Empty | RowItem::Missing => {}
            RowItem::Marble(marble) => {
                marbles::draw(&mut svg, Element::group(), marble, middle, 1.0);
            }
            RowItem::Ko => {
                svg.open(&Element::group().placed(middle, ARROW));
                marks::draw_crossed(&mut svg, Direction::Right, (0.0, 0.0));
                svg.close();
            }
        }
        middle.0 += SIDE;
    }
    svg.finish()
}
