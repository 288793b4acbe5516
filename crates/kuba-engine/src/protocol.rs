//! The text protocol of the engine, modeled on UCI.
//!
//! A [`Session`] is the protocol without input or output (sans I/O): a line goes
//! in, and [`Effect`]s come out for the caller, which owns the streams, the
//! threads and the clock. So every answer is a function of the lines before, and
//! can be tested without a process. `docs/formats/kuba-engine-protocol.md`
//! specifies the protocol.
//!
//! ```
//! use kuba_engine::protocol::{Effect, Session};
//! use kuba_engine::Engine;
//!
//! let mut session = Session::default();
//! session.read("position fen 7/7/7/5wr/7/7/b6 w6b0 w - c");
//! let [Effect::Search(request)] = &session.read("go nodes 1000")[..] else {
//!     panic!("a search begins");
//! };
//! let report = Engine::new(1).search(&request.root, &request.limits, &|| false, &mut |_| {});
//! assert_eq!(session.finished(&report), [Effect::Print("bestmove 35R".to_owned())]);
//! ```

mod error;
mod words;

#[cfg(test)]
mod tests;

use core::fmt::Write as _;
use core::ops::RangeInclusive;
use core::time::Duration;
use std::collections::VecDeque;

use kuba_rules::{Action, Position, Rules, Side};
use parlor_game::{Game, Kuba, LiveGame};

use self::error::ProtocolError;
use self::words::RemainingWords;
use crate::limits::{Limits, Root};
use crate::report::Report;

/// The default size of the transposition table, in MiB.
pub const DEFAULT_HASH: usize = 16;
/// The largest table, in MiB.
const MAX_HASH: usize = 4_096;
/// The maximum number of commands queued during a search.
const MAX_QUEUED: usize = 1_000;
/// The maximum number of lines, which is that of actions: eight marbles, four
/// directions, and the end of the turn.
const MAX_LINES: usize = 33;
/// The numbers of threads.
const THREADS: RangeInclusive<usize> = 1..=Limits::MOST_THREADS;

/// The endgame tables that the option `tables` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablesOption {
    /// `false`: none at all.
    Searched,
    /// `embedded`: those in the program, the same on every machine.
    Embedded,
    /// `true`: also those that were built.
    Built,
}

/// What the caller must do, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// Write this line and flush it.
    Print(String),
    /// Search, while lines are still read; pass every report to
    /// [`Session::info`] and the last one to [`Session::finished`].
    Search(Box<SearchRequest>),
    /// Stop the current search, which still has a last report.
    Stop,
    /// Use a table of this many MiB from the next search on.
    Resize(usize),
    /// Look into these endgame tables from the next search on.
    Tables(TablesOption),
    /// Forget what searches have left: [`Engine::new_game`](crate::Engine::new_game)
    /// before the next search.
    NewGame,
    /// Stop the current search, answer it, and exit.
    Quit,
}

/// A search request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position and its history.
    pub root: Root,
    /// The limits other than time.
    pub limits: Limits,
    /// The time limit.
    pub time: Option<Duration>,
}

impl SearchRequest {
    /// Whether it ends by itself.
    pub const fn is_bounded(&self) -> bool {
        self.time.is_some() || self.limits.nodes < u64::MAX || self.limits.depth < Limits::DEEPEST
    }
}

/// The state of a conversation with another program.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Rules,
    /// The number of lines, the threads, and whether the table is kept; the rest
    /// comes with each `go`.
    limits: Limits,
    /// The game of the last `position`; `None` for the start.
    game: Option<LiveGame<Kuba>>,
    searching: Option<Searching>,
    /// Commands that wait for the end of the search.
    queued: VecDeque<String>,
    /// Whether further lines are ignored.
    has_quit: bool,
}

/// The kind of the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searching {
    /// Ends by itself.
    Bounded,
    /// Must be stopped.
    Unbounded,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            limits: Limits::nodes(u64::MAX),
            game: None,
            searching: None,
            queued: VecDeque::new(),
            has_quit: false,
        }
    }
}

