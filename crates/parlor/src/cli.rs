//! The command line: every command, option and word of help.

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
use parlor_service::keeper::parse_age;

pub(crate) use analysis::HintArgs;
pub(crate) use evaluate::{EvaluateArgs, PolicyName};
pub(crate) use keeper::{
    BackupArgs, ChangeArgs, GameName, GamesCommand, ListArgs, Place, RestoreArgs,
};
pub(crate) use kuba::{
    Evaluated, KubaAnalyseArgs, KubaCommand, KubaHintArgs, MatchArgs, Player, Thinking,
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
  parlor kuba script games.jsonl --json     answers for programs
  parlor kuba perft 6                       count the ways to play 6 pushes
  parlor kuba match engine greedy           let two bots play each other
  parlor kuba analyse game.record           find what lost the game
  parlor show 'A28.28/C12.R A 4 -'          show a position
  parlor show 'A28.28/C12.R A 4 -' --svg    draw it
  parlor replay game.record --explain       replay a game, step by step
  parlor verify game.record                 compute its dice again
  parlor check LudoGame.py                  find what a program gets wrong
  parlor ludo analyse game.record           tell luck from skill

Exit codes: 0 done, 1 bad input, 2 bad usage.")]
pub(crate) struct Cli {
    /// Do not open the browser; the address is printed in any case.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Print the licenses of Parlor and of the software built into it.
    #[arg(long, exclusive = true)]
    pub(crate) licenses: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serves the games to browsers and programs, for a club or a class.
    ///
    /// Games are kept in one SQLite file in the data folder. A move is answered
    /// only when it is on disk, so that neither a crash nor a restart loses one.
    #[command(after_help = "\
Examples:
  parlor serve
  parlor serve --listen 0.0.0.0:8000 --data /var/lib/parlor
  parlor serve --listen 127.0.0.1:8000 --public-url https://games.example.org \\
    --behind-proxy

The API is described at /api/openapi.json; /livez, /readyz, /healthz and
/metrics are for those who keep the server running. SIGTERM lets it finish what
it has begun.")]
    Serve(ServeArgs),
    /// The games of a server: lists, shows, exports, ends and deletes them.
    ///
    /// Works while the server runs and while it does not. What only looks reads
    /// the file of games; what changes something asks the server that runs.
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor games list --open
  parlor games export --all > games.record
  parlor games prune --older-than 90d --dry-run"
    )]
    Games(GamesCommand),
    /// Copies all games into one file, while the server runs or not.
    #[command(long_about = keeper::BACKUP, after_help = "\
Examples:
  parlor backup games-monday.sqlite
  parlor backup --data /var/lib/parlor /backup/games.sqlite --force")]
    Backup(BackupArgs),
    /// Brings the games of a copy back; the server must be stopped.
    #[command(long_about = keeper::RESTORE, after_help = "\
Examples:
  parlor restore games-monday.sqlite
  parlor restore --data /var/lib/parlor /backup/games.sqlite --yes")]
    Restore(RestoreArgs),
    /// Ludo: scripted games, perfect play, hints, analysis, tournaments of the
    /// bots, counting.
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
    /// Kuba: scripted games, the engine, matches of the bots, counting.
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
    /// Shows a position, or how a recorded game ends: as text or as a picture.
    #[command(long_about = SHOW, after_help = "\
