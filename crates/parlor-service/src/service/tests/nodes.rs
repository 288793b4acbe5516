//! Several nodes over one store: one owns a game, and all show the same.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::clocks::{blitz, left, seconds};
use super::*;
use crate::bus::{Answer, Bus, News, Question, Reply};
use crate::imports::Import;
use crate::rate_limit::Rate;
use crate::service::host::Lease;
use crate::service::{Service, join_as_program};
use crate::store::Store;
use crate::store::shared::Session;
use parlor_table::key::KeyHash;
use parlor_table::log::DiceContribution;
use parlor_table::timestamp::Timestamp;

/// Two nodes, and what each has of the store.
pub(super) struct Nodes {
    pub(super) benches: [Bench; 2],
    stores: [Arc<MemoryStore>; 2],
    wire: Arc<Wire>,
}

/// What the way from node to node does.
#[derive(Debug, Default)]
struct Wire {
    services: Mutex<Vec<Service>>,
    /// Nothing passes.
    is_cut: AtomicBool,
    /// Questions pass, and answers do not.
    loses_answers: AtomicBool,
    /// How many commands were passed on.
    passed: AtomicUsize,
}

/// One end of the wire.
#[derive(Debug)]
struct End {
    wire: Arc<Wire>,
    number: usize,
}

impl End {
    fn session(&self) -> Session {
        Session([1, 2][self.number])
    }

    fn other(&self) -> Service {
        self.wire.services.lock()[1 - self.number].clone()
    }
}

impl Bus for End {
    fn tell(&self, news: News) {
        if self.is_connected() {
            let (other, by) = (self.other(), self.session());
            tokio::spawn(async move { other.hear(by, news) });
        }
    }

    fn ask(&self, node: Session, question: Question) -> Answer<'_, Option<Reply>> {
        assert_ne!(node, self.session(), "nobody asks themselves");
        Box::pin(async move {
            if !self.is_connected() {
                return None;
            }
            if let Question::Execute { .. } = question {
                self.wire.passed.fetch_add(1, Ordering::Relaxed);
            }
            let reply = self.other().answer(question).await;
            (!self.wire.loses_answers.load(Ordering::Relaxed)).then_some(reply)
        })
    }

    fn leave(&self) -> Answer<'_, ()> {
        self.tell(News::Left);
        Box::pin(async {})
    }

    fn is_connected(&self) -> bool {
        !self.wire.is_cut.load(Ordering::Relaxed)
    }
}

impl Nodes {
    /// Two nodes that find out by the store alone.
    pub(super) fn apart() -> Self {
        Self::apart_with(Settings::default())
    }

    fn apart_with(settings: Settings) -> Self {
        let store = MemoryStore::default();
        let stores = [1, 2].map(|number| Arc::new(store.node(number)));
        let benches = [0, 1].map(|node| {
            let store: Arc<dyn Store> = stores[node].clone();
            // Each draws keys of its own.
            Bench::at(Timestamp(node as u64), store, settings)
        });
        let wire = Arc::default();
        Self {
            benches,
            stores,
            wire,
        }
    }

    /// Two nodes that tell and ask each other.
    pub(super) fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let nodes = Self::apart_with(settings);
        for (number, bench) in nodes.benches.iter().enumerate() {
            nodes.wire.services.lock().push(bench.service.clone());
            bench.service.join(Arc::new(End {
                wire: Arc::clone(&nodes.wire),
                number,
            }));
        }
        nodes
    }

    fn passed(&self) -> usize {
        self.wire.passed.load(Ordering::Relaxed)
    }

    /// A game that the first node has made, from both.
    async fn game(&self, table: &NewTable) -> [Driver<'_>; 2] {
        let (driver, made) = Driver::make(&self.benches[0], table).await;
        let other = Driver {
            bench: &self.benches[1],
            id: made.id,
            sent: 1_000,
        };
        [driver, other]
    }

    async fn owns(&self, node: usize, id: &GameId) -> bool {
        let handle = self.benches[node].service.game(id).await;
        let handle = handle.expect("the store works").expect("it is there");
        matches!(handle.lease(), Lease::Own(_))
    }
}

