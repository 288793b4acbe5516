//! Rows against the rules, and against each other on other numbers of threads.

mod support;

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use kuba_rules::{Position as KubaPosition, Rules, Side};
use ludo_rules::{Position, Roll, Seat};
use ludo_solver::exact::{Seating, Tablebase};
use parlor_game::{Bot, Budget, RandomBot};
use parlor_players::kuba::BotSpec;
use parlor_selfplay::{Bulk, Question, Rows, SetupError, Values, kuba, ludo, play, playouts};
use parlor_sim::{GameError, Pool};
use proptest::prelude::*;

use self::support::{find, pool, rows, values};

fn ludo_games(seats: &[Seat], policies: &[&str], seed: u64, limit: u32) -> ludo::Games {
    let policies = policies.iter().map(|&name| name.to_owned()).collect();
    let seats = seats.to_vec();
    let options = ludo::Options {
        seats,
        policies,
        seed,
        limit,
        values: false,
    };
    ludo::Games::new(&options).expect("the options are right")
}

/// Every row replayed by the rules.
fn check_ludo(games: &ludo::Games, rows: &Rows, limit: u32) {
    let seats = games.seats();
    let game = values!(rows, "game", U32);
    let ply = values!(rows, "ply", U16);
    let (seat, roll) = (values!(rows, "seat", U8), values!(rows, "roll", U8));
    let (mask, action) = (values!(rows, "mask", U8), values!(rows, "action", U8));
    let (bonus, place) = (values!(rows, "bonus", Bool), values!(rows, "place", U8));
    let tokens = values!(rows, "tokens", I8);
    let mut row = 0;
    for number in 0..rows.games {
        let mut position = Position::new(seats).expect("they can play");
        let first = row;
        while !position.is_over() && u32::try_from(row - first).expect("few") < limit {
            assert_eq!(u64::from(game[row]), number);
            assert_eq!(usize::from(ply[row]), row - first);
            assert_eq!(position.to_act(), Some(seats[usize::from(seat[row])]));
            let is_bonus =
                position.phase() == ludo_rules::Phase::ToRoll(ludo_rules::RollKind::Bonus);
            assert_eq!(bonus[row], is_bonus);
            let steps = seats
                .iter()
                .flat_map(|&seat| position.tokens().steps(seat).expect("taken"))
                .map(ludo_rules::Step::value);
            let width = 2 * seats.len();
            assert!(steps.eq(tokens[row * width..][..width].iter().copied()));
            position
                .apply_roll(Roll::new(i64::from(roll[row])).expect("a die"))
                .expect("a roll is due");
            let legal = position.legal_moves();
            let bits = legal.iter().fold(0, |bits, choice| {
                bits | 1 << parlor_batch::ludo::number(choice)
            });
            assert_eq!(mask[row], bits);
            let choice = parlor_batch::ludo::choice(i64::from(action[row])).expect("a choice");
            position.play(choice).expect("it is legal");
            row += 1;
        }
        for (seat, place) in seat[first..row].iter().zip(&place[first..row]) {
            let seat = seats[usize::from(*seat)];
            assert_eq!(*place, position.place(seat).unwrap_or(0));
        }
    }
    assert_eq!(row, rows.len());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn rows_of_ludo_are_legal_games_with_their_results(
        seats in Just(Seat::ALL.to_vec()).prop_shuffle(),
        count in 2_usize..=4,
        policy in prop::sample::select(vec!["random", "priority"]),
        seed: u64,
        limit in prop::sample::select(vec![1_u32, 40, 10_000]),
    ) {
        let games = ludo_games(&seats[..count], &[policy], seed, limit);
        let rows = rows(&games, 0..6, 2);
        prop_assert_eq!(rows.games, 6);
        check_ludo(&games, &rows, limit);
    }

    #[test]
    fn rows_of_kuba_are_legal_games_with_their_results(
        rules in prop::sample::select(Rules::ALL.to_vec()),
        players in prop::sample::select(vec![["random", "greedy"], ["level-1", "random"]]),
        seed: u64,
        opening in prop::sample::select(vec![0_u32, 7]),
        limit in prop::sample::select(vec![30_u32, 1_000]),
    ) {
        let players = players.map(BotSpec::named).to_vec();
        let options = kuba::Options { rules, players, seed, opening, limit };
        let games = kuba::Games::new(&options).expect("the options are right");
        check_kuba(&rows(&games, 0..4, 2), &options);
    }
}

