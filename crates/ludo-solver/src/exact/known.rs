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
    /// The same once more against an opponent in the yard, as it was when all
    /// was renewed last: what a player has who has kicked.
    pub(super) kicked: Vec<Kicked>,
}

/// What a player has, by his rank, against each of the yards.
#[derive(Clone, Debug, Default)]
pub(super) struct Kicked {
    pub(super) waiting: Vec<f64>,
    pub(super) bonus: Vec<f64>,
}

impl Known {
    /// The same value everywhere but after the end.
    pub(super) fn new<G: Goal>(players: usize, value: f64) -> Self {
        let table = Tiled::new(|own, other| match (own, other) {
            (FINISHED, _) => G::AT_THE_END,
            (_, FINISHED) => G::to_the_other(G::AT_THE_END),
            _ => value,
        });
        Self::of(vec![table; players])
    }

    /// What each player has while he waits; before a bonus roll the same, until
    /// it is renewed.
    pub(super) fn of(waiting: Vec<Tiled<f64>>) -> Self {
        let mut known = Self {
            bonus: waiting.clone(),
            kicked: vec![Kicked::default(); waiting.len()],
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
        let kicked = &self.kicked[player];
        match decision {
            Decision::FirstSix => (&self.bonus[player], &kicked.bonus),
            Decision::Plain(_) | Decision::SecondSix => (&self.waiting[player], &kicked.waiting),
        }
    }

    /// Takes what kicks leave behind from the tables.
    pub(super) fn look_at_yards(&mut self) {
        let tables = self.waiting.iter().zip(&self.bonus);
        for (kicked, (waiting, bonus)) in self.kicked.iter_mut().zip(tables) {
            let gather = |table: &Tiled<f64>, kicked: &mut Vec<f64>| {
                kicked.resize(PAIRS * YARDS, 0.0);
                parallel::rows(kicked, YARDS, |own, row| {
                    for (value, &yard) in row.iter_mut().zip(numbering::yards()) {
                        *value = table.at(own, yard.into());
                    }
                });
            };
            gather(waiting, &mut kicked.waiting);
            gather(bonus, &mut kicked.bonus);
        }
    }
}
