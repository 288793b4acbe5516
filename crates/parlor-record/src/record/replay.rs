//! Replaying a record.

use parlor_game::{Game, LiveGame};

use super::Record;
use super::ending::Ending;
use super::ply::{Act, Ply};

/// The iterator over the plies of a record as they are played.
#[derive(Clone, Debug)]
pub struct Replay<'a, G: Game> {
    record: &'a Record<G>,
    pub(super) game: LiveGame<G>,
    next: usize,
}

/// One ply of a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayStep<'a, G: Game> {
    /// The number of the ply, from 1.
    pub number: usize,
    /// The ply with its notes.
    pub ply: &'a Ply<Act<G>>,
    /// The position before it; before the roll, if it begins with one.
    pub before: G::Position,
    /// Its events, in order.
    pub events: Vec<G::Event>,
    /// The position after it.
    pub after: G::Position,
    /// Why the game is over after it, if it is.
    pub ending: Option<Ending>,
}

impl<'a, G: Game> Replay<'a, G> {
    pub(super) fn new(record: &'a Record<G>) -> Self {
        Self {
            record,
            game: record.new_game(),
            next: 0,
        }
    }

    /// The game after the last step returned.
    pub const fn game(&self) -> &LiveGame<G> {
        &self.game
    }
}

impl<'a, G: Game> Iterator for Replay<'a, G> {
    type Item = ReplayStep<'a, G>;

    fn next(&mut self) -> Option<ReplayStep<'a, G>> {
        let ply = self.record.plies().get(self.next)?;
        self.next += 1;
        let before = self.game.position().clone();
        let mut events = Vec::new();
        play(&mut self.game, ply, &mut events);
        let is_last = self.next == self.record.plies().len();
        Some(ReplayStep {
            number: self.next,
            ply,
            before,
            events,
            after: self.game.position().clone(),
            ending: if is_last {
                self.record.ending()
            } else {
                self.game.ended_by().map(Ending::Rule)
            },
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.record.plies().len() - self.next;
        (left, Some(left))
    }
}

impl<G: Game> ExactSizeIterator for Replay<'_, G> {}

/// Plays one ply of a record.
fn play<G: Game>(game: &mut LiveGame<G>, ply: &Ply<Act<G>>, events: &mut Vec<G::Event>) {
    match *ply.act() {
        Act::Action(action) => game.play_recorded(action, events),
        Act::Chance(_, outcome) => game.take_chance(outcome),
    }
    .expect("a record takes only what the rules allow");
}
