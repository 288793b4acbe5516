//! Values that many threads ask for.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ludo_rules::Seat;
use ludo_solver::exact::{Seating, Tables};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::values;

/// Solving shares out work to threads of a pool, and a thread of a pool that
/// waits for its share takes on other work meanwhile: such as another game
/// that asks for the very values that it is solving.
#[test]
fn threads_of_a_pool_may_all_ask_for_values_at_once() {
    static TABLES: Tables = Tables::new();
    let (done, heard) = mpsc::channel();
    thread::spawn(move || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build();
        pool.expect("threads start").install(|| {
            (0..64).into_par_iter().for_each(|_| {
                TABLES.values(Seating::Opposite);
            });
        });
        done.send(())
    });
    heard
        .recv_timeout(Duration::from_mins(5))
        .expect("no thread waits for itself");
    let there = TABLES.values(Seating::Opposite);
    assert!(there.to_bytes() == values([Seat::A, Seat::C]).to_bytes());
}
