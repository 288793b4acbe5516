//! Whatever is done in whatever order, every store answers as the plainest one
//! that could be written, and goes on so when it is opened again.

use std::fmt::Debug;

use parlor_service::store::{
    Append, Appended, Created, Holding, NewGame, OpenGameCounts, OverGames, Store, StoreError,
};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::checks::Shared;
use crate::fixture::{acted, append_as, game_id, holding, key, new_game};

/// Something asked of a store.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    Create(Box<NewGame>),
    Append(Append),
    Game(u64),
    Entries(u64, u64),
    Hold(Holding),
    Held(u8, u32),
    CountOpen(Option<u8>),
    Idle(u64, u32),
    Archive(u64),
    Over(u64, u32),
    CountOver,
    /// Close it, and open it again if that can be.
    Reopen,
}

/// A few of everything, so that much of it meets.
fn entry() -> impl Strategy<Value = LogEntry> {
    let name = prop::option::weighted(0.8, 0..6_u8);
    (0..7_u64, 0..9_u64, name).prop_map(|(version, at, name)| LogEntry {
        at: Timestamp(at),
        ..acted(version, name.map(|name| format!("name-{name}")).as_deref())
    })
}

fn game() -> impl Strategy<Value = NewGame> {
    let entries = prop_oneof![
        4 => Just(new_game(0).entries),
        1 => prop::collection::vec(entry(), 0..3),
    ];
    let holders = prop::collection::vec((0..3_u8, seat()), 0..4);
    let follows = prop::option::weighted(0.3, (0..4_u64, entry()));
    (0..4_u64, entries, holders, follows).prop_map(|(id, entries, holders, follows)| NewGame {
        entries,
        holders: holders
            .iter()
            .map(|(who, seat)| (key(*who), *seat))
            .collect(),
        follows: follows.map(|(id, entry)| append_as(id, entry)),
        ..new_game(id)
    })
}

fn seat() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['W', 'B'])
}

pub(crate) fn question() -> impl Strategy<Value = Question> {
    let append = (0..4_u64, entry(), prop::bool::weighted(0.1));
    let append = append.prop_map(|(game, entry, ends)| Append {
        ends,
        ..append_as(game, entry)
    });
    let hold = (0..3_u8, 0..4_u64, seat(), 0..9_u64);
    prop_oneof![
        6 => game().prop_map(|game| Question::Create(Box::new(game))),
        20 => append.prop_map(Question::Append),
        2 => (0..4_u64).prop_map(Question::Game),
        3 => (0..4_u64, 0..5_u64).prop_map(|(game, after)| Question::Entries(game, after)),
        4 => hold.prop_map(|(who, game, seat, since)| {
            Question::Hold(holding(who, game, seat, since))
        }),
        2 => (0..3_u8, 0..4_u32).prop_map(|(who, most)| Question::Held(who, most)),
        2 => prop::option::of(0..3_u8).prop_map(Question::CountOpen),
        2 => (0..9_u64, 0..4_u32).prop_map(|(since, most)| Question::Idle(since, most)),
        3 => (0..9_u64).prop_map(Question::Archive),
        2 => (0..9_u64, 0..4_u32).prop_map(|(since, most)| Question::Over(since, most)),
        1 => Just(Question::CountOver),
        1 => Just(Question::Reopen),
    ]
}

/// What is answered, to be compared; of errors only which.
fn show<T: Debug>(answer: Result<T, StoreError>) -> String {
    match answer {
        Ok(answer) => format!("{answer:?}"),
        Err(StoreError::InvalidEntry { .. }) => "cannot be kept".to_owned(),
        Err(error) => panic!("{error}"),
    }
}

async fn ask(store: &dyn Store, question: Question) -> String {
    match question {
        Question::Create(game) => show(store.create(*game).await),
        Question::Append(append) => show(store.append(append).await),
        Question::Game(id) => {
            let game = store.game(&game_id(id)).await;
            show(game.map(|game| game.map(|game| names(&game.holders))))
        }
        Question::Entries(id, after) => show(store.entries(&game_id(id), after).await),
        Question::Hold(holding) => show(store.hold(holding).await),
        Question::Held(who, most) => {
            let held = store.held(key(who), most).await;
            show(held.map(|held| held.iter().map(name).collect::<Vec<_>>()))
        }
        Question::CountOpen(who) => show(store.count_open(who.map(key)).await),
        Question::Idle(since, most) => show(store.idle(Timestamp(since), most).await),
        Question::Archive(since) => show(store.archive(Timestamp(since)).await),
        Question::Over(since, most) => show(store.over(Timestamp(since), most).await),
        Question::CountOver => show(store.count_over().await),
        Question::Reopen => String::new(),
    }
}

