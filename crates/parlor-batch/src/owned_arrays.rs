//! Arrays for callers without their own.

use crate::arrays::Arrays;
use crate::batch::Batch;
use crate::lockstep::Lockstep;

/// Arrays of the right lengths, for callers without their own.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedArrays {
    /// As [`Arrays::observation`].
    pub observation: Vec<u8>,
    /// As [`Arrays::action_mask`].
    pub action_mask: Vec<bool>,
    /// As [`Arrays::to_act`].
    pub to_act: Vec<i8>,
    /// As [`Arrays::rewards`].
    pub rewards: Vec<f32>,
    /// As [`Arrays::terminated`].
    pub terminated: Vec<bool>,
    /// As [`Arrays::truncated`].
    pub truncated: Vec<bool>,
    /// As [`Arrays::ply`].
    pub ply: Vec<u16>,
}

impl OwnedArrays {
    /// Arrays for this batch, all zero: [`Batch::write`] fills them.
    pub fn new<G: Lockstep>(batch: &Batch<G>) -> Self {
        let len = batch.len();
        Self {
            observation: vec![0; len * G::OBSERVATION],
            action_mask: vec![false; len * G::ACTIONS],
            to_act: vec![0; len],
            rewards: vec![0.0; len * batch.players()],
            terminated: vec![false; len],
            truncated: vec![false; len],
            ply: vec![0; len],
        }
    }

    /// The arrays as slices to write into.
    pub fn as_arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observation: &mut self.observation,
            action_mask: &mut self.action_mask,
            to_act: &mut self.to_act,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            ply: &mut self.ply,
        }
    }
}
