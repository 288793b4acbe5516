//! What keepers watch over in the lobby, moved with the games: names with their reports and the
//! decisions about them, and blocks.
//!
//! A name is written whole or not at all, so that an interrupted copy is completed when it is run again.

use std::collections::{BTreeMap, HashMap};

use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

use super::OperatorError;
use crate::client_net::Prefix;
use crate::store::moderation::{Block, FoldedName, ModerationWrite, WatchedName};
use crate::store::{Store, StoreError};
use parlor_table::timestamp::Timestamp;

/// How many names and blocks are written at a time, since a store writes them together.
const AT_ONCE: usize = 64;

/// What became of the names and blocks of the lobby when they were copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopiedKeeping {
    /// The number of names that were written, and read back as they are in the source.
    pub names: usize,
    /// The number of such blocks.
    pub blocks: usize,
    /// The number of names that were in the target before, and are as they are in the source.
    pub found_names: usize,
    /// The number of such blocks.
    pub found_blocks: usize,
    /// The names and networks of which the target has something else, and what. It has it still.
    pub differing: Vec<String>,
}

/// All names and blocks of a store.
struct Keeping {
    names: BTreeMap<FoldedName, WatchedName>,
    blocks: HashMap<Prefix, Timestamp>,
}

impl Keeping {
    async fn of(store: &dyn Store) -> Result<Self, StoreError> {
        let moderation = store.moderation();
        let names = moderation.watched_names().await?.into_iter();
        let blocks = moderation.rulings().await?.blocks.into_iter();
        Ok(Self {
            names: names.map(|name| (name.known.name.clone(), name)).collect(),
            blocks: blocks.map(|block| (block.network, block.until)).collect(),
        })
    }
}

/// Copies the names and blocks of a store into another one, which nobody else uses, and compares them.
pub(super) async fn copy(
    source: &dyn Store,
    target: &dyn Store,
) -> Result<CopiedKeeping, OperatorError> {
    let (here, there) = (Keeping::of(source).await?, Keeping::of(target).await?);
    let mut copied = CopiedKeeping::default();
    let mut writes = Vec::new();
    for (name, watched) in &here.names {
        match there.names.get(name) {
            None => {
                copied.names += 1;
                writes.push(ModerationWrite::Add(watched.clone()));
            }
            Some(found) => match difference(watched, found) {
                None => copied.found_names += 1,
                Some(what) => copied
                    .differing
                    .push(format!("the name {}: {what} there", name.as_str())),
            },
        }
    }
    let mut blocks: Vec<_> = here.blocks.iter().collect();
    blocks.sort_by_key(|(network, _)| network.to_string());
    for (&network, &until) in blocks {
        match there.blocks.get(&network) {
            None => {
                copied.blocks += 1;
                writes.push(ModerationWrite::Block(Block { network, until }));
            }
            Some(found) if *found == until => copied.found_blocks += 1,
            Some(_) => copied.differing.push(format!(
                "the network {network}: it is blocked until another time there"
            )),
        }
    }
    write(target, &writes).await?;
    Ok(copied)
}

/// Writes names and blocks, and reads them back.
async fn write(target: &dyn Store, writes: &[ModerationWrite]) -> Result<(), OperatorError> {
    if writes.is_empty() {
        return Ok(());
    }
    let written = stream::iter(writes).map(|write| target.moderation().moderate(write.clone()));
    let written = written.buffer_unordered(AT_ONCE);
    written.try_for_each(async |_| Ok(())).await?;
    let now = Keeping::of(target).await?;
    let wrong = |what: String| Err(OperatorError::WronglyKept(what));
    for write in writes {
        match write {
            ModerationWrite::Add(name) if now.names.get(&name.known.name) != Some(name) => {
                return wrong(format!("the name {}", name.known.name.as_str()));
            }
            ModerationWrite::Block(block)
                if now.blocks.get(&block.network) != Some(&block.until) =>
            {
                return wrong(format!("the block of {}", block.network));
            }
            _ => {}
        }
    }
    Ok(())
}

