//! Moves that are typed: how they are read, and what is said of those and others
//! that cannot be played.

use kuba_rules::Action as KubaAction;
use ludo_rules::Action as LudoAction;
use parlor_view::{Scene, printable};

use super::viewer::Viewer;
use super::wording::{capitalised, command_error};
use super::{board, sentences};
use parlor_table::table::{CommandError, GameView};

/// As many moves as an example needs.
const EXAMPLES: usize = 2;

/// As much of what was typed as is repeated.
const REPEATED: usize = 16;

/// What was typed, as it is written: without blanks around it, and with capitals
/// where they belong, which telephones do not begin with.
pub(super) fn as_meant(view: &GameView, typed: &str) -> String {
    let typed = typed.trim();
    let mut legal = view.legal.iter();
    if let Some(meant) = legal.find(|legal| legal.eq_ignore_ascii_case(typed)) {
        return meant.clone();
    }
    let written = [
        typed.to_ascii_uppercase(),
        capitalised(&typed.to_ascii_lowercase()),
    ];
    let mut moves = written.into_iter();
    let is_move = |text: &String| is_move(&view.scene, text);
    moves.find(is_move).unwrap_or_else(|| typed.to_owned())
}

/// What may be typed now, for example: `65F or 50R`; none where the one who looks
/// is not to act. What ends a turn has a button, and is no example of a move.
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
        format!("{}.", capitalised(&command_error(rejection)))
    }
}

/// What can be typed instead of what was refused; nothing where the one who looks
/// is not to act.
pub(super) fn advice(viewer: &Viewer<'_>) -> Option<String> {
    let examples = examples(viewer)?;
    Some(match &viewer.view.scene {
        _ if examples == "roll" => sentences::type_roll(&examples),
        Scene::Kuba(_) => sentences::type_push(&examples),
        Scene::Ludo(_) | Scene::LudoScript { .. } => sentences::type_token(&examples),
    })
}

/// Whether it is written as the list of moves writes them.
fn is_move(scene: &Scene, text: &str) -> bool {
    match scene {
        Scene::Kuba(_) => text.parse::<KubaAction>().is_ok(),
        Scene::Ludo(_) | Scene::LudoScript { .. } => text.parse::<LudoAction>().is_ok(),
    }
}
