//! A client that tries to take all bots, or all games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::prove::{now, scratch, server_program};
use crate::repository::Repository;
use crate::server::{ActionResponse, ApiClient, NewGame, ServerProcess};

/// The greedy client, and a player at the same time: addresses for documents (RFC 5737).
const GREEDY: &str = "198.51.100.1";
const PLAYER: &str = "192.0.2.1";

/// As many games as one client may have made.
const GREEDY_GAMES: usize = 200;

/// Moves of the other player's that are measured, without the greedy one and with.
const MOVES: usize = 20;

/// How much later than twice as late a bot may answer.
const LATER: Duration = Duration::from_millis(100);

/// Games that there may be while a whole /48 of IPv6 takes all it can.
const GAMES: usize = 400;
const GAMES_OF_CLIENT: usize = 20;

/// Networks that each /48 asks from, four to a /56.
const SUBNETS: usize = 40;

/// How often it is looked whether a bot has answered, and how long one is waited for.
const LOOK: Duration = Duration::from_millis(1);
const BOT_TIMEOUT: Duration = Duration::from_secs(30);

/// A game against the bot that thinks longest.
fn against_the_best() -> Value {
    json!({"game": "kuba", "rules": "classroom", "seats": [
        {"seat": "W", "kind": "human"}, {"seat": "B", "kind": "bot", "bot": "level-8"}]})
}

/// As many games as one client may have, each with a bot that thinks without a pause.
///
/// # Errors
/// When another's bot answers too late.
pub(crate) fn bots(repository: &Repository) -> anyhow::Result<String> {
    let server = start(repository, "bots", &["--rate-limit", "5000"])?;
    let player = server.client().forwarded_for(PLAYER);
    let quiet = answers(&player)?;
    let greedy = server.client().forwarded_for(GREEDY);
    let is_over = AtomicBool::new(false);
    let (loaded, made) = thread::scope(|scope| {
        let taken = scope.spawn(|| take_bots(&greedy, &is_over));
        // Until all the games wait for their bots.
        thread::sleep(Duration::from_secs(3));
        let loaded = answers(&player);
        is_over.store(true, Ordering::Relaxed);
        let made = taken.join().expect("the thread does not panic");
        Ok::<_, anyhow::Error>((loaded?, made?))
    })?;
    server.terminate()?;
    let most = 2 * quiet[MOVES - 1] + LATER;
    ensure!(
        loaded[MOVES - 1] <= most,
        "a bot answered after {:?}, alone after {:?}",
        loaded[MOVES - 1],
        quiet[MOVES - 1]
    );
    let summary = |times: &[Duration]| {
        let [median, longest] = [times[MOVES / 2], times[MOVES - 1]].map(|time| time.as_millis());
        format!("{median} ms in the median and {longest} ms at the latest")
    };
    Ok(format!(
        "{made} games of one address against level-8, their bots thinking all the time: another's \
         bot answered after {}; alone after {}",
        summary(&loaded),
        summary(&quiet)
    ))
}