// Hashes do not print themselves.
fn names(holders: &[(parlor_table::key::KeyHash, char)]) -> Vec<(char, u8)> {
    let name =
        |(browser, seat): &(parlor_table::key::KeyHash, char)| (*seat, browser.as_bytes()[0]);
    holders.iter().map(name).collect()
}

fn name(held: &Holding) -> (u64, String, char, u8) {
    let browser = held.browser.as_bytes()[0];
    (held.since.0, held.game.to_string(), held.seat, browser)
}

/// Lists, gone through from one end to the other.
#[derive(Debug, Default)]
struct Model {
    games: Vec<(NewGame, Over)>,
    entries: Vec<(u64, LogEntry)>,
    holdings: Vec<Holding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Yes,
    /// And it was archived, and has not gone on since.
    Archived,
    No,
}

impl Model {
    fn log(&self, game: &str) -> Vec<LogEntry> {
        let of_game = self
            .entries
            .iter()
            .filter(|(id, _)| game_id(*id).as_str() == game);
        of_game.map(|(_, entry)| entry.clone()).collect()
    }

    fn append(&mut self, game: &str, entry: &LogEntry) -> Appended {
        let log = self.log(game);
        for kept in &log {
            if kept.idempotency_key.is_some() && kept.idempotency_key == entry.idempotency_key {
                return Appended::Duplicate(kept.version);
            }
        }
        let last = u64::try_from(log.len()).expect("a few");
        if last == 0 || entry.version != last + 1 {
            return Appended::Stale(last);
        }
        let id = (0..4).find(|id| game_id(*id).as_str() == game);
        self.entries
            .push((id.expect("a game that was made"), entry.clone()));
        for (kept, over) in &mut self.games {
            if kept.id.as_str() == game && *over == Over::Archived {
                *over = Over::Yes;
            }
        }
        Appended::Done
    }

    fn create(&mut self, game: &NewGame) -> Result<Created, StoreError> {
        let numbers: Vec<_> = game.entries.iter().map(|entry| entry.version).collect();
        let names = game
            .entries
            .iter()
            .filter_map(|entry| entry.idempotency_key.clone());
        let mut names: Vec<_> = names.collect();
        let all = names.len();
        names.sort();
        names.dedup();
        if numbers.is_empty() || numbers != [1, 2, 3][..numbers.len()] || names.len() < all {
            return Err(unkeepable());
        }
        if !self.log(game.id.as_str()).is_empty() {
            return Ok(Created::Exists);
        }
        if let Some(Append { game, entry, .. }) = &game.follows
            && self.append(game.as_str(), entry) != Appended::Done
        {
            return Ok(Created::Stale);
        }
        let id = (0..4)
            .find(|id| game_id(*id) == game.id)
            .expect("one of them");
        let entries = game.entries.iter().map(|entry| (id, entry.clone()));
        self.entries.extend(entries);
        self.games.push((game.clone(), Over::No));
        for (browser, seat) in &game.holders {
            let first = Holding {
                browser: *browser,
                game: game.id.clone(),
                seat: *seat,
                since: game.entries[0].at,
            };
            self.hold(&first)?;
        }
        Ok(Created::Done)
    }

    fn hold(&mut self, holding: &Holding) -> Result<(), StoreError> {
        if self.log(holding.game.as_str()).is_empty() {
            return Err(unkeepable());
        }
        let mut held = self.holdings.iter();
        let is_held = held.any(|held| {
            let same = |held: &Holding| (held.browser, held.game.clone(), held.seat);
            same(held) == same(holding)
        });
        if !is_held {
            self.holdings.push(holding.clone());
        }
        Ok(())
    }

    fn open(&self) -> impl Iterator<Item = &NewGame> {
        let open = self.games.iter().filter(|(_, over)| *over == Over::No);
        open.map(|(game, _)| game)
    }

    /// When something last happened in each game that is over, and its name: the oldest first.
    fn over(&self) -> Vec<(Timestamp, GameId)> {
        let over = self.games.iter().filter(|(_, over)| *over != Over::No);
        let mut over: Vec<_> = over.map(|(game, _)| self.last(&game.id)).collect();
        over.sort();
        over
    }

    fn last(&self, id: &GameId) -> (Timestamp, GameId) {
        let log = self.log(id.as_str());
        (log.last().expect("a first entry").at, id.clone())
    }

