//! The web server from the command line: at home, or for a club.

mod logging;
mod traces;

use core::time::Duration;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use parlor_server::app::{Audience, ClientLimits, Site};
use parlor_server::run::{Games, Listen, Server, ServerOptions};
use parlor_service::rate_limit::Rate;
use parlor_service::service::Settings;
use parlor_service::store::postgres::{PostgresOptions, without_password};
use parlor_service::store::shared::Membership;
use tokio::runtime::Runtime;

use crate::cli::{DataFolder, ServeArgs, ServedDatabase};
use crate::interrupt;
use crate::output;
use crate::tables;
use traces::Traces;

/// Where a server at home looks for a free port.
const HOME: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8000);

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

/// An unassigned address reserved for documentation (RFC 5737).
const DOCUMENTATION: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);

/// The minimum length of an unguessable token, in characters.
const SHORTEST_TOKEN: usize = 16;

/// Whether a browser is opened at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Open,
    Leave,
}

/// Serves the games of this user at home.
pub(crate) fn at_home(browser: Browser) -> anyhow::Result<ExitCode> {
    serve(
        ServerOptions {
            listen: Listen::FirstFreeFrom(HOME),
            games: Games::Folder(DataFolder::default().path()?),
            site: Site::default(),
            settings: Settings::default(),
            drain: Duration::ZERO,
        },
        browser,
        "warn",
        Vec::new(),
    )
}

/// Serves a club.
pub(crate) fn run(arguments: &ServeArgs) -> anyhow::Result<ExitCode> {
    let options = ServerOptions {
        listen: arguments
            .listen
            .map_or(Listen::FirstFreeFrom(HOME), Listen::At),
        games: games(arguments)?,
        site: Site {
            public_url: arguments.public_url.clone(),
            is_behind_proxy: arguments.behind_proxy,
            limits: limits(arguments),
            metrics: match &arguments.metrics_token_file {
                Some(file) => Audience::with_token(&token_in(file)?),
                None => Audience::default(),
            },
        },
        settings: settings(arguments),
        drain: Duration::from_secs(arguments.drain),
    };
    let warnings = arguments.set_aside();
    serve(options, Browser::Leave, logging::LOGGED, warnings)
}

fn serve(
    options: ServerOptions,
    browser: Browser,
    logged: &str,
    mut warnings: Vec<String>,
) -> anyhow::Result<ExitCode> {
    let node = match &options.games {
        Games::Folder(_) => None,
        Games::Database { options, .. } => Some(&*options.node),
    };
    let traces = Traces::start(node)?;
    logging::start(logged, traces.as_ref())?;
    warnings.extend(tables::cache_warning());
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    let runtime = Runtime::new().context("cannot start the server's threads")?;
    let served = runtime.block_on(async {
        // Before the address is printed, as its reader may stop us.
        let stop = interrupt::asked_to_stop()?;
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        outlive_file_size_limit()?;
        let kept = match &options.games {
            Games::Folder(folder) => folder.display().to_string(),
            Games::Database { options, .. } => without_password(&options.url),
        };
        let public = options.site.public_url.clone();
        let server = Server::start(options).await?;
        let address = public.map_or_else(|| Ok(reached_at(server.address()?)), anyhow::Ok)?;
        let mut text = format!("Parlor is at {address}\n");
        if let Some(elsewhere) = reached_from_elsewhere(server.address()?) {
            text.push_str("From other machines: ");
            text.push_str(&elsewhere);
            text.push('\n');
        }
        output::write(
            format!("{text}Games are kept in {kept}. Press Ctrl-C to stop.\n").as_bytes(),
        )?;
        if browser == Browser::Open
            && let Err(error) = open::that_detached(&address)
        {
            output::note(&format!(
                "parlor: cannot open a browser ({error}); open {address} yourself"
            ));
        }
        server.run(stop).await?;
        Ok(ExitCode::SUCCESS)
    });
    // What ends is traced, too.
    drop(runtime);
    if let Some(traces) = traces {
        traces.finish();
    }
    served
}

/// Where the games are kept.
fn games(arguments: &ServeArgs) -> anyhow::Result<Games> {
    let Some(database) = arguments.database()? else {
        return Ok(Games::Folder(arguments.data.path()?));
    };
    let ServedDatabase { url, nats, node } = database;
    let membership = match nats {
        Some(_) => Membership::Member,
        None => Membership::Alone,
    };
    Ok(Games::Database {
        options: PostgresOptions::new(&url, &node, membership),
        nats,
    })
}

/// The limits of requests and sockets.
fn limits(arguments: &ServeArgs) -> ClientLimits {
    let defaults = ClientLimits {
        most_sockets: arguments.max_sockets,
        most_sockets_of_a_client: arguments.max_sockets_per_client,
        ..ClientLimits::default()
    };
    match arguments.rate_limit {
        0 => ClientLimits {
            address: None,
            session: None,
            player: None,
            watcher: None,
            most_sockets_of_a_client: arguments.max_sockets,
            most_pictures_of_a_client: usize::MAX,
            most_records_of_a_client: usize::MAX,
            ..defaults
        },
        requests => ClientLimits {
            address: Some(Rate::new(requests, requests.saturating_mul(10))),
            ..defaults
        },
    }
}

/// The limits of games and bots.
fn settings(arguments: &ServeArgs) -> Settings {
    let counts_clients = arguments.rate_limit > 0;
    let an_hour = arguments.new_games_per_hour;
    let new_games = || Rate::every(HOUR / an_hour, an_hour.saturating_mul(5));
    let defaults = Settings::default();
    Settings {
        most_games: arguments.max_games,
        most_unplayed: defaults.most_unplayed.filter(|_| counts_clients),
        most_games_of_client: counts_clients.then_some(arguments.max_games_per_client),
        new_games: counts_clients.then(new_games),
        new_programs: defaults.new_programs.filter(|_| counts_clients),
        most_challenges_of_client: defaults
            .most_challenges_of_client
            .filter(|_| counts_clients),
        shares_bots: counts_clients,
        bots_wait: MINUTE * arguments.bots_wait,
        keep_finished: arguments.keep_finished,
        ..defaults
    }
}

/// The token that a file holds.
fn token_in(file: &Path) -> anyhow::Result<String> {
    let place = file.display();
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the token in {place}"))?;
    let token = text.trim();
    let is_token = token.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_token || token.len() < SHORTEST_TOKEN {
        bail!(
            "{place} holds no token: expected one word of at least {SHORTEST_TOKEN} visible ASCII \
             characters, such as `openssl rand -hex 16` prints"
        );
    }
    Ok(token.to_owned())
}

/// The address that a person on this machine can open.
fn reached_at(listens: SocketAddr) -> String {
    let mut address = listens;
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    format!("http://{address}")
}

/// The address that people on other machines can open, if the server listens
/// for them and the system knows which of its addresses leads outside.
fn reached_from_elsewhere(listens: SocketAddr) -> Option<String> {
    let outside = listens.ip().is_unspecified().then(|| {
        // Nothing is sent: this only finds the address that would be used.
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((DOCUMENTATION, 9)).ok()?;
        socket.local_addr().ok()
    })??;
    let own = SocketAddr::new(outside.ip(), listens.port());
    (!own.ip().is_loopback()).then(|| format!("http://{own}"))
}

/// Under a limit on the size of files a write fails, and does not end the process.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn outlive_file_size_limit() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    /// The signal for exceeding the limit.
    const SIGXFSZ: i32 = 25;

    // What has been registered stays so.
    let _ = signal(SignalKind::from_raw(SIGXFSZ))?;
    Ok(())
}
