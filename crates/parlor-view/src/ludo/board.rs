//! The board of 15 by 15 cells as a ruled cross of text, four yards around it.

use ludo_rules::{Seat, Space, Step, Token, Tokens};

use crate::canvas::{Arm, Canvas, Crossing};
use crate::drawing::{self, GridCell, SIZE};

/// Characters from one cell's left rule to the next one's.
const CELL_WIDTH: usize = 5;

/// Lines from one cell's upper rule to the next one's.
const CELL_HEIGHT: usize = 2;

/// What the marks on the board mean.
const LEGEND: &str = " ●Ap token   ●Apq stack, moves as one   \
                      ●p,q two on R, no stack   E:2 two on E";

/// Draws the board: the ring's numbers, the home squares and the ready places
/// where they are free, the tokens, 76 columns wide.
///
/// A token reads `●Ap`, a stack `●Apq`. Both tokens of a seat on its ready place
/// read `●p,q`, for they are no stack. `E` counts the tokens that have
/// finished, and each yard lists which of its own these are.
///
/// Rules: L-3, L-4 (the spaces), L-5 (the ready place), L-10 (stacks).
///
/// ```
/// use ludo_rules::{Seat, SeatSet, Tokens};
///
/// let tokens = Tokens::new([Seat::A, Seat::C].into_iter().collect::<SeatSet>())?;
/// let board = parlor_view::ludo::board(&tokens);
/// let row = board.lines().nth(2 * 7 + 1);
/// assert_eq!(
///     row,
///     Some("│ 50 │ A1 │ A2 │ A3 │ A4 │ A5 │ A6 │  E │ C6 │ C5 │ C4 │ C3 │ C2 │ C1 │ 22 │")
/// );
/// # Ok::<(), ludo_rules::SetupErrors>(())
/// ```
pub fn board(tokens: &Tokens) -> String {
    let side = usize::from(SIZE);
    let mut canvas = Canvas::new(CELL_HEIGHT * side + 1, CELL_WIDTH * side + 1);
    let mut cells = CellTexts::empty_board();
    cells.place(tokens);
    cells.draw(&mut canvas);
    for seat in Seat::ALL {
        draw_yard(&mut canvas, tokens, seat);
    }
    let lines: Vec<String> = canvas.lines().chain([LEGEND.to_owned()]).collect();
    lines.join("\n")
}

/// What is written in each cell of the cross; nothing in the yards.
struct CellTexts {
    texts: [[Option<String>; SIZE as usize]; SIZE as usize],
}

impl CellTexts {
    fn empty_board() -> Self {
        let mut cells = Self {
            texts: Default::default(),
        };
        let ring = (1..=56).map(Space::Ring);
        let own = Seat::ALL
            .into_iter()
            .flat_map(|seat| (1..=6).map(move |number| Space::HomeSquare { seat, number }));
        for space in ring.chain(own).chain([Space::End]) {
            // These spaces lie in the same cell for every seat.
            let cell = drawing::cell(Seat::A, Token::P, space);
            cells.set(cell, label(space));
        }
        for seat in Seat::ALL {
            cells.set(Some(drawing::ready(seat)), label(Space::Ready));
        }
        cells
    }

    fn place(&mut self, tokens: &Tokens) {
        let mut finished: usize = 0;
        for (seat, steps) in tokens.iter() {
            for token in Token::ALL {
                let step = steps[token.index()];
                finished += usize::from(step.is_finished());
                if !step.is_in_yard() && !step.is_finished() {
                    let cell = drawing::cell(seat, token, step.space(seat));
                    let other = steps[token.other().index()];
                    self.set(cell, token_mark(seat, token, step, other));
                }
            }
        }
        if finished > 0 {
            self.set(Some(drawing::END), format!("E:{finished}"));
        }
    }

