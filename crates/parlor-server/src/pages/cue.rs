//! What is heard of a step of a game; how it sounds is the script's, `sound.js`.

use kuba_rules::Event as Push;
use ludo_rules::{Event as Step, Roll};
use parlor_view::Scene;

/// The name of the sound of the step that led to this state; empty for a step without one.
///
/// Rules: L-9, L-10, L-14, L-30, K-4, K-6.
pub(super) fn of(after: &Scene) -> &'static str {
    match after {
        Scene::Ludo(snapshot) => match &snapshot.last_action {
            None if snapshot.position.roll_in_hand() == Some(Roll::SIX) => "six",
            None => "roll",
            Some(last) => {
                let has = |is_meant: fn(&Step) -> bool| last.events.iter().any(is_meant);
                if has(|event| matches!(event, Step::Kicked { .. })) {
                    "kick"
                } else if has(|event| matches!(event, Step::ReachedEnd { .. })) {
                    "home"
                } else if has(|event| matches!(event, Step::Stacked { .. })) {
                    "pair"
                } else {
                    "walk"
                }
            }
        },
        Scene::Kuba(snapshot) => {
            let events = snapshot.last_action.iter().flat_map(|last| &last.events);
            events.fold("", |cue, event| match event {
                Push::Pushed { .. } => "row",
                Push::Captured { .. } => "capture",
                Push::Ejected { .. } => "fall",
                _ => cue,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_game::{Game, Kuba, Ludo};
    use parlor_view::{LastAction, Snapshot};

    use super::*;

    fn snapshot<G: Game>(
        position: G::Position,
        last_action: Option<LastAction<G::Action, G::Event>>,
    ) -> Snapshot<G> {
        Snapshot {
            position,
            ended_by: None,
            players: Vec::new(),
            names: Vec::new(),
            last_action,
            settlement: None,
        }
    }

    /// What is heard of an action in a position of a game.
    fn heard<G: Game>(
        position: &str,
        action: &str,
        scene: impl Fn(Snapshot<G>) -> Scene,
    ) -> &'static str {
        let Ok(mut position) = position.parse::<G::Position>() else {
            panic!("{position} is a position");
        };
        let Ok(action) = action.parse::<G::Action>() else {
            panic!("{action} is an action");
        };
        let mut events = Vec::new();
        let played = G::play_with_events(&mut position, action, &mut events);
        assert!(played.is_ok(), "{action} is legal in {position}");
        let last = LastAction { action, events };
        of(&scene(snapshot(position, Some(last))))
    }

    #[test]
    fn every_kind_of_step_is_heard_as_itself() {
        for (position, action, cue) in [
            ("A20.H/C40.R A 3 -", "A3p", "walk"),
            ("A5.H/C36.H A 3 -", "A3p", "kick"),
            ("A20.17/C40.R A 3 -", "A3q", "pair"),
            ("A53.H/C40.R A 4 -", "A4p", "home"),
        ] {
            let heard = heard::<Ludo>(position, action, Scene::Ludo);
            assert_eq!(heard, cue, "{position} {action}");
        }
    }

    #[test]
    fn a_six_is_heard_and_felt_as_one() {
        for (position, cue) in [
            ("A28.28/C40.R A 6 -", "six"),
            ("A28.28/C40.R A 4 -", "roll"),
        ] {
            let position = position.parse().expect("a position");
            assert_eq!(of(&Scene::Ludo(snapshot::<Ludo>(position, None))), cue);
        }
    }

    #[test]
    fn a_row_a_fall_and_a_capture_are_heard_as_such() {
        for (position, cue) in [
            ("4w2/7/7/7/7/7/bb5 w0b0 w - c", "row"),
            ("4wwb/7/7/7/7/7/bb5 w0b0 w - c", "fall"),
            ("4wwr/7/7/7/7/7/bb5 w0b0 w - c", "capture"),
        ] {
            assert_eq!(
                heard::<Kuba>(position, "04R", Scene::Kuba),
                cue,
                "{position}"
            );
        }
    }
}
