//! The list of players on a game's page.

use kuba_rules::{Event, Side};
use ludo_rules::Step;
use parlor_view::{Highlights, Look, Scene, default_name, kuba, printable};

use super::viewer::Viewer;
use super::{game_info, narration, sentences};
pub(super) use parlor_service::store::moderation::OF_PROGRAM;
use parlor_table::table::{Occupant, SeatView};
use parlor_table::timestamp::milliseconds;

/// A player in the list.
pub(super) struct PlayerRow<'a> {
    pub(super) seat: char,
    pub(super) name: &'a str,
    /// The name also of who is called "You".
    pub(super) full_name: &'a str,
    /// Whether a program plays, which is said beside the name.
    pub(super) is_program: bool,
    pub(super) mark: String,
    /// What the player has won and has left, as a picture, in a game that shows it.
    pub(super) tray: Option<String>,
    pub(super) notes: Vec<String>,
    /// Whether the player is shown at the near side of the board.
    pub(super) is_near: bool,
    pub(super) is_to_act: bool,
    pub(super) clock: Option<PlayerClock>,
    pub(super) played_by: PlayedBy,
}

/// Who plays a seat, as far as its row has something of its own for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayedBy {
    /// Another person, whose presence the page shows.
    AnotherPerson,
    /// A bot, of which eyes need no word.
    PlainBot,
    Others,
}

/// A player's clock.
pub(super) struct PlayerClock {
    pub(super) milliseconds: u64,
    /// The time left: `4:09`.
    pub(super) text: String,
    pub(super) runs: bool,
    pub(super) is_own: bool,
}

/// All players, in playing order.
pub(super) fn list<'a>(viewer: &Viewer<'a>) -> Vec<PlayerRow<'a>> {
    let seats = viewer.view.seats.iter();
    seats.map(|seat| player(viewer, seat)).collect()
}

fn player<'a>(viewer: &Viewer<'a>, seat: &'a SeatView) -> PlayerRow<'a> {
    let view = viewer.view;
    PlayerRow {
        seat: seat.seat,
        name: if is_called_you(viewer, seat) {
            sentences::YOURSELF
        } else if seat.is_program {
            seat.name.strip_suffix(OF_PROGRAM).unwrap_or(&seat.name)
        } else {
            &seat.name
        },
        is_program: seat.is_program,
        full_name: &seat.name,
        mark: game_info::mark(view.game, seat.seat),
        tray: tray(&view.scene, seat.seat, viewer.look),
        notes: notes(viewer, seat),
        is_near: match viewer.only_seat() {
            Some(own) => own.seat == seat.seat,
            None => game_info::is_far(view.game, seat.seat) == viewer.is_turned,
        },
        is_to_act: view.to_act == Some(seat.seat),
        clock: seat.time_left.map(|left| PlayerClock {
            milliseconds: milliseconds(left),
            text: narration::time_left(left),
            runs: view.running == Some(seat.seat),
            is_own: seat.is_yours,
        }),
        played_by: if seat.is_anothers() {
            PlayedBy::AnotherPerson
        } else if is_plainly_bot(viewer, seat) {
            PlayedBy::PlainBot
        } else {
            PlayedBy::Others
        },
    }
}

/// A player's tray in Kuba, where the board is drawn without it. Rules: K-6, K-8.
pub(super) fn tray(scene: &Scene, seat: char, look: Look) -> Option<String> {
    let Scene::Kuba(snapshot) = scene else {
        return None;
    };
    let side = Side::ALL.into_iter().find(|side| side.letter() == seat)?;
    let id = format!("tray-{seat}-");
    let tray = || {
        let options = game_info::on_board(&id);
        kuba::tray(snapshot, side, Highlights::default(), options)
    };
    (look == Look::Board).then(tray)
}

/// The id of the tray that a red came to in the step that led here. Rules: K-6.
pub(super) fn gaining_tray(after: &Scene) -> Option<String> {
    let Scene::Kuba(snapshot) = after else {
        return None;
    };
    let mut events = snapshot.last_action.iter().flat_map(|last| &last.events);
    let seat = events.find_map(|event| match event {
        Event::Captured { side, .. } => Some(side.letter()),
        _ => None,
    })?;
    Some(format!("tray-{seat}-tray-{seat}"))
}

