//! The board as a picture: a tray of 7 × 7 wells, above it what White has and
//! below it what Black has.
//!
//! Everything shown is data that comes in, the position and what happened on
//! the way to it; nothing is computed from the rules. A letter and a
//! texture distinguish a marble as well as its color.

mod areas;
mod cards;
mod layout;
mod marbles;
mod marks;
mod motion;
mod play_board;
mod row;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use kuba_rules::{Cell, Event, Marble, Move, Position, Side};
use parlor_game::Kuba;

use super::{Names, Stage, description, sentences};
use crate::glyph::Lettering;
use crate::look::Look;
use crate::measure::{BOARD_CORNER, HAIRLINE, NOTE_CAP};
use crate::snapshot::Snapshot;
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::{Paint, Style};
use crate::words;
pub use areas::{CELL, END_TURN, above, below, beside, card_area, cell_area};
pub use motion::motions;
pub use row::{RowItem, row};

use layout::{CELLS, HEIGHT, RIM, SIDE, TRAY, WIDTH};
use marks::Taken;

/// A small picture of a kind of marble, to put next to its name.
pub fn mark(marble: Marble, options: PictureOptions<'_>) -> String {
    match options.look {
        Look::Diagram => marbles::mark(marble, options),
        Look::Board => play_board::mark(marble, options),
    }
}

/// What a side has won, to be shown large: so many marbles of a kind, seven at most.
pub(super) fn heap(marble: Marble, number: u8, options: PictureOptions<'_>) -> String {
    play_board::heap(marble, number, options)
}

/// What a picture of Kuba shows.
///
/// The elements that a page may want to find have ids: `cell-35` and
/// `marble-35` by row and column, `tray-W` and `tray-B` for what the players
/// have, `trail` and `taken` for the last push, `gone` for the marble that it
/// took off and `rolled` for a red in its place, `arrow-65F` for each push shown,
/// `hint` for the one that a hint names and `barred` for the one that K-7 refuses; `title` and `description` are
/// its words. `hatching` is what every red copies. Each begins
/// with [`PictureOptions::id`].
///
/// In the look of the board that one plays on, the marble that is `gone` lies unseen under the
/// frame, `taken` shows it in the gutter once it was seen, and trays and `rolled` are in the picture only if it stands
/// alone; a page has them from [`Picture::tray`]. Marbles are groups of which the `transform` is the
/// place, in the order of the cells.
///
/// ```
/// use kuba_rules::{Position, Rules};
/// use parlor_view::{PictureOptions, kuba::Picture};
///
/// let mut position = Position::start(Rules::Tournament);
/// let events = position.play_with_events("65F".parse()?)?;
/// let pushes: Vec<_> = position.legal_moves().iter().collect();
/// let svg = Picture {
///     events: &events,
///     pushes: &pushes,
///     ..Picture::new(&position)
/// }
/// .svg(PictureOptions::default());
/// assert!(svg.contains("id=\"trail\"") && svg.contains("id=\"arrow-05B\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The position.
    pub position: &'a Position,
    /// The players' names for title and description.
    pub names: Names<'a>,
    /// How far the game has come. Once it is drawn or settled, no player is to push. Rules: K-11,
    /// K-12, K-13.
    pub stage: Stage,
    /// The events of the last action: the run that moved is outlined, and what left the board is
    /// shown next to it.
    pub events: &'a [Event],
    /// The pushes to show as arrows, in any order.
    pub pushes: &'a [Move],
    /// The push that a hint names: two rings around the marble, and a larger arrow.
    pub hint: Option<Move>,
    /// The push that was played here, on a board that one plays on: an arrow, or, with a hint, which is the
    /// better one, a plain arrow with a cross.
    pub played: Option<Move>,
    /// The side whose action is still being seen, drawn as to move whoever is to move after it. The
    /// picture then shows no pushes.
    pub under_way: Option<Side>,
    /// Whether the picture is turned by half, for a player at the upper side; letters and pieces
    /// remain upright.
    pub is_turned: bool,
    /// The description for screen readers, instead of the picture's own.
    pub description: Option<&'a [String]>,
}

impl<'a> Picture<'a> {
    /// A picture of the position alone, in a game under way.
    pub fn new(position: &'a Position) -> Self {
        Self {
            position,
            names: Names::default(),
            stage: Stage::UnderWay,
            events: &[],
            pushes: &[],
            hint: None,
            played: None,
            under_way: None,
            is_turned: false,
            description: None,
        }
    }

    /// These states, of which this picture shows the last one, as a picture that plays them.
    pub(super) fn film(&self, states: &[Snapshot<Kuba>], style: Style) -> String {
        play_board::film(self, states, style)
    }

