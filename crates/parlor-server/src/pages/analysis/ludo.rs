//! What decided a game of Ludo: luck apart from choices.

use ludo_rules::{Action, Event, Move, Position, Seat};
use ludo_solver::analysis::{
    Account, Analysis, Certainty, ChoiceKind, JudgedPly, KeyMoment, Label, Race, Ranked, Swing,
};
use parlor_game::Ludo;
use parlor_study::LudoStudy;
use parlor_study::ludo::{Dice, chances, mark, rolls_that_kick};
use parlor_view::graph::Mark;
use parlor_view::theme::BoardPaint;
use parlor_view::{Course, CourseLine, Highlights, LastAction, Scene, Snapshot};

use super::super::board::ludo::in_short;
use super::super::move_range::MoveRange;
use super::super::viewer::Viewer;
use super::super::{game_info, sentences, steps};
use super::findings::{
    Better, Drawn, Findings, MarkedMove, Moment, Now, Part, PlayerFigures, PlayerRolls, Seen,
    ShownBoard, courses, parts, signed, tenths, whose,
};

/// A change of a chance below which nothing has happened.
const NOTHING: f64 = 5e-4;

/// By which limits choices are marked, in points of a hundred.
const LIMITS: [(&str, &str, &str); 3] = [
    ("?!", "An inaccuracy", "lost 1 or more of 100"),
    ("?", "A mistake", "2.5 or more"),
    ("??", "A blunder", "6 or more"),
];

pub(super) fn findings(seen: &Seen<'_>, study: &LudoStudy) -> Findings {
    let analysis = &study.analysis;
    let viewer = seen.viewer;
    let race = &analysis.races()[0];
    let accounts = analysis.accounts(race);
    let teller = seen.teller();
    let account = accounts
        .iter()
        .find(|account| account.seat.letter() == teller);
    let account = account.unwrap_or(&accounts[0]);
    let teller = account.seat;
    let key_moments = analysis.key_moments();
    let ply = seen
        .ply
        .unwrap_or_else(|| greatest(&key_moments, race).unwrap_or_default());
    let judged = ply
        .checked_sub(1)
        .and_then(|index| analysis.plies().get(index));
    let before = judged.and_then(|judged| before(seen, judged));
    let (headline, lead) = verdict(seen, account, accounts.len());
    let moves = MoveRange::with(ply, analysis.plies().len());
    Findings {
        headline,
        lead,
        parts: dice_and_choices(account),
        courses: course(viewer, analysis, race, teller, ply),
        has_dice: true,
        are_movers: analysis.seats().len() > 2,
        moments: key_moments
            .iter()
            .filter_map(|moment| told(seen, analysis, teller, *moment))
            .collect(),
        ply,
        now: now(seen, analysis, teller, ply, judged, before.as_ref()),
        board: board(seen, ply, judged, before),
        players: players(viewer, analysis),
        rolls: rolls(viewer, analysis),
        account: sum(account),
        trust: match race.certainty {
            Certainty::Exact => None,
            Certainty::Estimate { error } => Some(sentences::estimates(&tenths(100.0 * error))),
        },
        limits: LIMITS,
        moves: (moves.first..=moves.last)
            .filter_map(|ply| {
                let judged = analysis.plies().get(ply - 1)?;
                Some(MarkedMove {
                    ply,
                    notation: study.record.plies().get(ply - 1)?.act().to_string(),
                    mark: judged.label().map_or("", Label::mark),
                })
            })
            .collect(),
    }
}

/// The ply of the moment that changed most while the win was at stake.
fn greatest(moments: &[KeyMoment], race: &Race) -> Option<usize> {
    let is_in_race = |moment: &&KeyMoment| race.plies.contains(&(moment.ply - 1));
    let greatest = moments.iter().filter(is_in_race);
    let greatest = greatest.max_by(|one, other| one.size.abs().total_cmp(&other.size.abs()));
    greatest.map(|moment| moment.ply)
}

