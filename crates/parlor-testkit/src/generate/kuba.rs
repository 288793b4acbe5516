//! Kuba games: calls on the class, and set-ups that are close to an end.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::seeded;
use crate::slow_kuba::{
    Cells, DIRECTIONS, SlowKuba, count, legal_pushes, marble_at, shift, try_push,
};

/// Texts that are no direction. Rules: K-16
pub const BAD_DIRECTIONS: [&str; 12] = [
    "", "LR", "f", "UP", " F", "F ", "l", "RB", "LRFB", "Ｆ", "0", "F\0",
];

/// Rows and columns off the board, those that wrap in narrow integers included. Rules: K-16
pub const BAD_COORDINATES: [i64; 10] = [-1, -7, 7, 8, 255, 256, 262, 1 << 32, i64::MAX, i64::MIN];

const NAMES: [(&str, &str); 7] = [
    ("PlayerA", "PlayerB"),
    ("R", "B"),
    ("", "x"),
    ("W", "w"),
    ("B", "W"),
    ("Ann", "ann"),
    ("ü", "🙂"),
];

/// One call on the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// `make_move`
    Move {
        /// The name of the player who claims to move.
        name: String,
        /// (row, column).
        at: (i64, i64),
        /// The direction as text.
        direction: String,
    },
    /// `end_turn`
    EndTurn(String),
    /// `get_captured`
    Captured(String),
    /// `get_marble`
    Marble((i64, i64)),
}

/// A game on the class: the players, the rule set, and the calls.
#[derive(Clone, Debug)]
pub struct CallSequence {
    /// The first player: name and color.
    pub first: (&'static str, &'static str),
    /// The second player: name and color.
    pub second: (&'static str, &'static str),
    /// Whether tournament rules are played.
    pub tournament: bool,
    /// The calls, good and refused.
    pub calls: Vec<Call>,
}

impl CallSequence {
    /// The slow game at its start.
    ///
    /// # Panics
    /// If the names or colors were changed by hand into no two players (K-14).
    pub fn slow(&self) -> SlowKuba {
        SlowKuba::new(self.first, self.second, self.tournament)
            .expect("generated players are two players")
    }
}

/// What a player of generated games is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayStyle {
    /// Any push.
    Random,
    /// Whatever takes a marble off.
    Hungry,
    /// Enemy marbles off, reds kept on.
    Hunter,
    /// Leaves the opponent as few pushes as possible.
    Smotherer,
    /// Goes back to boards that have been there.
    Shuffler,
}

const STYLES: [PlayStyle; 8] = [
    PlayStyle::Random,
    PlayStyle::Random,
    PlayStyle::Hungry,
    PlayStyle::Hungry,
    PlayStyle::Hunter,
    PlayStyle::Hunter,
    PlayStyle::Smotherer,
    PlayStyle::Shuffler,
];

/// A game of calls from the start position, about a quarter of them hostile.
///
/// Rules: K-14, K-15, K-16, K-17, K-18
pub fn game(seed: u64) -> CallSequence {
    let mut rng = seeded(seed);
    let names = pick(&mut rng, &NAMES);
    let (one, two) = if rng.random_bool(0.5) {
        ("W", "B")
    } else {
        ("B", "W")
    };
    let mut generated = CallSequence {
        first: (names.0, one),
        second: (names.1, two),
        tournament: rng.random_bool(0.5),
        calls: Vec::new(),
    };
    let mut slow = generated.slow();
    let styles = [pick(&mut rng, &STYLES), pick(&mut rng, &STYLES)];
    let length = rng.random_range(1..400);
    let hostility = pick(&mut rng, &[0.05, 0.25, 0.5]);
    let mut seen = vec![*slow.cells()];
    let mut after_end = 0;
    while generated.calls.len() < length && after_end < 8 {
        if slow.is_over() {
            after_end += 1;
        }
        let call = if slow.is_over() || rng.random_bool(hostility) {
            hostile_call(&slow, &mut rng)
        } else {
            good_call(&slow, styles, &seen, &mut rng)
        };
        match &call {
            Call::Move {
                name,
                at,
                direction,
            } => {
                // A refused call changes nothing; what counts is the next state.
                if slow.make_move(name, *at, direction).is_ok() {
                    seen.push(*slow.cells());
                }
            }
            Call::EndTurn(name) => drop(slow.end_turn(name)),
            Call::Captured(_) | Call::Marble(_) => {}
        }
        generated.calls.push(call);
    }
    generated
}

