//! The page of a game, made of its parts.

use askama::Template;
use parlor_view::default_name;

use super::advice::{Advice, advice};
use super::board::{Board, Press};
use super::chat::Chat;
use super::commands::{self, CommandButton, Tool};
use super::context::PageContext;
use super::dice::DiceSection;
use super::ending::EndSection;
use super::players::{self, PlayerRow};
use super::steps::Step;
use super::viewer::Viewer;
use super::{game_info, illustration, narration, qr, refresh, seat_keys, sentences, typed_moves};
use crate::wording;
use parlor_service::service::LONGEST_NAME;
use parlor_table::command::{CommandKind, MOST_ENTROPY};
use parlor_table::table::{GameView, Occupant, PlyView, SeatView, Status};

/// The number of moves that the page lists at once.
const MOVES_IN_SIGHT: usize = 12;

#[derive(Template)]
#[template(path = "game.html")]
pub(super) struct GamePage<'a> {
    view: &'a GameView,
    viewer: &'a Viewer<'a>,
    context: &'a PageContext,
    /// The page's own address.
    address: String,
    /// What keeps the page from loading itself again, for the end of an address.
    query: &'static str,
    /// What the status begins with, if the visitor is to act.
    lead: Option<&'static str>,
    status: String,
    /// Moves that may be typed now, as examples.
    examples: Option<String>,
    /// Seats of this visitor that bots play for.
    absences: Vec<Absence<'a>>,
    request: Option<String>,
    /// The hint, or that a request was declined.
    hint: Option<Advice>,
    /// The rule that is the reason for the status, where one may wonder.
    why: Option<&'static str>,
    /// A picture of who has joined, while the game waits for players.
    waiting_room: Option<String>,
    board: Board,
    players: Vec<PlayerRow<'a>>,
    /// How the bots play.
    bots: Vec<String>,
    /// Seats of this visitor that still have to join, with words for the dice.
    joins: Vec<JoinForm<'a>>,
    commands: Vec<CommandButton>,
    /// The button that begins the next game, beside the result.
    rematch: Option<CommandButton>,
    /// The buttons that answer a request.
    requests: Vec<CommandButton>,
    tools: Vec<Tool>,
    chat: Option<Chat>,
    lobby: Option<Lobby<'a>>,
    invitations: Vec<Link<'a>>,
    own_links: Vec<Link<'a>>,
    /// How it ended, once it is over.
    end: Option<EndSection<'a>>,
    /// The last moves, the newest first.
    moves: Vec<&'a PlyView>,
    /// As many as one list has, in order, if there are more.
    more_moves: &'a [PlyView],
    dice: Option<DiceSection<'a>>,
    /// When the page loads itself again where no script keeps it live.
    refresh: Option<String>,
    is_still: bool,
    patience: Option<String>,
    /// The setting of the clocks, in words.
    clock: Option<String>,
    /// Whether the player to move, of several at this screen, sits at the far side of the board.
    is_actor_far: bool,
}

/// A seat of the visitor that a bot plays for.
struct Absence<'a> {
    seat: char,
    name: &'a str,
    bot: &'a str,
    /// The last moves that it has played.
    steps: &'a [Step],
    /// The button that takes the seat back.
    back: CommandButton,
}

/// The form by which a seat of the visitor joins.
struct JoinForm<'a> {
    seat: char,
    name: &'a str,
    /// The words as entered.
    words: &'a str,
    /// Their salt, in a game whose dice have salts.
    salt: Option<&'a str>,
    /// Whether the game goes on with them, after it was restored from a backup.
    is_anew: bool,
    is_wrong: bool,
}

