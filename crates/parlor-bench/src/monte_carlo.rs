//! Plain Monte Carlo tree search.

use core::time::Duration;
use std::time::Instant;

use kuba_rules::{Action, DEFAULT_PUSH_LIMIT, Outcome, Position, Side, random_playout};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame, Turn};
use parlor_testkit::dice::SplitMix64;

use crate::after;

/// How much a child is tried for being little known, against what is known of
/// it: the constant of UCB1 for results from 0 to 1.
const EXPLORATION: f64 = 0.7;

/// Monte Carlo tree search as in the textbooks: UCT over random playouts.
///
/// Each round walks down the tree by UCB1, adds the children of the leaf, plays
/// one of them to the end with random pushes, and counts the result on the way
/// back (L. Kocsis, C. Szepesvári, *Bandit Based Monte-Carlo Planning*, ECML
/// 2006). The most visited action is played. It knows nothing about Kuba but the
/// rules, and sees repetition (K-12) in the random games only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonteCarlo {
    thinking: Thinking,
}

/// The limit on thinking about an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// As many random games as the budget has nodes.
    Budget,
    /// This long by the clock, and no more random games than the budget has nodes.
    Time(Duration),
}

impl MonteCarlo {
    /// One that thinks this long.
    pub const fn new(thinking: Thinking) -> Self {
        Self { thinking }
    }

    /// Grows a tree until the budget or the time is up.
    fn tree(self, position: &Position, budget: Budget<'_>, seed: u64) -> Tree {
        let mut tree = Tree::new(position, seed);
        let clock = match self.thinking {
            Thinking::Budget => None,
            Thinking::Time(time) => Some(deadline(time)),
        };
        while tree.playouts < budget.node_limit() && !budget.is_stopped() {
            // Reading the clock costs next to nothing compared with a random game.
            if clock.is_some_and(is_past) {
                break;
            }
            tree.grow();
        }
        tree
    }

    /// How many random games it plays for an action in this position.
    pub fn playouts(self, position: &Position, budget: Budget<'_>, seed: u64) -> u64 {
        self.tree(position, budget, seed).playouts
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "an opponent at equal time plays by the clock, as its name shows"
)]
fn now() -> Instant {
    Instant::now()
}

fn deadline(time: Duration) -> Instant {
    now() + time
}

fn is_past(deadline: Instant) -> bool {
    now() >= deadline
}

impl Bot<Kuba> for MonteCarlo {
    fn name(&self) -> &'static str {
        "monte-carlo"
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let Turn::Action(_) = game.turn() else {
            return None;
        };
        let position = game.position();
        let tree = self.tree(position, budget, seed);
        tree.most_tried()
            .or_else(|| Kuba::legal_actions(position).next())
    }
}

/// A tree of positions; the children of a parent are adjacent.
struct Tree {
    nodes: Vec<Node>,
    random: SplitMix64,
    playouts: u64,
}

struct Node {
    position: Position,
    /// The action that led here; none to the root.
    action: Option<Action>,
    /// Who chose it.
    chosen_by: Side,
    tried: u32,
    /// The sum of the results of the games through here, for the side that chose the action.
    points: f64,
    /// The range of the children; empty before the first game through here.
    children: core::ops::Range<usize>,
}

impl Node {
    fn of(parent: &Position, action: Action) -> Self {
        Self {
            position: after(parent, action),
            action: Some(action),
            chosen_by: parent.to_move(),
            tried: 0,
            points: 0.0,
            children: 0..0,
        }
    }
}

impl Tree {
    fn new(position: &Position, seed: u64) -> Self {
        let root = Node {
            position: *position,
            action: None,
            chosen_by: position.to_move().other(),
            tried: 0,
            points: 0.0,
            children: 0..0,
        };
        let mut tree = Self {
            nodes: vec![root],
            random: SplitMix64::for_game(seed),
            playouts: 0,
        };
        tree.expand(0);
        tree
    }

    /// One walk down, one random game, and the way back.
    fn grow(&mut self) {
        let mut path = vec![0];
        let mut at = 0;
        while let Some(child) = self.child(at) {
            at = child;
            path.push(at);
        }
        if self.nodes[at].tried > 0 {
            self.expand(at);
            if let Some(child) = self.child(at) {
                at = child;
                path.push(at);
            }
        }
        let random = &mut self.random;
        let position = self.nodes[at].position;
        let playout = random_playout(position, DEFAULT_PUSH_LIMIT, &mut || random.next_u64());
        self.playouts += 1;
        for node in path {
            let node = &mut self.nodes[node];
            node.tried += 1;
            node.points += points(playout.outcome, node.chosen_by);
        }
    }

    /// Puts the children of a node into the tree.
    fn expand(&mut self, at: usize) {
        let start = self.nodes.len();
        let position = self.nodes[at].position;
        let actions = Kuba::legal_actions(&position);
        self.nodes
            .extend(actions.map(|action| Node::of(&position, action)));
        self.nodes[at].children = start..self.nodes.len();
    }

    /// The child to be tried next, by UCB1: one that was never tried before
    /// all others, at random.
    fn child(&mut self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let children = node.children.clone();
        let untried = self.nodes[children.clone()]
            .iter()
            .filter(|child| child.tried == 0);
        let untried = untried.count();
        if untried > 0 {
            let random = u128::from(self.random.next_u64());
            // The upper word of the product is below the number of the untried.
            let place = usize::try_from((random * untried as u128) >> 64).unwrap_or(0);
            let mut new = children.filter(|&child| self.nodes[child].tried == 0);
            return new.nth(place);
        }
        let doubt = EXPLORATION * EXPLORATION * f64::from(node.tried).ln();
        let worth = |child: usize| {
            let child = &self.nodes[child];
            let tried = f64::from(child.tried);
            child.points / tried + (doubt / tried).sqrt()
        };
        children
            .map(|child| (worth(child), child))
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .map(|(_, child)| child)
    }

    /// The action that was tried most.
    fn most_tried(&self) -> Option<Action> {
        let children = &self.nodes[self.nodes[0].children.clone()];
        let most = children.iter().max_by_key(|child| child.tried)?;
        most.action
    }
}

/// What an outcome is worth to a side.
fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome.winner() {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}