/// A set-up with few marbles, near one of the endings; White's name is `W`, Black's `B`.
///
/// The side to move has a legal push, and nobody has won yet.
pub fn setup(seed: u64) -> SlowKuba {
    let mut rng = seeded(seed);
    loop {
        let mut cells = [['X'; 7]; 7];
        // Few enemies, few reds, or a crowd around one marble: one ending each.
        let (white, black, red) = match rng.random_range(0..4) {
            0 => (
                rng.random_range(1..=2),
                rng.random_range(1..=2),
                rng.random_range(0..=4),
            ),
            1 => (
                rng.random_range(2..=8),
                rng.random_range(2..=8),
                rng.random_range(0..=7),
            ),
            2 | 3 => (rng.random_range(4..=8), 1, rng.random_range(0..=13)),
            _ => (
                rng.random_range(1..=8),
                rng.random_range(1..=8),
                rng.random_range(0..=13),
            ),
        };
        let (white, black) = if rng.random_bool(0.5) {
            (white, black)
        } else {
            (black, white)
        };
        for (marble, number) in [('W', white), ('B', black), ('R', red)] {
            let mut left: usize = number;
            while left > 0 {
                let (row, column) = (rng.random_range(0..7), rng.random_range(0..7));
                // Half the marbles are on the edge, where games end.
                let edge = row % 6 == 0 || column % 6 == 0;
                if cells[row][column] == 'X' && (edge || rng.random_bool(0.4)) {
                    cells[row][column] = marble;
                    left -= 1;
                }
            }
        }
        let mut captured = [0, 0];
        let mut spare = 13 - red;
        for reds in &mut captured {
            *reds = rng.random_range(0..=spare.min(6));
            spare -= *reds;
        }
        let to_move = if rng.random_bool(0.5) { 'W' } else { 'B' };
        if !legal_pushes(&cells, to_move, None).is_empty() {
            return SlowKuba::from_setup(cells, captured, to_move, rng.random_bool(0.5));
        }
    }
}

/// A push of the player to move (of either, before the first) in a style.
///
/// `seen` are the boards so far. There is one as long as the game is not over.
pub fn push(
    slow: &SlowKuba,
    style: PlayStyle,
    seen: &[Cells],
    rng: &mut impl Rng,
) -> ((i64, i64), &'static str) {
    let legal = slow.legal_pushes();
    // No player follows one style without exception.
    if style == PlayStyle::Random || rng.random_bool(0.1) {
        return pick(rng, &legal);
    }
    let mut best = Vec::new();
    let mut best_score = i64::MIN;
    for (at, direction) in legal {
        let me = marble_at(slow.cells(), at).unwrap_or('W');
        let enemy = if me == 'W' { 'B' } else { 'W' };
        let tried = shift(slow.cells(), at, direction);
        let score = match style {
            PlayStyle::Random => 0,
            PlayStyle::Hungry => i64::from(tried.off.is_some()),
            PlayStyle::Hunter => match tried.off {
                Some('R') => -1,
                Some(_) => 2,
                None => nearness(&tried.cells, enemy),
            },
            PlayStyle::Smotherer => {
                let left = legal_pushes(&tried.cells, enemy, Some(slow.cells())).len();
                -i64::try_from(left).unwrap_or(i64::MAX)
            }
            PlayStyle::Shuffler => i64::from(tried.off.is_none() && seen.contains(&tried.cells)),
        };
        if score > best_score {
            best_score = score;
            best.clear();
        }
        if score == best_score {
            best.push((at, direction));
        }
    }
    pick(rng, &best)
}

