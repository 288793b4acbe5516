//! What a reader has tried in a step: their moves, the rolls that the lesson gives, and the answers of the
//! other side.

use parlor_game::{Game, LiveGame, TextGame, Turn};
use parlor_view::{LastAction, Registered, Scene, Snapshot};

use super::super::board::lost_roll;
use super::super::practice::{LONGEST_MOVE, moves_of, shortened, with_rule};
use super::super::steps::{Reader, words_for};
use super::super::{game_info, sentences};
use super::lesson::{Goal, Seen, Step};
use crate::wording::capitalized;

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

/// The reader of a lesson, who plays one seat.
struct Learner {
    game: &'static str,
    seat: char,
}

impl Reader for Learner {
    fn is_you(&self, seat: char) -> bool {
        seat == self.seat
    }

    fn name(&self, seat: char) -> String {
        game_info::piece(self.game, seat).to_owned()
    }

    fn who(&self, seat: char) -> String {
        if self.is_you(seat) {
            sentences::YOURSELF.to_owned()
        } else {
            capitalized(&self.name(seat))
        }
    }

    fn is_turned(&self) -> bool {
        false
    }
}

/// A step that is being played.
struct Run<'a, G: Game> {
    step: &'a Step,
    goal: fn(&Seen<'_, G>) -> bool,
    start: G::Position,
    live: LiveGame<G>,
    learner: Learner,
    /// What the die shows from here on.
    rolls: &'a [u8],
    /// What happened in the reader's moves.
    events: Vec<G::Event>,
    last: Option<LastAction<G::Action, G::Event>>,
    happened: Vec<String>,
}

impl<'a, G: Registered> Run<'a, G> {
    fn new(step: &'a Step, goal: fn(&Seen<'_, G>) -> bool) -> Self {
        let start = step.start.parse::<G::Position>();
        let start = start.expect("every step begins with a position, as a test sees");
        let seat = G::turn(&start).seat().map_or(' ', G::letter);
        Self {
            step,
            goal,
            live: LiveGame::new(start.clone(), None),
            start,
            learner: Learner {
                game: G::NAME,
                seat,
            },
            rolls: step.rolls,
            events: Vec::new(),
            last: None,
            happened: Vec::new(),
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
            self.happened.clear();
            self.make(played).map_err(|reason| {
                sentences::illegal_in_line(number, &shortened(played, LONGEST_MOVE), &reason)
            })?;
            moves.push(played.to_owned());
            verdict = self.verdict(number);
            if verdict == Verdict::Open {
                self.reply();
                if self.live.is_over() {
                    verdict = Verdict::Missed;
                }
            }
        }
        Ok(Attempt {
            moves,
            scene: self.scene(),
            verdict,
            happened: self.happened,
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
        } else if moves >= self.step.moves || self.live.is_over() {
            Verdict::Missed
        } else {
            Verdict::Open
        }
    }

    /// Makes a move of the reader's: an action, or the roll that is due.
    fn make(&mut self, played: &str) -> Result<(), String> {
        let is_roll = played == ROLL && matches!(self.live.turn(), Turn::Chance(_));
        let action = if is_roll {
            let roll = self.roll()?;
            // What cannot be answered is lost at once, as in a game. Rules: L-14.
            let lost = lost_roll(&self.scene());
            if lost.is_none() {
                let who = self.learner.who(self.learner.seat);
                self.happened.push(sentences::rolled_now(&who, roll));
            }
            lost
        } else {
            Some(played.to_owned())
        };
        if let Some(action) = action {
            let events = self.act(&action)?;
            self.events.extend(events);
        }
        Ok(())
    }

    /// Lets the other side move until the reader is to act again.
    fn reply(&mut self) {
        for _ in 0..MOST_REPLIES {
            let turn = self.live.turn();
            if turn
                .seat()
                .is_none_or(|seat| G::letter(seat) == self.learner.seat)
            {
                return;
            }
            let made = if matches!(turn, Turn::Chance(_)) {
                self.roll().map(drop)
            } else {
                let legal = TextGame::legal_actions(&self.live);
                let mut replies = self.step.replies.iter();
                let chosen = replies.find(|reply| legal.iter().any(|action| action == *reply));
                let first = legal.first().map_or("", String::as_str);
                self.act(chosen.copied().unwrap_or(first)).map(drop)
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
        let taken = TextGame::take_chance(&mut self.live, &roll.to_string());
        taken.map_err(|error| with_rule(&error, error.rule()))?;
        self.rolls = rest;
        Ok(roll)
    }

    /// Plays an action, and gives what happened.
    fn act(&mut self, played: &str) -> Result<Vec<G::Event>, String> {
        let action = played
            .parse::<G::Action>()
            .map_err(|error| error.to_string())?;
        let mut events = Vec::new();
        let made = self.live.play_with_events(action, &mut events);
        made.map_err(|error| with_rule(&error, Some(error.rule())))?;
        self.last = Some(LastAction {
            action,
            events: events.clone(),
        });
        let words = words_for(&self.learner, |seat| self.learner.who(seat), &self.scene());
        self.happened.extend(words.map(|words| words.plain));
        Ok(events)
    }

    fn scene(&self) -> Scene {
        G::scene(Snapshot {
            last_action: self.last.clone(),
            ..Snapshot::of(&self.live)
        })
    }
}
