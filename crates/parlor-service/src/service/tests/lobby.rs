//! The lobby: who is paired with whom, and who is not.

use core::time::Duration;
use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::nodes::Nodes;
use super::{Bench, Settings, maker};
use crate::client_net::ClientNet;
use crate::service::{ChallengeError, CreateError, GameHandle, Maker, Wanted};
use crate::store::lobby::{ChallengeState, Unplayed};
use crate::store::memory::MemoryStore;
use crate::testing::move_first;
use parlor_table::id::GameId;
use parlor_table::key::{Key, KeyHash};
use parlor_table::log::TimeControl;
use parlor_table::table::Status;

fn wanted(game: &str, name: &str) -> Wanted {
    Wanted {
        game: game.to_owned(),
        rules: None,
        clock: None,
        away_after: None,
        name: Some(name.to_owned()).filter(|name| !name.is_empty()),
    }
}

/// A service in which anybody begins games.
fn unbound() -> Bench {
    let settings = Settings {
        most_unplayed: None,
        ..Settings::default()
    };
    Bench::over(Arc::new(MemoryStore::default()), settings)
}

fn browser(number: u8) -> KeyHash {
    KeyHash::from_bytes([number; 32])
}

/// A program with a token.
fn program() -> Maker {
    Maker {
        is_program: true,
        ..maker(Some(browser(250)))
    }
}

/// A challenge of an API client, which has no browser.
async fn post(bench: &Bench, wanted: &Wanted) -> (GameId, Key) {
    let posted = bench.service.post_challenge(wanted, maker(None));
    let posted = posted.await.expect("it is posted");
    (posted.id, posted.key.expect("it is new"))
}

/// The game and seat of a challenge; `None` while they wait.
async fn paired(bench: &Bench, id: &GameId) -> Option<(GameId, char)> {
    let found = bench.service.look_for(id).await.expect("the store works");
    match found.expect("it is there").state {
        ChallengeState::Paired { game, seat } => Some((game, seat)),
        ChallengeState::Waiting { .. } => None,
    }
}

#[tokio::test]
async fn two_who_want_the_same_are_in_one_game_at_once() {
    let bench = Bench::default();
    for game in ["kuba", "ludo"] {
        let (first, first_key) = post(&bench, &wanted(game, "Ann")).await;
        assert_eq!(paired(&bench, &first).await, None);
        let (second, second_key) = post(&bench, &wanted(game, "Bob")).await;
        let (id, first_seat) = paired(&bench, &first).await.expect("they play");
        let (same, second_seat) = paired(&bench, &second).await.expect("they play");
        assert_eq!(id, same);
        assert_ne!(first_seat, second_seat);
        let handle = bench.service.game(&id).await.unwrap().expect("it is there");
        assert_eq!(handle.seat_of(&first_key), Some(first_seat));
        assert_eq!(handle.seat_of(&second_key), Some(second_seat));
        let view = handle.view_for(&[]);
        assert_eq!(view.status, Status::Playing);
        let name = |seat| {
            let mut seats = view.seats.iter();
            seats
                .find(|state| state.seat == seat)
                .map(|state| state.name.clone())
        };
        assert_eq!(name(first_seat).as_deref(), Some("Ann"));
        assert_eq!(name(second_seat).as_deref(), Some("Bob"));
        assert_eq!(view.away_after, Some(120), "always one or a clock");
        let watchable = async || bench.service.watchable(9).await.unwrap().games;
        let is_listed = |games: Vec<Arc<GameHandle>>| games.iter().any(|game| *game.id() == id);
        assert!(!is_listed(watchable().await), "nobody has moved yet");
        move_first(&bench.service, &id).await;
        assert!(is_listed(watchable().await));
    }
    assert!(bench.service.challenges().await.unwrap().is_empty());
}

/// Seats are drawn, so that somebody may be called like the seat of the other.
#[tokio::test]
async fn who_is_called_like_a_seat_keeps_their_name() {
    let bench = unbound();
    for _ in 0..8 {
        for name in ["Player W", "Player B"] {
            let (first, _) = post(&bench, &wanted("kuba", name)).await;
            post(&bench, &wanted("kuba", "")).await;
            let (game, seat) = paired(&bench, &first).await.expect("they play");
            let handle = bench.service.game(&game).await.unwrap();
            let view = handle.expect("it is there").view_for(&[]);
            for state in view.seats {
                assert_eq!(state.name == name, state.seat == seat, "{name} at {seat}");
            }
        }
    }
}

