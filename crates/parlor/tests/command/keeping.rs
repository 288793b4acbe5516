//! The commands for who keeps a server running, as a person and as a script meet them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use parlor_dice::{Bytes32, Scheme};
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::store::{Created, NewGame, Store as _};
use parlor_table::id::GameId;
use parlor_table::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, SeatConfig,
};
use parlor_table::timestamp::Timestamp;
use serde_json::Value;

use super::{parlor, run, told, wrong};

const LUDO: &str = "ff2b52k6jj6bdgf8";
const LUDO_WAITING: &str = "g97ckhgg57c5k489";
const KUBA_OVER: &str = "337jc59d94j9fjd2";

/// A folder with the games of a release, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("parlor-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let kept = "../parlor-service/tests/data-folders/0.1/games.sqlite";
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(kept);
        fs::copy(kept, folder.join("games.sqlite")).expect("the games of a release");
        Self(folder)
    }

    /// Runs a command with this folder.
    fn run(&self, words: &[&str]) -> Output {
        let data = self.0.to_str().expect("a name in UTF-8");
        run(&[words, &["--data", data]].concat(), "")
    }

    fn file(&self, name: &str) -> String {
        let file = self.0.join(name);
        file.to_str().expect("a name in UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_are_listed_and_what_is_asked_for_is_left() {
    let folder = Folder::new("list");
    let list = |words: &[&str]| told(&folder.run(&[&["games", "list"], words].concat()));
    let lines = |words: &[&str]| list(words).lines().count();
    assert_eq!(lines(&[]), 8);
    assert_eq!(lines(&["--open"]) + lines(&["--over"]), 8);
    assert_eq!(lines(&["--over"]), 2);
    assert_eq!(lines(&["--game", "ludo"]) + lines(&["--game", "kuba"]), 8);
    assert_eq!(lines(&["--over", "--game", "kuba"]), 1);
    assert_eq!(lines(&["--since", "2026-11-23"]), 8);
    assert_eq!(lines(&["--since", "2026-11-24"]), 0);
    let line = list(&["--over", "--game", "kuba"]);
    assert_eq!(
        line,
        "337jc59d94j9fjd2  kuba  over  2026-11-23 11:00     12  W Player W, B Player B\n"
    );
    for line in list(&["--json"]).lines() {
        let game: Value = serde_json::from_str(line).expect("an object a line");
        assert!(game["version"].as_u64() > Some(0), "{game}");
    }
    let (code, said) = wrong(&folder.run(&["games", "list", "--since", "yesterday"]));
    assert_eq!(code, Some(2));
    assert!(said.contains("\"yesterday\" is no day"), "{said}");
}

#[test]
fn a_game_is_shown_and_exported_as_a_record_that_verifies() {
    let folder = Folder::new("export");
    let shown = told(&folder.run(&["games", "show", LUDO]));
    assert!(
        shown.starts_with("ff2b52k6jj6bdgf8: ludo (classic rules), playing\n  A  Ann\n"),
        "{shown}"
    );
    assert!(
        shown.contains("\nentries     25, of them 12 on the board\n"),
        "{shown}"
    );
    let all = told(&folder.run(&["games", "export", "--all"]));
    assert_eq!(all.matches("parlor-record 1\n").count(), 8);
    let json = told(&folder.run(&["games", "export", "--to", "json", KUBA_OVER, LUDO]));
    assert_eq!(json.lines().count(), 2);
    let verified = run(&["verify", "-"], json.lines().next().expect("a record"));
    assert!(verified.status.success());
    // What is not there hinders no other.
    let (code, said) = wrong(&folder.run(&["games", "export", "2222222222222222", LUDO]));
    assert_eq!(code, Some(1));
    assert!(said.contains("no game 2222222222222222"), "{said}");
    let (code, said) = wrong(&folder.run(&["games", "show", "nonsense"]));
    assert_eq!(code, Some(2));
    assert!(said.contains("16 of the characters"), "{said}");
}

#[test]
fn what_cannot_be_undone_is_asked_first() {
    let folder = Folder::new("ask");
    let commands: [&[&str]; 3] = [
        &["games", "end", LUDO],
        &["games", "delete", LUDO],
        &["games", "prune", "--older-than", "1h"],
    ];
    for words in commands {
        let (code, said) = wrong(&folder.run(words));
        assert_eq!(code, Some(1));
        assert!(said.contains("use --yes"), "{said}");
    }
    assert_eq!(told(&folder.run(&["games", "list"])).lines().count(), 8);
    let said = told(&folder.run(&["games", "end", LUDO, LUDO, "--yes"]));
    assert_eq!(said, "1 game ended: ff2b52k6jj6bdgf8.\n");
    let said = told(&folder.run(&["games", "delete", LUDO, "--yes"]));
    assert_eq!(said, "1 game deleted: ff2b52k6jj6bdgf8.\n");
    assert_eq!(told(&folder.run(&["games", "list"])).lines().count(), 7);
    assert_eq!(
        told(&folder.run(&["games", "check"])),
        "The database is intact, and so are its 7 games.\n"
    );
    let (code, said) = wrong(&folder.run(&["games", "prune", "--older-than", "soon"]));
    assert_eq!(code, Some(2));
    assert!(said.contains("\"soon\" is no age"), "{said}");
}

#[test]
fn games_are_copied_and_brought_back() {
    let folder = Folder::new("copy");
    let copy = folder.file("copy.sqlite");
    let said = told(&folder.run(&["backup", &copy]));
    assert!(said.ends_with(" kB).\n"), "{said}");
    let (code, said) = wrong(&folder.run(&["backup", &copy]));
    assert_eq!(code, Some(1));
    assert!(said.contains("say --force"), "{said}");
    told(&folder.run(&["backup", &copy, "--force"]));
    let (_, said) = wrong(&folder.run(&["restore", &copy]));
    assert!(said.contains("use --yes"), "{said}");
    let said = told(&folder.run(&["restore", &copy, "--yes"]));
    assert!(said.starts_with("8 games are back in "), "{said}");
    assert!(
        said.contains("3 games of Ludo ended, so that no dice are rolled twice"),
        "{said}"
    );
    assert!(said.contains("games.sqlite.replaced-"), "{said}");
    let shown = told(&folder.run(&["games", "show", LUDO]));
    assert!(
        shown.contains("ending      abandoned, restored: "),
        "{shown}"
    );
    // Of the one that had not begun, the secret and who was missing are all there is to verify.
    let record = told(&folder.run(&["games", "export", LUDO_WAITING]));
    let verified = told(&run(&["verify", "-"], &record));
    assert_eq!(
        verified,
        "standard input:1: right: nothing was rolled, and the secret is the one that was committed \
         to; never joined: C; never revealed their bytes: A\n"
    );
    let verified = told(&run(&["verify", "-", "--json"], &record));
    assert_eq!(
        verified,
        "{\"verdict\":\"right\",\"line\":1,\"rolls\":0,\"never_joined\":[\"C\"],\
         \"never_revealed\":[\"A\"]}\n"
    );
    let secret = record
        .lines()
        .find(|line| line.starts_with("dice.secret: "));
    let secret = secret.expect("it is shown");
    let forged = record.replace(secret, &format!("dice.secret: {}", "0".repeat(64)));
    let (code, said) = wrong(&run(&["verify", "-"], &forged));
    assert_eq!(code, Some(1));
    assert!(said.contains("which is not the commitment"), "{said}");
}

/// Puts a game of Ludo by version 2 of the dice into a folder, in play between two for whom the server
/// has drawn bytes.
fn add_ludo(folder: &Folder) -> GameId {
    let id: GameId = "23456789bcdfghjk".parse().expect("a name");
    let secret = Bytes32([5; 32]);
    let seats = ['A', 'C'].map(|seat| {
        let dice = DiceContribution {
            escrowed: Some(vec![7; 32]),
            drawn_by_server: true,
            ..DiceContribution::default()
        };
        let dice = dice.committed(Scheme::V2, &id, seat);
        SeatConfig {
            seat,
            name: None,
            player: PlayerConfig::Person(Some(dice)),
            is_program: false,
        }
    });
    let game = NewGame {
        id: id.clone(),
        config: GameConfig {
            game: "ludo".to_owned(),
            rules: "classic".to_owned(),
            seats: seats.into(),
            start: None,
            limit: 1_000,
            away_after: None,
            clock: None,
            scheme: Scheme::V2,
            commitment: Bytes32::sha_256(&secret.0),
        },
        secret,
        keys: Vec::new(),
        entries: vec![LogEntry {
            version: 1,
            at: Timestamp(1),
            idempotency_key: None,
            event: GameEvent::Created,
            head: None,
        }],
        holders: Vec::new(),
        invite: None,
        follows: None,
        pairs: Vec::new(),
    };
    let file = folder.0.join("games.sqlite");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let created = runtime.block_on(async {
        let store = SqliteStore::open(&file).await?;
        let created = store.create(game).await?;
        store.close().await.map(|()| created)
    });
    assert_eq!(created.expect("the store works"), Created::Done);
    id
}

#[test]
fn a_game_by_version_2_of_the_dice_goes_on_after_it_was_restored() {
    let folder = Folder::new("renewed");
    let id = add_ludo(&folder);
    let copy = folder.file("copy.sqlite");
    told(&folder.run(&["backup", &copy]));
    let said = told(&folder.run(&["restore", &copy, "--yes"]));
    assert!(
        said.contains("3 games of Ludo ended, so that no dice are rolled twice"),
        "{said}"
    );
    assert!(
        said.contains(&format!(
            "\n1 game of Ludo goes on with new dice, once all players have given to them: {id}.\n"
        )),
        "{said}"
    );
    let said = told(&folder.run(&["games", "check"]));
    assert_eq!(said, "The database is intact, and so are its 9 games.\n");
    let record = told(&folder.run(&["games", "export", id.as_str()]));
    for field in ["dice.epoch.1: 0", "A.drawn_by.1: server"] {
        assert!(record.contains(&format!("\n{field}\n")), "{record}");
    }
    told(&folder.run(&["games", "end", id.as_str(), "--yes"]));
    let record = told(&folder.run(&["games", "export", id.as_str()]));
    let verified = told(&run(&["verify", "-"], &record));
    assert!(verified.contains("right: "), "{verified}");
}

/// What a command that fails says, without the folder and in one line.
fn said_of(folder: &Folder, output: &Output) -> String {
    let (code, said) = wrong(output);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let place = format!("{}/", folder.0.display());
    let said = said.trim_end().replace(&place, "");
    said.replace(&*folder.0.to_string_lossy(), "FOLDER")
}

#[cfg(unix)]
#[test]
fn a_copy_that_cannot_be_made_is_refused_once_with_what_would_help() {
    let folder = Folder::new("uncopied");
    fs::write(folder.file("file"), "theirs").expect("written");
    fs::create_dir(folder.file("sub")).expect("made");
    let made = Command::new("mkfifo").arg(folder.file("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let writable = "name a file on a disk with room, in a folder that you may write to";
    for (file, force, expected) in [
        (
            "missing/copy",
            false,
            format!(
                "missing/copy cannot be written: No such file or directory (os error 2); {writable}"
            ),
        ),
        (
            "file/copy",
            false,
            format!("file/copy cannot be written: Not a directory (os error 20); {writable}"),
        ),
        (
            "file",
            false,
            "file is there already; name another file, or say --force".to_owned(),
        ),
        (
            "sub",
            true,
            "sub is no file that a copy can take the place of; name another".to_owned(),
        ),
        (
            "pipe",
            true,
            "pipe is no file that a copy can take the place of; name another".to_owned(),
        ),
        (
            "games.sqlite",
            true,
            "games.sqlite is a file of the games themselves; name another for the copy".to_owned(),
        ),
    ] {
        let file = folder.file(file);
        let force: &[&str] = if force { &["--force"] } else { &[] };
        let output = folder.run(&[&["backup", &file], force].concat());
        assert_eq!(said_of(&folder, &output), format!("parlor: {expected}"));
    }
    assert_eq!(
        fs::read(folder.file("file")).expect("it is there"),
        b"theirs"
    );
    let data = folder.file("sub");
    let output = run(&["backup", &folder.file("copy"), "--data", &data], "");
    assert_eq!(
        said_of(&folder, &output),
        "parlor: no games are kept in sub; name the folder that `parlor serve` was given by --data"
    );
}

#[cfg(unix)]
#[test]
fn what_cannot_be_brought_back_is_refused_once_with_what_would_help() {
    let folder = Folder::new("unrestored");
    fs::write(folder.file("empty"), "").expect("written");
    fs::write(folder.file("text"), "no games\n").expect("written");
    fs::create_dir(folder.file("sub")).expect("made");
    let copy = "name a file that `parlor backup` has made";
    for (file, expected) in [
        ("missing", format!("missing is not there; {copy}")),
        ("sub", format!("sub is no file; {copy}")),
        ("empty", format!("empty is empty; {copy}")),
        (
            "text",
            "text cannot be opened: file is not a database (it is no SQLite database; name \
             another file, or bring it back)"
                .to_owned(),
        ),
    ] {
        let output = folder.run(&["restore", &folder.file(file), "--yes"]);
        assert_eq!(said_of(&folder, &output), format!("parlor: {expected}"));
    }
    let games = folder.file("games.sqlite");
    let output = run(
        &["restore", &games, "--yes", "--data", &folder.file("text")],
        "",
    );
    assert_eq!(
        said_of(&folder, &output),
        "parlor: text cannot be the folder of the games: File exists (os error 17); name another \
         by --data"
    );
}

#[test]
fn games_are_copied_to_another_folder_again_and_again() {
    let folder = Folder::new("moved");
    let to = folder.file("to");
    let said = told(&folder.run(&["games", "copy", &to]));
    let written = format!(" to {to}, read back and compared.\n");
    assert!(
        said.starts_with("8 games with 245 entries copied from ") && said.ends_with(&written),
        "{said}"
    );
    let again = told(&folder.run(&["games", "copy", &to]));
    assert!(
        again.ends_with("\n8 games with 245 entries found there already and compared.\n"),
        "{again}"
    );
    let export = |data: &str| told(&run(&["games", "export", "--all", "--data", data], ""));
    assert_eq!(
        export(&to),
        told(&folder.run(&["games", "export", "--all"]))
    );
    told(&run(&["games", "end", LUDO, "--yes", "--data", &to], ""));
    let ended = export(&to);
    let (code, said) = wrong(&folder.run(&["games", "copy", &to]));
    assert_eq!(code, Some(1));
    let (first, last) = said.trim_end().split_once('\n').expect("two lines");
    assert_eq!(
        first,
        format!("parlor: game {LUDO} is another in {to}: it has 26 entries there instead of 25")
    );
    assert!(last.starts_with("parlor: 1 game is not copied; "), "{last}");
    assert_eq!(export(&to), ended);
    let own = folder.file(".");
    let (code, said) = wrong(&folder.run(&["games", "copy", &own]));
    assert_eq!(code, Some(1));
    assert!(said.contains("name another place"), "{said}");
    let (code, said) = wrong(&folder.run(&["games", "copy", ""]));
    assert_eq!(code, Some(2));
    assert!(said.contains("expected a folder, or the URL"), "{said}");
    for (target, words) in [
        (
            "mysql://parlor:geheim@db/parlor",
            "does not begin with postgres://",
        ),
        (
            "postgres://parlor:geheim@127.0.0.1:1/parlor",
            "cannot be opened",
        ),
    ] {
        let (code, said) = wrong(&folder.run(&["games", "copy", target]));
        assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.contains(words) && !said.contains("geheim"), "{said}");
    }
}

#[test]
fn a_database_is_refused_with_what_would_help_and_without_its_password() {
    let folder = Folder::new("database");
    let closed = "postgres://parlor:geheim@127.0.0.1:1/parlor";
    let (code, said) = wrong(&folder.run(&["games", "list", "--database-url", closed]));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot be used with"), "{said}");
    let commands: [&[&str]; 6] = [
        &["list"],
        &["show", LUDO],
        &["export", "--all"],
        &["check"],
        &["end", LUDO, "--yes"],
        &["prune", "--older-than", "1h", "--yes"],
    ];
    for words in commands {
        let words = [&["games"], words].concat();
        let at = |url| run(&[&words[..], &["--database-url", url]].concat(), "");
        let (code, said) = wrong(&at(closed));
        assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
        assert!(
            said.contains("postgres://parlor@127.0.0.1:1/parlor cannot be opened"),
            "{said}"
        );
        assert!(!said.contains("geheim"), "{said}");
        let (code, said) = wrong(&at("parlor:geheim@db"));
        assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.contains("does not begin with postgres://"), "{said}");
        assert!(!said.contains("geheim"), "{said}");
    }
}

#[test]
fn a_database_is_backed_up_by_its_own_tools_and_restored_on_request() {
    let url = "postgres://parlor:geheim@127.0.0.1:1/parlor";
    let at = |words: &[&str]| wrong(&run(&[words, &["--database-url", url]].concat(), ""));
    let (code, said) = at(&["backup", "games.sqlite"]);
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    for words in ["pg_dump", "pg_basebackup", "parlor games copy"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("geheim"), "{said}");
    let (code, said) = at(&["restore"]);
    assert_eq!(code, Some(1));
    let question = "parlor: Take postgres://parlor@127.0.0.1:1/parlor for a restored database, and \
                    give its Ludo games in progress new dice? ";
    assert!(
        said.starts_with(question) && said.contains("use --yes"),
        "{said}"
    );
    let (code, said) = at(&["restore", "--yes"]);
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("/parlor cannot be opened"), "{said}");
    let (_, said) = at(&["restore", "games.sqlite"]);
    assert!(
        said.contains("the games of games.sqlite, into postgres://parlor@127.0.0.1:1/parlor, with"),
        "{said}"
    );
    // Named by the environment, it is the same.
    let named = |words: &[&str]| {
        let mut command = parlor();
        command.env("PARLOR_DATABASE_URL", url).args(words);
        wrong(&command.stdin(Stdio::null()).output().expect("it runs"))
    };
    let (_, said) = named(&["backup", "games.sqlite"]);
    assert!(
        said.contains("pg_dump") && !said.contains("geheim"),
        "{said}"
    );
    let (_, said) = named(&["restore"]);
    assert!(said.starts_with(question), "{said}");
    let (_, said) = named(&["games", "list"]);
    assert!(said.contains("/parlor cannot be opened"), "{said}");
    // Beside a folder it is set aside, and that is said once.
    for words in [
        &["games", "list"][..],
        &["lobby", "reports"],
        &["lobby", "forget", "ann", "eve"],
        &["backup", "games.sqlite"],
    ] {
        let (_, said) = named(&[words, &["--data", "nowhere"]].concat());
        let note = "parlor: PARLOR_DATABASE_URL is set aside, since --data is given\n";
        assert!(said.starts_with(note) && said.contains("nowhere"), "{said}");
        assert_eq!(said.matches("set aside").count(), 1, "{said}");
        assert!(!said.contains("geheim"), "{said}");
    }
    // A folder needs a file.
    let (code, said) = wrong(&run(&["restore", "--yes"], ""));
    assert_eq!(code, Some(2));
    assert!(said.contains("<FILE>"), "{said}");
}
