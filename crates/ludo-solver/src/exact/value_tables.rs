//! The values of all positions, and those of the successors of a block.

use super::block_key::BlockKey;
use super::block_matrix::{Block, BlockMatrix, RowLanes};
use super::decision::RollDecision;
use super::kicks::KickedEntry;
use super::landing::{Landing, RollChoices};
use super::numbering::{self, FINISHED, Location, PAIRS, YARD_PAIRS};
use super::objective::Objective;
use super::rows::{ActionRow, KickingRun};
use super::transitions::Transitions;
use crate::parallel;

/// The values of all positions, by player: rows by the player's own pair,
/// columns by the opponent's.
#[derive(Clone, Debug)]
pub(super) struct ValueTables {
    /// While the opponent is to make a first roll.
    pub(super) waiting: Vec<BlockMatrix<f64>>,
    /// Before the player's own bonus roll.
    pub(super) bonus: Vec<BlockMatrix<f64>>,
    /// Of each table above, the columns of opponents with a token in the yard,
    /// which is where a kick leads: as they were after the last sweep, or as
    /// Anderson acceleration extrapolates them. Rows by the player's rank, one
    /// table after the other.
    pub(super) kick_columns: Vec<f64>,
}

/// The size of the kick columns of one table.
const KICK_COLUMNS: usize = PAIRS * YARD_PAIRS;

impl ValueTables {
    /// Starts from a guess by both ranks; terminal positions have their values.
    pub(super) fn new<O: Objective>(
        players: usize,
        guess: impl Fn(usize, usize) -> f64 + Sync,
    ) -> Self {
        let table = BlockMatrix::new(|own, other| match (own, other) {
            (FINISHED, _) => O::TERMINAL_VALUE,
            (_, FINISHED) => O::opponent_value(O::TERMINAL_VALUE),
            _ => guess(own, other),
        });
        Self::from_waiting(vec![table; players])
    }

    /// Takes the values of the players who wait. Those before a bonus roll are
    /// the same until they are updated.
    pub(super) fn from_waiting(waiting: Vec<BlockMatrix<f64>>) -> Self {
        let mut tables = Self {
            bonus: waiting.clone(),
            kick_columns: vec![0.0; 2 * waiting.len() * KICK_COLUMNS],
            waiting,
        };
        tables.refresh_kick_columns();
        tables
    }

    /// The successors of a block after a decision, if all tables are at hand.
    #[inline(always)]
    pub(super) fn successors(&self, key: BlockKey, decision: RollDecision) -> Successors<'_> {
        let (table, kick_columns) = self.after_decision(key.player, decision);
        Successors {
            table,
            own_group: table.block(key.own, key.other),
            kick_columns,
            key,
        }
    }

    /// The value of a move against an opponent with a pair of this rank.
    pub(super) fn move_value(
        &self,
        transitions: &Transitions,
        player: usize,
        decision: RollDecision,
        landing: Landing,
        other: usize,
    ) -> f64 {
        let (table, _) = self.after_decision(player, decision);
        let other = transitions.after_kick(landing.kick_step, other);
        table.at(landing.rank.into(), other)
    }

    /// The table that a player's decision leads to, and its kick columns.
    #[inline(always)]
    fn after_decision(&self, player: usize, decision: RollDecision) -> (&BlockMatrix<f64>, &[f64]) {
        let kick_columns =
            |table: usize| &self.kick_columns[table * KICK_COLUMNS..][..KICK_COLUMNS];
        match decision {
            RollDecision::FirstSix => (
                &self.bonus[player],
                kick_columns(self.waiting.len() + player),
            ),
            RollDecision::Plain(_) | RollDecision::BonusSix => {
                (&self.waiting[player], kick_columns(player))
            }
        }
    }

    /// Copies the kick columns out of the tables.
    pub(super) fn refresh_kick_columns(&mut self) {
        let yards = numbering::yard_ranks().map(|rank| numbering::location(rank.into()));
        let tables = self.waiting.iter().chain(&self.bonus);
        for (columns, table) in self.kick_columns.chunks_exact_mut(KICK_COLUMNS).zip(tables) {
            parallel::for_each_row(columns, YARD_PAIRS, |own, row| {
                let own = numbering::location(own);
                for (value, &other) in row.iter_mut().zip(&yards) {
                    *value = table.at_locations(own, other);
                }
            });
        }
    }
}

/// The values that a player's moves lead to, against the pairs of one group.
pub(super) struct Successors<'a> {
    pub(super) table: &'a BlockMatrix<f64>,
    /// The block of the player's own group, where a bounce or a lost roll leads.
    pub(super) own_group: &'a Block<f64>,
    pub(super) kick_columns: &'a [f64],
    pub(super) key: BlockKey,
}

impl<'a> Successors<'a> {
    /// The values after each of the six rolls for a run of pairs, given the
    /// choices of its first pair.
    #[inline(always)]
    pub(super) fn action_rows(
        &self,
        first: &[RollChoices; 6],
        length: usize,
    ) -> [ActionRow<'a>; 6] {
        let [one, two, three, four, five, six] = *first;
        [
            self.action_row(one, length),
            self.action_row(two, length),
            self.action_row(three, length),
            self.action_row(four, length),
            self.action_row(five, length),
            self.action_row(six, length),
        ]
    }

    /// The same after one roll.
    #[inline(always)]
    pub(super) fn action_row(&self, first: RollChoices, length: usize) -> ActionRow<'a> {
        ActionRow {
            p: self.rows(first.p, length),
            q: self.rows(first.q, length),
        }
    }

    #[inline(always)]
    fn rows(&self, first: Landing, length: usize) -> &'a [RowLanes<f64>] {
        let Location { group, offset } = first.location;
        let block = if usize::from(group) == self.key.own {
            self.own_group
        } else {
            self.table.block(group.into(), self.key.other)
        };
        block.rows(offset.into(), length)
    }

    /// The kicks of a run of pairs, given what their rolls lead to without them and the choices of
    /// the first pair.
    #[inline(always)]
    pub(super) fn kicks<'b>(
        &self,
        entries: &'b [KickedEntry],
        actions: &'b [ActionRow<'a>],
        first: &'b [RollChoices],
    ) -> KickingRun<'b>
    where
        'a: 'b,
    {
        KickingRun {
            entries,
            actions,
            first,
            kick_columns: self.kick_columns,
        }
    }
}
