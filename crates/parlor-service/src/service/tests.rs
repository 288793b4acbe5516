//! The game service over a store in memory: whole games, and everything that
//! people do beside playing.

mod clocks;
mod faults;
mod hints;
mod lobby;
mod moderation;
mod nodes;
mod operator;
mod positions;
mod restore;
mod seats;
mod shares;
mod time;

use core::time::Duration;
use std::sync::Arc;

use parlor_dice::Scheme;
use parlor_record::record::{AnyRecord, Ending};

use super::{
    CommandOutcome, CreateError, MadeGame, NewPlayer, NewSeat, NewTable, Offer, SeatField,
    ServiceError, Settings, TableField,
};
use crate::store::memory::MemoryStore;
use crate::testing::{Bench, maker};
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::GameId;
use parlor_table::key::Key;
use parlor_table::log::PlayerRequest;
use parlor_table::table::{CommandError, GameView, Occupant, Status};

const HERE: NewPlayer = NewPlayer::Here(Offer::Nothing);

fn seat(seat: char, player: NewPlayer) -> NewSeat {
    NewSeat {
        seat,
        name: None,
        player,
    }
}

fn table(game: &str, rules: Option<&str>, seats: Vec<NewSeat>) -> NewTable {
    NewTable {
        game: game.to_owned(),
        rules: rules.map(str::to_owned),
        seats,
        position: None,
        limit: None,
        away_after: None,
        clock: None,
        nonce: None,
    }
}

fn kuba(rules: &str) -> NewTable {
    table("kuba", Some(rules), vec![seat('W', HERE), seat('B', HERE)])
}

fn ludo() -> NewTable {
    table("ludo", None, vec![seat('A', HERE), seat('C', HERE)])
}

/// Sends orders to one game, each with an id of its own.
struct Driver<'a> {
    bench: &'a Bench,
    id: GameId,
    sent: u32,
}

impl<'a> Driver<'a> {
    async fn make(bench: &'a Bench, table: &NewTable) -> (Self, MadeGame) {
        let made = bench
            .service
            .create(table, maker(None))
            .await
            .expect("it can be made");
        let driver = Self {
            bench,
            id: made.id.clone(),
            sent: 0,
        };
        (driver, made)
    }

    async fn view_for(&self) -> GameView {
        let handle = self.bench.service.game(&self.id).await;
        let handle = handle.expect("the store works").expect("it is there");
        handle.view_for(&[])
    }

    fn command(&mut self, version: u64, by: &[char], kind: CommandKind) -> Command {
        self.sent += 1;
        Command {
            expected_version: version,
            idempotency_key: format!("test-{}", self.sent).parse().expect("a name"),
            by: by.to_vec(),
            seat: None,
            kind,
        }
    }

    async fn send(&self, command: &Command) -> CommandOutcome {
        let answer = self.bench.service.execute(&self.id, command).await;
        answer.expect("the store works").expect("the game is there")
    }

    async fn want(&mut self, by: &[char], kind: CommandKind) -> CommandOutcome {
        let version = self.view_for().await.version;
        let command = self.command(version, by, kind);
        self.send(&command).await
    }

    async fn must(&mut self, by: &[char], word: &str) -> u64 {
        let kind = word.parse().expect("a command");
        match self.want(by, kind).await {
            CommandOutcome::Committed(version) => version,
            other => panic!("{word}: {other:?}"),
        }
    }

    /// Commits to bytes for the dice.
    async fn commit(&mut self, seat: char, bytes: &[u8]) {
        let commitment = Scheme::V2.commitment(self.id.as_str(), seat, bytes);
        self.must(&[seat], &format!("commit:{commitment}")).await;
    }

    async fn refused(&mut self, by: &[char], word: &str) -> CommandError {
        let kind = word.parse().expect("a command");
        match self.want(by, kind).await {
            CommandOutcome::Rejected(error) => error,
            other => panic!("{word}: {other:?}"),
        }
    }

