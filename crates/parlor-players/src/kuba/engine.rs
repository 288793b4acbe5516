//! The engine as a player: by the clock, or with a table that it keeps for a game.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kuba_engine::{Engine, Evaluation, Limits, Root};
use kuba_rules::Action;
use parlor_game::{Bot, Budget, Choice, Kuba, LiveGame};
use parlor_sim::{GameSoFar, Player, PlayerError};

use super::ENGINE;
use crate::deadline::Deadline;

/// What all searches of a player have in common.
#[derive(Debug)]
pub(super) struct Searches {
    /// The time for an action, if it is limited.
    pub(super) time: Option<Duration>,
    pub(super) mebibytes: usize,
    pub(super) evaluations: [Evaluation; 2],
    pub(super) limits: Limits,
}

impl Searches {
    fn engine(&self) -> Engine {
        Engine::with_evaluations(self.mebibytes, self.evaluations.clone())
    }

    fn choose(
        &self,
        engine: &mut Engine,
        game: &LiveGame<Kuba>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Option<Choice<Action>> {
        let deadline = Deadline::after(self.time);
        let limits = Limits {
            nodes: budget.node_limit().min(self.limits.nodes),
            seed,
            ..self.limits
        };
        let stop = || deadline.is_past() || budget.is_stopped();
        let report = engine.search(&Root::from(game), &limits, &stop, &mut |_| {});
        Some(Choice {
            action: report.best()?,
            score: report.lines.first().map(|line| line.score.to_i16()),
        })
    }
}

/// The engine, going by the clock.
#[derive(Debug)]
pub(super) struct Clocked {
    searches: Searches,
    /// Engines that no game is using.
    idle: Mutex<Vec<Engine>>,
}

impl Clocked {
    pub(super) const fn new(searches: Searches) -> Self {
        Self {
            searches,
            idle: Mutex::new(Vec::new()),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Engine>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bot<Kuba> for Clocked {
    fn name(&self) -> &str {
        ENGINE
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let engine = self.idle().pop();
        let mut engine = engine.unwrap_or_else(|| self.searches.engine());
        let choice = self.searches.choose(&mut engine, game, budget, seed);
        self.idle().push(engine);
        choice.map(|choice| choice.action)
    }
}

/// The engine with a table for each game under way, which it keeps from one action
/// to the next.
///
/// It is no [`Bot`], because a bot is not told which game it is asked about.
#[derive(Debug)]
pub(super) struct Keeping {
    searches: Searches,
    engines: Mutex<Engines>,
}

#[derive(Debug, Default)]
struct Engines {
    /// By the number of their game.
    playing: HashMap<u64, Engine>,
    /// Empty ones.
    idle: Vec<Engine>,
}

impl Keeping {
    pub(super) fn new(searches: Searches) -> Self {
        Self {
            searches,
            engines: Mutex::default(),
        }
    }

    fn engines(&self) -> MutexGuard<'_, Engines> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Player<Kuba> for Keeping {
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, Kuba>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Result<Option<Choice<Action>>, PlayerError> {
        let engine = {
            let mut engines = self.engines();
            let playing = engines.playing.remove(&so_far.number);
            playing.or_else(|| engines.idle.pop())
        };
        let mut engine = engine.unwrap_or_else(|| self.searches.engine());
        let choice = self.searches.choose(&mut engine, so_far.game, budget, seed);
        self.engines().playing.insert(so_far.number, engine);
        Ok(choice)
    }

    fn game_over(&self, number: u64) {
        let mut engines = self.engines();
        if let Some(mut engine) = engines.playing.remove(&number) {
            engine.new_game();
            engines.idle.push(engine);
        }
    }
}
