//! A game on the board that one plays on, as a picture that plays it.

use std::collections::BTreeMap;

use kuba_rules::{Cell, Marble, Side};
use parlor_game::Kuba;

use super::super::Picture;
use super::super::marks::{Taken, pushed};
use super::{center, ground, marbles, tray, turn, view_alone, way_out};
use crate::look::Look;
use crate::reel::{Pace, Reel, Step, Track};
use crate::snapshot::Snapshot;
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::Style;

/// How long it is seen that a turn is ended, compared with a push.
const END: f64 = 0.5;

/// The parts of a step at which a run sets out and arrives; what it takes off is gone at the end of
/// the step.
const PUSH: [f64; 2] = [0.1, 0.6];

/// A marble, and its way through the game.
struct Lane {
    marble: Marble,
    turn: usize,
    track: Track,
}

/// The film of these states, of which the picture is the last.
pub(in super::super) fn film(
    picture: &Picture<'_>,
    states: &[Snapshot<Kuba>],
    style: Style,
) -> String {
    let options = PictureOptions {
        style,
        look: Look::Board,
        ..PictureOptions::default()
    };
    let description = picture.description.unwrap_or_default();
    let (view, trays) = view_alone();
    let mut svg = Svg::of_view(options, view, &picture.title(), description);
    let length = |state: &Snapshot<Kuba>| match pushed(state.events()) {
        Some(_) => 1.0,
        None => END,
    };
    let mut reel = Reel::new(states[1..].iter().map(length));
    let lanes = lanes(states, &reel.steps());
    marbles::define(&mut svg, &Marble::ALL);
    for (side, top) in Side::ALL.into_iter().zip(trays) {
        tray::draw_film(&mut svg, (picture, states), &mut reel, side, (0.0, top));
    }
    ground::draw(&mut svg, false);
    let hollow = Element::group().class("pb-marbles");
    svg.open(&hollow.refer("clip-path", "hollow"));
    for Lane {
        marble,
        turn,
        track,
    } in &lanes
    {
        svg.open(&reel.moving(track));
        svg.put(&marbles::lying(*marble, *turn));
        svg.close();
    }
    svg.close();
    ground::draw_frame(&mut svg);
    svg.animate(&reel.rules());
    svg.finish()
}

/// The marbles, in the order of the cells at the start. Rules: K-4, K-6.
fn lanes(states: &[Snapshot<Kuba>], steps: &[Step]) -> Vec<Lane> {
    let start = &states[0].position;
    let mut lanes = Vec::new();
    let mut on = BTreeMap::new();
    for cell in Cell::ALL {
        if let Some(marble) = start.marble(cell) {
            on.insert(cell, lanes.len());
            lanes.push(Lane {
                marble,
                turn: turn(cell),
                track: Track::new(center(cell), 1.0),
            });
        }
    }
    for (state, step) in states[1..].iter().zip(steps) {
        let Some((push, length, _)) = pushed(state.events()) else {
            continue;
        };
        let run = core::iter::successors(Some(push.cell), |cell| cell.step(push.direction));
        let run: Vec<Cell> = run.take(usize::from(length)).collect();
        let times = PUSH.map(|part| step.at(part));
        // The far end first, which makes room for the next.
        for &cell in run.iter().rev() {
            let Some(lane) = on.remove(&cell) else {
                continue;
            };
            if let Some(next) = cell.step(push.direction) {
                let way = [center(next)];
                lanes[lane].track.go(times, Pace::Steps, &way, 1.0);
                on.insert(next, lane);
            } else if let Some(taken) = Taken::of(state.events()) {
                let (way, size) = way_out(taken);
                let track = &mut lanes[lane].track;
                match &way[..] {
                    [first, onward @ ..] if !onward.is_empty() => {
                        track.go(times, Pace::Steps, &[*first], size);
                        track.go([times[1], step.to], Pace::Even, onward, size);
                    }
                    way => track.go(times, Pace::Steps, way, size),
                }
            }
        }
    }
    lanes
}
