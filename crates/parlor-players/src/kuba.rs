//! The players of Kuba by their descriptions.

mod engine;
mod opening;
#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use kuba_engine::{Engine, EngineBot, Evaluation, Limits, levels};
use kuba_rules::Rules;
use parlor_game::{Bot, Kuba, Level};
use parlor_sim::Entrant;

use self::engine::{Clocked, Keeping, Searches};
pub use self::opening::Opening;
use crate::program::{Program, ProgramLimits};
use crate::{PROGRAM, command_line};

/// The name of the engine at full strength.
pub const ENGINE: &str = "engine";
/// The default nodes of the engine: the number at which its changes are tested.
const NODES: u64 = 5_000;
/// The default size of the engine's transposition table, in MiB.
const HASH: u32 = 16;
/// The largest transposition table, in MiB.
const MAX_HASH: u32 = 65_536;
/// The longest time for an action, in milliseconds: a day.
const MAX_TIME: u64 = 86_400_000;

/// The names of all bots: the engine, then the others, the weakest first.
pub fn names() -> Vec<String> {
    let levels = levels();
    let levels = levels.iter().map(Level::name);
    [ENGINE]
        .into_iter()
        .chain(levels)
        .map(str::to_owned)
        .collect()
}

/// A bot by its name, with its search options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// As it was written: `engine:nodes=5000`.
    text: String,
    name: String,
    search: SearchOptions,
}

/// The search options of a bot; `None` is the bot's own default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SearchOptions {
    /// Nodes per action.
    nodes: Option<u64>,
    /// Depth in pushes.
    depth: Option<u32>,
    /// Milliseconds per action.
    time: Option<u64>,
    /// Size of the transposition table in MiB.
    hash: Option<u32>,
    evaluation: Option<EvaluationName>,
    /// Threads of a search.
    threads: Option<usize>,
    /// Whether the table is kept between the actions of a game.
    keep: Option<bool>,
}

/// The evaluation of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EvaluationName {
    /// The n-tuple network.
    Learned,
    /// The handcrafted linear evaluation, fitted to searches.
    Handcrafted,
}

/// A player by its description.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// A bot: `level-3`, `engine:nodes=5000`.
    Bot(BotSpec),
    /// An outside program: `cmd:./mybot --fast`.
    Program {
        /// As it was written.
        text: String,
        /// The words of its command line, the program first.
        words: Vec<String>,
    },
}

impl PlayerSpec {
    /// As it was written.
    pub fn text(&self) -> &str {
        match self {
            Self::Bot(BotSpec { text, .. }) | Self::Program { text, .. } => text,
        }
    }

    /// The entrant of this description, a program within these limits.
    ///
    /// # Errors
    /// An unknown bot, or an option that it does not have.
    pub fn entrant(&self, limits: &ProgramLimits) -> Result<Entrant<Kuba>, String> {
        match self {
            Self::Bot(spec) => spec.entrant(),
            Self::Program { text, words } => Ok(Entrant {
                name: text.clone(),
                player: Arc::new(Program::new(words.clone(), *limits)),
                nodes: u64::MAX,
            }),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text.strip_prefix(PROGRAM) {
            Some(line) => Ok(Self::Program {
                text: text.to_owned(),
                words: command_line::words(line)?,
            }),
            None => text.parse().map(Self::Bot),
        }
    }
}

/// The entrant of this description, a program within these limits.
///
/// # Errors
/// What cannot be read, an unknown bot, or an option that it does not have.
pub fn entrant(text: &str, limits: &ProgramLimits) -> Result<Entrant<Kuba>, String> {
    text.parse::<PlayerSpec>()?.entrant(limits)
}

impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.starts_with(PROGRAM) {
            return Err(format!(
                "{text:?} is an outside program, which takes part in matches alone; expected {}",
                names().join(", ")
            ));
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut search = SearchOptions::default();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            match key {
                "nodes" => once(&mut search.nodes, option, number(value, u64::MAX))?,
                "depth" => once(&mut search.depth, option, number(value, Limits::DEEPEST))?,
                "time" => once(&mut search.time, option, number(value, MAX_TIME))?,
                "hash" => once(&mut search.hash, option, number(value, MAX_HASH))?,
                "evaluation" => once(&mut search.evaluation, option, evaluation(value))?,
                "threads" => once(
                    &mut search.threads,
                    option,
                    number(value, Limits::MOST_THREADS),
                )?,
                "keep" => once(&mut search.keep, option, truth(value))?,
                _ => {
                    return Err(format!(
                        "unknown bot option {option:?}; expected nodes=N or, for the engine, \
                         depth=N, time=MILLISECONDS, hash=MEBIBYTES, threads=N, \
                         keep=true|false or evaluation=learned|handcrafted"
                    ));
                }
            }
        }
        Ok(Self {
            text: text.to_owned(),
            name: name.to_owned(),
            search,
        })
    }
}

fn evaluation(value: &str) -> Result<EvaluationName, String> {
    match value {
        "learned" => Ok(EvaluationName::Learned),
        // An older spelling.
        "handcrafted" | "by-hand" => Ok(EvaluationName::Handcrafted),
        _ => Err("learned or handcrafted".to_owned()),
    }
}

