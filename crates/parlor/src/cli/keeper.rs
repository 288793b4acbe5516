//! The commands of a server's operator.

use core::time::Duration;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{Args, Subcommand, ValueEnum};
use directories::ProjectDirs;
use parlor_service::operator::{DatabaseUrl, Place, parse_age, parse_date};
use parlor_table::id::GameId;
use parlor_table::timestamp::Timestamp;

use super::OutputForm;
use crate::output;

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// List games, latest first
    ///
    /// A line has the id, the game, its state, the time of the last entry (UTC),
    /// the number of entries, and the players.
    ///
    /// Player names are those given when the game was created; `show` prints the
    /// current ones.
    #[command(after_help = "\
Examples:
  parlor games list
  parlor games list --open --game ludo
  parlor games list --over --since 2026-11-01 --json
  parlor games list --database-url postgres://parlor@db.example.org/parlor")]
    List(ListArgs),
    /// Show one game: its players, its state and the board
    #[command(after_help = "\
Examples:
  parlor games show 4g8h2k3j4b5c6d7f")]
    Show {
        #[command(flatten)]
        place: GamesPlace,
        /// Game id, as in its URL.
        #[arg(value_name = "GAME")]
        game: GameId,
    },
    /// Write games as records to standard output
    ///
    /// `parlor replay` and `parlor verify` read them. The dice secret of a game
    /// in progress is withheld.
    #[command(after_help = "\
Examples:
  parlor games export 4g8h2k3j4b5c6d7f > game.record
  parlor games export --all --to json > games.jsonl
  parlor games export 4g8h2k3j4b5c6d7f | parlor verify -")]
    Export {
        #[command(flatten)]
        place: GamesPlace,
        /// Game ids.
        #[arg(value_name = "GAME", required_unless_present = "all")]
        games: Vec<GameId>,
        /// Export all games.
        #[arg(long, conflicts_with = "games")]
        all: bool,
        /// Output form.
        #[arg(long, value_enum, value_name = "FORM", default_value = "text")]
        to: OutputForm,
    },
    /// Check the database and replay every game
    ///
    /// Of a PostgreSQL database every game is read and replayed; its server has
    /// tools of its own for what is below (`pg_amcheck`, `pg_checksums`).
    #[command(after_help = "\
Examples:
  parlor games check --data /var/lib/parlor
  parlor games check --database-url postgres://parlor@db.example.org/parlor

Exit codes: 0 no problem found, 1 problems found, 2 bad usage.")]
    Check {
        #[command(flatten)]
        place: GamesPlace,
    },
    /// End games without a result and reveal the secrets of their dice
    #[command(after_help = "\
Examples:
  parlor games end 4g8h2k3j4b5c6d7f --yes")]
    End(ChangeArgs),
    /// Delete games and all their data
    ///
    /// Their links stop working and they leave every list. Earlier backups still
    /// contain them.
    #[command(after_help = "\
Examples:
  parlor games delete 4g8h2k3j4b5c6d7f
  parlor games delete 4g8h2k3j4b5c6d7f 5h9j3k4b5c6d7f8g --yes")]
    Delete(ChangeArgs),
    /// Copy all games to another place, such as from a data folder to a database
    ///
    /// Games are copied with their entries, dice, links, invitations and players,
    /// and the key of receipts; every game is read back and compared. So are the
    /// names of the lobby, with their reports and what was decided about them, and
    /// its blocks; challenges of people who wait are not copied. No server may use
    /// either place meanwhile.
    ///
    /// An interrupted copy can be run again: what is there already and equal is
    /// only compared. A game that differs from the one of the same id there is
    /// named and not touched, as is one that cannot be replayed. The same goes for
    /// names and networks of the lobby.
    ///
    /// Serve only one of the two places afterwards: in both, the dice of games in
    /// progress would fall alike.
    #[command(after_help = "\
Examples:
  parlor games copy postgres://parlor@db.example.org/parlor
  parlor games copy --data /var/lib/parlor postgres://parlor@db/parlor
  parlor games copy --database-url postgres://parlor@db/parlor folder

Exit codes: 0 everything is copied, 1 something is not, 2 bad usage.")]
    Copy {
        #[command(flatten)]
        place: GamesPlace,
        /// Data folder, created if missing, or the URL of a PostgreSQL database.
        #[arg(value_name = "FOLDER|URL", value_parser = OsStringValueParser::new().try_map(place))]
        target: Place,
    },
    /// Delete finished games in which nothing has happened for a given time
    #[command(after_help = "\
Examples:
  parlor games prune --older-than 90d --dry-run
  parlor games prune --older-than 90d --yes")]
    Prune {
        #[command(flatten)]
        place: GamesPlace,
        /// Minimum age of the last entry in hours, days or weeks, such as 12h,
        /// 90d or 8w.
        #[arg(long, value_name = "AGE", value_parser = parse_age)]
        older_than: Duration,
        /// List the games that would be deleted without deleting them.
        #[arg(long)]
        dry_run: bool,
        /// Skip the confirmation.
        #[arg(long)]
        yes: bool,
    },
}