fn percent(chance: f64) -> String {
    tenths(100.0 * chance)
}

/// What made most of the way from the first chance to the last, and what there was at first.
fn verdict(seen: &Seen<'_>, account: &Account, players: usize) -> (String, String) {
    let viewer = seen.viewer;
    let seat = account.seat.letter();
    let way = if account.end < account.start {
        -1.0
    } else {
        1.0
    };
    let (dice, choices) = (way * account.rolls(), way * account.choices());
    let headline = if let Some(how) = seen.ended_otherwise() {
        how.to_owned()
    } else if dice > 1.5 * choices {
        sentences::MOSTLY_DICE.to_owned()
    } else if choices > 1.5 * dice {
        let own = way * account.own_choices > way * account.other_choices;
        let other = viewer.view.seats.iter().find(|other| other.seat != seat);
        match other {
            _ if own && viewer.is_you(seat) => sentences::MOSTLY_YOUR_CHOICES.to_owned(),
            Some(other) if !own && players == 2 => {
                if viewer.is_you(other.seat) {
                    sentences::MOSTLY_YOUR_CHOICES.to_owned()
                } else {
                    sentences::whose_choices(&viewer.name(other.seat))
                }
            }
            _ if own => sentences::whose_choices(&viewer.name(seat)),
            _ => sentences::OTHERS_CHOICES.to_owned(),
        }
    } else {
        sentences::DICE_AND_CHOICES.to_owned()
    };
    let went = if account.end < NOTHING {
        sentences::WHERE_IT_WENT.to_owned()
    } else if account.end > 1.0 - NOTHING {
        sentences::WHAT_WON_IT.to_owned()
    } else {
        sentences::came_to(&percent(account.end))
    };
    let began = sentences::began_with(&viewer.who(seat), &percent(account.start));
    (headline, format!("{began} {went}"))
}

fn dice_and_choices(account: &Account) -> Vec<Part> {
    let part = |kind, title: &str, size: f64| (kind, title.to_owned(), signed(100.0 * size), size);
    parts([
        part("dice", sentences::DICE, account.rolls()),
        part("choices", sentences::CHOICES, account.choices()),
    ])
}

/// From the first chance to the last.
fn sum(account: &Account) -> Vec<(&'static str, String)> {
    let change = |size: f64| signed(100.0 * size);
    vec![
        ("At the start", percent(account.start)),
        ("Own rolls", change(account.own_rolls)),
        ("Others’ rolls", change(account.other_rolls)),
        ("Own choices", change(account.own_choices)),
        ("Others’ choices", change(account.other_choices)),
        ("At the end", percent(account.end)),
    ]
}

/// The colors of a seat: of its pieces, and of its ways.
const fn paints(seat: Seat) -> [BoardPaint; 2] {
    match seat {
        Seat::A => [BoardPaint::A, BoardPaint::ASoft],
        Seat::B => [BoardPaint::B, BoardPaint::BSoft],
        Seat::C => [BoardPaint::C, BoardPaint::CSoft],
        Seat::D => [BoardPaint::D, BoardPaint::DSoft],
    }
}

