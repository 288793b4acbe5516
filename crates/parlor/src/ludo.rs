//! The Ludo commands.

mod analyse;
mod evaluate;
mod games;
mod hint;
mod judge;
mod matches;
mod puzzles;
mod solve;

use std::process::ExitCode;

use ludo_rules::{Position, Script, Seat};
use parlor_record::record::ScriptRecord;
use parlor_record::{ReadError, ludo_script};

use crate::cli::{self, LudoCommand, OutputForm};
use crate::json;
use crate::output;
use crate::script::{self, Explained};
use crate::stream::{AnswerFormat, Detail};

const SCRIPT: script::ScriptCommand = script::ScriptCommand {
    example: "A,B: A6 A4 A5 A4 B6 B4 B1 B2",
    play,
    record,
};

/// Runs the command.
pub(crate) fn run(command: &LudoCommand) -> anyhow::Result<ExitCode> {
    match command {
        LudoCommand::Script(arguments) => script::run(arguments, SCRIPT),
        LudoCommand::Evaluate(arguments) => evaluate::run(arguments),
        LudoCommand::Solve(arguments) => solve::run(arguments),
        LudoCommand::Perft { depth, seats } => count(*depth, &seats.0),
        LudoCommand::Analyse { record, form } => {
            output::print_refusal(analyse::run(record, form), form.json)
        }
        LudoCommand::Hint(arguments) => output::print_refusal(hint::run(arguments), arguments.json),
        LudoCommand::Match(arguments) => matches::run(arguments),
        LudoCommand::SelfPlay { games, values, out } => games::write(games, *values, out),
        LudoCommand::Simulate { games } => games::count(games),
        LudoCommand::Puzzles(arguments) => puzzles::run(arguments),
    }
}

/// Plays the game in `text` and appends its answer.
fn play(text: &str, line: usize, format: AnswerFormat, out: &mut Vec<u8>) -> Result<(), ReadError> {
    let script = ludo_script::read(text)?;
    match format.form {
        OutputForm::Json => append_json(&script, format.detail, out),
        OutputForm::Text => {
            let players: Vec<String> = script.players().iter().map(Seat::to_string).collect();
            let heading = format!(
                "Line {line}: players {}; {}\n\n",
                players.join(", "),
                output::count(script.turns().len(), "turn"),
            );
            out.extend_from_slice(heading.as_bytes());
            append_words(&script, format.detail, out);
        }
    }
    Ok(())
}

/// Appends the record of the game in `text`.
fn record(text: &str, _: usize, format: AnswerFormat, out: &mut Vec<u8>) -> Result<(), ReadError> {
    let record = ScriptRecord::new(&ludo_script::read(text)?);
    script::append_record(&record.into(), format.form, out);
    Ok(())
}

fn append_json(script: &Script, detail: Detail, out: &mut Vec<u8>) {
    let answer = ludo_script::Answer::of(script);
    match detail {
        Detail::Result => json::append(&answer, out),
        Detail::Explained => {
            let explanation = explanation(script);
            json::append(
                &Explained {
                    answer,
                    explanation,
                },
                out,
            );
        }
    }
}

/// Appends how the game ends, for people.
pub(crate) fn append_words(script: &Script, detail: Detail, out: &mut Vec<u8>) {
    let answer = ludo_script::Answer::of(script);
    let mut words = String::new();
    if detail == Detail::Explained {
        for sentence in explanation(script) {
            words.push_str(&sentence);
            words.push('\n');
        }
        words.push('\n');
    }
    words.push_str(&parlor_view::ludo::board(answer.tokens()));
    words.push_str("\n\n");
    words.push_str(&parlor_view::ludo::status(
        answer.tokens(),
        answer.players(),
    ));
    out.extend_from_slice(words.as_bytes());
}

/// One sentence a roll: what moved, why, and what happened.
fn explanation(script: &Script) -> Vec<String> {
    let mut tokens = script.start();
    let mut events = Vec::new();
    script
        .turns()
        .iter()
        .map(|&turn| {
            events.clear();
            let outcome = tokens.play_turn(turn, &mut events);
            parlor_view::ludo::explain(turn, outcome, &events, &tokens)
        })
        .collect()
}

fn count(depth: u32, seats: &[Seat]) -> anyhow::Result<ExitCode> {
    let position = Position::new(seats)
        .map_err(|error| cli::usage_error(&["ludo", "perft"], format!("--seats: {error}")))?;
    for depth in 1..=depth {
        output::write(format!("{depth} {}\n", ludo_rules::perft(&position, depth)).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
