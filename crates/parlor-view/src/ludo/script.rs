//! A scripted game of Ludo as it is shown.

use ludo_rules::{Event, Rules, ScriptTurn, Seat, Tokens, TurnOutcome};
use parlor_game::{Game as _, Ludo};

use super::show::{borrowed, spaces};
use super::{Picture, board, explain, status, token_motions, tokens_description};
use crate::look::Look;
use crate::motion::Motion;
use crate::show::Highlights;
use crate::shown::Shown;
use crate::snapshot::LastAction;
use crate::svg::PictureOptions;

/// The state of a scripted game, in which nobody's turn is due. Rules: L-19.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptSnapshot {
    /// The tokens.
    pub tokens: Tokens,
    /// The tokens before the roll that led here; those of now at the start.
    pub before: Tokens,
    /// The players in the order of reporting. Rules: L-21.
    pub players: Vec<Seat>,
    /// The roll that led here with its outcome.
    pub last_action: Option<LastAction<(ScriptTurn, TurnOutcome), Event>>,
    /// The names of the players who have one.
    pub names: Vec<(Seat, String)>,
}

impl Shown for ScriptSnapshot {
    fn game(&self) -> &'static str {
        Ludo::NAME
    }

    fn rules(&self) -> String {
        Rules::default().to_string()
    }

    fn spaces(&self) -> Option<Vec<String>> {
        Some(spaces(&self.tokens, &self.players))
    }

    fn board(&self) -> String {
        board(&self.tokens)
    }

    fn table(&self) -> Option<String> {
        Some(status(&self.tokens, &self.players))
    }

    fn status(&self) -> String {
        "A scripted game: the list of rolls says whose turn is next (L-19).".to_owned()
    }

    fn step(&self) -> Option<String> {
        let LastAction { action, events } = self.last_action.as_ref()?;
        let (turn, outcome) = *action;
        Some(explain(turn, outcome, events, &self.tokens))
    }

    fn description(&self) -> Vec<String> {
        let tokens = tokens_description(&self.tokens);
        self.step().into_iter().chain(tokens).collect()
    }

    fn motions_here(&self, look: Look) -> Vec<Motion> {
        let events = self.last_action.as_ref();
        let events = events.map_or(&[][..], |last| &last.events);
        token_motions(&self.before, &self.tokens, events, look)
    }

    fn svg_with(&self, options: PictureOptions<'_>, _: Highlights<'_>) -> String {
        let events = self
            .last_action
            .as_ref()
            .map_or(&[][..], |last| &last.events);
        Picture {
            events,
            names: &borrowed(&self.names),
            description: Some(&self.description()),
            ..Picture::of_tokens(&self.tokens)
        }
        .svg(options)
    }
}
