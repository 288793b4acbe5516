//! The scripted game: a list of turns is the truth.

use super::{SEATS, SlowTokens, space_name, token_index};

/// Where a script is faulty. Rules: L-23 (naming the entry and its value)
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Faulty {
    /// Fewer than 2 or more than 4 players.
    PlayerCount(usize),
    /// An unknown or repeated seat: its place in the players list, from 0.
    Player(usize),
    /// A turn with an unknown seat or a number that is no roll: its place in the turns list, from 0.
    Turn(usize),
}

/// A player of one scripted game. Older handles keep showing their own game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    game: usize,
    seat: char,
}

/// The texts' `LudoGame`: every game it has played, the last one current.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    games: Vec<SlowTokens>,
}

impl Scripted {
    /// An object that has played nothing yet.
    pub fn new() -> Scripted {
        Scripted::default()
    }

    /// Every fault of a script, in no order that the rules fix. Rules: L-23
    pub fn faults(players: &[&str], turns: &[(&str, i64)]) -> Vec<Faulty> {
        let mut faults = Vec::new();
        if players.len() < 2 || players.len() > 4 {
            faults.push(Faulty::PlayerCount(players.len()));
        }
        for (entry, player) in players.iter().enumerate() {
            if seat_letter(player).is_none() || players[..entry].contains(player) {
                faults.push(Faulty::Player(entry));
            }
        }
        for (entry, (seat, roll)) in turns.iter().enumerate() {
            if seat_letter(seat).is_none() || *roll < 1 || *roll > 6 {
                faults.push(Faulty::Turn(entry));
            }
        }
        faults
    }

    /// Plays a script and returns the spaces of all tokens.
    ///
    /// Rules: L-19, L-20, L-21, L-22, L-23
    ///
    /// # Errors
    /// Every fault of the script; the previous game stays as it was.
    pub fn play_game(
        &mut self,
        players: &[&str],
        turns: &[(&str, i64)],
    ) -> Result<Vec<String>, Vec<Faulty>> {
        let faults = Scripted::faults(players, turns);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut seats = Vec::new();
        for player in players {
            seats.extend(seat_letter(player));
        }
        let mut table = SlowTokens::new(&seats);
        for (seat, roll) in turns {
            let Some(seat) = seat_letter(seat) else {
                continue;
            };
            // L-20: a seat that is not playing and a player who has finished are skipped.
            if table.steps(seat).is_none() || table.has_finished(seat) {
                continue;
            }
            let (choice, _) = table.priority(seat, *roll);
            table.apply(seat, *roll, choice);
        }
        let mut spaces = Vec::new();
        for player in &table.players {
            for step in player.steps {
                spaces.extend(space_name(player.seat, step));
            }
        }
        self.games.push(table);
        Ok(spaces)
    }

    /// The table of the current game; `None` before the first.
    pub fn table(&self) -> Option<&SlowTokens> {
        self.games.last()
    }

    /// The player at a position, if there is one. Rules: L-24
    pub fn player(&self, position: &str) -> Option<Handle> {
        let seat = seat_letter(position)?;
        self.table()?.steps(seat)?;
        Some(Handle {
            game: self.games.len() - 1,
            seat,
        })
    }

    /// The step counts of a player. Rules: L-26
    pub fn steps(&self, player: Handle) -> [i64; 2] {
        self.games[player.game]
            .steps(player.seat)
            .unwrap_or_default()
    }

    /// Whether a player has completed the game. Rules: L-26
    pub fn completed(&self, player: Handle) -> bool {
        self.games[player.game].has_finished(player.seat)
    }

    /// Moves exactly one token. Returns whether the call was accepted.
    ///
    /// Rules: L-25
    pub fn move_token(&mut self, player: Handle, token: &str, steps: i64) -> bool {
        if player.game + 1 != self.games.len() {
            return false;
        }
        if !(1..=6).contains(&steps) {
            return false;
        }
        let Some(token) = token_index(token) else {
            return false;
        };
        self.games[player.game].move_token(player.seat, token, steps);
        true
    }
}

fn seat_letter(text: &str) -> Option<char> {
    SEATS.into_iter().find(|seat| text == seat.to_string())
}
