//! Every value of the small tables, by the checker of the test kit.

use core::ops::ControlFlow;

use kuba_rules::{Cell, Position, Symmetry};
use kuba_tables::{Tables, Value};
use parlor_testkit::kuba_endgames::{self, Fault, TRIANGLE, Worth};

fn worth(tables: &Tables, position: &Position) -> Worth {
    match tables.value(position).expect("it is in the tables") {
        Value::Win(pushes) => Worth::Win(pushes),
        Value::Loss(pushes) => Worth::Loss(pushes),
        Value::Endless => Worth::Endless,
    }
}

fn check(tables: &Tables, marbles: usize, images: &[Symmetry]) -> Result<u64, Fault> {
    let mut positions = 0;
    for (row, column) in TRIANGLE {
        let cell = Cell::new(row.into(), column.into()).expect("on the board");
        positions +=
            kuba_endgames::check(marbles, cell, images, |position| worth(tables, position))?;
    }
    Ok(positions)
}

#[test]
fn every_value_with_three_marbles_follows_from_those_one_push_ahead_as_do_its_images() {
    let tables = Tables::build(3, |_| ControlFlow::Continue(())).expect("nothing stops it");
    assert_eq!(check(&tables, 3, &Symmetry::ALL), Ok(23_915));
}

#[test]
fn every_value_with_four_marbles_follows_from_those_one_push_ahead() {
    let tables = Tables::build(4, |_| ControlFlow::Continue(())).expect("nothing stops it");
    assert_eq!(check(&tables, 3, &Symmetry::ALL[..1]), Ok(23_915));
    assert_eq!(check(&tables, 4, &Symmetry::ALL[..1]), Ok(2_830_755));
}
