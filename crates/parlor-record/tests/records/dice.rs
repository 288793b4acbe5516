//! Records compared with the stream of their dice.

use ludo_rules::{Roll, Rules, Seat, priority};
use parlor_dice::{
    Bytes32, Contribution, DiceStream, DrawnBy, Epoch, Salt, Scheme, Unrevealed, VerifiedDice,
    VerifyError,
};
use parlor_game::Turn;
use parlor_record::record::{
    AnyRecord, Dice, DiceAnswer, DiceEpoch, Opening, Record, SeatEntry, Settlement,
};

use crate::support::Words;

type Ludo = Record<parlor_game::Ludo>;

const EXAMPLE: &str = include_str!("../../../../docs/examples/dice.record");
const EXAMPLE_V2: &str = include_str!("../../../../docs/examples/dice-v2.record");

/// The server's secret in most of these games.
const SECRET: Bytes32 = Bytes32([5; 32]);

/// The part of a person who committed to these bytes, in version 1.
fn committed(bytes: &[u8]) -> Contribution {
    Contribution {
        commitment: Some(Bytes32::sha_256(bytes)),
        entropy: Some(bytes.to_vec()),
        salt: None,
        drawn_by: Some(DrawnBy::Player),
    }
}

/// The part of a person who committed to these bytes, in version 2.
fn bound(game_id: &str, seat: Seat, entropy: &[u8], salt: Option<Salt>) -> Contribution {
    let mut part = Contribution {
        salt,
        ..committed(entropy)
    };
    let bytes = part.bytes().expect("they are revealed");
    part.commitment = Some(Scheme::V2.commitment(game_id, letter(seat), &bytes));
    part
}

fn letter(seat: Seat) -> char {
    <parlor_game::Ludo as parlor_game::Game>::letter(seat)
}

/// The opening of a game among these seats, each a person's whose bytes are the
/// seat's letter; the server's secret is revealed.
fn opening(seats: &[Seat]) -> Opening<parlor_game::Ludo> {
    let mut opening = Opening::<parlor_game::Ludo>::new(Rules::Classic, seats.iter().copied());
    let mut dice = Dice::new(
        Scheme::V1,
        "example".to_owned(),
        Bytes32::sha_256(&SECRET.0),
    );
    dice.secret = Some(SECRET);
    opening.dice = Some(dice);
    for player in &mut opening.players {
        player.contribution = committed(player.seat.to_string().as_bytes());
    }
    opening
}

/// The stream of such a game among these seats, in the order of the seats.
fn stream(seats: &[Seat]) -> DiceStream {
    let letters = seats.iter().map(Seat::to_string);
    DiceStream::v1(&SECRET, "example", letters.map(String::into_bytes))
}

/// Plays on by the priority policy until the game is over or so many rolls
/// were rolled.
fn play(record: &mut Ludo, rolls: u64, mut roll: impl FnMut(u64) -> u8) {
    let mut rolled = 0;
    loop {
        match record.game().turn() {
            Turn::Chance(_) if rolled < rolls => {
                let value = i64::from(roll(rolled));
                record
                    .push_chance(Roll::new(value).expect("a roll"))
                    .expect("a roll is due");
                rolled += 1;
            }
            Turn::Action(seat) => {
                let position = record.game().position();
                let roll = position.roll_in_hand().expect("a roll is in hand");
                let choice = priority(position.tokens(), seat, roll).choice;
                let action = ludo_rules::Action { seat, roll, choice };
                record.push(action).expect("a legal action");
            }
            Turn::Chance(_) | Turn::Over => return,
        }
    }
}

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
    let mut record = Record::begin(opening).expect("a game");
    let entropies: [&[u8]; 2] = [b"", words];
    let stream = DiceStream::v1(&secret, "example", entropies);
    play(&mut record, 40, |n| stream.roll(n));
    let winner = Seat::C;
    record
        .finish(Settlement::Resignation { winner })
        .expect("two play");
    record.reveal(secret).expect("it was committed to");
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(40)));
    assert_eq!(EXAMPLE, record.to_text(), "docs/examples/dice.record");
}

/// The opening of a game by version 2 among these seats: in epoch 0 and in each
/// epoch that begins after one of these numbers of rolls, the bytes of each
/// person are the epoch's number and the seat's letter, with a salt in odd epochs.
fn opening_with_epochs(seats: &[Seat], beginnings: &[u64]) -> Opening<parlor_game::Ludo> {
    let mut opening = opening(seats);
    let dice = opening.dice.as_mut().expect("it has dice");
    dice.scheme = Scheme::V2;
    let part = |seat: Seat, epoch: usize| {
        let salt = (epoch % 2 == 1).then_some([9; 16]);
        bound("example", seat, format!("{epoch}{seat}").as_bytes(), salt)
    };
    for player in &mut opening.players {
        player.contribution = part(player.seat, 0);
    }
    for (number, &first_roll) in (1..).zip(beginnings) {
        let parts = seats.iter().map(|&seat| (letter(seat), part(seat, number)));
        dice.epochs.push(DiceEpoch {
            first_roll,
            contributions: parts.collect(),
        });
    }
    opening
}

