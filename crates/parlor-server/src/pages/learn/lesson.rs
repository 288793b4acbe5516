//! What a lesson is: steps, each a position with a task.

use parlor_game::{Game, Kuba, Ludo};

/// A lesson of a game.
#[derive(Debug)]
pub(super) struct Lesson {
    pub(super) title: &'static str,
    /// What it is about, in a few words.
    pub(super) about: &'static str,
    /// The ids of the rules that it shows.
    pub(super) rules: &'static [&'static str],
    pub(super) steps: &'static [Step],
}

/// A position, in which the reader plays the side to move, and what to do there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The position as a line.
    pub(super) start: &'static str,
    /// What the other side has done there just before, if it matters.
    pub(super) before: Option<&'static str>,
    /// What there is to know, in two sentences at most.
    pub(super) says: &'static str,
    pub(super) task: &'static str,
    pub(super) goal: Goal,
    /// What is said once the goal is reached.
    pub(super) right: &'static str,
    /// How many moves the reader has for it; a roll is one.
    pub(super) moves: usize,
    /// What the die shows, roll by roll.
    pub(super) rolls: &'static [u8],
    /// The other side's answers: the first that is legal is played.
    pub(super) replies: &'static [&'static str],
}

/// A step of one move.
pub(super) const STEP: Step = Step {
    start: "",
    before: None,
    says: "",
    task: "",
    goal: Goal::Kuba(|_| false),
    right: "",
    moves: 1,
    rolls: &[],
    replies: &[],
};

/// When a step is done: judged after each of the reader's moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    Ludo(fn(&Seen<'_, Ludo>) -> bool),
    Kuba(fn(&Seen<'_, Kuba>) -> bool),
}

/// What the reader's moves in a step have done.
#[derive(Debug)]
pub(super) struct Seen<'a, G: Game> {
    pub(super) start: &'a G::Position,
    /// What happened in the reader's moves, in order.
    pub(super) events: &'a [G::Event],
}

impl<G: Game> Seen<'_, G> {
    /// Whether such a thing happened.
    pub(super) fn has(&self, is_one: impl Fn(&G::Event) -> bool) -> bool {
        self.events.iter().any(is_one)
    }

    /// How often such a thing happened.
    pub(super) fn count(&self, is_one: impl Fn(&G::Event) -> bool) -> usize {
        self.events.iter().filter(|event| is_one(event)).count()
    }
}
