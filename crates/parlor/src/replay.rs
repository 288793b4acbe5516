//! `parlor replay`: a recorded game, played through.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use parlor_game::Ludo;
use parlor_record::record::{AnyRecord, Clock, Record, RecordError, SeatEntry, split};
use parlor_view::{PictureOptions, Replayed, Show, Shown, printable, replay};
use serde::Serialize;

use crate::cli::FormArgs;
use crate::form::{self, Render};
use crate::input::LONGEST_GAME;
use crate::json;
use crate::output;
use crate::scene_text;
use crate::snapshot_json::SnapshotJson;
use crate::whole;

/// The part of a record to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// The ply to stop after; the last by default.
    pub(crate) at: Option<usize>,
    /// Whether each ply is explained.
    pub(crate) explain: bool,
}

/// Replays the record in the file.
pub(crate) fn run(path: &Path, extent: Extent, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let (name, text) = whole::read(path, Some(LONGEST_GAME))?;
    let Some(record) = read(&name, &text, arguments)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let length = record.length();
    let at = extent.at.unwrap_or(length);
    ensure!(
        at <= length,
        "--at {at}: the record has {length} plies; expected 0 to {length}"
    );
    let mut plies = Vec::new();
    let mut last = None;
    for replayed in replay(&record).take(at + 1) {
        if replayed.number > 0 {
            plies.push(ShownPly::of(&replayed, extent, arguments));
        }
        last = Some(replayed);
    }
    let Some(last) = last else {
        bail!("{name}: no position to show");
    };
    let shown = ShownReplay {
        record: &record,
        plies,
        last: &last,
        length,
        extent,
    };
    form::show(&shown, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Draws the record in the file as one animated picture.
pub(crate) fn film(path: &Path, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let (name, text) = whole::read(path, Some(LONGEST_GAME))?;
    let Some(record) = read(&name, &text, arguments)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let drawn = parlor_view::film(&record, form::style(arguments));
    form::write(&drawn.with_context(|| name)?, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Shows how the recorded game in `text` ends.
pub(crate) fn end(name: &str, text: &str, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let Some(record) = read(name, text, arguments)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let Some(last) = replay(&record).last() else {
        bail!("{name}: no position to show");
    };
    let end = End {
        record: &record,
        scene: &*last.state,
    };
    form::show(&end, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a text begins as a record does, in either form.
pub(crate) fn is_record(text: &str) -> bool {
    let begin = text.trim_start();
    begin.starts_with('{') || begin.starts_with("parlor-record")
}

/// The record in `text`; otherwise, what is wrong with it is printed, for programs on
/// standard output.
pub(crate) fn read(
    name: &str,
    text: &str,
    arguments: &FormArgs,
) -> anyhow::Result<Option<AnyRecord>> {
    match AnyRecord::read(text) {
        Ok(record) => return Ok(Some(record)),
        Err(_) if holds_several(text) => bail!(
            "{name} holds several records; only one can be shown at a time \
             (`parlor record convert --to json` writes them one per line)"
        ),
        Err(error) if arguments.json => output::print_json(&error.answer())?,
        Err(error) => output::note(&complaint(name, &error)),
    }
    Ok(None)
}

/// Whether a text begins with a whole record, and goes on with another.
fn holds_several(text: &str) -> bool {
    let mut pieces = split(text);
    let first = pieces.next().map(|piece| AnyRecord::read(piece.text));
    pieces.next().is_some() && matches!(first, Some(Ok(_)))
}

/// The error as a person reads it: `game.record:17:4: ply 12 … (K-7)`.
pub(crate) fn complaint(name: &str, error: &RecordError) -> String {
    printable(&format!("{name}:{error}"))
}

/// The players, and the result if the game is over.
pub(crate) fn head(record: &AnyRecord) -> String {
    let mut head = heading(record);
    if let Some(result) = result_line(record) {
        head.push('\n');
        head.push_str(&result);
    }
    head
}

/// The game and its players, one line each: `Kuba, tournament rules, 2026-11-20`.
fn heading(record: &AnyRecord) -> String {
    match record {
        AnyRecord::Ludo(record) => live_heading(record),
        AnyRecord::Kuba(record) => live_heading(record),
        AnyRecord::LudoScript(record) => {
            let date = record.date.as_ref();
            let title = titled(
                &format!("{}, a scripted game", Ludo::TITLE),
                date.map(|date| date.as_str().to_owned()),
            );
            let players = record.players().iter();
            let players = players.map(|player| player_line(player.seat.letter(), player));
            [vec![title], players.collect()].concat().join("\n")
        }
    }
}

fn live_heading<G: Show>(record: &Record<G>) -> String {
    let opening = record.opening();
    let date = opening.date.as_ref().map(|date| date.as_str().to_owned());
    let title = titled(&format!("{}, {} rules", G::TITLE, opening.rules), date);
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

fn player_line<Seat>(letter: char, player: &SeatEntry<Seat>) -> String {
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

/// The places and the ending of a finished game.
pub(crate) fn result_line(record: &AnyRecord) -> Option<String> {
    match record {
        AnyRecord::Ludo(record) => parlor_study::result(record),
        AnyRecord::Kuba(record) => parlor_study::result(record),
        AnyRecord::LudoScript(_) => None,
    }
}

/// A record and the state that it ends with.
struct End<'a> {
    record: &'a AnyRecord,
    scene: &'a dyn Shown,
}

impl Render for End<'_> {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        self.scene.svg(options)
    }

    fn words(&self) -> String {
        let (heading, words) = (heading(self.record), scene_text::words(self.scene));
        let result = result_line(self.record).map_or(String::new(), |result| format!("\n{result}"));
        format!("{heading}\n\n{words}{result}")
    }

    fn sentences(&self) -> Vec<String> {
        self.scene.description()
    }

    fn json(&self) -> String {
        json::text(&SnapshotJson::of(self.scene))
    }
}

/// One ply as it is shown; a long game has many, so only what the form shows is stored.
#[derive(Serialize)]
struct ShownPly<'a> {
    #[serde(rename = "ply")]
    number: usize,
    action: Option<String>,
    /// The position after it; `None` in a scripted game, which has `spaces`.
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spaces: Option<Vec<String>>,
    explanation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
}

impl<'a> ShownPly<'a> {
    fn of(replayed: &Replayed<'a>, extent: Extent, arguments: &FormArgs) -> Self {
        let is_explained = arguments.json || extent.explain;
        let position = replayed.state.position().filter(|_| arguments.json);
        let is_scripted = arguments.json && position.is_none();
        Self {
            number: replayed.number,
            action: replayed.notation.clone(),
            position,
            spaces: is_scripted.then(|| replayed.state.spaces()).flatten(),
            explanation: is_explained.then(|| replayed.sentence()).flatten(),
            comment: replayed.comment,
            clock_ms: replayed.clock.map(Clock::milliseconds),
        }
    }
}

/// A record played through to a ply.
struct ShownReplay<'a> {
    record: &'a AnyRecord,
    plies: Vec<ShownPly<'a>>,
    /// The state after the last of them.
    last: &'a Replayed<'a>,
    /// The number of plies of the record.
    length: usize,
    extent: Extent,
}

impl ShownReplay<'_> {
    fn place(&self) -> String {
        format!("After ply {} of {}", self.last.number, self.length)
    }
}

impl Render for ShownReplay<'_> {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        self.last.state.svg(options)
    }

    /// Heading, plies, the board after the requested ply, and the result if that
    /// is the end.
    fn words(&self) -> String {
        let mut words = heading(self.record);
        words.push('\n');
        if self.extent.explain {
            words.push('\n');
            for ply in &self.plies {
                push_ply(
                    ply.number,
                    ply.explanation.as_deref().unwrap_or_default(),
                    ply.clock_ms.and_then(Clock::from_milliseconds),
                    ply.comment,
                    &mut words,
                );
            }
        } else if self.extent.at.is_none() {
            let plies = self.plies.iter();
            let written: Vec<&str> = plies.filter_map(|ply| ply.action.as_deref()).collect();
            if !written.is_empty() {
                words.push('\n');
                words.push_str(&table(&written));
            }
        } else if self.last.number > 0 {
            words.push('\n');
            let sentence = self.last.sentence().unwrap_or_default();
            let Replayed {
                number,
                clock,
                comment,
                ..
            } = *self.last;
            push_ply(number, &sentence, clock, comment, &mut words);
        }
        words.push('\n');
        if self.extent.at.is_some() {
            // Writing to a String cannot fail.
            let _written = writeln!(words, "{}:\n", self.place());
        }
        words.push_str(&scene_text::words(&*self.last.state));
        if self.last.number == self.length
            && let Some(result) = result_line(self.record)
        {
            words.push('\n');
            words.push_str(&result);
        }
        words
    }

    fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![format!("{}.", self.place())];
        sentences.extend(self.last.state.description());
        if let Some(comment) = self.last.comment {
            sentences.push(format!("A comment: {}", shown(comment)));
        }
        if let Some(clock) = self.last.clock {
            sentences.push(format!("Time left on the clock: {clock}."));
        }
        sentences
    }

    fn json(&self) -> String {
        json::text(&ReplayJson {
            record: self.record,
            plies: &self.plies,
            end: SnapshotJson::of(&*self.last.state),
        })
    }
}

