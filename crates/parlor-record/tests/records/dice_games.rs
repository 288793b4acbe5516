//! Games of Ludo with committed dice, and the streams that they follow from.

use ludo_rules::{Roll, Rules, Seat, priority};
use parlor_dice::{Bytes32, Contribution, DiceStream, DrawnBy, Epoch, Salt, Scheme, VerifiedDice};
use parlor_game::Turn;
use parlor_record::record::{Dice, DiceEpoch, Opening, Record, Settlement};

pub(crate) type Ludo = Record<parlor_game::Ludo>;

/// The server's secret in most of these games.
pub(crate) const SECRET: Bytes32 = Bytes32([5; 32]);

/// The part of a person who committed to these bytes, in version 1.
pub(crate) fn committed(bytes: &[u8]) -> Contribution {
    Contribution {
        commitment: Some(Bytes32::sha_256(bytes)),
        entropy: Some(bytes.to_vec()),
        salt: None,
        drawn_by: Some(DrawnBy::Player),
    }
}

/// The part of a person who committed to these bytes, in version 2.
pub(crate) fn bound(game_id: &str, seat: Seat, entropy: &[u8], salt: Option<Salt>) -> Contribution {
    let mut part = Contribution {
        salt,
        ..committed(entropy)
    };
    let bytes = part.bytes().expect("they are revealed");
    part.commitment = Some(Scheme::V2.commitment(game_id, letter(seat), &bytes));
    part
}

pub(crate) fn letter(seat: Seat) -> char {
    <parlor_game::Ludo as parlor_game::Game>::letter(seat)
}

/// The opening of a game among these seats, each a person's whose bytes are the
/// seat's letter; the server's secret is revealed.
pub(crate) fn opening(seats: &[Seat]) -> Opening<parlor_game::Ludo> {
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

/// The opening of a game by version 2 among these seats: in epoch 0 and in each
/// epoch that begins after one of these numbers of rolls, the bytes of each
/// person are the epoch's number and the seat's letter, with a salt in odd epochs.
pub(crate) fn opening_with_epochs(
    seats: &[Seat],
    beginnings: &[u64],
) -> Opening<parlor_game::Ludo> {
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

/// The stream of such a game among these seats, in the order of the seats.
pub(crate) fn stream(seats: &[Seat]) -> DiceStream {
    let letters = seats.iter().map(Seat::to_string);
    DiceStream::v1(&SECRET, "example", letters.map(String::into_bytes))
}

/// The stream of a game with this secret; bytes that are hidden count as none.
pub(crate) fn stream_of(opening: &Opening<parlor_game::Ludo>, secret: &Bytes32) -> DiceStream {
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

/// Plays on by the priority policy until the game is over or so many rolls
/// were rolled.
pub(crate) fn play(record: &mut Ludo, rolls: u64, mut roll: impl FnMut(u64) -> u8) {
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

/// A game of two of whom C wins since the other resigns after 40 rolls of the stream, checked as a
/// whole.
pub(crate) fn given_up_after_40_rolls(
    opening: Opening<parlor_game::Ludo>,
    stream: &DiceStream,
    secret: Bytes32,
) -> Ludo {
    let mut record = Record::begin(opening).expect("a game");
    play(&mut record, 40, |n| stream.roll(n));
    let winner = Seat::C;
    record
        .finish(Settlement::Resignation { winner })
        .expect("two play");
    record.reveal(secret).expect("it was committed to");
    assert_eq!(record.verify_dice(), Ok(VerifiedDice::of(40)));
    record
}
