//! The data folders of releases and of older formats open with the program as it is now: every
//! game is there, goes on, and verifies. `data-folders/make.py` made them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parlor_dice::{Bytes32, Scheme};
use parlor_record::record::AnyRecord;
use parlor_service::bots::BotPool;
use parlor_service::clock::SystemClock;
use parlor_service::operator;
use parlor_service::randomness::SystemRandomness;
use parlor_service::service::{CommandOutcome, GameHandle, Service, Settings, SharedText};
use parlor_service::store::Store;
use parlor_service::store::moderation::{
    FoldedName, Moderated, ModerationWrite, NameDecision, Rulings,
};
use parlor_service::store::sqlite::SqliteStore;
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::GameId;
use parlor_table::key::Key;
use parlor_table::log::{DiceContribution, HintReason};
use parlor_table::saved_log::SavedLog;
use parlor_table::table::{GameView, HintSearch, Status};
use parlor_table::timestamp::Timestamp;
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, raw_sql};
use tempfile::TempDir;

/// A copy of a release's folder, which goes with the test.
fn copied(release: &str) -> (TempDir, PathBuf) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data-folders");
    let folder = tempfile::tempdir().expect("a folder for a test");
    let copy = folder.path().join("games.sqlite");
    fs::copy(kept.join(release).join("games.sqlite"), &copy).expect("the release's file");
    (folder, copy)
}

/// What is in a release's folder.
fn told(release: &str) -> Vec<Value> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data-folders");
    let text = fs::read_to_string(kept.join(release).join("games.json"));
    serde_json::from_str(&text.expect("a file")).expect("a list")
}

fn service(store: Arc<dyn Store>) -> Service {
    let bots = BotPool::new(1, Duration::from_secs(5)).expect("a thread");
    let randomness = Arc::new(SystemRandomness);
    let settings = Settings::default();
    Service::new(store, Arc::new(SystemClock), randomness, bots, settings)
}

/// A game of the folder, and who plays it.
struct Game<'a> {
    service: &'a Service,
    handle: Arc<GameHandle>,
    seats: Vec<char>,
    sent: u32,
}

impl<'a> Game<'a> {
    async fn find(service: &'a Service, told: &Value) -> Self {
        let id: GameId = told["name"].as_str().expect("a name").parse().expect("one");
        let handle = service.game(&id).await.expect("the store works");
        let handle = handle.expect("it is there");
        let tokens = told["tokens"].as_object().expect("keys");
        for (seat, token) in tokens {
            let key: Key = token.as_str().expect("a key").parse().expect("a key");
            assert_eq!(
                handle.seat_of(&key),
                seat.parse().ok(),
                "the links still work"
            );
        }
        let seats = tokens.keys().map(|seat| seat.parse().expect("a letter"));
        Self {
            service,
            handle,
            seats: seats.collect(),
            sent: 0,
        }
    }

    fn view_for(&self) -> GameView {
        self.handle.view_for(&self.seats)
    }

