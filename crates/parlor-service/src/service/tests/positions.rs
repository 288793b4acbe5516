//! Games that begin with a position.

use parlor_game::{Kuba, LiveGame};
use parlor_record::record::Ending;

use super::*;

fn from(position: &str, game: &str, seats: &str) -> NewTable {
    let seats = seats.chars().map(|letter| seat(letter, HERE)).collect();
    NewTable {
        position: Some(position.to_owned()),
        ..table(game, None, seats)
    }
}

#[tokio::test]
async fn a_roll_in_hand_is_answered_and_the_dice_begin_with_the_next() {
    let start = "A20.H/C12.E C 5 -";
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &from(start, "ludo", "CA")).await;
    let view = driver.view_for().await;
    assert_eq!((&*view.position, view.to_act), (start, Some('C')));
    assert_eq!(view.legal, ["C5p"]);
    driver.must(&['C'], "C5p").await;
    driver.must(&['C'], "ask-undo").await;
    driver.must(&['A'], "allow-undo").await;
    assert_eq!(driver.view_for().await.position, start, "in hand again");
    driver.must(&['C'], "C5p").await;
    driver.must(&['A'], "roll").await;
    driver.must(&['A'], "resign").await;
    let handle = bench.service.game(&driver.id).await;
    let record = handle
        .expect("the store works")
        .expect("it is there")
        .record_text();
    let is_start = |line: &str| line == format!("start: {start}");
    assert!(record.lines().any(is_start), "{record:?}");
    let verified = AnyRecord::read(&record).expect("a record").verify_dice();
    assert_eq!(verified.expect("the dice committed to").rolls, 1);
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_rematch_begins_with_the_same_position() {
    let start = "A20.H/C12.E C - -";
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &from(start, "ludo", "CA")).await;
    driver.must(&['C'], "resign").await;
    driver.must(&['C', 'A'], "rematch").await;
    driver.id = driver.view_for().await.rematch.expect("a game follows");
    let view = driver.view_for().await;
    assert_eq!((&*view.position, view.to_act), (start, Some('C')));
}

/// Repetitions count from the position on, which counts itself.
#[tokio::test]
async fn k_12_repetitions_count_from_the_position_with_which_a_game_begins() {
    let mut before =
        LiveGame::<Kuba>::start(kuba_rules::Rules::Tournament, &kuba_rules::Side::ALL, None)
            .expect("it begins");
    let mut pushes = ["00B", "06B", "20F", "26F"].into_iter().cycle();
    for push in pushes.by_ref().take(5) {
        let played = before.play(push.parse().expect("a push"));
        played.expect("it is allowed");
    }
    let bench = Bench::default();
    let start = before.position().to_string();
    let (mut driver, _) = Driver::make(&bench, &from(&start, "kuba", "BW")).await;
    for (number, push) in (1..=8).zip(pushes) {
        let view = driver.view_for().await;
        assert_eq!(view.status, Status::Playing, "before push {number}");
        driver.must(&['W', 'B'], push).await;
    }
    let result = driver.view_for().await.result.expect("it is drawn");
    assert_eq!(result.ending, Ending::Rule("K-12"));
}
