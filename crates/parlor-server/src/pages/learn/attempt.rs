//! What a reader has tried in a step: their moves, the rolls that the lesson gives, and the answers of the
//! other side.

use parlor_game::{TextGame, Turn};
use parlor_view::{Registered, Scene};

use super::super::board::lost_roll;
use super::super::practice::{PracticeGame, illegal, moves_of};
use super::super::sentences;
use super::lesson::{Goal, Seen, Step};

/// What a reader sends to roll the die.
const ROLL: &str = "roll";

/// The most moves that the other side makes before the reader is to act again.
const MOST_REPLIES: usize = 8;

/// How far a step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The reader is to act.
    Open,
    /// The goal is reached.
    Reached,
    /// The moves are used up.
    Missed,
}

/// A step after some moves.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) moves: Vec<String>,
    pub(super) scene: Scene,
    pub(super) verdict: Verdict,
    /// What the last move did, and what came after it.
    pub(super) happened: Vec<String>,
}

/// Plays the moves of a line in a step.
///
/// # Errors
/// Why they cannot be made, in a sentence.
pub(super) fn attempt(step: &Step, line: &str) -> Result<Attempt, String> {
    match step.goal {
        Goal::Ludo(goal) => Run::new(step, goal).follow(line),
        Goal::Kuba(goal) => Run::new(step, goal).follow(line),
    }
}

/// A step that is being played.
struct Run<'a, G: Registered> {
    step: &'a Step,
    goal: fn(&Seen<'_, G>) -> bool,
    start: G::Position,
    game: PracticeGame<G>,
    /// What the die shows from here on.
    rolls: &'a [u8],
    /// What happened in the reader's moves.
    events: Vec<G::Event>,
}

impl<'a, G: Registered> Run<'a, G> {
    fn new(step: &'a Step, goal: fn(&Seen<'_, G>) -> bool) -> Self {
        let start = step.start.parse::<G::Position>();
        let start = start.expect("every step begins with a position, as a test sees");
        Self {
            step,
            goal,
            game: PracticeGame::new(start.clone()),
            start,
            rolls: step.rolls,
            events: Vec::new(),
        }
    }

    fn follow(mut self, line: &str) -> Result<Attempt, String> {
        let mut moves: Vec<String> = Vec::new();
        let mut verdict = Verdict::Open;
        for played in moves_of(line) {
            let number = moves.len() + 1;
            if verdict != Verdict::Open {
                return Err(sentences::step_is_over(moves.len()));
            }
            self.game.forget();
            self.make(played)
                .map_err(|reason| illegal(number, played, &reason))?;
            moves.push(played.to_owned());
            verdict = self.verdict(number);
            if verdict == Verdict::Open {
                self.reply();
                if self.game.live().is_over() {
                    verdict = Verdict::Missed;
                }
            }
        }
        Ok(Attempt {
            moves,
            scene: self.game.scene(),
            verdict,
            happened: self.game.happened(),
        })
    }

    /// How far the step has come after so many of the reader's moves.
    fn verdict(&self, moves: usize) -> Verdict {
        let seen = Seen {
            start: &self.start,
            events: &self.events,
        };
        if (self.goal)(&seen) {
            Verdict::Reached
        } else if moves >= self.step.moves || self.game.live().is_over() {
            Verdict::Missed
        } else {
            Verdict::Open
        }
    }

    /// Makes a move of the reader's: an action, or the roll that is due.
    fn make(&mut self, played: &str) -> Result<(), String> {
        let is_roll = played == ROLL && matches!(self.game.live().turn(), Turn::Chance(_));
        let action = if is_roll {
            let roll = self.roll()?;
            // What cannot be answered is lost at once, as in a game. Rules: L-14.
            let lost = lost_roll(&self.game.scene());
            if lost.is_none() {
                self.game
                    .say(sentences::rolled_now(sentences::YOURSELF, roll));
            }
            lost
        } else {
            Some(played.to_owned())
        };
        if let Some(action) = action {
            let events = self.game.act(&action)?;
            self.events.extend(events);
        }
        Ok(())
    }

    /// Lets the other side move until the reader is to act again.
    fn reply(&mut self) {
        for _ in 0..MOST_REPLIES {
            if self.game.is_readers_turn() || self.game.live().is_over() {
                return;
            }
            let made = if matches!(self.game.live().turn(), Turn::Chance(_)) {
                self.roll().map(drop)
            } else {
                let legal = TextGame::legal_actions(self.game.live());
                let mut replies = self.step.replies.iter();
                let chosen = replies.find(|reply| legal.iter().any(|action| action == *reply));
                let first = legal.first().map_or("", String::as_str);
                self.game.act(chosen.copied().unwrap_or(first)).map(drop)
            };
            if made.is_err() {
                return;
            }
        }
    }

    /// Lets the die show what is next.
    fn roll(&mut self) -> Result<u8, String> {
        let Some((&roll, rest)) = self.rolls.split_first() else {
            return Err(sentences::NO_MORE_ROLLS.to_owned());
        };
        self.game.roll(roll)?;
        self.rolls = rest;
        Ok(roll)
    }
}
