//! What must hold before a game is played: names, seatings, the start, and the
//! game's own random play.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Violation, positions, promise};
use crate::game::Game;

/// Every set of seats that can play, each in the order of the seats.
pub(super) fn sets<G: Game>() -> Vec<Vec<G::Seat>> {
    let mut sets: Vec<Vec<G::Seat>> = vec![Vec::new()];
    for &seat in G::SEATS {
        let with = sets.iter().map(|set| [&set[..], &[seat]].concat());
        let with: Vec<_> = with.collect();
        sets.extend(with);
    }
    sets.retain(|set| G::PLAYERS.contains(&set.len()));
    sets
}

/// Every order of the seats.
fn orders<Seat: Copy>(seats: &[Seat]) -> Vec<Vec<Seat>> {
    let [first, rest @ ..] = seats else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in orders(rest) {
        for place in 0..=order.len() {
            let mut longer = order.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// The starts of games among these seats, in every order in which they may
/// begin.
pub(super) fn starts<G: Game>(
    rules: G::Rules,
    seats: &[G::Seat],
) -> Result<Vec<G::Position>, Violation> {
    let mut starts = Vec::new();
    for order in orders(seats) {
        match G::start(rules, &order) {
            Ok(position) => {
                start::<G>(rules, &order, &position)?;
                starts.push(position);
            }
            Err(error) => promise::<G>(
                !G::start_rule(&error).is_empty() && !error.to_string().is_empty(),
                "its start",
                || "a start that is refused must name its rule and say why".to_owned(),
            )?,
        }
    }
    promise::<G>(!starts.is_empty(), "its start", || {
        format!("{seats:?} must be able to play by {rules} in some order")
    })?;
    Ok(starts)
}

/// What holds without a position: names, letters, rule sets.
pub(super) fn names<G: Game>() -> Result<(), Violation> {
    let is_word = !G::NAME.is_empty() && G::NAME.chars().all(|c| c.is_ascii_lowercase());
    promise::<G>(is_word, "its name", || {
        format!("the name {:?} must be a word in lower case", G::NAME)
    })?;
    let takes = *G::PLAYERS.start() >= 1
        && G::PLAYERS.start() <= G::PLAYERS.end()
        && *G::PLAYERS.end() <= G::SEATS.len();
    promise::<G>(takes, "its seats", || {
        let players = G::PLAYERS;
        format!("{players:?} players must be at least one and have a seat each")
    })?;
    promise::<G>(!G::LIMIT_RULE.is_empty(), "its limit", || {
        "the limit must have a rule".to_owned()
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

/// Seatings that cannot play.
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
    holds(
        !playout.ended_by.is_empty(),
        "a random game must say by which rule it ended",
    )?;
    match G::ended_by(start) {
        Some(rule) => holds(
            playout.counted == 0
                && playout.ended_by == rule
                && playout.standings == G::standings(start),
            "a random game from the end must be what the end is",
        )?,
        None => holds(
            playout.counted > 0 || G::drawn_by(&G::history(start)).is_some() || limit == 0,
            "a random game must play something",
        )?,
    }
    positions::standings::<G>(start, &playout.standings)
}
