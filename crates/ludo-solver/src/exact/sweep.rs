//! One pass over the values of all positions, each renewed from the others.
//!
//! A sweep goes through the positions by how far both players are together,
//! those nearest to the end first. Then everything that a position leads to is
//! renewed before it, but for two things. Where both may stay in their groups,
//! positions lead to each other in a circle: these few are renewed again and
//! again before the sweep goes on. And a kick leads far back: what a kicked
//! player leaves behind is taken as it was after the sweep before. So each sweep
//! looks one kick farther ahead, and since most games see few kicks, about
//! thirty sweeps settle all values to the last bit.

use super::board::{Board, Landing};
use super::meeting::{After, Meeting, Scratch, Stand};
use super::numbering::{self, FINISHED, PAIRS, YARDS};
use super::rows::vectorised;
use super::tiles::{LANES, Lanes, Tiled};
use crate::parallel;

/// To which share of the change of the sweep before, positions that lead to each
/// other are settled.
const CIRCLING: f64 = 0.01;

/// A decision that a player may have to make: the roll, and whether a bonus
/// roll follows it. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// 1 to 5, as 0 to 4: afterwards it is the opponent's turn.
    Plain(usize),
    /// A 6 on a normal roll: a bonus roll follows.
    FirstSix,
    /// A 6 on a bonus roll: afterwards it is the opponent's turn.
    SecondSix,
}

impl Decision {
    /// The decisions after which it is the opponent's turn.
    pub(super) const ONE_TO_SIX: [Self; 6] = [
        Self::Plain(0),
        Self::Plain(1),
        Self::Plain(2),
        Self::Plain(3),
        Self::Plain(4),
        Self::SecondSix,
    ];

    /// Every one, in the order of their bits in a policy's masks.
    pub(super) const ALL: [Self; 7] = [
        Self::Plain(0),
        Self::Plain(1),
        Self::Plain(2),
        Self::Plain(3),
        Self::Plain(4),
        Self::FirstSix,
        Self::SecondSix,
    ];

    /// Which of the six faces shows, 0 to 5.
    pub(super) const fn face(self) -> usize {
        match self {
            Self::Plain(face) => face,
            Self::FirstSix | Self::SecondSix => 5,
        }
    }

    /// The roll.
    pub(super) const fn roll(self) -> ludo_rules::Roll {
        ludo_rules::Roll::ALL[self.face()]
    }

    /// 0 to 6.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Plain(face) => face,
            Self::FirstSix => 5,
            Self::SecondSix => 6,
        }
    }
}

/// Marks
impl Decision {
    /// Whether marks say that `p` may be moved.
    #[inline(always)]
    pub(super) const fn by_p(self, marks: u16) -> bool {
        marks & (1 << self.index()) != 0
    }

    /// Whether marks say that `q` may be moved.
    #[inline(always)]
    pub(super) const fn by_q(self, marks: u16) -> bool {
        marks & (1 << (self.index() + 8)) != 0
    }
}

/// What the values mean, and how players choose.
pub(super) trait Goal: Sync {
    /// What a player has who has finished.
    const AT_THE_END: f64;

    /// What there is to know about a position for choosing in it.
    type Hint: Copy + Sync;

    /// A player's hints where he has a pair of one group, and his opponent of
    /// another: the lanes of a tile.
    fn hints(&self, player: usize, own: usize, other: usize) -> &[Lanes<Self::Hint>];

    /// What the choice between moving `p` and moving `q` is worth.
    fn choose(decision: Decision, hint: Self::Hint, p: f64, q: f64) -> f64;

    /// What positions with the player to roll add to what they lead to, by
    /// the lanes of a tile.
    #[inline(always)]
    fn gain(
        &self,
        _player: usize,
        _is_bonus: Bonus,
        _own: usize,
        _other: usize,
    ) -> impl Fn(usize) -> Lanes<f64> + '_ {
        |_| [0.0; LANES]
    }

    /// What a value of the player to roll means to the one who waits.
    fn to_the_other(value: f64) -> f64;
}

