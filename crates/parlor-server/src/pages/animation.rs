//! The last steps of a game for a script that shows its page: what each looks like, and what moves
//! in it.
//!
//! The pictures of steps differ in little from the one that the page ends with, so each is sent as
//! what it has of that one, and the rest.

use std::collections::HashMap;

use parlor_view::{Highlights, Motion, Scene};
use serde::Serialize;

use super::constant::without_constants;
use super::viewer::Viewer;
use super::{board, cue, players, steps};
use parlor_service::service::GameHandle;
use parlor_table::table::Frame;

/// The most steps that are shown: two rounds of four players, and more. Who has missed more sees how
/// the game stands.
const MOST: u64 = 20;

/// A step.
#[derive(Debug, Serialize)]
pub(super) struct AnimationFrame {
    /// The pieces after the step, with who makes it.
    picture: Vec<Part>,
    /// Who rolls the die, and what, if that is the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<(char, u8)>,
    /// The step in words.
    says: String,
    /// What is heard of it.
    cue: &'static str,
    /// The id of the tray that a red comes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    tray: Option<String>,
    motions: Vec<AnimatedPiece>,
}

/// Lines of a picture.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Part {
    /// As many as the second number of the page's picture, from the first on.
    Known(usize, usize),
    /// Others.
    New(String),
}

/// A piece that moves in the picture, and ends where it is drawn.
#[derive(Debug, Serialize)]
struct AnimatedPiece {
    piece: String,
    manner: &'static str,
    way: Vec<(f64, f64)>,
    sizes: [f64; 2],
}

/// The frames of the steps after a version in which something moves, up to the page with this picture: none if
/// they are too many.
pub(super) fn frames(
    handle: &GameHandle,
    viewer: &Viewer<'_>,
    after: u64,
    picture: &str,
) -> Vec<AnimationFrame> {
    let version = viewer.view.version;
    if version.saturating_sub(after) > MOST {
        return Vec::new();
    }
    let frames: Vec<Frame> = {
        let table = handle.table();
        let frames = (after + 1..=version).filter_map(|version| table.frame(version));
        frames.collect()
    };
    // Drawing takes a while, for which the game goes on.
    drawn(&frames, viewer, picture)
}

/// Those of the frames in which something moves, up to the page with this picture.
pub(super) fn drawn(frames: &[Frame], viewer: &Viewer<'_>, picture: &str) -> Vec<AnimationFrame> {
    let picture = without_constants(picture, true);
    let picture = Picture::new(&picture);
    let drawn = frames
        .iter()
        .filter_map(|frame| AnimationFrame::of(frame, viewer, &picture));
    drawn.collect()
}

/// The step to a page of a scripted game with this picture, in which these pieces move: none if none does.
pub(super) fn scripted(motions: Vec<Motion>, says: String, picture: &str) -> Vec<AnimationFrame> {
    if motions.is_empty() {
        return Vec::new();
    }
    let picture = without_constants(picture, true);
    vec![AnimationFrame {
        picture: Picture::new(&picture).parts_of(&picture),
        roll: None,
        says,
        // The page has no switch for its sound.
        cue: "",
        tray: None,
        motions: motions.into_iter().map(AnimatedPiece::from).collect(),
    }]
}

impl AnimationFrame {
    /// The frame, if something moves in it.
    fn of(frame: &Frame, viewer: &Viewer<'_>, known: &Picture<'_>) -> Option<Self> {
        let Frame { before, after, .. } = frame;
        let look = viewer.look;
        let motions = after.motions(before, look);
        if motions.is_empty() {
            return None;
        }
        let says = steps::in_film(viewer, frame)?;
        let highlights = Highlights {
            is_turned: viewer.is_turned,
            is_under_way: true,
            ..Highlights::default()
        };
        Some(Self {
            picture: known.parts_of(&without_constants(
                &after.svg_with(board::options(look), highlights),
                true,
            )),
            roll: roll(before, after).filter(|_| frame.taken_back.is_none()),
            says,
            cue: cue::of(after),
            tray: players::gaining_tray(after),
            motions: motions.into_iter().map(AnimatedPiece::from).collect(),
        })
    }
}

/// Who has rolled the die from one scene to the next, and what.
fn roll(before: &Scene, after: &Scene) -> Option<(char, u8)> {
    let [before, after] = [before, after].map(|scene| match scene {
        Scene::Ludo(snapshot) => Some(snapshot.position),
        Scene::Kuba(_) => None,
    });
    let (seat, roll) = (after?.to_act()?, after?.roll_in_hand()?);
    let is_new = before?.roll_in_hand().is_none();
    is_new.then(|| (seat.letter(), roll.value()))
}

/// The picture that a page ends with, to be told which of its lines another has.
struct Picture<'a> {
    lines: Vec<&'a str>,
    /// Where each line first stands.
    places: HashMap<&'a str, usize>,
}

impl<'a> Picture<'a> {
    fn new(svg: &'a str) -> Self {
        let lines: Vec<&str> = svg.trim().lines().collect();
        let mut places = HashMap::new();
        for (place, line) in lines.iter().enumerate() {
            places.entry(*line).or_insert(place);
        }
        Self { lines, places }
    }

    /// Another picture as what it has of this one, and the rest.
    fn parts_of(&self, other: &str) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for line in other.trim().lines() {
            match (parts.last_mut(), self.places.get(line)) {
                (Some(Part::Known(from, number)), _)
                    if self.lines.get(*from + *number) == Some(&line) =>
                {
                    *number += 1;
                }
                (_, Some(place)) => parts.push(Part::Known(*place, 1)),
                (Some(Part::New(lines)), None) => {
                    lines.push('\n');
                    lines.push_str(line);
                }
                (_, None) => parts.push(Part::New(line.to_owned())),
            }
        }
        parts
    }
}

impl From<Motion> for AnimatedPiece {
    fn from(motion: Motion) -> Self {
        Self {
            piece: motion.piece,
            manner: motion.manner.as_str(),
            way: motion.way,
            sizes: motion.sizes,
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_game::AnyGame;

    use super::*;

    #[test]
    fn l_29_a_die_is_rolled_where_a_roll_comes_into_the_hand() {
        let scene = |line| Scene::of(&AnyGame::from_position(line, None).expect("a position"));
        let [due, rolled] = ["AH.H/CH.H C - -", "AH.H/CH.H C 6 -"].map(scene);
        assert_eq!(roll(&due, &rolled), Some(('C', 6)));
        assert_eq!(roll(&rolled, &due), None);
        assert_eq!(roll(&rolled, &rolled), None);
    }

    #[test]
    fn a_picture_is_what_it_has_of_another_and_the_rest() {
        let known = "<svg>\n<a/>\n<b/>\n<c/>\n</svg>\n";
        let new = |lines: &str| Part::New(lines.to_owned());
        assert_eq!(Picture::new(known).parts_of(known), [Part::Known(0, 5)]);
        let other = "<svg>\n<b/>\n<x/>\n<y/>\n<a/>\n</svg>";
        let wanted = [
            Part::Known(0, 1),
            Part::Known(2, 1),
            new("<x/>\n<y/>"),
            Part::Known(1, 1),
            Part::Known(4, 1),
        ];
        assert_eq!(Picture::new(known).parts_of(other), wanted);
    }
}
