//! Provably fair dice by commit and reveal, both versions of the [`Scheme`].
//!
//! Before a game the server commits to a secret and every player to bytes of
//! their own ([`Contribution`]). The secret and all contributions together are
//! the key and message of a [`DiceStream`], so nobody can choose a roll. In
//! version 2 the players can contribute again during the game, which begins an
//! [`Epoch`]. Once everything is revealed, anyone can compute the stream again
//! and compare it with the game ([`verify`]). The scheme and its test vectors
//! are in `docs/formats/dice.md`.
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
//! let stream = DiceStream::v1(&secret, "g-17", ["words", ""]);
//! let found = |roll: u8| FoundRoll { ply: 1, seat: 'A', roll: roll.to_string() };
//! assert_eq!(verify(&stream, [found(5)]), Ok(1));
//! assert!(matches!(
//!     verify(&stream, [found(6)]),
//!     Err(VerifyError::WrongRoll { number: 0, expected: 5, .. })
//! ));
//! ```

mod bytes32;
mod contribution;
mod error;
mod message;
mod scheme;
mod stream;
mod verify;

pub use bytes32::{Bytes32, HexError};
pub use contribution::{
    Contribution, Contributor, DrawnBy, Participant, Salt, check_epochs, check_repeats,
    check_secret,
};
pub use error::DiceError;
pub use scheme::{Scheme, SchemeError};
pub use stream::{DiceStream, Epoch};
pub use verify::{
    ComparedRoll, FoundRoll, SeatBytes, Unrevealed, VerifiedDice, VerifyError, compare,
    revealed_stream, verify,
};
