//! Times on the command line: days in UTC, and ages.

use core::time::Duration;

use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use parlor_table::timestamp::{Timestamp, milliseconds};

/// A format of dates and times.
pub(super) type TimeFormat = &'static [BorrowedFormatItem<'static>];

const DAY: TimeFormat = format_description!("[year]-[month]-[day]");
const MINUTE: TimeFormat = format_description!("[year]-[month]-[day] [hour]:[minute]");

/// The units of ages, with their hours.
const UNITS: [(char, u64); 3] = [('h', 1), ('d', 24), ('w', 7 * 24)];

/// The most hours that an age may have: a hundred years.
const MOST_HOURS: u64 = 100 * 366 * 24;

/// An age: a whole number of hours, days or weeks, as `12h`, `90d`, `8w`.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn parse_age(text: &str) -> Result<Duration, String> {
    let wrong = || {
        format!(
            "{:?} is no age; write a whole number above 0 and h, d or w, such as 12h, 90d or 8w, \
             up to 100 years",
            cut(text)
        )
    };
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let (_, hours) = UNITS
        .into_iter()
        .find(|(known, _)| *known == unit)
        .ok_or_else(wrong)?;
    let digits = &text[..text.len() - unit.len_utf8()];
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = digits.parse::<u64>().ok().filter(|_| is_number);
    let hours = number.and_then(|number| number.checked_mul(hours));
    let hours = hours.filter(|hours| (1..=MOST_HOURS).contains(hours));
    hours.map(Duration::from_hours).ok_or_else(wrong)
}

/// The beginning of a day in UTC, as `2026-11-23`.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn parse_date(text: &str) -> Result<Timestamp, String> {
    let wrong = || {
        format!(
            "{:?} is no day; write year, month and day from 1970 to 9999, such as 2026-11-23",
            cut(text)
        )
    };
    // A year may also have a sign.
    let date = Date::parse(text, DAY).ok().filter(|_| text.len() == 10);
    let midnight = date.ok_or_else(wrong)?.midnight().assume_utc();
    let seconds = u64::try_from(midnight.unix_timestamp()).map_err(|_| wrong())?;
    Ok(Timestamp(milliseconds(Duration::from_secs(seconds))))
}

/// A moment in UTC, to the minute: `2026-11-23 11:30`.
pub fn minute_of(moment: Timestamp) -> String {
    // Later than any date has a name for.
    formatted(moment, MINUTE).unwrap_or_else(|| format!("{} ms", moment.0))
}

/// A time in UTC in a format; `None` if it is after the year 9999.
pub(super) fn formatted(moment: Timestamp, format: TimeFormat) -> Option<String> {
    let seconds = i64::try_from(moment.0 / 1000).ok()?;
    let time = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    time.format(format).ok()
}

/// The beginning of a text, for an error message.
fn cut(text: &str) -> String {
    text.chars().take(30).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ages_are_hours_days_and_weeks() {
        assert_eq!(parse_age("12h"), Ok(Duration::from_hours(12)));
        assert_eq!(parse_age("90d"), Ok(Duration::from_hours(90 * 24)));
        assert_eq!(parse_age("8w"), Ok(Duration::from_hours(8 * 7 * 24)));
        for wrong in [
            "",
            "d",
            "90",
            "90 d",
            "-1d",
            "+1d",
            "0d",
            "1.5d",
            "90D",
            "1y",
            "9d9h",
            "٣d",
            "99999999999999999999d",
            "36601d",
            "é",
        ] {
            let error = parse_age(wrong).expect_err(wrong);
            assert!(error.contains("90d"), "{error}");
        }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(parse_date("1970-01-01"), Ok(Timestamp(0)));
        assert_eq!(parse_date("2026-11-23"), Ok(Timestamp(1_795_392_000_000)));
        assert!(parse_date("2028-02-29").is_ok());
        for wrong in [
            "",
            "2026-11",
            "2026-13-01",
            "2026-02-29",
            "2026-11-00",
            "1969-12-31",
            "26-11-23",
            "2026/11/23",
            "2026-11-23 ",
            "+026-11-23",
            "2026-1-023",
            "２026-1-1",
        ] {
            let error = parse_date(wrong).expect_err(wrong);
            assert!(error.contains("2026-11-23"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn nothing_that_is_written_makes_them_panic(text in "\\PC{0,14}|[0-9hdw-]{0,12}") {
            let _ = parse_age(&text);
            if let Ok(day) = parse_date(&text) {
                prop_assert_eq!(minute_of(day), format!("{text} 00:00"));
            }
        }

        #[test]
        fn every_moment_has_a_minute(moment in any::<u64>()) {
            prop_assert!(!minute_of(Timestamp(moment)).is_empty());
        }
    }
}