    fn set(&mut self, cell: Option<GridCell>, text: String) {
        if let Some(GridCell { row, column }) = cell {
            self.texts[usize::from(row)][usize::from(column)] = Some(text);
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let side = usize::from(SIZE);
        for row in 0..=side {
            for column in 0..=side {
                let (y, x) = (CELL_HEIGHT * row, CELL_WIDTH * column);
                let crossing = self.crossing(row, column);
                canvas.write(y, x, &crossing.character().to_string());
                if crossing.has(Arm::Right) {
                    canvas.write(y, x + 1, &"─".repeat(CELL_WIDTH - 1));
                }
                if crossing.has(Arm::Down) {
                    canvas.write(y + 1, x, "│");
                }
            }
        }
        for (row, texts) in self.texts.iter().enumerate() {
            for (column, text) in texts.iter().enumerate() {
                let text = text.as_deref().unwrap_or_default();
                canvas.write(CELL_HEIGHT * row + 1, CELL_WIDTH * column + 1, text);
            }
        }
    }

    /// The rules that meet at the upper left corner of cell (row, column):
    /// there is one wherever two different areas touch.
    fn crossing(&self, row: usize, column: usize) -> Crossing {
        let north_west = self.area(row.checked_sub(1), column.checked_sub(1));
        let north_east = self.area(row.checked_sub(1), Some(column));
        let south_west = self.area(Some(row), column.checked_sub(1));
        let south_east = self.area(Some(row), Some(column));
        [
            (Arm::Up, north_west != north_east),
            (Arm::Down, south_west != south_east),
            (Arm::Left, north_west != south_west),
            (Arm::Right, north_east != south_east),
        ]
        .into_iter()
        .filter_map(|(arm, parts)| parts.then_some(arm))
        .collect()
    }

    fn area(&self, row: Option<usize>, column: Option<usize>) -> BoardPart {
        let (Some(row), Some(column)) = (row, column) else {
            return BoardPart::Outside;
        };
        match self.texts.get(row).and_then(|texts| texts.get(column)) {
            None => BoardPart::Outside,
            Some(Some(_)) => BoardPart::Cell { row, column },
            Some(None) => {
                let middle = usize::from(SIZE / 2);
                BoardPart::Yard {
                    top: row < middle,
                    left: column < middle,
                }
            }
        }
    }
}

/// What a point of the drawing belongs to.
#[derive(PartialEq, Eq)]
enum BoardPart {
    Outside,
    Yard { top: bool, left: bool },
    Cell { row: usize, column: usize },
}

/// How a token on the cross is written; both tokens of a seat in one cell get
/// the same text, so that either may be written first.
fn token_mark(seat: Seat, token: Token, step: Step, other: Step) -> String {
    if step != other {
        format!("●{seat}{}", token.letter())
    } else if step.is_ready() {
        "●p,q".to_owned()
    } else {
        format!("●{seat}pq")
    }
}

/// Writes the yard's title, the tokens waiting in it and those that have
/// finished, one below the other.
fn draw_yard(canvas: &mut Canvas, tokens: &Tokens, seat: Seat) {
    let GridCell { row, column } = drawing::yard(seat, Token::P);
    let y = CELL_HEIGHT * usize::from(row) + 1;
    let x = CELL_WIDTH * usize::from(column) + 1;
    canvas.write(y - CELL_HEIGHT, x, &format!("{seat}'s yard"));
    let Some(steps) = tokens.steps(seat) else {
        canvas.write(y, x, "not playing");
        return;
    };
    for token in Token::ALL {
        let GridCell { column, .. } = drawing::yard(seat, token);
        let mark = if steps[token.index()].is_in_yard() {
            format!("●{seat}{}", token.letter())
        } else {
            "○".to_owned()
        };
        canvas.write(y, CELL_WIDTH * usize::from(column) + 1, &mark);
    }
    let finished = match steps.map(Step::is_finished) {
        [false, false] => return,
        [true, false] => "p is on E",
        [false, true] => "q is on E",
        [true, true] => "p and q are on E",
    };
    canvas.write(y + CELL_HEIGHT, x, finished);
}

/// The name of a free space in a cell, units below units.
fn label(space: Space) -> String {
    format!(" {:>2} ", space.to_string())
}
