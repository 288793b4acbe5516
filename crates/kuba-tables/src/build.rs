//! Building tables, layer by layer.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicU8;

use crate::build_error::BuildError;
use crate::index::Index;
use crate::solve::{LayerProgress, solve};
use crate::value::{ENDLESS, MAX_PUSHES};

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The layers that are finished: a layer is a material and the same as the other side sees it.
    pub finished: usize,
    /// All layers.
    pub layers: usize,
    /// The pushes after which the last states of the layer are decided that is being solved; `None` between
    /// layers and before the first round of one.
    pub pushes: Option<u8>,
    done: usize,
    work: usize,
}

impl BuildProgress {
    /// The share of the work that is done, from 0 to 1. It never decreases, and is 1 when all layers are
    /// finished.
    pub fn share(&self) -> f64 {
        self.done as f64 / self.work as f64
    }
}

/// The work of deciding a state, pushes taken back, where to look at one for the end of its game is 1.
const DECIDED: usize = 6;
/// The work of a state in all.
const STATE: usize = 1 + DECIDED;

/// The bytes of all states.
pub(crate) fn build(
    index: &Index,
    mut progress: impl FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<Vec<u8>, BuildError> {
    let layers = index.layers();
    let mut reached = BuildProgress {
        finished: 0,
        layers: layers.len(),
        pushes: None,
        done: 0,
        work: index.states() * STATE,
    };
    if progress(reached).is_break() {
        return Err(BuildError::Stopped);
    }
    let mut values = Vec::new();
    values.resize_with(index.states(), || AtomicU8::new(ENDLESS));
    for layer in &layers {
        let before = reached;
        solve(index, layer, &values, MAX_PUSHES, |of_layer| {
            let LayerProgress {
                looked_at,
                decided,
                pushes,
            } = of_layer;
            progress(BuildProgress {
                pushes,
                done: before.done + looked_at + decided * DECIDED,
                ..before
            })
        })?;
        reached.finished += 1;
        // Endless states and numbers of no state are never decided.
        reached.done += layer.states() * STATE;
        if progress(reached).is_break() {
            return Err(BuildError::Stopped);
        }
    }
    Ok(values.into_iter().map(AtomicU8::into_inner).collect())
}
