//! What happened on the board, in words for who reads them: "you" and names, directions as the
//! reader sees the board, and no rule ids.

use kuba_rules::{Direction, Event as KubaEvent, REDS_TO_WIN, Side};
use ludo_rules::{Event as LudoEvent, Move, Roll, Seat};
use parlor_table::table::{Frame, Narrated, Narration};
use parlor_view::{LastAction, Scene, ordinal};

use super::viewer::Viewer;
use super::{game_info, sentences};

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

/// Who reads: what they call the players, and how they see the board.
pub(super) trait Reader {
    /// Whether they are addressed as the player of this seat.
    fn is_you(&self, seat: char) -> bool;

    /// The name at a seat.
    fn name(&self, seat: char) -> String;

    /// Whether the board is turned to them.
    fn is_turned(&self) -> bool;

    /// What they call a seat at the beginning of a sentence: `You`, or the name.
    fn who(&self, seat: char) -> String {
        if self.is_you(seat) {
            sentences::YOURSELF.to_owned()
        } else {
            self.name(seat)
        }
    }
}

impl Reader for Viewer<'_> {
    fn is_you(&self, seat: char) -> bool {
        self.is_you(seat)
    }

    fn name(&self, seat: char) -> String {
        self.name(seat)
    }

    fn is_turned(&self) -> bool {
        self.is_turned
    }
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
        Narrated::Step { after, stand_in } => {
            return words(viewer, &after, stand_in.as_deref()).unwrap_or_default();
        }
        Narrated::Away { seat, bot } => sentences::is_away(&viewer.name(seat), &bot),
        Narrated::Back { seat } => sentences::is_back(&viewer.name(seat)),
        Narrated::TakenBack { seat } => taken_back(viewer, seat),
        Narrated::Restored => sentences::WAS_RESTORED.to_owned(),
        Narrated::EpochBegan => sentences::NEW_DICE.to_owned(),
        Narrated::WantsRematch { seat } => sentences::wants_rematch(&viewer.name(seat)),
    };
    StepWords { plain, exact: None }
}

/// The action that led to this scene, without the end of the game that it may have brought; `None`
/// if none did. A bot may have made it in the place of the seat's player.
pub(super) fn words(
    viewer: &Viewer<'_>,
    after: &Scene,
    stand_in: Option<&str>,
) -> Option<StepWords> {
    words_for(viewer, |seat| mover(viewer, seat, stand_in), after)
}

/// The same for any reader, who calls the player of the action so.
pub(super) fn words_for(
    reader: &impl Reader,
    who: impl Fn(char) -> String,
    after: &Scene,
) -> Option<StepWords> {
    match after {
        Scene::Ludo(snapshot) => {
            let LastAction { action, events } = snapshot.last_action.as_ref()?;
            let moved = moved(&who(action.seat.letter()), action.roll, events);
            let is_over = snapshot.position.is_over();
            Some(ludo(reader, moved, events, is_over))
        }
        Scene::Kuba(snapshot) => {
            let events = &snapshot.last_action.as_ref()?.events;
            Some(kuba(reader, |side| who(side.letter()), events))
        }
    }
}

/// What is said while a frame is seen: the action, the roll, or that a move was taken back; nothing
/// else moves a piece.
pub(super) fn in_film(viewer: &Viewer<'_>, frame: &Frame) -> Option<String> {
    if let Some(seat) = frame.taken_back {
        return Some(taken_back(viewer, seat));
    }
    let stand_in = frame.stand_in.as_deref();
    let step = words(viewer, &frame.after, stand_in);
    let step = step.or_else(|| rolled(viewer, &frame.after, stand_in));
    step.map(|words| words.plain)
}

/// The roll that led to this scene and is still in hand; `None` if there is none.
pub(super) fn rolled(
    viewer: &Viewer<'_>,
    after: &Scene,
    stand_in: Option<&str>,
) -> Option<StepWords> {
    let Scene::Ludo(snapshot) = after else {
        return None;
    };
    let position = &snapshot.position;
    let (seat, roll) = (position.to_act()?, position.roll_in_hand()?);
    let who = mover(viewer, seat.letter(), stand_in);
    Some(StepWords {
        plain: sentences::rolled_now(&who, roll.value()),
        exact: None,
    })
}

fn taken_back(viewer: &Viewer<'_>, seat: char) -> String {
    if viewer.is_you(seat) {
        sentences::YOURS_TAKEN_BACK.to_owned()
    } else {
        sentences::took_back(&viewer.name(seat))
    }
}

/// Who acted for a seat, at the beginning of a sentence: its player, or this bot in their place.
fn mover(viewer: &Viewer<'_>, seat: char, stand_in: Option<&str>) -> String {
    let Some(bot) = stand_in else {
        return viewer.who(seat);
    };
    let bot = game_info::bot_title(viewer.view.game, bot);
    let is_own = viewer.only_seat().is_some_and(|own| own.seat == seat);
    let whom = if is_own {
        sentences::YOU.to_owned()
    } else {
        viewer.name(seat)
    };
    sentences::stands_in(bot, &whom)
}

fn ludo(reader: &impl Reader, moved: String, events: &[LudoEvent], is_over: bool) -> StepWords {
    let mut says = vec![moved];
    says.extend(kicks(reader, events));
    says.extend(events.iter().filter_map(|event| match *event {
        LudoEvent::Stacked { .. } => Some(sentences::PAIR_MADE.to_owned()),
        LudoEvent::Parted { .. } => Some(sentences::PAIR_PARTED.to_owned()),
        LudoEvent::Placed { seat, place } if !is_over => {
            let who = reader.who(seat.letter());
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
fn kicks(reader: &impl Reader, events: &[LudoEvent]) -> Vec<String> {
    let kicked = Seat::ALL.into_iter().map(|owner| {
        let of_owner = events
            .iter()
            .filter(|event| matches!(event, LudoEvent::Kicked { seat, .. } if *seat == owner));
        (owner.letter(), of_owner.count())
    });
    let says = kicked.filter_map(|(owner, tokens)| match (tokens, reader.is_you(owner)) {
        (0, _) => None,
        (1, true) => Some(sentences::KICKED_YOURS.to_owned()),
        (_, true) => Some(sentences::KICKED_BOTH_YOURS.to_owned()),
        (1, false) => Some(sentences::kicked_one_of(&reader.name(owner))),
        (_, false) => Some(sentences::kicked_both_of(&reader.name(owner))),
    });
    says.collect()
}

fn kuba(reader: &impl Reader, who: impl Fn(Side) -> String, events: &[KubaEvent]) -> StepWords {
    let is_push = |event: &KubaEvent| matches!(event, KubaEvent::Pushed { .. });
    let has_pushed = events.iter().any(is_push);
    let says = events.iter().filter_map(|event| match *event {
        KubaEvent::Pushed { side, push, length } => {
            let who = who(side);
            let way = way(push.direction, reader.is_turned());
            Some(match length {
                1 => sentences::pushed_one(&who, way),
                several => sentences::pushed(&who, several, way),
            })
        }
        KubaEvent::Captured { total, .. } => Some(sentences::captured(total, REDS_TO_WIN)),
        KubaEvent::Ejected { side, left, .. } => {
            let owner = side.other().letter();
            Some(if reader.is_you(owner) {
                sentences::lost_yours(left)
            } else {
                sentences::lost_marble(&reader.name(owner), left)
            })
        }
        KubaEvent::TurnEnded { side } if !has_pushed => Some(sentences::ended_turn(&who(side))),
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