    /// Plays to the end, with the choices of a simple generator.
    async fn play_out(&mut self, by: &[char]) -> GameView {
        let mut random = 7_usize;
        loop {
            let view = self.view_for().await;
            if view.status == Status::Over {
                return view;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let choice = (random >> 33) % view.legal.len();
            self.must(by, &view.legal[choice]).await;
        }
    }

    /// Waits until the game has come so far.
    async fn until(&self, is_there: impl Fn(&GameView) -> bool) -> GameView {
        let handle = self
            .bench
            .service
            .game(&self.id)
            .await
            .expect("the store works");
        let mut news = handle.expect("it is there").news();
        loop {
            news.mark_unchanged();
            let view = self.view_for().await;
            if is_there(&view) {
                return view;
            }
            let patience = tokio::time::timeout(Duration::from_hours(48), news.changed());
            patience
                .await
                .expect("something happens")
                .expect("the game is hosted");
        }
    }
}

/// A game of Kuba in which White has pushed, Black stayed away, and a bot has
/// pushed in Black's place. Time must stand still, and goes on afterwards.
async fn taken_over(bench: &Bench) -> Driver<'_> {
    let patience = Duration::from_mins(1);
    let table = NewTable {
        away_after: Some(patience),
        ..kuba("classroom")
    };
    let (mut driver, _) = Driver::make(bench, &table).await;
    driver.must(&['W'], "65F").await;
    bench.live(patience);
    let is_taken = |view: &GameView| view.seats[1].occupant != Occupant::Person;
    driver.until(is_taken).await;
    // The bot thinks on a thread of its own, which stopped time does not see.
    tokio::time::resume();
    driver.until(|view| view.moves.len() == 2).await;
    driver
}

/// The events of a game say the same as its record, and a service that reads
/// the log anew shows the same.
async fn check_log(bench: &Bench, id: &GameId) {
    let handle = bench
        .service
        .game(id)
        .await
        .expect("the store works")
        .expect("it is there");
    let versions: Vec<u64> = handle
        .table()
        .events(0, usize::MAX)
        .iter()
        .map(|event| event.version)
        .collect();
    assert_eq!(versions, (1..=handle.version()).collect::<Vec<_>>());
    let record = AnyRecord::read(&handle.record_text()).expect("a record");
    assert_eq!(
        AnyRecord::read(&handle.record_json()).expect("a record"),
        record
    );

    let again = Bench::over(Arc::clone(&bench.store), Settings::default());
    let read = again
        .service
        .game(id)
        .await
        .expect("the store works")
        .expect("it is there");
    assert_eq!(read.record_text(), handle.record_text());
    assert_eq!(
        read.table().events(0, usize::MAX),
        handle.table().events(0, usize::MAX)
    );
    assert_eq!(
        format!("{:?}", read.view_for(&['A', 'W'])),
        format!("{:?}", handle.view_for(&['A', 'W']))
    );
}

#[tokio::test]
async fn whole_games_are_played_and_read_again() {
    let bench = Bench::default();
    for table in [kuba("classroom"), kuba("tournament"), ludo()] {
        let (mut driver, _) = Driver::make(&bench, &table).await;
        let by: Vec<char> = table.seats.iter().map(|seat| seat.seat).collect();
        let over = driver.play_out(&by).await;
        let result = over.result.expect("it is over");
        let returns: f64 = result.returns.iter().map(|(_, returns)| returns).sum();
        assert!((returns - 1.0).abs() < 1e-9, "{result:?}");
        check_log(&bench, &driver.id).await;
    }
}

