//! Small pieces of sentences that both games use.

/// `1 marble`, `2 marbles`.
pub(crate) fn count(number: u8, noun: &str) -> String {
    if number == 1 {
        format!("{number} {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// `first`, `second`, `third`, `fourth`; beyond that the number with a point.
///
/// ```
/// assert_eq!(parlor_view::ordinal(2), "second");
/// ```
pub fn ordinal(place: u8) -> String {
    match place {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        _ => format!("{place}."),
    }
}

/// `Ap`, `Ap and Aq`, `Ap, Aq and Bp`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A player by name, followed by the seat or color, unless the name contains it:
/// `Ann (white)`.
pub(crate) fn player(name: &str, part: &str) -> String {
    let name = printable(name);
    let suffix = format!("({part})");
    if name.eq_ignore_ascii_case(part) || name.ends_with(&suffix) {
        name
    } else {
        format!("{name} {suffix}")
    }
}

/// The name shown for a player who gave none.
///
/// ```
/// assert_eq!(parlor_view::default_name('A'), "Player A");
/// ```
pub fn default_name(seat: char) -> String {
    format!("Player {seat}")
}

/// A text from outside as it may be shown: every control character is written
/// out, so that it can neither break a line nor steer a terminal, and a text
/// with nothing to see in it is put in quotes. The two joiners that emoji and
/// several scripts are written with stay as they are.
///
/// ```
/// assert_eq!(parlor_view::printable("Ann\u{1b}[2J"), r"Ann\u{1b}[2J");
/// assert_eq!(parlor_view::printable(""), "\"\"");
/// assert_eq!(parlor_view::printable("  "), "\"  \"");
/// ```
pub fn printable(text: &str) -> String {
    let is_unseen = |character: char| character.is_whitespace() || is_joiner(character);
    if text.chars().all(is_unseen) {
        return format!("\"{}\"", written_out(text));
    }
    written_out(text)
}

/// A text from outside as it may be shown, cut after so many characters.
///
/// ```
/// assert_eq!(parlor_view::shortened("Barbara", 3), "Bar…");
/// assert_eq!(parlor_view::shortened("Bar", 3), "Bar");
/// ```
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => printable(&text[..end]) + "…",
        None => printable(text),
    }
}

/// The text with its control characters written out.
fn written_out(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_invisible(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Whether a character takes no room in a line: two texts that differ in such alone look the same.
///
/// ```
/// let seen = |text: &str| text.replace(parlor_view::takes_no_room, "");
/// assert_eq!(seen("An\u{200d}n\u{fe0f}"), "Ann");
/// ```
pub const fn takes_no_room(character: char) -> bool {
    is_joiner(character) || is_invisible(character)
}

/// Whether the character only controls how its neighbors are joined or look.
const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Whether the character turns or hides the text around it without being a
/// control character: line separators, marks of direction, and what is blank or takes no
/// room (`Default_Ignorable_Code_Point` of Unicode, but for joiners; and the blank of Braille).
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The name as it may be shown, cut to `width` characters, with `…` where something is missing. A short end in
/// brackets stays where there is room, as it tells apart who are called alike, and programs from people.
pub(crate) fn cut(name: &str, width: usize) -> String {
    let name = printable(name);
    if name.chars().count() <= width {
        return name;
    }
    let is_short = |end: &&str| end.ends_with(')') && end.chars().count() + 2 <= width;
    let end = name.rfind(" (").map(|at| &name[at..]).filter(is_short);
    let end = end.unwrap_or_default();
    let kept = width.saturating_sub(end.chars().count() + 1);
    let mut short: String = name.chars().take(kept).collect();
    short.push('…');
    short + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_take_a_plural() {
        assert_eq!(count(1, "marble"), "1 marble");
        assert_eq!(count(0, "marble"), "0 marbles");
        assert_eq!(count(7, "marble"), "7 marbles");
    }

    #[test]
    fn lists_read_as_spoken() {
        let items = ["Ap", "Aq", "Bp"].map(str::to_owned);
        assert_eq!(list(&items[..0]), "");
        assert_eq!(list(&items[..1]), "Ap");
        assert_eq!(list(&items[..2]), "Ap and Aq");
        assert_eq!(list(&items), "Ap, Aq and Bp");
    }

    #[test]
    fn ordinals_go_on_after_the_fourth() {
        let words: Vec<String> = (1..=5).map(ordinal).collect();
        assert_eq!(words, ["first", "second", "third", "fourth", "5."]);
    }

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(printable("Ann\n\u{1b}[2J"), "Ann\\u{a}\\u{1b}[2J");
        assert_eq!(printable("a\u{202e}b\u{feff}"), "a\\u{202e}b\\u{feff}");
        assert_eq!(printable("Zoë 名前"), "Zoë 名前");
        assert_eq!(printable("a\u{200b}b\u{200f}"), "a\\u{200b}b\\u{200f}");
    }

    #[test]
    fn joiners_of_scripts_and_emoji_stay() {
        for name in ["می\u{200c}خواهم", "क्\u{200d}ष", "👩\u{200d}🚀"] {
            assert_eq!(printable(name), name);
        }
    }

    #[test]
    fn a_text_with_nothing_to_see_stands_in_quotes() {
        assert_eq!(printable(""), "\"\"");
        assert_eq!(printable("  "), "\"  \"");
        assert_eq!(printable("\u{3000}"), "\"\u{3000}\"");
        assert_eq!(printable("\u{200d}"), "\"\u{200d}\"");
        assert_eq!(printable("\t\n"), "\"\\u{9}\\u{a}\"");
        assert_eq!(printable(" Ann "), " Ann ");
    }

    #[test]
    fn long_names_are_cut_with_a_sign() {
        assert_eq!(cut("Bartholomew", 6), "Barth…");
        assert_eq!(cut("Barthol", 7), "Barthol");
        assert_eq!(cut("Bartholomew (bot)", 9), "Ba… (bot)");
        assert_eq!(cut("Rook (bot)", 8), "R… (bot)");
        assert_eq!(cut("Rook (bot)", 7), "Rook (…");
        assert_eq!(cut("An (x) end", 6), "An (x…");
    }
}
