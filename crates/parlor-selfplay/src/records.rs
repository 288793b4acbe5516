//! Recorded games as rows, in the columns of self-play.
//!
//! Whatever learns from games of bots so learns from games of people as well. Rows have no
//! `ended_by`, since people end games in more ways than the rules know, and in Kuba no `score`, as
//! records have none.

use ludo_rules::Seat;
use parlor_game::{Choice, Kuba, Ludo};
use parlor_record::record::{Act, Record};

use crate::asked::Recording as _;
use crate::rows::Rows;
use crate::{kuba, ludo};

/// The most plies of a game: they are numbered by 16 bits, from 0.
pub const MAX_PLIES: usize = 1 << 16;

/// A row for each ply of these records, game by game in their order. They are numbered from 0.
///
/// The column `tokens` is as wide as the records' largest number of seats; a row of a game with
/// fewer is filled up with [`ludo::NO_TOKEN`]. A last roll without its choice has [`ludo::NO_ACTION`].
/// In a game under way, or abandoned, those who have finished have places.
///
/// Rules: L-13, L-27, L-30, L-31. A record has at most [`MAX_PLIES`] plies; further rows would have
/// the number of the last.
#[expect(
    clippy::missing_panics_doc,
    reason = "a record takes only what the rules allow, and each of its seats has a standing"
)]
pub fn ludo_rows(records: &[&Record<Ludo>]) -> Rows {
    let seats: Vec<Vec<Seat>> = records
        .iter()
        .map(|record| record.opening().seats())
        .collect();
    let width = seats.iter().map(Vec::len).max();
    let mut recorder = ludo::Recorder::with_width(width.unwrap_or_default());
    for ((number, record), seats) in (0..).zip(records).zip(&seats) {
        recorder.sit(seats);
        recorder.begin(number);
        let mut game = record.at(0).expect("every record has a start");
        for ply in record.plies() {
            let (roll, choice) = match *ply.act() {
                Act::Action(action) => (action.roll, Some(action.choice)),
                Act::Chance(_, roll) => (roll, None),
            };
            if game.position().roll_in_hand().is_none() {
                let taken = game.take_chance(roll);
                taken.expect("a record takes only what the rules allow");
            }
            recorder.row(game.position(), roll, choice);
            if let Act::Action(action) = *ply.act() {
                let played = game.play(action);
                played.expect("a record takes only what the rules allow");
            }
        }
        let standings = match record.result() {
            Some(places) => places.standings(),
            None => record.game().standings(),
        };
        let place = |seat: &Seat| ludo::place(&standings, seat).expect("every seat has places");
        let places: Vec<u8> = seats.iter().map(place).collect();
        recorder.result(&places);
    }
    without(&["ended_by"], recorder.rows(records.len() as u64))
}

/// A row for each ply of these records, game by game in their order. They are numbered from 0.
///
/// The result of a game that has none is [`kuba::NO_RESULT`].
///
/// Rules: K-7 to K-10, K-12, K-13. A record has at most [`MAX_PLIES`] plies; further rows would have
/// the number of the last.
pub fn kuba_rows(records: &[&Record<Kuba>]) -> Rows {
    let mut recorder = kuba::Recorder::default();
    for (number, record) in (0..).zip(records) {
        recorder.begin(number);
        let mut replay = record.replay();
        for ply in record.plies() {
            if let Act::Action(action) = *ply.act() {
                recorder.row(replay.game(), Choice::from(action));
            }
            replay.next();
        }
        let places = record.result();
        recorder.result(
            places.map(|places| kuba::result(&places.standings(), &kuba_rules::Side::White)),
        );
    }
    without(&["score", "ended_by"], recorder.rows(records.len() as u64))
}

/// Rows without columns of these names.
fn without(names: &[&str], mut rows: Rows) -> Rows {
    rows.columns.retain(|column| !names.contains(&column.name));
    rows
}
