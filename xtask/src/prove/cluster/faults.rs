//! The faults: which there are, in which order a seed gives them, and how they begin and end.

use std::fmt;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::network::{END, Network};
use crate::services::proxy::Link;

/// How far off a clock is set, in seconds.
const OFF: i64 = 600;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Kind {
    /// A node is killed, and started again, by its name or another.
    Kill,
    /// A node is stopped for longer than its lease, and goes on.
    Pause,
    /// The connections between a node and the databases are cut.
    DatabaseCut,
    /// Nothing passes between a node and the databases.
    DatabaseSilent,
    /// Nothing passes from a node to the databases, or back.
    DatabaseOneWay,
    /// The connections between a node and NATS are cut.
    NatsCut,
    /// Nothing passes between a node and NATS.
    NatsSilent,
    /// Nothing passes from a node to NATS, or back.
    NatsOneWay,
    /// NATS is killed, and started again.
    NatsKill,
    /// The clock of a node jumps ten minutes ahead or back, and then the other way.
    Clock,
    /// The database that takes writes is killed, and started again.
    DatabaseKill,
    /// The database that takes writes is killed, the standby takes over, and a new standby is built.
    FailOver,
    /// The standby is killed, and started again.
    StandbyKill,
    /// The disk of the database that takes writes is full, until room is made.
    FullDisk,
    /// Every node is ended by SIGTERM and replaced by one of another program.
    Update,
}

/// In words, and how long they last at least and at most, in milliseconds.
const KINDS: [(Kind, &str, (u64, u64)); 15] = [
    (Kind::Kill, "kill -9 of a node", (200, 3_000)),
    (
        Kind::Pause,
        "a node stopped beyond its lease",
        (7_000, 10_000),
    ),
    (Kind::DatabaseCut, "node and database cut", (500, 5_000)),
    (
        Kind::DatabaseSilent,
        "node and database silent",
        (1_000, 9_000),
    ),
    (
        Kind::DatabaseOneWay,
        "node and database silent one way",
        (1_000, 9_000),
    ),
    (Kind::NatsCut, "node and NATS cut", (500, 4_000)),
    (Kind::NatsSilent, "node and NATS silent", (1_000, 6_000)),
    (
        Kind::NatsOneWay,
        "node and NATS silent one way",
        (1_000, 6_000),
    ),
    (Kind::NatsKill, "kill -9 of NATS", (200, 3_000)),
    (Kind::Clock, "clock ten minutes off", (500, 5_000)),
    (Kind::DatabaseKill, "kill -9 of the database", (100, 2_000)),
    (Kind::FailOver, "fail-over to the standby", (100, 1_500)),
    (Kind::StandbyKill, "kill -9 of the standby", (100, 3_000)),
    (Kind::FullDisk, "full disk of the database", (500, 3_000)),
    (Kind::Update, "rolling update", (0, 1)),
];

impl Kind {
    /// All kinds.
    pub(crate) fn all() -> impl Iterator<Item = Kind> {
        KINDS.into_iter().map(|(kind, ..)| kind)
    }

    fn lasts(self) -> (u64, u64) {
        let found = KINDS.iter().find(|(kind, ..)| *kind == self);
        found.map_or((0, 1), |(_, _, lasts)| *lasts)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = KINDS.iter().find(|(kind, ..)| kind == self);
        formatter.write_str(found.map_or("", |(_, words, _)| words))
    }
}

