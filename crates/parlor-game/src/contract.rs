//! What every game promises, as a suite that says where a promise is broken.
//!
//! It plays random games by each rule set and each seating, and in every
//! position asks everything that [`Game`] can be asked. A new game passes it
//! before anything else is built on it.

use core::fmt;
use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::bot::{Bot, Budget, RandomBot};
use crate::game::{Game, Turn};
use crate::live_game::LiveGame;
use crate::standing::Standing;

/// How much was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Ways to seat the players and choose the rules.
    pub tables: u32,
    /// Games played to their end or limit.
    pub games: u32,
    /// Positions looked at.
    pub positions: u64,
    /// Actions that were refused, as they should be.
    pub refused: u64,
}

/// A broken promise, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    game: &'static str,
    place: String,
    promise: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (at {})", self.game, self.promise, self.place)
    }
}

impl core::error::Error for Violation {}

/// Plays so many random games by each rule set and each seating, and checks
/// every promise in every position. The same seed plays the same games.
///
/// # Errors
/// The first promise that does not hold.
pub fn check<G: Game>(games: u32, limit: u32, seed: u64) -> Result<Summary, Violation> {
    let mut suite = Suite::<G> {
        summary: Summary::default(),
        pool: BTreeSet::new(),
    };
    names::<G>()?;
    for &rules in G::RULES {
        bad_seatings::<G>(rules)?;
        for seats in seatings::<G>() {
            let Ok(start) = G::start(rules, &seats) else {
                continue;
            };
            suite.summary.tables += 1;
            self::start::<G>(rules, &seats, &start)?;
            for game in 0..games {
                let words = ChaCha8Rng::seed_from_u64(seed.wrapping_add(u64::from(game)));
                suite.random_game(&start, limit, words)?;
            }
            playouts::<G>(&start, limit, seed)?;
        }
    }
    suite.seen_all_sizes()?;
    Ok(suite.summary)
}

