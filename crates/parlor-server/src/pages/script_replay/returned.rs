//! What the methods of the assignments return once all is played.

use kuba_rules::{KubaGame, NoEvents};
use ludo_rules::{Script, Seat, Space};
use parlor_record::{kuba_script, ludo_script};
use parlor_view::printable;

/// The calls with what they return, as Python writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Returned {
    pub(super) calls: Vec<(String, String)>,
}

impl Returned {
    /// Of a script of Ludo: the spaces of all tokens, and where each player's are.
    ///
    /// Rules: L-21, L-26.
    pub(super) fn of_script(script: &Script) -> Self {
        let answer = ludo_script::Answer::of(script);
        let spaces = script.report(answer.tokens());
        let spaces: Vec<String> = spaces.iter().map(|space| format!("'{space}'")).collect();
        let whole = (
            "play_game(players, turns)".to_owned(),
            format!("[{}]", spaces.join(", ")),
        );
        let player = |&seat: &Seat| {
            let steps = answer.tokens().steps(seat)?;
            let space = steps.map(|step| (step.space(seat), step.value()));
            let has_finished = answer.tokens().has_finished(seat);
            Some((format!("Player {seat}"), tokens(space, has_finished)))
        };
        let players = answer.players().iter().filter_map(player);
        Self {
            calls: [whole].into_iter().chain(players).collect(),
        }
    }

    /// Of a script of Kuba: whose turn it is, who has won, and what each has.
    ///
    /// Rules: K-15, K-17.
    pub(super) fn of_calls(script: &kuba_script::Script<'_>) -> Self {
        let mut game = script.game();
        for attempt in script.attempts() {
            // A refused call changes nothing, and is listed as such.
            let _ = attempt.try_in(&mut game, &mut NoEvents);
        }
        let text = |text: &str| format!("'{}'", printable(text));
        let name = |name: Option<&str>| name.map_or_else(|| "None".to_owned(), text);
        let (white, black, red) = game.get_marble_count();
        let captured = |player: &str, game: &KubaGame| {
            let reds = game.get_captured(player).unwrap_or_default();
            (format!("get_captured({})", text(player)), reds.to_string())
        };
        let [first, second] = script.names();
        Self {
            calls: vec![
                (
                    "get_current_turn()".to_owned(),
                    name(game.get_current_turn()),
                ),
                ("get_winner()".to_owned(), name(game.get_winner())),
                (
                    "get_marble_count()".to_owned(),
                    format!("({white}, {black}, {red})"),
                ),
                captured(first, &game),
                captured(second, &game),
            ],
        }
    }

    /// The first one in a sentence.
    pub(super) fn summary(&self) -> String {
        let first = self.calls.first();
        first.map_or_else(String::new, |(call, value)| {
            format!("{call} returns {value}")
        })
    }
}

/// Where a player's tokens are: `p on 28 after 28 steps, q on H`.
fn tokens(tokens: [(Space, i8); 2], has_finished: bool) -> String {
    let [p, q] = tokens.map(|(space, steps)| match steps {
        ..=-1 => format!("on {space}"),
        1 => format!("on {space} after 1 step"),
        steps => format!("on {space} after {steps} steps"),
    });
    let end = if has_finished { "; finished" } else { "" };
    format!("p {p}, q {q}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_21_the_spaces_are_as_the_assignment_prints_them() {
        let script = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";
        let returned = Returned::of_script(&script.parse().expect("a script"));
        let calls: Vec<(&str, &str)> = returned
            .calls
            .iter()
            .map(|(call, value)| (&**call, &**value))
            .collect();
        assert_eq!(
            calls,
            [
                ("play_game(players, turns)", "['28', '28', '21', 'H']"),
                ("Player A", "p on 28 after 28 steps, q on 28 after 28 steps"),
                ("Player B", "p on 21 after 7 steps, q on H"),
            ]
        );
    }

    #[test]
    fn k_17_what_is_asked_for_is_answered_as_in_python() {
        let script = r#"{"players":[["Ann","W"],["Bob","B"]],"moves":[["Ann",[6,5],"F"]]}"#;
        let script = kuba_script::read(script).expect("a script");
        let values: Vec<String> = Returned::of_calls(&script)
            .calls
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        assert_eq!(values, ["'Bob'", "None", "(8, 8, 13)", "0", "0"]);
    }
}
