//! The command line: every command, every option and their help texts.

mod keeper;
mod kuba;
mod lobby;
mod ludo;

use core::num::NonZero;
use core::ops::RangeInclusive;
use core::time::Duration;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ludo_rules::Seat;
use parlor_dice::Bytes32;
use parlor_service::operator::parse_age;
use parlor_sim::{Pool, PoolError};

pub(crate) use keeper::{
    BackupArgs, ChangeArgs, DataFolder, GameName, GamesCommand, GamesPlace, ListArgs, RestoreArgs,
};
pub(crate) use kuba::{
    KubaAnalyseArgs, KubaCommand, KubaGamesArgs, KubaHintArgs, KubaMatchArgs, KubaProbeArgs,
    KubaPuzzlesArgs, KubaTablesArgs,
};
pub(crate) use lobby::{LobbyCommand, LobbyListArgs, NameArgs};
pub(crate) use ludo::{
    Bits, EvaluateArgs, LudoCommand, LudoGamesArgs, LudoHintArgs, LudoMatchArgs, LudoPuzzlesArgs,
    PolicyName, SolveArgs,
};

use keeper::{DATABASE_URL, from_environment, set_aside};

/// Play Ludo and Kuba by their exact rules
///
/// Without a command, open the games in the browser: to play against a bot, on
/// one screen, or with others by a link.
#[derive(Debug, Parser)]
#[command(name = "parlor", version, max_term_width = 80)]
#[command(args_override_self = true)]
#[command(after_help = "\
Examples:
  parlor                                    play in the browser
  parlor serve --listen 0.0.0.0:8000        serve a club
  parlor ludo script games.jsonl            play the games of a file
  echo 'A,B: A6 A4' | parlor ludo script    play a game written by hand
  parlor kuba script games.jsonl --json     JSON answers, for programs
  parlor kuba perft 6                       count the ways to play 6 pushes
  parlor kuba match engine greedy           let two bots play each other
  parlor kuba analyse game.record           find what lost the game
  parlor show 'A28.28/C12.R A 4 -'          show a position
  parlor show 'A28.28/C12.R A 4 -' --svg    draw it
  parlor replay game.record --explain       replay a game, step by step
  parlor verify game.record                 recompute its dice
  parlor check LudoGame.py                  find what a program gets wrong
  parlor ludo analyse game.record           separate luck from skill

Exit codes: 0 success, 1 bad input, 2 bad usage.")]
pub(crate) struct Cli {
    /// Print the address without opening a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Print the licenses of Parlor and of the software it contains.
    #[arg(long, exclusive = true)]
    pub(crate) licenses: bool,
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    /// Serve the games to browsers and programs, for a club or a class
    ///
    /// Games are stored in one SQLite file in the data folder, or in a
    /// PostgreSQL database, over which several servers can run. A move is
    /// acknowledged only once it is on disk: no crash or restart loses one.
    #[command(after_help = "\
Examples:
  parlor serve
  parlor serve --listen 0.0.0.0:8000 --data /var/lib/parlor
  parlor serve --listen 127.0.0.1:8000 --public-url https://games.example.org \\
    --behind-proxy
  parlor serve --listen 10.0.0.11:8000 --node node-1 \\
    --database-url postgres://parlor@db.example.org/parlor \\
    --nats nats://nats.example.org

Other users of the machine can read the command line: passwords are better
kept in the environment. An empty variable counts as none; with --data,
PARLOR_DATABASE_URL and PARLOR_NATS are set aside, with a warning in the log.
PARLOR_CACHE names the folder for solved values, instead of the user's own.

The API is described at /api/openapi.json. /livez, /readyz, /healthz and
/metrics are for operators. SIGTERM shuts down gracefully.")]
    Serve(ServeArgs),
    /// List, show, export, check, copy, end and delete the games of a server
    ///
    /// The server may be running or not. Commands that only read open the
    /// database; commands that change something go through the running server.
    /// With --database-url they work next to the servers of a PostgreSQL database.
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor games list --open
  parlor games export --all > games.record
  parlor games prune --older-than 90d --dry-run
  parlor games list --database-url postgres://parlor@db.example.org/parlor

The password of a database is better kept in ~/.pgpass, as
  db.example.org:5432:parlor:parlor:PASSWORD
or in the environment variable PGPASSWORD than on the command line, which other
users of the machine can read. PARLOR_DATABASE_URL stands for --database-url
where neither that nor --data is given; with --data it is set aside, with a note
on standard error."
    )]
    Games(GamesCommand),
    /// Decide about names that were reported in the lobby, and block networks
    ///
    /// The server may be running or not; with --database-url, all servers of a
    /// PostgreSQL database follow within two seconds.
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor lobby reports
  parlor lobby hide 'Rude Name'
  parlor lobby forget 'Rude Name'
  parlor lobby block 192.0.2.0/24 --days 30
  parlor lobby blocks --database-url postgres://parlor@db.example.org/parlor