/// The stream of a game with this secret; bytes that are hidden count as none.
fn stream_of(opening: &Opening<parlor_game::Ludo>, secret: &Bytes32) -> DiceStream {
    let dice = opening.dice.as_ref().expect("it has dice");
    let mut seats = opening.seats();
    seats.sort();
    let bytes = |part: &Contribution| part.bytes().unwrap_or_default().into_owned();
    let first = seats.iter().map(|&seat| {
        let player = opening.player(seat).expect("they play");
        bytes(&player.contribution)
    });
    let later = dice.epochs.iter().map(|epoch| Epoch {
        first_roll: epoch.first_roll,
        entropies: seats
            .iter()
            .map(|&seat| bytes(epoch.contribution(letter(seat))))
            .collect(),
    });
    match dice.scheme {
        Scheme::V1 => DiceStream::v1(secret, &dice.game_id, first),
        Scheme::V2 => DiceStream::v2(secret, &dice.game_id, first, later),
    }
}

#[test]
fn games_with_epochs_are_right_whoever_begins() {
    let [a, b, c, d] = Seat::ALL;
    for seats in [&[a, c][..], &[c, a], &[d, b, a], &[b, d, a, c]] {
        let opening = opening_with_epochs(seats, &[0, 7, 7, 30, 10_000]);
        let stream = stream_of(&opening, &SECRET);
        let mut record = Record::begin(opening).expect("a game");
        play(&mut record, 40, |n| stream.roll(n));
        assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(40)));
        for form in [record.to_text(), record.to_json()] {
            let read = AnyRecord::read(&form).expect("a record");
            assert_eq!(read, AnyRecord::from(record.clone()), "{form}");
            assert_eq!(read.verify_dice(), record.verify_dice());
        }
        // The bytes of an epoch decide its rolls and no others.
        let compared = record.compared_rolls().expect("all is revealed");
        let epochs: Vec<_> = compared.iter().filter_map(|roll| roll.epoch).collect();
        let right = [vec![1; 7], vec![3; 23], vec![4; 10]].concat();
        assert_eq!(epochs, right);
    }
}

#[test]
fn a_wrong_roll_in_a_later_epoch_is_named_with_its_epoch() {
    for (wrong, epoch, words) in [
        (4, 0, ""),
        (5, 1, ", in epoch 1,"),
        (19, 2, ", in epoch 2,"),
    ] {
        let opening = opening_with_epochs(&[Seat::A, Seat::C], &[5, 12]);
        let stream = stream_of(&opening, &SECRET);
        let mut record = Record::begin(opening).expect("a game");
        play(&mut record, 20, |n| match stream.roll(n) {
            roll if n == wrong => 7 - roll,
            roll => roll,
        });
        let verified = record.verify_dice();
        let error = verified.as_ref().expect_err("one roll is another");
        let message = format!("but roll {wrong} of the stream (counted from 0){words} is ");
        assert!(error.to_string().contains(&message), "{error}");
        let answer = serde_json::to_value(DiceAnswer::of(1, &verified)).expect("JSON");
        assert_eq!(
            (&answer["roll"], &answer["epoch"]),
            (&wrong.into(), &epoch.into())
        );
    }
    // In version 1 there are no epochs to name.
    let mut record = Record::begin(opening(&[Seat::A, Seat::C])).expect("a game");
    let stream = stream(&[Seat::A, Seat::C]);
    play(&mut record, 1, |n| 7 - stream.roll(n));
    let answer = serde_json::to_value(DiceAnswer::of(1, &record.verify_dice())).expect("JSON");
    assert_eq!(
        (&answer["verdict"], answer.get("epoch")),
        (&"wrong".into(), None)
    );
}

