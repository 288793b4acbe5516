//! The solution of a puzzle: the one line of pushes that wins in time.

use kuba_rules::{Action, Position};

use super::act;
use super::proof::{Prover, TooLong};

/// The line that wins within exactly `win` pushes, the shortest win there is; `None` if the solver
/// has a choice at some turn.
///
/// At every turn of the solver one action only wins within the pushes left. Where all that win do
/// so at once, any is right, and the line has the first. The other side's replies are those that
/// hold out longest; of several the first, after which the solver goes on having one action. First
/// is by cell as one reads, then by direction L, R, F, B, then the end of a turn.
pub(crate) fn only_line(
    prover: &mut Prover,
    position: &Position,
    win: u8,
) -> Result<Option<Vec<Action>>, TooLong> {
    let mut line = Vec::new();
    let found = follow(prover, position, win, &mut line)?;
    Ok(found.then_some(line))
}

/// Appends the line from here on, from which the solver wins within `left` pushes and not fewer.
fn follow(
    prover: &mut Prover,
    position: &Position,
    left: u8,
    line: &mut Vec<Action>,
) -> Result<bool, TooLong> {
    let solver = position.to_move();
    let mut winning = Vec::new();
    for action in in_order(position) {
        let after = act(position, action);
        let Some(left) = left.checked_sub(cost(action)) else {
            continue;
        };
        if prover.wins_within(&after, solver, left)? {
            winning.push((action, after, left));
        }
    }
    let decides = |(_, after, _): &(Action, Position, u8)| after.is_over();
    let (action, after, left) = match winning[..] {
        [only] => only,
        [first, ..] if winning.iter().all(decides) => first,
        _ => return Ok(false),
    };
    line.push(action);
    if after.is_over() {
        return Ok(true);
    }
    let length = line.len();
    let found = if after.to_move() == solver {
        follow(prover, &after, left, line)?
    } else {
        reply(prover, &after, left, line)?
    };
    if !found {
        line.truncate(length - 1);
    }
    Ok(found)
}

/// Appends what the other side does in its turn, and the rest of the line.
fn reply(
    prover: &mut Prover,
    position: &Position,
    left: u8,
    line: &mut Vec<Action>,
) -> Result<bool, TooLong> {
    let solver = position.to_move().other();
    for action in in_order(position) {
        let after = act(position, action);
        let Some(left) = left.checked_sub(cost(action)) else {
            continue;
        };
        // Holds out longest: the solver does not win with one push less.
        if left > 0 && prover.wins_within(&after, solver, left - 1)? {
            continue;
        }
        line.push(action);
        let found = if after.to_move() == solver {
            follow(prover, &after, left, line)?
        } else {
            reply(prover, &after, left, line)?
        };
        if found {
            return Ok(true);
        }
        line.pop();
    }
    Ok(false)
}

/// The pushes that an action costs. Rules: K-13 (ended turns do not count).
pub(crate) const fn cost(action: Action) -> u8 {
    match action {
        Action::Push(_) => 1,
        Action::End => 0,
    }
}

/// All legal actions, by cell as one reads, then by direction, the end of a turn last.
fn in_order(position: &Position) -> Vec<Action> {
    let end = position.may_push_again().then_some(Action::End);
    let pushes = position.legal_moves().iter().map(Action::Push);
    let mut actions: Vec<Action> = pushes.chain(end).collect();
    actions.sort_unstable();
    actions
}
