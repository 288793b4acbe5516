//! What the page of a game shows, made of what its visitor may see.

use askama::Template;
use parlor_view::printable;

use super::board::{Board, BoardView, Press};
use super::commands::{self, CommandButton};
use super::conversation::Conversation;
use super::viewer::{Alert, ViewerPrefs, is_far, is_yours_to_act};
use super::{game_info, illustration, narration, refresh, rules, typed, wording};
use crate::app::Address;
use parlor_table::command::{CommandKind, MOST_ENTROPY};
use parlor_table::table::{GameView, Hint, Move, Narration, Played, SeatView, Status};
use parlor_table::timestamp::milliseconds;

/// How many of the last moves are in sight at once.
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
    /// What is added to an address so that the page stands still there too.
    query: &'static str,
    title: String,
    heading: &'static str,
    rules: String,
    version: u64,
    action_id: &'a str,
    alert: Option<&'a Alert>,
    status: String,
    /// What may be typed now, for example.
    examples: Option<String>,
    is_yours_to_act: bool,
    /// Whether a move or an answer of the visitor is waited for.
    waits_for_you: bool,
    /// Who is to act of several who play at this screen.
    actor: Option<Actor<'a>>,
    told: &'a [Narration],
    /// Seats of this visitor that bots play for.
    absences: Vec<Absence<'a>>,
    /// Whether boards are turned to the visitor, and whether this one is.
    turns: bool,
    is_turned: bool,
    request: Option<String>,
    /// The hint, or that what was asked for was declined.
    hint: Option<String>,
    /// The rules that the page cites above what can be pressed, with where they are
    /// explained.
    cited: Vec<(String, String)>,
    /// Who is there and who is missing, while the game waits for players.
    waiting_room: Option<String>,
    description: Vec<String>,
    board: Board,
    players: Vec<Player<'a>>,
    /// Seats of this visitor that still have to join, with words for the dice.
    joins: Vec<JoinForm<'a>>,
    most_words: usize,
    wishes: Vec<CommandButton>,
    /// The buttons that ask for a hint, or answer what was asked.
    answers: Vec<CommandButton>,
    talk: Option<Conversation>,
    invitations: Vec<Link<'a>>,
    own_links: Vec<Link<'a>>,
    watch_link: String,
    is_watching: bool,
    holds_a_seat: bool,
    is_over: bool,
    rematch: Option<String>,
    /// How many moves were played.
    played: usize,
    /// The last ones, the newest first.
    moves: Vec<&'a Move>,
    /// More of them in order, where there are more.
    more_moves: &'a [Move],
    dice: Option<DiceShown<'a>>,
    /// How the page loads itself again where no script keeps it live.
    refresh: Option<String>,
    is_still: bool,
    waits: bool,
    patience: Option<String>,
    /// What the clocks are set to, in words.
    clock: Option<String>,
    /// That a clock of the visitor has little left.
    hurry: Option<String>,
    /// Whether the links work on this machine alone.
    is_only_here: bool,
}

/// Who is to act of several who play at one screen.
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
    /// What it has played, the last of it.
    told: &'a [Narration],
    /// The button that takes the seat back.
    back: CommandButton,
}

/// A player as they are listed.
struct Player<'a> {
    seat: char,
    name: &'a str,
    mark: String,
    notes: Vec<String>,
    /// How the bot plays that sits there.
    style: Option<&'static str>,
    is_to_act: bool,
    clock: Option<ClockShown>,
    /// Whether another person plays, of whom is told whether they are here.
    is_elsewhere: bool,
}

/// A player's clock.
struct ClockShown {
    milliseconds: u64,
    /// The time left: `4:09`.
    text: String,
    runs: bool,
    is_own: bool,
}

/// What is asked of a player whom the dice wait for.
struct JoinForm<'a> {
    seat: char,
    name: &'a str,
    /// What was entered.
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

/// What is told of the dice.
struct DiceShown<'a> {
    commitment: String,
    secret: Option<String>,
    seats: Vec<DiceSeat<'a>>,
}

struct DiceSeat<'a> {
    seat: char,
    name: &'a str,
    commitment: Option<String>,
    bytes: Option<String>,
    /// The bytes as words, where they are some.
    words: Option<String>,
    source: &'static str,
}

