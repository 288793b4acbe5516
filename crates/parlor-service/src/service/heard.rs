//! Which nodes are heard. Each tells something every second, so one that lives by the database and is
//! silent cannot reach this one.

use core::time::Duration;
use std::collections::HashMap;

use parking_lot::Mutex;

use crate::store::shared::Session;

/// How long a node may be silent: it may be late by some seconds, and no lease lasts longer than 6.
const SILENT_AFTER: Duration = Duration::from_secs(5);

/// When other nodes were heard last, by the uptime of this one.
#[derive(Debug, Default)]
pub(super) struct Heard(Mutex<HashMap<Session, Duration>>);

impl Heard {
    /// Hears a node.
    pub(super) fn note(&self, node: Session, now: Duration) {
        self.0.lock().insert(node, now);
    }

    /// The number of these nodes that were not heard for long, since they were known at least; others are
    /// forgotten.
    pub(super) fn silent(&self, nodes: &[Session], now: Duration) -> usize {
        let mut heard = self.0.lock();
        heard.retain(|node, _| nodes.contains(node));
        let is_silent = |node: &&Session| {
            let at = *heard.entry(**node).or_insert(now);
            now.saturating_sub(at) >= SILENT_AFTER
        };
        nodes.iter().filter(is_silent).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_node_that_is_not_heard_is_counted_after_a_while_and_until_it_is() {
        let heard = Heard::default();
        let nodes = [Session(2), Session(3)];
        assert_eq!(
            heard.silent(&nodes, at(100)),
            0,
            "they may just have started"
        );
        heard.note(Session(2), at(103));
        assert_eq!(heard.silent(&nodes, at(104)), 0);
        assert_eq!(heard.silent(&nodes, at(105)), 1);
        assert_eq!(heard.silent(&nodes, at(108)), 2);
        heard.note(Session(3), at(108));
        heard.note(Session(2), at(109));
        assert_eq!(heard.silent(&nodes, at(109)), 0);
        // One that has ended is forgotten.
        assert_eq!(heard.silent(&nodes[..1], at(120)), 1);
        assert_eq!(heard.silent(&nodes, at(121)), 1);
    }
}
