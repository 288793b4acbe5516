//! The analysis as a page of text.

use std::fmt::Write as _;

use kuba_engine::analysis::{Label, MAX_REDS};
use kuba_rules::Side;
use parlor_study::accuracy;
use parlor_study::kuba as study;
use parlor_study::kuba::scores::{for_white, size};

use super::Analyzed;
use crate::output::count;
use crate::replay;
use crate::scene_text;

/// The indent of a key moment, in columns.
const INDENT: usize = 6;

/// Everything, for people.
pub(super) fn page(analyzed: &Analyzed<'_>) -> String {
    let mut parts = vec![replay::head(analyzed.any)];
    parts.extend(study::unfinished(analyzed.record, &analyzed.analysis));
    parts.push(tallies(analyzed));
    let moments: Vec<String> = analyzed
        .analysis
        .losses()
        .map(|ply| {
            let text = scene_text::wrapped(&study::loss(analyzed.record, ply), INDENT);
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
    table.push_str(
        "?! an inaccuracy, from 0.5 reds; ? a mistake, from 1; ?? a blunder, from 2.5.\n\
         Accuracy, the share of actions that were best or good:",
    );
    for side in Side::ALL {
        let accuracy = accuracy(analyzed.analysis.tally(side).labels);
        let accuracy = accuracy.map_or_else(|| "-".to_owned(), |share| format!("{share} %"));
        // Writing to a String cannot fail.
        let _written = write!(table, "\n {side:<5}  {accuracy:>5}");
    }
    table
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
