//! A game's log as somebody saved it, read with every check that its lines allow.
//!
//! `docs/formats/log.md` has the form. Reading proves that each entry follows the one before it, that
//! the game can be played so, and that what was revealed is what was committed to. That the rolls follow
//! from it is for [`AnyRecord::verify_dice`](parlor_record::record::AnyRecord::verify_dice) to find, of the
//! table's record; that this is the log which players saw, for a comparison with a head that one of them
//! kept.

use parlor_dice::Bytes32;
use serde::de::DeserializeOwned;

use crate::chain::{
    ClosingLine, EntryLine, FORMAT, HeaderLine, RevealedBytes, hash_of, header_line,
};
use crate::id::GameId;
use crate::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, PlayerRequest, SeatConfig,
};
use crate::table::{self, AnyTable};
use crate::timestamp::Timestamp;

/// A log that was read, each of whose entries follows the one before it.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedLog {
    /// The game.
    pub game: GameId,
    config: GameConfig,
    /// The entries, each with its head.
    pub entries: Vec<LogEntry>,
    secret: Option<Bytes32>,
}

/// Why a text is no log, or which of its entries is not the one that was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedLogError {
    /// The first line is none of a log.
    #[error(
        "line 1 does not begin a log: {reason}; it would be {{\"log\":\"{FORMAT}\",\"game\":…,\"config\":…}}"
    )]
    NoHeader {
        /// What is wrong with it.
        reason: String,
    },
    /// A line is none of an entry.
    #[error("line {line}, where entry {version} would be, is none: {reason}")]
    NoEntry {
        /// The line, from 1.
        line: usize,
        /// The entry that is due there.
        version: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The last line is none that ends a log.
    #[error("the log has no last line such as {{\"version\":…,\"head\":…}}: {reason}")]
    NoEnd {
        /// What is wrong with the last line.
        reason: String,
    },
    /// A line does not have the SHA-256 that the next one names.
    #[error(
        "{} is not the one that was written: its line has the SHA-256 {found}, and {} names {named}",
        Nth(*.version), Next(*.version, *.is_last)
    )]
    Changed {
        /// The number of the entry; 0 is the first line.
        version: u64,
        /// The SHA-256 of the line as it is.
        found: Bytes32,
        /// The one that the next line names.
        named: Bytes32,
        /// Whether the next line is the last one.
        is_last: bool,
    },
    /// The last line counts the entries wrongly.
    #[error("the log has {found} entries, and its last line counts {named}")]
    WrongCount {
        /// The number of entries.
        found: u64,
        /// What the last line says.
        named: u64,
    },
    /// Bytes that were revealed are not those that were committed to.
    #[error(
        "{}: the bytes that {seat} revealed do not fit the commitment {commitment}; they would be {computed}'s",
        Nth(*.version)
    )]
    WrongBytes {
        /// The entry with the commitment; 0 is the first line.
        version: u64,
        /// The seat.
        seat: char,
        /// The commitment.
        commitment: Bytes32,
        /// The commitment that the bytes would need.
        computed: Bytes32,
    },
    /// The secret is not the one that was committed to.
    #[error("the server's secret has the SHA-256 {computed}, and it committed to {committed}")]
    WrongSecret {
        /// The SHA-256 of the secret.
        computed: Bytes32,
        /// The commitment.
        committed: Bytes32,
    },
    /// No game can be played so.
    #[error("{reason}")]
    Unplayable {
        /// The entry that cannot follow, if it is one.
        version: Option<u64>,
        /// What is wrong.
        reason: String,
    },
}

/// `entry 5`, or the first line.
struct Nth(u64);

impl core::fmt::Display for Nth {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            0 => f.write_str("the first line"),
            version => write!(f, "entry {version}"),
        }
    }
}

/// What comes after an entry.
struct Next(u64, bool);

impl core::fmt::Display for Next {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.0, self.1) {
            (_, true) => f.write_str("the last line"),
            (version, false) => write!(f, "entry {}", version + 1),
        }
    }
}

impl SavedLogError {
    /// The entry that it is about; 0 is the first line.
    pub const fn version(&self) -> Option<u64> {
        match self {
            Self::NoHeader { .. } => Some(0),
            Self::NoEntry { version, .. }
            | Self::Changed { version, .. }
            | Self::WrongBytes { version, .. } => Some(*version),
            Self::Unplayable { version, .. } => *version,
            Self::NoEnd { .. } | Self::WrongCount { .. } | Self::WrongSecret { .. } => None,
        }
    }
}