PARLOR_DATABASE_URL stands for --database-url where neither that nor --data is
given; with --data it is set aside, with a note on standard error."
    )]
    Lobby(LobbyCommand),
    /// Copy all games into one file; the server may be running
    ///
    /// The backup is a consistent snapshot, and every game in it is replayed
    /// before it replaces anything. It is written atomically: a backup that
    /// exists is complete. Only the current user may read it, since it contains
    /// the secrets of dice yet to be rolled.
    ///
    /// A PostgreSQL database is backed up by its own tools, `pg_dump` or
    /// `pg_basebackup` with archived WAL; see `parlor restore`.
    #[command(after_help = "\
Examples:
  parlor backup games-monday.sqlite
  parlor backup --data /var/lib/parlor /backup/games.sqlite --force")]
    Backup(BackupArgs),
    /// Restore all games from a backup; the server must be stopped
    ///
    /// The replaced database is kept next to the new one, as
    /// games.sqlite.replaced-…. Players remember what happened after the
    /// backup, and its dice would fall again: so every Ludo game in progress in
    /// the backup goes on once its players have contributed to the dice anew,
    /// for which their pages ask. Games that have not begun, or that began by
    /// version 1 of the dice, end without a result, with their secrets revealed.
    /// Kuba games continue.
    ///
    /// With --database-url and without a file, the database must be one that
    /// PostgreSQL's own tools have restored: `pg_restore`, or `pg_basebackup` with
    /// archived WAL, to its end or to a point in time. Run this before the first
    /// server is started over it. With a file, its games are copied into a
    /// database that has none, as by `parlor games copy`.
    #[command(after_help = "\
