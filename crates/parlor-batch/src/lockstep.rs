//! What a game must do to be played in lockstep.

use core::fmt::Debug;

use crate::draws::Draws;
use crate::error::Refusal;

/// How far an episode is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// What counts toward the limit: pushes (K-13), answered rolls (L-31).
    pub ply: u16,
    /// Everything that players have done, ended turns as well. It numbers the draws.
    pub played: u32,
}

/// How an episode has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The rule that ended it: `K-8`, `L-31`.
    pub rule: &'static str,
    /// Whether it was cut off by the limit rather than decided.
    pub is_truncated: bool,
}

/// A game of a batch: a position, and what the rules leave to its holder.
///
/// [`kuba::Game`](crate::kuba::Game) and [`ludo::Game`](crate::ludo::Game) implement it; it is
/// public for programs that are generic over both.
pub trait Lockstep: Debug + Send + Sync {
    /// What all games of a batch have in common.
    type Setup: Clone + Debug + Send + Sync;
    /// A position of the rules crate.
    type Position: Copy + Debug + Eq + Send + Sync;

    /// The bytes of an observation.
    const OBSERVATION: usize;
    /// The number of actions.
    const ACTIONS: usize;
    /// The bytes of a packed state.
    const STATE: usize;
    /// The limit unless another is set.
    const DEFAULT_LIMIT: u32;
    /// The rule of the limit.
    const LIMIT_RULE: &'static str;

    /// The number of players.
    fn players(setup: &Self::Setup) -> usize;

    /// The position in which an episode begins.
    fn start(setup: &Self::Setup) -> Self::Position;

    /// A game at this position, with no history.
    fn new(position: Self::Position) -> Self;

    /// Begins a new episode with this position.
    fn begin(&mut self, position: Self::Position);

    /// The earlier positions that still count in this episode, the oldest first; none in a game whose
    /// rules look at the position alone.
    fn history(&self) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Goes on at this position after that [`history`](Self::history).
    fn resume(&mut self, _history: &[Self::Position], position: Self::Position) {
        self.begin(position);
    }

    /// The position.
    fn position(&self) -> &Self::Position;

    /// Lets chance bring what is due, if the batch draws it.
    fn draw(&mut self, setup: &Self::Setup, draws: Draws, counters: Counters);

    /// Checks whether the action may be played now.
    ///
    /// # Errors
    /// The rule that refuses it.
    fn check(&self, action: i64) -> Result<(), Refusal>;

    /// Plays an action that [`check`](Self::check) allows.
    fn play(&mut self, action: i64, counters: &mut Counters);

    /// How the episode has ended; `None` while it goes on.
    fn ending(&self, counters: Counters, limit: u16) -> Option<Ending>;

    /// What the players get at the end of an episode, one number each.
    fn reward(&self, setup: &Self::Setup, rewards: &mut [f32]);

    /// The player to act; −1 at chance and after the end.
    fn to_act(&self, setup: &Self::Setup) -> i8;

    /// Writes the observation.
    fn observe(&self, counters: Counters, limit: u16, observation: &mut [u8]);

    /// Writes which actions are legal.
    fn mask(&self, mask: &mut [bool]);

    /// Draws one of the legal actions, each as likely as the others; at chance an outcome.
    fn sample(&self, draws: Draws, stream: u16, counters: Counters) -> i64;

    /// Writes the position into bytes.
    fn pack(position: &Self::Position, state: &mut [u8]);

    /// The position of these bytes.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence without its full stop.
    fn unpack(state: &[u8]) -> Result<Self::Position, String>;

    /// Checks whether a position can be one of this batch.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence without its full stop.
    fn fits(setup: &Self::Setup, position: &Self::Position) -> Result<(), String>;
}
