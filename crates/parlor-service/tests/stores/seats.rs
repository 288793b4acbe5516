//! What every store must do with the seats that browsers hold.

use parlor_service::store::{Append, NewGame};
use parlor_table::timestamp::Timestamp;

use crate::checks::{Shared, end};
use crate::fixture::{append, create, game_id, holding, keep, key, new_game};

pub(crate) async fn a_seat_is_held_once(store: Shared) {
    create(&*store, new_game(1)).await;
    store.hold(holding(1, 1, 'W', 5)).await.unwrap();
    store.hold(holding(1, 1, 'W', 9)).await.unwrap();
    store.hold(holding(2, 1, 'W', 6)).await.unwrap();
    let held = store.held(key(1), 9).await.unwrap();
    assert_eq!(held, [holding(1, 1, 'W', 5)]);
    let kept = store.game(&game_id(1)).await.unwrap().unwrap();
    assert_eq!(kept.holders, [(key(1), 'W'), (key(2), 'W')]);
}

pub(crate) async fn seats_held_come_back_the_latest_first(store: Shared) {
    for number in 1..=3 {
        let holders = vec![(key(1), 'W')];
        let game = NewGame {
            holders,
            ..new_game(number)
        };
        create(&*store, game).await;
    }
    store.hold(holding(1, 1, 'B', 9)).await.unwrap();
    store.hold(holding(1, 3, 'B', 2)).await.unwrap();
    store.hold(holding(2, 2, 'B', 9)).await.unwrap();
    let all = [
        holding(1, 1, 'B', 9),
        holding(1, 3, 'W', 3),
        holding(1, 2, 'W', 2),
        holding(1, 3, 'B', 2),
        holding(1, 1, 'W', 1),
    ];
    assert_eq!(store.held(key(1), 9).await.unwrap(), all);
    assert_eq!(store.held(key(1), 2).await.unwrap(), all[..2]);
    assert_eq!(store.held(key(1), 0).await.unwrap(), []);
    // What is over comes last.
    let last = append(3, 2, "last");
    keep(&*store, Append { ends: true, ..last }).await;
    let [latest, over, middle, over_too, first] = all;
    let all = [latest, middle, first, over, over_too];
    assert_eq!(store.held(key(1), 9).await.unwrap(), all);
}

pub(crate) async fn the_seats_of_a_game_come_back_with_their_holders(store: Shared) {
    let game = NewGame {
        holders: vec![(key(2), 'W'), (key(1), 'B')],
        ..new_game(5)
    };
    create(&*store, game).await;
    create(&*store, new_game(6)).await;
    for holding in [
        holding(1, 5, 'W', 9),
        holding(2, 5, 'W', 7),
        holding(1, 6, 'W', 8),
    ] {
        store.hold(holding).await.unwrap();
    }
    let all = [
        holding(1, 5, 'B', 5),
        holding(1, 5, 'W', 9),
        holding(2, 5, 'W', 5),
    ];
    let of = async |game| store.holdings_of(&game_id(game)).await.unwrap();
    assert_eq!(of(5).await, all);
    end(&*store, 5, 2, 10).await;
    assert_eq!(store.archive(Timestamp(11)).await.unwrap(), 1);
    assert_eq!(of(5).await, all, "archived");
    assert_eq!(of(6).await, [holding(1, 6, 'W', 8)]);
    assert_eq!(of(7).await, []);
}

pub(crate) async fn a_seat_of_no_game_cannot_be_held(store: Shared) {
    let error = store.hold(holding(1, 1, 'W', 5)).await.unwrap_err();
    let words = "seat W cannot be held, as there is no game 2222222222222223; create it first";
    assert!(error.to_string().ends_with(words), "{error}");
    assert_eq!(store.held(key(1), 9).await.unwrap(), []);
}