/// The chances along the game: that of one of two, or everybody's.
fn course(
    viewer: &Viewer<'_>,
    analysis: &Analysis,
    race: &Race,
    teller: Seat,
    shown: usize,
) -> [Drawn; 2] {
    let is_of_two = analysis.seats().len() == 2;
    let name = whose(viewer, teller.letter());
    let words = [sentences::chance_course(
        &name,
        &percent(race.start.of(teller)),
        &percent(race.end.of(teller)),
    )];
    let marks = analysis.key_moments().into_iter().filter_map(|moment| {
        let ply = analysis.plies().get(moment.ply - 1)?;
        mark(analysis, moment, whose_chance(analysis, teller, ply))
    });
    let marks: Vec<Mark> = marks.collect();
    let seats = analysis.races().iter().flat_map(|race| {
        let seats = race
            .seats
            .iter()
            .filter(|&&seat| !is_of_two || seat == teller);
        seats.map(move |&seat| (seat, chances(analysis, race, seat)))
    });
    let seats: Vec<(Seat, Vec<(f64, f64)>)> = seats.collect();
    let lines: Vec<CourseLine<'_>> = seats
        .iter()
        .map(|(seat, points)| CourseLine {
            paint: paints(*seat)[0],
            // The only line needs no sign.
            outline: if is_of_two {
                ""
            } else {
                game_info::outline(viewer.view.game, seat.letter())
            },
            points,
        })
        .collect();
    let other = analysis.seats().iter().find(|&&seat| seat != teller);
    let sides = other
        .filter(|_| is_of_two)
        .map(|&other| [paints(teller)[1], paints(other)[1]]);
    courses(&|size| Course {
        title: sentences::COURSE_OF_CHANCES,
        words: &words,
        size,
        plies: analysis.plies().len(),
        levels: &[("0", 0.0), ("50", 0.5), ("100", 1.0)],
        sides,
        lines: &lines,
        marks: &marks,
        shown,
    })
}

/// Whose chance a ply is told by: between two, that of the one from whom the game is told, and between
/// more that of who moved.
fn whose_chance(analysis: &Analysis, teller: Seat, ply: &JudgedPly) -> Seat {
    if analysis.seats().len() == 2 {
        teller
    } else {
        ply.seat()
    }
}

/// A moment in a line, with what it changed for the one from whom the game is told.
fn told(seen: &Seen<'_>, analysis: &Analysis, teller: Seat, moment: KeyMoment) -> Option<Moment> {
    let ply = analysis.plies().get(moment.ply - 1)?;
    let who = seen.viewer.who(ply.seat().letter());
    let whom = whose_chance(analysis, teller, ply);
    let (what, change, mark) = match moment.swing {
        Swing::Luck => {
            let what = if moment.size < 0.0 {
                sentences::UNLUCKY
            } else {
                sentences::LUCKY
            };
            (what.to_owned(), ply.roll_gain(whom), "")
        }
        Swing::Loss => {
            let (what, _) = reasons(seen, ply)?;
            (what, ply.answer_gain(whom), ply.label()?.mark())
        }
    };
    Some(Moment {
        ply: ply.number,
        mark,
        says: sentences::moment(&who, ply.roll().value(), &what),
        value: signed(100.0 * change),
    })
}

/// What is said of a ply.
fn now(
    seen: &Seen<'_>,
    analysis: &Analysis,
    teller: Seat,
    ply: usize,
    judged: Option<&JudgedPly>,
    then: Option<&Snapshot<Ludo>>,
) -> Now {
    let viewer = seen.viewer;
    let Some(judged) = judged else {
        return Now {
            title: sentences::START.to_owned(),
            ..Now::default()
        };
    };
    let says = seen.after(ply).and_then(|after| {
        let words = steps::words(viewer, &after, None);
        words.or_else(|| steps::rolled(viewer, &after, None))
    });
    let whom = whose_chance(analysis, teller, judged);
    let before = judged.before.unwrap_or(*judged.rolled());
    let [before, rolled, after] =
        [&before, judged.rolled(), judged.after()].map(|chances| percent(chances.of(whom)));
    let name = whose(viewer, whom.letter());
    let label = judged.label();
    let lost = percent(judged.loss().unwrap_or_default());
    Now {
        title: sentences::ply_of(ply, analysis.plies().len()),
        says: says.map(|words| words.plain).unwrap_or_default(),
        figures: match judged.answer {
            Some(_) => sentences::chances(&name, &before, &rolled, &after),
            None => sentences::roll_chances(&name, &before, &rolled),
        },
        verdict: match judged.kind() {
            None => sentences::STILL_TO_CHOOSE.to_owned(),
            Some(ChoiceKind::Forced) => sentences::NO_CHOICE.to_owned(),
            Some(ChoiceKind::Free(Label::Best)) => sentences::BEST_CHOICE.to_owned(),
            Some(ChoiceKind::Free(label)) => sentences::lost_points(sentences::label(label), &lost),
        },
        mark: label.map_or("", Label::mark),
        better: then.and_then(|then| better(seen, judged, then, whom)),
    }
}

