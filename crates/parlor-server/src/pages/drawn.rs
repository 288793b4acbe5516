//! Words and signs that are drawn as lines of a round pen, so that no font is needed. The SVG
//! around them is in `templates/drawn.html`.

/// From the edge of a word to its first line, and from each letter to the next.
const EDGE: f64 = 1.1;
const APART: f64 = 3.3;

/// A drawn word.
pub(super) struct Word {
    /// How wide it is, in units of which capitals are 10 high.
    pub(super) width: f64,
    /// From its left to each letter, with the letter's lines.
    pub(super) letters: Vec<(f64, &'static str)>,
}

/// The word, drawn; `None` if a letter of it is not.
pub(super) fn word(word: &str) -> Option<Word> {
    let mut end = EDGE;
    let letters = word.chars().map(|letter| {
        let (width, path) = letter_of(letter)?;
        let from = end;
        end += width + APART;
        Some((from, path))
    });
    let letters = letters.collect::<Option<Vec<_>>>()?;
    Some(Word {
        width: end - APART + EDGE,
        letters,
    })
}

/// How wide a letter is and its lines, in units of which capitals are 10 high and the others 7.
fn letter_of(letter: char) -> Option<(f64, &'static str)> {
    Some(match letter {
        'a' => (7.0, "M7 3V10M7 6.5A3.5 3.5 0 1 1 0 6.5A3.5 3.5 0 1 1 7 6.5"),
        'b' => (7.0, "M0 0V10M0 6.5A3.5 3.5 0 1 1 7 6.5A3.5 3.5 0 1 1 0 6.5"),
        'c' => (6.0, "M6 4A3.5 3.5 0 1 0 6 9"),
        'd' => (7.0, "M7 0V10M7 6.5A3.5 3.5 0 1 1 0 6.5A3.5 3.5 0 1 1 7 6.5"),
        'e' => (7.0, "M0 6.5H7A3.5 3.5 0 1 0 6 9"),
        'f' => (4.5, "M4.5 0H4A2.5 2.5 0 0 0 1.5 2.5V10M0 3.6H4.2"),
        'g' => (
            7.0,
            "M7 3V10A3.2 3.2 0 0 1 .9 11.4M7 6.5A3.5 3.5 0 1 1 0 6.5A3.5 3.5 0 1 1 7 6.5",
        ),
        'h' => (7.0, "M0 0V10M0 6.5A3.5 3.5 0 0 1 7 6.5V10"),
        'i' => (0.0, "M0 3V10M0 0V.1"),
        'j' => (1.8, "M1.8 3V10.8A2 2 0 0 1 0 12.8M1.8 0V.1"),
        'k' => (5.6, "M0 0V10M5 3L.4 7M2.2 5.6L5.6 10"),
        'l' => (0.0, "M0 0V10"),
        'm' => (
            9.6,
            "M0 3V10M0 5.4A2.4 2.4 0 0 1 4.8 5.4V10M4.8 5.4A2.4 2.4 0 0 1 9.6 5.4V10",
        ),
        'n' => (7.0, "M0 3V10M0 6.5A3.5 3.5 0 0 1 7 6.5V10"),
        'o' => (7.0, "M7 6.5A3.5 3.5 0 1 1 0 6.5A3.5 3.5 0 1 1 7 6.5"),
        'p' => (7.0, "M0 3V13M0 6.5A3.5 3.5 0 1 1 7 6.5A3.5 3.5 0 1 1 0 6.5"),
        'q' => (7.0, "M7 3V13M7 6.5A3.5 3.5 0 1 1 0 6.5A3.5 3.5 0 1 1 7 6.5"),
        'r' => (3.9, "M0 3V10M0 6.5A3.5 3.5 0 0 1 3.9 3"),
        's' => (
            5.0,
            "M5 4.2A2 2 0 0 0 3.2 3H1.9A1.75 1.75 0 0 0 1.9 6.5H3.2\
             A1.75 1.75 0 0 1 3.2 10H1.8A2 2 0 0 1 0 8.8",
        ),
        't' => (4.2, "M1.6 .6V7.5A2.5 2.5 0 0 0 4.2 10M0 3.4H4"),
        'u' => (7.0, "M0 3V6.5A3.5 3.5 0 0 0 7 6.5M7 3V10"),
        'v' => (6.4, "M0 3L3.2 10L6.4 3"),
        'w' => (10.4, "M0 3L2.6 10L5.2 4L7.8 10L10.4 3"),
        'x' => (5.8, "M0 3L5.8 10M5.8 3L0 10"),
        'y' => (6.4, "M0 3L3.2 10M6.4 3L3.2 10L1.9 13"),
        'z' => (5.6, "M0 3H5.6L0 10H5.6"),
        'A' => (8.0, "M0 10L4 0L8 10M1.4 6.6H6.6"),
        'B' => (
            6.2,
            "M0 0V10H3.4A2.8 2.8 0 0 0 3.4 4.4H0M0 0H3A2.2 2.2 0 0 1 3 4.4",
        ),
        'C' => (8.6, "M8.6 1.5A5 5 0 1 0 8.6 8.5"),
        'D' => (7.6, "M0 0V10H2.6A5 5 0 0 0 2.6 0Z"),
        'E' => (5.8, "M5.8 0H0V10H5.8M0 5H5"),
        'F' => (5.6, "M5.6 0H0V10M0 5H4.8"),
        'G' => (9.8, "M8.6 1.5A5 5 0 1 0 9.8 5.4H6"),
        'H' => (7.0, "M0 0V10M7 0V10M0 5H7"),
        'I' => (0.0, "M0 0V10"),
        'J' => (5.0, "M5 0V7A2.9 2.9 0 0 1 0 8.4"),
        'K' => (7.0, "M0 0V10M6.6 0L.4 5.6M2.4 4L7 10"),
        'L' => (5.4, "M0 0V10H5.4"),
        'M' => (9.0, "M0 10V0L4.5 6.5L9 0V10"),
        'N' => (7.0, "M0 10V0L7 10V0"),
        'O' => (10.0, "M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5"),
        'P' => (6.7, "M0 10V0H3.6A3.1 3.1 0 0 1 3.6 6.2H0"),
        'Q' => (10.0, "M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5M6.4 7L9.6 10.2"),
        'R' => (6.7, "M0 10V0H3.6A3.1 3.1 0 0 1 3.6 6.2H0M3.2 6.2L6.4 10"),
        'S' => (
            6.0,
            "M6 1.6A2.6 2.6 0 0 0 3.8 0H2.4A2.4 2.4 0 0 0 2.4 4.8H3.4\
             A2.6 2.6 0 0 1 3.4 10H2.4A2.8 2.8 0 0 1 0 8.3",
        ),
        'T' => (7.4, "M0 0H7.4M3.7 0V10"),
        'U' => (7.4, "M0 0V6.3A3.7 3.7 0 0 0 7.4 6.3V0"),
        'V' => (8.0, "M0 0L4 10L8 0"),
        'W' => (12.0, "M0 0L3 10L6 1.5L9 10L12 0"),
        'X' => (7.0, "M0 0L7 10M7 0L0 10"),
        'Y' => (7.8, "M0 0L3.9 5.2L7.8 0M3.9 5.2V10"),
        'Z' => (6.6, "M0 0H6.6L0 10H6.6"),
        '0' => (
            7.0,
            "M7 3.5V6.5A3.5 3.5 0 0 1 0 6.5V3.5A3.5 3.5 0 0 1 7 3.5Z",
        ),
        '1' => (2.6, "M0 1.8L2.6 0V10"),
        '2' => (6.0, "M0 2.6A3 3 0 0 1 5.6 4.2L0 10H6"),
        '3' => (6.0, "M.4 0H5.6L2.6 4H3A3 3 0 0 1 3 10A3 3 0 0 1 0 8.4"),
        '4' => (7.0, "M5.2 10V0L0 7H7"),
        '5' => (6.2, "M5.4 0H1V4.4A3.1 3.1 0 1 1 0 8.6"),
        '6' => (
            6.4,
            "M5 0L.6 5.6M6.4 6.8A3.2 3.2 0 1 1 0 6.8A3.2 3.2 0 1 1 6.4 6.8",
        ),
        '7' => (6.0, "M0 0H6L2.2 10"),
        '8' => (
            6.0,
            "M3 4.6A2.3 2.3 0 1 1 3 0A2.3 2.3 0 1 1 3 4.6\
             A2.7 2.7 0 1 1 3 10A2.7 2.7 0 1 1 3 4.6",
        ),
        '9' => (
            6.4,
            "M1.4 10L5.8 4.4M6.4 3.2A3.2 3.2 0 1 1 0 3.2A3.2 3.2 0 1 1 6.4 3.2",
        ),
        '-' => (3.6, "M0 6.2H3.6"),
        '.' => (0.0, "M0 10V10.1"),
        '\'' => (0.0, "M0 0V2.4"),
        ' ' => (0.7, ""),
        _ => return None,
    })
}

/// The lines of an icon in a square of 24; empty for a name that no icon has.
pub(super) fn icon(name: &str) -> &'static str {
    match name {
        "back" => "M15 4L7 12L15 20",
        "next" => "M9 4L17 12L9 20",
        "first" => "M6 5V19M18 5L11 12L18 19",
        "last" => "M18 5V19M6 5L13 12L6 19",
        "close" => "M6 6L18 18M18 6L6 18",
        "menu" => "M4 7H20M4 12H20M4 17H20",
        "more" => "M6 12H6.1M12 12H12.1M18 12H18.1",
        "play" => "M7 4.5V19.5L19.5 12Z",
        "pause" => "M8 5V19M16 5V19",
        "hint" => {
            "M9 18H15M10 21H14M12 3A6 6 0 0 0 8.5 13.8C9.3 14.5 9.5 15 9.5 15.5H14.5C14.5 15 14.7 \
             14.5 15.5 13.8A6 6 0 0 0 12 3Z"
        }
        "undo" => "M8 5L4 9L8 13M4 9H14A5 5 0 0 1 14 19H10",
        "talk" => "M4 5H20V16H11L7 20V16H4Z",
        "again" => "M4 8H18M14 4L18 8L14 12M20 16H6M10 12L6 16L10 20",
        "look" => "M10.5 17A6.5 6.5 0 1 0 10.5 4A6.5 6.5 0 1 0 10.5 17ZM15.5 15.5L20.5 20.5",
        "share" => "M12 15V3.5M7.5 7.5L12 3L16.5 7.5M5 12V20H19V12",
        "speaker" => "M3.5 9.5H7.5L12.5 5V19L7.5 14.5H3.5Z",
        "loud" => "M16 9.3A4 4 0 0 1 16 14.7M18.6 6.4A8 8 0 0 1 18.6 17.6",
        "silent" => "M16.5 9.5L21.5 14.5M21.5 9.5L16.5 14.5",
        "out" => "M12 5H4V20H19V12M11 13L20 4M14 4H20V10",
        "kick" => "M3.7 13.9A7.4 7.4 0 1 1 7.1 20.3M3 7.3V14.1H9.8",
        "home" => "M2.4 12.4L12 3.4L21.6 12.4M5.4 10.4V20.6H18.6V10.4",
        "pair" => "M2 13A6.5 6.5 0 1 0 15 13A6.5 6.5 0 1 0 2 13M9 10.4A6.5 6.5 0 1 1 13.5 19.2",
        "turn" => "M4 18H15A5 5 0 0 0 15 8H5M9 4L5 8L9 12",
        "steps" => "M3 12H3.1M8 12H8.1M13 12H21M16.5 7.5L21 12L16.5 16.5",
        "friend" => {
            "M8.5 11A3.5 3.5 0 1 0 8.5 4A3.5 3.5 0 1 0 8.5 11ZM2.5 20A6 6 0 0 1 14.5 20M18 8V14M15 \
             11H21"
        }
        "new" => "M12 5V19M5 12H19",
        "moves" => "M4 6H4.1M4 12H4.1M4 18H4.1M9 6H20M9 12H20M9 18H20",
        "flag" => "M6 21V4H18L15 8.5L18 13H6",
        "keys" => "M3 7H21V17H3ZM7 10.5H7.1M12 10.5H12.1M17 10.5H17.1M8.5 14H15.5",
        "words" => "M4 6H20M4 12H20M4 18H14",
        "experts" => "M8 7L3 12L8 17M16 7L21 12L16 17",
        "draw" => "M5 9H19M5 15H19",
        "rules" => "M12 6Q9.5 4 3.5 4V18Q9.5 18 12 20Q14.5 18 20.5 18V4Q14.5 4 12 6ZM12 6V20",
        "device" => "M7 3H17V21H7ZM11.5 17.5H12.5",
        "check" => "M12 21A9 9 0 1 0 12 3A9 9 0 1 0 12 21ZM8 12.5L11 15.5L16.5 9",
        "about" => "M12 21A9 9 0 1 0 12 3A9 9 0 1 0 12 21ZM12 11V16.5M12 7.5H12.1",
        "watch" => {
            "M2.5 12Q12 -1 21.5 12Q12 25 2.5 12ZM12 14.8A2.8 2.8 0 1 0 12 9.2A2.8 2.8 0 1 0 12 14.8Z"
        }
        "settings" => {
            "M4 7H12M17.5 7H20M4 17H6.5M12 17H20M15 4.5A2.5 2.5 0 1 1 15 9.5A2.5 2.5 0 1 1 15 4.5ZM9 14.5A2.5 2.5 0 1 1 9 19.5A2.5 2.5 0 1 1 9 14.5Z"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_word_is_drawn_or_none_of_it() {
        let words = [
            "Parlor",
            "Ludo",
            "Kuba",
            "You won",
            "Player W won",
            "A draw",
            "No result",
        ];
        for name in words {
            let word = word(name).expect("every letter is drawn");
            assert_eq!(word.letters.len(), name.len());
            assert!(word.letters.iter().all(|(from, _)| *from < word.width));
        }
        assert!(word("Ångström won").is_none());
    }
}