/// The whole replay for programs.
#[derive(Serialize)]
struct ReplayJson<'a> {
    record: &'a AnyRecord,
    plies: &'a [ShownPly<'a>],
    /// The state after the last of the plies.
    end: SnapshotJson,
}

/// A comment on one line.
fn shown(comment: &str) -> String {
    printable(&comment.replace(['\n', '\r', '\t'], " "))
}

/// One ply with its number, its sentence, the clock, and below it the comment.
fn push_ply(
    number: usize,
    sentence: &str,
    clock: Option<Clock>,
    comment: Option<&str>,
    words: &mut String,
) {
    let clock = clock.map_or(String::new(), |clock| format!("  [{clock}]"));
    // Writing to a String cannot fail.
    let _written = writeln!(words, "{number:>4}  {sentence}{clock}");
    for line in comment.into_iter().flat_map(str::lines) {
        let _written = writeln!(words, "        “{}”", shown(line));
    }
}

/// The plies as written, ten a line, each line with the number of its first.
fn table(written: &[&str]) -> String {
    const IN_LINE: usize = 10;
    let mut table = String::new();
    for (line, plies) in written.chunks(IN_LINE).enumerate() {
        let number = IN_LINE * line + 1;
        // Writing to a String cannot fail.
        let _written = writeln!(table, "{number:>4}  {}", plies.join(" "));
    }
    table
}
