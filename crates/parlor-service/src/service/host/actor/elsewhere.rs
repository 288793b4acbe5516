//! Commands to a game that another node owns, and news of one that this node owns.

use tokio::time::{Duration, Instant};
use tracing::Instrument as _;

use super::{ClockRun, GameActor, Lease};
use crate::bus::{News, Question, Reply};
use crate::service::host::actor::lease::Taking;
use crate::service::{CommandOutcome, ServiceError};
use crate::trace;
use parlor_table::command::{Command, CommandKind};
use parlor_table::timestamp::milliseconds;

impl GameActor {
    /// Tells other nodes that the game has come to a version.
    pub(super) fn tell_version(&self, version: u64) {
        if let (Lease::Own(epoch), Some(bus)) = (self.handle.lease(), self.service.inner.bus.get())
        {
            bus.tell(News::Version {
                game: self.handle.id.clone(),
                version,
                epoch,
            });
        }
    }

    /// Learns from the owner what only it knows, once: how long the clock has run, who is there, and what
    /// was said.
    pub(super) async fn watch(&mut self) -> Result<(), ServiceError> {
        let (Some(bus), Lease::Other(owner, _)) =
            (self.service.inner.bus.get().cloned(), self.handle.lease())
        else {
            return Ok(());
        };
        if core::mem::replace(&mut self.has_watched, true) {
            return Ok(());
        }
        let question = Question::Watch(self.handle.id.clone());
        let (version, spent_ms, present, said) = match bus.ask(owner, question).await {
            Some(Reply::Watched {
                version,
                spent_ms,
                present,
                said,
            }) => (version, spent_ms, present, said),
            // It has put the game away, in which nobody was for long.
            Some(Reply::NotMine) if self.handle.is_attended() => {
                self.own(Taking::FromAnybody).await?;
                return Ok(());
            }
            _ => return Ok(()),
        };
        let now = self.handle.uptime.now();
        if version == self.handle.version() {
            let since = now.saturating_sub(Duration::from_millis(spent_ms));
            *self.handle.clock_run.lock() = ClockRun::starting_at(since);
        }
        self.handle.hear_present(owner, present, None);
        // What was said meanwhile was heard.
        let has_heard = self.handle.talk().borrow().last() > 0;
        for (seat, phrase) in said.into_iter().filter(|_| !has_heard) {
            if let Ok(phrase) = phrase.parse() {
                let now = self.service.inner.clock.now();
                self.handle.hear_said(seat, phrase, now);
            }
        }
        Ok(())
    }

    /// Has the node that owns the game carry out a command that may be carried out; `None` if this node
    /// is to take the game: nobody owns it, or who owns it does not answer.
    pub(super) async fn forward(
        &mut self,
        command: &Command,
        received_at: Duration,
    ) -> Result<Option<CommandOutcome>, ServiceError> {
        let Some(bus) = self.service.inner.bus.get().cloned() else {
            return Ok(None);
        };
        if self.owns() || self.own(Taking::IfFree).await?.is_some() {
            return Ok(None);
        }
        let Lease::Other(owner, _) = self.handle.lease() else {
            return Ok(None);
        };
        // What is refused here would be refused there.
        let refused = {
            let table = self.handle.table();
            if command.kind == CommandKind::Rematch {
                table.decide_rematch(command).err()
            } else {
                table.decide(command).err()
            }
        };
        if let Some(error) = refused {
            return Ok(Some(CommandOutcome::Rejected(error)));
        }
        let uptime = &self.handle.uptime;
        let waited = uptime.now().saturating_sub(received_at);
        // The owner was awake while this node paused, and so was the clock that runs there.
        let waited = waited + uptime.paused_since(received_at);
        let question = Question::Execute {
            game: self.handle.id.clone(),
            command: Box::new(command.clone()),
            waited_ms: milliseconds(waited),
            client: self.handle.share().client,
        };
        let began = Instant::now();
        let span = tracing::info_span!(
            target: trace::TARGET, "forward", otel.kind = "client", node = owner.0
        );
        let reply = bus.ask(owner, question).instrument(span).await;
        let took = began.elapsed().as_secs_f64();
        metrics::histogram!("parlor_forward_seconds").record(took);
        if matches!(reply, None | Some(Reply::NotMine)) {
            metrics::counter!("parlor_unforwarded_total").increment(1);
        }
        // Whatever it says is in the store by now.
        self.may_be_behind = true;
        self.catch_up().await?;
        Ok(match reply {
            Some(Reply::Committed(version)) => Some(CommandOutcome::Committed(version)),
            Some(Reply::Duplicate(version)) => Some(CommandOutcome::Duplicate(version)),
            Some(Reply::Stale(version)) => Some(CommandOutcome::Stale(version)),
            // It may have been carried out all the same: who takes the game will see.
            _ => None,
        })
    }
}
