//! One step of a game as a picture with what moves in it, for the scripts that
//! show it moving.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use parlor_view::{Highlights, Motion};
use serde::{Deserialize, Serialize};

use super::extract::{Path, Query};
use super::game::find;
use super::{PageError, board, error};
use crate::app::App;
use parlor_table::table::Frame;

/// How the scripts ask.
#[derive(Debug, Deserialize)]
pub(super) struct FrameQuery {
    /// Present if the board is turned.
    turned: Option<String>,
}

/// What the scripts get.
#[derive(Debug, Serialize)]
pub(super) struct FrameShown {
    /// The picture after the step.
    svg: String,
    /// The step in words; nothing if it was none on the board.
    says: Option<String>,
    motions: Vec<MotionShown>,
}

/// A piece that moves in the picture, to where it is drawn.
#[derive(Debug, Serialize)]
struct MotionShown {
    piece: String,
    manner: &'static str,
    way: Vec<(f64, f64)>,
    sizes: [f64; 2],
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path((id, version)): Path<(String, u64)>,
    Query(asked): Query<FrameQuery>,
) -> Result<Json<FrameShown>, PageError> {
    let handle = find(&app, &id).await?;
    let frame = handle.frame(version);
    let frame = frame.ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(Json(FrameShown::new(frame, asked.turned.is_some())))
}

impl FrameShown {
    fn new(
        Frame {
            before,
            after,
            says,
        }: Frame,
        is_turned: bool,
    ) -> Self {
        let motions = after.motions(&before).into_iter();
        let highlights = Highlights {
            is_turned,
            ..Highlights::default()
        };
        Self {
            svg: after.svg_with(board::options(), highlights),
            says,
            motions: motions.map(MotionShown::from).collect(),
        }
    }
}

impl From<Motion> for MotionShown {
    fn from(motion: Motion) -> Self {
        Self {
            piece: motion.piece,
            manner: motion.manner.as_str(),
            way: motion.way,
            sizes: motion.sizes,
        }
    }
}
