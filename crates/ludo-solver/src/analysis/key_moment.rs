//! The plies that changed the chances most.

use super::ply::JudgedPly;
use parlor_game::Label;

/// The cause of a change of the chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swing {
    /// The roll: luck, good or bad.
    Luck,
    /// The choice: a loss.
    Loss,
}

/// A ply that changed the roller's chance more than most others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyMoment {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The cause.
    pub swing: Swing,
    /// The luck of the roll, or the loss of the choice.
    pub size: f64,
}

/// The least change of a chance by luck that is a key moment.
const LUCK_THRESHOLD: f64 = 0.05;

/// The `count` largest swings of each kind, in the order of the game.
pub(super) fn find(plies: &[JudgedPly], count: usize) -> Vec<KeyMoment> {
    let lucky = plies.iter().filter_map(|ply| {
        let size = ply.luck().filter(|luck| luck.abs() >= LUCK_THRESHOLD)?;
        Some(moment(ply, Swing::Luck, size))
    });
    let lost = plies.iter().filter_map(|ply| {
        let is_key = ply.label() >= Some(Label::Inaccuracy);
        let size = ply.loss().filter(|_| is_key)?;
        Some(moment(ply, Swing::Loss, size))
    });
    let mut moments = largest(lucky.collect(), count);
    moments.extend(largest(lost.collect(), count));
    // A stable sort: where both kinds meet in a ply, the roll came first.
    moments.sort_by_key(|moment| moment.ply);
    moments
}

const fn moment(ply: &JudgedPly, swing: Swing, size: f64) -> KeyMoment {
    KeyMoment {
        ply: ply.number,
        swing,
        size,
    }
}

fn largest(mut moments: Vec<KeyMoment>, count: usize) -> Vec<KeyMoment> {
    moments.sort_by(|one, other| other.size.abs().total_cmp(&one.size.abs()));
    moments.truncate(count);
    moments
}
