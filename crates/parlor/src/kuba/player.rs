//! The bots of Kuba by their names and options.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kuba_engine::{Engine, EngineBot, Evaluation, Limits, Root, TableError};
use kuba_rules::{Action, Rules};
use parlor_game::{Bot, Budget, Kuba, Level, LiveGame};
use parlor_sim::Entrant;

use crate::cli::{BotSpec, EvaluationName, SearchOptions};
use crate::clock::Deadline;

/// The name of the engine at full strength.
const ENGINE: &str = "engine";
/// The default nodes of the engine: the number at which its changes are tested.
const NODES: u64 = 5_000;
/// The default size of the engine's transposition table, in MiB.
const HASH: u32 = 16;

/// The entrant of this description.
///
/// # Errors
/// An unknown bot, or an option that it does not have.
pub(super) fn entrant(player: &BotSpec) -> Result<Entrant<Kuba>, String> {
    let BotSpec { text, name, search } = player;
    if name == ENGINE {
        return engine(text, search).map_err(|error| format!("{text}: {error}"));
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

fn engine(text: &str, search: &SearchOptions) -> Result<Entrant<Kuba>, TableError> {
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
    let bot: Arc<dyn Bot<Kuba>> = match search.time {
        None => Arc::new(
            EngineBot::new(ENGINE, mebibytes)
                .with_evaluations(evaluations)
                .with_limits(limits),
        ),
        Some(time) => Arc::new(Clocked {
            time: Duration::from_millis(time),
            mebibytes,
            evaluations,
            limits,
            idle: Mutex::default(),
        }),
    };
    Ok(Entrant {
        name: text.to_owned(),
        bot,
        nodes,
    })
}

/// The engine, going by the clock.
#[derive(Debug)]
struct Clocked {
    time: Duration,
    mebibytes: usize,
    evaluations: [Evaluation; 2],
    limits: Limits,
    /// Engines that no game is using.
    idle: Mutex<Vec<Engine>>,
}

impl Bot<Kuba> for Clocked {
    fn name(&self) -> &str {
        ENGINE
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let deadline = Deadline::after(Some(self.time));
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = idle().pop();
        let mut engine = engine
            .unwrap_or_else(|| Engine::with_evaluations(self.mebibytes, self.evaluations.clone()));
        let limits = Limits {
            seed,
            ..self.limits
        };
        let stop = || deadline.is_past() || budget.is_stopped();
        let report = engine.search(&Root::from(game), &limits, &stop, &mut |_| {});
        idle().push(engine);
        report.best()
    }
}
