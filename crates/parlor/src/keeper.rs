//! The operator's commands: list, change and back up the games of a server.

use core::cmp::Reverse;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use parlor_service::clock::{SystemClock, TimeSource as _};
use parlor_service::operator::{
    self, CommandReport, CopiedKeeping, OperatorCommand, Place, ReplayProgress, minute_of,
};
use parlor_service::store::ListedGame;
use parlor_table::id::GameId;
use parlor_table::log::PlayerConfig;
use parlor_table::table::{GameView, Occupant, Status};
use serde_json::json;
use tokio::runtime::Runtime;

use crate::cli::{
    self, BackupArgs, ChangeArgs, GameName, GamesCommand, GamesPlace, ListArgs, OutputForm,
    RestoreArgs,
};
use crate::output::{self, count};
use crate::progress::Progress;

/// The number of ids listed before the rest is counted.
const MAX_LISTED: usize = 20;

/// Runs a `parlor games` command.
pub(crate) fn games(command: GamesCommand) -> anyhow::Result<ExitCode> {
    block_on(async {
        match command {
            GamesCommand::List(arguments) => list(&arguments).await,
            GamesCommand::Show { place, game } => show(&place, &game).await,
            GamesCommand::Export {
                place, games, to, ..
            } => export(&place, games, to).await,
            GamesCommand::Check { place } => check(&place).await,
            GamesCommand::End(ChangeArgs { place, games, yes }) => {
                let games = once(games);
                let question = format!("End {} without a result?", count(games.len(), "game"));
                change(&place, OperatorCommand::End(games), "ended", &question, yes).await
            }
            GamesCommand::Delete(ChangeArgs { place, games, yes }) => {
                let games = once(games);
                let question = format!(
                    "Delete {} permanently? This cannot be undone.",
                    count(games.len(), "game")
                );
                change(
                    &place,
                    OperatorCommand::Delete(games),
                    "deleted",
                    &question,
                    yes,
                )
                .await
            }
            GamesCommand::Copy { place, target } => copy(&place, &target).await,
            GamesCommand::Prune {
                place,
                older_than,
                dry_run,
                yes,
            } => {
                let before = SystemClock.now().before(older_than);
                let wanted = OperatorCommand::Prune { before, dry_run };
                let question = format!(
                    "Permanently delete all finished games without an entry since {} UTC?",
                    minute_of(before)
                );
                let done = if dry_run {
                    "would be deleted"
                } else {
                    "deleted"
                };
                change(&place, wanted, done, &question, yes || dry_run).await
            }
        }
    })
}

/// Runs a command to its end.
pub(crate) fn block_on(
    command: impl Future<Output = anyhow::Result<ExitCode>>,
) -> anyhow::Result<ExitCode> {
    let runtime = Runtime::new().context("cannot start threads")?;
    runtime.block_on(command)
}

/// Copies all games into a file.
pub(crate) fn back_up(arguments: &BackupArgs) -> anyhow::Result<ExitCode> {
    if let Some(url) = arguments.database()? {
        bail!(
            "{url} is backed up by PostgreSQL's own tools while servers use it: `pg_dump -Fc` for \
             all games at one moment, or `pg_basebackup` with archived WAL for any moment; \
             `parlor restore --database-url` makes it ready once it was brought back. While no \
             server runs, `parlor games copy --database-url URL FOLDER` copies it into a folder"
        );
    }
    block_on(async {
        let data = arguments.data.path()?;
        let copied = watched(async |progress| {
            operator::back_up(&data, &arguments.file, arguments.force, progress).await
        });
        let copied = copied.await?;
        output::write(
            format!(
                "The games in {} are copied to {} ({} kB).\n",
                data.display(),
                arguments.file.display(),
                copied.bytes.div_ceil(1000)
            )
            .as_bytes(),
        )?;
        match note_damaged(&copied.damaged) {
            0 => Ok(ExitCode::SUCCESS),
            damaged => bail!(
                "{} in the backup cannot be replayed; `parlor games delete` removes damaged games",
                count(damaged, "game")
            ),
        }
    })
}