Examples:
  parlor show 'A28.28/C12.R A 4 -'
  parlor show 'A28.28/C12.R A 4 -' --svg -o board.svg
  parlor show game.record --png --theme dark -o end.png
  parlor show game.record --alt-text")]
    Show {
        /// A position line, or a file that holds one or a record; `-` for
        /// standard input.
        #[arg(value_name = "POSITION|RECORD")]
        what: String,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Replays a recorded game: what was done, and the board at the end or at
    /// any point.
    #[command(after_help = "\
Examples:
  parlor replay game.record
  parlor replay game.record --explain
  parlor replay game.record --at 12
  parlor replay game.record --at 12 --svg > twelve.svg
  parlor ludo script game.json --record | parlor replay - --explain")]
    Replay {
        /// The file of the record; `-` for standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        /// Stop after ply N; 0 is the start.
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// One line for each ply: what happened, and by which rule.
        #[arg(long, conflicts_with_all = ["svg", "png", "alt_text"])]
        explain: bool,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Verifies the dice of recorded games: whether every roll is the one that
    /// was settled before the game.
    #[command(long_about = VERIFY, after_help = "\
Examples:
  parlor verify game.record
  parlor verify games.jsonl --json
  parlor verify - < game.record

Exit codes: 0 every record is right, 1 one is not, or cannot be verified or
read, 2 bad usage.")]
    Verify {
        /// The file of the records, one or many, as text or JSON; `-` for
        /// standard input.
        #[arg(value_name = "RECORD")]
        records: PathBuf,
        /// One JSON object a record on standard output, and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Checks programs of students: what each gets wrong, and the rule it breaks.
    #[command(long_about = CHECK, after_help = "\
Examples:
  parlor check LudoGame.py
  parlor check submissions --html report.html
  parlor check --json KubaGame.py

Exit codes: 0 nothing breaks the text, 1 findings, 2 bad usage, a file that
could not be run or is too slow, or no parlor-check, 3 parlor-check itself
failed, 141 nobody reads what it prints, 128 and the number of a signal that
stopped it.")]
    Check {
        /// Files, folders of files, and options of `parlor-check`.
        #[arg(
            value_name = "PATH",
            required = true,
            trailing_var_arg = true,
            allow_hyphen_values = true
        )]
        arguments: Vec<OsString>,
    },
    /// Records: the written form of games.
    #[command(
        subcommand,
        after_help = "\
Examples:
  parlor record convert game.record > game.json
  parlor record convert games.jsonl --to text"
    )]
    Record(RecordCommand),
    /// Prints the completions for a shell.
    #[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions &&
    parlor completions bash > ~/.local/share/bash-completion/completions/parlor
  mkdir -p ~/.zfunc && parlor completions zsh > ~/.zfunc/_parlor
  mkdir -p ~/.config/fish/completions &&
    parlor completions fish > ~/.config/fish/completions/parlor.fish")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page of a command, or writes all pages to a folder.
    #[command(after_help = "\
Examples:
  parlor man | man -l -
  parlor man ludo script | man -l -
  parlor man --dir ~/.local/share/man/man1")]
    Man {
        /// The command, such as `ludo script`; none for `parlor` itself.
        command: Vec<String>,
        /// Write the pages of all commands to this folder instead; it is made
        /// if it is not there.
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

/// How the games are served.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Where to listen; on this machine alone, at the first free port from
    /// 8000, without it.
    #[arg(long, value_name = "ADDRESS:PORT", allow_hyphen_values = true, value_parser = listen)]
    pub(crate) listen: Option<SocketAddr>,
    /// The folder for the games; the user's own without it.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// The address by which people reach the server, if it stands behind a
    /// proxy; over https, cookies are sent only so.
    #[arg(long, value_name = "URL", allow_hyphen_values = true, value_parser = public_url)]
    pub(crate) public_url: Option<String>,
    /// Requests per second that one client may make on average; ten times as many at once.
    /// A client is an address of IPv4 or a /64 of IPv6; a /24 or /56 may do 4 times as much, a
    /// /48 16 times. 0 lifts all limits that count clients.
    #[arg(long, value_name = "REQUESTS", default_value_t = 200, allow_negative_numbers = true,
        value_parser = whole::<u32>(0..=u32::MAX))]
    pub(crate) rate_limit: u32,
    /// Games in progress. When there are as many, a new one ends another that nobody is in: one
    /// that never began, or else the longest idle one of the network that has most.
    #[arg(long, value_name = "GAMES", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = whole::<u64>(1..=u32::MAX))]
    pub(crate) max_games: u64,
    /// Games in progress that one client may have made.
    #[arg(long, value_name = "GAMES", default_value_t = 200, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX))]
    pub(crate) max_games_per_client: usize,
    /// Games per hour that one client may make on average; five times as many at once. This
    /// machine may make any number, unless through a proxy.
    #[arg(long, value_name = "GAMES", default_value_t = 60, allow_negative_numbers = true,
        value_parser = whole::<u32>(1..=u32::MAX))]
    pub(crate) new_games_per_hour: u32,
    /// Open sockets in all; those of players and of people who watch.
    #[arg(long, value_name = "SOCKETS", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX))]
    pub(crate) max_sockets: usize,
    /// Open sockets of one client.
    #[arg(long, value_name = "SOCKETS", default_value_t = 100, allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=u32::MAX))]
    pub(crate) max_sockets_per_client: usize,
    /// Minutes that the bots of a game play on after a player of it was last there.
    #[arg(long, value_name = "MINUTES", default_value_t = 10, allow_negative_numbers = true,
        value_parser = whole::<u32>(1..=u32::MAX))]
    pub(crate) bots_wait: u32,
    /// Delete games that have been over for this long: hours, days or weeks, such
    /// as 365d; without it they are kept for ever.
    #[arg(long, value_name = "AGE", allow_hyphen_values = true, value_parser = parse_age)]
    pub(crate) keep_finished: Option<Duration>,
    /// Believe the proxy before the server when it says (X-Forwarded-For) who
    /// asks.
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// How long to go on answering once told to stop, while /readyz says 503:
    /// as long as a load balancer needs to see that, and at most ten minutes. A
    /// second SIGTERM or Ctrl-C ends it at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, allow_negative_numbers = true,
        value_parser = whole::<u64>(0..=600))]
    pub(crate) drain: u64,
    /// A file that holds the token with which /metrics is asked, from anywhere
    /// (Authorization: Bearer TOKEN); without it, this machine alone may ask.
    #[arg(long, value_name = "FILE")]
    pub(crate) metrics_token_file: Option<PathBuf>,
}

