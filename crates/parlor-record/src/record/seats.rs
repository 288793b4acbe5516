//! The seats and the dice of a raw record.

use parlor_dice::{Contribution, DiceError, DrawnBy, SCHEME};
use parlor_game::Game;

use super::dice::Dice;
use super::document::SeatDocument;
use super::error::{RecordError, RecordErrorKind};
use super::keys;
use super::opening::{OpeningError, SeatEntry, letters};
use super::raw_record::RawRecord;
use super::source::MemberPath;
use crate::error::quoted;

impl RawRecord<'_> {
    fn seats(&self) -> Result<&[SeatDocument], RecordError> {
        let expected = "it names who plays, the one that begins first";
        let seats = self.document.seats.as_deref();
        self.source.required(&[&keys::SEATS], seats, expected)
    }

    /// The players in the order of the seats.
    pub(super) fn players<G: Game>(&self) -> Result<Vec<SeatEntry<G::Seat>>, RecordError> {
        let seats = self.seats()?.iter().enumerate();
        let player = |(index, seat): (usize, &SeatDocument)| {
            Ok(SeatEntry {
                seat: self.seat::<G>(index, seat)?,
                name: seat.name.clone(),
                bot: seat.bot.clone(),
                contribution: self.contribution(index, seat)?,
                fields: seat.fields.clone(),
            })
        };
        seats.map(player).collect()
    }

    /// The game's seat with the letter that is written.
    fn seat<G: Game>(&self, index: usize, seat: &SeatDocument) -> Result<G::Seat, RecordError> {
        let Some(letter) = &seat.seat else {
            let expected = "a seat is an object with a member \"seat\"";
            return Err(self.source.bad(&[&keys::SEATS, &index], expected));
        };
        let seat = letter.parse().ok().and_then(G::seat);
        seat.ok_or_else(|| {
            let expected = format!("the seats of this game are {}", letters::<G>(G::SEATS));
            if letter.is_empty() {
                return self.source.bad(&[&keys::SEATS], expected);
            }
            let expected = expected.into();
            let kind = |value| RecordErrorKind::Unexpected { value, expected };
            self.source
                .error(&[&keys::SEATS, &index, &keys::SEAT_KEY], kind)
        })
    }

    /// A player's contribution to the dice.
    fn contribution(&self, index: usize, seat: &SeatDocument) -> Result<Contribution, RecordError> {
        let source = &self.source;
        let bad = |key: &str, expected| source.bad(&[&keys::SEATS, &index, &key], expected);
        let entropy = seat.entropy.as_ref().map(|digits| {
            let expected = "it must be whole bytes in hexadecimal digits";
            hex::decode(digits).map_err(|_| bad(keys::ENTROPY, expected))
        });
        let drawn_by = seat.drawn_by.as_ref().map(|word| {
            let mut all = DrawnBy::ALL.into_iter();
            let expected = "it must be `player` or `server`";
            let drawn_by = all.find(|one| one.as_str() == word);
            drawn_by.ok_or_else(|| bad(keys::DRAWN_BY, expected))
        });
        let path: MemberPath<'_> = &[&keys::SEATS, &index, &keys::COMMITMENT];
        Ok(Contribution {
            commitment: source.parsed(path, seat.commitment.as_ref())?,
            entropy: entropy.transpose()?,
            drawn_by: drawn_by.transpose()?,
        })
    }

    /// Refuses every field of dice, in a game that has none.
    pub(super) fn refuse_dice(&self) -> Result<(), RecordError> {
        let no_dice = |path| {
            let key = self.source.part(path).key;
            let kind = RecordErrorKind::Dice {
                error: DiceError::NoDice,
                value: quoted(key),
            };
            Err(self.source.error_at(key, kind))
        };
        if self.document.dice.is_some() {
            return no_dice(&[&keys::DICE_KEY]);
        }
        for (index, seat) in self.seats()?.iter().enumerate() {
            if let Some(key) = dice_key(seat) {
                return no_dice(&[&keys::SEATS, &index, &key]);
            }
        }
        Ok(())
    }

    pub(super) fn dice(&self) -> Result<Option<Dice>, RecordError> {
        let source = &self.source;
        let Some(dice) = &self.document.dice else {
            return Ok(None);
        };
        let scheme_path: MemberPath<'_> = &[&keys::DICE_KEY, &keys::SCHEME];
        let scheme = dice.scheme.as_ref();
        if source.required(scheme_path, scheme, "it says parlor-dice-v1")? != SCHEME {
            let expected = format!("the one scheme there is is {SCHEME}");
            return Err(source.bad(scheme_path, expected));
        }
        let commitment_path: MemberPath<'_> = &[&keys::DICE_KEY, &keys::COMMITMENT];
        let commitment = source.parsed(commitment_path, dice.commitment.as_ref())?;
        Ok(Some(Dice {
            game_id: source.required(
                &[&keys::DICE_KEY, &keys::GAME_ID],
                dice.game_id.clone(),
                "it is the game's name in the stream of rolls",
            )?,
            commitment: source.required(
                commitment_path,
                commitment,
                "it is the SHA-256 of the server's secret",
            )?,
            secret: source.parsed(&[&keys::DICE_KEY, &keys::SECRET], dice.secret.as_ref())?,
            fields: dice.fields.clone(),
        }))
    }

    /// The index of the seat with this letter, and what is written there.
    fn seat_at(&self, letter: char) -> Option<(usize, &SeatDocument)> {
        let mut seats = self.document.seats.iter().flatten().enumerate();
        seats.find(|(_, seat)| seat.seat == Some(letter.into()))
    }
}

/// The first key of a seat's contribution to the dice, if there is one.
fn dice_key(seat: &SeatDocument) -> Option<&'static str> {
    let keys = [
        (keys::ENTROPY, &seat.entropy),
        (keys::COMMITMENT, &seat.commitment),
        (keys::DRAWN_BY, &seat.drawn_by),
    ];
    keys.into_iter()
        .find_map(|(key, value)| value.as_ref().map(|_| key))
}

/// The error of an opening with its place.
pub(super) fn opening_error<G: Game>(raw: &RawRecord<'_>, error: &OpeningError<G>) -> RecordError {
    let bad = |path| raw.source.bad(path, error.to_string());
    match error {
        OpeningError::Start(start) => bad(&[&keys::SEATS]).by_rule(G::start_rule(start)),
        OpeningError::OtherSeats { .. } | OpeningError::OtherFirst { .. } => bad(&[&keys::SEATS]),
        OpeningError::OtherRules { .. } => bad(&[&keys::RULES]),
        OpeningError::NotAWord { seat } => match raw.seat_at(*seat) {
            Some((index, _)) => bad(&[&keys::SEATS, &index, &keys::BOT]),
            None => bad(&[&keys::SEATS]),
        },
        OpeningError::Dice(error) => dice_error(raw, error),
        // What is read as unknown is unknown.
        OpeningError::KnownField(known) => bad(&[&known.key]),
    }
}

fn dice_error(raw: &RawRecord<'_>, error: &DiceError) -> RecordError {
    let kind = |value| RecordErrorKind::Dice {
        error: error.clone(),
        value,
    };
    match error.seat().and_then(|letter| raw.seat_at(letter)) {
        Some((index, seat)) => {
            let key = dice_key(seat).unwrap_or(keys::SEAT_KEY);
            raw.source.error(&[&keys::SEATS, &index, &key], kind)
        }
        None => raw.source.error(&[&keys::DICE_KEY, &keys::SECRET], kind),
    }
}