#[tokio::test]
async fn who_wants_something_else_waits_and_can_be_accepted() {
    let bench = Bench::default();
    let clock = Some(TimeControl {
        initial: Duration::from_mins(5),
        increment: Duration::ZERO,
    });
    let with_clock = Wanted {
        clock,
        ..wanted("kuba", "Cleo")
    };
    let tournament = Wanted {
        rules: Some("tournament".to_owned()),
        ..wanted("kuba", "Dan")
    };
    let mut waiting = Vec::new();
    for wanted in [
        &wanted("kuba", "Ann"),
        &wanted("ludo", "Bob"),
        &with_clock,
        &tournament,
    ] {
        waiting.push(post(&bench, wanted).await.0);
    }
    let listed = bench.service.challenges().await.unwrap();
    let listed: Vec<GameId> = listed.into_iter().map(|known| known.posted.id).collect();
    assert_eq!(listed, waiting);
    let accept = |id: GameId, name: &str| {
        let service = bench.service.clone();
        let name = Some(name.to_owned());
        async move { service.accept_challenge(&id, name, maker(None)).await }
    };
    // Whoever is called alike is told apart.
    let accepted = accept(waiting[2].clone(), "cleo").await.expect("they play");
    assert_eq!(accepted.game, waiting[2]);
    let handle = bench
        .service
        .game(&accepted.game)
        .await
        .unwrap()
        .expect("it is there");
    assert_eq!(handle.seat_of(&accepted.key), Some(accepted.seat));
    let view = handle.view_for(&[]);
    let mut names: Vec<_> = view.seats.iter().map(|seat| seat.name.clone()).collect();
    names.sort();
    assert_eq!(names, ["Cleo", "cleo (2)"]);
    let again = accept(waiting[2].clone(), "Eve").await;
    assert!(matches!(again, Err(ChallengeError::Gone)), "{again:?}");
    let nowhere = accept("2222222222222222".parse().unwrap(), "Eve").await;
    assert!(matches!(nowhere, Err(ChallengeError::Gone)), "{nowhere:?}");
    let unnamed = accept(waiting[0].clone(), &"x".repeat(41)).await;
    assert!(
        matches!(unnamed, Err(ChallengeError::Create(CreateError::Wrong(_)))),
        "{unnamed:?}"
    );
    assert_eq!(bench.service.challenges().await.unwrap().len(), 3);
}

#[tokio::test]
async fn nobody_plays_with_themselves_nor_waits_twice() {
    let bench = Bench::default();
    let ann = maker(Some(browser(1)));
    let post = async |maker: Maker| {
        let wanted = wanted("kuba", "Ann");
        bench
            .service
            .post_challenge(&wanted, maker)
            .await
            .expect("it is posted")
    };
    let first = post(ann).await;
    // Two tabs are one person.
    let second = post(ann).await;
    assert_eq!(first.id, second.id);
    assert!(first.key.is_some() && second.key.is_none());
    let own = bench.service.accept_challenge(&first.id, None, ann).await;
    assert!(matches!(own, Err(ChallengeError::Own)), "{own:?}");
    assert_eq!(paired(&bench, &first.id).await, None);
    let other = post(maker(Some(browser(2)))).await;
    let (game, _) = paired(&bench, &first.id).await.expect("they play");
    assert_eq!(
        paired(&bench, &other.id).await.map(|(game, _)| game),
        Some(game.clone())
    );
    let handle = bench
        .service
        .game(&game)
        .await
        .unwrap()
        .expect("it is there");
    assert_eq!(handle.held_by(&browser(1)).len(), 1);
    assert_eq!(handle.held_by(&browser(2)).len(), 1);
    // Who plays may look for another game, and begins no two at once.
    let ludo = wanted("ludo", "Ann");
    let posted = bench.service.post_challenge(&ludo, ann).await;
    let other = posted.expect("it is posted").id;
    let next = post(ann).await;
    assert!(next.key.is_some());
    assert_ne!(next.id, first.id);
    let third = maker(Some(browser(3)));
    let accepted = bench.service.accept_challenge(&next.id, None, third).await;
    assert_eq!(accepted.expect("they play").game, next.id);
    assert!(bench.service.challenge(&other).await.unwrap().is_none());
}

