//! The records of games, from outside: round trips, errors, replays.

mod dice;
mod dice_games;
mod epochs;
mod invalid;
mod replays;
mod round_trips;
mod scripts;
mod support;
mod third_game;
mod truncation;
mod valid;
