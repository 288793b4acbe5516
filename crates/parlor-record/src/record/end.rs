//! The result and the ending of a raw record: checked against the game, or
//! taken as its settlement off the board.

use parlor_game::{Game, Settlement};

use super::ending::{Ending, Places};
use super::error::{RecordError, RecordErrorKind};
use super::opening::letters;
use super::raw_record::{RawRecord, Value, find};
use super::{Record, keys};
use crate::error::quoted;

/// Checks the result and the ending, or settles the game by them.
pub(super) fn add_end<G: Game>(
    raw: &RawRecord<'_>,
    record: &mut Record<G>,
) -> Result<(), RecordError> {
    let result = result::<G>(raw, record)?;
    let ending = find(&raw.fields, keys::ENDING);
    let open = find(&raw.fields, keys::RESULT).filter(|value| is_open(value));
    if let Some(Ending::Rule(rule)) = record.ending() {
        let right = record
            .result()
            .map(|places| places.letters(G::letter).to_string());
        let not_the_end = |key, at: &str, right: &str| {
            let value = quoted(at);
            let right = right.to_owned();
            Err(raw.error_at(
                at,
                RecordErrorKind::NotTheEnd {
                    key,
                    value,
                    right,
                    rule,
                },
            ))
        };
        if let Some(right) = right {
            let wrong = result
                .as_ref()
                .filter(|(places, _)| places.letters(G::letter).to_string() != right);
            if let Some(value) = open.or(wrong.map(|(_, value)| *value)) {
                return not_the_end(keys::RESULT, value.at(), &format!("{right} ({rule})"));
            }
        }
        return match ending {
            Some(ending) if ending.text().as_deref() != Some(rule) => {
                not_the_end(keys::ENDING, ending.at(), rule)
            }
            _ => Ok(()),
        };
    }
    let Some(ending) = ending else {
        return match result {
            Some((_, value)) => Err(raw.bad_value(
                keys::RESULT,
                value.at(),
                "the actions do not end the game; say in `ending` what did: resignation, time or agreement",
            )),
            None => Ok(()),
        };
    };
    let settlement = settlement::<G>(raw, record, ending, result)?;
    if let (Some(open), true) = (open, settlement != Settlement::Abandoned) {
        let expected =
            "it says that the game goes on, and `ending` that it does not; leave one out";
        return Err(raw.bad_value(keys::RESULT, open.at(), expected));
    }
    record
        .finish(settlement)
        .map_err(|error| raw.bad_value(keys::ENDING, ending.at(), error.to_string()))
}

/// How a game was ended off the board.
fn settlement<G: Game>(
    raw: &RawRecord<'_>,
    record: &Record<G>,
    ending: &Value<'_>,
    result: Option<(Places<G::Seat>, &Value<'_>)>,
) -> Result<Settlement<G::Seat>, RecordError> {
    let wrong = |expected: &str| Err(raw.bad_value(keys::ENDING, ending.at(), expected));
    let wrong_result = |value: &Value<'_>, expected: String| {
        Err(raw.bad_value(keys::RESULT, value.at(), expected))
    };
    let text = ending.text();
    let Some(word) = text.as_deref() else {
        return wrong("it must be a word");
    };
    let is = |ending: Ending| word == ending.as_str();
    if is(Ending::Abandoned) {
        return match result {
            Some((_, value)) => wrong_result(value, "an abandoned game has no result".into()),
            None => Ok(Settlement::Abandoned),
        };
    }
    if is(Ending::Agreement) {
        let seats = record.opening().seats();
        let tie = Places::of_settlement(Settlement::Agreement, &seats);
        return match result {
            Some((places, value)) if Some(&places) != tie.as_ref() => wrong_result(
                value,
                "a game that ends by agreement is drawn; write the seats with = between them"
                    .into(),
            ),
            _ => Ok(Settlement::Agreement),
        };
    }
    if !is(Ending::Resignation) && !is(Ending::Time) {
        return wrong(
            "the actions do not end the game, so it must be resignation, time, agreement or abandoned",
        );
    }
    match result {
        None => wrong("it needs a `result` that says who has won, the winner first"),
        Some((places, value)) => match places.winner() {
            None => wrong_result(
                value,
                format!("by {word} somebody wins; write the winner first, then a comma"),
            ),
            Some(winner) if is(Ending::Time) => Ok(Settlement::Time { winner }),
            Some(winner) => Ok(Settlement::Resignation { winner }),
        },
    }
}

/// Whether a result is `*`: the game is in progress.
fn is_open(result: &Value<'_>) -> bool {
    matches!(result, Value::Words("*"))
}

/// The result, if there is one, with its value as written.
#[expect(clippy::type_complexity, reason = "the places, and where they stand")]
fn result<'s, 'a, G: Game>(
    raw: &'s RawRecord<'a>,
    record: &Record<G>,
) -> Result<Option<(Places<G::Seat>, &'s Value<'a>)>, RecordError> {
    let Some(value) = find(&raw.fields, keys::RESULT) else {
        return Ok(None);
    };
    let seats = record.opening().seats();
    let wrong = || {
        let form = match value {
            Value::Json(_) => {
                "write a list of groups, a tie as one group, and null or nothing while the game \
                 goes on"
            }
            _ => "write a tie with =, and * or nothing while the game goes on",
        };
        let seats = letters::<G>(&seats);
        let expected = format!("it must name each of {seats} once, the best first; {form}");
        raw.bad_value(keys::RESULT, value.at(), expected)
    };
    let groups: Option<Vec<Vec<char>>> = match value {
        value if is_open(value) => return Ok(None),
        Value::Words(words) => words
            .split(',')
            .map(|group| {
                group
                    .split('=')
                    .map(|word| word.trim_ascii().parse().ok())
                    .collect()
            })
            .collect(),
        Value::Json(list) => serde_json::from_str(list).ok(),
        Value::Own(..) => None,
    };
    let groups = groups.ok_or_else(wrong)?;
    let mut left = seats.clone();
    let mut places = Vec::new();
    for group in groups {
        let mut members = Vec::new();
        for letter in group {
            let place = left.iter().position(|&seat| G::letter(seat) == letter);
            members.push(left.remove(place.ok_or_else(wrong)?));
        }
        if members.is_empty() {
            return Err(wrong());
        }
        places.push(members);
    }
    if !left.is_empty() {
        return Err(wrong());
    }
    Ok(Some((Places::new(places), value)))
}
