//! What a position promises each player.

use std::sync::{Arc, LazyLock};

use ludo_rules::{Move, Phase, Position, Seat};

use super::lookahead::Lookahead;
use super::model::Model;
use super::network::Network;
use crate::exact::{Tables, Values};

/// How many rolls are looked ahead before the network is asked, if nobody says
/// otherwise.
const ROLLS_AHEAD: u8 = 1;

/// The model that `examples/train_strong.rs` has written.
static BUILT_IN: LazyLock<Estimator> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/strong.model");
    Estimator::new(&Model::from_bytes(bytes).expect("a test reads the built-in model"))
});

/// Each player's chance of finishing next, first among those who are left.
///
/// The chances add up to 1, but for rounding; an empty seat and who has finished have none.
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
/// It looks one roll ahead and then goes by a network, all players being taken
/// to play as well as it does. How far it is off is measured by
/// `examples/measure_strong.rs`. Seats are all alike to it: a turn of the board
/// turns the shares and changes nothing.
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
    /// What is known where two players are left.
    exact: Option<&'static Tables>,
}

impl Estimator {
    /// By this model.
    pub fn new(model: &Model) -> Self {
        Self {
            network: Arc::new(Network::new(&model.weights())),
            rolls_ahead: ROLLS_AHEAD,
            exact: None,
        }
    }

    /// By the model that is part of the program. All of these share one network.
    pub fn built_in() -> Self {
        BUILT_IN.clone()
    }

    /// The same, looking so many rolls ahead; each one takes about nine times as
    /// long as without it.
    #[must_use]
    pub fn looking_ahead(mut self, rolls: u8) -> Self {
        self.rolls_ahead = rolls;
        self
    }

    /// The same, knowing the exact values: where two players are left, it
    /// estimates nothing.
    #[must_use]
    pub const fn knowing(mut self, tables: &'static Tables) -> Self {
        self.exact = Some(tables);
        self
    }

    /// Everybody's share: before the roll while one is due, after the best
    /// answer while that is due; none after the end.
    ///
    /// The shares after an answer, as [`Estimator::answers`] tells them, are
    /// those of the position it leads to, so the shares of a game form a chain.
    pub fn shares(&self, position: &Position) -> Option<Shares> {
        match position.phase() {
            Phase::ToRoll(_) => Some(self.after_answer(position, position.finishing_order().len())),
            Phase::ToChoose(..) => self.best(position).map(|(_, shares)| shares),
            Phase::Over => None,
        }
    }

    /// Every answer to the roll in hand, with everybody's share after it; none
    /// unless an answer is due.
    pub fn answers(&self, position: &Position) -> impl Iterator<Item = (Move, Shares)> {
        let places = position.finishing_order().len();
        position.legal_moves().iter().filter_map(move |choice| {
            let mut after = *position;
            after.play(choice).ok()?;
            Some((choice, self.after_answer(&after, places)))
        })
    }

    /// The answer that gives the player who has rolled the largest share, the
    /// first of several; none unless an answer is due.
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        match position.legal_moves().as_slice() {
            [only] => Some(*only),
            _ => self.best(position).map(|(choice, _)| choice),
        }
    }

    fn best(&self, position: &Position) -> Option<(Move, Shares)> {
        let seat = position.to_act()?;
        self.answers(position).reduce(|best, answer| {
            if answer.1.of(seat) > best.1.of(seat) {
                answer
            } else {
                best
            }
        })
    }

    /// Everybody's share in a position in which a roll is due, or the next
    /// place has just been taken. Every share comes from here.
    fn after_answer(&self, position: &Position, places: usize) -> Shares {
        let exact = || exact(self.exact?.apply_to(position)?, position);
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

/// The shares that a seating's values say, if two players are left who sit so.
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
