//! Logs, records and receipts of one game, compared with each other: what no single one of them can
//! show, as a server that writes its log anew writes all of it anew.

use parlor_dice::{Bytes32, VerifyError};
use parlor_record::record::{AnyRecord, LogHead, RecordDifference};
use parlor_table::chain::EntryLine;
use parlor_table::receipt::Receipt;
use parlor_table::saved_log::{SavedLog, SavedLogError};
use parlor_table::table::Status;
use serde::Serialize;

use super::right;

/// What was found about a file, or about two.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    /// The file that it is about.
    pub(super) file: String,
    /// The entry of the log that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<u64>,
    /// The head of the log with the last entry that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) head: Option<Bytes32>,
    /// All that in a sentence.
    pub(super) message: String,
}

/// Whether something is what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Right,
    Wrong,
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unknown => "unknown",
        }
    }
}

/// Everything that was given.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// The key that receipts must be signed by, if one was given.
    key: Option<Bytes32>,
    logs: Vec<(String, SavedLog)>,
    records: Vec<(String, AnyRecord)>,
    receipts: Vec<(String, Receipt, EntryLine)>,
}

impl Evidence {
    /// Nothing yet; receipts must be signed by the key, if there is one.
    pub(super) fn by(key: Option<Bytes32>) -> Self {
        Self {
            key,
            ..Self::default()
        }
    }

    /// Whether a receipt was given.
    pub(super) fn has_receipts(&self) -> bool {
        !self.receipts.is_empty()
    }

    /// Verifies a log by itself.
    pub(super) fn add_log(&mut self, file: &str, text: &str) -> Finding {
        let finding = |verdict, entry, head, message| Finding {
            verdict,
            file: file.to_owned(),
            entry,
            head,
            message,
        };
        let wrong = |error: &SavedLogError| {
            finding(Verdict::Wrong, error.version(), None, error.to_string())
        };
        let log = match SavedLog::read(text) {
            Ok(log) => log,
            Err(error) => return wrong(&error),
        };
        let version = log.version();
        let head = log.head_of(version);
        let table = match log.table(version) {
            Ok(table) => table,
            Err(error) => return wrong(&error),
        };
        let chain = match head {
            Some(head) => format!("its {version} entries lead to the head {head}"),
            None => "it has no entries".to_owned(),
        };
        let view = table.view_for(&[]);
        let answer = match table.record().verify_dice() {
            _ if view.dice.is_none() => finding(Verdict::Right, None, head, chain),
            Ok(verified) => {
                let rolls = right(&verified);
                finding(Verdict::Right, None, head, format!("{chain}; {rolls}"))
            }
            Err(error @ VerifyError::WrongRoll { number, .. }) => {
                let entry = log.entry_of_roll(number);
                let place = entry
                    .map(|entry| format!("entry {entry}, "))
                    .unwrap_or_default();
                finding(Verdict::Wrong, entry, head, format!("{place}{error}"))
            }
            Err(_) if view.status == Status::Waiting => {
                let message = format!("{chain}; the game has not begun, so nothing was rolled");
                finding(Verdict::Unknown, None, head, message)
            }
            Err(error) => finding(Verdict::Unknown, None, head, format!("{chain}; {error}")),
        };
        self.logs.push((file.to_owned(), log));
        answer
    }

    /// Verifies a receipt by itself.
    pub(super) fn add_receipt(&mut self, file: &str, text: &str) -> Finding {
        let key = self.key;
        let (receipt, entry) = match Receipt::read(text, key) {
            Ok(read) => read,
            Err(error) => {
                return Finding {
                    verdict: Verdict::Wrong,
                    file: file.to_owned(),
                    entry: None,
                    head: None,
                    message: error.to_string(),
                };
            }
        };
        let EntryLine { version, game, .. } = &entry;
        let owner = match key {
            Some(_) => "the given key",
            None => "the key",
        };
        let finding = Finding {
            verdict: Verdict::Right,
            file: file.to_owned(),
            entry: Some(*version),
            head: Some(receipt.head),
            message: format!(
                "entry {version} of the game {game} was signed by {owner} {}",
                receipt.key
            ),
        };
        self.receipts.push((file.to_owned(), receipt, entry));
        finding
    }

