//! What moves from one picture to the next.

use ludo_rules::{Event, Phase, Position, Seat, Space, Token, Tokens};

use super::layout::{self, TokenSpot, Yard};
use super::{play_board, trail};
use crate::look::Look;
use crate::motion::{Manner, Motion};
use crate::svg::Point;

/// How many straight pieces a flight is cut into.
const PIECES: u8 = 12;

/// Where a look has its pieces.
#[derive(Clone, Copy)]
struct Places {
    spot: fn(&Tokens, Seat, Token) -> Option<TokenSpot>,
    way: fn(Seat, Token, Space) -> Option<Point>,
    /// The middle of a seat's die.
    die: fn(Seat) -> Point,
}

impl Places {
    fn of(look: Look) -> Self {
        match look {
            Look::Diagram => Self {
                spot: layout::spot,
                way: layout::way,
                die: |seat| Yard { seat }.die(),
            },
            Look::Board => Self {
                spot: play_board::spot,
                way: play_board::way,
                die: play_board::die,
            },
        }
    }
}

/// What moves between two pictures, of which the later one has these events.
///
/// Rules: L-5, L-6, L-7, L-9, L-10.
pub fn motions(before: &Position, after: &Position, events: &[Event], look: Look) -> Vec<Motion> {
    let places = Places::of(look);
    let mut motions = Vec::new();
    let was_due = matches!(before.phase(), Phase::ToRoll(_));
    if let (true, Phase::ToChoose(..), Some(seat)) = (was_due, after.phase(), after.to_act()) {
        motions.push(Motion {
            piece: "die".to_owned(),
            manner: Manner::Tumble,
            way: vec![(places.die)(seat)],
            sizes: [1.0, 1.0],
        });
    }
    motions.extend(token_motions(before.tokens(), after.tokens(), events, look));
    motions
}

/// The tokens that move between two pictures, of which the later one has these events.
///
/// Rules: L-5, L-6, L-7, L-9, L-10.
pub fn token_motions(before: &Tokens, after: &Tokens, events: &[Event], look: Look) -> Vec<Motion> {
    let places = Places::of(look);
    let mut motions = Vec::new();
    for seat in after.seats().iter() {
        for token in [Token::P, Token::Q] {
            motions.extend(motion(places, (before, after), events, seat, token));
        }
    }
    motions
}

fn motion(
    places: Places,
    (before, after): (&Tokens, &Tokens),
    events: &[Event],
    seat: Seat,
    token: Token,
) -> Option<Motion> {
    let [start, end] = [before, after].map(|tokens| (places.spot)(tokens, seat, token));
    let (start, end): (TokenSpot, TokenSpot) = (start?, end?);
    let moved = events.iter().find_map(|event| match *event {
        Event::Kicked {
            seat: kicked,
            token: home,
            ..
        } if (kicked, home) == (seat, token) => {
            Some((Manner::Fly, flight(start.center, end.center)))
        }
        Event::LeftYard {
            seat: left,
            token: out,
        } if (left, out) == (seat, token) => Some((Manner::Walk, vec![start.center, end.center])),
        Event::Moved {
            seat: moved,
            choice,
            path,
            ..
        } if moved == seat && choice.tokens().contains(&token) => {
            let passed = path.into_iter();
            let passed = passed.filter_map(|space| (places.way)(seat, token, space));
            let mut way: Vec<Point> = core::iter::once(start.center).chain(passed).collect();
            // It is a little off the path where another token is, too.
            way.pop();
            way.push(end.center);
            Some((Manner::Walk, way))
        }
        _ => None,
    });
    // L-7: what bounces can come back to where it was, and has walked all the same.
    if moved.is_none() && start == end {
        return None;
    }
    let (manner, way) = moved.unwrap_or((Manner::Settle, vec![start.center, end.center]));
    Some(Motion {
        piece: format!("token-{seat}{token}"),
        manner,
        way,
        sizes: [start.scale, end.scale],
    })
}

/// Points along the bow that a flight is drawn as.
fn flight(start: Point, end: Point) -> Vec<Point> {
    let control = trail::bow(start, end);
    let between = |from: Point, to: Point, part: f64| {
        layout::offset(from, ((to.0 - from.0) * part, (to.1 - from.1) * part))
    };
    let point = |number: u8| {
        let part = f64::from(number) / f64::from(PIECES);
        let (first, second) = (between(start, control, part), between(control, end, part));
        between(first, second, part)
    };
    (0..=PIECES).map(point).collect()
}
