//! The random words, and what they decide, are those of the documented contract.

use kuba_rules::{DEFAULT_PUSH_LIMIT, Direction, Move, Position, Rules, random_move};
use ludo_rules::{DEFAULT_ROLL_LIMIT, Roll, Seat, rolls_of_word};
use parlor_bulk::{Path, Source, kuba, ludo};

const DOCUMENT: &str = include_str!("../../../docs/formats/random-games.md");

/// Rows of the table in the document: the numbers that name the game, three words, and the dice of the first.
fn vectors() -> Vec<([u64; 3], [u64; 3], Vec<u8>)> {
    let rows = DOCUMENT.lines().filter(|line| line.contains("` `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let key = cells[1].split(", ").map(|number| {
            let number = if number == "2⁶⁴ − 1" {
                "18446744073709551615"
            } else {
                number
            };
            number.parse().expect("a number")
        });
        let words = cells[2].split(' ').map(|word| {
            let word = word.trim_matches('`');
            u64::from_str_radix(word, 16).expect("a word")
        });
        let dice = cells[3].split(' ').map(|die| die.parse().expect("a die"));
        let key: Vec<u64> = key.collect();
        let words: Vec<u64> = words.collect();
        (
            key.try_into().expect("three numbers"),
            words.try_into().expect("three words"),
            dice.collect(),
        )
    })
    .collect()
}

#[test]
fn words_and_dice_are_those_of_the_document() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 6);
    for ([seed, position, game], expected, dice) in vectors {
        let mut words = Source { seed, position }.words(game);
        let drawn = [words.draw(), words.draw(), words.draw()];
        assert_eq!(drawn, expected, "{seed}, {position}, {game}");
        let rolls = rolls_of_word(drawn[0]).map(Roll::value);
        assert_eq!(rolls.to_vec(), dice, "{seed}, {position}, {game}");
    }
}

#[test]
fn every_number_changes_every_word() {
    let of = |[seed, position, game]: [u64; 3]| {
        let mut words = Source { seed, position }.words(game);
        [(); 4].map(|()| words.draw())
    };
    let mut all: Vec<u64> = Vec::new();
    for seed in 0..6 {
        for position in 0..6 {
            for game in 0..6 {
                all.extend(of([seed, position, game]));
            }
        }
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

/// Rules: K-8, L-30.
#[test]
fn games_are_those_of_the_document() {
    let source = Source {
        seed: 1,
        position: 0,
    };
    let start = Position::start(Rules::Classroom);
    for path in Path::ALL {
        let pushed = kuba::random_playouts(path, start, source, 0..5, DEFAULT_PUSH_LIMIT);
        let rolled = ludo::play_games(path, &Seat::ALL, source, 0..5, DEFAULT_ROLL_LIMIT);
        let rolled = rolled.expect("four seats");
        for (game, (kuba, ludo)) in pushed.iter().zip(&rolled).enumerate() {
            let winner = kuba.outcome.winner().expect("it was won");
            let rule = kuba.outcome.rule();
            let places: Vec<String> = ludo.finished.iter().map(ToString::to_string).collect();
            let row = format!(
                "| {game} | {winner} won by {rule} after {} pushes | {} after {} rolls |",
                kuba.pushes,
                places.join(", "),
                ludo.rolls
            );
            assert!(DOCUMENT.contains(&row), "{path}: {row}");
        }
    }
}

/// The place that the document gives a push: its row, whether it goes along a column, and its column.
fn place(push: Move) -> (u8, bool, u8) {
    let (row, column) = (push.cell.row(), push.cell.column());
    let even = |at: u8| at & !1;
    let odd = |at: u8| at | 1;
    match push.direction {
        Direction::Right => (row, false, even(column)),
        Direction::Left => (row, false, odd(column)),
        Direction::Backward => (even(row), true, column),
        Direction::Forward => (odd(row), true, column),
    }
}

#[test]
fn pushes_are_numbered_as_the_document_says() {
    let source = Source {
        seed: 7,
        position: 3,
    };
    for game in 0..50 {
        let mut position = Position::start(Rules::Classroom);
        let mut words = source.words(game);
        for _ in 0..200 {
            let mut pushes: Vec<Move> = position.legal_moves().iter().collect();
            pushes.sort_by_key(|&push| place(push));
            let word = words.draw();
            let number = (u128::from(word) * pushes.len() as u128) >> 64;
            let number = usize::try_from(number).expect("it is small");
            let expected = pushes.get(number).copied();
            assert_eq!(random_move(&position, word), expected, "{position}");
            let Some(push) = expected else { break };
            position.play(push).expect("it is legal");
        }
    }
}
