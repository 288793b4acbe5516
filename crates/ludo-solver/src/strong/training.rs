//! Training by self-play.
//!
//! The method is temporal-difference learning, TD(λ): R. S. Sutton, "Learning to Predict
//! by the Methods of Temporal Differences", Machine Learning 3 (1988), 9–44; and for
//! self-play with dice, G. Tesauro, "Temporal Difference Learning and TD-Gammon",
//! Communications of the ACM 38 (1995), 58–68.

use ludo_rules::{Position, Roll, Seat};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::features::{Features, PLAYER_INPUTS, SLOTS};
use super::lookahead::{Lookahead, SlotChances};
use super::model::{Model, Provenance};
use super::network::{Network, add_player, chances};
use super::weights::{EMBEDDING_SIZE, HIDDEN_UNITS, HiddenRow, Weights, add};

/// The learning rate in the first game, and in the last.
const LEARNING_RATES: [f32; 2] = [0.01, 0.000_3];

/// λ in the first game, and from a tenth of the games on. With λ = 1, an untrained
/// network takes its own mistakes for luck, and training diverges; 0.9 to 0.98 are alike.
const LAMBDAS: [f32; 2] = [0.8, 0.95];

/// The network that plays is replaced after this number of games.
const PLAYER_UPDATE_INTERVAL: u32 = 64;

/// The percentage of random moves; each game draws one entry. They lead to positions
/// that good play does not reach, but people do.
const EXPLORATION_PERCENT: [usize; 8] = [30, 8, 8, 0, 0, 0, 0, 0];

/// The progress of training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrainingProgress {
    /// The games played since the start.
    pub games: u32,
    /// The positions trained on since the start.
    pub positions: u64,
    /// The root mean square difference between the chances and their targets since the
    /// last call.
    pub correction: f64,
}

/// A network that learns by TD(λ) from self-play.
///
/// The target of a position is the mean of the chances after the best choice for each
/// of the six rolls, plus λ times the later change of the chances after the roll that
/// came. The luck of that roll itself is left out. A random move ends the trace.
///
/// The same number of games and the same seed give the same model, bit for bit, on
/// every machine: training is single-threaded and uses only the four basic operations.
///
/// ```
/// use ludo_solver::strong::Training;
///
/// let train = || {
///     let mut training = Training::new(3, 1);
///     while training.play_game() {}
///     training.model()
/// };
/// assert_eq!(train(), train());
/// ```
#[derive(Debug)]
pub struct Training {
    provenance: Provenance,
    learned: Weights,
    player: Network,
    /// The average of the weights over the last third of the games (Polyak averaging).
    mean: Weights,
    means: u16,
    rng: ChaCha8Rng,
    progress: TrainingProgress,
    squares: f64,
    corrections: u64,
    /// The inputs of all samples of a game.
    inputs: Vec<(usize, f32)>,
}

/// A position to train on.
struct RollSample {
    features: Features,
    /// The start of its inputs.
    inputs: usize,
    /// By seat: the mean over all rolls, and the chances after the roll that came.
    expected: SlotChances,
    after: SlotChances,
    /// Whether the next sample is part of the target: not after a random move, nor
    /// when a player has finished.
    is_bootstrapped: bool,
}

impl Training {
    /// A new training run of this number of games.
    pub fn new(games: u32, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut learned = Weights::zero();
        let mut fill = |weights: &mut [f32], size: f32| {
            for weight in weights {
                let word = u16::try_from(below(&mut rng, 1 << 16)).unwrap_or_default();
                *weight = (f32::from(word) * (1.0 / 65_536.0) - 0.5) * size;
            }
        };
        fill(learned.players.as_flattened_mut(), 0.2);
        fill(learned.shared.as_flattened_mut(), 0.2);
        fill(learned.embeddings.as_flattened_mut(), 1.0);
        fill(learned.projection.as_flattened_mut(), 0.2);
        fill(learned.scores.as_flattened_mut(), 0.1);
        Self {
            provenance: Provenance { games, seed },
            player: Network::new(&learned),
            mean: learned.clone(),
            learned,
            means: 0,
            rng,
            progress: TrainingProgress::default(),
            squares: 0.0,
            corrections: 0,
            inputs: Vec::new(),
        }
    }

