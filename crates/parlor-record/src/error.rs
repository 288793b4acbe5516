//! Errors of reading a game, with their places.

use core::fmt;

use serde::Serialize;

/// A line and a column of a text, both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place of the byte `offset` of `text`.
    pub(crate) fn of_offset(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        Self {
            line: before.split(|&byte| byte == b'\n').count(),
            column: 1 + characters(&before[line_start..]),
        }
    }

    /// The place of `part`, which must be a slice of `text`.
    pub(crate) fn of_part(text: &str, part: &str) -> Self {
        Self::of_offset(
            text,
            part.as_ptr().addr().wrapping_sub(text.as_ptr().addr()),
        )
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The number of characters that begin in these bytes of a UTF-8 text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// What is wrong with a game that could not be read.
///
/// Values are shown as written: JSON text in JSON (`"E"` with
/// its quotes), a word in the text form; long ones are cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// There is only white space.
    #[error("there is no game here; write one as a JSON object")]
    Empty,
    /// Bytes that are not UTF-8.
    #[error("byte 0x{byte:02x} is not valid UTF-8; save the text as UTF-8")]
    NotUtf8 {
        /// The first invalid byte.
        byte: u8,
    },
    /// A game longer than the limit.
    #[error(
        "this game is longer than {limit} bytes, the most that is read; split it or shorten it"
    )]
    TooLong {
        /// The most bytes that are read.
        limit: usize,
    },
    /// Something after a game on many lines.
    #[error(
        "a game that is spread over many lines must stand alone; for several games, \
         write each on one line"
    )]
    AfterDocument,
    /// Malformed JSON.
    #[error("this is no valid JSON: {reason}")]
    Syntax {
        /// The message of the JSON reader.
        reason: String,
    },
    /// The whole input is one JSON list, as of games.
    #[error(
        "this is a JSON list; write one game a line, for example by `jq -c '.[]'`; \
         nothing of it is played"
    )]
    List,
    /// The whole input is UTF-16.
    #[error("this looks like UTF-16; save it as UTF-8")]
    Utf16,
    /// JSON, but not an object.
    #[error("a game is a JSON object with the keys {keys}, not {value}")]
    NotAnObject {
        /// The value instead.
        value: String,
        /// The keys that a game has.
        keys: &'static str,
    },
    /// A line of words where only JSON is read.
    #[error(
        "a Kuba game is a JSON object such as \
         {{\"players\":[[\"Ann\",\"W\"],[\"Bob\",\"B\"]],\"moves\":[[\"Ann\",[6,5],\"F\"]]}}, \
         not {value}{hint}"
    )]
    NotKuba {
        /// The text instead.
        value: String,
        /// What it is, if known: the end of the message, or empty.
        hint: &'static str,
    },
    /// A key that no game has.
    #[error("unknown key {key}; a game has the keys {keys}{hint}")]
    UnknownKey {
        /// The key as written.
        key: String,
        /// The keys that a game has.
        keys: &'static str,
        /// The game that has the key, if known: the end of the message, or empty.
        hint: &'static str,
    },
    /// The same key twice in one game.
    #[error("the key {key} appears twice; give it once")]
    RepeatedKey {
        /// The key as written.
        key: String,
    },
    /// A required key is missing.
    #[error("the key \"{key}\" is missing; a game has the keys {keys}")]
    MissingKey {
        /// The missing key.
        key: &'static str,
        /// The keys that a game has.
        keys: &'static str,
    },
    /// A Ludo script that violates L-23.
    #[error("{error}")]
    Ludo {
        /// What is wrong.
        error: ludo_rules::ScriptError,
        /// The wrong value as written.
        value: String,
    },
    /// Kuba players that are not two.
    #[error(
        "the players are {value}; they must be two pairs of name and color \
         such as [[\"PlayerA\",\"W\"],[\"PlayerB\",\"B\"]]"
    )]
    NotTwoPlayers {
        /// The value as written.
        value: String,
    },
    /// Kuba players or rules that violate K-14.
    #[error("{error}")]
    Kuba {
        /// What is wrong.
        error: kuba_rules::PlayersError,
        /// The player, from 0; `None` if the rules are wrong.
        entry: Option<usize>,
        /// The value at fault as written.
        value: String,
    },
    /// Kuba moves that are not a list.
    #[error(
        "the moves are {value}; they must be a list of moves \
         such as [[\"PlayerA\",[6,5],\"F\"]]"
    )]
    MovesNotAList {
        /// The value as written.
        value: String,
    },
    /// A Kuba move without the form of one, which is not even refused (K-16).
    #[error(
        "entry {entry} of the moves is {value}; a move is [name, [row, column], direction] \
         such as [\"PlayerA\",[6,5],\"F\"], or [name,\"end\"]"
    )]
    NotAMove {
        /// The move's place in the list, from 0.
        entry: usize,
        /// The value as written.
        value: String,
    },
    /// What is no part of a game in a program of the assignments.
    #[error("{value} is not read here: {expected}")]
    NotPlayed {
        /// The part of the program.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A program of the assignments without a game.
    #[error(
        "there is no game here; give turns = [('A', 6), ('A', 4)], or \
         KubaGame(('PlayerA', 'W'), ('PlayerB', 'B')) and its calls of make_move"
    )]
    NoGame,
    /// Ludo turns without players, in which not enough seats appear.
    #[error(
        "no players are given, and the turns are of {count}; a game takes 2 to 4, so name them: \
         players = ['A', 'B']"
    )]
    NoPlayers {
        /// The number of seats in the turns.
        count: usize,
    },
}

