//! Whatever short game is analyzed, nothing panics and every number is finite.
//!
//! Ludo has three or four players here: the chances of two would have to be solved first.

use std::fmt::Write as _;

use ludo_rules::{Action, Roll, Seat};
use ludo_solver::analysis::{Analysis, Expert};
use ludo_solver::exact::Tablebase;
use parlor_record::record::AnyRecord;
use parlor_study::ludo::Dice;
use parlor_study::{accuracy, kuba, ludo};
use parlor_view::PictureOptions;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::Config;
use serde_json::Value;

/// The plies of a game, each chosen by two numbers.
fn choices(most: usize) -> impl Strategy<Value = Vec<(u8, u8)>> {
    vec(any::<(u8, u8)>(), 1..=most)
}

/// A game that begins where `before` has led, with the plies that `played` choose; `None` if none
/// can be played.
fn game_of_ludo(seats: usize, before: &[(u8, u8)], played: &[(u8, u8)]) -> Option<AnyRecord> {
    let seats = &Seat::ALL[..seats];
    let mut position = ludo_rules::Position::new(seats).expect("some seats");
    for &choice in before {
        ply_of_ludo(&mut position, choice);
    }
    // The record names whoever is to act first.
    let first = position.to_act()?;
    let (before, from) = seats.split_at(seats.iter().position(|&seat| seat == first)?);
    let seats = from.iter().chain(before).map(Seat::to_string);
    let seats: Vec<String> = seats.collect();
    let mut text = format!(
        "parlor-record 1\ngame: ludo\nseats: {}\nstart: {position}\n\n",
        seats.join(", ")
    );
    let plies: Vec<String> = played
        .iter()
        .map_while(|&choice| ply_of_ludo(&mut position, choice))
        .collect();
    text.push_str(&plies.join(" "));
    (!plies.is_empty()).then(|| AnyRecord::read(&text).expect("a legal game"))
}

/// Plays a roll and a choice for it; `None` when the game is over.
fn ply_of_ludo(position: &mut ludo_rules::Position, (roll, choice): (u8, u8)) -> Option<String> {
    let seat = position.to_act()?;
    let roll = Roll::ALL[usize::from(roll) % 6];
    position.apply_roll(roll).expect("a roll is due");
    let legal = position.legal_moves();
    let choice = legal.iter().nth(usize::from(choice) % legal.len());
    let choice = choice.expect("something can be done");
    position.play(choice).expect("a legal choice");
    Some(Action { seat, roll, choice }.to_string())
}

/// As [`game_of_ludo`].
fn game_of_kuba(rules: usize, before: &[(u8, u8)], played: &[(u8, u8)]) -> Option<AnyRecord> {
    let rules = kuba_rules::Rules::ALL[rules];
    let mut position = kuba_rules::Position::start(rules);
    for &choice in before {
        ply_of_kuba(&mut position, choice);
    }
    // The record names whoever is to act first.
    let first = position.to_move();
    let [first, second] = [first, first.other()].map(kuba_rules::Side::letter);
    let mut text = format!(
        "parlor-record 1\ngame: kuba\nrules: {rules}\nseats: {first}, {second}\nstart: {position}\n\n"
    );
    let mut plies = 0;
    for &choice in played {
        let Some(push) = ply_of_kuba(&mut position, choice) else {
            break;
        };
        plies += 1;
        write!(text, "{push} ").expect("a String takes all");
    }
    (plies > 0).then(|| AnyRecord::read(&text).expect("a legal game"))
}

fn ply_of_kuba(position: &mut kuba_rules::Position, (choice, more): (u8, u8)) -> Option<String> {
    let legal = position.legal_moves();
    if position.is_over() || legal.is_empty() {
        return None;
    }
    let choice = usize::from(choice) * 256 + usize::from(more);
    let push = legal.iter().nth(choice % legal.len());
    let push = push.expect("one of them");
    position.play(push).expect("a legal push");
    Some(push.to_string())
}

/// Every number of a JSON value, and that those that have to be there are.
fn check_json(value: &Value, key: &str) {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().expect("a number");
            assert!(number.is_finite(), "{key}: {number}");
        }
        Value::Null => assert!(
            !matches!(
                key,
                "chance" | "start" | "reds" | "size" | "depth" | "nodes"
            ),
            "{key} is no number"
        ),
        Value::Array(values) => values.iter().for_each(|value| check_json(value, key)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(key, value)| check_json(value, key)),
        Value::Bool(_) | Value::String(_) => {}
    }
}

fn check_ludo(analysis: &Analysis) {
    for ply in analysis.plies() {
        let numbers = [ply.luck(), ply.loss(), Some(ply.rolled().of(ply.seat()))];
        assert!(numbers.into_iter().flatten().all(f64::is_finite), "{ply:?}");
        for ranked in ply.ranking.choices() {
            let chance = ranked.chances.of(ply.seat());
            assert!((0.0..=1.0).contains(&chance), "{ranked:?}");
            assert!(ranked.loss >= 0.0 && ranked.loss.is_finite(), "{ranked:?}");
        }
    }
    for tally in analysis.tallies() {
        assert!(tally.luck.is_finite() && tally.loss.is_finite());
        assert!(accuracy(tally.labels).is_none_or(|share| share <= 100));
        let dice = Dice::of(analysis, tally.seat);
        assert!(dice.mean().is_none_or(|mean| (1.0..=6.0).contains(&mean)));
    }
}

/// A picture in which each number can be drawn.
fn check_picture(svg: &str) {
    assert!(svg.starts_with("<svg ") && !svg.contains("NaN") && !svg.contains("inf,"));
}

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_short_game_of_ludo(
        seats in 3..=4_usize,
        before in vec(any::<(u8, u8)>(), 0..200),
        played in choices(6),
    ) {
        let Some(AnyRecord::Ludo(record)) = game_of_ludo(seats, &before, &played) else {
            return Ok(());
        };
        let end = record.at(record.plies().len()).expect("its end");
        if !ludo::seatings(&record).is_empty()
            || end.position().finishing_order().iter().count() + 2 >= seats
        {
            return Ok(());
        }
        let judge = Expert::new(Tablebase::shared());
        let analysis = ludo::analyze(&record, &judge, &()).expect("values of every position");
        let analysis = analysis.expect("nobody stops it");
        check_ludo(&analysis);
        check_json(&serde_json::from_str(&ludo::json(&record, &analysis)).expect("JSON"), "");
        check_picture(&ludo::graph(&record, &analysis, PictureOptions::default()));
        prop_assert!(!ludo::sentences(&record, &analysis).is_empty());
        let rolls: usize = record.opening().seats().into_iter()
            .flat_map(|seat| Dice::of(&analysis, seat).counts).sum();
        prop_assert_eq!(rolls, record.plies().len());
    }

    #[test]
    fn any_short_game_of_kuba(
        rules in 0..2_usize,
        before in vec(any::<(u8, u8)>(), 0..60),
        played in choices(6),
        nodes in 1..300_u64,
    ) {
        let Some(AnyRecord::Kuba(record)) = game_of_kuba(rules, &before, &played) else {
            return Ok(());
        };
        let analysis = kuba::analyze(&record, nodes, &()).expect("legal actions");
        prop_assert_eq!(analysis.actions.len(), record.plies().len());
        prop_assert!(analysis.leads().iter().all(|lead| !lead.is_nan()));
        check_json(&serde_json::from_str(&kuba::json(&record, &analysis)).expect("JSON"), "");
        check_picture(&kuba::graph(&record, &analysis, PictureOptions::default()));
        prop_assert!(kuba::sentences(&record, &analysis).len() >= 2);
    }
}
