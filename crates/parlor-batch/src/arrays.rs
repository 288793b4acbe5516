//! The arrays that a batch writes.

use crate::error::LengthError;
use crate::lockstep::Ending;

/// Slices of the caller's, each in C order with a row for each game.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the player to act sees: [`Lockstep::OBSERVATION`](crate::Lockstep::OBSERVATION) bytes a game.
    pub observation: &'a mut [u8],
    /// Which actions are legal: [`Lockstep::ACTIONS`](crate::Lockstep::ACTIONS) a game, all false at chance and after the end.
    pub action_mask: &'a mut [bool],
    /// The player to act; −1 at chance and after the end.
    pub to_act: &'a mut [i8],
    /// What each player got by this step: a column for each player. Zero but at the end of a game.
    pub rewards: &'a mut [f32],
    /// Whether the game was decided.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off by the limit. Rules: K-13, L-31.
    pub truncated: &'a mut [bool],
    /// The number of pushes made, or of rolls answered.
    pub ply: &'a mut [u16],
}

/// The number of elements in a row of each array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    pub(crate) observation: usize,
    pub(crate) actions: usize,
    pub(crate) players: usize,
}

/// One game's part of the arrays.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [u8],
    pub(crate) action_mask: &'a mut [bool],
    pub(crate) to_act: &'a mut i8,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut bool,
    pub(crate) truncated: &'a mut bool,
    pub(crate) ply: &'a mut u16,
}

impl Row<'_> {
    #[inline]
    pub(crate) fn write_ending(&mut self, ending: Option<Ending>) {
        *self.terminated = ending.is_some_and(|ending| !ending.is_truncated);
        *self.truncated = ending.is_some_and(|ending| ending.is_truncated);
    }
}

/// Whether a slice has the length that so many games need.
pub(crate) const fn check_length(
    array: &'static str,
    length: usize,
    width: usize,
    len: usize,
) -> Result<(), LengthError> {
    let expected = len * width;
    if length == expected {
        return Ok(());
    }
    Err(LengthError {
        array,
        length,
        expected,
        len,
    })
}

impl<'a> Arrays<'a> {
    pub(crate) fn check(&self, widths: Widths, len: usize) -> Result<(), LengthError> {
        let mut lengths = [
            ("observation", self.observation.len(), widths.observation),
            ("action_mask", self.action_mask.len(), widths.actions),
            ("to_act", self.to_act.len(), 1),
            ("rewards", self.rewards.len(), widths.players),
            ("terminated", self.terminated.len(), 1),
            ("truncated", self.truncated.len(), 1),
            ("ply", self.ply.len(), 1),
        ]
        .into_iter();
        lengths.try_for_each(|(array, length, width)| check_length(array, length, width, len))
    }

    /// The arrays of up to `games` games each, in order.
    pub(crate) fn parts(self, widths: Widths, games: usize) -> impl Iterator<Item = Self> {
        let observation = self.observation.chunks_mut(games * widths.observation);
        let action_mask = self.action_mask.chunks_mut(games * widths.actions);
        let to_act = self.to_act.chunks_mut(games);
        let rewards = self.rewards.chunks_mut(games * widths.players);
        let terminated = self.terminated.chunks_mut(games);
        let truncated = self.truncated.chunks_mut(games);
        let ply = self.ply.chunks_mut(games);
        let flags = terminated.zip(truncated);
        let most = observation.zip(action_mask).zip(to_act).zip(rewards);
        most.zip(flags).zip(ply).map(
            |(((((observation, action_mask), to_act), rewards), (terminated, truncated)), ply)| {
                Arrays {
                    observation,
                    action_mask,
                    to_act,
                    rewards,
                    terminated,
                    truncated,
                    ply,
                }
            },
        )
    }

    /// The row of each game.
    pub(crate) fn rows(self, widths: Widths) -> impl Iterator<Item = Row<'a>> {
        let observation = self.observation.chunks_exact_mut(widths.observation);
        let action_mask = self.action_mask.chunks_exact_mut(widths.actions);
        let rewards = self.rewards.chunks_exact_mut(widths.players);
        let flags = self.terminated.iter_mut().zip(self.truncated);
        let most = observation.zip(action_mask).zip(self.to_act).zip(rewards);
        most.zip(flags).zip(self.ply).map(
            |(((((observation, action_mask), to_act), rewards), (terminated, truncated)), ply)| {
                Row {
                    observation,
                    action_mask,
                    to_act,
                    rewards,
                    terminated,
                    truncated,
                    ply,
                }
            },
        )
    }
}
