//! The state of a game in words, for its visitor: headlines, status, verdict and requests.
//! The sentences themselves are in [`sentences`].

use core::time::Duration;

use ludo_rules::{Move, Phase, RollKind, Seat};
use parlor_game::{Game as _, Ludo};
use parlor_record::record::Ending;
use parlor_view::{Scene, default_name, printable};

use super::sentences::{self, Winner};
use super::viewer::{Viewer, ViewerPrefs};
use super::{board, game_info};
use parlor_table::log::{EndReason, PlayerRequest, TimeControl};
use parlor_table::table::{GameResult, GameView, Occupant, SeatView, Status};

/// The number of seconds on a clock below which the page shows them in words.
const HURRY: u64 = 60;

/// `Ludo: Ann and Bob`.
pub(super) fn heading(view: &GameView) -> String {
    let viewer = Viewer::new(view, ViewerPrefs::default());
    let players: Vec<String> = view
        .seats
        .iter()
        .map(|seat| viewer.name(seat.seat))
        .collect();
    let players = sentences::list(&players);
    format!("{}: {players}", game_info::title(view.game))
}

/// The same for one of the players, to whom the other names say enough: `Ludo: you and Bob`.
pub(super) fn own_heading(viewer: &Viewer<'_>) -> String {
    let mut seats: Vec<&SeatView> = viewer.view.seats.iter().collect();
    seats.sort_by_key(|seat| !viewer.is_you(seat.seat));
    let players = seats.into_iter().map(|seat| viewer.whom(seat.seat));
    let players: Vec<String> = players.collect();
    let players = sentences::list(&players);
    format!("{}: {players}", game_info::title(viewer.view.game))
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
        (Status::Playing, _) if viewer.must_commit => sentences::GAME_WAITS_FOR_YOU,
        (Status::Playing, _) if viewer.is_agreeing() => sentences::WAITING_FOR_PLAYERS,
        (Status::Playing, _) if viewer.is_asked => sentences::YOU_ARE_ASKED,
        (Status::Playing, _) if is_only_theirs => sentences::YOUR_MOVE,
        (Status::Playing, Some(seat)) => {
            return sentences::title(&sentences::to_move(&viewer.name(seat.seat)), game);
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
        Status::Playing if viewer.is_agreeing() => return agreement(viewer),
        Status::Playing if viewer.may_act && viewer.only_seat().is_some() => {
            return own_turn(&view.scene);
        }
        Status::Playing => return turn(viewer, &view.scene),
        Status::Waiting => {}
    }
    let missing = view.seats.iter().filter(|seat| !seat.is_taken);
    let (own, others): (Vec<&SeatView>, Vec<&SeatView>) = missing.partition(|seat| seat.is_yours);
    let named = |seat: &SeatView| viewer.name(seat.seat);
    let others: Vec<String> = others.into_iter().map(named).collect();
    match (own.is_empty(), others.is_empty()) {
        (true, true) => {
            let owing = view.seats.iter().filter(|seat| seat.must_reveal);
            let owing: Vec<String> = owing.map(named).collect();
            sentences::waiting_for_bytes(&owing)
        }
        (true, false) => sentences::waiting_for(&others),
        (false, true) if view.dice.is_some() => sentences::WAITING_FOR_YOUR_WORDS.to_owned(),
        (false, true) => sentences::WAITING_FOR_YOU.to_owned(),
        (false, false) => sentences::waiting_for_you_and(&others),
    }
}

/// Whom the game waits for before it goes on with new dice.
fn agreement(viewer: &Viewer<'_>) -> String {
    if viewer.must_commit {
        return sentences::GIVE_ANEW.to_owned();
    }
    let named = |owes: fn(&SeatView) -> bool| -> Vec<String> {
        let owing = viewer.view.seats.iter().filter(|seat| owes(seat));
        owing.map(|seat| viewer.name(seat.seat)).collect()
    };
    let committing = named(|seat| seat.must_commit);
    let revealing = named(|seat| seat.must_reveal);
    match (committing.is_empty(), revealing.is_empty()) {
        (false, _) => sentences::waiting_for_new_commitments(&committing),
        (true, false) => sentences::waiting_for_bytes(&revealing),
        (true, true) => sentences::NEW_DICE_SOON.to_owned(),
    }
}

