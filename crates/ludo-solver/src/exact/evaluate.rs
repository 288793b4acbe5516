//! What comes of two policies that play each other, exactly.
//!
//! The same sweeps that solve the game also weigh it: where both policies are
//! given, the chance of winning and the expected number of rolls are linear in
//! those of the positions that follow, and how long games last is a matter of
//! looking ahead one roll after the other.

use ludo_rules::{Move, Reason, Seat, Step, priority};

use super::board::Board;
use super::decision::Decision;
use super::goal::{Bonus, Goal};
use super::known::Known;
use super::numbering;
use super::policy::{self, Policy};
use super::seating::Seating;
use super::sweep::Sweeper;
use super::tiles::{LANES, Lanes, Tiled};
use super::values::Values;
use crate::parallel;

/// Below this change a sum over a game has settled, as a share of it.
const SETTLED: f64 = 1e-14;

/// The reasons of the priority policy for a choice between two.
const REASONS: [Reason; 5] = [
    Reason::LeaveYard,
    Reason::Finish,
    Reason::Kick,
    Reason::FurthestOfTwoKicks,
    Reason::Furthest,
];

/// Two policies at two seats, the first of which begins.
#[derive(Debug)]
pub struct Pairing<'a> {
    seats: [Seat; 2],
    policies: [&'a Policy; 2],
    board: Board,
    sides: [usize; 2],
}

/// What comes of two policies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The chance of winning of the player who begins.
    pub first_player: f64,
    /// How many rolls the game takes on average, both players' and bonus rolls
    /// counted.
    pub expected_rolls: f64,
}

impl<'a> Pairing<'a> {
    /// The policies at these seats; none unless both are for how these sit.
    pub fn new(seats: [Seat; 2], policies: [&'a Policy; 2]) -> Option<Self> {
        let seating = Seating::of(seats)?;
        let [first, second] = seats;
        policies
            .iter()
            .all(|policy| policy.seating() == seating)
            .then(|| Self {
                seats,
                policies,
                board: Board::new(seating),
                sides: [seating.side(first, second), seating.side(second, first)],
            })
    }

    /// The chance of winning and the expected number of rolls; `tell` hears
    /// which share of the work is done.
    pub fn evaluate(&self, mut tell: impl FnMut(f64) + Send) -> Evaluation {
        parallel::inside(|| {
            let tell: &mut dyn FnMut(f64) = &mut tell;
            let first_player = self.settle(&Won(self.hints()), &mut |done| tell(done / 2.0));
            let rolls = Sum {
                hints: self.hints(),
                gains: Gains::EveryRoll,
            };
            let expected_rolls = self.settle(&rolls, &mut |done| tell(0.5 + done / 2.0));
            Evaluation {
                first_player,
                expected_rolls,
            }
        })
    }

    /// The chance that the game is over after so many rolls: the number at 0
    /// is for none. Goes on until all but `rest` of the games are over; `tell`
    /// hears each number as it is found.
    pub fn lengths(&self, rest: f64, mut tell: impl FnMut(f64) + Send) -> Vec<f64> {
        parallel::inside(|| self.over(rest, &mut tell))
    }

    fn over(&self, rest: f64, tell: &mut dyn FnMut(f64)) -> Vec<f64> {
        let goal = Over(self.hints());
        let sweeper = Sweeper::new(&self.board, &self.sides);
        let mut from = Known::new::<Over<'_>>(2, |_, _| 0.0);
        let mut to = from.clone();
        let mut over = vec![0.0];
        loop {
            sweeper.look_ahead(&from, &mut to, &goal);
            let share = start::<Over<'_>>(&to);
            over.push(share);
            tell(share);
            if 1.0 - share <= rest {
                return over;
            }
            core::mem::swap(&mut from, &mut to);
        }
    }

    /// Sweeps until a goal's values change no more: that of the first player
    /// at the start of the game.
    fn settle<G: Goal>(&self, goal: &G, tell: &mut dyn FnMut(f64)) -> f64 {
        let sweeper = Sweeper::new(&self.board, &self.sides);
        let mut tables = Known::new::<G>(2, |_, _| 0.0);
        let settled = |tables: &Known| SETTLED * start::<G>(tables).max(1.0);
        sweeper.settle(&mut tables, goal, settled, &mut |change| {
            tell((change.max(SETTLED).ln() / SETTLED.ln()).clamp(0.0, 1.0));
        });
        start::<G>(&tables)
    }

    const fn hints(&self) -> Hints<'_> {
        Hints {
            policies: self.policies,
            sides: self.sides,
        }
    }