impl<'a> GamePage<'a> {
    pub(super) fn new(view: &'a GameView, looks: &'a ViewerPrefs) -> Self {
        let id = view.id.as_str();
        let Address(site) = &looks.site;
        let address = if looks.is_watching {
            format!("/games/{id}/watch")
        } else {
            format!("/games/{id}")
        };
        let is_yours_to_act = is_yours_to_act(view);
        let holds_a_seat = view.seats.iter().any(|seat_state| seat_state.is_yours);
        let waits = refresh::waits(view);
        let is_still = looks.asked.still.is_some();
        let query = if is_still { "?still" } else { "" };
        let link = |seat_state: &'a SeatView| {
            let (seat, key) = looks
                .links
                .iter()
                .find(|(seat, _)| *seat == seat_state.seat)?;
            Some(Link {
                seat: *seat,
                title: game_info::seat_title(view.game, *seat),
                name: &seat_state.name,
                url: format!("{site}/games/{id}/seats/{seat}/{}", key.reveal()),
            })
        };
        let is_invited = |seat_state: &&SeatView| !seat_state.is_taken && !seat_state.is_yours;
        let last = view.moves.iter().rev().take(MOVES_IN_SIGHT);
        let is_turned = looks.turns && is_far(view);
        let mut wishes = commands::buttons(view);
        let absences = absences(view, looks, &mut wishes);
        let (answers, wishes) = wishes.into_iter().partition(CommandButton::is_answer);
        let board = Board::new(
            &view.scene,
            BoardView {
                may_act: is_yours_to_act,
                from: looks.asked.from.as_deref(),
                page: &format!("{address}{query}"),
                hint: view.hint.as_ref().and_then(Hint::action),
                is_turned,
            },
        );
        let status = narration::standing(view);
        let told = looks.told.iter().map(|told| &*told.says);
        let ko = board.groups.iter().filter_map(|group| group.ko.as_deref());
        let above = told.chain([&*status]);
        let above = above.chain(board.hint.as_deref()).chain(ko);
        Self {
            cited: rules_cited(above),
            id,
            title: narration::title(view),
            heading: game_info::title(view.game),
            rules: wording::capitalised(&view.rules),
            version: view.version,
            action_id: &looks.action_id,
            alert: looks.alert.as_ref(),
            status,
            examples: typed::examples(view),
            is_yours_to_act,
            waits_for_you: narration::waits_for_you(view),
            actor: actor(view).filter(|_| is_yours_to_act),
            told: &looks.told,
            absences,
            turns: looks.turns,
            is_turned,
            request: narration::request(view),
            hint: narration::hint(view).or_else(|| narration::declined(view)),
            waiting_room: illustration::waiting_room(view),
            description: view.scene.description(),
            board,
            players: view
                .seats
                .iter()
                .map(|seat_state| player(view, seat_state))
                .collect(),
            joins: view
                .choices
                .iter()
                .filter(|choice| matches!(choice.kind, CommandKind::Join { .. }))
                .filter_map(|choice| {
                    let seat_state = view
                        .seats
                        .iter()
                        .find(|seat_state| seat_state.seat == choice.seat)?;
                    Some(join_form(seat_state, looks))
                })
                .collect(),
            most_words: MOST_ENTROPY,
            wishes,
            answers,
            talk: Conversation::of(view, &looks.spoken, looks.chat_muted),
            invitations: view
                .seats
                .iter()
                .filter(is_invited)
                .filter_map(link)
                .collect(),
            own_links: view
                .seats
                .iter()
                .filter(|seat_state| seat_state.is_yours && view.status != Status::Over)
                .filter_map(link)
                .collect(),
            watch_link: format!("{site}/games/{id}/watch"),
            is_watching: looks.is_watching,
            holds_a_seat,
            is_over: view.status == Status::Over,
            rematch: view.rematch.as_ref().map(ToString::to_string),
            moves: last.collect(),
            played: view.played,
            more_moves: if view.moves.len() > MOVES_IN_SIGHT {
                &view.moves
            } else {
                &[]
            },
            dice: dice(view),
            refresh: refresh::instruction(view, looks, &address),
            is_still,
            query,
            waits,
            patience: view
                .away_after
                .filter(|_| view.status != Status::Over)
                .map(narration::patience),
            clock: view
                .clock
                .filter(|_| view.status != Status::Over)
                .map(narration::clock),
            hurry: narration::hurry(view),
            is_only_here: looks.site.is_loopback(),
            address,
        }
    }
}

/// The rules that sentences cite, each once, with where they are explained.
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

/// Whose turn it is of the visitor's seats, if they have several.
fn actor(view: &GameView) -> Option<Actor<'_>> {
    let mut own = view.seats.iter().filter(|seat_state| seat_state.is_yours);
    own.clone().nth(1)?;
    let seat_state = own.find(|seat_state| view.to_act == Some(seat_state.seat))?;
    Some(Actor {
        seat: seat_state.seat,
        name: &seat_state.name,
        is_far: game_info::is_far(view.game, seat_state.seat),
    })
}

