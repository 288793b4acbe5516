//! Snapshots of every kind, in every form.

mod settled;
mod under_way;

use insta::assert_snapshot;

use kuba_rules::Side;
use ludo_rules::{Seat, Tokens};
use parlor_game::{Game, Kuba, LiveGame, Ludo, Settlement};

use super::*;
use crate::ludo::ScriptSnapshot;
use crate::snapshot::LastAction;
use crate::svg::PictureOptions;

const HOSTILE: &str = "</title><script>\u{0}\u{1b}[2J\n\u{202e}\u{ffff}\"'&";

/// A scene's forms in words, each under its name.
fn every_form(scene: &dyn Shown) -> String {
    let forms = [
        ("game", Some(scene.game().to_owned())),
        ("rules", Some(scene.rules())),
        ("position", scene.position()),
        ("spaces", scene.spaces().map(|spaces| spaces.join(" "))),
        ("board", Some(scene.board())),
        ("table", scene.table()),
        ("status", Some(scene.status())),
        ("step", scene.step()),
        ("legal", Some(scene.legal().join(" "))),
        ("description", Some(scene.description().join("\n"))),
    ];
    let texts = forms.map(|(name, form)| match form {
        Some(form) => format!("{name}:\n{form}"),
        None => format!("{name}: none"),
    });
    texts.join("\n\n")
}

/// A game, and the step that led to where it is.
type PlayedGame<G> = (
    LiveGame<G>,
    Option<LastAction<<G as Game>::Action, <G as Game>::Event>>,
);

/// The game after these actions, and the last of them as a step.
fn played<G: Game>(start: G::Position, limit: Option<u32>, actions: &[G::Action]) -> PlayedGame<G> {
    let mut game = LiveGame::new(start, limit);
    let mut step = None;
    for &action in actions {
        let mut events = Vec::new();
        game.play_recorded(action, &mut events)
            .unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        step = Some(LastAction { action, events });
    }
    (game, step)
}

fn ludo(line: &str, limit: Option<u32>, actions: &[&str], name: Option<&str>) -> Scene {
    let actions: Vec<ludo_rules::Action> = actions
        .iter()
        .map(|action| action.parse().expect("an action"))
        .collect();
    let (game, step) = played::<Ludo>(line.parse().expect("a position"), limit, &actions);
    let names = name.map(|name| (Seat::A, name.to_owned()));
    Scene::Ludo(Snapshot {
        last_action: step,
        names: names.into_iter().collect(),
        ..Snapshot::of(&game)
    })
}

fn kuba(line: &str, limit: Option<u32>, actions: &[&str], name: Option<&str>) -> Scene {
    let actions: Vec<kuba_rules::Action> = actions
        .iter()
        .map(|action| action.parse().expect("an action"))
        .collect();
    let (game, step) = played::<Kuba>(line.parse().expect("a position"), limit, &actions);
    let names = name.map(|name| (Side::White, name.to_owned()));
    Scene::Kuba(Snapshot {
        last_action: step,
        names: names.into_iter().collect(),
        ..Snapshot::of(&game)
    })
}

fn script(turns: &[(Seat, i64)], name: Option<&str>) -> ScriptSnapshot {
    let seats = [Seat::B, Seat::A];
    let turns = turns.iter().map(|&(seat, roll)| ludo_rules::ScriptTurn {
        seat,
        roll: ludo_rules::Roll::new(roll).expect("a roll"),
    });
    let turns: Vec<ludo_rules::ScriptTurn> = turns.collect();
    let mut tokens = Tokens::new(seats.into_iter().collect()).expect("two seats");
    let (mut before, mut step) = (tokens, None);
    for &turn in &turns {
        let mut events = Vec::new();
        before = tokens;
        let outcome = tokens.play_turn(turn, &mut events);
        step = Some(LastAction {
            action: (turn, outcome),
            events,
        });
    }
    let names = name.map(|name| (Seat::A, name.to_owned()));
    ScriptSnapshot {
        tokens,
        before,
        players: seats.to_vec(),
        last_action: step,
        names: names.into_iter().collect(),
    }
}

/// Kuba's start in tournament rules, and pushes after which it stands there
/// for the third time.
const START: &str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t";
const THERE_AND_BACK: [&str; 8] = ["00B", "06B", "20F", "26F", "00B", "06B", "20F", "26F"];

/// One live game of each kind and each end.
fn live(name: Option<&str>) -> Vec<Scene> {
    vec![
        ludo("A9.20/CR.H A - -", None, &["A6p"], name),
        ludo("A9.20/CR.H A - -", Some(1), &["A6p"], name),
        ludo("AE.56/BE.E/C9.R A - B", Some(1), &["A3q"], name),
        ludo("AE.56/C9.R A - -", None, &["A1q"], name),
        kuba(START, None, &[], name),
        kuba(START, None, &THERE_AND_BACK, name),
        kuba(START, Some(8), &THERE_AND_BACK, name),
        kuba(START, Some(3), &THERE_AND_BACK[..3], name),
        kuba("7/7/rw5/7/7/7/6b w5b0 w - t", None, &["21L", "end"], name),
    ]
}

