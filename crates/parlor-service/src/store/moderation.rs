//! What keepers watch over in the lobby, as it is stored: names that were reported, and networks that are blocked.
//!
//! A name is one however it is typed. A report counts once per name and per widest network
//! around a client, so that one person with many addresses is one.

use std::collections::HashSet;

use core::time::Duration;

use parlor_view::takes_no_room;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::StoreFuture;
use crate::client_net::{ClientNet, Prefix};
use parlor_table::timestamp::Timestamp;

/// How many networks must have reported a name so that it is hidden until a keeper decides.
pub const HIDES: u64 = 3;

/// For how long a report counts.
pub const COUNTS_FOR: Duration = Duration::from_hours(90 * 24);

/// How many reports of one network are taken in [`REPORTED_WITHIN`].
pub const MOST_REPORTS: u64 = 10;

/// The time of which the reports of a network are counted.
pub const REPORTED_WITHIN: Duration = Duration::from_hours(1);

/// What tells the second of two apart who are called alike.
pub(crate) const SECOND: &str = " (2)";

/// What tells programs from people wherever the name of a player is shown: lists, records, pictures.
pub const OF_PROGRAM: &str = " (bot)";

/// A name in the form in which it is reported and decided on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct FoldedName(String);

impl FoldedName {
    /// The form of a name: in lower case and NFKC (Unicode Standard Annex 15), without characters that take no
    /// room, with single spaces between its words, and without what tells the second of two apart who are
    /// called alike, and programs from people.
    pub fn of(name: &str) -> Self {
        let seen = name.nfkc().filter(|letter| !takes_no_room(*letter));
        let small: String = seen.flat_map(char::to_lowercase).nfkc().collect();
        let words: Vec<&str> = small.split_whitespace().collect();
        let folded = words.join(" ");
        let mut name = &*folded;
        // Also of one who is called like a second, so that the form of a form is itself.
        let ends = [SECOND, OF_PROGRAM];
        while let Some(alone) = ends.iter().find_map(|end| name.strip_suffix(end)) {
            name = alone.trim_end();
        }
        Self(name.to_owned())
    }

    /// The form as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for FoldedName {
    fn from(name: String) -> Self {
        Self::of(&name)
    }
}

impl From<FoldedName> for String {
    fn from(name: FoldedName) -> Self {
        name.0
    }
}

/// What a keeper has decided about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameDecision {
    /// Nobody is to see it.
    Hidden,
    /// It is shown, whoever reports it.
    Shown,
}

impl NameDecision {
    /// Its name in the store and in lists.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Shown => "shown",
        }
    }

    /// The decision of a name.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let known = [Self::Hidden, Self::Shown].into_iter();
        let mut known = known.filter(|decision| decision.as_str() == text);
        let found = known.next();
        found.ok_or_else(|| format!("{text:?} is no decision about a name"))
    }
}

/// A name that was reported or decided on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedName {
    /// The name.
    pub name: FoldedName,
    /// How many networks have reported it.
    pub reports: u64,
    /// When it was reported last; `None` if it never was.
    pub last: Option<Timestamp>,
    /// What a keeper has decided.
    pub decision: Option<NameDecision>,
}

/// All that is stored of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedName {
    /// What is known of it.
    pub known: ReportedName,
    /// The networks that have reported it, in the order of their texts, and when.
    pub reports: Vec<(Prefix, Timestamp)>,
}

impl ReportedName {
    /// Whether it is hidden.
    pub fn is_hidden(&self) -> bool {
        match self.decision {
            Some(decision) => decision == NameDecision::Hidden,
            None => self.reports >= HIDES,
        }
    }
}

/// A network whose clients may only look on, until a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The network.
    #[serde(with = "network_text")]
    pub network: Prefix,
    /// Until when.
    pub until: Timestamp,
}

/// A network as text.
pub(crate) mod network_text {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use crate::client_net::Prefix;

    pub(crate) fn serialize<S: Serializer>(
        network: &Prefix,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(network)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Prefix, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// What applies now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    /// The names that are hidden.
    pub hidden: HashSet<FoldedName>,
    /// The names that keepers have decided to show.
    pub shown: HashSet<FoldedName>,
    /// The networks that were blocked, also those whose time is over.
    pub blocks: Vec<Block>,
}

impl Rulings {
    /// The block that a client is under, the longest of several.
    pub fn block_of(&self, client: ClientNet, now: Timestamp) -> Option<Block> {
        let blocks = self.blocks.iter().copied();
        let of_client = blocks.filter(|block| block.until > now && client.is_in(block.network));
        of_client.max_by_key(|block| block.until)
    }
}

/// What a store has of this.
pub trait ModerationStore: Send + Sync {
    /// Changes something.
    fn moderate(&self, write: ModerationWrite) -> StoreFuture<'_, Moderated>;

