//! Cuts input into chunks that can be processed independently: runs of whole
//! lines, or one game over many lines.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use parlor_record::{LineColumn, ReadError, ReadErrorKind};

use crate::output;

/// The longest game that is read, in bytes; it bounds the memory.
pub(crate) const LONGEST_GAME: usize = 16 << 20;

pub(crate) const TOO_LONG: ReadErrorKind = ReadErrorKind::TooLong {
    limit: LONGEST_GAME,
};

/// The number of bytes read at once, large enough that handing a chunk to
/// another thread costs nothing compared to processing it.
const READ_AT_ONCE: usize = 256 << 10;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF_16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Where games come from.
pub(crate) struct Source {
    /// The name for messages.
    pub(crate) name: String,
    /// The size in bytes, if known in advance.
    pub(crate) size: Option<u64>,
    /// The bytes.
    pub(crate) reader: Box<dyn Read + Send>,
}

impl Source {
    /// Opens `file`, or standard input for `-` or no file.
    pub(crate) fn open(file: Option<&PathBuf>, expected: &str) -> anyhow::Result<Self> {
        let Some(path) = file.filter(|path| path.as_path() != Path::new("-")) else {
            if io::stdin().is_terminal() {
                output::note(&format!(
                    "Reading games from the keyboard, one per line, such as\n  {expected}\n\
                     End with Ctrl-D; see `--help` for the format."
                ));
            }
            return Ok(Self {
                name: "standard input".to_owned(),
                size: None,
                reader: Box::new(io::stdin()),
            });
        };
        let name = path.display().to_string();
        let cannot_open = || format!("cannot open {name}");
        let file = File::open(path).with_context(cannot_open)?;
        let about = file.metadata().with_context(cannot_open)?;
        anyhow::ensure!(
            !about.is_dir(),
            "{name} is a folder; expected a file of games, one per line"
        );
        Ok(Self {
            size: about.is_file().then_some(about.len()),
            reader: Box::new(file),
            name,
        })
    }
}

/// A chunk of the input; `before` is the number of lines before it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Chunk {
    /// Whole lines, one game on each that is not blank.
    Lines { before: usize, bytes: Vec<u8> },
    /// One game over several lines.
    Document { before: usize, bytes: Vec<u8> },
    /// A part that is skipped, or the rest of the input, and the reason.
    Refused(ReadError),
}

/// Cuts the input into chunks.
///
/// One game per line is the rule. Only if the first line that is not blank
/// opens an object and does not close it, the following lines belong to it until
/// it is closed. But a line that begins another game (`{` or a capital letter)
/// shows that the first line is simply broken: then every line is a game again.
/// A list of games and UTF-16 are refused as a whole.
pub(crate) struct Chunks<R> {
    reader: R,
    /// The bytes read but not yet returned.
    pending: Vec<u8>,
    /// The place of the first pending byte.
    place: LineColumn,
    /// The reader is at its end; a terminal must not be read again.
    at_end: bool,
    state: ReadState,
}

