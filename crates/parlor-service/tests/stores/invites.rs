//! What every store must do with codes that lead to games.

use parlor_service::store::{Invite, NewGame};
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
