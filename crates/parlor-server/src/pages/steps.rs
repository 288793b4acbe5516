//! What happened on the board, in words for who reads them: "you" and names, directions as the
//! reader sees the board, and no rule ids.

use kuba_rules::{Direction, Event as KubaEvent, REDS_TO_WIN};
use ludo_rules::{Action as LudoAction, Event as LudoEvent, Move, Roll, Seat};
use parlor_table::table::{Narrated, Narration};
use parlor_view::{LastAction, Scene, ordinal};

use super::sentences;
use super::viewer::Viewer;

/// What a viewer may have missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The version that it led to.
    pub(super) version: u64,
    pub(super) says: StepWords,
}

/// A step in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StepWords {
    /// What one sees happen.
    pub(super) plain: String,
    /// The same in the notation of the board: for ears, and for boards with numbers.
    pub(super) exact: Option<String>,
}

/// What a viewer may have missed, in words.
pub(super) fn narrated(viewer: &Viewer<'_>, missed: Vec<Narration>) -> Vec<Step> {
    let step = |Narration { version, event }| Step {
        version,
        says: event_words(viewer, event),
    };
    missed.into_iter().map(step).collect()
}

fn event_words(viewer: &Viewer<'_>, event: Narrated) -> StepWords {
    let plain = match event {
        Narrated::Step(after) => return words(viewer, &after).unwrap_or_default(),
        Narrated::Away { seat, bot } => sentences::is_away(&viewer.name(seat), &bot),
        Narrated::Back { seat } => sentences::is_back(&viewer.name(seat)),
        Narrated::TakenBack { seat } if viewer.is_you(seat) => {
            sentences::YOURS_TAKEN_BACK.to_owned()
        }
        Narrated::TakenBack { seat } => sentences::took_back(&viewer.name(seat)),
        Narrated::WantsRematch { seat } => sentences::wants_rematch(&viewer.name(seat)),
    };
    StepWords { plain, exact: None }
}

/// The action that led to this scene, without the end of the game that it may have brought; `None`
/// if none did.
pub(super) fn words(viewer: &Viewer<'_>, after: &Scene) -> Option<StepWords> {
    match after {
        Scene::Ludo(snapshot) => {
            let is_over = snapshot.position.is_over();
            Some(ludo(viewer, snapshot.last_action.as_ref()?, is_over))
        }
        Scene::Kuba(snapshot) => Some(kuba(viewer, &snapshot.last_action.as_ref()?.events)),
    }
}

/// What is said while the way to this scene is seen: the action, or the roll.
pub(super) fn in_film(viewer: &Viewer<'_>, after: &Scene) -> String {
    let roll = || match after {
        Scene::Ludo(snapshot) => {
            let position = &snapshot.position;
            let (seat, roll) = (position.to_act()?, position.roll_in_hand()?);
            let who = viewer.who(seat.letter());
            Some(sentences::rolled_now(&who, roll.value()))
        }
        Scene::Kuba(_) => None,
    };
    let step = words(viewer, after).map(|words| words.plain);
    step.or_else(roll).unwrap_or_else(|| after.status())
}

fn ludo(
    viewer: &Viewer<'_>,
    LastAction { action, events }: &LastAction<LudoAction, LudoEvent>,
    is_over: bool,
) -> StepWords {
    let seat = action.seat.letter();
    let mut says = vec![moved(&viewer.who(seat), action.roll, events)];
    says.extend(kicks(viewer, events));
    says.extend(events.iter().filter_map(|event| match *event {
        LudoEvent::Stacked { .. } => Some(sentences::PAIR_MADE.to_owned()),
        LudoEvent::Parted { .. } => Some(sentences::PAIR_PARTED.to_owned()),
        LudoEvent::Placed { seat, place } if !is_over => {
            let who = viewer.who(seat.letter());
            Some(sentences::finished(&who, &ordinal(place)))
        }
        _ => None,
    }));
    let exact = events.iter().find_map(|event| match *event {
        LudoEvent::Moved {
            seat,
            choice,
            from,
            to,
            ..
        } => {
            let [from, to] = [from, to].map(|step| step.space(seat).to_string());
            Some(sentences::from_to(&choice.to_string(), &from, &to))
        }
        _ => None,
    });
    StepWords {
        plain: says.join(" "),
        exact,
    }
}

