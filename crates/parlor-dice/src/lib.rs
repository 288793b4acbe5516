//! Provably fair dice by commit and reveal, the scheme `parlor-dice-v1`.
//!
//! Before a game the server commits to a secret and every player to bytes of
//! their own ([`Contribution`]); a commitment is the SHA-256 of what it hides.
//! The secret and all contributions together are the key and message of a
//! [`DiceStream`], so nobody can choose a roll. Once everything is revealed,
//! anyone can compute the stream again and compare it with the game
//! ([`verify`]). The scheme and its test vectors are in
//! `docs/formats/dice.md`.
//!
//! The crate knows no game: a seat is its letter and a roll is a number, so
//! that records, servers and verifiers share one implementation.
//!
//! ```
//! use parlor_dice::{Bytes32, DiceStream, FoundRoll, VerifyError, verify};
//!
//! let secret = Bytes32([0; 32]);
//! let commitment = Bytes32::sha_256(&secret.0);
//! assert!(commitment.to_string().starts_with("66687aad"));
//!
//! let stream = DiceStream::new(&secret, "g-17", ["words", ""]);
//! let found = |roll: u8| FoundRoll { ply: 1, seat: 'A', roll: roll.to_string() };
//! assert_eq!(verify(&stream, [found(5)]), Ok(1));
//! assert!(matches!(
//!     verify(&stream, [found(6)]),
//!     Err(VerifyError::WrongRoll { number: 0, expected: 5, .. })
//! ));
//! ```

mod bytes32;
mod contribution;
mod stream;
mod verify;

pub use bytes32::{Bytes32, HexError};
pub use contribution::{Contribution, DiceError, DrawnBy, Participant, check_secret};
pub use stream::{DiceStream, SCHEME};
pub use verify::{
    ComparedRoll, FoundRoll, Unrevealed, VerifiedDice, VerifyError, compare, revealed_stream,
    verify,
};
