//! Set-ups: positions as someone wrote them down, checked before they are believed.

use crate::geometry::{Cell, Direction};
use crate::marble::{Marble, Side};
use crate::moves::Move;
use crate::position::{Position, REDS_TO_WIN};
use crate::rules::Rules;
use crate::setup_error::{SetupError, SetupErrors};

/// A position as someone wrote it down, unchecked.
///
/// [`Position::try_from`] turns it into a position, or lists everything that
/// makes it impossible. A set-up may have fewer marbles than a game starts with;
/// it need not be reachable from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The cells, `cells[row][column]`, (0, 0) top left.
    pub cells: [[Option<Marble>; 7]; 7],
    /// The reds captured by White and by Black.
    pub captured: [u8; 2],
    /// The side to move; after the end, the side that would have been next.
    pub to_move: Side,
    /// Whether a push of this turn has captured or ejected a marble. Rules: K-12.
    pub may_push_again: bool,
    /// The ko push, the one that would undo the opponent's last. Rules: K-7.
    pub ko: Option<Move>,
    /// The rule set.
    pub rules: Rules,
}

impl TryFrom<Setup> for Position {
    type Error = SetupErrors;

    /// # Errors
    /// Every reason why the set-up is impossible.
    fn try_from(setup: Setup) -> Result<Self, SetupErrors> {
        let position = setup.as_written();
        let mut errors = Vec::new();
        check_counts(&position, &mut errors);
        let winners = winners(&position);
        check_wins(&position, &winners, &mut errors);
        if position.may_push_again {
            check_open_turn(&position, &winners, &mut errors);
        }
        if let Some(push) = position.ko {
            check_ko(&position, push, &winners, &mut errors);
        }
        if errors.is_empty() {
            Ok(position)
        } else {
            Err(SetupErrors(errors))
        }
    }
}

impl Position {
    /// The position taken apart; it turns back into the same position.
    pub fn setup(&self) -> Setup {
        Setup {
            cells: self.board(),
            captured: self.captured,
            to_move: self.to_move,
            may_push_again: self.may_push_again,
            ko: self.ko,
            rules: self.rules,
        }
    }
}

impl Setup {
    /// The set-up in a position's shape, possible or not.
    fn as_written(&self) -> Position {
        let mut cells = [0; 3];
        for cell in Cell::ALL {
            if let Some(marble) = self.cells[usize::from(cell.row())][usize::from(cell.column())] {
                cells[marble as usize] |= cell.mask();
            }
        }
        let [white, black, reds] = cells;
        Position {
            marbles: [white, black],
            reds,
            captured: self.captured,
            to_move: self.to_move,
            may_push_again: self.may_push_again,
            ko: self.ko,
            rules: self.rules,
        }
    }
}

fn check_counts(position: &Position, errors: &mut Vec<SetupError>) {
    for side in Side::ALL {
        let count = position.count(side.into());
        if count > Marble::from(side).at_start() {
            errors.push(SetupError::TooManyMarbles { side, count });
        }
    }
    let on_board = position.count(Marble::Red);
    let captured = position.captured.map(u16::from).iter().sum();
    if u16::from(on_board) + captured > u16::from(Marble::Red.at_start()) {
        errors.push(SetupError::TooManyReds { on_board, captured });
    }
    for side in Side::ALL {
        let count = position.captured(side);
        if count > REDS_TO_WIN {
            errors.push(SetupError::TooManyCaptured { side, count });
        }
    }
}

/// The winner of each win by capture. Rules: K-8, K-9 (only a side with marbles
/// left can have ejected the other's last one).
fn winners(position: &Position) -> Vec<Side> {
    let has_marbles = |side: Side| position.marbles[side.index()] != 0;
    let wins = |side: Side| {
        [
            position.captured(side) >= REDS_TO_WIN,
            has_marbles(side) && !has_marbles(side.other()),
        ]
    };
    Side::ALL
        .into_iter()
        .flat_map(|side| {
            wins(side)
                .into_iter()
                .filter_map(move |won| won.then_some(side))
        })
        .collect()
}

