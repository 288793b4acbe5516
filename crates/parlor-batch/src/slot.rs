//! One game of a batch, from episode to episode.

use crate::arrays::Row;
use crate::draws::Draws;
use crate::error::Refusal;
use crate::lockstep::{Counters, Ending, Lockstep};

/// The action of a game that is over and waits for a reset.
pub const NO_ACTION: i64 = -1;

/// What all games of a batch have in common.
#[derive(Debug)]
pub(crate) struct Shared<G: Lockstep> {
    pub(crate) setup: G::Setup,
    pub(crate) limit: u16,
    pub(crate) autoreset: bool,
    pub(crate) first_environment: u32,
}

/// A game and where it is in its environment.
#[derive(Debug)]
pub(crate) struct Slot<G> {
    pub(crate) game: G,
    pub(crate) seed: u64,
    pub(crate) episode: u32,
    pub(crate) counters: Counters,
    pub(crate) ending: Option<Ending>,
}

/// The games that ended in a step and began anew.
#[derive(Debug, Default)]
pub(crate) struct Finals {
    pub(crate) indices: Vec<usize>,
    pub(crate) observations: Vec<u8>,
}

impl Finals {
    pub(crate) fn clear(&mut self) {
        self.indices.clear();
        self.observations.clear();
    }
}

impl<G: Lockstep> Slot<G> {
    /// A game at its start, in episode 0.
    pub(crate) fn new(shared: &Shared<G>, environment: u32, seed: u64, start: G::Position) -> Self {
        let mut slot = Self {
            game: G::new(start),
            seed,
            episode: 0,
            counters: Counters::default(),
            ending: None,
        };
        slot.draw(shared, environment);
        slot
    }

    pub(crate) const fn draws(&self, environment: u32) -> Draws {
        Draws {
            seed: self.seed,
            environment,
            episode: self.episode,
        }
    }

    /// Begins an episode.
    pub(crate) fn begin(&mut self, shared: &Shared<G>, environment: u32, position: G::Position) {
        self.counters = Counters::default();
        self.game.begin(position);
        self.ending = self.game.ending(self.counters, shared.limit);
        self.draw(shared, environment);
    }

    pub(crate) fn begin_next(&mut self, shared: &Shared<G>, environment: u32) {
        self.episode = self.episode.wrapping_add(1);
        self.begin(shared, environment, G::start(&shared.setup));
    }

    pub(crate) fn draw(&mut self, shared: &Shared<G>, environment: u32) {
        if self.ending.is_none() {
            let draws = self.draws(environment);
            self.game.draw(&shared.setup, draws, self.counters);
        }
    }

    pub(crate) fn check(&self, action: i64) -> Result<(), Refusal> {
        match self.ending {
            None => self.game.check(action),
            Some(_) if action == NO_ACTION => Ok(()),
            Some(ending) => {
                let reason = "the game is over; reset it, or give it -1, which is no action";
                Err(Refusal::new(ending.rule, &reason))
            }
        }
    }

    /// Plays an action that has been checked, and writes the row.
    #[inline]
    pub(crate) fn step(
        &mut self,
        shared: &Shared<G>,
        index: usize,
        environment: u32,
        action: i64,
        row: &mut Row<'_>,
        finals: &mut Finals,
    ) {
        row.rewards.fill(0.0);
        if self.ending.is_none() {
            self.game.play(action, &mut self.counters);
            self.ending = self.game.ending(self.counters, shared.limit);
            if self.ending.is_some() {
                self.game.reward(&shared.setup, row.rewards);
            } else {
                self.draw(shared, environment);
            }
        } else if shared.autoreset {
            // It was over before, as only a loaded game can be.
            self.begin_next(shared, environment);
            self.write(shared, row);
            return;
        }
        let ending = self.ending.filter(|_| shared.autoreset);
        if ending.is_some() {
            self.game
                .observe(self.counters, shared.limit, row.observation);
            finals.indices.push(index);
            finals.observations.extend_from_slice(row.observation);
            self.begin_next(shared, environment);
        }
        self.write(shared, row);
        if ending.is_some() {
            row.write_ending(ending);
        }
    }

    /// Writes the row but for the rewards.
    #[inline]
    pub(crate) fn write(&self, shared: &Shared<G>, row: &mut Row<'_>) {
        self.game
            .observe(self.counters, shared.limit, row.observation);
        *row.ply = self.counters.ply;
        row.write_ending(self.ending);
        if self.ending.is_some() {
            row.action_mask.fill(false);
            *row.to_act = -1;
        } else {
            self.game.mask(row.action_mask);
            *row.to_act = self.game.to_act(&shared.setup);
        }
    }
}
