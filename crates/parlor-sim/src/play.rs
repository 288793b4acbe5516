//! One game between bots.

use core::any::Any;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_game::{Budget, Game, LiveGame, Standing, Turn};

use crate::deal::{Deal, Words};
use crate::entrant::Entrant;
use crate::fault::Fault;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Everybody's places, in the order of the seats; the seat is its number
    /// at this table, from 0.
    pub standings: Vec<Standing<usize>>,
    /// The rule by which it ended: of the game, of a draw, or of the limit.
    pub ended_by: &'static str,
    /// How many actions the bots chose.
    pub actions: u32,
    /// How often chance decided.
    pub chances: u32,
}

/// Which game of a match it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// Among the games of the match.
    pub(crate) in_match: u64,
    /// Among the games of its deal.
    pub(crate) in_deal: u64,
}

/// Plays a game of a deal between these entrants, the first at the first seat;
/// none if it was stopped before the end.
///
/// # Errors
/// What a bot did wrong.
pub(crate) fn play<G: Game>(
    deal: &Deal<G>,
    entrants: &[&Entrant<G>],
    number: Number,
    stop: &AtomicBool,
) -> Result<Option<Played>, Fault> {
    let mut game = deal.opened().clone();
    let seats: Vec<G::Seat> = G::seats(game.position()).collect();
    let at = |seat| {
        let place = seats.iter().position(|&known| known == seat);
        place.expect("who is to act has a seat")
    };
    let mut chance: Vec<Words> = seats.iter().map(|&seat| deal.chance(seat)).collect();
    let choices = seats.iter();
    let mut choices: Vec<Words> = choices
        .map(|&seat| deal.choices(number.in_deal, seat))
        .collect();
    let (mut actions, mut chances) = (0, 0);
    loop {
        match game.turn() {
            Turn::Chance(seat) => {
                let word = chance[at(seat)].draw();
                let outcome = G::random_chance(game.position(), word).expect("chance is due");
                game.take_chance(outcome).expect("it may bring this");
                chances += 1;
            }
            Turn::Action(seat) => {
                let seat = at(seat);
                let answer = choose(entrants[seat], &game, choices[seat].draw(), number, stop)?;
                // An answer that was cut short is none of the game's.
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                act(&mut game, answer, entrants[seat], number)?;
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

/// What the bot answers, if it answers.
fn choose<G: Game>(
    entrant: &Entrant<G>,
    game: &LiveGame<G>,
    seed: u64,
    number: Number,
    stop: &AtomicBool,
) -> Result<Option<G::Action>, Fault> {
    let budget = Budget::nodes(entrant.nodes).until(stop);
    // The game is only looked at, and after a panic nobody asks the bot again.
    let answer = catch_unwind(AssertUnwindSafe(|| entrant.bot.choose(game, budget, seed)));
    answer.map_err(|payload| Fault::Panicked {
        bot: entrant.name.clone(),
        game: number.in_match,
        position: game.position().to_string(),
        message: last_words(payload.as_ref()),
    })
}

/// Carries out what the bot answered.
fn act<G: Game>(
    game: &mut LiveGame<G>,
    answer: Option<G::Action>,
    entrant: &Entrant<G>,
    number: Number,
) -> Result<(), Fault> {
    let action = answer.ok_or_else(|| Fault::NoAnswer {
        bot: entrant.name.clone(),
        game: number.in_match,
        position: game.position().to_string(),
    })?;
    game.play(action).map_err(|refused| Fault::Refused {
        bot: entrant.name.clone(),
        game: number.in_match,
        position: game.position().to_string(),
        action: action.to_string(),
        rule: refused.rule(),
        reason: refused.to_string(),
    })
}

/// What a panic said, if it said anything.
fn last_words(payload: &(dyn Any + Send)) -> String {
    let literal = payload.downcast_ref::<&str>().map(ToString::to_string);
    literal
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it did not say why".to_owned())
}