#[tokio::test]
async fn a_game_is_played_by_turns_at_two_nodes() {
    let nodes = Nodes::apart();
    for table in [kuba("classroom"), ludo()] {
        let mut drivers = nodes.game(&table).await;
        let by: Vec<char> = table.seats.iter().map(|seat| seat.seat).collect();
        let mut turn = 0;
        loop {
            let node = turn % 2;
            let view = drivers[node].view_for().await;
            if view.status == Status::Over {
                break;
            }
            let choice = (turn * 7 + 3) % view.legal.len();
            drivers[node].must(&by, &view.legal[choice]).await;
            assert!(nodes.owns(node, &drivers[0].id).await, "who acts takes it");
            turn += 1;
        }
        let [one, other] = [0, 1].map(|node| &drivers[node]);
        let (one_view, other_view) = (one.view_for().await, other.view_for().await);
        assert_eq!(format!("{one_view:?}"), format!("{other_view:?}"));
        check_log(one.bench, &one.id).await;
    }
}

#[tokio::test]
async fn a_repeated_command_gets_its_first_answer_from_every_node() {
    let nodes = Nodes::new();
    let [mut one, other] = nodes.game(&kuba("classroom")).await;
    let command = one.command(1, &['W'], "65F".parse().expect("a push"));
    assert_eq!(one.send(&command).await, CommandOutcome::Committed(2));
    assert_eq!(other.send(&command).await, CommandOutcome::Duplicate(2));
    assert_eq!(one.send(&command).await, CommandOutcome::Duplicate(2));
    let late = Command {
        idempotency_key: "late".parse().expect("a name"),
        ..command
    };
    assert_eq!(other.send(&late).await, CommandOutcome::Stale(2));
}

#[tokio::test]
async fn of_many_commands_at_two_nodes_each_version_gets_one() {
    let nodes = Nodes::new();
    let [mut one, mut other] = nodes.game(&ludo()).await;
    for _ in 0..50 {
        let view = one.view_for().await;
        if view.status == Status::Over {
            break;
        }
        let word = &view.legal[0];
        let commands = [0, 1, 2, 3].map(|number| {
            let driver = if number % 2 == 0 {
                &mut one
            } else {
                &mut other
            };
            driver.command(view.version, &['A', 'C'], word.parse().expect("a command"))
        });
        let answers = tokio::join!(
            one.send(&commands[0]),
            other.send(&commands[1]),
            one.send(&commands[2]),
            other.send(&commands[3]),
        );
        let answers = [answers.0, answers.1, answers.2, answers.3];
        let committed = answers
            .iter()
            .filter(|answer| matches!(answer, CommandOutcome::Committed(_)));
        assert_eq!(committed.count(), 1, "{answers:?}");
    }
    check_log(one.bench, &one.id).await;
    check_log(other.bench, &other.id).await;
}

#[tokio::test]
async fn a_page_at_another_node_shows_what_is_newest() {
    let nodes = Nodes::apart();
    let [mut one, other] = nodes.game(&kuba("classroom")).await;
    assert_eq!(other.view_for().await.version, 1);
    one.must(&['W'], "65F").await;
    assert_eq!(other.view_for().await.version, 2);
    // Who waits there hears of it as well.
    let handle = nodes.benches[1].service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let mut news = handle.news();
    news.mark_unchanged();
    one.must(&['B'], "05B").await;
    nodes.benches[1]
        .service
        .look_at_others()
        .await
        .expect("the store works");
    assert!(news.has_changed().expect("the game is hosted"));
    assert_eq!(handle.version(), 3);
}

#[tokio::test]
async fn while_the_store_does_not_answer_the_clock_stands() {
    let nodes = Nodes::apart();
    let [mut one, _] = nodes.game(&blitz("kuba", &['W', 'B'])).await;
    one.must(&['W'], "65F").await;
    one.must(&['B'], "05B").await;
    let handle = nodes.benches[0].service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    one.bench.live(seconds(10));
    nodes.stores[0].close().await.expect("it was open");
    let looked = one.bench.service.look_at_others().await;
    assert!(looked.is_err(), "{looked:?}");
    one.bench.live(seconds(100));
    assert_eq!(left(&handle.view_for(&[]))[0], seconds(50));
}

