//! The analyses of games: each is made once for all who ask for it, in turns with the bots, and kept.
//!
//! An analysis has a thread of its own, of which few run at a time, and one for each client. How many wait
//! is limited for each client, so that one who asks for hundreds keeps nobody from theirs.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::collections::{HashMap, VecDeque};
use std::panic::catch_unwind;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use parlor_record::record::AnyRecord;
use parlor_study::{Study, StudyError, Watch};

use crate::bots::{BotPool, Turns};
use crate::client_net::{ClientNet, Prefix};
use crate::counts::Counts;

/// The most analyses that run at a time: one of Kuba has a table of 64 MiB.
const MOST_RUNNING: usize = 3;

/// The most that wait or run, of all clients and of one.
const MOST_UNDER_WAY: usize = 64;
const MOST_OF_CLIENT: usize = 4;

/// One of those that run may be of a short game only, so that many long ones keep it from nobody.
const SHORT_GAME: usize = 300;

/// The most plies of a game that is analyzed here: a minute or two of work.
const MOST_PLIES_OF_LUDO: usize = 20_000;
const MOST_PLIES_OF_KUBA: usize = 2_000;

/// The most plies of all games whose analyses are kept, some 400 bytes each; the one that was asked for
/// longest ago goes first.
const MOST_PLIES_KEPT: usize = 100_000;

/// The analyses that are kept, and those under way. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Studies(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    kept: HashMap<String, Kept>,
    /// Counts the uses of what is kept.
    uses: u64,
    /// In the order in which they were asked for.
    under_way: VecDeque<Arc<Job>>,
}

#[derive(Debug)]
struct Kept {
    /// `None` if it has failed.
    study: Option<Arc<Study>>,
    plies: usize,
    used: u64,
}

#[derive(Debug)]
struct Job {
    name: String,
    record: AnyRecord,
    client: ClientNet,
    /// All who have asked for it.
    asked_by: Mutex<Vec<Prefix>>,
    plies: usize,
    judged: AtomicUsize,
    is_running: AtomicBool,
    stop: Arc<AtomicBool>,
}

/// How far the analysis of a game is.
#[derive(Clone, Debug)]
pub enum StudyState {
    /// Nobody has asked for it, or it is no longer kept.
    Unknown,
    /// It waits for its turn, or is being made.
    UnderWay(StudyProgress),
    /// It is there.
    Kept(Arc<Study>),
    /// It cannot be made, by a fault of the server.
    Failed,
}

/// How much of an analysis is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyProgress {
    /// The plies that are judged.
    pub judged: usize,
    /// All plies.
    pub plies: usize,
    /// How many are before it, while it waits.
    pub ahead: usize,
}

/// Why an analysis is not begun.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyRefusal {
    /// The game cannot be analyzed.
    Game(StudyError),
    /// It has more plies than are analyzed here.
    TooLong {
        /// How many it has.
        plies: usize,
        /// The most.
        most: usize,
    },
    /// Too many wait for this client.
    ClientHasMany {
        /// The most.
        most: usize,
    },
    /// Too many wait.
    AllBusy,
}

impl Studies {
    /// How far the analysis of this name is.
    pub fn state(&self, name: &str) -> StudyState {
        self.0.lock().of(name)
    }

    /// Begins the analysis of a record under a name, for a client, unless it is there or under way;
    /// `has_limits` is whether few may wait for one client.
    ///
    /// # Errors
    /// Why it is not begun.
    pub(crate) fn begin(
        &self,
        pool: &BotPool,
        name: &str,
        record: impl FnOnce() -> AnyRecord,
        client: ClientNet,
        has_limits: bool,
    ) -> Result<StudyState, StudyRefusal> {
        let mut state = self.0.lock();
        if let Some(job) = state.job(name) {
            let mut asked_by = job.asked_by.lock();
            if !asked_by.contains(&client.own()) && asked_by.len() < MOST_UNDER_WAY {
                asked_by.push(client.own());
            }
            drop(asked_by);
            return Ok(state.of(name));
        }
        if let known @ (StudyState::Kept(_) | StudyState::Failed) = state.of(name) {
            return Ok(known);
        }
        if has_limits {
            state.check(client)?;
        }
        let record = record();
        let plies = check(&record)?;
        state.make_room(client)?;
        state.under_way.push_back(Arc::new(Job {
            name: name.to_owned(),
            record,
            client,
            asked_by: Mutex::new(vec![client.own()]),
            plies,
            judged: AtomicUsize::new(0),
            is_running: AtomicBool::new(false),
            stop: Arc::default(),
        }));
        self.run_next(pool, &mut state);
        Ok(state.of(name))
    }

