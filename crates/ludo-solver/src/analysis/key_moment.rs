//! The plies that moved a game most.

use super::ply::JudgedPly;
use parlor_game::Label;

/// What moved the chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swing {
    /// The roll: luck, good or bad.
    Luck,
    /// The choice: a loss.
    Loss,
}

/// A ply that moved the chances of whoever rolled more than most others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyMoment {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// What moved them.
    pub swing: Swing,
    /// By how much: the luck of the roll, or the loss of the choice.
    pub size: f64,
}

/// Luck that moves a chance by less is no key moment.
const LEAST_LUCK: f64 = 0.05;

/// So many of the largest swings of each kind, in the order of the game.
pub(super) fn find(plies: &[JudgedPly], most: usize) -> Vec<KeyMoment> {
    let lucky = plies.iter().filter_map(|ply| {
        let size = ply.luck().filter(|luck| luck.abs() >= LEAST_LUCK)?;
        Some(moment(ply, Swing::Luck, size))
    });
    let lost = plies.iter().filter_map(|ply| {
        let is_key = ply.label() >= Some(Label::Inaccuracy);
        let size = ply.loss().filter(|_| is_key)?;
        Some(moment(ply, Swing::Loss, size))
    });
    let mut moments = largest(lucky.collect(), most);
    moments.extend(largest(lost.collect(), most));
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

fn largest(mut moments: Vec<KeyMoment>, most: usize) -> Vec<KeyMoment> {
    moments.sort_by(|one, other| other.size.abs().total_cmp(&one.size.abs()));
    moments.truncate(most);
    moments
}
