//! A game as its visitor sees it: which seats are theirs, and what the game expects of them.
//!
//! Nearly everything on a page depends on who looks at it. These facts are derived from a
//! [`GameView`] once for each page; its parts read them here and derive none themselves.

use axum_extra::extract::cookie::CookieJar;

use parlor_view::{Look, printable};

use super::{game_info, sentences};
use parlor_table::command::CommandKind;
use parlor_table::table::{GameView, Occupant, SeatView, Status};

/// The cookie of a browser that has muted the chat.
pub(super) const MUTED: &str = "parlor-hears-nothing";
/// The cookie of a browser that has chosen whether boards turn to the viewer's seat.
pub(super) const TURNS: &str = "parlor-turns";
/// The cookie of a browser that wants to read boards: with numbers and letters.
pub(super) const DIAGRAMS: &str = "parlor-diagrams";
/// What each cookie says that does not say no.
pub(super) const YES: &str = "yes";
/// What a cookie says that does not say yes.
pub(super) const NO: &str = "no";

/// Whether boards turn to the viewer's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turning {
    /// To whoever plays one seat; who plays several has them as the rules draw them.
    OneSeat,
    /// Always; at one screen to the player to move.
    Always,
    Never,
}

/// What a browser has chosen for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ViewerPrefs {
    pub(super) chat_muted: bool,
    pub(super) turning: Turning,
    /// How boards are drawn.
    pub(super) look: Look,
}

impl ViewerPrefs {
    /// The preferences in a browser's cookies.
    pub(super) fn of(jar: &CookieJar) -> Self {
        let says = |name, value| jar.get(name).is_some_and(|cookie| cookie.value() == value);
        let turning = if says(TURNS, YES) {
            Turning::Always
        } else if says(TURNS, NO) {
            Turning::Never
        } else {
            Turning::OneSeat
        };
        let look = if says(DIAGRAMS, YES) {
            Look::Diagram
        } else {
            Look::Board
        };
        Self {
            chat_muted: says(MUTED, YES),
            turning,
            look,
        }
    }

    /// Whether boards turn to the side of who plays so many seats.
    pub(super) const fn turns_boards(self, seats: usize) -> bool {
        match self.turning {
            Turning::OneSeat => seats == 1,
            Turning::Always => true,
            Turning::Never => false,
        }
    }
}

/// Those of a browser that has chosen nothing.
impl Default for ViewerPrefs {
    fn default() -> Self {
        Self::of(&CookieJar::new())
    }
}

/// A game, and the facts about one visitor that its page depends on.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the visitor"
)]
pub(super) struct Viewer<'a> {
    pub(super) view: &'a GameView,
    /// The visitor's seats; none if they only watch.
    pub(super) seats: Vec<&'a SeatView>,
    /// The seat to act.
    pub(super) to_act: Option<&'a SeatView>,
    /// Whether the seat to act is the visitor's, with no bot in their place.
    pub(super) may_act: bool,
    /// Whether a request awaits the visitor's answer.
    pub(super) is_asked: bool,
    /// Whether the game waits for the visitor to join, and for nobody else.
    pub(super) holds_up_start: bool,
    /// Whether the visitor has to commit to new bytes for the dice, after the games were restored.
    pub(super) must_commit: bool,
    /// Whether somebody else may have asked the visitor to play again.
    pub(super) has_next_game: bool,
    /// Whether the board is turned to the visitor, who plays at its upper side.
    pub(super) is_turned: bool,
    /// How the board is drawn.
    pub(super) look: Look,
}

