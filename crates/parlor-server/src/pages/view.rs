//! What the page of a game shows, made of what its visitor may see.

use askama::Template;
use parlor_record::hex;
use parlor_view::printable;

use super::board::{Board, Press, Sight};
use super::game::Asked;
use super::refresh::{self, Server};
use super::say::Conversation;
use super::wishes::{self, WishButton};
use super::{new_game, rules, sheet, told, turn, typed, vignette};
use crate::clock::milliseconds;
use crate::key::Key;
use crate::order::{MOST_ENTROPY, Wish};
use crate::phrase::Spoken;
use crate::table::{Hint, Move, Played, SeatSeen, Seen, Status, Told};
use crate::web::Address;

/// How many of the last moves are in sight at once.
const MOVES_IN_SIGHT: usize = 12;

/// How a visitor looks at a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Looks {
    /// How the site is reached.
    pub(super) site: Address,
    /// The keys that their browser keeps.
    pub(super) links: Vec<(char, Key)>,
    /// Whether they want to watch, whatever seats they hold.
    pub(super) is_watching: bool,
    /// What they have chosen so far, and whether their page is to stand still.
    pub(super) asked: Asked,
    /// Whether there is a server to ask again.
    pub(super) server: Server,
    /// The words for the dice of a seat, as they were entered and not taken.
    pub(super) words: Option<(char, String)>,
    /// What was said of late, and whether they want to hear nothing of it.
    pub(super) spoken: Vec<Spoken>,
    pub(super) is_deaf: bool,
    /// Whether boards are to be turned to them.
    pub(super) turns: bool,
    /// What has happened on the board since they last chose.
    pub(super) told: Vec<Told>,
    /// What bots have played for those of their seats that were left alone.
    pub(super) absences: Vec<(char, Vec<Told>)>,
    /// What became of a button that was not carried out.
    pub(super) alert: Option<Alert>,
    /// What the next button is called.
    pub(super) action_id: String,
}

