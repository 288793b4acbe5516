//! A run: clients play and watch while faults come and go, and everything is looked at in the end.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::balancer::Balancer;
use super::caller::Caller;
use super::faults::{Fault, Kind, plan};
use super::finding::{Checker, Finding};
use super::history::{Micros, Span};
use super::network::{Network, Size};
use super::player::{Player, TABLES};
use super::stage::{Stage, lock};
use super::verify::Verifier;
use super::watcher::{Reader, Watcher};
use crate::prove::race;
use crate::repository::Repository;
use crate::server::ApiClient;
use crate::terminal::say;

/// The sockets that follow the games of a table, and the clients that ask any node how any game stands. More
/// ask each node for each table.
const WATCHERS: usize = 2;
const READERS: usize = 3;

/// The most faults at a time.
const AT_ONCE: usize = 2;

/// How often it is looked what is due, and whether nodes have ended.
const TICK: Duration = Duration::from_millis(20);
const SUPERVISE_EVERY: u64 = 10;

/// Faults after which it is looked whether every table goes on, and progress is shown.
const LOOK_EVERY: usize = 5;
const SHOW_EVERY: usize = 20;

/// How long clients may take to end, and nodes to be ready, once nothing is in the way.
const PATIENCE: Duration = Duration::from_secs(90);

/// How long no action at a table may be acknowledged under faults.
const STANDSTILL: Micros = 120_000_000;

/// What is run.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) size: Size,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) faults: usize,
    pub(crate) seed: u64,
    pub(crate) seconds: u64,
    /// Rounds of moves on one version that are sent to two nodes at once, afterwards.
    pub(crate) races: u32,
}

/// A fault that was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    fault: Fault,
    began: Micros,
    ended: Micros,
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) findings: Vec<Finding>,
    pub(crate) faults: Vec<Done>,
    /// By kind of fault: the number, and the longest that an action under it waited.
    waits: BTreeMap<Kind, (u64, Micros)>,
    /// The longest that an action waited while nothing was in the way, and half of them.
    calm: (Micros, Micros),
    restarted: u32,
    seconds: f64,
    nodes: usize,
    has_standby: bool,
    counts: BTreeMap<&'static str, u64>,
    /// The figures of the races.
    raced: String,
}

impl Outcome {
    fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or_default()
    }

    /// The faults by kind.
    pub(crate) fn table(&self) -> String {
        let mut table = String::from("faults  longest wait  kind");
        for (kind, (count, longest)) in &self.waits {
            // Writing to a string cannot fail.
            let _ = write!(
                table,
                "\n{count:>6}  {:>10.2} s  {kind}",
                in_seconds(*longest)
            );
        }
        table
    }

    /// The figures in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let standby = if self.has_standby {
            " with a standby"
        } else {
            ""
        };
        let worst: Vec<String> = self
            .waits
            .iter()
            .map(|(kind, (count, longest))| {
                format!("{kind} {count} ({:.1} s)", in_seconds(*longest))
            })
            .collect();
        format!(
            "{} nodes, PostgreSQL{standby}, NATS: {} faults in {:.0} s; {} actions acknowledged, 0 lost, 0 \
             doubled, 0 gaps; {} repeated and {} late ones answered as such, {} requests that got no answer; \
             {} reads, {} events on {} sockets, {} actions of bots; {} games, {} of them rematches, {} \
             finished and verified, {} lost on time; nodes ended by themselves {} times and were started again; faults by kind, with the longest that an action waited: \
             {}; with nothing in the way {:.1} s, half of them {:.0} ms; at two nodes {}",
            self.nodes,
            self.faults.len(),
            self.seconds,
            self.count("acknowledged"),
            self.count("duplicates"),
            self.count("stale"),
            self.count("failures"),
            self.count("reads"),
            self.count("events"),
            self.count("sockets"),
            self.count("bots"),
            self.count("made") + self.count("rematches"),
            self.count("rematches"),
            self.count("verified"),
            self.count("flags"),
            self.restarted,
            worst.join(", "),
            in_seconds(self.calm.0),
            in_seconds(self.calm.1) * 1_000.0,
            self.raced,
        )
    }
}

fn in_seconds(micros: Micros) -> f64 {
    micros as f64 / 1e6
}

