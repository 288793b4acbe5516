//! A snapshot of a game as JSON.

use parlor_game::{Game, Standing};
use parlor_view::{Scene, Snapshot};
use serde::Serialize;

/// A snapshot as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct SnapshotJson {
    game: &'static str,
    rules: String,
    /// The position line; `None` in a scripted game.
    position: Option<String>,
    /// The spaces of Ludo's tokens, `p` then `q`, player by player.
    #[serde(skip_serializing_if = "Option::is_none")]
    spaces: Option<Vec<String>>,
    /// The letter of the seat to move; `None` after the end.
    to_act: Option<char>,
    /// `roll`, or the legal actions.
    legal: Vec<String>,
    /// The rule by which the game is over, or the word for how the players ended it.
    ending: Option<&'static str>,
    /// The places, once the game is over: groups of letters, best first.
    result: Option<Vec<Vec<char>>>,
    status: String,
    description: Vec<String>,
}

impl SnapshotJson {
    /// The snapshot that a scene shows.
    pub(crate) fn of(scene: &Scene) -> Self {
        let json = Self {
            game: scene.game(),
            rules: scene.rules(),
            position: scene.position(),
            spaces: scene.spaces(),
            to_act: None,
            legal: scene.legal(),
            ending: None,
            result: None,
            status: scene.status(),
            description: scene.description(),
        };
        match scene {
            Scene::Ludo(snapshot) => json.with(snapshot),
            Scene::Kuba(snapshot) => json.with(snapshot),
            Scene::LudoScript { .. } => json,
        }
    }

    fn with<G: Game>(self, snapshot: &Snapshot<G>) -> Self {
        let groups = |standings: Vec<Standing<G::Seat>>| {
            let groups = standings.chunk_by(|one, other| one.places == other.places);
            groups
                .map(|group| group.iter().map(|one| G::letter(one.seat)).collect())
                .collect()
        };
        let settlement = snapshot.settlement.map(|settlement| settlement.name());
        Self {
            to_act: snapshot.turn().seat().map(G::letter),
            ending: snapshot.ended_by.or(settlement),
            result: snapshot.standings().map(groups),
            ..self
        }
    }
}