    /// The model so far.
    pub fn model(&self) -> Model {
        Model::new(&self.mean, self.provenance)
    }

    /// The progress; the correction is that since the last call.
    pub fn progress(&mut self) -> TrainingProgress {
        let correction = (self.squares / self.corrections.max(1) as f64).sqrt();
        (self.squares, self.corrections) = (0.0, 0);
        TrainingProgress {
            correction,
            ..self.progress
        }
    }

    /// Plays one more game and trains on it; `false` if all have been played.
    #[expect(
        clippy::missing_panics_doc,
        reason = "seats are counted and only legal moves are played, so it does not panic"
    )]
    pub fn play_game(&mut self) -> bool {
        let games = self.provenance.games;
        if self.progress.games >= games {
            return false;
        }
        // Up to rotation, these are all combinations of seats.
        let seats: &[Seat] = match self.below(24) {
            0..14 => &Seat::ALL,
            14..22 => &[Seat::A, Seat::B, Seat::C],
            22 => &[Seat::A, Seat::B],
            _ => &[Seat::A, Seat::C],
        };
        let exploration = EXPLORATION_PERCENT[self.below(8)];
        let mut position = Position::new(seats).expect("two to four seats");
        loop {
            position = self.play_until_finish(position, exploration);
            let left = seats.len() - position.finishing_order().len();
            // A bot for three or four players needs few endgames of two.
            if left < 2 || left == 2 && self.below(3) > 0 {
                break;
            }
        }
        self.progress.games += 1;
        self.update_player();
        self.progress.games < games
    }

    /// The share of the games that are played.
    fn elapsed(&self) -> f32 {
        self.progress.games as f32 / self.provenance.games as f32
    }

    /// Replaces the network that plays, and updates the average.
    fn update_player(&mut self) {
        let TrainingProgress { games, .. } = self.progress;
        if games % PLAYER_UPDATE_INTERVAL != 0 && games < self.provenance.games {
            return;
        }
        self.player = Network::new(&self.learned);
        if self.elapsed() > 2.0 / 3.0 {
            self.means = self.means.saturating_add(1);
        }
        let share = 1.0 / f32::from(self.means.max(1));
        for (mean, weight) in self.mean.iter_mut().zip(self.learned.iter()) {
            *mean += (weight - *mean) * share;
        }
    }

    /// Plays until the next player finishes, and trains on it.
    fn play_until_finish(&mut self, mut position: Position, exploration: usize) -> Position {
        let mut samples = Vec::new();
        self.inputs.clear();
        let places = position.finishing_order().len();
        while position.finishing_order().len() == places {
            let features = Features::new(&position).expect("a roll is due");
            let inputs = self.inputs.len();
            features.shared_inputs(|input, value| self.inputs.push((input, value)));
            let came = Roll::ALL[self.below(6)];
            let is_random = self.below(100) < exploration;
            let word = self.below(2);

            let lookahead = Lookahead::new(&self.player, &position);
            let mut sample = RollSample {
                features,
                inputs,
                expected: [0.0; SLOTS],
                after: [0.0; SLOTS],
                is_bootstrapped: true,
            };
            let mut next = position;
            lookahead.for_each_roll(&position, 0, |roll, best| {
                for (mean, chance) in sample.expected.iter_mut().zip(best.chances) {
                    *mean += chance * (1.0 / 6.0);
                }
                if roll == came {
                    sample.after = best.chances;
                    next = best.after;
                }
            });
            if is_random {
                let mut rolled = position;
                rolled.apply_roll(came).expect("a roll is due");
                let moves = rolled.legal_moves();
                let choice = moves.as_slice()[word % moves.len()];
                rolled.play(choice).expect("it is one of the legal moves");
                sample.is_bootstrapped = rolled == next;
                next = rolled;
            }
            sample.is_bootstrapped &= next.finishing_order().len() == places;
            samples.push(sample);
            position = next;
        }
        self.learn(&samples);
        position
    }

    /// Trains on the samples, from the last to the first.
    fn learn(&mut self, samples: &[RollSample]) {
        let elapsed = self.elapsed();
        let remaining = 1.0 - elapsed;
        let rate =
            LEARNING_RATES[1] + (LEARNING_RATES[0] - LEARNING_RATES[1]) * remaining * remaining;
        let warm = if elapsed < 0.1 { elapsed * 10.0 } else { 1.0 };
        let lambda = LAMBDAS[0] + (LAMBDAS[1] - LAMBDAS[0]) * warm;
        let mut later = [0.0; SLOTS];
        let mut end = self.inputs.len();
        for sample in samples.iter().rev() {
            let mut target = sample.expected;
            if sample.is_bootstrapped {
                for ((target, later), after) in target.iter_mut().zip(later).zip(sample.after) {
                    *target += lambda * (later - after);
                }
            }
            later = target;
            let shared = &self.inputs[sample.inputs..end];
            end = sample.inputs;

            let target = sample.features.by_slot(target);
            let errors = self
                .learned
                .train_on(&sample.features, shared, target, rate);
            self.progress.positions += 1;
            for (error, player) in errors.into_iter().zip(sample.features.players) {
                if player.is_some() {
                    self.squares += f64::from(error * error);
                    self.corrections += 1;
                }
            }
        }
    }

    fn below(&mut self, parts: usize) -> usize {
        below(&mut self.rng, parts)
    }
}

