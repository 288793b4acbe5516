//! One game between players.

use core::sync::atomic::{AtomicBool, Ordering};

use parlor_game::Game;

use crate::deal::Deal;
use crate::entrant::Entrant;
use crate::game_error::GameError;
use crate::played::{Number, Observer, Played};
use crate::under_way::UnderWay;

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
    let mut game = UnderWay::new(deal, number);
    while let Some(seat) = game.to_act(observer) {
        let seed = game.seed(seat);
        let answer = game.choose(entrants[seat], seed, stop);
        // An action found under the stop flag is not part of the game.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let name = &entrants[seat].name;
        match answer.and_then(|answer| game.act(name, seat, answer, observer)) {
            Ok(()) => {}
            Err(error) if forfeits => return Ok(Some(game.forfeited(seat, error))),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(game.played()))
}
