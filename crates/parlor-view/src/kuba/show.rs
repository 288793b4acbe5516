//! Kuba as a game that is shown.

use std::borrow::Cow;

use kuba_rules::{Action, Draw, Event, Marble, Move, REDS_TO_WIN, Rules, Side};
use parlor_game::{Game as _, Kuba};

use super::{Names, Picture, RowItem, Stage, THIRD_TIME, board, color, description, heap, mark};
use super::{motions, push, row, state};
use crate::look::Look;
use crate::motion::Motion;
use crate::show::{CIRCLE, Highlights, RuleSet, Show};
use crate::snapshot::{LastAction, Snapshot};
use crate::svg::PictureOptions;
use crate::theme::Style;
use crate::words;

impl Show for Kuba {
    const TITLE: &'static str = "Kuba";
    const SUMMARY: &'static str =
        "Push rows of marbles, and seven reds off the board. Two players.";
    const EXAMPLE: &'static str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t";

    fn rule_set(rules: Rules) -> RuleSet {
        match rules {
            Rules::Classroom => RuleSet {
                title: "Classroom",
                summary: "Turns alternate; pushing a marble off gives no second push (K-11).",
            },
            Rules::Tournament => RuleSet {
                title: "Tournament",
                summary: "White begins; who pushes a marble off may push again; the third time a \
                          position stands is a draw (K-12).",
            },
        }
    }

    fn seat_title(side: Side) -> &'static str {
        match side {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    fn is_far(side: Side) -> bool {
        side == Side::White
    }

    fn mark(side: Side, options: PictureOptions<'_>) -> String {
        mark(side.into(), options)
    }

    fn outline(_: Side) -> &'static str {
        CIRCLE
    }

    /// The reds that have won, or else the side's own marbles. Rules: K-8.
    fn trophy(snapshot: &Snapshot<Self>, side: Side, options: PictureOptions<'_>) -> String {
        let position = &snapshot.position;
        match position.captured(side) {
            REDS_TO_WIN.. => heap(Marble::Red, REDS_TO_WIN, options),
            _ => heap(side.into(), position.count(side.into()), options),
        }
    }

    fn waiting_room(seats: &[(Side, bool)], options: PictureOptions<'_>) -> String {
        let place = |&(side, is_taken): &(Side, bool)| {
            if is_taken {
                RowItem::Marble(side.into())
            } else {
                RowItem::Missing
            }
        };
        row(&seats.iter().map(place).collect::<Vec<_>>(), options)
    }

    /// A push that ko forbids. Rules: K-7.
    fn refused(options: PictureOptions<'_>) -> String {
        let [white, black] = [Marble::White, Marble::Black].map(RowItem::Marble);
        row(
            &[RowItem::Empty, white, RowItem::Ko, black, RowItem::Empty],
            options,
        )
    }

    fn board(snapshot: &Snapshot<Self>) -> String {
        board(&snapshot.position, (&names(snapshot)).into())
    }

    fn status(snapshot: &Snapshot<Self>) -> String {
        let names = names(snapshot);
        state(&snapshot.position, (&names).into(), stage(snapshot))
    }

    fn step(snapshot: &Snapshot<Self>, last: &LastAction<Action, Event>) -> String {
        let stage = stage(snapshot);
        let mut events = last.events.clone();
        if !stage.goes_on(&snapshot.position) {
            events.retain(|&event| !is_about_what_follows(event));
        }
        let sentence = push(&events, (&names(snapshot)).into());
        // K-12: no event reports that the position stands for the third time.
        match stage.draw() {
            Some(Draw::Repetition) => format!("{}; {THIRD_TIME}.", sentence.trim_end_matches('.')),
            _ => sentence,
        }
    }

    fn description(snapshot: &Snapshot<Self>) -> Vec<String> {
        let position = &snapshot.position;
        let names = names(snapshot);
        let legal = position.legal_moves().len();
        description(position, (&names).into(), stage(snapshot), Some(legal))
    }

    fn svg(
        snapshot: &Snapshot<Self>,
        options: PictureOptions<'_>,
        highlights: Highlights<'_>,
        description: &[String],
    ) -> String {
        let pushes = pushes(highlights);
        Picture {
            description: Some(description),
            ..picture(snapshot, &names(snapshot), &pushes, highlights)
        }
        .svg(options)
    }

