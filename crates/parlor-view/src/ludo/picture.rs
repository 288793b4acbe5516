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

use ludo_rules::{Event, Move, Phase, Position, Seat, Token, Tokens};

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
use crate::svg::{Options, Svg};
use crate::words;

/// A picture of a Ludo game: where the tokens stand, and whatever else is
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
/// where they stand. Each begins with [`Options::id`].
///
/// Rules: L-4 (the board), L-5 (two on R stand side by side), L-10 (a stack is
/// fanned), L-12 (the end), L-30 (places).
///
/// ```
/// use ludo_rules::{Position, Seat};
/// use parlor_view::{Options, ludo::Picture};
///
/// let position: Position = "A28.28/C40.R A 4 -".parse()?;
/// let moves = position.legal_moves();
/// let svg = Picture::of_position(&position)
///     .choices(moves.as_slice())
///     .names(&[(Seat::A, "Ann"), (Seat::C, "Bob")])
///     .svg(Options::default());
/// assert!(svg.contains(r#"id="token-Aq""#));
/// assert!(svg.contains("<title id=\"title\">Ludo: Ann (A) and Bob (C)</title>"));
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    tokens: &'a Tokens,
    /// Nothing is known of turns and places in the scripted game.
    position: Option<&'a Position>,
    stage: Stage<'a>,
    choices: &'a [Move],
    events: &'a [Event],
    hint: &'a [Event],
    is_turned: bool,
    names: &'a [(Seat, &'a str)],
    words: Option<&'a [String]>,
}

impl<'a> Picture<'a> {
    /// A picture of tokens alone, as the scripted game has them. Rules: L-19.
    pub const fn of_tokens(tokens: &'a Tokens) -> Self {
        Self {
            tokens,
            position: None,
            stage: Stage::UnderWay,
            choices: &[],
            events: &[],
            hint: &[],
            is_turned: false,
            names: &[],
            words: None,
        }
    }

    /// A picture of the live game: with the seat to act marked, the die, and the
    /// places taken. Rules: L-29, L-30.
    pub const fn of_position(position: &'a Position) -> Self {
        Self {
            position: Some(position),
            ..Self::of_tokens(position.tokens())
        }
    }

    /// Says how far the game has come: once the limit is reached, or the game is
    /// settled, nobody is to act any more, and the places stand in the yards: `2`,
    /// or `2=` where it is shared. Rules: L-31.
    #[must_use]
    pub const fn stage(mut self, stage: Stage<'a>) -> Self {
        self.stage = stage;
        self
    }

    /// Marks what the seat to act may move; of no effect on a picture of tokens
    /// alone. Rules: L-27.
    #[must_use]
    pub const fn choices(mut self, choices: &'a [Move]) -> Self {
        self.choices = choices;
        self
    }

    /// Draws the trail of the roll that led here, whose events these are.
    #[must_use]
    pub const fn events(mut self, events: &'a [Event]) -> Self {
        self.events = events;
        self
    }

    /// Marks the choice that a hint names, whose events these would be: two rings
    /// around what it moves, a dashed way, and a dashed ring where that leads.
    #[must_use]
    pub const fn hint(mut self, events: &'a [Event]) -> Self {
        self.hint = events;
        self
    }

    /// Names the players in title and description; a player without a name goes
    /// by the seat's letter.
    #[must_use]
    pub const fn names(mut self, names: &'a [(Seat, &'a str)]) -> Self {
        self.names = names;
        self
    }

    /// Shows the picture as a player at the upper side sees it, turned by half;
    /// letters and pieces stand upright.
    #[must_use]
    pub const fn turned(mut self, is_turned: bool) -> Self {
        self.is_turned = is_turned;
        self
    }

    /// Describes the picture in these sentences instead of its own.
    #[must_use]
    pub const fn words(mut self, words: &'a [String]) -> Self {
        self.words = Some(words);
        self
    }

    /// The picture as an SVG document, 768 units wide and high.
    pub fn svg(&self, options: Options<'_>) -> String {
        let own = || Cow::Owned(self.description());
        let description = self.words.map_or_else(own, Cow::Borrowed);
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
        if let Some(seat) = self.to_act() {
            trail::choices(&mut svg, self.tokens, seat, self.choices);
        }
        trail::hinted_way(&mut svg, self.hint);
        self.draw_tokens(&mut svg);
        trail::hinted_tokens(&mut svg, self.tokens, self.hint);
        if let Some(seat) = self.to_act() {
            let phase = self.position.map_or(Phase::Over, Position::phase);
            piece::die(&mut svg, Yard { seat }.die(), phase);
        }
        svg.finish()
    }

    fn to_act(self) -> Option<Seat> {
        let position = self.position.filter(|_| self.stage.is_under_way())?;
        position.to_act()
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
    fn description(&self) -> Vec<String> {
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
