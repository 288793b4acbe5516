//! What the server and the players commit to, and what they reveal of it.
//!
//! Whatever is revealed is checked against its commitment at once. That the
//! rolls follow from it takes everything revealed and the game played through:
//! [`verify`](crate::verify).

use std::borrow::Cow;
use std::collections::HashMap;

use crate::{Bytes32, DiceError, Scheme};

/// Fresh bytes that the server adds to typed words, so that nobody can find the
/// words by trying.
pub type Salt = [u8; 16];

/// A player's contribution to the dice, in one epoch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contribution {
    /// The commitment to the player's bytes, by [`Scheme::commitment`]; a bot
    /// needs none.
    pub commitment: Option<Bytes32>,
    /// The player's own bytes, revealed once everybody has committed; a bot's
    /// are empty.
    pub entropy: Option<Vec<u8>>,
    /// The salt after them, if they were typed; never in version 1.
    pub salt: Option<Salt>,
    /// Who drew the bytes.
    pub drawn_by: Option<DrawnBy>,
}

/// Who drew a player's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnBy {
    /// The player, or the player's browser.
    Player,
    /// The server, for a player who sent none.
    Server,
    /// Nobody: a bot played at the seat of a person when a later epoch began, and
    /// a bot has no bytes.
    Bot,
}

impl DrawnBy {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Player, Self::Server, Self::Bot];

    /// The word in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Server => "server",
            Self::Bot => "bot",
        }
    }
}

/// Who plays at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Participant {
    /// A person, who must commit before they reveal.
    Person,
    /// A bot, which contributes no bytes.
    Bot,
}

/// Whose contribution is checked, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contributor<'a> {
    /// The scheme of the game's dice.
    pub scheme: Scheme,
    /// The game's name in the stream of rolls.
    pub game_id: &'a str,
    /// The seat's letter.
    pub seat: char,
    /// The epoch, from 0.
    pub epoch: u64,
    /// Who plays there.
    pub player: Participant,
}

/// Checks the server's secret against its commitment, which is the secret's
/// SHA-256 in both versions.
///
/// # Errors
/// [`DiceError::WrongSecret`].
pub fn check_secret(commitment: &Bytes32, secret: &Bytes32) -> Result<(), DiceError> {
    let computed = Bytes32::sha_256(&secret.0);
    if computed == *commitment {
        Ok(())
    } else {
        Err(DiceError::WrongSecret { computed })
    }
}

/// Checks the beginnings of the later epochs, from epoch 1: each is the number
/// of rolls before it, which never decreases.
///
/// # Errors
/// [`DiceError::EpochInV1`]; [`DiceError::EpochTooEarly`].
pub fn check_epochs(
    scheme: Scheme,
    beginnings: impl IntoIterator<Item = u64>,
) -> Result<(), DiceError> {
    let mut before = 0;
    for (epoch, rolls) in (1..).zip(beginnings) {
        if scheme == Scheme::V1 {
            return Err(DiceError::EpochInV1);
        }
        if rolls < before {
            return Err(DiceError::EpochTooEarly {
                epoch,
                rolls,
                before,
            });
        }
        before = rolls;
    }
    Ok(())
}

/// Checks that no seat makes the same commitment twice: whoever has seen its
/// bytes in one epoch would know them in another. Each commitment comes with its
/// seat and its epoch, the earlier epochs first.
///
/// # Errors
/// [`DiceError::RepeatedCommitment`], the first one.
pub fn check_repeats(
    commitments: impl IntoIterator<Item = (char, u64, Bytes32)>,
) -> Result<(), DiceError> {
    let mut known = HashMap::new();
    for (seat, epoch, commitment) in commitments {
        if let Some(earlier) = known.insert((seat, commitment), epoch) {
            return Err(DiceError::RepeatedCommitment {
                seat,
                epoch,
                earlier,
            });
        }
    }
    Ok(())
}

impl Contribution {
    /// A contribution of which nothing is known.
    pub const EMPTY: Self = Self {
        commitment: None,
        entropy: None,
        salt: None,
        drawn_by: None,
    };

    /// That of a bot at the seat of a person, in a later epoch.
    pub const BOT: Self = Self {
        commitment: None,
        entropy: None,
        salt: None,
        drawn_by: Some(DrawnBy::Bot),
    };