    /// For each rule of the priority policy, which the first player follows,
    /// how often in a game it decides between two choices, how often otherwise
    /// than best play, and what that costs; the second player's policy must be
    /// best play for the costs to add up to the whole loss.
    pub fn by_rule(&self, values: &Values, mut tell: impl FnMut(f64) + Send) -> Vec<RuleCost> {
        parallel::inside(|| {
            let ruled = Ruled::new(self, values);
            let count = REASONS.len() as f64;
            let costs = (0..).zip(REASONS).map(|(number, reason)| {
                let before = f64::from(number);
                ruled.cost(self, reason, &mut |done| tell((before + done) / count))
            });
            costs.collect()
        })
    }
}

/// What the first player has at the start of the game.
fn start<G: Goal>(tables: &Known) -> f64 {
    let yard = numbering::rank([Step::YARD; 2]);
    // While he is to roll, it is the second who waits.
    G::to_the_other(tables.waiting[1].at(yard, yard))
}

/// Two policies as hints for sweeps.
#[derive(Clone, Copy, Debug)]
struct Hints<'a> {
    policies: [&'a Policy; 2],
    sides: [usize; 2],
}

impl Hints<'_> {
    #[inline(always)]
    fn tile(&self, player: usize, own: usize, other: usize) -> &[Lanes<u16>] {
        let marks = self.policies[player].marks(self.sides[player]);
        marks.tile(own, other).lanes()
    }
}

/// What a policy gets: that of the choice it makes, or the mean of both.
#[inline(always)]
fn following(decision: Decision, marks: u16, p: f64, q: f64) -> f64 {
    let one = if decision.by_p(marks) { p } else { q };
    let other = if decision.by_q(marks) { q } else { p };
    (one + other) * 0.5
}

/// The chance of winning.
struct Won<'a>(Hints<'a>);

impl Goal for Won<'_> {
    const AT_THE_END: f64 = 1.0;

    type Hint = u16;

    #[inline(always)]
    fn hints(&self, player: usize, own: usize, other: usize) -> &[Lanes<u16>] {
        self.0.tile(player, own, other)
    }

    #[inline(always)]
    fn choose(decision: Decision, marks: u16, p: f64, q: f64) -> f64 {
        following(decision, marks, p, q)
    }

    #[inline(always)]
    fn to_the_other(value: f64) -> f64 {
        1.0 - value
    }
}

/// The chance that the game is over, whoever has won.
struct Over<'a>(Hints<'a>);

impl Goal for Over<'_> {
    const AT_THE_END: f64 = 1.0;

    type Hint = u16;

    #[inline(always)]
    fn hints(&self, player: usize, own: usize, other: usize) -> &[Lanes<u16>] {
        self.0.tile(player, own, other)
    }

    #[inline(always)]
    fn choose(decision: Decision, marks: u16, p: f64, q: f64) -> f64 {
        following(decision, marks, p, q)
    }

    #[inline(always)]
    fn to_the_other(value: f64) -> f64 {
        value
    }
}

/// The expected sum of what rolls and choices add.
struct Sum<'a> {
    hints: Hints<'a>,
    gains: Gains<'a>,
}

