//! The stream against the vectors of the format's document.

use parlor_dice::{Bytes32, DiceStream};

const DOCUMENT: &str = include_str!("../../../docs/formats/dice.md");

/// The document's table was printed by its Python program, which the tests of
/// the Python package run; so two programs that share nothing agree on it.
#[test]
fn the_vectors_of_the_document_are_the_streams() {
    let mut streams = 0;
    let mut rolls = 0;
    let mut secret = Bytes32([0; 32]);
    let mut game_id = String::new();
    let mut stream = None;
    let (_, by_hand) = DOCUMENT
        .split_once("## By hand")
        .expect("the section of the table");
    for line in by_hand.lines() {
        if let Some(value) = line.strip_prefix("secret: ") {
            secret = value.parse().expect("32 bytes");
        } else if let Some(value) = line.strip_prefix("game: ") {
            game_id = serde_json::from_str(value).expect("a string");
        } else if let Some(value) = line.strip_prefix("entropies: ") {
            let of_seats = value
                .split(' ')
                .map(|digits| hex::decode(digits.trim_matches('-')).expect("whole bytes"));
            stream = Some(DiceStream::v1(&secret, &game_id, of_seats));
            streams += 1;
        } else if let Some(value) = line.strip_prefix("rolls from ") {
            let stream = stream.as_ref().expect("the entropies stand before");
            let (first, faces) = value.split_once(": ").expect("the rolls follow");
            let first: u64 = first.parse().expect("a number");
            for (n, face) in (first..=u64::MAX).zip(faces.split(' ')) {
                assert_eq!(stream.roll(n).to_string(), face, "roll {n} of {game_id:?}");
                rolls += 1;
            }
        }
    }
    assert_eq!((streams, rolls), (3, 3 * 23));
}