Examples:
  parlor restore games-monday.sqlite
  parlor restore --data /var/lib/parlor /backup/games.sqlite --yes
  parlor restore --database-url postgres://parlor@db.example.org/parlor
  parlor restore --database-url postgres://parlor@db.example.org/parlor \\
    games-monday.sqlite")]
    Restore(RestoreArgs),
    /// Play, solve and analyze Ludo: scripted games, hints, bot matches, perft
    #[command(
        subcommand,
        after_help = "\
Examples:
  echo 'A,B: A6 A4 A5' | parlor ludo script --explain
  parlor ludo solve
  parlor ludo evaluate --policies optimal,priority
  parlor ludo match
  parlor ludo analyse game.record
  parlor ludo perft 6 --seats A,B"
    )]
    Ludo(LudoCommand),
    /// Play and analyze Kuba: scripted games, hints, bot matches, engine, perft
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor kuba script games.jsonl --explain
  parlor kuba analyse game.record
  parlor kuba match engine:nodes=5000 greedy
  parlor kuba perft 6 --rules tournament"
    )]
    Kuba(KubaCommand),
    /// Show a position, or the end of a recorded game, as text or a picture
    ///
    /// A position is one line. For Ludo:
    ///   A28.28/C12.R A 4 -
    /// the tokens of each seat (steps; H in the yard, R ready, E finished), the seat to
    /// move, the roll in hand (- before the roll) and the finishers. For Kuba:
    ///   ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c
    /// the rows, the captured reds, the side to move, the ko push and the rule set.
    /// docs/rules/ludo.md and docs/rules/kuba.md specify both notations.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor show 'A28.28/C12.R A 4 -'
  parlor show 'A28.28/C12.R A 4 -' --svg -o board.svg
  parlor show game.record --png --theme dark -o end.png
  parlor show game.record --alt-text"
    )]
    Show {
        /// A position line, or a file with a position or a record; `-` for
        /// standard input.
        #[arg(value_name = "POSITION|RECORD")]
        what: String,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Replay a recorded game: its actions, and the board at any ply
    ///
    /// The record is validated by the rules. Without --at, the board is that at
    /// the end of the game.
    #[command(after_help = "\
Examples:
  parlor replay game.record
  parlor replay game.record --explain
  parlor replay game.record --at 12
  parlor replay game.record --at 12 --svg > twelve.svg
  parlor replay game.record --film -o game.svg
  parlor ludo script game.json --record | parlor replay - --explain")]
    Replay {
        /// Record file; `-` for standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        /// Ply to stop after; 0 is the start.
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Explain each ply in one line: what happened, and by which rule.
        #[arg(long, conflicts_with_all = ["svg", "png", "alt_text"])]
        explain: bool,
        /// Draw the whole game as one animated SVG, of up to 600 plies.
        #[arg(long, groups = ["form", "picture"], conflicts_with_all = ["at", "explain", "id"])]
        film: bool,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Verify the dice of recorded games, logs, and receipts
    ///
    /// RECORDS: before a game, the server commits to a secret and each player to some
    /// bytes of their own; once all are revealed, every roll follows from them. Each
    /// record is replayed as by `parlor replay`, which checks the revealed bytes
    /// against the commitments, and then every roll is recomputed.
    ///
    /// The verdict on each record is one line: right, wrong (with the first roll
    /// that differs) or unknown (with what is missing). With --json it is
    ///   {"verdict":"right","line":1,"rolls":40}
    /// with the line on which the record begins; an unreadable record gives
    ///   {"line":17,"error":{"rule":…,"entry":…,"value":…,"message":…}}
    ///
    /// LOGS, as a server gives them at /games/ID/log: each entry must have the
    /// SHA-256 of the one before it, and the game is replayed from them. The first
    /// entry that is not the one that was written is named.
    ///
    /// RECEIPTS, as a server gives them with every action of the HTTP API: the
    /// signature must be that of the server for the entry.
    ///
    /// Several files of one game are compared: two logs, a record with the log
    /// whose head it has, a receipt with the log. So a log that was written anew
    /// shows. The verdict on a log, a receipt or a comparison is with --json
    ///   {"verdict":"wrong","file":"game.log","entry":5,"head":…,"message":…}
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor verify game.record
  parlor verify games.jsonl --json
  parlor verify - < game.record
  parlor verify game.log game.record        the log, and whether both agree
  parlor verify game.log receipt.json --key 3b6a…

Exit codes: 0 everything is right, 1 something is wrong, unverifiable or
unreadable, 2 bad usage."
    )]
    Verify {
        /// Files of one or more records, as text or JSON, logs and receipts; `-`
        /// for standard input.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// The key of the server that signed the receipts, from its /api/key.
        #[arg(long, value_name = "HEX")]
        key: Option<Bytes32>,
        /// Print one JSON object per verdict and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Check student programs: what each gets wrong, and the rule it breaks
    ///
    /// Play a `LudoGame.py` or `KubaGame.py` against the rules and show the
    /// smallest game it gets wrong. This command runs `parlor-check` of the
    /// Python package, from the PATH or else from the environment of `python3`
    /// or `python`. Install it with `pip install parlor-games`;
    /// `parlor-check --help` lists its own options.
    #[command(after_help = "\
Examples:
  parlor check LudoGame.py
  parlor check submissions --html report.html
  parlor check --json KubaGame.py

Exit codes: 0 no deviation from the assignment, 1 findings, 2 bad usage, a file
that cannot be run or is too slow, or parlor-check not found, 3 parlor-check
itself failed, 141 output closed (broken pipe), 128 + N stopped by signal N.")]
    Check {
        /// Files, folders, and options of `parlor-check`.
        #[arg(
            value_name = "PATH",
            required = true,
            trailing_var_arg = true,
            allow_hyphen_values = true
        )]
        arguments: Vec<OsString>,
    },
    /// Convert game records between their text and JSON forms
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor record convert game.record > game.json
  parlor record convert games.jsonl --to text"
    )]
    Record(RecordCommand),
    /// Print a shell completion script
    #[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions &&
    parlor completions bash > ~/.local/share/bash-completion/completions/parlor
  mkdir -p ~/.zfunc && parlor completions zsh > ~/.zfunc/_parlor
  mkdir -p ~/.config/fish/completions &&
    parlor completions fish > ~/.config/fish/completions/parlor.fish")]
    Completions {
        /// Shell to complete for.
        shell: Shell,
    },
    /// Print the manual page of a command, or write all of them to a folder
    #[command(after_help = "\
