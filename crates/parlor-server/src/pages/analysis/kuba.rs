//! What decided a game of Kuba: what each push lost.

use kuba_engine::Score;
use kuba_engine::analysis::{JudgedAction, Label, MAX_REDS, NODES_OF_ACTION, captures, why_naming};
use kuba_rules::{Action, Event, Marble, Side};
use parlor_study::KubaStudy;
use parlor_view::graph::{Mark, MarkKind};
use parlor_view::kuba::level;
use parlor_view::theme::BoardPaint;
use parlor_view::{Course, CourseLine, Highlights, LastAction, Look, Scene};

use super::super::board::kuba::name;
use super::super::move_range::MoveRange;
use super::super::viewer::Viewer;
use super::super::{sentences, steps};
use super::findings::{
    Better, Drawn, Findings, MarkedMove, Moment, Now, Part, PlayerFigures, Seen, ShownBoard,
    courses, parts, tenths,
};
use crate::wording::capitalized;

/// By which limits pushes are marked, in reds.
const LIMITS: [(&str, &str, &str); 3] = [
    ("?!", "An inaccuracy", "lost half a red or more"),
    ("?", "A mistake", "1 red or more"),
    ("??", "A blunder", "2.5 reds or more"),
];

/// How many moments are shown.
const MOMENTS: usize = 5;

pub(super) fn findings(seen: &Seen<'_>, study: &KubaStudy) -> Findings {
    let analysis = &study.analysis;
    let viewer = seen.viewer;
    let teller = if seen.teller() == Side::Black.letter() {
        Side::Black
    } else {
        Side::White
    };
    let decider = decider(seen, study);
    let worst = worst(&analysis.actions, decider);
    let greatest = worst.iter().max_by_key(|judged| judged.judgment.loss);
    let shown = decider.or(greatest.copied());
    let ply = seen
        .ply
        .unwrap_or_else(|| shown.map_or(0, |judged| judged.number));
    let judged = ply
        .checked_sub(1)
        .and_then(|index| analysis.actions.get(index));
    let (headline, lead) = verdict(seen, study, teller, decider);
    let moves = MoveRange::with(ply, analysis.actions.len());
    Findings {
        headline,
        lead,
        parts: losses(viewer, study, teller),
        courses: course(viewer, study, &worst, teller, ply),
        has_dice: false,
        are_movers: false,
        moments: worst
            .iter()
            .map(|judged| told(seen, judged, teller))
            .collect(),
        ply,
        now: now(seen, study, ply, judged),
        board: board(seen, ply, judged),
        players: Side::ALL
            .into_iter()
            .map(|side| {
                let tally = analysis.tally(side);
                PlayerFigures::new(viewer, side.letter(), tally.labels, reds(tally.loss))
            })
            .collect(),
        rolls: Vec::new(),
        account: Vec::new(),
        trust: Some(sentences::looked_at(&thousands(NODES_OF_ACTION))),
        limits: LIMITS,
        moves: (moves.first..=moves.last)
            .filter_map(|ply| {
                let judged = analysis.actions.get(ply - 1)?;
                Some(MarkedMove {
                    ply,
                    notation: judged.action.to_string(),
                    mark: judged.label().mark(),
                })
            })
            .collect(),
    }
}

/// `100,000`.
pub(in crate::pages) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Hundredths of a red, in reds.
fn reds(hundredths: u32) -> String {
    tenths(f64::from(hundredths) / 100.0)
}

/// The pushes that lost most, in the order of the game, with that which decided it.
fn worst<'a>(
    actions: &'a [JudgedAction],
    decider: Option<&'a JudgedAction>,
) -> Vec<&'a JudgedAction> {
    let is_decider =
        |judged: &&JudgedAction| decider.is_some_and(|one| one.number == judged.number);
    let mut worst: Vec<&JudgedAction> = actions
        .iter()
        .filter(|judged| judged.label() >= Label::Inaccuracy)
        .collect();
    worst.sort_by_key(|judged| {
        (
            !is_decider(judged),
            core::cmp::Reverse(judged.judgment.loss),
        )
    });
    worst.truncate(MOMENTS);
    worst.sort_by_key(|judged| judged.number);
    worst
}

/// The push from which the winner was ahead to the end; `None` if nobody has won by the rules, or the
/// winner was ahead all along.
fn decider<'a>(seen: &Seen<'_>, study: &'a KubaStudy) -> Option<&'a JudgedAction> {
    /// A lead below which nobody is ahead, in reds.
    const EVEN: f64 = 0.25;
    let winner = winner(seen)?;
    let own = |lead: &f64| if winner == Side::White { *lead } else { -lead };
    let leads = study.analysis.leads();
    let last = leads.iter().rposition(|lead| own(lead) <= EVEN)?;
    study.analysis.actions.get(last)
}

