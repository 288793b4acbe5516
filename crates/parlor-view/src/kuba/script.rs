//! A scripted game of Kuba as it is shown: after each call of `make_move`, refused or not.

use kuba_rules::{Draw, Event, KubaGame, MoveError, Position, Side};
use parlor_game::{Game as _, Kuba};
use parlor_record::kuba_script::Attempt;

use super::{NOBODY_YET, Names, Picture, Stage, THIRD_TIME, board, description, motions};
use super::{push, refusal, status};
use crate::look::Look;
use crate::motion::Motion;
use crate::show::Highlights;
use crate::shown::Shown;
use crate::svg::PictureOptions;

/// The state of a scripted game after a call, in which nobody's turn may be due. Rules: K-15, K-16.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptSnapshot {
    /// The position; the first one as long as nobody has moved.
    position: Position,
    stage: Stage,
    /// The names of White and of Black.
    names: [String; 2],
    /// What came of the call that led here: whether it was carried out, and why not.
    called: Option<(bool, String)>,
    events: Vec<Event>,
}

impl ScriptSnapshot {
    /// The state of a game before its first call.
    pub fn of(game: &KubaGame) -> Self {
        let position = game.position().copied();
        Self {
            position: position.unwrap_or_else(|| Position::start(game.rules())),
            stage: match position {
                None => Stage::NobodyYet,
                Some(_) if game.is_draw() => Stage::Drawn(Draw::Repetition),
                Some(_) => Stage::UnderWay,
            },
            names: Side::ALL.map(|side| game.name(side).to_owned()),
            called: None,
            events: Vec::new(),
        }
    }

    /// The state after a call, which is made in `game`.
    pub fn after(game: &mut KubaGame, call: &Attempt<'_>) -> Self {
        let mut events = Vec::new();
        let result = call.try_in(game, &mut events);
        let mut snapshot = Self::of(game);
        let sentence = attempt(call, &result, &events, game, (&snapshot.names).into());
        snapshot.called = Some((result.is_ok(), sentence));
        snapshot.events = events;
        snapshot
    }

    /// What the call that led here returned; `None` at the start. Rules: K-16.
    pub fn result(&self) -> Option<bool> {
        self.called.as_ref().map(|(result, _)| *result)
    }

    fn names(&self) -> Names<'_> {
        (&self.names).into()
    }
}

/// What came of an attempt, in one line; `game` is the game after it.
///
/// Rules: K-12 (the push that makes the third time draws), and as named in the line.
pub fn attempt(
    attempt: &Attempt<'_>,
    result: &Result<(), MoveError>,
    events: &[Event],
    game: &KubaGame,
    names: Names<'_>,
) -> String {
    match result {
        // Nothing is carried out after a draw, so this is the push that made it.
        Ok(()) if game.is_draw() => {
            let push = push(events, names);
            format!("{}; {THIRD_TIME}.", push.trim_end_matches('.'))
        }
        Ok(()) => push(events, names),
        Err(error) => refusal(attempt.name(), &attempt.to_string(), error),
    }
}

impl Shown for ScriptSnapshot {
    fn game(&self) -> &'static str {
        Kuba::NAME
    }

    fn rules(&self) -> String {
        self.position.rules().to_string()
    }

    fn position(&self) -> Option<String> {
        (self.stage != Stage::NobodyYet).then(|| self.position.to_string())
    }

    fn spaces(&self) -> Option<Vec<String>> {
        None
    }

    fn board(&self) -> String {
        board(&self.position, self.names())
    }

    fn table(&self) -> Option<String> {
        None
    }

    fn status(&self) -> String {
        match self.stage {
            Stage::NobodyYet => NOBODY_YET.to_owned(),
            stage => status(&self.position, self.names(), stage.draw()),
        }
    }

    fn step(&self) -> Option<String> {
        self.called.as_ref().map(|(_, sentence)| sentence.clone())
    }

    fn motions_here(&self, look: Look) -> Vec<Motion> {
        motions(&self.events, look)
    }

    fn description(&self) -> Vec<String> {
        let state = description(&self.position, self.names(), self.stage, None);
        self.step().into_iter().chain(state).collect()
    }

    fn svg_with(&self, options: PictureOptions<'_>, _: Highlights<'_>) -> String {
        Picture {
            stage: self.stage,
            events: &self.events,
            names: self.names(),
            description: Some(&self.description()),
            ..Picture::new(&self.position)
        }
        .svg(options)
    }
}
