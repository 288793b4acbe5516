//! A game in sentences: its headlines, how it stands, and how it ended.

use core::time::Duration;

use parlor_record::record::Ending;
use parlor_view::{ordinal, printable};

use super::game_info;
use super::viewer::Viewer;
use crate::wording::{self, capitalised};
use parlor_table::log::{EndReason, Request, TimeControl};
use parlor_table::table::{GameResult, GameView, Played, Search, SeatView, Status};

/// Below how many seconds a clock is spoken of.
const HURRY: u64 = 60;

/// `Ludo: Ann (A) and Bob (C)`.
pub(super) fn heading(view: &GameView) -> String {
    let players: Vec<String> = view.seats.iter().map(player).collect();
    format!("{}: {}", game_info::title(view.game), listed(&players))
}

/// `Ann, Bob and Cid`.
fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// The title of the window, which begins with what a glance at it has to show.
pub(super) fn title(viewer: &Viewer<'_>) -> String {
    let game = game_info::title(viewer.view.game);
    let is_only_theirs = viewer.may_act && viewer.only_seat().is_some();
    let first = match (viewer.view.status, viewer.to_act) {
        (Status::Waiting, _) if viewer.holds_up_start => "The game waits for you".to_owned(),
        (Status::Waiting, _) => "Waiting for players".to_owned(),
        (Status::Over, _) if viewer.has_next_game => "The next game waits for you".to_owned(),
        (Status::Over, _) => "Game over".to_owned(),
        (Status::Playing, _) if viewer.is_asked => "You are asked".to_owned(),
        (Status::Playing, _) if is_only_theirs => "Your move".to_owned(),
        (Status::Playing, Some(seat)) => format!("{} to move", player(seat)),
        (Status::Playing, None) => "Playing".to_owned(),
    };
    format!("{first} – {game} – Parlor")
}

/// How the game stands, in one line.
pub(super) fn standing(viewer: &Viewer<'_>) -> String {
    let view = viewer.view;
    match view.status {
        Status::Over => return verdict(viewer),
        Status::Playing => return view.scene.status(),
        Status::Waiting => {}
    }
    let missing = view.seats.iter().filter(|seat_state| !seat_state.is_taken);
    let (own, others): (Vec<&SeatView>, Vec<&SeatView>) =
        missing.partition(|seat_state| seat_state.is_yours);
    let others: Vec<String> = others.iter().map(|seat_state| player(seat_state)).collect();
    match (own.is_empty(), others.is_empty()) {
        (true, true) => {}
        (true, false) => return format!("Waiting for {} to join.", listed(&others)),
        (false, true) if view.dice.is_some() => {
            return "Waiting for your words for the dice.".to_owned();
        }
        (false, true) => return "Waiting for you to join.".to_owned(),
        (false, false) => return format!("Waiting for you, and for {} to join.", listed(&others)),
    }
    let owing = view
        .seats
        .iter()
        .filter(|seat_state| seat_state.must_reveal);
    let owing: Vec<String> = owing.map(player).collect();
    format!(
        "Waiting for {} to reveal the bytes for the dice.",
        listed(&owing)
    )
}

/// How the game ended: to its player, or by names to whoever watches or plays at
/// several seats.
fn verdict(viewer: &Viewer<'_>) -> String {
    let told = verdict_by_rule(viewer);
    match viewer.view.result.as_ref().and_then(|result| result.reason) {
        None => told,
        Some(EndReason::Keeper) => {
            format!("{told} Whoever keeps this server running has ended it.")
        }
        Some(EndReason::Restored) => format!(
            "{told} This server was brought back from a copy, in which the dice would have \
             fallen as you have seen them fall; so the game was ended, and the secret of its \
             dice is shown."
        ),
    }
}

/// How the game ended, whoever wanted it.
fn verdict_by_rule(viewer: &Viewer<'_>) -> String {
    if let Some(told) = own_verdict(viewer) {
        return told;
    }
    let view = viewer.view;
    let told = view.scene.status();
    // Where the players ended it, no sentence says who of many came where.
    let by_rule = |result: &GameResult| matches!(result.ending, Ending::Rule(_));
    let is_settled = !view.result.as_ref().is_some_and(by_rule);
    match result(view) {
        Some(places) if is_settled && view.seats.len() > 2 => format!("{told} {places}"),
        _ => told,
    }
}

/// How it ended for the one player who looks; none for anybody else, or if places
/// are shared.
fn own_verdict(viewer: &Viewer<'_>) -> Option<String> {
    let GameResult { ending, places, .. } = viewer.view.result.as_ref()?;
    let you = viewer.only_seat();
    let you = you.filter(|seat| seat.played == Played::Person)?;
    if places.iter().any(|group| group.len() > 1) {
        return None;
    }
    let order = places.iter().flatten();
    let order: Vec<&SeatView> = order.filter_map(|&seat| viewer.seat(seat)).collect();
    match *order {
        [winner, other] if winner.seat == you.seat => {
            let why = reason(*ending, "you have", "your", &player(other), "has");
            Some(format!("You have won: {why}."))
        }
        [winner, _] => {
            let winner = format!("{} has", player(winner));
            let why = reason(*ending, &winner, "their", "you", "have");
            Some(format!("You have lost: {why}."))
        }
        _ => {
            let mut places = (1..).zip(&order);
            let (place, _) = places.find(|(_, seat_state)| seat_state.seat == you.seat)?;
            let came = match place {
                1 => "won".to_owned(),
                place => format!("come {}", ordinal(place)),
            };
            let told = (1..).zip(&order).map(|(place, seat_state)| {
                let name = if seat_state.seat == you.seat {
                    "you".to_owned()
                } else {
                    player(seat_state)
                };
                format!("{name} {}", ordinal(place))
            });
            let told: Vec<String> = told.collect();
            Some(format!("You have {came}: {} ({ending}).", told.join(", ")))
        }
    }
}

