//! Building tables, layer by layer.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicU8;
use std::io;

use crate::build_error::BuildError;
use crate::index::Index;
use crate::layer_files::LayerFiles;
use crate::size::QUICK_MARBLES;
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

/// What a build takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildNeeds {
    /// Bytes of memory, at most.
    pub memory: usize,
    /// Bytes of disk while it runs, for the finished layers and the tables.
    pub disk: usize,
    /// Bytes of disk for the tables.
    pub tables: usize,
}

impl BuildNeeds {
    /// Those of tables with up to this many marbles.
    pub fn of(marbles: u8) -> Self {
        let index = Index::new(marbles);
        let states = index.states();
        Self {
            memory: states + index.memory(),
            disk: 2 * states,
            tables: states,
        }
    }
}

/// The work of deciding a state, pushes taken back, where to look at one for the end of its game is 1.
const DECIDED: usize = 6;
/// The work of a state in all.
const STATE: usize = 1 + DECIDED;

/// The bytes of all states. Layers that are in files already are read, and others saved there.
pub(crate) fn build(
    index: &Index,
    files: Option<&LayerFiles<'_>>,
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
    reserve::<u8>(BuildNeeds::of(index.marbles()).memory)?;
    let mut values = reserve(index.states())?;
    values.resize_with(index.states(), || AtomicU8::new(ENDLESS));
    for layer in &layers {
        if !files.is_some_and(|files| files.load(layer, &values)) {
            solve(index, layer, &values, MAX_PUSHES, |of_layer| {
                let LayerProgress {
                    looked_at,
                    decided,
                    pushes,
                } = of_layer;
                progress(BuildProgress {
                    pushes,
                    done: reached.done + looked_at + decided * DECIDED,
                    ..reached
                })
            })?;
            if let Some(files) = files {
                stored(files.save(layer, &values), index.marbles())?;
            }
        }
        reached.finished += 1;
        // Endless states and numbers of no state are never decided.
        reached.done += layer.states() * STATE;
        if progress(reached).is_break() {
            return Err(BuildError::Stopped);
        }
    }
    Ok(values.into_iter().map(AtomicU8::into_inner).collect())
}

/// What follows if a finished layer could not be saved: an interrupted build solves it again, which takes
/// minutes, or else hours, and then the build ends.
fn stored(saved: io::Result<()>, marbles: u8) -> Result<(), BuildError> {
    match saved {
        Err(error) if marbles > QUICK_MARBLES => Err(BuildError::NotStored { kind: error.kind() }),
        _ => Ok(()),
    }
}

/// Room for so many values of a byte. Asked for in one piece, a system that does not have it is more likely
/// to say so than for many small ones.
fn reserve<T>(bytes: usize) -> Result<Vec<T>, BuildError> {
    let mut room = Vec::new();
    let reserved = room.try_reserve_exact(bytes);
    reserved.map_err(|_| BuildError::Memory { bytes })?;
    Ok(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::{MAX_MARBLES, MIN_MARBLES};

    #[test]
    fn memory_that_is_not_there_is_an_error_with_its_size() {
        for bytes in [usize::MAX, isize::MAX.unsigned_abs()] {
            assert_eq!(reserve::<u8>(bytes), Err(BuildError::Memory { bytes }));
        }
        let message = BuildError::Memory {
            bytes: 3_800_000_000,
        };
        assert!(message.to_string().contains("3.8 GB"), "{message}");
    }

    #[test]
    fn a_layer_that_cannot_be_stored_ends_only_builds_that_take_hours() {
        let kind = io::ErrorKind::StorageFull;
        for marbles in MIN_MARBLES..=MAX_MARBLES {
            let ended = stored(Err(kind.into()), marbles);
            match marbles {
                6 => assert_eq!(ended, Err(BuildError::NotStored { kind })),
                _ => assert_eq!(ended, Ok(())),
            }
            assert_eq!(stored(Ok(()), marbles), Ok(()));
        }
        let message = BuildError::NotStored { kind }.to_string();
        assert!(message.contains("no storage space"), "{message}");
    }

    #[test]
    fn tables_of_six_marbles_need_less_than_6_gib_of_memory() {
        let needs = BuildNeeds::of(6);
        assert!(needs.memory < 6 << 30, "{needs:?}");
        assert!(needs.memory > needs.tables, "{needs:?}");
    }
}