    async fn act(&mut self, seat: char, kind: CommandKind) {
        self.sent += 1;
        loop {
            let command = Command {
                expected_version: self.view_for().version,
                idempotency_key: format!("later-{}", self.sent).parse().expect("a name"),
                by: self.seats.clone(),
                seat: Some(seat),
                kind: kind.clone(),
            };
            let answer = self.service.execute(self.handle.id(), &command).await;
            match answer.expect("the store works").expect("it is there") {
                CommandOutcome::Committed(_) => return,
                // A bot was faster.
                CommandOutcome::Stale(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn must(&mut self, seat: char, word: &str) {
        self.act(seat, word.parse().expect("a kind")).await;
    }

    /// Plays to the end, or up to so many actions; bots play theirs.
    async fn play(&mut self, actions: usize) {
        let mut news = self.handle.news();
        for number in 0..actions {
            let mut view = self.view_for();
            while view.status == Status::Playing
                && view.to_act.is_some_and(|seat| !self.seats.contains(&seat))
            {
                let waits = tokio::time::timeout(Duration::from_mins(1), news.changed());
                waits.await.expect("a bot plays").expect("it is handle");
                view = self.view_for();
            }
            let (Status::Playing, Some(seat)) = (view.status, view.to_act) else {
                return;
            };
            let choice = number * 7 % view.legal.len();
            self.must(seat, &view.legal[choice]).await;
        }
    }

    /// What is written of it agrees with itself, and with its dice.
    fn verify(&self) {
        let record = AnyRecord::read(&self.handle.record_text()).expect("a record");
        assert_eq!(
            AnyRecord::read(&self.handle.record_json()).expect("a record"),
            record
        );
        let view = self.view_for();
        if view.dice.is_some() && view.status == Status::Over {
            let verified = record.verify_dice();
            assert!(verified.is_ok(), "{verified:?}");
        }
        let saved = SavedLog::read(&self.handle.log_text()).expect("its own log");
        let table = saved.table(saved.version()).expect("it was played so");
        assert_eq!(table.record_text(), &*self.handle.record_text());
        let events = self.handle.table().events(0, usize::MAX);
        let versions: Vec<u64> = events.iter().map(|event| event.version).collect();
        assert_eq!(versions, (1..=self.handle.version()).collect::<Vec<_>>());
    }
}

/// A record as releases wrote it that knew no head of a log.
fn without_head(record: &str) -> Value {
    let mut record: Value = serde_json::from_str(record).expect("JSON");
    let members = record.as_object_mut().expect("an object");
    assert!(members.remove("log_head").is_some());
    assert!(members.remove("checksum").is_some());
    let record = AnyRecord::read(&record.to_string()).expect("a record");
    serde_json::from_str(&record.to_json()).expect("JSON")
}

/// Opens a release's folder, and checks that every game is as the release left it.
async fn opens_as_it_was(release: &str) -> (TempDir, Service) {
    let (folder, file) = copied(release);
    let store = Arc::new(SqliteStore::open(&file).await.expect("it opens"));
    let service = service(store);
    for told in told(release) {
        let game = Game::find(&service, &told).await;
        let view = game.view_for();
        assert_eq!(Some(view.version), told["version"].as_u64(), "{told}");
        assert_eq!(
            Some(view.status.as_str()),
            told["status"].as_str(),
            "{told}"
        );
        assert_eq!(Some(&*view.position), told["position"].as_str(), "{told}");
        // A head stands for ever, whatever program reads the log.
        let head = view.head.map(|head| head.to_string());
        assert_eq!(head.as_deref(), told["head"].as_str(), "{told}");
        game.verify();
    }
    (folder, service)
}

#[tokio::test]
async fn the_folder_of_0_1_opens_with_every_game_as_it_was() {
    let (_folder, service) = opens_as_it_was("0.1").await;
    service.close().await.expect("it closes");
}

#[tokio::test]
async fn the_hints_and_names_of_format_3_are_as_they_were() {
    let (_folder, service) = opens_as_it_was("format-3").await;
    let mut standing = Vec::new();
    for told in told("format-3") {
        let game = Game::find(&service, &told).await;
        let view = game.view_for();
        for seat in &view.seats {
            assert_eq!(told["names"][seat.seat.to_string()], seat.name, "{told}");
        }
        let record = without_head(&game.handle.record_json());
        assert_eq!(record, told["record"], "{told}");
        let hints = told["hints"].as_array().expect("a list");
        let events = game.handle.table().events(0, usize::MAX).into_iter();
        let logged =
            events.filter_map(|event| Some(event.action.strip_prefix("hint:")?.to_owned()));
        assert!(
            logged.eq(hints
                .iter()
                .map(|hint| hint["action"].as_str().expect("a word")))
        );
        if let Some(hint) = view.hint {
            let HintSearch::Found {
                action,
                reason: HintReason::Says(says),
            } = hint.search
            else {
                panic!("it was found: {hint:?}");
            };
            let last = hints.last().expect("a hint");
            assert_eq!(
                (&last["action"], &last["says"]),
                (&action.into(), &says.into())
            );
            standing.push(view.game);
        }
    }
    assert_eq!(standing, ["kuba", "ludo"]);
    service.close().await.expect("it closes");
}

#[tokio::test]
async fn in_a_rematch_a_default_name_of_format_3_stays_with_its_seat() {
    let (_folder, service) = opens_as_it_was("format-3").await;
    for (told, names) in [
        ("kuba-hint", &["Bea", "Player B"][..]),
        ("kuba-over-rematch", &["Ann", "Player B"]),
        ("ludo-over-rematch", &["Player A", "Player C"]),
    ] {
        let games = self::told("format-3");
        let told = games.iter().find(|game| game["purpose"] == told);
        let mut game = Game::find(&service, told.expect("it is there")).await;
        let seat = game.seats[0];
        for seat in game.seats.clone() {
            if game
                .view_for()
                .seats
                .iter()
                .any(|view| view.seat == seat && !view.is_taken)
            {
                let dice = match game.view_for().dice {
                    Some(_) => service.drawn_contribution().expect("randomness"),
                    None => DiceContribution::default(),
                };
                game.act(seat, CommandKind::Join { name: None, dice }).await;
            }
        }
        game.must(seat, "resign").await;
        game.must(seat, "rematch").await;
        let next = game.view_for().rematch.expect("a game follows");
        let next = service.game(&next).await.expect("the store works");
        let seats = next.expect("it is there").view_for(&[]).seats;
        assert!(
            seats
                .iter()
                .map(|seat| &*seat.name)
                .eq(names.iter().copied()),
            "{seats:?}"
        );
    }
    service.close().await.expect("it closes");
}

#[tokio::test]
async fn the_games_of_0_1_are_played_on_to_the_end_and_verify() {
    let (_folder, file) = copied("0.1");
    let store = Arc::new(SqliteStore::open(&file).await.expect("it opens"));
    let service = service(store);
    let mut over = Vec::new();
    for told in told("0.1") {
        let mut game = Game::find(&service, &told).await;
        let purpose = told["purpose"].as_str().expect("a purpose").to_owned();
        match &*purpose {
            "kuba-undo" => {
                let request = game.view_for().request.expect("it still stands");
                let other = if request.asker == 'W' { 'B' } else { 'W' };
                let moves = game.view_for().moves.len();
                game.must(other, "allow-undo").await;
                assert_eq!(game.view_for().moves.len(), moves - 1);
            }
            "ludo-waiting" => {
                let dice = service.drawn_contribution().expect("randomness");
                game.act('C', CommandKind::Join { name: None, dice }).await;
                let words = told["secrets"]["A"].as_str().expect("words");
                game.must('A', &format!("reveal:{words}")).await;
            }
            _ => {}
        }
        if purpose.contains("clocks") {
            let view = game.view_for();
            assert!(view.clock.is_some() && view.seats.iter().all(|seat| seat.time_left.is_some()));
        }
        game.play(20).await;
        if game.view_for().status == Status::Playing {
            game.must(game.seats[0], "resign").await;
        }
        if purpose == "ludo-bots" {
            // Among three a bot takes the seat, and plays with the others to the end.
            assert_eq!(game.view_for().status, Status::Playing);
        } else {
            assert_eq!(game.view_for().status, Status::Over, "{purpose}");
            over.push((game.handle.id().clone(), game.handle.record_text()));
        }
        game.verify();
    }
    service.close().await.expect("it closes");

    let archived = archived_as_they_were(&file, &over).await;
    assert!(
        archived >= 7,
        "all but one are over, and perhaps that: {archived}"
    );
}

/// Opens the file once more and archives what is over, and checks that these games have the
/// records that they had; the number archived.
async fn archived_as_they_were(file: &Path, games: &[(GameId, SharedText)]) -> u64 {
    let store = Arc::new(SqliteStore::open(file).await.expect("it opens"));
    let archived = store.archive(Timestamp(u64::MAX)).await;
    let archived = archived.expect("the store works");
    let service = service(store);
    for (id, record) in games {
        let handle = service.game(id).await.expect("the store works");
        assert_eq!(&handle.expect("it is there").record_text(), record, "{id}");
    }
    service.close().await.expect("it closes");
    archived
}

#[tokio::test]
async fn games_begun_by_version_1_of_the_dice_end_by_it() {
    let (folder, service) = opens_as_it_was("format-6").await;
    let (mut purposes, mut over) = (Vec::new(), Vec::new());
    for told in told("format-6") {
        let mut game = Game::find(&service, &told).await;
        let purpose = told["purpose"].as_str().expect("a purpose");
        let secrets = told["secrets"].as_object().expect("bytes");
        let bytes_of = |seat: &str| secrets[seat].as_str().expect("digits");
        match purpose {
            "ludo-players" => {
                let dice = service.drawn_contribution().expect("randomness");
                game.act('D', CommandKind::Join { name: None, dice }).await;
                game.must('A', &format!("reveal:{}", bytes_of("A"))).await;
            }
            "ludo-reveals" => game.must('D', &format!("reveal:{}", bytes_of("D"))).await,
            _ => {}
        }
        game.play(20).await;
        if game.view_for().status == Status::Playing {
            game.must('A', "abandon").await;
        }
        assert_eq!(game.view_for().status, Status::Over, "{purpose}");
        game.verify();
        let record: Value = serde_json::from_str(&game.handle.record_json()).expect("JSON");
        assert_eq!(record["dice"]["scheme"], "parlor-dice-v1", "{purpose}");
        for seat in record["seats"].as_array().expect("a list") {
            let Some(own) = secrets.get(seat["seat"].as_str().expect("a letter")) else {
                continue;
            };
            let bytes = hex::decode(own.as_str().expect("digits")).expect("bytes");
            let plain = Bytes32::sha_256(&bytes).to_string();
            assert_eq!(
                (&seat["entropy"], &seat["commitment"]),
                (own, &plain.into())
            );
            assert_eq!(seat.get("salt"), None, "{purpose}");
        }
        let actions = |record: &Value| record["actions"].as_array().expect("a list").clone();
        let before = actions(&told["record"]);
        assert_eq!(actions(&record)[..before.len()], before, "{purpose}");
        game.must('A', "rematch").await;
        let next = game.view_for().rematch.expect("a game follows");
        let next = service.game(&next).await.expect("the store works");
        let dice = next.expect("it is there").view_for(&[]).dice;
        assert_eq!(dice.map(|dice| dice.scheme), Some(Scheme::V2), "{purpose}");
        purposes.push(purpose.to_owned());
        over.push((game.handle.id().clone(), game.handle.record_text()));
    }
    let all = ["ludo-players", "ludo-reveals", "ludo-playing", "ludo-over"];
    assert_eq!(purposes, all);
    service.close().await.expect("it closes");
    let file = folder.path().join("games.sqlite");
    assert_eq!(archived_as_they_were(&file, &over).await, 4);
}

#[tokio::test]
async fn a_file_of_an_older_format_is_read_without_being_changed() {
    let (_folder, file) = copied("0.1");
    let to_2 = include_str!("../../src/store/sqlite/from_1_to_2.sql");
    let to_3 = include_str!("../../src/store/sqlite/from_2_to_3.sql");
    for step in ["", to_2, to_3] {
        let options = SqliteConnectOptions::new().filename(&file);
        let mut connection = options.connect().await.expect("a database");
        let taken = raw_sql(step).execute(&mut connection).await;
        taken.expect("right SQL");
        connection.close().await.expect("closed");
        let before = fs::read(&file).expect("a file");
        let store = SqliteStore::open_read_only(&file).await.expect("it opens");
        let listed = store.list(None, 99).await.expect("the store works");
        assert_eq!(listed.len(), told("0.1").len());
        for game in listed {
            let table = operator::table(&store, &game.id).await;
            let table = table.expect("the store works").expect("it is there");
            assert_eq!(table.version(), game.version);
        }
        let over = store.count_over().await.expect("the store works");
        assert_eq!(over.expect("some are over").all, 2);
        let names = store.moderation().reported_names().await;
        assert_eq!(names.expect("the store works"), []);
        let names = store.moderation().watched_names().await;
        assert_eq!(names.expect("the store works"), []);
        let rulings = store.moderation().rulings().await;
        assert_eq!(rulings.expect("the store works"), Rulings::default());
        store.close().await.expect("it closes");
        assert_eq!(fs::read(&file).expect("a file"), before);
    }
    // And it becomes one of the newest.
    let store = SqliteStore::open(&file).await.expect("it opens");
    let listed = store.list(None, 99).await.expect("the store works");
    assert_eq!(listed.len(), told("0.1").len());
    let name = FoldedName::of("Rude");
    let hide = ModerationWrite::Decide(name.clone(), NameDecision::Hidden);
    let hidden = store.moderation().moderate(hide).await;
    assert_eq!(hidden.expect("the store works"), Moderated::Done);
    let rulings = store.moderation().rulings().await;
    assert!(rulings.expect("the store works").hidden.contains(&name));
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn archived_games_of_format_3_are_read_without_changing_the_file() {
    let (_folder, file) = copied("format-3");
    let store = SqliteStore::open(&file).await.expect("it opens");
    let archived = store.archive(Timestamp(u64::MAX)).await;
    assert_eq!(archived.expect("the store works"), 2);
    store.close().await.expect("it closes");
    let options = SqliteConnectOptions::new().filename(&file);
    let mut connection = options.connect().await.expect("a database");
    let set_back = raw_sql("PRAGMA user_version = 3");
    set_back.execute(&mut connection).await.expect("right SQL");
    connection.close().await.expect("closed");
    let before = fs::read(&file).expect("a file");
    let store = SqliteStore::open_read_only(&file).await.expect("it opens");
    let over = told("format-3")
        .into_iter()
        .filter(|told| told["status"] == "over");
    for told in over {
        let id: GameId = told["name"].as_str().expect("a name").parse().expect("one");
        let table = operator::table(&store, &id).await.expect("the store works");
        let record = table.expect("it is there").record_json();
        assert_eq!(without_head(&record), told["record"]);
    }
    store.close().await.expect("it closes");
    assert_eq!(fs::read(&file).expect("a file"), before);
}

#[test]
fn the_folder_of_0_1_has_what_it_is_there_for() {
    let purposes = told("0.1");
    let purposes: Vec<_> = purposes.iter().map(|told| &told["purpose"]).collect();
    for purpose in [
        "ludo-clocks",
        "ludo-bots",
        "kuba-clocks",
        "kuba-bot",
        "kuba-undo",
        "ludo-finished",
        "kuba-finished",
        "ludo-waiting",
    ] {
        assert!(purposes.contains(&&Value::from(purpose)), "{purpose}");
    }
}

#[tokio::test]
async fn an_entry_that_was_changed_in_the_file_is_named() {
    let (_folder, file) = copied("format-6");
    let store = Arc::new(SqliteStore::open(&file).await.expect("it opens"));
    let service = service(store);
    let told = told("format-6");
    let in_play = |told: &&Value| told["status"] == "playing";
    let told = told.iter().find(in_play).expect("one goes on");
    let mut game = Game::find(&service, told).await;
    let first = game.handle.version() + 1;
    game.play(3).await;
    let id = game.handle.id().clone();
    service.close().await.expect("it closes");
    drop(game);

    // Those from before have no heads of their own, but that of the first later one stands for them.
    for (changed, named) in [(first + 1, first + 1), (first - 1, first)] {
        let options = SqliteConnectOptions::new().filename(&file);
        let mut connection = options.connect().await.expect("a database");
        for (by, is_found) in [("+", true), ("-", false)] {
            let id = id.as_str();
            let change = format!(
                "UPDATE entry SET at = at {by} 1 WHERE game = '{id}' AND version = {changed}"
            );
            let change = raw_sql(sqlx::AssertSqlSafe(change));
            change.execute(&mut connection).await.expect("right SQL");
            let store = SqliteStore::open(&file).await.expect("it opens");
            let found = operator::table(&store, &id.parse().expect("a name")).await;
            store.close().await.expect("it closes");
            let error = found.err().map(|error| error.to_string());
            assert_eq!(error.is_some(), is_found, "{error:?}");
            if let Some(error) = error {
                assert!(
                    error.contains(&format!("entry {named} of the log")),
                    "{error}"
                );
            }
        }
        connection.close().await.expect("closed");
    }
}
