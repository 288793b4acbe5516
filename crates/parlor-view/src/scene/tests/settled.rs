//! Games that the players ended, in every form.

use super::*;
use crate::show::Highlights;

/// The scene once the players have ended the game.
fn settle(scene: Scene, ending: Settlement<usize>) -> Scene {
    match scene {
        Scene::Ludo(snapshot) => Scene::Ludo(Snapshot {
            settlement: Some(seated(ending, |number| snapshot.players[number])),
            ..snapshot
        }),
        Scene::Kuba(snapshot) => Scene::Kuba(Snapshot {
            settlement: Some(seated(ending, |number| Side::ALL[number])),
            ..snapshot
        }),
    }
}

/// The ending with a seat for its number.
fn seated<Seat>(ending: Settlement<usize>, seat: impl Fn(usize) -> Seat) -> Settlement<Seat> {
    match ending {
        Settlement::Resignation { winner } => Settlement::Resignation {
            winner: seat(winner),
        },
        Settlement::Time { winner } => Settlement::Time {
            winner: seat(winner),
        },
        Settlement::Agreement => Settlement::Agreement,
        Settlement::Abandoned => Settlement::Abandoned,
    }
}

const ENDINGS: [Settlement<usize>; 4] = [
    Settlement::Resignation { winner: 1 },
    Settlement::Time { winner: 0 },
    Settlement::Agreement,
    Settlement::Abandoned,
];

/// Games of two that go on: to roll, with a roll in hand, to push, to push
/// again, with a ko push.
fn under_way(name: Option<&str>) -> Vec<Scene> {
    vec![
        ludo("A9.20/CR.H A - -", None, &["A6p"], name),
        ludo("A9.20/CR.H A 6b -", None, &[], name),
        kuba(START, None, &[], name),
        kuba("r5w/7/7/7/7/7/5rb w0b0 w - t", None, &["06L"], name),
        kuba("wr5/7/7/7/7/7/b5b w0b0 w - t", None, &["00R"], name),
        kuba("7/7/rw5/7/7/7/6b w5b0 w - t", None, &["21L"], name),
        kuba(
            "w5b/1ww1rbb/2rbrr1/wrrrb2/2rr2b/1b3ww/1b3w1 w3b1 w - c",
            None,
            &["30R"],
            name,
        ),
    ]
}

#[test]
fn l_29_a_game_of_ludo_that_a_player_resigned_in_every_form() {
    let scene = under_way(Some("Ann")).remove(0);
    assert_snapshot!(every_form(&*settle(scene, ENDINGS[0])));
}

#[test]
fn k_7_a_game_of_kuba_drawn_by_agreement_in_every_form() {
    let scene = under_way(Some("Ann")).remove(6);
    assert_snapshot!(every_form(&*settle(scene, Settlement::Agreement)));
}

#[test]
fn every_settlement_comes_first_and_leaves_nothing_to_do() {
    for scene in under_way(None) {
        for ending in ENDINGS {
            let scene = settle(scene.clone(), ending);
            let description = scene.description();
            assert_eq!(description[0], scene.status());
            if let Some(step) = scene.step() {
                assert_eq!(description[1], step);
            }
            assert_eq!(scene.legal(), [""; 0]);
            for sentence in &description {
                for due in [
                    "is to ",
                    "can move",
                    "is legal",
                    "are legal",
                    "may push",
                    "may not",
                    "ko: ",
                    "over",
                ] {
                    assert!(!sentence.contains(due), "{sentence}");
                }
            }
        }
    }
}

#[test]
fn every_settlement_names_who_won_and_why() {
    let status = |index: usize, ending| {
        let scene = under_way(Some("Ann")).remove(index);
        settle(scene, ending).status()
    };
    let texts = ENDINGS.map(|ending| [status(0, ending), status(2, ending)]);
    assert_eq!(
        texts,
        [
            [
                "C has won: Ann (A) resigned.",
                "Black has won: Ann resigned."
            ],
            [
                "Ann (A) has won: C's time ran out.",
                "Ann has won: Black's time ran out."
            ],
            ["The game is drawn by agreement."; 2],
            ["The game was abandoned; it has no result."; 2],
        ]
    );
}

#[test]
fn every_settlement_shows_in_the_picture_and_waits_for_nobody() {
    for (number, scene) in under_way(None).into_iter().enumerate() {
        let going_on = scene.svg(PictureOptions::default());
        for ending in ENDINGS {
            let svg = settle(scene.clone(), ending).svg(PictureOptions::default());
            assert_ne!(svg, going_on);
            for sign in ["id=\"die\"", "id=\"choice-", "id=\"barred\"", "id=\"arrow-"] {
                assert!(!svg.contains(sign), "{number} {ending:?}: {sign}");
            }
            let trail = "id=\"trail\"";
            assert_eq!(svg.contains(trail), going_on.contains(trail));
            let count = |sign| svg.matches(sign).count();
            let marks = count("id=\"place-") + count("<g id=\"mark-");
            // Only a frame has an inside as well as its heavy line.
            let is_frame = |line: &&str| line.contains("fill-") && line.contains("width=\"6\"");
            let frames = svg.lines().filter(is_frame).count();
            let is_ludo = svg.contains("id=\"yard-A\"");
            let (wanted_marks, wanted_frames) = match (ending, is_ludo) {
                (Settlement::Abandoned, _) => (0, 0),
                (_, true) => (2, 0),
                (Settlement::Agreement, false) => (2, 0),
                (_, false) => (1, 1),
            };
            assert_eq!(marks, wanted_marks, "{number} {ending:?}");
            assert_eq!(frames, wanted_frames, "{number} {ending:?}");
        }
    }
}

#[test]
fn l_30_what_the_rules_ended_nobody_can_settle() {
    for index in [1, 3, 5, 7] {
        let ended = live(None).remove(index);
        for ending in ENDINGS {
            let settled = settle(ended.clone(), ending);
            assert_eq!(every_form(&*settled), every_form(&*ended));
            assert_eq!(
                settled.svg(PictureOptions::default()),
                ended.svg(PictureOptions::default())
            );
        }
    }
}

#[test]
fn l_12_an_abandoned_game_of_four_keeps_the_places_taken() {
    let line = "AE.E/B20.H/C9.R/D1.2 B - A";
    let scene = settle(ludo(line, None, &[], None), Settlement::Abandoned);
    assert_eq!(
        scene.description()[..2],
        [
            "The game was abandoned; it has no result.",
            "A: both tokens on the end, first place."
        ]
    );
    let svg = scene.svg(PictureOptions::default());
    assert_eq!(svg.matches("id=\"place-").count(), 1);
    assert!(!svg.contains("id=\"die\""));
}

#[test]
fn names_of_a_settled_game_steer_nothing() {
    for scene in under_way(Some(HOSTILE)) {
        for ending in ENDINGS {
            let status = settle(scene.clone(), ending).status();
            assert!(!status.chars().any(char::is_control), "{status}");
            assert!(status.ends_with('.'));
        }
    }
}

#[test]
fn l_29_the_last_that_is_seen_of_a_game_that_ended_over_a_roll_is_that_roll() {
    let line = "A9.20/CR.H A 6b -";
    let die = |scene: &Scene, is_under_way| {
        let highlights = Highlights {
            is_under_way,
            ..Highlights::default()
        };
        let svg = scene.svg_with(PictureOptions::default(), highlights);
        svg.contains("id=\"die\"")
    };
    for ending in ENDINGS {
        let settled = settle(ludo(line, None, &[], None), ending);
        assert!(die(&settled, true) && !die(&settled, false), "{ending:?}");
    }
}
