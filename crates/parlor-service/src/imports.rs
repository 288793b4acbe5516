//! Records that were brought from elsewhere, by a hash of their content.
//!
//! They are in memory and bounded in number and in bytes: those go whose last use is the longest ago, of
//! the network that has brought most, so that a flood of records drives out its own.
//! The same game has the same address, whoever brings it and however often, so that an address that was
//! lost works again once the game is brought again.

use core::cmp::Reverse;
use core::fmt;
use core::str::FromStr;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::client_net::{ClientNet, Prefix};
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
    records: HashMap<ImportId, KeptRecord>,
    uses: u64,
    bytes: usize,
    /// How many bytes each network has brought.
    bytes_of: HashMap<Prefix, usize>,
}

#[derive(Debug)]
struct KeptRecord {
    import: Arc<Import>,
    /// The number of its last use.
    used: u64,
    /// Whoever brought it first.
    by: Prefix,
}

impl Imports {
    /// The record of this name, if it is still kept.
    pub fn get(&self, id: ImportId) -> Option<Arc<Import>> {
        let mut kept = self.0.lock();
        kept.uses += 1;
        let uses = kept.uses;
        let known = kept.records.get_mut(&id)?;
        known.used = uses;
        Some(Arc::clone(&known.import))
    }

    /// Keeps a record that a client has brought, in the place of others.
    pub fn keep(&self, import: Import, client: ClientNet) -> Arc<Import> {
        let mut kept = self.0.lock();
        kept.keep(Arc::new(import), client, MOST_RECORDS, MOST_BYTES)
    }
}

impl Kept {
    fn keep(
        &mut self,
        import: Arc<Import>,
        client: ClientNet,
        most_records: usize,
        most_bytes: usize,
    ) -> Arc<Import> {
        self.uses += 1;
        let (id, used) = (import.id, self.uses);
        if let Some(known) = self.records.get_mut(&id) {
            known.used = used;
            return Arc::clone(&known.import);
        }
        let by = client.widest();
        let bytes = import.bytes();
        self.bytes += bytes;
        *self.bytes_of.entry(by).or_default() += bytes;
        let record = KeptRecord {
            import: Arc::clone(&import),
            used,
            by,
        };
        self.records.insert(id, record);
        while self.records.len() > most_records || self.bytes > most_bytes {
            // The one that has just come stays, or nobody could see it.
            let others = self.records.iter().filter(|(known, _)| **known != id);
            let first = others.min_by_key(|(_, known)| {
                let of_network = self.bytes_of.get(&known.by).copied();
                (Reverse(of_network), known.used)
            });
            let Some(first) = first.map(|(known, _)| *known) else {
                break;
            };
            self.remove(first);
        }
        import
    }

    fn remove(&mut self, id: ImportId) {
        let Some(KeptRecord { import, by, .. }) = self.records.remove(&id) else {
            return;
        };
        self.bytes -= import.bytes();
        if let Entry::Occupied(mut bytes) = self.bytes_of.entry(by) {
            *bytes.get_mut() -= import.bytes();
            if *bytes.get() == 0 {
                bytes.remove();
            }
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

    fn client(network: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, network, 1].into()))
    }

    #[test]
    fn a_flood_of_records_drives_out_its_own() {
        let mut kept = Kept::default();
        let own = Arc::new(import("Ann"));
        kept.keep(Arc::clone(&own), client(1), 3, usize::MAX);
        for flood in 0..20 {
            let flood = import(&format!("Bo {flood}"));
            kept.keep(Arc::new(flood), client(2), 3, usize::MAX);
            assert!(kept.records.contains_key(&own.id));
        }
        assert_eq!(kept.records.len(), 3);
        // What somebody else has brought before stays theirs.
        kept.keep(Arc::clone(&own), client(2), 3, usize::MAX);
        let bytes: usize = kept
            .records
            .values()
            .map(|known| known.import.bytes())
            .sum();
        assert_eq!((kept.bytes, kept.bytes_of.values().sum()), (bytes, bytes));
        assert_eq!(kept.bytes_of[&client(1).widest()], own.bytes());
        kept.remove(own.id);
        assert!(!kept.bytes_of.contains_key(&client(1).widest()));
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
            let mut kept = imports.0.lock();
            kept.keep(Arc::clone(import), client(1), records, bytes);
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
