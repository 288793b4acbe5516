//! How many games somebody begins in the lobby while nobody has moved in them, so that nobody takes all who
//! wait for themselves.
//!
//! Answerable for such a game is who has come to another, and who is to move first: not who waits until the
//! other moves.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{ChallengeError, seats};
use crate::counts::Counts;
use crate::service::{Maker, Service, ServiceError};
use crate::usage::NetCounts;
use parlor_table::key::KeyHash;

/// The browsers that are beginning games now, by how many.
#[derive(Debug, Default)]
pub(super) struct BeginningNow(Arc<Mutex<Counts<KeyHash>>>);

/// Somebody begins a game, which counts until this is dropped: of many presses at once none is overlooked.
#[derive(Debug)]
pub(super) struct Beginning {
    browsers: Arc<Mutex<Counts<KeyHash>>>,
    of_networks: Arc<NetCounts>,
    maker: Maker,
}

impl Drop for Beginning {
    fn drop(&mut self) {
        self.browsers.lock().remove(self.maker.browser);
        self.of_networks.remove(self.maker.net.prefixes());
    }
}

impl Service {
    /// Whether somebody may begin another game in the lobby.
    pub(super) async fn check_unplayed(&self, maker: Maker) -> Result<Beginning, ChallengeError> {
        let now = &self.inner.lobby.beginning;
        let of_networks = Arc::clone(&self.inner.usage.unplayed);
        let settings = self.inner.settings;
        let most = settings.most_unplayed.filter(|_| !maker.is_owner);
        if let Some(most) = most {
            // Who has a browser has that counted; all browsers of a client share what wait at once.
            let of_client = match maker.browser {
                Some(_) => settings.most_challenges_of_client.unwrap_or(usize::MAX),
                None => most,
            };
            for (network, factor) in maker.net.shares() {
                let games = of_networks.of(&network);
                if games >= of_client.saturating_mul(factor as usize) {
                    return Err(ChallengeError::UnplayedOfNetwork { network, games });
                }
            }
        }
        // First counted and then looked up, so that the second of two at once sees the first.
        let before = {
            let mut browsers = now.0.lock();
            let before = maker.browser.map(|browser| browsers.of(&browser));
            browsers.add(maker.browser);
            before.unwrap_or_default()
        };
        of_networks.add(maker.net.prefixes());
        let beginning = Beginning {
            browsers: Arc::clone(&now.0),
            of_networks,
            maker,
        };
        if let (Some(most), Some(browser)) = (most, maker.browser) {
            let games = before + self.unplayed_of(browser).await?;
            if games >= most {
                return Err(ChallengeError::UnplayedOfBrowser { games });
            }
        }
        Ok(beginning)
    }

    /// For how many games in which nobody has moved a browser is answerable.
    async fn unplayed_of(&self, browser: KeyHash) -> Result<usize, ServiceError> {
        let unplayed = self.inner.store.lobby().unplayed(browser).await?;
        let answers = unplayed
            .iter()
            .filter(|game| game.came || is_first(&game.terms.game, game.seat));
        Ok(answers.count())
    }
}

/// Whether a seat of a game is to move first.
pub(super) fn is_first(game: &str, seat: char) -> bool {
    seats(game)[0] == seat
}