    fn archive(&mut self, since: Timestamp) -> u64 {
        let mut archived = 0;
        let old = self.over().into_iter().filter(|(at, _)| *at < since);
        for (_, id) in old.collect::<Vec<_>>() {
            let games = self.games.iter_mut();
            for (_, over) in games.filter(|(game, over)| game.id == id && *over == Over::Yes) {
                *over = Over::Archived;
                archived += 1;
            }
            let entries = self.entries.iter_mut();
            for (_, entry) in entries.filter(|(game, _)| game_id(*game) == id) {
                let version = entry.version;
                let name = entry.idempotency_key.take();
                entry.idempotency_key = name.map(|_| IdempotencyKey::of_archived(version));
            }
        }
        archived
    }

    fn answer(&mut self, question: Question) -> String {
        match question {
            Question::Create(game) => show(self.create(&game)),
            Question::Append(append) => {
                let appended = self.append(append.game.as_str(), &append.entry);
                for (game, over) in &mut self.games {
                    if append.ends && appended == Appended::Done && game.id == append.game {
                        *over = Over::Yes;
                    }
                }
                show(Ok(appended))
            }
            Question::Game(id) => {
                let id = game_id(id);
                let held = self.holdings.iter().filter(|held| held.game == id);
                let mut holders: Vec<_> = held
                    .map(|held| (held.seat, held.browser.as_bytes()[0]))
                    .collect();
                holders.sort_unstable();
                let is_kept = !self.log(id.as_str()).is_empty();
                show(Ok(is_kept.then_some(holders)))
            }
            Question::Entries(id, after) => {
                let mut log = self.log(game_id(id).as_str());
                log.retain(|entry| entry.version > after);
                show(Ok(log))
            }
            Question::Hold(holding) => show(self.hold(&holding)),
            Question::Held(who, most) => {
                let held = self.holdings.iter().filter(|held| held.browser == key(who));
                let mut held: Vec<_> = held.map(name).collect();
                let goes_on = |id: &str| self.open().any(|game| game.id.as_str() == id);
                held.sort_by_key(|(since, game, seat, _)| {
                    (!goes_on(game), u64::MAX - since, game.clone(), *seat)
                });
                held.truncate(usize::try_from(most).expect("a few"));
                show(Ok(held))
            }
            Question::CountOpen(who) => {
                let holds = |game: &&NewGame| {
                    let mut held = self.holdings.iter();
                    held.any(|held| Some(held.browser) == who.map(key) && held.game == game.id)
                };
                let all = u64::try_from(self.open().count()).expect("a few");
                let held = u64::try_from(self.open().filter(holds).count()).expect("a few");
                show(Ok(OpenGameCounts { all, held }))
            }
            Question::Idle(since, most) => {
                let mut idle: Vec<_> = self.open().map(|game| self.last(&game.id)).collect();
                idle.sort();
                show(Ok(before(idle, since, most)))
            }
            Question::Archive(since) => show(Ok(self.archive(Timestamp(since)))),
            Question::Over(since, most) => show(Ok(before(self.over(), since, most))),
            Question::CountOver => {
                let over = self.over();
                let count = over.last().map(|(latest, _)| OverGames {
                    all: u64::try_from(over.len()).expect("a few"),
                    latest: *latest,
                });
                show(Ok(count))
            }
            Question::Reopen => String::new(),
        }
    }
}

/// The first of these games in which nothing has happened since.
fn before(mut games: Vec<(Timestamp, GameId)>, since: u64, most: u32) -> Vec<GameId> {
    games.retain(|(at, _)| *at < Timestamp(since));
    games.truncate(usize::try_from(most).expect("a few"));
    games.into_iter().map(|(_, id)| id).collect()
}

fn unkeepable() -> StoreError {
    StoreError::InvalidEntry {
        store: String::new(),
        reason: String::new(),
    }
}

/// Asks a store and the model the same. `open` gives the store at first, and what becomes of it when it
/// is closed and opened again, where that can be.
pub(crate) async fn compare(
    name: &str,
    questions: Vec<Question>,
    open: impl AsyncFn(Option<Shared>) -> Shared,
) {
    let mut store = open(None).await;
    let mut model = Model::default();
    for question in questions {
        if matches!(question, Question::Reopen) {
            store = open(Some(store)).await;
            continue;
        }
        let right = model.answer(question.clone());
        let answer = ask(&*store, question.clone()).await;
        assert_eq!(answer, right, "{name}, asked {question:?}");
    }
    store.close().await.expect("everything is written");
}

/// How many sequences of questions are asked, and the same ones each time.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::default()
    }
}
