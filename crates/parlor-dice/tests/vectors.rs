//! The streams of both versions against the vectors of the format's document.

use parlor_dice::{Bytes32, DiceStream, Epoch, Scheme};

const DOCUMENT: &str = include_str!("../../../docs/formats/dice.md");

/// The game that is being read.
#[derive(Default)]
struct Game {
    secret: Option<Bytes32>,
    id: String,
    /// Of version 1, the bytes of each seat.
    entropies: Option<Vec<Vec<u8>>>,
    /// Of version 2, epoch by epoch.
    epochs: Vec<Epoch<Vec<u8>>>,
}

impl Game {
    fn stream(&self) -> DiceStream {
        let secret = self.secret.as_ref().expect("the secret stands before");
        match (&self.entropies, self.epochs.split_first()) {
            (Some(entropies), None) => DiceStream::v1(secret, &self.id, entropies),
            (None, Some((first, later))) => {
                let first = first.entropies.iter().cloned();
                DiceStream::v2(secret, &self.id, first, later.iter().cloned())
            }
            _ => panic!("a game is of one version"),
        }
    }

    /// Takes a seat of version 2: its entropy, its salt and the commitment to
    /// both, or that it is a bot's.
    fn seat(&mut self, seat: char, given: &str) {
        let epoch = self.epochs.last_mut().expect("the epoch stands before");
        let bytes = match given.split(' ').collect::<Vec<_>>()[..] {
            ["is", "a", "bot"] => Vec::new(),
            [entropy, salt, commitment] => {
                let bytes = [bytes(entropy), bytes(salt)].concat();
                let computed = Scheme::V2.commitment(&self.id, seat, &bytes);
                assert_eq!(computed.to_string(), commitment, "{seat} in {:?}", self.id);
                bytes
            }
            _ => panic!("{seat} {given}"),
        };
        epoch.entropies.push(bytes);
    }
}

/// The bytes of these digits; a hyphen stands for none.
fn bytes(digits: &str) -> Vec<u8> {
    hex::decode(digits.trim_matches('-')).expect("whole bytes")
}

/// The document's tables were printed by its Python program, which the tests of
/// the Python package run; so two programs that share nothing agree on them.
#[test]
fn the_vectors_of_the_document_are_the_streams() {
    let mut games = [0, 0];
    let mut rolls = 0;
    let mut game = Game::default();
    let (_, by_hand) = DOCUMENT
        .split_once("## By hand")
        .expect("the section of the tables");
    for line in by_hand.lines() {
        if let Some(value) = line.strip_prefix("secret: ") {
            game = Game::default();
            game.secret = Some(value.parse().expect("32 bytes"));
        } else if game.secret.is_none() || line.starts_with("```") {
            game = Game::default();
        } else if let Some(value) = line.strip_prefix("game: ") {
            game.id = serde_json::from_str(value).expect("a string");
        } else if let Some(value) = line.strip_prefix("entropies: ") {
            game.entropies = Some(value.split(' ').map(bytes).collect());
            games[0] += 1;
        } else if let Some(value) = line.strip_prefix("epoch ") {
            let (number, begins) = value.split_once(" after ").expect("its beginning");
            assert_eq!(number, game.epochs.len().to_string());
            let first_roll = begins.strip_suffix(" rolls").expect("a number of rolls");
            game.epochs.push(Epoch {
                first_roll: first_roll.parse().expect("a number"),
                entropies: Vec::new(),
            });
            games[1] += usize::from(number == "0");
        } else if let Some((seat @ ("A" | "B" | "C" | "D"), given)) = line.split_once(' ') {
            game.seat(seat.parse().expect("a letter"), given);
        } else if let Some(value) = line.strip_prefix("rolls from ") {
            let stream = game.stream();
            let (first, faces) = value.split_once(": ").expect("the rolls follow");
            let first: u64 = first.parse().expect("a number");
            for (n, face) in (first..=u64::MAX).zip(faces.split(' ')) {
                assert_eq!(
                    stream.roll(n).to_string(),
                    face,
                    "roll {n} of {:?}",
                    game.id
                );
                rolls += 1;
            }
        }
    }
    assert_eq!((games, rolls), ([3, 2], 5 * 23));
}