#[tokio::test]
async fn a_seat_taken_at_one_node_is_held_at_the_other() {
    let nodes = Nodes::apart();
    let browser = KeyHash::from_bytes([9; 32]);
    let (one, made) = Driver::make(&nodes.benches[0], &kuba("classroom")).await;
    let other = nodes.benches[1].service.game(&made.id).await;
    let other = other.expect("the store works").expect("it is there");
    assert!(other.held_by(&browser).is_empty());
    let (seat, key) = &made.keys[0];
    let handle = nodes.benches[0].service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let held = nodes.benches[0]
        .service
        .hold(&handle, *seat, key, browser)
        .await;
    assert_eq!(held.expect("the store works"), crate::service::Held::Done);
    let again = nodes.benches[1].service.game(&made.id).await;
    again.expect("the store works");
    assert_eq!(other.held_by(&browser), [*seat]);
}

#[tokio::test]
async fn a_game_that_is_deleted_at_one_node_is_gone_at_the_other() {
    let nodes = Nodes::apart();
    let [one, other] = nodes.game(&kuba("classroom")).await;
    let handle = nodes.benches[1].service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    assert!(
        one.bench
            .service
            .delete(&one.id)
            .await
            .expect("the store works")
    );
    nodes.benches[1]
        .service
        .look_at_others()
        .await
        .expect("the store works");
    handle.deleted().await;
    let gone = other.bench.service.game(&one.id).await;
    assert!(gone.expect("the store works").is_none());
}

#[tokio::test]
async fn bots_play_on_at_another_node_when_theirs_has_ended() {
    let nodes = Nodes::apart();
    let bot = |letter| seat(letter, NewPlayer::Bot("priority".to_owned()));
    let seats = vec![seat('A', HERE), bot('B'), bot('C'), bot('D')];
    let [one, mut other] = nodes.game(&table("ludo", None, seats)).await;
    assert!(nodes.owns(0, &one.id).await);
    // A player is at the second node, which leaves the game to the first.
    let handle = nodes.benches[1].service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let _here = handle.attend(vec!['A'], maker(None).net);
    nodes.benches[1]
        .service
        .look_at_others()
        .await
        .expect("the store works");
    assert!(!nodes.owns(1, &one.id).await);
    nodes.stores[0].end();
    nodes.benches[1]
        .service
        .look_at_others()
        .await
        .expect("the store works");
    assert!(nodes.owns(1, &one.id).await);
    other.must(&['A'], "resign").await;
    other.until(|view| view.status == Status::Over).await;
    check_log(other.bench, &one.id).await;
}

#[tokio::test]
async fn a_node_that_was_frozen_can_write_nothing() {
    let nodes = Nodes::apart();
    let bot = seat('B', NewPlayer::Bot("level-1".to_owned()));
    let seats = vec![seat('W', HERE), bot];
    let [one, mut other] = nodes.game(&table("kuba", None, seats)).await;
    let frozen = nodes.benches[0].service.game(&one.id).await;
    let frozen = frozen.expect("the store works").expect("it is there");
    let version = frozen.version();
    let legal = frozen.view_for(&['W']).legal;
    other.must(&['W'], &legal[0]).await;
    assert!(
        matches!(frozen.lease(), Lease::Own(_)),
        "it knows nothing yet"
    );
    // Its entry would be the next one by number, and is refused by its epoch.
    let entry = nodes.stores[1]
        .entries(&one.id, 0)
        .await
        .expect("the store works");
    let append = crate::store::Append {
        game: one.id.clone(),
        entry: parlor_table::log::LogEntry {
            version: entry.last().expect("some").version + 1,
            idempotency_key: None,
            ..entry.last().expect("some").clone()
        },
        ends: false,
        epoch: crate::store::shared::Epoch(0),
    };
    let appended = nodes.stores[0]
        .append(append)
        .await
        .expect("the store works");
    assert!(
        matches!(appended, crate::store::Appended::Fenced(_)),
        "{appended:?}"
    );
    assert!(frozen.version() == version);
}

