//! Records that are brought from elsewhere.

sentences! {
    /// What is wrong with a record, and where.
    not_read(line: usize, column: usize, reason: &str) => "Line {line}, column {column}: {reason}";
    record_too_long(most: usize) =>
        "What was sent is longer than {most} bytes (2 MiB), the most that is read here. A record gets \
         shorter without its comments and clocks.";
    record_of_too_many_words(most: usize) =>
        "What was sent has more than {most} words, the most that are read here. A record has fewer without \
         its comments and clocks.";
}

pub(in crate::pages) const NO_RECORD_SENT: &str = "Paste a record, or choose a file.";
pub(in crate::pages) const RECORD_GONE: &str = "This game is not kept here any more, or never was. \
     Imported games are in the memory of the server only: those go that nobody has looked at for the \
     longest time, and all when it starts anew. Import the record again, and it gets the same address.";
pub(in crate::pages) const IMPORT_IS_SHARED: &str = "Everybody who has the address of this page sees the \
     game. It is kept as long as there is room; if it is gone, import the record again, and it gets the \
     same address.";
pub(in crate::pages) const SCRIPT_IS_NO_GAME: &str = "This is a script of rolls";
pub(in crate::pages) const SCRIPT_HAS_NO_CHOICES: &str = "Its tokens move by a fixed order of priorities, so it has no \
     choices to analyze and no position to play on from. It can be replayed and saved.";
pub(in crate::pages) const IS_FORGED: &str = "The dice of this record do not give all of these rolls: it is not how \
     the game was played.";
pub(in crate::pages) const TO_THE_GAME: &str = "To the game";
pub(in crate::pages) const TO_THE_RECORD: &str = "To the imported game";
