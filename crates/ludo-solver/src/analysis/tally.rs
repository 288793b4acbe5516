//! What a player's rolls and choices come to.

use ludo_rules::Seat;
use parlor_game::Label;

use super::ply::JudgedPly;

/// What a player's rolls and choices come to in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Whose.
    pub seat: Seat,
    /// How many rolls are counted: one that the game began with is not.
    pub rolls: usize,
    /// The luck of all of them together.
    pub luck: f64,
    /// How many rolls were answered, in whatever way.
    pub answers: usize,
    /// How many of the answers were chosen among things that differ.
    pub choices: usize,
    /// The loss of all of them together.
    pub loss: f64,
    /// How many choices have each label, in the order of [`Label::ALL`].
    pub labels: [usize; Label::ALL.len()],
}

impl Tally {
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

    /// The luck of a roll on average; none without rolls.
    pub fn luck_a_roll(&self) -> Option<f64> {
        mean(self.luck, self.rolls)
    }

    /// The loss of a choice on average; none without choices. A forced answer
    /// loses nothing and is not counted.
    pub fn loss_a_choice(&self) -> Option<f64> {
        mean(self.loss, self.choices)
    }

    /// The loss of an answer on average, forced ones counted; none without
    /// answers.
    pub fn loss_an_answer(&self) -> Option<f64> {
        mean(self.loss, self.answers)
    }
}

fn mean(sum: f64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
