//! The result and the ending of a raw record: checked against the game, or
//! taken as its settlement off the board.

use parlor_game::{Game, Settlement};

use super::ending::{Ending, Places};
use super::error::{RecordError, RecordErrorKind};
use super::opening::letters;
use super::raw_record::RawRecord;
use super::{Record, keys};

/// Checks the result and the ending, or settles the game by them.
pub(super) fn add_end<G: Game>(
    raw: &RawRecord<'_>,
    record: &mut Record<G>,
) -> Result<(), RecordError> {
    let wrong = |key: &str, expected: &str| raw.source.bad(&[&key], expected);
    let is_open = is_open(raw);
    let result = result::<G>(raw, record)?;
    let ending = raw.document.ending.as_deref();
    if let (Some(Ending::Rule(rule)), right) = (record.ending(), record.result()) {
        let not_the_end = |key: &'static str, right: String| {
            let kind = |value| RecordErrorKind::NotTheEnd {
                key,
                value,
                right,
                rule,
            };
            Err(raw.source.error(&[&key], kind))
        };
        if let Some(right) = right
            && (is_open || result.is_some_and(|result| result != right))
        {
            let right = right.letters(G::letter);
            return not_the_end(keys::RESULT, format!("{right} ({rule})"));
        }
        return match ending {
            Some(ending) if ending != rule => not_the_end(keys::ENDING, rule.to_owned()),
            _ => Ok(()),
        };
    }
    let Some(ending) = ending else {
        return match result {
            Some(_) => Err(wrong(
                keys::RESULT,
                "the actions do not end the game; say in `ending` what did: resignation, time or agreement",
            )),
            None => Ok(()),
        };
    };
    let settlement =
        settlement::<G>(record, ending, result).map_err(|(key, expected)| wrong(key, &expected))?;
    if is_open && settlement != Settlement::Abandoned {
        return Err(wrong(
            keys::RESULT,
            "it says that the game goes on, and `ending` that it does not; leave one out",
        ));
    }
    record
        .finish(settlement)
        .map_err(|error| wrong(keys::ENDING, &error.to_string()))
}

/// How a game was ended off the board.
///
/// # Errors
/// The key of what is wrong, and what would be right.
fn settlement<G: Game>(
    record: &Record<G>,
    ending: &str,
    result: Option<Places<G::Seat>>,
) -> Result<Settlement<G::Seat>, (&'static str, String)> {
    let wrong = |expected: &str| Err((keys::ENDING, expected.to_owned()));
    let wrong_result = |expected: &str| Err((keys::RESULT, expected.to_owned()));
    let is = |other: Ending| ending == other.as_str();
    if is(Ending::Abandoned) {
        return match result {
            Some(_) => wrong_result("an abandoned game has no result"),
            None => Ok(Settlement::Abandoned),
        };
    }
    if is(Ending::Agreement) {
        let seats = record.opening().seats();
        let tie = Places::of_settlement(Settlement::Agreement, &seats);
        return match result {
            Some(_) if result != tie => wrong_result(
                "a game that ends by agreement is drawn; write the seats with = between them",
            ),
            _ => Ok(Settlement::Agreement),
        };
    }
    if !is(Ending::Resignation) && !is(Ending::Time) {
        return wrong(
            "the actions do not end the game, so it must be resignation, time, agreement or abandoned",
        );
    }
    let Some(places) = result else {
        return wrong("it needs a `result` that says who has won, the winner first");
    };
    match places.winner() {
        None => wrong_result(&format!(
            "by {ending} somebody wins; write the winner first, then a comma"
        )),
        Some(winner) if is(Ending::Time) => Ok(Settlement::Time { winner }),
        Some(winner) => Ok(Settlement::Resignation { winner }),
    }
}

/// Whether the text form has the result `*`: the game is in progress.
fn is_open(raw: &RawRecord<'_>) -> bool {
    raw.document.result.is_some() && raw.source.part(&[&keys::RESULT]).value == "*"
}

/// The result, if there is one.
fn result<G: Game>(
    raw: &RawRecord<'_>,
    record: &Record<G>,
) -> Result<Option<Places<G::Seat>>, RecordError> {
    let Some(result) = raw.document.result.as_ref().filter(|_| !is_open(raw)) else {
        return Ok(None);
    };
    let seats = record.opening().seats();
    let places = result
        .0
        .as_ref()
        .and_then(|places| places.seats::<G>(&seats));
    places.map(Some).ok_or_else(|| {
        let form = if raw.source.is_json() {
            "write a list of groups, a tie as one group, and null or nothing while the game goes on"
        } else {
            "write a tie with =, and * or nothing while the game goes on"
        };
        let seats = letters::<G>(&seats);
        let expected = format!("it must name each of {seats} once, the best first; {form}");
        raw.source.bad(&[&keys::RESULT], expected)
    })
}