/// The live games, and two scripted ones.
fn scenes(name: Option<&str>) -> Vec<Box<dyn Shown>> {
    let live = live(name).into_iter().map(|scene| -> Box<dyn Shown> {
        match scene {
            Scene::Ludo(snapshot) => Box::new(snapshot),
            Scene::Kuba(snapshot) => Box::new(snapshot),
        }
    });
    let scripts = [
        script(&[(Seat::A, 6), (Seat::A, 4), (Seat::B, 3)], name),
        script(&[], name),
    ];
    let scripts = scripts.map(|script| -> Box<dyn Shown> { Box::new(script) });
    live.chain(scripts).collect()
}

#[test]
fn l_29_a_live_game_of_ludo_in_every_form() {
    assert_snapshot!(every_form(&*scenes(Some("Ann"))[0]));
}

#[test]
fn l_19_a_scripted_game_in_every_form() {
    assert_snapshot!(every_form(&*scenes(Some("Ann"))[9]));
}

#[test]
fn k_12_a_game_of_kuba_drawn_by_repetition_in_every_form() {
    assert_snapshot!(every_form(&*scenes(Some("Ann"))[5]));
}

#[test]
fn every_end_comes_first_and_leaves_nothing_to_do() {
    let ended = scenes(None);
    let first = |scene: &dyn Shown| {
        assert_eq!(scene.legal(), [""; 0]);
        for sentence in scene.description() {
            for due in ["is to ", "can move", "are legal", "may push", "may not"] {
                assert!(!sentence.contains(due), "{sentence}");
            }
        }
        // After the step, if there is one.
        let standing = scene
            .description()
            .remove(usize::from(scene.step().is_some()));
        assert_eq!(standing, scene.status());
        standing
    };
    let [l_31_two, l_31_four, l_30, k_12, k_12_first, k_13] =
        [1, 2, 3, 5, 6, 7].map(|index| first(&*ended[index]));
    assert_eq!(
        l_31_two,
        "The roll limit is reached (L-31): A and C share the places 1 and 2."
    );
    assert_eq!(
        l_31_four,
        "The roll limit is reached (L-31): B first; A and C share the places 2 and 3."
    );
    assert_eq!(l_30, "The game is over: A first, C second.");
    assert!(k_12.contains("third time (K-12)"), "{k_12}");
    assert_eq!(k_12_first, k_12, "a repetition goes before the limit");
    assert_eq!(
        k_13,
        "The game is drawn: the push limit was reached (K-13)."
    );
}

#[test]
fn l_31_the_picture_at_the_limit_waits_for_nobody() {
    for (index, waits) in [(0, true), (1, false), (2, false), (3, false)] {
        let scene = &*scenes(None)[index];
        let svg = scene.svg(PictureOptions::default());
        assert!(svg.contains(&scene.status()), "{svg}");
        for sign in ["id=\"die\"", "stroke-width=\"6\"", "is to roll"] {
            assert_eq!(svg.contains(sign), waits, "{index}: {sign}");
        }
    }
}

#[test]
fn l_31_shared_places_stand_in_the_yards() {
    let strokes = |scene: &dyn Shown, seat: &str| {
        let svg = scene.svg(PictureOptions::default());
        let (_, place) = svg.split_once(&format!("id=\"place-{seat}\""))?;
        Some(place.lines().next()?.matches('M').count())
    };
    let all = scenes(None);
    // `1=` takes four strokes, `2=` three, `1` two.
    assert_eq!(["A", "C"].map(|seat| strokes(&*all[1], seat)), [Some(4); 2]);
    let places = ["A", "B", "C", "D"].map(|seat| strokes(&*all[2], seat));
    assert_eq!(places, [Some(3), Some(2), Some(3), None]);
    assert_eq!(["A", "C"].map(|seat| strokes(&*all[0], seat)), [None; 2]);
}

#[test]
fn k_12_and_k_13_show_as_draws_in_the_picture() {
    let all = scenes(None);
    let drawn = |index: usize| {
        let svg = all[index].svg(PictureOptions::default());
        svg.matches("<g id=\"mark-").count()
    };
    assert_eq!([4, 5, 6, 7].map(drawn), [1, 2, 2, 2]);
}

#[test]
fn a_step_is_once_in_every_description() {
    for scene in scenes(None) {
        let Some(step) = scene.step() else { continue };
        let description = scene.description();
        assert_eq!(description[0], step);
        assert_eq!(
            description
                .iter()
                .filter(|sentence| **sentence == step)
                .count(),
            1
        );
    }
}

