//! Judging an answer, without a search.

use kuba_rules::{Action, PlayError, Position};

use super::puzzle::KubaPuzzle;

/// What comes of the solver's actions so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment<'a> {
    /// The position after the right actions and the replies to them.
    pub position: Position,
    /// The actions of both sides that lead there.
    pub line: Vec<Action>,
    /// The verdict on the last action.
    pub verdict: Verdict<'a>,
}

/// The verdict on the solver's actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// All are right so far, and the solver is to go on.
    GoOn {
        /// What the other side has done after the last action; empty before the first, and while
        /// the solver's own turn goes on (K-12).
        reply: &'a [Action],
    },
    /// The last action wins: the puzzle is solved.
    Solved,
    /// This action is legal, and does not win within the pushes left. The right one is not revealed.
    Wrong {
        /// The number of the action, counted from 0.
        number: usize,
        /// The action.
        action: Action,
    },
    /// This action is not legal.
    Illegal {
        /// The number of the action, counted from 0.
        number: usize,
        /// The action.
        action: Action,
        /// Why; it knows the rule. After the end it is [`PlayError::GameOver`].
        error: PlayError,
    },
}

impl KubaPuzzle {
    /// Judges the solver's actions, the first ones of the puzzle; the other side's replies are not
    /// among them. The first that is not right ends it.
    ///
    /// Right is the action of the solution, and whatever wins at once.
    ///
    /// Rules: K-8, K-9, K-10.
    ///
    /// ```
    /// use parlor_puzzles::kuba::{self, Verdict};
    ///
    /// let puzzle = &kuba::all()[0];
    /// let solver: Vec<_> = puzzle.own_actions().collect();
    /// assert_eq!(puzzle.judge(&solver).verdict, Verdict::Solved);
    /// assert_eq!(puzzle.judge(&[]).verdict, Verdict::GoOn { reply: &[] });
    /// ```
    pub fn judge(&self, played: &[Action]) -> Judgment<'_> {
        let mut judgment = Judgment {
            position: *self.position(),
            line: Vec::new(),
            verdict: Verdict::GoOn { reply: &[] },
        };
        for (number, &action) in played.iter().enumerate() {
            let mut after = judgment.position;
            if let Err(error) = after.play_action(action) {
                judgment.verdict = Verdict::Illegal {
                    number,
                    action,
                    error,
                };
                return judgment;
            }
            let rest = &self.solution()[judgment.line.len().min(self.solution().len())..];
            if is_won(&after, self) {
                judgment.line.push(action);
                judgment.position = after;
                judgment.verdict = Verdict::Solved;
                continue;
            }
            let [right, rest @ ..] = rest else {
                // Only what is not legal can follow the end.
                return judgment;
            };
            if action != *right {
                judgment.verdict = Verdict::Wrong { number, action };
                return judgment;
            }
            judgment.line.push(action);
            let reply = reply(&mut after, rest, self);
            judgment.line.extend_from_slice(reply);
            judgment.position = after;
            judgment.verdict = Verdict::GoOn { reply };
        }
        judgment
    }
}

fn is_won(position: &Position, puzzle: &KubaPuzzle) -> bool {
    let outcome = position.outcome();
    outcome.is_some_and(|outcome| outcome.winner() == Some(puzzle.solver()))
}

/// Plays the part of the rest that is the other side's.
fn reply<'a>(position: &mut Position, rest: &'a [Action], puzzle: &KubaPuzzle) -> &'a [Action] {
    let mut length = 0;
    while position.to_move() != puzzle.solver()
        && let Some(&action) = rest.get(length)
        && position.play_action(action).is_ok()
    {
        length += 1;
    }
    &rest[..length]
}
