//! `parlor replay`: a recorded game, played through.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use parlor_game::Game;
use parlor_record::record::{AnyRecord, Clock, Player, Record, RecordError};
use parlor_view::printable;
use serde::Serialize;

use crate::cli::FormArgs;
use crate::form;
use crate::moment;
use crate::output;
use crate::recorded::{self, Moment};
use crate::show;
use crate::whole;

/// How much of a record is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// After which ply to stop; the last without one.
    pub(crate) at: Option<usize>,
    /// Whether each ply is told.
    pub(crate) explain: bool,
}

/// Replays the record in the file.
pub(crate) fn run(path: &Path, extent: Extent, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let (name, text) = whole::read(path)?;
    let Some(record) = read(&name, &text, arguments)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let length = recorded::length(&record);
    let at = extent.at.unwrap_or(length);
    anyhow::ensure!(
        at <= length,
        "--at {at}: the record has {length} plies; N is 0 to {length}"
    );
    let mut moments: Vec<Moment<'_>> = recorded::moments(&record).take(at + 1).collect();
    let Some(last) = moments.pop() else {
        anyhow::bail!("{name}: there is no moment to show");
    };
    form::show(
        &last.scene,
        arguments,
        || words(&record, &moments, &last, length, extent),
        || json(&record, &moments, &last),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Shows how the recorded game in `text` ends.
pub(crate) fn end(name: &str, text: &str, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let Some(record) = read(name, text, arguments)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let Some(last) = recorded::moments(&record).last() else {
        anyhow::bail!("{name}: there is no moment to show");
    };
    form::show(
        &last.scene,
        arguments,
        || format!("{}\n\n{}", heading(&record), show::words(&last.scene)),
        || Ok(serde_json::to_string(&moment::Moment::of(&last.scene))?),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a text begins as a record does, in either form.
pub(crate) fn is_record(text: &str) -> bool {
    let begin = text.trim_start();
    begin.starts_with('{') || begin.starts_with("parlor-record")
}

/// The record in `text`; what is wrong with it is told instead, to programs on
/// standard output.
fn read(name: &str, text: &str, arguments: &FormArgs) -> anyhow::Result<Option<AnyRecord>> {
    match AnyRecord::read(text) {
        Ok(record) => return Ok(Some(record)),
        Err(error) if arguments.json => {
            output::write(format!("{}\n", serde_json::to_string(&error.answer())?).as_bytes())?;
        }
        Err(error) => output::note(&complaint(name, &error)),
    }
    Ok(None)
}

/// The error as a person reads it: `game.record:17:4: ply 12 … (K-7)`.
pub(crate) fn complaint(name: &str, error: &RecordError) -> String {
    printable(&format!("{name}:{error}"))
}

/// Who plays what, one line each: `Kuba, tournament rules, 2026-11-20`.
fn heading(record: &AnyRecord) -> String {
    match record {
        AnyRecord::Ludo(record) => live_heading("Ludo", record),
        AnyRecord::Kuba(record) => live_heading("Kuba", record),
        AnyRecord::LudoScript(record) => {
            let date = record.date.as_ref();
            let title = titled(
                "Ludo, a scripted game",
                date.map(|date| date.as_str().to_owned()),
            );
            let players = record.players().iter();
            let players = players.map(|player| player_line(player.seat.letter(), player));
            [vec![title], players.collect()].concat().join("\n")
        }
    }
}

fn live_heading<G: Game>(game: &str, record: &Record<G>) -> String {
    let opening = record.opening();
    let date = opening.date.as_ref().map(|date| date.as_str().to_owned());
    let title = titled(&format!("{game}, {} rules", opening.rules), date);
    let mut lines = vec![title];
    let players = opening.players.iter();
    lines.extend(players.map(|player| player_line(G::letter(player.seat), player)));
    if let Some(limit) = opening.limit {
        lines.push(format!("  limit {limit} ({})", G::LIMIT_RULE));
    }
    lines.join("\n")
}

fn titled(game: &str, date: Option<String>) -> String {
    match date {
        Some(date) => format!("{game}, {}", printable(&date)),
        None => game.to_owned(),
    }
}

fn player_line<Seat>(letter: char, player: &Player<Seat>) -> String {
    let mut line = format!("  {letter}");
    if let Some(name) = &player.name {
        line.push_str("  ");
        line.push_str(&printable(name));
    }
    if let Some(bot) = &player.bot {
        // Writing to a String cannot fail.
        let _written = write!(line, "  (bot {})", printable(bot));
    }
    line
}

/// Who came where and why, of a game that is over.
fn result_line(record: &AnyRecord) -> Option<String> {
    match record {
        AnyRecord::Ludo(record) => live_result(record),
        AnyRecord::Kuba(record) => live_result(record),
        AnyRecord::LudoScript(_) => None,
    }
}

fn live_result<G: Game>(record: &Record<G>) -> Option<String> {
    let ending = record.ending()?;
    Some(match record.result() {
        Some(places) => {
            let groups: Vec<String> = places
                .groups()
                .iter()
                .map(|group| {
                    let letters: Vec<String> = group
                        .iter()
                        .map(|&seat| G::letter(seat).to_string())
                        .collect();
                    letters.join("=")
                })
                .collect();
            format!("Result: {} ({ending}).", groups.join(", "))
        }
        None => format!("No result ({ending})."),
    })
}

/// The game for people: heading, plies, the board at the moment asked for, and
/// the result if that is the end.
fn words(
    record: &AnyRecord,
    before: &[Moment<'_>],
    last: &Moment<'_>,
    length: usize,
    extent: Extent,
) -> String {
    let mut words = heading(record);
    words.push('\n');
    let plies = before
        .iter()
        .chain([last])
        .filter(|moment| moment.number > 0);
    if extent.explain {
        words.push('\n');
        plies.for_each(|moment| tell(moment, &mut words));
    } else if extent.at.is_none() {
        let written: Vec<String> = plies.filter_map(|moment| moment.written.clone()).collect();
        if !written.is_empty() {
            words.push('\n');
            words.push_str(&table(&written));
        }
    } else if last.number > 0 {
        words.push('\n');
        tell(last, &mut words);
    }
    words.push('\n');
    if extent.at.is_some() {
        // Writing to a String cannot fail.
        let _written = writeln!(words, "After ply {} of {length}:\n", last.number);
    }
    words.push_str(&show::words(&last.scene));
    if last.number == length
        && let Some(result) = result_line(record)
    {
        words.push('\n');
        words.push_str(&result);
    }
    words
}

/// One ply with its number, its sentence, the clock, and below it the comment.
fn tell(moment: &Moment<'_>, words: &mut String) {
    let number = moment.number;
    let told = moment.told.as_deref().unwrap_or_default();
    let clock = match moment.clock {
        Some(clock) => format!("  [{clock}]"),
        None => String::new(),
    };
    // Writing to a String cannot fail.
    let _written = writeln!(words, "{number:>4}  {told}{clock}");
    if let Some(comment) = moment.comment {
        for line in comment.lines() {
            let _written = writeln!(words, "        “{}”", printable(line));
        }
    }
}

/// The plies as written, ten a line, each line with the number of its first.
fn table(written: &[String]) -> String {
    const IN_LINE: usize = 10;
    let mut table = String::new();
    for (line, plies) in written.chunks(IN_LINE).enumerate() {
        let number = IN_LINE * line + 1;
        // Writing to a String cannot fail.
        let _written = writeln!(table, "{number:>4}  {}", plies.join(" "));
    }
    table
}

/// The whole replay for programs.
#[derive(Serialize)]
struct Replayed<'a> {
    record: &'a AnyRecord,
    plies: Vec<Ply<'a>>,
    /// The moment after the last of the plies.
    end: moment::Moment,
}

#[derive(Serialize)]
struct Ply<'a> {
    #[serde(rename = "ply")]
    number: usize,
    action: Option<&'a str>,
    /// The position after it; none in a scripted game, which has `spaces`.
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spaces: Option<Vec<String>>,
    explanation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
}

fn json(record: &AnyRecord, before: &[Moment<'_>], last: &Moment<'_>) -> anyhow::Result<String> {
    let plies = before
        .iter()
        .chain([last])
        .filter(|moment| moment.number > 0)
        .map(|moment| {
            let position = moment.scene.position();
            Ply {
                number: moment.number,
                action: moment.written.as_deref(),
                spaces: position.is_none().then(|| moment.scene.spaces()).flatten(),
                position,
                explanation: moment.told.as_deref(),
                comment: moment.comment,
                clock_ms: moment.clock.map(Clock::milliseconds),
            }
        })
        .collect();
    Ok(serde_json::to_string(&Replayed {
        record,
        plies,
        end: moment::Moment::of(&last.scene),
    })?)
}