#[tokio::test]
async fn a_clock_is_not_charged_for_the_change_of_the_node() {
    let nodes = Nodes::apart();
    let [mut one, other] = nodes.game(&blitz("kuba", &['W', 'B'])).await;
    one.must(&['W'], "65F").await;
    one.must(&['B'], "05B").await;
    assert_eq!(other.view_for().await.running, Some('W'));
    nodes.benches[0].live(seconds(20));
    // The node ends; until a player comes to another, time passes.
    nodes.stores[0].end();
    nodes.benches[1].live(seconds(600));
    let handle = nodes.benches[1].service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let _here = handle.attend(vec!['W'], maker(None).net);
    nodes.benches[1]
        .service
        .look_at_others()
        .await
        .expect("the store works");
    assert!(nodes.owns(1, &one.id).await);
    assert_eq!(left(&other.view_for().await), [seconds(60), seconds(60)]);
    nodes.benches[1].live(seconds(5));
    assert_eq!(left(&other.view_for().await), [seconds(55), seconds(60)]);
}

#[tokio::test]
async fn a_command_at_another_node_is_carried_out_by_the_owner() {
    let nodes = Nodes::new();
    for table in [kuba("classroom"), ludo()] {
        let mut drivers = nodes.game(&table).await;
        let by: Vec<char> = table.seats.iter().map(|seat| seat.seat).collect();
        let id = drivers[0].id.clone();
        let mut turn = 0;
        loop {
            let node = usize::from(turn % 3 != 0);
            let view = drivers[node].view_for().await;
            if view.status == Status::Over {
                break;
            }
            let choice = (turn * 7 + 3) % view.legal.len();
            drivers[node].must(&by, &view.legal[choice]).await;
            assert!(nodes.owns(0, &id).await && !nodes.owns(1, &id).await);
            turn += 1;
        }
        check_log(&nodes.benches[1], &id).await;
    }
    assert!(nodes.passed() > 20, "{}", nodes.passed());
}

#[tokio::test]
async fn what_would_be_refused_is_refused_without_asking() {
    let nodes = Nodes::new();
    let [_one, mut other] = nodes.game(&kuba("classroom")).await;
    other.refused(&['W'], "a1E").await;
    other.refused(&['B'], "65F").await;
    let stale = other.command(9, &['W'], "65F".parse().expect("a push"));
    assert_eq!(other.send(&stale).await, CommandOutcome::Stale(1));
    assert_eq!(nodes.passed(), 0);
}

/// The owner may be of an older version, which cannot read what it is asked and does not answer.
#[tokio::test]
async fn a_program_that_joins_at_another_node_is_marked_at_both() {
    for is_cut in [false, true] {
        let nodes = Nodes::new();
        let seats = vec![seat('W', HERE), seat('B', NewPlayer::Elsewhere)];
        let [one, mut other] = nodes.game(&table("kuba", None, seats)).await;
        nodes.wire.is_cut.store(is_cut, Ordering::Relaxed);
        let join = join_as_program(Some("Rook"), DiceContribution::default());
        let command = other.command(1, &['B'], join);
        let text = serde_json::to_string(&command).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Command>(&text).ok().as_ref(),
            Some(&command)
        );
        assert_eq!(other.send(&command).await, CommandOutcome::Committed(2));
        assert_eq!(nodes.passed(), usize::from(!is_cut));
        for driver in [&one, &other] {
            let view = driver.view_for().await;
            let seen = view.seats.iter().map(|seat| (&*seat.name, seat.is_program));
            assert_eq!(
                seen.collect::<Vec<_>>(),
                [("Player W", false), ("Rook (bot)", true)]
            );
        }
        check_log(one.bench, &one.id).await;
    }
}

#[tokio::test]
async fn without_the_wire_the_node_that_is_asked_takes_the_game() {
    let nodes = Nodes::new();
    let [mut one, mut other] = nodes.game(&kuba("classroom")).await;
    nodes.wire.is_cut.store(true, Ordering::Relaxed);
    one.must(&['W'], "65F").await;
    other.must(&['B'], "05B").await;
    assert!(nodes.owns(1, &one.id).await && !nodes.owns(0, &one.id).await);
    one.must(&['W'], "56L").await;
    assert!(nodes.owns(0, &one.id).await);
    assert_eq!(nodes.passed(), 0);
    check_log(one.bench, &one.id).await;
}

