//! A game in sentences: its headlines, how it stands, and how it ended.

use core::time::Duration;

use parlor_view::{ordinal, printable};

use super::new_game::capitalised;
use super::sheet;
use super::view::is_yours_to_act;
use crate::log::{EndReason, Request, TimeControl};
use crate::order::Wish;
use crate::table::{Played, Result, Search, SeatSeen, Seen, Status};

/// Below how many seconds a clock is spoken of.
const HURRY: u64 = 60;

/// `Ludo: Ann (A) and Bob (C)`.
pub(super) fn heading(seen: &Seen) -> String {
    let players: Vec<String> = seen.seats.iter().map(player).collect();
    format!("{}: {}", sheet::title(seen.game), listed(&players))
}

/// `Ann, Bob and Cid`.
fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// The title of the window: first what a glance is to tell.
pub(super) fn title(seen: &Seen) -> String {
    let game = sheet::title(seen.game);
    let own = seen.seats.iter().filter(|chair| chair.is_yours).count();
    let to_act = seen
        .seats
        .iter()
        .find(|chair| seen.to_act == Some(chair.seat));
    let first = match (seen.status, to_act) {
        (Status::Waiting, _) if waits_for_visitor(seen) => "The game waits for you".to_owned(),
        (Status::Waiting, _) => "Waiting for players".to_owned(),
        (Status::Over, _) if next_awaits(seen) => "The next game waits for you".to_owned(),
        (Status::Over, _) => "Game over".to_owned(),
        (Status::Playing, _) if is_asked(seen) => "You are asked".to_owned(),
        (Status::Playing, _) if own == 1 && is_yours_to_act(seen) => "Your move".to_owned(),
        (Status::Playing, Some(chair)) => {
            format!("{} to move", player(chair))
        }
        (Status::Playing, None) => "Playing".to_owned(),
    };
    format!("{first} – {game} – Parlor")
}

/// Whether a request awaits the visitor's answer.
fn is_asked(seen: &Seen) -> bool {
    let mut choices = seen.choices.iter();
    choices.any(|choice| matches!(choice.wish, Wish::Agree(_)))
}

/// Whether somebody has asked the visitor to play again.
fn next_awaits(seen: &Seen) -> bool {
    let plays = seen.seats.iter().any(|chair| chair.is_yours);
    let is_other = |chair: &SeatSeen| !chair.is_yours && chair.is_persons();
    plays && seen.rematch.is_some() && seen.seats.iter().any(is_other)
}

/// Whether anything waits for the visitor: a move, or an answer.
pub(super) fn waits_for_you(seen: &Seen) -> bool {
    is_yours_to_act(seen) || is_asked(seen) || next_awaits(seen)
}

/// Whether the game waits for its visitor to join, and for nobody else.
fn waits_for_visitor(seen: &Seen) -> bool {
    let mut missing = seen.seats.iter().filter(|chair| !chair.is_taken).peekable();
    missing.peek().is_some() && missing.all(|chair| chair.is_yours)
}

/// How the game stands, in one line.
pub(super) fn standing(seen: &Seen) -> String {
    match seen.status {
        Status::Over => return verdict(seen),
        Status::Playing => return seen.scene.status(),
        Status::Waiting => {}
    }
    let missing = seen.seats.iter().filter(|chair| !chair.is_taken);
    let (own, others): (Vec<&SeatSeen>, Vec<&SeatSeen>) = missing.partition(|chair| chair.is_yours);
    let others: Vec<String> = others.iter().map(|chair| player(chair)).collect();
    match (own.is_empty(), others.is_empty()) {
        (true, true) => {}
        (true, false) => return format!("Waiting for {} to join.", listed(&others)),
        (false, true) if seen.dice.is_some() => {
            return "Waiting for your words for the dice.".to_owned();
        }
        (false, true) => return "Waiting for you to join.".to_owned(),
        (false, false) => return format!("Waiting for you, and for {} to join.", listed(&others)),
    }
    let owing = seen.seats.iter().filter(|chair| chair.owes_bytes);
    let owing: Vec<String> = owing.map(player).collect();
    format!(
        "Waiting for {} to reveal the bytes for the dice.",
        listed(&owing)
    )
}

