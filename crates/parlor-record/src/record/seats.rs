//! The seats and the dice of a raw record.

use parlor_dice::{Bytes32, Contribution, DiceError, DrawnBy, SCHEME};
use parlor_game::Game;

use super::dice::Dice;
use super::error::{RecordError, RecordErrorKind};
use super::keys;
use super::opening::{OpeningError, Player};
use super::raw_record::{Field, RawRecord, RawSeat, Value, find, find_field};
use crate::error::quoted;

/// The most seats that a record can name, one per letter.
const MOST_SEATS: usize = 26;

impl RawSeat<'_> {
    /// Whether it is the seat with this letter.
    fn is_at(&self, letter: char) -> bool {
        let written = self.letter.text();
        written.is_some_and(|written| written.chars().eq([letter]))
    }
}

impl<'a> RawRecord<'a> {
    /// The raw seats, each with all of its fields.
    fn raw_seats(&self) -> Result<Vec<RawSeat<'a>>, RecordError> {
        let value = self.required(keys::SEATS, "it names who plays, the one that begins first")?;
        let mut seats = self.seats(value)?;
        if seats.len() > MOST_SEATS {
            return Err(self.bad_value(keys::SEATS, value.at(), "these are too many seats"));
        }
        for (letter, field) in &self.seat_fields {
            let seat = seats.iter_mut().find(|seat| seat.is_at(*letter));
            let seat = seat.ok_or_else(|| {
                self.error_at(
                    field.at,
                    RecordErrorKind::Unexpected {
                        value: quoted(field.at),
                        expected: "there is no such seat in `seats`; a field of the record \
                                   whose name is one capital letter stands in quotes"
                            .into(),
                    },
                )
            })?;
            seat.fields.push(field.clone());
        }
        Ok(seats)
    }

    /// The players, each at one of the `known` seats.
    pub(super) fn players<S: Copy>(
        &self,
        known: &[S],
        letter: impl Fn(S) -> char,
    ) -> Result<Vec<Player<S>>, RecordError> {
        let mut players = Vec::new();
        for raw in self.raw_seats()? {
            let mut seats = known.iter().copied();
            let Some(seat) = seats.find(|&seat| raw.is_at(letter(seat))) else {
                let letters: Vec<String> =
                    known.iter().map(|&seat| letter(seat).to_string()).collect();
                let at = raw.letter.at();
                let expected = format!("the seats of this game are {}", letters.join(", "));
                if at.is_empty() {
                    return Err(self.bad_value(keys::SEATS, at, expected));
                }
                let kind = RecordErrorKind::Unexpected {
                    value: quoted(at),
                    expected: expected.into(),
                };
                return Err(self.error_at(at, kind));
            };
            self.check_repeats(&raw.fields)?;
            players.push(Player {
                seat,
                name: self.text(&raw.fields, keys::NAME)?,
                bot: self.text(&raw.fields, keys::BOT)?,
                contribution: self.contribution(&raw.fields)?,
                fields: self.unknown(&keys::SEAT, &raw.fields)?,
            });
        }
        Ok(players)
    }

    /// A player's contribution to the dice.
    fn contribution(&self, fields: &[Field<'a>]) -> Result<Contribution, RecordError> {
        let expected = "it must be whole bytes in hexadecimal digits";
        let entropy = self.meant(fields, keys::ENTROPY, expected, |value| {
            hex::decode(&*value.text()?).ok()
        })?;
        let expected = "it must be `player` or `server`";
        let drawn_by = self.meant(fields, keys::DRAWN_BY, expected, |value| {
            let word = value.text()?;
            DrawnBy::ALL.into_iter().find(|one| one.as_str() == word)
        })?;
        Ok(Contribution {
            commitment: self.parsed(fields, keys::COMMITMENT)?,
            entropy,
            drawn_by,
        })
    }

    /// Refuses every field of dice, in a game that has none.
    pub(super) fn refuse_dice(&self) -> Result<(), RecordError> {
        let seats = self.raw_seats()?;
        let of_seats = seats.iter().flat_map(|seat| {
            let keys = [keys::COMMITMENT, keys::ENTROPY, keys::DRAWN_BY];
            keys.into_iter()
                .filter_map(|key| find_field(&seat.fields, key))
        });
        let of_game = find_field(&self.fields, keys::DICE_KEY);
        let mut said = of_game.into_iter().chain(&self.dice_fields).chain(of_seats);
        match said.next() {
            Some(field) => Err(self.error_at(
                field.at,
                RecordErrorKind::Dice {
                    error: DiceError::NoDice,
                    value: quoted(field.at),
                },
            )),
            None => Ok(()),
        }
    }

    /// All fields of the dice, those of the field `dice` first.
    fn all_dice_fields(&self) -> Result<Option<Vec<Field<'a>>>, RecordError> {
        let mut fields = match find(&self.fields, keys::DICE_KEY) {
            None if self.dice_fields.is_empty() => return Ok(None),
            None => Vec::new(),
            Some(&Value::Json(value)) => self.object(value)?.ok_or_else(|| {
                self.bad_value(
                    keys::DICE_KEY,
                    value,
                    "it must be an object with scheme, game_id and commitment",
                )
            })?,
            Some(value) => {
                return Err(self.bad_value(
                    keys::DICE_KEY,
                    value.at(),
                    "write dice.scheme, dice.game_id and dice.commitment, each on its line",
                ));
            }
        };
        fields.extend(self.dice_fields.iter().cloned());
        self.check_repeats(&fields)?;
        Ok(Some(fields))
    }

    pub(super) fn dice(&self) -> Result<Option<Dice>, RecordError> {
        let Some(fields) = self.all_dice_fields()? else {
            return Ok(None);
        };
        let missing = |key: &'static str, expected: &str| {
            let expected = expected.to_owned();
            let object = find_field(&self.fields, keys::DICE_KEY);
            let at = fields
                .first()
                .or(object)
                .map_or(self.missed_at, |field| field.at);
            self.error_at(at, RecordErrorKind::MissingField { key, expected })
        };
        let scheme = find(&fields, keys::SCHEME)
            .ok_or_else(|| missing("dice.scheme", "it says parlor-dice-v1"))?;
        if scheme.text().as_deref() != Some(SCHEME) {
            return Err(self.bad_value(
                "dice.scheme",
                scheme.at(),
                format!("the one scheme there is is {SCHEME}"),
            ));
        }
        let game_id = self.text(&fields, keys::GAME_ID)?;
        let commitment = self.parsed(&fields, keys::COMMITMENT)?;
        Ok(Some(Dice {
            game_id: game_id.ok_or_else(|| {
                missing(
                    "dice.game_id",
                    "it is the game's name in the stream of rolls",
                )
            })?,
            commitment: commitment.ok_or_else(|| {
                missing(
                    "dice.commitment",
                    "it is the SHA-256 of the server's secret",
                )
            })?,
            secret: self.parsed::<Bytes32>(&fields, keys::SECRET)?,
            fields: self.unknown(&keys::DICE, &fields)?,
        }))
    }
}

