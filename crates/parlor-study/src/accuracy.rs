//! How many of a player's choices were good ones.

use parlor_game::Label;

/// The share of choices that were best or good, in per cent and rounded; `None` without choices. The
/// numbers are those of each label, in the order of [`Label::ALL`].
///
/// ```
/// use parlor_study::accuracy;
///
/// assert_eq!(accuracy([3, 0, 0, 2, 0]), Some(60));
/// assert_eq!(accuracy([1, 1, 0, 0, 1]), Some(67));
/// assert_eq!(accuracy([0; 5]), None);
/// ```
pub fn accuracy(labels: [usize; Label::ALL.len()]) -> Option<usize> {
    let choices: usize = labels.iter().sum();
    let good = labels[Label::Best.index()] + labels[Label::Good.index()];
    // Rounded to the nearest.
    (choices > 0).then(|| (200 * good + choices) / (2 * choices))
}
