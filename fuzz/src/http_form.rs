//! Any bytes as the form for a new game: a game is ordered, or something is wrong with a field.

use parlor_server::pages::read_new_game;
use parlor_service::service::LONGEST_NAME;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let Ok(fields) = serde_urlencoded::from_bytes::<Vec<(String, String)>>(bytes) else {
        return;
    };
    for game in ["ludo", "kuba"] {
        let Some(table) = read_new_game(game, &fields) else {
            continue;
        };
        assert_eq!(table.game, game);
        for seat in table.seats {
            let length = seat.name.map_or(0, |name| name.chars().count());
            assert!(length <= LONGEST_NAME, "a name fits into a line");
        }
    }
    assert!(
        read_new_game("chess", &fields).is_none(),
        "there is no such game"
    );
}
