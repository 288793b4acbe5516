//! Policies as tables of actions or probabilities, and the actions that are nearly optimal.

use ludo_rules::{Move, Tokens, priority};

use super::block_key::BlockKey;
use super::block_matrix::{Block, BlockMatrix};
use super::decision::RollDecision;
use super::mixing::Probabilities;
use super::numbering;
use super::rows::vectorized;
use super::seating::Seating;
use super::solve::OptimalPlay;
use super::sweep::Sweeper;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use super::values::Values;

/// Action masks for every position, by side: bit [`RollDecision::index`] for moving
/// `p`, eight bits above it for moving `q`.
pub(super) type ActionMasks = Vec<BlockMatrix<u16>>;

/// By side, the actions whose values are within `tolerance` of the best.
pub(super) fn near_optimal_actions(
    transitions: &Transitions,
    tables: &ValueTables,
    tolerance: f64,
) -> ActionMasks {
    let of_side = |side| near_optimal_actions_of(transitions, tables, [side, side], tolerance);
    (0..tables.waiting.len()).map(of_side).collect()
}

/// The same for one player on this side.
pub(super) fn near_optimal_actions_of(
    transitions: &Transitions,
    tables: &ValueTables,
    [player, side]: [usize; 2],
    tolerance: f64,
) -> BlockMatrix<u16> {
    let mask = |p: f64, q: f64| {
        let best = [p >= q - tolerance, q >= p - tolerance].map(u16::from);
        best[0] | best[1] << 8
    };
    let of_block = |key: BlockKey, block: &mut Block<u16>| {
        let first_rank = numbering::groups()[key.own].ranks.start;
        let width = block.width();
        let kicks = transitions.kicks(key.side, key.other);
        // The decisions after which one table has the values, with their rolls and kicks.
        let [plain, first_six, bonus_six] = [(0..5, 0..5), (5..6, 5..6), (6..7, 5..6)];
        let lists = [
            (plain, &kicks.one_to_five),
            (first_six, &kicks.six),
            (bonus_six, &kicks.six),
        ];
        for ((decisions, rolls), kicked) in lists {
            let decisions = &RollDecision::ALL[decisions];
            let successors = tables.successors(key, decisions[0]);
            for run in transitions.runs(key.side, key.own) {
                let ranks = first_rank + run.start..first_rank + run.end;
                let first = transitions.choices(key.side, ranks.start);
                let actions = &successors.action_rows(first, run.len())[rolls.clone()];
                let masks = &mut block.lanes_mut()[run.start * width..run.end * width];
                let masks = masks.as_flattened_mut();
                for (decision, actions) in decisions.iter().zip(actions) {
                    let values = actions
                        .p
                        .as_flattened()
                        .iter()
                        .zip(actions.q.as_flattened());
                    for (place, (&p, &q)) in masks.iter_mut().zip(values) {
                        *place |= mask(p, q) << decision.index();
                    }
                }
                let kicks = successors.kicks(kicked.of(ranks), actions, &first[rolls.clone()]);
                kicks.for_each(|kicked| {
                    let decision = decisions[kicked.roll];
                    let [p, q] = kicked.with_kicks;
                    let place = &mut masks[kicked.place];
                    *place &= !both(decision);
                    *place |= mask(p, q) << decision.index();
                });
            }
        }
    };
    BlockMatrix::by_block(|own, other, block| {
        let key = BlockKey {
            player,
            side,
            own,
            other,
        };
        vectorized(
            #[inline(always)]
            || of_block(key, block),
        );
    })
}

/// The value tables from which `values` were taken.
pub(super) fn value_tables(transitions: &Transitions, values: &Values) -> ValueTables {
    let sides: Vec<usize> = (0..values.seating().sides()).collect();
    let mut tables = ValueTables::from_waiting(values.to_block_matrices());
    Sweeper::new(transitions, &sides).update_bonus(&mut tables, &OptimalPlay);
    tables
}

/// A stationary policy: the action in every position of a seating, or the probability
/// of each.
#[derive(Clone, Debug)]
pub struct Policy {
    seating: Seating,
    /// By side.
    choices: Choices,
}

/// What a policy does in every position.
#[derive(Clone, Debug)]
pub(super) enum Choices {
    /// Where both bits are set, it draws one of them at random.
    Masks(ActionMasks),
    /// It draws by these probabilities.
    Probabilities(Vec<BlockMatrix<Probabilities>>),
}

/// The bits of a mask for moving `p`, and for moving `q`, by decision.
const P: u16 = 0x007f;
const Q: u16 = P << 8;

/// The bits of both actions of a decision.
pub(super) const fn both(decision: RollDecision) -> u16 {
    0x0101 << decision.index()
}

/// The mask that moves `p` in every decision.
pub(super) const ALWAYS_P: u16 = P;

impl Policy {
    pub(super) const fn new(seating: Seating, choices: Choices) -> Self {
        Self { seating, choices }
    }

    /// A uniformly random legal choice.
    pub fn random(seating: Seating) -> Self {
        let masks = vec![BlockMatrix::new(|_, _| P | Q); seating.sides()];
        Self::new(seating, Choices::Masks(masks))
    }

    /// The priority policy of the rules. Rules: L-15 to L-18.
    pub fn priority(seating: Seating) -> Self {
        let masks = (0..seating.sides()).map(|side| {
            BlockMatrix::new(|own, other| {
                let Some(tokens) = tokens(seating, side, own, other) else {
                    return P;
                };
                let seat = seating.seats(side)[0];
                RollDecision::ALL.into_iter().fold(0, |mask, decision| {
                    let choice = priority(&tokens, seat, decision.roll()).choice;
                    let bits = if choice == Move::Q { Q } else { P };
                    mask | bits & both(decision)
                })
            })
        });
        Self::new(seating, Choices::Masks(masks.collect()))
    }

    /// Best play by exact values; `p` if both choices are equally good.
    pub fn optimal(values: &Values) -> Self {
        let seating = values.seating();
        let transitions = Transitions::new(seating);
        let best = near_optimal_actions(&transitions, &value_tables(&transitions, values), 0.0);
        Self::new(
            seating,
            Choices::Masks(best.iter().map(first_best).collect()),
        )
    }

    /// The seating for which it is made.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    pub(super) const fn choices(&self) -> &Choices {
        &self.choices
    }
}

/// Where both actions are best, `q` is dropped.
pub(super) fn first_best(best: &BlockMatrix<u16>) -> BlockMatrix<u16> {
    best.map(|mask| mask & !((mask & P) << 8))
}

/// The tokens of a player on this side and of the opponent, the smaller step count
/// as `p`; `None` if two of them would share a space, which no game reaches.
pub(super) fn tokens(seating: Seating, side: usize, own: usize, other: usize) -> Option<Tokens> {
    let [seat, opponent] = seating.seats(side);
    let steps = numbering::steps;
    Tokens::from_steps([(seat, steps(own)), (opponent, steps(other))]).ok()
}
