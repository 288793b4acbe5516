//! A game of a deal that is played action by action.

use core::sync::atomic::AtomicBool;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_game::{Budget, Choice, Game, LiveGame, Standing, Turn};

use crate::deal::{Deal, RandomWords};
use crate::entrant::Entrant;
use crate::game_error::GameError;
use crate::played::{Forfeit, Number, Observer, Played};
use crate::player::GameSoFar;

/// A game of a deal under way. Players are known by their seat's index at the table, from 0.
#[derive(Clone, Debug)]
pub struct UnderWay<G: Game> {
    start: G::Position,
    game: LiveGame<G>,
    /// The actions, those of the opening included.
    acted: Vec<G::Action>,
    seats: Vec<G::Seat>,
    chance: Vec<RandomWords>,
    choices: Vec<RandomWords>,
    number: u64,
    actions: u32,
    chances: u32,
}

impl<G: Game> UnderWay<G> {
    /// The game of this number of a deal, after the opening.
    pub(crate) fn new(deal: &Deal<G>, number: Number) -> Self {
        let game = deal.opened().clone();
        let seats: Vec<G::Seat> = G::seats(game.position()).collect();
        let choices = seats.iter();
        Self {
            start: deal.start().clone(),
            acted: deal.opening().to_vec(),
            chance: seats.iter().map(|&seat| deal.chance(seat)).collect(),
            choices: choices
                .map(|&seat| deal.choices(number.in_deal, seat))
                .collect(),
            number: number.in_match,
            actions: 0,
            chances: 0,
            game,
            seats,
        }
    }

    /// The game.
    pub const fn game(&self) -> &LiveGame<G> {
        &self.game
    }

    fn index(&self, seat: G::Seat) -> usize {
        let place = self.seats.iter().position(|&known| known == seat);
        place.expect("every player has a seat")
    }

    /// Takes the chance outcomes that are due, and returns whose action is due then; `None` once the
    /// game is over.
    #[expect(
        clippy::missing_panics_doc,
        reason = "an outcome that is due can be drawn and taken"
    )]
    pub fn to_act(&mut self, observer: &mut impl Observer<G>) -> Option<usize> {
        loop {
            match self.game.turn() {
                Turn::Chance(seat) => {
                    observer.before_chance(&self.game);
                    let seat = self.index(seat);
                    let word = self.chance[seat].draw();
                    let position = self.game.position();
                    let outcome = G::random_chance(position, word).expect("chance is due");
                    self.game.take_chance(outcome).expect("it may bring this");
                    self.chances += 1;
                }
                Turn::Action(seat) => return Some(self.index(seat)),
                Turn::Over => return None,
            }
        }
    }

    /// The seed of the next choice of the player at a seat.
    pub fn seed(&mut self, seat: usize) -> u64 {
        self.choices[seat].draw()
    }

    /// What a player chooses, if anything.
    pub(crate) fn choose(
        &self,
        entrant: &Entrant<G>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Choice<G::Action>>, GameError> {
        let budget = Budget::nodes(entrant.nodes).until(stop);
        let so_far = GameSoFar {
            number: self.number,
            start: &self.start,
            actions: &self.acted,
            game: &self.game,
        };
        // The game is only read, and after a panic the bot is not called again.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            entrant.player.next_action(&so_far, budget, seed)
        }));
        match answer {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.failed(&entrant.name, error.to_string())),
            Err(payload) => Err(GameError::Panicked {
                bot: entrant.name.clone(),
                game: self.number,
                ply: self.ply(),
                position: self.game.position().to_string(),
                message: panic_message(payload.as_ref()),
            }),
        }
    }

    /// The number of the game in its match, from 0, and that of the next action in it, as errors name them.
    pub const fn place(&self) -> (u64, usize) {
        (self.number, self.ply())
    }

    /// The number of the next action, from 1, those of the opening included.
    const fn ply(&self) -> usize {
        self.acted.len() + 1
    }

    /// The error of a player of this name who has no action to give now, for this reason.
    pub fn failed(&self, name: &str, reason: String) -> GameError {
        GameError::Failed {
            bot: name.to_owned(),
            game: self.number,
            ply: self.ply(),
            position: self.game.position().to_string(),
            reason,
        }
    }

    /// Plays what the player of this name at this seat, who is to act, has chosen.
    ///
    /// # Errors
    /// [`GameError`] for no action and for an illegal one.
    pub fn act(
        &mut self,
        name: &str,
        seat: usize,
        answer: Option<Choice<G::Action>>,
        observer: &mut impl Observer<G>,
    ) -> Result<(), GameError> {
        let Some(choice) = answer else {
            return Err(GameError::NoAnswer {
                bot: name.to_owned(),
                game: self.number,
                ply: self.ply(),
                position: self.game.position().to_string(),
            });
        };
        let action = choice.action;
        observer.before_action(&self.game, seat, choice);
        let played = self.game.play(action);
        played.map_err(|refused| GameError::Refused {
            bot: name.to_owned(),
            game: self.number,
            ply: self.ply(),
            position: self.game.position().to_string(),
            action: action.to_string(),
            rule: refused.rule(),
            reason: refused.to_string().into(),
        })?;
        self.acted.push(action);
        self.actions += 1;
        Ok(())
    }

    /// What came of the game, once it is over.
    #[expect(
        clippy::missing_panics_doc,
        reason = "its caller knows that it is over"
    )]
    pub fn played(&self) -> Played {
        let standings = self.game.standings().into_iter();
        let mut standings: Vec<Standing<usize>> = standings
            .map(|standing| Standing {
                seat: self.index(standing.seat),
                places: standing.places,
            })
            .collect();
        standings.sort_by_key(|standing| standing.seat);
        Played {
            standings,
            ended_by: self.game.ended_by().expect("it is over"),
            actions: self.actions,
            chances: self.chances,
            forfeit: None,
        }
    }

    /// What came of the game if this player loses it by an error.
    pub(crate) fn forfeited(&self, loser: usize, error: GameError) -> Played {
        let seats = self.seats.len();
        let last = u8::try_from(seats).unwrap_or(u8::MAX);
        let standing = |seat| Standing {
            seat,
            places: if seat == loser {
                last..=last
            } else {
                1..=last.saturating_sub(1)
            },
        };
        Played {
            standings: (0..seats).map(standing).collect(),
            ended_by: Forfeit::ENDING,
            actions: self.actions,
            chances: self.chances,
            forfeit: Some(Forfeit { seat: loser, error }),
        }
    }
}

/// The message of a panic, if it has one.
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let literal = payload.downcast_ref::<&str>().map(ToString::to_string);
    literal
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
