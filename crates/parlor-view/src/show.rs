//! What a game must implement to be shown.

use parlor_game::Game;

use crate::look::Look;
use crate::motion::Motion;
use crate::snapshot::{LastAction, Snapshot};
use crate::svg::PictureOptions;
use crate::theme::Style;

/// A rule set as it is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// `Tournament`.
    pub title: &'static str,
    /// What is special about it, in one line.
    pub summary: &'static str,
}

/// What a picture marks apart from the last action and the legal ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highlights<'a> {
    /// The actions to mark, in notation: as arrows in Kuba, not at all in Ludo.
    pub actions: &'a [String],
    /// The action that a hint names, in notation.
    pub hint: Option<&'a str>,
    /// The action that was played here, in notation, on boards that one plays on: with a hint, it is the
    /// better one, and this is crossed out.
    pub played: Option<&'a str>,
    /// Whether the board is turned by half, for a player at its upper side.
    pub is_turned: bool,
    /// Whether the last action is still being seen: the player who acted and the roll it used are
    /// drawn as to act, and nothing is marked as legal.
    pub is_under_way: bool,
}

/// The outline of round pieces, as [`Show::outline`].
pub(crate) const CIRCLE: &str = "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z";

/// A game that can be shown, in words and in pictures.
///
/// Every registered game implements it next to its pictures; [`Shown`](crate::Shown) is the same
/// for a snapshot whose game is not known at compile time.
///
/// A [`Game`] without it has no snapshots to show, and so cannot be one of the games of
/// [`Scene`](crate::Scene):
///
/// ```
/// # use parlor_view::{Show, Shown, Snapshot};
/// fn shown<G: Show>(snapshot: &Snapshot<G>) -> &dyn Shown {
///     snapshot
/// }
/// ```
///
/// ```compile_fail,E0277
/// # use parlor_game::Game;
/// # use parlor_view::{Shown, Snapshot};
/// fn shown<G: Game>(snapshot: &Snapshot<G>) -> &dyn Shown {
///     snapshot
/// }
/// ```
pub trait Show: Game {
    /// The name of the game in headings: `Ludo`.
    const TITLE: &'static str;
    /// What the game is, in one line.
    const SUMMARY: &'static str;
    /// A position that shows what the game looks like.
    const EXAMPLE: &'static str;

    /// How a rule set is offered.
    fn rule_set(rules: Self::Rules) -> RuleSet;

    /// The name of a seat, with its pieces: `A, the circle`.
    fn seat_title(seat: Self::Seat) -> &'static str;

    /// Whether the seat is at the upper side of the board.
    fn is_far(seat: Self::Seat) -> bool;

    /// The pieces of a seat as a small picture, which repeats the words next to it.
    fn mark(seat: Self::Seat, options: PictureOptions<'_>) -> String;

    /// The outline of the pieces of a seat about (0, 0), as large as a circle of radius 15: the data
    /// of an SVG path.
    fn outline(seat: Self::Seat) -> &'static str;

    /// What a seat has won with, for a page to show large: the pieces of the mark, unless the game has
    /// better.
    fn trophy(_snapshot: &Snapshot<Self>, seat: Self::Seat, options: PictureOptions<'_>) -> String {
        Self::mark(seat, options)
    }

    /// The seats with whether somebody has taken them, as a small picture.
    fn waiting_room(seats: &[(Self::Seat, bool)], options: PictureOptions<'_>) -> String;

    /// A small picture for what cannot be done.
    fn refused(options: PictureOptions<'_>) -> String;

    /// The board as text for a terminal of 80 columns.
    fn board(snapshot: &Snapshot<Self>) -> String;

    /// The spaces of the pieces as a table, where the board does not show them.
    fn table(_snapshot: &Snapshot<Self>) -> Option<String> {
        None
    }

    /// The names of the spaces of the pieces, player by player, in a game that reports them.
    fn spaces(_snapshot: &Snapshot<Self>) -> Option<Vec<String>> {
        None
    }

    /// Whose turn it is and what is due, or how the game ended, in one line.
    fn status(snapshot: &Snapshot<Self>) -> String;

    /// The last action and what came of it, in one sentence.
    fn step(snapshot: &Snapshot<Self>, last: &LastAction<Self::Action, Self::Event>) -> String;

    /// The state in sentences for listeners, the most important first, without the last action.
    fn description(snapshot: &Snapshot<Self>) -> Vec<String>;

    /// The state as an SVG document with these sentences as its description.
    fn svg(
        snapshot: &Snapshot<Self>,
        options: PictureOptions<'_>,
        highlights: Highlights<'_>,
        description: &[String],
    ) -> String;

    /// The pieces that move on the way from one state to the next, in pictures of this look.
    fn motions(before: &Snapshot<Self>, after: &Snapshot<Self>, look: Look) -> Vec<Motion>;

    /// These states, of which there is at least one, as an SVG document that plays them; see
    /// [`film`](crate::film).
    fn film(states: &[Snapshot<Self>], style: Style) -> String;
}
