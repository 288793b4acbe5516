//! A moment of a game as JSON.

use parlor_game::{Game, Standing};
use parlor_view::{Moment, Scene};
use serde::Serialize;

/// What a program wants to know of a moment.
#[derive(Debug, Serialize)]
pub(crate) struct MomentJson {
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
    /// The rule by which the game is over, or the word for how the players ended it.
    ending: Option<&'static str>,
    /// Everybody's places, once the game is over: groups of letters, the best first.
    result: Option<Vec<Vec<char>>>,
    status: String,
    description: Vec<String>,
}

impl MomentJson {
    /// The moment that a scene shows.
    pub(crate) fn of(scene: &Scene) -> Self {
        let told = Self {
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
            Scene::Ludo(moment) => told.with(moment),
            Scene::Kuba(moment) => told.with(moment),
            Scene::LudoScript { .. } => told,
        }
    }

    fn with<G: Game>(self, moment: &Moment<G>) -> Self {
        let groups = |standings: Vec<Standing<G::Seat>>| {
            let groups = standings.chunk_by(|one, other| one.places == other.places);
            groups
                .map(|group| group.iter().map(|one| G::letter(one.seat)).collect())
                .collect()
        };
        let settlement = moment.settlement.map(|settlement| settlement.name());
        Self {
            to_act: moment.turn().seat().map(G::letter),
            ending: moment.ended_by.or(settlement),
            result: moment.standings().map(groups),
            ..self
        }
    }
}
