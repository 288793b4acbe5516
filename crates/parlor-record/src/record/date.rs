//! Dates of games.

use core::fmt;
use core::str::FromStr;

/// A date, or a date with time and offset, in the form of RFC 3339 and kept as
/// written: `2026-11-20`, `2026-11-20T18:30:00+01:00`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Date(String);

/// The text is not such a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date is written like 2026-11-20 or 2026-11-20T18:30:00Z, and must exist")]
pub struct DateError;

impl Date {
    /// The date as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let is_right = text
            .get(..10)
            .zip(text.get(10..))
            .is_some_and(|(date, rest)| {
                // The date reader takes more forms than RFC 3339 has.
                has_form(date, "0000-00-00")
                    && date.parse::<jiff::civil::Date>().is_ok()
                    && (rest.is_empty() || is_time(rest))
            });
        is_right.then(|| Self(text.to_owned())).ok_or(DateError)
    }
}

/// Whether it is `T18:30:00`, optionally a fraction, then `Z` or `+01:00`.
fn is_time(text: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(9) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            // Nanoseconds are the finest there are.
            if !(1..=9).contains(&(fraction.len() - offset.len())) {
                return false;
            }
            offset
        }
        None => rest,
    };
    let is_offset = offset == "Z"
        || ((has_form(offset, "+00:00") || has_form(offset, "-00:00")) && exists(&offset[1..]));
    has_form(time, "T00:00:00") && exists(&time[1..]) && is_offset
}

/// Whether a time of two-digit parts exists: from `00:00:00` to `23:59:59`.
fn exists(time: &str) -> bool {
    let most = ["23", "59", "59"];
    time.split(':').zip(most).all(|(part, most)| part <= most)
}

/// Whether the text equals the form with a digit for each `0`.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(found, wanted)| match wanted {
                b'0' => found.is_ascii_digit(),
                _ => found == wanted,
            })
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_rfc_3339_that_exist() {
        for right in [
            "2026-11-20",
            "2024-02-29",
            "2026-11-20T18:30:00Z",
            "2026-11-20T18:30:00.25Z",
            "2026-11-20T18:30:00+01:00",
            "2026-11-20T18:30:00.123456789-09:30",
            "2026-11-20T23:59:59+23:59",
            "2026-11-20T00:00:00-00:00",
            "9999-12-31T23:59:59Z",
            "0000-01-01",
        ] {
            assert_eq!(
                right
                    .parse::<Date>()
                    .map(|date| date.to_string())
                    .as_deref(),
                Ok(right)
            );
        }
        for wrong in [
            "",
            "2026",
            "20261120",
            "2026-11-2",
            "2026-13-01",
            "2026-02-29",
            "2026-11-20T",
            "2026-11-20T18:30Z",
            "2026-11-20T18:30:00",
            "2026-11-20 18:30:00Z",
            "2026-11-20T18:30:00.Z",
            "2026-11-20T18:30:00.1234567890Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T18:60:00Z",
            "2026-11-20T18:30:60Z",
            "2016-12-31T23:59:60Z",
            "2026-11-20T18:30:00+24:00",
            "2026-11-20T18:30:00-25:59",
            "2026-11-20T18:30:00+01:60",
            "2026-11-20t18:30:00Z",
            "2026-11-20T18:30:00z",
            "2026-11-20T18:30:00+0100",
            "2026-11-20T18:30:00+99:99",
            "2026-11-20T18:30:00Z ",
            "٢٠٢٦-11-20",
            "2026-11-20[Europe/Berlin]",
            "+002026-11-20",
        ] {
            assert_eq!(wrong.parse::<Date>(), Err(DateError), "{wrong}");
        }
    }
}
