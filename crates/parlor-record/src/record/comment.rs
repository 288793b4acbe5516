//! Comments in the text form: `{a first red}`.
//!
//! White space that contains a line end counts as one blank, and white space at
//! the ends of a comment is dropped, so comments can be wrapped freely. What
//! would be lost that way is escaped.

use core::fmt::Write as _;

/// White space between the parts of a record.
pub(super) const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// Why a comment cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentError {
    /// It is not closed.
    NoEnd,
    /// At this byte, a backslash that begins no escape.
    Escape(usize),
    /// From the first byte to the second, an escape whose number is not a
    /// character's.
    Number(usize, usize),
}

/// The comment that a text begins with, and its length as written.
pub(super) fn read(text: &str) -> Result<(String, usize), CommentError> {
    let mut comment = String::new();
    // White space that may still end.
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

/// The character of an escape, if its number is one's, and its length as
/// written.
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
            // At most six digits, as many as any character needs.
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| length <= 6);
            return Some((code.and_then(char::from_u32), r"\u{}".len() + length));
        }
        _ => return None,
    };
    Some((Some(meant), 2))
}

/// A comment with its escapes and braces, cut where a blank may become a line
/// end; at least one word.
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

/// Whether a character is invisible or reverses the direction of a line. U+200C
/// and U+200D are not, since scripts and emoji need them.
pub(super) fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