/// Why one of two has won: `you have taken seven reds (K-8)`.
fn reason(ending: Ending, winner_has: &str, whose: &str, loser: &str, has: &str) -> String {
    match ending {
        Ending::Rule("K-8") => format!("{winner_has} taken seven reds (K-8)"),
        Ending::Rule("K-9") => format!("{loser} {has} no marble left (K-9)"),
        Ending::Rule("K-10") => format!("{loser} {has} no push (K-10)"),
        Ending::Rule("L-30") => {
            format!("{winner_has} brought both of {whose} tokens to the end first (L-30)")
        }
        Ending::Resignation => format!("{loser} {has} resigned"),
        Ending::Time => format!("{loser} {has} no time left"),
        Ending::Rule(_) | Ending::Agreement | Ending::Abandoned => ending.to_string(),
    }
}

/// `Ann (A)`.
fn player(seat_state: &SeatView) -> String {
    format!("{} ({})", printable(&seat_state.name), seat_state.seat)
}

/// The open request, in words.
pub(super) fn request(viewer: &Viewer<'_>) -> Option<String> {
    let (asker, what, agreed) = viewer.view.request.as_ref()?;
    let named = |seat: char| viewer.seat(seat).map_or_else(|| seat.to_string(), player);
    let name = named(*asker);
    let asks = match what {
        Request::Draw => "offers a draw",
        Request::Undo => "asks to take the last move back",
        Request::Hint => "asks for a hint",
    };
    let agreed: Vec<String> = agreed.iter().map(|&seat| named(seat)).collect();
    let agreed = match agreed.len() {
        0 => String::new(),
        1 => format!(" {} agrees.", agreed[0]),
        _ => format!(" {} agree.", listed(&agreed)),
    };
    Some(format!("{name} {asks}.{agreed}"))
}

/// What was declined, and by whom, in words.
pub(super) fn declined(viewer: &Viewer<'_>) -> Option<String> {
    let declined = viewer.view.declined.as_ref()?;
    let by = player(viewer.seat(declined.by)?);
    let what = match declined.what {
        Request::Draw => "the draw",
        Request::Undo => "to take the last move back",
        Request::Hint => "the hint",
    };
    Some(format!(
        "{by} has declined {what}. It can be asked for again after the next move."
    ))
}

/// The hint for who is to act, in words.
pub(super) fn hint(viewer: &Viewer<'_>) -> Option<String> {
    let hint = viewer.view.hint.as_ref()?;
    let whom = player(viewer.seat(hint.seat)?);
    Some(match &hint.search {
        Search::Found { action, reason } => {
            let says = wording::hint(&viewer.view.position, action, reason);
            format!("Hint for {whom}: {action}. {}", capitalised(&says))
        }
        Search::UnderWay => format!("Looking for a hint for {whom}…"),
        Search::Failed => format!("No hint was found for {whom}. It may be asked for again."),
        Search::TooLate => format!("The hint for {whom} came too late: they have played already."),
    })
}

/// Who came where, in words.
fn result(view: &GameView) -> Option<String> {
    let result = view.result.as_ref()?;
    if result.places.is_empty() {
        return Some(format!("Nobody has won ({}).", result.ending));
    }
    let mut place = 1;
    let groups: Vec<String> = result
        .places
        .iter()
        .map(|group| {
            let seats: Vec<String> = group.iter().map(ToString::to_string).collect();
            let first = place;
            place += group.len();
            let shared = if group.len() > 1 { "=" } else { "" };
            format!("{first}{shared} {}", listed(&seats))
        })
        .collect();
    Some(format!(
        "Places: {} ({}).",
        groups.join(", "),
        result.ending
    ))
}

/// What the clocks are set to.
pub(super) fn clock(control: TimeControl) -> String {
    let initial = patience(control.initial.as_secs());
    match control.increment.as_secs() {
        0 => format!("Each has {initial} for the whole game"),
        gained => format!(
            "Each has {initial} for the whole game, and gains {} with every turn",
            patience(gained)
        ),
    }
}

/// What is left on a clock: `4:09`, `1:00:00`.
pub(super) fn time_left(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// That the visitor's clock runs and has little left, in words.
pub(super) fn hurry(viewer: &Viewer<'_>) -> Option<String> {
    let mut seats = viewer.seats.iter();
    let running = seats.find(|seat| viewer.view.running == Some(seat.seat))?;
    let left = running.left?.as_secs();
    let unit = if left == 1 { "second" } else { "seconds" };
    (left < HURRY).then(|| format!("{left} {unit} left."))
}

/// A time in words.
pub(super) fn patience(seconds: u64) -> String {
    let (number, unit) = match seconds {
        86_400.. => (seconds / 86_400, "day"),
        3_600.. => (seconds / 3_600, "hour"),
        60.. => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}
