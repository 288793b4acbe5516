//! Studies: of each material the position whose win takes longest, and how it is played.
//!
//! `studies.txt` next to this file is what `cargo run --release -p kuba-tables --example studies`
//! writes from tables of five marbles, a line for each [`EndgameStudy`].

use core::fmt;
use core::str::FromStr;
use std::sync::LazyLock;

use kuba_rules::{Move, Position};

use crate::material::Material;
use crate::summary::Summary;
use crate::tables::Tables;

/// What is known of a material, with its longest win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameStudy {
    /// The material, as the side to move sees it.
    pub material: Material,
    /// The positions that are won for the side to move, those that are lost, and those that are
    /// endless, counted as in [`Summary`].
    pub counts: [usize; 3],
    /// A position whose win takes as long as any of the material.
    pub position: Position,
    /// The pushes to the end: the winner hurries, and the other side holds out. There are as many as the win
    /// takes.
    pub line: Vec<Move>,
}

impl EndgameStudy {
    /// `2-1-2-1`: own marbles, those of the other side, reds, and the reds that the side to move needs.
    pub fn name(&self) -> String {
        let [own, other, reds, needed] = self.material.counts();
        format!("{own}-{other}-{reds}-{needed}")
    }
}

/// The studies of up to five marbles, the fewest marbles first.
pub fn endgame_studies() -> &'static [EndgameStudy] {
    static STUDIES: LazyLock<Vec<EndgameStudy>> = LazyLock::new(|| {
        let lines = include_str!("studies.txt").lines();
        let studies = lines.map(|line| line.parse().ok());
        studies
            .collect::<Option<_>>()
            .expect("the file is part of the program, and a test reads all of it")
    });
    &STUDIES
}

impl Tables {
    /// A study of each material of which any position is won.
    pub fn studies(&self) -> Vec<EndgameStudy> {
        let summaries = self.summaries().into_iter();
        summaries
            .filter_map(|summary| self.study(&summary))
            .collect()
    }

    fn study(&self, summary: &Summary) -> Option<EndgameStudy> {
        let (_, position) = summary.longest_win?;
        let (mut now, mut line) = (position, Vec::new());
        while let Ok(pushes) = self.ranked_pushes(&now)
            && let Some(best) = pushes.first()
        {
            line.push(best.push);
            now = best.after;
        }
        Some(EndgameStudy {
            material: summary.material,
            counts: [summary.won, summary.lost, summary.endless],
            position,
            line,
        })
    }
}

/// Four parts with ` | ` between them: the material, the counts, the position and the pushes.
impl fmt::Display for EndgameStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, lost, endless] = self.counts;
        let name = self.name();
        write!(f, "{name} | {won} {lost} {endless} | {} |", self.position)?;
        self.line.iter().try_for_each(|push| write!(f, " {push}"))
    }
}

/// What is in the file; no other text is read.
impl FromStr for EndgameStudy {
    type Err = EndgameStudyError;

    fn from_str(line: &str) -> Result<Self, EndgameStudyError> {
        let read = || {
            let mut parts = line.split('|').map(str::trim);
            let mut numbers = parts.next()?.split('-').map(str::parse);
            let mut number = || numbers.next()?.ok();
            let material = Material {
                own: number()?,
                other: number()?,
                reds: number()?,
                needed: number()?,
            };
            let counts: Result<Vec<usize>, _> = parts.next()?.split(' ').map(str::parse).collect();
            let counts = counts.ok()?.try_into().ok()?;
            let position = parts.next()?.parse().ok()?;
            let pushes: Result<_, _> = parts.next()?.split(' ').map(str::parse).collect();
            Some(Self {
                material,
                counts,
                position,
                line: pushes.ok()?,
            })
        };
        read().ok_or(EndgameStudyError)
    }
}

/// The text is not a line of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameStudyError;

impl fmt::Display for EndgameStudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected MATERIAL | WON LOST ENDLESS | POSITION | PUSHES")
    }
}

impl core::error::Error for EndgameStudyError {}
