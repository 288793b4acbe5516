//! One pass over the values of all positions, each renewed from the others.
//!
//! A sweep goes through the positions by how far both players are together,
//! those nearest to the end first. Then everything that a position leads to is
//! renewed before it, but for two things. Where both may stay in their groups,
//! positions lead to each other in a circle: these few are renewed again and
//! again before the sweep goes on. And a kick leads far back: what a kicked
//! player leaves behind is taken as it was after the sweep before. So each sweep
//! looks one kick farther ahead, and with what earlier sweeps have shown
//! ([`mixing`](super::mixing)) about twenty settle all values to the last bit.

use super::ahead::Ahead;
use super::board::Board;
use super::goal::Goal;
use super::known::Known;
use super::meeting::{Meeting, Scratch, Stand};
use super::mixing::Mixing;
use super::numbering;
use super::rows::vectorised;
use crate::parallel;

/// To which share of the change of the sweep before, positions that lead to each
/// other are settled.
const CIRCLING: f64 = 0.01;

/// Renews the values in place.
#[derive(Debug)]
pub(super) struct Sweeper<'a> {
    board: &'a Board,
    /// Meetings that do not lead to each other, in the order in which they are
    /// renewed.
    levels: Vec<Vec<Vec<Stand>>>,
}

impl<'a> Sweeper<'a> {
    /// For players who have these sides of the board; for one if both see each
    /// other alike, so that one table is enough.
    pub(super) fn new(board: &'a Board, sides: &[usize]) -> Self {
        let groups = numbering::groups();
        let last = sides.len() - 1;
        let farthest = 2 * groups[0].level;
        let mut levels = vec![Vec::new(); farthest + 1];
        // In the first group the game is over.
        for own in 1..groups.len() {
            for other in 1..groups.len() {
                let stand = |player: usize, own, other| Stand {
                    player,
                    side: sides[player],
                    own,
                    other,
                };
                let meeting = match last {
                    0 if own > other => continue,
                    0 if own == other => vec![stand(0, own, own)],
                    _ => vec![stand(0, own, other), stand(last, other, own)],
                };
                levels[farthest - groups[own].level - groups[other].level].push(meeting);
            }
        }
        Self { board, levels }
    }

    /// Sweeps until no value after a kick changes by more than `settled` says,
    /// and so no other would; `tell` hears by how much the most changed in each
    /// sweep.
    pub(super) fn settle<G: Goal>(
        &self,
        known: &mut Known,
        goal: &G,
        settled: impl Fn(&Known) -> f64,
        tell: &mut dyn FnMut(f64),
    ) {
        let mut mixing = Mixing::new();
        let mut change: f64 = 1.0;
        loop {
            let enough = settled(known);
            // The last digits of positions in a circle never settle for sure.
            let circling = (CIRCLING * change).max(enough / 16.0);
            let taken = known.kicked.clone();
            self.sweep(known, goal, circling);
            change = mixing.mix(&taken, &mut known.kicked);
            tell(change);
            if change <= enough {
                return;
            }
        }
    }

    /// Renews every value once. Where positions lead to each other, goes on
    /// until none changes by more than `circling`.
    fn sweep<G: Goal>(&self, known: &mut Known, goal: &G, circling: f64) {
        let board = self.board;
        self.each_meeting(known, |known, scratch, meeting| {
            vectorised(
                #[inline(always)]
                || meeting.renew(&Ahead { board, goal, known }, circling, scratch),
            );
        });
        known.look_at_yards();
    }

    /// Renews every value before a bonus roll, from those of waiting players.
    pub(super) fn renew_bonus<G: Goal>(&self, known: &mut Known, goal: &G) {
        let board = self.board;
        self.each_meeting(known, |known, scratch, meeting| {
            vectorised(
                #[inline(always)]
                || meeting.renew_bonus(&Ahead { board, goal, known }, scratch),
            );
        });
        known.look_at_yards();
    }

    /// Writes the values that looking ahead by one roll from `known` gives.
    pub(super) fn look_ahead<G: Goal>(&self, known: &Known, to: &mut Known, goal: &G) {
        let board = self.board;
        self.each_meeting(to, |_, scratch, meeting| {
            vectorised(
                #[inline(always)]
                || meeting.look_ahead(&Ahead { board, goal, known }, scratch),
            );
        });
        to.look_at_yards();
    }

    /// Does the work on every meeting, level by level, with what is not in a
    /// meeting of its level.
    fn each_meeting(
        &self,
        known: &mut Known,
        work: impl Fn(&Known, &mut Scratch, &mut Meeting) + Sync + Send,
    ) {
        for level in &self.levels {
            let take = |stands: &Vec<Stand>| Meeting::take(known, stands);
            let mut meetings: Vec<Meeting> = level.iter().map(take).collect();
            let rest = &*known;
            parallel::each_with(&mut meetings, Scratch::new, |scratch, meeting| {
                work(rest, scratch, meeting);
            });
            for meeting in meetings {
                meeting.give_back(known);
            }
        }
    }
}
