//! Adding plies to a record.

use core::iter;
use core::str::FromStr;

use parlor_game::{ActError, Game};

use super::Record;
use super::ending::Ending;
use super::ply::{Act, Ply};

/// Why a record refuses a ply.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PushError<G: Game> {
    /// The game has ended off the board.
    #[error("the game was ended before, by {0}")]
    Finished(Ending),
    /// The rules refuse it.
    #[error("{0}")]
    Refused(ActError<G>),
    /// A chance outcome for a seat that is not to act, in a game whose rules
    /// have no error for that.
    #[error("it is not {seat}'s turn; {to_act} is to act")]
    OutOfTurn {
        /// The seat of the outcome.
        seat: char,
        /// The seat to act.
        to_act: char,
    },
}

impl<G: Game> PushError<G> {
    /// The id of the rule that refuses it, if any.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Finished(_) | Self::OutOfTurn { .. } => None,
            Self::Refused(error) => Some(error.rule()),
        }
    }
}

/// Why a record refuses a word.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WordError<G: Game> {
    /// It is neither an action nor a chance outcome of the game.
    #[error("{0}")]
    NotAnAct(<G::Action as FromStr>::Err),
    /// It cannot be played.
    #[error("{0}")]
    Push(#[from] PushError<G>),
}

impl<G: Game> WordError<G> {
    /// The id of the rule that refuses it, if any.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::NotAnAct(_) => None,
            Self::Push(error) => error.rule(),
        }
    }
}

impl<G: Game> Record<G> {
    /// Adds an action. If the last ply is the roll that it answers, it replaces
    /// that ply and keeps its notes.
    ///
    /// # Errors
    /// Why it cannot be played; the record is unchanged.
    pub fn push(&mut self, action: G::Action) -> Result<(), PushError<G>> {
        self.push_with_events(action, &mut Vec::new())
    }

    /// Adds an action as [`push`](Self::push) does, and appends its events in
    /// order.
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

    /// Adds a chance outcome for the seat to act, to be answered by an action.
    ///
    /// # Errors
    /// Why it cannot happen now; the record is unchanged.
    pub fn push_chance(&mut self, outcome: G::Chance) -> Result<(), PushError<G>> {
        self.goes_on()?;
        let seat = self.game.turn().seat();
        self.game.take_chance(outcome).map_err(PushError::Refused)?;
        // Chance is taken only while a seat is to act.
        let acts = seat.map(|seat| Act::Chance(seat, outcome));
        self.plies.extend(acts.map(Ply::new));
        Ok(())
    }

    /// Adds a ply in the notation of records: an action such as `A6p`, or a
    /// chance outcome such as `A6`.
    ///
    /// # Errors
    /// Why it is refused; the record is unchanged.
    pub fn push_word(&mut self, word: &str) -> Result<(), WordError<G>> {
        let act = word.parse().map_err(WordError::NotAnAct)?;
        Ok(self.push_act(act)?)
    }

    /// Adds an action, or a chance outcome for a seat.
    ///
    /// # Errors
    /// Why it is refused; the record is unchanged.
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

    /// Why the game refuses a chance outcome for a seat out of turn.
    ///
    /// Chance outcomes have no seat, so the error is the one that the game
    /// gives for an action that answers the outcome.
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

/// An action with which a seat could answer an outcome at the start of a game.
fn answer<G: Game>(rules: G::Rules, seat: G::Seat, outcome: G::Chance) -> Option<G::Action> {
    let others = G::SEATS.iter().copied().filter(|&other| other != seat);
    let seats = iter::once(seat).chain(others).take(*G::PLAYERS.start());
    let mut position = G::start(rules, &seats.collect::<Vec<_>>()).ok()?;
    G::take_chance(&mut position, outcome).ok()?;
    G::legal_actions(&position).next()
}
