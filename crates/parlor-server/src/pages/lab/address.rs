//! The addresses of the analysis board and of its editor.

use parlor_view::Scene;

use super::super::practice::query;

/// The address of the board with a position.
pub(in crate::pages) fn board(game: &str, position: &str) -> String {
    format!(
        "/analysis?{}",
        query(&[("game", game), ("position", position)])
    )
}

/// The address of the board with the position of a scene; `None` in a scripted game, which has none.
pub(in crate::pages) fn of_scene(scene: &Scene) -> Option<String> {
    Some(board(scene.game(), &scene.position()?))
}

/// The address of the editor with a position, which need not be possible.
pub(super) fn editor(game: &str, position: &str) -> String {
    let fields = [("game", game), ("position", position)];
    format!("/analysis/edit?{}", query(&fields))
}
