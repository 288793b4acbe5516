//! The analysis as a page of text, and in sentences.

use std::fmt::Write as _;

use kuba_engine::analysis::{JudgedAction, Label, MAX_REDS};
use kuba_rules::Side;

use super::Analyzed;
use crate::kuba::scores::{counted_for_white, for_white, size, why, written};
use crate::output::count;
use crate::replay;
use crate::scene_text;

/// The indent of a key moment, in columns.
const INDENT: usize = 6;

/// Everything, for people.
pub(super) fn page(analyzed: &Analyzed<'_>) -> String {
    let mut parts = vec![replay::head(analyzed.any)];
    parts.extend(analyzed.unfinished());
    parts.push(tallies(analyzed));
    let moments: Vec<String> = analyzed
        .analysis
        .losses()
        .map(|ply| {
            let text = scene_text::wrapped(&moment(analyzed, ply), INDENT);
            format!("{:>4}  {text}", ply.number)
        })
        .collect();
    if !moments.is_empty() {
        parts.push(format!("Key moments:\n{}", moments.join("\n")));
    }
    parts.push(plies(analyzed));
    parts.join("\n\n")
}

/// The totals of both players' actions.
fn tallies(analyzed: &Analyzed<'_>) -> String {
    let mut table = "\
Losses, in reds:
        actions    loss    each  best  good  ?!   ?  ??
"
    .to_owned();
    for side in Side::ALL {
        let tally = analyzed.analysis.tally(side);
        let [best, good, inaccuracies, mistakes, blunders] = tally.labels;
        // Writing to a String cannot fail.
        let _written = writeln!(
            table,
            " {side:<5}  {:>7}  {:>6}  {:>6}  {best:>4}  {good:>4}  {inaccuracies:>2}  \
             {mistakes:>2}  {blunders:>2}",
            tally.actions,
            size(tally.loss),
            size(tally.loss_an_action()),
        );
    }
    table.push_str("?! an inaccuracy, from 0.5 reds; ? a mistake, from 1; ?? a blunder, from 2.5.");
    table
}

/// What an action lost, and what would have been better.
fn moment(analyzed: &Analyzed<'_>, ply: &JudgedAction) -> String {
    let judgment = &ply.judgment;
    let label = ply.label();
    let before = counted_for_white(judgment.best.score, judgment.side);
    let after = counted_for_white(judgment.played, judgment.side);
    format!(
        "{} played {}: a {label} ({}) of {} reds, {after} instead of {before}. Better: {}. {}",
        analyzed.name(judgment.side),
        ply.action,
        label.mark(),
        size(judgment.loss),
        written(&judgment.best.actions),
        why(&ply.before, &judgment.best.actions),
    )
}

/// Every ply: the score after it, its loss, and the best action.
fn plies(analyzed: &Analyzed<'_>) -> String {
    let mut table = format!(
        "Who was ahead after each ply, in reds (+ for White), at {} a search;\n\
         in a loss no score counts as more than {MAX_REDS} reds, and a sure win counts as {MAX_REDS}:\n \
         ply          score    loss",
        count(analyzed.analysis.nodes, "node")
    );
    for ply in &analyzed.analysis.actions {
        let judgment = &ply.judgment;
        let label = ply.label();
        let best = judgment.best.actions.first();
        let remark = match best {
            Some(best) if label != Label::Best => {
                let mark = label.mark();
                let blank = if mark.is_empty() { "" } else { " " };
                format!("{label}{blank}{mark}; best {best}")
            }
            _ => label.to_string(),
        };
        // Writing to a String cannot fail.
        let _written = write!(
            table,
            "\n{:>4}  {} {:<4}  {:>8}  {:>6}  {remark}",
            ply.number,
            judgment.side.letter(),
            ply.action.to_string(),
            for_white(judgment.played, judgment.side),
            size(judgment.loss),
        );
    }
    table
}

/// The analysis in sentences to be listened to.
pub(super) fn sentences(analyzed: &Analyzed<'_>) -> Vec<String> {
    let mut sentences = Vec::new();
    sentences.extend(replay::result_line(analyzed.any));
    sentences.extend(analyzed.unfinished());
    for side in Side::ALL {
        let tally = analyzed.analysis.tally(side);
        let labels = Label::ALL.into_iter().zip(tally.labels);
        let counted = labels.filter(|&(_, number)| number > 0);
        let counted: Vec<String> = counted
            .map(|(label, number)| format!("{number} {label}"))
            .collect();
        sentences.push(format!(
            "{}: {} that lost {} reds, {} each ({}).",
            analyzed.name(side),
            count(tally.actions, "action"),
            size(tally.loss),
            size(tally.loss_an_action()),
            counted.join(", ")
        ));
    }
    let moments = analyzed.analysis.losses();
    sentences.extend(moments.map(|ply| format!("Ply {}: {}", ply.number, moment(analyzed, ply))));
    sentences
}
