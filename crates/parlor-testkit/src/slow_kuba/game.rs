//! The game around the board: turns, captures, endings, both rule sets.

use super::{Cells, DIRECTIONS, count, legal_pushes, marble_at, start_cells, try_push};

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// Seven reds captured. Rules: K-8
    Reds,
    /// The last enemy marble taken. Rules: K-9
    Elimination,
    /// The opponent had no legal push. Rules: K-10
    Blocked,
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// No player of this name. Rules: K-16
    UnknownName,
    /// The other player is to move. Rules: K-16
    NotTheirTurn,
    /// The game is over. Rules: K-16
    GameOver,
    /// No cell of the board. Rules: K-16
    Coordinates,
    /// None of L, R, F, B. Rules: K-16
    Direction,
    /// The push itself: the ids of all rules it breaks.
    Push(Vec<&'static str>),
    /// No open turn that may be ended. Rules: K-18
    CannotEndTurn,
}

/// The texts' `KubaGame`, both rule sets, also from a set-up.
#[derive(Clone, Debug)]
pub struct SlowKuba {
    names: [String; 2],
    colors: [char; 2],
    tournament: bool,
    cells: Cells,
    captured: [usize; 2],
    turn: Option<usize>,
    winner: Option<(usize, WonBy)>,
    draw: bool,
    /// The board as it stood before each player's last push. Rules: K-7
    before_push: [Option<Cells>; 2],
    /// Whether the player to move has an extra push open. Rules: K-12
    extra_push: bool,
    /// Every position at which a turn began. Rules: K-12
    turns_begun: Vec<(Cells, usize)>,
}

impl SlowKuba {
    /// A game at its start; `None` if the players are no two players.
    ///
    /// Rules: K-1, K-11, K-12, K-14, K-15
    pub fn new(first: (&str, &str), second: (&str, &str), tournament: bool) -> Option<SlowKuba> {
        if first.0 == second.0 {
            return None;
        }
        let colors = match (first.1, second.1) {
            ("W", "B") => ['W', 'B'],
            ("B", "W") => ['B', 'W'],
            _ => return None,
        };
        let mut game = SlowKuba {
            names: [first.0.to_string(), second.0.to_string()],
            colors,
            tournament,
            cells: start_cells(),
            captured: [0, 0],
            turn: None,
            winner: None,
            draw: false,
            before_push: [None, None],
            extra_push: false,
            turns_begun: Vec::new(),
        };
        if tournament {
            let white = usize::from(colors[0] != 'W');
            game.begin_turn(white);
        }
        Some(game)
    }

    /// A game from a set-up between `W` (white, player 0) and `B` (black, player 1).
    ///
    /// `captured` counts White's reds, then Black's; `to_move` is `W` or `B`.
    pub fn from_setup(
        cells: Cells,
        captured: [usize; 2],
        to_move: char,
        tournament: bool,
    ) -> SlowKuba {
        let mut game = SlowKuba {
            names: ["W".to_string(), "B".to_string()],
            colors: ['W', 'B'],
            tournament,
            cells,
            captured,
            turn: None,
            winner: None,
            draw: false,
            before_push: [None, None],
            extra_push: false,
            turns_begun: Vec::new(),
        };
        game.begin_turn(usize::from(to_move != 'W'));
        game
    }

    /// Whether tournament rules are played. Rules: K-12
    pub fn is_tournament(&self) -> bool {
        self.tournament
    }

    /// The board.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The name of the player to move, or `None` before the first push. Rules: K-15
    pub fn current_turn(&self) -> Option<&str> {
        self.turn.map(|player| self.names[player].as_str())
    }

    /// The color to move; before the first classroom push, `None`. Rules: K-15
    pub fn color_to_move(&self) -> Option<char> {
        self.turn.map(|player| self.colors[player])
    }

    /// The winner's name. Rules: K-17
    pub fn winner(&self) -> Option<&str> {
        self.winner.map(|(player, _)| self.names[player].as_str())
    }

    /// How the game was won.
    pub fn won_by(&self) -> Option<WonBy> {
        self.winner.map(|(_, by)| by)
    }

    /// Whether the game was drawn by repetition. Rules: K-12, K-18
    pub fn is_draw(&self) -> bool {
        self.draw
    }

    /// Whether the game is won or drawn.
    pub fn is_over(&self) -> bool {
        self.draw || self.winner.is_some()
    }

    /// Whether the player to move may push again or end the turn. Rules: K-12, K-18
    pub fn may_push_again(&self) -> bool {
        self.extra_push
    }

    /// The reds of a player; `None` for an unknown name. Rules: K-17
    pub fn captured(&self, name: &str) -> Option<usize> {
        self.index(name).map(|player| self.captured[player])
    }

    /// The content of a cell, `X` if empty; `None` off the board. Rules: K-17
    pub fn marble(&self, at: (i64, i64)) -> Option<char> {
        marble_at(&self.cells, at)
    }

    /// White, black and red marbles on the board. Rules: K-17
    pub fn marble_count(&self) -> (usize, usize, usize) {
        (
            count(&self.cells, 'W'),
            count(&self.cells, 'B'),
            count(&self.cells, 'R'),
        )
    }

    /// How often the position at which the current turn began has begun a turn. Rules: K-12
    pub fn repetitions(&self) -> usize {
        let Some(now) = self.turns_begun.last() else {
            return 0;
        };
        self.turns_begun
            .iter()
            .filter(|begun| *begun == now)
            .count()
    }

