//! One game between bots.

use core::any::Any;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_game::{Budget, Choice, Game, LiveGame, Standing, Turn};

use crate::deal::{Deal, RandomWords};
use crate::entrant::Entrant;
use crate::game_error::GameError;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The places of all players, by seat; a seat is its index at this table,
    /// from 0.
    pub standings: Vec<Standing<usize>>,
    /// The id of the rule that ended it: a win, a draw, or the limit.
    pub ended_by: &'static str,
    /// The number of actions chosen by bots.
    pub actions: u32,
    /// The number of chance outcomes.
    pub chances: u32,
}

/// The number of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// In the match, from 0.
    pub(crate) in_match: u64,
    /// In its deal, from 0.
    pub(crate) in_deal: u64,
}

/// Sees a game while it is played.
pub trait Observer<G: Game> {
    /// Chance is due.
    fn before_chance(&mut self, game: &LiveGame<G>) {
        let _ = game;
    }

    /// The player at a seat, given by its index at the table, has chosen an action, which is played next.
    fn before_action(&mut self, game: &LiveGame<G>, seat: usize, choice: Choice<G::Action>);
}

/// Sees nothing.
impl<G: Game> Observer<G> for () {
    fn before_action(&mut self, _: &LiveGame<G>, _: usize, _: Choice<G::Action>) {}
}

/// Plays a game of a deal between these entrants, the first at the first seat;
/// `None` if it was stopped before the end.
///
/// # Errors
/// [`GameError`] if a bot returns no legal action or panics.
pub(crate) fn play<G: Game>(
    deal: &Deal<G>,
    entrants: &[&Entrant<G>],
    number: Number,
    stop: &AtomicBool,
    observer: &mut impl Observer<G>,
) -> Result<Option<Played>, GameError> {
    let mut game = deal.opened().clone();
    let seats: Vec<G::Seat> = G::seats(game.position()).collect();
    let at = |seat| {
        let place = seats.iter().position(|&known| known == seat);
        place.expect("the player to move has a seat")
    };
    let mut chance: Vec<RandomWords> = seats.iter().map(|&seat| deal.chance(seat)).collect();
    let choices = seats.iter();
    let mut choices: Vec<RandomWords> = choices
        .map(|&seat| deal.choices(number.in_deal, seat))
        .collect();
    let (mut actions, mut chances) = (0, 0);
    loop {
        match game.turn() {
            Turn::Chance(seat) => {
                observer.before_chance(&game);
                let word = chance[at(seat)].draw();
                let outcome = G::random_chance(game.position(), word).expect("chance is due");
                game.take_chance(outcome).expect("it may bring this");
                chances += 1;
            }
            Turn::Action(seat) => {
                let seat = at(seat);
                let answer = choose(entrants[seat], &game, choices[seat].draw(), number, stop)?;
                // An action found under the stop flag is not part of the game.
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                if let Some(choice) = answer {
                    observer.before_action(&game, seat, choice);
                }
                let action = answer.map(|choice| choice.action);
                act(&mut game, action, entrants[seat], number)?;
                actions += 1;
            }
            Turn::Over => break,
        }
    }
    let mut standings: Vec<Standing<usize>> = game
        .standings()
        .into_iter()
        .map(|standing| Standing {
            seat: at(standing.seat),
            places: standing.places,
        })
        .collect();
    standings.sort_by_key(|standing| standing.seat);
    Ok(Some(Played {
        standings,
        ended_by: game.ended_by().expect("it is over"),
        actions,
        chances,
    }))
}

/// What the bot chooses, if anything.
fn choose<G: Game>(
    entrant: &Entrant<G>,
    game: &LiveGame<G>,
    seed: u64,
    number: Number,
    stop: &AtomicBool,
) -> Result<Option<Choice<G::Action>>, GameError> {
    let budget = Budget::nodes(entrant.nodes).until(stop);
    // The game is only read, and after a panic the bot is not called again.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        entrant.bot.choose_scored(game, budget, seed)
    }));
    answer.map_err(|payload| GameError::Panicked {
        bot: entrant.name.clone(),
        game: number.in_match,
        position: game.position().to_string(),
        message: panic_message(payload.as_ref()),
    })
}

/// Plays the bot's action.
fn act<G: Game>(
    game: &mut LiveGame<G>,
    answer: Option<G::Action>,
    entrant: &Entrant<G>,
    number: Number,
) -> Result<(), GameError> {
    let action = answer.ok_or_else(|| GameError::NoAnswer {
        bot: entrant.name.clone(),
        game: number.in_match,
        position: game.position().to_string(),
    })?;
    game.play(action).map_err(|refused| GameError::Refused {
        bot: entrant.name.clone(),
        game: number.in_match,
        position: game.position().to_string(),
        action: action.to_string(),
        rule: refused.rule(),
        reason: refused.to_string(),
    })
}

/// The message of a panic, if it has one.
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let literal = payload.downcast_ref::<&str>().map(ToString::to_string);
    literal
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