/// The seats of the visitor that bots play for, each with the button that takes it
/// back, which stands nowhere else.
fn absences<'a>(
    view: &'a GameView,
    looks: &'a ViewerPrefs,
    wishes: &mut Vec<CommandButton>,
) -> Vec<Absence<'a>> {
    let away = view.seats.iter().filter_map(|seat_state| {
        let Played::Substitute(bot) = &seat_state.played else {
            return None;
        };
        let is_back = |kind: &CommandButton| kind.is_return_of(seat_state.seat);
        let back = wishes.remove(wishes.iter().position(is_back)?);
        let told = looks
            .absences
            .iter()
            .find(|(seat, _)| *seat == seat_state.seat);
        Some(Absence {
            seat: seat_state.seat,
            name: &seat_state.name,
            bot: game_info::bot_title(view.game, bot),
            told: told.map_or(&[], |(_, told)| told),
            back,
        })
    });
    away.collect()
}

fn join_form<'a>(seat_state: &'a SeatView, looks: &'a ViewerPrefs) -> JoinForm<'a> {
    let words = looks
        .words
        .as_ref()
        .filter(|(seat, _)| *seat == seat_state.seat);
    JoinForm {
        seat: seat_state.seat,
        name: &seat_state.name,
        words: words.map_or("", |(_, words)| words),
        is_wrong: words.is_some(),
    }
}

fn player<'a>(view: &GameView, seat_state: &'a SeatView) -> Player<'a> {
    let style = match &seat_state.played {
        Played::Person => None,
        Played::Bot(bot) | Played::Substitute(bot) => game_info::style(view.game, bot),
    };
    let mut notes = Vec::new();
    if seat_state.is_yours {
        notes.push("you".to_owned());
    }
    match &seat_state.played {
        Played::Person if !seat_state.is_taken && seat_state.is_yours => {
            let what = match view.dice {
                Some(_) => "words for the dice still to come",
                None => "still to join",
            };
            notes.push(what.to_owned());
        }
        Played::Person if !seat_state.is_taken => notes.push("not here yet".to_owned()),
        Played::Person => {}
        Played::Bot(bot) => {
            let title = game_info::bot_title(view.game, bot);
            // Most are called what they are.
            notes.push(if seat_state.name == title {
                "bot".to_owned()
            } else {
                format!("the bot {title}")
            });
        }
        Played::Substitute(bot) => {
            let title = game_info::bot_title(view.game, bot);
            notes.push(format!("away, the bot {title} plays"));
        }
    }
    match seat_state.hints {
        0 => {}
        1 => notes.push("had a hint".to_owned()),
        several => notes.push(format!("had {several} hints")),
    }
    if view.to_act == Some(seat_state.seat) {
        notes.push("to move".to_owned());
    }
    Player {
        seat: seat_state.seat,
        name: &seat_state.name,
        mark: game_info::mark(view.game, seat_state.seat),
        notes,
        style,
        is_to_act: view.to_act == Some(seat_state.seat),
        clock: seat_state.left.map(|left| ClockShown {
            milliseconds: milliseconds(left),
            text: narration::time_left(left),
            runs: view.running == Some(seat_state.seat),
            is_own: seat_state.is_yours,
        }),
        is_elsewhere: seat_state.is_anothers(),
    }
}

fn dice(view: &GameView) -> Option<DiceShown<'_>> {
    let dice = view.dice.as_ref()?;
    Some(DiceShown {
        commitment: dice.commitment.to_string(),
        secret: dice.secret.map(|secret| secret.to_string()),
        seats: view.seats.iter().map(dice_seat).collect(),
    })
}

fn dice_seat(seat_state: &SeatView) -> DiceSeat<'_> {
    let bytes = seat_state.entropy.as_deref();
    let words = bytes.filter(|bytes| !bytes.is_empty() && !seat_state.drawn_by_server);
    let words = words.and_then(|bytes| core::str::from_utf8(bytes).ok());
    DiceSeat {
        seat: seat_state.seat,
        name: &seat_state.name,
        commitment: seat_state
            .commitment
            .map(|commitment| commitment.to_string()),
        bytes: bytes.filter(|bytes| !bytes.is_empty()).map(hex::encode),
        words: words.map(printable),
        source: match (&seat_state.commitment, seat_state.drawn_by_server) {
            (None, _) if seat_state.is_taken => "gives nothing to the dice",
            (None, _) => "has not joined yet",
            (Some(_), true) => "left it to the server, which drew 32 bytes",
            (Some(_), false) => "gave bytes of their own",
        },
    }
}
