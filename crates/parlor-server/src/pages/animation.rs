//! One step of a game as a picture with the pieces that move in it, for scripts that animate it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use parlor_view::{Highlights, Look, Motion};
use serde::{Deserialize, Serialize};

use super::extractors::{Path, Query};
use super::game::{Visit, Visitor, find};
use super::viewer::Viewer;
use super::{PageError, board, cue, error, steps};
use crate::app::App;
use parlor_table::table::Frame;

/// The query of a frame.
#[derive(Debug, Deserialize)]
pub(super) struct FrameQuery {
    /// Present if the board is turned to the viewer.
    turned: Option<String>,
    /// Present if the board is drawn as a diagram.
    flat: Option<String>,
}

/// A frame, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct AnimationFrame {
    /// The pieces after the step, with who makes it.
    svg: String,
    /// The step in words; where it is no action on the board, such as a roll, the state after it.
    says: String,
    /// What is heard of it.
    cue: &'static str,
    motions: Vec<AnimatedPiece>,
}

/// A piece that moves in the picture, and ends where it is drawn.
#[derive(Debug, Serialize)]
struct AnimatedPiece {
    piece: String,
    manner: &'static str,
    way: Vec<(f64, f64)>,
    sizes: [f64; 2],
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path((id, version)): Path<(String, u64)>,
    Query(asked): Query<FrameQuery>,
    visitor: Visitor,
) -> Result<Json<AnimationFrame>, PageError> {
    let handle = find(&app, &id).await?;
    let frame = handle.table().frame(version);
    let frame = frame.ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    let visit = Visit::new(&app, handle, visitor);
    let view = visit.handle.view_for(&visit.by);
    let viewer = Viewer::new(&view, visit.context.prefs);
    Ok(Json(AnimationFrame::new(&frame, &asked, &viewer)))
}

impl AnimationFrame {
    fn new(Frame { before, after }: &Frame, asked: &FrameQuery, viewer: &Viewer<'_>) -> Self {
        let look = match asked.flat {
            Some(_) => Look::Diagram,
            None => Look::Board,
        };
        let motions = after.motions(before, look).into_iter();
        let highlights = Highlights {
            is_turned: asked.turned.is_some(),
            is_under_way: true,
            ..Highlights::default()
        };
        Self {
            svg: after.svg_with(board::options(look), highlights),
            says: steps::in_film(viewer, after),
            cue: cue::of(after),
            motions: motions.map(AnimatedPiece::from).collect(),
        }
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