fn truth(value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| "true or false".to_owned())
}

/// A whole number from 1 to `most`, or what was expected.
fn number<N>(value: &str, most: N) -> Result<N, String>
where
    N: Copy + FromStr + PartialOrd + From<u8> + Display,
{
    let number = value.parse().ok();
    let number = number.filter(|number| (N::from(1)..=most).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {most}"))
}

/// Sets an option that has no value yet.
fn once<T>(place: &mut Option<T>, option: &str, value: Result<T, String>) -> Result<(), String> {
    let value =
        value.map_err(|expected| format!("invalid bot option {option:?}; expected {expected}"))?;
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("bot option {option:?} is given twice")),
    }
}

impl BotSpec {
    /// The bot of this name, without options.
    pub fn named(name: &str) -> Self {
        Self {
            text: name.to_owned(),
            name: name.to_owned(),
            search: SearchOptions::default(),
        }
    }

    /// As it was written: `engine:nodes=5000`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name alone.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it plays a game again as before: not by the clock, and not with several threads, whose
    /// search depends on their timing.
    pub const fn is_repeatable(&self) -> bool {
        self.search.time.is_none() && matches!(self.search.threads, None | Some(1))
    }

    /// Whether its choices are drawn by the seed, so that it plays different games from one position: the
    /// engine and the highest level, which is the engine at full strength, do not.
    pub fn draws(&self) -> bool {
        !matches!(self.name.as_str(), ENGINE | "level-8")
    }

    /// The bot of this description, and its nodes for an action.
    ///
    /// # Errors
    /// An unknown bot, an option that it does not have, or `keep`, which needs to know the game: see
    /// [`entrant`](Self::entrant).
    pub fn bot(&self) -> Result<(Arc<dyn Bot<Kuba>>, u64), String> {
        let Self { text, name, search } = self;
        if name == ENGINE {
            if search.keep == Some(true) {
                return Err(format!(
                    "{text}: keep=true is for matches and self-play, whose games a bot follows; here it is \
                     asked about one position at a time"
                ));
            }
            let (searches, nodes) = self.searches()?;
            let bot: Arc<dyn Bot<Kuba>> = match searches.time {
                None => Arc::new(
                    EngineBot::new(ENGINE, searches.mebibytes)
                        .with_evaluations(searches.evaluations)
                        .with_limits(searches.limits),
                ),
                Some(_) => Arc::new(Clocked::new(searches)),
            };
            return Ok((bot, nodes));
        }
        let level = levels().into_iter().find(|level| level.name() == name);
        let Some(level) = level else {
            return Err(format!(
                "unknown bot {name:?}; expected {}",
                names().join(", ")
            ));
        };
        if *search == SearchOptions::default() {
            return Ok((level.bot, level.nodes));
        }
        // A bot that does not count nodes looks at a fixed number of them.
        if level.nodes == 1 {
            return Err(format!("{text}: {name} has no options"));
        }
        let SearchOptions {
            nodes,
            depth: None,
            time: None,
            hash: None,
            evaluation: None,
            threads: None,
            keep: None,
        } = search
        else {
            return Err(format!(
                "{text}: the only option of {name} is nodes; depth, time, hash, threads, keep and \
                 evaluation are options of the engine"
            ));
        };
        let nodes = nodes.unwrap_or(level.nodes);
        Ok((level.bot, nodes))
    }

    /// The entrant of this description.
    ///
    /// # Errors
    /// An unknown bot, or an option that it does not have.
    pub fn entrant(&self) -> Result<Entrant<Kuba>, String> {
        if self.name == ENGINE && self.search.keep == Some(true) {
            let (searches, nodes) = self.searches()?;
            return Ok(Entrant {
                name: self.text.clone(),
                player: Arc::new(Keeping::new(searches)),
                nodes,
            });
        }
        let (bot, nodes) = self.bot()?;
        Ok(Entrant::of_bot(&self.text, bot, nodes))
    }

    /// The searches of the engine by these options, and its nodes for an action.
    ///
    /// # Errors
    /// If there is no memory for the table.
    fn searches(&self) -> Result<(Searches, u64), String> {
        let Self { text, search, .. } = self;
        let is_limited = search.depth.is_some() || search.time.is_some();
        let nodes = search
            .nodes
            .unwrap_or(if is_limited { u64::MAX } else { NODES });
        let mebibytes = usize::try_from(search.hash.unwrap_or(HASH)).unwrap_or(usize::MAX);
        // Bots make their tables when they play, which is too late to refuse one.
        drop(Engine::try_new(mebibytes).map_err(|error| format!("{text}: {error}"))?);
        let searches = Searches {
            time: search.time.map(Duration::from_millis),
            mebibytes,
            evaluations: match search.evaluation {
                None | Some(EvaluationName::Learned) => Rules::ALL.map(Evaluation::learned),
                Some(EvaluationName::Handcrafted) => Rules::ALL.map(Evaluation::handcrafted),
            },
            limits: Limits {
                depth: search.depth.unwrap_or(Limits::DEEPEST),
                threads: search.threads.unwrap_or(1),
                keep: search.keep == Some(true),
                ..Limits::nodes(nodes)
            },
        };
        Ok((searches, nodes))
    }
}
