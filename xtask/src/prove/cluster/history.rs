//! What clients have seen of a game, and whether it can be one history.
//!
//! A game is a register whose value is its version: an action is a compare-and-set from one version to
//! the next, and every response shows a version that existed and was the newest at some time between
//! request and response. Each response so bounds the time at which a version began: a version that
//! was shown began before the response; the one after it began after the request. The game is
//! linearizable if and only if times in the order of the versions keep all these bounds.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde_json::Value;

use super::finding::{Checker, Finding};

/// Microseconds since the proof began.
pub(crate) type Micros = u64;

/// How much more time than the clients measure may be charged to a clock: one second, since the server
/// counts a pause of its process that is no longer than that, and one for threads that wait for one
/// of two cores.
const CLOCK_TOLERANCE: Micros = 2_000_000;

/// When a request was sent and its response arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) sent: Micros,
    pub(crate) answered: Micros,
}

/// Who has seen something: a client, and the node that answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) client: u32,
    pub(crate) node: usize,
}

impl fmt::Display for Witness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "client {} at node {}",
            self.client,
            self.node + 1
        )
    }
}

/// An acknowledged action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) action_id: String,
    pub(crate) action: String,
    pub(crate) version: u64,
    /// The head of the log by the receipt, if there was one.
    pub(crate) head: Option<String>,
    /// From when it was first sent until it was acknowledged.
    pub(crate) span: Span,
    /// When it was sent last.
    pub(crate) sent_last: Micros,
}

/// An event of a game's log, as a client was shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) version: u64,
    pub(crate) seat: Option<String>,
    pub(crate) action: String,
    pub(crate) action_id: Option<String>,
    pub(crate) head: String,
    pub(crate) clock_ms: Option<u64>,
}

impl Event {
    /// The event that this JSON is.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn of(value: &Value) -> Result<Event, Finding> {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        let read = || {
            Some(Event {
                version: value["version"].as_u64()?,
                seat: text("seat"),
                action: text("action")?,
                action_id: text("action_id"),
                head: text("head")?,
                clock_ms: value["clock_ms"].as_u64(),
            })
        };
        read().ok_or_else(|| Finding::new(Checker::Answers, format!("{value} is no event")))
    }
}

/// The log of a game, as a node showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    /// When its end was asked for and shown.
    pub(crate) span: Span,
    pub(crate) by: Witness,
}

/// What is known of a version.
#[derive(Clone, Debug, Default)]
struct Facts {
    head: Option<String>,
    event: Option<Event>,
    /// It began after this.
    after: Option<(Micros, Witness)>,
    /// It began before this.
    before: Option<(Micros, Witness)>,
}

/// All that clients have seen of a game.
#[derive(Debug)]
pub(crate) struct History {
    game: String,
    /// By version, from 1 on.
    versions: Vec<Facts>,
    acknowledged: HashMap<String, Acknowledged>,
    /// The actions that were refused.
    refused: HashSet<String>,
}

impl History {
    pub(crate) fn new(game: &str) -> History {
        History {
            game: game.to_owned(),
            versions: Vec::new(),
            acknowledged: HashMap::new(),
            refused: HashSet::new(),
        }
    }

    fn found(&self, checker: Checker, what: impl fmt::Display) -> Finding {
        Finding::new(checker, format!("game {}: {what}", self.game))
    }

    fn facts(&mut self, version: u64) -> Option<&mut Facts> {
        let place = usize::try_from(version.checked_sub(1)?).ok()?;
        if self.versions.len() <= place {
            self.versions.resize_with(place + 1, Facts::default);
        }
        self.versions.get_mut(place)
    }

    /// A version was there at this time, with this head.
    fn exists(
        &mut self,
        version: u64,
        head: Option<&str>,
        at: Micros,
        by: Witness,
    ) -> Result<(), Finding> {
        let Some(facts) = self.facts(version) else {
            return Err(self.found(Checker::Answers, format!("{by} was shown version 0")));
        };
        if facts.before.is_none_or(|(before, _)| at < before) {
            facts.before = Some((at, by));
        }
        let Some(head) = head else { return Ok(()) };
        match &facts.head {
            Some(known) if known != head => {
                let what = format!(
                    "{by} was shown version {version} with the head {head}, others with {known}"
                );
                Err(self.found(Checker::OnePrefix, what))
            }
            _ => {
                facts.head = Some(head.to_owned());
                Ok(())
            }
        }
    }

