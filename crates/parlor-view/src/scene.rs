//! A moment of any game, in every form that it can be shown in.

#[cfg(test)]
mod tests;

use kuba_rules::Side;
use ludo_rules::{Seat, Tokens, TurnOutcome};
use parlor_game::{AnyGame, Game, Kuba, LiveGame, Ludo, Standing, Turn};

use crate::kuba::Names;
use crate::svg::Options;
use crate::{kuba, ludo};

/// The action that led to a moment, and what happened in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<Action, Event> {
    /// What was done.
    pub action: Action,
    /// What came of it, in order.
    pub events: Vec<Event>,
}

/// A moment of a game: what stands where, who plays, and the step that led
/// there.
///
/// Faces make one of what they hold and show it as they can: as a text board,
/// as sentences, as a picture.
///
/// ```
/// use parlor_game::AnyGame;
/// use parlor_view::Scene;
///
/// let scene = Scene::of(&AnyGame::from_position("A28.28/C12.R A 4 -", None)?);
/// assert_eq!(scene.status(), "A rolled 4 and is to choose.");
/// assert_eq!(scene.legal(), ["A4pq"]);
/// # Ok::<(), parlor_game::AnyError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// A live game of Ludo.
    Ludo {
        /// The game.
        game: LiveGame<Ludo>,
        /// The step that led here.
        step: Option<Step<ludo_rules::Action, ludo_rules::Event>>,
        /// What the players are called, where they have names.
        names: Vec<(Seat, String)>,
    },
    /// A scripted game of Ludo, in which nobody's turn is due. Rules: L-19.
    LudoScript {
        /// Where the tokens stand.
        tokens: Tokens,
        /// The players in the order of reporting. Rules: L-21.
        players: Vec<Seat>,
        /// The roll that led here, and what became of it.
        step: Option<Step<(ludo_rules::Turn, TurnOutcome), ludo_rules::Event>>,
        /// What the players are called, where they have names.
        names: Vec<(Seat, String)>,
    },
    /// A game of Kuba.
    Kuba {
        /// The game.
        game: LiveGame<Kuba>,
        /// The step that led here.
        step: Option<Step<kuba_rules::Action, kuba_rules::Event>>,
        /// What the players are called, where they have names.
        names: Vec<(Side, String)>,
    },
}

impl Scene {
    /// The moment that a game has come to; what led there is not known, and
    /// the players have no names.
    pub fn of(game: &AnyGame) -> Self {
        match game {
            AnyGame::Ludo(game) => Self::Ludo {
                game: game.clone(),
                step: None,
                names: Vec::new(),
            },
            AnyGame::Kuba(game) => Self::Kuba {
                game: game.clone(),
                step: None,
                names: Vec::new(),
            },
        }
    }

