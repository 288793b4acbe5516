//! A puzzle of Ludo judged by the slow engine: what its line says, against what the rules and a chance of
//! winning in every position say.

use core::fmt;

use crate::slow_ludo::{END, Live, Phase, READY, SlowTokens, YARD};

/// What a puzzle says about one choice.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedChoice {
    /// The action: `A6p`.
    pub action: String,
    /// The mover's chance of winning after it.
    pub chance: f64,
    /// How much less that is than after the best choice.
    pub loss: f64,
}

/// Who is to roll, where all tokens are, and whether it is a bonus roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeforeRoll {
    /// The seat to roll.
    pub seat: char,
    /// Its tokens.
    pub own: [i64; 2],
    /// The tokens of the other player.
    pub other: [i64; 2],
    /// Whether it is a bonus roll. Rules: L-13
    pub bonus: bool,
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFault(String);

impl fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for PuzzleFault {}

/// The two seats of a position line, clockwise from A.
///
/// # Errors
/// [`PuzzleFault`] if the line is no position of two players with a roll in hand.
pub fn seats(line: &str) -> Result<[char; 2], PuzzleFault> {
    let live = live(line)?;
    Ok([live.table.players[0].seat, live.table.players[1].seat])
}

/// Checks the choices of a puzzle: they are the legal ones in their order, each chance is that of the position
/// that it leads to, one choice is best by `least` or more, and the losses are the differences. Returns the
/// largest difference between a chance claimed and found, which is at most `tolerance`.
///
/// `chance` gives the chance of winning of the player to roll.
///
/// # Errors
/// [`PuzzleFault`] with the first thing that is wrong.
pub fn check(
    line: &str,
    claimed: &[ClaimedChoice],
    least: f64,
    tolerance: f64,
    chance: impl Fn(BeforeRoll) -> f64,
) -> Result<f64, PuzzleFault> {
    let live = live(line)?;
    let seat = live.to_act;
    let Phase::ToChoose { roll, .. } = live.phase else {
        return fault(format!("no choice is due in {line:?}"));
    };
    let mut found = Vec::new();
    for choice in live.choices() {
        let mut after = live.clone();
        after.choose(choice);
        found.push((
            format!("{seat}{roll}{choice}"),
            after_choice(&after, seat, &chance),
        ));
    }
    let legal: Vec<&str> = found.iter().map(|(action, _)| action.as_str()).collect();
    let actions: Vec<&str> = claimed
        .iter()
        .map(|choice| choice.action.as_str())
        .collect();
    if actions != legal || legal.len() < 2 {
        return fault(format!("choices {actions:?}; by the slow engine {legal:?}"));
    }

    let mut largest: f64 = 0.0;
    for (claim, (action, found)) in claimed.iter().zip(&found) {
        if !is_near(claim.chance, *found, tolerance) {
            return fault(format!(
                "{action}: chance {}, but it is {found}",
                claim.chance
            ));
        }
        largest = largest.max((claim.chance - found).abs());
    }
    let mut by_chance: Vec<f64> = found.iter().map(|&(_, found)| found).collect();
    by_chance.sort_by(f64::total_cmp);
    let [.., second, best] = by_chance[..] else {
        return fault(format!("only one choice in {line:?}"));
    };
    if best - second < least - tolerance {
        return fault(format!(
            "the best choice is better by {} only",
            best - second
        ));
    }
    for (claim, (action, found)) in claimed.iter().zip(&found) {
        let loss = best - found;
        if !is_near(claim.loss, loss, 2.0 * tolerance) {
            return fault(format!("{action}: loss {}, but it is {loss}", claim.loss));
        }
        // The best choice, which a page names, is the one that loses nothing.
        if (claim.loss <= 0.0) != (loss <= 0.0) {
            return fault(format!(
                "{action}: loss {}, and the best is another",
                claim.loss
            ));
        }
    }
    Ok(largest)
}

/// Whether two numbers differ by no more than this; NaN differs from all.
fn is_near(one: f64, other: f64, tolerance: f64) -> bool {
    (one - other).abs() <= tolerance
}

/// The chance of winning of the player at `seat` after their choice.
fn after_choice(after: &Live, seat: char, chance: &impl Fn(BeforeRoll) -> f64) -> f64 {
    if after.is_over() {
        return if after.finished[0] == seat { 1.0 } else { 0.0 };
    }
    let steps = |seat| after.table.steps(seat).unwrap_or([YARD; 2]);
    let seats = after.table.players.iter().map(|player| player.seat);
    let others: Vec<char> = seats.filter(|&other| other != after.to_act).collect();
    let before = BeforeRoll {
        seat: after.to_act,
        own: steps(after.to_act),
        other: steps(others[0]),
        bonus: after.phase == Phase::ToRoll { bonus: true },
    };
    let value = chance(before);
    if after.to_act == seat {
        value
    } else {
        1.0 - value
    }
}