    /// The picture as an SVG document, 768 units wide. A diagram is 1008 high; the board that one
    /// plays on 780 on a page, and 996 with its trays where it stands alone.
    ///
    /// Rules: K-1 (the board), K-4 (the run), K-6 (what left), K-7 (ko).
    pub fn svg(&self, options: PictureOptions<'_>) -> String {
        let size = (WIDTH, HEIGHT);
        let own = || Cow::Owned(self.own_description());
        let description = self.description.map_or_else(own, Cow::Borrowed);
        if options.look == Look::Board {
            return play_board::svg(self, options, &self.title(), &description);
        }
        let mut svg = Svg::new(options, size, &self.title(), &description);
        if self.is_turned {
            svg.turn(size);
        }
        svg.put(
            &Element::rectangle((0.0, 0.0), size)
                .rounded(BOARD_CORNER)
                .fill(Paint::Paper),
        );
        marbles::define(&mut svg);
        let taken = Taken::of(self.events);
        cards::draw(&mut svg, self, taken);
        draw_tray(&mut svg);
        marks::draw_trail(&mut svg, self.events);
        self.draw_marbles(&mut svg);
        marks::draw_taken(&mut svg, taken);
        self.draw_pushes(&mut svg);
        svg.finish()
    }

    /// What a side has, as a picture of its own in the look of the board that one plays on, 768
    /// units wide and 96 high; it only repeats the words next to it. From 110 to 280 units
    /// from its left there is room for a name.
    ///
    /// A line of ink goes around it if it is the side's turn. The ids are as in a whole picture; the
    /// place of the next red has the class `pb-next`.
    ///
    /// Rules: K-6 (reds), K-8 and K-9 (who has won), K-12 (a plus: may push again).
    pub fn tray(&self, side: Side, options: PictureOptions<'_>) -> String {
        play_board::tray(self, side, options)
    }

    /// Whether a push is still due.
    fn goes_on(&self) -> bool {
        self.stage.goes_on(self.position)
    }

    fn title(&self) -> String {
        let [white, black] =
            Side::ALL.map(|side| words::player(self.names.of(side), sentences::color(side)));
        format!("Kuba: {white} against {black}")
    }

    /// The last events, then the state.
    fn own_description(&self) -> Vec<String> {
        // The sentences about the position cover these events.
        let is_in_position = |event: &Event| {
            matches!(
                event,
                Event::Ko { .. } | Event::MayPushAgain { .. } | Event::Won { .. }
            )
        };
        let mut last = self.events.to_vec();
        last.retain(|event| !is_in_position(event));
        let last = (!last.is_empty()).then(|| sentences::push(&last, self.names));
        let standing = description(self.position, self.names, self.stage, None);
        last.into_iter().chain(standing).collect()
    }

    fn draw_marbles(&self, svg: &mut Svg<'_>) {
        svg.open(&Element::group().class("pl-marbles"));
        for cell in Cell::ALL {
            if let Some(marble) = self.position.marble(cell) {
                let group = Element::group().id(format!("marble-{cell}"));
                marbles::draw(svg, group, marble, layout::center(cell), 1.0);
            }
        }
        svg.close();
    }

    fn draw_pushes(&self, svg: &mut Svg<'_>) {
        if self.goes_on() && self.under_way.is_none() {
            marks::draw_arrows(svg, self.pushes, self.position.ko(), self.hint);
        }
    }
}

/// The tray, its numbers, and a well for each cell. Rules: K-1.
fn draw_tray(svg: &mut Svg<'_>) {
    let side = 2.0 * RIM + 7.0 * SIDE;
    svg.put(
        &Element::rectangle(TRAY, (side, side))
            .rounded(BOARD_CORNER)
            .fill(Paint::Plate)
            .line(Paint::Line, HAIRLINE),
    );
    svg.open(&Element::group().class("pl-numbers"));
    for (number, text) in (0_u8..).zip(["0", "1", "2", "3", "4", "5", "6"]) {
        let label = Lettering::regular(text, NOTE_CAP);
        let along = SIDE * (f64::from(number) + 0.5);
        let rim = RIM / 2.0;
        svg.put(&label.centered((CELLS.0 + along, CELLS.1 - rim), Paint::Quiet));
        svg.put(&label.centered((CELLS.0 - rim, CELLS.1 + along), Paint::Quiet));
    }
    svg.close();
    svg.open(&Element::group().class("pl-cells"));
    for cell in Cell::ALL {
        svg.put(
            &Element::circle(layout::center(cell), layout::WELL)
                .id(format!("cell-{cell}"))
                .fill(Paint::Well)
                .line(Paint::Line, HAIRLINE),
        );
    }
    svg.close();
}