#[tokio::test]
async fn programs_are_paired_with_nobody_who_has_not_asked_for_one() {
    let bench = Bench::default();
    let service = &bench.service;
    let rook = wanted("kuba", "Rook");
    let bot = service.post_challenge(&rook, program());
    let bot = bot.await.expect("it is posted");
    let (person, _) = post(&bench, &wanted("kuba", "Ann")).await;
    assert_eq!(paired(&bench, &bot.id).await, None);
    assert_eq!(paired(&bench, &person).await, None);
    let accepted = service.accept_challenge(&bot.id, None, maker(None)).await;
    let accepted = accepted.expect("they play");
    assert_eq!(accepted.game, bot.id);
    assert_eq!(paired(&bench, &person).await, None);
    // Who plays with it sees what it is.
    let handle = bench.service.game(&bot.id).await.unwrap().unwrap();
    let view = handle.view_for(&[]);
    let programs: Vec<bool> = view.seats.iter().map(|seat| seat.is_program).collect();
    assert_eq!(programs.iter().filter(|is_program| **is_program).count(), 1);
    assert!(
        !view
            .seats
            .iter()
            .any(|seat| seat.seat == accepted.seat && seat.is_program)
    );
    let refused = service.accept_challenge(&person, None, program()).await;
    assert!(
        matches!(refused, Err(ChallengeError::OfPerson)),
        "{refused:?}"
    );
}

#[tokio::test]
async fn who_has_left_is_withdrawn_and_who_asks_stays() {
    let bench = Bench::default();
    let service = &bench.service;
    let (left, _) = post(&bench, &wanted("kuba", "Ann")).await;
    let (stays, _) = post(&bench, &wanted("ludo", "Bob")).await;
    for _ in 0..20 {
        bench.live(Duration::from_secs(1));
        service.look_for(&stays).await.unwrap();
        service.look_at_lobby().await.unwrap();
    }
    assert!(service.look_for(&left).await.unwrap().is_none());
    assert_eq!(paired(&bench, &stays).await, None);
    assert!(service.withdraw_challenge(&stays).await.unwrap());
    assert!(!service.withdraw_challenge(&stays).await.unwrap());
    assert!(service.challenges().await.unwrap().is_empty());
}

#[tokio::test]
async fn who_asks_at_another_node_is_not_withdrawn_by_the_first() {
    let nodes = Nodes::apart();
    let [one, other] = &nodes.benches;
    let (id, _) = post(one, &wanted("kuba", "Ann")).await;
    for _ in 0..40 {
        for bench in [one, other] {
            bench.live(Duration::from_secs(1));
        }
        assert_eq!(paired(other, &id).await, None);
        for bench in [one, other] {
            bench.service.look_at_lobby().await.unwrap();
        }
    }
    // Both have forgotten them once they have left.
    for _ in 0..20 {
        for bench in [one, other] {
            bench.live(Duration::from_secs(1));
            bench.service.look_at_lobby().await.unwrap();
        }
    }
    assert!(other.service.challenges().await.unwrap().is_empty());
}

#[tokio::test]
async fn who_is_in_the_list_unknown_to_their_node_is_found_to_be_gone() {
    let store = Arc::new(MemoryStore::default());
    let bench = Bench::over(store, Settings::default());
    let (stays, _) = post(&bench, &wanted("ludo", "Bob")).await;
    let known = bench.service.challenge(&stays).await.unwrap();
    let mut left = known.expect("it is there").posted;
    left.id = "2222222222222222".parse().unwrap();
    left.terms.rules = "another".to_owned();
    let id = left.id.clone();
    bench.service.inner.store.lobby().post(left).await.unwrap();
    for _ in 0..20 {
        bench.live(Duration::from_secs(1));
        bench.service.look_for(&stays).await.unwrap();
        bench.service.look_at_lobby().await.unwrap();
    }
    assert!(bench.service.challenge(&id).await.unwrap().is_none());
    assert_eq!(paired(&bench, &stays).await, None);
}

