//! The analysis as a page of text.

use std::fmt::Write as _;

use ludo_rules::Seat;
use ludo_solver::analysis::{ChoiceKind, JudgedPly, Label, PlayerTally, Race};
use parlor_study::accuracy;
use parlor_study::ludo::points::{chances_of, percent, signed, size};
use parlor_study::ludo::{self as study, Dice};

use super::Analyzed;
use crate::replay;
use crate::scene_text;

/// The maximum width of the chance graph, in columns.
const COLUMNS: usize = 60;

/// Everything, for people.
pub(super) fn page(analyzed: &Analyzed<'_>) -> String {
    let mut parts = vec![
        replay::head(analyzed.any),
        tallies(analyzed),
        dice(analyzed),
    ];
    for race in analyzed.analysis.races() {
        parts.push(accounts(analyzed, race));
    }
    parts.push(lines(analyzed));
    parts.extend(key_moments(analyzed));
    parts.push(plies(analyzed));
    parts.join("\n\n")
}

/// The totals of each player's luck and losses.
fn tallies(analyzed: &Analyzed<'_>) -> String {
    let mut table = "\
Luck and loss, in points of a hundred:
 seat  rolls    luck  a roll  choices    loss    each  best  good  ?!   ?  ??
"
    .to_owned();
    for tally in analyzed.analysis.tallies() {
        let PlayerTally {
            seat,
            rolls,
            choices,
            labels: [best, good, inaccuracies, mistakes, blunders],
            ..
        } = tally;
        let luck = signed(tally.luck);
        let luck_each = tally.luck_a_roll().map_or_else(none, signed);
        let loss = size(tally.loss);
        let loss_each = tally.loss_a_choice().map_or_else(none, size);
        // Writing to a String cannot fail.
        let _written = writeln!(
            table,
            "    {seat}  {rolls:>5}  {luck:>6}  {luck_each:>6}  {choices:>7}  {loss:>6}  \
             {loss_each:>6}  {best:>4}  {good:>4}  {inaccuracies:>2}  {mistakes:>2}  {blunders:>2}"
        );
    }
    table.push_str(
        "?! an inaccuracy, from 1 point; ? a mistake, from 2.5; ?? a blunder, from 6.\n\
         Accuracy, the share of choices that were best or good:",
    );
    for tally in analyzed.analysis.tallies() {
        let accuracy = accuracy(tally.labels).map_or_else(none, |share| format!("{share} %"));
        // Writing to a String cannot fail.
        let _written = write!(table, "\n    {}  {accuracy:>5}", tally.seat);
    }
    table
}

/// How often each player rolled each number.
fn dice(analyzed: &Analyzed<'_>) -> String {
    let mut table = "\
How often the die showed each number:
 seat    1    2    3    4    5    6  on average"
        .to_owned();
    for &seat in analyzed.analysis.seats() {
        let dice = Dice::of(&analyzed.analysis, seat);
        let counts = dice.counts.map(|count| format!("{count:>5}")).concat();
        let mean = dice.mean().map_or_else(none, |mean| format!("{mean:.2}"));
        // Writing to a String cannot fail.
        let _written = write!(table, "\n    {seat}{counts}  {mean:>10}");
    }
    table
}

fn none() -> String {
    "-".to_owned()
}

/// The sources of each player's change of chance: a table that adds up, and a
/// sentence.
fn accounts(analyzed: &Analyzed<'_>, race: &Race) -> String {
    let mut table = format!(
        "{}:
 seat   start  own rolls  others' rolls  own choices  others' choices     end
",
        chances_of(race.place, race.certainty)
    );
    let accounts = analyzed.analysis.accounts(race);
    for account in &accounts {
        let (start, end) = (percent(account.start), percent(account.end));
        let [own_rolls, other_rolls, own_choices, other_choices] = [
            account.own_rolls,
            account.other_rolls,
            account.own_choices,
            account.other_choices,
        ]
        .map(signed);
        // Writing to a String cannot fail.
        let _written = writeln!(
            table,
            "    {}  {start:>6}  {own_rolls:>9}  {other_rolls:>13}  {own_choices:>11}  \
             {other_choices:>15}  {end:>6}",
            account.seat,
        );
    }
    table.push_str(&study::verdict(&analyzed.analysis, race));
    table
}