    /// Keeps a record.
    pub(super) fn add_record(&mut self, file: String, record: AnyRecord) {
        self.records.push((file, record));
    }

    /// Compares all that is of one game.
    pub(super) fn compared(&self) -> Vec<Finding> {
        let records = self.records.iter();
        let records = records.filter_map(|(file, record)| self.of_record(file, record));
        let receipts = self.receipts.iter().flat_map(|one| self.of_receipt(one));
        let mut all = of_pairs(&self.logs, of_logs);
        all.extend(records.chain(receipts));
        all.extend(of_pairs(&self.records, of_records));
        all.extend(of_pairs(&self.receipts, of_receipts));
        all
    }

    /// Compares a record with the log of its game, if logs were given.
    fn of_record(&self, file: &str, record: &AnyRecord) -> Option<Finding> {
        let about = |verdict, head: Option<LogHead>, message| {
            Some(Finding {
                verdict,
                file: file.to_owned(),
                entry: head.map(|head| head.version),
                head: head.map(|head| head.head),
                message,
            })
        };
        let is_same_game = |log: &SavedLog| match record.dice_game_id() {
            Some(id) => id == log.game.as_str(),
            None => record.game() == log.name(),
        };
        let of_game = || self.logs.iter().filter(|(_, log)| is_same_game(log));
        self.logs.first()?;
        let Some((first, _)) = of_game().next() else {
            return about(Verdict::Unknown, None, NO_LOG.to_owned());
        };
        let Some(head) = record.log_head() else {
            let message = format!("it has no log_head, so it cannot be compared with {first}");
            return about(Verdict::Unknown, None, message);
        };
        let LogHead { version, .. } = head;
        let about = |verdict, message| about(verdict, Some(head), message);
        if let Some((name, log)) =
            of_game().find(|(_, log)| log.head_of(version) == Some(head.head))
        {
            let played = log.table(version).ok()?.record();
            return match record.difference(&played) {
                None => about(
                    Verdict::Right,
                    format!(
                        "its head is that of entry {version} in {name}, and so is the rest of it"
                    ),
                ),
                Some(RecordDifference::Ply(ply)) => about(
                    Verdict::Wrong,
                    format!("ply {ply} is not that of its log, {name}"),
                ),
                Some(RecordDifference::End) => about(
                    Verdict::Wrong,
                    format!("its result or ending is not that of its log, {name}"),
                ),
                Some(RecordDifference::Header) => about(
                    Verdict::Wrong,
                    format!("its names, rules, limit or dice are not those of its log, {name}"),
                ),
            };
        }
        match of_game().find(|(_, log)| log.version() >= version) {
            Some((name, _)) => about(
                Verdict::Wrong,
                format!(
                    "its head is not that of entry {version} in {name}: that entry or one before it \
                     is another one there"
                ),
            ),
            None => about(
                Verdict::Unknown,
                format!(
                    "its head is that of entry {version}, {}",
                    before_it(of_game())
                ),
            ),
        }
    }

    /// Compares a receipt with the logs and the records of its game.
    fn of_receipt(&self, (file, receipt, entry): &(String, Receipt, EntryLine)) -> Vec<Finding> {
        let version = entry.version;
        let about = |verdict, message| Finding {
            verdict,
            file: file.clone(),
            entry: Some(version),
            head: Some(receipt.head),
            message,
        };
        let compared = |name: &str, head: Bytes32| {
            if head == receipt.head {
                return about(
                    Verdict::Right,
                    format!("it is for entry {version} in {name}"),
                );
            }
            let other = format!(
                "entry {version} in {name} is not the one that was signed: that entry or one before \
                 it is another one there"
            );
            if self.key.is_some() {
                about(Verdict::Wrong, other)
            } else {
                // Anybody can sign with a key of their own.
                let message = format!("{other}; whether the server signed, --key KEY tells");
                about(Verdict::Unknown, message)
            }
        };
        let of_game = || self.logs.iter().filter(|(_, log)| log.game == entry.game);
        let logs = of_game().filter_map(|(name, log)| Some(compared(name, log.head_of(version)?)));
        let records = self.records.iter().filter_map(|(name, record)| {
            let head = record.log_head()?;
            let is_it =
                record.dice_game_id() == Some(entry.game.as_str()) && head.version == version;
            is_it.then(|| compared(name, head.head))
        });
        let mut all: Vec<Finding> = logs.chain(records).collect();
        if all.is_empty() && of_game().next().is_some() {
            let message = format!("entry {version} was signed, {}", before_it(of_game()));
            all.push(about(Verdict::Unknown, message));
        } else if all.is_empty() && !self.logs.is_empty() {
            all.push(about(Verdict::Unknown, NO_LOG.to_owned()));
        }
        all
    }
}