#[tokio::test]
async fn bots_play_among_themselves_to_the_end() {
    let bench = Bench::default();
    let bot = |letter| seat(letter, NewPlayer::Bot("priority".to_owned()));
    let seats = vec![seat('A', HERE), bot('B'), bot('C'), bot('D')];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    driver.must(&['A'], "resign").await;
    driver.until(|view| view.status == Status::Over).await;
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_bot_answers_every_push_to_the_end() {
    let bench = Bench::default();
    let seats = vec![
        seat('W', HERE),
        seat('B', NewPlayer::Bot("greedy".to_owned())),
    ];
    let (mut driver, _) = Driver::make(&bench, &table("kuba", None, seats)).await;
    loop {
        let is_mine = |view: &GameView| view.to_act != Some('B');
        let view = driver.until(is_mine).await;
        if view.status == Status::Over {
            break;
        }
        driver.must(&['W'], &view.legal[0]).await;
    }
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn who_reads_a_long_log_lets_others_go_on_and_ends_with_the_server() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    for _ in 0..50 {
        driver.must(&['W'], "65F").await;
        driver.must(&['W'], "ask-undo").await;
        driver.must(&['B'], "allow-undo").await;
    }
    // On this one thread the other is polled only where the reader gives way.
    let again = Bench::over(Arc::clone(&bench.store), Settings::default());
    let closes = async { again.service.stop_accepting() };
    let (read, ()) = tokio::join!(again.service.game(&driver.id), closes);
    assert!(matches!(read, Err(ServiceError::Closing)), "{read:?}");
}

#[tokio::test]
async fn the_same_order_twice_is_done_once_and_an_old_one_is_stale() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let command = driver.command(1, &['W'], "65F".parse().expect("a command"));
    assert_eq!(driver.send(&command).await, CommandOutcome::Committed(2));
    assert_eq!(driver.send(&command).await, CommandOutcome::Duplicate(2));
    let late = driver.command(1, &['B'], "06B".parse().expect("a command"));
    assert_eq!(driver.send(&late).await, CommandOutcome::Stale(2));
    driver.must(&['B'], "05B").await;
    assert_eq!(driver.send(&command).await, CommandOutcome::Duplicate(2));
    let again = Bench::over(Arc::clone(&bench.store), Settings::default());
    let answer = again.service.execute(&driver.id, &command).await;
    assert_eq!(
        answer.expect("the store works"),
        Some(CommandOutcome::Duplicate(2))
    );
}

#[tokio::test]
async fn refusals_name_the_rule() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    assert_eq!(driver.refused(&['W'], "65B").await.rule(), Some("K-3"));
    assert_eq!(driver.refused(&['B'], "65F").await.rule(), Some("K-11"));
    assert_eq!(driver.refused(&[], "65F").await.rule(), Some("K-11"));
    let error = driver.refused(&['W'], "99Z").await;
    assert_eq!(error.rule(), None);
    assert!(
        matches!(&error, CommandError::UnknownAction { reason, legal }
            if reason.contains("99Z") && legal.iter().any(|action| action == "65F")),
        "{error:?}"
    );
    let error = driver.refused(&['W'], "roll").await;
    assert_eq!(error, CommandError::NoDice);

    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    assert_eq!(driver.refused(&['C'], "roll").await.rule(), Some("L-28"));
    assert_eq!(driver.refused(&['A'], "A6p").await.rule(), Some("L-29"));
    driver.must(&['A'], "roll").await;
    assert_eq!(driver.refused(&['A'], "roll").await.rule(), Some("L-29"));
}

#[tokio::test]
async fn between_two_who_resigns_has_lost() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    driver.must(&['C'], "resign").await;
    let view = driver.view_for().await;
    let result = view.result.expect("it is over");
    assert_eq!(
        (result.ending, result.places),
        (Ending::Resignation, vec![vec!['A'], vec!['C']])
    );
    assert!(
        view.dice.expect("dice").secret.is_some(),
        "the secret is revealed"
    );
    assert!(matches!(
        driver.refused(&['A'], "roll").await,
        CommandError::GameOver { .. }
    ));
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn among_more_a_bot_takes_the_seat_of_who_resigns() {
    let bench = Bench::default();
    let seats = "ABC".chars().map(|letter| seat(letter, HERE)).collect();
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    driver.must(&['A'], "resign").await;
    let view = driver.until(|view| view.to_act == Some('B')).await;
    assert_eq!(view.seats[0].occupant, Occupant::Bot("strong".to_owned()));
    assert_eq!(
        driver.refused(&['A'], "return").await,
        CommandError::NotReplaced
    );
    driver.must(&['B'], "roll").await;
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_push_is_taken_back_if_the_other_agrees() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    driver.must(&['W'], "65F").await;
    driver.must(&['W'], "ask-undo").await;
    assert_eq!(
        driver.refused(&['W'], "allow-undo").await,
        CommandError::NotYoursToAnswer
    );
    driver.must(&['B'], "refuse-undo").await;
    assert_eq!(
        driver.refused(&['W'], "ask-undo").await,
        CommandError::RequestDeclined
    );
    driver.must(&['B'], "05B").await;
    driver.must(&['W'], "ask-undo").await;
    driver.must(&['B'], "allow-undo").await;
    let view = driver.view_for().await;
    assert_eq!((view.moves.len(), view.to_act), (0, Some('W')));
    driver.must(&['W'], "66F").await;
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn on_one_screen_a_push_is_taken_back_at_once() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("tournament")).await;
    driver.must(&['W', 'B'], "65F").await;
    driver.must(&['W', 'B'], "ask-undo").await;
    assert!(driver.view_for().await.moves.is_empty());
}

