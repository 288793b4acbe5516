//! What every store must do with codes that lead to games.

use parlor_service::store::{Created, Invite, NewGame};
use parlor_table::timestamp::Timestamp;

use crate::checks::{Shared, end};
use crate::fixture::{append, create, game_id, keep, key, new_game};

pub(crate) async fn a_code_leads_to_its_game_until_that_is_deleted(store: Shared) {
    let seats = || vec!['B', 'W'];
    for (number, code) in [(1, 91), (2, 92)] {
        let invite = Some((key(code), seats()));
        create(
            &*store,
            NewGame {
                invite,
                ..new_game(number)
            },
        )
        .await;
    }
    let leads_to = |game| {
        Some(Invite {
            game: game_id(game),
            seats: seats(),
        })
    };
    let invite = async |code| store.invite(key(code)).await.unwrap();
    assert_eq!((invite(91).await, invite(93).await), (leads_to(1), None));
    end(&*store, 1, 2, 10).await;
    assert_eq!(store.archive(Timestamp(11)).await.unwrap(), 1);
    assert_eq!(invite(91).await, leads_to(1), "archived");
    keep(&*store, append(1, 3, "rematch")).await;
    assert_eq!(invite(91).await, leads_to(1), "no longer archived");
    assert!(store.delete(&game_id(1)).await.unwrap());
    assert_eq!((invite(91).await, invite(92).await), (None, leads_to(2)));
}

pub(crate) async fn a_code_of_one_game_is_not_taken_for_another(store: Shared) {
    let with = |number, code, seats: &[char]| NewGame {
        invite: Some((key(code), seats.to_vec())),
        ..new_game(number)
    };
    create(&*store, with(1, 91, &['B'])).await;
    let taken = store.create(with(2, 91, &['W'])).await.unwrap();
    assert_eq!(taken, Created::CodeTaken);
    assert_eq!(store.game(&game_id(2)).await.unwrap(), None);
    let invite = store.invite(key(91)).await.unwrap();
    let wanted = Invite {
        game: game_id(1),
        seats: vec!['B'],
    };
    assert_eq!(invite, Some(wanted));
    create(&*store, with(2, 92, &['W'])).await;
}

pub(crate) async fn the_invitation_to_a_game_comes_back(store: Shared) {
    let with = |number, code, seats: &[char]| NewGame {
        invite: Some((key(code), seats.to_vec())),
        ..new_game(number)
    };
    create(&*store, with(1, 91, &['B', '\0', '🎲'])).await;
    create(&*store, with(2, 92, &['W'])).await;
    create(&*store, new_game(3)).await;
    let to = async |game| store.invitation_to(&game_id(game)).await.unwrap();
    assert_eq!(to(1).await, Some((key(91), vec!['B', '\0', '🎲'])));
    assert_eq!(to(3).await, None);
    end(&*store, 2, 2, 10).await;
    assert_eq!(store.archive(Timestamp(11)).await.unwrap(), 1);
    assert_eq!(to(2).await, Some((key(92), vec!['W'])), "archived");
    assert!(store.delete(&game_id(2)).await.unwrap());
    assert_eq!(to(2).await, None);
}
