//! The analysis as a page of text, and in sentences.

use std::fmt::Write as _;

use kuba_engine::analysis::{Label, MOST};
use kuba_rules::Side;

use super::{Analysed, Ply};
use crate::kuba::hint::count;
use crate::kuba::scores::{counted_for_white, for_white, size, why, written};
use crate::replay;
use crate::scene_text;

/// The columns in which a moment is told.
const TOLD: usize = 6;

/// Everything, for people.
pub(super) fn page(analysed: &Analysed<'_>) -> String {
    let mut parts = vec![replay::head(analysed.any)];
    parts.extend(analysed.unfinished());
    parts.push(tallies(analysed));
    let moments: Vec<String> = analysed
        .losses()
        .map(|ply| {
            let told = scene_text::wrapped(&moment(analysed, ply), TOLD);
            format!("{:>4}  {told}", ply.number)
        })
        .collect();
    if !moments.is_empty() {
        parts.push(format!("Key moments:\n{}", moments.join("\n")));
    }
    parts.push(plies(analysed));
    parts.join("\n\n")
}

/// What a player's actions come to.
struct Tally {
    actions: u64,
    loss: u32,
    labels: [usize; Label::ALL.len()],
}

impl Tally {
    fn of(analysed: &Analysed<'_>, side: Side) -> Self {
        let own = analysed.plies.iter();
        let own = own.filter(|ply| ply.judgement.side == side);
        let mut tally = Self {
            actions: 0,
            loss: 0,
            labels: [0; Label::ALL.len()],
        };
        for ply in own {
            tally.actions += 1;
            tally.loss += ply.judgement.loss;
            tally.labels[ply.label() as usize] += 1;
        }
        tally
    }

    /// Hundredths of a red lost by each action.
    fn each(&self) -> u32 {
        let actions = u32::try_from(self.actions.max(1)).unwrap_or(u32::MAX);
        (self.loss + actions / 2) / actions
    }
}

/// What everybody's actions come to.
fn tallies(analysed: &Analysed<'_>) -> String {
    let mut table = "\
Losses, in reds:
        actions    loss    each  best  good  ?!   ?  ??
"
    .to_owned();
    for side in Side::ALL {
        let tally = Tally::of(analysed, side);
        let [best, good, inaccuracies, mistakes, blunders] = tally.labels;
        // Writing to a String cannot fail.
        let _written = writeln!(
            table,
            " {side:<5}  {:>7}  {:>6}  {:>6}  {best:>4}  {good:>4}  {inaccuracies:>2}  \
             {mistakes:>2}  {blunders:>2}",
            tally.actions,
            size(tally.loss),
            size(tally.each()),
        );
    }
    table.push_str("?! an inaccuracy, from 0.5 reds; ? a mistake, from 1; ?? a blunder, from 2.5.");
    table
}

/// What an action lost, and what would have been better.
fn moment(analysed: &Analysed<'_>, ply: &Ply) -> String {
    let judgement = &ply.judgement;
    let label = ply.label();
    let before = counted_for_white(judgement.best.score, judgement.side);
    let after = counted_for_white(judgement.played, judgement.side);
    format!(
        "{} played {}: a {label} ({}) of {} reds, {after} instead of {before}. Better: {}. {}",
        analysed.name(judgement.side),
        ply.action,
        label.mark(),
        size(judgement.loss),
        written(&judgement.best.actions),
        why(&ply.before, &judgement.best.actions),
    )
}

/// Every ply: who was ahead after it, what it lost, and what was best.
fn plies(analysed: &Analysed<'_>) -> String {
    let mut table = format!(
        "Who was ahead after each ply, in reds (+ for White), at {} a search;\n\
         in a loss no score counts as more than {MOST} reds, and a sure win as so many:\n \
         ply          score    loss",
        count(analysed.nodes, "node", "nodes")
    );
    for ply in &analysed.plies {
        let judgement = &ply.judgement;
        let label = ply.label();
        let best = judgement.best.actions.first();
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
            judgement.side.letter(),
            ply.action.to_string(),
            for_white(judgement.played, judgement.side),
            size(judgement.loss),
        );
    }
    table
}

/// The analysis in sentences to be listened to.
pub(super) fn sentences(analysed: &Analysed<'_>) -> Vec<String> {
    let mut told = Vec::new();
    told.extend(replay::result_line(analysed.any));
    told.extend(analysed.unfinished());
    for side in Side::ALL {
        let tally = Tally::of(analysed, side);
        let labels = Label::ALL.into_iter().zip(tally.labels);
        let counted = labels.filter(|&(_, number)| number > 0);
        let counted: Vec<String> = counted
            .map(|(label, number)| format!("{number} {label}"))
            .collect();
        told.push(format!(
            "{}: {} that lost {} reds, {} each ({}).",
            analysed.name(side),
            count(tally.actions, "action", "actions"),
            size(tally.loss),
            size(tally.each()),
            counted.join(", ")
        ));
    }
    let moments = analysed.losses();
    told.extend(moments.map(|ply| format!("Ply {}: {}", ply.number, moment(analysed, ply))));
    told
}
