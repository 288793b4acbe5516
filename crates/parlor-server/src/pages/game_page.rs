//! The page of a game, made of its parts.

use askama::Template;

use super::board::{Board, Press};
use super::chat::Chat;
use super::commands::{self, CommandButton};
use super::context::{Alert, PageContext};
use super::dice::Dice;
use super::players::{self, Player};
use super::viewer::Viewer;
use super::{game_info, illustration, narration, refresh, rules, sentences, typed_moves};
use crate::app::Address;
use crate::wording::{self, Narration};
use parlor_table::command::{CommandKind, MOST_ENTROPY};
use parlor_table::table::{Move, Occupant, SeatView, Status};

/// The number of moves that the page lists at once.
const MOVES_IN_SIGHT: usize = 12;

#[derive(Template)]
#[template(path = "game.html")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the game or its visitor"
)]
pub(super) struct GamePage<'a> {
    id: &'a str,
    /// The page's own address.
    address: String,
    /// What keeps the page from loading itself again, for the end of an address.
    query: &'static str,
    title: String,
    heading: &'static str,
    rules: String,
    version: u64,
    action_id: &'a str,
    alert: Option<&'a Alert>,
    status: String,
    /// Moves that may be typed now, as examples.
    examples: Option<String>,
    is_yours_to_act: bool,
    /// Whether a move or an answer of the visitor is awaited.
    waits_for_you: bool,
    /// The player to move, of several at this screen.
    actor: Option<Actor<'a>>,
    /// What happened on the board since the visitor's last choice.
    steps: &'a [Narration],
    /// Seats of this visitor that bots play for.
    absences: Vec<Absence<'a>>,
    /// Whether boards are turned to the visitor, and whether this one is.
    turns: bool,
    is_turned: bool,
    request: Option<String>,
    /// The hint, or that a request was declined.
    hint: Option<String>,
    /// The rules that the page cites above its controls, with links to them.
    cited: Vec<(String, String)>,
    /// A picture of who has joined, while the game waits for players.
    waiting_room: Option<String>,
    description: Vec<String>,
    board: Board,
    players: Vec<Player<'a>>,
    /// Seats of this visitor that still have to join, with words for the dice.
    joins: Vec<JoinForm<'a>>,
    most_words: usize,
    commands: Vec<CommandButton>,
    /// The buttons that ask for a hint, or answer a request.
    requests: Vec<CommandButton>,
    chat: Option<Chat>,
    invitations: Vec<Link<'a>>,
    own_links: Vec<Link<'a>>,
    watch_link: String,
    is_watching: bool,
    holds_a_seat: bool,
    is_over: bool,
    rematch: Option<String>,
    /// The number of moves played.
    played: usize,
    /// The last ones, the newest first.
    moves: Vec<&'a Move>,
    /// As many as one list has, in order, if there are more.
    more_moves: &'a [Move],
    dice: Option<Dice<'a>>,
    /// When the page loads itself again where no script keeps it live.
    refresh: Option<String>,
    is_still: bool,
    waits: bool,
    patience: Option<String>,
    /// The setting of the clocks, in words.
    clock: Option<String>,
    /// The seconds left on a clock of the visitor, if few are.
    hurry: Option<String>,
    /// Whether the links work only on this machine.
    is_only_here: bool,
}

/// The player to move, of several at one screen.
struct Actor<'a> {
    seat: char,
    name: &'a str,
    /// Whether they sit at the far side of the board.
    is_far: bool,
}

/// A seat of the visitor that a bot plays for.
struct Absence<'a> {
    seat: char,
    name: &'a str,
    bot: &'a str,
    /// The last moves that it has played.
    steps: &'a [Narration],
    /// The button that takes the seat back.
    back: CommandButton,
}

/// The form by which a seat of the visitor joins.
struct JoinForm<'a> {
    seat: char,
    name: &'a str,
    /// The words as entered.
    words: &'a str,
    is_wrong: bool,
}

/// A link to a seat.
struct Link<'a> {
    seat: char,
    /// `C, the triangle`.
    title: &'static str,
    name: &'a str,
    url: String,
}