/// Plays under the faults of a setting.
///
/// # Errors
/// When something cannot be started or broken; what is found is in the outcome.
pub(crate) fn run(
    repository: &Repository,
    program: &Path,
    folder: &Path,
    setting: &Setting,
) -> anyhow::Result<Outcome> {
    // For a second after SIGTERM a node says that it is not ready, and serves.
    let drain = ["--drain", "1"];
    let mut network = Network::start(repository, program, folder, setting.size, &drain)?;
    let stage = Stage::new(Balancer::start(network.addresses()), TABLES);
    let verifier = Verifier::new(program, folder);
    let faults = plan(
        setting.seed,
        setting.faults,
        setting.size.nodes,
        &setting.kinds,
    );
    let mut nemesis = Nemesis {
        stage: &stage,
        list: File::create(folder.join("faults.txt"))?,
        active: Vec::new(),
        done: Vec::new(),
        restarted: 0,
        ticks: 0,
        updates: 0,
    };
    let players = AtomicUsize::new(2 * TABLES);
    let played = thread::scope(|scope| {
        let mut random = ChaCha8Rng::seed_from_u64(setting.seed);
        for table in 0..TABLES {
            for place in 0..2 {
                let mut player = Player::new(&stage, &verifier, (table, place), random.next_u64());
                let players = &players;
                scope.spawn(move || {
                    player.play();
                    players.fetch_sub(1, Ordering::AcqRel);
                });
            }
            for number in 0..WATCHERS {
                let mut watcher = Watcher::new(&stage, table, number, random.next_u64());
                scope.spawn(move || watcher.watch());
            }
        }
        for number in 0..READERS {
            let mut reader = Reader::new(&stage, number, None, random.next_u64());
            scope.spawn(move || reader.read());
        }
        for number in 0..setting.size.nodes * TABLES {
            let place = Some((number / TABLES, number % TABLES));
            let mut reader = Reader::new(&stage, READERS + number, place, random.next_u64());
            scope.spawn(move || reader.read());
        }
        let played = nemesis
            .break_all(&mut network, &faults, setting.seconds)
            .and_then(|()| nemesis.calm(&mut network))
            .and_then(|()| nemesis.leave(&mut network, &players));
        if played.is_ok() && !stage.findings.are_any() {
            for table in 0..TABLES {
                Player::new(&stage, &verifier, (table, 0), random.next_u64()).look_back();
            }
        }
        stage.is_stopping.store(true, Ordering::Release);
        stage.is_closing.store(true, Ordering::Release);
        if let Err(error) = &played {
            // Otherwise clients would wait for ever for what does not come.
            let what = format!("the run cannot go on: {error:#}");
            stage.findings.note(Finding::new(Checker::Progress, what));
        }
        played
    });
    let (done, restarted) = (nemesis.done, nemesis.restarted);
    let seconds = in_seconds(stage.now());
    if played.is_ok() && !stage.findings.are_any() {
        look_again(&stage, &verifier, &mut network)?;
    }
    stage.balancer.stop();
    played?;
    let mut outcome = outcome(&stage, setting, done, restarted, seconds);
    if outcome.findings.is_empty() {
        let nodes = network.nodes.iter().take(2);
        let nodes: Vec<ApiClient> = nodes.map(|node| ApiClient::of(&node.address())).collect();
        outcome.raced = race::rounds(&nodes, setting.races)?;
    }
    Ok(outcome)
}

/// Compares all games, and the database, once more, at nodes that have nothing in memory.
fn look_again(stage: &Stage, verifier: &Verifier, network: &mut Network) -> anyhow::Result<()> {
    audit(stage, network)?;
    if let Some(gap) = network.gap()? {
        stage.findings.note(Finding::new(Checker::Gaps, gap));
    }
    network.start_anew()?;
    let caller = Caller::new();
    let nodes = network.nodes.len();
    for (number, game) in lock(&stage.finished).iter().enumerate() {
        let node = stage.balancer.address(number % nodes);
        let address = format!("{node}/api/games/{}", game.id);
        let state = caller.get(&address, None);
        let state = state.map_err(|failure| anyhow::anyhow!("{address}: {failure:?}"))?;
        // A rematch may have been made after the end.
        let version = state["version"].as_u64().unwrap_or_default();
        if version < game.version || version == game.version && state["head"] != *game.head {
            let what = format!(
                "{game:?} is now at version {version} with {}",
                state["head"]
            );
            stage.findings.note(Finding::new(Checker::OnePrefix, what));
        }
    }
    let games = lock(&stage.games).clone();
    for (table, game) in games.iter().enumerate() {
        let Some(game) = game else { continue };
        let mut player = Player::new(stage, verifier, (table, 0), 0);
        if let Some(log) = player.log(game) {
            let finished = lock(&game.history).finish(&log);
            stage.findings.check(finished);
        }
    }
    Ok(())
}

