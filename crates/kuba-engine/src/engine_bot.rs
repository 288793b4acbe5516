//! The engine as a bot.

use std::sync::{Arc, Mutex, PoisonError};

use kuba_rules::Action;
use parlor_game::{Bot, Budget, Choice, Kuba, LiveGame};

use crate::engine::Engine;
use crate::evaluation::Evaluation;
use crate::limits::{Limits, Root};

/// Plays the engine's best action.
#[derive(Debug)]
pub struct EngineBot {
    name: String,
    mebibytes: usize,
    limits: Limits,
    /// A pool of idle engines: allocating one takes longer than a short search.
    idle: Mutex<Vec<Engine>>,
    evaluations: Arc<[Evaluation; 2]>,
}

impl EngineBot {
    /// A bot of this name, with a transposition table of `mebibytes` MiB for
    /// each concurrent search.
    pub fn new(name: &str, mebibytes: usize) -> Self {
        Self {
            name: name.to_owned(),
            mebibytes,
            limits: Limits::nodes(u64::MAX),
            idle: Mutex::default(),
            evaluations: Evaluation::standard(),
        }
    }

    /// The same with other evaluations: classroom rules first, then tournament.
    #[must_use]
    pub fn with_evaluations(self, evaluations: [Evaluation; 2]) -> Self {
        Self {
            evaluations: Arc::new(evaluations),
            ..self
        }
    }

    /// The same within these limits, in addition to the budget of each call; but it
    /// keeps nothing between its calls, which may be for different games.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl Bot<Kuba> for EngineBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let choice = self.choose_scored(game, budget, seed)?;
        Some(choice.action)
    }

    /// The score is [`Score::to_i16`](crate::Score::to_i16) of the best line; none where only one
    /// action is legal, which is not searched.
    fn choose_scored(
        &self,
        game: &LiveGame<Kuba>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Option<Choice<Action>> {
        let mut actions = game.legal_actions();
        let first = actions.next()?;
        if actions.next().is_none() {
            return Some(Choice::from(first));
        }
        let limits = Limits {
            nodes: budget.node_limit().min(self.limits.nodes),
            seed,
            // An idle engine may come from another game.
            keep: false,
            ..self.limits
        };
        // A thread that panicked returned no engine to the pool.
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = idle().pop();
        let mut engine =
            engine.unwrap_or_else(|| Engine::by(Arc::clone(&self.evaluations), self.mebibytes));
        let stop = || budget.is_stopped();
        let report = engine.search(&Root::from(game), &limits, &stop, &mut |_| {});
        idle().push(engine);
        Some(Choice {
            action: report.best().unwrap_or(first),
            score: report.lines.first().map(|line| line.score.to_i16()),
        })
    }
}
