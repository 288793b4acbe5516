//! Forced wins of Kuba, checked by trying everything.
//!
//! The rules are those of `kuba-rules`, which [`slow_kuba`](crate::slow_kuba) judges. All else is the plain definition: a
//! win takes the mover the fewest pushes over all actions, and the other side makes it the most. Nothing
//! is estimated and nothing is left out; what was found out is remembered.

use std::collections::HashMap;

use kuba_rules::{Action, Position, Side};

#[cfg(test)]
mod tests;

/// What is wrong with a line that is said to be the only way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The win takes another number of pushes; `None` if it takes more than were said.
    OtherLength(Option<u8>),
    /// An action of the line is not legal, or follows the end; by its number from 0.
    Illegal(usize),
    /// The line stops before the win.
    NoEnd,
    /// An action of the winner does not win within the pushes left; by its number from 0.
    TooSlow(usize),
    /// Another action wins as well where the line has this one, by its number from 0.
    SecondWay(usize, Action),
    /// The loser can hold out longer by another action than by this one, by its number from 0.
    LongerReply(usize, Action),
}

/// Checks that the side to move wins by force in exactly `win` pushes of both sides, that at each of its
/// turns the line's action is the only one to win in time (unless all that win do so at once), and
/// that the other side's replies hold out longest. Returns the number of positions looked at.
///
/// Rules: K-8, K-9, K-10, K-12 (ending a turn is no push).
///
/// # Errors
/// The first [`Flaw`].
pub fn check(start: &Position, win: u8, line: &[Action]) -> Result<u64, Flaw> {
    let winner = start.to_move();
    let mut search = Search::new(winner);
    // Step by step, as a short win is found quickly and a long one is not looked for in vain.
    let length = (0..=win).find_map(|most| search.length(start, most));
    if length != Some(win) {
        return Err(Flaw::OtherLength(length));
    }
    let (mut position, mut left) = (*start, win);
    for (number, &action) in line.iter().enumerate() {
        let after = played(&position, action).ok_or(Flaw::Illegal(number))?;
        let mine = left
            .checked_sub(cost(action))
            .and_then(|rest| search.length(&after, rest));
        let mine = mine.map(|rest| rest + cost(action));
        let mut others = actions(&position)
            .into_iter()
            .filter(|&other| other != action);
        if position.to_move() == winner {
            if mine.is_none() {
                return Err(Flaw::TooSlow(number));
            }
            let second = others.find(|&other| {
                let Some(otherwise) = played(&position, other) else {
                    return false;
                };
                let both_at_once = after.is_over() && otherwise.is_over();
                let rest = left.checked_sub(cost(other));
                !both_at_once && rest.is_some_and(|rest| search.length(&otherwise, rest).is_some())
            });
            if let Some(second) = second {
                return Err(Flaw::SecondWay(number, second));
            }
        } else if mine != Some(left) {
            let longer = others.find(|&other| {
                let otherwise = played(&position, other);
                let rest = left.checked_sub(cost(other));
                let length = otherwise.zip(rest);
                let length = length.and_then(|(after, rest)| search.length(&after, rest));
                length.map(|rest| rest + cost(other)) == Some(left)
            });
            return Err(longer.map_or(Flaw::Illegal(number), |longer| {
                Flaw::LongerReply(number, longer)
            }));
        }
        left -= cost(action);
        position = after;
    }
    match position.outcome() {
        Some(outcome) if outcome.winner() == Some(winner) && left == 0 => Ok(search.positions),
        _ => Err(Flaw::NoEnd),
    }
}

/// The number of pushes that an action is.
fn cost(action: Action) -> u8 {
    u8::from(action != Action::End)
}

/// The position after an action; `None` if it is not legal.
fn played(position: &Position, action: Action) -> Option<Position> {
    let mut after = *position;
    after.play_action(action).ok()?;
    Some(after)
}

/// Every legal action.
fn actions(position: &Position) -> Vec<Action> {
    let end = position.may_push_again().then_some(Action::End);
    let pushes = position.legal_moves().iter().map(Action::Push);
    pushes.chain(end).collect()
}

/// What is known about a position.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The win takes more pushes than any number below this.
    from: u8,
    /// The win takes exactly this many.
    exactly: Option<u8>,
}

struct Search {
    winner: Side,
    known: HashMap<Position, Known>,
    /// The last reply that refuted, for each number of pushes left: likely to refute again.
    refuted: [Option<Action>; 256],
    positions: u64,
}

impl Search {
    fn new(winner: Side) -> Self {
        Self {
            winner,
            known: HashMap::new(),
            refuted: [None; 256],
            positions: 0,
        }
    }

    /// The pushes until the forced win; `None` if they are more than `most`, or there is none.
    fn length(&mut self, position: &Position, most: u8) -> Option<u8> {
        if let Some(outcome) = position.outcome() {
            return (outcome.winner() == Some(self.winner)).then_some(0);
        }
        let wins = position.to_move() == self.winner;
        if most == 0 && !position.may_push_again() {
            return None;
        }
        self.positions += 1;
        let known = self.known.get(position).copied().unwrap_or_default();
        if let Some(exactly) = known.exactly {
            return (exactly <= most).then_some(exactly);
        }
        if most < known.from {
            return None;
        }
        let length = if wins {
            self.fewest(position, most)
        } else {
            self.most(position, most)
        };
        let known = Known {
            from: most + 1,
            exactly: length,
        };
        self.known.insert(*position, known);
        length
    }

    /// The winner's turn: the fewest pushes over all actions.
    fn fewest(&mut self, position: &Position, most: u8) -> Option<u8> {
        let mut best = None;
        let mut most = most;
        for action in actions(position) {
            let Some(rest) = most.checked_sub(cost(action)) else {
                continue;
            };
            let after = played(position, action)?;
            let Some(length) = self.length(&after, rest) else {
                continue;
            };
            let length = length + cost(action);
            best = Some(length);
            // Only a shorter one is still of interest.
            most = match length.checked_sub(1) {
                Some(shorter) => shorter,
                None => break,
            };
        }
        best
    }

    /// The loser's turn: the most pushes over all actions, and no win if one of them leads to none.
    fn most(&mut self, position: &Position, most: u8) -> Option<u8> {
        let mut longest = 0;
        let mut replies = actions(position);
        let likely = self.refuted[usize::from(most)];
        if let Some(place) = replies.iter().position(|&reply| Some(reply) == likely) {
            replies.swap(0, place);
        }
        for reply in replies {
            let after = played(position, reply)?;
            let length = most
                .checked_sub(cost(reply))
                .and_then(|rest| self.length(&after, rest));
            let Some(length) = length else {
                self.refuted[usize::from(most)] = Some(reply);
                return None;
            };
            longest = longest.max(length + cost(reply));
        }
        Some(longest)
    }
}