    /// Makes a move, or returns why not; a refused one changes nothing.
    ///
    /// Rules: K-3, K-4, K-5, K-6, K-7, K-11, K-12, K-15, K-16
    ///
    /// # Errors
    /// The first obstacle, in the order of K-16.
    pub fn make_move(
        &mut self,
        name: &str,
        at: (i64, i64),
        direction: &str,
    ) -> Result<(), CallError> {
        let me = self.index(name).ok_or(CallError::UnknownName)?;
        if self.turn.is_some_and(|turn| turn != me) {
            return Err(CallError::NotTheirTurn);
        }
        if self.is_over() {
            return Err(CallError::GameOver);
        }
        if marble_at(&self.cells, at).is_none() {
            return Err(CallError::Coordinates);
        }
        if !DIRECTIONS.contains(&direction) {
            return Err(CallError::Direction);
        }
        let other = 1 - me;
        let restores = self.before_push[other].as_ref();
        let tried = try_push(&self.cells, self.colors[me], at, direction, restores)
            .map_err(CallError::Push)?;

        self.before_push[me] = Some(self.cells);
        self.cells = tried.cells;
        if tried.off == Some('R') {
            self.captured[me] += 1;
        }
        let took_off = tried.off.is_some();

        // K-8, K-9: won at once, before the next turn matters.
        if self.captured[me] == 7 {
            self.winner = Some((me, WonBy::Reds));
        } else if count(&self.cells, self.colors[other]) == 0 {
            self.winner = Some((me, WonBy::Elimination));
        }
        if self.winner.is_some() {
            let stays = self.tournament && took_off;
            self.turn = Some(if stays { me } else { other });
            self.extra_push = false;
            return Ok(());
        }
        // K-12: a player who captures may push again.
        if self.tournament && took_off {
            self.turn = Some(me);
            self.extra_push = true;
            return Ok(());
        }
        self.hand_over(me);
        Ok(())
    }

    /// Ends a turn early, or returns why not. Rules: K-18
    ///
    /// # Errors
    /// The first obstacle; nothing is changed.
    pub fn end_turn(&mut self, name: &str) -> Result<(), CallError> {
        let me = self.index(name).ok_or(CallError::UnknownName)?;
        if self.turn != Some(me) {
            return Err(CallError::NotTheirTurn);
        }
        if self.is_over() {
            return Err(CallError::GameOver);
        }
        if !self.extra_push {
            return Err(CallError::CannotEndTurn);
        }
        self.hand_over(me);
        Ok(())
    }

    /// Every legal push of the player to move; none after the end.
    ///
    /// Before the first classroom push: those of `W`, then those of `B`.
    pub fn legal_pushes(&self) -> Vec<((i64, i64), &'static str)> {
        if self.is_over() {
            return Vec::new();
        }
        let Some(me) = self.turn else {
            let mut both = legal_pushes(&self.cells, 'W', None);
            both.extend(legal_pushes(&self.cells, 'B', None));
            return both;
        };
        legal_pushes(
            &self.cells,
            self.colors[me],
            self.before_push[1 - me].as_ref(),
        )
    }

    /// The pushes of the player to move that nothing but K-7 forbids: at most one. Rules: K-7
    pub fn ko(&self) -> Vec<((i64, i64), &'static str)> {
        let Some(me) = self.turn else {
            return Vec::new();
        };
        let allowed = legal_pushes(
            &self.cells,
            self.colors[me],
            self.before_push[1 - me].as_ref(),
        );
        let mut ko = legal_pushes(&self.cells, self.colors[me], None);
        ko.retain(|push| !allowed.contains(push));
        ko
    }

    /// The name of the player of a color.
    pub fn name_of(&self, color: char) -> &str {
        if self.colors[0] == color {
            &self.names[0]
        } else {
            &self.names[1]
        }
    }

    /// The position line, like `ww3bb/… w0b0 w - c`; `None` while no side is to move.
    pub fn position_line(&self) -> Option<String> {
        let to_move = self.color_to_move()?.to_lowercase();
        let mut rows = Vec::new();
        for row in &self.cells {
            let mut text = String::new();
            let mut empty = 0;
            for &cell in row {
                if cell == 'X' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.extend(cell.to_lowercase());
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            rows.push(text);
        }
        let again = if self.extra_push { "+" } else { "" };
        let ko = match self.ko().first() {
            Some(((row, column), direction)) => format!("{row}{column}{direction}"),
            None => "-".to_string(),
        };
        let reds = |color: char| self.captured(self.name_of(color)).unwrap_or(0);
        let rules = if self.tournament { "t" } else { "c" };
        Some(format!(
            "{} w{}b{} {to_move}{again} {ko} {rules}",
            rows.join("/"),
            reds('W'),
            reds('B')
        ))
    }

    /// Counts the lines of pushes of a depth, White first, repetition ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        let name = self.current_turn().unwrap_or(self.name_of('W')).to_string();
        let color = self.color_to_move().unwrap_or('W');
        for (at, direction) in self.legal_pushes() {
            if marble_at(&self.cells, at) != Some(color) {
                continue;
            }
            let mut next = self.clone();
            next.turns_begun.clear();
            if next.make_move(&name, at, direction).is_ok() {
                leaves += next.perft(depth - 1);
            }
        }
        leaves
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Gives the turn to the opponent. Rules: K-10, K-11, K-12
    fn hand_over(&mut self, me: usize) {
        let other = 1 - me;
        let can_push = !legal_pushes(
            &self.cells,
            self.colors[other],
            self.before_push[me].as_ref(),
        )
        .is_empty();
        if !can_push {
            self.winner = Some((me, WonBy::Blocked));
        }
        self.begin_turn(other);
    }

    fn begin_turn(&mut self, player: usize) {
        self.turn = Some(player);
        self.extra_push = false;
        if self.tournament {
            self.turns_begun.push((self.cells, player));
            if self.repetitions() >= 3 && self.winner.is_none() {
                self.draw = true;
            }
        }
    }
}
