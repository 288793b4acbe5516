//! A sheet of characters to draw a ruled board on.

/// A rule that leads away from a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arm {
    Right = 1,
    Left = 2,
    Down = 4,
    Up = 8,
}

/// The rules that meet at one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// The arms' values added up.
    arms: usize,
}

impl Crossing {
    /// The box-drawing character of each sum of arms.
    const CHARACTERS: [char; 16] = [
        ' ', '─', '─', '─', '│', '┌', '┐', '┬', '│', '└', '┘', '┴', '│', '├', '┤', '┼',
    ];

    /// Whether a rule leads this way.
    pub(crate) const fn has(self, arm: Arm) -> bool {
        self.arms & arm as usize != 0
    }

    /// The box-drawing character with exactly these arms.
    pub(crate) const fn character(self) -> char {
        Self::CHARACTERS[self.arms]
    }
}

impl FromIterator<Arm> for Crossing {
    fn from_iter<Arms: IntoIterator<Item = Arm>>(arms: Arms) -> Self {
        Self {
            arms: arms.into_iter().fold(0, |sum, arm| sum | arm as usize),
        }
    }
}

/// Characters in rows and columns, counted from 0 at the top left.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    /// A blank sheet.
    pub(crate) fn new(height: usize, width: usize) -> Self {
        Self {
            rows: vec![vec![' '; width]; height],
        }
    }

    /// Writes `text` from (row, column) to the right; what would lie outside
    /// the sheet is dropped.
    pub(crate) fn write(&mut self, row: usize, column: usize, text: &str) {
        let Some(row) = self.rows.get_mut(row) else {
            return;
        };
        for (place, character) in row.iter_mut().skip(column).zip(text.chars()) {
            *place = character;
        }
    }

    /// The lines, without blanks at their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| {
            let line: String = row.iter().collect();
            line.trim_end().to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_stays_on_the_sheet() {
        let mut canvas = Canvas::new(2, 4);
        canvas.write(0, 2, "abc");
        canvas.write(1, 1, "d");
        canvas.write(5, 0, "e");
        let lines: Vec<String> = canvas.lines().collect();
        assert_eq!(lines, ["  ab", " d"]);
    }

    #[test]
    fn each_crossing_has_its_character() {
        let crossing = |arms: &[Arm]| arms.iter().copied().collect::<Crossing>().character();
        assert_eq!(crossing(&[]), ' ');
        assert_eq!(crossing(&[Arm::Up]), '│');
        assert_eq!(crossing(&[Arm::Down, Arm::Up]), '│');
        assert_eq!(crossing(&[Arm::Left, Arm::Right]), '─');
        assert_eq!(crossing(&[Arm::Down, Arm::Right]), '┌');
        assert_eq!(crossing(&[Arm::Up, Arm::Left]), '┘');
        assert_eq!(crossing(&[Arm::Up, Arm::Down, Arm::Right]), '├');
        assert_eq!(crossing(&[Arm::Left, Arm::Right, Arm::Up]), '┴');
        assert_eq!(crossing(&[Arm::Left, Arm::Right, Arm::Up, Arm::Down]), '┼');
    }
}
