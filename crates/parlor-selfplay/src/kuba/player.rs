//! The bots of Kuba by their names and options.

use core::fmt::Display;
use core::str::FromStr;
use std::sync::Arc;

use kuba_engine::{Engine, EngineBot, Evaluation, Limits, TableError};
use kuba_rules::Rules;
use parlor_game::{Kuba, Level};
use parlor_sim::Entrant;

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

/// A bot by its name, with its search options: `engine:nodes=5000`, `level-3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// As it was written.
    pub text: String,
    /// The name.
    pub name: String,
    /// The options.
    pub search: SearchOptions,
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
}

/// The search options of a bot; `None` is the bot's own default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// Nodes per action.
    pub nodes: Option<u64>,
    /// Depth in pushes.
    pub depth: Option<u32>,
    /// Milliseconds per action.
    pub time: Option<u64>,
    /// Size of the transposition table in MiB.
    pub hash: Option<u32>,
    /// The evaluation.
    pub evaluation: Option<EvaluationName>,
}

/// The evaluation of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationName {
    /// The n-tuple network.
    Learned,
    /// The handcrafted linear evaluation, fitted to searches.
    Handcrafted,
}

impl FromStr for EvaluationName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "learned" => Ok(Self::Learned),
            // `by-hand` is an older name.
            "handcrafted" | "by-hand" => Ok(Self::Handcrafted),
            _ => Err("learned or handcrafted".to_owned()),
        }
    }
}

/// A name, then a colon and options with commas between them, if there are any. Whether there is such a bot
/// is found out by [`entrant`].
impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut search = SearchOptions::default();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            match key {
                "nodes" => once(&mut search.nodes, option, number(value, u64::MAX))?,
                "depth" => once(&mut search.depth, option, number(value, Limits::DEEPEST))?,
                "time" => once(&mut search.time, option, number(value, MAX_TIME))?,
                "hash" => once(&mut search.hash, option, number(value, MAX_HASH))?,
                "evaluation" => once(&mut search.evaluation, option, value.parse())?,
                _ => {
                    return Err(format!(
                        "unknown bot option {option:?}; expected nodes=N or, for the engine, \
                         depth=N, time=MILLISECONDS, hash=MEBIBYTES or \
                         evaluation=learned|handcrafted"
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

/// The entrant of this description.
///
/// # Errors
/// An unknown bot, an option that it does not have, or a time limit, by which no game could be played again.
pub fn entrant(player: &BotSpec) -> Result<Entrant<Kuba>, String> {
    let BotSpec { text, name, search } = player;
    if name == ENGINE {
        if search.time.is_some() {
            return Err(format!(
                "{text}: with a time limit no game can be played again; give nodes=N or depth=N"
            ));
        }
        let settings = EngineSettings::of(search).map_err(|error| format!("{text}: {error}"))?;
        let bot = EngineBot::new(ENGINE, settings.mebibytes)
            .with_evaluations(settings.evaluations)
            .with_limits(settings.limits);
        return Ok(Entrant {
            name: text.clone(),
            bot: Arc::new(bot),
            nodes: settings.limits.nodes,
        });
    }
    let levels = kuba_engine::levels();
    let Some(level) = levels.iter().find(|level| level.name() == name) else {
        let known: Vec<&str> = levels.iter().map(Level::name).collect();
        return Err(format!(
            "unknown bot {name:?}; expected {ENGINE}, {}",
            known.join(", ")
        ));
    };
    let SearchOptions {
        nodes,
        depth: None,
        time: None,
        hash: None,
        evaluation: None,
    } = search
    else {
        return Err(format!(
            "{text}: depth, time, hash and evaluation are options of the engine only; {name} takes nodes"
        ));
    };
    let mut entrant = Entrant::from(level.clone());
    entrant.nodes = nodes.unwrap_or(entrant.nodes);
    entrant.name.clone_from(text);
    Ok(entrant)
}

/// How an engine of these options is made.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The size of the transposition table in MiB.
    pub mebibytes: usize,
    /// The nodes and the depth; where neither they nor a time were given, nodes alone.
    pub limits: Limits,
    /// The evaluations by classroom and by tournament rules.
    pub evaluations: [Evaluation; 2],
}

impl EngineSettings {
    /// The settings of these options.
    ///
    /// # Errors
    /// [`TableError`] when there is no memory for the table.
    pub fn of(search: &SearchOptions) -> Result<Self, TableError> {
        let is_limited = search.depth.is_some() || search.time.is_some();
        let nodes = search
            .nodes
            .unwrap_or(if is_limited { u64::MAX } else { NODES });
        let limits = Limits {
            depth: search.depth.unwrap_or(Limits::DEEPEST),
            ..Limits::nodes(nodes)
        };
        let mebibytes = usize::try_from(search.hash.unwrap_or(HASH)).unwrap_or(usize::MAX);
        // Bots make their tables when they play, which is too late to refuse one.
        drop(Engine::try_new(mebibytes)?);
        let evaluations = match search.evaluation {
            None | Some(EvaluationName::Learned) => Rules::ALL.map(Evaluation::learned),
            Some(EvaluationName::Handcrafted) => Rules::ALL.map(Evaluation::handcrafted),
        };
        Ok(Self {
            mebibytes,
            limits,
            evaluations,
        })
    }
}