impl<'a> Viewer<'a> {
    pub(super) fn new(view: &'a GameView, prefs: ViewerPrefs) -> Self {
        let seats: Vec<&SeatView> = view.seats.iter().filter(|seat| seat.is_yours).collect();
        let to_act = view
            .seats
            .iter()
            .find(|seat| view.to_act == Some(seat.seat));
        let own_to_act = to_act.filter(|seat| seat.is_yours);
        let is_other_person = |seat: &SeatView| !seat.is_yours && seat.is_persons();
        let mut missing = view.seats.iter().filter(|seat| !seat.is_taken).peekable();
        // Of several seats at one screen, the board turns to the one to act.
        let front = own_to_act.or(seats.first().copied());
        let is_far = front.is_some_and(|seat| game_info::is_far(view.game, seat.seat));
        Self {
            view,
            to_act,
            may_act: own_to_act.is_some_and(|seat| seat.occupant == Occupant::Person),
            is_asked: view
                .choices
                .iter()
                .any(|choice| matches!(choice.kind, CommandKind::Agree(_))),
            holds_up_start: missing.peek().is_some() && missing.all(|seat| seat.is_yours),
            must_commit: seats.iter().any(|seat| seat.must_commit),
            has_next_game: view.status == Status::Over
                && view.rematch.is_some()
                && !seats.is_empty()
                && view.seats.iter().any(is_other_person),
            is_turned: is_far && prefs.turns_boards(seats.len()),
            look: prefs.look,
            seats,
        }
    }

    /// Whether a move or an answer of the visitor is awaited.
    pub(super) const fn is_awaited(&self) -> bool {
        self.may_act || self.is_asked || self.must_commit || self.has_next_game
    }

    /// Whether all players give to the dice anew, before which nobody is to act.
    pub(super) fn is_agreeing(&self) -> bool {
        self.view.dice.is_some_and(|dice| dice.is_agreeing)
    }

    /// The visitor's seat, if they have exactly one.
    pub(super) fn only_seat(&self) -> Option<&'a SeatView> {
        match *self.seats {
            [seat] => Some(seat),
            _ => None,
        }
    }

    /// The seat to act, if it is one of several that the visitor plays.
    pub(super) fn actor(&self) -> Option<&'a SeatView> {
        let is_one_of_several = self.may_act && self.seats.len() > 1;
        self.to_act.filter(|_| is_one_of_several)
    }

    /// The seat of a visitor who plays one, with no bot in their place: they are addressed as its
    /// player.
    pub(super) fn you(&self) -> Option<&'a SeatView> {
        let own = self.only_seat()?;
        (own.occupant == Occupant::Person).then_some(own)
    }

    /// Whether the visitor is addressed as the player of this seat.
    pub(super) fn is_you(&self, letter: char) -> bool {
        self.you().is_some_and(|own| own.seat == letter)
    }

    /// The players with their places, the best first; none where the game has no result.
    pub(super) fn placed(&self) -> Vec<(&'a SeatView, u8)> {
        let mut place = 1;
        let mut placed = Vec::new();
        for group in self.view.result.iter().flat_map(|result| &result.places) {
            let seats = group.iter().filter_map(|&letter| self.seat(letter));
            placed.extend(seats.map(|seat| (seat, place)));
            place += u8::try_from(group.len()).unwrap_or(u8::MAX);
        }
        placed
    }

    /// What the visitor calls a seat at the beginning of a sentence: `You`, or the name.
    pub(super) fn who(&self, letter: char) -> String {
        if self.is_you(letter) {
            sentences::YOURSELF.to_owned()
        } else {
            self.name(letter)
        }
    }

    /// What the visitor calls a seat within a sentence: `you`, or the name.
    pub(super) fn whom(&self, letter: char) -> String {
        if self.is_you(letter) {
            sentences::YOU.to_owned()
        } else {
            self.name(letter)
        }
    }

    /// The name at a seat, with the seat if another has the same.
    pub(super) fn name(&self, letter: char) -> String {
        let Some(seat) = self.seat(letter) else {
            return letter.to_string();
        };
        let name = printable(&seat.name);
        let namesakes = self
            .view
            .seats
            .iter()
            .filter(|other| other.name == seat.name);
        if namesakes.count() > 1 {
            sentences::player(&name, letter)
        } else {
            name
        }
    }

    /// The seat of this letter.
    pub(super) fn seat(&self, letter: char) -> Option<&'a SeatView> {
        self.view.seats.iter().find(|seat| seat.seat == letter)
    }

    /// Whether the visitor may send a command of this kind.
    pub(super) fn may_send(&self, is_meant: impl Fn(&CommandKind) -> bool) -> bool {
        let mut choices = self.view.choices.iter();
        choices.any(|choice| is_meant(&choice.kind))
    }
}