    /// A request was answered with this as the newest version.
    ///
    /// # Errors
    /// When there was a newer one already, or the version has another head.
    pub(crate) fn read(
        &mut self,
        version: u64,
        head: Option<&str>,
        span: Span,
        by: Witness,
    ) -> Result<(), Finding> {
        let newer = (version + 1..).zip(self.versions.iter().skip(as_place(version)));
        for (newer, facts) in newer {
            if let Some((before, seen_by)) = facts.before
                && before < span.sent
            {
                let what = format!(
                    "{by} asked at {} and was shown version {version}, but {seen_by} had seen \
                     version {newer} at {}",
                    seconds(span.sent),
                    seconds(before)
                );
                return Err(self.found(Checker::Linearizable, what));
            }
        }
        self.exists(version, head, span.answered, by)?;
        if let Some(next) = self.facts(version + 1) {
            began_after(next, span.sent, by);
        }
        Ok(())
    }

    /// An action was acknowledged.
    ///
    /// # Errors
    /// When that cannot be.
    pub(crate) fn acknowledge(
        &mut self,
        mut acknowledged: Acknowledged,
        by: Witness,
    ) -> Result<(), Finding> {
        let Acknowledged { version, span, .. } = acknowledged;
        let head = acknowledged.head.clone();
        self.exists(version, head.as_deref(), span.answered, by)?;
        if let Some(facts) = self.facts(version) {
            began_after(facts, span.sent, by);
        }
        let id = acknowledged.action_id.clone();
        if let Some(same) = self.acknowledged.get(&id) {
            acknowledged.sent_last = acknowledged.sent_last.max(same.sent_last);
        }
        self.acknowledged.insert(id, acknowledged);
        Ok(())
    }

    /// An action was refused for good.
    pub(crate) fn refuse(&mut self, action_id: &str) {
        self.refused.insert(action_id.to_owned());
    }

    /// An event was shown at this time.
    ///
    /// # Errors
    /// When others were shown another one.
    pub(crate) fn show(&mut self, event: Event, at: Micros, by: Witness) -> Result<(), Finding> {
        let version = event.version;
        let known = self.facts(version).and_then(|facts| facts.event.clone());
        if let Some(known) = &known
            && *known != event
        {
            let is_bots = known.action_id.is_none() || event.action_id.is_none();
            let is_same_action = (&known.action, &known.seat) == (&event.action, &event.seat);
            let checker = if is_bots && !is_same_action {
                Checker::Bots
            } else {
                Checker::OnePrefix
            };
            let what = format!("{by} was shown {event:?}, others {known:?}");
            return Err(self.found(checker, what));
        }
        self.exists(version, Some(&event.head), at, by)?;
        if known.is_none()
            && let Some(facts) = self.facts(version)
        {
            facts.event = Some(event);
        }
        Ok(())
    }

    /// Compares everything with the log of the game, which was read after all actions were answered.
    /// Bots may have added to it since.
    ///
    /// # Errors
    /// The first thing that cannot be.
    pub(crate) fn finish(&mut self, log: &Log) -> Result<(), Finding> {
        let Log {
            events: log,
            span,
            by,
        } = log;
        for (version, event) in (1..).zip(log) {
            if event.version != version {
                let what = format!(
                    "the log has version {} in place of {version}",
                    event.version
                );
                return Err(self.found(Checker::Gaps, what));
            }
        }
        self.check_actions(log)?;
        let beyond = (1..).zip(&self.versions).skip(log.len());
        for (version, facts) in beyond {
            if let Some((seen, seen_by)) = facts.before
                && seen < span.sent
            {
                let what = format!(
                    "{seen_by} had seen version {version} at {}; the log that {by} was shown from {} to \
                     {} ends with {}",
                    seconds(seen),
                    seconds(span.sent),
                    seconds(span.answered),
                    log.len()
                );
                return Err(self.found(Checker::OnePrefix, what));
            }
        }
        for event in log {
            self.show(event.clone(), span.answered, *by)?;
        }
        self.check_times()?;
        self.check_clocks(log)
    }

    fn check_actions(&self, log: &[Event]) -> Result<(), Finding> {
        let mut ids = HashSet::new();
        for event in log {
            let Some(id) = &event.action_id else { continue };
            if !ids.insert(id) {
                let what = format!("action {id} is there twice");
                return Err(self.found(Checker::Acknowledged, what));
            }
            if self.refused.contains(id) {
                let what = format!("{} was refused, and is there: {event:?}", event.action);
                return Err(self.found(Checker::Acknowledged, what));
            }
        }
        let mut acknowledged: Vec<_> = self.acknowledged.values().collect();
        acknowledged.sort_by_key(|acknowledged| acknowledged.version);
        for Acknowledged {
            action_id,
            action,
            version,
            ..
        } in acknowledged
        {
            let event = log.get(as_place(*version).wrapping_sub(1));
            let is_there = event.is_some_and(|event| {
                event.action_id.as_ref() == Some(action_id) && is_same(&event.action, action)
            });
            if !is_there {
                let what = format!(
                    "{action} ({action_id}) was acknowledged as version {version}, where there is \
                     {event:?}"
                );
                return Err(self.found(Checker::Acknowledged, what));
            }
        }
        Ok(())
    }

