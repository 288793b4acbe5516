//! Reported names and blocked networks in memory.

use core::cmp::Reverse;

use super::MemoryStore;
use crate::client_net::Prefix;
use crate::store::StoreFuture;
use crate::store::moderation::{
    Block, FoldedName, MOST_REPORTS, Moderated, ModerationStore, ModerationWrite, NameDecision,
    REPORTED_WITHIN, ReportedName, Rulings, WatchedName,
};
use parlor_table::timestamp::Timestamp;

/// What keepers watch over.
#[derive(Debug, Default)]
pub(super) struct Watched {
    reports: Vec<(FoldedName, Prefix, Timestamp)>,
    names: Vec<ReportedName>,
    blocks: Vec<Block>,
}

impl Watched {
    fn name(&mut self, name: &FoldedName) -> Option<&mut ReportedName> {
        self.names.iter_mut().find(|known| known.name == *name)
    }

    fn report(&mut self, name: FoldedName, by: Prefix, at: Timestamp) -> Moderated {
        let mut of_network = self.reports.iter().filter(|(_, known, _)| *known == by);
        if of_network.clone().any(|(known, ..)| *known == name) {
            return Moderated::Same;
        }
        let since = at.before(REPORTED_WITHIN);
        let lately = of_network.by_ref().filter(|(_, _, at)| *at > since);
        if lately.count() as u64 >= MOST_REPORTS {
            return Moderated::TooMany;
        }
        match self.name(&name) {
            Some(known) => {
                known.reports += 1;
                known.last = known.last.max(Some(at));
            }
            None => self.names.push(ReportedName {
                name: name.clone(),
                reports: 1,
                last: Some(at),
                decision: None,
            }),
        }
        self.reports.push((name, by, at));
        Moderated::Done
    }

    fn decide(&mut self, name: FoldedName, decision: NameDecision) -> Moderated {
        match self.name(&name) {
            Some(known) if known.decision == Some(decision) => return Moderated::Same,
            Some(known) => known.decision = Some(decision),
            None => self.names.push(ReportedName {
                name,
                reports: 0,
                last: None,
                decision: Some(decision),
            }),
        }
        Moderated::Done
    }

    fn undecide(&mut self, name: &FoldedName) -> Moderated {
        let decision = self.name(name).and_then(|known| known.decision.take());
        self.names.retain(is_of_use);
        Moderated::when_changed(decision.is_some().into())
    }

    fn add(&mut self, WatchedName { known, reports }: WatchedName) -> Moderated {
        if self.name(&known.name).is_some() {
            return Moderated::Same;
        }
        let reports = reports.into_iter();
        let reports = reports.map(|(by, at)| (known.name.clone(), by, at));
        self.reports.extend(reports);
        self.names.push(known);
        Moderated::Done
    }

    fn forget(&mut self, reported: Timestamp, blocked: Timestamp) -> Moderated {
        self.blocks.retain(|block| block.until >= blocked);
        let before = self.reports.len();
        self.reports.retain(|(_, _, at)| *at >= reported);
        for known in &mut self.names {
            let reports = self.reports.iter();
            let reports = reports.filter(|(name, ..)| *name == known.name);
            known.reports = reports.count() as u64;
        }
        self.names.retain(is_of_use);
        Moderated::when_changed((before - self.reports.len()) as u64)
    }

    fn write(&mut self, write: ModerationWrite) -> Moderated {
        match write {
            ModerationWrite::Report { name, by, at } => self.report(name, by, at),
            ModerationWrite::Decide(name, decision) => self.decide(name, decision),
            ModerationWrite::Undecide(name) => self.undecide(&name),
            ModerationWrite::Add(name) => self.add(name),
            ModerationWrite::Block(block) => {
                if self.blocks.contains(&block) {
                    return Moderated::Same;
                }
                self.blocks.retain(|known| known.network != block.network);
                self.blocks.push(block);
                Moderated::Done
            }
            ModerationWrite::Unblock(network) => {
                let before = self.blocks.len();
                self.blocks.retain(|known| known.network != network);
                Moderated::when_changed((before - self.blocks.len()) as u64)
            }
            ModerationWrite::Forget { reported, blocked } => self.forget(reported, blocked),
        }
    }
}

/// Whether there is something to keep of a name.
fn is_of_use(known: &ReportedName) -> bool {
    known.reports > 0 || known.decision.is_some()
}

impl ModerationStore for MemoryStore {
    fn moderate(&self, write: ModerationWrite) -> StoreFuture<'_, Moderated> {
        self.with(|shelf| Ok(shelf.moderation.write(write)))
    }

    fn reported_names(&self) -> StoreFuture<'_, Vec<ReportedName>> {
        self.with(|shelf| {
            let mut names = shelf.moderation.names.clone();
            names.sort_by_key(|known| {
                (
                    Reverse(known.reports),
                    Reverse(known.last),
                    known.name.clone(),
                )
            });
            Ok(names)
        })
    }

    fn watched_names(&self) -> StoreFuture<'_, Vec<WatchedName>> {
        self.with(|shelf| {
            let watched = |known: &ReportedName| {
                let reports = shelf.moderation.reports.iter();
                let of_name = reports.filter(|(name, ..)| *name == known.name);
                let mut reports: Vec<_> = of_name.map(|(_, by, at)| (*by, *at)).collect();
                reports.sort_by_key(|(by, _)| by.to_string());
                let known = known.clone();
                WatchedName { known, reports }
            };
            let names = shelf.moderation.names.iter();
            let mut names: Vec<WatchedName> = names.map(watched).collect();
            names.sort_by(|one, two| one.known.name.cmp(&two.known.name));
            Ok(names)
        })
    }

    fn rulings(&self) -> StoreFuture<'_, Rulings> {
        self.with(|shelf| {
            let names = shelf.moderation.names.iter();
            let hidden = names.clone().filter(|known| known.is_hidden());
            let shown = names.filter(|known| known.decision == Some(NameDecision::Shown));
            let mut blocks = shelf.moderation.blocks.clone();
            blocks.sort_by_key(|block| (Reverse(block.until), block.network.to_string()));
            Ok(Rulings {
                hidden: hidden.map(|known| known.name.clone()).collect(),
                shown: shown.map(|known| known.name.clone()).collect(),
                blocks,
            })
        })
    }
}
