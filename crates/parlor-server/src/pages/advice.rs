//! A hint in words: what to do and what it gains in one line, the figures behind a fold.

use kuba_engine::analysis;
use kuba_rules::{Action, Event, Marble, Move as Push, Position};
use parlor_view::{Look, Scene};

use super::board::{kuba, ludo};
use super::viewer::Viewer;
use super::{sentences, steps};
use crate::wording::{self, capitalized};
use parlor_table::log::{HintLine, HintReason, HintScore};
use parlor_table::table::HintSearch;

/// What is said of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// What to do, or why there is no hint.
    pub(super) says: String,
    /// What the board marks for eyes.
    pub(super) place: Option<String>,
    /// The evidence, with its figures.
    pub(super) why: Option<String>,
}

impl From<String> for Advice {
    fn from(says: String) -> Self {
        Self {
            says,
            place: None,
            why: None,
        }
    }
}

/// The hint for the seat to act.
pub(super) fn advice(viewer: &Viewer<'_>) -> Option<Advice> {
    let hint = viewer.view.hint.as_ref()?;
    let none = |says: &str| Some(Advice::from(says.to_owned()));
    let (action, reason) = match &hint.search {
        HintSearch::Found { action, reason } => (action, reason),
        HintSearch::UnderWay => return none(sentences::HINT_UNDER_WAY),
        HintSearch::Failed => return none(sentences::NO_HINT),
        HintSearch::TooLate => return none(sentences::LATE_HINT),
    };
    let for_whom = |does: &str, gains: &str| {
        if viewer.is_you(hint.seat) {
            sentences::hint(does, gains)
        } else {
            sentences::hint_for(&viewer.name(hint.seat), does, gains)
        }
    };
    let line = &viewer.view.position;
    if viewer.look == Look::Diagram {
        let says = wording::hint(line, action, reason);
        return Some(for_whom(action, &capitalized(&says)).into());
    }
    let (does, gains, place, why) = match &viewer.view.scene {
        Scene::Ludo(snapshot) => {
            let action: ludo_rules::Action = action.parse().ok()?;
            let (_, does) = ludo::in_short(snapshot, action.seat, action.choice);
            let why = wording::prospects(line, reason);
            (does, chances_gain(reason), None, why)
        }
        Scene::Kuba(_) => {
            let action: Action = action.parse().ok()?;
            let (does, place) = kuba_deed(action, viewer.is_turned);
            let gains = pushes_gain(&line.parse().ok()?, action, reason);
            let name = |action| kuba::name(action, viewer.is_turned);
            (does, gains, place, wording::lines(line, reason, &name))
        }
    };
    Some(Advice {
        says: for_whom(&does, gains),
        place,
        why: Some(why).filter(|why| !why.is_empty()),
    })
}

/// What a hint of Kuba advises, and which marble that is. Rules: K-2.
fn kuba_deed(action: Action, is_turned: bool) -> (String, Option<String>) {
    match action {
        Action::Push(Push { cell, direction }) => (
            sentences::push_marked(steps::way(direction, is_turned)),
            Some(sentences::marked_marble(&cell.to_string())),
        ),
        Action::End => (sentences::END_TURN.to_owned(), None),
    }
}

/// How much better a choice is than the next best, by limits above which it is a little, clearly, and
/// much better.
fn margin(better: f64, [little, clear, much]: [f64; 3]) -> &'static str {
    match better {
        better if better < little => sentences::AS_GOOD,
        better if better < clear => sentences::LITTLE_BETTER,
        better if better < much => sentences::BETTER,
        _ => sentences::MUCH_BETTER,
    }
}

/// What a choice of Ludo gains over the next best, by the chances to win.
fn chances_gain(reason: &HintReason) -> &'static str {
    match reason {
        HintReason::Chances {
            best,
            next: Some(next),
            ..
        } => margin(best - next.chance, [0.005, 0.02, 0.08]),
        _ => "",
    }
}