/// Plays in as many games as are allowed at once, until it is over; returns their number.
fn take_bots(client: &ApiClient, is_over: &AtomicBool) -> anyhow::Result<usize> {
    let mut games = Vec::new();
    for _ in 0..GREEDY_GAMES {
        let mut game = ShareGame::make(client)?;
        game.push_if_due(client)?;
        games.push(game);
    }
    let (status, _) = client.try_make(&against_the_best())?;
    ensure!(status == 429, "one game too many is answered by {status}");
    while !is_over.load(Ordering::Relaxed) {
        for game in &mut games {
            game.push_if_due(client)?;
            if is_over.load(Ordering::Relaxed) {
                break;
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(games.len())
}

/// A game against a bot.
struct ShareGame {
    id: String,
    token: String,
    pushes: u32,
}

impl ShareGame {
    fn make(client: &ApiClient) -> anyhow::Result<ShareGame> {
        ShareGame::of(client.make(&against_the_best())?)
    }

    fn of(NewGame { id, tokens }: NewGame) -> anyhow::Result<ShareGame> {
        let (_, token) = tokens.into_iter().next().context("no seat of a person")?;
        Ok(ShareGame {
            id,
            token,
            pushes: 0,
        })
    }

    /// Pushes if White is to push; whether that was so.
    fn push_if_due(&mut self, client: &ApiClient) -> anyhow::Result<bool> {
        let state = client.state(&self.id, &self.token)?;
        if state["status"] == "over" {
            *self = ShareGame::make(client)?;
            return Ok(false);
        }
        if state["to_act"] != "W" {
            return Ok(false);
        }
        self.pushes += 1;
        let order = json!({"version": state["version"], "action_id": self.pushes.to_string(),
            "action": state["legal"][0]});
        let said = client.act(&self.id, &self.token, &order)?;
        ensure!(
            matches!(said, ActionResponse::Committed(_)),
            "{order}: {said:?}"
        );
        Ok(true)
    }
}

/// How long a bot took to answer each of a few pushes, sorted.
fn answers(client: &ApiClient) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    let mut game = ShareGame::make(client)?;
    while times.len() < MOVES {
        if !game.push_if_due(client)? {
            continue;
        }
        let began = now();
        loop {
            let state = client.state(&game.id, &game.token)?;
            if state["to_act"] != "B" {
                break;
            }
            ensure!(began.elapsed() < BOT_TIMEOUT, "the bot does not answer");
            thread::sleep(LOOK);
        }
        times.push(began.elapsed());
    }
    times.sort();
    Ok(times)
}

/// A whole /48 of IPv6, and more, that make games without end.
///
/// # Errors
/// When a player loses a game, or a newcomer gets none.
pub(crate) fn games(repository: &Repository) -> anyhow::Result<String> {
    let (most, of_client) = (GAMES.to_string(), GAMES_OF_CLIENT.to_string());
    let limits = ["--max-games", &most, "--max-games-per-client", &of_client];
    let server = start(repository, "games", &limits)?;
    let client = |address: &str| server.client().forwarded_for(address);
    let player = client(PLAYER);
    let mut game = ShareGame::make(&player)?;
    game.push_if_due(&player)?;
    let kuba = json!({"game": "kuba", "seats": [
        {"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]});
    // 21 of each /64: one more than it may have.
    let take = |network: usize, stays: bool| {
        let mut made = 0;
        for subnet in 0..SUBNETS {
            let greedy = client(&format!("2001:db8:{network:x}:{:x}::1", subnet * 0x40));
            for _ in 0..=GAMES_OF_CLIENT {
                let (status, said) = greedy.try_make(&kuba)?;
                made += usize::from(status == 201);
                if status == 201 && stays {
                    let game = ShareGame::of(NewGame::of(&said)?)?;
                    greedy.state(&game.id, &game.token)?;
                }
            }
        }
        Ok::<_, anyhow::Error>(made)
    };
    let stayed = take(1, true)?;
    let left = take(2, false)? + take(3, false)?;
    let (status, said) = client("203.0.113.1").try_make(&kuba)?;
    ensure!(status == 201, "a newcomer gets {status} {said}");
    let state = player.state(&game.id, &game.token)?;
    ensure!(
        state["status"] == "playing",
        "a game with a player in it was ended: {state}"
    );
    server.terminate()?;
    let wanted = SUBNETS * (GAMES_OF_CLIENT + 1);
    Ok(format!(
        "where {GAMES} games may go on and {GAMES_OF_CLIENT} of one client, a /48 of IPv6 that came to \
         each of its games got {stayed} of {wanted}, and two that did not {left} of {}: a newcomer \
         got one at once, and the game of a player went on",
        2 * wanted
    ))
}

/// Bots whose players have left.
///
/// # Errors
/// When a bot plays without a player present, or does not resume.
pub(crate) fn nobody(repository: &Repository) -> anyhow::Result<String> {
    let folder = scratch(repository, "abuse-nobody")?;
    let program = server_program(repository)?;
    let server = ServerProcess::start_with(&program, &folder, &[])?;
    let bot = |seat: &str| json!({"seat": seat, "kind": "bot", "bot": "priority"});
    let alone = json!({"game": "ludo", "seats": [bot("A"), bot("C")]});
    let (status, said) = server.client().try_make(&alone)?;
    ensure!(
        status == 400 && said["error"]["field"] == "seats",
        "bots alone: {status} {said}"
    );
    let wanted = json!({"game": "ludo", "seats": [
        {"seat": "A", "kind": "human"}, bot("B"), bot("C"), bot("D")]});
    let game = ShareGame::of(server.client().make(&wanted)?)?;
    let order = json!({"version": 1, "action_id": "1", "action": "resign"});
    let said = server.client().act(&game.id, &game.token, &order)?;
    ensure!(matches!(said, ActionResponse::Committed(_)), "{said:?}");
    // In the middle of what the bots play on alone.
    server.terminate()?;
    let server = ServerProcess::start_with(&program, &folder, &[])?;
    let client = server.client();
    let seen = || client.get(&format!("/api/games/{}", game.id));
    let before = seen()?;
    ensure!(
        before["status"] == "playing",
        "the game was over too soon: {before}"
    );
    thread::sleep(Duration::from_secs(2));
    let after = seen()?;
    ensure!(
        before["version"] == after["version"],
        "bots played for an onlooker: {before} {after}"
    );
    let began = now();
    // How fast they are is the disk's; that they go on is theirs.
    let (mut version, mut last) = (after["version"].clone(), began);
    loop {
        let state = client.state(&game.id, &game.token)?;
        if state["status"] == "over" {
            break;
        }
        if state["version"] != version {
            (version, last) = (state["version"].clone(), now());
        }
        ensure!(
            last.elapsed() < BOT_TIMEOUT,
            "the bots do not go on: {state}"
        );
        thread::sleep(Duration::from_millis(20));
    }
    let took = began.elapsed();
    server.terminate()?;
    Ok(format!(
        "after a restart three bots waited 2 s under an onlooker's eyes, and played on to the end in \
         {:.1} s when who had given up the fourth seat looked",
        took.as_secs_f64()
    ))
}

/// The server behind a proxy, whose part these clients play.
fn start(repository: &Repository, name: &str, options: &[&str]) -> anyhow::Result<ServerProcess> {
    let folder = scratch(repository, &format!("abuse-{name}"))?;
    let all = [
        &["--behind-proxy", "--new-games-per-hour", "100000"],
        options,
    ]
    .concat();
    ServerProcess::start_with(&server_program(repository)?, &folder, &all)
}
