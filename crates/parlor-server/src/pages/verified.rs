//! What is found when the dice of a record are computed again, in words.

use parlor_dice::{ComparedRoll, Contribution, DrawnBy, Unrevealed, VerifiedDice, VerifyError};
use parlor_game::Game;
use parlor_record::record::{AnyRecord, DiceAnswer, Record, SeatEntry};

use super::recorded::{RecordHead, shortened};
use super::sentences;

/// A record whose dice were computed again.
#[derive(Clone, Debug)]
pub(super) struct Verified {
    pub(super) head: RecordHead,
    /// What a record in JSON gives a program, for the browser to compare its own with.
    pub(super) answer: String,
    pub(super) title: &'static str,
    pub(super) says: Vec<String>,
    /// What was fixed, epoch by epoch; nothing in a game without dice.
    pub(super) epochs: Vec<FixedEpoch>,
    pub(super) rolls: Vec<ComparedRoll>,
    /// The first roll that differs, by its place among them.
    pub(super) wrong: Option<usize>,
    /// Whether there is a verdict on rolls that somebody else could not have given.
    pub(super) is_proof: bool,
}

/// What was fixed before the game, or for the rolls from one on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FixedEpoch {
    /// The number of rolls before it; `None` before the game.
    pub(super) rolls_before: Option<u64>,
    pub(super) fixed: Vec<Fixed>,
    /// Whether all that its rolls follow from came from the server.
    pub(super) is_servers_alone: bool,
}

impl FixedEpoch {
    pub(super) fn title(&self) -> String {
        match self.rolls_before {
            None => sentences::FIXED_BEFORE_GAME.to_owned(),
            Some(rolls) => sentences::fixed_before_roll(rolls + 1),
        }
    }

    /// What it means if all of it came from the server.
    pub(super) fn alone(&self) -> Option<String> {
        self.is_servers_alone.then(|| match self.rolls_before {
            None => sentences::SERVER_ALONE.to_owned(),
            Some(rolls) => sentences::server_alone_from(rolls + 1),
        })
    }
}

/// Something that was fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    /// Whose it is; `None` for the server's.
    pub(super) player: Option<String>,
    /// Where the bytes came from.
    pub(super) source: Option<&'static str>,
    /// In hexadecimal.
    pub(super) commitment: Option<String>,
    pub(super) revealed: Option<String>,
    /// The bytes as text, if a player gave some.
    pub(super) words: Option<String>,
    /// What the server added to them, in hexadecimal.
    pub(super) salt: Option<String>,
}

impl Fixed {
    /// Whether what was revealed is what was fixed: else it could not be read as a record.
    pub(super) fn says(&self) -> Option<&'static str> {
        self.commitment.as_ref().map(|_| match &self.revealed {
            Some(_) => sentences::FITS,
            None => sentences::IS_NOT_REVEALED,
        })
    }
}

impl Verified {
    /// Computes the dice of a record again.
    pub(super) fn of(record: &AnyRecord) -> Self {
        let head = RecordHead::of(record);
        let found = record.verify_dice();
        let answer = serde_json::to_string(&DiceAnswer::of(1, &found)).unwrap_or_default();
        let epochs = match record {
            AnyRecord::Ludo(record) => epochs(record, &head),
            AnyRecord::Kuba(_) | AnyRecord::LudoScript(_) => Vec::new(),
        };
        let (title, says) = match record {
            AnyRecord::Kuba(_) => (
                sentences::NO_DICE,
                vec![sentences::KUBA_HAS_NO_DICE.to_owned()],
            ),
            AnyRecord::Ludo(_) | AnyRecord::LudoScript(_) => words(&found, &head),
        };
        let rolls = record.compared_rolls().unwrap_or_default();
        Self {
            is_proof: found.is_ok() && !rolls.is_empty(),
            wrong: rolls.iter().position(|roll| !roll.is_right()),
            head,
            answer,
            title,
            says,
            epochs,
            rolls,
        }
    }
}

