//! Which names look the same to a reader.

use crate::store::moderation::FoldedName;
use unicode_security::confusable_detection::skeleton;

/// What a reader sees of a name, in one form for all names that are taken for one another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Look(String);

impl Look {
    /// The skeleton of a name (Unicode Technical Standard 39, section 4), in which case, spaces and marks above and
    /// below letters make no difference either.
    pub(super) fn of(name: &FoldedName) -> Self {
        let letters = skeleton(name.as_str()).filter(|letter| !is_mark(*letter));
        let small = letters.flat_map(char::to_lowercase);
        let seen = small.filter(|letter| !letter.is_whitespace());
        // A capital I is an l in a skeleton, a small one is none.
        Self(
            seen.map(|letter| if letter == 'i' { 'l' } else { letter })
                .collect(),
        )
    }
}

/// Whether a character is a mark on the one before it, in whatever script (the blocks of combining diacritical marks).
const fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(name: &str) -> Look {
        Look::of(&FoldedName::of(name))
    }

    #[test]
    fn names_that_are_taken_for_one_another_look_the_same() {
        for (one, other) in [
            ("Rude", "Rud\u{435}"),
            ("Rude", "\u{24e1}ude"),
            ("Rude", "R u d e"),
            ("Rude", "R\u{336}u\u{336}d\u{336}e\u{336}"),
            ("Ivan", "lvan"),
            ("Ivan", "ivan"),
            ("Ivan", "1van"),
            ("Mom", "rnom"),
            ("Bob", "B\u{3bf}b"),
            ("Bob", "B0b"),
            ("\u{416}\u{43e}\u{440}\u{430}", "\u{416}op\u{430}"),
        ] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anne"), ("Bob", "Rob"), ("Eve", "Eva"), ("7", "")] {
            assert_ne!(look(one), look(other), "{one} {other}");
        }
    }
}