fn check_wins(position: &Position, winners: &[Side], errors: &mut Vec<SetupError>) {
    if position.marbles == [0, 0] {
        errors.push(SetupError::NoMarbles);
    }
    if winners.len() > 1 {
        errors.push(SetupError::WonTwice);
    }
    // Only the win of a single side settles which side is to move.
    let Some(&winner) = winners.first() else {
        return;
    };
    if winners.contains(&winner.other()) {
        return;
    }
    let winner_to_move = position.to_move == winner;
    match position.rules {
        Rules::Classroom if winner_to_move => {
            errors.push(SetupError::WinnerToMove { side: winner });
        }
        Rules::Tournament if !winner_to_move => errors.push(SetupError::LoserToMove {
            side: winner.other(),
        }),
        Rules::Classroom | Rules::Tournament => {}
    }
}

fn check_open_turn(position: &Position, winners: &[Side], errors: &mut Vec<SetupError>) {
    let side = position.to_move;
    if position.rules == Rules::Classroom {
        errors.push(SetupError::PushAgainInClassroom);
    }
    if !winners.is_empty() {
        errors.push(SetupError::PushAgainAfterWin { side });
    }
    let enemy = Marble::from(side.other());
    if position.captured(side) == 0 && position.count(enemy) >= enemy.at_start() {
        errors.push(SetupError::PushAgainTookNothing { side });
    }
    if !has_just_taken(position) {
        errors.push(SetupError::PushAgainWithoutTrace { side });
    }
}

/// Whether the last push can have been one by the side to move that captured or
/// ejected a marble. If so there is a legal push: the last marble of that run
/// can be pushed back if it is the side's own, the first one onward if not.
fn has_just_taken(position: &Position) -> bool {
    let is_empty = |cell: Option<Cell>| cell.is_none_or(|cell| position.marble(cell).is_none());
    Cell::ALL.into_iter().any(|first| {
        position.marble(first) == Some(position.to_move.into())
            && Direction::ALL.into_iter().any(|direction| {
                let back = direction.opposite();
                let reaches_edge = core::iter::successors(Some(first), |cell| cell.step(direction))
                    .all(|cell| position.marble(cell).is_some());
                first.step(back).is_some_and(|left| {
                    reaches_edge && is_empty(Some(left)) && is_empty(left.step(back))
                })
            })
    })
}

fn check_ko(position: &Position, push: Move, winners: &[Side], errors: &mut Vec<SetupError>) {
    if position.may_push_again {
        errors.push(SetupError::KoInOpenTurn { push });
    }
    if !winners.is_empty() {
        errors.push(SetupError::KoAfterWin { push });
    }
    let marble = position.marble(push.cell);
    if marble != Some(position.to_move.into()) {
        errors.push(SetupError::KoNotYours { push });
    }
    if let Some(behind) = push.cell.step(push.direction.opposite())
        && position.marble(behind).is_some()
    {
        errors.push(SetupError::KoWithoutRoom { push, behind });
    }
    // An empty cell begins no run, and is reported above.
    if marble.is_some() && !undoes_a_push(position, push) {
        errors.push(SetupError::KoUndoesNothing { push });
    }
}

/// Whether the run that the ko push would move ends in an enemy marble
/// that can have been pushed from the next cell.
fn undoes_a_push(position: &Position, push: Move) -> bool {
    let mut last = push.cell;
    loop {
        let Some(next) = last.step(push.direction) else {
            return false;
        };
        if position.marble(next).is_some() {
            last = next;
            continue;
        }
        let room = next
            .step(push.direction)
            .is_none_or(|behind| position.marble(behind).is_none());
        return room && position.marble(last) == Some(position.to_move.other().into());
    }
}