Examples:
  parlor man | man -l -
  parlor man ludo script | man -l -
  parlor man --dir ~/.local/share/man/man1")]
    Man {
        /// Command, such as `ludo script` [default: `parlor` itself].
        command: Vec<String>,
        /// Folder to write the pages of all commands to; created if missing.
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

/// The options of `parlor serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Address to listen on [default: 127.0.0.1, first free port from 8000].
    #[arg(long, value_name = "ADDRESS:PORT", allow_hyphen_values = true, value_parser = listen)]
    pub(crate) listen: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) data: DataFolder,
    /// PostgreSQL database for the games, in place of the data folder; of
    /// several hosts, separated by commas, the one that takes writes. The
    /// password belongs in ~/.pgpass or PGPASSWORD [env: `PARLOR_DATABASE_URL`].
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database_url: Option<String>,
    /// NATS server by which several nodes over one database reach each other;
    /// without it a database has one node. An address with a password belongs in
    /// the variable [env: `PARLOR_NATS`].
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// Name of this node among those over the database [default: parlor].
    #[arg(long, value_name = "NAME", value_parser = node_name)]
    node: Option<String>,
    /// Public address of the server behind a proxy; an https address makes
    /// cookies Secure.
    #[arg(long, value_name = "URL", allow_hyphen_values = true, value_parser = public_url)]
    pub(crate) public_url: Option<String>,
    /// Sustained requests per second per client; bursts of 10×. A client is an
    /// IPv4 address or an IPv6 /64; a /24 or /56 gets 4 times as much, a /48 16
    /// times. 0 disables all per-client limits.
    #[arg(long, value_name = "REQUESTS", default_value_t = 200, allow_negative_numbers = true,
        value_parser = whole::<u32>(0..=u32::MAX.into()))]
    pub(crate) rate_limit: u32,
    /// Maximum games in progress. At the limit, a new game ends an abandoned
    /// one: one that never began, or else the longest idle one of the network
    /// with the most games.
    #[arg(long, value_name = "GAMES", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = whole::<u64>(1..=u32::MAX.into()))]
    pub(crate) max_games: u64,
    /// Maximum games in progress created by one client.
    #[arg(long, value_name = "GAMES", default_value_t = 200, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX.into()))]
    pub(crate) max_games_per_client: usize,
    /// Sustained new games per hour per client; bursts of 5×. Direct requests
    /// from this machine are exempt.
    #[arg(long, value_name = "GAMES", default_value_t = 60, allow_negative_numbers = true,
        value_parser = whole::<u32>(1..=u32::MAX.into()))]
    pub(crate) new_games_per_hour: u32,
    /// Maximum open WebSockets, of players and spectators together.
    #[arg(long, value_name = "SOCKETS", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX.into()))]
    pub(crate) max_sockets: usize,
    /// Maximum open WebSockets per client.
    #[arg(long, value_name = "SOCKETS", default_value_t = 100, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX.into()))]
    pub(crate) max_sockets_per_client: usize,
    /// Minutes for which bots play on after the last player has left the game.
    #[arg(long, value_name = "MINUTES", default_value_t = 10, allow_negative_numbers = true,
        value_parser = whole::<u32>(1..=u32::MAX.into()))]
    pub(crate) bots_wait: u32,
    /// Age after which finished games are deleted, in hours, days or weeks,
    /// such as 365d [default: never].
    #[arg(long, value_name = "AGE", allow_hyphen_values = true, value_parser = parse_age)]
    pub(crate) keep_finished: Option<Duration>,
    /// Trust the X-Forwarded-For header of the proxy in front of the server.
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Seconds to keep serving after SIGTERM or Ctrl-C, while /readyz returns
    /// 503 so that a load balancer can take the server out; at most 600. A
    /// second signal stops it at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, allow_negative_numbers = true,
        value_parser = whole::<u64>(0..=600))]
    pub(crate) drain: u64,
    /// File with a token that opens /metrics to any address (Authorization:
    /// Bearer TOKEN) [default: this machine only].
    #[arg(long, value_name = "FILE")]
    pub(crate) metrics_token_file: Option<PathBuf>,
}

/// The name of a node that is given none.
const NODE: &str = "parlor";

/// A database for the games of a server.
#[derive(Clone, Debug)]
pub(crate) struct ServedDatabase {
    pub(crate) url: String,
    pub(crate) nats: Option<String>,
    pub(crate) node: String,
}

