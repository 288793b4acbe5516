//! Whether a log that was saved shows what somebody did to it.

use super::{Course, SALT, config, id, kept};
use crate::chain::{self, EntryLine};
use crate::command::CommandKind;
use crate::log::{DiceContribution, GameEvent, PlayerConfig};
use crate::saved_log::{SavedLog, SavedLogError};
use parlor_dice::{Bytes32, Scheme};

/// A game of Ludo that is over, in which A committed by themselves and C typed words.
fn played() -> Course {
    let seats = ['A', 'C'].map(|seat| (seat, PlayerConfig::Person(None)));
    let mut course = Course::new(&config("ludo", "classic", &seats));
    let own = DiceContribution {
        commitment: Some(Scheme::V2.commitment(id().as_str(), 'A', &kept('A'))),
        ..DiceContribution::default()
    };
    let (name, dice) = (None, own);
    assert!(course.want('A', CommandKind::Join { name, dice }));
    let (name, dice) = (
        None,
        DiceContribution {
            escrowed: Some(kept('C')),
            salt: Some(SALT),
            ..DiceContribution::default()
        },
    );
    assert!(course.want('C', CommandKind::Join { name, dice }));
    assert!(course.want('A', CommandKind::Reveal(kept('A'))));
    for _ in 0..24 {
        let view = course.table.view_for(&[]);
        let seat = view.to_act.expect("it goes on");
        let kind = view.legal[0].parse().expect("a command");
        assert!(course.want(seat, kind));
    }
    assert!(course.want('A', CommandKind::Resign));
    course.check_saved();
    course
}

/// The lines of the log.
fn lines(course: &Course) -> Vec<String> {
    course.table.log_text().lines().map(str::to_owned).collect()
}

fn error(lines: &[String]) -> SavedLogError {
    SavedLog::read(&lines.join("\n")).expect_err("something was done to it")
}

/// The number of the entry that an error names.
fn named(error: &SavedLogError) -> Option<u64> {
    match error {
        SavedLogError::Changed { version, .. } | SavedLogError::NoEntry { version, .. } => {
            Some(*version)
        }
        _ => None,
    }
}

/// The same lines, with each naming the one before it as it is now.
fn chained_anew(lines: &[String]) -> String {
    let (header, rest) = lines.split_first().expect("a log");
    let (closing, entries) = rest.split_last().expect("a log");
    let mut text = format!("{header}\n");
    let mut before = chain::hash_of(header);
    for line in entries {
        let mut entry: EntryLine = serde_json::from_str(line).expect("an entry");
        entry.before = before;
        let line = chain::json(&entry);
        before = chain::hash_of(&line);
        text.push_str(&line);
        text.push('\n');
    }
    let mut closing: serde_json::Value = serde_json::from_str(closing).expect("the last line");
    closing["head"] = before.to_string().into();
    text.push_str(&closing.to_string());
    text
}

#[test]
fn the_first_entry_that_was_changed_is_named() {
    let whole = lines(&played());
    let entries = whole.len() - 2;
    for changed in 0..=entries {
        let mut lines = whole.clone();
        // The time of an entry, or the limit of the game: nothing that the rules would notice.
        lines[changed] = if changed == 0 {
            lines[0].replace("\"limit\":300", "\"limit\":301")
        } else {
            let at = format!("\"at\":{changed},");
            lines[changed].replace(&at, "\"at\":0,")
        };
        assert_ne!(lines, whole);
        let error = error(&lines);
        assert_eq!(named(&error), Some(changed as u64), "{error}");
    }
}

#[test]
fn an_entry_that_is_left_out_moved_or_written_twice_is_named() {
    let whole = lines(&played());
    let entries = whole.len() - 2;
    for at in 1..entries {
        let mut without = whole.clone();
        without.remove(at);
        let mut twice = whole.clone();
        twice.insert(at, whole[at].clone());
        let mut moved = whole.clone();
        moved.swap(at, at + 1);
        for (lines, expected) in [(without, at - 1), (twice, at), (moved, at - 1)] {
            let error = error(&lines);
            assert_eq!(named(&error), Some(expected as u64), "{error}");
        }
    }
    let mut short = whole.clone();
    short.remove(entries);
    assert_eq!(named(&error(&short)), Some(entries as u64 - 1));
    let cut = error(&whole[..=entries]);
    assert!(matches!(cut, SavedLogError::NoEnd { .. }), "{cut}");
}

#[test]
fn a_log_that_was_written_anew_from_an_entry_on_differs_there_from_one_that_was_saved() {
    let course = played();
    let saved = SavedLog::read(&course.table.log_text()).expect("its own log");
    let whole = lines(&course);
    for changed in 1..whole.len() - 1 {
        let mut lines = whole.clone();
        lines[changed] = lines[changed].replace(&format!("\"at\":{changed},"), "\"at\":0,");
        let other = SavedLog::read(&chained_anew(&lines)).expect("a chain of its own");
        assert_eq!(saved.first_difference(&other), Some(changed as u64));
        let version = saved.version();
        assert_ne!(saved.head_of(version), other.head_of(version));
    }
    assert_eq!(saved.first_difference(&saved), None);
}

