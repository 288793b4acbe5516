//! Records that were brought from elsewhere, by a hash of their content.
//!
//! They are in memory and bounded in number and in bytes: those go whose last use is the longest ago.
//! The same game has the same address, whoever brings it and however often, so that an address that was
//! lost works again once the game is brought again.

use core::fmt;
use core::str::FromStr;
use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use parlor_dice::{Bytes32, VerifyError};
use parlor_record::record::AnyRecord;
use parlor_table::id::GameId;
use parlor_table::table::{self, AnyTable};

/// The most records that are kept.
const MOST_RECORDS: usize = 1_000;

/// The most bytes that they take together.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// About the most bytes that a ply takes in memory, next to its text.
const BYTES_OF_PLY: usize = 256;

/// The name of a record: 128 bits of the hash of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImportId(u128);

/// 32 hexadecimal digits.
impl fmt::Display for ImportId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// What is no name of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of a record is 32 hexadecimal digits")]
pub struct ImportIdError;

/// It parses what it prints.
impl FromStr for ImportId {
    type Err = ImportIdError;

    fn from_str(text: &str) -> Result<Self, ImportIdError> {
        let id = u128::from_str_radix(text, 16).map(Self);
        id.ok()
            .filter(|id| id.to_string() == text)
            .ok_or(ImportIdError)
    }
}

/// A record with its name.
#[derive(Debug)]
pub struct Import {
    id: ImportId,
    record: AnyRecord,
    table: Option<Arc<dyn AnyTable>>,
    is_forged: bool,
    text: String,
}

impl Import {
    /// A record under its name.
    pub fn new(record: AnyRecord) -> Self {
        let text = record.to_text();
        let hash = Bytes32::sha_256(text.as_bytes());
        let first = hash.0.first_chunk().copied().unwrap_or_default();
        // No game is there under this name: a record has an address of its own.
        let name = GameId::of_nonce(&first, None);
        Self {
            id: ImportId(u128::from_be_bytes(first)),
            table: table::of_record(name, &record).map(Arc::from),
            is_forged: matches!(record.verify_dice(), Err(VerifyError::WrongRoll { .. })),
            record,
            text,
        }
    }

    /// Its name.
    pub const fn id(&self) -> ImportId {
        self.id
    }

    /// The record.
    pub const fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// The game to look back on; `None` if it is scripted.
    pub const fn table(&self) -> Option<&Arc<dyn AnyTable>> {
        self.table.as_ref()
    }

    /// Whether a roll is not that of the dice that the record commits to.
    pub const fn is_forged(&self) -> bool {
        self.is_forged
    }

    /// The record in the text form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// About the bytes that it takes in memory: its fields are there as values, twice, and in the text.
    fn bytes(&self) -> usize {
        6 * self.text.len() + BYTES_OF_PLY * self.record.length()
    }
}

/// The records that were used last.
#[derive(Debug, Default)]
pub struct Imports(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// Each with the number of its last use.
    records: HashMap<ImportId, (Arc<Import>, u64)>,
    uses: u64,
    bytes: usize,
}

impl Imports {
    /// The record of this name, if it is still kept.
    pub fn get(&self, id: ImportId) -> Option<Arc<Import>> {
        let mut kept = self.0.lock();
        kept.uses += 1;
        let uses = kept.uses;
        let (import, used) = kept.records.get_mut(&id)?;
        *used = uses;
        Some(Arc::clone(import))
    }

    /// Keeps a record, in the place of those whose last use is the longest ago.
    pub fn keep(&self, import: Import) -> Arc<Import> {
        let import = Arc::new(import);
        self.0
            .lock()
            .keep(Arc::clone(&import), MOST_RECORDS, MOST_BYTES);
        import
    }
}

impl Kept {
    fn keep(&mut self, import: Arc<Import>, most_records: usize, most_bytes: usize) {
        self.uses += 1;
        self.bytes += import.bytes();
        let id = import.id;
        let before = self.records.insert(id, (import, self.uses));
        self.bytes -= before.map_or(0, |(import, _)| import.bytes());
        while self.records.len() > most_records || self.bytes > most_bytes {
            let others = self.records.iter().filter(|(known, _)| **known != id);
            let oldest = others.min_by_key(|(_, (_, used))| *used);
            // The one that has just come stays, or nobody could see it.
            let Some(oldest) = oldest.map(|(known, _)| *known) else {
                return;
            };
            let gone = self.records.remove(&oldest);
            self.bytes -= gone.map_or(0, |(import, _)| import.bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two pushes, by this player.
    fn import(name: &str) -> Import {
        let text = format!("parlor-record 1\ngame: kuba\nseats: W, B\nW: {name}\n\n65F 05B");
        Import::new(AnyRecord::read(&text).expect("a record"))
    }

    #[test]
    fn the_same_game_has_the_same_name_in_either_form() {
        let one = import("Ann");
        let json = AnyRecord::read(&one.record.to_json()).expect("the same");
        assert_eq!(Import::new(json).id, one.id);
        assert_ne!(import("Bo").id, one.id);
        assert_eq!(one.id.to_string().parse(), Ok(one.id));
        let hash = Bytes32::sha_256(one.text.as_bytes()).to_string();
        assert_eq!(one.id.to_string(), hash[..32]);
    }

    #[test]
    fn a_name_is_written_in_one_way() {
        let id = ImportId(0xab);
        let written = id.to_string();
        assert_eq!((written.len(), written.parse()), (32, Ok(id)));
        for wrong in ["", "ab", &written[1..], &written.to_uppercase(), "+0", "é"] {
            assert_eq!(wrong.parse::<ImportId>(), Err(ImportIdError), "{wrong}");
        }
        let signed = format!("+{}", &written[1..]);
        assert_eq!(signed.parse::<ImportId>(), Err(ImportIdError));
    }

    #[test]
    fn those_go_whose_last_use_is_the_longest_ago() {
        let imports = Imports::default();
        let all = ["Ann", "Bo", "Cid", "Dee"].map(|name| Arc::new(import(name)));
        let bytes: usize = all.iter().map(|import| import.bytes()).sum();
        let keep = |import: &Arc<Import>, records, bytes| {
            imports.0.lock().keep(Arc::clone(import), records, bytes);
        };
        let known = || {
            all.each_ref()
                .map(|one| imports.0.lock().records.contains_key(&one.id))
        };
        for one in &all[..3] {
            keep(one, 3, usize::MAX);
        }
        assert!(imports.get(all[0].id).is_some());
        keep(&all[3], 3, usize::MAX);
        assert_eq!(known(), [true, false, true, true]);
        // What is brought again is kept once.
        keep(&all[3], 3, usize::MAX);
        assert_eq!(imports.0.lock().bytes, bytes - all[1].bytes());
        keep(&all[1], 9, bytes - 1);
        assert_eq!(known(), [true, true, false, true]);
        assert!(imports.get(all[2].id).is_none());
        // Too large for all bounds, the last one is there alone.
        keep(&all[2], 9, 1);
        assert_eq!(known(), [false, false, true, false]);
        assert_eq!(imports.0.lock().bytes, all[2].bytes());
    }
}
