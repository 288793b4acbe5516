//! Records played through, by the rules that need history too.

use core::num::NonZeroU32;

use kuba_rules::{Rules, Side};
use ludo_rules::Seat;
use parlor_game::{Game, Kuba, Ludo, Turn};
use parlor_record::record::{
    Act, AnyRecord, Ending, FinishError, Json, Notes, Opening, Places, PushError, Record,
    Settlement,
};

fn kuba(rules: Rules) -> Record<Kuba> {
    Record::begin(Opening::new(rules, Side::ALL)).expect("both sides")
}

fn push(record: &mut Record<Kuba>, actions: &str) {
    for action in actions.split_whitespace() {
        let pushed = record.push(action.parse().expect("an action"));
        pushed.unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

fn groups<S: Copy + Ord>(places: Option<Places<S>>) -> Vec<Vec<S>> {
    places
        .map(|places| places.groups().to_vec())
        .unwrap_or_default()
}

#[test]
fn k_12_the_third_beginning_of_a_turn_draws_a_record() {
    let mut record = kuba(Rules::Tournament);
    push(&mut record, "00B 06B 20F 26F 00B 06B 20F");
    assert_eq!(record.ending(), None);
    push(&mut record, "26F");
    assert_eq!(record.ending(), Some(Ending::Rule("K-12")));
    assert_eq!(groups(record.result()), [vec![Side::White, Side::Black]]);
    let error = record
        .push("00B".parse().expect("a push"))
        .expect_err("drawn");
    assert_eq!(error.rule(), Some("K-12"));
    assert_eq!(
        record.finish(Settlement::Abandoned),
        Err(FinishError::Over(Ending::Rule("K-12")))
    );
    // In classroom rules nothing is counted.
    let mut record = kuba(Rules::Classroom);
    push(&mut record, "00B 06B 20F 26F 00B 06B 20F 26F 00B");
    assert_eq!(record.ending(), None);
}

#[test]
fn k_13_the_limit_draws_a_record_and_counts_pushes_alone() {
    let mut opening = Opening::<Kuba>::new(Rules::Tournament, Side::ALL);
    opening.limit = NonZeroU32::new(6);
    let mut record = Record::begin(opening).expect("both sides");
    push(&mut record, "56L 60R 55L 62F 54L end");
    assert_eq!(record.ending(), None, "ending a turn does not count");
    push(&mut record, "06B");
    assert_eq!(record.ending(), Some(Ending::Rule("K-13")));
    assert_eq!(record.result().and_then(|places| places.winner()), None);
    let error = record
        .push("00B".parse().expect("a push"))
        .expect_err("over");
    assert_eq!(error.rule(), Some("K-13"));
}

#[test]
fn k_13_a_win_goes_before_the_limit() {
    let text = "parlor-record 1\ngame: kuba\nseats: W, B\nlimit: 1\nstart: 7/7/7/5wr/7/7/b6 w6b0 w - c\n\n35R";
    let record = Record::<Kuba>::read(text).expect("a record");
    assert_eq!(record.ending(), Some(Ending::Rule("K-8")));
    assert_eq!(
        record.result().and_then(|places| places.winner()),
        Some(Side::White)
    );
}

#[test]
fn k_11_who_is_named_first_begins_in_classroom_rules() {
    let text = "parlor-record 1\ngame: kuba\nseats: B, W\n\n05B 65F";
    let record = Record::<Kuba>::read(text).expect("Black begins");
    assert_eq!(record.opening().seats(), [Side::Black, Side::White]);
    assert_eq!(record.game().turn(), Turn::Action(Side::Black));
}

#[test]
fn l_28_who_is_named_first_begins() {
    for (seats, first, second) in [("C, A, B", "C5-", "A5-"), ("B, A, C", "B5-", "C5-")] {
        let text = format!("parlor-record 1\ngame: ludo\nseats: {seats}\n\n{first} {second}");
        Record::<Ludo>::read(&text).unwrap_or_else(|error| panic!("{seats}: {error}"));
    }
}

#[test]
fn l_31_the_limit_lets_the_unfinished_share_the_places_left() {
    let text = "parlor-record 1\ngame: ludo\nseats: C, A, B, D\nlimit: 3\nstart: AH.H/BH.H/C56.E/DH.H C - -\n\nC1p D5- A5-";
    let record = Record::<Ludo>::read(text).expect("a record");
    assert_eq!(record.ending(), Some(Ending::Rule("L-31")));
    assert_eq!(
        groups(record.result()),
        [vec![Seat::C], vec![Seat::A, Seat::B, Seat::D]]
    );
    assert!(
        record
            .to_text()
            .contains("\nresult: C, A=B=D\nending: L-31\n"),
        "{}",
        record.to_text()
    );
    let places: Vec<_> = record.result().expect("places").standings();
    assert_eq!(places, record.game().standings());
}

#[test]
fn l_29_a_bare_roll_stands_last_and_is_answered_in_its_place() {
    let mut record =
        Record::<Ludo>::begin(Opening::new(ludo_rules::Rules::Classic, [Seat::A, Seat::C]))
            .expect("two seats");
    let six = "6"
        .parse::<u8>()
        .map(i64::from)
        .map(ludo_rules::Roll::new)
        .expect("6")
        .expect("a roll");
    record.push_chance(six).expect("a roll is due");
    record.last_notes_mut().expect("the roll").comment = Some("lucky".into());
    assert_eq!(record.plies()[0].act(), &Act::Chance(Seat::A, six));
    assert!(record.push_chance(six).is_err());
    let read = AnyRecord::read(&record.to_text()).expect("a record");
    assert_eq!(read, record.clone().into());
    let error = record
        .push("A5p".parse().expect("an action"))
        .expect_err("another roll");
    assert_eq!(error.rule(), Some("L-29"));
    record
        .push("A6q".parse().expect("an action"))
        .expect("it answers the roll");
    assert_eq!(record.plies().len(), 1);
    assert_eq!(record.plies()[0].notes.comment.as_deref(), Some("lucky"));
    assert_eq!(record.game().position().to_string(), "AH.R/CH.H A + -");
}

#[test]
fn a_game_ends_off_the_board_only_as_it_can() {
    let mut record = kuba(Rules::Classroom);
    push(&mut record, "65F");
    let mut resigned = record.clone();
    resigned
        .finish(Settlement::Resignation {
            winner: Side::Black,
        })
        .expect("two play");
    assert_eq!(resigned.ending(), Some(Ending::Resignation));
    assert_eq!(groups(resigned.result()), [[Side::Black], [Side::White]]);
    let error = resigned.push("05B".parse().expect("a push"));
    assert_eq!(error, Err(PushError::Finished(Ending::Resignation)));
    assert_eq!(error.expect_err("ended").rule(), None);
    assert_eq!(
        resigned.finish(Settlement::Agreement),
        Err(FinishError::Over(Ending::Resignation))
    );
    record.finish(Settlement::Agreement).expect("two play");
    assert_eq!(groups(record.result()), [[Side::White, Side::Black]]);

    let three = Opening::<Ludo>::new(ludo_rules::Rules::Classic, [Seat::A, Seat::B, Seat::C]);
    let mut record = Record::begin(three).expect("three seats");
    let winner = Seat::A;
    for settlement in [
        Settlement::Time { winner },
        Settlement::Resignation { winner },
        Settlement::Agreement,
    ] {
        assert!(matches!(
            record.finish(settlement),
            Err(FinishError::MoreThanTwo(_))
        ));
    }
    record
        .finish(Settlement::Abandoned)
        .expect("always possible");
    assert_eq!(
        (record.ending(), record.result()),
        (Some(Ending::Abandoned), None)
    );
    let two = Opening::<Ludo>::new(ludo_rules::Rules::Classic, [Seat::A, Seat::B]);
    let mut record = Record::begin(two).expect("two seats");
    assert_eq!(
        record.finish(Settlement::Time { winner: Seat::C }),
        Err(FinishError::NoSuchWinner)
    );
}

#[test]
fn an_agreement_needs_no_result_and_an_unfinished_game_has_none() {
    let head = "parlor-record 1\ngame: kuba\nseats: W, B\n";
    let agreed = Record::<Kuba>::read(&format!("{head}ending: agreement\n")).expect("a record");
    assert!(
        agreed
            .to_text()
            .contains("result: W=B\nending: agreement\n")
    );
    for open in ["result: *\n", "result = null\n", "ending = null\n", ""] {
        let open = Record::<Kuba>::read(&format!("{head}{open}")).expect("a record");
        assert!(!open.to_text().contains("result"), "{}", open.to_text());
    }
}

fn check_every_ply<G: Game>(record: &Record<G>) {
    let mut replay = record.replay();
    assert_eq!(replay.len(), record.plies().len());
    assert_eq!(record.at(0).as_ref(), Some(replay.game()));
    let mut position = record.start().clone();
    while let Some(step) = replay.next() {
        assert_eq!(step.before, position);
        assert_eq!(record.at(step.number).as_ref(), Some(replay.game()));
        assert_eq!(&step.after, replay.game().position());
        let is_last = step.number == record.plies().len();
        assert_eq!(step.ending.is_some(), is_last && record.ending().is_some());
        assert_eq!(step.ply, &record.plies()[step.number - 1]);
        position = step.after;
    }
    assert_eq!(replay.game(), record.game());
    assert_eq!(record.at(record.plies().len() + 1), None);
}

#[test]
fn every_ply_of_the_examples_is_replayed() {
    let mut story = String::new();
    for text in [
        include_str!("../../../../docs/examples/kuba.record"),
        include_str!("../../../../docs/examples/kuba-draw.record"),
        include_str!("../../../../docs/examples/ludo.record"),
    ] {
        match AnyRecord::read(text).unwrap_or_else(|error| panic!("{error}")) {
            AnyRecord::Kuba(record) => {
                check_every_ply(&record);
                tell(&mut story, &record);
            }
            AnyRecord::Ludo(record) => {
                check_every_ply(&record);
                tell(&mut story, &record);
            }
            AnyRecord::LudoScript(_) => unreachable!("none of these is a script"),
        }
    }
    insta::assert_snapshot!(story);
}

fn tell<G: Game>(story: &mut String, record: &Record<G>) {
    use std::fmt::Write as _;
    writeln!(story, "{} from {}", G::NAME, record.start()).expect("a String takes all");
    for step in record.replay() {
        let ending = step
            .ending
            .map(|ending| format!(" {ending}"))
            .unwrap_or_default();
        let (number, act, events) = (step.number, step.ply.act(), step.events.len());
        writeln!(
            story,
            "{number:>3}. {act:<5} {} {events} events{ending}",
            step.after
        )
        .expect("a String takes all");
    }
}

#[test]
fn known_fields_cannot_be_set_as_unknown_ones() {
    let mut record = kuba(Rules::Classroom);
    push(&mut record, "65F");
    let ply = record.last_notes_mut().expect("a ply");
    for key in ["action", "comment", "clock_ms"] {
        assert!(ply.set_field(key, Json::text("1")).is_err());
    }
    ply.set_field("eval", Json::parse("0.25").expect("JSON"))
        .expect("unknown");
    assert_eq!(ply.fields().get("eval").map(Json::as_str), Some("0.25"));
    let mut opening = record.opening().clone();
    opening.fields.set("result", Json::text("W, B"));
    let error = Record::<Kuba>::begin(opening).expect_err("a known field");
    assert!(error.to_string().contains("\"result\""), "{error}");
    let mut opening = record.opening().clone();
    opening.players[0].fields.set("name", Json::text("Ann"));
    assert!(Record::<Kuba>::begin(opening).is_err());
}

#[test]
fn a_secret_is_revealed_only_if_it_was_committed_to() {
    use parlor_dice::{Bytes32, DiceError, Scheme};
    use parlor_record::record::Dice;
    let secret = Bytes32([7; 32]);
    let mut opening = Opening::<Ludo>::new(ludo_rules::Rules::Classic, [Seat::A, Seat::C]);
    let commitment = Bytes32::sha_256(&secret.0);
    opening.dice = Some(Dice::new(Scheme::V1, "g-17".into(), commitment));
    let mut record = Record::begin(opening).expect("an opening");
    let before = record.clone();
    assert!(matches!(
        record.reveal(Bytes32([8; 32])),
        Err(DiceError::WrongSecret { .. })
    ));
    assert_eq!(record, before);
    record.reveal(secret).expect("the secret");
    assert_eq!(AnyRecord::read(&record.to_text()), Ok(record.into()));
    assert_eq!(
        kuba(Rules::Classroom).reveal(secret),
        Err(DiceError::NoDice)
    );
}

#[test]
fn l_28_l_29_l_30_a_word_is_taken_or_refused_as_the_rules_say() {
    let mut record =
        Record::<Ludo>::begin(Opening::new(ludo_rules::Rules::Classic, [Seat::A, Seat::C]))
            .expect("two seats");
    let refused = |record: &mut Record<Ludo>, word: &str| {
        let before = record.clone();
        let error = record.push_word(word).expect_err("refused");
        assert_eq!(*record, before, "{word}");
        error.rule()
    };
    assert_eq!(refused(&mut record, "C6"), Some("L-28"));
    assert_eq!(refused(&mut record, "B6"), Some("L-28"));
    assert_eq!(refused(&mut record, "A7"), None);
    assert_eq!(refused(&mut record, "A"), None);
    record.push_word("A6").expect("a roll is due");
    assert_eq!(refused(&mut record, "A6"), Some("L-29"));
    assert_eq!(refused(&mut record, "C6"), Some("L-28"));
    record.push_word("A6p").expect("it answers the roll");
    record.push_word("A3p").expect("the bonus roll");
    assert_eq!(record.plies().len(), 2);
    record.finish(Settlement::Abandoned).expect("it goes on");
    let error = record.push_word("C6").expect_err("abandoned");
    assert_eq!(error.to_string(), "the game was ended before, by abandoned");
    let over = "parlor-record 1\ngame: ludo\nseats: A, C\nstart: AE.E/CH.H - - AC\n";
    let mut over = Record::<Ludo>::read(over).expect("a record");
    assert_eq!(refused(&mut over, "C3"), Some("L-30"));
    let mut kuba = kuba(Rules::Classroom);
    assert_eq!(kuba.push_word("W6").expect_err("no dice").rule(), None);
    kuba.push_word("65F").expect("a push");
}

#[test]
fn what_a_record_says_about_itself_can_be_set_but_not_what_was_played() {
    let mut record = kuba(Rules::Classroom);
    push(&mut record, "65F 05B");
    record.set_name(Side::White, "Ann");
    record.set_date(Some("2026-11-20".parse().expect("a date")));
    record
        .set_bot(Side::Black, "greedy")
        .expect("a bot is one word");
    for wrong in ["", "the greedy one", "a\n"] {
        assert!(record.set_bot(Side::White, wrong).is_err(), "{wrong:?}");
    }
    record
        .set_field("event", Json::text("Club evening"))
        .expect("an unknown field");
    for known in ["result", "dice", "game"] {
        assert!(record.set_field(known, Json::text("1")).is_err());
    }
    let notes = record.notes_mut(1).expect("a ply");
    *notes = Notes::new();
    notes.comment = Some("good".into());
    assert!(record.notes_mut(0).is_none() && record.notes_mut(3).is_none());
    assert_eq!(record.replay().count(), 2);
    let text = record.to_text();
    for line in [
        "W: Ann",
        "B.bot: greedy",
        "date: 2026-11-20",
        "event: Club evening",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{text}");
    }
    assert_eq!(AnyRecord::read(&text), Ok(record.into()));
}