/// The side that has won by the rules.
fn winner(seen: &Seen<'_>) -> Option<Side> {
    if seen.ended_otherwise().is_some() {
        return None;
    }
    let result = seen.viewer.view.result.as_ref()?;
    let first = result.places.first()?.first()?;
    Side::ALL.into_iter().find(|side| side.letter() == *first)
}

/// What decided it, and what both gave away.
fn verdict(
    seen: &Seen<'_>,
    study: &KubaStudy,
    teller: Side,
    decider: Option<&JudgedAction>,
) -> (String, String) {
    let (viewer, analysis) = (seen.viewer, &study.analysis);
    let [own, others] = [teller, teller.other()].map(|side| analysis.tally(side).loss);
    let lead = sentences::gave_away(
        &viewer.who(teller.letter()),
        &reds(own),
        &viewer.whom(teller.other().letter()),
        &reds(others),
    );
    if let Some(how) = seen.ended_otherwise() {
        let whom = |side: Side| viewer.whom(side.letter());
        let end = analysis.end.map(|end| ahead(end, Side::White, &whom));
        let stood = end.map_or_else(String::new, |end| sentences::stood(&end));
        return (how.to_owned(), format!("{lead} {stood}"));
    }
    let headline = match decider {
        None => sentences::AHEAD_ALL_ALONG.to_owned(),
        Some(push) => {
            let side = push.judgment.side;
            let is_losers = winner(seen).is_some_and(|winner| winner != side);
            match (
                is_losers && push.label() >= Label::Inaccuracy,
                viewer.is_you(side.letter()),
            ) {
                (true, true) => sentences::YOUR_PUSH.to_owned(),
                (true, false) => sentences::whose_push(&viewer.name(side.letter())),
                (false, _) => sentences::decided_at(push.number),
            }
        }
    };
    (headline, lead)
}

fn losses(viewer: &Viewer<'_>, study: &KubaStudy, teller: Side) -> Vec<Part> {
    let part = |kind, side: Side| {
        let loss = study.analysis.tally(side).loss;
        (kind, viewer.who(side.letter()), reds(loss), f64::from(loss))
    };
    parts([part("choices", teller), part("dice", teller.other())])
}

fn course(
    viewer: &Viewer<'_>,
    study: &KubaStudy,
    worst: &[&JudgedAction],
    teller: Side,
    shown: usize,
) -> [Drawn; 2] {
    let leads = study.analysis.leads().into_iter();
    let own = |lead: f64| if teller == Side::White { lead } else { -lead };
    let points: Vec<(f64, f64)> = leads
        .enumerate()
        .map(|(ply, lead)| (ply as f64, level(own(lead))))
        .collect();
    let marks = worst.iter().filter_map(|judged| {
        Some(Mark {
            ply: judged.number,
            kind: MarkKind::Loss,
            at: *points.get(judged.number)?,
        })
    });
    let marks: Vec<Mark> = marks.collect();
    let sides = match teller {
        Side::White => [BoardPaint::White, BoardPaint::Black],
        Side::Black => [BoardPaint::Black, BoardPaint::White],
    };
    let lines = [CourseLine {
        paint: BoardPaint::Red,
        outline: "",
        points: &points,
    }];
    let words = [sentences::lead_course(&viewer.whom(teller.letter()))];
    courses(&|size| Course {
        title: sentences::COURSE_OF_LEADS,
        words: &words,
        size,
        plies: points.len().saturating_sub(1),
        levels: &[("", 0.0), ("4", 0.25), ("0", 0.5), ("4", 0.75), ("", 1.0)],
        sides: Some(sides),
        lines: &lines,
        marks: &marks,
        shown,
    })
}

/// A push that lost much, in a line.
fn told(seen: &Seen<'_>, judged: &JudgedAction, teller: Side) -> Moment {
    let side = judged.judgment.side;
    let who = seen.viewer.who(side.letter());
    let way = match judged.action {
        Action::Push(push) => steps::way(push.direction, seen.viewer.is_turned),
        Action::End => sentences::ENDED_TURN,
    };
    let lost = reds(judged.judgment.loss);
    Moment {
        ply: judged.number,
        mark: judged.label().mark(),
        says: sentences::push_moment(&who, way, passed_up(judged)),
        value: if side == teller {
            format!("−{lost}")
        } else {
            format!("+{lost}")
        },
    }
}

