//! Numbers of things in words.

use parlor_game::Label;

/// `1 roll`, `2 rolls`.
pub(crate) fn count(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// `3 best, 1 blunder`.
pub(crate) fn counted(labels: [usize; Label::ALL.len()]) -> String {
    let labels = Label::ALL.into_iter().zip(labels);
    let counted = labels.filter(|&(_, number)| number > 0);
    let counted = counted.map(|(label, number)| format!("{number} {label}"));
    counted.collect::<Vec<_>>().join(", ")
}
