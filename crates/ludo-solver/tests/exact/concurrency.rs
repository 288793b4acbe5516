//! Concurrent access to a tablebase.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ludo_rules::Seat;
use ludo_solver::exact::{Seating, Tablebase};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::values;

/// A pool thread that waits for its own subtasks steals other tasks meanwhile: such
/// as another game that needs the very values that are being solved.
#[test]
fn threads_of_a_pool_may_all_ask_for_values_at_once() {
    static TABLES: Tablebase = Tablebase::new();
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
