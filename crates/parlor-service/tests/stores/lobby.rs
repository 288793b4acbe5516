//! What every store must do with those who wait for somebody to play with.

use std::collections::BTreeSet;
use std::time::Duration;

use parlor_service::client_net::ClientNet;
use parlor_service::store::lobby::{
    Challenge, ChallengeState, NewChallenge, Seated, Terms, Unplayed,
};
use parlor_service::store::{Created, NewGame, Store};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::TimeControl;
use tokio::task::JoinSet;

use crate::checks::{Shared, end};
use crate::fixture::{append, create, game_id, keep, key, new_game};

pub(crate) fn terms(rules: &str) -> Terms {
    Terms {
        game: "kuba".to_owned(),
        rules: rules.to_owned(),
        clock: Some(TimeControl {
            initial: Duration::from_mins(5),
            increment: Duration::from_secs(3),
        }),
        away_after: Some(Duration::from_mins(1)),
    }
}

pub(crate) fn challenge(number: u64) -> NewChallenge {
    NewChallenge {
        id: game_id(number),
        terms: terms("classroom"),
        name: Some(format!("Ann {number} \u{1f3b2}")),
        key: key(u8::try_from(number % 256).unwrap()),
        browser: number.is_multiple_of(2).then(|| key(100)),
        net: ClientNet::of(Some([192, 0, 2, 1].into())),
        is_bot: number.is_multiple_of(3),
    }
}

/// A game that pairs those of these challenges.
pub(crate) fn pairing(game: u64, challenges: [u64; 2]) -> NewGame {
    let seated = challenges.iter().zip(['W', 'B']);
    let seated = seated.map(|(&challenge, seat)| Seated {
        challenge: game_id(challenge),
        seat,
    });
    NewGame {
        pairs: seated.collect(),
        ..new_game(game)
    }
}

/// Those who wait, in their order.
pub(crate) async fn waiting(store: &dyn Store) -> Vec<GameId> {
    let waiting = store.lobby().waiting().await.unwrap().into_iter();
    waiting.map(|challenge| challenge.posted.id).collect()
}

/// Those of one browser.
pub(crate) async fn waiting_of(store: &dyn Store, browser: KeyHash) -> Vec<GameId> {
    store.lobby().waiting_of(browser).await.unwrap()
}

fn ids(numbers: &[u64]) -> Vec<GameId> {
    numbers.iter().copied().map(game_id).collect()
}

pub(crate) async fn who_waits_comes_back_in_order(store: Shared) {
    for number in [3, 1, 2] {
        store.lobby().post(challenge(number)).await.unwrap();
    }
    // Once is enough, and what is there stays.
    let again = NewChallenge {
        name: None,
        ..challenge(1)
    };
    store.lobby().post(again).await.unwrap();
    assert_eq!(waiting(&*store).await, ids(&[3, 1, 2]));
    let found = store.lobby().challenge(&game_id(2)).await.unwrap().unwrap();
    let Challenge { posted, state, .. } = found;
    assert_eq!(posted, challenge(2));
    assert_eq!(state, ChallengeState::Waiting { is_here: true });
    assert_eq!(store.lobby().challenge(&game_id(9)).await.unwrap(), None);
    assert_eq!(waiting_of(&*store, key(100)).await, ids(&[2]));
    store.lobby().post(challenge(4)).await.unwrap();
    assert_eq!(waiting_of(&*store, key(100)).await, ids(&[2, 4]));
    assert!(waiting_of(&*store, key(101)).await.is_empty());
    let withdrawn = store.lobby().withdraw(ids(&[1, 9, 3, 4])).await.unwrap();
    assert_eq!(withdrawn, 3);
    assert_eq!(waiting_of(&*store, key(100)).await, ids(&[2]));
    assert_eq!(waiting(&*store).await, ids(&[2]));
    assert_eq!(store.lobby().withdraw(ids(&[1, 3])).await.unwrap(), 0);
    assert!(store.lobby().move_here(&game_id(2)).await.unwrap());
    assert!(!store.lobby().move_here(&game_id(1)).await.unwrap());
    assert_eq!(store.lobby().withdraw_lost().await.unwrap(), 0);
    let withdrawn = store.lobby().withdraw_here(ids(&[1, 2])).await.unwrap();
    assert_eq!(withdrawn, 1);
    assert!(waiting(&*store).await.is_empty());
}

pub(crate) async fn two_who_wait_are_paired_with_their_game(store: Shared) {
    for number in 1..=3 {
        store.lobby().post(challenge(number)).await.unwrap();
    }
    create(&*store, pairing(1, [1, 3])).await;
    assert_eq!(waiting(&*store).await, ids(&[2]));
    let mut seats = Vec::new();
    for number in 1..=3 {
        let found = store
            .lobby()
            .challenge(&game_id(number))
            .await
            .unwrap()
            .unwrap();
        if let ChallengeState::Paired { game, seat } = found.state {
            seats.push((number, game, seat));
        }
    }
    assert_eq!(seats, [(1, game_id(1), 'W'), (3, game_id(1), 'B')]);
    // Who is in a game can neither be withdrawn nor paired again.
    assert_eq!(store.lobby().withdraw(ids(&[1])).await.unwrap(), 0);
    assert!(!store.lobby().move_here(&game_id(1)).await.unwrap());
    let refused = store.create(pairing(4, [2, 3])).await.unwrap();
    assert_eq!(refused, Created::Stale);
    assert_eq!(store.game(&game_id(4)).await.unwrap(), None);
    assert_eq!(waiting(&*store).await, ids(&[2]), "nothing was half done");
    let refused = store.create(pairing(5, [2, 9])).await.unwrap();
    assert_eq!(refused, Created::Stale);
    let waits = store.lobby().waits(&terms("classroom"), 10).await.unwrap();
    assert_eq!(waits.len(), 1, "one of each game");
    assert!(waits[0] < Duration::from_mins(1));
    let waits = store.lobby().waits(&terms("classroom"), 0).await.unwrap();
    assert!(waits.is_empty());
    let waits = store.lobby().waits(&terms("tournament"), 10).await.unwrap();
    assert!(waits.is_empty());
}

