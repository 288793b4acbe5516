//! The state of a game in words, for its visitor: headlines, status, verdict, requests and hints.
//! The sentences themselves are in [`sentences`].

use core::time::Duration;

use ludo_rules::{Move, Phase, RollKind};
use parlor_record::record::Ending;
use parlor_view::{Scene, default_name, printable};

use super::sentences::{self, Winner};
use super::viewer::{Viewer, ViewerPrefs};
use super::{board, game_info};
use crate::wording::{self, capitalized};
use parlor_table::log::{EndReason, PlayerRequest, TimeControl};
use parlor_table::table::{GameResult, GameView, HintSearch, Occupant, SeatView, Status};

/// The number of seconds on a clock below which the page shows them in words.
const HURRY: u64 = 60;

/// `Ludo: Ann (A) and Bob (C)`.
pub(super) fn heading(view: &GameView) -> String {
    let players: Vec<String> = view.seats.iter().map(player).collect();
    let players = sentences::list(&players);
    format!("{}: {players}", game_info::title(view.game))
}

/// `Ann invites you to Ludo`, by the names of who is there.
pub(super) fn invitation(view: &GameView) -> String {
    let game = game_info::title(view.game);
    let has_own_name = |seat: &&SeatView| seat.name != default_name(seat.seat);
    let is_there = |seat: &&SeatView| seat.is_taken && seat.occupant == Occupant::Person;
    let hosts = view.seats.iter().filter(is_there).filter(has_own_name);
    let hosts: Vec<String> = hosts.map(|seat| printable(&seat.name)).collect();
    match hosts.len() {
        0 => sentences::invited_to(game),
        1 => sentences::invites_you_to(&hosts[0], game),
        _ => sentences::invite_you_to(&sentences::list(&hosts), game),
    }
}

/// The title of the window, which begins with what a glance at it has to show.
pub(super) fn title(viewer: &Viewer<'_>) -> String {
    let game = game_info::title(viewer.view.game);
    let is_only_theirs = viewer.may_act && viewer.only_seat().is_some();
    let first = match (viewer.view.status, viewer.to_act) {
        (Status::Waiting, _) if viewer.holds_up_start => sentences::GAME_WAITS_FOR_YOU,
        (Status::Waiting, _) => sentences::WAITING_FOR_PLAYERS,
        (Status::Over, _) if viewer.has_next_game => sentences::NEXT_GAME_WAITS_FOR_YOU,
        (Status::Over, _) => sentences::GAME_OVER,
        (Status::Playing, _) if viewer.is_asked => sentences::YOU_ARE_ASKED,
        (Status::Playing, _) if is_only_theirs => sentences::YOUR_MOVE,
        (Status::Playing, Some(seat)) => {
            return sentences::title(&sentences::to_move(&player(seat)), game);
        }
        (Status::Playing, None) => sentences::PLAYING,
    };
    sentences::title(first, game)
}

/// The status of the game in one line.
pub(super) fn standing(viewer: &Viewer<'_>) -> String {
    let view = viewer.view;
    match view.status {
        Status::Over => return verdict(viewer),
        Status::Playing if viewer.may_act && viewer.only_seat().is_some() => {
            return own_turn(&view.scene);
        }
        Status::Playing => return view.scene.status(),
        Status::Waiting => {}
    }
    let missing = view.seats.iter().filter(|seat| !seat.is_taken);
    let (own, others): (Vec<&SeatView>, Vec<&SeatView>) = missing.partition(|seat| seat.is_yours);
    let others: Vec<String> = others.into_iter().map(player).collect();
    match (own.is_empty(), others.is_empty()) {
        (true, true) => {
            let owing = view.seats.iter().filter(|seat| seat.must_reveal);
            let owing: Vec<String> = owing.map(player).collect();
            sentences::waiting_for_bytes(&owing)
        }
        (true, false) => sentences::waiting_for(&others),
        (false, true) if view.dice.is_some() => sentences::WAITING_FOR_YOUR_WORDS.to_owned(),
        (false, true) => sentences::WAITING_FOR_YOU.to_owned(),
        (false, false) => sentences::waiting_for_you_and(&others),
    }
}