    /// Takes back that a client has asked for an analysis: it ends if nobody else has.
    pub fn cancel(&self, name: &str, client: ClientNet) {
        let mut state = self.0.lock();
        let Some(job) = state.job(name).cloned() else {
            return;
        };
        let mut asked_by = job.asked_by.lock();
        asked_by.retain(|asked| *asked != client.own());
        if asked_by.is_empty() {
            job.stop.store(true, Ordering::Relaxed);
            if !job.is_running.load(Ordering::Relaxed) {
                state.under_way.retain(|other| !Arc::ptr_eq(other, &job));
            }
        }
    }

    /// Stops all that are under way.
    pub(crate) fn stop(&self) {
        let mut state = self.0.lock();
        for job in state.under_way.drain(..) {
            job.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Starts as many of those that wait as may run.
    fn run_next(&self, pool: &BotPool, state: &mut State) {
        while let Some(job) = state.next() {
            let turns = pool.turns(job.client, Arc::clone(&job.stop));
            let (studies, own) = (self.clone(), Arc::clone(&job));
            let thread = thread::Builder::new().name("study".to_owned());
            job.is_running.store(true, Ordering::Relaxed);
            if let Err(error) = thread.spawn(move || studies.work(&own, turns)) {
                tracing::error!(%error, "a game is not analyzed");
                state.end(&job, Made::Failed);
            }
        }
    }

    /// Makes one analysis after the other on this thread, until none may begin.
    fn work(&self, first: &Arc<Job>, turns: Turns) {
        let mut next = Some((Arc::clone(first), turns));
        while let Some((job, turns)) = next.take() {
            let made = job.make(&turns);
            let mut state = self.0.lock();
            state.end(&job, made);
            if let Some(other) = state.next() {
                other.is_running.store(true, Ordering::Relaxed);
                let turns = turns.for_another(other.client, Arc::clone(&other.stop));
                next = Some((other, turns));
            }
        }
    }
}

/// The number of plies of a game that can be analyzed here.
fn check(record: &AnyRecord) -> Result<usize, StudyRefusal> {
    Study::check(record).map_err(StudyRefusal::Game)?;
    let plies = record.length();
    let most = match record {
        AnyRecord::Kuba(_) => MOST_PLIES_OF_KUBA,
        AnyRecord::Ludo(_) | AnyRecord::LudoScript(_) => MOST_PLIES_OF_LUDO,
    };
    if plies > most {
        return Err(StudyRefusal::TooLong { plies, most });
    }
    Ok(plies)
}

/// What has come of an analysis.
#[derive(Debug)]
enum Made {
    Study(Arc<Study>),
    Failed,
    Stopped,
}

/// An analysis under way, watched.
struct Watched<'a> {
    job: &'a Job,
    turns: &'a Turns,
}

impl Watch for Watched<'_> {
    fn is_stopped(&self) -> bool {
        self.turns.is_stopped()
    }

    fn judged(&self) {
        self.job.judged.fetch_add(1, Ordering::Relaxed);
        self.turns.go_on();
    }
}

impl Job {
    fn make(&self, turns: &Turns) -> Made {
        let watched = Watched { job: self, turns };
        let made = catch_unwind(AssertUnwindSafe(|| Study::of(&self.record, &watched)));
        match made {
            Ok(Ok(study)) => study.map_or(Made::Stopped, |study| Made::Study(Arc::new(study))),
            Ok(Err(error)) => {
                tracing::error!(%error, name = self.name, "a game cannot be analyzed");
                Made::Failed
            }
            // The panic is in the log.
            Err(_) => Made::Failed,
        }
    }
}

impl State {
    fn job(&self, name: &str) -> Option<&Arc<Job>> {
        let wanted = |job: &&Arc<Job>| job.name == name && !job.stop.load(Ordering::Relaxed);
        self.under_way.iter().find(wanted)
    }

