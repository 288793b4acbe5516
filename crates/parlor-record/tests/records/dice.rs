//! Records compared with the stream of their dice.

use ludo_rules::{Roll, Rules, Seat};
use parlor_dice::{
    Bytes32, Contribution, DiceStream, Scheme, Unrevealed, VerifiedDice, VerifyError,
};
use parlor_record::record::{
    AnyRecord, Dice, DiceAnswer, DiceEpoch, Opening, Record, SeatEntry, Settlement,
};

use crate::dice_games::{
    Ludo, SECRET, bound, committed, given_up_after_40_rolls, letter, opening, play, stream,
    stream_of,
};
use crate::support::Words;

const EXAMPLE: &str = include_str!("../../../../docs/examples/dice.record");

#[test]
fn games_rolled_by_the_stream_are_right_whoever_begins() {
    let [a, b, c, d] = Seat::ALL;
    for seats in [&[a, c][..], &[c, a], &[d, b, a], &[b, d, a, c]] {
        let mut record = Record::begin(opening(seats)).expect("a game");
        let mut in_order = seats.to_vec();
        in_order.sort();
        let stream = stream(&in_order);
        let mut last = 0;
        play(&mut record, u64::MAX, |n| {
            last = n;
            stream.roll(n)
        });
        assert!(record.ending().is_some());
        assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(last + 1)));
        // Also once it was written down and read again.
        let read = AnyRecord::read(&record.to_text()).expect("a record");
        assert_eq!(read.verify_dice(), record.verify_dice());
    }
}

#[test]
fn the_first_roll_that_is_another_is_named_with_its_ply_and_the_right_one() {
    let seats = [Seat::A, Seat::C];
    let stream = stream(&seats);
    let mut words = Words(1);
    for _ in 0..200 {
        let wrong = words.next() % 40;
        let by = u8::try_from(words.next() % 5).expect("below 5") + 1;
        let other = (stream.roll(wrong) - 1 + by) % 6 + 1;
        let mut record = Record::begin(opening(&seats)).expect("a game");
        // What comes after it does not matter.
        play(&mut record, 41, |n| {
            if n == wrong { other } else { stream.roll(n) }
        });
        let Err(VerifyError::WrongRoll {
            ply,
            number,
            epoch: None,
            seat,
            found,
            expected,
        }) = record.verify_dice()
        else {
            panic!("roll {wrong} is not the stream's");
        };
        assert_eq!(
            (number, found, expected),
            (wrong, other.to_string(), stream.roll(wrong))
        );
        // Every roll is answered, so each has a ply.
        assert_eq!(u64::try_from(ply), Ok(wrong + 1));
        let written = record.plies()[ply - 1].act().to_string();
        assert!(written.starts_with(&format!("{seat}{other}")), "{written}");
    }
}

#[test]
fn a_roll_that_nobody_has_answered_is_compared_too() {
    let seats = [Seat::A, Seat::C];
    let right = stream(&seats).roll(0);
    let mut record = Record::begin(opening(&seats)).expect("a game");
    let rolled = |value: u8| Roll::new(i64::from(value)).expect("a roll");
    record.push_chance(rolled(right)).expect("a roll is due");
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(1)));
    let mut record = Record::begin(opening(&seats)).expect("a game");
    record
        .push_chance(rolled(7 - right))
        .expect("a roll is due");
    let error = record.verify_dice().expect_err("another roll");
    assert_eq!(error.ply(), Some(1));
    let expected = format!(
        "ply 1: A rolled {}, but roll 0 of the stream (counted from 0) is {right}",
        7 - right
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_roll_that_the_start_has_in_hand_is_not_the_streams() {
    let mut opening = opening(&[Seat::C, Seat::A]);
    opening.start = Some("AR.H/C12.E C 4 -".parse().expect("a position"));
    let mut record = Record::begin(opening).expect("a game");
    let stream = stream(&[Seat::A, Seat::C]);
    play(&mut record, 10, |n| stream.roll(n));
    assert_eq!(record.plies().len(), 11);
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(10)));
}

