//! Ludo by the letter of the rules: a step count per token, one space at a time.

mod live;
mod scripted;
#[cfg(test)]
mod tests;

pub use live::{Live, Phase, Standing};
pub use scripted::{Faulty, Handle, Scripted};

/// The seats in clockwise order. Rules: L-1
pub const SEATS: [char; 4] = ['A', 'B', 'C', 'D'];
/// The step count of a token in the home yard. Rules: L-3
pub const YARD: i64 = -1;
/// The step count of a token that is ready to go. Rules: L-3
pub const READY: i64 = 0;
/// The last step count on the shared ring. Rules: L-3
pub const LAST_ON_RING: i64 = 50;
/// The step count of a finished token. Rules: L-3
pub const END: i64 = 57;

/// One player: the seat letter and the step counts of `p` and `q`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// `A`, `B`, `C` or `D`.
    pub seat: char,
    /// The step counts of `p` and `q`, −1…57. Rules: L-2, L-3
    pub steps: [i64; 2],
}

/// The tokens of all players, in the caller's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowTokens {
    /// The players in the order in which they were named. Rules: L-1
    pub players: Vec<Player>,
}

/// The start space of a seat. Rules: L-4
pub fn start_space(seat: char) -> i64 {
    match seat {
        'A' => 1,
        'B' => 15,
        'C' => 29,
        _ => 43,
    }
}

/// The last ring space of a seat before its home squares. Rules: L-4
pub fn last_ring_space(seat: char) -> i64 {
    match seat {
        'A' => 50,
        'B' => 8,
        'C' => 22,
        _ => 36,
    }
}

/// The ring space of a step count, if the token is on the ring. Rules: L-4
pub fn ring_space(seat: char, step: i64) -> Option<i64> {
    if !(1..=LAST_ON_RING).contains(&step) {
        return None;
    }
    let mut space = start_space(seat);
    for _ in 1..step {
        space += 1;
        if space > 56 {
            space = 1;
        }
    }
    Some(space)
}

/// The name of the space of a step count; `None` for a number that is no step count.
///
/// Rules: L-3, L-4, L-26
pub fn space_name(seat: char, step: i64) -> Option<String> {
    if step == YARD {
        return Some("H".to_string());
    }
    if step == READY {
        return Some("R".to_string());
    }
    if step == END {
        return Some("E".to_string());
    }
    if let Some(space) = ring_space(seat, step) {
        return Some(space.to_string());
    }
    if (51..=56).contains(&step) {
        return Some(format!("{seat}{}", step - 50));
    }
    None
}

/// Where a roll takes a token, and every step count it passes; empty if it cannot move.
///
/// Rules: L-5 (a 6 opens the yard), L-6 (forward), L-7 (bounce), L-8 (finished)
pub fn walk(from: i64, roll: i64) -> Vec<i64> {
    if from == END {
        return Vec::new();
    }
    if from == YARD {
        return if roll == 6 { vec![READY] } else { Vec::new() };
    }
    let mut walked = Vec::new();
    let mut at = from;
    let mut forward = true;
    for _ in 0..roll {
        if at == END {
            forward = false;
        }
        at += if forward { 1 } else { -1 };
        walked.push(at);
    }
    walked
}

/// The index of a token's letter. Rules: L-2
pub fn token_index(token: &str) -> Option<usize> {
    match token {
        "p" => Some(0),
        "q" => Some(1),
        _ => None,
    }
}

impl SlowTokens {
    /// A fresh table: every token in its yard. Rules: L-2
    pub fn new(seats: &[char]) -> SlowTokens {
        let mut players = Vec::new();
        for &seat in seats {
            players.push(Player {
                seat,
                steps: [YARD, YARD],
            });
        }
        SlowTokens { players }
    }

    /// The step counts of a seat, if it is playing.
    pub fn steps(&self, seat: char) -> Option<[i64; 2]> {
        for player in &self.players {
            if player.seat == seat {
                return Some(player.steps);
            }
        }
        None
    }

    /// Puts one token of a seat on a step count, whatever the rules say.
    pub fn put(&mut self, seat: char, token: usize, step: i64) {
        for player in &mut self.players {
            if player.seat == seat {
                player.steps[token] = step;
            }
        }
    }

    /// Whether both tokens of a seat are on E. Rules: L-12, L-26
    pub fn has_finished(&self, seat: char) -> bool {
        self.steps(seat) == Some([END, END])
    }

    /// Whether the two tokens of a seat are a stack. Rules: L-10 (not on R: L-5)
    pub fn is_stack(&self, seat: char) -> bool {
        match self.steps(seat) {
            Some([p, q]) => p == q && (1..=56).contains(&p),
            None => false,
        }
    }