/// What adds to a sum.
#[derive(Clone, Copy)]
enum Gains<'a> {
    /// Every roll counts 1.
    EveryRoll,
    /// What the first player's choices add on average over the rolls: before a
    /// first roll and before a bonus roll.
    First([&'a Tiled<f64>; 2]),
}

impl Goal for Sum<'_> {
    const AT_THE_END: f64 = 0.0;

    type Hint = u16;

    #[inline(always)]
    fn hints(&self, player: usize, own: usize, other: usize) -> &[Lanes<u16>] {
        self.hints.tile(player, own, other)
    }

    #[inline(always)]
    fn choose(decision: Decision, marks: u16, p: f64, q: f64) -> f64 {
        following(decision, marks, p, q)
    }

    #[inline(always)]
    fn gain(
        &self,
        player: usize,
        bonus: Bonus,
        own: usize,
        other: usize,
    ) -> impl Fn(usize) -> Lanes<f64> + '_ {
        let (constant, tile) = match self.gains {
            Gains::EveryRoll => (1.0, None),
            Gains::First([first, second]) => {
                let table = if bonus == Bonus::No { first } else { second };
                let tile = table.tile(own, other).lanes();
                (0.0, (player == 0).then_some(tile))
            }
        };
        move |number| tile.map_or([constant; LANES], |tile| tile[number])
    }

    #[inline(always)]
    fn to_the_other(value: f64) -> f64 {
        value
    }
}

/// What a rule of the priority policy does in a game on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleCost {
    /// The rule, as the reason of a choice.
    pub reason: Reason,
    /// How often it decides between two choices.
    pub decisions: f64,
    /// How often best play would choose otherwise.
    pub mistakes: f64,
    /// What these choices cost in chance of winning.
    pub cost: f64,
}

/// Every choice between two of the priority policy's: the reason for it and its
/// loss, by decision.
struct Ruled(Tiled<[Option<(Reason, f64)>; 7]>);

impl Ruled {
    fn new(pairing: &Pairing<'_>, values: &Values) -> Self {
        let [first, second] = pairing.seats;
        let seating = values.seating();
        let side = seating.side(first, second);
        let seat = seating.seats(side)[0];
        let board = &pairing.board;
        let exact = policy::tables(board, values);
        Self(Tiled::new(|own, other| {
            let Some(tokens) = policy::tokens(seating, side, own, other) else {
                return [None; 7];
            };
            Decision::ALL.map(|decision| {
                let choices = board.choices(side, own)[decision.face()];
                if choices.p == choices.q {
                    return None;
                }
                let [p, q] = [choices.p, choices.q]
                    .map(|landing| exact.at(board, side, decision, landing, other));
                let ruled = priority(&tokens, seat, decision.roll());
                let chosen = if ruled.choice == Move::Q { q } else { p };
                Some((ruled.reason, p.max(q) - chosen))
            })
        }))
    }

    /// What one reason does over a game.
    fn cost(&self, pairing: &Pairing<'_>, reason: Reason, tell: &mut dyn FnMut(f64)) -> RuleCost {
        let mut expected = |number: u8, weight: fn(f64) -> f64| {
            let over = |decisions: [usize; 6]| {
                self.0.map(|ruled: [Option<(Reason, f64)>; 7]| {
                    let decided = decisions.iter().filter_map(|&decision| ruled[decision]);
                    let here = decided.filter(|(because, _)| *because == reason);
                    here.map(|(_, loss)| weight(loss)).sum::<f64>() / 6.0
                })
            };
            let (first, second) = (over([0, 1, 2, 3, 4, 5]), over([0, 1, 2, 3, 4, 6]));
            let gains = Gains::First([&first, &second]);
            let sum = Sum {
                hints: pairing.hints(),
                gains,
            };
            pairing.settle(&sum, &mut |done| tell((f64::from(number) + done) / 3.0))
        };
        RuleCost {
            reason,
            decisions: expected(0, |_| 1.0),
            mistakes: expected(1, |loss| if loss > SMALLEST_LOSS { 1.0 } else { 0.0 }),
            cost: expected(2, |loss| loss),
        }
    }
}

/// Losses below this are the rounding of equal values.
const SMALLEST_LOSS: f64 = 1e-12;