#[tokio::test]
async fn nothing_is_taken_back_past_a_roll() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    driver.must(&['A'], "roll").await;
    assert_eq!(
        driver.refused(&['A'], "ask-undo").await,
        CommandError::NothingToUndo
    );
    let choice = driver.view_for().await.legal.remove(0);
    driver.must(&['A'], &choice).await;
    driver.must(&['A'], "ask-undo").await;
    driver.must(&['C'], "allow-undo").await;
    let view = driver.view_for().await;
    assert!(
        view.legal.contains(&choice),
        "the roll is in hand again: {view:?}"
    );
    driver.must(&['A'], &choice).await;
    driver
        .must(&[view.to_act.expect("somebody"), 'C', 'A'], "roll")
        .await;
    assert_eq!(
        driver.refused(&['A'], "ask-undo").await,
        CommandError::NothingToUndo
    );
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn draws_are_agreed_in_tournament_rules_alone() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    assert_eq!(
        driver.refused(&['W'], "offer-draw").await,
        CommandError::NoDraws
    );
    let (mut driver, _) = Driver::make(&bench, &kuba("tournament")).await;
    driver.must(&['W'], "offer-draw").await;
    driver.must(&['W'], "decline-draw").await;
    driver.must(&['B'], "offer-draw").await;
    driver.must(&['W'], "accept-draw").await;
    let result = driver.view_for().await.result.expect("it is over");
    assert_eq!(
        (result.ending, result.places),
        (Ending::Agreement, vec![vec!['W', 'B']])
    );
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_rematch_rotates_the_seats_and_keeps_the_keys() {
    let bench = Bench::default();
    let (mut driver, made) = Driver::make(&bench, &kuba("tournament")).await;
    let (white, key) = &made.keys[0];
    assert_eq!(*white, 'W');
    driver.must(&['B'], "resign").await;
    driver.must(&['B'], "rematch").await;
    let next = driver.view_for().await.rematch.expect("a game follows");
    let handle = bench
        .service
        .game(&next)
        .await
        .expect("the store works")
        .expect("it is there");
    assert_eq!(handle.seat_of(key), Some('B'));
    let view = handle.view_for(&[]);
    assert_eq!(view.status, Status::Waiting, "the other has to join");
    let names: Vec<&str> = view.seats.iter().map(|seat| &*seat.name).collect();
    assert_eq!(names, ["Player W", "Player B"], "as the seats are called");
    assert!(matches!(
        driver.refused(&['W'], "rematch").await,
        CommandError::RematchMade { .. }
    ));
    check_log(&bench, &driver.id).await;
    driver.id = next;
    driver.must(&['B'], "join").await;
    assert_eq!(driver.view_for().await.status, Status::Playing);
}

