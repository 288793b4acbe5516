//! A whole position in sentences, for ears and for screen readers.

use kuba_rules::{Cell, Marble, Position, REDS_TO_WIN, Side};

use super::{NOBODY_YET, Names, Stage, sentences};
use crate::words;

/// The last row, and column.
const LAST: u8 = 6;

/// The position in sentences to be listened to, what matters most first: whose
/// turn it is or how the game ended, the ko push and why it is, how many
/// pushes are legal (where the caller gives the number), what each player has, and every
/// row from the top.
///
/// Rules: K-1 (rows and columns), K-6 to K-13, as named in the sentences.
///
/// ```
/// use kuba_rules::{Position, Rules};
/// use parlor_view::kuba::{Names, Stage, description};
///
/// let position = Position::start(Rules::Tournament);
/// let legal = position.legal_moves().len();
/// let lines = description(&position, Names::default(), Stage::UnderWay, Some(legal));
/// assert_eq!(lines[0], "White is to move.");
/// assert_eq!(lines[1], "8 pushes are legal.");
/// assert_eq!(lines[5], "Row 0, the top: white at 0 and 1, black at 5 and 6.");
/// ```
pub fn description(
    position: &Position,
    names: Names<'_>,
    stage: Stage,
    legal: Option<usize>,
) -> Vec<String> {
    let goes_on = stage.goes_on(position);
    let mut lines = vec![match stage {
        Stage::NobodyYet => NOBODY_YET.to_owned(),
        Stage::UnderWay if goes_on => sentences::turn(position, names),
        _ => sentences::state(position, names, stage),
    }];
    if goes_on {
        lines.extend(ko(position, names));
        lines.extend(legal.map(|count| match count {
            1 => "1 push is legal.".to_owned(),
            _ => format!("{count} pushes are legal."),
        }));
    }
    lines.extend(Side::ALL.map(|side| player(position, names, side)));
    let reds = words::count(position.count(Marble::Red), "red");
    lines.push(format!("{reds} on the board."));
    lines.extend((0..=LAST).map(|number| row(position, number)));
    lines
}

/// The one push that is refused for what it would undo. Rules: K-7.
fn ko(position: &Position, names: Names<'_>) -> Option<String> {
    let push = position.ko()?;
    let mover = words::printable(names.of(position.to_move()));
    let (row, column) = (push.cell.row(), push.cell.column());
    let way = sentences::way(push.direction);
    Some(format!(
        "{mover} may not push the marble in row {row}, column {column} {way}: \
         that would undo the last push (K-7)."
    ))
}

/// What a player has on the board and has captured. Rules: K-6, K-8.
fn player(position: &Position, names: Names<'_>, side: Side) -> String {
    let name = words::printable(names.of(side));
    let color = sentences::color(side);
    let who = if name.eq_ignore_ascii_case(color) {
        name
    } else {
        format!("{name}, {color}")
    };
    let marbles = words::count(position.count(side.into()), "marble");
    let captured = position.captured(side);
    format!("{who}: {marbles} left, {captured} of {REDS_TO_WIN} reds captured.")
}

/// One row: each kind of marble, and the columns where it lies.
fn row(position: &Position, number: u8) -> String {
    let edge = match number {
        0 => ", the top",
        LAST => ", the bottom",
        _ => "",
    };
    let kinds: Vec<String> = Marble::ALL
        .into_iter()
        .filter_map(|marble| {
            let columns: Vec<u8> = Cell::ALL
                .into_iter()
                .filter(|cell| cell.row() == number && position.marble(*cell) == Some(marble))
                .map(Cell::column)
                .collect();
            (!columns.is_empty()).then(|| format!("{marble} at {}", spoken(&columns)))
        })
        .collect();
    if kinds.is_empty() {
        return format!("Row {number}{edge}: empty.");
    }
    format!("Row {number}{edge}: {}.", kinds.join(", "))
}

/// Rising numbers as they are spoken: `0 and 1`, `1 to 5`, `0, 2 and 4 to 6`.
fn spoken(numbers: &[u8]) -> String {
    let runs: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{first} to {last}")],
            few => few.iter().map(u8::to_string).collect(),
        })
        .collect();
    words::list(&runs)
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use kuba_rules::{Draw, Rules};

    use super::*;

    const NAMES: Names<'_> = Names {
        white: "Ann",
        black: "Bob",
    };

    fn described(line: &str, stage: Stage) -> String {
        let position: Position = line.parse().expect("a position");
        let legal = position.legal_moves().len();
        description(&position, NAMES, stage, Some(legal)).join("\n")
    }

    #[test]
    fn k_11_the_start_before_anybody_has_moved() {
        let start = Position::start(Rules::Classroom);
        let lines = description(&start, Names::default(), Stage::NobodyYet, None);
        assert_snapshot!(lines.join("\n"));
    }

    #[test]
    fn k_7_a_crowded_position_with_a_ko_push() {
        let line = "w5b/ww1r1bb/2wrrrb/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b 26L c";
        assert_snapshot!(described(line, Stage::UnderWay));
    }

    #[test]
    fn k_12_an_open_turn_and_scattered_marbles() {
        let line = "w1w1r1b/7/7/w1wrbrb/7/7/b6 w3b3 b+ - t";
        assert_snapshot!(described(line, Stage::UnderWay));
    }

    #[test]
    fn k_10_every_end_comes_first() {
        let won = "7/3w3/2wbw2/3w3/7/7/7 w6b0 b - c";
        let ended: Vec<String> = [
            described(won, Stage::UnderWay),
            described("w6/7/7/7/7/7/b6 w0b0 w - t", Stage::Drawn(Draw::Repetition)),
            described("w6/7/7/7/7/7/b6 w0b0 w - c", Stage::Drawn(Draw::PushLimit)),
        ]
        .iter()
        .map(|text| text.lines().take(2).collect::<Vec<_>>().join("\n"))
        .collect();
        assert_snapshot!(ended.join("\n\n"));
    }

    #[test]
    fn hostile_names_stay_in_their_line() {
        let names = Names {
            white: "Ann\n\u{1b}[2J\u{202e}",
            black: "",
        };
        let position: Position = "w6/7/7/7/7/7/b6 w0b0 w - c".parse().expect("a position");
        for sentence in description(&position, names, Stage::UnderWay, None) {
            assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
        }
    }

    #[test]
    fn columns_are_spoken_in_runs() {
        assert_eq!(spoken(&[3]), "3");
        assert_eq!(spoken(&[0, 1]), "0 and 1");
        assert_eq!(spoken(&[1, 2, 3, 4, 5]), "1 to 5");
        assert_eq!(spoken(&[0, 2, 4, 5, 6]), "0, 2 and 4 to 6");
        assert_eq!(spoken(&[0, 1, 3, 4]), "0, 1, 3 and 4");
    }
}
