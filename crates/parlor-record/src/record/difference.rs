//! Where two records of a game differ.

use parlor_game::Game;

use super::{Fields, Opening, Record};

/// What is different in two records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordDifference {
    /// The first ply that is another, or that only one has; from 1.
    Ply(usize),
    /// How the game ended.
    End,
    /// Rules, seats, names, the start, the limit or the dice.
    Header,
}

impl<G: Game> Record<G> {
    /// Where it differs from another, apart from comments, dates and fields that this version does
    /// not know.
    pub fn difference(&self, other: &Self) -> Option<RecordDifference> {
        let acts = self.plies().iter().zip(other.plies());
        let same = acts
            .take_while(|(one, other)| one.act() == other.act())
            .count();
        if same < self.plies().len().max(other.plies().len()) {
            return Some(RecordDifference::Ply(same + 1));
        }
        if self.ending() != other.ending() || self.result() != other.result() {
            return Some(RecordDifference::End);
        }
        (self.bare_opening() != other.bare_opening()).then_some(RecordDifference::Header)
    }

    /// The opening without what anybody may add.
    fn bare_opening(&self) -> Opening<G> {
        let mut bare = self.opening.clone();
        bare.date = None;
        bare.fields = Fields::new();
        for player in &mut bare.players {
            player.fields = Fields::new();
        }
        if let Some(dice) = &mut bare.dice {
            dice.fields = Fields::new();
        }
        bare
    }
}
