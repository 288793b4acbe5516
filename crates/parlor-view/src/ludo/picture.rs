//! Ludo's board as a picture.

mod areas;
mod board;
mod layout;
mod motion;
mod piece;
mod play_board;
mod trail;
mod waiting_room;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ludo_rules::{Action, Event, Move, Phase, Position, Roll, RollKind, Seat, Token, Tokens};
use parlor_game::{Ludo, Standing};

pub use self::areas::{die_area, place_area, token_area};
pub(super) use self::layout::paints;
pub use self::motion::{motions, token_motions};
pub(super) use self::piece::shape;

use self::board::BoardState;
use self::layout::Yard;
use super::Stage;
use crate::look::Look;
use crate::measure::BOARD;
use crate::snapshot::Snapshot;
use crate::svg::{PictureOptions, Svg};
use crate::theme::Style;
use crate::words;

/// A small picture of a seat's shape, to put next to its name.
pub fn mark(seat: Seat, options: PictureOptions<'_>) -> String {
    match options.look {
        Look::Diagram => piece::mark(seat, options),
        Look::Board => play_board::mark(seat, options),
    }
}

/// The seats: a token for a player who is there, an empty place for one still to come; behind them
/// the die. It only repeats the words next to it.
///
/// ```
/// use ludo_rules::Seat;
/// use parlor_view::ludo::waiting_room;
///
/// let svg = waiting_room(&[(Seat::A, true), (Seat::C, false)], Default::default());
/// assert!(svg.contains("token-Ap") && !svg.contains("token-Cp"));
/// ```
pub fn waiting_room(seats: &[(Seat, bool)], options: PictureOptions<'_>) -> String {
    match options.look {
        Look::Diagram => waiting_room::waiting_room(seats, options),
        Look::Board => play_board::waiting_room(seats, options),
    }
}

/// A die alone as on the board that one plays on, whatever the look, with the pips of a roll or
/// blank. It only repeats the words next to it.
///
/// ```
/// use ludo_rules::Roll;
/// use parlor_view::ludo::die;
///
/// assert_eq!(die(Some(Roll::SIX), Default::default()).matches("<circle").count(), 6);
/// ```
pub fn die(roll: Option<Roll>, options: PictureOptions<'_>) -> String {
    let look = Look::Board;
    play_board::die_alone(roll, PictureOptions { look, ..options })
}

/// A die as [`die`] draws it, with the pips of every roll, so that a page can turn it: its parts have
/// the classes `pips-odd`, and `pips-2`, `pips-4` and `pips-6` for rolls of so many and more.
///
/// ```
/// use parlor_view::ludo::turning_die;
///
/// assert_eq!(turning_die(Default::default()).matches("<circle").count(), 7);
/// ```
pub fn turning_die(options: PictureOptions<'_>) -> String {
    let look = Look::Board;
    play_board::turning_die(PictureOptions { look, ..options })
}

/// A picture of a Ludo game: where the tokens are, and whatever else is
/// known: whose turn it is, what may move, what happened last.
///
/// Nothing is decided here: what may move and what happened come in as the
/// rules crate gives them, and are drawn as they come.
///
/// Every space and token carries an id that stays the same from picture to
/// picture, so that a page can find and move it: `space-1` to `space-56`,
/// `home-A1`, `ready-A`, `yard-A`, `end`, `token-Ap`, and where there are such
/// `trail`, `choice-p` (`choice-pq`), `hint` and `hint-way`, `die`, `place-A`; and `title` and
/// `description`. `tile` and `glyph-7`, on a board that one plays on also `lane`, `yard`, `shadow`,
/// `shape-A`, `piece-A` and `home-piece-A`, are what copies are made of, and not seen
/// in place. Each begins with [`PictureOptions::id`].
///
/// On a page ([`Style::Page`](crate::Style::Page)), a board that one plays on has the way of each
/// choice, to be shown while the choice is pressed or pointed at: `way-p` below the pieces and, where
/// there is something to say, `way-p-badge` above them. Both have the attribute
/// `visibility="hidden"` and the classes `pb-way` and `pb-way-p`, so that a rule
/// `.pb-way-p{visibility:visible}` shows them. What is to be shown until then has the class
/// `pb-first`: the way of a hint, else that of the first choice. The die that is to be rolled is hidden
/// too, with the class `pb-due`.
///
/// Rules: L-4 (the board), L-5 (two on R stand side by side), L-10 (a stack is
/// fanned), L-12 (the end), L-30 (places).
///
/// ```
/// use ludo_rules::{Position, Seat};
/// use parlor_view::{PictureOptions, ludo::Picture};
///
/// let position: Position = "A28.28/C40.R A 4 -".parse()?;
/// let moves = position.legal_moves();
/// let svg = Picture {
///     choices: moves.as_slice(),
///     names: &[(Seat::A, "Ann"), (Seat::C, "Bob")],
///     ..Picture::of_position(&position)
/// }
/// .svg(PictureOptions::default());
/// assert!(svg.contains(r#"id="token-Aq""#));
/// assert!(svg.contains("<title id=\"title\">Ludo: Ann (A) and Bob (C)</title>"));
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The tokens; those of the position, if there is one.
    pub tokens: &'a Tokens,
    /// The position of a live game. `None` in a scripted game, which has no turns and places.
    pub position: Option<&'a Position>,
    /// How far the game has come. Once the limit is reached, or the game is settled, no player is
    /// to move, and the places are in the yards: `2`, or `2=` where it is shared. Rules: L-31.
    pub stage: Stage<'a>,
    /// What the player to move may move, marked by rings; of no effect on a picture of tokens
    /// alone. Rules: L-27.
    pub choices: &'a [Move],
    /// The action that is still being seen: its player and its roll are drawn as to act, whoever is
    /// to act after it. The picture then has no choices.
    pub under_way: Option<Action>,
    /// The events of the last roll, drawn as a trail.
    pub events: &'a [Event],
    /// The events that the choice of a hint would have: two rings around what it moves, a dashed
    /// way, and a dashed ring where that leads.
    pub hint: &'a [Event],
    /// The events that the choice had which was made here, on a board that one plays on: dots to a ring, or,
    /// with a hint, to a cross; the hint is then a broad arrow, as the better choice.
    pub played: &'a [Event],
    /// Whether the picture is turned by half, for a player at the upper side; letters and pieces
    /// remain upright.
    pub is_turned: bool,
    /// The players' names for title and description; the others go by their seats' letters.
    pub names: &'a [(Seat, &'a str)],
    /// The description for screen readers, instead of the picture's own.
    pub description: Option<&'a [String]>,
}

