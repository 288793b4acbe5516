//! A batch as bytes, with the history of its games.

use crate::batch::Batch;
use crate::error::LoadError;
use crate::lockstep::{Counters, Lockstep};
use crate::slot::{Finals, Slot};

/// The version of the layout. A change of any byte is a new version.
const VERSION: u8 = 1;

/// The bytes that are left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], LoadError> {
        let (taken, left) = self.0.split_at_checked(count).ok_or(LoadError::Snapshot {
            reason: "it ends early",
        })?;
        self.0 = left;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn u32(&mut self) -> Result<u32, LoadError> {
        self.array().map(u32::from_le_bytes)
    }

    fn len(&mut self) -> Result<usize, LoadError> {
        self.u32().map(|number| number as usize)
    }
}

fn put_len(bytes: &mut Vec<u8>, len: usize) {
    let len = u32::try_from(len).expect("no batch has so many games, and no game so many plies");
    bytes.extend_from_slice(&len.to_le_bytes());
}

/// What a slot is restored to.
struct Restored<P> {
    seed: u64,
    episode: u32,
    counters: Counters,
    history: Vec<P>,
    position: P,
}

impl<G: Lockstep> Batch<G> {
    /// The batch as bytes: its games with their seeds, episodes, counters and history, and the games
    /// that ended in the last step. What it was made with and the arrays are not part of it.
    ///
    /// Unlike [`save`](Self::save) it has everything that the games go on by. The layout is private to a
    /// version of the crate.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        put_len(&mut bytes, self.finals.indices.len());
        for &index in &self.finals.indices {
            put_len(&mut bytes, index);
        }
        bytes.extend_from_slice(&self.finals.observations);
        put_len(&mut bytes, self.slots.len());
        let put = |bytes: &mut Vec<u8>, position: &G::Position| {
            let start = bytes.len();
            bytes.resize(start + G::STATE, 0);
            G::pack(position, &mut bytes[start..]);
        };
        for slot in &self.slots {
            bytes.extend_from_slice(&slot.seed.to_le_bytes());
            bytes.extend_from_slice(&slot.episode.to_le_bytes());
            bytes.extend_from_slice(&slot.counters.ply.to_le_bytes());
            bytes.extend_from_slice(&slot.counters.played.to_le_bytes());
            put(&mut bytes, slot.game.position());
            let history = slot.game.history();
            put_len(&mut bytes, history.len());
            for position in &history {
                put(&mut bytes, position);
            }
        }
        bytes
    }

    /// Goes on as the batch that was [made into these bytes](Self::snapshot), which has the same setup,
    /// options and number of games. No array is written.
    ///
    /// # Errors
    /// [`LoadError`] for other bytes, or for the first game that is none of this batch.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), LoadError> {
        let refuse = |reason| LoadError::Snapshot { reason };
        let mut bytes = Bytes(snapshot);
        if bytes.array()? != [VERSION] {
            return Err(refuse("it is of another version"));
        }
        let finals = self.read_finals(&mut bytes)?;
        if bytes.len()? != self.len() {
            return Err(refuse("it has another number of games"));
        }
        let slots = (0..self.len())
            .map(|index| self.read_slot(&mut bytes, index))
            .collect::<Result<Vec<_>, _>>()?;
        if !bytes.0.is_empty() {
            return Err(refuse("it goes on after its end"));
        }
        self.finals = finals;
        let limit = self.shared.limit;
        for (slot, restored) in self.slots.iter_mut().zip(slots) {
            let Slot {
                game,
                seed,
                episode,
                counters,
                ending,
            } = slot;
            game.resume(&restored.history, restored.position);
            *seed = restored.seed;
            *episode = restored.episode;
            *counters = restored.counters;
            *ending = game.ending(*counters, limit);
        }
        Ok(())
    }

    fn read_finals(&self, bytes: &mut Bytes<'_>) -> Result<Finals, LoadError> {
        let count = bytes.len()?;
        let mut indices = Vec::new();
        for _ in 0..count {
            let index = bytes.len()?;
            let follows = indices.last().is_none_or(|&last| last < index);
            if !follows || index >= self.len() {
                return Err(LoadError::Snapshot {
                    reason: "the games that have ended are not numbered in order",
                });
            }
            indices.push(index);
        }
        let observations = bytes.take(indices.len() * G::OBSERVATION)?.to_vec();
        Ok(Finals {
            indices,
            observations,
        })
    }

    fn read_slot(
        &self,
        bytes: &mut Bytes<'_>,
        index: usize,
    ) -> Result<Restored<G::Position>, LoadError> {
        let refuse = |reason: String| LoadError::State { index, reason };
        let seed = bytes.array().map(u64::from_le_bytes)?;
        let episode = bytes.u32()?;
        let counters = Counters {
            ply: bytes.array().map(u16::from_le_bytes)?,
            played: bytes.u32()?,
        };
        // A ply may end a turn besides.
        if counters.played > 2 * u32::from(counters.ply) || counters.ply > self.shared.limit {
            return Err(refuse(format!(
                "it has {} plies and {} actions, with a limit of {}",
                counters.ply, counters.played, self.shared.limit
            )));
        }
        let read = |bytes: &mut Bytes<'_>| {
            let position = G::unpack(bytes.take(G::STATE)?).map_err(refuse)?;
            G::fits(&self.shared.setup, &position).map_err(refuse)?;
            Ok::<_, LoadError>(position)
        };
        let position = read(bytes)?;
        let count = bytes.len()?;
        if count > usize::from(counters.ply) {
            return Err(refuse(format!(
                "it has {count} earlier positions after {} plies",
                counters.ply
            )));
        }
        let history = (0..count).map(|_| read(bytes)).collect::<Result<_, _>>()?;
        Ok(Restored {
            seed,
            episode,
            counters,
            history,
            position,
        })
    }
}