    /// Whether nothing is known of it.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The bytes that are committed to and enter the stream, once they are
    /// revealed: the entropy, followed by the salt.
    pub fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        let entropy = self.entropy.as_deref()?;
        Some(match &self.salt {
            Some(salt) => [entropy, salt].concat().into(),
            None => entropy.into(),
        })
    }

    /// Checks what a player has revealed.
    ///
    /// # Errors
    /// [`DiceError::DrawnByBot`]; [`DiceError::SaltInV1`]; [`DiceError::SaltAlone`];
    /// [`DiceError::NoCommitment`]; [`DiceError::WrongEntropy`] in version 1 and
    /// [`DiceError::WrongBytes`] in version 2.
    pub fn check(&self, contributor: &Contributor<'_>) -> Result<(), DiceError> {
        let Contributor {
            scheme,
            game_id,
            seat,
            epoch,
            player,
        } = *contributor;
        if self.drawn_by == Some(DrawnBy::Bot) {
            return if epoch > 0 && *self == Self::BOT {
                Ok(())
            } else {
                Err(DiceError::DrawnByBot { seat, epoch })
            };
        }
        if self.salt.is_some() && !scheme.has_salts() {
            return Err(DiceError::SaltInV1(seat));
        }
        let Some(bytes) = self.bytes() else {
            return match self.salt {
                Some(_) => Err(DiceError::SaltAlone { seat, epoch }),
                None => Ok(()),
            };
        };
        let Some(commitment) = self.commitment else {
            return if player == Participant::Bot && bytes.is_empty() {
                Ok(())
            } else {
                Err(DiceError::NoCommitment { seat, epoch })
            };
        };
        let computed = scheme.commitment(game_id, seat, &bytes);
        if computed == commitment {
            return Ok(());
        }
        Err(match scheme {
            Scheme::V1 => DiceError::WrongEntropy { seat, computed },
            Scheme::V2 => DiceError::WrongBytes {
                seat,
                epoch,
                computed,
            },
        })
    }

    /// The player's bytes, once they are known. A bot that committed to
    /// nothing has none, revealed or not, also where it plays for a person.
    pub fn revealed(&self, player: Participant) -> Option<Cow<'_, [u8]>> {
        let is_bot = player == Participant::Bot || self.drawn_by == Some(DrawnBy::Bot);
        let is_plain_bot = is_bot && self.commitment.is_none();
        let none: Option<&[u8]> = is_plain_bot.then_some(&[]);
        self.bytes().or(none.map(Cow::Borrowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IN_V1: Contributor<'static> = Contributor {
        scheme: Scheme::V1,
        game_id: "g-17",
        seat: 'A',
        epoch: 0,
        player: Participant::Person,
    };
    const IN_V2: Contributor<'static> = Contributor {
        scheme: Scheme::V2,
        ..IN_V1
    };

    fn bot(contributor: Contributor<'static>) -> Contributor<'static> {
        Contributor {
            player: Participant::Bot,
            ..contributor
        }
    }

    #[test]
    fn a_secret_is_what_was_committed_to() {
        let secret = Bytes32([7; 32]);
        let commitment = Bytes32::sha_256(&secret.0);
        assert_eq!(check_secret(&commitment, &secret), Ok(()));
        assert!(matches!(
            check_secret(&commitment, &Bytes32([8; 32])),
            Err(DiceError::WrongSecret { .. })
        ));
    }

    #[test]
    fn what_is_revealed_is_what_was_committed_to_in_both_versions() {
        for contributor in [IN_V1, IN_V2] {
            let missing = Err(DiceError::NoCommitment {
                seat: 'A',
                epoch: 0,
            });
            let mut part = Contribution::default();
            assert_eq!(part.check(&contributor), Ok(()));
            part.entropy = Some(Vec::new());
            assert_eq!(part.check(&contributor), missing);
            assert_eq!(part.check(&bot(contributor)), Ok(()));
            part.entropy = Some(b"words".to_vec());
            assert_eq!(part.check(&bot(contributor)), missing);
            let scheme = contributor.scheme;
            part.commitment = Some(scheme.commitment("g-17", 'A', b"words"));
            assert_eq!(part.check(&contributor), Ok(()));
            part.entropy = Some(b"other words".to_vec());
            let error = part.check(&contributor).expect_err("other words");
            let computed = scheme.commitment("g-17", 'A', b"other words");
            assert_eq!((error.seat(), error.epoch()), (Some('A'), 0));
            assert!(error.to_string().contains(&computed.to_string()), "{error}");
        }
    }

    #[test]
    fn a_commitment_copied_from_another_seat_or_game_fits_in_version_1_alone() {
        for (game_id, seat) in [("g-17", 'C'), ("g-16", 'A'), ("", 'A')] {
            let copied = |scheme: Scheme| Contribution {
                commitment: Some(scheme.commitment(game_id, seat, b"words")),
                entropy: Some(b"words".to_vec()),
                ..Contribution::default()
            };
            assert_eq!(copied(Scheme::V1).check(&IN_V1), Ok(()));
            let epoch = Contributor { epoch: 3, ..IN_V2 };
            let error = copied(Scheme::V2).check(&epoch).expect_err("it is copied");
            let computed = Scheme::V2.commitment("g-17", 'A', b"words");
            assert_eq!(
                error.to_string(),
                format!(
                    "A's bytes for epoch 3 do not fit the commitment of this game and seat, which \
                     would be {computed}"
                )
            );
        }
    }

    #[test]
    fn a_salt_is_committed_to_after_the_entropy_and_not_without_it() {
        let salt = [9; 16];
        let salted = [&b"cat"[..], &salt].concat();
        let mut part = Contribution {
            commitment: Some(Scheme::V2.commitment("g-17", 'A', &salted)),
            entropy: Some(b"cat".to_vec()),
            salt: Some(salt),
            ..Contribution::default()
        };
        assert_eq!(part.bytes().as_deref(), Some(&*salted));
        assert_eq!(part.check(&IN_V2), Ok(()));
        assert_eq!(part.check(&IN_V1), Err(DiceError::SaltInV1('A')));
        part.salt = Some([8; 16]);
        assert!(matches!(
            part.check(&IN_V2),
            Err(DiceError::WrongBytes { .. })
        ));
        part.entropy = None;
        let alone = DiceError::SaltAlone {
            seat: 'A',
            epoch: 0,
        };
        assert_eq!(part.check(&IN_V2), Err(alone));
        // A bot has nothing to salt.
        let bots = Contribution {
            entropy: Some(Vec::new()),
            salt: Some(salt),
            ..Contribution::default()
        };
        assert!(matches!(
            bots.check(&bot(IN_V2)),
            Err(DiceError::NoCommitment { .. })
        ));
    }

    #[test]
    fn a_bot_at_the_seat_of_a_person_gives_nothing_and_in_later_epochs_alone() {
        let later = Contributor { epoch: 1, ..IN_V2 };
        let bot = Contribution::BOT;
        assert_eq!(bot.check(&later), Ok(()));
        let person = Participant::Person;
        assert_eq!(bot.revealed(person).as_deref(), Some(&[][..]));
        assert_eq!(Contribution::EMPTY.revealed(person), None);
        let refused = |part: &Contribution, contributor: &Contributor<'_>| {
            let (seat, epoch) = ('A', contributor.epoch);
            let error = DiceError::DrawnByBot { seat, epoch };
            assert_eq!(part.check(contributor), Err(error), "{part:?}");
        };
        refused(&bot, &IN_V2);
        refused(&bot, &IN_V1);
        for part in [
            Contribution {
                commitment: Some(Scheme::V2.commitment("g-17", 'A', b"")),
                ..bot.clone()
            },
            Contribution {
                entropy: Some(Vec::new()),
                ..bot.clone()
            },
            Contribution {
                salt: Some([9; 16]),
                ..bot
            },
        ] {
            refused(&part, &later);
        }
    }

    #[test]
    fn a_seat_commits_to_the_same_bytes_once_alone() {
        let of = |seat| Scheme::V2.commitment("g-17", seat, b"words");
        let other = Scheme::V2.commitment("g-17", 'A', b"other words");
        let all = [('A', 0, of('A')), ('C', 0, of('C')), ('A', 1, other)];
        assert_eq!(check_repeats(all), Ok(()));
        // A copy of another seat's fits nothing, which is another error.
        assert_eq!(check_repeats([('A', 0, other), ('C', 1, other)]), Ok(()));
        let again = all.into_iter().chain([('A', 3, of('A'))]);
        let error = check_repeats(again).expect_err("A's comes again");
        assert_eq!((error.seat(), error.epoch()), (Some('A'), 3));
        assert_eq!(
            error.to_string(),
            "A's commitment for epoch 3 is that for epoch 0 again, whose bytes may be known; each \
             epoch needs new bytes"
        );
    }

    #[test]
    fn epochs_begin_in_order_and_in_version_2_alone() {
        assert_eq!(check_epochs(Scheme::V2, [0, 5, 5, 9]), Ok(()));
        assert_eq!(check_epochs(Scheme::V1, []), Ok(()));
        assert_eq!(check_epochs(Scheme::V1, [5]), Err(DiceError::EpochInV1));
        let error = check_epochs(Scheme::V2, [0, 5, 4, 9]).expect_err("it goes back");
        assert_eq!((error.seat(), error.epoch()), (None, 3));
        assert_eq!(
            error.to_string(),
            "epoch 3 begins after 4 rolls, but epoch 2 after 5; no epoch begins before an earlier one"
        );
    }
}
