//! The analysis of a whole game.

use kuba_rules::{Action, Position, Side};
use parlor_game::{ActError, Kuba, Label, LiveGame};

use super::{Judgment, judge, score_of};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;

/// The nodes to search for each action of a game, unless somebody wishes for others.
pub const NODES_OF_ACTION: u64 = 100_000;

/// What the actions of a game lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAnalysis {
    /// The nodes that were searched for each action.
    pub nodes: u64,
    /// The actions that were judged: all, or those before it was stopped.
    pub actions: Vec<JudgedAction>,
    /// What White had at the end; unknown if it was stopped.
    pub end: Option<Score>,
}

/// An action of a game, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAction {
    /// The number of its ply, from 1.
    pub number: usize,
    /// The position before it.
    pub before: Position,
    /// The action.
    pub action: Action,
    /// What it lost.
    pub judgment: Judgment,
}

/// The totals of a player's actions in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerTally {
    /// The player.
    pub side: Side,
    /// The number of actions.
    pub actions: u32,
    /// What they lost together, in hundredths of a red.
    pub loss: u32,
    /// The number of actions by label, in the order of [`Label::ALL`].
    pub labels: [usize; Label::ALL.len()],
}

impl GameAnalysis {
    /// Judges one action after the other with so many nodes each, until all are or
    /// `stop` says so, which is called often. `judged` is called after each.
    ///
    /// ```
    /// use kuba_engine::Engine;
    /// use kuba_engine::analysis::GameAnalysis;
    /// use kuba_rules::{Position, Rules};
    ///
    /// let start = Position::start(Rules::Classroom);
    /// let actions = ["65F".parse()?, "05B".parse()?];
    /// let mut engine = Engine::new(1);
    /// let analysis = GameAnalysis::of(&mut engine, &start, actions, 500, &|| false, &mut || {})?;
    /// assert_eq!(analysis.leads().len(), 3);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The rule that forbids an action.
    pub fn of(
        engine: &mut Engine,
        start: &Position,
        actions: impl IntoIterator<Item = Action>,
        nodes: u64,
        stop: &dyn Fn() -> bool,
        judged: &mut dyn FnMut(),
    ) -> Result<Self, ActError<Kuba>> {
        let limits = Limits::nodes(nodes);
        let mut game = LiveGame::<Kuba>::new(*start, None);
        let mut analysis = Self {
            nodes,
            actions: Vec::new(),
            end: None,
        };
        for (action, number) in actions.into_iter().zip(1..) {
            let Some(judgment) = judge(engine, &game, action, &limits, stop)? else {
                return Ok(analysis);
            };
            analysis.actions.push(JudgedAction {
                number,
                before: *game.position(),
                action,
                judgment,
            });
            game.play(action)?;
            judged();
        }
        let end = score_of(engine, &game, Side::White, &limits, stop);
        analysis.end = (!stop()).then_some(end);
        Ok(analysis)
    }

    /// White's lead in reds at the start and after each action; infinite for a forced
    /// win, negative for Black.
    pub fn leads(&self) -> Vec<f64> {
        let start = self.actions.first();
        let start = start.map(|first| first.judgment.best.score.lead(first.judgment.side));
        let mut leads: Vec<f64> = start.into_iter().collect();
        leads.extend(self.actions.iter().map(JudgedAction::lead));
        if let (Some(last), Some(end)) = (leads.last_mut(), self.end) {
            *last = end.lead(Side::White);
        }
        leads
    }

    /// The actions that lost much, in the order of the game.
    pub fn losses(&self) -> impl Iterator<Item = &JudgedAction> {
        let actions = self.actions.iter();
        actions.filter(|judged| judged.label() >= Label::Mistake)
    }

    /// The totals of a player.
    pub fn tally(&self, side: Side) -> PlayerTally {
        let mut tally = PlayerTally {
            side,
            actions: 0,
            loss: 0,
            labels: [0; Label::ALL.len()],
        };
        let own = self.actions.iter();
        for judged in own.filter(|judged| judged.judgment.side == side) {
            tally.actions += 1;
            tally.loss += judged.judgment.loss;
            tally.labels[judged.label().index()] += 1;
        }
        tally
    }
}

impl JudgedAction {
    /// White's lead in reds after it.
    pub fn lead(&self) -> f64 {
        self.judgment.played.lead(self.judgment.side)
    }

    /// Its label by its loss.
    pub fn label(&self) -> Label {
        self.judgment.label()
    }
}

impl PlayerTally {
    /// What an action lost on average, in hundredths of a red.
    pub fn loss_an_action(&self) -> u32 {
        let actions = self.actions.max(1);
        (self.loss + actions / 2) / actions
    }
}
