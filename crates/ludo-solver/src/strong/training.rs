//! Learning from games against itself.

use ludo_rules::{Position, Roll, Seat};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::lookahead::{Chances, Lookahead};
use super::model::{Model, Provenance};
use super::network::{Network, add_player, chances};
use super::view::{PLAYER_INPUTS, SLOTS, View};
use super::weights::{Row, TRAITS, UNITS, Weights, add};

/// How far a correction goes in the first game, and in the last.
const RATES: [f32; 2] = [0.01, 0.000_3];

/// How much of a correction reaches the position before: in the first game, and
/// from a tenth of the games on. With all of it, a network that knows little
/// takes its own mistakes for luck, and training diverges; 0.9 to 0.98 are alike.
const TRACES: [f32; 2] = [0.8, 0.95];

/// After so many games the network that plays is renewed from what was learned.
const RENEWED_AFTER: u32 = 64;

/// How many of a hundred moves are random: a game is of one of these kinds.
/// They bring about positions that good play does not come to, but people do.
const EXPLORING: [usize; 8] = [30, 8, 8, 0, 0, 0, 0, 0];

/// How training has gone since the last report.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Games played since the start.
    pub games: u32,
    /// Positions learned from since the start.
    pub positions: u64,
    /// How far the chances were from what they were corrected to: the root of
    /// the mean square since the last report.
    pub correction: f64,
}

/// A network that learns by temporal differences from games against itself.
///
/// Every position of a game is corrected towards what the game has shown from
/// there on, less the luck of the dice: towards the mean of the chances after
/// the best answer to each of the six rolls, and by as much further as what
/// followed has changed the chances after the roll that came. A random move
/// cuts this off.
///
/// The same number of games and the same seed give the same model, bit for
/// bit, on every machine: it takes one thread, and nothing but sums, products
/// and quotients.
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
    /// The mean of what was learned over the last third of the games.
    mean: Weights,
    means: u16,
    words: ChaCha8Rng,
    progress: Progress,
    squares: f64,
    corrections: u64,
    /// The inputs of the moments of a game, one after the other.
    inputs: Vec<(usize, f32)>,
}

/// A position of the game that is learned from.
struct Moment {
    view: View,
    /// Where its inputs begin.
    inputs: usize,
    /// By seat: the mean over all rolls, and what came of the roll that came.
    expected: Chances,
    after: Chances,
    /// Whether what followed tells anything about it: it does not after a
    /// random move, and nothing follows when somebody has finished.
    goes_on: bool,
}

impl Training {
    /// Training of so many games, none played yet.
    pub fn new(games: u32, seed: u64) -> Self {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        let mut learned = Weights::zero();
        let mut fill = |weights: &mut [f32], size: f32| {
            for weight in weights {
                let word = u16::try_from(below(&mut words, 1 << 16)).unwrap_or_default();
                *weight = (f32::from(word) * (1.0 / 65_536.0) - 0.5) * size;
            }
        };
        fill(learned.players.as_flattened_mut(), 0.2);
        fill(learned.shared.as_flattened_mut(), 0.2);
        fill(learned.traits.as_flattened_mut(), 1.0);
        fill(learned.mixing.as_flattened_mut(), 0.2);
        fill(learned.scores.as_flattened_mut(), 0.1);
        Self {
            provenance: Provenance { games, seed },
            player: Network::new(&learned),
            mean: learned.clone(),
            learned,
            means: 0,
            words,
            progress: Progress::default(),
            squares: 0.0,
            corrections: 0,
            inputs: Vec::new(),
        }
    }

    /// What it has learned, as far as it has come.
    pub fn model(&self) -> Model {
        Model::new(&self.mean, self.provenance)
    }

    /// How it has gone since this was asked before.
    pub fn progress(&mut self) -> Progress {
        let correction = (self.squares / self.corrections.max(1) as f64).sqrt();
        (self.squares, self.corrections) = (0.0, 0);
        Progress {
            correction,
            ..self.progress
        }
    }

