//! Outside programs that play Kuba by the protocol of its engine.

mod error;
mod process;

use core::fmt::Write as _;
use core::time::Duration;
use std::sync::{Mutex, PoisonError};

use kuba_rules::Action;
use parlor_game::{Budget, Choice, Kuba};
use parlor_sim::{GameSoFar, Player, PlayerError};

pub use error::ProgramError;
use error::shown;
use process::{Output, Process, Wait};

use crate::deadline::now;

/// The time to introduce itself, or to be ready for a game.
const TIME_TO_BEGIN: Duration = Duration::from_secs(10);
/// The time for an action that is limited by nodes alone.
const TIME_FOR_NODES: Duration = Duration::from_mins(1);
/// The time beyond the limit that is given before an answer counts as missing.
const GRACE: Duration = Duration::from_secs(2);
/// Asks whether it has read everything.
const READY: &str = "isready";
/// The most lines of an answer.
const MOST_LINES: usize = 100_000;

/// How long a program may think about an action: what `go` tells it, and what it is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl Default for ProgramLimits {
    /// A second.
    fn default() -> Self {
        Self::new(None, None)
    }
}

impl ProgramLimits {
    /// The time in milliseconds that a program has unless it is limited otherwise.
    pub const DEFAULT_TIME: u64 = 1_000;

    /// These nodes, or milliseconds, or both; [`DEFAULT_TIME`](Self::DEFAULT_TIME) without either.
    ///
    /// An answer counts as missing two seconds after its time, and with nodes alone after a minute.
    pub fn new(nodes: Option<u64>, milliseconds: Option<u64>) -> Self {
        let default = nodes.is_none().then_some(Self::DEFAULT_TIME);
        Self {
            nodes,
            time: milliseconds.or(default).map(Duration::from_millis),
        }
    }

    /// The line that tells them.
    fn go(&self) -> String {
        let mut line = "go".to_owned();
        // Writing to a String cannot fail.
        if let Some(nodes) = self.nodes {
            let _written = write!(line, " nodes {nodes}");
        }
        if let Some(time) = self.time {
            let _written = write!(line, " movetime {}", time.as_millis());
        }
        line
    }

    /// The time after which an answer is missing.
    fn patience(&self) -> Duration {
        let time = self.time.map(|time| time.saturating_add(GRACE));
        time.unwrap_or(TIME_FOR_NODES)
    }
}

/// An outside program: as many processes as games are played at once.
///
/// Each game is played by one process, which is told that it begins (`newgame`, `isready`), and for
/// each action its start and all actions since (`position fen … moves …`, `isready`) and the limits
/// (`go …`).
/// A process that fails is ended, and the next game begins another.
#[derive(Debug)]
pub struct Program {
    words: Vec<String>,
    limits: ProgramLimits,
    /// Processes that are not thinking.
    idle: Mutex<Vec<Seated>>,
}

/// A process, and the game that it plays, if it plays one.
#[derive(Debug)]
struct Seated {
    process: Process,
    game: Option<u64>,
}