pub(crate) async fn games_of_the_lobby_can_be_watched_until_they_are_over(store: Shared) {
    for number in 1..=6 {
        store.lobby().post(challenge(number)).await.unwrap();
    }
    create(&*store, new_game(9)).await;
    assert_eq!(waiting_of(&*store, key(100)).await, ids(&[2, 4, 6]));
    create(&*store, pairing(1, [1, 2])).await;
    create(&*store, pairing(5, [5, 6])).await;
    assert_eq!(waiting_of(&*store, key(100)).await, ids(&[4]));
    create(&*store, pairing(3, [3, 4])).await;
    let watchable = async |most| store.lobby().watchable(most).await.unwrap();
    assert!(watchable(10).await.is_empty(), "nobody has moved yet");
    for number in [1, 3, 5, 9] {
        keep(&*store, append(number, 2, "move")).await;
    }
    // Programs play in the latter two, so that those of people come first.
    assert_eq!(watchable(10).await, ids(&[1, 5, 3]));
    assert_eq!(watchable(2).await, ids(&[1, 5]));
    end(&*store, 3, 3, 10).await;
    assert_eq!(watchable(10).await, ids(&[1, 5]));
    assert!(store.delete(&game_id(5)).await.unwrap());
    assert_eq!(watchable(10).await, ids(&[1]));
    assert_eq!(store.lobby().challenge(&game_id(6)).await.unwrap(), None);
}

pub(crate) async fn games_in_which_nobody_has_moved_are_counted_for_their_browsers(store: Shared) {
    for number in 1..=5 {
        store.lobby().post(challenge(number)).await.unwrap();
    }
    let (waited, came) = (key(100), key(50));
    let pairing = |game, challenges: [u64; 1]| NewGame {
        holders: vec![(waited, 'W'), (came, 'B')],
        pairs: vec![Seated {
            challenge: game_id(challenges[0]),
            seat: 'W',
        }],
        ..new_game(game)
    };
    // As they begin by accepting: the game has the name of the challenge.
    for number in [2, 4] {
        create(&*store, pairing(number, [number])).await;
    }
    // And one that began elsewhere.
    let elsewhere = NewGame {
        holders: vec![(came, 'W')],
        ..new_game(9)
    };
    create(&*store, elsewhere).await;
    let unplayed = async |browser| store.lobby().unplayed(browser).await.unwrap();
    let game = |seat, came| Unplayed {
        terms: terms("classroom"),
        seat,
        came,
    };
    assert_eq!(unplayed(waited).await, [game('W', false), game('W', false)]);
    assert_eq!(unplayed(came).await, [game('B', true), game('B', true)]);
    assert!(unplayed(key(51)).await.is_empty());
    keep(&*store, append(2, 2, "move")).await;
    assert_eq!(unplayed(came).await, [game('B', true)]);
    end(&*store, 4, 2, 10).await;
    assert!(unplayed(came).await.is_empty());
    // Of a challenge without a browser everybody has come to it.
    create(&*store, pairing(3, [3])).await;
    assert_eq!(unplayed(waited).await, [game('W', true)]);
    assert!(store.delete(&game_id(3)).await.unwrap());
    assert!(unplayed(waited).await.is_empty());
}

/// As if nodes and browsers wanted the same at once.
pub(crate) async fn of_many_that_pair_at_once_each_is_in_one_game(store: Shared) {
    const WAITING: u64 = 12;
    for number in 1..=WAITING {
        store.lobby().post(challenge(number)).await.unwrap();
    }
    let mut tasks = JoinSet::new();
    for number in 0..60_u64 {
        let store = store.clone();
        tasks.spawn(async move {
            let (one, other) = (number % WAITING, (number * 5 + 1) % WAITING);
            if number % 10 == 9 {
                store.lobby().withdraw(ids(&[one + 1])).await.unwrap();
                return None;
            }
            if one == other {
                return None;
            }
            let game = pairing(100 + number, [one + 1, other + 1]);
            let created = store.create(game).await.unwrap();
            (created == Created::Done).then_some([(one + 1, number), (other + 1, number)])
        });
    }
    let paired = tasks.join_all().await;
    let paired: Vec<(u64, u64)> = paired.into_iter().flatten().flatten().collect();
    let different: BTreeSet<u64> = paired.iter().map(|(challenge, _)| *challenge).collect();
    assert_eq!(different.len(), paired.len(), "{paired:?}");
    assert!(!paired.is_empty());
    for (number, game) in paired {
        let found = store
            .lobby()
            .challenge(&game_id(number))
            .await
            .unwrap()
            .unwrap();
        let ChallengeState::Paired { game: found, .. } = found.state else {
            panic!("{number} waits");
        };
        assert_eq!(found, game_id(100 + game));
    }
    for waits in waiting(&*store).await {
        assert!(different.iter().all(|number| game_id(*number) != waits));
    }
}