/// How what is stored of a name elsewhere differs; `None` if it does not.
fn difference(here: &WatchedName, there: &WatchedName) -> Option<&'static str> {
    if here.known.decision != there.known.decision {
        Some("something else is decided about it")
    } else if here != there {
        Some("it has other reports")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client_net::ClientNet;
    use crate::store::memory::MemoryStore;
    use crate::store::moderation::{Moderated, NameDecision};

    async fn keep(store: &MemoryStore, write: ModerationWrite) {
        let done = store.moderation().moderate(write).await;
        assert_eq!(done.expect("it is kept"), Moderated::Done);
    }

    /// The first `by` networks report a name.
    async fn report(store: &MemoryStore, name: &str, by: u8) {
        for number in 1..=by {
            let report = ModerationWrite::Report {
                name: FoldedName::of(name),
                by: ClientNet::of(Some([198, 51, number, 1].into())).widest(),
                at: Timestamp(u64::from(number)),
            };
            keep(store, report).await;
        }
    }

    async fn decide(store: &MemoryStore, name: &str, decision: NameDecision) {
        keep(
            store,
            ModerationWrite::Decide(FoldedName::of(name), decision),
        )
        .await;
    }

    async fn block(store: &MemoryStore, network: &str, until: u64) {
        let block = Block {
            network: network.parse().expect("a network"),
            until: Timestamp(until),
        };
        keep(store, ModerationWrite::Block(block)).await;
    }

    async fn everything(store: &MemoryStore) -> (Vec<WatchedName>, Vec<Block>) {
        let moderation = store.moderation();
        let names = moderation.watched_names().await.expect("names");
        (names, moderation.rulings().await.expect("blocks").blocks)
    }

    #[tokio::test]
    async fn names_and_blocks_are_copied_once() {
        let (source, target) = (MemoryStore::default(), MemoryStore::default());
        // More of one network than are taken in an hour.
        for number in 0..100 {
            report(&source, &format!("name {number}"), 1 + number % 3).await;
            if number % 10 == 9 {
                let forget = ModerationWrite::Forget {
                    reported: Timestamp(0),
                    blocked: Timestamp(0),
                };
                let done = source.moderation().moderate(forget).await;
                done.expect("it is done");
                break;
            }
        }
        decide(&source, "rude", NameDecision::Hidden).await;
        block(&source, "192.0.2.0/24", 5).await;
        let first = copy(&source, &target).await.expect("a copy");
        let kept = CopiedKeeping {
            names: 11,
            blocks: 1,
            ..CopiedKeeping::default()
        };
        assert_eq!(first, kept);
        assert_eq!(everything(&target).await, everything(&source).await);
        let again = copy(&source, &target).await.expect("a copy");
        let found = CopiedKeeping {
            found_names: 11,
            found_blocks: 1,
            ..CopiedKeeping::default()
        };
        assert_eq!(again, found);
    }

    #[tokio::test]
    async fn what_differs_there_is_named_and_stays_and_the_rest_is_copied() {
        let (source, target) = (MemoryStore::default(), MemoryStore::default());
        for (store, reports) in [(&source, 3), (&target, 2)] {
            report(store, "eve", reports).await;
            report(store, "ann", 1).await;
        }
        decide(&target, "ann", NameDecision::Shown).await;
        decide(&target, "only there", NameDecision::Hidden).await;
        decide(&source, "rude", NameDecision::Hidden).await;
        block(&source, "192.0.2.0/24", 5).await;
        block(&target, "192.0.2.0/24", 6).await;
        let copied = copy(&source, &target).await.expect("a copy");
        assert_eq!((copied.names, copied.blocks), (1, 0));
        assert_eq!(
            copied.differing,
            [
                "the name ann: something else is decided about it there",
                "the name eve: it has other reports there",
                "the network 192.0.2.0/24: it is blocked until another time there",
            ]
        );
        let (names, blocks) = everything(&target).await;
        let names: Vec<_> = names.iter().map(|name| name.known.name.as_str()).collect();
        assert_eq!(names, ["ann", "eve", "only there", "rude"]);
        assert_eq!(blocks[0].until, Timestamp(6));
    }
}