/// Restores the games of a backup.
pub(crate) fn restore(arguments: &RestoreArgs) -> anyhow::Result<ExitCode> {
    block_on(async {
        let place = arguments.place.place()?;
        let file = arguments.file.as_deref();
        if let (Place::Folder(folder), None) = (&place, file) {
            let message = format!(
                "<FILE> is missing: the backup file to restore into {}",
                folder.display()
            );
            return Err(cli::usage_error(&["restore"], message).into());
        }
        confirm(&question_before(&place, file), arguments.yes)?;
        let restored = watched(async |progress| match (&place, file) {
            (Place::Database(url), file) => {
                Ok(operator::restore_database(url, file, progress).await?)
            }
            (Place::Folder(folder), Some(file)) => {
                Ok(operator::restore(folder, file, progress).await?)
            }
            (Place::Folder(folder), None) => {
                bail!("name the backup file to restore into {}", folder.display())
            }
        });
        let restored = restored.await?;
        let are = if restored.games == 1 { "is" } else { "are" };
        let games = count(restored.games, "game");
        let mut lines = vec![format!("{games} {are} back in {place}.")];
        if !restored.ended.is_empty() {
            lines.push(format!(
                "{} of Ludo ended, so that no dice are rolled twice: {}.",
                count(restored.ended.len(), "game"),
                names(&restored.ended)
            ));
        }
        if !restored.renewed.is_empty() {
            let many = restored.renewed.len();
            let go = if many == 1 { "goes" } else { "go" };
            lines.push(format!(
                "{} of Ludo {go} on with new dice, once all players have given to them: {}.",
                count(many, "game"),
                names(&restored.renewed)
            ));
        }
        if let Some(replaced) = &restored.replaced {
            let replaced = replaced.display();
            lines.push(format!("The replaced database is kept as {replaced}."));
        }
        print(&lines)?;
        note_differing(&restored.differing);
        match note_damaged(&restored.damaged) {
            0 => Ok(ExitCode::SUCCESS),
            damaged => bail!(
                "{} of the backup cannot be replayed; an older backup may have what is lost",
                count(damaged, "game")
            ),
        }
    })
}

/// What is asked before games are restored.
fn question_before(place: &Place, file: Option<&Path>) -> String {
    let Some(file) = file.map(Path::display) else {
        return format!(
            "Take {place} for a restored database, and give its Ludo games in progress new dice?"
        );
    };
    let how = match place {
        Place::Folder(_) => "replacing those in",
        Place::Database(_) => "into",
    };
    format!(
        "Restore the games of {file}, {how} {place}, with new dice for its Ludo games in progress?"
    )
}