/// What an action of Kuba gains: at once, later in its line, or over the next best.
/// Rules: K-6, K-8, K-9, K-10.
fn pushes_gain(position: &Position, action: Action, reason: &HintReason) -> &'static str {
    let mut after = *position;
    let mut events = Vec::new();
    if after.play_action_into(action, &mut events).is_err() {
        return "";
    }
    let HintReason::Lines(lines) = reason else {
        return "";
    };
    let Some(line) = lines.first() else { return "" };
    let side = position.to_move();
    match line.score {
        _ if events
            .iter()
            .any(|event| matches!(event, Event::Won { .. })) =>
        {
            return sentences::WINS;
        }
        HintScore::Win(_) => return sentences::WINS_SOON,
        HintScore::Loss(_) => return sentences::LOSES_LATEST,
        HintScore::Reds(_) => {}
    }
    let actions: Vec<Action> = line
        .actions
        .iter()
        .map_while(|action| action.parse().ok())
        .collect();
    let mut captures = analysis::captures(position, &actions).into_iter();
    let own = captures.find(|capture| capture.side == side);
    match own.map(|first| (first.number, first.marble)) {
        Some((1, Marble::Red)) => sentences::TAKES_RED,
        Some((1, _)) => sentences::KNOCKS_OFF,
        Some((_, Marble::Red)) => sentences::RED_FOLLOWS,
        Some((_, _)) => sentences::KNOCK_FOLLOWS,
        None => reds_gain(lines),
    }
}

/// What the first of these lines gains over the second, by what they are worth in reds.
fn reds_gain(lines: &[HintLine]) -> &'static str {
    match lines {
        [
            HintLine {
                score: HintScore::Reds(best),
                ..
            },
            HintLine {
                score: HintScore::Reds(next),
                ..
            },
            ..,
        ] => margin(
            f64::from(best.saturating_sub(*next)) / 100.0,
            [0.05, 0.3, 1.0],
        ),
        [
            _,
            HintLine {
                score: HintScore::Loss(_),
                ..
            },
            ..,
        ] => sentences::MUCH_BETTER,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use parlor_table::log::{ChanceBasis, NextChoice};

    use super::*;

    fn line(score: HintScore, actions: &[&str]) -> HintLine {
        HintLine {
            score,
            actions: actions.iter().map(|action| (*action).to_owned()).collect(),
        }
    }

    fn gain(position: &str, lines: Vec<HintLine>) -> &'static str {
        let action = lines[0].actions[0].parse().expect("an action");
        let position = position.parse().expect("a position");
        pushes_gain(&position, action, &HintReason::Lines(lines))
    }

    #[test]
    fn a_push_is_praised_for_what_falls_first() {
        let even = |actions: &[&str]| vec![line(HintScore::Reds(0), actions)];
        // Two reds beside White's marbles, at the right edge.
        let reds = "7/5wr/7/5wr/7/7/b6 w0b0 w - c";
        assert_eq!(gain(reds, even(&["15R"])), sentences::TAKES_RED);
        assert_eq!(
            gain(reds, even(&["35F", "60R", "15R"])),
            sentences::RED_FOLLOWS
        );
        let black = "7/5wb/7/5wr/7/7/b6 w0b0 w - c";
        assert_eq!(gain(black, even(&["15R"])), sentences::KNOCKS_OFF);
        let last = "7/5wb/7/5wr/7/7/7 w0b0 w - c";
        assert_eq!(gain(last, even(&["15R"])), sentences::WINS);
    }

    #[test]
    fn a_push_that_takes_nothing_is_compared_with_the_next_best() {
        let reds = "7/5wr/7/5wr/7/7/b6 w0b0 w - c";
        let quiet = |score, next| gain(reds, vec![line(score, &["35F"]), line(next, &["15F"])]);
        for (better, said) in [
            (0, sentences::AS_GOOD),
            (20, sentences::LITTLE_BETTER),
            (50, sentences::BETTER),
            (100, sentences::MUCH_BETTER),
        ] {
            assert_eq!(
                quiet(HintScore::Reds(better), HintScore::Reds(0)),
                said,
                "{better}"
            );
        }
        let lost = HintScore::Loss(2);
        assert_eq!(quiet(HintScore::Reds(0), lost), sentences::MUCH_BETTER);
        assert_eq!(quiet(lost, lost), sentences::LOSES_LATEST);
        assert_eq!(
            quiet(HintScore::Win(3), HintScore::Reds(0)),
            sentences::WINS_SOON
        );
    }

    #[test]
    fn a_choice_of_ludo_is_compared_by_the_chances() {
        for (chance, said) in [
            (0.6, sentences::AS_GOOD),
            (0.59, sentences::LITTLE_BETTER),
            (0.55, sentences::BETTER),
            (0.4, sentences::MUCH_BETTER),
        ] {
            let next = Some(NextChoice {
                choice: "q".to_owned(),
                chance,
            });
            let (best, basis) = (0.6, ChanceBasis::Exact);
            let reason = HintReason::Chances { best, next, basis };
            assert_eq!(chances_gain(&reason), said, "{chance}");
        }
    }
}
