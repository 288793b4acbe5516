//! Ludo's board as a picture.

mod areas;
mod board;
mod layout;
mod motion;
mod piece;
mod trail;
mod waiting_room;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ludo_rules::{Action, Event, Move, Phase, Position, RollKind, Seat, Token, Tokens};

pub use self::areas::{die_area, place_area, token_area};
pub(super) use self::layout::paints;
pub use self::motion::motions;
pub use self::piece::mark;
pub(super) use self::piece::shape;
pub use self::waiting_room::waiting_room;

use self::board::BoardState;
use self::layout::Yard;
use super::Stage;
use crate::measure::BOARD;
use crate::svg::{PictureOptions, Svg};
use crate::words;

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
/// `description`. `tile` and `glyph-7` are what copies are made of, and not seen
/// in place. Each begins with [`PictureOptions::id`].
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

    /// The picture as an SVG document, 768 units wide and high.
    pub fn svg(&self, options: PictureOptions<'_>) -> String {
        let own = || Cow::Owned(self.own_description());
        let description = self.description.map_or_else(own, Cow::Borrowed);
        let mut svg = Svg::new(options, (BOARD, BOARD), &self.title(), &description);
        if self.is_turned {
            svg.turn((BOARD, BOARD));
        }
        let places = |position| self.stage.places(position);
        let state = BoardState {
            tokens: self.tokens,
            to_act: self.to_act(),
            places: self.position.map(places).unwrap_or_default(),
        };
        board::draw(&mut svg, &state);
        trail::draw(&mut svg, self.tokens, self.events);
        if let (Some(seat), None) = (self.to_act(), self.under_way) {
            trail::choices(&mut svg, self.tokens, seat, self.choices);
        }
        trail::hinted_way(&mut svg, self.hint);
        self.draw_tokens(&mut svg);
        trail::hinted_tokens(&mut svg, self.tokens, self.hint);
        if let Some(seat) = self.to_act() {
            piece::die(&mut svg, Yard { seat }.die(), self.phase());
        }
        svg.finish()
    }

    fn to_act(self) -> Option<Seat> {
        if let Some(action) = self.under_way {
            return Some(action.seat);
        }
        let position = self.position.filter(|_| self.stage.is_under_way())?;
        position.to_act()
    }

    fn phase(self) -> Phase {
        // No action has the kind of its roll: the mark of a bonus is gone once the roll is used.
        let seen = self.under_way;
        let seen = seen.map(|action| Phase::ToChoose(RollKind::First, action.roll));
        seen.unwrap_or_else(|| self.position.map_or(Phase::Over, Position::phase))
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
