//! What a reader has tried in a step: their moves, the rolls that the lesson gives, and the answers of the
//! other side.

use parlor_game::{TextGame, Turn};
use parlor_view::{Registered, Scene};

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
        let game: Result<PracticeGame<G>, String> = match step.before {
            Some(before) => PracticeGame::after(start, before),
            None => Ok(PracticeGame::new(start)),
        };
        let game = game.expect("what comes before a step is legal, as a test sees");
        Self {
            step,
            goal,
            start: game.live().position().clone(),
            game,
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
                } else if self.step.rolls.is_empty() {
                    let left = self.step.moves - number;
                    self.game.say(sentences::moves_left(left));
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
        let events = if is_roll {
            let roll = self.next_roll()?;
            self.game.roll_and_pass(roll)?
        } else {
            self.game.act(played)?
        };
        self.events.extend(events);
        Ok(())
    }

    /// Lets the other side move until the reader is to act again.
    fn reply(&mut self) {
        for _ in 0..MOST_REPLIES {
            if self.game.is_readers_turn() || self.game.live().is_over() {
                return;
            }
            let made = if matches!(self.game.live().turn(), Turn::Chance(_)) {
                self.next_roll().and_then(|roll| self.game.roll(roll))
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

    /// What the die shows next.
    fn next_roll(&mut self) -> Result<u8, String> {
        let Some((&roll, rest)) = self.rolls.split_first() else {
            return Err(sentences::NO_MORE_ROLLS.to_owned());
        };
        self.rolls = rest;
        Ok(roll)
    }
}
