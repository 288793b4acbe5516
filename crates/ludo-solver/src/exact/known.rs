//! What is known of all positions while they are worked out.

use super::ahead::After;
use super::board::{Board, Landing};
use super::decision::Decision;
use super::goal::Goal;
use super::meeting::Stand;
use super::numbering::{self, FINISHED, PAIRS, YARDS};
use super::tiles::Tiled;
use crate::parallel;

/// The values of all positions, for each player: rows by his own pair,
/// columns by the opponent's.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// While the opponent is to make a normal roll.
    pub(super) waiting: Vec<Tiled<f64>>,
    /// Before his own bonus roll.
    pub(super) bonus: Vec<Tiled<f64>>,
    /// What a player has who has kicked: of each of the tables above, the
    /// columns of opponents in the yard, as they were when all was renewed
    /// last, or what is nearer to what they will be; rows by his rank, one
    /// table after the other.
    pub(super) kicked: Vec<f64>,
}

/// How many values after kicks there are of a table.
const KICKED: usize = PAIRS * YARDS;

impl Known {
    /// A first guess by both ranks, and what is known after the end.
    pub(super) fn new<G: Goal>(players: usize, guess: impl Fn(usize, usize) -> f64 + Sync) -> Self {
        let table = Tiled::new(|own, other| match (own, other) {
            (FINISHED, _) => G::AT_THE_END,
            (_, FINISHED) => G::to_the_other(G::AT_THE_END),
            _ => guess(own, other),
        });
        Self::of(vec![table; players])
    }

    /// What each player has while he waits; before a bonus roll the same, until
    /// it is renewed.
    pub(super) fn of(waiting: Vec<Tiled<f64>>) -> Self {
        let mut known = Self {
            bonus: waiting.clone(),
            kicked: vec![0.0; 2 * waiting.len() * KICKED],
            waiting,
        };
        known.look_at_yards();
        known
    }

    /// What a player has after a decision, if all the tables are known.
    #[inline(always)]
    pub(super) fn after<'a>(
        &'a self,
        board: &'a Board,
        stand: Stand,
        decision: Decision,
    ) -> After<'a> {
        let (table, kicked) = self.tables(stand.player, decision);
        After {
            table,
            here: table.tile(stand.own, stand.other),
            kicked,
            kicks: board.kicks(stand.other),
            stand,
        }
    }

    /// What a player gets by a move, against an opponent who had this rank.
    pub(super) fn at(
        &self,
        board: &Board,
        player: usize,
        decision: Decision,
        landing: Landing,
        other: usize,
    ) -> f64 {
        let (table, _) = self.tables(player, decision);
        table.at(landing.rank.into(), board.kicked(landing.kicks, other))
    }

    /// What there is after a decision of a player's, and the same after kicks.
    #[inline(always)]
    fn tables(&self, player: usize, decision: Decision) -> (&Tiled<f64>, &[f64]) {
        let kicked = |number: usize| &self.kicked[number * KICKED..][..KICKED];
        match decision {
            Decision::FirstSix => (&self.bonus[player], kicked(self.waiting.len() + player)),
            Decision::Plain(_) | Decision::SecondSix => (&self.waiting[player], kicked(player)),
        }
    }

    /// Takes what kicks leave behind from the tables.
    pub(super) fn look_at_yards(&mut self) {
        let tables = self.waiting.iter().chain(&self.bonus);
        for (kicked, table) in self.kicked.chunks_exact_mut(KICKED).zip(tables) {
            parallel::rows(kicked, YARDS, |own, row| {
                for (value, &yard) in row.iter_mut().zip(numbering::yards()) {
                    *value = table.at(own, yard.into());
                }
            });
        }
    }
}