/// Runs work that replays all games, with a progress bar.
async fn watched<R>(work: impl AsyncFnOnce(ReplayProgress<'_>) -> R) -> R {
    let mut progress = Progress::of_task("replaying the games");
    let result = work(&mut |share| progress.reach_share(share)).await;
    progress.finish();
    result
}

/// Names the damaged games on standard error; returns their number.
fn note_damaged(damaged: &[(GameId, String)]) -> usize {
    for (id, what) in damaged {
        output::note(&format!("parlor: game {id} is damaged: {what}"));
    }
    damaged.len()
}

/// Prints lines.
fn print(lines: &[String]) -> anyhow::Result<ExitCode> {
    output::write(format!("{}\n", lines.join("\n")).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// All without duplicates, in their order.
pub(crate) fn once<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut seen = Vec::with_capacity(all.len());
    for one in all {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen
}

async fn list(arguments: &ListArgs) -> anyhow::Result<ExitCode> {
    let store = operator::read(&arguments.place.place()?).await?;
    let mut games = operator::list(&*store).await?;
    store.close().await?;
    let name = arguments.game.map(|game| match game {
        GameName::Ludo => "ludo",
        GameName::Kuba => "kuba",
    });
    games.retain(|game| {
        !(arguments.open && game.is_over || arguments.over && !game.is_over)
            && name.is_none_or(|name| game.config.game == name)
            && arguments.since.is_none_or(|since| game.touched >= since)
    });
    games.sort_by_key(|game| Reverse((game.touched, game.id.clone())));
    let mut lines = String::new();
    for game in &games {
        let line = if arguments.json {
            as_json(game).to_string()
        } else {
            as_line(game)
        };
        lines.push_str(&line);
        lines.push('\n');
    }
    output::write(lines.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn as_line(game: &ListedGame) -> String {
    let seats = game.config.seats.iter().map(|seat| {
        let name = parlor_view::printable(&seat.shown_name());
        format!("{} {name}", seat.seat)
    });
    let seats: Vec<String> = seats.collect();
    format!(
        "{}  {}  {}  {}  {:>5}  {}",
        game.id,
        game.config.game,
        if game.is_over { "over" } else { "open" },
        minute_of(game.touched),
        game.version,
        seats.join(", ")
    )
}

fn as_json(game: &ListedGame) -> serde_json::Value {
    let seats = game.config.seats.iter().map(|seat| {
        let bot = match &seat.player {
            PlayerConfig::Bot(bot) => Some(bot),
            PlayerConfig::Person(_) => None,
        };
        json!({"seat": seat.seat, "name": seat.shown_name(), "bot": bot})
    });
    json!({
        "id": game.id.as_str(),
        "game": game.config.game,
        "rules": game.config.rules,
        "over": game.is_over,
        "made": game.made.0,
        "touched": game.touched.0,
        "version": game.version,
        "seats": seats.collect::<Vec<_>>(),
    })
}

/// The error for an unknown game.
fn no_game(id: &GameId) -> anyhow::Error {
    anyhow::anyhow!("no game {id}; `parlor games list` shows all games")
}

async fn show(place: &GamesPlace, id: &GameId) -> anyhow::Result<ExitCode> {
    let store = operator::read(&place.place()?).await?;
    let table = operator::table(&*store, id).await?;
    let made = store.entries(id, 0).await?.first().map(|entry| entry.at);
    store.close().await?;
    let view = table.ok_or_else(|| no_game(id))?.view_for(&[]);
    let mut lines = vec![format!(
        "{id}: {} ({} rules), {}",
        view.game,
        view.rules,
        view.status.as_str()
    )];
    lines.extend(view.seats.iter().map(|seat| {
        let name = parlor_view::printable(&seat.name);
        let played = played(&seat.occupant, seat.is_taken);
        format!("  {}  {name}{played}", seat.seat)
    }));
    lines.extend(made.map(|made| format!("made        {} UTC", minute_of(made))));
    lines.push(format!("last entry  {} UTC", minute_of(view.touched)));
    let (entries, plies) = (view.version, view.played);
    lines.push(format!(
        "entries     {entries}, of them {plies} on the board"
    ));
    lines.push(format!("position    {}", view.position));
    lines.push(ending(&view));
    print(&lines)
}

/// The state of the game in one line.
fn ending(view: &GameView) -> String {
    let status = view.scene.status();
    match &view.result {
        Some(result) => {
            let reason = result.reason.map(|reason| format!(", {}", reason.as_str()));
            format!(
                "ending      {}{}: {status}",
                result.ending,
                reason.unwrap_or_default()
            )
        }
        None if view.status == Status::Playing => format!("now         {status}"),
        None => "now         waiting for players".to_owned(),
    }
}

fn played(played: &Occupant, is_taken: bool) -> String {
    match played {
        Occupant::Person if is_taken => String::new(),
        Occupant::Person => " (has not come yet)".to_owned(),
        Occupant::Bot(bot) => format!(" (the bot {bot})"),
        Occupant::Substitute(bot) => format!(" (away; the bot {bot} plays)"),
    }
}

async fn export(
    place: &GamesPlace,
    games: Vec<GameId>,
    to: OutputForm,
) -> anyhow::Result<ExitCode> {
    let store = operator::read(&place.place()?).await?;
    let games = if games.is_empty() {
        let all = operator::list(&*store).await?;
        all.into_iter().map(|game| game.id).collect()
    } else {
        games
    };
    let mut failed = 0;
    for id in &games {
        let table = match operator::table(&*store, id).await {
            Ok(Some(table)) => table,
            // The other games are still exported.
            Ok(None) => {
                output::note(&format!("parlor: {}", no_game(id)));
                failed += 1;
                continue;
            }
            Err(error) => {
                output::note(&format!("parlor: {error}"));
                failed += 1;
                continue;
            }
        };
        let mut record = match to {
            OutputForm::Text => table.record_text(),
            OutputForm::Json => table.record_json(),
        };
        if !record.ends_with('\n') {
            record.push('\n');
        }
        output::write(record.as_bytes())?;
    }
    store.close().await?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(crate::BAD_INPUT)
    })
}

async fn check(place: &GamesPlace) -> anyhow::Result<ExitCode> {
    let store = operator::read(&place.place()?).await?;
    let checked = watched(async |progress| operator::check(&*store, progress).await).await;
    store.close().await?;
    let (games, damaged) = checked?;
    if note_damaged(&damaged) == 0 {
        let verb = if games == 1 { "is" } else { "are" };
        let lines = format!(
            "The database is intact, and so {verb} its {}.\n",
            count(games, "game")
        );
        output::write(lines.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    bail!(
        "{} of {} cannot be replayed",
        damaged.len(),
        count(games, "game")
    )
}

/// Copies all games to another place.
async fn copy(place: &GamesPlace, target: &Place) -> anyhow::Result<ExitCode> {
    let source = place.place()?;
    let mut progress = Progress::of_task("copying the games");
    let copied = operator::copy(&source, target, &mut |share| progress.reach_share(share)).await;
    progress.finish();
    let copied = copied?;
    let mut lines = vec![format!(
        "{} with {} copied from {source} to {target}, read back and compared.",
        count(copied.games, "game"),
        entries(copied.entries),
    )];
    if copied.found > 0 {
        lines.push(format!(
            "{} with {} found there already and compared.",
            count(copied.found, "game"),
            entries(copied.found_entries),
        ));
    }
    lines.extend(of_lobby(&copied.keeping));
    print(&lines)?;
    let damaged = note_damaged(&copied.damaged);
    for (id, how) in &copied.differing {
        output::note(&format!("parlor: game {id} is another in {target}: {how}"));
    }
    let kept = note_differing(&copied.keeping.differing);
    match damaged + copied.differing.len() {
        0 if kept > 0 => bail!(
            "{} not copied; `parlor lobby` decides about them in the place where they \
             are wrong",
            if kept == 1 {
                "1 name or network of the lobby is".to_owned()
            } else {
                format!("{kept} names and networks of the lobby are")
            }
        ),
        0 => Ok(ExitCode::SUCCESS),
        left => bail!(
            "{} not copied; `parlor games delete` removes one from the place where it is wrong, \
             and the copy can be run again",
            if left == 1 {
                "1 game is".to_owned()
            } else {
                format!("{left} games are")
            }
        ),
    }
}

/// What was copied of the lobby; `None` if it has nothing to copy.
fn of_lobby(kept: &CopiedKeeping) -> Option<String> {
    let things = |names, blocks| format!("{} and {}", count(names, "name"), count(blocks, "block"));
    let copied = kept.names + kept.blocks > 0;
    let found = kept.found_names + kept.found_blocks > 0;
    let copied = copied.then(|| format!("{} copied", things(kept.names, kept.blocks)));
    let found = found.then(|| {
        format!(
            "{} found there already",
            things(kept.found_names, kept.found_blocks)
        )
    });
    let parts: Vec<String> = copied.into_iter().chain(found).collect();
    (!parts.is_empty()).then(|| format!("Of the lobby: {}, and compared.", parts.join(", ")))
}

/// Names what a place has otherwise of the lobby on standard error; returns its number.
fn note_differing(differing: &[String]) -> usize {
    for what in differing {
        output::note(&format!("parlor: {}", parlor_view::printable(what)));
    }
    differing.len()
}

/// `1 entry`, `2 entries`.
fn entries(number: u64) -> String {
    match number {
        1 => "1 entry".to_owned(),
        _ => format!("{number} entries"),
    }
}

/// Requests a change and prints its outcome.
async fn change(
    place: &GamesPlace,
    wanted: OperatorCommand,
    done: &str,
    question: &str,
    yes: bool,
) -> anyhow::Result<ExitCode> {
    let place = place.place()?;
    confirm(question, yes)?;
    let CommandReport {
        done: games, left, ..
    } = operator::change(&place, &wanted).await?;
    let mut text = format!("{} {done}", count(games.len(), "game"));
    if !games.is_empty() {
        text.push_str(": ");
        text.push_str(&names(&games));
    }
    text.push_str(".\n");
    output::write(text.as_bytes())?;
    for (game, why) in &left {
        output::note(&format!("parlor: game {game}: {why}"));
    }
    Ok(if left.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(crate::BAD_INPUT)
    })
}

/// The first ids, and the number of the others.
fn names(games: &[GameId]) -> String {
    let listed: Vec<&str> = games.iter().take(MAX_LISTED).map(GameId::as_str).collect();
    match games.len().saturating_sub(MAX_LISTED) {
        0 => listed.join(", "),
        more => format!("{}, and {more} more", listed.join(", ")),
    }
}

/// Asks for confirmation on the terminal, unless given by `--yes`.
fn confirm(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        bail!("{question} Standard input is not a terminal; use --yes to confirm");
    }
    let mut stderr = io::stderr().lock();
    write!(stderr, "{question} [y/N] ")?;
    stderr.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        Ok(())
    } else {
        bail!("nothing was changed")
    }
}
