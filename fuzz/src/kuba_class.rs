//! Calls on a `KubaGame`, one a line, with any names, colors, coordinates and directions:
//!
//! ```text
//! Ann<TAB>W<TAB>Bob<TAB>B<TAB>classroom    the players and the rules, first of all
//! move<TAB>Ann<TAB>6<TAB>5<TAB>F           make_move("Ann", (6, 5), "F")
//! end<TAB>Ann                              end_turn("Ann")
//! captured<TAB>Ann                         get_captured("Ann")
//! marble<TAB>3<TAB>3                       get_marble((3, 3))
//! ```

use kuba_rules::{KubaGame, Marble};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    let mut lines = text
        .lines()
        .map(|line| line.split('\t').collect::<Vec<&str>>());
    let Some(players) = lines.next() else { return };
    let &[first, first_color, second, second_color, rules] = players.as_slice() else {
        return;
    };
    let mut game = match KubaGame::with_rules((first, first_color), (second, second_color), rules) {
        Ok(game) => game,
        Err(error) => {
            assert_eq!(error.rule(), "K-14");
            assert!(!error.to_string().is_empty(), "a refusal says why");
            return;
        }
    };
    let names = [first, second];
    assert_ne!(first, second, "two players have two names");
    for words in lines {
        match words.as_slice() {
            ["move", name, row, column, direction] => {
                if let (Ok(row), Ok(column)) = (row.parse(), column.parse()) {
                    call(&mut game, names, |game| {
                        game.make_move(name, (row, column), direction)
                    });
                }
            }
            ["end", name] => call(&mut game, names, |game| game.end_turn(name)),
            ["captured", name] => {
                assert_eq!(game.get_captured(name).is_ok(), names.contains(name));
            }
            ["marble", row, column] => {
                if let (Ok(row), Ok(column)) = (row.parse::<i64>(), column.parse::<i64>()) {
                    let is_on_board = (0..7).contains(&row) && (0..7).contains(&column);
                    assert_eq!(game.get_marble((row, column)).is_ok(), is_on_board);
                }
            }
            _ => {}
        }
    }
}

/// Everything that the methods of the assignment return.
#[derive(Debug, PartialEq)]
struct Seen {
    turn: Option<String>,
    winner: Option<String>,
    is_draw: bool,
    captured: [u8; 2],
    count: (u8, u8, u8),
    board: [[Option<Marble>; 7]; 7],
}

fn seen(game: &KubaGame, names: [&str; 2]) -> Seen {
    Seen {
        turn: game.get_current_turn().map(str::to_owned),
        winner: game.get_winner().map(str::to_owned),
        is_draw: game.is_draw(),
        captured: names.map(|name| game.get_captured(name).expect("both names are known")),
        count: game.get_marble_count(),
        board: game.board(),
    }
}

/// Makes a call that may be refused and checks what it did.
fn call(game: &mut KubaGame, names: [&str; 2], make: impl FnOnce(&mut KubaGame) -> bool) {
    let before = seen(game, names);
    let was_over = before.winner.is_some() || before.is_draw;
    let was_accepted = make(game);
    let after = seen(game, names);
    if !was_accepted {
        assert_eq!(after, before, "a refused call changes nothing");
        return;
    }
    assert!(!was_over, "nothing is accepted after the end");
    assert!(after.turn.is_some(), "after a push it is somebody's turn");
    assert!(
        !(after.is_draw && after.winner.is_some()),
        "a draw has no winner"
    );
    let (white, black, red) = after.count;
    assert_eq!(
        red + after.captured.iter().sum::<u8>(),
        13,
        "no red is lost"
    );
    assert!(
        before.count.0 - white + (before.count.1 - black) <= 1,
        "one marble at a time"
    );
}