/// Why something was not compared.
const NO_LOG: &str = "no log of its game is among the files, so it was not compared with one";

/// What can be said where all logs of a game end before an entry.
fn before_it<'a>(mut logs: impl Iterator<Item = &'a (String, SavedLog)>) -> String {
    logs.next().map_or_else(String::new, |(name, log)| {
        let last = log.version();
        format!("and {name} ends with entry {last}: it was saved before, or is cut off")
    })
}

/// What is found about any two of these.
fn of_pairs<T>(all: &[T], compare: impl Fn(&T, &T) -> Option<Finding>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (place, one) in all.iter().enumerate() {
        found.extend(
            all[place + 1..]
                .iter()
                .filter_map(|other| compare(one, other)),
        );
    }
    found
}

/// Two records of one game with different heads for the same number of entries.
fn of_records(
    (name, one): &(String, AnyRecord),
    (file, other): &(String, AnyRecord),
) -> Option<Finding> {
    let is_one_game = one.dice_game_id().is_some() && one.dice_game_id() == other.dice_game_id();
    let (one, other) = (one.log_head()?, other.log_head()?);
    let differs = is_one_game && one.version == other.version && one.head != other.head;
    differs.then(|| Finding {
        verdict: Verdict::Wrong,
        file: file.clone(),
        entry: Some(other.version),
        head: Some(other.head),
        message: format!(
            "its head of entry {} is another than in {name}",
            other.version
        ),
    })
}

/// Compares two logs, if they are of one game.
fn of_logs(
    (name, log): &(String, SavedLog),
    (file, other): &(String, SavedLog),
) -> Option<Finding> {
    if log.game != other.game {
        return None;
    }
    let shared = log.version().min(other.version());
    let different = log.first_difference(other);
    Some(Finding {
        verdict: different.map_or(Verdict::Right, |_| Verdict::Wrong),
        file: file.clone(),
        entry: different,
        head: other.head_of(different.unwrap_or(shared)),
        message: match different {
            Some(0) => format!("its first line is another than in {name}"),
            Some(entry) => {
                format!("entry {entry} is another than in {name}, the first that differs")
            }
            None => format!("its entries up to {shared} are those in {name}"),
        },
    })
}

/// Two receipts of one game that cannot both be of one log.
fn of_receipts(
    (name, one, entry): &(String, Receipt, EntryLine),
    (file, other, other_entry): &(String, Receipt, EntryLine),
) -> Option<Finding> {
    if entry.game != other_entry.game {
        return None;
    }
    let about = |verdict, message| {
        Some(Finding {
            verdict,
            file: file.clone(),
            entry: Some(other_entry.version),
            head: Some(other.head),
            message,
        })
    };
    if one.key != other.key {
        let message = format!(
            "an entry of the same game was signed by another key in {name}; which is the server's, \
             --key KEY tells"
        );
        return about(Verdict::Unknown, message);
    }
    let (version, other_version) = (entry.version, other_entry.version);
    if version == other_version && one.head != other.head {
        let message = format!(
            "another entry {version} of the same game was signed by the same key in {name}"
        );
        return about(Verdict::Wrong, message);
    }
    let follows = |(before, head): (&EntryLine, Bytes32), after: &EntryLine| {
        before.version + 1 != after.version || after.before == head
    };
    if !follows((entry, one.head), other_entry) || !follows((other_entry, other.head), entry) {
        let message = format!(
            "entries {} and {} of the same game, signed by the same key here and in {name}, do not \
             follow each other",
            version.min(other_version),
            version.max(other_version)
        );
        return about(Verdict::Wrong, message);
    }
    None
}
