//! The events of a push, replayed on a board that knows no rules.

use kuba_rules::{Cell, Direction, Event, Move, Side, Win};
use parlor_testkit::slow_kuba::{Cells, SlowKuba, WonBy, count, marble_at, neighbor};

use crate::same;

/// A game as its events tell it.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    cells: Cells,
    captured: [usize; 2],
    to_move: char,
    may_push_again: bool,
    ko: Option<String>,
    won: Option<(char, WonBy)>,
    fallen: Option<(char, (i64, i64))>,
}

impl Story {
    /// The story up to now: nothing but what the slow game shows.
    pub(crate) fn begin(game: &SlowKuba) -> Story {
        let reds = |color| game.captured(game.name_of(color)).unwrap();
        Story {
            cells: *game.cells(),
            captured: [reds('W'), reds('B')],
            to_move: game.color_to_move().unwrap(),
            may_push_again: game.may_push_again(),
            ko: None,
            won: None,
            fallen: None,
        }
    }

    /// Hears all the events of one action and compares with the slow game after it.
    pub(crate) fn hear(&mut self, events: &[Event], game: &SlowKuba) -> Result<(), String> {
        self.ko = None;
        self.fallen = None;
        for event in events {
            self.event(*event)
                .map_err(|message| format!("{message} in {events:?}"))?;
        }
        if let Some(fallen) = self.fallen {
            return Err(format!(
                "nobody says what became of {fallen:?} in {events:?}"
            ));
        }
        let reds = |color| game.captured(game.name_of(color)).unwrap();
        let won = game
            .winner()
            .map(|name| (name.chars().next().unwrap(), game.won_by().unwrap()));
        let ko = game
            .ko()
            .first()
            .map(|((row, column), direction)| format!("{row}{column}{direction}"));
        same("cells told", &self.cells, game.cells())?;
        same("reds told", &self.captured, &[reds('W'), reds('B')])?;
        same("win told", &self.won, &won)?;
        if won.is_none() {
            same(
                "side to move told",
                &Some(self.to_move),
                &game.color_to_move(),
            )?;
            same(
                "extra push told",
                &self.may_push_again,
                &game.may_push_again(),
            )?;
            same("ko push told", &self.ko, &ko)?;
        }
        Ok(())
    }

    fn event(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Pushed { side, push, length } => {
                same("pusher", &side.letter(), &self.to_move)?;
                self.may_push_again = false;
                self.push(push, usize::from(length))
            }
            Event::Captured { side, total, from } => {
                same("what fell", &self.fallen.take(), &Some(('R', at(from))))?;
                self.captured[side.index()] += 1;
                same("total", &usize::from(total), &self.captured[side.index()])
            }
            Event::Ejected { side, from, left } => {
                let enemy = side.other().letter();
                same("what fell", &self.fallen.take(), &Some((enemy, at(from))))?;
                same("left", &usize::from(left), &count(&self.cells, enemy))
            }
            Event::MayPushAgain { side } => {
                self.may_push_again = true;
                same("who may push again", &side.letter(), &self.to_move)
            }
            Event::TurnEnded { side } => {
                same("whose turn ends", &side.letter(), &self.to_move)?;
                self.to_move = side.other().letter();
                self.may_push_again = false;
                Ok(())
            }
            Event::Ko { push } => {
                self.ko = Some(push.to_string());
                Ok(())
            }
            Event::Won { side, by } => {
                self.won = Some((side.letter(), won_by(by)));
                Ok(())
            }
        }
    }

    /// Lifts `length` marbles and puts each down one cell further.
    fn push(&mut self, push: Move, length: usize) -> Result<(), String> {
        let direction = direction(push.direction);
        let mut lifted = Vec::new();
        let mut cell = at(push.cell);
        for _ in 0..length {
            match marble_at(&self.cells, cell) {
                Some('X') | None => return Err(format!("no marble to lift at {cell:?}")),
                Some(marble) => lifted.push((marble, cell)),
            }
            self.put(cell, 'X');
            cell = neighbor(cell, direction);
        }
        for (marble, cell) in lifted {
            let to = neighbor(cell, direction);
            match marble_at(&self.cells, to) {
                Some('X') => self.put(to, marble),
                Some(other) => return Err(format!("{marble} is put on {other} at {to:?}")),
                None => self.fallen = Some((marble, cell)),
            }
        }
        Ok(())
    }

    fn put(&mut self, (row, column): (i64, i64), marble: char) {
        self.cells[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = marble;
    }
}

pub(crate) fn at(cell: Cell) -> (i64, i64) {
    (i64::from(cell.row()), i64::from(cell.column()))
}

pub(crate) fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "L",
        Direction::Right => "R",
        Direction::Forward => "F",
        Direction::Backward => "B",
    }
}

pub(crate) fn side(color: char) -> Side {
    if color == 'W' {
        Side::White
    } else {
        Side::Black
    }
}

pub(crate) fn won_by(win: Win) -> WonBy {
    match win {
        Win::Reds => WonBy::Reds,
        Win::Elimination => WonBy::Elimination,
        Win::Blocked => WonBy::Blocked,
    }
}
