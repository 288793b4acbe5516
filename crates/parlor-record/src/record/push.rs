//! Playing on in a record.

use core::iter;
use core::str::FromStr;

use parlor_game::{ActError, Game};

use super::Record;
use super::ending::Ending;
use super::ply::{Act, Ply};

/// Why a record does not take a ply.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PushError<G: Game> {
    /// The game was ended off the board.
    #[error("the game was ended before, by {0}")]
    Finished(Ending),
    /// The rules refuse it.
    #[error("{0}")]
    Refused(ActError<G>),
    /// Chance brings it to a seat that is not to act, in a game that has
    /// nothing to say about that itself.
    #[error("it is not {seat}'s turn; {to_act} is to act")]
    OutOfTurn {
        /// Whose it would be.
        seat: char,
        /// Who is to act.
        to_act: char,
    },
}

impl<G: Game> PushError<G> {
    /// The id of the rule that refuses it, if it is one.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Finished(_) | Self::OutOfTurn { .. } => None,
            Self::Refused(error) => Some(error.rule()),
        }
    }
}

/// Why a record does not take a word.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WordError<G: Game> {
    /// It is no action of the game, and nothing that chance can bring.
    #[error("{0}")]
    NotAnAct(<G::Action as FromStr>::Err),
    /// It cannot be played.
    #[error("{0}")]
    Push(#[from] PushError<G>),
}

impl<G: Game> WordError<G> {
    /// The id of the rule that refuses it, if it is one.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::NotAnAct(_) => None,
            Self::Push(error) => error.rule(),
        }
    }
}

impl<G: Game> Record<G> {
    /// Adds an action. If it answers the roll that stands last, it takes that
    /// one's place and keeps what was noted there.
    ///
    /// # Errors
    /// Why it cannot be played; the record is unchanged.
    pub fn push(&mut self, action: G::Action) -> Result<(), PushError<G>> {
        self.push_with_events(action, &mut Vec::new())
    }

    /// Adds an action as [`push`](Self::push) does, and appends what happens,
    /// in order.
    ///
    /// # Errors
    /// Why it cannot be played; the record is unchanged and nothing appended.
    pub fn push_with_events(
        &mut self,
        action: G::Action,
        events: &mut Vec<G::Event>,
    ) -> Result<(), PushError<G>> {
        self.goes_on()?;
        let played = self.game.play_recorded(action, events);
        played.map_err(PushError::Refused)?;
        match self.plies.last_mut() {
            Some(last) if matches!(last.act, Act::Chance(..)) => last.act = Act::Action(action),
            _ => self.plies.push(Ply::new(Act::Action(action))),
        }
        Ok(())
    }

    /// Adds what chance has brought for the seat to act, to be answered by an
    /// action.
    ///
    /// # Errors
    /// Why chance cannot bring it now; the record is unchanged.
    pub fn push_chance(&mut self, outcome: G::Chance) -> Result<(), PushError<G>> {
        self.goes_on()?;
        let seat = self.game.turn().seat();
        self.game.take_chance(outcome).map_err(PushError::Refused)?;
        // Chance is taken only while a seat is to act.
        let acts = seat.map(|seat| Act::Chance(seat, outcome));
        self.plies.extend(acts.map(Ply::new));
        Ok(())
    }

    /// Adds a ply as records write it: an action such as `A6p`, or what chance
    /// has brought, `A6`.
    ///
    /// # Errors
    /// Why it cannot be; the record is unchanged.
    pub fn push_word(&mut self, word: &str) -> Result<(), WordError<G>> {
        let act = word.parse().map_err(WordError::NotAnAct)?;
        Ok(self.push_act(act)?)
    }

    /// Adds an action, or what chance has brought for a seat.
    ///
    /// # Errors
    /// Why it cannot be; the record is unchanged.
    pub fn push_act(&mut self, act: Act<G>) -> Result<(), PushError<G>> {
        match act {
            Act::Action(action) => self.push(action),
            Act::Chance(seat, outcome) => {
                self.goes_on()?;
                match self.game.turn().seat() {
                    Some(to_act) if to_act != seat => Err(self.out_of_turn(seat, outcome, to_act)),
                    _ => self.push_chance(outcome),
                }
            }
        }
    }

    /// Why the game refuses what chance would bring a seat out of turn.
    ///
    /// Chance itself knows no seats: what the game says of an action that
    /// answers the outcome is what it says of the outcome.
    fn out_of_turn(&self, seat: G::Seat, outcome: G::Chance, to_act: G::Seat) -> PushError<G> {
        let answer = answer::<G>(self.opening.rules, seat, outcome);
        let refused = answer.and_then(|action| {
            let mut game = self.game.clone();
            game.play_recorded(action, &mut Vec::new()).err()
        });
        refused.map_or_else(
            || PushError::OutOfTurn {
                seat: G::letter(seat),
                to_act: G::letter(to_act),
            },
            PushError::Refused,
        )
    }

    fn goes_on(&self) -> Result<(), PushError<G>> {
        match self.settlement {
            Some(settlement) => Err(PushError::Finished(Ending::of(&settlement))),
            None => Ok(()),
        }
    }
}

/// Something that a seat could do with an outcome, were the game about to begin
/// with it.
fn answer<G: Game>(rules: G::Rules, seat: G::Seat, outcome: G::Chance) -> Option<G::Action> {
    let others = G::SEATS.iter().copied().filter(|&other| other != seat);
    let seats = iter::once(seat).chain(others).take(*G::PLAYERS.start());
    let mut position = G::start(rules, &seats.collect::<Vec<_>>()).ok()?;
    G::take_chance(&mut position, outcome).ok()?;
    G::legal_actions(&position).next()
}
