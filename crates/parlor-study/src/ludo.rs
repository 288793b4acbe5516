//! The analysis of a recorded game of Ludo.

mod dice;
pub mod points;
mod sentences;

use ludo_rules::{Event, Move, Position, Roll, Seat};
use ludo_solver::analysis::json::AnalysisJson;
use ludo_solver::analysis::{Analysis, AnalysisError, Judge, KeyMoment, Race, Swing};
use ludo_solver::exact::Seating;
use parlor_game::Ludo;
use parlor_record::decimals;
use parlor_record::record::{Act, Record};
use parlor_view::PictureOptions;
use parlor_view::graph::{Mark, MarkKind};
use parlor_view::ludo::{ChanceLine, Graph};

use crate::watch::Watch;

pub use dice::Dice;
pub use sentences::{moment, sentences, verdict};

/// Analyzes a game; `None` if it was stopped.
///
/// # Errors
/// When the judge has no values for some position.
pub fn analyze(
    record: &Record<Ludo>,
    judge: &impl Judge,
    watch: &dyn Watch,
) -> Result<Option<Analysis>, AnalysisError> {
    let mut is_stopped = false;
    let rolls = record.plies().iter().map_while(|ply| {
        is_stopped = watch.is_stopped();
        watch.judged();
        (!is_stopped).then(|| roll(*ply.act()))
    });
    let analysis = Analysis::of(record.start(), rolls, judge)?;
    Ok((!is_stopped).then_some(analysis))
}

/// The roll of a ply and the choice made.
const fn roll(act: Act<Ludo>) -> (Roll, Option<Move>) {
    match act {
        Act::Action(action) => (action.roll, Some(action.choice)),
        Act::Chance(_, roll) => (roll, None),
    }
}

/// The pairs of players that are left somewhere in a game, whose values its analysis needs.
pub fn seatings(record: &Record<Ludo>) -> Vec<Seating> {
    let mut seatings = Vec::new();
    let before = record.replay().map(|step| step.before);
    for seating in before.filter_map(|position| Seating::of_two_left(&position)) {
        if !seatings.contains(&seating) {
            seatings.push(seating);
        }
    }
    seatings
}

/// Who is to roll next, and the rolls with which they can kick a token of this seat; none if it is this
/// seat's turn again. Rules: L-9, L-11.
///
/// ```
/// use ludo_rules::{Roll, Seat};
/// use parlor_study::ludo::rolls_that_kick;
///
/// let position = "A20.H/C42.H C - -".parse()?;
/// let (next, rolls) = rolls_that_kick(&position, Seat::A).expect("it is C's turn");
/// assert_eq!((next, rolls), (Seat::C, vec![Roll::SIX]));
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
pub fn rolls_that_kick(position: &Position, seat: Seat) -> Option<(Seat, Vec<Roll>)> {
    let next = position.to_act().filter(|&next| next != seat)?;
    let kicks = |roll: &Roll| {
        let mut rolled = *position;
        let choices = rolled.apply_roll(*roll).map(|()| rolled.legal_moves());
        choices.is_ok_and(|choices| {
            choices
                .iter()
                .any(|choice| does_kick(&rolled, choice, seat))
        })
    };
    Some((next, Roll::ALL.into_iter().filter(kicks).collect()))
}

/// Whether a choice kicks a token of this seat.
fn does_kick(position: &Position, choice: Move, whom: Seat) -> bool {
    let mut after = *position;
    let events = after.play_with_events(choice).unwrap_or_default();
    let is_kicked = |event: &Event| matches!(event, Event::Kicked { seat, .. } if *seat == whom);
    events.iter().any(is_kicked)
}

/// The analysis as JSON: see `docs/formats/analysis.md`.
pub fn json(record: &Record<Ludo>, analysis: &Analysis) -> String {
    let opening = record.opening();
    decimals::text(&AnalysisJson::of(analysis, opening.rules, opening.seats()))
}

/// The players' chances along the game as an SVG document, with the [`sentences`] for screen
/// readers.
pub fn graph(record: &Record<Ludo>, analysis: &Analysis, options: PictureOptions<'_>) -> String {
    let lines: Vec<SeatLine> = analysis
        .races()
        .iter()
        .flat_map(|race| {
            let seats = race.seats.iter();
            seats.map(|&seat| SeatLine::of(analysis, race, seat))
        })
        .collect();
    let lines: Vec<ChanceLine<'_>> = lines.iter().map(SeatLine::drawn).collect();
    let moments = analysis.key_moments().into_iter();
    let marks: Vec<Mark> = moments
        .filter_map(|moment| {
            let roller = analysis.plies().get(moment.ply - 1)?.seat();
            mark(analysis, moment, roller)
        })
        .collect();
    Graph {
        title: &title(record),
        words: &sentences(record, analysis),
        plies: analysis.plies().len(),
        lines: &lines,
        marks: &marks,
    }
    .svg(options)
}

fn title(record: &Record<Ludo>) -> String {
    let players = record.opening().players.iter();
    let players = players.map(|player| match &player.name {
        Some(name) => format!("{name} ({})", player.seat),
        None => player.seat.to_string(),
    });
    let players: Vec<String> = players.collect();
    format!("Chances along a game of Ludo: {}", players.join(", "))
}

/// A player's chances in a race: at its start, after each roll and after each choice.
///
/// Each is a number of plies, of which half a one is a roll that was not answered yet, and the
/// chance then.
pub fn chances(analysis: &Analysis, race: &Race, seat: Seat) -> Vec<(f64, f64)> {
    let mut chances = vec![(race.plies.start as f64, race.start.of(seat))];
    for ply in &analysis.plies()[race.plies.clone()] {
        let number = ply.number as f64;
        chances.push((number - 0.5, ply.rolled().of(seat)));
        if let Some(answer) = &ply.answer {
            chances.push((number, answer.chances.of(seat)));
        }
    }
    chances
}

/// A player's chances in a race.
struct SeatLine {
    seat: Seat,
    race: u8,
    chances: Vec<(f64, f64)>,
}

impl SeatLine {
    fn of(analysis: &Analysis, race: &Race, seat: Seat) -> Self {
        Self {
            seat,
            race: race.place,
            chances: chances(analysis, race, seat),
        }
    }

    fn drawn(&self) -> ChanceLine<'_> {
        ChanceLine {
            seat: self.seat,
            race: self.race,
            chances: &self.chances,
        }
    }
}

/// A key moment on the line of a seat, at the chance after the roll or the choice; `None` if there is no
/// such ply.
pub fn mark(analysis: &Analysis, moment: KeyMoment, seat: Seat) -> Option<Mark> {
    let ply = analysis.plies().get(moment.ply.checked_sub(1)?)?;
    let number = ply.number as f64;
    let (kind, at) = match moment.swing {
        Swing::Luck => (MarkKind::Luck, (number - 0.5, ply.rolled().of(seat))),
        Swing::Loss => (MarkKind::Loss, (number, ply.after().of(seat))),
    };
    Some(Mark {
        ply: ply.number,
        kind,
        at,
    })
}
