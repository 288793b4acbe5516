//! Logs, records and receipts of one game, compared with each other: what no single one of them can
//! show, as a server that writes its log anew writes all of it anew.

use parlor_dice::{Bytes32, VerifyError};
use parlor_record::record::{AnyRecord, LogHead};
use parlor_table::chain::EntryLine;
use parlor_table::receipt::Receipt;
use parlor_table::saved_log::{SavedLog, SavedLogError};
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
    logs: Vec<(String, SavedLog)>,
    records: Vec<(String, AnyRecord, LogHead)>,
    receipts: Vec<(String, Receipt, EntryLine)>,
}

impl Evidence {
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
        let has_dice = table.view_for(&[]).dice.is_some();
        let answer = match table.record().verify_dice() {
            _ if !has_dice => finding(Verdict::Right, None, head, chain),
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
            Err(error) => finding(Verdict::Unknown, None, head, format!("{chain}; {error}")),
        };
        self.logs.push((file.to_owned(), log));
        answer
    }

    /// Verifies a receipt by itself; with a key, whether that has signed it.
    pub(super) fn add_receipt(&mut self, file: &str, text: &str, key: Option<Bytes32>) -> Finding {
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

    /// Keeps a record that has the head of a log.
    pub(super) fn add_record(&mut self, file: String, record: AnyRecord) {
        if let Some(head) = record.log_head() {
            self.records.push((file, record, head));
        }
    }

    /// Compares all that is of one game.
    pub(super) fn compared(&self) -> Vec<Finding> {
        let logs = self.logs.iter().enumerate();
        let logs = logs.flat_map(|(place, one)| {
            let others = self.logs[place + 1..].iter();
            others.filter_map(move |other| of_logs(one, other))
        });
        let records = self
            .records
            .iter()
            .filter_map(|record| self.of_record(record));
        let receipts = self.receipts.iter().flat_map(|one| self.of_receipt(one));
        let receipts_alone = self.receipts.iter().enumerate();
        let two = receipts_alone.flat_map(|(place, one)| {
            let others = self.receipts[place + 1..].iter();
            others.filter_map(move |other| of_receipts(one, other))
        });
        logs.chain(records).chain(receipts).chain(two).collect()
    }

    /// Compares a record with the log of its game, if there is one.
    fn of_record(&self, (file, record, head): &(String, AnyRecord, LogHead)) -> Option<Finding> {
        let is_same_game = |log: &SavedLog| match record.dice_game_id() {
            Some(id) => id == log.game.as_str(),
            None => record.game() == log.name(),
        };
        let mut logs = self.logs.iter().filter(|(_, log)| is_same_game(log));
        let found = logs
            .clone()
            .find(|(_, log)| log.head_of(head.version) == Some(head.head));
        let finding = |verdict, message| Finding {
            verdict,
            file: file.clone(),
            entry: Some(head.version),
            head: Some(head.head),
            message,
        };
        let Some((name, log)) = found else {
            let (name, log) = logs.next()?;
            let message = if log.version() < head.version {
                let last = log.version();
                format!(
                    "its head is that of entry {}, and {name} ends with entry {last}",
                    head.version
                )
            } else {
                format!(
                    "its head is not that of entry {} in {name}: that entry or one before it is \
                     another one there",
                    head.version
                )
            };
            return Some(finding(Verdict::Wrong, message));
        };
        let played = log.table(head.version).ok()?.record();
        let (verdict, message) = record.first_other_ply(&played).map_or_else(
            || {
                let message = format!("its head is that of entry {} in {name}", head.version);
                (Verdict::Right, message)
            },
            |ply| {
                let message = format!("ply {ply} is not that of its log, {name}");
                (Verdict::Wrong, message)
            },
        );
        Some(finding(verdict, message))
    }

    /// Compares a receipt with the logs and the records of its game.
    fn of_receipt<'a>(
        &'a self,
        (file, receipt, entry): &'a (String, Receipt, EntryLine),
    ) -> impl Iterator<Item = Finding> + 'a {
        let version = entry.version;
        let finding = move |head: Option<Bytes32>, name: &str, last: u64| {
            let (verdict, message) = match head {
                Some(head) if head == receipt.head => (
                    Verdict::Right,
                    format!("it is for entry {version} in {name}"),
                ),
                Some(_) => (
                    Verdict::Wrong,
                    format!(
                        "entry {version} in {name} is not the one that was signed: the log was \
                         written anew from there or before"
                    ),
                ),
                None => (
                    Verdict::Wrong,
                    format!("entry {version} was signed, and {name} ends with entry {last}"),
                ),
            };
            Finding {
                verdict,
                file: file.clone(),
                entry: Some(version),
                head: Some(receipt.head),
                message,
            }
        };
        let logs = self.logs.iter().filter(|(_, log)| log.game == entry.game);
        let logs = logs.map(move |(name, log)| finding(log.head_of(version), name, log.version()));
        let records = self.records.iter().filter(move |(_, record, head)| {
            record.dice_game_id() == Some(entry.game.as_str()) && head.version == version
        });
        logs.chain(records.map(move |(name, _, head)| finding(Some(head.head), name, version)))
    }
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

/// Two different entries that were signed under one number.
fn of_receipts(
    (name, one, entry): &(String, Receipt, EntryLine),
    (file, other, other_entry): &(String, Receipt, EntryLine),
) -> Option<Finding> {
    let place = |entry: &EntryLine| (entry.game.clone(), entry.version);
    let is_one_place = place(entry) == place(other_entry) && one.key == other.key;
    (is_one_place && one.head != other.head).then(|| Finding {
        verdict: Verdict::Wrong,
        file: file.clone(),
        entry: Some(entry.version),
        head: Some(other.head),
        message: format!(
            "another entry {} of the same game was signed by the same key in {name}",
            entry.version
        ),
    })
}
