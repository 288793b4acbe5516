//! A snapshot of any game, in every form.

use core::fmt::Debug;

use parlor_game::Turn;

use crate::look::Look;
use crate::motion::Motion;
use crate::show::{Highlights, Show};
use crate::snapshot::Snapshot;
use crate::svg::PictureOptions;

/// A snapshot whose game is not known at compile time.
///
/// What has a default is what a scripted game lacks: a position, and with it turns and results.
pub trait Shown: Debug {
    /// The name of the game: `ludo`.
    fn game(&self) -> &'static str;

    /// The name of the rule set: `classic`.
    fn rules(&self) -> String;

    /// The position as a line.
    fn position(&self) -> Option<String> {
        None
    }

    /// The names of the spaces of Ludo's tokens, `p` then `q`, player by player; `None` in Kuba.
    /// Rules: L-21.
    fn spaces(&self) -> Option<Vec<String>>;

    /// The letter of the player to move or to roll; `None` after the end.
    fn to_act(&self) -> Option<char> {
        None
    }

    /// What may be done now, in notation: `roll`, or the legal actions.
    fn legal(&self) -> Vec<String> {
        Vec::new()
    }

    /// The rule by which the game is over, or the word for how the players ended it.
    fn ending(&self) -> Option<&'static str> {
        None
    }

    /// Everybody's places once the game is over: groups of letters, the best first.
    fn result(&self) -> Option<Vec<Vec<char>>> {
        None
    }

    /// The board as text for a terminal of 80 columns.
    fn board(&self) -> String;

    /// The spaces of Ludo's tokens as a table; `None` in Kuba, whose board shows everything.
    fn table(&self) -> Option<String>;

    /// Whose turn it is and what is due, or how the game ended, in one line.
    fn status(&self) -> String;

    /// The last action and what came of it, in one sentence.
    fn step(&self) -> Option<String>;

    /// The pieces that moved on the way here, in pictures of this look. A snapshot of a live game
    /// does not know where it came from: there it is [`Scene::motions`](crate::Scene::motions).
    fn motions_here(&self, _look: Look) -> Vec<Motion> {
        Vec::new()
    }

    /// The whole state in sentences for listeners: the last action, what is due now, and what is
    /// where. An end that the players made of the game comes first.
    fn description(&self) -> Vec<String>;

    /// What a seat has won with, for a page to show large; empty for a seat that the game does not have.
    fn trophy(&self, _seat: char, _options: PictureOptions<'_>) -> String {
        String::new()
    }

    /// The state as an SVG document with these highlights, described by
    /// [`description`](Self::description).
    ///
    /// ```
    /// use parlor_game::AnyGame;
    /// use parlor_view::{Highlights, PictureOptions, Scene};
    ///
    /// let start = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
    /// let scene = Scene::of(&AnyGame::from_position(start, None)?);
    /// let highlights = Highlights {
    ///     actions: &["65F".to_owned()],
    ///     hint: Some("66L"),
    ///     ..Highlights::default()
    /// };
    /// let svg = scene.svg_with(PictureOptions::default(), highlights);
    /// assert!(svg.contains("id=\"arrow-65F\"") && svg.contains("id=\"hint\""));
    /// # Ok::<(), parlor_game::AnyError>(())
    /// ```
    fn svg_with(&self, options: PictureOptions<'_>, highlights: Highlights<'_>) -> String;

    /// The state as an SVG document without highlights.
    fn svg(&self, options: PictureOptions<'_>) -> String {
        self.svg_with(options, Highlights::default())
    }
}

impl<G: Show> Shown for Snapshot<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        G::rules(&self.position).to_string()
    }

    fn position(&self) -> Option<String> {
        Some(self.position.to_string())
    }

    fn spaces(&self) -> Option<Vec<String>> {
        G::spaces(self)
    }

    fn to_act(&self) -> Option<char> {
        self.turn().seat().map(G::letter)
    }

    fn legal(&self) -> Vec<String> {
        match self.turn() {
            Turn::Chance(_) => vec!["roll".to_owned()],
            Turn::Action(_) => {
                let actions = G::legal_actions(&self.position);
                actions.map(|action| action.to_string()).collect()
            }
            Turn::Over => Vec::new(),
        }
    }

    fn ending(&self) -> Option<&'static str> {
        let settlement = self.settlement.map(|settlement| settlement.name());
        self.ended_by.or(settlement)
    }

    fn result(&self) -> Option<Vec<Vec<char>>> {
        let standings = self.standings()?;
        let groups = standings.chunk_by(|one, other| one.places == other.places);
        let letters = groups.map(|group| group.iter().map(|one| G::letter(one.seat)).collect());
        Some(letters.collect())
    }

    fn board(&self) -> String {
        G::board(self)
    }

    fn table(&self) -> Option<String> {
        G::table(self)
    }

    fn status(&self) -> String {
        G::status(self)
    }

    fn step(&self) -> Option<String> {
        Some(G::step(self, self.last_action.as_ref()?))
    }

    fn description(&self) -> Vec<String> {
        let mut description = G::description(self);
        let is_settled = self.settlement.is_some() && self.ended_by.is_none();
        let first = usize::from(is_settled);
        description.splice(first..first, self.step());
        description
    }

    fn trophy(&self, seat: char, options: PictureOptions<'_>) -> String {
        let seat = G::seat(seat);
        seat.map_or_else(String::new, |seat| G::trophy(self, seat, options))
    }

    fn svg_with(&self, options: PictureOptions<'_>, highlights: Highlights<'_>) -> String {
        G::svg(self, options, highlights, &self.description())
    }
}