    /// The game's name: `ludo`.
    pub const fn game(&self) -> &'static str {
        match self {
            Self::Ludo { .. } | Self::LudoScript { .. } => Ludo::NAME,
            Self::Kuba { .. } => Kuba::NAME,
        }
    }

    /// The name of the rules: `classic`.
    pub fn rules(&self) -> String {
        match self {
            Self::Ludo { game, .. } => Ludo::rules(game.position()).to_string(),
            Self::LudoScript { .. } => ludo_rules::Rules::default().to_string(),
            Self::Kuba { game, .. } => game.position().rules().to_string(),
        }
    }

    /// The position as a line; none of a scripted game, which has none.
    pub fn position(&self) -> Option<String> {
        match self {
            Self::Ludo { game, .. } => Some(game.position().to_string()),
            Self::LudoScript { .. } => None,
            Self::Kuba { game, .. } => Some(game.position().to_string()),
        }
    }

    /// The names of the spaces where Ludo's tokens stand, `p` then `q`, player
    /// by player; none in Kuba. Rules: L-21.
    pub fn spaces(&self) -> Option<Vec<String>> {
        let (tokens, players) = self.tokens()?;
        let spaces = players.into_iter().filter_map(|seat| tokens.spaces(seat));
        Some(spaces.flatten().map(|space| space.to_string()).collect())
    }

    /// The board as text that fits a terminal of 80 columns.
    pub fn board(&self) -> String {
        match self {
            Self::Ludo { game, .. } => ludo::board(game.position().tokens()),
            Self::LudoScript { tokens, .. } => ludo::board(tokens),
            Self::Kuba { game, names, .. } => kuba::board(game.position(), kuba_names(names)),
        }
    }

    /// Where Ludo's tokens stand, as a table; Kuba's board says it all.
    pub fn table(&self) -> Option<String> {
        let (tokens, players) = self.tokens()?;
        Some(ludo::status(tokens, &players))
    }

    /// Ludo's tokens, and the players in the order of reporting. Rules: L-21.
    fn tokens(&self) -> Option<(&Tokens, Vec<Seat>)> {
        match self {
            Self::Ludo { game, .. } => {
                let tokens = game.position().tokens();
                Some((tokens, tokens.seats().iter().collect()))
            }
            Self::LudoScript {
                tokens, players, ..
            } => Some((tokens, players.clone())),
            Self::Kuba { .. } => None,
        }
    }

    /// Whose turn it is and what is due, or how the game ended, in one line.
    pub fn status(&self) -> String {
        match self {
            Self::Ludo { game, .. } => {
                let standings = game.standings();
                ludo::state(game.position(), ludo_stage(game, &standings))
            }
            Self::LudoScript { .. } => {
                "A scripted game: the list of rolls says whose turn is next (L-19).".to_owned()
            }
            Self::Kuba { game, names, .. } => {
                let draw = kuba_stage(game).draw();
                kuba::status(game.position(), kuba_names(names), draw)
            }
        }
    }

    /// What the step that led here was and what came of it, in one sentence.
    pub fn step(&self) -> Option<String> {
        match self {
            Self::Ludo { step, .. } => {
                let Step { action, events } = step.as_ref()?;
                Some(ludo::action(*action, events))
            }
            Self::LudoScript { step, tokens, .. } => {
                let Step {
                    action: (turn, outcome),
                    events,
                } = step.as_ref()?;
                Some(ludo::explain(*turn, *outcome, events, tokens))
            }
            Self::Kuba {
                game, step, names, ..
            } => {
                let told = kuba::push(&step.as_ref()?.events, kuba_names(names));
                // K-12: no event tells that the position stands for the third time.
                Some(match kuba_stage(game) {
                    kuba::Stage::Drawn(kuba_rules::Draw::Repetition) => {
                        format!("{}; {}.", told.trim_end_matches('.'), kuba::THIRD_TIME)
                    }
                    _ => told,
                })
            }
        }
    }

    /// What may be done now, in notation: `roll`, or the legal actions; nothing
    /// after the end and in a scripted game.
    pub fn legal(&self) -> Vec<String> {
        match self {
            Self::Ludo { game, .. } => legal(game),
            Self::LudoScript { .. } => Vec::new(),
            Self::Kuba { game, .. } => legal(game),
        }
    }

    /// The whole moment in sentences to be listened to.
    pub fn description(&self) -> Vec<String> {
        let told = match self {
            Self::Ludo { game, .. } => {
                let (choices, standings) = (game.position().legal_moves(), game.standings());
                let stage = ludo_stage(game, &standings);
                ludo::description(game.position(), stage, choices.as_slice())
            }
            Self::LudoScript { tokens, .. } => ludo::tokens_description(tokens),
            Self::Kuba { game, names, .. } => kuba::description(
                game.position(),
                kuba_names(names),
                kuba_stage(game),
                Some(game.position().legal_moves().len()),
            ),
        };
        self.step().into_iter().chain(told).collect()
    }

    /// The moment as a picture.
    pub fn svg(&self, options: Options<'_>) -> String {
        match self {
            Self::Ludo { game, step, names } => {
                let (choices, standings) = (game.position().legal_moves(), game.standings());
                ludo::Picture::of_position(game.position())
                    .stage(ludo_stage(game, &standings))
                    .choices(choices.as_slice())
                    .events(events(step.as_ref()))
                    .names(&borrowed(names))
                    .svg(options)
            }
            Self::LudoScript {
                tokens,
                step,
                names,
                ..
            } => ludo::Picture::of_tokens(tokens)
                .events(events(step.as_ref()))
                .names(&borrowed(names))
                .svg(options),
            Self::Kuba { game, step, names } => kuba::Picture::new(game.position())
                .stage(kuba_stage(game))
                .events(events(step.as_ref()))
                .names(kuba_names(names))
                .svg(options),
        }
    }
}

/// What happened in the step that led here.
fn events<Action, Event>(step: Option<&Step<Action, Event>>) -> &[Event] {
    step.map_or(&[], |step| &step.events)
}

/// What may be done now, in notation.
fn legal<G: Game>(game: &LiveGame<G>) -> Vec<String> {
    match game.turn() {
        Turn::Chance(_) => vec!["roll".to_owned()],
        Turn::Action(_) => game.legal_actions().map(|a| a.to_string()).collect(),
        Turn::Over => Vec::new(),
    }
}

fn borrowed(names: &[(Seat, String)]) -> Vec<(Seat, &str)> {
    names.iter().map(|(seat, name)| (*seat, &**name)).collect()
}

/// The sides' names; the colour where there is none.
fn kuba_names(names: &[(Side, String)]) -> Names<'_> {
    let plain = Names::default();
    let name = |side| {
        let named = names.iter().find(|(named, _)| *named == side);
        named.map_or(plain.of(side), |(_, name)| name)
    };
    Names {
        white: name(Side::White),
        black: name(Side::Black),
    }
}

/// How far a game of Ludo has come, with its standings. Rules: L-31.
fn ludo_stage<'a>(game: &LiveGame<Ludo>, standings: &'a [Standing<Seat>]) -> ludo::Stage<'a> {
    match game.ended_by() {
        Some(Ludo::LIMIT_RULE) => ludo::Stage::LimitReached(standings),
        _ => ludo::Stage::UnderWay,
    }
}

/// How far a game of Kuba has come. Rules: K-12, K-13.
fn kuba_stage(game: &LiveGame<Kuba>) -> kuba::Stage {
    match game.ended_by() {
        Some("K-12") => kuba::Stage::Drawn(kuba_rules::Draw::Repetition),
        Some(Kuba::LIMIT_RULE) => kuba::Stage::Drawn(kuba_rules::Draw::PushLimit),
        _ => kuba::Stage::UnderWay,
    }
}