impl ReadErrorKind {
    /// The rule that is broken, such as `L-23`; `None` if there is none, as for
    /// malformed JSON.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            // Rules: L-23 (bad input is refused).
            Self::Ludo { .. } | Self::NoPlayers { .. } => Some("L-23"),
            // Rules: K-14 (the players and the rules).
            Self::NotTwoPlayers { .. } | Self::Kuba { .. } => Some("K-14"),
            // Rules: K-16 (what a move is made of).
            Self::MovesNotAList { .. } | Self::NotAMove { .. } => Some("K-16"),
            _ => None,
        }
    }

    /// The entry of the turns, moves or players, from 0.
    pub fn entry(&self) -> Option<usize> {
        match self {
            Self::Ludo { error, .. } => error.entry(),
            Self::Kuba { entry, .. } => *entry,
            Self::NotAMove { entry, .. } => Some(*entry),
            _ => None,
        }
    }

    /// The wrong value as written.
    pub fn value(&self) -> Option<String> {
        match self {
            Self::Ludo { value, .. }
            | Self::NotAnObject { value, .. }
            | Self::NotKuba { value, .. }
            | Self::MovesNotAList { value }
            | Self::NotTwoPlayers { value }
            | Self::Kuba { value, .. }
            | Self::NotAMove { value, .. }
            | Self::NotPlayed { value, .. } => Some(value.clone()),
            Self::UnknownKey { key, .. } | Self::RepeatedKey { key } => Some(key.clone()),
            Self::NotUtf8 { byte } => Some(format!("0x{byte:02x}")),
            Self::Empty
            | Self::TooLong { .. }
            | Self::AfterDocument
            | Self::List
            | Self::Utf16
            | Self::Syntax { .. }
            | Self::NoGame
            | Self::NoPlayers { .. }
            | Self::MissingKey { .. } => None,
        }
    }
}

/// A game that could not be read: what is wrong, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct ReadError {
    place: LineColumn,
    kind: ReadErrorKind,
}

impl ReadError {
    /// An error with its place in the text that was read.
    pub fn new(place: LineColumn, kind: ReadErrorKind) -> Self {
        Self { place, kind }
    }

    /// The place of the error.
    pub fn place(&self) -> LineColumn {
        self.place
    }

    /// What is wrong.
    pub fn kind(&self) -> &ReadErrorKind {
        &self.kind
    }

    /// The same error in a longer text, in which `lines` lines precede this one.
    #[must_use]
    pub fn after_lines(mut self, lines: usize) -> Self {
        self.place.line += lines;
        self
    }

    /// The error as one JSON object,
    /// `{"line":17,"error":{"rule":"L-23","entry":4,"value":"7","message":"…"}}`.
    pub fn answer(&self) -> ErrorAnswer {
        let Self { place, kind } = self;
        ErrorAnswer::new(*place, kind.rule(), kind.entry(), kind.value(), kind)
    }
}

/// The output for a bad game, in place of its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorAnswer {
    line: usize,
    error: ErrorDetails,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ErrorDetails {
    rule: Option<&'static str>,
    entry: Option<usize>,
    value: Option<String>,
    message: String,
}

impl ErrorAnswer {
    /// The answer about an error at a place; the column goes into the message.
    pub(crate) fn new(
        place: LineColumn,
        rule: Option<&'static str>,
        entry: Option<usize>,
        value: Option<String>,
        message: impl fmt::Display,
    ) -> Self {
        let LineColumn { line, column } = place;
        Self {
            line,
            error: ErrorDetails {
                rule,
                entry,
                value,
                message: format!("{message} (column {column})"),
            },
        }
    }
}

/// A game's bytes as text.
///
/// # Errors
/// [`ReadErrorKind::NotUtf8`] at the first invalid byte.
pub fn as_text(bytes: &[u8]) -> Result<&str, ReadError> {
    str::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let valid = str::from_utf8(valid).unwrap_or_default();
        ReadError::new(
            LineColumn::of_offset(valid, valid.len()),
            ReadErrorKind::NotUtf8 {
                byte: rest.first().copied().unwrap_or_default(),
            },
        )
    })
}

/// The most characters of a value that an error quotes.
const QUOTED: usize = 60;

/// The value as written, cut if it is too long to quote.
pub(crate) fn quoted(value: &str) -> String {
    match value.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}
