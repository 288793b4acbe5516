//! Where plies and levels lie in the picture.

use super::MarkKind;
use crate::svg::Point;

/// From the picture's edges to the plot: room for the numbers, and at the
/// right for letters.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 56.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;

/// Where plies and levels lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    width: f64,
    height: f64,
    plies: f64,
}

impl Scale {
    /// A game of `plies` plies in a picture of this size.
    pub(crate) fn new((width, height): Point, plies: usize) -> Self {
        Self {
            width: width - LEFT - RIGHT,
            height: height - TOP - BOTTOM,
            plies: plies.max(1) as f64,
        }
    }

    /// Where a level, from 0 to 1, lies after this many plies.
    pub(crate) fn point(&self, (plies, level): (f64, f64)) -> Point {
        let down = 1.0 - level.clamp(0.0, 1.0);
        (
            LEFT + self.width * plies / self.plies,
            TOP + self.height * down,
        )
    }

    /// Where a level lies at the right end.
    pub(crate) fn right(&self, level: f64) -> Point {
        self.point((self.plies, level))
    }

    /// The plies that are numbered: round ones, ten at most.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = f64> {
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
        let step = steps.into_iter().find(|step| self.plies / step <= 10.0);
        let (step, plies) = (step.unwrap_or(2000.0), self.plies);
        let numbers = (0_u32..).map(move |number| f64::from(number) * step);
        numbers.take_while(move |&ply| ply <= plies)
    }

    /// Where the number of a mark is: above luck and below a loss, so that
    /// both have room in one ply; on the other side where there is none.
    pub(crate) fn label(&self, (x, y): Point, kind: MarkKind) -> Point {
        let (above, below) = (y - 22.0, y + 22.0);
        let fits = match kind {
            MarkKind::Luck => above >= TOP,
            MarkKind::Loss => below > TOP + self.height,
        };
        (x, if fits { above } else { below })
    }
}