#[tokio::test]
async fn who_waits_hears_of_the_game_at_once() {
    let bench = Bench::default();
    let (id, _) = post(&bench, &wanted("kuba", "Ann")).await;
    let service = bench.service.clone();
    let waits = {
        let id = id.clone();
        tokio::spawn(async move { service.wait_for_pair(&id, Duration::from_mins(1)).await })
    };
    sleep(Duration::from_millis(50)).await;
    post(&bench, &wanted("kuba", "Bob")).await;
    let found = timeout(Duration::from_secs(5), waits)
        .await
        .expect("in time");
    let found = found.unwrap().unwrap().expect("it is there");
    assert!(matches!(found.state, ChallengeState::Paired { .. }));
    let alone = post(&bench, &wanted("kuba", "Cleo")).await.0;
    let waited = bench
        .service
        .wait_for_pair(&alone, Duration::from_millis(10))
        .await;
    let waited = waited.unwrap().expect("it is there");
    assert!(matches!(
        waited.state,
        ChallengeState::Waiting { is_here: true }
    ));
}

#[tokio::test]
async fn a_network_can_fill_no_more_than_its_share_of_the_lobby() {
    let settings = Settings {
        most_challenges_of_client: Some(2),
        ..Settings::default()
    };
    let bench = Bench::over(Arc::new(MemoryStore::default()), settings);
    let from = |last| Maker {
        net: ClientNet::of(Some([192, 0, 2, last].into())),
        ..maker(None)
    };
    let post = async |last: u8, minutes: u64| {
        let wanted = Wanted {
            away_after: Some(Duration::from_mins(minutes)),
            ..wanted("kuba", "")
        };
        bench.service.post_challenge(&wanted, from(last)).await
    };
    for minutes in 1..=2 {
        post(1, minutes).await.expect("there is room");
    }
    let refused = post(1, 3).await;
    assert!(
        matches!(
            refused,
            Err(ChallengeError::TooManyOfNetwork { waiting: 2, .. })
        ),
        "{refused:?}"
    );
    post(2, 4).await.expect("there is room for another");
    let wrong = post(1, 0).await;
    assert!(
        matches!(wrong, Err(ChallengeError::Create(CreateError::Wrong(_)))),
        "{wrong:?}"
    );
}

/// Somebody at an address of their own.
fn at(last: u8, browser: Option<KeyHash>) -> Maker {
    Maker {
        net: ClientNet::of(Some([198, 51, 100, last].into())),
        ..maker(browser)
    }
}

/// Lets somebody else wait, and accepts them; the game.
async fn accept_another(bench: &Bench, number: u8, by: Maker) -> Result<GameId, ChallengeError> {
    let other = Maker {
        net: ClientNet::of(Some([203, 0, number, 1].into())),
        ..maker(Some(browser(number)))
    };
    // Each wants something else, so that nobody is paired.
    let wanted = Wanted {
        away_after: Some(Duration::from_mins(u64::from(number))),
        ..wanted("kuba", "Ann")
    };
    let posted = bench.service.post_challenge(&wanted, other).await;
    let id = posted.expect("it is posted").id;
    let accepted = bench.service.accept_challenge(&id, None, by).await;
    accepted.map(|accepted| accepted.game)
}

#[tokio::test]
async fn nobody_begins_many_games_in_which_nobody_moves() {
    let bench = Bench::default();
    for eve in [at(1, Some(browser(200))), at(2, None)] {
        let first = if eve.browser.is_some() { 10 } else { 30 };
        let mut games = Vec::new();
        for number in first..first + 3 {
            games.push(
                accept_another(&bench, number, eve)
                    .await
                    .expect("they play"),
            );
        }
        let refused = accept_another(&bench, first + 3, eve).await;
        let is_refused = |refused: &ChallengeError| match refused {
            ChallengeError::UnplayedOfBrowser { games: 3 } => eve.browser.is_some(),
            ChallengeError::UnplayedOfNetwork { games: 3, .. } => eve.browser.is_none(),
            _ => false,
        };
        assert!(refused.as_ref().is_err_and(is_refused), "{refused:?}");
        let ludo = wanted("ludo", "");
        let anybody = bench.service.post_challenge(&ludo, eve).await;
        assert!(anybody.as_ref().is_err_and(is_refused), "{anybody:?}");
        // The owner of the machine may, and so may others.
        let owner = Maker {
            is_owner: true,
            ..eve
        };
        accept_another(&bench, first + 4, owner)
            .await
            .expect("they play");
        accept_another(&bench, first + 5, at(9, Some(browser(first))))
            .await
            .expect("they play");
        for game in &games[..2] {
            move_first(&bench.service, game).await;
        }
        accept_another(&bench, first + 6, eve)
            .await
            .expect("there is room again");
        let refused = accept_another(&bench, first + 7, eve).await;
        assert!(refused.as_ref().is_err_and(is_refused), "{refused:?}");
    }
}

