//! The log of a server: in lines for a person, in JSON for a program.

use std::env;
use std::io::IsTerminal as _;

use anyhow::anyhow;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use super::traces::Traces;

/// The default filter of a server for others.
pub(super) const LOGGED: &str = "warn,parlor_server=info,parlor_service=info,parlor_table=info";

/// Logs to standard error, and has spans collected.
///
/// The filter is `RUST_LOG`, or else `usual`.
pub(super) fn start(usual: &str, traces: Option<&Traces>) -> anyhow::Result<()> {
    let wanted = env::var_os("RUST_LOG").filter(|wanted| !wanted.is_empty());
    let wanted = wanted.map(|wanted| wanted.to_string_lossy().into_owned());
    let parsed = wanted.as_deref().map(str::parse::<Targets>);
    let (filter, ignored) = match parsed {
        Some(Ok(filter)) => (filter, None),
        Some(Err(error)) => (usual.parse()?, Some(error)),
        None => (usual.parse()?, None),
    };
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = if std::io::stderr().is_terminal() {
        lines.compact().boxed()
    } else {
        lines.json().boxed()
    };
    let started = tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(traces.map(Traces::layer))
        .try_init();
    started.map_err(|error| anyhow!("cannot start logging: {error}"))?;
    if let Some(error) = ignored {
        tracing::warn!(
            "RUST_LOG={:?} is ignored: {error}; expected a list of levels, such as {LOGGED:?}",
            wanted.unwrap_or_default()
        );
    }
    Ok(())
}
