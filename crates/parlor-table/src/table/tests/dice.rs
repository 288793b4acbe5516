//! The dice of a table, by both versions.

use parlor_dice::{Contribution, DrawnBy, Scheme};
use parlor_record::record::AnyRecord;

use super::{Course, SALT, config, id, kept};
use crate::command::{Command, CommandKind};
use crate::log::{DiceContribution, GameConfig, PlayerConfig};
use crate::table::{CommandError, Status};

/// A game by a version of the dice, in which nobody has joined.
fn waiting(scheme: Scheme) -> Course {
    let seats = ['A', 'C'].map(|seat| (seat, PlayerConfig::Person(None)));
    Course::new(&GameConfig {
        scheme,
        ..config("ludo", "classic", &seats)
    })
}

fn join(dice: DiceContribution) -> CommandKind {
    CommandKind::Join { name: None, dice }
}

/// Words in escrow with a salt.
fn typed(words: &[u8]) -> DiceContribution {
    DiceContribution {
        escrowed: Some(words.to_vec()),
        salt: Some(SALT),
        ..DiceContribution::default()
    }
}

/// A commitment to the words of a seat, made for this game and seat.
fn committed(scheme: Scheme, game: &str, seat: char, bytes: &[u8]) -> DiceContribution {
    DiceContribution {
        commitment: Some(scheme.commitment(game, seat, bytes)),
        ..DiceContribution::default()
    }
}

/// A game in which A commits so, and C has typed words.
fn owing(scheme: Scheme, dice: DiceContribution) -> Course {
    let mut course = waiting(scheme);
    assert!(course.want('A', join(dice)));
    assert!(course.want('C', join(typed(b"cat"))));
    course
}

/// Why A may not reveal these bytes.
fn refusal(course: &Course, bytes: &[u8]) -> Option<CommandError> {
    let command = Command {
        expected_version: course.table.version(),
        idempotency_key: "reveal".parse().expect("a name"),
        by: vec!['A'],
        seat: Some('A'),
        kind: CommandKind::Reveal(bytes.to_vec()),
    };
    course.table.decide(&command).err()
}

/// What the record has of each player's contribution.
fn contributions(course: &Course) -> Vec<Contribution> {
    let AnyRecord::Ludo(record) = course.table.record() else {
        panic!("it is a game of Ludo");
    };
    let players = record.opening().players.iter();
    players.map(|player| player.contribution.clone()).collect()
}

#[test]
fn a_game_is_played_by_its_version_of_the_dice_and_verifies() {
    for scheme in Scheme::ALL {
        let words = kept('A');
        let mut course = owing(scheme, committed(scheme, id().as_str(), 'A', &words));
        assert!(course.want('A', CommandKind::Reveal(words.clone())));
        for _ in 0..40 {
            let view = course.table.view_for(&[]);
            let seat = view.to_act.expect("it goes on");
            let kind: CommandKind = view.legal[0].parse().expect("a command");
            assert!(course.want(seat, kind));
        }
        let salt = scheme.has_salts().then_some(SALT);
        let seats = course.table.view_for(&[]).seats;
        assert_eq!((seats[0].salt, seats[1].salt), (None, salt));
        assert!(course.want('A', CommandKind::Resign));
        let view = course.table.view_for(&[]);
        assert_eq!(view.dice.map(|dice| dice.scheme), Some(scheme));
        let verified = course.table.record().verify_dice().expect("its own rolls");
        assert!(verified.rolls > 0, "{scheme:?}");
        let commitment = |seat, bytes: &[u8]| Some(scheme.commitment(id().as_str(), seat, bytes));
        let after: &[u8] = salt.as_ref().map_or(&[], |salt| salt);
        let salted = [b"cat", after].concat();
        let drawn_by = Some(DrawnBy::Player);
        let given = [
            Contribution {
                commitment: commitment('A', &words),
                entropy: Some(words),
                salt: None,
                drawn_by,
            },
            Contribution {
                commitment: commitment('C', &salted),
                entropy: Some(b"cat".to_vec()),
                salt,
                drawn_by,
            },
        ];
        assert_eq!(contributions(&course), given);
    }
}

#[test]
fn a_commitment_of_another_seat_or_game_cannot_be_revealed() {
    let words = kept('C');
    for (game, seat) in [(id().as_str(), 'C'), ("3333333322222222", 'A')] {
        let copied = |scheme| owing(scheme, committed(scheme, game, seat, &words));
        let course = copied(Scheme::V2);
        let wrong = CommandError::WrongBytes {
            seat: 'A',
            computed: Scheme::V2.commitment(id().as_str(), 'A', &words),
            committed: Scheme::V2.commitment(game, seat, &words),
        };
        assert_eq!(refusal(&course, &words), Some(wrong));
        assert_eq!(course.table.view_for(&[]).status, Status::Waiting);
        // Which is why there is a version 2.
        assert_eq!(refusal(&copied(Scheme::V1), &words), None);
    }
}

#[test]
fn a_reveal_without_the_salt_that_was_committed_to_is_refused() {
    let scheme = Scheme::V2;
    let salted = [b"cat", &SALT[..]].concat();
    let course = owing(scheme, committed(scheme, id().as_str(), 'A', &salted));
    for wrong in [&b"cat"[..], &SALT, &salted[..18], b""] {
        let refused = refusal(&course, wrong);
        let is_wrong = matches!(refused, Some(CommandError::WrongBytes { seat: 'A', .. }));
        assert!(is_wrong, "{wrong:?}: {refused:?}");
    }
    assert_eq!(refusal(&course, &salted), None);
}

#[test]
fn words_and_salt_of_a_game_that_never_begins_stay_hidden() {
    let mut course = waiting(Scheme::V2);
    assert!(course.want('A', join(typed(b"cat"))));
    assert!(course.want('A', CommandKind::Abandon));
    let salted = [b"cat", &SALT[..]].concat();
    let given = Contribution {
        commitment: Some(Scheme::V2.commitment(id().as_str(), 'A', &salted)),
        drawn_by: Some(DrawnBy::Player),
        ..Contribution::EMPTY
    };
    assert_eq!(contributions(&course)[0], given);
    let shown = course.shown();
    for hidden in [hex::encode(b"cat"), hex::encode(SALT), format!("{SALT:?}")] {
        assert!(!shown.contains(&hidden), "{hidden} is shown");
    }
    let verified = course
        .table
        .record()
        .verify_dice()
        .expect("the secret fits");
    assert_eq!(verified.never_joined, ['C']);
}
