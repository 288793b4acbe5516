//! What can be asked before a game is played: names, seatings, the start, and
//! the game's own random play.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Violation, moments, promise};
use crate::game::Game;

/// Every order of every number of different seats that can play.
pub(super) fn seatings<G: Game>() -> Vec<Vec<G::Seat>> {
    let mut all: Vec<Vec<G::Seat>> = Vec::new();
    let mut shorter: Vec<Vec<G::Seat>> = vec![Vec::new()];
    for length in 1..=*G::PLAYERS.end() {
        shorter = shorter
            .iter()
            .flat_map(|seats| {
                let free = G::SEATS.iter().filter(|seat| !seats.contains(seat));
                free.map(|&seat| [&seats[..], &[seat]].concat())
            })
            .collect();
        if G::PLAYERS.contains(&length) {
            all.extend(shorter.iter().cloned());
        }
    }
    all
}

/// What can be said without a position: names, letters, rule sets.
pub(super) fn names<G: Game>() -> Result<(), Violation> {
    let is_word = !G::NAME.is_empty() && G::NAME.chars().all(|c| c.is_ascii_lowercase());
    promise::<G>(is_word, "its name", || {
        format!("the name {:?} must be a word in lower case", G::NAME)
    })?;
    let letters: BTreeSet<char> = G::SEATS.iter().map(|&seat| G::letter(seat)).collect();
    promise::<G>(letters.len() == G::SEATS.len(), "its seats", || {
        "every seat must have a letter of its own".to_owned()
    })?;
    for &seat in G::SEATS {
        promise::<G>(G::seat(G::letter(seat)) == Some(seat), "its seats", || {
            format!("the letter {:?} must give its seat back", G::letter(seat))
        })?;
    }
    let first = G::RULES.first().copied();
    promise::<G>(first == Some(G::Rules::default()), "its rules", || {
        "the default rule set must come first".to_owned()
    })?;
    for rules in G::RULES {
        let read = rules.to_string().parse::<G::Rules>();
        promise::<G>(read.is_ok_and(|read| read == *rules), "its rules", || {
            format!("the rules {rules} must be read as they are written")
        })?;
    }
    Ok(())
}

/// Seatings that nobody can play.
pub(super) fn bad_seatings<G: Game>(rules: G::Rules) -> Result<(), Violation> {
    let [first, ..] = G::SEATS else {
        return promise::<G>(false, "its seats", || "there must be one".to_owned());
    };
    let twice = vec![*first; *G::PLAYERS.start()];
    let too_many = vec![*first; G::PLAYERS.end() + 1];
    let too_few = G::SEATS[..G::PLAYERS.start() - 1].to_vec();
    let repeats = G::PLAYERS.start() > &1;
    for seats in [Some(too_few), Some(too_many), repeats.then_some(twice)] {
        let refused = seats.is_none_or(|seats| G::start(rules, &seats).is_err());
        promise::<G>(refused, "its start", || {
            "too few seats, too many and one twice must be refused".to_owned()
        })?;
    }
    Ok(())
}

/// What holds of a start.
pub(super) fn start<G: Game>(
    rules: G::Rules,
    seats: &[G::Seat],
    start: &G::Position,
) -> Result<(), Violation> {
    promise::<G>(G::rules(start) == rules, start, || {
        format!("it must be played by {rules}")
    })?;
    promise::<G>(
        G::turn(start).seat() == seats.first().copied(),
        start,
        || "the seat named first must begin".to_owned(),
    )?;
    let seated: Vec<G::Seat> = G::seats(start).collect();
    let mut expected = seats.to_vec();
    expected.sort_by_key(|seat| G::SEATS.iter().position(|known| known == seat));
    promise::<G>(seated == expected, start, || {
        format!("the seats must be {expected:?}, not {seated:?}")
    })
}

/// Random play by the game's own way.
pub(super) fn playouts<G: Game>(
    start: &G::Position,
    limit: u32,
    seed: u64,
) -> Result<(), Violation> {
    let play = |limit| {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        G::random_playout(start, limit, &mut || words.next_u64())
    };
    let holds = |holds, text: &str| promise::<G>(holds, start, || text.to_owned());
    let playout = play(limit);
    holds(
        playout == play(limit),
        "the same words must give the same game",
    )?;
    holds(
        playout.counted <= limit,
        "a random game must keep its limit",
    )?;
    holds(play(0).counted == 0, "a limit of 0 must play nothing")?;
    moments::standings::<G>(start, &playout.standings)
}