/// Asks the database whether only owners have written.
fn audit(stage: &Stage, network: &Network) -> anyhow::Result<()> {
    if let Some(entry) = network.foreign_entry()? {
        stage.findings.note(Finding::new(Checker::Owners, entry));
    }
    Ok(())
}

/// What breaks things, and mends them.
struct Nemesis<'a> {
    stage: &'a Stage,
    list: File,
    active: Vec<(Micros, Fault)>,
    done: Vec<Done>,
    restarted: u32,
    ticks: u64,
    updates: usize,
}

impl Nemesis<'_> {
    /// Lets all faults come and go.
    fn break_all(
        &mut self,
        network: &mut Network,
        faults: &[Fault],
        seconds: u64,
    ) -> anyhow::Result<()> {
        self.wait(network, Duration::from_secs(1))?;
        for (number, fault) in faults.iter().enumerate() {
            if !fault.overlaps {
                self.calm(network)?;
            }
            self.wait(network, fault.gap)?;
            let is_in_the_way = |active: &[(Micros, Fault)]| {
                active.len() >= AT_ONCE || active.iter().any(|(_, other)| fault.excludes(other))
            };
            while is_in_the_way(&self.active) && !self.stage.findings.are_any() {
                self.tick(network)?;
            }
            if self.stage.findings.are_any() || self.stage.now() > 1_000_000 * seconds {
                return Ok(());
            }
            let began = self.stage.now();
            writeln!(self.list, "{:9.3} {fault}", in_seconds(began))?;
            let begun = fault.begin(network, &mut self.updates);
            begun.with_context(|| format!("fault {number}: {fault}"))?;
            self.active.push((began, *fault));
            if number.is_multiple_of(LOOK_EVERY) {
                self.check_progress();
            }
            if (number + 1) % SHOW_EVERY == 0 {
                let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
                let counts = &self.stage.counts;
                say(format!(
                    "   {} faults in {:.0} s: {} actions acknowledged, {} games finished and verified",
                    number + 1,
                    in_seconds(self.stage.now()),
                    count(&counts.acknowledged),
                    count(&counts.verified),
                ))?;
            }
        }
        Ok(())
    }

    /// Lets time pass.
    fn wait(&mut self, network: &mut Network, time: Duration) -> anyhow::Result<()> {
        let until = self.stage.now() + u64::try_from(time.as_micros())?;
        while self.stage.now() < until && !self.stage.findings.are_any() {
            self.tick(network)?;
        }
        Ok(())
    }

    /// Waits until every fault has ended.
    fn calm(&mut self, network: &mut Network) -> anyhow::Result<()> {
        while !self.active.is_empty() && !self.stage.findings.are_any() {
            self.tick(network)?;
        }
        Ok(())
    }

    /// Ends the faults that are due, and starts nodes that have ended by themselves.
    fn tick(&mut self, network: &mut Network) -> anyhow::Result<()> {
        thread::sleep(TICK);
        self.ticks += 1;
        if self.ticks.is_multiple_of(SUPERVISE_EVERY) {
            self.restarted += network.supervise()?;
        }
        let now = self.stage.now();
        let is_due =
            |(began, fault): &(Micros, Fault)| u128::from(now - *began) >= fault.lasts.as_micros();
        let Some(place) = self.active.iter().position(is_due) else {
            return Ok(());
        };
        let (began, fault) = self.active.swap_remove(place);
        fault
            .end(network)
            .with_context(|| format!("the end of: {fault}"))?;
        let ended = self.stage.now();
        self.done.push(Done {
            fault,
            began,
            ended,
        });
        let database_is_well = self.active.iter().all(|(_, fault)| {
            !matches!(
                fault.kind,
                Kind::DatabaseKill | Kind::FailOver | Kind::FullDisk | Kind::StandbyKill
            )
        });
        if database_is_well {
            audit(self.stage, network)?;
        }
        Ok(())
    }

    /// Whether every table goes on.
    fn check_progress(&self) {
        let mut latest = [0; TABLES];
        for acknowledged in lock(&self.stage.moves).iter() {
            let latest: &mut Micros = &mut latest[acknowledged.table];
            *latest = (*latest).max(acknowledged.span.answered);
        }
        let now = self.stage.now();
        for (table, latest) in latest.iter().enumerate() {
            if now - latest > STANDSTILL {
                let game = self.stage.game(table);
                let what = format!(
                    "nothing was acknowledged at table {table} for {:.0} s, game {:?}",
                    in_seconds(now - latest),
                    game.map(|game| game.id().to_owned())
                );
                self.stage
                    .findings
                    .note(Finding::new(Checker::Progress, what));
            }
        }
    }

    /// Lets the players end.
    fn leave(&mut self, network: &mut Network, players: &AtomicUsize) -> anyhow::Result<()> {
        let patience = u64::try_from(PATIENCE.as_micros())?;
        let until = self.stage.now() + patience;
        while !self.stage.balancer.are_all_ready() && !self.stage.findings.are_any() {
            self.tick(network)?;
            if self.stage.now() > until {
                let what = "not all nodes are ready though nothing is in the way";
                self.stage
                    .findings
                    .note(Finding::new(Checker::Progress, what));
            }
        }
        // Games go on for a moment without faults.
        self.wait(network, Duration::from_secs(2))?;
        self.stage.is_stopping.store(true, Ordering::Release);
        let until = self.stage.now() + patience;
        while players.load(Ordering::Acquire) > 0 && !self.stage.findings.are_any() {
            self.tick(network)?;
            if self.stage.now() > until {
                let what = "players get no answer though nothing is in the way";
                self.stage
                    .findings
                    .note(Finding::new(Checker::Progress, what));
            }
        }
        Ok(())
    }
}

