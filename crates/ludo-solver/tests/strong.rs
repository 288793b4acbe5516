//! The strong bot passes the bot contract, treats all seats alike, and plays well.

use ludo_rules::{Position, Rules, Seat, Setup};
use ludo_solver::exact::Tablebase;
use ludo_solver::strong::{Estimator, Shares};
use ludo_solver::{PriorityBot, StrongBot};
use parlor_game::{Bot, Budget, Game as _, LiveGame, Ludo, RandomBot, Turn, contract};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Positions of random games with two to four players, before and after rolls.
fn positions(games: u64) -> Vec<Position> {
    let tables: [&[Seat]; 4] = [
        &Seat::ALL,
        &[Seat::B, Seat::A, Seat::D],
        &[Seat::D, Seat::C],
        &[Seat::B, Seat::D],
    ];
    let mut positions = Vec::new();
    for (game, seats) in (0..games).zip(tables.into_iter().cycle()) {
        let mut words = ChaCha8Rng::seed_from_u64(game);
        let mut position = Position::new(seats).expect("a table");
        while !position.is_over() {
            positions.push(position);
            let word = words.next_u64();
            if position.roll_in_hand().is_some() {
                let action = Ludo::random_action(&position, word).expect("an answer is due");
                position.play(action.choice).expect("a legal move");
            } else {
                let roll = Ludo::random_chance(&position, word).expect("a roll is due");
                position.apply_roll(roll).expect("a roll is due");
            }
        }
    }
    positions
}

#[test]
fn it_keeps_a_bots_promises() {
    let summary = contract::check_bot(&StrongBot::default(), Budget::nodes(1), 1, 400, 1)
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((summary.tables, summary.games), (60, 60));
}

#[test]
fn shares_add_up_to_1_and_go_to_who_still_plays() {
    let estimator = Estimator::built_in();
    for position in positions(40) {
        let shares = estimator.shares(&position).expect("the game goes on");
        let sum: f64 = Seat::ALL.iter().map(|&seat| shares.of(seat)).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{position}: {sum}");
        for seat in Seat::ALL {
            let plays = position.tokens().is_seated(seat) && position.place(seat).is_none();
            let share = shares.of(seat);
            assert!((0.0..=1.0).contains(&share), "{position}: {share}");
            assert!(plays || share == 0.0, "{position}: {seat} has {share}");
        }
    }
    let over = "AE.E/C3.H - - AC".parse().expect("a position");
    assert_eq!(estimator.shares(&over), None);
    assert_eq!(estimator.shares_by_choice(&over).count(), 0);
    assert_eq!(estimator.best_move(&over), None);
}

#[test]
fn an_answers_shares_are_those_of_the_position_it_leads_to() {
    let estimator = Estimator::built_in();
    for position in positions(8) {
        let places = position.finishing_order().len();
        for (choice, shares) in estimator.shares_by_choice(&position) {
            let mut after = position;
            after.play(choice).expect("a legal move");
            match after.finishing_order().get(places) {
                Some(&seat) => assert_eq!(shares.of(seat).to_bits(), 1_f64.to_bits()),
                None => assert_eq!(Some(shares), estimator.shares(&after), "{position}"),
            }
        }
    }
}

/// The same position with other seats, or with the tokens of each player swapped.
fn changed(
    position: &Position,
    seat: impl Fn(Seat) -> Seat,
    swap: impl Fn(&mut [i64; 2]),
) -> Position {
    let Setup {
        tokens,
        to_act,
        phase,
        finished,
    } = position.setup();
    let tokens = tokens.into_iter().map(|(player, mut steps)| {
        swap(&mut steps);
        (seat(player), steps)
    });
    let setup = Setup {
        tokens: tokens.collect(),
        to_act: to_act.map(&seat),
        phase,
        finished: finished.into_iter().map(seat).collect(),
    };
    Position::try_from(setup).unwrap_or_else(|reasons| panic!("{reasons}"))
}

#[test]
fn a_turn_of_the_board_turns_the_shares_and_changes_nothing() {
    let estimator = Estimator::built_in();
    for position in positions(24) {
        let shares = estimator.shares(&position).expect("the game goes on");
        let turned = changed(&position, Seat::next, |_| ());
        let turned_shares = estimator.shares(&turned).expect("the game goes on");
        for seat in Seat::ALL {
            let (here, there) = (shares.of(seat), turned_shares.of(seat.next()));
            assert!((here - there).abs() < 1e-7, "{position}: {here}, {there}");
        }
        assert_eq!(estimator.best_move(&position), estimator.best_move(&turned));
    }
}

#[test]
fn the_names_of_the_tokens_change_nothing() {
    let estimator = Estimator::built_in();
    for position in positions(24) {
        let named = changed(&position, |seat| seat, |steps| steps.swap(0, 1));
        assert_eq!(
            estimator.shares(&position),
            estimator.shares(&named),
            "{position}"
        );
    }
}

