//! The state of a game as it is shown.

use parlor_game::{Game, LiveGame, Settlement, Standing, Turn};

/// The action that led to a state, and its events.
#[derive(Clone, Debug, PartialEq)]
pub struct LastAction<Action, Event> {
    /// The action.
    pub action: Action,
    /// Its events, in order.
    pub events: Vec<Event>,
}

/// The state of a live game: the position, the players, the action that led there, and how the
/// game ended if it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The rule by which the game is over, drawn, or at its limit.
    pub ended_by: Option<&'static str>,
    /// The players in the order of reporting. Rules: L-1, L-21.
    pub players: Vec<G::Seat>,
    /// The names of the players who have one.
    pub names: Vec<(G::Seat, String)>,
    /// The action that led here.
    pub last_action: Option<LastAction<G::Action, G::Event>>,
    /// How the players ended the game, if they did and the rules did not.
    pub settlement: Option<Settlement<G::Seat>>,
}

impl<G: Game> Snapshot<G> {
    /// The current state of a game: without the last action and names, and with the players in
    /// the order of play.
    pub fn of(game: &LiveGame<G>) -> Self {
        Self {
            position: game.position().clone(),
            ended_by: game.ended_by(),
            players: G::seats(game.position()).collect(),
            names: Vec::new(),
            last_action: None,
            settlement: None,
        }
    }

    /// What the game waits for; [`Turn::Over`] once it is over, in whatever way.
    pub fn turn(&self) -> Turn<G::Seat> {
        if self.ended_by.is_some() || self.settlement.is_some() {
            return Turn::Over;
        }
        G::turn(&self.position)
    }

    /// Everybody's places once the game is over; `None` if it was abandoned.
    pub fn standings(&self) -> Option<Vec<Standing<G::Seat>>> {
        match (self.ended_by, self.settlement) {
            (Some(_), _) => Some(G::standings(&self.position)),
            (None, Some(settlement)) => {
                let standings = settlement.standings(self.players.iter().copied());
                (!standings.is_empty()).then_some(standings)
            }
            (None, None) => None,
        }
    }

    /// The events of the last action.
    pub fn events(&self) -> &[G::Event] {
        self.last_action.as_ref().map_or(&[], |last| &last.events)
    }
}
