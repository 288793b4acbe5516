//! What steps through a game that is over: four links, a slider, and what plays on. A page with it has
//! the ply in its address, and includes `study/steps.html`; the script is `replay.js`.

use super::practice::query;
use super::sentences;
use super::steps::StepWords;

/// The ply that a page shows, and what leads to others.
pub(super) struct Stepper {
    /// The address of the page, without a query.
    pub(super) address: String,
    /// What its query has next to the ply.
    pub(super) fields: Vec<(&'static str, String)>,
    pub(super) ply: usize,
    pub(super) last: usize,
    /// All that the slider says of where it is.
    pub(super) says: String,
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
    /// The address of the ply that it leads to; `None` at an end of the game.
    pub(super) to: Option<String>,
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
}

impl Place<'_> {
    /// `Move 5 of 24`.
    pub(super) fn title(&self) -> String {
        match self.ply {
            0 => sentences::before_moves(self.last),
            ply => sentences::move_of(ply, self.last),
        }
    }

    /// The same, with what the move was.
    pub(super) fn says(&self, step: Option<&StepWords>) -> String {
        match step {
            Some(step) => sentences::place_with(&self.title(), &step.plain),
            None => self.title(),
        }
    }
}

impl Stepper {
    /// What steps through a page at this address, whose query has these fields next to the ply.
    pub(super) fn new(
        address: String,
        fields: Vec<(&'static str, String)>,
        at: Place<'_>,
        says: String,
    ) -> Self {
        let Place { ply, last, .. } = at;
        let [back, next] = at.stops;
        let ways = [
            ("first", "First", "start", "Home", back.map(|_| 0)),
            ("back", "Back", "prev", "ArrowLeft", back),
            ("next", "Next", "next", "ArrowRight", next),
            ("last", "Last", "end", "End", next.map(|_| last)),
        ];
        let game: Vec<(&str, &str)> = fields
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        let game = query(&game);
        let begins = if game.is_empty() { "" } else { "&" };
        let address_of = |ply| format!("{address}?{game}{begins}ply={ply}");
        let ways = ways.map(|(name, title, relation, key, to)| StepLink {
            name,
            title,
            relation,
            key,
            to: to.map(address_of),
            has_focus: at.by == Some(name),
        });
        Self {
            address,
            fields,
            ply,
            last,
            says,
            ways,
        }
    }
}