/// What would have been better than what was done, and why.
fn better(
    seen: &Seen<'_>,
    judged: &JudgedPly,
    then: &Snapshot<Ludo>,
    whom: Seat,
) -> Option<Better> {
    let best = refuting(judged)?;
    let (_, does) = in_short(then, judged.seat(), best.choice);
    let (_, why) = reasons(seen, judged)?;
    Some(Better {
        says: sentences::better(&in_sentence(&does), &percent(best.chances.of(whom))),
        why,
        is_shown: seen.is_better,
    })
}

/// The best choice, if something worse was done.
fn refuting(judged: &JudgedPly) -> Option<&Ranked> {
    let is_worse = judged.label()? > Label::Best;
    is_worse.then(|| judged.ranking.best())
}

/// A choice in short, within a sentence: `the front token, 4 steps on`.
fn in_sentence(does: &str) -> String {
    let does = does.replacen(": ", ", ", 1);
    let mut letters = does.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

/// The state when the choice of a ply was due, with the roll in hand.
fn before(seen: &Seen<'_>, judged: &JudgedPly) -> Option<Snapshot<Ludo>> {
    let Scene::Ludo(mut snapshot) = seen.after(judged.number - 1)? else {
        return None;
    };
    snapshot.position = judged.rolled_position();
    snapshot.last_action = None;
    Some(snapshot)
}

fn action(judged: &JudgedPly, ranked: &Ranked) -> Action {
    Action {
        seat: judged.seat(),
        roll: judged.roll(),
        choice: ranked.choice,
    }
}

/// The board when a choice was due, with the way that was gone and the better one; or what the better
/// one would have come to.
fn board(
    seen: &Seen<'_>,
    ply: usize,
    judged: Option<&JudgedPly>,
    then: Option<Snapshot<Ludo>>,
) -> ShownBoard {
    let (Some(judged), Some(mut snapshot)) = (judged, then) else {
        return seen.board(seen.after(ply), Highlights::default());
    };
    let best = refuting(judged);
    if let (Some(best), true) = (best, seen.is_better) {
        let action = action(judged, best);
        if let Ok(events) = snapshot.position.play_with_events(best.choice) {
            snapshot.last_action = Some(LastAction { action, events });
        }
        return seen.board(Some(Scene::Ludo(snapshot)), Highlights::default());
    }
    let played = judged
        .answer
        .as_ref()
        .map(|answer| action(judged, answer).to_string());
    let hint = best.map(|best| action(judged, best).to_string());
    let highlights = Highlights {
        hint: hint.as_deref(),
        played: played.as_deref(),
        ..Highlights::default()
    };
    seen.board(Some(Scene::Ludo(snapshot)), highlights)
}

/// Why the best choice was better: in short, by what was passed up, and in a sentence.
fn reasons(seen: &Seen<'_>, judged: &JudgedPly) -> Option<(String, String)> {
    let (best, answer) = (refuting(judged)?, judged.answer.as_ref()?);
    let who = |seat: Seat| seen.viewer.who(seat.letter());
    let whom = |seat: Seat| seen.viewer.whom(seat.letter());
    let names = Names {
        who: &who,
        whom: &whom,
    };
    compared(
        &judged.rolled_position(),
        [best.choice, answer.choice],
        names,
    )
}

/// What players are called at the beginning of a sentence, and within one.
#[derive(Clone, Copy)]
pub(in crate::pages) struct Names<'a> {
    pub(in crate::pages) who: &'a dyn Fn(Seat) -> String,
    pub(in crate::pages) whom: &'a dyn Fn(Seat) -> String,
}

