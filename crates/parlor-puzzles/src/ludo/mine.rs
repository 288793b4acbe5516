//! Finding puzzles in games.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeSet;

use ludo_rules::{Move, Position, Roll, Seat, SetupErrors};
use ludo_solver::exact::{EnclosureError, Seating, Values, enclose};
use parlor_game::{Game as _, Ludo};
use parlor_sim::{Pool, game_words, in_blocks};

use super::difficulty::LEAST_LOSS;
use super::difficulty::Population;
use super::puzzle::LudoPuzzle;
use super::rule_of_thumb::RuleOfThumb;
use super::twins::representative;

/// The games that one thread plays at a time.
const BLOCK: u64 = 256;

/// The most puzzles of a grade in which the same rule of thumb was looked for ...
const MOST_OF_A_GRADE: usize = 5;

/// ... and the most of them with the same roll.
const MOST_OF_A_ROLL: usize = 2;

/// A search for puzzles in games between two seats.
///
/// In each game one rule of thumb is looked for: one position of it, drawn from those where that rule is wrong,
/// is a puzzle. Both players know what is best, and each follows one rule of thumb, or none, where it names a
/// choice; so the positions are those that such players meet, as often as they do.
///
/// A game depends on the seed and its number alone. The puzzles are taken in the order of the games until there
/// are enough of a rule, a grade and a roll, so they are the same on any number of threads, and fewer games give
/// the first of them.
#[derive(Clone, Debug)]
pub struct LudoMine<'a> {
    start: Position,
    values: &'a Values,
    population: Population,
    seed: u64,
}

/// Why nothing can be searched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LudoMineError {
    /// These are no seats of a game.
    #[error(transparent)]
    Seats(#[from] SetupErrors),
    /// The values are those of other seats.
    #[error("the values are those of {values} seats; {} and {} sit otherwise", seats[0], seats[1])]
    OtherValues {
        /// The seats.
        seats: [Seat; 2],
        /// The seating of the values.
        values: Seating,
    },
    /// The values are not exact.
    #[error("the values cannot be proved: {0}")]
    Unproved(#[from] EnclosureError),
}

/// A position of a game in which a rule of thumb is wrong.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    position: Position,
    chances: [f64; 2],
}

/// A puzzle with the rule of thumb that was looked for.
type Found = (RuleOfThumb, LudoPuzzle);

impl<'a> LudoMine<'a> {
    /// A search in games of this seed between these seats, the first of which begins. Proves the values first,
    /// which takes about as long as solving them.
    ///
    /// # Errors
    /// [`LudoMineError`] if the seats are no two, the values are those of others, or cannot be proved.
    pub fn new(seats: [Seat; 2], values: &'a Values, seed: u64) -> Result<Self, LudoMineError> {
        let start = Position::new(&seats)?;
        if Seating::of(seats) != Some(values.seating()) {
            return Err(LudoMineError::OtherValues {
                seats,
                values: values.seating(),
            });
        }
        enclose(values)?;
        Ok(Self {
            start,
            values,
            population: Population::default(),
            seed,
        })
    }

    /// Plays this number of games, or until the flag is raised, and passes on each block of them: how many games
    /// it was, and the puzzles found.
    pub fn run(
        &self,
        pool: &Pool,
        games: u64,
        stop: &AtomicBool,
        mut take: impl FnMut(u64, Vec<LudoPuzzle>) -> ControlFlow<()>,
    ) {
        let mut taken = Taken::default();
        in_blocks(
            pool,
            0..games,
            BLOCK,
            |numbers| {
                let played = numbers.end - numbers.start;
                let going_on = numbers.take_while(|_| !stop.load(Ordering::Relaxed));
                let found = going_on.filter_map(|number| self.puzzle(number));
                (played, found.collect::<Vec<Found>>())
            },
            |(played, found)| {
                // A block that was cut short would depend on the moment.
                if stop.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                let found = found.into_iter();
                let new =
                    found.filter_map(|(rule, puzzle)| taken.takes(rule, &puzzle).then_some(puzzle));
                take(played, new.collect())
            },
        );
    }

