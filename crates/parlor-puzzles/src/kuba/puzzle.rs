//! A puzzle, and how it is written.

use kuba_rules::{Action, ParseError, PlayError, Position, PositionError, Rules, Side, Win};
use serde::{Deserialize, Serialize};

use super::difficulty::{self, ATTEMPTS, Grade, LEVELS};
use super::proof::MAX_PUSHES;
use super::solution::cost;
use crate::id::{PuzzleId, PuzzleIdError};
use crate::lines::Line;

/// A position whose side to move wins by force within a number of pushes, and the one line that does.
///
/// ```
/// use parlor_puzzles::kuba;
///
/// let puzzle = &kuba::all()[0];
/// assert_eq!(kuba::find(puzzle.id()), Some(puzzle));
/// println!("{}: win in {}", puzzle.position(), puzzle.win());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubaPuzzle {
    id: PuzzleId,
    position: Position,
    win: u8,
    by: Win,
    solution: Vec<Action>,
    solved: [u32; LEVELS],
    rating: i32,
}

/// A puzzle as it is written: see docs/formats/puzzles.md.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of the format, which is specified there"
)]
pub struct Written {
    pub id: String,
    pub position: String,
    pub win: u8,
    pub by: String,
    pub solution: Vec<String>,
    pub solved: [u32; LEVELS],
    pub rating: i32,
    pub grade: u8,
}

/// Why what is written is no puzzle of Kuba.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KubaPuzzleError {
    /// The id is none.
    #[error("id: {value:?} is no name; {cause}")]
    Id {
        /// What is written.
        value: String,
        /// What would be right.
        cause: PuzzleIdError,
    },
    /// The id is that of another position.
    #[error("id: {id} is not the name of the position; that is {right}")]
    OtherId {
        /// The name that is written.
        id: PuzzleId,
        /// The name of the position.
        right: PuzzleId,
    },
    /// The position is none.
    #[error("position: {0}")]
    Position(PositionError),
    /// The game is over, or the turn has begun.
    #[error("position: a puzzle begins with a turn, and {0} does not")]
    NoTurn(Position),
    /// The number of pushes is impossible.
    #[error(
        "win: {win} is not possible by {rules} rules; it is a number from 1 to {MAX_PUSHES}, and odd by \
         classroom rules"
    )]
    WinLength {
        /// The number that is written.
        win: u8,
        /// The rule set.
        rules: Rules,
    },
    /// An action of the solution is none.
    #[error("solution: action {number}: {cause}")]
    Action {
        /// Its number, counted from 1.
        number: usize,
        /// What is wrong.
        cause: ParseError,
    },
    /// An action of the solution is not legal.
    #[error("solution: action {number}, {action}: {cause} ({})", cause.rule())]
    Illegal {
        /// Its number, counted from 1.
        number: usize,
        /// The action.
        action: Action,
        /// Why it is not legal.
        cause: PlayError,
    },
    /// The solution does not end with a win of the side to move.
    #[error("solution: it ends without a win of {side}, the side to move")]
    NoWin {
        /// The side that is to win.
        side: Side,
    },
    /// The solution has another number of pushes.
    #[error("win: {win} is written, and the solution has {pushes}")]
    OtherWinLength {
        /// The number that is written.
        win: u8,
        /// The pushes of the solution.
        pushes: usize,
    },
    /// The solution wins otherwise.
    #[error("by: {value:?} is written, and the solution wins by {right}")]
    OtherWin {
        /// The rule that is written.
        value: String,
        /// The rule by which it wins.
        right: &'static str,
    },
    /// A level has solved it more often than it has tried.
    #[error("solved: {solved} of level {level}; it tries {attempts} times")]
    Solved {
        /// The level, counted from 1.
        level: usize,
        /// The number that is written.
        solved: u32,
        /// How often it tries.
        attempts: u32,
    },
    /// The rating is not that of what was solved.
    #[error("rating: {rating} is written; by what the levels solved it is {right}")]
    OtherRating {
        /// The rating that is written.
        rating: i32,
        /// The right one.
        right: i32,
    },
    /// The grade is not that of the rating.
    #[error("grade: {grade} is written; that of the rating is {right}")]
    OtherGrade {
        /// The grade that is written.
        grade: u8,
        /// The right one.
        right: Grade,
    },
}

impl KubaPuzzle {
    /// The puzzle of a position with this solution, which no level has tried.
    ///
    /// # Errors
    /// The first reason why it is none.
    pub(super) fn new(position: Position, solution: Vec<Action>) -> Result<Self, KubaPuzzleError> {
        if position.is_over() || position.may_push_again() {
            return Err(KubaPuzzleError::NoTurn(position));
        }
        let rules = position.rules();
        let by = won_by(&position, &solution)?;
        let pushes = solution.iter().map(|action| usize::from(cost(*action)));
        let win = u8::try_from(pushes.sum::<usize>()).unwrap_or(u8::MAX);
        let is_possible = (1..=MAX_PUSHES).contains(&win);
        if !is_possible || (rules == Rules::Classroom && win % 2 == 0) {
            return Err(KubaPuzzleError::WinLength { win, rules });
        }
        let solved = [0; LEVELS];
        Ok(Self {
            id: PuzzleId::kuba(position.stable_hash()),
            position,
            win,
            by,
            solution,
            solved,
            rating: difficulty::rating(&solved, rules),
        })
    }

