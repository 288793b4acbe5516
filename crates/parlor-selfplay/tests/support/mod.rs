//! Rows, and what is in their columns.

use core::num::NonZero;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicBool;

use parlor_selfplay::{Bulk, Column, Rows, play};
use parlor_sim::Pool;

pub(crate) fn pool(threads: usize) -> Pool {
    Pool::new(NonZero::new(threads)).expect("a few threads")
}

/// The rows of the games of these numbers.
pub(crate) fn rows(bulk: &dyn Bulk, games: Range<u64>, threads: usize) -> Rows {
    let mut rows = bulk.rows();
    let stop = AtomicBool::new(false);
    play(bulk, &pool(threads), games, &stop, |part| {
        rows.append(part);
        ControlFlow::Continue(())
    })
    .expect("the bots play");
    rows
}

pub(crate) fn find<'a>(rows: &'a Rows, name: &str) -> &'a Column {
    let mut columns = rows.columns.iter();
    columns.find(|column| column.name == name).expect(name)
}

/// The values of a column of this name and kind.
macro_rules! values {
    ($rows:expr, $name:literal, $kind:ident) => {
        match &$crate::support::find($rows, $name).values {
            ::parlor_selfplay::Values::$kind(values) => values,
            other => panic!("{} is {}", $name, other.dtype()),
        }
    };
}
pub(crate) use values;