#[test]
fn who_can_finish_does() {
    let estimator = Estimator::built_in();
    let mut met = 0;
    for position in positions(400) {
        let Some(seat) = position.to_act() else {
            continue;
        };
        let finishing = position.legal_moves().iter().find(|&choice| {
            let mut after = position;
            after.play(choice).is_ok() && after.place(seat).is_some()
        });
        if finishing.is_some() {
            met += 1;
            assert_eq!(estimator.best_move(&position), finishing, "{position}");
        }
    }
    assert!(met >= 400, "{met}");
}

#[test]
fn choices_stay_as_they_are() {
    let estimator = Estimator::built_in();
    let choices = CHOICES.map(|line| {
        let (position, _) = line.rsplit_once(": ").expect("a position and a choice");
        let position: Position = position
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.legal_moves().len(), 2, "{line}");
        let choice = estimator.best_move(&position).expect("an answer is due");
        format!("{position}: {choice}")
    });
    assert_eq!(choices, CHOICES);
}

#[test]
fn two_who_are_left_get_exact_shares_where_they_are_known() {
    let tables = Tablebase::shared();
    let estimator = Estimator::built_in();
    let exact_estimator = estimator.clone().with_tablebase(tables);
    let (mut squares, mut count) = (0.0, 0.0);
    for position in positions(80) {
        let values = tables.values_for(&position);
        let exact = values
            .and_then(|values| values.of(&position))
            .zip(position.to_act());
        let shares = exact_estimator.shares(&position);
        let estimated = estimator.shares(&position);
        let Some((value, seat)) = exact else {
            assert_eq!(shares, estimated, "{position}");
            continue;
        };
        let share = |shares: Option<Shares>| shares.expect("the game goes on").of(seat);
        assert!((share(shares) - value).abs() < 1e-9, "{position}");
        if position.roll_in_hand().is_some() {
            assert_eq!(
                exact_estimator.best_move(&position),
                values.and_then(|values| values.best_move(&position)),
                "{position}"
            );
        }
        squares += (share(estimated) - value).powi(2);
        count += 1.0;
    }
    let error = (squares / count).sqrt();
    assert!(count > 1_000.0 && error < 0.04, "{error} in {count}");
}

/// Positions with a roll in hand, and the bot's choice.
const CHOICES: [&str; 12] = [
    "AH.12/BH.H/CH.H/DH.H A 6 -: p",
    "A5.2/BH.H/C36.H A 3 -: q",
    "A20.30/B12.R/C41.3/DR.R A 4 -: p",
    "AR.51/B49.H/C9.30/DH.H A 6 -: p",
    "A46.1/B10.33/C50.7/D44.2 C 1 -: p",
    "A48.H/B3.17/C22.54 A 6b -: q",
    "A14.28/C13.29 A 2 -: p",
    "A6.R/C28.28 A 6b -: p",
    "A56.9/B1.2/C55.55/D11.H A 1 -: p",
    "AE.40/B20.E/C33.13/DR.4 D 5 -: q",
    "A24.18/BE.E/C7.19/D1.48 A 5 B: q",
    "A11.42/B25.39/C40.12/D9.5 D 3 -: q",
];

/// The winner of a game with these dice; bot `n` has seat `n`.
fn winner(bots: &[&dyn Bot<Ludo>], seed: u64) -> Option<usize> {
    let seats = &Seat::ALL[..bots.len()];
    let mut game = LiveGame::<Ludo>::start(Rules::Classic, seats, Some(5_000)).expect("a table");
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let word = words.next_u64();
        match game.turn() {
            Turn::Chance(_) => {
                let roll = Ludo::random_chance(game.position(), word).expect("a roll is due");
                game.take_chance(roll).expect("a roll is due");
            }
            Turn::Action(seat) => {
                let bot = bots[seat.index()];
                let action = bot.choose(&game, Budget::nodes(1), word);
                game.play(action.expect("an action is due"))
                    .expect("a legal action");
            }
            Turn::Over => return Some(game.position().winner()?.index()),
        }
    }
}

/// The number of games that the strong bot wins, with every deal played once from each seat.
fn wins(other: &dyn Bot<Ludo>, players: usize, deals: u64) -> usize {
    let strong = StrongBot::default();
    let mut won = 0;
    for deal in 0..deals {
        for mine in 0..players {
            let mut bots = vec![other; players];
            bots[mine] = &strong;
            won += usize::from(winner(&bots, deal) == Some(mine));
        }
    }
    won
}

#[test]
fn it_beats_random_clearly_at_every_table() {
    for players in 2..=4 {
        let won = wins(&RandomBot, players, 60);
        assert!(won > 45, "{won} of {} at {players} seats", 60 * players);
    }
}

#[test]
fn it_is_not_worse_than_priority() {
    let won = wins(&PriorityBot, 4, 400);
    assert!(won > 400, "{won} of 1600");
}