/// Whether a roll is a bonus roll. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    No,
    Yes,
}

/// The values of all positions, for each player: rows by his own pair,
/// columns by the opponent's.
#[derive(Clone, Debug)]
pub(super) struct Tables {
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

impl Tables {
    /// The same value everywhere but after the end.
    pub(super) fn new<G: Goal>(players: usize, value: f64) -> Self {
        let table = Tiled::new(|own, other| match (own, other) {
            (FINISHED, _) => G::AT_THE_END,
            (_, FINISHED) => G::to_the_other(G::AT_THE_END),
            _ => value,
        });
        Self::of(vec![table.clone(); players], vec![table; players])
    }

    /// The tables of each player.
    pub(super) fn of(waiting: Vec<Tiled<f64>>, bonus: Vec<Tiled<f64>>) -> Self {
        let mut tables = Self {
            kicked: vec![Kicked::default(); waiting.len()],
            waiting,
            bonus,
        };
        tables.look_at_yards();
        tables
    }

    /// What a player has after a decision, if all the tables are known.
    #[inline(always)]
    pub(super) fn after<'a>(
        &'a self,
        board: &'a Board,
        stand: Stand,
        decision: Decision,
    ) -> After<'a> {
        let player = stand.player;
        let (table, kicked) = match decision {
            Decision::FirstSix => (&self.bonus[player], &self.kicked[player].bonus),
            Decision::Plain(_) | Decision::SecondSix => {
                (&self.waiting[player], &self.kicked[player].waiting)
            }
        };
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
        let table = match decision {
            Decision::FirstSix => &self.bonus[player],
            Decision::Plain(_) | Decision::SecondSix => &self.waiting[player],
        };
        table.at(landing.rank.into(), board.kicked(landing.kicks, other))
    }

    /// Takes what kicks leave behind from the tables.
    fn look_at_yards(&mut self) {
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

    /// Sweeps until no value changes by more than `settled` says; `tell` hears
    /// by how much the most changed in each sweep.
    pub(super) fn settle<G: Goal>(
        &self,
        tables: &mut Tables,
        goal: &G,
        settled: impl Fn(&Tables) -> f64,
        tell: &mut dyn FnMut(f64),
    ) {
        let mut change: f64 = 1.0;
        loop {
            let enough = settled(tables);
            // The last digits of positions in a circle never settle for sure.
            let circling = (CIRCLING * change).max(enough / 16.0);
            change = self.sweep(tables, goal, circling);
            tell(change);
            if change <= enough {
                return;
            }
        }
    }

    /// Renews every value once; by how much the most changed. Where positions
    /// lead to each other, goes on until none changes by more than `circling`.
    fn sweep<G: Goal>(&self, tables: &mut Tables, goal: &G, circling: f64) -> f64 {
        let mut change: f64 = 0.0;
        for level in &self.levels {
            let take = |stands: &Vec<Stand>| Meeting::take(tables, stands);
            let mut meetings: Vec<Meeting> = level.iter().map(take).collect();
            let known = &*tables;
            parallel::each_with(&mut meetings, Scratch::new, |scratch, meeting| {
                vectorised(
                    #[inline(always)]
                    || meeting.renew(self.board, goal, known, circling, scratch),
                );
            });
            for meeting in meetings {
                change = change.max(meeting.give_back(tables));
            }
        }
        tables.look_at_yards();
        change
    }

    /// Writes the values that looking ahead by one roll from `from` gives.
    pub(super) fn look_ahead<G: Goal>(&self, from: &Tables, to: &mut Tables, goal: &G) {
        for level in &self.levels {
            let take = |stands: &Vec<Stand>| Meeting::take(to, stands);
            let mut meetings: Vec<Meeting> = level.iter().map(take).collect();
            parallel::each_with(&mut meetings, Scratch::new, |scratch, meeting| {
                vectorised(
                    #[inline(always)]
                    || meeting.look_ahead(self.board, goal, from, scratch),
                );
            });
            for meeting in meetings {
                meeting.give_back(to);
            }
        }
        to.look_at_yards();
    }
}
