//! When a game was played.

use core::fmt;
use core::str::FromStr;

/// A date, or a date with time and offset, as RFC 3339 writes them, kept as
/// it was written: `2026-11-20`, `2026-11-20T18:30:00+01:00`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Date(String);

/// A text that is no such date.
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
        // The date reader takes more forms than RFC 3339 has.
        let is_right = match text.get(..10).zip(text.get(10..)) {
            Some((date, "")) => {
                has_form(date, "0000-00-00") && date.parse::<jiff::civil::Date>().is_ok()
            }
            Some((date, rest)) => {
                has_form(date, "0000-00-00")
                    && has_form_of_time(rest)
                    && text.parse::<jiff::Timestamp>().is_ok()
            }
            None => false,
        };
        is_right.then(|| Self(text.to_owned())).ok_or(DateError)
    }
}

/// `T18:30:00`, perhaps a fraction, then `Z` or `+01:00`.
fn has_form_of_time(text: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(9) else {
        return false;
    };
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            // Nanoseconds are the finest there are.
            if !(1..=9).contains(&(fraction.len() - rest.len())) {
                return false;
            }
            rest
        }
        None => rest,
    };
    has_form(time, "T00:00:00")
        && (rest == "Z" || has_form(rest, "+00:00") || has_form(rest, "-00:00"))
}

/// Whether a digit stands for each `0` of the form, and the rest as it is.
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
