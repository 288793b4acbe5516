//! The analysis as a graph of the chances.

use ludo_rules::Seat;
use ludo_solver::analysis::{KeyMoment, Race, Swing};
use parlor_view::PictureOptions;
use parlor_view::graph::{Mark, MarkKind};
use parlor_view::ludo::{ChanceLine, Graph};

use super::{Analyzed, sentences};

/// The graph as an SVG document.
pub(super) fn svg(analyzed: &Analyzed<'_>, options: PictureOptions<'_>) -> String {
    let analysis = &analyzed.analysis;
    let lines: Vec<SeatLine> = analysis
        .races()
        .iter()
        .flat_map(|race| {
            let seats = race.seats.iter();
            seats.map(|&seat| SeatLine::of(analyzed, race, seat))
        })
        .collect();
    let lines: Vec<ChanceLine<'_>> = lines.iter().map(SeatLine::drawn).collect();
    let moments = analysis.key_moments();
    let marks: Vec<Mark> = moments
        .into_iter()
        .filter_map(|moment| mark(analyzed, moment))
        .collect();
    Graph {
        title: &title(analyzed),
        words: &sentences::of(analyzed),
        plies: analysis.plies().len(),
        lines: &lines,
        marks: &marks,
    }
    .svg(options)
}

fn title(analyzed: &Analyzed<'_>) -> String {
    let players = analyzed.record.opening().players.iter();
    let players = players.map(|player| match &player.name {
        Some(name) => format!("{name} ({})", player.seat),
        None => player.seat.to_string(),
    });
    let players: Vec<String> = players.collect();
    format!("Chances along a game of Ludo: {}", players.join(", "))
}

/// A player's chances in a race.
struct SeatLine {
    seat: Seat,
    race: u8,
    chances: Vec<(f64, f64)>,
}

impl SeatLine {
    /// The chance at the race's start, after each roll and after each choice.
    fn of(analyzed: &Analyzed<'_>, race: &Race, seat: Seat) -> Self {
        let mut chances = vec![(race.plies.start as f64, race.start.of(seat))];
        for ply in &analyzed.analysis.plies()[race.plies.clone()] {
            let number = ply.number as f64;
            chances.push((number - 0.5, ply.rolled().of(seat)));
            if let Some(answer) = &ply.answer {
                chances.push((number, answer.chances.of(seat)));
            }
        }
        Self {
            seat,
            race: race.place,
            chances,
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

/// A key moment on the roller's line, at the chance after the roll or choice.
fn mark(analyzed: &Analyzed<'_>, moment: KeyMoment) -> Option<Mark> {
    let ply = analyzed.ply(moment.ply)?;
    let (number, seat) = (ply.number as f64, ply.seat());
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
