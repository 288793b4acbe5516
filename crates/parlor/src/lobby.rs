//! The keeper's commands on the lobby: names that were reported, and networks that are blocked.

use core::time::Duration;
use std::process::ExitCode;

use anyhow::bail;
use parlor_service::clock::{SystemClock, TimeSource as _};
use parlor_service::operator::{self, Place, Ruling, minute_of};
use parlor_service::store::moderation::{Block, FoldedName, NameDecision, ReportedName};
use parlor_table::timestamp::{Timestamp, milliseconds};
use parlor_view::printable;
use serde_json::{Value, json};

use crate::cli::{LobbyCommand, LobbyListArgs, NameArgs};
use crate::keeper::{block_on, once};
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
            LobbyCommand::Forget { place, names } => forget(&place.place()?, names).await,
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

/// Has the keeper's decisions about names end; the names without one are named.
async fn forget(place: &Place, names: Vec<FoldedName>) -> anyhow::Result<ExitCode> {
    let mut done = ExitCode::SUCCESS;
    for name in once(names) {
        let shown = printable(name.as_str());
        if operator::rule(place, Ruling::Forget(name)).await? {
            say(&format!(
                "What you decided about the name {shown} is forgotten: reports count again."
            ))?;
        } else {
            output::note(&format!(
                "parlor: nothing is decided about the name {shown}; `parlor lobby reports` shows \
                 what is"
            ));
            done = ExitCode::from(crate::BAD_INPUT);
        }
    }
    Ok(done)
}

/// How a list is printed as text.
struct Columns<'a, T> {
    /// What stands above the lines.
    heading: String,
    /// A line.
    line: &'a dyn Fn(&T) -> String,
    /// That there is none, for a person: on standard error.
    none: &'a str,
}

/// Prints a line for each, as text or as JSON.
fn print<T>(
    all: &[T],
    is_json: bool,
    json: impl Fn(&T) -> Value,
    text: &Columns<'_, T>,
) -> anyhow::Result<ExitCode> {
    let lines: Vec<String> = if is_json {
        all.iter().map(|one| json(one).to_string()).collect()
    } else if all.is_empty() {
        output::note(text.none);
        Vec::new()
    } else {
        let heading = [text.heading.clone()].into_iter();
        heading.chain(all.iter().map(text.line)).collect()
    };
    let lines = lines.into_iter().map(|line| line + "\n");
    output::write(lines.collect::<String>().as_bytes())?;
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
        format!("{state:<11}  {:>7}  {last:<16}  {name}", known.reports)
    };
    let text = Columns {
        heading: format!(
            "{:<11}  {:>7}  {:<16}  name",
            "state", "reports", "last (UTC)"
        ),
        line: &text,
        none: "No name was reported or decided on.",
    };
    print(&names?, arguments.json, json, &text)
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
    let text = |block: &Block| format!("{:<16}  {}", minute_of(block.until), block.network);
    let text = Columns {
        heading: format!("{:<16}  network", "until (UTC)"),
        line: &text,
        none: "No network is blocked.",
    };
    print(&blocks, arguments.json, json, &text)
}