impl Session {
    /// Reads a line, valid or not.
    pub fn read(&mut self, line: &str) -> Vec<Effect> {
        let mut words = RemainingWords::of(line);
        let Some(command) = words.next() else {
            return Vec::new();
        };
        if self.has_quit {
            return Vec::new();
        }
        let done = match command {
            "kei" => Ok(introduction()),
            "isready" => Ok(vec![print("readyok")]),
            "stop" if self.searching.is_some() => {
                // It ends now, so the commands that follow can be queued.
                self.searching = Some(Searching::Bounded);
                Ok(vec![Effect::Stop])
            }
            "stop" => Ok(Vec::new()),
            "quit" => {
                self.has_quit = true;
                self.queued.clear();
                Ok(vec![Effect::Quit])
            }
            "setoption" | "newgame" | "position" | "go" if self.searching.is_some() => {
                self.queue(line)
            }
            "setoption" => self.set_option(words),
            "newgame" => {
                self.game = None;
                Ok(vec![Effect::NewGame])
            }
            "position" => self.set_position(words).map(|()| Vec::new()),
            "go" => self.go(words),
            _ => Err(ProtocolError::unknown_command(command)),
        };
        done.unwrap_or_else(|error| vec![error_line(command, &error)])
    }

    /// The `info` lines of a report of the current search: one for each of its
    /// lines.
    pub fn info(&self, report: &Report, elapsed: Duration) -> Vec<String> {
        let seconds = elapsed.as_secs_f64();
        let lines = report.lines.iter().zip(1..);
        lines
            .map(|(line, number)| {
                let mut text = format!("info depth {}", report.depth);
                // Writing to a String cannot fail.
                if self.limits.lines > 1 {
                    let _written = write!(text, " line {number}");
                }
                let _written = write!(text, " score {} nodes {}", line.score, report.nodes);
                let rate = rate(report.nodes, seconds);
                let _written = write!(text, " nps {rate} pv");
                for action in &line.actions {
                    let _written = write!(text, " {action}");
                }
                text
            })
            .collect()
    }

    /// Ends the current search: prints the answer, and reads the queued commands up
    /// to the next search.
    pub fn finished(&mut self, report: &Report) -> Vec<Effect> {
        self.searching = None;
        let game = self.game();
        // A search stopped at its very beginning has no line, but some action
        // must be played.
        let best = report.best().or_else(|| game.legal_actions().next());
        let mut effects = vec![print(&best_move(best))];
        while self.searching.is_none()
            && let Some(line) = self.queued.pop_front()
        {
            effects.extend(self.read(&line));
        }
        effects
    }

    /// Queues a command until the search ends, so that a whole script can be sent
    /// at once; refused during a search that does not end by itself.
    fn queue(&mut self, line: &str) -> Result<Vec<Effect>, ProtocolError> {
        if self.searching == Some(Searching::Unbounded) || self.queued.len() >= MAX_QUEUED {
            return Err(ProtocolError::Searching);
        }
        self.queued.push_back(line.to_owned());
        Ok(Vec::new())
    }

    /// The current game.
    fn game(&self) -> LiveGame<Kuba> {
        let start = || LiveGame::new(Position::start(self.rules), None);
        self.game.clone().unwrap_or_else(start)
    }

    /// `setoption name NAME value VALUE`.
    fn set_option(&mut self, mut words: RemainingWords<'_>) -> Result<Vec<Effect>, ProtocolError> {
        words.expect("name", "setoption name NAME value VALUE")?;
        let name = words.next().unwrap_or_default();
        if !["rules", "hash", "lines", "threads", "keep", "tables"].contains(&name) {
            return Err(ProtocolError::unknown_option(name));
        }
        words.expect("value", "setoption name NAME value VALUE")?;
        let value = words.next().unwrap_or_default();
        match name {
            "rules" => self.rules = value.parse().map_err(ProtocolError::Rules)?,
            "hash" => {
                let size = words::whole(name, value, &(1..=MAX_HASH))?;
                return Ok(vec![Effect::Resize(size)]);
            }
            "lines" => self.limits.lines = words::whole(name, value, &(1..=MAX_LINES))?,
            "threads" => self.limits.threads = words::whole(name, value, &THREADS)?,
            "tables" => {
                let tables = match value {
                    "false" => TablesOption::Searched,
                    "embedded" => TablesOption::Embedded,
                    "true" => TablesOption::Built,
                    _ => return Err(ProtocolError::no_tables(value)),
                };
                return Ok(vec![Effect::Tables(tables)]);
            }
            _ => {
                let keep = value.parse();
                self.limits.keep = keep.map_err(|_| ProtocolError::no_check(name, value))?;
            }
        }
        Ok(Vec::new())
    }