/// 1 if a marble of this color is on the edge, else 0.
fn nearness(cells: &Cells, color: char) -> i64 {
    let mut inner = 0;
    for row in &cells[1..6] {
        inner += row[1..6].iter().filter(|&&cell| cell == color).count();
    }
    i64::from(inner < count(cells, color))
}

fn good_call(slow: &SlowKuba, styles: [PlayStyle; 2], seen: &[Cells], rng: &mut impl Rng) -> Call {
    let color = slow.color_to_move();
    if slow.may_push_again()
        && rng.random_bool(0.4)
        && let Some(color) = color
    {
        return Call::EndTurn(slow.name_of(color).to_string());
    }
    let style = styles[usize::from(color == Some('B'))];
    let (at, direction) = push(slow, style, seen, rng);
    let marble = marble_at(slow.cells(), at).unwrap_or('W');
    Call::Move {
        name: slow.name_of(marble).to_string(),
        at,
        direction: direction.to_string(),
    }
}

fn hostile_call(slow: &SlowKuba, rng: &mut impl Rng) -> Call {
    let names = [slow.name_of('W'), slow.name_of('B')];
    let mut name = pick(rng, &names).to_string();
    let mut at = (rng.random_range(0..7), rng.random_range(0..7));
    let mut direction = pick(rng, &DIRECTIONS).to_string();
    match rng.random_range(0..12) {
        // Anything at all: an empty cell, another's marble, out of turn, no room, own marble off.
        0..=2 => {}
        3 => {
            name = pick(
                rng,
                &["", "nobody", "PLAYERA", "PlayerA ", "W", "white", "\u{0}"],
            )
            .to_string();
        }
        4 => {
            let bad = pick(rng, &BAD_COORDINATES);
            at = if rng.random_bool(0.5) {
                (bad, at.1)
            } else {
                (at.0, bad)
            };
        }
        5 => {
            if let Some(((row, column), _)) = slow.legal_pushes().first() {
                at = (*row, *column);
            }
            direction = pick(rng, &BAD_DIRECTIONS).to_string();
        }
        6 => {
            // What ko bars; without such a push, a marble of the side to move in any direction.
            if let Some((cell, ko)) = slow.ko().first() {
                at = *cell;
                direction = (*ko).to_string();
            }
            if let Some(color) = slow.color_to_move() {
                name = slow.name_of(color).to_string();
            }
        }
        7 | 8 => {
            // His own marble off, with room behind: nothing but K-5 forbids it.
            let color = slow.color_to_move().unwrap_or('W');
            name = slow.name_of(color).to_string();
            let suicides = pushes_that_break(slow.cells(), color, "K-5");
            if let Some((cell, outward)) = suicides.choose(rng) {
                at = *cell;
                direction = (*outward).to_string();
            }
        }
        9 => {
            return Call::EndTurn(if rng.random_bool(0.8) {
                name
            } else {
                "nobody".to_string()
            });
        }
        10 => {
            return Call::Captured(if rng.random_bool(0.5) {
                name
            } else {
                format!("{name}?")
            });
        }
        _ => {
            if rng.random_bool(0.5) {
                at.0 = pick(rng, &BAD_COORDINATES);
            }
            return Call::Marble(at);
        }
    }
    Call::Move {
        name,
        at,
        direction,
    }
}

/// The pushes of a color that exactly one rule forbids.
fn pushes_that_break(cells: &Cells, color: char, rule: &str) -> Vec<((i64, i64), &'static str)> {
    let mut found = Vec::new();
    for row in 0..7 {
        for column in 0..7 {
            for direction in DIRECTIONS {
                if try_push(cells, color, (row, column), direction, None)
                    .is_err_and(|broken| broken == [rule])
                {
                    found.push(((row, column), direction));
                }
            }
        }
    }
    found
}

fn pick<T: Copy>(rng: &mut impl Rng, from: &[T]) -> T {
    *from
        .choose(rng)
        .expect("every list picked from has an entry")
}
