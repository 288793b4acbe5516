//! One step of a game as a picture with what moves in it, for the scripts that
//! show it moving.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use parlor_view::Motion;
use serde::Serialize;

use super::extract::Path;
use super::game::find;
use super::{PageError, board, error};
use crate::table::Frame;
use crate::web::App;

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
) -> Result<Json<FrameShown>, PageError> {
    let hosted = find(&app, &id).await?;
    let frame = hosted.frame(version);
    let frame = frame.ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(Json(frame.into()))
}

impl From<Frame> for FrameShown {
    fn from(
        Frame {
            before,
            after,
            says,
        }: Frame,
    ) -> Self {
        let motions = after.motions(&before).into_iter();
        Self {
            svg: after.svg(board::options()),
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
