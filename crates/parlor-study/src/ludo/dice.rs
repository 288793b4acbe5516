//! What the die showed in a game.

use ludo_rules::Seat;
use ludo_solver::analysis::Analysis;

/// A player's rolls in a game, those that nothing could be done with included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// How often each number came, from one to six.
    pub counts: [usize; 6],
}

impl Dice {
    /// Counts a player's rolls.
    pub fn of(analysis: &Analysis, seat: Seat) -> Self {
        let plies = analysis.plies().iter();
        let mut counts = [0; 6];
        for ply in plies.filter(|ply| ply.seat() == seat) {
            counts[usize::from(ply.roll().value()) - 1] += 1;
        }
        Self { counts }
    }

    /// The number that came on average; `None` without rolls.
    ///
    /// ```
    /// use parlor_study::ludo::Dice;
    ///
    /// let dice = Dice { counts: [1, 0, 0, 0, 0, 2] };
    /// assert_eq!(dice.mean(), Some(13.0 / 3.0));
    /// ```
    pub fn mean(&self) -> Option<f64> {
        let rolls: usize = self.counts.iter().sum();
        let pips: usize = self
            .counts
            .iter()
            .zip(1..)
            .map(|(count, pips)| count * pips)
            .sum();
        (rolls > 0).then(|| pips as f64 / rolls as f64)
    }
}