    fn motions(_before: &Snapshot<Self>, after: &Snapshot<Self>, look: Look) -> Vec<Motion> {
        motions(after.events(), look)
    }

    fn film(states: &[Snapshot<Self>], style: Style) -> String {
        let last = states.last().expect("a game has a start");
        Picture {
            description: Some(&Self::description(last)),
            ..picture(last, &names(last), &[], Highlights::default())
        }
        .film(states, style)
    }
}

/// What a side has, as [`Picture::tray`].
///
/// ```
/// use kuba_rules::Side;
/// use parlor_game::AnyGame;
/// use parlor_view::{Highlights, PictureOptions, Scene, kuba};
///
/// let start = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t";
/// let Scene::Kuba(snapshot) = Scene::of(&AnyGame::from_position(start, None)?) else {
///     unreachable!("it is a position of Kuba");
/// };
/// let options = PictureOptions {
///     id: "white-",
///     ..PictureOptions::default()
/// };
/// let tray = kuba::tray(&snapshot, Side::White, Highlights::default(), options);
/// assert!(tray.contains("id=\"white-tray-W\"") && tray.contains("pb-next"));
/// # Ok::<(), parlor_game::AnyError>(())
/// ```
pub fn tray(
    snapshot: &Snapshot<Kuba>,
    side: Side,
    highlights: Highlights<'_>,
    options: PictureOptions<'_>,
) -> String {
    picture(snapshot, &names(snapshot), &[], highlights).tray(side, options)
}

/// The pushes to show as arrows.
fn pushes(highlights: Highlights<'_>) -> Vec<Move> {
    let pushes = highlights.actions.iter();
    pushes.filter_map(|push| push.parse().ok()).collect()
}

/// What there is to be seen of a state, with these pushes as arrows.
fn picture<'a>(
    snapshot: &'a Snapshot<Kuba>,
    names: &'a [Cow<'_, str>; 2],
    pushes: &'a [Move],
    highlights: Highlights<'_>,
) -> Picture<'a> {
    Picture {
        stage: stage(snapshot),
        events: snapshot.events(),
        pushes,
        hint: highlights.hint.and_then(|hint| hint.parse().ok()),
        played: highlights.played.and_then(|played| played.parse().ok()),
        under_way: actor(snapshot).filter(|_| highlights.is_under_way),
        is_turned: highlights.is_turned,
        names: names.into(),
        ..Picture::new(&snapshot.position)
    }
}

/// What the players are called: by their colors if they have no names, and by both if they
/// have the same.
fn names(snapshot: &Snapshot<Kuba>) -> [Cow<'_, str>; 2] {
    let name = |side| {
        let mut names = snapshot.names.iter();
        let named = names.find(|(named, _)| *named == side);
        named.map(|(_, name)| &**name)
    };
    let [white, black] = Side::ALL.map(name);
    let is_shared = white.is_some() && white == black;
    Side::ALL.map(|side| match name(side) {
        Some(name) if is_shared => Cow::Owned(words::player(name, color(side))),
        Some(name) => Cow::Borrowed(name),
        None => Cow::Borrowed(Names::default().of(side)),
    })
}

/// Who made the last action.
fn actor(snapshot: &Snapshot<Kuba>) -> Option<Side> {
    snapshot.events().iter().find_map(|event| match *event {
        Event::Pushed { side, .. } | Event::TurnEnded { side } => Some(side),
        _ => None,
    })
}

/// How far the game has come. Rules: K-12, K-13.
fn stage(snapshot: &Snapshot<Kuba>) -> Stage {
    match (snapshot.ended_by, snapshot.settlement) {
        (Some("K-12"), _) => Stage::Drawn(Draw::Repetition),
        (Some(Kuba::LIMIT_RULE), _) => Stage::Drawn(Draw::PushLimit),
        (None, Some(settlement)) => Stage::Settled(settlement),
        _ => Stage::UnderWay,
    }
}

/// Whether the event is about what may be done next, which is nothing once the game is over.
const fn is_about_what_follows(event: Event) -> bool {
    matches!(event, Event::Ko { .. } | Event::MayPushAgain { .. })
}
