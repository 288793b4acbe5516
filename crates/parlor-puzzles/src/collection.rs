//! The puzzles of the program, of either game.

use crate::PuzzleId;
use crate::kuba::{self, KubaPuzzle};
use crate::ludo::{self, LudoPuzzle};

/// A puzzle of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Puzzle {
    /// A win by force.
    Kuba(&'static KubaPuzzle),
    /// A choice.
    Ludo(&'static LudoPuzzle),
}

impl Puzzle {
    /// The puzzle of this name; `None` if there is none.
    ///
    /// ```
    /// use parlor_puzzles::Puzzle;
    ///
    /// let of_day = Puzzle::of_day(20_784);
    /// assert_eq!(Puzzle::find(of_day.id()), Some(of_day));
    /// ```
    pub fn find(id: PuzzleId) -> Option<Self> {
        if id.is_kuba() {
            kuba::find(id).map(Self::Kuba)
        } else {
            ludo::find(id).map(Self::Ludo)
        }
    }

    /// The puzzle of a day, in days since the beginning of 1970.
    ///
    /// The games take turns. Within a game no puzzle comes again before all others have been there, and
    /// days that follow each other have puzzles from far apart in its file. With another number of puzzles in
    /// the files the days have others.
    pub fn of_day(day: u32) -> Self {
        let turn = day / 2;
        if day.is_multiple_of(2) {
            Self::Kuba(&kuba::all()[place_of(turn, kuba::all().len())])
        } else {
            Self::Ludo(&ludo::all()[place_of(turn, ludo::all().len())])
        }
    }

    /// Its name.
    pub fn id(self) -> PuzzleId {
        match self {
            Self::Kuba(puzzle) => puzzle.id(),
            Self::Ludo(puzzle) => puzzle.id(),
        }
    }

    /// The name of its game: `kuba` or `ludo`.
    pub const fn game(self) -> &'static str {
        match self {
            Self::Kuba(_) => "kuba",
            Self::Ludo(_) => "ludo",
        }
    }

    /// How difficult it is, from 1 to 5.
    pub fn grade(self) -> u8 {
        match self {
            Self::Kuba(puzzle) => puzzle.grade().number(),
            Self::Ludo(puzzle) => puzzle.grade(),
        }
    }
}

/// Where the puzzle of a turn is in a list of `count`: the steps between turns are about the golden
/// section of the list, and have no divisor in common with its length.
fn place_of(turn: u32, count: usize) -> usize {
    let near = count * 618 / 1_000;
    let step = (1..=near).rev().find(|&step| gcd(step, count) == 1);
    let turn = usize::try_from(turn).unwrap_or_default() % count;
    turn * step.unwrap_or(1) % count
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_puzzle_has_its_day_before_one_comes_again() {
        let days = 2 * kuba::all().len().max(ludo::all().len());
        let days = u32::try_from(days).expect("there are few");
        let shown: BTreeSet<_> = (0..days).map(|day| Puzzle::of_day(day).id()).collect();
        assert_eq!(shown.len(), kuba::all().len() + ludo::all().len());
        for count in 1..200 {
            let turns = 0..u32::try_from(count).expect("a small number");
            let places: BTreeSet<_> = turns.map(|turn| place_of(turn, count)).collect();
            assert_eq!(places.len(), count, "{count}");
        }
    }

    #[test]
    fn the_games_take_turns_and_the_last_day_has_a_puzzle() {
        for day in [0, 20_784, u32::MAX - 1] {
            assert!(matches!(Puzzle::of_day(day), Puzzle::Kuba(_)));
            assert!(matches!(Puzzle::of_day(day + 1), Puzzle::Ludo(_)));
        }
    }

    #[test]
    fn a_puzzle_is_found_by_its_name() {
        for puzzle in kuba::all() {
            assert_eq!(Puzzle::find(puzzle.id()), Some(Puzzle::Kuba(puzzle)));
        }
        for puzzle in ludo::all() {
            assert_eq!(Puzzle::find(puzzle.id()), Some(Puzzle::Ludo(puzzle)));
        }
        assert_eq!(Puzzle::find(PuzzleId::ludo(0)), None);
    }
}
