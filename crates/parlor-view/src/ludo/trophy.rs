//! The shapes of the seats where a game is celebrated, by pages that have the board's colors.

use core::fmt::Write as _;

use ludo_rules::Seat;

use crate::show::CIRCLE;
use crate::svg::PictureOptions;

/// The outline of a seat's tokens, as [`Show::outline`](crate::Show::outline).
pub(super) const fn outline(seat: Seat) -> &'static str {
    match seat {
        Seat::A => CIRCLE,
        Seat::B => {
            "M-13 -9.7Q-13 -13 -9.7 -13L9.7 -13Q13 -13 13 -9.7L13 9.7Q13 13 9.7 13L-9.7 13Q-13 13 \
             -13 9.7Z"
        }
        Seat::C => {
            "M2.4 -14L17 10.2Q19 13.8 14.9 13.8L-14.9 13.8Q-19 13.8 -17 10.2L-2.4 -14Q0 -18 2.4 \
             -14Z"
        }
        Seat::D => {
            "M2.6 -15.5L15.5 -2.6Q18 0 15.5 2.6L2.6 15.5Q0 18 -2.6 15.5L-15.5 2.6Q-18 0 -15.5 \
             -2.6L-2.6 -15.5Q0 -18 2.6 -15.5Z"
        }
    }
}

/// The places of the two tokens, the lower one first, and how large each is.
const TOKENS: [(f64, f64, f64); 2] = [(5.0, 10.0, 0.9), (-3.0, 0.0, 1.0)];

/// Both tokens as on the board that one plays on, one on the other, under a crown.
pub(super) fn trophy(seat: Seat, PictureOptions { id, .. }: PictureOptions<'_>) -> String {
    let (letter, outline) = (seat.letter(), outline(seat));
    let color = letter.to_ascii_lowercase();
    let layer = |class: &str, drop: u8, scale: f64| {
        format!(
            "<use href=\"#{id}{letter}\" class=\"{class}\" transform=\"translate(0 {drop}) \
             scale({scale})\"/>"
        )
    };
    let edge: String = (0..=6)
        .map(|drop| layer("pb-line-edge", drop, 1.0))
        .collect();
    let deep = format!("pb-fill-{color}-deep");
    let side: String = (1..=6).map(|drop| layer(&deep, drop, 1.0)).collect();
    let [rim, face, middle] = [
        layer("pb-fill-rim pb-line-edge", 0, 1.0),
        layer(&format!("pb-fill-{color}"), 0, 0.74),
        layer("pb-fill-rim", 0, 0.34),
    ];
    let mut tokens = String::new();
    for (x, y, size) in TOKENS {
        let _ = write!(
            tokens,
            "<g transform=\"translate({x} {y}) scale({size})\"><ellipse class=\"pb-fill-shade\" \
             cx=\"1\" cy=\"12\" rx=\"20\" ry=\"9\" opacity=\".35\"/><g stroke-width=\"2\">{edge}</g>\
             {side}<g stroke-width=\"1.4\">{rim}</g>{face}{middle}</g>"
        );
    }
    let knob =
        |x: f64, y: f64| format!("<circle class=\"pb-fill-rim\" cx=\"{x}\" cy=\"{y}\" r=\"1.7\"/>");
    let knobs = [knob(-15.0, -29.5), knob(-3.0, -32.5), knob(9.0, -29.5)].concat();
    format!(
        "<svg viewBox=\"-27 -36 54 64\" aria-hidden=\"true\"><defs><path id=\"{id}{letter}\" \
         d=\"{outline}\"/></defs>{tokens}<g class=\"pb-line-edge\" stroke-width=\"1.2\" \
         stroke-linejoin=\"round\"><path class=\"pb-fill-glow\" d=\"M-13 -19L-15 -29.5L-8.5 -24.5L-3 \
         -32.5L2.5 -24.5L9 -29.5L7 -19Z\"/>{knobs}</g></svg>"
    )
}