fn check_kuba(rows: &Rows, options: &kuba::Options) {
    let game = values!(rows, "game", U32);
    let (ply, side) = (values!(rows, "ply", U16), values!(rows, "side", U8));
    let boards = ["white", "black", "red"].map(|name| match &find(rows, name).values {
        Values::U64(board) => board,
        other => panic!("{name} is {}", other.dtype()),
    });
    let captured = values!(rows, "captured", U8);
    let (barred, again) = (values!(rows, "barred", U8), values!(rows, "again", Bool));
    let (action, result) = (values!(rows, "action", U8), values!(rows, "result", I8));
    assert_eq!(rows.games, u64::from(game.last().expect("a row") + 1));
    for row in 0..rows.len() {
        let mut setup = [0; 32];
        for (bytes, board) in setup.chunks_exact_mut(8).zip(boards) {
            bytes.copy_from_slice(&board[row].to_le_bytes());
        }
        setup[24..26].copy_from_slice(&captured[2 * row..2 * row + 2]);
        setup[26] = side[row]
            | if again[row] { 2 } else { 0 }
            | if options.rules == Rules::Tournament {
                4
            } else {
                0
            };
        setup[27] = barred[row];
        let position = <parlor_batch::kuba::Game as parlor_batch::Lockstep>::unpack(&setup);
        let mut position = position.expect("a position");
        let is_first = row == 0 || game[row - 1] != game[row];
        if is_first {
            assert_eq!(u32::from(ply[row]), options.opening);
            if options.opening == 0 {
                assert_eq!(position, KubaPosition::start(options.rules));
            }
        } else {
            assert_eq!(ply[row], ply[row - 1] + 1);
        }
        let action = parlor_batch::kuba::action(i64::from(action[row])).expect("an action");
        position.play_action(action).expect("it is legal");
        let is_last = game.get(row + 1) != Some(&game[row]);
        if !is_last {
            let next = parlor_batch::kuba::number;
            let ko = position
                .ko()
                .map(|push| next(kuba_rules::Action::Push(push)));
            assert_eq!(usize::from(barred[row + 1]), ko.unwrap_or(196));
            assert_eq!(
                boards[0][row + 1],
                position.cells(kuba_rules::Marble::White)
            );
            assert!(!position.is_over());
            let same = if side[row] == side[row + 1] { 1 } else { -1 };
            assert_eq!(result[row], same * result[row + 1]);
        } else {
            let mover = if side[row] == 0 {
                Side::White
            } else {
                Side::Black
            };
            let winner = position.outcome().and_then(kuba_rules::Outcome::winner);
            let expected = match winner {
                None => 0,
                Some(side) if side == mover => 1,
                Some(_) => -1,
            };
            assert_eq!(result[row], expected);
        }
    }
}

#[test]
fn threads_and_parts_change_nothing() {
    let ludo = ludo_games(&[Seat::D, Seat::B, Seat::A], &["random"], 3, 10_000);
    let players = vec![BotSpec::named("level-2"), BotSpec::named("random")];
    let kuba = kuba::Games::new(&kuba::Options {
        players,
        opening: 4,
        ..kuba::Options::default()
    });
    let kuba = kuba.expect("the options are right");
    let bulks: [&dyn Bulk; 2] = [&ludo, &kuba];
    for bulk in bulks {
        let whole = rows(bulk, 0..90, 1);
        let mut parts = rows(bulk, 0..13, 3);
        parts.append(rows(bulk, 13..90, 2));
        assert_eq!(whole, parts);
        let other = rows(bulk, 90..180, 1);
        assert_ne!(whole.columns[1..], other.columns[1..]);
    }
}

