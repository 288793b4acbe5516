//! Rounds of crashes, for any store.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::ops::Range;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parlor_service::store::{Append, Appended, Store};
use parlor_table::timestamp::Timestamp;
use tokio::task::JoinSet;

use crate::fixture::{append, create, game_id, keep, new_game, versions};

/// How often it is killed.
const ROUNDS: u64 = 20;

/// How many games it writes at the same time.
const GAMES: u64 = 8;

/// Games that are over, and are archived and go on by turns meanwhile.
const OVER: Range<u64> = GAMES..GAMES + 2;

/// Names the place of the store to the process that is to write it.
pub(crate) const PLACE: &str = "PARLOR_TEST_STORE";

fn action(version: u64) -> String {
    format!("action-{version}")
}

/// Writes until it is killed, and prints what it was told is kept.
async fn write_until_killed(store: Arc<dyn Store>) {
    let mut tasks = JoinSet::new();
    for game in 0..GAMES {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let last = versions(&*store, game).await.len();
            for version in u64::try_from(last).unwrap() + 1.. {
                keep(&*store, append(game, version, &action(version))).await;
                // One write a line, so that none is mixed with another.
                let line = format!("kept {game} {version}\n");
                io::stdout().write_all(line.as_bytes()).unwrap();
            }
        });
    }
    tasks.spawn(async move {
        for end in (2..).map(|version| format!("end-{version}")) {
            store.archive(Timestamp(u64::MAX)).await.unwrap();
            for game in OVER {
                let last = u64::try_from(versions(&*store, game).await.len()).unwrap();
                let name = format!("{end}-{last}");
                keep(&*store, append(game, last + 1, &name)).await;
                let line = format!("kept {game} {}\n", last + 1);
                io::stdout().write_all(line.as_bytes()).unwrap();
            }
        }
    });
    tasks.join_all().await;
}

/// Lets a process write for a while and kills it; the last version of each game
/// that it was told is kept.
fn write_and_kill(test: &str, place: &str, after: Duration) -> BTreeMap<u64, u64> {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(PLACE, place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let mut lines = lines.map(Result::unwrap).peekable();
    // The time counts from when it begins to write.
    while lines.next_if(|line| parse(line).is_none()).is_some() {}
    let killer = thread::spawn(move || {
        thread::sleep(after);
        writer.kill().unwrap();
        writer.wait().unwrap()
    });
    let mut kept = BTreeMap::new();
    for line in lines {
        // The last one may have been cut off.
        if let Some((game, version)) = parse(&line) {
            let last = kept.entry(game).or_insert(version);
            *last = version.max(*last);
        }
    }
    assert!(!killer.join().unwrap().success(), "it was killed");
    kept
}

/// Game and version. The first such line has the name of the test before it.
fn parse(line: &str) -> Option<(u64, u64)> {
    let (_, kept) = line.split_once("kept ")?;
    let (game, version) = kept.split_once(' ')?;
    Some((game.parse().ok()?, version.parse().ok()?))
}

/// Has a process of this test write to the store at a place, and kills it, again and again, within a
/// tenth of a second, or so many times that where a store is slower; `open` opens the store. In that process it writes until it is killed.
pub(crate) async fn rounds(
    test: &str,
    place: &str,
    slower: u64,
    open: impl AsyncFn(&str) -> Arc<dyn Store>,
) {
    if let Some(place) = std::env::var_os(PLACE) {
        let place = place.into_string().unwrap();
        return write_until_killed(open(&place).await).await;
    }
    let store = open(place).await;
    for game in 0..GAMES {
        create(&*store, new_game(game)).await;
    }
    for game in OVER {
        create(&*store, new_game(game)).await;
        let end = append(game, 2, "end");
        keep(&*store, Append { ends: true, ..end }).await;
    }
    store.close().await.unwrap();
    let (mut acknowledged, mut went_on) = (0, 0);
    for round in 0..ROUNDS {
        let after = Duration::from_millis(slower * (1 + 37 * round % 101));
        let kept = write_and_kill(test, place, after);
        let store = open(place).await;
        for game in 0..GAMES {
            let entries = store.entries(&game_id(game), 1).await.unwrap();
            let last = entries.last().map_or(1, |entry| entry.version);
            let told = kept.get(&game).copied().unwrap_or_default();
            assert!(told <= last, "round {round}, game {game}: {told} of {last}");
            for (version, entry) in (2..).zip(&entries) {
                let name = entry.idempotency_key.as_ref().map(ToString::to_string);
                assert_eq!((entry.version, name), (version, Some(action(version))));
            }
            if told > 1 {
                let again = store.append(append(game, last + 1, &action(told))).await;
                assert_eq!(again.unwrap(), Appended::Duplicate(told));
            }
            acknowledged = acknowledged.max(told);
        }
        for game in OVER {
            let told = kept.get(&game).copied().unwrap_or_default();
            let last = versions(&*store, game).await;
            assert!(
                told <= last.len() as u64,
                "round {round}, game {game}: {told} of {last:?}"
            );
            assert!(last.iter().copied().eq(1..=last.len() as u64), "{last:?}");
            assert!(store.game(&game_id(game)).await.unwrap().is_some());
            went_on = went_on.max(told);
        }
        let listed = store.list(None, 99).await.unwrap();
        let over = listed.iter().filter(|game| game.is_over).count();
        assert_eq!((listed.len(), over), (10, 2), "each is there once");
        store.close().await.unwrap();
    }
    assert!(
        went_on > ROUNDS / 2,
        "it archived between the crashes: {went_on}"
    );
    assert!(acknowledged > ROUNDS, "it wrote between the crashes");
}
