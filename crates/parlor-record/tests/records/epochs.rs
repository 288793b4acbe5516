//! Records whose dice have epochs, compared with their streams.

use ludo_rules::{Rules, Seat};
use parlor_dice::{Bytes32, Contribution, Salt, Scheme, Unrevealed, VerifiedDice, VerifyError};
use parlor_record::record::{AnyRecord, Dice, DiceAnswer, DiceEpoch, Opening, Record, SeatEntry};

use crate::dice_games::{
    Ludo, SECRET, bound, given_up_after_40_rolls, letter, opening, opening_with_epochs, play,
    stream, stream_of,
};

const EXAMPLE_V2: &str = include_str!("../../../../docs/examples/dice-v2.record");

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
fn a_seat_at_which_a_bot_plays_for_a_person_has_no_bytes_in_the_epoch() {
    let mut opening = opening_with_epochs(&[Seat::A, Seat::C], &[5, 12]);
    let dice = opening.dice.as_mut().expect("it has dice");
    let replaced = Contribution::BOT;
    dice.epochs[0].contributions.insert('C', replaced.clone());
    // Bytes that are hidden count as none.
    let stream = stream_of(&opening, &SECRET);
    let mut record = Record::begin(opening.clone()).expect("a game");
    play(&mut record, 20, |n| stream.roll(n));
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(20)));
    let text = record.to_text();
    assert!(text.contains("C.drawn_by.1: bot\n"), "{text}");
    assert!(!text.contains("C.commitment.1"), "{text}");
    for form in [text, record.to_json()] {
        assert_eq!(Ludo::read(&form).as_ref(), Ok(&record), "{form}");
    }
    opening.players[1].contribution = replaced;
    let error = Ludo::begin(opening)
        .expect_err("before the game")
        .to_string();
    assert!(
        error.starts_with("C's contribution cannot be a bot's"),
        "{error}"
    );
}

#[test]
fn a_commitment_of_an_earlier_epoch_is_refused() {
    let whole = opening_with_epochs(&[Seat::A, Seat::C], &[5, 12]);
    for (earlier, epoch) in [(0, 1), (0, 2), (1, 2)] {
        let mut opening = whole.clone();
        let first = opening.players[0].contribution.clone();
        let dice = opening.dice.as_mut().expect("it has dice");
        let known = match earlier {
            0 => first,
            _ => dice.epochs[0].contribution('A').clone(),
        };
        dice.epochs[epoch - 1].contributions.insert('A', known);
        let error = Ludo::begin(opening).expect_err("it is known").to_string();
        let words = format!("A's commitment for epoch {epoch} is that for epoch {earlier} again");
        assert!(error.starts_with(&words), "{error}");
    }
}

#[test]
fn an_epoch_begins_while_a_game_goes_on() {
    let whole = opening_with_epochs(&[Seat::A, Seat::C], &[5]);
    let stream = stream_of(&whole, &SECRET);
    let mut first = whole.clone();
    let dice = first.dice.as_mut().expect("it has dice");
    let epoch = dice.epochs.remove(0);
    let mut record = Record::begin(first).expect("a game");
    play(&mut record, 5, |n| stream.roll(n));
    let before = record.clone();
    let wrong = DiceEpoch {
        first_roll: epoch.first_roll,
        contributions: [('A', whole.players[0].contribution.clone())].into(),
    };
    record.begin_epoch(wrong).expect_err("it is known");
    assert_eq!(record, before);
    record.begin_epoch(epoch).expect("the next one");
    play(&mut record, 20, |n| stream.roll(5 + n));
    assert_eq!(record.opening(), &whole);
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(25)));
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
    let record = given_up_after_40_rolls(opening, &stream, secret);
    assert_eq!(EXAMPLE_V2, record.to_text(), "docs/examples/dice-v2.record");
}
