//! The commands for who keeps a server running.

use core::time::Duration;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use parlor_service::keeper::{parse_age, parse_date};
use parlor_table::id::GameId;
use parlor_table::timestamp::Timestamp;

use super::RecordForm;

/// What to do with the games of a server.
#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Lists games: name, game, whether it is over, last entry (UTC), entries,
    /// players.
    ///
    /// The latest come first. Players are called as the game was made; `show`
    /// tells what they call themselves.
    #[command(after_help = "\
Examples:
  parlor games list
  parlor games list --open --game ludo
  parlor games list --over --since 2026-11-01 --json")]
    List(ListArgs),
    /// Shows one game: who plays, how far it is, the board.
    #[command(after_help = "\
Examples:
  parlor games show 4g8h2k3j4b5c6d7f")]
    Show {
        #[command(flatten)]
        place: Place,
        /// The game's name, as in its address.
        #[arg(value_name = "GAME")]
        game: GameId,
    },
    /// Writes games as records, one after the other, to standard output.
    ///
    /// A record is read, replayed and verified by `parlor replay` and `parlor
    /// verify`. The dice of a game that goes on stay secret.
    #[command(after_help = "\
Examples:
  parlor games export 4g8h2k3j4b5c6d7f > game.record
  parlor games export --all --to json > games.jsonl
  parlor games export 4g8h2k3j4b5c6d7f | parlor verify -")]
    Export {
        #[command(flatten)]
        place: Place,
        /// The games' names.
        #[arg(value_name = "GAME", required_unless_present = "all")]
        games: Vec<GameId>,
        /// All games.
        #[arg(long, conflicts_with = "games")]
        all: bool,
        /// The form of the records.
        #[arg(long, value_enum, value_name = "FORM", default_value = "text")]
        to: RecordForm,
    },
    /// Reads the whole file and plays every game through.
    #[command(after_help = "\
Examples:
  parlor games check --data /var/lib/parlor

Exit codes: 0 all is in order, 1 something is not, 2 bad usage.")]
    Check {
        #[command(flatten)]
        place: Place,
    },
    /// Ends games without a result; the secrets of their dice are shown.
    #[command(after_help = "\
Examples:
  parlor games end 4g8h2k3j4b5c6d7f --yes")]
    End(ChangeArgs),
    /// Deletes games with everything that is kept of them.
    ///
    /// Their links lead nowhere then, and no list has them any more. A copy that
    /// was made before still has them.
    #[command(after_help = "\
Examples:
  parlor games delete 4g8h2k3j4b5c6d7f
  parlor games delete 4g8h2k3j4b5c6d7f 5h9j3k4b5c6d7f8g --yes")]
    Delete(ChangeArgs),
    /// Deletes the games that are over and in which nothing has happened for
    /// long.
    #[command(after_help = "\
Examples:
  parlor games prune --older-than 90d --dry-run
  parlor games prune --older-than 90d --yes")]
    Prune {
        #[command(flatten)]
        place: Place,
        /// For how long: hours, days or weeks, such as 12h, 90d, 8w.
        #[arg(long, value_name = "AGE", value_parser = parse_age)]
        older_than: Duration,
        /// Only tell which games would be deleted.
        #[arg(long)]
        dry_run: bool,
        /// Do not ask first.
        #[arg(long)]
        yes: bool,
    },
}

/// Where the games are.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The folder of the games, as `parlor serve` has it; the user's own without
    /// it.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

/// Which games are listed.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Only games that go on, or wait for players.
    #[arg(long, conflicts_with = "over")]
    pub(crate) open: bool,
    /// Only games that are over.
    #[arg(long)]
    pub(crate) over: bool,
    /// Only this game.
    #[arg(long, value_enum)]
    pub(crate) game: Option<GameName>,
    /// Only games in which something has happened since that day (UTC).
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    pub(crate) since: Option<Timestamp>,
    /// One JSON object a game on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    Ludo,
    Kuba,
}

/// Games to be changed.
#[derive(Args, Debug)]
pub(crate) struct ChangeArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The games' names, as in their addresses.
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<GameId>,
    /// Do not ask first.
    #[arg(long)]
    pub(crate) yes: bool,
}

/// Where a copy is written.
#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The file of the copy.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write over a file that is there already.
    #[arg(long)]
    pub(crate) force: bool,
}

/// Which copy is brought back.
#[derive(Args, Debug)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The file of the copy; it stays as it is.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Do not ask first.
    #[arg(long)]
    pub(crate) yes: bool,
}

pub(super) const BACKUP: &str = "\
Copies all games into one file, while the server runs or not.

The copy is of one moment, and was read wholly once; only this user may read
it, as it has the secrets of dice that are still to fall. It is written beside
its place first, so that a copy which is there is a whole one.";

pub(super) const RESTORE: &str = "\
Brings the games of a copy back; the server must be stopped.

The file of games that was there is kept beside, as games.sqlite.replaced-….
Players remember what happened after the copy was made, and the dice of a game
are settled before it begins: so every game of Ludo that goes on in the copy is
ended without a result, its secret is shown, and its players are told why.
Games of Kuba go on.";