/// How the game ended: to its player, or by names to whoever watches or plays at
/// several seats.
fn verdict(seen: &Seen) -> String {
    let told = verdict_by_rule(seen);
    match seen.result.as_ref().and_then(|result| result.reason) {
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
fn verdict_by_rule(seen: &Seen) -> String {
    if let Some(told) = own_verdict(seen) {
        return told;
    }
    let told = seen.scene.status();
    // Where the players ended it, no sentence says who of many came where.
    let by_rule = |result: &Result| result.ending.contains('-');
    let is_settled = !seen.result.as_ref().is_some_and(by_rule);
    match result(seen) {
        Some(places) if is_settled && seen.seats.len() > 2 => format!("{told} {places}"),
        _ => told,
    }
}

/// How it ended for the one player who looks; none for anybody else, or if places
/// are shared.
fn own_verdict(seen: &Seen) -> Option<String> {
    let Result { ending, places, .. } = seen.result.as_ref()?;
    let mut own = seen.seats.iter().filter(|chair| chair.is_yours);
    let you = own.next().filter(|chair| chair.played == Played::Person)?;
    if own.next().is_some() || places.iter().any(|group| group.len() > 1) {
        return None;
    }
    let order = places.iter().flatten();
    let order = order.filter_map(|&seat| seen.seats.iter().find(|chair| chair.seat == seat));
    let order: Vec<&SeatSeen> = order.collect();
    match *order {
        [winner, other] if winner.seat == you.seat => {
            let why = reason(ending, "you have", "your", &player(other), "has");
            Some(format!("You have won: {why}."))
        }
        [winner, _] => {
            let winner = format!("{} has", player(winner));
            let why = reason(ending, &winner, "their", "you", "have");
            Some(format!("You have lost: {why}."))
        }
        _ => {
            let mut places = (1..).zip(&order);
            let (place, _) = places.find(|(_, chair)| chair.seat == you.seat)?;
            let came = match place {
                1 => "won".to_owned(),
                place => format!("come {}", ordinal(place)),
            };
            let told = (1..).zip(&order).map(|(place, chair)| {
                let name = if chair.seat == you.seat {
                    "you".to_owned()
                } else {
                    player(chair)
                };
                format!("{name} {}", ordinal(place))
            });
            let told: Vec<String> = told.collect();
            Some(format!("You have {came}: {} ({ending}).", told.join(", ")))
        }
    }
}

/// Why one of two has won: `you have taken seven reds (K-8)`.
fn reason(ending: &str, winner_has: &str, whose: &str, loser: &str, has: &str) -> String {
    match ending {
        "K-8" => format!("{winner_has} taken seven reds (K-8)"),
        "K-9" => format!("{loser} {has} no marble left (K-9)"),
        "K-10" => format!("{loser} {has} no push (K-10)"),
        "L-30" => format!("{winner_has} brought both of {whose} tokens to the end first (L-30)"),
        "resignation" => format!("{loser} {has} resigned"),
        "time" => format!("{loser} {has} no time left"),
        other => other.to_owned(),
    }
}

/// `Ann (A)`.
fn player(chair: &SeatSeen) -> String {
    format!("{} ({})", printable(&chair.name), chair.seat)
}

/// The request that stands, in words.
pub(super) fn request(seen: &Seen) -> Option<String> {
    let (asker, what, agreed) = seen.request.as_ref()?;
    let named = |seat: char| {
        let chair = seen.seats.iter().find(|chair| chair.seat == seat);
        chair.map_or_else(|| seat.to_string(), player)
    };
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
pub(super) fn declined(seen: &Seen) -> Option<String> {
    let declined = seen.declined.as_ref()?;
    let chair = seen.seats.iter().find(|chair| chair.seat == declined.by)?;
    let what = match declined.what {
        Request::Draw => "the draw",
        Request::Undo => "to take the last move back",
        Request::Hint => "the hint",
    };
    Some(format!(
        "{} has declined {what}. It can be asked for again after the next move.",
        player(chair)
    ))
}

/// The hint for who is to act, in words.
pub(super) fn hint(seen: &Seen) -> Option<String> {
    let hint = seen.hint.as_ref()?;
    let chair = seen.seats.iter().find(|chair| chair.seat == hint.seat)?;
    let whom = player(chair);
    Some(match &hint.search {
        Search::Found { action, says } => {
            format!("Hint for {whom}: {action}. {}", capitalised(says))
        }
        Search::UnderWay => format!("Looking for a hint for {whom}…"),
        Search::Failed => format!("No hint was found for {whom}. It may be asked for again."),
        Search::TooLate => format!("The hint for {whom} came too late: they have played already."),
    })
}

/// Who came where, in words.
fn result(seen: &Seen) -> Option<String> {
    let result = seen.result.as_ref()?;
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
pub(super) fn hurry(seen: &Seen) -> Option<String> {
    let is_running = |chair: &&SeatSeen| chair.is_yours && seen.running == Some(chair.seat);
    let left = seen.seats.iter().find(is_running)?.left?.as_secs();
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