/// What was passed up, in short. Rules: K-6, K-8.
fn passed_up(judged: &JudgedAction) -> &'static str {
    let judgment = &judged.judgment;
    let is_win = |score| matches!(score, Score::Win(_));
    if is_win(judgment.best.score) && !is_win(judgment.played) {
        return sentences::NOT_WON;
    }
    let taken = captures(&judged.before, &judgment.best.actions);
    let first = taken.iter().find(|capture| capture.number == 1);
    match first.map(|capture| capture.marble) {
        Some(Marble::Red) => sentences::NO_RED,
        Some(_) => sentences::NO_CAPTURE,
        None => sentences::WEAKER_PUSH,
    }
}

/// Who is ahead by a score for this side, and by how much, within a sentence.
pub(in crate::pages) fn ahead(score: Score, side: Side, name: &dyn Fn(Side) -> String) -> String {
    const WIN: i32 = 100 * MAX_REDS as i32;
    let (ahead, score) = match score {
        Score::Reds(..0) | Score::Loss(_) => (side.other(), score.for_opponent()),
        _ => (side, score),
    };
    let who = name(ahead);
    match score {
        Score::Reds(..5) => sentences::EVEN.to_owned(),
        Score::Reds(hundredths) if hundredths > WIN => sentences::is_far_ahead(&who),
        Score::Reds(hundredths) => sentences::is_ahead(&who, &reds(hundredths.unsigned_abs())),
        Score::Win(0) | Score::Loss(0) => sentences::has_already_won(&who),
        Score::Win(1) | Score::Loss(1) => sentences::wins_next(&who),
        Score::Win(pushes) | Score::Loss(pushes) => sentences::wins_in(&who, pushes),
    }
}

fn now(seen: &Seen<'_>, study: &KubaStudy, ply: usize, judged: Option<&JudgedAction>) -> Now {
    let viewer = seen.viewer;
    let Some(judged) = judged else {
        return Now {
            title: sentences::START.to_owned(),
            ..Now::default()
        };
    };
    let judgment = &judged.judgment;
    let says = seen
        .after(ply)
        .and_then(|after| steps::words(viewer, &after, None));
    let whom = |side: Side| viewer.whom(side.letter());
    let [before, after] =
        [judgment.best.score, judgment.played].map(|score| ahead(score, judgment.side, &whom));
    let is_end = ply == study.analysis.actions.len();
    let after = match study.analysis.end.filter(|_| is_end) {
        Some(end) => ahead(end, Side::White, &whom),
        None => after,
    };
    let label = judged.label();
    Now {
        title: sentences::ply_of(ply, study.analysis.actions.len()),
        says: says.map(|words| words.plain).unwrap_or_default(),
        figures: sentences::ahead(&before, &after),
        verdict: match label {
            Label::Best => sentences::BEST_PUSH.to_owned(),
            label => sentences::lost_reds(sentences::label(label), &reds(judgment.loss)),
        },
        mark: label.mark(),
        better: refuting(judged).map(|best| {
            let naming = |action| name(action, viewer.is_turned);
            let says = match (best, viewer.look) {
                (Action::Push(push), Look::Board) => {
                    sentences::better_marked(steps::way(push.direction, viewer.is_turned))
                }
                _ => sentences::better_push(&naming(best)),
            };
            Better {
                says,
                why: capitalized(&why_naming(&judged.before, &judgment.best.actions, &naming)),
                is_shown: seen.is_better,
            }
        }),
    }
}

/// The best action, if something worse was done.
fn refuting(judged: &JudgedAction) -> Option<Action> {
    let is_worse = judged.label() > Label::Best;
    is_worse.then(|| judged.judgment.best.actions.first().copied())?
}

/// The board when a push was due, with the push that was made and the better one; or what the better
/// one would have come to.
fn board(seen: &Seen<'_>, ply: usize, judged: Option<&JudgedAction>) -> ShownBoard {
    let Some(judged) = judged else {
        return seen.board(seen.after(ply), Highlights::default());
    };
    let Some(Scene::Kuba(mut snapshot)) = seen.after(ply - 1) else {
        return seen.board(None, Highlights::default());
    };
    snapshot.last_action = None;
    let best = refuting(judged);
    if let (Some(action), true) = (best, seen.is_better) {
        let mut events: Vec<Event> = Vec::new();
        if snapshot
            .position
            .play_action_into(action, &mut events)
            .is_ok()
        {
            snapshot.last_action = Some(LastAction { action, events });
        }
        return seen.board(Some(Scene::Kuba(snapshot)), Highlights::default());
    }
    let hint = best.map(|best| best.to_string());
    let played = judged.action.to_string();
    let highlights = Highlights {
        hint: hint.as_deref(),
        played: Some(&played),
        ..Highlights::default()
    };
    seen.board(Some(Scene::Kuba(snapshot)), highlights)
}
