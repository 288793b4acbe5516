//! The text protocol by which other programs use the engine.
//!
//! A [`Session`] is the protocol without any input or output: a line goes in,
//! and [`Order`]s come out for whoever holds the streams, the threads and the
//! clock. So every answer is a function of what was said before, and can be
//! tested without a process. `docs/formats/kuba-engine-protocol.md` is what the
//! other side reads.
//!
//! ```
//! use kuba_engine::protocol::{Order, Session};
//! use kuba_engine::Engine;
//!
//! let mut session = Session::default();
//! session.read("position fen 7/7/7/5wr/7/7/b6 w6b0 w - c");
//! let [Order::Search(request)] = &session.read("go nodes 1000")[..] else {
//!     panic!("a search is ordered");
//! };
//! let report = Engine::new(1).search(&request.root, &request.limits, &|| false, &mut |_| {});
//! assert_eq!(session.finished(&report), [Order::Say("bestmove 35R".to_owned())]);
//! ```

mod error;
mod words;

#[cfg(test)]
mod tests;

use core::fmt::Write as _;
use core::time::Duration;
use std::collections::VecDeque;

use kuba_rules::{Action, Position, Rules, Side};
use parlor_game::{Game, Kuba, LiveGame};

use self::error::ProtocolError;
use self::words::Words;
use crate::limits::{Limits, Root};
use crate::report::Report;

/// The size of the engine's table if nobody says otherwise, in MiB.
pub const DEFAULT_HASH: usize = 16;
/// The largest table, in MiB.
const MOST_HASH: usize = 4_096;
/// How many lines can wait for the end of a search.
const MOST_WAITING: usize = 1_000;
/// No position has more actions, so no more first lines: eight marbles, four
/// ways, and the end of the turn.
const MOST_LINES: usize = 33;

/// What whoever holds the streams is to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// Write this line, at once.
    Say(String),
    /// Search, while lines are still read; tell [`Session::told`] of every
    /// report and [`Session::finished`] of the last one.
    Search(Box<Request>),
    /// Stop the search that is under way; it still has a last report.
    Stop,
    /// Have a table of so many MiB from the next search on.
    Resize(usize),
    /// Stop a search that is under way, answer it, and end.
    Quit,
}

/// What is to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position, with what of its game counts.
    pub root: Root,
    /// How far.
    pub limits: Limits,
    /// For how long at most.
    pub time: Option<Duration>,
}

impl Request {
    /// Whether it comes to an end without being stopped.
    pub const fn is_bounded(&self) -> bool {
        self.time.is_some() || self.limits.nodes < u64::MAX || self.limits.depth < Limits::DEEPEST
    }
}

/// One conversation with another program.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Rules,
    lines: usize,
    /// The position that was sent last; the start before the first.
    game: Option<LiveGame<Kuba>>,
    under_way: Option<UnderWay>,
    /// Lines that wait for the end of the search.
    waiting: VecDeque<String>,
    /// Whether nothing is read any more.
    has_quit: bool,
}

/// A search that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnderWay {
    /// It ends by itself.
    Bounded,
    /// It must be stopped.
    Unbounded,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            lines: 1,
            game: None,
            under_way: None,
            waiting: VecDeque::new(),
            has_quit: false,
        }
    }
}

impl Session {
    /// Takes a line, whatever is in it.
    pub fn read(&mut self, line: &str) -> Vec<Order> {
        let mut words = Words::of(line);
        let Some(command) = words.next() else {
            return Vec::new();
        };
        if self.has_quit {
            return Vec::new();
        }
        let done = match command {
            "kei" => Ok(introduction()),
            "isready" => Ok(vec![say("readyok")]),
            "stop" if self.under_way.is_some() => {
                // It ends now, so what follows can wait for its answer.
                self.under_way = Some(UnderWay::Bounded);
                Ok(vec![Order::Stop])
            }
            "stop" => Ok(Vec::new()),
            "quit" => {
                self.has_quit = true;
                self.waiting.clear();
                Ok(vec![Order::Quit])
            }
            "setoption" | "newgame" | "position" | "go" if self.under_way.is_some() => {
                self.wait(line)
            }
            "setoption" => self.set_option(words),
            "newgame" => {
                self.game = None;
                Ok(Vec::new())
            }
            "position" => self.set_position(words).map(|()| Vec::new()),
            "go" => self.go(words),
            _ => Err(ProtocolError::unknown_command(command)),
        };
        done.unwrap_or_else(|error| vec![complaint(command, &error)])
    }