#[test]
fn a_raised_flag_leaves_whole_games() {
    let games = ludo_games(&[Seat::A, Seat::C], &["random"], 1, 10_000);
    let stop = AtomicBool::new(false);
    let mut all = games.rows();
    play(&games, &pool(2), 0..100_000, &stop, |part| {
        all.append(part);
        stop.store(all.games >= 64, Ordering::Relaxed);
        ControlFlow::Continue(())
    })
    .expect("the bots play");
    assert!(all.games >= 64 && all.games < 100_000);
    assert_eq!(all, rows(&games, 0..all.games, 1));
}

#[test]
fn an_engine_gives_scores_and_others_none() {
    let spec: BotSpec = "engine:depth=2,hash=1".parse().expect("an engine");
    let options = kuba::Options {
        players: vec![spec, BotSpec::named("random")],
        limit: 40,
        ..kuba::Options::default()
    };
    let games = kuba::Games::new(&options).expect("the options are right");
    let rows = rows(&games, 0..3, 1);
    let (side, score) = (values!(&rows, "side", U8), values!(&rows, "score", I16));
    for (&side, &score) in side.iter().zip(score) {
        assert_eq!(score == kuba::NO_SCORE, side == 1);
    }
}

#[test]
fn exact_values_are_those_of_the_tables() {
    let seats = vec![Seat::A, Seat::C];
    let options = ludo::Options {
        policies: vec!["random".to_owned(), "optimal".to_owned()],
        values: true,
        seats,
        ..ludo::Options::default()
    };
    let games = ludo::Games::new(&options).expect("the options are right");
    assert_eq!(games.needs_values(), [Seating::Opposite]);
    let rows = rows(&games, 0..5, 2);
    check_ludo(&games, &rows, 10_000);
    let (seat, ply) = (values!(&rows, "seat", U8), values!(&rows, "ply", U16));
    let (value, q) = (values!(&rows, "value", F64), values!(&rows, "q", F64));
    let (luck, loss) = (values!(&rows, "luck", F64), values!(&rows, "loss", F64));
    let tables = Tablebase::shared().values(Seating::Opposite);
    let first = tables.first_player([Seat::A, Seat::C]).expect("solved");
    for row in 0..rows.len() {
        if ply[row] == 0 {
            assert!((value[row] - first).abs() < 1e-15);
        }
        let best = q[2 * row].max(q[2 * row + 1]);
        assert!((best - value[row] - luck[row]).abs() < 1e-15);
        assert!(loss[row] >= 0.0);
        if seat[row] == 1 {
            assert!(loss[row].abs() < 1e-15, "optimal play loses nothing");
        }
    }
}

#[test]
fn playouts_depend_on_seed_position_and_number_alone() {
    let stop = AtomicBool::new(false);
    let start = Position::new(&[Seat::A, Seat::B, Seat::C]).expect("three");
    let ludo =
        |seed, threads| playouts::ludo(&[start, start], 1_500, seed, 10_000, &pool(threads), &stop);
    let one = ludo(1, 1).expect("not stopped");
    assert_eq!(Some(&one), ludo(1, 3).as_ref());
    assert_ne!(Some(&one), ludo(2, 1).as_ref());
    assert_ne!(one.plies[..1_500], one.plies[1_500..]);
    assert_eq!(one.places.len(), 4 * 3_000);
    for (winner, places) in one.winner.iter().zip(one.places.chunks_exact(4)) {
        assert_eq!(places[usize::try_from(*winner).expect("somebody won")], 1);
        assert_eq!(places[3], 0);
    }
    for rules in Rules::ALL {
        let start = KubaPosition::start(rules);
        let kuba = |threads| playouts::kuba(&[start; 3], 700, 5, 1_000, &pool(threads), &stop);
        let one = kuba(1).expect("not stopped");
        assert_eq!(Some(&one), kuba(2).as_ref());
        assert!(one.places.is_empty() && one.winner.len() == 2_100);
        for (&winner, &ending) in one.winner.iter().zip(&one.ended_by) {
            assert_eq!(winner == -1, ending >= 3);
        }
    }
    stop.store(true, Ordering::Relaxed);
    assert_eq!(ludo(1, 1), None);
}