/// How the bots of a game play, each kind once, with the names of those that have others.
pub(super) fn bots(viewer: &Viewer<'_>) -> Vec<String> {
    let game = viewer.view.game;
    let mut kinds: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for seat in &viewer.view.seats {
        let (Occupant::Bot(bot) | Occupant::Substitute(bot)) = &seat.occupant else {
            continue;
        };
        let Some(says) = game_info::style(game, bot) else {
            continue;
        };
        let title = game_info::bot_title(game, bot);
        let place = kinds.iter().position(|(kind, ..)| *kind == title);
        let place = place.unwrap_or_else(|| {
            kinds.push((title, says, Vec::new()));
            kinds.len() - 1
        });
        if matches!(seat.occupant, Occupant::Bot(_)) && seat.name != title {
            kinds[place].2.push(printable(&seat.name));
        }
    }
    let says = |(title, says, names): (&str, &str, Vec<String>)| match &*names {
        [] => sentences::how_bot_plays(title, says),
        names => sentences::how_bots_play(&sentences::list(names), title, says),
    };
    kinds.into_iter().map(says).collect()
}

/// Whether it is the only seat of the visitor.
fn is_called_you(viewer: &Viewer<'_>, seat: &SeatView) -> bool {
    seat.is_yours && viewer.only_seat().is_some()
}

/// Whether a bot plays there, as everywhere but at the visitor's seats, and something else is to be
/// seen of it.
fn is_plainly_bot(viewer: &Viewer<'_>, seat: &SeatView) -> bool {
    let is_bot = matches!(seat.occupant, Occupant::Bot(_));
    let is_alone = !viewer.view.seats.iter().any(SeatView::is_anothers);
    is_bot && is_alone && standing(&viewer.view.scene, seat.seat).is_some()
}

/// Where the tokens of a seat in Ludo are, in few words. Rules: L-16, L-30.
fn standing(scene: &Scene, letter: char) -> Option<String> {
    let Scene::Ludo(snapshot) = scene else {
        return None;
    };
    let mut seats = snapshot.position.tokens().iter();
    let (_, steps) = seats.find(|(seat, _)| seat.letter() == letter)?;
    let [yard, home] = [Step::YARD, Step::FINISHED]
        .map(|place| steps.iter().filter(|step| **step == place).count());
    let is_pair = steps[0] == steps[1] && steps[0] > Step::READY;
    Some(sentences::tokens_stand(yard, home, is_pair).to_owned())
}

fn notes(viewer: &Viewer<'_>, seat: &SeatView) -> Vec<String> {
    let view = viewer.view;
    let mut notes = Vec::new();
    if !is_called_you(viewer, seat) {
        notes.extend(standing(&view.scene, seat.seat));
        // Where all are the visitor's, nobody asks which are.
        if seat.is_yours && viewer.seats.len() < view.seats.len() {
            notes.push(sentences::YOU.to_owned());
        }
    } else if seat.name != default_name(seat.seat) {
        notes.push(printable(&seat.name));
    }
    if seat.is_program {
        notes.push(sentences::PROGRAM.to_owned());
    }
    match &seat.occupant {
        Occupant::Person if seat.is_taken => {}
        Occupant::Person if !seat.is_yours => notes.push(sentences::NOT_HERE_YET.to_owned()),
        Occupant::Person if view.dice.is_some() => notes.push(sentences::WORDS_TO_COME.to_owned()),
        Occupant::Person => notes.push(sentences::STILL_TO_JOIN.to_owned()),
        Occupant::Bot(_) if is_plainly_bot(viewer, seat) => {}
        Occupant::Bot(_) => notes.push(sentences::BOT.to_owned()),
        Occupant::Substitute(bot) => {
            notes.push(sentences::away(game_info::bot_title(view.game, bot)));
        }
    }
    if seat.hints > 0 {
        notes.push(sentences::had_hints(seat.hints));
    }
    notes
}