    /// The same, tried by all levels.
    pub(super) fn tried(self) -> Self {
        let solved = difficulty::attempts(&self);
        self.rated(solved)
    }

    fn rated(self, solved: [u32; LEVELS]) -> Self {
        let rating = difficulty::rating(&solved, self.position.rules());
        Self {
            solved,
            rating,
            ..self
        }
    }

    /// Its name, made of the position.
    pub const fn id(&self) -> PuzzleId {
        self.id
    }

    /// The position; its side to move, whose turn begins, wins by force.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side that wins.
    pub const fn solver(&self) -> Side {
        self.position.to_move()
    }

    /// The pushes of both sides until the win, the deciding one included; 1 to 9. Ending a turn
    /// (K-12) is none.
    pub const fn win(&self) -> u8 {
        self.win
    }

    /// How it is won. Rules: K-8, K-9, K-10.
    pub const fn by(&self) -> Win {
        self.by
    }

    /// The actions of both sides.
    pub fn solution(&self) -> &[Action] {
        &self.solution
    }

    /// The solver's actions of the solution.
    pub fn own_actions(&self) -> impl Iterator<Item = Action> {
        let mut position = self.position;
        self.solution.iter().filter_map(move |&action| {
            let is_own = position.to_move() == self.solver();
            position = super::act(&position, action);
            is_own.then_some(action)
        })
    }

    /// How many of its [`ATTEMPTS`] each level has solved, the weakest first.
    pub const fn solved(&self) -> &[u32; LEVELS] {
        &self.solved
    }

    /// How difficult it is: the Elo of a player who solves it half the time, 1500 for the mean of the levels
    /// by the puzzle's rule set.
    pub const fn rating(&self) -> i32 {
        self.rating
    }

    /// The grade of the rating.
    pub fn grade(&self) -> Grade {
        Grade::of(self.rating)
    }
}

/// How the side to move wins by these actions.
fn won_by(position: &Position, solution: &[Action]) -> Result<Win, KubaPuzzleError> {
    let mut after = *position;
    for (number, &action) in (1..).zip(solution) {
        after
            .play_action(action)
            .map_err(|cause| KubaPuzzleError::Illegal {
                number,
                action,
                cause,
            })?;
    }
    let side = position.to_move();
    match after.outcome() {
        Some(kuba_rules::Outcome::Won { side: winner, by }) if winner == side => Ok(by),
        _ => Err(KubaPuzzleError::NoWin { side }),
    }
}

impl Line for KubaPuzzle {
    type Written = Written;
    type Error = KubaPuzzleError;

    fn check(written: Written) -> Result<Self, KubaPuzzleError> {
        let id: PuzzleId = written.id.parse().map_err(|cause| KubaPuzzleError::Id {
            value: written.id.clone(),
            cause,
        })?;
        let position: Position = written
            .position
            .parse()
            .map_err(KubaPuzzleError::Position)?;
        let actions = (1..).zip(&written.solution).map(|(number, text)| {
            text.parse()
                .map_err(|cause| KubaPuzzleError::Action { number, cause })
        });
        let puzzle = Self::new(position, actions.collect::<Result<_, _>>()?)?;
        if id != puzzle.id {
            let right = puzzle.id;
            return Err(KubaPuzzleError::OtherId { id, right });
        }
        if written.win != puzzle.win {
            return Err(KubaPuzzleError::OtherWinLength {
                win: written.win,
                pushes: usize::from(puzzle.win),
            });
        }
        let right = puzzle.by.rule();
        if written.by != right {
            let value = written.by;
            return Err(KubaPuzzleError::OtherWin { value, right });
        }
        let mut levels = (1..).zip(written.solved).zip(ATTEMPTS);
        let excess = levels.find(|((_, solved), attempts)| solved > attempts);
        if let Some(((level, solved), attempts)) = excess {
            return Err(KubaPuzzleError::Solved {
                level,
                solved,
                attempts,
            });
        }
        let puzzle = puzzle.rated(written.solved);
        if written.rating != puzzle.rating {
            return Err(KubaPuzzleError::OtherRating {
                rating: written.rating,
                right: puzzle.rating,
            });
        }
        if written.grade != puzzle.grade().number() {
            return Err(KubaPuzzleError::OtherGrade {
                grade: written.grade,
                right: puzzle.grade(),
            });
        }
        Ok(puzzle)
    }

    fn written(&self) -> Written {
        Written {
            id: self.id.to_string(),
            position: self.position.to_string(),
            win: self.win,
            by: self.by.rule().to_owned(),
            solution: self.solution.iter().map(ToString::to_string).collect(),
            solved: self.solved,
            rating: self.rating,
            grade: self.grade().number(),
        }
    }

    fn id(&self) -> PuzzleId {
        self.id
    }
}