/// What the visitor, who plays one seat, is to do now. Rules: L-13, L-14, L-27, K-7, K-12.
fn own_turn(scene: &Scene) -> String {
    match scene {
        Scene::Ludo(snapshot) => {
            let position = &snapshot.position;
            match (position.phase(), position.legal_moves().as_slice()) {
                (Phase::ToRoll(RollKind::First), _) => sentences::ROLL_NOW.to_owned(),
                (Phase::ToRoll(RollKind::Bonus), _) => sentences::ROLL_AGAIN.to_owned(),
                (Phase::ToChoose(_, roll), [Move::Pass]) => sentences::rolled_in_vain(roll.value()),
                (Phase::ToChoose(_, roll), moves)
                    if moves.len() == 1 || board::ludo::are_alike(position) =>
                {
                    sentences::rolled_one_choice(roll.value())
                }
                (Phase::ToChoose(_, roll), _) => sentences::rolled(roll.value()),
                (Phase::Over, _) => scene.status(),
            }
        }
        Scene::Kuba(snapshot) => {
            let position = &snapshot.position;
            let due = if position.may_push_again() {
                sentences::PUSH_AGAIN
            } else {
                sentences::PUSH_NOW
            };
            match position.ko() {
                Some(ko) => format!("{due} {}", sentences::ko(&ko.to_string())),
                None => due.to_owned(),
            }
        }
    }
}

/// How the game ended: addressed to a player of one seat, and by names for everybody else.
fn verdict(viewer: &Viewer<'_>) -> String {
    let verdict = verdict_by_rule(viewer);
    match viewer.view.result.as_ref().and_then(by_server) {
        None => verdict,
        Some(by_server) => format!("{verdict} {by_server}"),
    }
}

/// Why the server ended the game, if it did.
pub(super) fn by_server(result: &GameResult) -> Option<&'static str> {
    result.reason.map(|reason| match reason {
        EndReason::Operator => sentences::ENDED_BY_OPERATOR,
        EndReason::Restored => sentences::ENDED_BY_RESTORE,
    })
}

/// The seat of the visitor who is addressed as its player: their only one, with no bot in their
/// place.
pub(super) fn reader<'a>(viewer: &Viewer<'a>) -> Option<&'a SeatView> {
    let you = viewer.only_seat();
    you.filter(|seat| seat.occupant == Occupant::Person)
}

/// How the game ended, by names.
pub(super) fn verdict_for_all(view: &GameView) -> String {
    let mut viewer = Viewer::new(view, ViewerPrefs::default());
    viewer.seats.clear();
    verdict(&viewer)
}

/// How the game ended, without the reason of the server for it.
fn verdict_by_rule(viewer: &Viewer<'_>) -> String {
    if let Some(verdict) = own_verdict(viewer) {
        return verdict;
    }
    let view = viewer.view;
    let status = view.scene.status();
    // Where the players ended it, no sentence of the game names the places of several.
    let by_rule = |result: &GameResult| matches!(result.ending, Ending::Rule(_));
    let is_settled = !view.result.as_ref().is_some_and(by_rule);
    match places(view) {
        Some(places) if is_settled && view.seats.len() > 2 => format!("{status} {places}"),
        _ => status,
    }
}

