//! How late the messages of other nodes come.
//!
//! Clocks of nodes differ, so the way of a single message cannot be measured. But the fastest of many
//! takes next to no time: a message is as late as it took longer than that one, by the steady clocks of
//! both ends. So what the network holds back is not the time of the player whose move it was.

use core::time::Duration;
use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::store::shared::Session;

/// How long the fastest message counts, at least; twice as long at most. Steady clocks drift by some
/// milliseconds in that time.
const WINDOW: Duration = Duration::from_secs(30);

/// How long a node is known that sends nothing.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(10);

/// What is known of the other nodes' messages.
#[derive(Debug)]
pub(super) struct Lateness {
    began: Instant,
    nodes: Mutex<HashMap<Session, Fastest>>,
}

/// The least that the receiver's clock showed more than the sender's, in milliseconds, in two windows.
#[derive(Clone, Copy, Debug)]
struct Fastest {
    since: Instant,
    now: i64,
    before: i64,
}

impl Lateness {
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            nodes: Mutex::default(),
        }
    }

    /// The time by the steady clock of this node, in milliseconds, as its messages have it.
    pub(super) fn now_ms(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// How late a message of a node is that was sent at this time of its clock and has come just now.
    pub(super) fn of(&self, node: Session, sent_ms: i64) -> Duration {
        let gap = self.now_ms().saturating_sub(sent_ms);
        let now = Instant::now();
        let mut nodes = self.nodes.lock();
        let fastest = nodes.entry(node).or_insert(Fastest {
            since: now,
            now: gap,
            before: gap,
        });
        let is_new_window = now.duration_since(fastest.since) > WINDOW;
        if is_new_window {
            *fastest = Fastest {
                since: now,
                now: gap,
                before: fastest.now,
            };
        }
        fastest.now = fastest.now.min(gap);
        let least = fastest.now.min(fastest.before);
        if is_new_window {
            // Nodes that were killed have not said that they ended.
            nodes.retain(|_, fastest| now.duration_since(fastest.since) < FORGOTTEN_AFTER);
        }
        Duration::from_millis(gap.abs_diff(least))
    }

    /// Forgets a node that has ended.
    pub(super) fn forget(&self, node: Session) {
        self.nodes.lock().remove(&node);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const NODE: Session = Session(7);

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[tokio::test(start_paused = true)]
    async fn a_message_is_as_late_as_it_took_longer_than_the_fastest() {
        let lateness = Lateness::new();
        advance(ms(500)).await;
        // The other clock is far ahead.
        assert_eq!(lateness.of(NODE, 1_000_000), ms(0));
        advance(ms(100)).await;
        assert_eq!(lateness.of(NODE, 1_000_090), ms(10));
        assert_eq!(lateness.of(NODE, 1_000_110), ms(0));
        assert_eq!(lateness.of(NODE, 1_000_100), ms(10));
        advance(ms(2_000)).await;
        assert_eq!(lateness.of(NODE, 1_000_110), ms(2_000));
        assert_eq!(
            lateness.of(Session(8), 5),
            ms(0),
            "each has a clock of its own"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_fastest_is_forgotten_in_time() {
        let lateness = Lateness::new();
        assert_eq!(lateness.of(NODE, 0), ms(0));
        // From here on its clock is a second behind, as after a pause of its machine.
        let mut late = Vec::new();
        for second in 1..=90 {
            advance(ms(1_000)).await;
            late.push(lateness.of(NODE, (second - 1) * 1_000));
        }
        assert_eq!(late[0], ms(1_000));
        lateness.of(Session(8), 0);
        advance(2 * FORGOTTEN_AFTER).await;
        lateness.of(NODE, 0);
        assert_eq!(lateness.nodes.lock().len(), 1);
        assert_eq!(late.last(), Some(&ms(0)));
    }
}
