//! One game between players.

use core::any::Any;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_game::{Budget, Choice, Game, LiveGame, Standing, Turn};

use crate::deal::{Deal, RandomWords};
use crate::entrant::Entrant;
use crate::game_error::GameError;
use crate::player::GameSoFar;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The places of all players, by seat; a seat is its index at this table,
    /// from 0.
    pub standings: Vec<Standing<usize>>,
    /// The id of the rule that ended it: a win, a draw, or the limit; or
    /// [`Forfeit::ENDING`].
    pub ended_by: &'static str,
    /// The number of actions chosen by bots.
    pub actions: u32,
    /// The number of chance outcomes.
    pub chances: u32,
    /// Who forfeited it, if anybody did.
    pub forfeit: Option<Forfeit>,
}

/// A game that a player lost because it had no legal action to give.
///
/// It has the last place, and the others share those before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The index of its seat at this table, from 0.
    pub seat: usize,
    /// What it did.
    pub error: GameError,
}

impl Forfeit {
    /// What stands for the rule that ended such a game.
    pub const ENDING: &'static str = "forfeit";
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
/// [`GameError`] if a bot returns no legal action, fails or panics, unless it `forfeits` the
/// game.
pub(crate) fn play<G: Game>(
    deal: &Deal<G>,
    entrants: &[&Entrant<G>],
    number: Number,
    forfeits: bool,
    stop: &AtomicBool,
    observer: &mut impl Observer<G>,
) -> Result<Option<Played>, GameError> {
    let played = play_on(deal, entrants, number, forfeits, stop, observer);
    for entrant in entrants {
        entrant.player.game_over(number.in_match);
    }
    played
}

fn play_on<G: Game>(
    deal: &Deal<G>,
    entrants: &[&Entrant<G>],
    number: Number,
    forfeits: bool,
    stop: &AtomicBool,
    observer: &mut impl Observer<G>,
) -> Result<Option<Played>, GameError> {
    let mut game = deal.opened().clone();
    let mut played = deal.opening().to_vec();
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
                let so_far = GameSoFar {
                    number: number.in_match,
                    start: deal.start(),
                    actions: &played,
                    game: &game,
                };
                let answer = choose(entrants[seat], &so_far, choices[seat].draw(), stop);
                // An action found under the stop flag is not part of the game.
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let place = Place {
                    bot: &entrants[seat].name,
                    game: number.in_match,
                    ply: played.len() + 1,
                };
                if let Ok(Some(choice)) = answer {
                    observer.before_action(&game, seat, choice);
                }
                let answer = answer.map(|choice| choice.map(|choice| choice.action));
                match answer.and_then(|answer| act(&mut game, answer, place)) {
                    Ok(action) => played.push(action),
                    Err(error) if forfeits => {
                        return Ok(Some(Played {
                            standings: forfeited(seats.len(), seat),
                            ended_by: Forfeit::ENDING,
                            actions,
                            chances,
                            forfeit: Some(Forfeit { seat, error }),
                        }));
                    }
                    Err(error) => return Err(error),
                }
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
        forfeit: None,
    }))
}

/// The places, by seat, after this one has forfeited.
fn forfeited(seats: usize, loser: usize) -> Vec<Standing<usize>> {
    let last = u8::try_from(seats).unwrap_or(u8::MAX);
    let standing = |seat| Standing {
        seat,
        places: if seat == loser {
            last..=last
        } else {
            1..=last.saturating_sub(1)
        },
    };
    (0..seats).map(standing).collect()
}

/// Where an action is due.
#[derive(Clone, Copy)]
struct Place<'a> {
    bot: &'a str,
    game: u64,
    ply: usize,
}

/// What the player chooses, if anything.
fn choose<G: Game>(
    entrant: &Entrant<G>,
    so_far: &GameSoFar<'_, G>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<Choice<G::Action>>, GameError> {
    let budget = Budget::nodes(entrant.nodes).until(stop);
    // The game is only read, and after a panic the bot is not called again.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        entrant.player.next_action(so_far, budget, seed)
    }));
    let position = so_far.game.position();
    let ply = so_far.actions.len() + 1;
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(GameError::Failed {
            bot: entrant.name.clone(),
            game: so_far.number,
            ply,
            position: position.to_string(),
            reason: error.to_string(),
        }),
        Err(payload) => Err(GameError::Panicked {
            bot: entrant.name.clone(),
            game: so_far.number,
            ply,
            position: position.to_string(),
            message: panic_message(payload.as_ref()),
        }),
    }
}

/// Plays the bot's action.
fn act<G: Game>(
    game: &mut LiveGame<G>,
    answer: Option<G::Action>,
    place: Place<'_>,
) -> Result<G::Action, GameError> {
    let action = answer.ok_or_else(|| GameError::NoAnswer {
        bot: place.bot.to_owned(),
        game: place.game,
        ply: place.ply,
        position: game.position().to_string(),
    })?;
    let played = game.play(action);
    played.map_err(|refused| GameError::Refused {
        bot: place.bot.to_owned(),
        game: place.game,
        ply: place.ply,
        position: game.position().to_string(),
        action: action.to_string(),
        rule: refused.rule(),
        reason: refused.to_string().into(),
    })?;
    Ok(action)
}

/// The message of a panic, if it has one.
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let literal = payload.downcast_ref::<&str>().map(ToString::to_string);
    literal
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