/// Reads a whole number in this range.
fn whole<T: TryFrom<u32>>(
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let (least, most) = range.clone().into_inner();
            format!("write a whole number from {least} to {most}")
        })
    }
}

/// Where to listen.
fn listen(text: &str) -> Result<SocketAddr, String> {
    let example = "write an address and a port, such as 127.0.0.1:8000 or 0.0.0.0:8000";
    text.parse().map_err(|_| example.to_owned())
}

/// The address of a site, without a slash at its end.
fn public_url(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let host = host.map(|host| host.trim_end_matches('/'));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ', '@']) => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err(format!(
            "{text} is no address of a site, such as https://games.example.org"
        )),
    }
}

/// The forms that a moment of a game can be shown in; text without any.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line, and clap lets one stand only"
)]
pub(crate) struct FormArgs {
    /// Draw an SVG.
    #[arg(long, groups = ["form", "picture"])]
    pub(crate) svg: bool,
    /// Draw a PNG; give it a file with -o, or send it on by > or |.
    #[arg(long, groups = ["form", "picture"])]
    pub(crate) png: bool,
    /// One JSON object on standard output, and nothing else.
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// Describe the picture in sentences, as for a screen reader.
    #[arg(long, alias = "describe", group = "form")]
    pub(crate) alt_text: bool,
    /// The colors of a picture: `auto` follows the viewer of an SVG, and is
    /// light in a PNG.
    #[arg(long, value_enum, default_value_t, requires = "picture")]
    pub(crate) theme: ThemeName,
    /// What the ids in an SVG begin with, so that several can stand in one
    /// page.
    #[arg(long, value_name = "PREFIX", default_value = "", requires = "svg")]
    pub(crate) id: String,
    /// The width of a PNG in pixels, 16 to 4096.
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 768,
        requires = "png",
        value_parser = clap::value_parser!(u32).range(16..=4096)
    )]
    pub(crate) width: u32,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The colors of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// What the viewer asks for.
    #[default]
    Auto,
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
    /// Black on white, with strong lines.
    Contrast,
}

/// What to do with records.
#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Rewrites records in the other form, text or JSON; nothing is lost.
    ///
    /// Each record is checked by replay first. A file may hold many: text
    /// records one after the other, or JSON records one a line.
    #[command(after_help = "\
Examples:
  parlor record convert game.record > game.json
  parlor record convert games.jsonl --to text
  parlor ludo script game.json --record | parlor record convert --to json")]
    Convert {
        /// The file to read; standard input without one, or with `-`.
        file: Option<PathBuf>,
        /// The form to write; the other one than each record has, without it.
        #[arg(long, value_enum, value_name = "FORM")]
        to: Option<RecordForm>,
    },
}

/// A form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordForm {
    /// For people to read and write.
    Text,
    /// For programs: one object a line.
    Json,
}

/// What to do with Ludo.
#[derive(Debug, Subcommand)]
pub(crate) enum LudoCommand {
    /// Plays scripted games and shows how they end.
    #[command(long_about = LUDO_SCRIPT, after_help = LUDO_SCRIPT_HELP)]
    Script(ScriptArgs),
    /// Solves the game of two players exactly, and proves it.
    ///
    /// Finds for every position the chance of winning when both play as well as
    /// can be, puts bounds around all of them, and checks by the rules alone
    /// that the bounds hold. It always solves, never answers from what is kept.
    #[command(after_help = "\
Examples:
  parlor ludo solve
  parlor ludo solve --seats A,B --json
  parlor ludo solve --output ludo.values")]
    Solve(SolveArgs),
    /// Tells exactly what comes of two policies that play each other.
    ///
    /// Nothing is played or drawn: chances and averages are those of all games.
    #[command(after_help = "\
Examples:
  parlor ludo evaluate
  parlor ludo evaluate --policies optimal,priority --seats A,B
  parlor ludo evaluate --policies priority,optimal --by-rule
  parlor ludo evaluate --policies optimal,optimal --lengths --json")]
    Evaluate(EvaluateArgs),
    /// Counts the ways to play: one line a depth, `depth count`.
    ///
    /// A way is a sequence of N rolls, each with one choice or a pass; nothing
    /// is played after the end.
    #[command(after_help = "\
Examples:
  parlor ludo perft 6
  parlor ludo perft 5 --seats A,B,C,D")]
    Perft {
        /// How many rolls to look ahead, 1 to 20.
        #[arg(value_name = "N", value_parser = depth::<20>, allow_negative_numbers = true)]
        depth: u32,
        /// The seats taken, the one that begins first.
        #[arg(long, value_name = "SEATS", default_value = "A,B", value_parser = seats)]
        seats: Seats,
    },
    /// Tells luck from skill in a recorded game: what every roll and every
    /// choice was worth.
    #[command(long_about = analysis::ANALYSE, after_help = analysis::ANALYSE_EXAMPLES)]
    Analyse {
        /// The file of the record; `-` for standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Says what each choice for a roll is worth, and which is best.
    #[command(long_about = analysis::HINT, after_help = analysis::HINT_EXAMPLES)]
    Hint(HintArgs),
    /// Lets bots play each other and shows how strong each is.
    #[command(
        alias = "tournament",
        long_about = ludo_match::ABOUT,
        after_help = ludo_match::EXAMPLES
    )]
    Match(LudoMatchArgs),
}