#[test]
fn an_epoch_must_be_revealed_only_if_a_roll_depends_on_it() {
    let whole = opening_with_epochs(&[Seat::A, Seat::C], &[5, 12]);
    let stream = stream_of(&whole, &SECRET);
    let hidden = |epochs: &[usize]| {
        let mut opening = whole.clone();
        let dice = opening.dice.as_mut().expect("it has dice");
        for &epoch in epochs {
            let part = dice.epochs[epoch - 1].contributions.get_mut(&'C');
            let part = part.expect("C contributes");
            (part.entropy, part.salt) = (None, None);
        }
        opening
    };
    let missing = |epochs: &[u64]| {
        let seat = 'C';
        let missing = epochs
            .iter()
            .map(|&epoch| Unrevealed::Entropy { seat, epoch });
        Err(VerifyError::NotRevealed {
            missing: missing.collect(),
        })
    };
    for (epochs, rolls, verdict) in [
        (&[1][..], 5, Ok(VerifiedDice::of(5))),
        (&[1], 6, missing(&[1])),
        // All rolls of epoch 1 are known, but those of epoch 2 are after it.
        (&[1], 15, missing(&[1])),
        (&[2], 12, Ok(VerifiedDice::of(12))),
        (&[2], 13, missing(&[2])),
        (&[1, 2], 3, Ok(VerifiedDice::of(3))),
        (&[1, 2], 12, missing(&[1])),
        (&[1, 2], 13, missing(&[1, 2])),
    ] {
        let mut record = Record::begin(hidden(epochs)).expect("a game");
        play(&mut record, rolls, |n| stream.roll(n));
        assert_eq!(record.verify_dice(), verdict, "{epochs:?}, {rolls} rolls");
    }
    let mut record = Record::begin(hidden(&[1])).expect("a game");
    play(&mut record, 6, |n| stream.roll(n));
    let error = record.verify_dice().expect_err("epoch 1 is hidden");
    assert_eq!(
        error.to_string(),
        "not everything is revealed: C.entropy.1 is missing"
    );
    // A player who did not even commit is missing as well; a bot is not.
    let mut opening = hidden(&[]);
    let dice = opening.dice.as_mut().expect("it has dice");
    dice.epochs[0].contributions.remove(&'C');
    let mut record = Record::begin(opening.clone()).expect("a game");
    play(&mut record, 6, |n| stream.roll(n));
    assert_eq!(record.verify_dice(), missing(&[1]));
    let dice = opening.dice.as_mut().expect("it has dice");
    dice.epochs[1].contributions.remove(&'C');
    opening.players[1] = SeatEntry {
        bot: Some("priority".to_owned()),
        ..SeatEntry::new(Seat::C)
    };
    let stream = stream_of(&opening, &SECRET);
    let mut record = Record::begin(opening).expect("a game");
    play(&mut record, 20, |n| stream.roll(n));
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(20)));
}

#[test]
fn the_commitment_of_another_seat_or_game_is_refused_in_every_epoch() {
    let seats = [Seat::A, Seat::C];
    for copied in [
        bound("example", Seat::C, b"words", None),
        bound("another game", Seat::A, b"words", None),
    ] {
        let mut first = opening_with_epochs(&seats, &[5]);
        let mut later = first.clone();
        first.players[0].contribution = copied.clone();
        let dice = later.dice.as_mut().expect("it has dice");
        dice.epochs[0].contributions.insert('A', copied);
        for (opening, of) in [(first, "A's bytes"), (later, "A's bytes for epoch 1")] {
            let error = Ludo::begin(opening).expect_err("it is copied").to_string();
            let words = format!("{of} do not fit the commitment of this game and seat");
            assert!(error.starts_with(&words), "{error}");
        }
    }
}

#[test]
fn a_contribution_of_which_nothing_is_known_is_not_written() {
    let mut opening = opening_with_epochs(&[Seat::A, Seat::C], &[5]);
    let dice = opening.dice.as_mut().expect("it has dice");
    let contributions = &mut dice.epochs[0].contributions;
    contributions.insert('C', Contribution::default());
    let record = Record::begin(opening).expect("a game");
    assert!(!record.to_json().contains("\"C\":{}"));
    for form in [record.to_text(), record.to_json()] {
        assert_eq!(Ludo::read(&form).as_ref(), Ok(&record), "{form}");
    }
}

/// The example of version 2 in the documents: Cleo and Abe type words, which are
/// salted, and after 20 rolls both contribute again, Cleo from a program of her own.
#[test]
fn the_example_of_version_2_is_a_game_by_its_dice() {
    let secret = Bytes32::sha_256(b"the example of version 2 in the documents");
    let salt =
        |of: &str| -> Salt { core::array::from_fn(|at| Bytes32::sha_256(of.as_bytes()).0[at]) };
    let game_id = "example-2";
    let mut opening = Opening::<parlor_game::Ludo>::new(Rules::Classic, [Seat::C, Seat::A]);
    for (player, (name, words)) in opening
        .players
        .iter_mut()
        .zip([("Cleo", "three blind mice"), ("Abe", "cat")])
    {
        player.name = Some(name.to_owned());
        let seat = player.seat;
        player.contribution = bound(game_id, seat, words.as_bytes(), Some(salt(name)));
    }
    let mut dice = Dice::new(Scheme::V2, game_id.to_owned(), Bytes32::sha_256(&secret.0));
    let drawn = Bytes32::sha_256(b"drawn by Cleo's program").0;
    let later = [
        (
            Seat::A,
            bound(game_id, Seat::A, b"dog", Some(salt("Abe again"))),
        ),
        (Seat::C, bound(game_id, Seat::C, &drawn, None)),
    ];
    dice.epochs.push(DiceEpoch {
        first_roll: 20,
        contributions: later.map(|(seat, part)| (letter(seat), part)).into(),
    });
    opening.dice = Some(dice);
    let stream = stream_of(&opening, &secret);
    let mut record = Record::begin(opening).expect("a game");
    play(&mut record, 40, |n| stream.roll(n));
    let winner = Seat::C;
    record
        .finish(Settlement::Resignation { winner })
        .expect("two play");
    record.reveal(secret).expect("it was committed to");
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(40)));
    assert_eq!(EXAMPLE_V2, record.to_text(), "docs/examples/dice-v2.record");
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