impl<'a> GamePage<'a> {
    pub(super) fn new(viewer: &Viewer<'a>, context: &'a PageContext) -> Self {
        let view = viewer.view;
        let id = view.id.as_str();
        let Address(site) = &context.site;
        let address = if context.is_watching {
            format!("/games/{id}/watch")
        } else {
            format!("/games/{id}")
        };
        let is_over = view.status == Status::Over;
        let is_still = context.query.still.is_some();
        let query = if is_still { "?still" } else { "" };
        let is_invited = |seat: &&SeatView| !seat.is_taken && !seat.is_yours;
        let invitations = view.seats.iter().filter(is_invited);
        let own_links = viewer.seats.iter().filter(|_| !is_over);
        let mut buttons = commands::buttons(viewer);
        let absences = absences(viewer, context, &mut buttons);
        let (requests, commands) = buttons.into_iter().partition(CommandButton::is_answer);
        let page = format!("{address}{query}");
        let board = Board::new(viewer, context.query.from.as_deref(), &page);
        let status = narration::standing(viewer);
        let steps = context.narration.iter().map(|step| &*step.says);
        let ko = board.groups.iter().filter_map(|group| group.ko.as_deref());
        let above = steps.chain([&*status]);
        let above = above.chain(board.hint.as_deref()).chain(ko);
        Self {
            cited: rules_cited(above),
            id,
            title: narration::title(viewer),
            heading: game_info::title(view.game),
            rules: wording::capitalized(&view.rules),
            version: view.version,
            action_id: &context.action_id,
            alert: context.alert.as_ref(),
            status,
            examples: typed_moves::examples(viewer),
            is_yours_to_act: viewer.may_act,
            waits_for_you: viewer.is_awaited(),
            actor: viewer.actor().map(|seat| Actor {
                seat: seat.seat,
                name: &seat.name,
                is_far: game_info::is_far(view.game, seat.seat),
            }),
            steps: &context.narration,
            absences,
            turns: context.prefs.turns_boards,
            is_turned: viewer.is_turned,
            request: narration::request(viewer),
            hint: narration::hint(viewer).or_else(|| narration::declined(viewer)),
            waiting_room: illustration::waiting_room(view),
            description: view.scene.description(),
            board,
            players: players::list(viewer),
            joins: join_forms(viewer, context),
            most_words: MOST_ENTROPY,
            commands,
            requests,
            chat: Chat::of(viewer, &context.chat, context.prefs.chat_muted),
            invitations: invitations
                .filter_map(|seat| Link::to(seat, viewer, context))
                .collect(),
            own_links: own_links
                .filter_map(|seat| Link::to(seat, viewer, context))
                .collect(),
            watch_link: format!("{site}/games/{id}/watch"),
            is_watching: context.is_watching,
            holds_a_seat: !viewer.seats.is_empty(),
            is_over,
            rematch: view.rematch.as_ref().map(ToString::to_string),
            moves: view.moves.iter().rev().take(MOVES_IN_SIGHT).collect(),
            played: view.played,
            more_moves: if view.moves.len() > MOVES_IN_SIGHT {
                &view.moves
            } else {
                &[]
            },
            dice: Dice::of(view),
            refresh: refresh::instruction(viewer, context, &address),
            is_still,
            query,
            waits: refresh::waits(viewer),
            patience: view
                .away_after
                .filter(|_| !is_over)
                .map(sentences::duration),
            clock: view.clock.filter(|_| !is_over).map(narration::clock),
            hurry: narration::hurry(viewer),
            is_only_here: context.site.is_loopback(),
            address,
        }
    }
}

impl<'a> Link<'a> {
    /// The link to a seat whose key the browser has.
    fn to(seat: &'a SeatView, viewer: &Viewer<'a>, context: &PageContext) -> Option<Self> {
        let Address(site) = &context.site;
        let mut keys = context.seat_keys.iter();
        let (letter, key) = keys.find(|(letter, _)| *letter == seat.seat)?;
        Some(Self {
            seat: *letter,
            title: game_info::seat_title(viewer.view.game, *letter),
            name: &seat.name,
            url: format!(
                "{site}/games/{}/seats/{letter}/{}",
                viewer.view.id,
                key.reveal()
            ),
        })
    }
}

/// The rules that sentences cite, each once, with links to them.
fn rules_cited<'a>(sentences: impl Iterator<Item = &'a str>) -> Vec<(String, String)> {
    let mut cited = Vec::new();
    for part in sentences.flat_map(rules::parts) {
        if let Some(address) = part.address
            && cited.iter().all(|(id, _)| id != part.text)
        {
            cited.push((part.text.to_owned(), address));
        }
    }
    cited
}

/// The visitor's seats that bots play for, each with the button that takes it back, which appears
/// nowhere else.
fn absences<'a>(
    viewer: &Viewer<'a>,
    context: &'a PageContext,
    buttons: &mut Vec<CommandButton>,
) -> Vec<Absence<'a>> {
    let away = viewer.seats.iter().filter_map(|seat| {
        let Occupant::Substitute(bot) = &seat.occupant else {
            return None;
        };
        let is_back = |button: &CommandButton| button.is_return_of(seat.seat);
        let back = buttons.remove(buttons.iter().position(is_back)?);
        let mut absences = context.absences.iter();
        let absence = absences.find(|(letter, _)| *letter == seat.seat);
        Some(Absence {
            seat: seat.seat,
            name: &seat.name,
            bot: game_info::bot_title(viewer.view.game, bot),
            steps: absence.map_or(&[], |(_, steps)| steps),
            back,
        })
    });
    away.collect()
}

/// The forms of the visitor's seats that have yet to join.
fn join_forms<'a>(viewer: &Viewer<'a>, context: &'a PageContext) -> Vec<JoinForm<'a>> {
    let choices = viewer.view.choices.iter();
    let joins = choices.filter(|choice| matches!(choice.kind, CommandKind::Join { .. }));
    let forms = joins.filter_map(|choice| {
        let seat = viewer.seat(choice.seat)?;
        let refused = context.refused_words.as_ref();
        let refused = refused.filter(|(letter, _)| *letter == seat.seat);
        Some(JoinForm {
            seat: seat.seat,
            name: &seat.name,
            words: refused.map_or("", |(_, words)| words),
            is_wrong: refused.is_some(),
        })
    });
    forms.collect()
}
