//! The command line: every command, every option and their help texts.

mod analysis;
mod evaluate;
mod keeper;
mod kuba;
mod ludo_match;
mod solve;

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
use parlor_service::operator::parse_age;

pub(crate) use analysis::HintArgs;
pub(crate) use evaluate::{EvaluateArgs, PolicyName};
pub(crate) use keeper::{
    BackupArgs, ChangeArgs, GameName, GamesCommand, ListArgs, Place, RestoreArgs,
};
pub(crate) use kuba::{
    BotSpec, Evaluated, KubaAnalyseArgs, KubaCommand, KubaHintArgs, MatchArgs, Thinking,
};
pub(crate) use ludo_match::LudoMatchArgs;
pub(crate) use solve::{Bits, SolveArgs};

/// Two board games by their exact rules: Ludo and Kuba.
///
/// Without a command, opens them in the browser: to play against a bot, on one
/// screen, or with others by a link.
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
  parlor ludo analyse game.record           tell luck from skill

Exit codes: 0 success, 1 bad input, 2 bad usage.")]
pub(crate) struct Cli {
    /// Print the address without opening a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Print the licenses of Parlor and of the software it contains.
    #[arg(long, exclusive = true)]
    pub(crate) licenses: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serves the games to browsers and programs, for a club or a class.
    ///
    /// Games are stored in one SQLite file in the data folder. A move is
    /// acknowledged only once it is on disk: no crash or restart loses one.
    #[command(after_help = "\
Examples:
  parlor serve
  parlor serve --listen 0.0.0.0:8000 --data /var/lib/parlor
  parlor serve --listen 127.0.0.1:8000 --public-url https://games.example.org \\
    --behind-proxy

The API is described at /api/openapi.json. /livez, /readyz, /healthz and
/metrics are for operators. SIGTERM shuts down gracefully.")]
    Serve(ServeArgs),
    /// Lists, shows, exports, checks, ends and deletes the games of a server.
    ///
    /// Works whether the server is running or not. Commands that only read open
    /// the database; commands that change something go through the running
    /// server.
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor games list --open
  parlor games export --all > games.record
  parlor games prune --older-than 90d --dry-run"
    )]
    Games(GamesCommand),
    /// Copies all games into one file; the server may be running.
    #[command(long_about = keeper::BACKUP, after_help = "\
Examples:
  parlor backup games-monday.sqlite
  parlor backup --data /var/lib/parlor /backup/games.sqlite --force")]
    Backup(BackupArgs),
    /// Restores all games from a backup; the server must be stopped.
    #[command(long_about = keeper::RESTORE, after_help = "\
Examples:
  parlor restore games-monday.sqlite
  parlor restore --data /var/lib/parlor /backup/games.sqlite --yes")]
    Restore(RestoreArgs),
    /// Ludo: scripted games, perfect play, hints, analysis, bot matches, perft.
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
    /// Kuba: scripted games, hints, analysis, bot matches, the engine, perft.
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
    /// Shows a position, or the end of a recorded game, as text or a picture.
    #[command(long_about = SHOW, after_help = "\
Examples:
  parlor show 'A28.28/C12.R A 4 -'
  parlor show 'A28.28/C12.R A 4 -' --svg -o board.svg
  parlor show game.record --png --theme dark -o end.png
  parlor show game.record --alt-text")]
    Show {
        /// A position line, or a file with a position or a record; `-` for
        /// standard input.
        #[arg(value_name = "POSITION|RECORD")]
        what: String,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Replays a recorded game: its actions, and the board at the end or at any
    /// ply.
    #[command(after_help = "\
Examples:
  parlor replay game.record
  parlor replay game.record --explain
  parlor replay game.record --at 12
  parlor replay game.record --at 12 --svg > twelve.svg
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
        #[command(flatten)]
        form: FormArgs,
    },
    /// Verifies the dice of recorded games: that every roll was fixed before the
    /// game began.
    #[command(long_about = VERIFY, after_help = "\