    /// The puzzle of the game of this number.
    fn puzzle(&self, number: u64) -> Option<Found> {
        let all = RuleOfThumb::ALL;
        let rule = all[usize::try_from(number % all.len() as u64).ok()?];
        let mut words = game_words(self.seed, number);
        let candidates = self.candidates(rule, &mut words);
        let Candidate { position, chances } = *candidates.get(below(candidates.len(), words()))?;
        let [p, q] = chances;
        let rating = self
            .population
            .rating(&position, better(chances), (p - q).abs());
        // Refused only where rounding has made the loss too small.
        let puzzle = LudoPuzzle::new(position, chances, rating).ok()?;
        Some((rule, puzzle))
    }

    /// The positions of a game in which this rule is wrong.
    fn candidates(&self, rule: RuleOfThumb, words: &mut impl FnMut() -> u64) -> Vec<Candidate> {
        // By seat; at one place beyond the last rule there is none.
        let habits = Seat::ALL.map(|_| {
            let all = RuleOfThumb::ALL;
            all.get(below(all.len() + 1, words())).copied()
        });
        let mut position = self.start;
        let mut candidates = Vec::new();
        while let Some(seat) = position.to_act() {
            if position.roll_in_hand().is_none() {
                let roll = Ludo::random_chance(&position, words()).expect("a roll is due");
                position.apply_roll(roll).expect("a roll is due");
            }
            let choice = if let [only] = *position.legal_moves().as_slice() {
                only
            } else {
                let chances = self.chances(&position);
                let best = better(chances);
                let is_wrong = rule.choice(&position).is_some_and(|named| named != best);
                if is_wrong && (chances[0] - chances[1]).abs() >= LEAST_LOSS {
                    candidates.push(Candidate { position, chances });
                }
                let habit = habits[seat.index()];
                let named = habit.and_then(|habit| habit.choice(&position));
                named.unwrap_or(best)
            };
            position.play(choice).expect("it is one of the legal moves");
        }
        candidates
    }

    /// The chances after moving `p` and `q`.
    fn chances(&self, position: &Position) -> [f64; 2] {
        match self.values.choices(position).as_deref() {
            Some(&[(_, p), (_, q)]) => [p, q],
            _ => unreachable!("two players are left, and two tokens can move"),
        }
    }
}

/// The better of `p` and `q`.
fn better([p, q]: [f64; 2]) -> Move {
    if p < q { Move::Q } else { Move::P }
}

/// A number below `count`, by a random word.
fn below(count: usize, word: u64) -> usize {
    let scaled = (u128::from(word) * count as u128) >> u64::BITS;
    usize::try_from(scaled).expect("it is below the count")
}

/// The puzzles taken so far, as far as further ones depend on them.
#[derive(Debug, Default)]
struct Taken {
    /// One of all twins each.
    positions: BTreeSet<String>,
    /// For each puzzle the rule that was looked for, its grade and its roll.
    kinds: Vec<(RuleOfThumb, u8, Roll)>,
}

impl Taken {
    /// Takes a puzzle, unless there are enough like it.
    fn takes(&mut self, rule: RuleOfThumb, puzzle: &LudoPuzzle) -> bool {
        let kind = (rule, puzzle.grade(), puzzle.best().action.roll);
        let of_grade = self
            .kinds
            .iter()
            .filter(|taken| (taken.0, taken.1) == (kind.0, kind.1));
        let of_roll = self.kinds.iter().filter(|&&taken| taken == kind);
        if of_grade.count() >= MOST_OF_A_GRADE || of_roll.count() >= MOST_OF_A_ROLL {
            return false;
        }
        let Some(position) = representative(puzzle.position()) else {
            return false;
        };
        let is_new = self.positions.insert(position.to_string());
        if is_new {
            self.kinds.push(kind);
        }
        is_new
    }
}

#[cfg(test)]
mod tests;