    /// Plays one more game and learns from it; `false` if all have been played.
    #[expect(
        clippy::missing_panics_doc,
        reason = "seats are counted and only legal moves are played, so it does not panic"
    )]
    pub fn play_game(&mut self) -> bool {
        let games = self.provenance.games;
        if self.progress.games >= games {
            return false;
        }
        // Turning the board changes nothing, so these are all ways to sit.
        let seats: &[Seat] = match self.below(24) {
            0..14 => &Seat::ALL,
            14..22 => &[Seat::A, Seat::B, Seat::C],
            22 => &[Seat::A, Seat::B],
            _ => &[Seat::A, Seat::C],
        };
        let exploring = EXPLORING[self.below(8)];
        let mut position = Position::new(seats).expect("two to four seats");
        loop {
            position = self.play_for_a_place(position, exploring);
            let left = seats.len() - position.finishing_order().len();
            // Who plays among three or four needs few games of two.
            if left < 2 || left == 2 && self.below(3) > 0 {
                break;
            }
        }
        self.progress.games += 1;
        self.renew();
        self.progress.games < games
    }

    /// What share of training is behind.
    fn elapsed(&self) -> f32 {
        self.progress.games as f32 / self.provenance.games as f32
    }

    /// Lets what was learned play, and takes it into the mean.
    fn renew(&mut self) {
        let Progress { games, .. } = self.progress;
        if games % RENEWED_AFTER != 0 && games < self.provenance.games {
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

    /// Plays until the next player finishes, and learns from it.
    fn play_for_a_place(&mut self, mut position: Position, exploring: usize) -> Position {
        let mut moments = Vec::new();
        self.inputs.clear();
        let places = position.finishing_order().len();
        while position.finishing_order().len() == places {
            let view = View::new(&position).expect("a roll is due");
            let inputs = self.inputs.len();
            view.shared_inputs(|input, value| self.inputs.push((input, value)));
            let came = Roll::ALL[self.below(6)];
            let random = self.below(100) < exploring;
            let word = self.below(2);

            let lookahead = Lookahead::new(&self.player, &position);
            let mut moment = Moment {
                view,
                inputs,
                expected: [0.0; SLOTS],
                after: [0.0; SLOTS],
                goes_on: true,
            };
            let mut next = position;
            lookahead.each_roll(&position, 0, |roll, best| {
                for (mean, chance) in moment.expected.iter_mut().zip(best.chances) {
                    *mean += chance * (1.0 / 6.0);
                }
                if roll == came {
                    moment.after = best.chances;
                    next = best.after;
                }
            });
            if random {
                let mut rolled = position;
                rolled.apply_roll(came).expect("a roll is due");
                let moves = rolled.legal_moves();
                let choice = moves.as_slice()[word % moves.len()];
                rolled.play(choice).expect("it is one of the legal moves");
                moment.goes_on = rolled == next;
                next = rolled;
            }
            moment.goes_on &= next.finishing_order().len() == places;
            moments.push(moment);
            position = next;
        }
        self.learn(&moments);
        position
    }

    /// Corrects the weights, from the last moment back to the first.
    fn learn(&mut self, moments: &[Moment]) {
        let elapsed = self.elapsed();
        let remaining = 1.0 - elapsed;
        let rate = RATES[1] + (RATES[0] - RATES[1]) * remaining * remaining;
        let warm = if elapsed < 0.1 { elapsed * 10.0 } else { 1.0 };
        let trace = TRACES[0] + (TRACES[1] - TRACES[0]) * warm;
        let mut later = [0.0; SLOTS];
        let mut end = self.inputs.len();
        for moment in moments.iter().rev() {
            let mut target = moment.expected;
            if moment.goes_on {
                for ((target, later), after) in target.iter_mut().zip(later).zip(moment.after) {
                    *target += trace * (later - after);
                }
            }
            later = target;
            let shared = &self.inputs[moment.inputs..end];
            end = moment.inputs;

            let target = moment.view.by_slot(target);
            let errors = self.learned.correct(&moment.view, shared, target, rate);
            self.progress.positions += 1;
            for (error, player) in errors.into_iter().zip(moment.view.players) {
                if player.is_some() {
                    self.squares += f64::from(error * error);
                    self.corrections += 1;
                }
            }
        }
    }

    fn below(&mut self, parts: usize) -> usize {
        below(&mut self.words, parts)
    }
}

impl Weights {
    /// Moves the weights so that the chances come closer to a target, and
    /// returns how far they were from it.
    fn correct(
        &mut self,
        view: &View,
        shared: &[(usize, f32)],
        target: [f32; SLOTS],
        rate: f32,
    ) -> [f32; SLOTS] {
        let mut sums = [0.0; UNITS];
        let players = || {
            view.players
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
        let mut errors = chances(&self.scores, view, &sums);
        for ((error, target), player) in errors.iter_mut().zip(target).zip(view.players) {
            *error = if player.is_some() {
                target - *error
            } else {
                0.0
            };
        }

        let steps = errors.map(|error| error * rate);
        let mut blame: Row = [0.0; UNITS];
        for ((sum, blame), weights) in sums.iter().zip(&mut blame).zip(&mut self.scores) {
            if *sum > 0.0 {
                for (weight, step) in weights.iter_mut().zip(steps) {
                    *blame += step * *weight;
                    *weight += step * sum;
                }
            }
        }
        for (bias, step) in self.scores[UNITS].iter_mut().zip(steps) {
            *bias += step;
        }
        for &(input, value) in shared {
            add(&mut self.shared[input], value, &blame);
        }
        for (slot, player) in players() {
            for input in player.inputs() {
                add(&mut self.players[slot * PLAYER_INPUTS + input], 1.0, &blame);
            }
            let traits = &mut self.traits[player.pair.index()];
            for (value, row) in traits.iter_mut().zip(&mut self.mixing[slot * TRAITS..]) {
                let blamed: f32 = row
                    .iter()
                    .zip(&blame)
                    .map(|(weight, blame)| weight * blame)
                    .sum();
                add(row, *value, &blame);
                *value += blamed;
            }
        }
        errors
    }
}

/// A random number below this one.
fn below(words: &mut ChaCha8Rng, parts: usize) -> usize {
    let product = u128::from(words.next_u64()) * parts as u128;
    usize::try_from(product >> 64).unwrap_or_default()
}
