//! Every value of the small tables, by the checker of the test kit.

use core::ops::ControlFlow;

use kuba_rules::{Cell, Position, Symmetry};
use kuba_tables::{Material, Summary, Tables, Value};
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
    let summaries = tables.summaries();
    let counts = summaries.iter().map(|summary| {
        let Material {
            own,
            other,
            reds,
            needed,
        } = summary.material;
        let longest = summary.longest_win.map(|(pushes, _)| pushes);
        let Summary {
            won, lost, endless, ..
        } = *summary;
        ([own, other, reds, needed], [won, lost, endless], longest)
    });
    let counts: Vec<_> = counts.collect();
    let expected = [
        ([1, 1, 1, 1], [5_523, 3_705, 5_494], Some(23)),
        ([1, 1, 2, 1], [309_140, 11_232, 15_637], Some(49)),
        ([1, 1, 2, 2], [25_115, 284_330, 26_564], Some(29)),
        ([1, 2, 1, 1], [55_431, 287_702, 10_315], Some(47)),
        ([2, 1, 1, 1], [318_235, 28_562, 6_651], Some(41)),
    ];
    assert_eq!(counts, expected);
    for (pushes, position) in summaries
        .into_iter()
        .filter_map(|summary| summary.longest_win)
    {
        assert_eq!(tables.value(&position), Ok(Value::Win(pushes)));
    }
}

#[test]
fn positions_that_are_not_in_the_tables_are_refused_with_the_reason() {
    let tables = Tables::build(3, |_| ControlFlow::Continue(())).expect("nothing stops it");
    let value = |position: &str| tables.value(&position.parse().expect("a position"));
    let refused = |position: &str| value(position).expect_err("it is not there").to_string();
    assert_eq!(
        refused("7/7/7/5wr/7/7/b6 w6b6 w - t"),
        "the position is one of the tournament rules; the tables are about the classroom rules"
    );
    assert_eq!(
        refused("7/7/7/5wr/7/7/b5b w6b6 w - c"),
        "the position has 4 marbles on the board; the tables have those with up to 3"
    );
    assert_eq!(
        refused("7/7/7/5wr/7/7/b6 w6b0 w - c"),
        "the position has 1 red on the board, 6 captured by White and 0 by Black; in the tables these make 13"
    );
    // A game that is over is lost for the side that would be next, whatever is on the board.
    assert_eq!(value("7/7/7/7/7/7/bbbb3 w6b0 w - c"), Ok(Value::Loss(0)));
}

#[test]
fn k_7_the_ko_push_is_part_of_a_position() {
    let tables = Tables::build(3, |_| ControlFlow::Continue(())).expect("nothing stops it");
    let value = |position: &str| tables.value(&position.parse().expect("a position"));
    assert_eq!(value("1w5/rb5/7/7/7/7/7 w6b6 w - c"), Ok(Value::Win(3)));
    assert_eq!(value("1w5/rb5/7/7/7/7/7 w6b6 w 01B c"), Ok(Value::Loss(2)));
    assert_eq!(value("1w5/1b5/7/7/1r5/7/7 w6b6 w - c"), Ok(Value::Endless));
    assert_eq!(
        value("1w5/1b5/7/7/1r5/7/7 w6b6 w 01B c"),
        Ok(Value::Loss(10))
    );
}

#[test]
fn the_best_push_has_the_value_of_the_position_and_comes_first() {
    let tables = Tables::build(3, |_| ControlFlow::Continue(())).expect("nothing stops it");
    let position: Position = "1w5/rb5/7/7/7/7/7 w6b6 w - c".parse().expect("a position");
    let pushes = tables.ranked_pushes(&position).expect("it is there");
    let pushes = pushes
        .iter()
        .map(|ranked| format!("{} {}", ranked.push, ranked.value));
    let expected = ["01B win 3", "01L loss 2", "01R loss 2"];
    assert_eq!(pushes.collect::<Vec<_>>(), expected);
}