#[test]
fn what_is_not_revealed_is_named() {
    let missing = |opening| {
        let record = Ludo::begin(opening).expect("a game");
        match record.verify_dice() {
            Err(VerifyError::NotRevealed { missing }) => missing,
            other => panic!("{other:?}"),
        }
    };
    let mut opening = opening(&[Seat::C, Seat::A]);
    let dice = opening.dice.as_mut().expect("it has dice");
    dice.secret = None;
    assert_eq!(missing(opening.clone()), [Unrevealed::Secret]);
    for player in &mut opening.players {
        player.contribution.entropy = None;
    }
    let all = missing(opening.clone());
    let [secret, a, c] = [
        Unrevealed::Secret,
        Unrevealed::Entropy {
            seat: 'A',
            epoch: 0,
        },
        Unrevealed::Entropy {
            seat: 'C',
            epoch: 0,
        },
    ];
    assert_eq!(all, [secret, a, c]);
    let told = VerifyError::NotRevealed { missing: all }.to_string();
    assert_eq!(
        told,
        "not everything is revealed: dice.secret, A.entropy and C.entropy are missing"
    );
    // A bot has committed to nothing, and so has nothing to reveal.
    let bot = |seat| SeatEntry {
        bot: Some("priority".to_owned()),
        ..SeatEntry::new(seat)
    };
    opening.players = vec![bot(Seat::C), bot(Seat::A)];
    assert_eq!(missing(opening.clone()), [Unrevealed::Secret]);
    opening.dice = self::opening(&[Seat::A, Seat::C]).dice;
    let mut record = Ludo::begin(opening).expect("a game");
    let empty: [&[u8]; 2] = [&[], &[]];
    let stream = DiceStream::v1(&SECRET, "example", empty);
    play(&mut record, 20, |n| stream.roll(n));
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(20)));
    // A person without a commitment plays no part that could be known.
    record = Ludo::begin(Opening {
        players: vec![SeatEntry::new(Seat::A), bot(Seat::C)],
        ..record.opening().clone()
    })
    .expect("a game");
    let error = record.verify_dice().expect_err("A has no part");
    assert_eq!(error, VerifyError::NotRevealed { missing: vec![a] });
}

#[test]
fn a_game_that_ended_before_it_began_has_no_roll_that_could_be_wrong() {
    let mut opening = opening(&[Seat::C, Seat::A]);
    opening.players[0].contribution = Contribution::default();
    opening.players[1].contribution.entropy = None;
    let begun = Ludo::begin(opening.clone()).expect("a game");
    let mut ended = begun.clone();
    ended.finish(Settlement::Abandoned).expect("it goes on");
    let read = |record: &Ludo| Ludo::read(&record.to_text()).expect("what was written");
    let verified = read(&ended).verify_dice().expect("there is no roll");
    assert_eq!(verified.rolls, 0);
    assert_eq!(verified.never_joined, ['C']);
    assert_eq!(verified.never_revealed, ['A']);
    // While it goes on, or the secret is hidden, or there was a roll, all must be known.
    assert!(begun.verify_dice().is_err());
    let mut hidden = opening.clone();
    hidden.dice.as_mut().expect("it has dice").secret = None;
    let mut hidden = Ludo::begin(hidden).expect("a game");
    hidden.finish(Settlement::Abandoned).expect("it goes on");
    assert!(hidden.verify_dice().is_err());
    let mut rolled = begun;
    play(&mut rolled, 1, |_| 6);
    rolled.finish(Settlement::Abandoned).expect("it goes on");
    assert!(rolled.verify_dice().is_err());
}

#[test]
fn where_nothing_is_committed_to_nothing_is_verified() {
    let read = |text: &str| AnyRecord::read(text).expect("a record").verify_dice();
    assert_eq!(
        read("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p"),
        Err(VerifyError::NotCommitted)
    );
    assert_eq!(
        read("parlor-record 1\ngame: ludo\nplay: script\nseats: A, C\n\nA6"),
        Err(VerifyError::NotCommitted)
    );
    // Kuba has no die, so no roll can be wrong.
    assert_eq!(
        read("parlor-record 1\ngame: kuba\nseats: W, B\n\n65F"),
        Ok(VerifiedDice::of(0))
    );
}

/// The example in the documents: Cleo begins and has typed words, a bot plays
/// A; Cleo's moves are the priority policy's too.
#[test]
fn the_example_of_the_document_is_a_game_by_its_dice() {
    let secret = Bytes32::sha_256(b"the example in the documents");
    let words = b"three blind mice";
    let mut opening = Opening::<parlor_game::Ludo>::new(Rules::Classic, [Seat::C, Seat::A]);
    opening.players[0].name = Some("Cleo".to_owned());
    opening.players[0].contribution = committed(words);
    opening.players[1].bot = Some("priority".to_owned());
    opening.players[1].contribution.entropy = Some(Vec::new());
    let commitment = Bytes32::sha_256(&secret.0);
    opening.dice = Some(Dice::new(Scheme::V1, "example".to_owned(), commitment));
    let entropies: [&[u8]; 2] = [b"", words];
    let stream = DiceStream::v1(&secret, "example", entropies);
    let record = given_up_after_40_rolls(opening, &stream, secret);
    assert_eq!(EXAMPLE, record.to_text(), "docs/examples/dice.record");
}