Examples:
  parlor verify game.record
  parlor verify games.jsonl --json
  parlor verify - < game.record

Exit codes: 0 every record is right, 1 a record is wrong, unverifiable or
unreadable, 2 bad usage.")]
    Verify {
        /// File of one or more records, as text or JSON; `-` for standard
        /// input.
        #[arg(value_name = "RECORD")]
        records: PathBuf,
        /// Print one JSON object per record and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Checks student programs: what each gets wrong, and the rule it breaks.
    #[command(long_about = CHECK, after_help = "\
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
    /// Converts game records between their text and JSON forms.
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor record convert game.record > game.json
  parlor record convert games.jsonl --to text"
    )]
    Record(RecordCommand),
    /// Prints a shell completion script.
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
    /// Prints the manual page of a command, or writes all of them to a folder.
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
    /// Data folder [default: `parlor` in the user's data folder].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Public address of the server behind a proxy; an https address makes
    /// cookies Secure.
    #[arg(long, value_name = "URL", allow_hyphen_values = true, value_parser = public_url)]
    pub(crate) public_url: Option<String>,
    /// Sustained requests per second per client; bursts of 10×. A client is an
    /// IPv4 address or an IPv6 /64; a /24 or /56 gets 4 times as much, a /48 16
    /// times. 0 disables all per-client limits.
    #[arg(long, value_name = "REQUESTS", default_value_t = 200, allow_negative_numbers = true,
        value_parser = whole::<u32>(0..=u32::MAX))]
    pub(crate) rate_limit: u32,
    /// Maximum games in progress. At the limit, a new game ends an abandoned
    /// one: one that never began, or else the longest idle one of the network
    /// with the most games.
    #[arg(long, value_name = "GAMES", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = whole::<u64>(1..=u32::MAX))]
    pub(crate) max_games: u64,
    /// Maximum games in progress created by one client.
    #[arg(long, value_name = "GAMES", default_value_t = 200, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX))]
    pub(crate) max_games_per_client: usize,
    /// Sustained new games per hour per client; bursts of 5×. Direct requests
    /// from this machine are exempt.
    #[arg(long, value_name = "GAMES", default_value_t = 60, allow_negative_numbers = true,
        value_parser = whole::<u32>(1..=u32::MAX))]
    pub(crate) new_games_per_hour: u32,
    /// Maximum open WebSockets, of players and spectators together.
    #[arg(long, value_name = "SOCKETS", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX))]
    pub(crate) max_sockets: usize,
    /// Maximum open WebSockets per client.
    #[arg(long, value_name = "SOCKETS", default_value_t = 100, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX))]
    pub(crate) max_sockets_per_client: usize,
    /// Minutes for which bots play on after the last player has left the game.
    #[arg(long, value_name = "MINUTES", default_value_t = 10, allow_negative_numbers = true,
        value_parser = whole::<u32>(1..=u32::MAX))]
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

/// A parser of whole numbers in this range.
fn whole<T: TryFrom<u32>>(
    range: RangeInclusive<u32>,
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

/// The output forms of a position; text by default.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line, and clap lets one stand only"
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
    /// Black on white, with strong lines.
    Contrast,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Converts records between text and JSON, without loss.
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
        to: Option<RecordForm>,
    },
}

