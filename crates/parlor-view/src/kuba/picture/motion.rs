//! What moves from one picture to the next.

use kuba_rules::{Event, Move};

use super::layout::{self, MARBLE};
use super::marks::{OFF_BOARD, Taken, pushed};
use super::play_board;
use crate::look::Look;
use crate::motion::{Manner, Motion};
use crate::svg::Point;

/// What moves in the push of these events: the run, and what it took
/// off: in diagrams to where it is drawn, a red to its place; on the board that one plays on under
/// the frame, where it is not seen, a red on its captor's side. Rules: K-4, K-6.
pub fn motions(events: &[Event], look: Look) -> Vec<Motion> {
    let Some((Move { cell, direction }, length, _)) = pushed(events) else {
        return Vec::new();
    };
    let center = match look {
        Look::Diagram => layout::center,
        Look::Board => play_board::center,
    };
    let run = std::iter::successors(Some(cell), |cell| cell.step(direction));
    let mut motions: Vec<Motion> = run
        .take(usize::from(length))
        .filter_map(|from| {
            let to = from.step(direction)?;
            Some(Motion {
                piece: format!("marble-{to}"),
                manner: Manner::Slide,
                way: vec![center(from), center(to)],
                sizes: [1.0, 1.0],
            })
        })
        .collect();
    let Some(taken) = Taken::of(events) else {
        return motions;
    };
    let edge = center(taken.edge);
    let mut leave = |piece: &str, onward: Vec<Point>, size: f64| {
        motions.push(Motion {
            piece: piece.to_owned(),
            manner: Manner::Leave,
            way: std::iter::once(edge).chain(onward).collect(),
            sizes: [1.0, size],
        });
    };
    if look == Look::Board {
        let (way, size) = play_board::way_out(taken);
        leave("gone", way, size);
        return motions;
    }
    // One marble leaves: a red that rolls to its place only leaves a mark outside.
    if let Some(place) = taken.place() {
        let way = layout::way_home(taken.edge, taken.direction, taken.by, place);
        leave("rolled", way, layout::CAPTURED / MARBLE);
    } else {
        let outside = layout::outside(taken.edge, taken.direction);
        leave("gone", vec![outside], OFF_BOARD);
    }
    motions
}