/// Reads a position line of two players with a roll in hand.
fn live(line: &str) -> Result<Live, PuzzleFault> {
    let words: Vec<&str> = line.split(' ').collect();
    let [tokens, seat, phase, "-"] = words[..] else {
        return fault(format!("{line:?} is no position of a game in progress"));
    };
    let mut seats = Vec::new();
    let mut steps = Vec::new();
    for player in tokens.split('/') {
        let mut letters = player.chars();
        seats.push(letters.next().unwrap_or('?'));
        let of_player: Vec<Option<i64>> = letters.as_str().split('.').map(step).collect();
        let [Some(p), Some(q)] = of_player[..] else {
            return fault(format!("{player:?} are no tokens"));
        };
        steps.push([p, q]);
    }
    let letters = ['A', 'B', 'C', 'D'];
    let is_two = seats.len() == 2 && seats[0] < seats[1];
    if !is_two || !seats.iter().all(|seat| letters.contains(seat)) {
        return fault(format!("{tokens:?} are not the tokens of two players"));
    }
    let mut table = SlowTokens::new(&seats);
    for (&seat, steps) in seats.iter().zip(&steps) {
        table.put(seat, 0, steps[0]);
        table.put(seat, 1, steps[1]);
    }
    let to_act = seats.iter().find(|to_act| to_act.to_string() == seat);
    let (roll, bonus) = match phase.strip_suffix('b') {
        Some(roll) => (roll, true),
        None => (phase, false),
    };
    match (to_act, roll.parse()) {
        (Some(&to_act), Ok(roll @ 1..=6)) => Ok(Live {
            table,
            to_act,
            phase: Phase::ToChoose { roll, bonus },
            finished: Vec::new(),
        }),
        _ => fault(format!("{line:?} has no player with a roll in hand")),
    }
}

/// A step as position lines write it.
fn step(word: &str) -> Option<i64> {
    match word {
        "H" => Some(YARD),
        "R" => Some(READY),
        "E" => Some(END),
        _ => word.parse().ok().filter(|step| (1..END).contains(step)),
    }
}

fn fault<T>(what: String) -> Result<T, PuzzleFault> {
    Err(PuzzleFault(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(action: &str, chance: f64, loss: f64) -> ClaimedChoice {
        ClaimedChoice {
            action: action.to_owned(),
            chance,
            loss,
        }
    }

    /// A world in which who has come further is better off, and a bonus roll is worth a little.
    fn chance(before: BeforeRoll) -> f64 {
        let [own, other] = [before.own, before.other].map(|steps| steps[0] + steps[1]);
        let lead = f64::from(i32::try_from(own - other).unwrap());
        0.5 + lead / 1000.0 + if before.bonus { 0.01 } else { 0.0 }
    }

    const LINE: &str = "AH.10/C44.23 A 6 -";

    /// A's p leaves the yard; q kicks C's p. Either is followed by the bonus roll.
    fn right() -> Vec<ClaimedChoice> {
        vec![choice("A6p", 0.453, 0.05), choice("A6q", 0.503, 0.0)]
    }

    fn checked(line: &str, choices: &[ClaimedChoice]) -> Result<f64, String> {
        check(line, choices, 0.005, 1e-9, chance).map_err(|fault| fault.to_string())
    }

    #[test]
    fn right_claims_pass() {
        assert!(checked(LINE, &right()).is_ok_and(|largest| largest < 1e-15));
    }

    #[test]
    fn wrong_claims_are_found() {
        let changed = |change: fn(&mut Vec<ClaimedChoice>)| {
            let mut choices = right();
            change(&mut choices);
            checked(LINE, &choices)
        };
        assert!(changed(|_| {}).is_ok());
        let faults: [fn(&mut Vec<ClaimedChoice>); 9] = [
            |choices| choices.clear(),
            |choices| choices.truncate(1),
            |choices| choices.swap(0, 1),
            |choices| choices[0].action = "A6pq".to_owned(),
            |choices| choices[0].chance += 1.1e-9,
            |choices| choices[1].chance = f64::NAN,
            |choices| choices[0].loss += 2.1e-9,
            |choices| choices[0].loss = 0.0,
            |choices| choices[1].loss = 1e-12,
        ];
        for (number, fault) in faults.into_iter().enumerate() {
            assert!(changed(fault).is_err(), "fault {number}");
        }
        // Both choices are about as good.
        let close = check(LINE, &right(), 0.0501, 1e-9, chance);
        assert!(close.is_err());
        // In another position the same claims do not hold: there the bonus roll has been made.
        assert!(checked("AH.10/C44.23 A 6b -", &right()).is_err());
    }

    #[test]
    fn what_finishes_wins() {
        let choices = [choice("A1p", 1.0, 0.0)];
        let fault = checked("AE.56/C1.2 A 1 -", &choices).unwrap_err();
        assert!(fault.contains("[\"A1q\"]"), "{fault}");
        let after = Live {
            finished: vec!['A', 'C'],
            phase: Phase::Over,
            ..Live::new(&['A', 'C'])
        };
        assert!(is_near(after_choice(&after, 'A', &chance), 1.0, 0.0));
        assert!(is_near(after_choice(&after, 'C', &chance), 0.0, 0.0));
    }

    #[test]
    fn lines_that_are_no_puzzle_are_refused() {
        for line in [
            "",
            "AH.10/C44.23 A - -",
            "AH.10/C44.23 A 7 -",
            "AH.10/C44.23 B 6 -",
            "AH.10/C44.58 A 6 -",
            "AH/C44.23 A 6 -",
            "AH.10 A 6 -",
            "AH.10/B1.2/C44.23 A 6 -",
            "CH.10/A44.23 A 6 -",
            "AE.E/C44.23 - - AC",
        ] {
            assert!(checked(line, &[]).is_err(), "{line}");
        }
    }
}