/// What the roll was used for.
fn moved(who: &str, roll: Roll, events: &[LudoEvent]) -> String {
    let roll = roll.value();
    let is = |wanted: fn(&LudoEvent) -> bool| events.iter().any(wanted);
    let pair = |event: &LudoEvent| {
        matches!(
            event,
            LudoEvent::Moved {
                choice: Move::Stack,
                ..
            }
        )
    };
    let is_pair = events.iter().any(pair);
    if is(|event| matches!(event, LudoEvent::LeftYard { .. })) {
        sentences::came_out(who, roll)
    } else if is(|event| matches!(event, LudoEvent::ReachedEnd { .. })) {
        if is_pair {
            sentences::pair_came_home(who, roll)
        } else {
            sentences::came_home(who, roll)
        }
    } else if is(|event| matches!(event, LudoEvent::Bounced { .. })) {
        if is_pair {
            sentences::pair_turned_back(who, roll)
        } else {
            sentences::token_turned_back(who, roll)
        }
    } else if is_pair {
        sentences::moved_pair(who, roll)
    } else if is(|event| matches!(event, LudoEvent::Moved { .. })) {
        sentences::moved_token(who, roll)
    } else {
        sentences::nothing_moved(who, roll)
    }
}

/// Who was kicked, a sentence for each seat.
fn kicks(viewer: &Viewer<'_>, events: &[LudoEvent]) -> Vec<String> {
    let kicked = Seat::ALL.into_iter().map(|owner| {
        let of_owner = events
            .iter()
            .filter(|event| matches!(event, LudoEvent::Kicked { seat, .. } if *seat == owner));
        (owner.letter(), of_owner.count())
    });
    let says = kicked.filter_map(|(owner, tokens)| match (tokens, viewer.is_you(owner)) {
        (0, _) => None,
        (1, true) => Some(sentences::KICKED_YOURS.to_owned()),
        (_, true) => Some(sentences::KICKED_BOTH_YOURS.to_owned()),
        (1, false) => Some(sentences::kicked_one_of(&viewer.name(owner))),
        (_, false) => Some(sentences::kicked_both_of(&viewer.name(owner))),
    });
    says.collect()
}

fn kuba(viewer: &Viewer<'_>, events: &[KubaEvent]) -> StepWords {
    let is_push = |event: &KubaEvent| matches!(event, KubaEvent::Pushed { .. });
    let has_pushed = events.iter().any(is_push);
    let says = events.iter().filter_map(|event| match *event {
        KubaEvent::Pushed { side, push, length } => {
            let who = viewer.who(side.letter());
            let way = way(push.direction, viewer.is_turned);
            Some(match length {
                1 => sentences::pushed_one(&who, way),
                several => sentences::pushed(&who, several, way),
            })
        }
        KubaEvent::Captured { total, .. } => Some(sentences::captured(total, REDS_TO_WIN)),
        KubaEvent::Ejected { side, left, .. } => {
            let owner = side.other().letter();
            Some(if viewer.is_you(owner) {
                sentences::lost_yours(left)
            } else {
                sentences::lost_marble(&viewer.name(owner), left)
            })
        }
        KubaEvent::TurnEnded { side } if !has_pushed => {
            Some(sentences::ended_turn(&viewer.who(side.letter())))
        }
        // What follows is in the status, and that the turn passes on goes without saying.
        KubaEvent::TurnEnded { .. }
        | KubaEvent::MayPushAgain { .. }
        | KubaEvent::Ko { .. }
        | KubaEvent::Won { .. } => None,
    });
    let plain: Vec<String> = says.collect();
    let exact = events.iter().find_map(|event| match event {
        KubaEvent::Pushed { push, .. } => Some(sentences::in_notation(&push.to_string())),
        _ => None,
    });
    StepWords {
        plain: plain.join(" "),
        exact,
    }
}

/// Where a push is seen to go. Rules: K-2.
pub(super) const fn way(direction: Direction, is_turned: bool) -> &'static str {
    let seen = if is_turned {
        direction.opposite()
    } else {
        direction
    };
    match seen {
        Direction::Left => sentences::TO_THE_LEFT,
        Direction::Right => sentences::TO_THE_RIGHT,
        Direction::Forward => sentences::UP,
        Direction::Backward => sentences::DOWN,
    }
}