impl ServeArgs {
    /// What is said of the variables that name a database or NATS beside a data folder.
    pub(crate) fn set_aside(&self) -> Vec<String> {
        if self.data.is_given() {
            set_aside(&[DATABASE_URL, NATS])
        } else {
            Vec::new()
        }
    }

    /// The database for the games; `None` if they are kept in the data folder.
    pub(crate) fn database(&self) -> anyhow::Result<Option<ServedDatabase>> {
        let (mut url, mut nats) = (self.database_url.clone(), self.nats.clone());
        if !self.data.is_given() {
            url = url.map_or_else(|| from_environment(DATABASE_URL), |url| Ok(Some(url)))?;
            nats = nats.map_or_else(|| from_environment(NATS), |nats| Ok(Some(nats)))?;
        }
        let Some(url) = url else {
            let alone = match (&self.nats, &nats, &self.node) {
                (Some(_), ..) => "--nats",
                (None, Some(_), _) => NATS,
                (None, None, Some(_)) => "--node",
                (None, None, None) => return Ok(None),
            };
            let message = format!(
                "{alone} is for the nodes of a PostgreSQL database: name it by --database-url or \
                 {DATABASE_URL}; a data folder has one server, which needs neither NATS nor a name"
            );
            return Err(usage_error(&["serve"], message).into());
        };
        let node = self.node.clone().unwrap_or_else(|| NODE.to_owned());
        Ok(Some(ServedDatabase { url, nats, node }))
    }
}

/// A parser of whole numbers in this range.
fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let (least, most) = range.clone().into_inner();
            format!("expected a whole number from {least} to {most}")
        })
    }
}

fn listen(text: &str) -> Result<SocketAddr, String> {
    let example = "expected an address and a port, such as 127.0.0.1:8000 or 0.0.0.0:8000";
    text.parse().map_err(|_| example.to_owned())
}

/// The URL of a site, without a trailing slash.
fn public_url(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let host = host.map(|host| host.trim_end_matches('/'));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ', '@']) => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err("expected the URL of a site, such as https://games.example.org".to_owned()),
    }
}

/// The name of a node.
fn node_name(text: &str) -> Result<String, String> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if !text.is_empty() && text.len() <= 40 && text.chars().all(is_name) {
        return Ok(text.to_owned());
    }
    Err("expected 1 to 40 letters, digits, and - _ ., such as node-a".to_owned())
}

/// The variable with the address of NATS.
const NATS: &str = "PARLOR_NATS";

/// The output forms of a position; text by default.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line, and clap accepts only one of them"
)]
pub(crate) struct FormArgs {
    /// Draw an SVG.
    #[arg(long, groups = ["form", "picture"])]
    pub(crate) svg: bool,
    /// Draw a PNG, to a file (-o), a redirection or a pipe.
    #[arg(long, groups = ["form", "picture"])]
    pub(crate) png: bool,
    /// Print one JSON object and nothing else.
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// Describe the picture in sentences, for a screen reader.
    #[arg(long, alias = "describe", group = "form")]
    pub(crate) alt_text: bool,
    /// Colors of the picture: in an SVG, `auto` follows the viewer's system; in
    /// a PNG it is light.
    #[arg(long, value_enum, default_value_t, requires = "picture")]
    pub(crate) theme: ThemeName,
    /// Prefix of the ids in an SVG, so that one page can hold several pictures.
    #[arg(long, value_name = "PREFIX", default_value = "", requires = "svg")]
    pub(crate) id: String,
    /// Width of a PNG in pixels, 16 to 4096.
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 768,
        requires = "png",
        value_parser = clap::value_parser!(u32).range(16..=4096)
    )]
    pub(crate) width: u32,
    /// Output file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The colors of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// The system setting of the viewer.
    #[default]
    Auto,
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
    /// Stained wood.
    Wood,
    /// Black on white, with strong lines.
    Contrast,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Convert records between text and JSON, without loss
    ///
    /// Each record is first checked by replay. A file may hold many records:
    /// text records one after the other, or JSON records one per line.
    #[command(after_help = "\
Examples:
  parlor record convert game.record > game.json
  parlor record convert games.jsonl --to text
  parlor ludo script game.json --record | parlor record convert --to json")]
    Convert {
        /// Input file; `-` for standard input [default: `-`].
        file: Option<PathBuf>,
        /// Output form [default: the opposite of each record's own].
        #[arg(long, value_enum, value_name = "FORM")]
        to: Option<OutputForm>,
    },
}