/// Why the first of two choices for the roll in hand is better than the second: in short, by what the
/// second passes up, and in a sentence.
/// Rules: L-5 (out), L-8 (home), L-9 (kicks), L-10 (a pair).
pub(in crate::pages) fn compared(
    position: &Position,
    choices: [Move; 2],
    names: Names<'_>,
) -> Option<(String, String)> {
    let Names { who, whom } = names;
    let mover = position.to_act()?;
    let play = |choice: Move| {
        let mut after = *position;
        let events = after.play_with_events(choice).ok()?;
        Some((after, events))
    };
    let [better, worse] = choices.map(play);
    let ((then, better), (now, worse)) = (better?, worse?);
    let has = |events: &[Event], wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let only_better = |wanted: fn(&Event) -> bool| has(&better, wanted) && !has(&worse, wanted);
    let kicked = better.iter().find_map(|event| match *event {
        Event::Kicked { seat, .. } => Some(seat),
        _ => None,
    });
    let own = |text: &str| text.to_owned();
    if let Some(owner) =
        kicked.filter(|_| only_better(|event| matches!(event, Event::Kicked { .. })))
    {
        return Some((own(sentences::NO_KICK), sentences::that_kicks(&whom(owner))));
    }
    if only_better(|event| matches!(event, Event::ReachedEnd { .. })) {
        return Some((own(sentences::NOT_HOME), own(sentences::THAT_COMES_HOME)));
    }
    if only_better(|event| matches!(event, Event::LeftYard { .. })) {
        return Some((own(sentences::NOT_OUT), own(sentences::THAT_COMES_OUT)));
    }
    let danger = |after: &Position| {
        let (next, rolls) = rolls_that_kick(after, mover)?;
        (!rolls.is_empty()).then_some((next, rolls))
    };
    let (now, then) = (danger(&now), danger(&then));
    if let Some((next, rolls)) = now {
        let fewer = then.as_ref().map_or(0, |(_, rolls)| rolls.len());
        if fewer < rolls.len() {
            let numbers = |rolls: &[ludo_rules::Roll]| {
                let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
                sentences::either(&rolls.iter().map(String::as_str).collect::<Vec<_>>())
            };
            let can = sentences::can_kick(&who(next), &numbers(&rolls));
            let why = match &then {
                Some((_, rolls)) => sentences::and_then_with(&can, &numbers(rolls)),
                None => sentences::and_then_not(&can),
            };
            return Some((sentences::in_reach_of(&whom(next)), why));
        }
    }
    if only_better(|event| matches!(event, Event::Stacked { .. })) {
        return Some((own(sentences::NO_PAIR), own(sentences::THAT_MAKES_PAIR)));
    }
    Some((own(sentences::WRONG_TOKEN), own(sentences::MORE_OFTEN)))
}

fn players(viewer: &Viewer<'_>, analysis: &Analysis) -> Vec<PlayerFigures> {
    let tallies = analysis.tallies().into_iter();
    tallies
        .map(|tally| {
            let lost = percent(tally.loss);
            PlayerFigures::new(viewer, tally.seat.letter(), tally.labels, lost)
        })
        .collect()
}

fn rolls(viewer: &Viewer<'_>, analysis: &Analysis) -> Vec<PlayerRolls> {
    let tallies = analysis.tallies().into_iter();
    tallies
        .map(|tally| {
            let dice = Dice::of(analysis, tally.seat);
            PlayerRolls {
                name: viewer.who(tally.seat.letter()),
                counts: dice.counts,
                mean: tenths(dice.mean().unwrap_or_default()),
                luck: signed(100.0 * tally.luck),
            }
        })
        .collect()
}