/// Why a button was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alert {
    pub(super) title: &'static str,
    pub(super) says: String,
    pub(super) rule: Option<&'static str>,
}

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
    told: &'a [Told],
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
    company: Option<String>,
    description: Vec<String>,
    board: Board,
    players: Vec<Player<'a>>,
    /// Seats of this visitor that still have to join, with words for the dice.
    joins: Vec<JoinForm<'a>>,
    most_words: usize,
    wishes: Vec<WishButton>,
    /// The buttons that ask for a hint, or answer what was asked.
    answers: Vec<WishButton>,
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
    told: &'a [Told],
    /// The button that takes the seat back.
    back: WishButton,
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
    pub(super) fn new(seen: &'a Seen, looks: &'a Looks) -> Self {
        let id = seen.id.as_str();
        let Address(site) = &looks.site;
        let address = if looks.is_watching {
            format!("/games/{id}/watch")
        } else {
            format!("/games/{id}")
        };
        let is_yours_to_act = is_yours_to_act(seen);
        let holds_a_seat = seen.seats.iter().any(|chair| chair.is_yours);
        let waits = refresh::waits(seen);
        let is_still = looks.asked.still.is_some();
        let query = if is_still { "?still" } else { "" };
        let link = |chair: &'a SeatSeen| {
            let (seat, key) = looks.links.iter().find(|(seat, _)| *seat == chair.seat)?;
            Some(Link {
                seat: *seat,
                title: sheet::seat_title(seen.game, *seat),
                name: &chair.name,
                url: format!("{site}/games/{id}/seats/{seat}/{}", key.reveal()),
            })
        };
        let is_invited = |chair: &&SeatSeen| !chair.is_taken && !chair.is_yours;
        let last = seen.moves.iter().rev().take(MOVES_IN_SIGHT);
        let is_turned = looks.turns && turn::is_far(seen);
        let mut wishes = wishes::buttons(seen);
        let absences = absences(seen, looks, &mut wishes);
        let (answers, wishes) = wishes.into_iter().partition(WishButton::is_answer);
        let board = Board::new(
            &seen.scene,
            Sight {
                may_act: is_yours_to_act,
                from: looks.asked.from.as_deref(),
                page: &format!("{address}{query}"),
                hint: seen.hint.as_ref().and_then(Hint::action),
                is_turned,
            },
        );
        let status = told::standing(seen);
        let told = looks.told.iter().map(|told| &*told.says);
        let barred = board
            .groups
            .iter()
            .filter_map(|group| group.barred.as_deref());
        let above = told.chain([&*status]);
        let above = above.chain(board.hint.as_deref()).chain(barred);
        Self {
            cited: rules_cited(above),
            id,
            title: told::title(seen),
            heading: sheet::title(seen.game),
            rules: new_game::capitalised(&seen.rules),
            version: seen.version,
            action_id: &looks.action_id,
            alert: looks.alert.as_ref(),
            status,
            examples: typed::examples(seen),
            is_yours_to_act,
            waits_for_you: told::waits_for_you(seen),
            actor: actor(seen).filter(|_| is_yours_to_act),
            told: &looks.told,
            absences,
            turns: looks.turns,
            is_turned,
            request: told::request(seen),
            hint: told::hint(seen).or_else(|| told::declined(seen)),
            company: vignette::company(seen),
            description: seen.scene.description(),
            board,
            players: seen.seats.iter().map(|chair| player(seen, chair)).collect(),
            joins: seen
                .choices
                .iter()
                .filter(|choice| matches!(choice.wish, Wish::Join { .. }))
                .filter_map(|choice| {
                    let chair = seen.seats.iter().find(|chair| chair.seat == choice.seat)?;
                    Some(join_form(chair, looks))
                })
                .collect(),
            most_words: MOST_ENTROPY,
            wishes,
            answers,
            talk: Conversation::of(seen, &looks.spoken, looks.is_deaf),
            invitations: seen
                .seats
                .iter()
                .filter(is_invited)
                .filter_map(link)
                .collect(),
            own_links: seen
                .seats
                .iter()
                .filter(|chair| chair.is_yours && seen.status != Status::Over)
                .filter_map(link)
                .collect(),
            watch_link: format!("{site}/games/{id}/watch"),
            is_watching: looks.is_watching,
            holds_a_seat,
            is_over: seen.status == Status::Over,
            rematch: seen.rematch.as_ref().map(ToString::to_string),
            moves: last.collect(),
            played: seen.played,
            more_moves: if seen.moves.len() > MOVES_IN_SIGHT {
                &seen.moves
            } else {
                &[]
            },
            dice: dice(seen),
            refresh: refresh::instruction(seen, looks, &address),
            is_still,
            query,
            waits,
            patience: seen
                .away_after
                .filter(|_| seen.status != Status::Over)
                .map(told::patience),
            clock: seen
                .clock
                .filter(|_| seen.status != Status::Over)
                .map(told::clock),
            hurry: told::hurry(seen),
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

/// Whether the one who looks is to act now.
pub(super) fn is_yours_to_act(seen: &Seen) -> bool {
    let is_yours = |chair: &SeatSeen| {
        seen.to_act == Some(chair.seat) && chair.is_yours && chair.played == Played::Person
    };
    seen.seats.iter().any(is_yours)
}

/// Whose turn it is of the visitor's seats, if they have several.
fn actor(seen: &Seen) -> Option<Actor<'_>> {
    let mut own = seen.seats.iter().filter(|chair| chair.is_yours);
    own.clone().nth(1)?;
    let chair = own.find(|chair| seen.to_act == Some(chair.seat))?;
    Some(Actor {
        seat: chair.seat,
        name: &chair.name,
        is_far: sheet::is_far(seen.game, chair.seat),
    })
}