/// The form of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputForm {
    /// For people to read and write.
    Text,
    /// For programs: one object per line.
    Json,
}

impl OutputForm {
    /// The form with or without `--json`.
    pub(crate) const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// The options of both games' `script`.
#[derive(Args, Debug)]
pub(crate) struct ScriptArgs {
    /// Input file; `-` for standard input [default: `-`].
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON object per game and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
    /// Explain each roll or push in one line: what happened, and by which rule.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print each game as a record: as text, or as JSON with --json.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) record: bool,
}

/// The options of both games' `match` that do not depend on the game.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Seed of all random choices.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core]; does not change the result
    /// unless a bot of a match has a time limit.
    #[arg(long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub(crate) threads: Option<u16>,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArgs {
    /// The threads to play on.
    pub(crate) fn pool(&self) -> Result<Pool, PoolError> {
        pool(self.threads)
    }
}

/// A pool of this many threads, by default one per core.
fn pool(threads: Option<u16>) -> Result<Pool, PoolError> {
    Pool::new(threads.map(usize::from).and_then(NonZero::new))
}

/// The options of both games' `puzzles`.
#[derive(Args, Debug)]
pub(crate) struct MineArgs {
    /// Number of games.
    #[arg(long, value_name = "N", value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: u32,
    /// Seed of all random choices.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core]; does not change the result.
    #[arg(long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

impl MineArgs {
    /// The threads to search on.
    pub(crate) fn pool(&self) -> Result<Pool, PoolError> {
        pool(self.threads)
    }
}

/// Where columns are written.
#[derive(Args, Debug)]
pub(crate) struct OutArgs {
    /// Folder for the columns; it must be new or empty.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Replace the columns in the folder. Anything else in it is refused.
    #[arg(long)]
    pub(crate) force: bool,
}

/// A number of games.
fn games(text: &str) -> Result<u32, String> {
    whole::<u32>(1..=u32::MAX.into())(text)
}

/// A number of games that are counted, or that are numbered by 32 bits where they are written.
fn counted_games(text: &str) -> Result<u64, String> {
    whole::<u64>(1..=1_000_000_000_000)(text)
}

/// A usage error of the command at `path`, found after clap has parsed the
/// command line.
pub(crate) fn usage_error(path: &[&str], message: String) -> clap::Error {
    let mut root = Cli::command();
    root.build();
    let mut command = &mut root;
    for name in path {
        command = command
            .find_subcommand_mut(name)
            .expect("the path is that of a command above");
    }
    command.error(ErrorKind::ValueValidation, message)
}

/// Seats in order.
#[derive(Clone, Debug)]
pub(crate) struct Seats(pub(crate) Vec<Seat>);

/// Seats separated by commas; blanks around them are ignored.
fn seats(text: &str) -> Result<Seats, <Seat as FromStr>::Err> {
    let seats = text.split(',').map(|seat| seat.trim().parse());
    seats.collect::<Result<_, _>>().map(Seats)
}

/// The input format of `script`, common to both games.
macro_rules! input_help {
    ($examples:literal) => {
        concat!(
            "Input:
  One game per line; blank lines are skipped but counted. With --json,
  each game gives one line of output, in order. An invalid game gives
  {\"line\":17,\"error\":{\"rule\":…,\"entry\":…,\"value\":…,\"message\":…}}
  in its place (without --json, a message on standard error); the other
  games still run, and the exit code is 1.

  A single game may also span several lines: if the first line opens an
  object without closing it, the following lines continue it until it is
  closed, and nothing may follow. But if a continuation line begins with
  { or a capital letter, the first line is invalid and every line is a
  game of its own.

  A game may be up to 16 MiB long.

Examples:
",
            $examples
        )
    };
}

const LUDO_SCRIPT_HELP: &str = input_help!(
    "  echo 'A,B: A6 A4 A5 A4 B6 B4 B1 B2' | parlor ludo script
  echo 'A,B: A6 A4 A5 A4 B6 B4 B1 B2' | parlor ludo script --explain
  parlor ludo script games.jsonl --json > answers.jsonl"
);

const KUBA_SCRIPT_HELP: &str = input_help!(
    "  echo '{\"players\":[[\"Ann\",\"W\"],[\"Bob\",\"B\"]],\"moves\":[[\"Ann\",[6,5],\"F\"]]}' \\
    | parlor kuba script
  parlor kuba script game.json --explain
  parlor kuba script games.jsonl --json > answers.jsonl"
);
