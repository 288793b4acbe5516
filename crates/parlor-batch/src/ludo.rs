//! Ludo in a batch.

mod features;
mod numbers;
mod packed;

use ludo_rules::{DEFAULT_ROLL_LIMIT, Moves, Phase, Position, Roll, Seat, SeatSet, standings};

pub use features::OBSERVATION;
pub use numbers::{ACTIONS, choice, number};
pub use packed::STATE;

use crate::draws::{Draws, Purpose, part};
use crate::error::{ConfigError, Refusal};
use crate::lockstep::{Counters, Ending, Lockstep};

/// Games of Ludo in lockstep. The players are numbered as their seats were given.
///
/// An action is its [`number`]; while a roll is due, which a batch with [`Chance::Explicit`] waits
/// for, action i is the roll i + 1. Rewards, by places: 1 for the first to −1 for the last, in equal
/// steps; who shares places gets their mean.
pub type Batch = crate::Batch<Game>;

/// Who rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chance {
    /// The batch: a choice is due in every game, always.
    #[default]
    Sampled,
    /// The caller: a roll is an action like any other, of player −1.
    Explicit,
}

/// What the games of a batch have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    start: Position,
    chance: Chance,
    /// By seat: its number.
    numbers: [i8; 4],
    players: usize,
}

impl Setup {
    /// Games among these seats; the one named first begins. Rules: L-1, L-28.
    ///
    /// # Errors
    /// [`ConfigError::Seats`] with every reason why they cannot play.
    pub fn new(seats: &[Seat], chance: Chance) -> Result<Self, ConfigError> {
        let start = Position::new(seats).map_err(ConfigError::Seats)?;
        let mut numbers = [-1; 4];
        for (number, seat) in (0..).zip(seats) {
            numbers[seat.index()] = number;
        }
        Ok(Self {
            start,
            chance,
            numbers,
            players: seats.len(),
        })
    }

    fn seats(&self) -> SeatSet {
        self.start.tokens().seats()
    }

    fn column(&self, seat: Seat) -> Option<usize> {
        usize::try_from(self.numbers[seat.index()]).ok()
    }
}

/// A game in a batch.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The choices for the roll in hand; none while a roll is due.
    moves: Moves,
}

impl Game {
    #[inline]
    fn is_chance(&self) -> bool {
        matches!(self.position.phase(), Phase::ToRoll(_))
    }

    fn refusal(&self, action: i64) -> Refusal {
        if self.is_chance() {
            let reason = "a roll is due; its numbers are 0 (for a 1) to 5 (for a 6)";
            return Refusal::new("L-5", &reason);
        }
        let error = choice(action).and_then(|choice| self.position.clone().play(choice).err());
        if let Some(error) = error {
            return Refusal::new(error.rule(), &error);
        }
        let reason = "no choice has this number; they are 0 (-), 1 (p), 2 (q) and 3 (pq)";
        Refusal::new("L-27", &reason)
    }

    #[inline]
    fn take(&mut self, roll: Roll) {
        self.position.apply_roll(roll).expect("a roll is due");
        self.moves = self.position.legal_moves();
    }
}

/// The roll with this number.
#[inline]
fn roll(number: i64) -> Option<Roll> {
    usize::try_from(number)
        .ok()
        .and_then(|number| Roll::ALL.get(number).copied())
}

/// The number of the roll that chance brings.
#[inline]
fn drawn(draws: Draws, counters: Counters) -> usize {
    let [word, _] = draws.words(Purpose::Roll, counters.played);
    part(word, Roll::ALL.len())
}

impl Lockstep for Game {
    type Setup = Setup;
    type Position = Position;

    const OBSERVATION: usize = OBSERVATION;
    const ACTIONS: usize = ACTIONS;
    const STATE: usize = STATE;
    const DEFAULT_LIMIT: u32 = DEFAULT_ROLL_LIMIT;
    const LIMIT_RULE: &'static str = "L-31";

    fn players(setup: &Setup) -> usize {
        setup.players
    }

    fn start(setup: &Setup) -> Position {
        setup.start
    }

    fn new(position: Position) -> Self {
        Self {
            position,
            moves: position.legal_moves(),
        }
    }

    fn begin(&mut self, position: Position) {
        *self = Self::new(position);
    }

    fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    fn draw(&mut self, setup: &Setup, draws: Draws, counters: Counters) {
        if setup.chance == Chance::Sampled && self.is_chance() {
            self.take(Roll::ALL[drawn(draws, counters)]);
        }
    }

    #[inline]
    fn check(&self, action: i64) -> Result<(), Refusal> {
        let is_legal = if self.is_chance() {
            roll(action).is_some()
        } else {
            choice(action).is_some_and(|choice| self.moves.contains(choice))
        };
        if is_legal {
            Ok(())
        } else {
            Err(self.refusal(action))
        }
    }

    #[inline]
    fn play(&mut self, action: i64, counters: &mut Counters) {
        if self.is_chance() {
            self.take(roll(action).expect("the action has been checked"));
            return;
        }
        choice(action)
            .and_then(|choice| self.position.play(choice).ok())
            .expect("the action has been checked");
        self.moves = self.position.legal_moves();
        counters.ply += 1;
        counters.played += 1;
    }

    /// Rules: L-30, then L-31.
    #[inline]
    fn ending(&self, counters: Counters, limit: u16) -> Option<Ending> {
        if self.position.is_over() {
            return Some(Ending {
                rule: "L-30",
                is_truncated: false,
            });
        }
        (counters.ply >= limit).then_some(Ending {
            rule: Self::LIMIT_RULE,
            is_truncated: true,
        })
    }

    fn reward(&self, setup: &Setup, rewards: &mut [f32]) {
        let last = rewards.len().saturating_sub(1) as f32;
        for standing in standings(&self.position) {
            let sum = f32::from(*standing.places.start()) + f32::from(*standing.places.end());
            if let Some(column) = setup.column(standing.seat) {
                // The mean place, from 0 on, is half of the sum less one.
                rewards[column] = 1.0 - (sum - 2.0) / last;
            }
        }
    }

    #[inline]
    fn to_act(&self, setup: &Setup) -> i8 {
        match (self.position.phase(), self.position.to_act()) {
            (Phase::ToChoose(..), Some(seat)) => setup.numbers[seat.index()],
            _ => -1,
        }
    }

    #[inline]
    fn observe(&self, _: Counters, _: u16, observation: &mut [u8]) {
        features::write(&self.position, observation);
    }

    #[inline]
    fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        for choice in self.moves {
            mask[number(choice)] = true;
        }
    }

    #[inline]
    fn sample(&self, draws: Draws, stream: u16, counters: Counters) -> i64 {
        let number = if self.is_chance() {
            drawn(draws, counters)
        } else {
            let [word, _] = draws.words(Purpose::Sample { stream }, counters.played);
            let moves = self.moves.as_slice();
            moves
                .get(part(word, moves.len()))
                .map_or(0, |&choice| number(choice))
        };
        i64::try_from(number).expect("a number of an action is below 6")
    }

    fn pack(position: &Position, state: &mut [u8]) {
        packed::pack(position, state);
    }

    fn unpack(state: &[u8]) -> Result<Position, String> {
        packed::unpack(state)
    }

    fn fits(setup: &Setup, position: &Position) -> Result<(), String> {
        let (given, needed) = (position.tokens().seats(), setup.seats());
        if given == needed {
            return Ok(());
        }
        Err(format!(
            "{given} play in it, and {needed} in the games of this batch"
        ))
    }
}
