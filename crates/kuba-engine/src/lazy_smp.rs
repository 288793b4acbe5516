//! Lazy SMP: several threads search one root, and share nothing but the
//! transposition table and the nodes that they may visit.
//!
//! Each helper searches as the main thread does, with its own history, killers
//! and stack; what it finds speeds up the others by way of the table. Every
//! other helper begins one push deeper, so that they do not all do the same. The
//! report is the main thread's: its lines and its answer belong together.

use std::panic::resume_unwind;
use std::thread;

use crate::ordering::HistoryTables;
use crate::report::Report;
use crate::search::{Search, SearchTask};
use crate::team::{Place, Team};

/// Ends the search of all threads if its own panics.
struct EndOnPanic<'a>(&'a Team);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// Searches a root on a thread for each history; the first is the calling one,
/// and alone it starts no other.
///
/// If the system refuses a thread, the others search without it.
///
/// # Panics
/// If a thread panics.
pub(crate) fn search(
    task: SearchTask<'_>,
    histories: &mut [HistoryTables],
    stop: &dyn Fn() -> bool,
    on_depth: &mut dyn FnMut(&Report),
) -> Report {
    let threads = histories.len();
    let Some((main, helpers)) = histories.split_first_mut() else {
        unreachable!("a search has a history");
    };
    if helpers.is_empty() || task.root.is_over() {
        return Search::new(task, main, stop, Place::Alone).run(on_depth);
    }
    let team = Team::new(threads, task.limits.nodes);
    thread::scope(|scope| {
        let team = &team;
        let _end = EndOnPanic(team);
        let start = |(history, number)| {
            let help = move || {
                let _end = EndOnPanic(team);
                let has_ended = || team.has_ended();
                let mut helper =
                    Search::new(task, history, &has_ended, Place::Member(team, number));
                helper.run(&mut |_| {});
                helper.nodes
            };
            thread::Builder::new().spawn_scoped(scope, help).ok()
        };
        let started: Vec<_> = helpers.iter_mut().zip(1..).map_while(start).collect();
        let stop = || team.has_ended() || stop();
        let mut search = Search::new(task, main, &stop, Place::Member(team, 0));
        let mut report = search.run(on_depth);
        team.end();
        report.nodes = search.nodes;
        for helper in started {
            report.nodes += helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        report
    })
}
