//! The totals of a player's rolls and choices.

use ludo_rules::Seat;
use parlor_game::Label;

use super::ply::JudgedPly;

/// The totals of a player's rolls and choices in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerTally {
    /// The player.
    pub seat: Seat,
    /// The number of rolls, without one that the game began with.
    pub rolls: usize,
    /// Their total luck.
    pub luck: f64,
    /// The number of rolls that a move was made for, forced or not.
    pub answers: usize,
    /// The number of moves with a real choice.
    pub choices: usize,
    /// Their total loss.
    pub loss: f64,
    /// The number of choices by label, in the order of [`Label::ALL`].
    pub labels: [usize; Label::ALL.len()],
}

impl PlayerTally {
    pub(super) fn of(seat: Seat, plies: &[JudgedPly]) -> Self {
        let mut tally = Self {
            seat,
            rolls: 0,
            luck: 0.0,
            answers: 0,
            choices: 0,
            loss: 0.0,
            labels: [0; Label::ALL.len()],
        };
        for ply in plies.iter().filter(|ply| ply.seat() == seat) {
            if let Some(luck) = ply.luck() {
                tally.rolls += 1;
                tally.luck += luck;
            }
            if let Some(loss) = ply.loss() {
                tally.answers += 1;
                tally.loss += loss;
            }
            if let Some(label) = ply.label() {
                tally.choices += 1;
                tally.labels[label.index()] += 1;
            }
        }
        tally
    }

    /// The average luck of a roll; `None` without rolls.
    pub fn luck_a_roll(&self) -> Option<f64> {
        mean(self.luck, self.rolls)
    }

    /// The average loss of a choice, without forced moves; `None` without choices.
    pub fn loss_a_choice(&self) -> Option<f64> {
        mean(self.loss, self.choices)
    }

    /// The average loss of a move, forced ones included; `None` without moves.
    pub fn loss_an_answer(&self) -> Option<f64> {
        mean(self.loss, self.answers)
    }
}

fn mean(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
