//! The addresses of the analysis board and of its editor.

use core::fmt::Write as _;

use parlor_view::Scene;

/// These fields as a query.
pub(in crate::pages) fn query(fields: &[(&str, &str)]) -> String {
    let fields = fields.iter();
    let fields: Vec<String> = fields
        .map(|(name, value)| format!("{name}={}", encoded(value)))
        .collect();
    fields.join("&")
}

/// A text as a part of a query.
fn encoded(text: &str) -> String {
    let mut query = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            query.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(query, "%{byte:02X}");
        }
    }
    query
}

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