enum ReadState {
    /// Nothing returned yet: the format is not known yet.
    Sniffing(Sniffer),
    Lines,
    /// Inside a line that is too long.
    SkippingLine,
    /// After the one document.
    AfterDocument,
    Done,
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            pending: Vec::new(),
            place: LineColumn::START,
            at_end: false,
            state: ReadState::Sniffing(Sniffer::default()),
        }
    }

    /// The next chunk; `None` at the end of the input.
    pub(crate) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        while !matches!(self.state, ReadState::Done) {
            if !self.at_end {
                self.read_more()?;
            }
            let chunk = self.cut();
            if chunk.is_some() {
                return Ok(chunk);
            }
            if self.at_end {
                self.state = ReadState::Done;
            }
        }
        Ok(None)
    }

    /// Reads more pending bytes.
    fn read_more(&mut self) -> io::Result<()> {
        let old = self.pending.len();
        self.pending.resize(old + READ_AT_ONCE, 0);
        let read = loop {
            match self.reader.read(&mut self.pending[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.pending.truncate(old + *read.as_ref().unwrap_or(&0));
        self.at_end = read? == 0;
        Ok(())
    }

    fn cut(&mut self) -> Option<Chunk> {
        if let ReadState::Sniffing(sniffer) = &mut self.state {
            if sniffer.seen == 0 {
                if self.pending.len() < BYTE_ORDER_MARK.len() && !self.at_end {
                    return None;
                }
                if self.pending.starts_with(BYTE_ORDER_MARK) {
                    self.pending.drain(..BYTE_ORDER_MARK.len());
                }
                if UTF_16_MARKS
                    .iter()
                    .any(|mark| self.pending.starts_with(mark))
                {
                    return Some(self.refuse_rest(ReadErrorKind::Utf16));
                }
            }
            match sniffer.sniff(&self.pending, self.at_end) {
                Shape::Undecided if self.pending.len() <= LONGEST_GAME => return None,
                Shape::Undecided if sniffer.lines > 0 => {
                    return Some(self.refuse_rest(TOO_LONG));
                }
                Shape::List { start } => {
                    self.skip(start);
                    return Some(self.refuse_rest(ReadErrorKind::List));
                }
                Shape::Undecided | Shape::Lines => self.state = ReadState::Lines,
                Shape::Document { end } => {
                    self.state = ReadState::AfterDocument;
                    return Some(self.document(end));
                }
            }
        }
        match self.state {
            ReadState::Lines => self.whole_lines(),
            ReadState::SkippingLine => self.skip_line(),
            ReadState::AfterDocument => self.after_document(),
            ReadState::Sniffing(_) | ReadState::Done => None,
        }
    }

    fn whole_lines(&mut self) -> Option<Chunk> {
        let end = if self.at_end {
            self.pending.len()
        } else {
            match self.pending.iter().rposition(|&byte| byte == b'\n') {
                Some(newline) => newline + 1,
                None if self.pending.len() > LONGEST_GAME => {
                    self.pending.clear();
                    self.state = ReadState::SkippingLine;
                    return Some(self.refusal(TOO_LONG));
                }
                None => return None,
            }
        };
        if end == 0 {
            return None;
        }
        let before = self.place.line - 1;
        let bytes = self.give(end);
        Some(Chunk::Lines { before, bytes })
    }

    fn skip_line(&mut self) -> Option<Chunk> {
        let Some(newline) = self.pending.iter().position(|&byte| byte == b'\n') else {
            self.pending.clear();
            return None;
        };
        self.skip(newline + 1);
        self.state = ReadState::Lines;
        self.whole_lines()
    }

    fn document(&mut self, end: usize) -> Chunk {
        let start = self
            .pending
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())
            .unwrap_or(0);
        // From the beginning of the line, so that columns are right.
        let line_start = self.pending[..start]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        self.skip(line_start);
        let before = self.place.line - 1;
        let bytes = self.give(end - line_start);
        Chunk::Document { before, bytes }
    }

    fn after_document(&mut self) -> Option<Chunk> {
        let text = self
            .pending
            .iter()
            .position(|byte| !byte.is_ascii_whitespace());
        self.skip(text.unwrap_or(self.pending.len()));
        text.map(|_| self.refuse_rest(ReadErrorKind::AfterDocument))
    }

    /// The error at the pending bytes; the rest is not read.
    fn refuse_rest(&mut self, fault: ReadErrorKind) -> Chunk {
        self.state = ReadState::Done;
        self.refusal(fault)
    }

    fn refusal(&self, fault: ReadErrorKind) -> Chunk {
        Chunk::Refused(ReadError::new(self.place, fault))
    }

    /// Takes the pending bytes before `end`.
    fn give(&mut self, end: usize) -> Vec<u8> {
        let rest = self.pending.split_off(end);
        let bytes = std::mem::replace(&mut self.pending, rest);
        self.pass(&bytes);
        bytes
    }

    /// Drops the pending bytes before `end`.
    fn skip(&mut self, end: usize) {
        drop(self.give(end));
    }

    /// Moves the place past these bytes.
    fn pass(&mut self, bytes: &[u8]) {
        let last_line = match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => {
                self.place.line += newlines(bytes);
                self.place.column = 1;
                &bytes[newline + 1..]
            }
            None => bytes,
        };
        // The bytes of a character after its first begin with the bits 10.
        let first_bytes = last_line.iter().filter(|&&byte| byte & 0xc0 != 0x80);
        self.place.column += first_bytes.count();
    }
}

fn newlines(bytes: &[u8]) -> usize {
    // Blocks whose count fits a byte let the compiler count many bytes at once.
    bytes
        .chunks(usize::from(u8::MAX))
        .map(|block| {
            let count: u8 = block.iter().map(|&byte| u8::from(byte == b'\n')).sum();
            usize::from(count)
        })
        .sum()
}

/// The format of the input.
enum Shape {
    Undecided,
    Lines,
    /// A list that begins at the byte `start`.
    List {
        start: usize,
    },
    /// An object over many lines that ends before the byte `end`.
    Document {
        end: usize,
    },
}

/// Finds the format from the first game, resumed as more of it arrives.
#[derive(Default)]
struct Sniffer {
    /// The number of bytes examined.
    seen: usize,
    /// Open braces; a game has them only at its two ends.
    depth: usize,
    /// Line ends seen since the object was opened.
    lines: usize,
    in_string: bool,
    escaped: bool,
    at_line_start: bool,
}

impl Sniffer {
    fn sniff(&mut self, bytes: &[u8], at_end: bool) -> Shape {
        while let Some(&byte) = bytes.get(self.seen) {
            self.seen += 1;
            if self.in_string {
                match byte {
                    // No JSON string contains a line end. On the first line that
                    // decides it; later the reader reports it.
                    b'\n' if self.lines == 0 => return Shape::Lines,
                    b'\n' => {
                        self.in_string = false;
                        self.escaped = false;
                        self.lines += 1;
                        self.at_line_start = true;
                    }
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'\n' if self.depth > 0 => {
                    self.lines += 1;
                    self.at_line_start = true;
                }
                _ if byte.is_ascii_whitespace() => {}
                b'{' if self.at_line_start => return Shape::Lines,
                b'{' => self.depth += 1,
                b'[' if self.depth == 0 => {
                    return Shape::List {
                        start: self.seen - 1,
                    };
                }
                _ if self.depth == 0 => return Shape::Lines,
                b'A'..=b'Z' if self.at_line_start => return Shape::Lines,
                b'}' if self.depth == 1 && self.lines == 0 => return Shape::Lines,
                b'}' if self.depth == 1 => return Shape::Document { end: self.seen },
                b'}' => self.depth -= 1,
                b'"' => {
                    self.in_string = true;
                    self.at_line_start = false;
                }
                _ => self.at_line_start = false,
            }
        }
        match (at_end, self.lines) {
            (false, _) => Shape::Undecided,
            (true, 0) => Shape::Lines,
            (true, _) => Shape::Document { end: bytes.len() },
        }
    }
}

#[cfg(test)]
mod tests;