/// The options that both games' `script` has.
#[derive(Args, Debug)]
pub(crate) struct ScriptArgs {
    /// The file to read; standard input without one, or with `-`.
    pub(crate) file: Option<PathBuf>,
    /// One JSON object a game on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
    /// One line for each roll or push: what happened, and by which rule.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write each game as a record, to keep and replay: in text, or with
    /// --json in JSON.
    #[arg(long, conflicts_with = "explain")]
    pub(crate) record: bool,
}

/// The wrong usage of the command at `path`, found after the command line was
/// taken apart.
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

/// How far to look ahead.
fn depth<const MOST: u32>(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| (1..=MOST).contains(depth))
        .ok_or_else(|| format!("N is a whole number from 1 to {MOST}, not {text}"))
}

/// Seats in order.
#[derive(Clone, Debug)]
pub(crate) struct Seats(pub(crate) Vec<Seat>);

/// Seats with commas between them; blanks do not matter.
fn seats(text: &str) -> Result<Seats, <Seat as FromStr>::Err> {
    let seats = text.split(',').map(|seat| seat.trim().parse());
    seats.collect::<Result<_, _>>().map(Seats)
}

/// How input is taken, the same for both games.
macro_rules! input_help {
    ($examples:literal) => {
        concat!(
            "Input:
  One game a line; blank lines are skipped but counted. With --json
  each game gives one line of output, in order. A bad game gives
  {\"line\":17,\"error\":{\"rule\":…,\"entry\":…,\"value\":…,\"message\":…}}
  there (without --json, a message on standard error); the rest still
  run, and the exit code is 1.

  One game may also be spread over many lines: if the first line opens
  an object and does not close it, the lines after it belong to it
  until it is closed, and nothing may follow. A line that begins with {
  or a capital letter begins a game of its own, though: then the first
  line is broken, and every line stands for itself.

  A game may be 16 MiB long.

Examples:
",
            $examples
        )
    };
}

const SHOW: &str = "\
Shows a position, or how a recorded game ends: as text or as a picture.

A position is one line, of Ludo
  A28.28/C12.R A 4 -
which is the tokens of each seat (steps; H the yard, R ready, E the end), the
seat to act, the roll in hand (- to roll), the finishers; or of Kuba
  ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c
which is the rows, the captured reds, the side to move, the ko push, the
rules.";

const CHECK: &str = "\
Checks programs of students: what each gets wrong, and the rule it breaks.

Plays a `LudoGame.py` or `KubaGame.py` beside the rules and shows the smallest
game that it gets wrong. The checker is `parlor-check` of the Python package,
which this command finds and runs: on the path, or else in the environment of
`python3` or `python`. Install it with `pip install parlor-games`; its
own options are told by `parlor-check --help`.";

const VERIFY: &str = "\
Verifies the dice of recorded games: whether every roll is the one that was
settled before the game.

Before a game the server commits to a secret, and each player to some bytes of
their own; once all of it is revealed, every roll follows from it. Each record
is read as `parlor replay` reads it, which checks what was revealed against
what was committed to, and then every roll is computed again.

Each record has one line of answer: right, wrong with the first roll that is
another, or unknown with what is missing. With --json that is
  {\"verdict\":\"right\",\"line\":1,\"rolls\":40}
with the line that the record begins on; a record that cannot be read gives
  {\"line\":17,\"error\":{\"rule\":…,\"entry\":…,\"value\":…,\"message\":…}}";

const LUDO_SCRIPT: &str = r#"Plays scripted games and shows how they end.

A game is a JSON object or a line of text; both of these are the same game:
  {"players":["A","B"],"turns":[["A",6],["A",4],["B",6]]}
  A,B: A6 A4 B6

The rolls are applied in their order, each by the decision-making algorithm of
the rules (L-15 to L-18)."#;

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