#[test]
fn what_makes_no_sense_is_refused_with_what_would() {
    let ludo = |change: fn(&mut ludo::Options)| {
        let mut options = ludo::Options::default();
        change(&mut options);
        ludo::Games::new(&options)
            .expect_err("it makes no sense")
            .to_string()
    };
    assert_eq!(
        ludo(|options| options.policies = vec!["perfect".to_owned()]),
        "unknown bot \"perfect\"; expected random, priority, optimal, strong"
    );
    assert_eq!(
        ludo(|options| options.policies = Vec::new()),
        "0 players for 2 seats; name one for each seat, or one that plays at all of them"
    );
    assert_eq!(
        ludo(|options| {
            options.seats = Seat::ALL.to_vec();
            options.policies = vec!["optimal".to_owned()];
        }),
        "optimal does not support 4 players; expected random, priority, strong"
    );
    assert_eq!(
        ludo(|options| {
            options.seats = Seat::ALL.to_vec();
            options.values = true;
        }),
        "exact values are those of two seats; 4 seats play here"
    );
    assert_eq!(
        ludo(|options| options.limit = 0),
        "the limit is 0; it is a number from 1 to 65535 (L-31)"
    );
    let kuba = |change: fn(&mut kuba::Options)| {
        let mut options = kuba::Options::default();
        change(&mut options);
        kuba::Games::new(&options).expect_err("it makes no sense")
    };
    let timed = kuba(|options| {
        options.players = vec!["engine:time=5".parse().expect("an engine")];
    });
    assert!(matches!(timed, SetupError::Player { .. }), "{timed}");
    let long = kuba(|options| (options.opening, options.limit) = (50, 50));
    assert_eq!(
        long.to_string(),
        "the opening is 50 pushes; it is a number from 0 to 49, below the limit"
    );
}

/// The rows of games in which bots are asked as players outside are.
fn asked<G: parlor_game::Game>(
    bot: &dyn Bot<G>,
    record: impl FnOnce(
        &Pool,
        &AtomicBool,
        &mut dyn FnMut(usize, &[Question<'_, G>]) -> Result<Vec<G::Action>, GameError>,
    ) -> Result<Option<Rows>, GameError>,
) -> Rows {
    let mut most = 0;
    let rows = record(
        &pool(2),
        &AtomicBool::new(false),
        &mut |player, questions| {
            assert_eq!(player, 3);
            most = most.max(questions.len());
            let answer = |question: &Question<'_, G>| {
                bot.choose(question.game.game(), Budget::nodes(1), question.seed)
                    .expect("an action is due")
            };
            Ok(questions.iter().map(answer).collect())
        },
    );
    assert!(most > 1, "many games are asked about at once");
    rows.expect("the bots play").expect("nobody stops them")
}

#[test]
fn players_that_are_asked_for_many_games_play_the_games_of_one_after_the_other() {
    for rules in Rules::ALL {
        let options = kuba::Options {
            rules,
            players: vec![BotSpec::named("random"), BotSpec::named("greedy")],
            seed: 3,
            opening: 2,
            limit: 200,
        };
        let games = kuba::Games::new(&options).expect("the options are right");
        let inside = rows(&games, 5..25, 2);
        let outside = games.with_outside(0, 3, "outside");
        let found = asked::<parlor_game::Kuba>(&RandomBot, |pool, stop, ask| {
            outside.record_asking(5..25, pool, stop, ask)
        });
        assert_eq!(found, inside);
    }
    let seats = [Seat::C, Seat::A, Seat::D];
    let games = ludo_games(&seats, &["random", "priority", "random"], 9, 10_000);
    let inside = rows(&games, 0..30, 2);
    let outside = games
        .with_outside(0, 3, "outside")
        .with_outside(2, 3, "outside");
    let found = asked::<parlor_game::Ludo>(&RandomBot, |pool, stop, ask| {
        outside.record_asking(0..30, pool, stop, ask)
    });
    assert_eq!(found, inside);
}

#[test]
fn engines_begin_with_an_opening_and_who_draws_does_not() {
    let opening = |names: &[&str]| {
        let players: Vec<_> = names.iter().map(|name| BotSpec::named(name)).collect();
        kuba::default_opening(&players)
    };
    assert_eq!(opening(&["engine"]), 6);
    assert_eq!(opening(&["engine", "level-8"]), 6);
    assert_eq!(opening(&["engine", "level-7"]), 0);
    assert_eq!(opening(&["random"]), 0);
}