#[tokio::test(start_paused = true)]
async fn a_bot_takes_over_who_stays_away_and_the_person_returns() {
    let bench = Bench::default();
    let mut driver = taken_over(&bench).await;
    let view = driver.view_for().await;
    assert_eq!(view.to_act, Some('W'));
    assert_eq!(
        view.seats[1].occupant,
        Occupant::Substitute("level-8".to_owned())
    );
    driver.must(&['B'], "return").await;
    assert_eq!(driver.view_for().await.seats[1].occupant, Occupant::Person);
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_game_waits_for_who_is_invited() {
    let bench = Bench::default();
    let seats = vec![seat('A', HERE), seat('C', NewPlayer::Elsewhere)];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    assert_eq!(driver.view_for().await.status, Status::Waiting);
    assert_eq!(
        driver.refused(&['A'], "roll").await,
        CommandError::NotBegun {
            waiting_for: vec!['C']
        }
    );
    let dice = bench.service.drawn_contribution().expect("randomness");
    let kept = dice.escrowed.clone();
    let name = Some("Cleo".to_owned());
    driver.want(&['C'], CommandKind::Join { name, dice }).await;
    let view = driver.view_for().await;
    assert_eq!(
        (view.status, &*view.seats[1].name),
        (Status::Playing, "Cleo")
    );
    assert_eq!(
        view.seats[1].entropy, kept,
        "all is revealed once everybody is in"
    );
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn who_commits_must_reveal_what_was_committed_to() {
    let bench = Bench::default();
    let later = || NewPlayer::Here(Offer::Later);
    let seats = vec![seat('A', later()), seat('C', later())];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    driver.commit('A', b"my own words").await;
    let reveal = |words: &[u8]| CommandKind::Reveal(words.to_vec());
    let early = driver.want(&['A'], reveal(b"my own words")).await;
    assert!(
        matches!(early, CommandOutcome::Rejected(_)),
        "C has not committed: {early:?}"
    );
    driver.commit('C', b"others").await;
    let wrong = driver.want(&['A'], reveal(b"my other words")).await;
    assert!(
        matches!(
            &wrong,
            CommandOutcome::Rejected(CommandError::WrongBytes { seat: 'A', .. })
        ),
        "{wrong:?}"
    );
    driver.want(&['A'], reveal(b"my own words")).await;
    assert_eq!(driver.view_for().await.status, Status::Waiting);
    driver.want(&['C'], reveal(b"others")).await;
    assert_eq!(driver.view_for().await.status, Status::Playing);
    driver.play_out(&['A', 'C']).await;
    check_log(&bench, &driver.id).await;
}

#[tokio::test(start_paused = true)]
async fn who_does_not_reveal_in_time_gives_up_the_seat() {
    let bench = Bench::default();
    let later = NewPlayer::Here(Offer::Later);
    let seats = vec![seat('A', later), seat('C', HERE)];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    driver.commit('A', b"never shown").await;
    bench.live(Duration::from_mins(6));
    let view = driver.until(|view| view.status == Status::Playing).await;
    assert_eq!(view.seats[0].occupant, Occupant::Bot("strong".to_owned()));
    assert_eq!(view.seats[0].entropy, None);
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_game_left_alone_is_ended_and_its_secret_revealed() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    driver.must(&['A'], "roll").await;
    assert_eq!(bench.service.sweep().await.expect("the store works"), 0);
    bench.clock.pass(Duration::from_hours(31 * 24));
    assert_eq!(bench.service.sweep().await.expect("the store works"), 1);
    let view = driver.view_for().await;
    assert_eq!(view.result.expect("it is over").ending, Ending::Abandoned);
    assert!(view.dice.expect("dice").secret.is_some());
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn nobody_abandons_a_game_that_others_play() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    assert_eq!(
        driver.refused(&['A'], "abandon").await,
        CommandError::OthersPlay
    );
    driver.must(&['A', 'C'], "abandon").await;
    assert_eq!(driver.view_for().await.status, Status::Over);
}

#[tokio::test]
async fn what_cannot_be_played_is_not_made() {
    let bench = Bench::default();
    let bot = |name: &str| NewPlayer::Bot(name.to_owned());
    let here = |seats: &str| seats.chars().map(|letter| seat(letter, HERE)).collect();
    let bot_of = |name: &str| vec![seat('W', HERE), seat('B', bot(name))];
    let soon = NewTable {
        away_after: Some(Duration::from_secs(4)),
        ..ludo()
    };
    let mut named = ludo();
    named.seats[1].name = Some("x".repeat(41));
    let offered = NewPlayer::Here(Offer::Later);
    let offers = vec![seat('W', HERE), seat('B', offered)];
    let of_second = |part| TableField::Seat(1, part);
    for (table, field, rule, word) in [
        (
            table("chess", None, vec![]),
            TableField::Game,
            None,
            "chess",
        ),
        (
            table("ludo", None, here("A")),
            TableField::Seats,
            Some("L-1"),
            "2",
        ),
        (
            table("ludo", None, here("AA")),
            TableField::Seats,
            Some("L-1"),
            "A",
        ),
        (
            table("ludo", Some("blitz"), vec![]),
            TableField::Rules,
            None,
            "blitz",
        ),
        (
            table("ludo", None, here("AW")),
            of_second(SeatField::Letter),
            None,
            "'W'",
        ),
        (
            table("kuba", None, bot_of("deep")),
            of_second(SeatField::Bot),
            None,
            "greedy",
        ),
        (
            table("kuba", None, offers),
            of_second(SeatField::Offer),
            None,
            "NoDice",
        ),
        (named, of_second(SeatField::Name), None, "Length"),
        (soon, TableField::AwayAfter, None, "AwayAfter"),
        (
            table("kuba", Some("tournament"), here("BW")),
            TableField::Seats,
            Some("K-12"),
            "White begins",
        ),
    ] {
        match bench.service.create(&table, maker(None)).await {
            Err(CreateError::Wrong(error)) => {
                assert_eq!((error.field(), error.rule()), (field, rule), "{error:?}");
                assert!(format!("{error:?}").contains(word), "{error:?}");
            }
            other => panic!("{table:?}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn there_are_caps_on_games() {
    let settings = Settings {
        most_games: 3,
        most_games_held: 2,
        ..Settings::default()
    };
    let bench = Bench::over(Arc::new(MemoryStore::default()), settings);
    let browser = Some("ab".repeat(32).parse::<Key>().expect("a key").hash());
    let service = &bench.service;
    let make = async |browser| {
        let made = service.create(&ludo(), maker(browser)).await?;
        let handle = service.game(&made.id).await.expect("the store works");
        // Somebody is there, so that no game makes room.
        handle.expect("it is there").attended_by(maker(None).net);
        Ok::<_, CreateError>(())
    };
    for _ in 0..2 {
        make(browser).await.expect("there is room");
    }
    let refused = make(browser).await;
    assert!(
        matches!(refused, Err(CreateError::TooMany(_))),
        "{refused:?}"
    );
    make(None).await.expect("there is room for another");
    let refused = make(None).await;
    assert!(
        matches!(refused, Err(CreateError::TooMany(_))),
        "{refused:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_game_is_put_away_when_nobody_looks_and_not_before() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let long = Settings::default().evict_after * 3;
    let looking = bench
        .service
        .game(&driver.id)
        .await
        .expect("the store works");
    tokio::time::sleep(long).await;
    assert!(bench.service.loaded(&driver.id).is_some());
    drop(looking);
    tokio::time::sleep(long).await;
    assert!(bench.service.loaded(&driver.id).is_none());
    driver.must(&['W'], "65F").await;
    assert!(bench.service.loaded(&driver.id).is_some());
}

#[tokio::test]
async fn of_many_moves_on_one_version_exactly_one_is_done() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let legal = driver.view_for().await.legal;
    let orders: Vec<Command> = legal
        .iter()
        .map(|action| driver.command(1, &['W'], CommandKind::Act(action.clone())))
        .collect();
    let sent = orders.into_iter().map(|command| {
        let (service, id) = (bench.service.clone(), driver.id.clone());
        tokio::spawn(async move { service.execute(&id, &command).await })
    });
    let mut committed = 0;
    for answer in sent.collect::<Vec<_>>() {
        match answer.await.expect("no panic").expect("the store works") {
            Some(CommandOutcome::Committed(2)) => committed += 1,
            other => assert_eq!(other, Some(CommandOutcome::Stale(2))),
        }
    }
    assert_eq!(committed, 1);
}

#[tokio::test]
async fn a_closed_service_takes_nothing_more() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    let command = driver.command(1, &['A'], CommandKind::Ask(PlayerRequest::Undo));
    bench.service.close().await.expect("it closes");
    assert!(bench.service.execute(&driver.id, &command).await.is_err());
    assert!(bench.service.create(&ludo(), maker(None)).await.is_err());
}

#[tokio::test]
async fn who_reads_a_record_at_the_same_time_reads_one_copy_of_its_version() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let handle = bench.service.game(&driver.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let [before, same] = [handle.record_text(), handle.record_text()];
    assert!(core::ptr::eq(&raw const *before, &raw const *same));
    driver.must(&['W'], "65F").await;
    let after = handle.record_text();
    assert_eq!(
        (before.contains("65F"), after.contains("65F")),
        (false, true)
    );
    let [json, same] = [handle.record_json(), handle.record_json()];
    assert!(core::ptr::eq(&raw const *json, &raw const *same) && json.starts_with('{'));
}
