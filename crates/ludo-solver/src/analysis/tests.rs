//! The analysis of games, on the exact values and by a judge who guesses.

use ludo_rules::{Move, Phase, Position, Roll, RollKind, Seat};
use parlor_testkit::dice::SplitMix64;

use super::judge::left;
use super::*;
use crate::exact::Tablebase;

fn position(line: &str) -> Position {
    line.parse().expect("a position")
}

fn roll(value: i64) -> Roll {
    Roll::new(value).expect("1 to 6")
}

/// What is said of a roll in hand.
fn ranking(line: &str) -> Ranking {
    Ranking::of(&position(line), Tablebase::shared()).expect("a roll is in hand")
}

/// Evaluates by the progress of each player, independent of the player to act.
#[derive(Debug)]
struct ByProgress;

impl ByProgress {
    const ERROR: f64 = 0.25;

    /// Everybody's chance of the next place; all of it to who has taken it.
    fn chances(before: &Position, position: &Position) -> Chances {
        let places = before.finishing_order().len();
        if let Some(&next) = position.finishing_order().get(places) {
            return Chances::new([next], |_| 1.0);
        }
        let weight = |seat| {
            let steps = position.tokens().steps(seat).expect("seated");
            steps
                .map(|step| f64::from(step.value()) + 2.0)
                .iter()
                .sum::<f64>()
        };
        let sum: f64 = left(position).map(weight).sum();
        Chances::new(left(position), |seat| weight(seat) / sum)
    }
}

impl Judge for ByProgress {
    fn before_roll(&self, position: &Position) -> Option<Chances> {
        let is_due = matches!(position.phase(), Phase::ToRoll(_));
        is_due.then(|| Self::chances(position, position))
    }

    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>> {
        position.roll_in_hand()?;
        let judged = position.legal_moves().iter().map(|choice| {
            let mut after = *position;
            after.play(choice).expect("a legal move");
            (choice, Self::chances(position, &after))
        });
        Some(judged.collect())
    }

    fn certainty(&self, _: &Position) -> Certainty {
        Certainty::Estimate { error: Self::ERROR }
    }
}

/// A game of random choices from this position, and the position at its end.
fn random_game(start: &Position, game: u64) -> (Vec<(Roll, Option<Move>)>, Position) {
    let mut dice = SplitMix64::for_game(game);
    let (mut position, mut rolls) = (*start, Vec::new());
    while !position.is_over() {
        let roll = roll(dice.next_die().into());
        position.apply_roll(roll).expect("a roll is due");
        let choices = position.legal_moves();
        let choice = choices.as_slice()[usize::from(dice.next_die() - 1) % choices.len()];
        position.play(choice).expect("a legal move");
        rolls.push((roll, Some(choice)));
    }
    (rolls, position)
}

/// Holds every promise of an analysis against a game that was played out.
fn check(analysis: &Analysis, end: &Position, precision: f64) {
    for race in analysis.races() {
        let accounts = analysis.accounts(race);
        for account in &accounts {
            let sum = account.start + account.rolls() + account.choices();
            let took = f64::from(end.place(account.seat) == Some(race.place));
            assert!((account.end - took).abs() < precision, "{account:?}");
            assert!((sum - account.end).abs() < precision, "{account:?}");
            assert!(account.own_choices <= 0.0, "{account:?}");
        }
        for chances in [&race.start, &race.end] {
            let sum: f64 = race.seats.iter().map(|&seat| chances.of(seat)).sum();
            assert!((sum - 1.0).abs() < precision);
        }
    }
    for ply in analysis.plies() {
        let best = ply.ranking.best();
        assert!(best.loss == 0.0 && best.label() == Label::Best);
        assert!(ply.loss() >= Some(0.0));
        assert_eq!(ply.label().is_none(), !ply.ranking.is_free());
        let race = analysis.race_of(ply).expect("every ply is of a race");
        assert!(race.seats.contains(&ply.seat()));
    }
    for tally in analysis.tallies() {
        assert_eq!(tally.labels.iter().sum::<usize>(), tally.choices);
        assert!(tally.choices <= tally.answers);
    }
}