#[test]
fn a_game_that_no_rule_allows_is_named_though_its_chain_is_whole() {
    let whole = lines(&played());
    let rolled = |line: &String| line.contains("\"happening\":\"rolled\"");
    let at = whole.iter().position(rolled).expect("somebody rolled");
    let mut lines = whole;
    lines[at] = lines[at].replace("\"seat\":\"A\"", "\"seat\":\"D\"");
    let forged = SavedLog::read(&chained_anew(&lines)).expect("a chain of its own");
    let played = forged.table(forged.version()).err();
    let error = played.expect("D does not play").to_string();
    assert!(error.contains(&format!("entry {at} of the log")), "{error}");
}

#[test]
fn a_roll_that_is_not_of_the_dice_is_found_with_its_entry() {
    let whole = lines(&played());
    let roll = |line: &String| line.contains("\"happening\":\"rolled\"");
    let last = whole.iter().rposition(roll).expect("somebody rolled");
    let mut lines = whole.clone();
    let face = (1..=6).find(|face| lines[last].contains(&format!("\"roll\":\"{face}\"")));
    let face = face.expect("a roll");
    lines.truncate(last + 1);
    lines[last] = lines[last].replace(
        &format!("\"roll\":\"{face}\""),
        &format!("\"roll\":\"{}\"", face % 6 + 1),
    );
    // It ends there.
    let resigned = &whole[whole.len() - 2];
    let mut resigned: EntryLine = serde_json::from_str(resigned).expect("an entry");
    resigned.version = last as u64 + 1;
    lines.push(chain::json(&resigned));
    let closing = whole.last().expect("the last line");
    let mut closing: serde_json::Value = serde_json::from_str(closing).expect("JSON");
    closing["version"] = (last as u64 + 1).into();
    lines.push(closing.to_string());
    let forged = SavedLog::read(&chained_anew(&lines)).expect("a chain of its own");
    let table = forged.table(forged.version()).expect("by the rules");
    let error = table.record().verify_dice().expect_err("a wrong roll");
    let parlor_dice::VerifyError::WrongRoll { number, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(forged.entry_of_roll(number), Some(last as u64));
}

#[test]
fn what_is_revealed_must_be_what_was_committed_to() {
    let whole = lines(&played());
    let closing = whole.len() - 1;
    let mut lines = whole.clone();
    lines[closing] = lines[closing].replace(&hex::encode(kept('C')), &hex::encode(b"cat"));
    assert_ne!(lines, whole);
    let error = error(&lines);
    assert!(
        matches!(
            error,
            SavedLogError::WrongBytes {
                seat: 'C',
                version: 3,
                ..
            }
        ),
        "{error}"
    );
    let mut lines = whole;
    let secret = super::SECRET.to_string();
    lines[closing] = lines[closing].replace(&secret, &Bytes32([1; 32]).to_string());
    let error = self::error(&lines);
    assert!(
        matches!(error, SavedLogError::WrongSecret { .. }),
        "{error}"
    );
}

#[test]
fn a_log_without_the_secret_is_replayed_and_its_dice_are_unknown() {
    let course = played();
    let secret = format!("\"secret\":\"{}\",", super::SECRET);
    let text = course.table.log_text();
    assert!(text.contains(&secret));
    let saved = SavedLog::read(&text.replace(&secret, "")).expect("nothing else is missing");
    let table = saved.table(saved.version()).expect("it can be played");
    let error = table
        .record()
        .verify_dice()
        .expect_err("it is not revealed");
    assert!(error.to_string().contains("dice.secret"), "{error}");
}

#[test]
fn a_store_that_changed_an_entry_is_found_out_when_it_is_read() {
    let course = played();
    let saved = SavedLog::read(&course.table.log_text()).expect("its own log");
    let mut entries = saved.entries.clone();
    let at = entries
        .iter()
        .position(|entry| matches!(entry.event, GameEvent::Rolled { .. }));
    let at = at.expect("somebody rolled");
    entries[at].at.0 += 1;
    let mut table = saved.table(at as u64).expect("until there");
    let error = table
        .apply(entries[at].clone())
        .expect_err("it was changed");
    assert_eq!(error.version, at as u64 + 1);
    assert!(
        error.to_string().contains("it was stored with the head"),
        "{error}"
    );
}

#[test]
fn no_text_makes_a_log_panic() {
    let whole = course_text();
    for length in (0..whole.trim_end().len()).step_by(7) {
        if whole.is_char_boundary(length) {
            let cut = SavedLog::read(&whole[..length]);
            assert!(cut.is_err(), "cut after {length} bytes");
        }
    }
    for text in ["", "\n", "{", "{\"log\":1}", "[]\n[]\n[]", "null\nnull"] {
        assert!(SavedLog::read(text).is_err(), "{text:?}");
    }
}

fn course_text() -> String {
    played().table.log_text()
}

/// Why a log of a game cannot be played that has these events after the entries up to `kept`.
fn refused(whole: &[String], kept: usize, events: &[GameEvent]) -> Option<String> {
    let mut lines = whole[..=kept].to_vec();
    let template = whole.get(1).expect("an entry");
    for (event, version) in events.iter().zip(kept as u64 + 1..) {
        let mut entry: EntryLine = serde_json::from_str(template).expect("an entry");
        (entry.version, entry.event) = (version, event.clone());
        lines.push(chain::json(&entry));
    }
    let mut closing: serde_json::Value =
        serde_json::from_str(whole.last().expect("the last line")).expect("JSON");
    closing["version"] = (lines.len() as u64 - 1).into();
    lines.push(closing.to_string());
    let forged = SavedLog::read(&chained_anew(&lines)).expect("a chain of its own");
    let error = forged.table(forged.version()).err();
    error.map(|error| error.to_string())
}

#[test]
fn whoever_chose_bytes_after_seeing_those_of_others_is_found_in_the_log() {
    let whole = lines(&played());
    let joined = |seat, bytes: &[u8]| GameEvent::Joined {
        seat,
        name: None,
        dice: DiceContribution {
            commitment: Some(Scheme::V2.commitment(id().as_str(), seat, bytes)),
            ..DiceContribution::default()
        },
        is_program: false,
    };
    let reveals = |seat, bytes: &[u8]| GameEvent::Revealed {
        seat,
        entropy: bytes.to_vec(),
    };
    let rolls = GameEvent::Rolled {
        seat: 'A',
        roll: "1".to_owned(),
        spent: None,
    };
    let own = kept('A');
    // Entry 2 is the commitment of A.
    for (events, named, why) in [
        (
            vec![reveals('A', &own), joined('C', b"x17")],
            3,
            "before everybody has committed",
        ),
        (
            vec![joined('C', b"c"), reveals('A', &own), joined('C', b"x17")],
            5,
            "seat C is taken",
        ),
        (
            vec![joined('C', b"c"), reveals('A', &own), rolls],
            5,
            "nobody can",
        ),
        (
            vec![joined('C', b"c"), reveals('A', b"other")],
            4,
            "bytes whose commitment is",
        ),
        (
            vec![joined('C', b"c"), reveals('C', b"c"), reveals('C', b"c")],
            5,
            "nothing to reveal",
        ),
    ] {
        let error = refused(&whole, 2, &events).expect("it is found");
        let place = format!("entry {named} of the log");
        assert!(error.contains(&place) && error.contains(why), "{error}");
    }
}

#[test]
fn a_commitment_that_another_copies_is_not_opened_by_the_owners_bytes() {
    let seats = ['A', 'C'].map(|seat| (seat, PlayerConfig::Person(None)));
    let mut course = Course::new(&config("ludo", "classic", &seats));
    let typed = DiceContribution {
        escrowed: Some(kept('A')),
        salt: Some(SALT),
        ..DiceContribution::default()
    };
    assert!(course.want(
        'A',
        CommandKind::Join {
            name: None,
            dice: typed
        }
    ));
    let copied = course.table.view_for(&[]).seats[0].commitment;
    let dice = DiceContribution {
        commitment: copied,
        ..DiceContribution::default()
    };
    assert!(course.want('C', CommandKind::Join { name: None, dice }));
    course.write(GameEvent::Abandoned {
        seat: None,
        reason: None,
        spent: None,
    });
    course.check_saved();
}

#[test]
fn entries_that_no_server_writes_are_named() {
    let whole = lines(&played());
    let name = |name: &str| GameEvent::Named {
        seat: 'A',
        name: name.to_owned(),
    };
    let game = "3333333322222222".parse().expect("a name");
    // Entry 4 is the one with which the game began.
    for (kept, event, why) in [
        (4, GameEvent::Created, "created once"),
        (
            4,
            GameEvent::OutOfTime {
                seat: 'C',
                bot: None,
            },
            "no clocks",
        ),
        (4, name("Bo"), "before the game begins"),
        (4, GameEvent::Returned { seat: 'C' }, "no bot plays"),
        (4, GameEvent::Rematched { seat: 'A', game }, "not over"),
        (0, name("Bo"), "the first entry creates"),
    ] {
        let error = refused(&whole, kept, &[event]).expect("it is found");
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn an_entry_without_a_head_after_one_with_it_is_named() {
    let course = played();
    let saved = SavedLog::read(&course.table.log_text()).expect("its own log");
    let mut table = saved.table(5).expect("until there");
    let mut entry = saved.entries[5].clone();
    entry.head = None;
    let error = table.apply(entry).expect_err("its head was taken");
    assert!(
        error.to_string().contains("stored without a head"),
        "{error}"
    );
}