/// Every order of every number of different seats that can play.
fn seatings<G: Game>() -> Vec<Vec<G::Seat>> {
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

/// A suite under way.
struct Suite<G: Game> {
    summary: Summary,
    /// Actions met so far, to be tried where they are not legal.
    pool: BTreeSet<G::Action>,
}

/// What can be said without a position: names, letters, rule sets.
fn names<G: Game>() -> Result<(), Violation> {
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
fn bad_seatings<G: Game>(rules: G::Rules) -> Result<(), Violation> {
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
fn start<G: Game>(
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

/// That the probabilities add up to one, and that each outcome can come.
fn chance<G: Game>(
    position: &G::Position,
    outcomes: &[(G::Chance, crate::Probability)],
) -> Result<(), Violation> {
    let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());
    // The sum as an exact fraction; nothing that has outcomes at all comes to 0.
    let sum = outcomes
        .iter()
        .try_fold((0_u128, 1_u128), |(sum, parts), (_, probability)| {
            let own = u128::from(probability.denominator());
            let cases = u128::from(probability.numerator());
            let sum = sum
                .checked_mul(own)?
                .checked_add(cases.checked_mul(parts)?)?;
            let parts = parts.checked_mul(own)?;
            let common = greatest_common_divisor(sum, parts);
            Some((sum / common, parts / common))
        });
    holds(
        outcomes.is_empty() || sum == Some((1, 1)),
        "the probabilities of chance must add up to one",
    )?;
    let different: BTreeSet<G::Chance> = outcomes.iter().map(|(outcome, _)| *outcome).collect();
    holds(
        different.len() == outcomes.len(),
        "no chance outcome must stand twice",
    )?;
    for &(outcome, _) in outcomes {
        let mut next = position.clone();
        holds(
            G::take_chance(&mut next, outcome).is_ok() && matches!(G::turn(&next), Turn::Action(_)),
            "after every chance outcome an action must be due",
        )?;
        let answers = G::legal_actions(&next).all(|a| G::chance_in(a) == Some(outcome));
        holds(answers, "an action must name the outcome that it answers")?;
        let again = next.clone();
        holds(
            G::take_chance(&mut next, outcome).is_err() && next == again,
            "chance must be refused when an action is due",
        )?;
    }
    Ok(())
}

/// That everybody has a place, and that the returns add up to one.
fn standings<G: Game>(
    position: &G::Position,
    standings: &[Standing<G::Seat>],
) -> Result<(), Violation> {
    let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());
    let placed: BTreeSet<G::Seat> = standings.iter().map(|standing| standing.seat).collect();
    let seated: BTreeSet<G::Seat> = G::seats(position).collect();
    holds(
        placed == seated && standings.len() == seated.len(),
        "every seat that plays must have one standing",
    )?;
    let mut next_place = 1;
    for group in standings.chunk_by(|one, other| one.places == other.places) {
        let shared = u8::try_from(group.len()).unwrap_or(u8::MAX);
        let places = next_place..=next_place + (shared - 1);
        holds(
            group.iter().all(|standing| standing.places == places),
            "the places must be shared out without a gap, the best first",
        )?;
        next_place += shared;
    }
    let sum: f64 = standings.iter().map(Standing::returns).sum();
    holds((sum - 1.0).abs() < 1e-9, "the returns must add up to 1")
}

/// Random play by the game's own way.
fn playouts<G: Game>(start: &G::Position, limit: u32, seed: u64) -> Result<(), Violation> {
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
    standings::<G>(start, &playout.standings)
}

/// How many actions are kept to be tried elsewhere.
const POOL: usize = 256;

/// Says which promise must hold, unless it does.
fn promise<G: Game>(
    holds: bool,
    place: impl fmt::Display,
    promise: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if holds {
        return Ok(());
    }
    Err(Violation {
        game: G::NAME,
        place: place.to_string(),
        promise: promise(),
    })
}

impl<G: Game> Suite<G> {
    /// Plays a random game and asks everything in every position.
    fn random_game(
        &mut self,
        start: &G::Position,
        limit: u32,
        mut words: ChaCha8Rng,
    ) -> Result<(), Violation> {
        let mut game = LiveGame::<G>::new(start.clone(), Some(limit));
        // From records: each action with the chance that it answers.
        let mut recorded = LiveGame::<G>::new(start.clone(), Some(limit));
        loop {
            self.position(&game)?;
            let before = game.clone();
            let word = words.next_u64();
            match game.turn() {
                Turn::Chance(_) => {
                    let outcome = G::random_chance(game.position(), word);
                    let taken = outcome.is_some_and(|outcome| game.take_chance(outcome).is_ok());
                    promise::<G>(taken, before.position(), || {
                        "chance must bring one of its outcomes".to_owned()
                    })?;
                }
                Turn::Action(_) => {
                    let action = Bot::<G>::choose(&RandomBot, &game, Budget::nodes(1), word);
                    let mut events = Vec::new();
                    let played = action.is_some_and(|action| {
                        game.play(action).is_ok()
                            && recorded.play_recorded(action, &mut events).is_ok()
                    });
                    promise::<G>(played, before.position(), || {
                        format!("a random action must be legal: {action:?}")
                    })?;
                    promise::<G>(!events.is_empty(), before.position(), || {
                        format!("something must happen in {action:?}")
                    })?;
                    promise::<G>(recorded == game, before.position(), || {
                        format!("{action:?} must lead to the same position from a record")
                    })?;
                }
                Turn::Over => break,
            }
        }
        promise::<G>(game.is_over(), game.position(), || {
            "a game that waits for nothing must say by which rule it is over".to_owned()
        })?;
        promise::<G>(game.counted() <= limit, game.position(), || {
            format!("no more than {limit} actions must count")
        })?;
        self.summary.games += 1;
        Ok(())
    }

    /// Everything that holds in every position of a game.
    fn position(&mut self, game: &LiveGame<G>) -> Result<(), Violation> {
        self.summary.positions += 1;
        let position = game.position();
        let holds = |holds, text: &str| promise::<G>(holds, position, || text.to_owned());

        let written = position.to_string();
        holds(!written.contains('\n'), "a position must print as one line")?;
        let read = written.parse::<G::Position>();
        holds(
            read.as_ref().is_ok_and(|read| read == position),
            "a position must be read as it is printed",
        )?;
        holds(
            read.is_ok_and(|read| G::stable_hash(&read) == G::stable_hash(position)),
            "equal positions must have equal hashes",
        )?;

        let turn = game.turn();
        let actions: Vec<G::Action> = game.legal_actions().collect();
        let outcomes: Vec<_> = game.chance_outcomes().collect();
        let is_due = |due: bool, there: bool| due == there;
        holds(
            is_due(matches!(turn, Turn::Action(_)), !actions.is_empty()),
            "there must be legal actions exactly when one is due",
        )?;
        holds(
            is_due(matches!(turn, Turn::Chance(_)), !outcomes.is_empty()),
            "there must be chance outcomes exactly when one is due",
        )?;
        holds(
            is_due(matches!(turn, Turn::Over), game.ended_by().is_some()),
            "a rule must end the game exactly when nothing is due",
        )?;
        holds(
            turn.seat()
                .is_none_or(|seat| G::seats(position).any(|seated| seated == seat)),
            "only a seat that plays can be to act",
        )?;
        let different: BTreeSet<G::Action> = actions.iter().copied().collect();
        holds(
            different.len() == actions.len(),
            "no legal action must stand twice",
        )?;
        chance::<G>(position, &outcomes)?;
        standings::<G>(position, &game.standings())?;
        for &action in &actions {
            self.legal(position, action)?;
        }
        self.illegal(game, &different)
    }

    /// What holds of a legal action.
    fn legal(&mut self, position: &G::Position, action: G::Action) -> Result<(), Violation> {
        let holds = |holds, text: &str| {
            promise::<G>(holds, format_args!("{position}, {action}"), || {
                text.to_owned()
            })
        };
        let read = action.to_string().parse::<G::Action>();
        holds(
            read.is_ok_and(|read| read == action),
            "an action must be read as it is printed",
        )?;
        let (mut plain, mut told) = (position.clone(), position.clone());
        let mut events = Vec::new();
        holds(
            G::play(&mut plain, action).is_ok()
                && G::play_with_events(&mut told, action, &mut events).is_ok(),
            "a legal action must be carried out",
        )?;
        holds(plain == told, "telling events must not change what happens")?;
        holds(!events.is_empty(), "something must happen in an action")?;
        holds(plain != *position, "an action must change the position")?;
        holds(
            G::rules(&plain) == G::rules(position) && G::seats(&plain).eq(G::seats(position)),
            "an action must leave rules and seats as they are",
        )?;
        if self.pool.len() < POOL {
            self.pool.insert(action);
        }
        Ok(())
    }

    /// That every other action is refused and changes nothing.
    fn illegal(
        &mut self,
        game: &LiveGame<G>,
        legal: &BTreeSet<G::Action>,
    ) -> Result<(), Violation> {
        for &action in self.pool.difference(legal) {
            let holds = |holds, text: &str| {
                promise::<G>(holds, format_args!("{}, {action}", game.position()), || {
                    text.to_owned()
                })
            };
            let (mut plain, mut told) = (game.clone(), game.clone());
            let mut events = Vec::new();
            let refused = plain.play(action);
            holds(
                refused.is_err() && told.play_with_events(action, &mut events).is_err(),
                "an action that is not legal must be refused",
            )?;
            holds(
                plain == *game && told == *game && events.is_empty(),
                "a refused action must change nothing and tell nothing",
            )?;
            if let Err(refusal) = refused {
                let (rule, words) = (refusal.rule(), refusal.to_string());
                holds(
                    !rule.is_empty() && !words.is_empty(),
                    "a refusal must name its rule and say why",
                )?;
            }
            self.summary.refused += 1;
        }
        Ok(())
    }

    /// That something was asked at all.
    fn seen_all_sizes(&self) -> Result<(), Violation> {
        let Summary { games, refused, .. } = self.summary;
        promise::<G>(games > 0 && refused > 0, "its games", || {
            "games must be played, and some actions be illegal in some positions".to_owned()
        })
    }
}

const fn greatest_common_divisor(one: u128, other: u128) -> u128 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
