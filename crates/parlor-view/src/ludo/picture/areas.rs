//! Where the choices of Ludo lie on its picture, in the grid of [`Area`].
//!
//! A cell is two squares of the grid wide. A control is twice as wide as that
//! where it has the room, so that a thumb finds it on a phone.

use ludo_rules::{Move, Seat, Space, Token, Tokens};

use super::layout::Yard;
use crate::area::Area;
use crate::drawing;
use crate::measure::MARGIN;

/// Where the die of a seat lies: an area of 4 by 4.
pub fn die_area(seat: Seat) -> Area {
    around(squares(Yard { seat }.die()))
}

/// Where the tokens are that a choice moves; `None` for a pass, and for a seat
/// that does not play. Those of two choices never overlap.
///
/// Rules: L-5 (two on R), L-10 (a stack), L-27 (the choices).
fn choice_area(tokens: &Tokens, seat: Seat, choice: Move) -> Option<Area> {
    let token = match choice {
        Move::P | Move::Stack => Token::P,
        Move::Q => Token::Q,
        Move::Pass => return None,
    };
    let middle = middle(tokens, seat, token)?;
    if choice == Move::Stack {
        return Some(around(middle));
    }
    let other = self::middle(tokens, seat, token.other())?;
    Some(next_to(middle, other, token))
}

/// The area of the choice that moves a token, which for a stack is that of both.
///
/// Rules: L-10.
pub fn token_area(tokens: &Tokens, seat: Seat, token: Token) -> Option<Area> {
    let choice = match token {
        _ if tokens.is_stacked(seat) => Move::Stack,
        token => token.into(),
    };
    choice_area(tokens, seat, choice)
}

/// Where a token is within its choice's area: in its cell, with another of its seat
/// on R in its half of it; in its half of the nest.
///
/// Rules: L-5, L-10.
pub fn place_area(tokens: &Tokens, seat: Seat, token: Token) -> Option<Area> {
    let area = token_area(tokens, seat, token)?;
    if tokens.spaces(seat)?[token.index()] == Space::Yard {
        return Some(area);
    }
    let (x, y) = middle(tokens, seat, token)?;
    let cell = Area {
        column: x - 1,
        row: y - 1,
        width: 2,
        height: 2,
    };
    Some(area.common(cell))
}

/// The corner of the grid nearest to the middle of a token's place.
fn middle(tokens: &Tokens, seat: Seat, token: Token) -> Option<(u8, u8)> {
    let space = tokens.spaces(seat)?[token.index()];
    if space == Space::Yard {
        return Some(squares(Yard { seat }.place(token)));
    }
    let cell = drawing::cell(seat, token, space)?;
    Some((2 * cell.column + 2, 2 * cell.row + 2))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a picture is 32 squares wide"
)]
fn squares((x, y): (f64, f64)) -> (u8, u8) {
    ((x / MARGIN).round() as u8, (y / MARGIN).round() as u8)
}

/// The area of 4 by 4 about a corner of the grid, within the picture.
fn around((x, y): (u8, u8)) -> Area {
    let from = |middle: u8| middle.saturating_sub(2).min(28);
    Area {
        column: from(x),
        row: from(y),
        width: 4,
        height: 4,
    }
}

/// The area about `middle`, cut where the one about `other` begins.
fn next_to(middle: (u8, u8), other: (u8, u8), token: Token) -> Area {
    let mut area = around(middle);
    let [across, along] = [middle.0.abs_diff(other.0), middle.1.abs_diff(other.1)];
    if !area.overlaps(around(other)) {
        return area;
    }
    // Half the distance is each one's own; on one place p has the left.
    if across >= along {
        let own = across / 2;
        let is_left = middle.0 < other.0 || (across == 0 && token == Token::P);
        let reach = if across == 0 { 3 } else { 2 };
        area.width = reach + own;
        area.column = if is_left {
            middle.0.saturating_sub(reach)
        } else {
            middle.0 - own
        };
    } else {
        let own = along / 2;
        area.height = 2 + own;
        area.row = if middle.1 < other.1 {
            middle.1.saturating_sub(2)
        } else {
            middle.1 - own
        };
    }
    area
}

#[cfg(test)]
mod tests {
    use ludo_rules::Position;

    use super::super::{layout, play_board};
    use super::*;