    /// What is to be written after a report of the search that is under way,
    /// which began so long ago: a line for each of its lines.
    pub fn told(&self, report: &Report, elapsed: Duration) -> Vec<String> {
        let seconds = elapsed.as_secs_f64();
        let lines = report.lines.iter().zip(1..);
        lines
            .map(|(line, number)| {
                let mut text = format!("info depth {}", report.depth);
                // Writing to a String cannot fail.
                if self.lines > 1 {
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

    /// What is to be done when the search is at its end: the answer is written,
    /// and the lines that have waited are read, up to the next search.
    pub fn finished(&mut self, report: &Report) -> Vec<Order> {
        self.under_way = None;
        let game = self.game();
        // A search that was stopped at its very beginning knows nothing, and
        // still something must be played.
        let best = report.best().or_else(|| game.legal_actions().next());
        let mut orders = vec![say(&best_move(best))];
        while self.under_way.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            orders.extend(self.read(&line));
        }
        orders
    }

    /// Keeps a line until the search is at its end, so that a whole script can
    /// be sent at once; not if it would never come to that by itself.
    fn wait(&mut self, line: &str) -> Result<Vec<Order>, ProtocolError> {
        if self.under_way == Some(UnderWay::Unbounded) || self.waiting.len() >= MOST_WAITING {
            return Err(ProtocolError::Searching);
        }
        self.waiting.push_back(line.to_owned());
        Ok(Vec::new())
    }

    /// The game as it stands.
    fn game(&self) -> LiveGame<Kuba> {
        let start = || LiveGame::new(Position::start(self.rules), None);
        self.game.clone().unwrap_or_else(start)
    }

    /// `setoption name NAME value VALUE`.
    fn set_option(&mut self, mut words: Words<'_>) -> Result<Vec<Order>, ProtocolError> {
        words.expect("name", "setoption name NAME value VALUE")?;
        let name = words.next().unwrap_or_default();
        if !["rules", "hash", "lines"].contains(&name) {
            return Err(ProtocolError::unknown_option(name));
        }
        words.expect("value", "setoption name NAME value VALUE")?;
        let value = words.next().unwrap_or_default();
        match name {
            "rules" => {
                self.rules = value.parse().map_err(ProtocolError::Rules)?;
                Ok(Vec::new())
            }
            "hash" => {
                words::whole(name, value, &(1..=MOST_HASH)).map(|size| vec![Order::Resize(size)])
            }
            _ => {
                self.lines = words::whole(name, value, &(1..=MOST_LINES))?;
                Ok(Vec::new())
            }
        }
    }

    /// `position startpos|fen FIELDS [moves ACTION …]`: all of it, or nothing.
    ///
    /// Rules: K-11 (either side may begin), K-12 (what is counted begins with
    /// the position given).
    fn set_position(&mut self, mut words: Words<'_>) -> Result<(), ProtocolError> {
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

    /// The start by the rules that are set. In classroom rules the side whose
    /// marble is pushed first begins. Rules: K-11, K-12.
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

    /// A position line; without its last field it is of the rules that are set.
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
    fn go(&mut self, mut words: Words<'_>) -> Result<Vec<Order>, ProtocolError> {
        let mut limits = Limits {
            lines: self.lines,
            ..Limits::nodes(u64::MAX)
        };
        let mut time = None;
        while let Some(word) = words.next() {
            match word {
                "nodes" => limits.nodes = words.number(word, &(1..=u64::MAX))?,
                "depth" => limits.depth = words.number(word, &(1..=u32::MAX))?.min(Limits::DEEPEST),
                "movetime" => {
                    time = Some(Duration::from_millis(words.number(word, &(0..=u64::MAX))?));
                }
                // As chess engines do with what they do not know, `infinite`
                // among it.
                _ => {}
            }
        }
        let game = self.game();
        if let Some(rule) = game.ended_by() {
            return Ok(vec![
                say(&format!("info string the game is over ({rule})")),
                say(&best_move(None)),
            ]);
        }
        let request = Request {
            root: Root::from(&game),
            limits,
            time,
        };
        self.under_way = Some(if request.is_bounded() {
            UnderWay::Bounded
        } else {
            UnderWay::Unbounded
        });
        Ok(vec![Order::Search(Box::new(request))])
    }
}

fn say(line: &str) -> Order {
    Order::Say(line.to_owned())
}

/// What is wrong with a line, on one line.
fn complaint(command: &str, error: &ProtocolError) -> Order {
    let reason = error.to_string().replace('\n', " ");
    Order::Say(match error {
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

/// Nodes a second; 0 before any time has passed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate is positive, and what is greater than any is the greatest"
)]
fn rate(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 {
        (nodes as f64 / seconds) as u64
    } else {
        0
    }
}

/// Who answers, and what can be set.
fn introduction() -> Vec<Order> {
    let rules = Kuba::RULES.iter().map(|rules| format!(" var {rules}"));
    [
        format!("id name Parlor Kuba {}", env!("CARGO_PKG_VERSION")),
        "id author the Parlor developers".to_owned(),
        format!(
            "option name rules type combo default {}{}",
            Rules::default(),
            rules.collect::<String>()
        ),
        format!("option name hash type spin default {DEFAULT_HASH} min 1 max {MOST_HASH}"),
        format!("option name lines type spin default 1 min 1 max {MOST_LINES}"),
        "keiok".to_owned(),
    ]
    .map(Order::Say)
    .into()
}
