//! Any bytes as the log of a game that was saved. Most changes break its hash chain, so the same log
//! with its lines chained anew is read, too. What is read can be played or is refused with a reason; the
//! log of what was played is the one that was read.

use parlor_table::chain::{ClosingLine, EntryLine, HeaderLine, entry_line, hash_of, header_line};
use parlor_table::log::LogEntry;
use parlor_table::saved_log::{SavedLog, SavedLogError};
use parlor_table::timestamp::Timestamp;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    read(text);
    if let Some(chained) = chained_anew(text) {
        read(&chained);
    }
}

fn read(text: &str) {
    let log = match SavedLog::read(text) {
        Ok(log) => log,
        Err(error) => return refused(&error),
    };
    let version = log.version();
    let table = match log.table(version) {
        Ok(table) => table,
        Err(error) => return refused(&error),
    };
    assert_eq!(
        table.head_of(version),
        log.head_of(version).or(table.head_of(0))
    );
    // What is found about its dice is of no importance here.
    let _ = table.record().verify_dice();
    let again = table.log_text();
    let again = SavedLog::read(&again).expect("its own log");
    let heads = |log: &SavedLog| -> Vec<_> { log.entries.iter().map(|entry| entry.head).collect() };
    assert_eq!(heads(&again), heads(&log));
}

fn refused(error: &SavedLogError) {
    assert!(!error.to_string().is_empty(), "a refusal says why");
}

/// The log with each line naming the one before it as it is now, as far as its lines are such.
fn chained_anew(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let header: HeaderLine = serde_json::from_str(lines.next()?).ok()?;
    let mut chained = header_line(&header.game, &header.config);
    let mut before = hash_of(&chained);
    let mut closing = ClosingLine::default();
    let mut version = 0;
    for line in lines {
        if let Ok(last) = serde_json::from_str(line) {
            closing = last;
        }
        let Ok(read) = serde_json::from_str::<EntryLine>(line) else {
            continue;
        };
        version += 1;
        let entry = LogEntry {
            version,
            at: Timestamp(read.at),
            idempotency_key: None,
            event: read.event,
            head: None,
        };
        let line = entry_line(&header.game, before, &entry);
        before = hash_of(&line);
        chained.push('\n');
        chained.push_str(&line);
    }
    closing.version = version;
    closing.head = Some(before);
    chained.push('\n');
    chained.push_str(&serde_json::to_string(&closing).ok()?);
    Some(chained)
}
