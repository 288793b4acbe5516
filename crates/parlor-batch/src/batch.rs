//! Games in lockstep.

use std::thread;

use crate::arrays::{Arrays, Row, Widths, check_length};
use crate::draws::Purpose;
use crate::error::{ActionError, ConfigError, LengthError, LoadError, Refusal, StepError};
use crate::lockstep::{Ending, Lockstep};
use crate::slot::{Finals, NO_ACTION, Shared, Slot};

/// The most games in a batch: more would be gigabytes of arrays.
const MOST_GAMES: usize = 1 << 24;

/// The most threads that a batch may use.
const MOST_THREADS: usize = 1024;

/// How a batch is run; the same for both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed of all chance.
    pub seed: u64,
    /// The number of the first game's environment. Two batches of one seed that together have the
    /// environments of a third play the same games as it.
    pub first_environment: u32,
    /// The limit of pushes (K-13) or of rolls (L-31), 1 to 65,535; `None` for the game's own.
    pub limit: Option<u32>,
    /// Whether a game that ends begins anew in the same step.
    pub autoreset: bool,
    /// The number of threads that a step may use. They start with each step, so they pay
    /// from some thousands of games on.
    pub threads: usize,
}

impl Default for Options {
    /// Seed 0, the game's own limit, automatic reset, one thread.
    fn default() -> Self {
        Self {
            seed: 0,
            first_environment: 0,
            limit: None,
            autoreset: true,
            threads: 1,
        }
    }
}

/// Games of one kind in lockstep.
///
/// Each game is the environment of its place in the batch. Every method that writes arrays checks
/// first, and on an error has changed nothing.
#[derive(Debug)]
pub struct Batch<G: Lockstep> {
    pub(crate) shared: Shared<G>,
    pub(crate) slots: Vec<Slot<G>>,
    threads: usize,
    pub(crate) finals: Finals,
}

impl<G: Lockstep> Batch<G> {
    /// `len` games at their start.
    ///
    /// # Errors
    /// [`ConfigError`] for a number that makes no sense.
    pub fn new(len: usize, setup: G::Setup, options: Options) -> Result<Self, ConfigError> {
        let first = options.first_environment;
        let last = len
            .checked_sub(1)
            .filter(|&last| last < MOST_GAMES)
            .and_then(|last| u32::try_from(last).ok())
            .and_then(|last| first.checked_add(last));
        let mut slots = Vec::new();
        if last.is_none() || slots.try_reserve_exact(len).is_err() {
            return Err(ConfigError::Len { len, first });
        }
        let limit = options.limit.unwrap_or(G::DEFAULT_LIMIT);
        let rule = G::LIMIT_RULE;
        let limit = match u16::try_from(limit) {
            Ok(limit) if limit > 0 => limit,
            _ => return Err(ConfigError::Limit { limit, rule }),
        };
        let threads = options.threads;
        if threads == 0 || threads > MOST_THREADS {
            return Err(ConfigError::Threads { threads });
        }
        let shared = Shared {
            setup,
            limit,
            autoreset: options.autoreset,
            first_environment: first,
        };
        let start = G::start(&shared.setup);
        let environments = (first..=u32::MAX).take(len);
        slots.extend(
            environments.map(|environment| Slot::new(&shared, environment, options.seed, start)),
        );
        Ok(Self {
            slots,
            shared,
            threads,
            finals: Finals::default(),
        })
    }

    /// The number of games; at least one.
    #[expect(clippy::len_without_is_empty, reason = "a batch is never empty")]
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// The number of players in each game.
    pub fn players(&self) -> usize {
        G::players(&self.shared.setup)
    }

    /// What all games have in common.
    pub const fn setup(&self) -> &G::Setup {
        &self.shared.setup
    }

    /// The limit of pushes (K-13) or of rolls (L-31).
    pub const fn limit(&self) -> u16 {
        self.shared.limit
    }

    /// The position of a game; `None` if there is no such game.
    pub fn position(&self, index: usize) -> Option<&G::Position> {
        self.slots.get(index).map(|slot| slot.game.position())
    }