#[test]
fn every_picture_is_described_by_the_sentences_of_its_scene() {
    for scene in scenes(Some("Ann")) {
        let svg = scene.svg(PictureOptions::default());
        let description = svg.split_once("<desc id=\"description\">").expect("one").1;
        let description = description.split_once("</desc>").expect("its end").0;
        assert_eq!(description, scene.description().join(" "));
    }
    let line = "w5b/ww1r1bb/2wrrrb/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b 26L c";
    let svg = kuba(line, None, &[], None).svg(PictureOptions::default());
    for sentence in ["8 pushes are legal.", "may not push the marble in row 2"] {
        assert!(svg.contains(sentence), "{svg}");
    }
}

#[test]
fn l_1_and_l_21_players_are_reported_in_their_order() {
    let (game, _) = played::<Ludo>("A9.20/B3.H/D30.32 A - -".parse().expect("one"), None, &[]);
    let tokens = *game.position().tokens();
    let players = vec![Seat::D, Seat::A, Seat::B];
    let live = Snapshot {
        players: players.clone(),
        ..Snapshot::of(&game)
    };
    let script = ScriptSnapshot {
        tokens,
        before: tokens,
        players,
        last_action: None,
        names: Vec::new(),
    };
    for scene in [&live as &dyn Shown, &script] {
        let spaces = scene.spaces().expect("Ludo has some");
        assert_eq!(spaces, ["16", "18", "9", "20", "17", "H"]);
        let table = scene.table().expect("Ludo has one");
        let seats = table.lines().skip(1).map(str::trim_start);
        let seats: Vec<&str> = seats.filter_map(|line| line.get(..1)).collect();
        assert_eq!(seats, ["D", "A", "B"]);
    }
}

#[test]
fn k_13_a_step_at_the_limit_offers_nothing_more() {
    let line = "5wr/7/7/7/7/7/b5b w3b0 w - t";
    let step = |limit| kuba(line, limit, &["05R"], None).step().expect("one");
    assert!(step(None).contains("may push again"), "{}", step(None));
    assert!(!step(Some(1)).contains("may push"), "{}", step(Some(1)));
}

#[test]
fn every_name_reaches_its_title() {
    for scene in scenes(Some("Ann")) {
        let part = if scene.game() == "ludo" { "A" } else { "white" };
        let svg = scene.svg(PictureOptions::default());
        let title = svg.split("</title>").next().expect("a title");
        assert!(title.contains(&format!("Ann ({part})")), "{title}");
    }
}

#[test]
fn hostile_names_steer_nothing() {
    for scene in scenes(Some(HOSTILE)) {
        let forms = every_form(&*scene);
        let svg = scene.svg(PictureOptions::default());
        for text in [&forms, &svg] {
            let is_safe = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
            assert!(text.chars().all(is_safe), "{text}");
        }
        assert!(scene.board().lines().all(|line| line.chars().count() <= 80));
        assert!(!svg.contains("<script") && svg.contains("&lt;script&gt;"));
        let is_line = |sentence: &String| !sentence.contains('\n') && sentence.ends_with('.');
        assert!(scene.description().iter().all(is_line));
    }
}

#[test]
fn every_picture_is_named_and_described_by_its_own_elements() {
    for scene in scenes(None) {
        let options = PictureOptions {
            id: "one-",
            ..PictureOptions::default()
        };
        let svg = scene.svg(options);
        let (root, rest) = svg.split_once(">\n").expect("a root element");
        assert!(root.contains(" role=\"img\""), "{root}");
        let names = " aria-labelledby=\"one-title one-description\"";
        assert!(root.contains(names), "{root}");
        assert!(rest.starts_with("<title id=\"one-title\">"), "{rest}");
        let (_, rest) = rest.split_once("</title>\n").expect("a title");
        assert!(rest.starts_with("<desc id=\"one-description\">"), "{rest}");
    }
}

#[test]
fn every_copy_is_of_an_element_of_the_same_picture() {
    for scene in scenes(None) {
        let options = PictureOptions {
            id: "one-",
            ..PictureOptions::default()
        };
        let svg = scene.svg(options);
        let originals: Vec<&str> = svg
            .split(" href=\"#")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(!originals.is_empty());
        for original in originals {
            assert!(svg.contains(&format!(" id=\"{original}\"")), "{original}");
        }
    }
}

#[test]
fn a_scene_of_any_game_has_no_step_and_no_names() {
    for (line, game) in [("A9.20/CR.H A - -", "ludo"), (START, "kuba")] {
        let held = AnyGame::from_position(line, None).expect("a position");
        let scene = Scene::of(&held);
        assert_eq!(scene.game(), game);
        assert_eq!(scene.step(), None);
        assert_eq!(scene.position().as_deref(), Some(line));
        let plain = match game {
            "ludo" => ludo(line, None, &[], None),
            _ => kuba(line, None, &[], None),
        };
        assert_eq!(every_form(&*scene), every_form(&*plain));
    }
}

#[test]
fn every_picture_stays_small() {
    for scene in scenes(None) {
        let size = scene.svg(PictureOptions::default()).len();
        assert!(size < 36_000, "{} takes {size} bytes", scene.status());
    }
}