/// A fault that is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// The node, where it is of one.
    pub(crate) node: usize,
    /// How long it lasts.
    pub(crate) lasts: Duration,
    /// How long after the beginning of the one before it begins, or after its end.
    pub(crate) gap: Duration,
    /// Whether it begins while the one before it lasts, if both can be.
    pub(crate) overlaps: bool,
    /// One of two forms.
    pub(crate) is_other_form: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.kind)?;
        if matches!(self.resource(), Resource::Node(_)) {
            write!(formatter, " (node {})", self.node + 1)?;
        }
        match (self.kind, self.is_other_form) {
            (Kind::Kill, false) => formatter.write_str(", then the same name")?,
            (Kind::Kill, true) => formatter.write_str(", then another name")?,
            (Kind::DatabaseOneWay | Kind::NatsOneWay, false) => {
                formatter.write_str(", from the node")?;
            }
            (Kind::DatabaseOneWay | Kind::NatsOneWay, true) => {
                formatter.write_str(", toward the node")?;
            }
            (Kind::Clock, false) => formatter.write_str(", ahead")?,
            (Kind::Clock, true) => formatter.write_str(", back")?,
            _ => {}
        }
        write!(formatter, ", {} ms", self.lasts.as_millis())
    }
}

/// What a fault is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    Node(usize),
    Database,
    Nats,
    All,
}

impl Fault {
    fn resource(&self) -> Resource {
        match self.kind {
            Kind::Kill
            | Kind::Pause
            | Kind::DatabaseCut
            | Kind::DatabaseSilent
            | Kind::DatabaseOneWay
            | Kind::NatsCut
            | Kind::NatsSilent
            | Kind::NatsOneWay
            | Kind::Clock => Resource::Node(self.node),
            Kind::NatsKill => Resource::Nats,
            Kind::DatabaseKill | Kind::FailOver | Kind::StandbyKill | Kind::FullDisk => {
                Resource::Database
            }
            Kind::Update => Resource::All,
        }
    }

    /// Whether both cannot be at the same time.
    pub(crate) fn excludes(&self, other: &Fault) -> bool {
        let (one, two) = (self.resource(), other.resource());
        one == two || one == Resource::All || two == Resource::All
    }

    /// Begins it.
    ///
    /// # Errors
    /// When it cannot be done.
    pub(crate) fn begin(&self, network: &mut Network, update: &mut usize) -> anyhow::Result<()> {
        match self.kind {
            Kind::Kill => network.nodes[self.node].kill(),
            Kind::Pause => network.nodes[self.node].signal("STOP"),
            Kind::DatabaseCut | Kind::DatabaseSilent | Kind::DatabaseOneWay => {
                self.set_databases(network, self.link());
                Ok(())
            }
            Kind::NatsCut | Kind::NatsSilent | Kind::NatsOneWay => {
                network.ways[self.node].nats.set(self.link());
                Ok(())
            }
            Kind::NatsKill => network.nats.kill(),
            Kind::Clock => {
                let off = if self.is_other_form { -OFF } else { OFF };
                set_clock(network, self.node, off)
            }
            Kind::DatabaseKill | Kind::FailOver => network.kill_primary(),
            Kind::StandbyKill => network.kill_standby(),
            Kind::FullDisk => network.fill_disk(),
            Kind::Update => {
                *update += 1;
                update_all(network, *update)
            }
        }
    }

    /// Ends it.
    ///
    /// # Errors
    /// When that cannot be done.
    pub(crate) fn end(&self, network: &mut Network) -> anyhow::Result<()> {
        match self.kind {
            Kind::Kill if self.is_other_form => network.nodes[self.node].start_as_another(),
            Kind::Kill => network.nodes[self.node].start(),
            Kind::Pause => network.nodes[self.node].signal("CONT"),
            Kind::DatabaseCut | Kind::DatabaseSilent | Kind::DatabaseOneWay => {
                self.set_databases(network, Link::Open);
                Ok(())
            }
            Kind::NatsCut | Kind::NatsSilent | Kind::NatsOneWay => {
                network.ways[self.node].nats.set(Link::Open);
                Ok(())
            }
            Kind::NatsKill => network.nats.start_again(),
            Kind::Clock => set_clock(network, self.node, 0),
            Kind::DatabaseKill => network.restart_primary(),
            Kind::FailOver => network.fail_over(),
            Kind::StandbyKill => network.restart_standby(),
            Kind::FullDisk => network.free_disk(),
            Kind::Update => Ok(()),
        }
    }

