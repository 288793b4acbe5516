//! The editor's form of Kuba: cells to press, and what else a position has.

use kuba_rules::{Cell, Marble, Move as Push, Position, Rules, Setup, Side};

use super::super::sentences;
use super::edit::{Checked, Reason};
use super::fields::Fields;

/// What a cell may hold, by its letter.
const HANDS: [(char, Option<Marble>, &str); 4] = [
    ('w', Some(Marble::White), sentences::WHITE),
    ('b', Some(Marble::Black), sentences::BLACK),
    ('r', Some(Marble::Red), sentences::RED),
    ('-', None, sentences::EMPTY),
];

#[derive(Debug)]
pub(super) struct KubaForm {
    pub(super) setup: Setup,
    /// The marble that a press puts down.
    pub(super) hand: char,
}

/// A cell of the form.
pub(super) struct FormCell {
    pub(super) key: String,
    pub(super) label: String,
    /// The letter of what is in it.
    pub(super) holds: char,
}

impl KubaForm {
    /// The form after what was pressed, with this position where one was pasted.
    pub(super) fn of(fields: &mut Fields, pasted: Option<&str>, does: &str) -> Self {
        let start = Position::start(Rules::Classroom).setup();
        let hand = fields.read("hand", sentences::IN_HAND, 'w', |value| {
            let letter = value.chars().next()?;
            HANDS.iter().any(|hand| hand.0 == letter).then_some(letter)
        });
        if does == "start" {
            return Self { setup: start, hand };
        }
        if let Some(pasted) = pasted {
            let setup = pasted.parse().unwrap_or_else(|error| {
                fields
                    .wrong
                    .push(sentences::no_position(&format!("{error}")));
                start
            });
            return Self { setup, hand };
        }
        let captured = |count: &str| count.parse().ok().filter(|count| *count <= 13);
        let mut setup = Setup {
            cells: fields.read("cells", sentences::CELLS, start.cells, cells),
            captured: [
                fields.read("w", sentences::CAPTURED_BY_WHITE, 0, captured),
                fields.read("b", sentences::CAPTURED_BY_BLACK, 0, captured),
            ],
            to_move: fields.read("act", sentences::SIDE_TO_MOVE, Side::White, |value| {
                let letter = value.chars().next()?;
                Side::ALL
                    .into_iter()
                    .find(|side| side.letter() == letter.to_ascii_uppercase())
            }),
            may_push_again: fields.has("again"),
            ko: fields.read("ko", sentences::BARRED_PUSH, None, |value| match value {
                "" | "-" => Some(None),
                push => push.parse::<Push>().ok().map(Some),
            }),
            rules: fields.read("rules", sentences::RULES, Rules::Classroom, |value| {
                value.parse().ok()
            }),
        };
        if does == "clear" {
            setup.cells = [[None; 7]; 7];
            setup.ko = None;
        }
        let pressed = fields.read("press", sentences::CELL, None, |value| {
            let cells = Cell::ALL.into_iter();
            cells
                .map(Some)
                .find(|cell| cell.map(|cell| cell.to_string()).as_deref() == Some(value))
        });
        if let Some(cell) = pressed {
            let held = &mut setup.cells[usize::from(cell.row())][usize::from(cell.column())];
            *held = HANDS
                .iter()
                .find(|known| known.0 == hand)
                .and_then(|hand| hand.1);
        }
        Self { setup, hand }
    }

    /// The position, or every reason why there is none.
    pub(super) fn check(&self) -> Checked {
        match Position::try_from(self.setup) {
            Ok(position) => Ok(position.to_string()),
            Err(errors) => {
                let errors = errors.0.iter();
                Err(errors
                    .map(|error| Reason::new(error.rule(), error))
                    .collect())
            }
        }
    }

    /// What can be put down: its letter, its name, and whether it is chosen.
    pub(super) fn hands(&self) -> [(char, &'static str, bool); 4] {
        HANDS.map(|(letter, _, what)| (letter, what, letter == self.hand))
    }

    /// The cells, row by row.
    pub(super) fn rows(&self) -> Vec<Vec<FormCell>> {
        let cell = |cell: &Cell| {
            let (holds, _, what) = self.held(*cell);
            FormCell {
                key: cell.to_string(),
                label: sentences::cell(cell.row(), cell.column(), what),
                holds,
            }
        };
        let rows = Cell::ALL.chunk_by(|one, other| one.row() == other.row());
        rows.map(|row| row.iter().map(cell).collect()).collect()
    }

    fn held(&self, cell: Cell) -> (char, Option<Marble>, &'static str) {
        let held = self.setup.cells[usize::from(cell.row())][usize::from(cell.column())];
        let mut hands = HANDS.into_iter();
        hands.find(|hand| hand.1 == held).unwrap_or(HANDS[3])
    }

    /// All cells in one text.
    pub(super) fn cells(&self) -> String {
        Cell::ALL
            .into_iter()
            .map(|cell| self.held(cell).0)
            .collect()
    }

    /// The barred push, or nothing.
    pub(super) fn ko(&self) -> String {
        self.setup
            .ko
            .map_or_else(String::new, |push| push.to_string())
    }

    pub(super) fn is_whites(&self) -> bool {
        self.setup.to_move == Side::White
    }

    pub(super) fn is_tournament(&self) -> bool {
        self.setup.rules == Rules::Tournament
    }
}

/// The cells of a text with a letter for each.
fn cells(text: &str) -> Option<[[Option<Marble>; 7]; 7]> {
    let mut cells = [[None; 7]; 7];
    let mut letters = text.chars();
    for cell in cells.iter_mut().flatten() {
        let letter = letters.next()?;
        *cell = HANDS.iter().find(|hand| hand.0 == letter)?.1;
    }
    letters.next().is_none().then_some(cells)
}