    /// The positions of all games.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &G::Position> {
        self.slots.iter().map(|slot| slot.game.position())
    }

    /// How a game has ended; `None` if it goes on, or there is no such game. With automatic reset,
    /// only a game that was loaded can be over.
    pub fn ending(&self, index: usize) -> Option<Ending> {
        self.slots.get(index).and_then(|slot| slot.ending)
    }

    /// The number of a game's episode in its environment, from 0.
    pub fn episode(&self, index: usize) -> Option<u32> {
        self.slots.get(index).map(|slot| slot.episode)
    }

    /// The games that ended in the last step and began anew, in ascending order. A row of
    /// [`final_observations`](Self::final_observations) belongs to each.
    pub fn final_indices(&self) -> &[usize] {
        &self.finals.indices
    }

    /// How the games of [`final_indices`](Self::final_indices) looked when they ended.
    pub fn final_observations(&self) -> &[u8] {
        &self.finals.observations
    }

    /// Writes all arrays as they are now; the rewards are zero.
    ///
    /// # Errors
    /// [`LengthError`] for the first array of a wrong length.
    pub fn write(&self, arrays: Arrays<'_>) -> Result<(), LengthError> {
        let widths = self.widths();
        arrays.check(widths, self.len())?;
        for (slot, mut row) in self.slots.iter().zip(arrays.rows(widths)) {
            row.rewards.fill(0.0);
            slot.write(&self.shared, &mut row);
        }
        Ok(())
    }

    /// Plays one action in each game and writes the arrays.
    ///
    /// With automatic reset, the row of a game that ends has the rewards and how it ended, and in
    /// everything else the start of the next game. Without, the game is over until it is reset.
    /// The action of a game that is over is [`NO_ACTION`]; with automatic reset, which only a loaded
    /// game can have missed, it begins anew.
    ///
    /// # Errors
    /// [`StepError`] for an array of a wrong length, or for the first action that is not legal.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), StepError> {
        self.step_games(actions, None, arrays)
    }

    /// As [`step`](Self::step), but only in the games where `mask` is true. The others stay as they
    /// are, and so do their rows, rewards and flags included; their actions are not looked at.
    ///
    /// # Errors
    /// As [`step`](Self::step), and [`StepError`] for a mask of a wrong length.
    pub fn step_where(
        &mut self,
        actions: &[i64],
        mask: &[bool],
        arrays: Arrays<'_>,
    ) -> Result<(), StepError> {
        check_length("mask", mask.len(), 1, self.len())?;
        self.step_games(actions, Some(mask), arrays)
    }

    fn step_games(
        &mut self,
        actions: &[i64],
        mask: Option<&[bool]>,
        arrays: Arrays<'_>,
    ) -> Result<(), StepError> {
        arrays.check(self.widths(), self.len())?;
        check_length("actions", actions.len(), 1, self.len())?;
        let is_left_out = |index: usize| mask.is_some_and(|mask| !mask[index]);
        for (index, (slot, &value)) in self.slots.iter().zip(actions).enumerate() {
            if is_left_out(index) {
                continue;
            }
            slot.check(value)
                .map_err(|Refusal { rule, reason }| ActionError {
                    index,
                    value,
                    rule,
                    reason,
                })?;
        }
        self.run(arrays, |shared, slot, index, environment, row, finals| {
            if !is_left_out(index) {
                slot.step(shared, index, environment, actions[index], row, finals);
            }
        });
        Ok(())
    }

    /// Begins new games and writes their rows: all, or where `mask` is true. The other rows
    /// are left as they are.
    ///
    /// With a seed, the environments begin again with episode 0 of that seed; without, each goes
    /// on with the next episode of its own.
    ///
    /// # Errors
    /// [`LengthError`] for the first array of a wrong length.
    pub fn reset(
        &mut self,
        seed: Option<u64>,
        mask: Option<&[bool]>,
        arrays: Arrays<'_>,
    ) -> Result<(), LengthError> {
        arrays.check(self.widths(), self.len())?;
        if let Some(mask) = mask {
            check_length("mask", mask.len(), 1, self.len())?;
        }
        self.run(arrays, |shared, slot, index, environment, row, _| {
            if mask.is_some_and(|mask| !mask[index]) {
                return;
            }
            if let Some(seed) = seed {
                slot.seed = seed;
                slot.episode = 0;
                slot.begin(shared, environment, G::start(&shared.setup));
            } else {
                slot.begin_next(shared, environment);
            }
            row.rewards.fill(0.0);
            slot.write(shared, row);
        });
        Ok(())
    }

    /// Draws a legal action for each game, each action as likely as the others; at chance a roll's
    /// number, after the end [`NO_ACTION`].
    ///
    /// It is a function of the seed, the environment, the episode, the action's number in it, and
    /// the stream: drawing twice gives the same.
    ///
    /// # Errors
    /// [`LengthError`] if `actions` has the wrong length.
    pub fn sample(&self, stream: u16, actions: &mut [i64]) -> Result<(), LengthError> {
        check_length("actions", actions.len(), 1, self.len())?;
        let environments = self.shared.first_environment..=u32::MAX;
        for ((slot, action), environment) in self.slots.iter().zip(actions).zip(environments) {
            *action = match slot.ending {
                Some(_) => NO_ACTION,
                None => slot
                    .game
                    .sample(slot.draws(environment), stream, slot.counters),
            };
        }
        Ok(())
    }

    /// A seed for each game, for a player that chooses its next action.
    ///
    /// As [`sample`](Self::sample) it is a function of the seed, the environment, the episode and the
    /// action's number in it. So what a player draws in one game does not depend on the others.
    pub fn choice_seeds(&self) -> impl ExactSizeIterator<Item = u64> {
        let first = self.shared.first_environment;
        self.slots.iter().enumerate().map(move |(index, slot)| {
            // A batch was refused unless the numbers of its environments have room.
            let environment = first + u32::try_from(index).unwrap_or_default();
            let draws = slot.draws(environment);
            draws.words(Purpose::Choice, slot.counters.played)[0]
        })
    }

    /// Writes the packed positions, [`Lockstep::STATE`] bytes a game.
    ///
    /// # Errors
    /// [`LengthError`] if `state` has the wrong length.
    pub fn save(&self, state: &mut [u8]) -> Result<(), LengthError> {
        check_length("state", state.len(), G::STATE, self.len())?;
        for (slot, bytes) in self.slots.iter().zip(state.chunks_exact_mut(G::STATE)) {
            G::pack(slot.game.position(), bytes);
        }
        Ok(())
    }

    /// Begins an episode in each game with the position that [`save`](Self::save) has packed, and
    /// writes the arrays. A position has no history: the counts of K-12 and the ply begin anew.
    ///
    /// # Errors
    /// [`LoadError`] for an array of a wrong length, or for the first state that is no position
    /// of this batch.
    pub fn load(&mut self, state: &[u8], arrays: Arrays<'_>) -> Result<(), LoadError> {
        check_length("state", state.len(), G::STATE, self.len())?;
        let positions = state.chunks_exact(G::STATE).map(G::unpack).enumerate();
        let positions = positions
            .map(|(index, position)| position.map_err(|reason| LoadError::State { index, reason }))
            .collect::<Result<Vec<_>, _>>()?;
        self.set_positions(&positions, arrays)
    }

    /// As [`load`](Self::load), with a position for each game.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn set_positions(
        &mut self,
        positions: &[G::Position],
        arrays: Arrays<'_>,
    ) -> Result<(), LoadError> {
        arrays.check(self.widths(), self.len())?;
        check_length("positions", positions.len(), 1, self.len())?;
        for (index, position) in positions.iter().enumerate() {
            G::fits(&self.shared.setup, position)
                .map_err(|reason| LoadError::State { index, reason })?;
        }
        self.run(arrays, |shared, slot, index, environment, row, _| {
            slot.episode = slot.episode.wrapping_add(1);
            slot.begin(shared, environment, positions[index]);
            row.rewards.fill(0.0);
            slot.write(shared, row);
        });
        Ok(())
    }

    fn widths(&self) -> Widths {
        Widths {
            observation: G::OBSERVATION,
            actions: G::ACTIONS,
            players: self.players(),
        }
    }

    /// Does the work for every game, on all threads. The games keep their order, and nothing in
    /// the work depends on another game, so the threads make no difference to the result.
    fn run<W>(&mut self, arrays: Arrays<'_>, work: W)
    where
        W: Fn(&Shared<G>, &mut Slot<G>, usize, u32, &mut Row<'_>, &mut Finals) + Sync,
    {
        let widths = self.widths();
        let len = self.slots.len();
        let shared = &self.shared;
        let run_part = |first: usize, slots: &mut [Slot<G>], arrays: Arrays<'_>, finals: &mut _| {
            let environments = shared.first_environment..=u32::MAX;
            let numbers = (0..len).zip(environments).skip(first);
            for ((slot, mut row), (index, environment)) in
                slots.iter_mut().zip(arrays.rows(widths)).zip(numbers)
            {
                work(shared, slot, index, environment, &mut row, finals);
            }
        };
        self.finals.clear();
        let games = len.div_ceil(self.threads);
        if games == len {
            run_part(0, &mut self.slots, arrays, &mut self.finals);
            return;
        }
        let slots = self.slots.chunks_mut(games);
        let parts = slots.zip(arrays.parts(widths, games)).enumerate();
        let finals: Vec<Finals> = thread::scope(|scope| {
            let threads: Vec<_> = parts
                .map(|(number, (slots, arrays))| {
                    scope.spawn(move || {
                        let mut finals = Finals::default();
                        run_part(number * games, slots, arrays, &mut finals);
                        finals
                    })
                })
                .collect();
            let join = |thread: thread::ScopedJoinHandle<'_, Finals>| {
                thread.join().expect("a checked action can be played")
            };
            threads.into_iter().map(join).collect()
        });
        for part in finals {
            self.finals.indices.extend(part.indices);
            self.finals.observations.extend(part.observations);
        }
    }
}