/// What the status of who is to act begins with: the roll of who plays one seat, or that it is their
/// move; nothing where the status names who has rolled.
pub(super) fn lead(viewer: &Viewer<'_>) -> Option<&'static str> {
    let roll = match &viewer.view.scene {
        Scene::Ludo(snapshot) => snapshot.position.roll_in_hand(),
        Scene::Kuba(_) => None,
    };
    match roll {
        _ if !viewer.may_act => None,
        None => Some(sentences::YOURS_TO_MOVE),
        Some(roll) => viewer.only_seat().map(|_| sentences::rolled(roll.value())),
    }
}

/// What the visitor, who plays one seat, is to do now. Rules: L-13, L-14, L-27, K-12.
fn own_turn(scene: &Scene) -> String {
    match scene {
        Scene::Ludo(snapshot) => {
            let position = &snapshot.position;
            match (position.phase(), position.legal_moves().as_slice()) {
                (Phase::ToRoll(RollKind::First), _) => sentences::ROLL_NOW.to_owned(),
                (Phase::ToRoll(RollKind::Bonus), _) => sentences::ROLL_AGAIN.to_owned(),
                (Phase::ToChoose(..), [Move::Pass]) => sentences::NONE_CAN_MOVE.to_owned(),
                (Phase::ToChoose(..), moves)
                    if moves.len() == 1 || board::ludo::are_alike(position) =>
                {
                    sentences::ONE_MOVE.to_owned()
                }
                (Phase::ToChoose(..), _) => sentences::WHICH_TOKEN.to_owned(),
                (Phase::Over, _) => sentences::GAME_OVER.to_owned(),
            }
        }
        Scene::Kuba(snapshot) if snapshot.position.may_push_again() => {
            sentences::PUSH_AGAIN.to_owned()
        }
        Scene::Kuba(_) => sentences::PUSH_NOW.to_owned(),
    }
}

/// What the player to act in this scene, by name, is to do.
/// Rules: L-13, L-14, L-27, K-12.
pub(super) fn turn(viewer: &Viewer<'_>, scene: &Scene) -> String {
    match scene {
        Scene::Ludo(snapshot) => {
            let position = &snapshot.position;
            let seat = position.to_act().map(Seat::letter);
            let who = seat.map_or_else(String::new, |seat| viewer.name(seat));
            match (position.phase(), position.legal_moves().as_slice()) {
                (Phase::ToRoll(RollKind::First), _) => sentences::is_to_roll_now(&who),
                (Phase::ToRoll(RollKind::Bonus), _) => sentences::is_to_roll_again(&who),
                (Phase::ToChoose(_, roll), [Move::Pass]) => {
                    sentences::rolled_in_vain_by(&who, roll.value())
                }
                (Phase::ToChoose(_, roll), _) => sentences::is_to_choose(&who, roll.value()),
                (Phase::Over, _) => sentences::GAME_OVER.to_owned(),
            }
        }
        Scene::Kuba(snapshot) => {
            let position = &snapshot.position;
            let who = viewer.name(position.to_move().letter());
            if position.may_push_again() {
                sentences::may_push_again(&who)
            } else {
                sentences::is_to_push(&who)
            }
        }
    }
}

/// The rule that is the reason for the status, where a player may wonder. Rules: L-14.
pub(super) fn why(viewer: &Viewer<'_>) -> Option<&'static str> {
    let view = viewer.view;
    match (view.result.as_ref(), view.status) {
        (
            Some(GameResult {
                ending: Ending::Rule(rule),
                ..
            }),
            _,
        ) => Some(*rule),
        (None, Status::Playing) if viewer.is_agreeing() => None,
        (None, Status::Playing) if board::lost_roll(&view.scene).is_some() => Some("L-14"),
        _ => None,
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

/// The status by names, for whoever reads it.
pub(super) fn standing_for_all(view: &GameView) -> String {
    let mut viewer = Viewer::new(view, ViewerPrefs::default());
    viewer.seats.clear();
    viewer.may_act = false;
    standing(&viewer)
}

/// How the game ended, without the reason of the server for it: addressed to whoever plays one of
/// its seats. Rules: K-12, K-13, L-30, L-31.
fn verdict_by_rule(viewer: &Viewer<'_>) -> String {
    let Some(GameResult { ending, places, .. }) = viewer.view.result.as_ref() else {
        return sentences::GAME_OVER.to_owned();
    };
    let groups: Vec<&[char]> = places.iter().map(|group| &**group).collect();
    match *groups {
        [&[winner], &[loser]] => told(viewer, winner, loser, |winner| {
            sentences::verdict_of_two(winner, *ending)
        }),
        [] | [_] => sentences::nobody_won(*ending).to_owned(),
        _ => {
            let players = viewer.placed().into_iter().map(|(seat, place)| {
                let is_other = !viewer.is_you(seat.seat);
                (is_other.then(|| viewer.name(seat.seat)), place)
            });
            let verdict = sentences::verdict_of_several(&players.collect::<Vec<_>>());
            if *ending == Ending::Rule(Ludo::LIMIT_RULE) {
                format!("{} {verdict}", sentences::LIMIT_REACHED)
            } else {
                verdict
            }
        }
    }
}

/// Tells who of two has won as the visitor hears it: as theirs if they are one of the players.
pub(super) fn told<T>(
    viewer: &Viewer<'_>,
    winner: char,
    loser: char,
    tell: impl FnOnce(Winner<'_>) -> T,
) -> T {
    let [winner_name, loser_name] = [winner, loser].map(|letter| viewer.name(letter));
    tell(match viewer.you() {
        Some(you) if you.seat == winner => Winner::You(&loser_name),
        Some(_) => Winner::Other(&winner_name),
        None => Winner::Of(&winner_name, &loser_name),
    })
}

/// The open request, in words.
pub(super) fn request(viewer: &Viewer<'_>) -> Option<String> {
    let request = viewer.view.request.as_ref()?;
    let asker = viewer.name(request.asker);
    let asks = match (request.what, viewer.is_you(request.asker)) {
        (PlayerRequest::Draw, true) => sentences::YOU_OFFERED_DRAW.to_owned(),
        (PlayerRequest::Undo, true) => sentences::YOU_ASKED_FOR_UNDO.to_owned(),
        (PlayerRequest::Hint, true) => sentences::YOU_ASKED_FOR_HINT.to_owned(),
        (PlayerRequest::Draw, false) => sentences::offers_draw(&asker),
        (PlayerRequest::Undo, false) => sentences::asks_for_undo(&asker),
        (PlayerRequest::Hint, false) => sentences::asks_for_hint(&asker),
    };
    if request.agreed.is_empty() {
        return Some(asks);
    }
    let agreed: Vec<String> = request
        .agreed
        .iter()
        .map(|&seat| viewer.who(seat))
        .collect();
    Some(format!("{asks} {}", sentences::agree(&agreed)))
}

/// What was declined, and by whom, in words.
pub(super) fn declined(viewer: &Viewer<'_>) -> Option<String> {
    let declined = viewer.view.declined.as_ref()?;
    let by = viewer.who(declined.by);
    let what = match declined.what {
        PlayerRequest::Draw => sentences::THE_DRAW,
        PlayerRequest::Undo => sentences::THE_UNDO,
        PlayerRequest::Hint => sentences::THE_HINT,
    };
    Some(sentences::declined(&by, what))
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
