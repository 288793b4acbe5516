//! What steps through a game that is over: four links, a slider, and what plays on. A page with it has
//! the ply in its address, and includes `study/steps.html`.

use super::sentences;
use super::steps::StepWords;
use super::viewer::Viewer;
use super::{narration, steps};

/// The ply that a page shows, and what leads to others.
pub(super) struct Stepper {
    /// The address of the page, without the ply.
    pub(super) address: String,
    pub(super) ply: usize,
    pub(super) last: usize,
    /// `Move 5 of 24`.
    pub(super) place: String,
    /// What the move was; `None` at the start.
    pub(super) step: Option<StepWords>,
    /// Whose turn it was then; `None` at the end.
    pub(super) turn: Option<String>,
    pub(super) ways: [StepLink; 4],
}

/// A link to another ply.
pub(super) struct StepLink {
    /// What it is called in addresses.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// What the browser knows it by, and the key that follows it.
    pub(super) relation: &'static str,
    pub(super) key: &'static str,
    /// The ply that it leads to; `None` at an end of the game.
    pub(super) to: Option<usize>,
    pub(super) has_focus: bool,
}

/// Where a page is in its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) ply: usize,
    /// The number of plies.
    pub(super) last: usize,
    /// Where the links lead that go one step back and on.
    pub(super) stops: [Option<usize>; 2],
    /// The link that led here, which gets the focus again.
    pub(super) by: Option<&'a str>,
    /// The bot that made the move in the place of a player.
    pub(super) stand_in: Option<&'a str>,
}

impl Stepper {
    /// What steps through the game of this viewer, who sees it as it is after the ply.
    pub(super) fn new(viewer: &Viewer<'_>, address: String, at: Place<'_>) -> Self {
        let scene = &viewer.view.scene;
        let step = steps::words(viewer, scene, at.stand_in)
            .or_else(|| steps::rolled(viewer, scene, at.stand_in));
        let turn = (at.ply < at.last).then(|| narration::turn(viewer, scene));
        Self::with(address, at, step, turn)
    }

    /// What steps through a game where this is said of a ply.
    pub(super) fn with(
        address: String,
        at: Place<'_>,
        step: Option<StepWords>,
        turn: Option<String>,
    ) -> Self {
        let Place { ply, last, .. } = at;
        let [back, next] = at.stops;
        let ways = [
            ("first", "First", "start", "Home", back.map(|_| 0)),
            ("back", "Back", "prev", "ArrowLeft", back),
            ("next", "Next", "next", "ArrowRight", next),
            ("last", "Last", "end", "End", next.map(|_| last)),
        ];
        let ways = ways.map(|(name, title, relation, key, to)| StepLink {
            name,
            title,
            relation,
            key,
            to,
            has_focus: at.by == Some(name),
        });
        Self {
            address,
            ply,
            last,
            place: match ply {
                0 => sentences::before_moves(last),
                ply => sentences::move_of(ply, last),
            },
            step,
            turn,
            ways,
        }
    }

    /// All that the slider says of where it is.
    pub(super) fn says(&self) -> String {
        match &self.step {
            Some(step) => sentences::place_with(&self.place, &step.plain),
            None => self.place.clone(),
        }
    }
}
