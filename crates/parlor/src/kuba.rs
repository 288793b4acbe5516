//! The Kuba commands.

mod analyse;
mod engine;
mod games;
mod hint;
mod matches;
mod puzzles;
mod tables;

use std::process::ExitCode;

use kuba_rules::{Draw, NoEvents, Position, Side};
use parlor_bulk::Path;
use parlor_game::Kuba;
use parlor_record::ReadError;
use parlor_record::kuba_script::{self, Answer, Script};
use parlor_record::record::Record;
use parlor_view::kuba::{self as view, Names};
use parlor_view::printable;

use crate::cli::{KubaCommand, OutputForm};
use crate::json;
use crate::output;
use crate::script::{self, Explained};
use crate::stream::{AnswerFormat, Detail};

const SCRIPT: script::ScriptCommand = script::ScriptCommand {
    example: r#"{"players":[["PlayerA","W"],["PlayerB","B"]],"moves":[["PlayerA",[6,5],"F"]]}"#,
    play,
    record,
};

/// Runs the command.
pub(crate) fn run(command: &KubaCommand) -> anyhow::Result<ExitCode> {
    match command {
        KubaCommand::Script(arguments) => script::run(arguments, SCRIPT),
        KubaCommand::Analyse(arguments) => {
            output::print_refusal(analyse::run(arguments), arguments.form.json)
        }
        KubaCommand::Hint(arguments) => output::print_refusal(hint::run(arguments), arguments.json),
        KubaCommand::Engine => engine::run(),
        KubaCommand::Match(arguments) => matches::run(arguments),
        KubaCommand::SelfPlay { games, out } => games::write(games, out),
        KubaCommand::Simulate { games } => games::count(games),
        KubaCommand::Puzzles(arguments) => puzzles::run(arguments),
        KubaCommand::Tables(arguments) => tables::run(arguments),
        KubaCommand::Probe(arguments) => {
            output::print_refusal(tables::probe(arguments), arguments.json)
        }
        KubaCommand::Perft {
            depth,
            rules,
            position,
            divide,
        } => {
            let position = position.unwrap_or_else(|| Position::start((*rules).into()));
            if *divide {
                count_by_push(*depth, &position)
            } else {
                count(*depth, &position)
            }
        }
    }
}

/// Plays the game in `text` and appends its answer.
fn play(text: &str, line: usize, format: AnswerFormat, out: &mut Vec<u8>) -> Result<(), ReadError> {
    let script = kuba_script::read(text)?;
    match format.form {
        OutputForm::Json => append_json(&script, format.detail, out),
        OutputForm::Text => append_words(&script, line, format.detail, out),
    }
    Ok(())
}

/// Appends the record of the game in `text`.
fn record(text: &str, _: usize, format: AnswerFormat, out: &mut Vec<u8>) -> Result<(), ReadError> {
    let record = Record::<Kuba>::from(&kuba_script::read(text)?);
    script::append_record(&record.into(), format.form, out);
    Ok(())
}

fn append_json(script: &Script<'_>, detail: Detail, out: &mut Vec<u8>) {
    let mut game = script.game();
    match detail {
        Detail::Result => {
            let attempts = script.attempts().iter();
            let results = attempts
                .map(|attempt| attempt.try_in(&mut game, &mut NoEvents).is_ok())
                .collect();
            json::append(&Answer::new(script, &game, results), out);
        }
        Detail::Explained => {
            let names = Side::ALL.map(|side| game.name(side).to_owned());
            let names = Names::from(&names);
            let mut events = Vec::new();
            let (results, explanation) = script
                .attempts()
                .iter()
                .map(|attempt| {
                    events.clear();
                    let result = attempt.try_in(&mut game, &mut events);
                    let sentence = view::attempt(attempt, &result, &events, &game, names);
                    (result.is_ok(), sentence)
                })
                .unzip();
            let answer = Answer::new(script, &game, results);
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

fn append_words(script: &Script<'_>, line: usize, detail: Detail, out: &mut Vec<u8>) {
    let mut game = script.game();
    let [white, black] = Side::ALL.map(|side| game.name(side).to_owned());
    let both = [&white, &black];
    let names = Names::from(&both);
    let mut words = format!(
        "Line {line}: {} (White) and {} (Black), {} rules, {}\n\n",
        printable(&white),
        printable(&black),
        game.rules(),
        output::count(script.attempts().len(), "move"),
    );
    let mut events = Vec::new();
    for attempt in script.attempts() {
        events.clear();
        let result = attempt.try_in(&mut game, &mut events);
        let sentence = match (&result, detail) {
            (Ok(()), Detail::Result) => format!(
                "{} {}",
                printable(attempt.name()),
                printable(&attempt.to_string())
            ),
            _ => view::attempt(attempt, &result, &events, &game, names),
        };
        let verdict = if result.is_ok() { "True " } else { "False" };
        words.extend([verdict, "  ", &sentence, "\n"]);
    }
    if !script.attempts().is_empty() {
        words.push('\n');
    }
    let position = game.position().copied();
    let shown = position.unwrap_or_else(|| Position::start(game.rules()));
    words.push_str(&view::board(&shown, names));
    words.push_str("\n\n");
    match position {
        None => words.push_str(view::NOBODY_YET),
        Some(position) => {
            let draw = game.is_draw().then_some(Draw::Repetition);
            words.push_str(&view::status(&position, names, draw));
        }
    }
    out.extend_from_slice(words.as_bytes());
}

fn count(depth: u32, position: &Position) -> anyhow::Result<ExitCode> {
    for depth in 1..=depth {
        let leaves = parlor_bulk::kuba::count_leaves(Path::best(), position, depth);
        output::write(format!("{depth} {leaves}\n").as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count_by_push(depth: u32, position: &Position) -> anyhow::Result<ExitCode> {
    let mut total = 0;
    for (push, count) in kuba_rules::divide(position, depth) {
        total += count;
        output::write(format!("{push} {count}\n").as_bytes())?;
    }
    output::write(format!("{depth} {total}\n").as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