    fn link(&self) -> Link {
        match self.kind {
            Kind::DatabaseCut | Kind::NatsCut => Link::Cut,
            Kind::DatabaseOneWay | Kind::NatsOneWay => Link::Silent {
                toward_server: !self.is_other_form,
                toward_client: self.is_other_form,
            },
            _ => Link::Silent {
                toward_server: true,
                toward_client: true,
            },
        }
    }

    fn set_databases(&self, network: &Network, link: Link) {
        for database in &network.ways[self.node].databases {
            database.set(link);
        }
    }
}

fn set_clock(network: &Network, node: usize, seconds: i64) -> anyhow::Result<()> {
    let clock = network.nodes[node].clock();
    clock.map_or(Ok(()), |clock| clock.set(seconds))
}

/// Replaces the nodes, one after the other.
fn update_all(network: &mut Network, update: usize) -> anyhow::Result<()> {
    let program = network.next_program(update).to_owned();
    for node in &mut network.nodes {
        node.terminate(END)?;
        node.update(&program);
        node.start_as_another()?;
        super::network::wait_until_ready(node)?;
    }
    Ok(())
}

/// So many faults of these kinds, which come equally often, in the order of a seed.
pub(crate) fn plan(seed: u64, count: usize, nodes: usize, kinds: &[Kind]) -> Vec<Fault> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut below = move |bound: u64| random.next_u64() % bound.max(1);
    let mut faults = Vec::with_capacity(count);
    let mut deck: Vec<Kind> = Vec::new();
    while faults.len() < count && !kinds.is_empty() {
        if deck.is_empty() {
            deck = kinds.to_vec();
            for last in (1..deck.len()).rev() {
                deck.swap(last, place(below(last as u64 + 1)));
            }
        }
        let Some(kind) = deck.pop() else { break };
        let (least, most) = kind.lasts();
        let overlaps = below(3) == 0;
        let gap = if overlaps {
            100 + below(600)
        } else {
            200 + below(800)
        };
        faults.push(Fault {
            kind,
            node: place(below(nodes as u64)),
            lasts: Duration::from_millis(least + below(most - least)),
            gap: Duration::from_millis(gap),
            overlaps,
            is_other_form: below(2) == 1,
        });
    }
    faults
}

fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Fault, Kind, plan};

    #[test]
    fn a_seed_gives_the_same_faults_each_time_and_every_kind_equally_often() {
        let kinds: Vec<Kind> = Kind::all().collect();
        let faults = plan(7, 2 * kinds.len(), 3, &kinds);
        assert_eq!(faults, plan(7, 2 * kinds.len(), 3, &kinds));
        assert_ne!(faults, plan(8, 2 * kinds.len(), 3, &kinds));
        let (first, second) = faults.split_at(kinds.len());
        for half in [first, second] {
            let found: BTreeSet<Kind> = half.iter().map(|fault| fault.kind).collect();
            assert_eq!(found.len(), kinds.len());
        }
        assert_eq!(plan(7, 5, 3, &kinds), faults[..5]);
    }

    #[test]
    fn faults_of_one_thing_exclude_each_other() {
        let of = |kind, node| Fault {
            node,
            ..plan(1, 1, 1, &[kind])[0]
        };
        assert!(of(Kind::Kill, 1).excludes(&of(Kind::NatsCut, 1)));
        assert!(!of(Kind::Kill, 1).excludes(&of(Kind::NatsCut, 2)));
        assert!(of(Kind::FullDisk, 1).excludes(&of(Kind::FailOver, 2)));
        assert!(!of(Kind::NatsKill, 1).excludes(&of(Kind::FailOver, 2)));
        assert!(of(Kind::Update, 1).excludes(&of(Kind::NatsKill, 2)));
    }
}