/// What a game shows that waits for friends, who have one link.
struct Lobby<'a> {
    url: String,
    /// The link as a picture, unless it is too long.
    qr: Option<String>,
    title: &'static str,
    /// What to do with it.
    says: String,
    /// What friends read who open it.
    invitation: String,
    /// The visitor's seat, whose name they may give.
    own: Option<&'a SeatView>,
    /// The name that they gave, or gave last and that was refused.
    name: &'a str,
    is_refused: bool,
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
    pub(super) fn new(viewer: &'a Viewer<'a>, context: &'a PageContext) -> Self {
        let view = viewer.view;
        let watch = if context.is_watching { "/watch" } else { "" };
        let address = format!("/games/{}{watch}", view.id);
        let is_over = view.status == Status::Over;
        let is_still = context.query.still.is_some();
        let query = if is_still { "?still" } else { "" };
        let is_invited = |seat: &&SeatView| !seat.is_taken && !seat.is_yours;
        let invitations = view.seats.iter().filter(is_invited);
        let own_links = viewer.seats.iter().filter(|_| !is_over);
        let link = |seat| Link::to(seat, viewer, context);
        let mut buttons = commands::buttons(viewer);
        let absences = absences(viewer, context, &mut buttons);
        let rematch = buttons.iter().position(CommandButton::is_rematch);
        let rematch = rematch.map(|place| buttons.remove(place));
        let tools = commands::tools(viewer, &mut buttons);
        let (requests, commands) = buttons.into_iter().partition(CommandButton::is_answer);
        let page = format!("{address}{query}");
        let board = Board::new(viewer, &context.query, &page);
        let status = narration::standing(viewer);
        let has_more_moves = view.moves.len() > MOVES_IN_SIGHT;
        Self {
            why: narration::why(viewer),
            lead: narration::lead(viewer),
            status,
            examples: typed_moves::examples(viewer),
            absences,
            request: narration::request(viewer),
            hint: advice(viewer).or_else(|| narration::declined(viewer).map(Advice::from)),
            waiting_room: illustration::waiting_room(view),
            board,
            players: players::list(viewer),
            bots: players::bots(viewer),
            joins: join_forms(viewer, context),
            commands,
            rematch,
            requests,
            tools,
            chat: Chat::of(viewer, &context.chat, context.prefs.chat_muted),
            lobby: Lobby::of(viewer, context),
            invitations: invitations.filter_map(link).collect(),
            own_links: own_links.copied().filter_map(link).collect(),
            end: EndSection::of(viewer),
            moves: view.moves.iter().rev().take(MOVES_IN_SIGHT).collect(),
            more_moves: if has_more_moves { &view.moves } else { &[] },
            dice: DiceSection::of(view),
            refresh: refresh::instruction(viewer, context, &address),
            is_still,
            query,
            patience: view
                .away_after
                .filter(|_| !is_over)
                .map(sentences::duration),
            is_actor_far: viewer
                .actor()
                .is_some_and(|seat| game_info::is_far(view.game, seat.seat)),
            clock: view.clock.filter(|_| !is_over).map(narration::clock),
            address,
            view,
            viewer,
            context,
        }
    }
}

impl<'a> Lobby<'a> {
    /// The lobby of a game that waits for others, if the browser has its code.
    fn of(viewer: &Viewer<'a>, context: &'a PageContext) -> Option<Self> {
        let view = viewer.view;
        let code = context.code.as_ref();
        let code = code.filter(|_| view.status == Status::Waiting)?;
        let missing = |seat: &&SeatView| !seat.is_taken && !seat.is_yours;
        let friends = view.seats.iter().filter(missing).count();
        if friends == 0 {
            return None;
        }
        let url = format!("{}{}", context.site.0, seat_keys::short_link(code));
        let own = viewer.only_seat().filter(|seat| seat.is_taken);
        let is_own = |seat: &&SeatView| seat.name != default_name(seat.seat);
        let given = own.filter(is_own).map_or("", |seat| &seat.name);
        let refused = context.refused_name.as_deref();
        Some(Self {
            qr: qr::svg(&url, &sentences::qr_of(&url)),
            url,
            title: sentences::invite(friends),
            says: sentences::one_link_for(friends),
            invitation: narration::invitation(view),
            own,
            name: refused.unwrap_or(given),
            is_refused: refused.is_some(),
        })
    }
}

impl GamePage<'_> {
    /// Whether there is something to say to somebody.
    fn speaks(&self) -> bool {
        let chat = self.chat.as_ref();
        chat.is_some_and(|chat| !chat.phrases.is_empty())
    }

    fn may_give_up(&self) -> bool {
        self.commands.iter().any(CommandButton::gives_up)
    }

    /// The picture of its board.
    pub(super) fn picture(&self) -> &str {
        &self.board.svg
    }
}

impl<'a> Link<'a> {
    /// The link to a seat whose key the browser has.
    fn to(seat: &'a SeatView, viewer: &Viewer<'a>, context: &PageContext) -> Option<Self> {
        let mut keys = context.seat_keys.iter();
        let (letter, key) = keys.find(|(letter, _)| *letter == seat.seat)?;
        Some(Self {
            seat: *letter,
            title: game_info::seat_title(viewer.view.game, *letter),
            name: &seat.name,
            url: format!(
                "{}/games/{}/seats/{letter}/{}",
                context.site.0,
                viewer.view.id,
                key.reveal()
            ),
        })
    }
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
        let mut fresh = context.words.iter();
        let typed = refused.or_else(|| fresh.find(|(letter, _)| *letter == seat.seat));
        let typed = typed.map(|(_, typed)| typed);
        Some(JoinForm {
            seat: seat.seat,
            name: &seat.name,
            words: typed.map_or("", |typed| &typed.words),
            salt: typed.and_then(|typed| typed.shown_salt(viewer.view)),
            is_anew: seat.must_commit,
            is_wrong: refused.is_some(),
        })
    });
    forms.collect()
}