    /// Whether versions can have begun in their order within the bounds.
    fn check_times(&self) -> Result<(), Finding> {
        let mut latest: Option<(u64, Micros, Witness)> = None;
        for (version, facts) in (1..).zip(&self.versions) {
            if let Some((after, by)) = facts.after
                && latest.is_none_or(|(_, latest, _)| after > latest)
            {
                latest = Some((version, after, by));
            }
            if let (Some((early, after, early_by)), Some((before, by))) = (latest, facts.before)
                && after > before
            {
                let what = format!(
                    "{by} had seen version {version} at {}, but version {early} began after {}, \
                     as {early_by} knows",
                    seconds(before),
                    seconds(after)
                );
                return Err(self.found(Checker::Linearizable, what));
            }
        }
        Ok(())
    }

    /// Whether no clock has run for longer than clients waited for its player.
    fn check_clocks(&self, log: &[Event]) -> Result<(), Finding> {
        // A version that is seen shows that those before it are there.
        let mut before: Vec<Option<Micros>> = vec![None; self.versions.len()];
        let mut earliest = None;
        for (facts, before) in self.versions.iter().zip(&mut before).rev() {
            let seen = facts.before.map(|(before, _)| before);
            earliest = [earliest, seen].into_iter().flatten().min();
            *before = earliest;
        }
        let seen = |version: u64| before.get(as_place(version).wrapping_sub(1)).copied()?;
        let mut clocks: HashMap<&str, u64> = HashMap::new();
        for event in log {
            let Some(seat) = event.seat.as_deref() else {
                continue;
            };
            let had = clocks.get(seat).copied();
            let left = match (event.clock_ms, event.action == "time") {
                (Some(left), _) => left,
                (None, true) => 0,
                (None, false) => continue,
            };
            clocks.insert(seat, left);
            let (Some(had), Some(shown)) = (had, seen(event.version.wrapping_sub(1))) else {
                continue;
            };
            let sent = event.action_id.as_ref().and_then(|id| {
                let acknowledged = self.acknowledged.get(id)?;
                Some(acknowledged.sent_last)
            });
            let Some(answered) = sent.or_else(|| seen(event.version)) else {
                continue;
            };
            let waited = answered.saturating_sub(shown);
            let charged = had.saturating_sub(left) * 1_000;
            if charged > waited + CLOCK_TOLERANCE {
                let what = format!(
                    "the clock of {seat} was charged {} for version {}, which clients had been shown \
                     to be due for {}, from {} to {}; {}",
                    seconds(charged),
                    event.version,
                    seconds(waited),
                    seconds(shown),
                    seconds(answered),
                    self.around(log, event.version)
                );
                return Err(self.found(Checker::Clocks, what));
            }
        }
        Ok(())
    }
}

impl History {
    /// What is known of a version and those before it, in words.
    fn around(&self, log: &[Event], version: u64) -> String {
        let place = as_place(version);
        let shown = log.iter().zip(&self.versions).take(place);
        let shown = shown.skip(place.saturating_sub(4)).map(|(event, facts)| {
            let seat = event.seat.as_deref().unwrap_or("-");
            let bound = |bound: Option<(Micros, Witness)>| {
                bound.map_or_else(
                    || "?".to_owned(),
                    |(at, by)| format!("{} ({by})", seconds(at)),
                )
            };
            format!(
                "version {} is {seat} {} (clock {:?}), after {}, before {}",
                event.version,
                event.action,
                event.clock_ms,
                bound(facts.after),
                bound(facts.before)
            )
        });
        shown.collect::<Vec<_>>().join("; ")
    }
}

fn began_after(facts: &mut Facts, at: Micros, by: Witness) {
    if facts.after.is_none_or(|(after, _)| at > after) {
        facts.after = Some((at, by));
    }
}

fn as_place(version: u64) -> usize {
    usize::try_from(version).unwrap_or(usize::MAX)
}

/// Whether an event is what was asked for.
fn is_same(event: &str, action: &str) -> bool {
    // A seat is given up by resigning; the rest has the same words.
    event == action || action == "resign" && matches!(event, "resign" | "leave")
}

fn seconds(micros: Micros) -> String {
    format!("{}.{:06} s", micros / 1_000_000, micros % 1_000_000)
}

#[cfg(test)]
mod tests;