/// How it ended for a player of one seat; `None` for anybody else, or if places are shared.
fn own_verdict(viewer: &Viewer<'_>) -> Option<String> {
    let GameResult { ending, places, .. } = viewer.view.result.as_ref()?;
    let you = reader(viewer)?;
    if places.iter().any(|group| group.len() > 1) {
        return None;
    }
    let order = places.iter().flatten();
    let order: Vec<&SeatView> = order.filter_map(|&seat| viewer.seat(seat)).collect();
    match *order {
        [winner, other] if winner.seat == you.seat => {
            let winner = Winner::You(&player(other));
            Some(sentences::verdict_of_two(winner, *ending))
        }
        [winner, _] => {
            let winner = Winner::Other(&player(winner));
            Some(sentences::verdict_of_two(winner, *ending))
        }
        _ => {
            let mut places = (1..).zip(&order);
            let (place, _) = places.find(|(_, seat)| seat.seat == you.seat)?;
            let named = |seat: &&SeatView| (seat.seat != you.seat).then(|| player(seat));
            let players: Vec<Option<String>> = order.iter().map(named).collect();
            Some(sentences::verdict_of_several(place, &players, *ending))
        }
    }
}

/// `Ann (A)`.
fn player(seat: &SeatView) -> String {
    sentences::player(&printable(&seat.name), seat.seat)
}

/// The open request, in words.
pub(super) fn request(viewer: &Viewer<'_>) -> Option<String> {
    let request = viewer.view.request.as_ref()?;
    let named = |seat: char| viewer.seat(seat).map_or_else(|| seat.to_string(), player);
    let asker = named(request.asker);
    let asks = match request.what {
        PlayerRequest::Draw => sentences::offers_draw(&asker),
        PlayerRequest::Undo => sentences::asks_for_undo(&asker),
        PlayerRequest::Hint => sentences::asks_for_hint(&asker),
    };
    if request.agreed.is_empty() {
        return Some(asks);
    }
    let agreed: Vec<String> = request.agreed.iter().map(|&seat| named(seat)).collect();
    Some(format!("{asks} {}", sentences::agree(&agreed)))
}

/// What was declined, and by whom, in words.
pub(super) fn declined(viewer: &Viewer<'_>) -> Option<String> {
    let declined = viewer.view.declined.as_ref()?;
    let by = player(viewer.seat(declined.by)?);
    let what = match declined.what {
        PlayerRequest::Draw => sentences::THE_DRAW,
        PlayerRequest::Undo => sentences::THE_UNDO,
        PlayerRequest::Hint => sentences::THE_HINT,
    };
    Some(sentences::declined(&by, what))
}

/// The hint for the seat to act, in words.
pub(super) fn hint(viewer: &Viewer<'_>) -> Option<String> {
    let hint = viewer.view.hint.as_ref()?;
    let whom = player(viewer.seat(hint.seat)?);
    Some(match &hint.search {
        HintSearch::Found { action, reason } => {
            let says = wording::hint(&viewer.view.position, action, reason);
            sentences::hint(&whom, action, &capitalized(&says))
        }
        HintSearch::UnderWay => sentences::hint_under_way(&whom),
        HintSearch::Failed => sentences::no_hint(&whom),
        HintSearch::TooLate => sentences::late_hint(&whom),
    })
}

/// The places of all seats, in words.
fn places(view: &GameView) -> Option<String> {
    let result = view.result.as_ref()?;
    if result.places.is_empty() {
        return Some(sentences::nobody_won(result.ending));
    }
    let mut place = 1;
    let groups = result.places.iter().map(|group| {
        let seats: Vec<String> = group.iter().map(ToString::to_string).collect();
        let first = place;
        place += group.len();
        let shared = if group.len() > 1 { "=" } else { "" };
        format!("{first}{shared} {}", sentences::list(&seats))
    });
    let groups: Vec<String> = groups.collect();
    Some(sentences::places(&groups, result.ending))
}

/// What the clocks are set to.
pub(super) fn clock(control: TimeControl) -> String {
    sentences::clock(control.initial.as_secs(), control.increment.as_secs())
}

/// The time left on a clock: `4:09`, `1:00:00`.
pub(super) fn time_left(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The seconds left on the visitor's running clock, if few are.
pub(super) fn hurry(viewer: &Viewer<'_>) -> Option<String> {
    let mut seats = viewer.seats.iter();
    let running = seats.find(|seat| viewer.view.running == Some(seat.seat))?;
    let left = running.time_left?.as_secs();
    (left < HURRY).then(|| sentences::seconds_left(left))
}
