//! The fair openings that are part of the crate.

use std::collections::HashSet;

use kuba_engine::{Engine, Limits, OPENING_PUSHES, Root, Score, fair_openings};
use kuba_rules::{Action, Position, Rules};
use parlor_game::{Kuba, LiveGame};

/// The game after an opening.
fn opened(rules: Rules, opening: &[Action]) -> LiveGame<Kuba> {
    let mut game = LiveGame::new(Position::start(rules), None);
    for &action in opening {
        game.play(action).expect("an opening is legal");
    }
    game
}

#[test]
fn they_are_legal_of_one_length_and_lead_to_positions_of_their_own() {
    for rules in Rules::ALL {
        let openings = fair_openings(rules);
        assert_eq!(openings.len(), 2_000, "{rules}");
        let mut seen = HashSet::new();
        for opening in openings {
            let game = opened(rules, opening);
            assert!(!game.is_over(), "{rules}: {opening:?}");
            assert_eq!(
                opening.len(),
                OPENING_PUSHES as usize,
                "{rules}: {opening:?}"
            );
            assert!(seen.insert(*game.position()), "{rules}: {opening:?}");
        }
    }
}

/// The file was made with two million nodes; a quick look finds no win either.
#[test]
fn a_short_search_finds_none_of_them_won() {
    let mut engine = Engine::new(1);
    for rules in Rules::ALL {
        for opening in fair_openings(rules).iter().step_by(50) {
            let root = Root::from(&opened(rules, opening));
            let report = engine.search(&root, &Limits::nodes(5_000), &|| false, &mut |_| {});
            let score = report.lines[0].score;
            assert!(
                matches!(score, Score::Reds(_)),
                "{rules}: {opening:?}: {score:?}"
            );
        }
    }
}