impl<'a> Picture<'a> {
    /// A picture of tokens alone, as the scripted game has them. Rules: L-19.
    pub const fn of_tokens(tokens: &'a Tokens) -> Self {
        Self {
            tokens,
            position: None,
            stage: Stage::UnderWay,
            choices: &[],
            under_way: None,
            events: &[],
            hint: &[],
            played: &[],
            is_turned: false,
            names: &[],
            description: None,
        }
    }

    /// A picture of the live game: with the player to move marked, the die, and the
    /// places taken. Rules: L-29, L-30.
    pub const fn of_position(position: &'a Position) -> Self {
        Self {
            position: Some(position),
            ..Self::of_tokens(position.tokens())
        }
    }

    /// The picture as an SVG document, 768 units wide and high; a board that one plays on is
    /// 12 higher, by its side.
    pub fn svg(&self, options: PictureOptions<'_>) -> String {
        let own = || Cow::Owned(self.own_description());
        let description = self.description.map_or_else(own, Cow::Borrowed);
        let size = match options.look {
            Look::Diagram => (BOARD, BOARD),
            Look::Board => play_board::SIZE,
        };
        let mut svg = Svg::new(options, size, &self.title(), &description);
        match options.look {
            Look::Diagram => self.draw_diagram(&mut svg),
            Look::Board => play_board::draw(&mut svg, self, options.style),
        }
        svg.finish()
    }

    /// These states, of which this picture shows the last one, as a picture that plays them.
    pub(super) fn film(&self, states: &[Snapshot<Ludo>], style: Style) -> String {
        play_board::film(self, states, style)
    }

    fn draw_diagram(&self, svg: &mut Svg<'_>) {
        if self.is_turned {
            svg.turn((BOARD, BOARD));
        }
        let turn = self.turn();
        let to_act = turn.map(|(seat, _)| seat);
        let state = BoardState {
            tokens: self.tokens,
            to_act,
            places: self.places(),
        };
        board::draw(svg, &state);
        trail::draw(svg, self.tokens, self.events);
        if let Some(seat) = to_act {
            trail::choices(svg, self.tokens, seat, self.choices());
        }
        trail::hinted_way(svg, self.hint);
        self.draw_tokens(svg);
        trail::hinted_tokens(svg, self.tokens, self.hint);
        if let Some((seat, phase)) = turn {
            piece::die(svg, Yard { seat }.die(), phase);
        }
    }

    /// The player to move or to roll, or who is still seen to act, and the phase that the die
    /// shows.
    fn turn(&self) -> Option<(Seat, Phase)> {
        if let Some(Action { seat, roll, .. }) = self.under_way {
            // No action has the kind of its roll: the mark of a bonus is gone once it is used.
            return Some((seat, Phase::ToChoose(RollKind::First, roll)));
        }
        let position = self.position.filter(|_| self.stage.is_under_way())?;
        Some((position.to_act()?, position.phase()))
    }

    /// What may be moved; nothing while an action is still seen.
    fn choices(&self) -> &'a [Move] {
        match self.under_way {
            Some(_) => &[],
            None => self.choices,
        }
    }

    /// The places taken or shared.
    fn places(&self) -> Vec<Standing<Seat>> {
        let places = |position| self.stage.places(position);
        self.position.map(places).unwrap_or_default()
    }

    fn draw_tokens(&self, svg: &mut Svg<'_>) {
        for seat in self.tokens.seats().iter() {
            // Where two overlap, p lies in front.
            for token in [Token::Q, Token::P] {
                if let Some(spot) = layout::spot(self.tokens, seat, token) {
                    piece::token(svg, seat, token, spot);
                }
            }
        }
    }

    fn title(&self) -> String {
        let players: Vec<String> = self
            .tokens
            .seats()
            .iter()
            .map(|seat| super::player(seat, self.names))
            .collect();
        format!("Ludo: {}", words::list(&players))
    }

    /// The last events, then the state.
    fn own_description(&self) -> Vec<String> {
        let standing = match self.position {
            Some(position) => super::description(position, self.names, self.stage, self.choices),
            None => super::tokens_description(self.tokens),
        };
        self.events
            .iter()
            .map(super::event)
            .chain(standing)
            .collect()
    }
}
