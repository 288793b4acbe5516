//! Comments in the text form: `{a first red}`.
//!
//! White space with the end of a line in it is one blank, and white space at a
//! comment's own ends is no part of it; so a comment can be wrapped and set as
//! one likes. What would be lost by that is escaped.

use core::fmt::Write as _;

/// White space between the parts of a record.
pub(super) const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// Why a comment cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentError {
    /// It is not closed.
    NoEnd,
    /// At this byte a backslash stands before something else than an escape.
    Escape(usize),
    /// An escape from the first byte to the second is the number of no
    /// character.
    Number(usize, usize),
}

/// The comment with which a text begins, and how long it is as written.
pub(super) fn read(text: &str) -> Result<(String, usize), CommentError> {
    let mut comment = String::new();
    // White space whose end has not come yet.
    let mut blank = String::new();
    let mut is_at_start = true;
    let mut letters = text.char_indices().skip(1);
    while let Some((place, letter)) = letters.next() {
        if BLANK.contains(&letter) {
            blank.push(letter);
            continue;
        }
        if letter == '}' {
            return Ok((comment, place + 1));
        }
        if !is_at_start {
            comment.push_str(if blank.contains('\n') { " " } else { &blank });
        }
        blank.clear();
        is_at_start = false;
        if letter != '\\' {
            comment.push(letter);
            continue;
        }
        let (meant, length) = escape(&text[place..]).ok_or(CommentError::Escape(place))?;
        comment.push(meant.ok_or(CommentError::Number(place, place + length))?);
        // The backslash is taken already; an escape is ASCII.
        letters.nth(length - 2);
    }
    Err(CommentError::NoEnd)
}

/// The character that an escape stands for, if its number is one's, and how
/// long it is as written.
fn escape(text: &str) -> Option<(Option<char>, usize)> {
    let mut letters = text.chars();
    letters.next();
    let meant = match letters.next()? {
        letter @ ('\\' | '{' | '}' | ' ') => letter,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let digits = letters.as_str().strip_prefix('{')?;
            let length = digits.find(|digit: char| !digit.is_ascii_hexdigit())?;
            if !digits[length..].starts_with('}') {
                return None;
            }
            let digits = &digits[..length];
            // More digits than any character needs are no way to write one.
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| length <= 6);
            return Some((code.and_then(char::from_u32), r"\u{}".len() + length));
        }
        _ => return None,
    };
    Some((Some(meant), 2))
}

/// A comment with its escapes and braces, cut where one blank may become the end of a
/// line; at least one word.
pub(super) fn words(comment: &str) -> Vec<String> {
    let letters: Vec<char> = comment.chars().collect();
    let mut words = vec!["{".to_owned()];
    for (place, &letter) in letters.iter().enumerate() {
        let neighbor = |place: Option<usize>| place.and_then(|place| letters.get(place)).copied();
        let is_inside = |neighbor: Option<char>| neighbor.is_some_and(|neighbor| neighbor != ' ');
        let (before, after) = (
            neighbor(place.checked_sub(1)),
            neighbor(place.checked_add(1)),
        );
        if letter == ' ' && is_inside(before) && is_inside(after) {
            words.push(String::new());
            continue;
        }
        let last = words.len() - 1;
        let word = &mut words[last];
        match letter {
            ' ' if before.is_none() || after.is_none() => word.push_str("\\ "),
            '\\' => word.push_str("\\\\"),
            '}' => word.push_str("\\}"),
            '\n' => word.push_str("\\n"),
            '\r' => word.push_str("\\r"),
            '\t' => word.push_str("\\t"),
            letter if is_unprintable(letter) => {
                let _ = write!(word, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => word.push(letter),
        }
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// Characters that a person would not see, or that would turn the line round.
/// Not U+200C and U+200D, which shape words in some scripts and join emoji.
pub(super) fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
