//! The values of Kuba's endgames, checked by looking one push ahead.
//!
//! The rules are those of `kuba-rules`, which [`slow_kuba`](crate::slow_kuba) judges; positions are placed marble by
//! marble, and nothing is known of how values are found or stored. If every value agrees with those
//! one push ahead, all are right: a win after *d* pushes leads to a loss after *d* − 1, and so on
//! down to the end of the game, and of what is said to be endless nothing leads to a loss.

use kuba_rules::{
    Cell, Direction, Marble, Move, Position, REDS_TO_WIN, Rules, Setup, Side, Symmetry,
};

/// What a position is worth for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A win after this many pushes of both sides.
    Win(u32),
    /// A loss after this many.
    Loss(u32),
    /// Neither side can force a win.
    Endless,
}

/// A value that does not follow from those one push ahead, or that another image of the position has
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position.
    pub position: Position,
    /// Its value.
    pub value: Worth,
    /// What it should be.
    pub expected: Worth,
}

/// A part of the board that one of a cell's eight images is in: row 3 and the rows above it, from their middle
/// to the diagonal.
pub const TRIANGLE: [(u8, u8); 10] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 2),
    (2, 3),
    (3, 3),
];

/// Checks the values of all classroom positions with so many marbles on the board in which White is to move and has one on
/// this cell, and of their images by these symmetries. No red is missing, and neither side has won by
/// capture. Over the cells of the [`TRIANGLE`] these positions are all, up to symmetry. Returns their number, without the images.
///
/// Rules: K-3 to K-10.
///
/// # Errors
/// The first [`Fault`].
pub fn check(
    marbles: usize,
    cell: Cell,
    images: &[Symmetry],
    value: impl Fn(&Position) -> Worth,
) -> Result<u64, Fault> {
    let mut positions = 0;
    for white in 1..marbles {
        for black in 1..marbles - white {
            let reds = marbles - white - black;
            let mut list = vec![Marble::White; white - 1];
            list.resize(white - 1 + black, Marble::Black);
            list.resize(marbles - 1, Marble::Red);
            let mut setup = Setup {
                cells: [[None; 7]; 7],
                captured: [0; 2],
                to_move: Side::White,
                may_push_again: false,
                ko: None,
                rules: Rules::Classroom,
            };
            put(&mut setup, cell, Some(Marble::White));
            place(&mut setup, &list, 0, &mut |setup| {
                for captured in captured(reds) {
                    for position in with_each_ko(Setup { captured, ..*setup }) {
                        check_one(&position, images, &value)?;
                        positions += 1;
                    }
                }
                Ok(())
            })?;
        }
    }
    Ok(positions)
}

/// What each side can have captured when the other reds are on the board and neither has won.
fn captured(on_board: usize) -> impl Iterator<Item = [u8; 2]> {
    let all = (0..REDS_TO_WIN).flat_map(|white| (0..REDS_TO_WIN).map(move |black| [white, black]));
    all.filter(move |captured| {
        let gone: u8 = captured.iter().sum();
        usize::from(gone) + on_board == usize::from(Marble::Red.at_start())
    })
}

/// Places the marbles of the list on free cells in every way; marbles of a kind that follow each other
/// in rising order, `from` on for the first one.
fn place(
    setup: &mut Setup,
    list: &[Marble],
    from: usize,
    visit: &mut impl FnMut(&Setup) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let Some((&marble, rest)) = list.split_first() else {
        return visit(setup);
    };
    for (number, &cell) in Cell::ALL.iter().enumerate().skip(from) {
        if at(setup, cell).is_some() {
            continue;
        }
        put(setup, cell, Some(marble));
        let is_same = rest.first() == Some(&marble);
        let placed = place(setup, rest, if is_same { number + 1 } else { 0 }, visit);
        put(setup, cell, None);
        placed?;
    }
    Ok(())
}

fn at(setup: &Setup, cell: Cell) -> Option<Marble> {
    setup.cells[usize::from(cell.row())][usize::from(cell.column())]
}

fn put(setup: &mut Setup, cell: Cell, marble: Option<Marble>) {
    setup.cells[usize::from(cell.row())][usize::from(cell.column())] = marble;
}

/// The positions of a set-up: without a ko push, and with each that is possible. Rules: K-7.
fn with_each_ko(setup: Setup) -> impl Iterator<Item = Position> {
    let own = Cell::ALL
        .into_iter()
        .filter(move |&cell| at(&setup, cell) == Some(Marble::White));
    // A ko push moves an enemy marble, so there is one in front of it or a run that leads to it.
    let pushes = own
        .flat_map(|cell| Direction::ALL.map(|direction| Move { cell, direction }))
        .filter(move |push| {
            let next = push.cell.step(push.direction);
            next.is_some_and(|next| at(&setup, next).is_some())
        });
    let kos = core::iter::once(None).chain(pushes.map(Some));
    kos.filter_map(move |ko| Position::try_from(Setup { ko, ..setup }).ok())
}

fn check_one(
    position: &Position,
    images: &[Symmetry],
    value: &impl Fn(&Position) -> Worth,
) -> Result<(), Fault> {
    let expected = one_push_ahead(position, value);
    for symmetry in images {
        let image = symmetry.position(position);
        let value = value(&image);
        if value != expected {
            return Err(Fault {
                position: image,
                value,
                expected,
            });
        }
    }
    Ok(())
}

/// The value of a position by those of the positions after each push.
///
/// Rules: K-8, K-9, K-10.
fn one_push_ahead(position: &Position, value: &impl Fn(&Position) -> Worth) -> Worth {
    let mut quickest_win = None;
    let mut slowest_loss = Some(0);
    for push in position.legal_moves() {
        let mut after = *position;
        after.play(push).expect("it is legal");
        let worth = match after.outcome() {
            Some(outcome) if outcome.winner() == Some(position.to_move()) => Worth::Loss(0),
            Some(_) => panic!("nobody loses by a push of their own: {position}"),
            None => value(&after),
        };
        match worth {
            Worth::Loss(pushes) => {
                let win = pushes + 1;
                quickest_win = Some(quickest_win.map_or(win, |other: u32| other.min(win)));
            }
            Worth::Win(pushes) => {
                slowest_loss = slowest_loss.map(|other: u32| other.max(pushes + 1));
            }
            Worth::Endless => slowest_loss = None,
        }
    }
    match (quickest_win, slowest_loss) {
        (Some(pushes), _) => Worth::Win(pushes),
        // Without a push it is lost at once (K-10).
        (None, Some(pushes)) => Worth::Loss(pushes),
        (None, None) => Worth::Endless,
    }
}