/// The error of an opening with its place.
pub(super) fn opening_error<G: Game>(raw: &RawRecord<'_>, error: &OpeningError<G>) -> RecordError {
    let at = |key| find(&raw.fields, key).map_or(raw.missed_at, Value::at);
    match error {
        OpeningError::Start(start) => {
            let at = at(keys::SEATS);
            let kind = RecordErrorKind::BadValue {
                key: keys::SEATS.to_owned(),
                value: quoted(at),
                rule: Some(G::start_rule(start)),
                expected: error.to_string(),
            };
            raw.error_at(at, kind)
        }
        OpeningError::OtherSeats { .. } | OpeningError::OtherFirst { .. } => {
            raw.bad_value(keys::SEATS, at(keys::SEATS), error.to_string())
        }
        OpeningError::OtherRules { .. } => {
            raw.bad_value(keys::RULES, at(keys::RULES), error.to_string())
        }
        OpeningError::NotAWord { seat } => seat_error(raw, *seat, keys::BOT, error.to_string()),
        OpeningError::Dice(error) => dice_error(raw, error),
        // What is read as unknown is unknown.
        OpeningError::KnownField(known) => {
            raw.bad_value(&known.key, raw.missed_at, known.to_string())
        }
    }
}

/// A seat's field.
fn seat_field<'a>(raw: &RawRecord<'a>, seat: char, key: &str) -> Option<Field<'a>> {
    let seats = raw.raw_seats().ok()?;
    let seat = seats.iter().find(|raw| raw.is_at(seat))?;
    find_field(&seat.fields, key).cloned()
}

fn seat_error(raw: &RawRecord<'_>, seat: char, key: &str, expected: String) -> RecordError {
    match seat_field(raw, seat, key) {
        Some(field) => raw.bad_field(&field, expected),
        None => raw.bad_value(&format!("{seat}.{key}"), raw.missed_at, expected),
    }
}

fn dice_error(raw: &RawRecord<'_>, error: &DiceError) -> RecordError {
    let fields = raw.all_dice_fields().ok().flatten().unwrap_or_default();
    let at = match error.seat() {
        Some(seat) => [keys::ENTROPY, keys::COMMITMENT, keys::DRAWN_BY]
            .iter()
            .find_map(|key| seat_field(raw, seat, key))
            .map(|field| field.value.at()),
        None => find(&fields, keys::SECRET)
            .or_else(|| find(&fields, keys::SCHEME))
            .map(Value::at),
    };
    let at = at.unwrap_or(raw.missed_at);
    let kind = RecordErrorKind::Dice {
        error: error.clone(),
        value: quoted(at),
    };
    raw.error_at(at, kind)
}