    /// All names that were reported or decided on, those reported most first.
    fn reported_names(&self) -> StoreFuture<'_, Vec<ReportedName>>;

    /// The same names with their reports, in their order.
    fn watched_names(&self) -> StoreFuture<'_, Vec<WatchedName>>;

    /// What applies now.
    fn rulings(&self) -> StoreFuture<'_, Rulings>;
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModerationWrite {
    /// Somebody has reported a name.
    Report {
        /// The name.
        name: FoldedName,
        /// The network that counts.
        by: Prefix,
        /// When.
        at: Timestamp,
    },
    /// A keeper has decided about a name.
    Decide(FoldedName, NameDecision),
    /// A keeper has taken back what was decided about a name: reports count for it again.
    Undecide(FoldedName),
    /// A name comes from another store; one that is here stays as it is.
    Add(WatchedName),
    /// A keeper has blocked a network, or for another time.
    Block(Block),
    /// A keeper has ended the block of a network.
    Unblock(Prefix),
    /// The reports from before no longer count, and blocks that were over by then are of no use.
    Forget {
        /// Reports from before this are forgotten.
        reported: Timestamp,
        /// Blocks that ended before this, too.
        blocked: Timestamp,
    },
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moderated {
    /// It is stored.
    Done,
    /// It was so before, or there was nothing to change.
    Same,
    /// The network has sent too many reports.
    TooMany,
}

impl Moderated {
    /// What became of one that has changed so many rows.
    pub(super) const fn when_changed(rows: u64) -> Self {
        if rows > 0 { Self::Done } else { Self::Same }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_in_all_its_spellings() {
        assert_eq!(FoldedName::of(" \u{c4}nn "), FoldedName::of("\u{e4}NN"));
        assert_eq!(FoldedName::of("Ann (2)"), FoldedName::of("Ann"));
        for same in [
            "A\u{fe0f}nn",
            "Ann\u{e0101}",
            "\u{ff21}\u{24dd}n",
            "A\u{200d}nn (bot)",
        ] {
            assert_eq!(FoldedName::of(same), FoldedName::of("Ann"), "{same:?}");
        }
        let two = FoldedName::of("Ann\u{a0}\u{3000} Lee");
        assert_eq!(two, FoldedName::of("ann lee"));
        for other in ["Anne", "An", "Ann (3)", "Ann(2)"] {
            assert_ne!(FoldedName::of(other), FoldedName::of("Ann"), "{other}");
        }
        for odd in ["Ann (2) (2)", " (2)", "\u{130}\u{3a3} (2)", " x  (2) (2) "] {
            let folded = FoldedName::of(odd);
            assert_eq!(FoldedName::of(folded.as_str()), folded, "{odd:?}");
        }
        assert_eq!(FoldedName::of("(2)").as_str(), "(2)");
    }

    proptest::proptest! {
        #[test]
        fn the_form_of_a_form_is_itself(name in "\\PC{0,12}( \\((2|bot)\\))?") {
            let folded = FoldedName::of(&name);
            proptest::prop_assert_eq!(FoldedName::of(folded.as_str()), folded);
        }
    }

    #[test]
    fn of_several_blocks_the_longest_tells_until_when() {
        let block = |network: &str, until| Block {
            network: network.parse().expect("a network"),
            until: Timestamp(until),
        };
        let rulings = Rulings {
            blocks: vec![
                block("192.0.2.0/24", 10),
                block("192.0.0.0/16", 20),
                block("192.0.2.7", 5),
            ],
            ..Rulings::default()
        };
        let client = |address: [u8; 4]| ClientNet::of(Some(address.into()));
        let until = |client, now| {
            rulings
                .block_of(client, Timestamp(now))
                .map(|block| block.until.0)
        };
        assert_eq!(until(client([192, 0, 2, 7]), 1), Some(20));
        assert_eq!(until(client([192, 0, 2, 7]), 20), None);
        assert_eq!(until(client([192, 1, 2, 7]), 1), None);
        assert_eq!(until(ClientNet::of(None), 1), None);
    }

    #[test]
    fn keepers_go_before_reports() {
        let name = |reports, decision| ReportedName {
            name: FoldedName::of("x"),
            reports,
            last: None,
            decision,
        };
        assert!(!name(HIDES - 1, None).is_hidden());
        assert!(name(HIDES, None).is_hidden());
        assert!(!name(100, Some(NameDecision::Shown)).is_hidden());
        assert!(name(0, Some(NameDecision::Hidden)).is_hidden());
    }
}
