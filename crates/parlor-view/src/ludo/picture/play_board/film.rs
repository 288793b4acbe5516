//! A game on the board that one plays on, as a picture that plays it.

use std::collections::BTreeMap;

use ludo_rules::{Action, Roll, Seat, Token};
use parlor_game::Ludo;

use super::super::Picture;
use super::super::board::BoardState;
use super::super::motion::motions;
use super::places::{DIE_SCALE, spot};
use super::{SIZE, View, define, die, medallion, slab, tiles, yards};
use crate::look::Look;
use crate::motion::Manner;
use crate::reel::{Pace, Reel, Step, Track};
use crate::snapshot::Snapshot;
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::Style;

/// How long a roll is seen with which nothing moves, compared with others.
const EMPTY: f64 = 0.5;

/// The parts of a step at which a token sets out and arrives: on its own way, in a flight home, and
/// where it makes room.
const WALK: [f64; 2] = [0.2, 0.8];
const FLY: [f64; 2] = [0.65, 1.0];
const SETTLE: [f64; 2] = [0.55, 0.8];

/// The part of a step after which the die is gone, so that the next one is seen to be another.
const DIE_GONE: f64 = 0.92;

/// The film of these states, of which the picture is the last.
pub(in super::super) fn film(
    picture: &Picture<'_>,
    states: &[Snapshot<Ludo>],
    style: Style,
) -> String {
    let options = PictureOptions {
        style,
        look: Look::Board,
        ..PictureOptions::default()
    };
    let description = picture.description.unwrap_or_default();
    let mut svg = Svg::new(options, SIZE, &picture.title(), description);
    let moved = |pair: &[Snapshot<Ludo>]| {
        let is_empty = pair[0].position.tokens() == pair[1].position.tokens();
        if is_empty { EMPTY } else { 1.0 }
    };
    let mut reel = Reel::new(states.windows(2).map(moved));
    let view = View { is_turned: false };
    let tokens = states[0].position.tokens();
    let start = BoardState {
        tokens,
        to_act: None,
        places: Vec::new(),
    };
    let rolls = rolls(states, &reel.steps());
    define(&mut svg, &start);
    svg.open(&Element::definitions());
    for roll in Roll::ALL {
        if rolls.keys().any(|(_, rolled)| *rolled == roll) {
            die::define(&mut svg, roll);
        }
    }
    svg.close();
    slab(&mut svg);
    for seat in Seat::ALL {
        yards::yard(&mut svg, view, seat, &start);
    }
    draw_places(&mut svg, picture, &mut reel);
    tiles::draw(&mut svg, view, tokens);
    medallion::draw(&mut svg, view, tokens);
    for seat in tokens.seats().iter() {
        // In a stack, p lies on q.
        for token in [Token::Q, Token::P] {
            draw_token(&mut svg, states, &mut reel, (seat, token));
        }
    }
    for ((seat, roll), spans) in rolls {
        svg.open(&reel.seen(&spans));
        let copy = Element::copy_of(die::name(roll));
        svg.put(&copy.placed(die(seat), DIE_SCALE));
        svg.close();
    }
    svg.animate(&reel.rules());
    svg.finish()
}

/// When which roll of which seat is seen.
fn rolls(states: &[Snapshot<Ludo>], steps: &[Step]) -> BTreeMap<(Seat, Roll), Vec<(f64, f64)>> {
    let mut rolls: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (state, step) in states[1..].iter().zip(steps) {
        let rolled = match &state.last_action {
            Some(last) => {
                let Action { seat, roll, .. } = last.action;
                Some((seat, roll))
            }
            None => state.position.to_act().zip(state.position.roll_in_hand()),
        };
        if let Some(rolled) = rolled {
            let span = (step.from, step.at(DIE_GONE));
            rolls.entry(rolled).or_default().push(span);
        }
    }
    rolls
}

/// The yards of those who have a place at the end, from then on.
fn draw_places(svg: &mut Svg<'_>, picture: &Picture<'_>, reel: &mut Reel) {
    let end = BoardState {
        tokens: picture.tokens,
        to_act: None,
        places: picture.places(),
    };
    let placed = |seat: &Seat| end.place(*seat).is_some();
    if !Seat::ALL.iter().any(placed) {
        return;
    }
    svg.open(&reel.seen_from(reel.end()));
    for seat in Seat::ALL.into_iter().filter(placed) {
        yards::placed(svg, View { is_turned: false }, seat, &end);
    }
    svg.close();
}

/// A token on its way through the game; once it is home, as it is seen there.
fn draw_token(
    svg: &mut Svg<'_>,
    states: &[Snapshot<Ludo>],
    reel: &mut Reel,
    (seat, token): (Seat, Token),
) {
    let Some(first) = spot(states[0].position.tokens(), seat, token) else {
        return;
    };
    let id = format!("token-{seat}{token}");
    let mut track = Track::new(first.center, first.scale);
    let is_home = |state: &Snapshot<Ludo>| {
        let steps = state.position.tokens().steps(seat);
        steps.is_some_and(|steps| steps[token.index()].is_finished())
    };
    let mut home = is_home(&states[0]).then_some(0.0);
    for (pair, step) in states.windows(2).zip(reel.steps()) {
        let [before, after] = pair else { continue };
        let (from, to) = (&before.position, &after.position);
        let motions = motions(from, to, after.events(), Look::Board);
        let Some(motion) = motions.iter().find(|motion| motion.piece == id) else {
            continue;
        };
        let (parts, pace) = match motion.manner {
            Manner::Fly => (FLY, Pace::Even),
            Manner::Settle => (SETTLE, Pace::Steps),
            _ => (WALK, Pace::Steps),
        };
        let times = parts.map(|part| step.at(part));
        track.go(times, pace, &motion.way[1..], motion.sizes[1]);
        if home.is_none() && is_home(after) {
            home = Some(times[1]);
        }
    }
    svg.open(&reel.moving(&track).id(id));
    let [piece, at_home] = ["piece", "home-piece"].map(|name| format!("{name}-{seat}"));
    match home {
        None => svg.put(&Element::copy_of(piece)),
        Some(from) if from <= 0.0 => svg.put(&Element::copy_of(at_home)),
        Some(from) => {
            svg.open(&reel.seen_until(from));
            svg.put(&Element::copy_of(piece));
            svg.close();
            svg.open(&reel.seen_from(from));
            svg.put(&Element::copy_of(at_home));
            svg.close();
        }
    }
    svg.close();
}
