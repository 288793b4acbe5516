//! What stands between clients and nodes: sends the requests about a game to the same node while that
//! is ready, sometimes on purpose to another, and elsewhere after a failure.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng as _;
use ureq::Agent;

/// How often nodes are asked whether they are ready, and how long they may take to answer.
const CHECK_EVERY: Duration = Duration::from_millis(200);
const CHECK_TIMEOUT: Duration = Duration::from_millis(800);

/// One of so many requests goes to any node.
const MISROUTED: u64 = 8;

/// The nodes, and which of them are ready.
#[derive(Debug)]
pub(crate) struct Balancer {
    addresses: Vec<String>,
    are_ready: Vec<AtomicBool>,
    is_over: AtomicBool,
}

impl Balancer {
    /// Asks the nodes at these addresses whether they are ready, again and again, until it is dropped.
    pub(crate) fn start(addresses: Vec<String>) -> Arc<Balancer> {
        let balancer = Arc::new(Balancer {
            are_ready: addresses.iter().map(|_| AtomicBool::new(false)).collect(),
            addresses,
            is_over: AtomicBool::new(false),
        });
        for node in 0..balancer.addresses.len() {
            let balancer = Arc::clone(&balancer);
            thread::spawn(move || balancer.look_after(node));
        }
        balancer
    }

    fn look_after(&self, node: usize) {
        let agent: Agent = Agent::config_builder()
            .timeout_global(Some(CHECK_TIMEOUT))
            .http_status_as_error(true)
            .build()
            .into();
        let address = format!("{}/readyz", self.addresses[node]);
        while !self.is_over.load(Ordering::Relaxed) {
            let is_ready = agent.get(&address).call().is_ok();
            self.are_ready[node].store(is_ready, Ordering::Relaxed);
            thread::sleep(CHECK_EVERY);
        }
    }

    /// Lets its threads end.
    pub(crate) fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.addresses.len()
    }

    /// The address of a node.
    pub(crate) fn address(&self, node: usize) -> &str {
        &self.addresses[node]
    }

    /// Whether a node is ready.
    pub(crate) fn is_ready(&self, node: usize) -> bool {
        self.are_ready[node].load(Ordering::Relaxed)
    }

    /// Whether all are.
    pub(crate) fn are_all_ready(&self) -> bool {
        (0..self.nodes()).all(|node| self.is_ready(node))
    }

    /// The node for a request about a game, but not the one that has just failed.
    pub(crate) fn route(
        &self,
        game: &str,
        failed: Option<usize>,
        random: &mut ChaCha8Rng,
    ) -> usize {
        if random.next_u64().is_multiple_of(MISROUTED) {
            return self.any(random);
        }
        let may_serve = |node: &usize| self.is_ready(*node) && Some(*node) != failed;
        // The ready node with the highest number for this game: others keep their games when one goes.
        let best = (0..self.nodes()).filter(may_serve).max_by_key(|node| {
            let mut hasher = DefaultHasher::new();
            (game, node).hash(&mut hasher);
            hasher.finish()
        });
        best.unwrap_or_else(|| self.any(random))
    }

    /// Any node, ready or not.
    pub(crate) fn any(&self, random: &mut ChaCha8Rng) -> usize {
        let number = random.next_u64() % self.nodes() as u64;
        usize::try_from(number).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng as _;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::Balancer;

    #[test]
    fn a_game_stays_at_its_node_until_that_fails() {
        let balancer = Balancer {
            addresses: vec![String::new(); 3],
            are_ready: (0..3).map(|_| AtomicBool::new(true)).collect(),
            is_over: AtomicBool::new(true),
        };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..1_000 {
            counts[balancer.route("a", None, &mut random)] += 1;
        }
        let home = (0..3).max_by_key(|node| counts[*node]).unwrap();
        assert!(counts[home] > 850, "{counts:?}");
        assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
        let elsewhere = (0..1_000)
            .filter(|_| balancer.route("a", Some(home), &mut random) != home)
            .count();
        assert!(elsewhere > 900, "{elsewhere}");
        balancer.are_ready[home].store(false, Ordering::Relaxed);
        let elsewhere = (0..1_000)
            .filter(|_| balancer.route("a", None, &mut random) != home)
            .count();
        assert!(elsewhere > 900, "{elsewhere}");
    }
}
