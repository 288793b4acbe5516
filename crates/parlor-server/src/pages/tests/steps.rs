//! Steps of both games in words, for players, for others, and on a board that is turned.

use kuba_rules::{Action as KubaAction, Move as Push, Position as KubaPosition, Rules};
use ludo_rules::{Action as LudoAction, Position as LudoPosition};
use parlor_game::{AnyGame, Kuba, Ludo};
use parlor_table::table::{Frame, GameView};
use parlor_view::{LastAction, Scene, Snapshot};

use super::Pages;
use crate::pages::game_info;
use crate::pages::sentences as say;
use crate::pages::steps::{in_film, words};
use crate::pages::viewer::{Viewer, ViewerPrefs};

/// A game of Ludo of four by names, or one of Kuba, as the player of this seat sees it.
async fn seen_by(game: &str, seat: char) -> GameView {
    let pages = Pages::new();
    let fields: &[(&str, &str)] = match game {
        "ludo" => &[
            ("seat-A", "here"),
            ("seat-B", "here"),
            ("seat-C", "here"),
            ("seat-D", "here"),
            ("name-A", "Ann"),
            ("name-B", "Bo"),
            ("name-C", "Cid"),
            ("name-D", "Dee"),
        ],
        _ => &[
            ("seat-W", "here"),
            ("seat-B", "here"),
            ("name-W", "Ann"),
            ("name-B", "Bo"),
        ],
    };
    let address = pages.visitor().make(game, fields).await;
    pages.handle(&address).await.view_for(&[seat])
}

fn viewer(view: &GameView) -> Viewer<'_> {
    Viewer::new(view, ViewerPrefs::default())
}

/// Ludo after an action at a position.
fn ludo(position: &str, action: &str) -> Scene {
    let action: LudoAction = action.parse().expect("an action");
    let mut after: LudoPosition = position.parse().expect("a position");
    let events = after.play_with_events(action.choice).expect("a legal one");
    let AnyGame::Ludo(game) = AnyGame::from_position(position, None).expect("a position") else {
        panic!("it is Ludo");
    };
    Scene::Ludo(Snapshot::<Ludo> {
        position: after,
        last_action: Some(LastAction { action, events }),
        ..Snapshot::of(&game)
    })
}

/// Kuba after a push at a position.
fn kuba(position: &str, push: &str) -> Scene {
    let push: Push = push.parse().expect("a push");
    let mut after: KubaPosition = position.parse().expect("a position");
    let events = after.play_with_events(push).expect("a legal one");
    let action = KubaAction::Push(push);
    let AnyGame::Kuba(game) = AnyGame::from_position(position, None).expect("a position") else {
        panic!("it is Kuba");
    };
    Scene::Kuba(Snapshot::<Kuba> {
        position: after,
        last_action: Some(LastAction { action, events }),
        ..Snapshot::of(&game)
    })
}

#[tokio::test]
async fn l_5_to_l_12_every_step_of_ludo_is_said_to_who_made_it_and_to_others() {
    let [own, other] = [seen_by("ludo", 'A').await, seen_by("ludo", 'B').await];
    let says = |position: &str, action: &str| {
        let after = ludo(position, action);
        [&own, &other].map(|view| words(&viewer(view), &after, None).expect("a step"))
    };
    let plain = |position: &str, action: &str| says(position, action).map(|words| words.plain);
    let both =
        |sentence: fn(&str, u8) -> String, roll| ["You", "Ann"].map(|who| sentence(who, roll));

    let out = both(say::came_out, 6);
    assert_eq!(plain("AH.H/BH.H A 6 -", "A6p"), out);
    let [yours, _] = says("A20.28/BH.H A 4 -", "A4p");
    assert_eq!(yours.plain, say::moved_token("You", 4));
    assert_eq!(yours.exact, Some(say::from_to("p", "20", "24")));
    assert_eq!(plain("AH.H/BH.H A 3 -", "A3-"), both(say::nothing_moved, 3));
    let pair = |sentence: fn(&str, u8) -> String, roll| {
        both(sentence, roll).map(|says| format!("{says} {}", say::PAIR_MADE))
    };
    assert_eq!(plain("A20.24/BH.H A 4 -", "A4p"), pair(say::moved_token, 4));
    assert_eq!(plain("A20.20/BH.H A 4 -", "A4pq"), both(say::moved_pair, 4));
    // B enters the ring at 15: its step 10 is the space 24.
    let [yours, theirs] = plain("A20.28/B10.H A 4 -", "A4p");
    assert_eq!(
        yours,
        format!(
            "{} {}",
            say::moved_token("You", 4),
            say::kicked_one_of("Bo")
        )
    );
    assert_eq!(
        theirs,
        format!("{} {}", say::moved_token("Ann", 4), say::KICKED_YOURS)
    );
    let [yours, theirs] = plain("A20.28/B10.10 A 4 -", "A4p");
    assert!(yours.ends_with(&say::kicked_both_of("Bo")), "{yours}");
    assert!(theirs.ends_with(say::KICKED_BOTH_YOURS), "{theirs}");
    assert_eq!(plain("A54.3/BH.H A 3 -", "A3p"), both(say::came_home, 3));
    let too_far = both(say::token_turned_back, 5);
    assert_eq!(plain("A54.3/BH.H A 5 -", "A5p"), too_far);
    // Of three, who is done first goes home while the others go on.
    let done = "AE.54/BH.H/CH.H A 3 -";
    let [yours, theirs] = plain(done, "A3q");
    let came = |who: &str| format!("{} {}", say::came_home(who, 3), say::finished(who, "first"));
    assert_eq!([yours, theirs], ["You", "Ann"].map(came));
    // Of two it ends the game, which is said where the end is.
    assert_eq!(plain("AE.54/BH.H A 3 -", "A3q"), both(say::came_home, 3));
}