    /// Whether one token of a seat can move. Rules: L-14
    pub fn can_move(&self, seat: char, token: usize, roll: i64) -> bool {
        match self.steps(seat) {
            Some(steps) => !walk(steps[token], roll).is_empty(),
            None => false,
        }
    }

    /// The opponents' tokens on the ring space of a seat's step count: (seat, token).
    ///
    /// Rules: L-9 (only the ring is contested)
    pub fn opponents_on(&self, seat: char, step: i64) -> Vec<(char, usize)> {
        let mut found = Vec::new();
        if let Some(space) = ring_space(seat, step) {
            for player in &self.players {
                for token in 0..2 {
                    let there = ring_space(player.seat, player.steps[token]) == Some(space);
                    if player.seat != seat && there {
                        found.push((player.seat, token));
                    }
                }
            }
        }
        found
    }

    /// Moves exactly one token and kicks what it lands on; nothing if it cannot move.
    ///
    /// Rules: L-5, L-6, L-7, L-8, L-9, L-11, L-25
    pub fn move_token(&mut self, seat: char, token: usize, roll: i64) {
        let Some(steps) = self.steps(seat) else {
            return;
        };
        let Some(&landing) = walk(steps[token], roll).last() else {
            return;
        };
        self.put(seat, token, landing);
        for (other, other_token) in self.opponents_on(seat, landing) {
            self.put(other, other_token, YARD);
        }
    }

    /// The choices for a roll. Rules: L-27
    pub fn choices(&self, seat: char, roll: i64) -> Vec<&'static str> {
        let p = self.can_move(seat, 0, roll);
        let q = self.can_move(seat, 1, roll);
        if self.is_stack(seat) {
            return vec!["pq"];
        }
        let mut choices = Vec::new();
        if p {
            choices.push("p");
        }
        if q {
            choices.push("q");
        }
        if choices.is_empty() {
            choices.push("-");
        }
        choices
    }

    /// Applies a choice that `choices` lists. Rules: L-10 (a stack moves as one)
    pub fn apply(&mut self, seat: char, roll: i64, choice: &str) {
        if choice.contains('p') {
            self.move_token(seat, 0, roll);
        }
        if choice.contains('q') {
            self.move_token(seat, 1, roll);
        }
    }

    /// The choice of the decision-making algorithm, and the rule that made it.
    ///
    /// Rules: L-14, L-15, L-16, L-17, L-18
    pub fn priority(&self, seat: char, roll: i64) -> (&'static str, &'static str) {
        let choices = self.choices(seat, roll);
        let Some(steps) = self.steps(seat) else {
            return ("-", "L-14");
        };
        let name = |token: usize| if token == 0 { "p" } else { "q" };

        // L-15: step 1 looks at the yard alone and beats everything.
        if roll == 6 {
            for (token, &step) in steps.iter().enumerate() {
                if step == YARD {
                    return (name(token), "L-15");
                }
            }
        }
        // No choice: nothing moves, one token moves, or the two move as one.
        if choices.len() == 1 {
            return (choices[0], if choices[0] == "pq" { "L-10" } else { "L-14" });
        }
        for (token, &step) in steps.iter().enumerate() {
            if (51..=56).contains(&step) && step + roll == END {
                return (name(token), "L-16");
            }
        }
        // L-18: both on R leaves `p`.
        let furthest = if steps[1] < steps[0] { "q" } else { "p" };
        let kicks = |token: usize| {
            let landing = walk(steps[token], roll).last().copied().unwrap_or(YARD);
            !self.opponents_on(seat, landing).is_empty()
        };
        if kicks(0) && kicks(1) {
            return (furthest, "L-17");
        }
        if kicks(0) {
            return ("p", "L-17");
        }
        if kicks(1) {
            return ("q", "L-17");
        }
        (furthest, "L-18")
    }

    /// The `Tokens` of the position notation: `AR.H/C12.E`, clockwise from A.
    pub fn tokens_line(&self) -> String {
        let mut parts = Vec::new();
        for seat in SEATS {
            if let Some([p, q]) = self.steps(seat) {
                parts.push(format!("{seat}{}.{}", short(p), short(q)));
            }
        }
        parts.join("/")
    }
}

/// A step count in the position notation: `H`, `R`, `E` or the number.
fn short(step: i64) -> String {
    match step {
        YARD => "H".to_string(),
        READY => "R".to_string(),
        END => "E".to_string(),
        other => other.to_string(),
    }
}
