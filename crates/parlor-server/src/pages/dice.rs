//! The provably fair dice on a game's page: commitments, and what was revealed.

use parlor_view::printable;

use super::sentences;
use parlor_table::table::{GameView, SeatView};

/// The dice of a game.
pub(super) struct DiceSection<'a> {
    /// `parlor-dice-v2`.
    pub(super) scheme: &'static str,
    /// The SHA-256 of the server's secret.
    pub(super) commitment: String,
    pub(super) secret: Option<String>,
    /// The epoch of what the players give, unless it is the one that the game began with.
    pub(super) epoch: Option<String>,
    pub(super) seats: Vec<ContributionInfo<'a>>,
}

/// What a player gives to the dice.
pub(super) struct ContributionInfo<'a> {
    pub(super) seat: char,
    pub(super) name: &'a str,
    pub(super) commitment: Option<String>,
    /// The bytes in hexadecimal, once they are revealed.
    pub(super) bytes: Option<String>,
    /// The bytes as text, if a player gave text.
    pub(super) words: Option<String>,
    /// What follows the bytes, in hexadecimal.
    pub(super) salt: Option<String>,
    pub(super) source: &'static str,
}

impl<'a> DiceSection<'a> {
    /// The dice of a game that has some.
    pub(super) fn of(view: &'a GameView) -> Option<Self> {
        let dice = view.dice.as_ref()?;
        Some(Self {
            scheme: dice.scheme.as_str(),
            commitment: dice.commitment.to_string(),
            secret: dice.secret.map(|secret| secret.to_string()),
            epoch: match (dice.epoch, dice.is_agreeing) {
                (epoch, true) => Some(sentences::epoch_to_come(epoch + 1)),
                (0, false) => None,
                (epoch, false) => Some(sentences::epoch_now(epoch)),
            },
            seats: view.seats.iter().map(ContributionInfo::of).collect(),
        })
    }
}

impl<'a> ContributionInfo<'a> {
    fn of(seat: &'a SeatView) -> Self {
        let bytes = seat.entropy.as_deref().filter(|bytes| !bytes.is_empty());
        let words = bytes.filter(|_| !seat.drawn_by_server);
        let words = words.and_then(|bytes| core::str::from_utf8(bytes).ok());
        Self {
            seat: seat.seat,
            name: &seat.name,
            commitment: seat.commitment.map(|commitment| commitment.to_string()),
            bytes: bytes.map(hex::encode),
            words: words.map(printable),
            salt: seat.salt.map(hex::encode),
            source: match (&seat.commitment, seat.drawn_by_server) {
                (None, _) if seat.must_commit => "has yet to give to the dice once more",
                (None, _) if seat.is_taken => "gives nothing to the dice",
                (None, _) => "has not joined yet",
                (Some(_), true) => "left it to the server, which drew 32 bytes",
                (Some(_), false) => "gave bytes of their own",
            },
        }
    }
}