/// A place of games. No error may show the text, which may have a password.
fn place(text: OsString) -> Result<Place, &'static str> {
    if text.is_empty() {
        return Err("expected a folder, or the URL of a PostgreSQL database");
    }
    Ok(text.into())
}

/// The place of a server's games.
#[derive(Args, Debug)]
pub(crate) struct GamesPlace {
    #[command(flatten)]
    data: DataFolder,
    /// PostgreSQL database of the servers, instead of a data folder. Its password
    /// is safer in PGPASSWORD or ~/.pgpass than on the command line
    /// [env: `PARLOR_DATABASE_URL`].
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database_url: Option<DatabaseUrl>,
}

impl GamesPlace {
    /// The database given, or the folder given, or that of this user.
    pub(crate) fn place(&self) -> anyhow::Result<Place> {
        Ok(match database(&self.data, self.database_url.as_ref())? {
            Some(url) => Place::Database(url),
            None => Place::Folder(self.data.path()?),
        })
    }
}

/// The variable with the address of the database, for those who name none and no folder either.
pub(super) const DATABASE_URL: &str = "PARLOR_DATABASE_URL";

/// The database given, by the command line or else by the environment.
fn database(data: &DataFolder, given: Option<&DatabaseUrl>) -> anyhow::Result<Option<DatabaseUrl>> {
    match given {
        Some(url) => Ok(Some(url.clone())),
        None if data.is_given() => {
            for message in set_aside(&[DATABASE_URL]) {
                output::note(&format!("parlor: {message}"));
            }
            Ok(None)
        }
        None => Ok(from_environment(DATABASE_URL)?.map(DatabaseUrl::from)),
    }
}

/// What is said of those variables that name a place though a data folder is given: that goes first.
pub(super) fn set_aside(names: &[&str]) -> Vec<String> {
    let set = names.iter().filter(|name| variable(name).is_some());
    set.map(|name| format!("{name} is set aside, since --data is given"))
        .collect()
}

/// A variable of the environment, if it gives something.
fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// What a variable of the environment gives. An empty one gives nothing.
///
/// Not by clap, to which an empty one is an empty value, and one beside an option that excludes it an
/// error.
pub(super) fn from_environment(name: &str) -> anyhow::Result<Option<String>> {
    // The value is not shown, as it may have a password.
    let value = variable(name).map(|value| value.into_string().ok().context("it is no UTF-8"));
    value
        .transpose()
        .with_context(|| format!("cannot read {name}"))
}

/// The data folder of a server.
#[derive(Args, Debug, Default)]
pub(crate) struct DataFolder {
    /// Data folder of the server [default: `parlor` in the user's data folder].
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl DataFolder {
    /// Whether a folder is given.
    pub(super) const fn is_given(&self) -> bool {
        self.data.is_some()
    }

    /// The folder given, or that of this user.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        if let Some(folder) = &self.data {
            // Not repeated, as it may have a password.
            if folder.to_string_lossy().contains("://") {
                bail!("--data is a folder; the address of a database goes with --database-url");
            }
            return Ok(folder.clone());
        }
        let folders = ProjectDirs::from("", "", "parlor")
            .context("no home folder for the games; set the data folder with --data")?;
        Ok(folders.data_dir().to_owned())
    }
}

/// The options of `parlor games list`.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) place: GamesPlace,
    /// Only games in progress or waiting for players.
    #[arg(long, conflicts_with = "over")]
    pub(crate) open: bool,
    /// Only finished games.
    #[arg(long)]
    pub(crate) over: bool,
    /// Only games of this kind.
    #[arg(long, value_enum)]
    pub(crate) game: Option<GameName>,
    /// Only games with an entry on or after this day (UTC).
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    pub(crate) since: Option<Timestamp>,
    /// Print one JSON object per game and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    Ludo,
    Kuba,
}

/// The options of `parlor games end` and `parlor games delete`.
#[derive(Args, Debug)]
pub(crate) struct ChangeArgs {
    #[command(flatten)]
    pub(crate) place: GamesPlace,
    /// Game ids, as in their URLs.
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<GameId>,
    /// Skip the confirmation.
    #[arg(long)]
    pub(crate) yes: bool,
}

/// The options of `parlor backup`.
#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(crate) data: DataFolder,
    /// Known only to be refused with what does it.
    #[arg(long, value_name = "URL", hide = true, conflicts_with = "data")]
    database_url: Option<DatabaseUrl>,
    /// Backup file to write.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Overwrite an existing file.
    #[arg(long)]
    pub(crate) force: bool,
}

impl BackupArgs {
    /// The database given, which is not backed up by this.
    pub(crate) fn database(&self) -> anyhow::Result<Option<DatabaseUrl>> {
        database(&self.data, self.database_url.as_ref())
    }
}

/// The options of `parlor restore`.
#[derive(Args, Debug)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    pub(crate) place: GamesPlace,
    /// Backup file to restore; it is not changed. A database can do without: then
    /// it is taken for one that PostgreSQL's own tools have restored.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Skip the confirmation.
    #[arg(long)]
    pub(crate) yes: bool,
}
