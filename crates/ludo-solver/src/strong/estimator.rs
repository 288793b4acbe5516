//! The estimated value of a position for each player.

use std::sync::{Arc, LazyLock};

use ludo_rules::{Move, Phase, Position, Seat};

use super::lookahead::Lookahead;
use super::model::Model;
use super::network::Network;
use crate::exact::{Tablebase, Values};

/// The default depth of the lookahead, in rolls.
const ROLLS_AHEAD: u8 = 1;

/// The model that `examples/train_strong.rs` wrote.
static BUILT_IN: LazyLock<Estimator> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/strong.model");
    Estimator::new(&Model::from_bytes(bytes).expect("a test reads the built-in model"))
});

/// Each player's chance of finishing next, first among those who are left.
///
/// The chances add up to 1, except for rounding; those of an empty seat and of a player
/// who has finished are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    by_seat: [f64; 4],
}

impl Shares {
    /// The seat's chance, 0 to 1.
    pub fn of(&self, seat: Seat) -> f64 {
        self.by_seat[seat.index()]
    }
}

/// Estimates each player's chance of finishing next.
///
/// It searches one roll ahead and evaluates the leaves by a network, assuming that all
/// players play like itself. `examples/measure_strong.rs` measures its error. It is
/// symmetric: a rotation of the board rotates the shares.
///
/// ```
/// use ludo_rules::{Position, Seat};
/// use ludo_solver::strong::Estimator;
///
/// // A is two spaces from winning, and rolls.
/// let position: Position = "AE.55/B3.H/C40.R A - -".parse()?;
/// let shares = Estimator::built_in().shares(&position).expect("the game goes on");
/// assert!(shares.of(Seat::A) > shares.of(Seat::C) && shares.of(Seat::C) > shares.of(Seat::B));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimator {
    network: Arc<Network>,
    rolls_ahead: u8,
    /// The exact values where two players are left.
    exact: Option<&'static Tablebase>,
}

impl Estimator {
    /// An estimator with this model.
    pub fn new(model: &Model) -> Self {
        Self {
            network: Arc::new(Network::new(&model.weights())),
            rolls_ahead: ROLLS_AHEAD,
            exact: None,
        }
    }

    /// An estimator with the built-in model. All of them share one network.
    pub fn built_in() -> Self {
        BUILT_IN.clone()
    }

    /// Sets the depth of the lookahead, in rolls; each roll takes about nine times
    /// as long.
    #[must_use]
    pub fn with_lookahead(mut self, rolls: u8) -> Self {
        self.rolls_ahead = rolls;
        self
    }

    /// Uses the exact values wherever two players are left.
    #[must_use]
    pub const fn with_tablebase(mut self, tables: &'static Tablebase) -> Self {
        self.exact = Some(tables);
        self
    }

    /// The shares before a roll, or after the best choice if one is due; `None` after
    /// the end.
    ///
    /// The shares of a choice in [`Estimator::shares_by_choice`] are those of the
    /// position that it leads to, so the shares of a game form a chain.
    pub fn shares(&self, position: &Position) -> Option<Shares> {
        match position.phase() {
            Phase::ToRoll(_) => Some(self.after_choice(position, position.finishing_order().len())),
            Phase::ToChoose(..) => self.best(position).map(|(_, shares)| shares),
            Phase::Over => None,
        }
    }

    /// Every legal choice for the roll in hand, with the shares after it; empty unless a
    /// choice is due.
    pub fn shares_by_choice(&self, position: &Position) -> impl Iterator<Item = (Move, Shares)> {
        let places = position.finishing_order().len();
        position.legal_moves().iter().filter_map(move |choice| {
            let mut after = *position;
            after.play(choice).ok()?;
            Some((choice, self.after_choice(&after, places)))
        })
    }

    /// The choice with the largest share for the player to move, the first of equals;
    /// `None` unless a choice is due.
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        match position.legal_moves().as_slice() {
            [only] => Some(*only),
            _ => self.best(position).map(|(choice, _)| choice),
        }
    }

    fn best(&self, position: &Position) -> Option<(Move, Shares)> {
        let seat = position.to_act()?;
        self.shares_by_choice(position).reduce(|best, next| {
            if next.1.of(seat) > best.1.of(seat) {
                next
            } else {
                best
            }
        })
    }

    /// The shares in a position in which a roll is due, or the next place has just been
    /// taken. All shares are computed here.
    fn after_choice(&self, position: &Position, places: usize) -> Shares {
        let exact = || exact(self.exact?.values_for(position)?, position);
        let taken = position.finishing_order().len() > places;
        (!taken).then(exact).flatten().unwrap_or_else(|| {
            let lookahead = Lookahead {
                network: &self.network,
                places,
            };
            Shares {
                by_seat: lookahead
                    .before_roll(position, self.rolls_ahead)
                    .map(f64::from),
            }
        })
    }
}

/// The shares by exact values; `None` unless two players are left in their seating.
fn exact(values: &Values, position: &Position) -> Option<Shares> {
    let to_act = position.to_act()?;
    let value = values.of(position)?;
    let by_seat = Seat::ALL.map(|seat| {
        if seat == to_act {
            value
        } else if position.tokens().is_seated(seat) && position.place(seat).is_none() {
            1.0 - value
        } else {
            0.0
        }
    });
    Some(Shares { by_seat })
}
