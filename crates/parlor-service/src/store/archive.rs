//! A game that is over, as one piece of bytes: about a tenth of what its rows take.
//!
//! Numbers are LEB128, as in WebAssembly (core specification 2.0, 5.2.2):
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | the format, 2 |
//! | 1 | 1 if the config's commitment is that of the secret, and left out there; else 0 |
//! | 32 | the server's secret |
//! | number | how many keys there are; of each its seat's letter, a number, and 32 bytes of hash |
//! | number | how many entries there are |
//! | a number an entry | milliseconds since the entry before, or since 1970; zigzag, as time may run back |
//! | a bit an entry | whether somebody's action led to it; the lowest bit of a byte first |
//! | 1 and 32, or 1 | 1 and the head of the log, or 0 if it was stored without; neither in format 1 |
//! | number | how many bytes the text has |
//! | the rest | the text, by DEFLATE (RFC 1951): a line of JSON for the game's config and one for each event |
//!
//! The names of actions are not kept: nothing shrinks less, and whoever repeats an
//! action does so at once.

#[cfg(test)]
mod tests;

use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output,
    create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use parlor_dice::Bytes32;

use super::columns;
use parlor_table::id::IdempotencyKey;
use parlor_table::key::KeyHash;
use parlor_table::log::{GameConfig, LogEntry};
use parlor_table::timestamp::Timestamp;

/// The format that is written here.
const FORMAT: u8 = 2;

/// The one before, without the head.
const HEADLESS: u8 = 1;

/// The longest text, in bytes; the longest game has far less.
const LONGEST: usize = 1 << 26;

/// The level of compression, and that no header is wanted around it.
const BEST: i32 = 9;
const RAW: i32 = -15;

/// What is taken to come before every text, so that what all games say costs nothing.
/// Not a byte of it may change: who does that raises the format.
const DICTIONARY: &[u8] = include_bytes!("archive.dictionary");

/// A byte of DEFLATE stands for so many of text at most: four of a match, two bits each, of
/// 258 bytes.
const MOST_OF_A_BYTE: usize = 4 * 258;

/// A game that is over, without who holds its seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Archived {
    /// What was settled.
    pub config: GameConfig,
    /// The server's secret for its dice.
    pub secret: Bytes32,
    /// The hashes of the seats' keys.
    pub keys: Vec<(char, KeyHash)>,
    /// Its entries, numbered from 1 without a gap.
    pub entries: Vec<LogEntry>,
}

impl Archived {
    /// The game as one piece.
    ///
    /// # Errors
    /// Why it cannot be one: its entries have a gap, or more text than any game.
    pub fn pack(&self) -> Result<Vec<u8>, String> {
        let is_committed = self.config.commitment == Bytes32::sha_256(&self.secret.0);
        let mut packed = vec![FORMAT, u8::from(is_committed)];
        packed.extend(self.secret.0);
        number(&mut packed, self.keys.len() as u64);
        for (seat, key) in &self.keys {
            number(&mut packed, u64::from(*seat));
            packed.extend(key.as_bytes());
        }
        number(&mut packed, self.entries.len() as u64);
        let mut before = 0;
        for (due, entry) in (1..).zip(&self.entries) {
            if entry.version != due {
                return Err(format!("entry {} should be numbered {due}", entry.version));
            }
            let at = columns::signed(entry.at.0);
            number(&mut packed, zigzag(at - before));
            before = at;
        }
        for eight in self.entries.chunks(8) {
            let bits = (0..).zip(eight);
            let bits = bits.map(|(bit, entry)| u8::from(entry.idempotency_key.is_some()) << bit);
            packed.push(bits.fold(0, |byte, bit| byte | bit));
        }
        let head = self.entries.last().and_then(|last| last.head);
        packed.push(u8::from(head.is_some()));
        packed.extend(head.iter().flat_map(|head| head.0));
        let text = self.text(is_committed)?;
        number(&mut packed, text.len() as u64);
        packed.extend(deflate(&text)?);
        Ok(packed)
    }

    fn text(&self, is_committed: bool) -> Result<Vec<u8>, String> {
        let mut config = self.config.clone();
        if is_committed {
            config.commitment = Bytes32([0; 32]);
        }
        let json = |error: sqlx::Error| error.to_string();
        let mut text = columns::json(&config).map_err(json)?;
        for entry in &self.entries {
            text.push('\n');
            text.push_str(&columns::json(&entry.event).map_err(json)?);
        }
        if text.len() > LONGEST {
            return Err(format!(
                "{} bytes of text are more than {LONGEST}",
                text.len()
            ));
        }
        Ok(text.into_bytes())
    }

    /// A game from such a piece.
    ///
    /// # Errors
    /// What is wrong with the piece.
    pub fn unpack(packed: &[u8]) -> Result<Self, String> {
        let opened = Opened::of(packed)?;
        let config = opened.config()?;
        let events: Vec<&str> = opened.text.split('\n').skip(1).collect();
        if events.len() != opened.times.len() {
            let (times, events) = (opened.times.len(), events.len());
            return Err(format!("it has {times} times for {events} happenings"));
        }
        let mut entries = Vec::with_capacity(events.len());
        for (index, (at, event)) in opened.times.iter().zip(events).enumerate() {
            let version = index as u64 + 1;
            let event = columns::from_json(event)
                .map_err(|_| format!("entry {version} has a broken happening"))?;
            let is_named = opened.named[index / 8] >> (index % 8) & 1 == 1;
            entries.push(LogEntry {
                version,
                at: *at,
                idempotency_key: is_named.then(|| IdempotencyKey::of_archived(version)),
                event,
                head: None,
            });
        }
        if let Some(last) = entries.last_mut() {
            last.head = opened.head;
        }
        Ok(Self {
            config,
            secret: opened.secret,
            keys: opened.keys,
            entries,
        })
    }
}

