//! What is found when the dice of a record are computed again, in words.

use parlor_dice::{ComparedRoll, DrawnBy, Unrevealed, VerifiedDice, VerifyError};
use parlor_game::Game;
use parlor_record::record::{AnyRecord, DiceAnswer, Record};

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
    /// What was fixed before the game; nothing in a game without dice.
    pub(super) fixed: Vec<Fixed>,
    /// Whether all that the rolls follow from came from the server.
    pub(super) is_servers_alone: bool,
    pub(super) rolls: Vec<ComparedRoll>,
    /// The first roll that differs, by its place among them.
    pub(super) wrong: Option<usize>,
    /// Whether there is a verdict on rolls that somebody else could not have given.
    pub(super) is_proof: bool,
}

/// Something that was fixed before the game.
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
        let (fixed, is_servers_alone) = match record {
            AnyRecord::Ludo(record) => fixed(record, &head),
            AnyRecord::Kuba(_) | AnyRecord::LudoScript(_) => (Vec::new(), false),
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
            fixed,
            is_servers_alone,
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
            seat,
            found,
            expected,
        }) => {
            let who = head.called(*seat);
            let wrong = sentences::wrong_roll(number + 1, *ply, &who, found, *expected);
            let says = vec![wrong, sentences::WRONG_MEANS.to_owned()];
            (sentences::ROLL_WRONG, says)
        }
        Err(VerifyError::NotRevealed { missing }) => {
            let missing = missing.iter().map(|missing| match missing {
                Unrevealed::Secret => sentences::SERVERS_SECRET.to_owned(),
                Unrevealed::Entropy(seat) => sentences::seat_bytes(&head.called(*seat)),
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

/// What was fixed before the game, and whether all of it came from the server.
fn fixed<G: Game>(record: &Record<G>, head: &RecordHead) -> (Vec<Fixed>, bool) {
    let Some(dice) = &record.opening().dice else {
        return (Vec::new(), false);
    };
    let server = Fixed {
        player: None,
        source: None,
        commitment: Some(dice.commitment.to_string()),
        revealed: dice.secret.map(|secret| secret.to_string()),
        words: None,
    };
    let players = &record.opening().players;
    let of_players = players.iter().map(|player| {
        let given = &player.contribution;
        let bytes = given.entropy.as_deref().filter(|bytes| !bytes.is_empty());
        let is_drawn = given.drawn_by == Some(DrawnBy::Server);
        let words = bytes.filter(|_| !is_drawn);
        let words = words.and_then(|bytes| core::str::from_utf8(bytes).ok());
        Fixed {
            player: Some(head.called(G::letter(player.seat))),
            source: match (&player.bot, &given.commitment) {
                (Some(_), None) => Some(sentences::GAVE_NOTHING),
                (None, None) => None,
                (_, Some(_)) if is_drawn => Some(sentences::SERVER_DREW),
                (_, Some(_)) => Some(sentences::GAVE_OWN),
            },
            commitment: given.commitment.map(|commitment| commitment.to_string()),
            revealed: given
                .entropy
                .as_deref()
                .filter(|_| given.commitment.is_some())
                .map(hex::encode),
            words: words.map(shortened),
        }
    });
    let all = core::iter::once(server).chain(of_players).collect();
    let gave_own = players.iter().any(|player| {
        let given = &player.contribution;
        given.commitment.is_some() && given.drawn_by != Some(DrawnBy::Server)
    });
    (all, !gave_own)
}