/// The seats of the visitor that bots play for, each with the button that takes it
/// back, which stands nowhere else.
fn absences<'a>(
    seen: &'a Seen,
    looks: &'a Looks,
    wishes: &mut Vec<WishButton>,
) -> Vec<Absence<'a>> {
    let away = seen.seats.iter().filter_map(|chair| {
        let Played::Substitute(bot) = &chair.played else {
            return None;
        };
        let is_back = |wish: &WishButton| wish.is_return_of(chair.seat);
        let back = wishes.remove(wishes.iter().position(is_back)?);
        let told = looks.absences.iter().find(|(seat, _)| *seat == chair.seat);
        Some(Absence {
            seat: chair.seat,
            name: &chair.name,
            bot: sheet::bot_title(seen.game, bot),
            told: told.map_or(&[], |(_, told)| told),
            back,
        })
    });
    away.collect()
}

fn join_form<'a>(chair: &'a SeatSeen, looks: &'a Looks) -> JoinForm<'a> {
    let words = looks.words.as_ref().filter(|(seat, _)| *seat == chair.seat);
    JoinForm {
        seat: chair.seat,
        name: &chair.name,
        words: words.map_or("", |(_, words)| words),
        is_wrong: words.is_some(),
    }
}

fn player<'a>(seen: &Seen, chair: &'a SeatSeen) -> Player<'a> {
    let style = match &chair.played {
        Played::Person => None,
        Played::Bot(bot) | Played::Substitute(bot) => sheet::style(seen.game, bot),
    };
    let mut notes = Vec::new();
    if chair.is_yours {
        notes.push("you".to_owned());
    }
    match &chair.played {
        Played::Person if !chair.is_taken && chair.is_yours => {
            let what = match seen.dice {
                Some(_) => "words for the dice still to come",
                None => "still to join",
            };
            notes.push(what.to_owned());
        }
        Played::Person if !chair.is_taken => notes.push("not here yet".to_owned()),
        Played::Person => {}
        Played::Bot(bot) => {
            let title = sheet::bot_title(seen.game, bot);
            // Most are called what they are.
            notes.push(if chair.name == title {
                "bot".to_owned()
            } else {
                format!("the bot {title}")
            });
        }
        Played::Substitute(bot) => {
            let title = sheet::bot_title(seen.game, bot);
            notes.push(format!("away, the bot {title} plays"));
        }
    }
    match chair.hints {
        0 => {}
        1 => notes.push("had a hint".to_owned()),
        several => notes.push(format!("had {several} hints")),
    }
    if seen.to_act == Some(chair.seat) {
        notes.push("to move".to_owned());
    }
    Player {
        seat: chair.seat,
        name: &chair.name,
        mark: sheet::mark(seen.game, chair.seat),
        notes,
        style,
        is_to_act: seen.to_act == Some(chair.seat),
        clock: chair.left.map(|left| ClockShown {
            milliseconds: milliseconds(left),
            text: told::time_left(left),
            runs: seen.running == Some(chair.seat),
            is_own: chair.is_yours,
        }),
        is_elsewhere: chair.is_anothers(),
    }
}

fn dice(seen: &Seen) -> Option<DiceShown<'_>> {
    let dice = seen.dice.as_ref()?;
    Some(DiceShown {
        commitment: dice.commitment.to_string(),
        secret: dice.secret.map(|secret| secret.to_string()),
        seats: seen.seats.iter().map(dice_seat).collect(),
    })
}

fn dice_seat(chair: &SeatSeen) -> DiceSeat<'_> {
    let bytes = chair.entropy.as_deref();
    let words = bytes.filter(|bytes| !bytes.is_empty() && !chair.drawn_by_server);
    let words = words.and_then(|bytes| core::str::from_utf8(bytes).ok());
    DiceSeat {
        seat: chair.seat,
        name: &chair.name,
        commitment: chair.commitment.map(|commitment| commitment.to_string()),
        bytes: bytes.filter(|bytes| !bytes.is_empty()).map(hex::encode),
        words: words.map(printable),
        source: match (&chair.commitment, chair.drawn_by_server) {
            (None, _) if chair.is_taken => "gives nothing to the dice",
            (None, _) => "has not joined yet",
            (Some(_), true) => "left it to the server, which drew 32 bytes",
            (Some(_), false) => "gave bytes of their own",
        },
    }
}