#[tokio::test]
async fn k_2_k_6_every_step_of_kuba_is_said_as_the_reader_sees_the_board() {
    let [white, black] = [seen_by("kuba", 'W').await, seen_by("kuba", 'B').await];
    let [white, black] = [&white, &black].map(viewer);
    assert!(white.is_turned && !black.is_turned);
    let says = |position: &str, action: &str| {
        let after = kuba(position, action);
        [&white, &black].map(|viewer| words(viewer, &after, None).expect("a step").plain)
    };
    let start = KubaPosition::start(Rules::Classroom).to_string();
    assert_eq!(
        says(&start, "65F"),
        [
            say::pushed("You", 2, say::DOWN),
            say::pushed("Ann", 2, say::UP)
        ]
    );
    assert_eq!(
        says(&start, "00R"),
        [
            say::pushed("You", 2, say::TO_THE_LEFT),
            say::pushed("Ann", 2, say::TO_THE_RIGHT)
        ]
    );
    let edge = "7/5wr/7/5wb/7/w6/b6 w0b0 w - t";
    let [yours, theirs] = says(edge, "15R");
    let red = say::captured(1, 7);
    let [left, right] = [say::TO_THE_LEFT, say::TO_THE_RIGHT];
    assert_eq!(yours, format!("{} {red}", say::pushed("You", 2, left)));
    assert_eq!(theirs, format!("{} {red}", say::pushed("Ann", 2, right)));
    let [yours, theirs] = says(edge, "35R");
    assert!(yours.ends_with(&say::lost_marble("Bo", 1)), "{yours}");
    assert!(theirs.ends_with(&say::lost_yours(1)), "{theirs}");
    assert_eq!(
        says(edge, "50R"),
        [say::pushed_one("You", left), say::pushed_one("Ann", right)]
    );
}

#[tokio::test]
async fn what_a_bot_did_in_the_place_of_a_player_is_told_as_the_bots() {
    let views = [seen_by("kuba", 'W').await, seen_by("kuba", 'B').await];
    let after = kuba("7/5wr/7/5wb/7/w6/b6 w0b0 w - t", "50R");
    let told = views.map(|view| words(&viewer(&view), &after, Some("level-3")).expect("a step"));
    let bot = game_info::bot_title("kuba", "level-3");
    let wanted = [(say::YOU, say::TO_THE_LEFT), ("Ann", say::TO_THE_RIGHT)];
    let wanted = wanted.map(|(whom, way)| say::pushed_one(&say::stands_in(bot, whom), way));
    assert_eq!(told.map(|words| words.plain), wanted);

    let views = [seen_by("ludo", 'A').await, seen_by("ludo", 'B').await];
    let bot = game_info::bot_title("ludo", "random");
    let who = [say::YOU, "Ann"].map(|whom| say::stands_in(bot, whom));
    let frame = |after: Scene| Frame {
        before: after.clone(),
        after,
        stand_in: Some("random".to_owned()),
        taken_back: None,
    };
    let in_film = |frame: &Frame| {
        let told = views.each_ref().map(|view| in_film(&viewer(view), frame));
        told.map(|says| says.expect("a step"))
    };
    let moved = frame(ludo("AH.H/BH.H A 6 -", "A6p"));
    assert_eq!(
        in_film(&moved),
        who.each_ref().map(|who| say::came_out(who, 6))
    );
    let in_hand = AnyGame::from_position("A20.28/BH.H A 4 -", None).expect("a position");
    let rolled = frame(Scene::of(&in_hand));
    assert_eq!(in_film(&rolled), who.map(|who| say::rolled_now(&who, 4)));
    // The roll is in hand again, and nobody has rolled.
    let undone = Frame {
        taken_back: Some('A'),
        ..rolled
    };
    let wanted = [say::YOURS_TAKEN_BACK.to_owned(), say::took_back("Ann")];
    assert_eq!(in_film(&undone), wanted);
}