/// Each player's chance over the course of the game, one block per ply or few.
fn lines(analyzed: &Analyzed<'_>) -> String {
    let plies = analyzed.analysis.plies();
    let step = plies.len().div_ceil(COLUMNS);
    let mut text = match step {
        1 => "The chances ply by ply, from 0 to 100:".to_owned(),
        _ => format!("The chances every {step} plies, from 0 to 100:"),
    };
    for &seat in analyzed.analysis.seats() {
        let columns = plies.chunks(step).filter_map(|chunk| chunk.last());
        let columns = columns.map(|ply| column(analyzed, ply, seat));
        let columns: String = columns.collect();
        // Writing to a String cannot fail.
        let _written = write!(text, "\n    {seat}  {}", columns.trim_end());
    }
    text
}

/// The block of a chance; a blank after the player has finished.
fn column(analyzed: &Analyzed<'_>, ply: &JudgedPly, seat: Seat) -> char {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let race = analyzed.analysis.race_of(ply);
    if !race.is_some_and(|race| race.seats.contains(&seat)) {
        return ' ';
    }
    let chance = ply.after().of(seat);
    // The steps are met in order; the last is a certainty, or nearly.
    let steps = HEIGHTS.into_iter().zip(1_u8..);
    let mut heights = steps.filter(|&(_, step)| chance * 8.0 <= f64::from(step));
    heights.next().map_or('█', |(height, _)| height)
}

fn key_moments(analyzed: &Analyzed<'_>) -> Option<String> {
    let moments = analyzed.analysis.key_moments();
    if moments.is_empty() {
        return None;
    }
    let mut text = "Key moments:".to_owned();
    for moment in moments {
        let Some(ply) = analyzed.ply(moment.ply) else {
            continue;
        };
        let events = analyzed.events(ply);
        let sentence = study::moment(analyzed.record, ply, events, moment);
        let sentence = scene_text::wrapped(&sentence, 6);
        // Writing to a String cannot fail.
        let _written = write!(
            text,
            "\n{:>4}  {}\n      {sentence}",
            ply.number, ply.position
        );
    }
    Some(text)
}

/// Every ply: the roller's chance before and after the roll, and after the
/// choice.
fn plies(analyzed: &Analyzed<'_>) -> String {
    let mut table = "\
The roller's chance before the roll, after it, and after the choice:
 ply          before  rolled  chosen    luck    loss"
        .to_owned();
    let mut place = 1;
    for ply in analyzed.analysis.plies() {
        if let Some(race) = analyzed.analysis.race_of(ply)
            && race.place != place
        {
            place = race.place;
            // Writing to a String cannot fail.
            let _written = write!(table, "\n{}:", chances_of(place, race.certainty));
        }
        table.push('\n');
        table.push_str(&line(analyzed, ply));
    }
    table
}

fn line(analyzed: &Analyzed<'_>, ply: &JudgedPly) -> String {
    let seat = ply.seat();
    let before = ply
        .before
        .map_or_else(none, |before| percent(before.of(seat)));
    let rolled = percent(ply.rolled().of(seat));
    let luck = ply.luck().map_or_else(none, signed);
    let chosen = match ply.answer {
        Some(answer) => percent(answer.chances.of(seat)),
        None => none(),
    };
    let (loss, remark) = match ply.kind() {
        None => (none(), "to choose".to_owned()),
        Some(ChoiceKind::Forced) => (String::new(), "forced".to_owned()),
        Some(ChoiceKind::Free(Label::Best)) => (size(0.0), Label::Best.to_string()),
        Some(ChoiceKind::Free(label)) => {
            let best = ply.ranking.best().choice;
            let mark = label.mark();
            let loss = size(ply.loss().unwrap_or_default());
            let blank = if mark.is_empty() { "" } else { " " };
            (loss, format!("{label}{blank}{mark}; best {best}"))
        }
    };
    let written = analyzed.written(ply);
    format!(
        "{:>4}  {written:<5}  {before:>7}  {rolled:>6}  {chosen:>6}  {luck:>6}  {loss:>6}  {remark}",
        ply.number
    )
}