/// A record format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordForm {
    /// For people to read and write.
    Text,
    /// For programs: one object per line.
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LudoCommand {
    /// Plays scripted games and prints their final positions.
    #[command(long_about = LUDO_SCRIPT, after_help = LUDO_SCRIPT_HELP)]
    Script(ScriptArgs),
    /// Solves the two-player game exactly and proves the solution.
    ///
    /// Computes the win probability of every position under best play, encloses
    /// each in bounds, and checks by the rules alone that the bounds hold. It
    /// always solves from scratch and never uses cached values.
    #[command(after_help = "\
Examples:
  parlor ludo solve
  parlor ludo solve --seats A,B --json
  parlor ludo solve --output ludo.values")]
    Solve(SolveArgs),
    /// Computes the exact win probabilities of one policy against another,
    /// without simulation.
    ///
    /// Probabilities and averages are taken over all possible games.
    #[command(after_help = "\
Examples:
  parlor ludo evaluate
  parlor ludo evaluate --policies optimal,priority --seats A,B
  parlor ludo evaluate --policies priority,optimal --by-rule
  parlor ludo evaluate --policies optimal,optimal --lengths --json")]
    Evaluate(EvaluateArgs),
    /// Counts the possible games to depth N: one line `depth count` per depth.
    ///
    /// Counts the sequences of N rolls, each with one choice or a pass. A game
    /// that has ended is not continued.
    #[command(after_help = "\
Examples:
  parlor ludo perft 6
  parlor ludo perft 5 --seats A,B,C,D")]
    Perft {
        /// Depth in rolls, 1 to 20.
        #[arg(value_name = "N", value_parser = depth::<20>, allow_negative_numbers = true)]
        depth: u32,
        /// Seats in play, in turn order.
        #[arg(long, value_name = "SEATS", default_value = "A,B", value_parser = seats)]
        seats: Seats,
    },
    /// Separates luck from skill in a recorded game: the worth of every roll and
    /// every choice.
    #[command(long_about = analysis::ANALYSE, after_help = analysis::ANALYSE_EXAMPLES)]
    Analyse {
        /// Record file; `-` for standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Rates every choice for a roll and marks the best.
    #[command(long_about = analysis::HINT, after_help = analysis::HINT_EXAMPLES)]
    Hint(HintArgs),
    /// Plays bots against each other and measures their strength.
    #[command(
        alias = "tournament",
        long_about = ludo_match::ABOUT,
        after_help = ludo_match::EXAMPLES
    )]
    Match(LudoMatchArgs),
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

/// A depth from 1 to `MOST`.
fn depth<const MOST: u32>(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| (1..=MOST).contains(depth))
        .ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
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

const SHOW: &str = "\
Shows a position, or the end of a recorded game, as text or a picture.

A position is one line. For Ludo:
  A28.28/C12.R A 4 -
the tokens of each seat (steps; H in the yard, R ready, E finished), the seat to
move, the roll in hand (- before the roll) and the finishers. For Kuba:
  ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c
the rows, the captured reds, the side to move, the ko push and the rule set.";

const CHECK: &str = "\
Checks student programs: what each gets wrong, and the rule it breaks.

Plays a `LudoGame.py` or `KubaGame.py` against the rules and shows the smallest
game it gets wrong. This command runs `parlor-check` of the Python package, from
the PATH or else from the environment of `python3` or `python`. Install it with
`pip install parlor-games`; `parlor-check --help` lists its own options.";

const VERIFY: &str = "\
Verifies the dice of recorded games: that every roll was fixed before the game
began.

Before a game, the server commits to a secret and each player to some bytes of
their own; once all are revealed, every roll follows from them. Each record is
replayed as by `parlor replay`, which checks the revealed bytes against the
commitments, and then every roll is recomputed.

The verdict on each record is one line: right, wrong (with the first roll that
differs) or unknown (with what is missing). With --json it is
  {\"verdict\":\"right\",\"line\":1,\"rolls\":40}
with the line on which the record begins; an unreadable record gives
  {\"line\":17,\"error\":{\"rule\":…,\"entry\":…,\"value\":…,\"message\":…}}";

const LUDO_SCRIPT: &str = r#"Plays scripted games and prints their final positions.

A game is a JSON object or a line of text; these two are the same game:
  {"players":["A","B"],"turns":[["A",6],["A",4],["B",6]]}
  A,B: A6 A4 B6

The rolls are played in order, each by the decision-making algorithm of the
rules (L-15 to L-18)."#;

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