#[tokio::test]
async fn who_waits_is_not_answerable_for_those_who_come_and_do_not_move() {
    let bench = unbound();
    let ann = at(1, Some(browser(1)));
    let mut to_move = 0;
    for number in 2..30 {
        let wanted = wanted("kuba", "Ann");
        let posted = bench.service.post_challenge(&wanted, ann).await;
        let id = posted.expect("it is posted").id;
        let other = at(number, Some(browser(number)));
        let accepted = bench.service.accept_challenge(&id, None, other).await;
        to_move += usize::from(accepted.expect("they play").seat == 'B');
    }
    let lobby = bench.service.inner.store.lobby();
    let unplayed = lobby.unplayed(browser(1)).await.unwrap();
    assert_eq!(unplayed.len(), 28);
    let answers = |game: &&Unplayed| game.came || game.seat == 'W';
    assert_eq!(unplayed.iter().filter(answers).count(), to_move);
    let network = ann.net.own();
    assert_eq!(bench.service.usage().unplayed.of(&network), to_move);
}

#[tokio::test]
async fn of_many_presses_at_once_none_is_overlooked() {
    let bench = Bench::default();
    let eve = at(1, Some(browser(200)));
    let mut tasks = JoinSet::new();
    for number in 1..=20 {
        let wanted = Wanted {
            away_after: Some(Duration::from_mins(u64::from(number))),
            ..wanted("kuba", "Ann")
        };
        let other = at(number + 1, Some(browser(number)));
        let posted = bench.service.post_challenge(&wanted, other).await;
        let id = posted.expect("it is posted").id;
        let service = bench.service.clone();
        tasks.spawn(async move { service.accept_challenge(&id, None, eve).await.is_ok() });
    }
    let begun = tasks.join_all().await.into_iter().filter(|begun| *begun);
    assert!((1..=3).contains(&begun.count()));
    let counted = bench.service.usage().unplayed.of(&eve.net.own());
    assert!(
        counted <= 3,
        "{counted}: what was begun meanwhile counts no more"
    );
}

#[tokio::test]
async fn what_nobody_has_moved_in_is_counted_over_all_nodes() {
    let nodes = Nodes::new();
    let [one, other] = &nodes.benches;
    let tell = async || {
        for bench in [one, other] {
            bench
                .service
                .look_at_others()
                .await
                .expect("the store works");
        }
        sleep(Duration::from_millis(20)).await;
    };
    let (eve, bot) = (at(1, Some(browser(200))), at(2, None));
    for (place, by) in [eve, bot].into_iter().enumerate() {
        let first = u8::try_from(10 + 20 * place).unwrap();
        for (number, bench) in (first..).zip([one, other, one]) {
            accept_another(bench, number, by).await.expect("they play");
            tell().await;
        }
        for (number, bench) in (first + 3..).zip([one, other]) {
            let refused = accept_another(bench, number, by).await;
            assert!(
                matches!(
                    refused,
                    Err(ChallengeError::UnplayedOfBrowser { games: 3 }
                        | ChallengeError::UnplayedOfNetwork { games: 3, .. })
                ),
                "{refused:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_page_that_closes_at_another_node_gives_up_the_place_unless_one_asks() {
    let nodes = Nodes::apart();
    let [one, other] = &nodes.benches;
    let live = async |seconds: u64| {
        for _ in 0..seconds {
            for bench in [one, other] {
                bench.live(Duration::from_secs(1));
                bench.service.look_at_lobby().await.unwrap();
            }
        }
    };
    let (id, _) = post(one, &wanted("kuba", "Ann")).await;
    live(1).await;
    other.service.leave_challenge(&id).await.unwrap();
    live(2).await;
    assert_eq!(paired(one, &id).await, None, "it was loaded anew");
    live(10).await;
    assert_eq!(paired(one, &id).await, None);
    other.service.leave_challenge(&id).await.unwrap();
    live(5).await;
    assert!(one.service.look_for(&id).await.unwrap().is_none());
    one.service.leave_challenge(&id).await.unwrap();
    assert!(one.service.look_for(&id).await.unwrap().is_none());
    // Who plays is not put out of their game by the page that becomes it.
    let (first, _) = post(one, &wanted("kuba", "Ann")).await;
    post(one, &wanted("kuba", "Bob")).await;
    one.service.leave_challenge(&first).await.unwrap();
    live(5).await;
    assert!(paired(one, &first).await.is_some());
}