impl Weights {
    /// One step of gradient descent toward a target; returns the errors before it.
    fn train_on(
        &mut self,
        features: &Features,
        shared: &[(usize, f32)],
        target: [f32; SLOTS],
        rate: f32,
    ) -> [f32; SLOTS] {
        let mut sums = [0.0; HIDDEN_UNITS];
        let players = || {
            features
                .players
                .iter()
                .enumerate()
                .filter_map(|(slot, player)| player.map(|player| (slot, player)))
        };
        for (slot, player) in players() {
            add_player(&mut sums, self, slot, player);
        }
        for &(input, value) in shared {
            add(&mut sums, value, &self.shared[input]);
        }
        let mut errors = chances(&self.scores, features, &sums);
        for ((error, target), player) in errors.iter_mut().zip(target).zip(features.players) {
            *error = if player.is_some() {
                target - *error
            } else {
                0.0
            };
        }

        let steps = errors.map(|error| error * rate);
        let mut gradient: HiddenRow = [0.0; HIDDEN_UNITS];
        for ((sum, gradient), weights) in sums.iter().zip(&mut gradient).zip(&mut self.scores) {
            if *sum > 0.0 {
                for (weight, step) in weights.iter_mut().zip(steps) {
                    *gradient += step * *weight;
                    *weight += step * sum;
                }
            }
        }
        for (bias, step) in self.scores[HIDDEN_UNITS].iter_mut().zip(steps) {
            *bias += step;
        }
        for &(input, value) in shared {
            add(&mut self.shared[input], value, &gradient);
        }
        for (slot, player) in players() {
            for input in player.inputs() {
                add(
                    &mut self.players[slot * PLAYER_INPUTS + input],
                    1.0,
                    &gradient,
                );
            }
            let embeddings = &mut self.embeddings[player.pair.index()];
            for (value, row) in embeddings
                .iter_mut()
                .zip(&mut self.projection[slot * EMBEDDING_SIZE..])
            {
                let gradient_sum: f32 = row
                    .iter()
                    .zip(&gradient)
                    .map(|(weight, gradient)| weight * gradient)
                    .sum();
                add(row, *value, &gradient);
                *value += gradient_sum;
            }
        }
        errors
    }
}

/// A random number below `parts`.
fn below(rng: &mut ChaCha8Rng, parts: usize) -> usize {
    let product = u128::from(rng.next_u64()) * parts as u128;
    usize::try_from(product >> 64).unwrap_or_default()
}
