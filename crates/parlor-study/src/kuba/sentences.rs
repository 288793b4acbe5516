//! The analysis of a game of Kuba in sentences, for a screen reader.

use kuba_engine::analysis::{GameAnalysis, JudgedAction};
use kuba_rules::Side;
use parlor_game::Kuba;
use parlor_record::record::Record;
use parlor_view::printable;

use super::scores::{counted_for_white, size, why, written};
use crate::accuracy::accuracy;
use crate::count::{count, counted};
use crate::result::result;

/// The result, the totals of each player, and the actions that lost much.
pub fn sentences(record: &Record<Kuba>, analysis: &GameAnalysis) -> Vec<String> {
    let mut sentences = Vec::new();
    sentences.extend(result(record));
    sentences.extend(unfinished(record, analysis));
    for side in Side::ALL {
        let tally = analysis.tally(side);
        let name = name(record, side);
        sentences.push(match accuracy(tally.labels) {
            None => format!("{name}: nothing played."),
            Some(accuracy) => format!(
                "{name}: {} that lost {} reds, {} each ({}): an accuracy of {accuracy} %.",
                count(tally.actions, "action"),
                size(tally.loss),
                size(tally.loss_an_action()),
                counted(tally.labels)
            ),
        });
    }
    let losses = analysis.losses();
    sentences.extend(losses.map(|ply| format!("Ply {}: {}", ply.number, loss(record, ply))));
    sentences
}

/// That not all was judged, if so.
pub fn unfinished(record: &Record<Kuba>, analysis: &GameAnalysis) -> Option<String> {
    let (judged, all) = (analysis.actions.len(), record.plies().len());
    analysis.end.is_none().then(|| {
        format!("Stopped: {judged} of {all} plies were judged, and the last position was not.")
    })
}

/// What an action lost, and what would have been better.
pub fn loss(record: &Record<Kuba>, ply: &JudgedAction) -> String {
    let judgment = &ply.judgment;
    let label = ply.label();
    let before = counted_for_white(judgment.best.score, judgment.side);
    let after = counted_for_white(judgment.played, judgment.side);
    format!(
        "{} played {}: a {label} ({}) of {} reds, {after} instead of {before}. Better: {}. {}",
        name(record, judgment.side),
        ply.action,
        label.mark(),
        size(judgment.loss),
        written(&judgment.best.actions),
        why(&ply.before, &judgment.best.actions),
    )
}

/// A player's name, or else the side.
pub fn name(record: &Record<Kuba>, side: Side) -> String {
    let players = &record.opening().players;
    let player = players.iter().find(|player| player.seat == side);
    let name = player.and_then(|player| player.name.as_deref());
    name.map_or_else(|| side.to_string(), printable)
}