/// The figures of a run.
fn outcome(
    stage: &Stage,
    setting: &Setting,
    faults: Vec<Done>,
    restarted: u32,
    seconds: f64,
) -> Outcome {
    let moves = lock(&stage.moves);
    let wait = |span: Span| span.answered - span.sent;
    let mut waits: BTreeMap<Kind, (u64, Micros)> = BTreeMap::new();
    for Done {
        fault,
        began,
        ended,
    } in &faults
    {
        let overlapping = moves
            .iter()
            .filter(|made| made.span.sent <= *ended && made.span.answered >= *began);
        // Only what it waited under this fault.
        let longest = overlapping.map(|made| made.span.answered - made.span.sent.max(*began));
        let longest = longest.max().unwrap_or_default();
        let (count, worst) = waits.entry(fault.kind).or_default();
        *count += 1;
        *worst = longest.max(*worst);
    }
    let is_calm = |span: Span| {
        !faults
            .iter()
            .any(|done| span.sent <= done.ended + 1_000_000 && span.answered >= done.began)
    };
    let calm = moves
        .iter()
        .map(|made| made.span)
        .filter(|span| is_calm(*span));
    let mut calm: Vec<Micros> = calm.map(wait).collect();
    calm.sort_unstable();
    let counts = &stage.counts;
    let counts = [
        ("acknowledged", &counts.acknowledged),
        ("duplicates", &counts.duplicates),
        ("stale", &counts.stale),
        ("failures", &counts.failures),
        ("reads", &counts.reads),
        ("events", &counts.events),
        ("sockets", &counts.sockets),
        ("made", &counts.made),
        ("rematches", &counts.rematches),
        ("verified", &counts.verified),
        ("bots", &counts.bots),
        ("flags", &counts.flags),
    ];
    Outcome {
        findings: stage.findings.all(),
        faults,
        waits,
        calm: (
            calm.last().copied().unwrap_or_default(),
            calm.get(calm.len() / 2).copied().unwrap_or_default(),
        ),
        restarted,
        seconds,
        nodes: setting.size.nodes,
        has_standby: setting.size.has_standby,
        counts: counts
            .map(|(name, count)| (name, count.load(Ordering::Relaxed)))
            .into(),
        raced: String::new(),
    }
}