impl Program {
    /// The program of this command line, its first word, within these limits. Nothing is started
    /// before its first action is due.
    pub const fn new(words: Vec<String>, limits: ProgramLimits) -> Self {
        Self {
            words,
            limits,
            idle: Mutex::new(Vec::new()),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Seated>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The process that plays this game, or one that plays none.
    fn seated(&self, game: u64) -> Option<Seated> {
        let mut idle = self.idle();
        let at = |game| idle.iter().position(|seated: &Seated| seated.game == game);
        let place = at(Some(game)).or_else(|| at(None))?;
        Some(idle.swap_remove(place))
    }

    /// A conversation with the process of this game, which is ready for it.
    fn begin<'a>(
        &self,
        game: u64,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Result<Conversation<'a>, Interruption> {
        let seated = self.seated(game);
        let is_new = seated.is_none();
        let (process, played) = if let Some(Seated { process, game }) = seated {
            (process, game)
        } else {
            let started = Process::start(&self.words);
            let started = started.map_err(|error| ProgramError::Start {
                program: self.words[0].clone(),
                reason: error.to_string(),
            });
            (started?, None)
        };
        let mut conversation = Conversation {
            process,
            sent: String::new(),
            is_stopped,
        };
        if is_new {
            conversation = conversation.ask("kei", "keiok", TIME_TO_BEGIN)?.0;
        }
        if played != Some(game) {
            conversation.send("newgame");
            conversation = conversation.ask(READY, "readyok", TIME_TO_BEGIN)?.0;
        }
        Ok(conversation)
    }

    /// The program's action; `None` after the budget's flag was raised.
    fn answer(
        &self,
        so_far: &GameSoFar<'_, Kuba>,
        budget: Budget<'_>,
    ) -> Result<Option<Action>, ProgramError> {
        let is_stopped = || budget.is_stopped();
        let answered = self
            .begin(so_far.number, &is_stopped)
            .and_then(|mut conversation| {
                conversation.send(&position(so_far));
                // What it wrote after its last answer must not be taken for the next.
                let (conversation, _) = conversation.ask(READY, "readyok", TIME_TO_BEGIN)?;
                conversation.ask(&self.limits.go(), "bestmove", self.limits.patience())
            });
        let (conversation, line) = match answered {
            Ok(answered) => answered,
            Err(Interruption::Stopped) => return Ok(None),
            Err(Interruption::Failed(error)) => return Err(error),
        };
        let word = line.split_whitespace().nth(1);
        let action = word.and_then(|word| word.parse().ok());
        let Some(action) = action else {
            return Err(ProgramError::NoAction {
                answer: shown(&line),
            });
        };
        self.idle().push(Seated {
            process: conversation.process,
            game: Some(so_far.number),
        });
        Ok(Some(action))
    }
}

/// `position fen … moves …`.
fn position(so_far: &GameSoFar<'_, Kuba>) -> String {
    let mut line = format!("position fen {}", so_far.start);
    if !so_far.actions.is_empty() {
        line.push_str(" moves");
    }
    for action in so_far.actions {
        // Writing to a String cannot fail.
        let _written = write!(line, " {action}");
    }
    line
}

/// Why a conversation has ended.
enum Interruption {
    /// Nobody waits for it any more.
    Stopped,
    Failed(ProgramError),
}

impl From<ProgramError> for Interruption {
    fn from(error: ProgramError) -> Self {
        Self::Failed(error)
    }
}

/// Lines to and from a process, which is ended if it does not answer.
struct Conversation<'a> {
    process: Process,
    /// The line that it was sent last, but for [`READY`].
    sent: String,
    is_stopped: &'a dyn Fn() -> bool,
}

impl Conversation<'_> {
    fn send(&mut self, line: &str) {
        self.process.write(line);
        if line != READY {
            line.clone_into(&mut self.sent);
        }
    }

    /// Sends a line and reads the one that begins with this word; all others are ignored, as in
    /// UCI, but for a refusal.
    fn ask(
        mut self,
        line: &str,
        awaited: &'static str,
        time: Duration,
    ) -> Result<(Self, String), Interruption> {
        self.send(line);
        let deadline = now() + time;
        let mut last = None;
        for _ in 0..MOST_LINES {
            let read = self.process.read(deadline, self.is_stopped);
            let line = match read {
                Ok(Output::Line(line)) => line,
                Ok(Output::TooLong) => return Err(ProgramError::TooLong { awaited }.into()),
                Ok(Output::End) => return Err(self.ended(awaited).into()),
                Err(Wait::Stopped) => return Err(Interruption::Stopped),
                Err(Wait::Over) => {
                    let line = last.as_deref().map(shown);
                    let (_, words) = self.process.end();
                    let silent = ProgramError::Silent {
                        awaited,
                        time,
                        line,
                        words,
                    };
                    return Err(silent.into());
                }
            };
            if let Some(reason) = line.strip_prefix("info string error ") {
                let refused = ProgramError::Refused {
                    sent: shown(&self.sent),
                    reason: shown(reason),
                };
                return Err(refused.into());
            }
            if line.split_whitespace().next() == Some(awaited) {
                return Ok((self, line));
            }
            last = Some(line).filter(|line| !line.is_empty()).or(last);
        }
        let too_many = ProgramError::TooMany {
            lines: MOST_LINES,
            awaited,
        };
        Err(too_many.into())
    }

    /// How the process ended.
    fn ended(self, awaited: &'static str) -> ProgramError {
        let (status, words) = self.process.end();
        ProgramError::Ended {
            ending: status.map_or_else(
                || "closed its output".to_owned(),
                |status| format!("ended ({status})"),
            ),
            awaited,
            words,
        }
    }
}

impl Player<Kuba> for Program {
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, Kuba>,
        budget: Budget<'_>,
        _seed: u64,
    ) -> Result<Option<Choice<Action>>, PlayerError> {
        Ok(self.answer(so_far, budget)?.map(Choice::from))
    }

    fn game_over(&self, number: u64) {
        for seated in &mut *self.idle() {
            if seated.game == Some(number) {
                seated.game = None;
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let seated = std::mem::take(&mut *self.idle());
        let mut processes: Vec<Process> = seated.into_iter().map(|seated| seated.process).collect();
        Process::quit(&mut processes);
    }
}
