//! The seats of a raw record.

use parlor_game::Game;

use super::document::SeatDocument;
use super::error::{RecordError, RecordErrorKind};
use super::keys;
use super::opening::{OpeningError, SeatEntry, letters};
use super::raw_dice::dice_error;
use super::raw_record::RawRecord;

impl RawRecord<'_> {
    pub(super) fn seats(&self) -> Result<&[SeatDocument], RecordError> {
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
                contribution: self.contribution(&[&keys::SEATS, &index], seat.contribution())?,
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

    /// The index of the seat with this letter, and what is written there.
    pub(super) fn seat_at(&self, letter: char) -> Option<(usize, &SeatDocument)> {
        let mut seats = self.document.seats.iter().flatten().enumerate();
        seats.find(|(_, seat)| seat.seat == Some(letter.into()))
    }
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
