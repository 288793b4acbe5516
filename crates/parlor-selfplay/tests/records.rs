//! Rows of records against those of self-play, and where records have more to say.

mod support;

use kuba_rules::{Rules, Side};
use ludo_rules::{Move, Roll, Seat};
use parlor_game::{Kuba, Ludo};
use parlor_record::record::{Opening, Record, Settlement};
use parlor_selfplay::records::{kuba_rows, ludo_rows};
use parlor_selfplay::{Rows, kuba, ludo};
use proptest::prelude::*;

use self::support::{find, rows, values};

/// The rows without the columns that records have no like of.
fn without(rows: &Rows, names: &[&str]) -> Rows {
    let mut rows = rows.clone();
    rows.columns.retain(|column| !names.contains(&column.name));
    rows
}

fn empty<G: parlor_game::Game>(rules: G::Rules, seats: &[G::Seat], limit: u32) -> Record<G> {
    let mut opening = Opening::<G>::new(rules, seats.iter().copied());
    opening.limit = core::num::NonZero::new(limit);
    Record::begin(opening).expect("the seats can play")
}

fn roll(value: u8) -> Roll {
    Roll::new(i64::from(value)).expect("a die")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn recorded_games_of_ludo_have_the_rows_of_self_play(
        seats in Just(Seat::ALL.to_vec()).prop_shuffle(),
        count in 2_usize..=4,
        seed: u64,
        limit in prop::sample::select(vec![1, 40, 10_000]),
    ) {
        let seats = &seats[..count];
        let games = ludo::Games::new(&ludo::Options {
            seats: seats.to_vec(),
            seed,
            limit,
            ..ludo::Options::default()
        });
        let played = rows(&games.expect("the options are right"), 0..3, 2);
        let mut records: Vec<Record<Ludo>> =
            (0..3).map(|_| empty(ludo_rules::Rules::Classic, seats, limit)).collect();
        let rolls = values!(&played, "roll", U8);
        let actions = values!(&played, "action", U8);
        for ((&game, &die), &action) in values!(&played, "game", U32).iter().zip(rolls).zip(actions) {
            let record = &mut records[game as usize];
            let choice = parlor_batch::ludo::choice(i64::from(action)).expect("a choice");
            let seat = record.game().position().to_act().expect("it goes on");
            let action = ludo_rules::Action { seat, roll: roll(die), choice };
            record.push(action).expect("it was played");
        }
        let records: Vec<&Record<Ludo>> = records.iter().collect();
        prop_assert_eq!(ludo_rows(&records), without(&played, &["ended_by"]));
    }

    #[test]
    fn recorded_games_of_kuba_have_the_rows_of_self_play(
        rules in prop::sample::select(Rules::ALL.to_vec()),
        seed: u64,
        limit in prop::sample::select(vec![1, 40, 1000]),
    ) {
        let games = kuba::Games::new(&kuba::Options { rules, seed, limit, ..kuba::Options::default() });
        let played = rows(&games.expect("the options are right"), 0..3, 2);
        let mut records: Vec<Record<Kuba>> =
            (0..3).map(|_| empty(rules, &Side::ALL, limit)).collect();
        let actions = values!(&played, "action", U8);
        for (&game, &action) in values!(&played, "game", U32).iter().zip(actions) {
            let action = parlor_batch::kuba::action(i64::from(action)).expect("an action");
            records[game as usize].push(action).expect("it was played");
        }
        let records: Vec<&Record<Kuba>> = records.iter().collect();
        prop_assert_eq!(kuba_rows(&records), without(&played, &["score", "ended_by"]));
    }
}

#[test]
fn games_of_other_seats_stand_side_by_side() {
    let mut three = empty::<Ludo>(ludo_rules::Rules::Classic, &[Seat::C, Seat::A, Seat::B], 9);
    three.push_chance(roll(6)).expect("a roll is due");
    let mut two = empty::<Ludo>(ludo_rules::Rules::Classic, &[Seat::B, Seat::D], 9);
    let action = ludo_rules::Action {
        seat: Seat::B,
        roll: roll(1),
        choice: Move::Pass,
    };
    two.push(action).expect("it is legal");
    two.finish(Settlement::Resignation { winner: Seat::D })
        .expect("the game goes on");
    let rows = ludo_rows(&[&three, &two]);
    assert_eq!(find(&rows, "tokens").shape, [3, 2]);
    assert_eq!(
        *values!(&rows, "tokens", I8),
        [[-1; 6], [-1, -1, -1, -1, ludo::NO_TOKEN, ludo::NO_TOKEN]].concat()
    );
    assert_eq!(*values!(&rows, "action", U8), [ludo::NO_ACTION, 0]);
    assert_eq!(*values!(&rows, "mask", U8), [0b0110, 0b0001]);
    // One game is under way, the other was resigned.
    assert_eq!(*values!(&rows, "place", U8), [0, 2]);
}

#[test]
fn a_game_without_an_end_has_no_result() {
    let push = |record: &mut Record<Kuba>| {
        record.push_word("65F").expect("it is legal");
    };
    let new = || empty::<Kuba>(Rules::Classroom, &Side::ALL, 9);
    let mut records = [new(), new(), new(), new()];
    records.iter_mut().for_each(push);
    let settlements = [
        Settlement::Abandoned,
        Settlement::Agreement,
        Settlement::Time {
            winner: Side::Black,
        },
    ];
    for (record, settlement) in records[1..].iter_mut().zip(settlements) {
        record.finish(settlement).expect("the game goes on");
    }
    let rows = kuba_rows(&records.each_ref());
    assert_eq!(
        *values!(&rows, "result", I8),
        [kuba::NO_RESULT, kuba::NO_RESULT, 0, -1]
    );
}

#[test]
fn no_records_have_no_rows() {
    assert!(ludo_rows(&[]).is_empty());
    assert!(kuba_rows(&[&empty::<Kuba>(Rules::Classroom, &Side::ALL, 9)]).is_empty());
}