/// What a list says of a game, from such a piece: its config, when it was made, and how many
/// entries it has; else what is wrong with it.
pub(super) fn glance(packed: &[u8]) -> Result<(GameConfig, Timestamp, u64), String> {
    let opened = Opened::of(packed)?;
    let config = opened.config()?;
    let made = opened.times.first().copied().unwrap_or_default();
    Ok((config, made, opened.times.len() as u64))
}

/// A piece that is read as far as its text.
struct Opened<'a> {
    is_committed: bool,
    secret: Bytes32,
    keys: Vec<(char, KeyHash)>,
    times: Vec<Timestamp>,
    /// A bit an entry.
    named: &'a [u8],
    head: Option<Bytes32>,
    text: String,
}

impl<'a> Opened<'a> {
    fn of(packed: &'a [u8]) -> Result<Self, String> {
        let mut rest = Rest(packed);
        let format = rest.byte()?;
        if ![FORMAT, HEADLESS].contains(&format) {
            return Err(format!("its format is {format} instead of {FORMAT}"));
        }
        let is_committed = rest.flag("commitment")?;
        let secret = Bytes32(rest.hash()?);
        let keys = rest.count("keys")?;
        let keys = (0..keys).map(|_| {
            let letter = rest.number()?;
            let seat = u32::try_from(letter).ok().and_then(char::from_u32);
            let seat = seat.ok_or_else(|| format!("{letter} is the number of no letter"))?;
            Ok((seat, KeyHash::from_bytes(rest.hash()?)))
        });
        let keys = keys.collect::<Result<_, String>>()?;
        let entries = rest.count("entries")?;
        let mut at = 0_i64;
        let times = (0..entries).map(|_| {
            let later = unzigzag(rest.number()?);
            at = at.checked_add(later).ok_or("a time is too far away")?;
            let since = u64::try_from(at).map_err(|_| "a time is before 1970")?;
            Ok(Timestamp(since))
        });
        let times = times.collect::<Result<_, String>>()?;
        let named = rest.take(entries.div_ceil(8))?;
        let has_head = format != HEADLESS && rest.flag("head")?;
        let head = has_head.then(|| rest.hash().map(Bytes32)).transpose()?;
        let length = rest.number()?;
        let text = inflate(rest.0, length)?;
        Ok(Self {
            is_committed,
            secret,
            keys,
            times,
            named,
            head,
            text,
        })
    }

    fn config(&self) -> Result<GameConfig, String> {
        let config = self.text.split('\n').next().unwrap_or_default();
        let mut config: GameConfig = columns::from_json(config).map_err(|_| "a broken plan")?;
        if self.is_committed {
            config.commitment = Bytes32::sha_256(&self.secret.0);
        }
        Ok(config)
    }
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, bytes: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or("it is cut short")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    fn flag(&mut self, of: &str) -> Result<bool, String> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} says nothing of the {of}: 0 or 1 does")),
        }
    }

    fn hash(&mut self) -> Result<[u8; 32], String> {
        columns::bytes(self.take(32)?)
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for place in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if part.checked_shl(place).map(|high| high >> place) != Some(part) {
                break;
            }
            number |= part << place;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("a number has more than 64 bits".to_owned())
    }

    /// How many of something follow, each of which takes a byte at least.
    fn count(&mut self, what: &str) -> Result<usize, String> {
        let count = self.number()?;
        let there = usize::try_from(count)
            .ok()
            .filter(|count| *count <= self.0.len());
        there.ok_or_else(|| format!("it is cut short: {count} {what} cannot follow"))
    }
}

fn number(packed: &mut Vec<u8>, mut number: u64) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            return packed.push(low);
        }
        packed.push(low | 0x80);
    }
}

/// Small numbers for those near zero, on either side.
const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

/// Compresses a text as it would be after the dictionary.
fn deflate(text: &[u8]) -> Result<Vec<u8>, String> {
    let strategy = CompressionStrategy::Default as i32;
    let flags = create_comp_flags_from_zip_params(BEST, RAW, strategy);
    let mut compressor = CompressorOxide::new(flags);
    // To a whole byte, with all of the dictionary still in sight, and thrown away.
    let (known, _) = compress_to_output(&mut compressor, DICTIONARY, TDEFLFlush::Sync, |_| true);
    let mut compressed = Vec::new();
    let (done, _) = compress_to_output(&mut compressor, text, TDEFLFlush::Finish, |piece| {
        compressed.extend(piece);
        true
    });
    match (known, done) {
        (TDEFLStatus::Okay, TDEFLStatus::Done) => Ok(compressed),
        other => Err(format!("its text cannot be compressed: {other:?}")),
    }
}

/// The text of so many bytes that was compressed so.
fn inflate(compressed: &[u8], length: u64) -> Result<String, String> {
    let length = usize::try_from(length).ok();
    let most = compressed.len().saturating_mul(MOST_OF_A_BYTE).min(LONGEST);
    let length = length.filter(|length| *length <= most);
    let length = length.ok_or("its text is longer than it can be")?;
    let mut text = DICTIONARY.to_vec();
    text.resize(DICTIONARY.len() + length, 0);
    let (status, _, written) = decompress(
        &mut DecompressorOxide::new(),
        compressed,
        &mut text,
        DICTIONARY.len(),
        TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
    );
    if status != TINFLStatus::Done || written != length {
        return Err(format!(
            "its text is broken after {written} of {length} bytes: {status:?}"
        ));
    }
    text.drain(..DICTIONARY.len());
    String::from_utf8(text).map_err(|_| "its text is not UTF-8".to_owned())
}