impl SavedLog {
    /// Whether a text is meant to be a log: whether its first line is an object with `log` as its
    /// first member.
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim_start().strip_prefix('{').map(str::trim_start);
        text.is_some_and(|text| text.starts_with("\"log\""))
    }

    /// Reads a log.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(text: &str) -> Result<Self, SavedLogError> {
        let mut lines: Vec<&str> = text.trim_end().lines().collect();
        let closing = if lines.len() > 1 { lines.pop() } else { None };
        let header = lines.first().copied().unwrap_or_default();
        let no_header = |reason| SavedLogError::NoHeader { reason };
        let HeaderLine { log, game, config } = line(header).map_err(no_header)?;
        if log != FORMAT {
            return Err(no_header(format!("its form is {log:?}")));
        }
        let no_end = |reason| SavedLogError::NoEnd { reason };
        let closing: ClosingLine = line(closing.unwrap_or_default()).map_err(no_end)?;
        let named_last = closing.head;
        let named_last = named_last.ok_or_else(|| no_end("it has no head".to_owned()))?;
        let mut read = Self {
            game,
            config,
            entries: Vec::new(),
            secret: closing.secret,
        };
        let mut before = hash_of(header);
        for (version, text) in (1..).zip(&lines[1..]) {
            let entry = read.entry(version, text, before)?;
            before = hash_of(text);
            read.entries.push(LogEntry {
                head: Some(before),
                ..entry
            });
        }
        let found = read.version();
        if named_last != before {
            return Err(SavedLogError::Changed {
                version: found,
                found: before,
                named: named_last,
                is_last: true,
            });
        }
        if closing.version != found {
            let named = closing.version;
            return Err(SavedLogError::WrongCount { found, named });
        }
        read.fill_in(&closing.revealed)?;
        Ok(read)
    }

    /// The entry that is due, from its line.
    fn entry(&self, version: u64, text: &str, before: Bytes32) -> Result<LogEntry, SavedLogError> {
        let no_entry = |reason| SavedLogError::NoEntry {
            line: usize::try_from(version).map_or(usize::MAX, |version| version.saturating_add(1)),
            version,
            reason,
        };
        let read: EntryLine = line(text).map_err(no_entry)?;
        if read.before != before {
            return Err(SavedLogError::Changed {
                version: version - 1,
                found: before,
                named: read.before,
                is_last: false,
            });
        }
        if read.version != version {
            return Err(no_entry(format!("its number is {}", read.version)));
        }
        if read.game != self.game {
            return Err(no_entry(format!("it is one of the game {}", read.game)));
        }
        Ok(LogEntry {
            version,
            at: Timestamp(read.at),
            idempotency_key: None,
            event: read.event,
            head: None,
        })
    }

    /// Puts what was revealed in the place of what was in escrow.
    fn fill_in(&mut self, revealed: &[RevealedBytes]) -> Result<(), SavedLogError> {
        if let Some(secret) = &self.secret {
            let computed = Bytes32::sha_256(&secret.0);
            let committed = self.config.commitment;
            if computed != committed {
                return Err(SavedLogError::WrongSecret {
                    computed,
                    committed,
                });
            }
        }
        let scheme = self.config.scheme;
        let game = &self.game;
        let fill = |version, seat, dice: &mut DiceContribution| {
            let commitment = dice.commitment;
            let mut revealed = revealed.iter();
            let is_its_own =
                |bytes: &&RevealedBytes| bytes.seat == seat && Some(bytes.commitment) == commitment;
            let Some(bytes) = revealed.find(is_its_own) else {
                return Ok(());
            };
            let filled = DiceContribution {
                escrowed: Some(bytes.entropy.clone()),
                salt: bytes.salt,
                ..dice.clone()
            };
            let filled = filled.committed(scheme, game, seat);
            match (commitment, filled.commitment) {
                (Some(commitment), Some(computed)) if commitment != computed => {
                    Err(SavedLogError::WrongBytes {
                        version,
                        seat,
                        commitment,
                        computed,
                    })
                }
                _ => {
                    *dice = filled;
                    Ok(())
                }
            }
        };
        for SeatConfig { seat, player, .. } in &mut self.config.seats {
            if let PlayerConfig::Person(Some(dice)) = player {
                fill(0, *seat, dice)?;
            }
        }
        for entry in &mut self.entries {
            for (seat, dice) in entry.event.contributions_mut() {
                fill(entry.version, seat, dice)?;
            }
        }
        Ok(())
    }

    /// Which game it is: `ludo`.
    pub fn name(&self) -> &str {
        &self.config.game
    }

    /// The number of entries.
    pub fn version(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The head after this many entries; `None` if there are fewer, or for none.
    pub fn head_of(&self, version: u64) -> Option<Bytes32> {
        let place = usize::try_from(version.checked_sub(1)?).ok()?;
        self.entries.get(place)?.head
    }

    /// The first entry that is not the same in two logs of one game; 0 is the first line. `None` if
    /// neither has another than the other, as far as both go.
    pub fn first_difference(&self, other: &Self) -> Option<u64> {
        let header = |log: &Self| header_line(&log.game, &log.config.public());
        if header(self) != header(other) {
            return Some(0);
        }
        // Heads are the same as long as all lines are.
        let mut both = (1..).zip(self.entries.iter().zip(&other.entries));
        both.find(|(_, (one, other))| one.head != other.head)
            .map(|(version, _)| version)
    }

    /// How many requests to take an action back it has.
    pub fn taken_back(&self) -> u64 {
        let is_undo = |entry: &&LogEntry| {
            let what = match &entry.event {
                GameEvent::Asked { what, .. } | GameEvent::Agreed { to: what, .. } => Some(what),
                _ => None,
            };
            what == Some(&PlayerRequest::Undo)
        };
        self.entries.iter().filter(is_undo).count() as u64
    }

    /// The number of the entry that is this roll, counted from 0.
    pub fn entry_of_roll(&self, number: u64) -> Option<u64> {
        let mut rolls = self
            .entries
            .iter()
            .filter(|entry| matches!(entry.event, GameEvent::Rolled { .. }));
        let roll = rolls.nth(usize::try_from(number).ok()?)?;
        Some(roll.version)
    }

    /// The table after this many entries, or after all.
    ///
    /// # Errors
    /// [`SavedLogError::Unplayable`].
    pub fn table(&self, entries: u64) -> Result<Box<dyn AnyTable>, SavedLogError> {
        let secret = self.secret.unwrap_or(Bytes32([0; 32]));
        let unplayable = |version, reason| SavedLogError::Unplayable { version, reason };
        let mut table = table::set(&self.game, &self.config, secret)
            .map_err(|error| unplayable(None, error.to_string()))?;
        let entries = usize::try_from(entries).unwrap_or(usize::MAX);
        for entry in self.entries.iter().take(entries) {
            table
                .apply(entry.clone())
                .map_err(|error| unplayable(Some(error.version), error.to_string()))?;
        }
        Ok(table)
    }
}

/// Reads a line of JSON.
fn line<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