/// Seeded games among all numbers of players, right and tampered with, each with the verdict on it. The
/// browser tests read the snapshots and compare them with what the pages' script finds.
#[test]
fn verdicts_on_many_games_are_as_the_browser_tests_expect_them() {
    insta::assert_snapshot!("verdicts", verdicts(Scheme::V1));
    insta::assert_snapshot!("verdicts_of_version_2", verdicts(Scheme::V2));
}

/// Games with dice of this scheme: a line of each, and one of the verdict on it.
fn verdicts(scheme: Scheme) -> String {
    let [a, b, c, d] = Seat::ALL;
    let orders = [&[a, c][..], &[c, a], &[d, b, a], &[b, d, a, c], &[c, d]];
    let mut words = Words(17);
    let mut lines = Vec::new();
    for game in 0..60_usize {
        let seats = orders[game % orders.len()];
        let mut opening = opening(seats);
        let dice = opening.dice.as_mut().expect("it has dice");
        let secret = Bytes32(core::array::from_fn(|_| words.next().to_be_bytes()[0]));
        dice.scheme = scheme;
        dice.game_id = format!("game {game} 🎲");
        dice.commitment = Bytes32::sha_256(&secret.0);
        dice.secret = Some(secret);
        let game_id = dice.game_id.clone();
        let mut part = |seat| {
            let length = usize::try_from(words.next() % 90).expect("below 90");
            let bytes = words.next().to_be_bytes().repeat(length);
            match scheme {
                Scheme::V1 => committed(&bytes[..length]),
                Scheme::V2 => {
                    let salt = (length % 2 == 0).then_some([game.to_be_bytes()[7]; 16]);
                    bound(&game_id, seat, &bytes[..length], salt)
                }
            }
        };
        for player in &mut opening.players {
            player.contribution = part(player.seat);
        }
        if scheme == Scheme::V2 {
            // Epoch 1 rules no roll of every third game.
            let beginnings = [[10, 25], [25, 25], [0, 59]][game % 3];
            for first_roll in beginnings {
                let parts = seats.iter().map(|&seat| (letter(seat), part(seat)));
                dice.epochs.push(DiceEpoch {
                    first_roll,
                    contributions: parts.collect(),
                });
            }
        }
        let last = opening.players.len() - 1;
        let last_of = |epoch: &mut DiceEpoch| {
            let last = letter(seats[last]);
            epoch.contributions.remove(&last).expect("they contribute")
        };
        match game % 12 {
            // A bot plays for the last of them; without an epoch, all is as it was.
            1 => {
                for epoch in &mut dice.epochs {
                    let last = letter(seats[last]);
                    epoch.contributions.insert(last, Contribution::BOT);
                }
            }
            2 | 3 => {
                if let Some(epoch) = dice.epochs.get_mut(game % 2) {
                    let mut part = last_of(epoch);
                    (part.entropy, part.salt) = (None, None);
                    epoch.contributions.insert(letter(seats[last]), part);
                }
            }
            4 => {
                let part = &mut opening.players[last].contribution;
                (part.entropy, part.salt) = (None, None);
            }
            5 => opening.players[last].contribution = Contribution::default(),
            6 => {
                opening.players[last].contribution = Contribution::default();
                opening.players[last].bot = Some("priority".to_owned());
                for epoch in &mut dice.epochs {
                    last_of(epoch);
                }
            }
            7 if seats == [c, a] || seats == [a, c] => {
                let start = format!("AR.H/C12.E {} 4 -", seats[0]);
                opening.start = Some(start.parse().expect("a position"));
            }
            8 => dice.secret = None,
            _ => {}
        }
        let stream = stream_of(&opening, &secret);
        let mut record = Record::begin(opening).expect("a game");
        let rolls = [0, 1, 30, 60][game % 4];
        let wrong = words.next() % 60;
        let is_tampered = game % 12 >= 9;
        play(&mut record, rolls, |n| match stream.roll(n) {
            roll if is_tampered && n == wrong => roll % 6 + 1,
            roll => roll,
        });
        if game % 2 == 0 && record.ending().is_none() {
            record.finish(Settlement::Abandoned).expect("it goes on");
        }
        let verified = record.verify_dice();
        let answer = DiceAnswer::of(1, &verified);
        let answer = serde_json::to_string(&answer).expect("JSON");
        lines.push(format!("{}\n{answer}", record.to_json().trim_end()));
    }
    lines.join("\n")
}
