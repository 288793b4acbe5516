//! The bots of Ludo by their names.

use ludo_rules::Seat;
use ludo_solver::exact::Seating;
use ludo_solver::levels;
use parlor_game::{Level, Ludo};
use parlor_sim::Entrant;

use crate::PROGRAM;

/// The names of all bots, the weakest first.
pub fn names() -> Vec<String> {
    levels()
        .iter()
        .map(|level| level.name().to_owned())
        .collect()
}

/// The bot of this name.
///
/// # Errors
/// An unknown name, with all that there are; or an outside program, as there is no protocol for
/// Ludo.
pub fn level(name: &str) -> Result<Level<Ludo>, String> {
    let name = name.trim();
    if name.starts_with(PROGRAM) {
        return Err(format!(
            "{name:?} is an outside program, which plays Kuba alone: there is no protocol for \
             Ludo; expected {}",
            names().join(", ")
        ));
    }
    let known = |name: &str| levels().into_iter().find(|level| level.name() == name);
    known(name).ok_or_else(|| match name.split_once(':') {
        Some((bot, _)) if known(bot).is_some() => format!("{name}: {bot} has no options"),
        _ => format!("unknown bot {name:?}; expected {}", names().join(", ")),
    })
}

/// Whether the bot of this name plays by the exact values of two players.
pub fn needs_values(name: &str) -> bool {
    matches!(name, "optimal" | "strong")
}

/// The seatings whose exact values bots of these names need at these seats, where any two may be the last.
pub fn needed_values<'a>(names: impl IntoIterator<Item = &'a str>, seats: &[Seat]) -> Vec<Seating> {
    if !names.into_iter().any(needs_values) {
        return Vec::new();
    }
    let are_here = |seating: &Seating| {
        let mut pairs = seats
            .iter()
            .flat_map(|&one| seats.iter().map(move |&other| [one, other]));
        pairs.any(|pair| Seating::of(pair) == Some(*seating))
    };
    Seating::ALL.into_iter().filter(are_here).collect()
}

/// The entrant of this name, for a table of `players`.
///
/// # Errors
/// As [`level`]; or a bot that does not play among so many.
pub fn entrant(name: &str, players: usize) -> Result<Entrant<Ludo>, String> {
    let level = level(name)?;
    if !level.plays_among(players) {
        let name = level.name();
        let levels = levels();
        let others = levels.iter().filter(|level| level.plays_among(players));
        let others: Vec<_> = others.map(Level::name).collect();
        return Err(format!(
            "{name} does not support {players} players; expected {}",
            others.join(", ")
        ));
    }
    Ok(Entrant::from(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_play_is_told_with_the_value_and_who_does() {
        assert_eq!(entrant(" priority ", 4).expect("a bot").name, "priority");
        for (name, players, expected) in [
            ("clever", 2, "unknown bot \"clever\"; expected random, prio"),
            (
                "",
                2,
                "unknown bot \"\"; expected random, priority, optimal",
            ),
            (
                "optimal",
                3,
                "optimal does not support 3 players; expected random, priority, strong",
            ),
            (
                "priority:nodes=2",
                2,
                "priority:nodes=2: priority has no options",
            ),
            ("cmd:./mybot", 2, "\"cmd:./mybot\" is an outside program, w"),
        ] {
            let error = entrant(name, players).expect_err("nobody");
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
