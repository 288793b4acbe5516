//! Hints: who may have one, and what is known of it afterwards.

use super::clocks::blitz;
use super::{
    CommandError, Driver, GameView, HERE, NewPlayer, NewTable, check_log, kuba, seat, table,
};
use crate::testing::Bench;
use parlor_table::log::{ChanceBasis, HintReason};
use parlor_table::table::HintSearch;

fn found(view: &GameView) -> Option<(char, String)> {
    let hint = view.hint.as_ref()?;
    Some((hint.seat, hint.action()?.to_owned()))
}

/// A position in which one push takes a red: White begins, and so on.
const OPENING: [(char, &str); 4] = [('W', "01B"), ('B', "16L"), ('W', "11B"), ('B', "14B")];

#[tokio::test]
async fn a_hint_comes_when_the_others_agree_and_the_record_has_it() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    for (seat, push) in OPENING {
        driver.must(&[seat], push).await;
    }
    driver.must(&['W'], "ask-hint").await;
    assert!(
        driver.view_for().await.hint.is_none(),
        "Black has not agreed"
    );
    driver.must(&['B'], "allow-hint").await;
    let view = driver.until(|view| found(view).is_some()).await;
    let (whose, action) = found(&view).expect("there is a hint");
    assert_eq!((whose, view.seats[0].hints), ('W', 1));
    assert!(view.legal.contains(&action), "{action}");
    let error = driver.refused(&['W'], "ask-hint").await;
    assert_eq!(error, CommandError::HintExists);

    driver.must(&['W'], &action).await;
    let view = driver.view_for().await;
    assert_eq!(view.hint, None);
    let handle = bench.service.game(&driver.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let record = handle.record_text().to_string();
    let note = format!("{action} {{after the hint {action}}}");
    assert!(record.contains(&note), "{record}");
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn who_plays_with_bots_has_the_hint_at_once() {
    let bench = Bench::default();
    let seats = vec![
        seat('W', HERE),
        seat('B', NewPlayer::Bot("greedy".to_owned())),
    ];
    let (mut driver, _) = Driver::make(&bench, &table("kuba", None, seats)).await;
    driver.must(&['W'], "ask-hint").await;
    driver.until(|view| found(view).is_some()).await;
}

#[tokio::test]
async fn a_hint_in_ludo_has_the_chances_of_the_choices() {
    let bench = Bench::default();
    let seats = "ABC".chars().map(|letter| seat(letter, HERE));
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats.collect())).await;
    let by = ['A', 'B', 'C'];
    while driver.view_for().await.legal.len() < 2 {
        let legal = driver.view_for().await.legal;
        driver.must(&by, &legal[0]).await;
    }
    driver.must(&by, "ask-hint").await;
    let view = driver.until(|view| found(view).is_some()).await;
    let Some(HintSearch::Found { reason, .. }) = view.hint.map(|hint| hint.search) else {
        panic!("there is a hint");
    };
    assert!(
        matches!(
            reason,
            HintReason::Chances {
                best: 0.0..=1.0,
                basis: ChanceBasis::Estimate,
                ..
            }
        ),
        "{reason:?}"
    );
}

#[tokio::test]
async fn there_is_no_hint_for_who_waits_or_has_to_roll_or_plays_by_the_clock() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    assert_eq!(
        driver.refused(&['B'], "ask-hint").await,
        CommandError::HintOutOfTurn
    );
    driver.must(&['W'], "ask-hint").await;
    driver.must(&['B'], "refuse-hint").await;
    let error = driver.refused(&['W'], "ask-hint").await;
    assert_eq!(error, CommandError::RequestDeclined);
    let seats = vec![seat('A', HERE), seat('C', HERE)];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    assert_eq!(
        driver.refused(&['A'], "ask-hint").await,
        CommandError::HintBeforeRoll
    );
    let blitz: NewTable = blitz("kuba", &['W', 'B']);
    let (mut driver, _) = Driver::make(&bench, &blitz).await;
    assert_eq!(
        driver.refused(&['W'], "ask-hint").await,
        CommandError::HintOnClock
    );
}

#[tokio::test]
async fn a_hint_for_who_has_played_already_comes_too_late_and_is_gone_with_the_next_move() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    // Both orders are sent before the search can end.
    driver.must(&['W', 'B'], "ask-hint").await;
    let view = driver.view_for().await;
    if view
        .hint
        .as_ref()
        .is_some_and(parlor_table::table::Hint::is_searching)
    {
        driver.must(&['W'], "65F").await;
        let search = driver.view_for().await.hint.map(|hint| hint.search);
        assert_eq!(search, Some(HintSearch::TooLate));
        driver.must(&['B'], "ask-hint").await;
        driver.must(&['W'], "allow-hint").await;
        driver.until(|view| found(view).is_some()).await;
    }
    check_log(&bench, &driver.id).await;
}
