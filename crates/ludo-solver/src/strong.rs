//! The bot for three and four players, and what it thinks of a position.

mod exponential;
mod lookahead;
mod model;
mod network;
mod training;
mod view;
mod weights;

use ludo_rules::{Move, Phase, Position, Seat};

use lookahead::{Chances, Lookahead};
use network::Network;

pub use model::{Model, ModelError, Provenance};
pub use training::{Progress, Training};

/// scratch
#[derive(Debug)]
pub struct Estimator { network: Network }
impl Estimator {
    /// scratch
    pub fn new(model: &Model) -> Self { Self { network: Network::new(&model.weights()) } }
    /// scratch
    pub fn before_roll(&self, p: &Position, places: usize, rolls: u8) -> Chances { Lookahead { network: &self.network, places }.before_roll(p, rolls) }
    /// scratch
    pub fn choose(&self, p: &Position, rolls: u8) -> Move { if p.legal_moves().len() == 1 { return p.legal_moves().as_slice()[0]; } Lookahead::new(&self.network, p).best(p, rolls).choice }
}