    fn of(&mut self, name: &str) -> StudyState {
        if let Some(job) = self.job(name) {
            return StudyState::UnderWay(StudyProgress {
                judged: job.judged.load(Ordering::Relaxed).min(job.plies),
                plies: job.plies,
                ahead: self.ahead(job),
            });
        }
        self.uses += 1;
        let Some(kept) = self.kept.get_mut(name) else {
            return StudyState::Unknown;
        };
        kept.used = self.uses;
        let study = kept.study.clone();
        study.map_or(StudyState::Failed, StudyState::Kept)
    }

    /// How many wait before this one.
    fn ahead(&self, job: &Arc<Job>) -> usize {
        if job.is_running.load(Ordering::Relaxed) {
            return 0;
        }
        let before = self.under_way.iter();
        let before = before.take_while(|other| !Arc::ptr_eq(other, job));
        let is_waiting = |other: &&Arc<Job>| !other.is_running.load(Ordering::Relaxed);
        before.filter(is_waiting).count()
    }

    fn waiting_of(&self) -> Counts<Prefix> {
        let mut waiting_of = Counts::default();
        for job in &self.under_way {
            waiting_of.add(job.client.prefixes());
        }
        waiting_of
    }

    /// Checks that one more may wait for this client.
    fn check(&self, client: ClientNet) -> Result<(), StudyRefusal> {
        if self.waiting_of().are_full(client, MOST_OF_CLIENT) {
            return Err(StudyRefusal::ClientHasMany {
                most: MOST_OF_CLIENT,
            });
        }
        Ok(())
    }

    /// Makes room for one more of this client, in the place of the last that came of the network that
    /// has most, if that has more than the newcomer's will have.
    fn make_room(&mut self, client: ClientNet) -> Result<(), StudyRefusal> {
        if self.under_way.len() < MOST_UNDER_WAY {
            return Ok(());
        }
        let waiting_of = self.waiting_of();
        let of = |client: ClientNet| waiting_of.of(&client.widest());
        let waiting = self.under_way.iter().enumerate();
        let waiting = waiting.filter(|(_, job)| !job.is_running.load(Ordering::Relaxed));
        let most = waiting.max_by_key(|(place, job)| (of(job.client), *place));
        let (place, job) = most.ok_or(StudyRefusal::AllBusy)?;
        if of(job.client) <= of(client) + 1 {
            return Err(StudyRefusal::AllBusy);
        }
        self.under_way.remove(place);
        Ok(())
    }

    /// The next that may run: the first of a client of whom none runs; for want of another place, of a
    /// short game.
    fn next(&self) -> Option<Arc<Job>> {
        let is_running = |job: &&Arc<Job>| job.is_running.load(Ordering::Relaxed);
        let running: Vec<Prefix> = self
            .under_way
            .iter()
            .filter(is_running)
            .map(|job| job.client.own())
            .collect();
        if running.len() >= MOST_RUNNING {
            return None;
        }
        let is_short = |job: &&Arc<Job>| job.plies <= SHORT_GAME;
        let long = self.under_way.iter().filter(is_running);
        let long = long.filter(|job| !is_short(job)).count();
        let has_place = |job: &&Arc<Job>| is_short(job) || long + 1 < MOST_RUNNING;
        let mut waiting = self.under_way.iter().filter(|job| !is_running(job));
        waiting
            .find(|job| !running.contains(&job.client.own()) && has_place(job))
            .cloned()
    }

    /// Ends one, with what has come of it.
    fn end(&mut self, job: &Arc<Job>, made: Made) {
        self.under_way.retain(|other| !Arc::ptr_eq(other, job));
        let study = match made {
            Made::Study(study) => Some(study),
            Made::Failed => None,
            Made::Stopped => return,
        };
        self.uses += 1;
        let kept = Kept {
            study,
            plies: job.plies,
            used: self.uses,
        };
        self.kept.insert(job.name.clone(), kept);
        let mut plies: usize = self.kept.values().map(|kept| kept.plies).sum();
        while plies > MOST_PLIES_KEPT && self.kept.len() > 1 {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.used);
            let Some(name) = oldest.map(|(name, _)| name.clone()) else {
                break;
            };
            plies -= self.kept.remove(&name).map_or(0, |kept| kept.plies);
        }
    }
}

#[cfg(test)]
mod tests;
