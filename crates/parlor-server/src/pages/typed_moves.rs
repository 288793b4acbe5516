//! Typed moves: how they are read, and why one cannot be played.

use kuba_rules::Action as KubaAction;
use ludo_rules::Action as LudoAction;
use parlor_view::{Scene, printable};

use super::viewer::Viewer;
use super::{board, sentences};
use crate::wording::{capitalized, command_error, sentence};
use parlor_table::table::{CommandError, GameView};

/// The number of examples shown.
const EXAMPLES: usize = 2;

/// The most characters that an error repeats.
const REPEATED: usize = 16;

/// The move that was meant: without surrounding blanks, and in the case of the notation, which
/// phone keyboards do not follow.
pub(super) fn as_meant(view: &GameView, typed: &str) -> String {
    let typed = typed.trim();
    let mut legal = view.legal.iter();
    if let Some(meant) = legal.find(|legal| legal.eq_ignore_ascii_case(typed)) {
        return meant.clone();
    }
    let written = [
        typed.to_ascii_uppercase(),
        capitalized(&typed.to_ascii_lowercase()),
    ];
    let mut moves = written.into_iter();
    let is_move = |text: &String| is_move(&view.scene, text);
    moves.find(is_move).unwrap_or_else(|| typed.to_owned())
}

/// Examples of what may be typed now: `65F or 50R`; `None` if the visitor is not to act. Ending a
/// turn has a button and is not an example.
pub(super) fn examples(viewer: &Viewer<'_>) -> Option<String> {
    let is_example = |legal: &&String| **legal != KubaAction::End.to_string();
    let legal = viewer
        .view
        .legal
        .iter()
        .filter(is_example)
        .map(String::as_str);
    let examples: Vec<&str> = legal.take(EXAMPLES).collect();
    let may_type = viewer.may_act && !examples.is_empty();
    may_type.then(|| sentences::examples(&examples))
}

/// Why a move is not played.
pub(super) fn refusal(viewer: &Viewer<'_>, action: &str, rejection: &CommandError) -> String {
    if !is_move(&viewer.view.scene, action) {
        let mut shown: String = action.chars().take(REPEATED).collect();
        if shown.len() < action.len() {
            shown.push('…');
        }
        return sentences::no_move(&printable(&shown));
    }
    if let Some(says) = board::why_not(viewer, action, rejection.rule()) {
        return says;
    }
    if viewer.may_act {
        sentences::cannot_be_played(action, &command_error(rejection))
    } else {
        sentence(&command_error(rejection))
    }
}

/// What can be typed instead of what was refused; `None` if the visitor is not to act.
pub(super) fn advice(viewer: &Viewer<'_>) -> Option<String> {
    let examples = examples(viewer)?;
    Some(match &viewer.view.scene {
        _ if examples == "roll" => sentences::type_roll(&examples),
        Scene::Kuba(_) => sentences::type_push(&examples),
        Scene::Ludo(_) => sentences::type_token(&examples),
    })
}

/// Whether this is a move in notation.
fn is_move(scene: &Scene, text: &str) -> bool {
    match scene {
        Scene::Kuba(_) => text.parse::<KubaAction>().is_ok(),
        Scene::Ludo(_) => text.parse::<LudoAction>().is_ok(),
    }
}
