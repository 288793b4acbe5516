//! The bots of Kuba by their names and options.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kuba_engine::{Engine, Evaluation, Limits, Root};
use kuba_rules::Action;
use parlor_game::{Bot, Budget, Kuba, LiveGame};
use parlor_selfplay::kuba::{self, BotSpec, ENGINE, EngineSettings};
use parlor_sim::Entrant;

use crate::clock::Deadline;

/// The entrant of this description.
///
/// # Errors
/// An unknown bot, or an option that it does not have.
pub(super) fn entrant(player: &BotSpec) -> Result<Entrant<Kuba>, String> {
    let BotSpec { text, name, search } = player;
    match search.time {
        Some(time) if name == ENGINE => {
            let settings =
                EngineSettings::of(search).map_err(|error| format!("{text}: {error}"))?;
            Ok(Entrant {
                name: text.clone(),
                nodes: settings.limits.nodes,
                bot: Arc::new(Clocked {
                    time: Duration::from_millis(time),
                    mebibytes: settings.mebibytes,
                    evaluations: settings.evaluations,
                    limits: settings.limits,
                    idle: Mutex::default(),
                }),
            })
        }
        _ => kuba::entrant(player),
    }
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