    /// `position startpos|fen FIELDS [moves ACTION …]`, atomically.
    ///
    /// Rules: K-11 (either side may begin), K-12 (counting starts with the given
    /// position).
    fn set_position(&mut self, mut words: RemainingWords<'_>) -> Result<(), ProtocolError> {
        let kind = words.next().unwrap_or_default();
        let fields: Vec<&str> = words.until("moves").collect();
        let actions: Vec<&str> = words.collect();
        let start = match kind {
            "startpos" => self.start(actions.first().copied()),
            "fen" => self.fen(&fields)?,
            _ => return Err(ProtocolError::NoPosition),
        };
        let mut game = LiveGame::<Kuba>::new(start, None);
        for (text, number) in actions.into_iter().zip(1..) {
            let action: Action = text
                .parse()
                .map_err(|error| ProtocolError::no_action(number, error))?;
            game.play(action).map_err(|error| ProtocolError::Refused {
                number,
                action,
                rule: error.rule(),
                reason: error.to_string(),
            })?;
        }
        self.game = Some(game);
        Ok(())
    }

    /// The start position of the current rule set. In classroom rules the side
    /// whose marble is pushed first begins. Rules: K-11, K-12.
    fn start(&self, first: Option<&str>) -> Position {
        let first = first.and_then(|action| action.parse().ok());
        let start = Position::start(self.rules);
        let begins = |side: &Side| {
            let marble = match first {
                Some(Action::Push(push)) => start.marble(push.cell),
                _ => None,
            };
            marble == Some((*side).into())
        };
        match Side::ALL.into_iter().find(begins) {
            Some(side) if self.rules == Rules::Classroom => {
                Position::starting_with(self.rules, side)
            }
            _ => start,
        }
    }

    /// A position line; without its last field it has the current rule set.
    fn fen(&self, fields: &[&str]) -> Result<Position, ProtocolError> {
        /// The board, the captured reds, the side to move, the ko push.
        const WITHOUT_RULES: usize = 4;
        let mut line = fields.join(" ");
        if fields.len() == WITHOUT_RULES {
            line.push(' ');
            line.push(self.rules.code());
        }
        line.parse().map_err(ProtocolError::Position)
    }

    /// `go [nodes N] [depth N] [movetime MS]`.
    fn go(&mut self, mut words: RemainingWords<'_>) -> Result<Vec<Effect>, ProtocolError> {
        let mut limits = self.limits;
        let mut time = None;
        while let Some(word) = words.next() {
            match word {
                "nodes" => limits.nodes = words.number(word, &(1..=u64::MAX))?,
                "depth" => limits.depth = words.number(word, &(1..=u32::MAX))?.min(Limits::DEEPEST),
                "movetime" => {
                    time = Some(Duration::from_millis(words.number(word, &(0..=u64::MAX))?));
                }
                // Unknown words are ignored, as in UCI, and so is `infinite`.
                _ => {}
            }
        }
        let game = self.game();
        if let Some(rule) = game.ended_by() {
            return Ok(vec![
                print(&format!("info string the game is over ({rule})")),
                print(&best_move(None)),
            ]);
        }
        let request = SearchRequest {
            root: Root::from(&game),
            limits,
            time,
        };
        self.searching = Some(if request.is_bounded() {
            Searching::Bounded
        } else {
            Searching::Unbounded
        });
        Ok(vec![Effect::Search(Box::new(request))])
    }
}

fn print(line: &str) -> Effect {
    Effect::Print(line.to_owned())
}

/// An error message on one line.
fn error_line(command: &str, error: &ProtocolError) -> Effect {
    let reason = error.to_string().replace('\n', " ");
    Effect::Print(match error {
        ProtocolError::UnknownCommand { .. } => format!("info string error {reason}"),
        _ => format!("info string error {command}: {reason}"),
    })
}

fn best_move(action: Option<Action>) -> String {
    match action {
        Some(action) => format!("bestmove {action}"),
        None => "bestmove none".to_owned(),
    }
}

/// Nodes per second; 0 before any time has passed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate is not negative, and the conversion saturates"
)]
fn rate(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 {
        (nodes as f64 / seconds) as u64
    } else {
        0
    }
}

/// The identification and the options.
fn introduction() -> Vec<Effect> {
    let rules = Kuba::RULES.iter().map(|rules| format!(" var {rules}"));
    [
        format!("id name Parlor Kuba {}", env!("CARGO_PKG_VERSION")),
        "id author the Parlor developers".to_owned(),
        format!(
            "option name rules type combo default {}{}",
            Rules::default(),
            rules.collect::<String>()
        ),
        format!("option name hash type spin default {DEFAULT_HASH} min 1 max {MAX_HASH}"),
        format!("option name lines type spin default 1 min 1 max {MAX_LINES}"),
        format!(
            "option name threads type spin default 1 min {} max {}",
            THREADS.start(),
            THREADS.end()
        ),
        "option name keep type check default false".to_owned(),
        "option name tables type combo default embedded var false var embedded var true".to_owned(),
        "keiok".to_owned(),
    ]
    .map(Effect::Print)
    .into()
}
