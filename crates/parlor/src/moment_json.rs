//! A moment of a game as JSON.

use parlor_game::{Game, LiveGame};
use parlor_view::Scene;
use serde::Serialize;

/// What a program wants to know of a moment.
#[derive(Debug, Serialize)]
pub(crate) struct Moment {
    game: &'static str,
    rules: String,
    /// The position line; none of a scripted game.
    position: Option<String>,
    /// The spaces of Ludo's tokens, `p` then `q`, player by player.
    #[serde(skip_serializing_if = "Option::is_none")]
    spaces: Option<Vec<String>>,
    /// The letter of the seat to act; none after the end.
    to_act: Option<char>,
    /// `roll`, or the legal actions.
    legal: Vec<String>,
    /// The rule by which the game is over.
    ended_by: Option<&'static str>,
    /// Everybody's places, once the game is over: groups of letters, the best first.
    result: Option<Vec<Vec<char>>>,
    status: String,
    description: Vec<String>,
}

impl Moment {
    /// The moment that a scene shows.
    pub(crate) fn of(scene: &Scene) -> Self {
        let told = Self {
            game: scene.game(),
            rules: scene.rules(),
            position: scene.position(),
            spaces: scene.spaces(),
            to_act: None,
            legal: scene.legal(),
            ended_by: None,
            result: None,
            status: scene.status(),
            description: scene.description(),
        };
        match scene {
            Scene::Ludo { game, .. } => told.with(game),
            Scene::Kuba { game, .. } => told.with(game),
            Scene::LudoScript { .. } => told,
        }
    }

    fn with<G: Game>(self, game: &LiveGame<G>) -> Self {
        let standings = game.standings();
        let groups = standings.chunk_by(|one, other| one.places == other.places);
        let places = groups.map(|group| group.iter().map(|one| G::letter(one.seat)).collect());
        Self {
            to_act: game.turn().seat().map(G::letter),
            ended_by: game.ended_by(),
            result: game.is_over().then(|| places.collect()),
            ..self
        }
    }
}
