//! The keeper's commands on the lobby: names that were reported, and networks that are blocked.

use core::time::Duration;
use std::process::ExitCode;

use anyhow::bail;
use parlor_service::clock::{SystemClock, TimeSource as _};
use parlor_service::operator::{self, Ruling, minute_of};
use parlor_service::store::moderation::{Block, NameDecision, ReportedName};
use parlor_table::timestamp::{Timestamp, milliseconds};
use parlor_view::printable;
use serde_json::{Value, json};

use crate::cli::{LobbyCommand, LobbyListArgs, NameArgs};
use crate::keeper::block_on;
use crate::output;

/// Runs a `parlor lobby` command.
pub(crate) fn run(command: LobbyCommand) -> anyhow::Result<ExitCode> {
    block_on(async {
        match command {
            LobbyCommand::Reports(arguments) => reports(&arguments).await,
            LobbyCommand::Hide(NameArgs { place, name }) => {
                let shown = printable(name.as_str());
                let changed = operator::rule(&place.place()?, Ruling::Hide(name)).await?;
                say(&if changed {
                    format!("The name {shown} is hidden from now on.")
                } else {
                    format!("The name {shown} was hidden already.")
                })
            }
            LobbyCommand::Allow(NameArgs { place, name }) => {
                let shown = printable(name.as_str());
                let changed = operator::rule(&place.place()?, Ruling::Allow(name)).await?;
                say(&if changed {
                    format!("The name {shown} is shown from now on, whoever reports it.")
                } else {
                    format!("The name {shown} was allowed already.")
                })
            }
            LobbyCommand::Block {
                place,
                network,
                days,
            } => {
                let time = milliseconds(Duration::from_hours(24 * u64::from(days)));
                let until = Timestamp(SystemClock.now().0.saturating_add(time));
                let block = Block { network, until };
                operator::rule(&place.place()?, Ruling::Block(block)).await?;
                say(&format!(
                    "{network} is blocked until {} UTC.",
                    minute_of(until)
                ))
            }
            LobbyCommand::Unblock { place, network } => {
                if !operator::rule(&place.place()?, Ruling::Unblock(network)).await? {
                    bail!("{network} is not blocked; `parlor lobby blocks` shows what is");
                }
                say(&format!("{network} is no longer blocked."))
            }
            LobbyCommand::Blocks(arguments) => blocks(&arguments).await,
        }
    })
}

fn say(sentence: &str) -> anyhow::Result<ExitCode> {
    output::write(format!("{sentence}\n").as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a line for each, as text or as JSON.
fn print<T>(
    all: &[T],
    is_json: bool,
    json: impl Fn(&T) -> Value,
    text: impl Fn(&T) -> String,
) -> anyhow::Result<ExitCode> {
    let line = |one| {
        if is_json {
            json(one).to_string()
        } else {
            text(one)
        }
    };
    let mut lines = String::new();
    for one in all {
        lines.push_str(&line(one));
        lines.push('\n');
    }
    output::write(lines.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

async fn reports(arguments: &LobbyListArgs) -> anyhow::Result<ExitCode> {
    let store = operator::read(&arguments.place.place()?).await?;
    let names = store.moderation().reported_names().await;
    store.close().await?;
    let json = |known: &ReportedName| {
        json!({
            "name": known.name.as_str(),
            "reports": known.reports,
            "last": known.last.map(|last| last.0),
            "decision": known.decision.map(NameDecision::as_str),
            "hidden": known.is_hidden(),
        })
    };
    let text = |known: &ReportedName| {
        let state = match known.decision {
            Some(NameDecision::Hidden) => "kept hidden",
            Some(NameDecision::Shown) => "kept shown",
            None if known.is_hidden() => "hidden",
            None => "shown",
        };
        let last = known.last.map_or_else(|| "never".to_owned(), minute_of);
        let name = printable(known.name.as_str());
        format!("{state:<11}  {:>5}  {last:<16}  {name}", known.reports)
    };
    print(&names?, arguments.json, json, text)
}

async fn blocks(arguments: &LobbyListArgs) -> anyhow::Result<ExitCode> {
    let store = operator::read(&arguments.place.place()?).await?;
    let rulings = store.moderation().rulings().await;
    store.close().await?;
    let now = SystemClock.now();
    let mut blocks = rulings?.blocks;
    blocks.retain(|block| block.until > now);
    let json =
        |block: &Block| json!({"network": block.network.to_string(), "until": block.until.0});
    let text = |block: &Block| format!("{}  {}", minute_of(block.until), block.network);
    print(&blocks, arguments.json, json, text)
}