#[test]
fn luck_and_loss_add_up_to_the_result_of_every_game_of_two() {
    for seats in [[Seat::A, Seat::C], [Seat::D, Seat::C]] {
        let start = Position::new(&seats).expect("two players");
        for game in 0..40 {
            let (rolls, end) = random_game(&start, game);
            let analysis = Analysis::of(&start, rolls, Tablebase::shared()).expect("a game of two");
            check(&analysis, &end, 1e-9);
            let [race] = analysis.races() else {
                panic!("two players race for one place");
            };
            assert_eq!(race.certainty, Certainty::Exact);
            assert_eq!(race.plies, 0..analysis.plies().len());
        }
    }
}

#[test]
fn l_30_the_chances_are_of_the_next_place_once_one_is_taken() {
    for game in 0..20 {
        let start = Position::new(&Seat::ALL).expect("four players");
        let (rolls, end) = random_game(&start, game);
        let analysis = Analysis::of(&start, rolls, &ByProgress).expect("everything is judged");
        check(&analysis, &end, 1e-9);
        let races = analysis.races();
        assert_eq!(
            races.iter().map(|race| race.place).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(races[2].seats.len(), 2);
        for (race, next) in races.iter().zip(&races[1..]) {
            assert_eq!(race.plies.end, next.plies.start);
        }
    }
}

#[test]
fn luck_and_loss_add_up_in_games_of_three_and_four() {
    let expert = Expert::new(Tablebase::shared());
    for seats in [&Seat::ALL[..], &[Seat::B, Seat::C, Seat::D]] {
        for game in 0..4 {
            let start = Position::new(seats).expect("a table");
            let (rolls, end) = random_game(&start, game);
            let analysis = Analysis::of(&start, rolls, &expert).expect("all is judged");
            // The shares of the network are in single precision.
            check(&analysis, &end, 1e-5);
            let exact = analysis
                .races()
                .iter()
                .map(|race| race.certainty == Certainty::Exact);
            let exact: Vec<bool> = exact.collect();
            let (last, estimated) = exact.split_last().expect("there are races");
            assert!(*last && !estimated.contains(&true), "{exact:?}");
        }
    }
}

#[test]
fn two_left_of_four_are_judged_exactly() {
    let start = position("AE.E/B30.H/CE.E/D12.40 B - CA");
    let (rolls, end) = random_game(&start, 5);
    let analysis = Analysis::of(&start, rolls, Tablebase::shared()).expect("two are left");
    check(&analysis, &end, 1e-9);
    assert_eq!(analysis.races()[0].place, 3);
    assert_eq!(analysis.races()[0].seats, [Seat::B, Seat::D]);
}

#[test]
fn the_best_choice_never_worsens_the_chance() {
    for game in 0..10 {
        let mut position = Position::new(&[Seat::B, Seat::D]).expect("two players");
        let mut dice = SplitMix64::for_game(game);
        while let Some(seat) = position.to_act() {
            position
                .apply_roll(roll(dice.next_die().into()))
                .expect("a roll is due");
            let ranking = Ranking::of(&position, Tablebase::shared()).expect("a roll is in hand");
            position.play(ranking.best().choice).expect("a legal move");
            let kept = ranking.best().chances.of(seat);
            let now = Tablebase::shared().before_roll(&position);
            let now = now.map_or(1.0, |chances| chances.of(seat));
            assert!((kept - now).abs() < 1e-12, "{position}");
        }
    }
}

/// How likely a lone token on a home square comes in with its n-th turn, for
/// each n from 1.
fn turns_to_finish(step: i64) -> Vec<f64> {
    let land = |step: i64, roll: i64| {
        if step + roll > 57 {
            114 - step - roll
        } else {
            step + roll
        }
    };
    let mut standing = [0.0; 58];
    standing[usize::try_from(step).expect("a home square")] = 1.0;
    let mut finishing = Vec::new();
    for _ in 0..2_000 {
        let (mut next, mut done) = ([0.0; 58], 0.0);
        for from in 51..57_i64 {
            let part = standing[usize::try_from(from).expect("positive")] / 6.0;
            for roll in 1..=6 {
                let to = land(from, roll);
                let bonus: Vec<i64> = match (roll, to) {
                    (6, to) if to < 57 => (1..=6).map(|more| land(to, more)).collect(),
                    _ => vec![to],
                };
                for &to in &bonus {
                    let part = part / bonus.len() as f64;
                    match to {
                        57 => done += part,
                        _ => next[usize::try_from(to).expect("positive")] += part,
                    }
                }
            }
        }
        standing = next;
        finishing.push(done);
    }
    finishing
}

/// The chance of who rolls first when both have one token left, on home
/// squares, where nobody meets: worked out from each player's turns alone.
fn duel(first: i64, second: i64) -> f64 {
    let (mine, yours) = (turns_to_finish(first), turns_to_finish(second));
    let mut you_are_left = 1.0;
    let mut chance = 0.0;
    for (mine, yours) in mine.iter().zip(yours) {
        chance += mine * you_are_left;
        you_are_left -= yours;
    }
    chance
}

#[test]
fn chances_and_luck_are_as_worked_out_by_hand_on_home_squares() {
    for (first, second) in [(56, 56), (51, 56), (54, 52)] {
        let start = position(&format!("AE.{first}/CE.{second} A - -"));
        let chance = duel(first, second);
        let hit = roll(57 - first);
        let rolls = [(hit, Some(Move::Q))];
        let analysis = Analysis::of(&start, rolls, Tablebase::shared()).expect("a game of two");
        let ply = &analysis.plies()[0];
        let before = ply.before.expect("the roll was due").of(Seat::A);
        assert!(
            (before - chance).abs() < 1e-11,
            "{first} {second}: {before} {chance}"
        );
        let luck = ply.luck().expect("the roll was due");
        assert!((luck - (1.0 - chance)).abs() < 1e-11);
        assert_eq!(ply.kind(), Some(ChoiceKind::Forced));
    }
    // A roll of 2 from 56 bounces to 56, and C rolls next.
    let start = position("AE.56/CE.56 A - -");
    let analysis = Analysis::of(&start, [(roll(2), Some(Move::Q))], Tablebase::shared());
    let analysis = analysis.expect("a game of two");
    let after = analysis.plies()[0].after().of(Seat::A);
    assert!((after - (1.0 - duel(56, 56))).abs() < 1e-11);
}

#[test]
fn l_27_a_choice_that_comes_to_the_same_is_forced() {
    for line in ["AR.R/CH.H A 4 -", "AH.H/CH.H A 6 -"] {
        let ranking = ranking(line);
        assert!(!ranking.is_free(), "{line}");
        assert_eq!(ranking.choices().len(), 2);
        assert!(ranking.choices().iter().all(|ranked| ranked.loss == 0.0));
    }
    for line in ["A20.20/CH.H A 4 -", "A20.E/CH.H A 4 -", "AH.H/CH.H A 4 -"] {
        assert!(!ranking(line).is_free(), "{line}");
    }
    assert!(ranking("A20.R/CH.H A 4 -").is_free());
    assert!(ranking("A20.H/CH.H A 6 -").is_free());
}

#[test]
fn choices_come_best_first_with_what_they_lose() {
    let ranking = ranking("A20.H/C26.R A 6 -");
    let [leave, walk] = ranking.choices() else {
        panic!("two choices");
    };
    assert_eq!((leave.choice, walk.choice), (Move::Q, Move::P));
    let gap = leave.chances.of(Seat::A) - walk.chances.of(Seat::A);
    assert!(gap > 0.1 && (walk.loss - gap).abs() < 1e-15);
    assert_eq!(walk.label(), Label::Blunder);
}

#[test]
fn labels_begin_where_they_say() {
    let of = |loss| Label::of(loss, LOSS_THRESHOLDS);
    for (loss, label) in LOSS_THRESHOLDS.into_iter().zip(&Label::ALL[1..]) {
        assert_eq!(of(loss), *label);
    }
    assert_eq!(of(1e-13), Label::Best);
    assert_eq!(of(0.009_999), Label::Good);
    assert_eq!(of(1.0), Label::Blunder);
}

#[test]
fn a_roll_that_nobody_answered_counts_as_luck_alone() {
    let start = position("A20.H/C26.R A - -");
    let analysis = Analysis::of(&start, [(Roll::SIX, None)], Tablebase::shared()).expect("two");
    let ply = &analysis.plies()[0];
    assert!(ply.luck() > Some(0.05));
    assert_eq!((ply.loss(), ply.kind(), ply.label()), (None, None, None));
    assert_eq!(analysis.races()[0].end, *ply.rolled());
    let tally = analysis.tallies()[0];
    assert_eq!((tally.rolls, tally.answers, tally.choices), (1, 0, 0));
    assert_eq!(tally.loss_a_choice(), None);
}

#[test]
fn a_roll_in_hand_at_the_start_is_nobodys_luck() {
    let start = position("A20.H/C26.R A 6 -");
    let rolls = [(Roll::SIX, Some(Move::P)), (roll(1), Some(Move::P))];
    let analysis = Analysis::of(&start, rolls, Tablebase::shared()).expect("two");
    assert_eq!(analysis.plies()[0].luck(), None);
    assert_eq!(analysis.tallies()[0].rolls, 1);
    let account = analysis.accounts(&analysis.races()[0])[0];
    let sum = account.start + account.rolls() + account.choices();
    assert!((sum - account.end).abs() < 1e-12);
    assert_eq!(
        Analysis::of(&start, [(roll(5), Some(Move::P))], Tablebase::shared()),
        Err(AnalysisError::OtherRoll {
            ply: 1,
            in_hand: Roll::SIX,
            roll: roll(5),
        })
    );
}

#[test]
fn key_moments_are_the_largest_swings_in_the_order_of_the_game() {
    let start = Position::new(&[Seat::A, Seat::C]).expect("two players");
    let (rolls, _) = random_game(&start, 3);
    let analysis = Analysis::of(&start, rolls, Tablebase::shared()).expect("a game of two");
    let moments = analysis.key_moments();
    assert!(moments.is_sorted_by_key(|moment| moment.ply));
    let of = |swing| moments.iter().filter(move |moment| moment.swing == swing);
    assert_eq!(of(Swing::Luck).count(), Analysis::KEY_MOMENTS);
    let least = of(Swing::Luck).map(|moment| moment.size.abs());
    let least = least.reduce(f64::min).expect("there is one");
    let larger = analysis.plies().iter().filter(|ply| {
        let luck = ply.luck().expect("no roll was in hand");
        luck.abs() > least
    });
    assert_eq!(larger.count(), Analysis::KEY_MOMENTS - 1);
    for moment in of(Swing::Loss) {
        let ply = &analysis.plies()[moment.ply - 1];
        assert!(ply.label() >= Some(Label::Inaccuracy));
        assert_eq!(ply.loss(), Some(moment.size));
    }
}

#[test]
fn what_cannot_be_judged_is_said() {
    let start = Position::new(&[Seat::A, Seat::B, Seat::C]).expect("three players");
    let refused = Analysis::of(&start, [], Tablebase::shared()).expect_err("three are left");
    assert_eq!(refused, AnalysisError::Unknown { ply: 1, players: 3 });
    assert_eq!(
        refused.to_string(),
        "ply 1: nothing is known of positions with 3 players left"
    );
    let start = Position::new(&[Seat::A, Seat::C]).expect("two players");
    let rolls = [(roll(3), Some(Move::Pass)), (roll(3), Some(Move::P))];
    let refused = Analysis::of(&start, rolls, Tablebase::shared()).expect_err("C cannot move");
    assert!(refused.to_string().starts_with("ply 2: "), "{refused}");
    let start = position("AE.E/CE.56 - - AC");
    let refused = Analysis::of(&start, [(roll(3), None)], Tablebase::shared());
    assert!(matches!(
        refused,
        Err(AnalysisError::Refused { ply: 1, .. })
    ));
    let over = Analysis::of(&start, [], Tablebase::shared()).expect("nothing to judge");
    assert!(over.races().is_empty() && over.plies().is_empty());
}

#[test]
fn a_bonus_roll_is_judged_too() {
    assert_eq!(
        position("A20.H/C26.R A + -").phase(),
        Phase::ToRoll(RollKind::Bonus)
    );
    let judged = |line| {
        let chances = Tablebase::shared().before_roll(&position(line));
        chances.expect("a roll is due").of(Seat::A)
    };
    assert!(judged("A20.H/C26.R A + -") > judged("A20.H/C26.R C - -"));
}