#[tokio::test]
async fn a_lost_answer_does_nothing_twice() {
    let nodes = Nodes::new();
    let [one, mut other] = nodes.game(&kuba("classroom")).await;
    nodes.wire.loses_answers.store(true, Ordering::Relaxed);
    let push = other.command(1, &['W'], "65F".parse().expect("a push"));
    assert_eq!(other.send(&push).await, CommandOutcome::Duplicate(2));
    assert_eq!(nodes.passed(), 1);
    assert_eq!(one.view_for().await.version, 2);
    assert_eq!(one.view_for().await.moves.len(), 1);
}

#[tokio::test]
async fn who_waits_at_another_node_hears_at_once() {
    let nodes = Nodes::new();
    let [mut one, other] = nodes.game(&kuba("classroom")).await;
    let handle = other.bench.service.game(&one.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let mut news = handle.news();
    for (seat, push) in [('W', "65F"), ('B', "05B")] {
        news.mark_unchanged();
        one.must(&[seat], push).await;
        let heard = tokio::time::timeout(Duration::from_secs(5), news.changed()).await;
        heard.expect("it hears").expect("the game is hosted");
    }
    assert_eq!(handle.version(), 3);
    assert!(!nodes.owns(1, &one.id).await);
}

/// The game as the second node has it, after it has asked the owner.
async fn elsewhere(nodes: &Nodes, id: &GameId) -> Arc<crate::service::GameHandle> {
    let handle = nodes.benches[1].service.game(id).await;
    handle.expect("the store works").expect("it is there")
}

/// Lets what is told arrive.
async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn who_is_here_and_what_is_said_is_known_at_every_node() {
    let nodes = Nodes::new();
    let [one, _other] = nodes.game(&kuba("classroom")).await;
    let here = nodes.benches[0].service.game(&one.id).await;
    let here = here.expect("the store works").expect("it is there");
    let net = maker(None).net;
    let white = here.attend(vec!['W'], net);
    let hello = "hello".parse().expect("a phrase");
    let service = &nodes.benches[0].service;
    service
        .say(&here, &['W'], Some('W'), hello)
        .expect("it is said");
    // A node that comes later asks; one that is there hears.
    let there = elsewhere(&nodes, &one.id).await;
    assert_eq!(*there.presence().borrow(), ['W']);
    let said = |service: &Service, handle| service.said_lately(handle).len();
    assert_eq!(said(&nodes.benches[1].service, &there), 1);
    let black = there.attend(vec!['B'], net);
    let other = &nodes.benches[1].service;
    other
        .say(&there, &['B'], Some('B'), hello)
        .expect("it is said");
    settle().await;
    for handle in [&here, &there] {
        assert_eq!(*handle.presence().borrow(), ['B', 'W']);
        assert_eq!(said(service, handle), 2);
    }
    drop(white);
    settle().await;
    assert_eq!(*there.presence().borrow(), ['B']);
    drop(black);
    settle().await;
    assert!(here.presence().borrow().is_empty());
}

#[tokio::test]
async fn what_a_seat_may_say_is_counted_over_all_nodes() {
    let nodes = Nodes::new();
    let [one, _other] = nodes.game(&kuba("classroom")).await;
    let here = nodes.benches[0].service.game(&one.id).await;
    let here = here.expect("the store works").expect("it is there");
    let there = elsewhere(&nodes, &one.id).await;
    let hello = "hello".parse().expect("a phrase");
    for _ in 0..3 {
        let said = nodes.benches[0].service.say(&here, &['W'], None, hello);
        said.expect("it is said");
    }
    settle().await;
    let more = nodes.benches[1].service.say(&there, &['W'], None, hello);
    assert!(
        matches!(more, Err(crate::service::ChatError::RateLimited(_))),
        "{more:?}"
    );
}

#[tokio::test]
async fn connections_of_a_node_that_ended_are_forgotten() {
    let nodes = Nodes::new();
    let [one, _other] = nodes.game(&kuba("classroom")).await;
    let here = nodes.benches[0].service.game(&one.id).await;
    let here = here.expect("the store works").expect("it is there");
    let there = elsewhere(&nodes, &one.id).await;
    let gone = here.attend(vec!['W'], maker(None).net);
    settle().await;
    nodes.wire.is_cut.store(true, Ordering::Relaxed);
    drop(gone);
    nodes.benches[1].live(seconds(30));
    there.renew_presence();
    assert_eq!(*there.presence().borrow(), ['W'], "it may be told again");
    nodes.benches[1].live(seconds(30));
    there.renew_presence();
    assert!(there.presence().borrow().is_empty());
}

#[tokio::test]
async fn a_player_at_another_node_keeps_the_bots_of_the_owner_awake() {
    let nodes = Nodes::new();
    let bot = |letter| seat(letter, NewPlayer::Bot("priority".to_owned()));
    let seats = vec![seat('A', HERE), bot('B'), bot('C'), bot('D')];
    let [one, mut other] = nodes.game(&table("ludo", None, seats)).await;
    let there = elsewhere(&nodes, &one.id).await;
    nodes.benches[0].live(seconds(3600));
    let here = nodes.benches[0].service.game(&one.id).await;
    let here = here.expect("the store works").expect("it is there");
    assert!(!here.is_attended());
    let _here = there.attend(vec!['A'], maker(None).net);
    settle().await;
    assert!(here.is_attended());
    other.must(&['A'], "resign").await;
    other.until(|view| view.status == Status::Over).await;
    assert!(nodes.owns(0, &one.id).await);
}

#[tokio::test]
async fn a_clock_shows_the_same_at_a_node_that_comes_later() {
    let nodes = Nodes::new();
    let [mut one, other] = nodes.game(&blitz("kuba", &['W', 'B'])).await;
    one.must(&['W'], "65F").await;
    one.must(&['B'], "05B").await;
    nodes.benches[0].live(seconds(20));
    nodes.benches[1].live(seconds(20));
    assert_eq!(left(&one.view_for().await), [seconds(40), seconds(60)]);
    assert_eq!(left(&other.view_for().await), [seconds(40), seconds(60)]);
}

/// The move stood in the socket of the node that was stopped, or was about to be passed on.
#[tokio::test]
async fn while_a_node_is_stopped_no_clock_is_charged_for_what_it_passes_on() {
    let nodes = Nodes::new();
    let [mut one, mut other] = nodes.game(&blitz("kuba", &['W', 'B'])).await;
    one.must(&['W'], "65F").await;
    one.must(&['B'], "05B").await;
    assert_eq!(other.view_for().await.running, Some('W'));
    for bench in &nodes.benches {
        bench.live(seconds(20));
    }
    one.bench.live(seconds(15));
    other.bench.clock.pass(seconds(15));
    other.must(&['W'], "56L").await;
    assert!(nodes.owns(0, &one.id).await);
    // Charged for 20 seconds, and given 5 for the turn.
    assert_eq!(left(&one.view_for().await), [seconds(45), seconds(60)]);
}

#[tokio::test]
async fn the_way_between_nodes_is_not_charged() {
    let nodes = Nodes::new();
    let [mut one, mut other] = nodes.game(&blitz("kuba", &['W', 'B'])).await;
    one.must(&['W'], "65F").await;
    one.must(&['B'], "05B").await;
    assert_eq!(other.view_for().await.running, Some('W'));
    for bench in &nodes.benches {
        bench.live(seconds(20));
    }
    // It was under way for 15 seconds.
    let command = other.command(3, &['W'], "56L".parse().expect("a push"));
    let question = Question::Execute {
        game: one.id.clone(),
        command: Box::new(command),
        waited_ms: 15_000,
        client: maker(None).net,
    };
    let reply = nodes.benches[0].service.answer(question).await;
    assert_eq!(reply, Reply::Committed(4));
    assert_eq!(left(&one.view_for().await), [seconds(60), seconds(60)]);
}

#[tokio::test]
async fn what_a_client_may_have_and_take_is_counted_over_all_nodes() {
    let nodes = Nodes::with(Settings {
        most_games_of_client: Some(3),
        new_games: Some(Rate::every(seconds(3600), 5)),
        ..Settings::default()
    });
    let [one, other] = nodes.benches.each_ref().map(|bench| &bench.service);
    let create = async |service: &Service| service.create(&kuba("classroom"), maker(None)).await;
    let tell = async || {
        for service in [one, other] {
            service.look_at_others().await.expect("the store works");
        }
        settle().await;
    };
    tell().await;
    let mut made = Vec::new();
    for service in [one, one, other] {
        made.push(create(service).await.expect("it can be made").id);
        tell().await;
    }
    // Games that have begun make no room for others.
    for id in &made {
        let command = Command {
            expected_version: 1,
            idempotency_key: "begin".parse().expect("a name"),
            by: vec!['W'],
            seat: None,
            kind: "65F".parse().expect("a push"),
        };
        one.execute(id, &command).await.expect("the store works");
    }
    for (service, node) in [(one, 0), (other, 1)] {
        let full = create(service).await;
        assert!(
            matches!(full, Err(CreateError::TooMany(_))),
            "node {node}: {full:?}"
        );
    }
    // Two end at the node that did not make them, which the other one learns.
    for id in &made[..2] {
        let ended = other.end(id, parlor_table::log::EndReason::Operator).await;
        ended.expect("the store works");
    }
    for _ in 0..60 {
        tell().await;
    }
    for service in [one, other] {
        create(service).await.expect("there is room again");
        tell().await;
    }
    // Five were made within the hour, three of them by turns at the other node.
    other
        .end(&made[2], parlor_table::log::EndReason::Operator)
        .await
        .expect("the store works");
    for _ in 0..60 {
        tell().await;
    }
    for service in [one, other] {
        let limited = create(service).await;
        assert!(
            matches!(limited, Err(CreateError::RateLimited(_))),
            "{limited:?}"
        );
    }
}

#[tokio::test]
async fn a_node_that_ends_in_order_hands_its_games_and_clocks_over() {
    let nodes = Nodes::new();
    let [mut one, other] = nodes.game(&blitz("kuba", &['W', 'B'])).await;
    one.must(&['W'], "65F").await;
    one.must(&['B'], "05B").await;
    let there = elsewhere(&nodes, &one.id).await;
    let _here = there.attend(vec!['W'], maker(None).net);
    for bench in &nodes.benches {
        bench.live(seconds(20));
    }
    nodes.benches[0]
        .service
        .close()
        .await
        .expect("the store works");
    settle().await;
    assert!(matches!(there.lease(), Lease::Own(_)));
    assert_eq!(left(&other.view_for().await), [seconds(40), seconds(60)]);
}

#[tokio::test]
async fn a_record_that_was_brought_to_one_node_is_shown_at_the_other() {
    let nodes = Nodes::new();
    let [mut one, other] = nodes.game(&kuba("classroom")).await;
    one.must(&['W'], "65F").await;
    let handle = one.bench.service.game(&one.id).await;
    let text = handle
        .expect("the store works")
        .expect("it is there")
        .record_text();
    let import = Import::new(AnyRecord::read(&text).expect("a record"));
    let id = import.id();
    assert!(other.bench.service.import(id).await.is_none());
    one.bench.service.imports().keep(import, maker(None).net);
    let there = other.bench.service.import(id).await.expect("it is fetched");
    assert_eq!(there.id(), id);
    // It stays, also when the other node has ended.
    nodes.wire.is_cut.store(true, Ordering::Relaxed);
    assert!(other.bench.service.import(id).await.is_some());
}

#[tokio::test]
async fn a_node_that_is_heard_in_one_direction_only_is_counted_at_the_other_end() {
    let nodes = Nodes::new();
    let [deaf, heard] = [0, 1].map(|node| &nodes.benches[node].service);
    let stores = [0, 1].map(|node| nodes.stores[node].shared().expect("they share it"));
    let now = deaf.uptime();
    let later = now + Duration::from_secs(6);
    for (service, store) in [(deaf, stores[0]), (heard, stores[1])] {
        assert_eq!(service.unheard(store, now).await.expect("it works"), 0);
        // Nobody has told anything.
        assert_eq!(service.unheard(store, later).await.expect("it works"), 1);
    }
    // From here on the second hears the first, and not the other way round.
    heard.hear(Session(1), News::Left);
    let soon = heard.uptime() + Duration::from_secs(1);
    assert_eq!(heard.unheard(stores[1], soon).await.expect("it works"), 0);
    assert_eq!(deaf.unheard(stores[0], later).await.expect("it works"), 1);
}
