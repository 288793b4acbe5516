//! The weights of the handcrafted features.

use core::fmt::Write as _;

use kuba_rules::{REDS_TO_WIN, Rules};

use crate::features::{OF_LINE, OF_SIDE, View, features};

/// The number of features of a position.
pub(crate) const FEATURES: usize = TEMPO + 1;

/// Captured reds, from 1: the first of them.
pub(crate) const REDS: usize = OF_LINE;
/// Marbles lost, from 1: the first of them.
pub(crate) const LOST: usize = REDS + 6;
/// Having the move.
pub(crate) const TEMPO: usize = LOST + 7;

/// The features of a position.
pub(crate) fn of_view(view: &View) -> [i16; FEATURES] {
    let mut all = [0; FEATURES];
    for line in view.lines() {
        for (sum, count) in all.iter_mut().zip(features(line)) {
            *sum += count;
        }
    }
    for (side, sign) in [(0, 1), (1, -1)] {
        let reds = view.captured[side].min(REDS_TO_WIN - 1);
        if reds > 0 {
            all[REDS + usize::from(reds) - 1] += sign;
        }
        if let lost @ 1..=7 = 8_usize.saturating_sub(view.marbles()[side] as usize) {
            all[LOST + lost - 1] += sign;
        }
    }
    all[TEMPO] = 1;
    all
}

/// The weight of each feature, in hundredths of a captured red.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub(crate) [f64; FEATURES]);

/// The weights of both rule sets; the file's header records their origin.
const STANDARD: &str = include_str!("weights.txt");

impl Weights {
    /// The tuned weights for a rule set.
    ///
    /// # Panics
    /// Never: a test reads the file that it takes them from.
    pub fn standard(rules: Rules) -> Self {
        let [classroom, tournament] = Self::read(STANDARD).expect("a test reads the file");
        match rules {
            Rules::Classroom => classroom,
            Rules::Tournament => tournament,
        }
    }

    /// The initial weights for tuning: each red counts as one red, each lost
    /// marble as one and a half, and nothing else counts.
    pub fn first_guess() -> Self {
        let mut weights = [0.0; FEATURES];
        for (count, weight) in (1_u8..).zip(&mut weights[REDS..LOST]) {
            *weight = 100.0 * f64::from(count);
        }
        for (count, weight) in (1_u8..).zip(&mut weights[LOST..TEMPO]) {
            *weight = -150.0 * f64::from(count);
        }
        Self(weights)
    }

    /// Parses the output of [`written`](Self::written); `None` if it is invalid.
    pub fn read(text: &str) -> Option<[Self; 2]> {
        let mut both = [Self([0.0; FEATURES]); 2];
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let names = names();
        for (number, line) in lines.enumerate() {
            let mut words = line.split_whitespace();
            if words.next()? != names.get(number)? {
                return None;
            }
            for weights in &mut both {
                weights.0[number] = words.next()?.parse().ok()?;
            }
        }
        Some(both)
    }

    /// The weights of the two rule sets as text, below a heading.
    pub fn written(both: [&Self; 2], heading: &str) -> String {
        let mut text = String::new();
        for line in heading.lines() {
            writeln!(text, "# {line}").expect("a string takes everything");
        }
        for (number, name) in names().iter().enumerate() {
            let [classroom, tournament] = both.map(|weights| weights.0[number]);
            writeln!(text, "{name} {classroom:.1} {tournament:.1}")
                .expect("a string takes everything");
        }
        text
    }
}

/// The names of all features, in order.
fn names() -> Vec<String> {
    let of_side = [
        "takes_red",
        "takes_marble",
        "pushes",
        "will_take_red",
        "will_take_marble",
        "stuck_at_edge",
    ];
    debug_assert_eq!(of_side.len(), OF_SIDE, "each has a name");
    let sides = ["own", "enemy"];
    let of_sides = sides
        .iter()
        .flat_map(|side| of_side.map(|name| format!("{side}_{name}")));
    let places = (0..4).flat_map(|row| (0..4).map(move |cell| format!("place_{row}{cell}")));
    let reds = (1..=6).map(|count| format!("reds_{count}"));
    let lost = (1..=7).map(|count| format!("lost_{count}"));
    let all = of_sides.chain(places).chain(reds).chain(lost);
    all.chain(["tempo".to_owned()]).collect()
}
