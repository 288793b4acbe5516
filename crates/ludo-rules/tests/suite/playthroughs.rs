//! Golden playthroughs: whole stretches of play, to be read by a person.
//!
//! Each row is a position, its choices, the action taken, what happened, and
//! the position's hash.

use crate::support::{by_priority, tell, words};
use ludo_rules::{Action, Position, Roll, Seat, rolls_of_word};

/// Writes one row and plays the action.
fn row(position: &mut Position, action: Action) -> String {
    let mut rolled = *position;
    rolled.apply_roll(action.roll).unwrap();
    let choices: Vec<String> = rolled
        .legal_moves()
        .iter()
        .map(|choice| choice.to_string())
        .collect();
    let before = *position;
    let mut events = Vec::new();
    position.play_action_into(action, &mut events).unwrap();
    let told: Vec<String> = events.into_iter().map(tell).collect();
    format!(
        "{before} | {} | {action} | {} | {:016x}\n",
        choices.join(" "),
        told.join(", "),
        before.stable_hash()
    )
}

/// Plays the actions given.
fn play(line: &str, actions: &str) -> String {
    let mut position: Position = line.parse().unwrap();
    let mut rows: String = actions
        .split_whitespace()
        .map(|action| row(&mut position, action.parse().unwrap()))
        .collect();
    rows.push_str(&position.to_string());
    rows
}

/// Plays a game by the priority policy and keeps every so-manieth row.
fn play_by_priority(players: &[Seat], seed: u64, every: usize) -> String {
    let mut position = Position::new(players).unwrap();
    let mut words = words(seed);
    let mut dice: Vec<Roll> = Vec::new();
    let mut rows = String::new();
    for number in 0.. {
        if position.is_over() {
            break;
        }
        if dice.is_empty() {
            dice.extend(rolls_of_word(words()).into_iter().rev());
        }
        let action = by_priority(&position, dice.pop().unwrap());
        let row = row(&mut position, action);
        if number % every == 0 || position.is_over() {
            rows.push_str(&row);
        }
    }
    rows.push_str(&position.to_string());
    rows
}

#[test]
fn two_players_open_stack_and_kick() {
    insta::assert_snapshot!(play(
        "AH.H/CH.H A - -",
        "A6p A4p C5- A3p C6q C2q A6q A1q C6p C6p A6q A5pq C1q A3pq C2p A6pq A6pq C1p A4pq C6q C1q \
         A1pq C3q"
    ));
}

#[test]
fn two_players_bounce_and_come_home() {
    insta::assert_snapshot!(play(
        "A50.44/C49.53 A - -",
        "A6q A3pq C6p C2q A5pq C4pq A4pq C1pq A3pq"
    ));
}

#[test]
fn four_players_to_the_last_place() {
    insta::assert_snapshot!(play(
        "A54.56/B50.E/C20.R/DE.51 D - -",
        "D6q A3p B6p B1p C5p A1q"
    ));
}

#[test]
fn a_game_of_two_by_priority() {
    insta::assert_snapshot!(play_by_priority(&[Seat::A, Seat::C], 3, 4));
}

#[test]
fn a_game_of_three_by_priority() {
    insta::assert_snapshot!(play_by_priority(&[Seat::D, Seat::B, Seat::C], 5, 8));
}

#[test]
fn a_game_of_four_by_priority() {
    insta::assert_snapshot!(play_by_priority(&Seat::ALL, 7, 10));
}