    /// Every pair of places that the tokens of a seat can have.
    fn places(seat: Seat) -> impl Iterator<Item = Tokens> {
        let names: Vec<String> = ["H".to_owned(), "R".to_owned()]
            .into_iter()
            .chain((1..=56).map(|step: u8| step.to_string()))
            .collect();
        let pairs: Vec<String> = names
            .iter()
            .flat_map(|p| names.iter().map(move |q| format!("{p}.{q}")))
            .collect();
        pairs.into_iter().map(move |pair| {
            let seats = Seat::ALL.map(|other| {
                let tokens = if other == seat { &pair } else { "H.H" };
                format!("{other}{tokens}")
            });
            let line = format!("{} A - -", seats.join("/"));
            let position: Position = line.parse().expect("a position");
            *position.tokens()
        })
    }

    #[test]
    fn l_27_the_areas_of_two_choices_never_overlap_and_are_large_enough() {
        for seat in Seat::ALL {
            for tokens in places(seat) {
                let area = |choice| choice_area(&tokens, seat, choice).expect("a seat that plays");
                if tokens.is_stacked(seat) {
                    assert_eq!(area(Move::Stack).width, 4);
                    continue;
                }
                let (p, q) = (area(Move::P), area(Move::Q));
                assert!(!p.overlaps(q), "{tokens:?} {seat}: {p:?} {q:?}");
                for area in [p, q] {
                    // 72 units: 30 pixels where the picture is 320 wide.
                    assert!(area.width >= 3 && area.height >= 3, "{tokens:?} {area:?}");
                    assert!(area.column + area.width <= 32 && area.row + area.height <= 32);
                }
            }
        }
    }

    #[test]
    fn a_token_has_a_place_in_its_cell_and_of_its_own() {
        for seat in Seat::ALL {
            for tokens in places(seat) {
                let [p, q] = Token::ALL.map(|token| place_area(&tokens, seat, token));
                let (p, q) = (p.expect("a place"), q.expect("a place"));
                assert!(tokens.is_stacked(seat) || !p.overlaps(q), "{tokens:?}");
                for (area, token) in [(p, Token::P), (q, Token::Q)] {
                    assert!(area.width >= 1 && area.height >= 2, "{tokens:?} {area:?}");
                    let is_waiting =
                        tokens.spaces(seat).expect("a seat")[token.index()] == Space::Yard;
                    let most = if is_waiting { 4 } else { 2 };
                    assert!(area.width <= most && area.height <= most, "{tokens:?}");
                }
            }
        }
    }

    #[test]
    fn l_5_two_on_r_have_an_area_each_p_at_the_left() {
        let position: Position = "AR.R/C12.R A 6 -".parse().expect("a position");
        let area = |choice| choice_area(position.tokens(), Seat::A, choice);
        let (p, q) = (area(Move::P), area(Move::Q));
        assert_eq!(p.map(|area| (area.column, area.width)), Some((9, 3)));
        assert_eq!(q.map(|area| (area.column, area.width)), Some((12, 3)));
        assert_eq!(area(Move::Pass), None);
    }

    #[test]
    fn both_looks_have_their_pieces_in_the_areas() {
        let sides = |from: u8, length: u8| {
            let from = f64::from(from) * MARGIN;
            from..=from + f64::from(length) * MARGIN
        };
        let has = |area: Area, (x, y): (f64, f64), around: f64| {
            let (across, down) = (sides(area.column, area.width), sides(area.row, area.height));
            [x - around, x + around].iter().all(|x| across.contains(x))
                && [y - around, y + around].iter().all(|y| down.contains(y))
        };
        for seat in Seat::ALL {
            for tokens in places(seat) {
                for token in Token::ALL {
                    let area = place_area(&tokens, seat, token).expect("a place");
                    let spots = [layout::spot, play_board::spot];
                    for spot in spots.map(|spot| spot(&tokens, seat, token)) {
                        let center = spot.expect("a token").center;
                        assert!(has(area, center, 8.0), "{tokens:?} {center:?} {area:?}");
                    }
                }
            }
            for die in [Yard { seat }.die(), play_board::die(seat)] {
                assert!(has(die_area(seat), die, 24.0), "{seat}: {die:?}");
            }
        }
    }

    #[test]
    fn every_die_has_its_area() {
        let areas = Seat::ALL.map(|seat| (die_area(seat).column, die_area(seat).row));
        assert_eq!(areas, [(9, 1), (19, 1), (19, 27), (9, 27)]);
    }
}