/// The verdict as a headline and in sentences.
fn words(
    found: &Result<VerifiedDice, VerifyError>,
    head: &RecordHead,
) -> (&'static str, Vec<String>) {
    let called =
        |seats: &[char]| -> Vec<String> { seats.iter().map(|&seat| head.called(seat)).collect() };
    match found {
        Ok(verified) => {
            let VerifiedDice {
                rolls,
                never_joined,
                never_revealed,
                ..
            } = verified;
            if never_joined.is_empty() && never_revealed.is_empty() {
                let title = match rolls {
                    0 => sentences::NOTHING_ROLLED,
                    _ => sentences::ROLLS_RIGHT,
                };
                return (title, vec![sentences::rolls_right(*rolls)]);
            }
            let mut says = vec![sentences::SECRET_FITS.to_owned()];
            if !never_joined.is_empty() {
                says.push(sentences::never_joined(&called(never_joined)));
            }
            if !never_revealed.is_empty() {
                says.push(sentences::never_revealed(&called(never_revealed)));
            }
            (sentences::NOTHING_ROLLED, says)
        }
        Err(VerifyError::WrongRoll {
            ply,
            number,
            epoch,
            seat,
            found,
            expected,
        }) => {
            let who = head.called(*seat);
            let wrong = sentences::wrong_roll(number + 1, *ply, &who, found, *expected);
            let mut says = vec![wrong, sentences::WRONG_MEANS.to_owned()];
            says.extend(epoch.filter(|epoch| *epoch > 0).map(sentences::in_epoch));
            (sentences::ROLL_WRONG, says)
        }
        Err(VerifyError::NotRevealed { missing }) => {
            let missing = missing.iter().map(|missing| match missing {
                Unrevealed::Secret => sentences::SERVERS_SECRET.to_owned(),
                Unrevealed::Entropy { seat, epoch: 0 } => {
                    sentences::seat_bytes(&head.called(*seat))
                }
                Unrevealed::Entropy { seat, epoch } => {
                    sentences::seat_bytes_of_epoch(&head.called(*seat), *epoch)
                }
            });
            let says = sentences::not_revealed(&missing.collect::<Vec<_>>());
            (sentences::CANNOT_BE_CHECKED, vec![says])
        }
        Err(_) => {
            let says = sentences::NOT_COMMITTED.to_owned();
            (sentences::CANNOT_BE_CHECKED, vec![says])
        }
    }
}

/// What was fixed before the game and in it.
fn epochs<G: Game>(record: &Record<G>, head: &RecordHead) -> Vec<FixedEpoch> {
    let Some(dice) = &record.opening().dice else {
        return Vec::new();
    };
    let server = Fixed {
        player: None,
        source: None,
        commitment: Some(dice.commitment.to_string()),
        revealed: dice.secret.map(|secret| secret.to_string()),
        words: None,
        salt: None,
    };
    let players = &record.opening().players;
    let first = players.iter().map(|player| (player, &player.contribution));
    let mut first = FixedEpoch::of::<G>(None, first, head);
    first.fixed.insert(0, server);
    let later = dice.epochs.iter().map(|epoch| {
        let given = |player: &SeatEntry<G::Seat>| epoch.contribution(G::letter(player.seat));
        let all = players.iter().map(|player| (player, given(player)));
        FixedEpoch::of::<G>(Some(epoch.first_roll), all, head)
    });
    core::iter::once(first).chain(later).collect()
}

impl FixedEpoch {
    /// What these players have given.
    fn of<'a, G: Game>(
        rolls_before: Option<u64>,
        given: impl Iterator<Item = (&'a SeatEntry<G::Seat>, &'a Contribution)> + Clone,
        head: &RecordHead,
    ) -> Self {
        let gave_own = given.clone().any(|(_, given)| {
            given.commitment.is_some() && given.drawn_by != Some(DrawnBy::Server)
        });
        let fixed = given.map(|(player, given)| {
            Fixed::of(
                head.called(G::letter(player.seat)),
                player.bot.is_some(),
                given,
            )
        });
        Self {
            rolls_before,
            fixed: fixed.collect(),
            is_servers_alone: !gave_own,
        }
    }
}

impl Fixed {
    /// What a player has given.
    fn of(player: String, is_bot: bool, given: &Contribution) -> Self {
        let bytes = given.entropy.as_deref().filter(|bytes| !bytes.is_empty());
        let is_drawn = given.drawn_by == Some(DrawnBy::Server);
        let words = bytes.filter(|_| !is_drawn);
        let words = words.and_then(|bytes| core::str::from_utf8(bytes).ok());
        Self {
            player: Some(player),
            source: match given.commitment {
                None if is_bot || given.drawn_by == Some(DrawnBy::Bot) => {
                    Some(sentences::GAVE_NOTHING)
                }
                None => None,
                Some(_) if is_drawn => Some(sentences::SERVER_DREW),
                Some(_) => Some(sentences::GAVE_OWN),
            },
            commitment: given.commitment.map(|commitment| commitment.to_string()),
            revealed: given
                .entropy
                .as_deref()
                .filter(|_| given.commitment.is_some())
                .map(hex::encode),
            words: words.map(shortened),
            salt: given.salt.map(hex::encode),
        }
    }
}
