//! What matches promise: the same result on any number of threads, the same
//! luck for everybody, and a word on every bot that breaks its own promise.

use core::num::NonZero;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use kuba_rules::Side;
use ludo_rules::{Action, Move, Roll, Seat};
use parlor_game::{Bot, Budget, Choice, Game, Kuba, Level, LiveGame, Ludo, RandomBot, Turn};
use parlor_sim::statistics::{Hypothesis, Sprt};
use parlor_sim::{
    Crosstable, Deals, Entrant, Forfeit, GameError, GameSoFar, HeadToHead, Match, MatchError,
    Player, PlayerError, Pool, Schedule, Trial,
};
use proptest::prelude::*;

static NO_STOP: AtomicBool = AtomicBool::new(false);

fn pool(threads: usize) -> Pool {
    Pool::new(NonZero::new(threads)).expect("a few threads")
}

fn ludo(seats: usize, seed: u64) -> Deals<Ludo> {
    let seats: &[Seat] = match seats {
        2 => &[Seat::A, Seat::C],
        3 => &[Seat::A, Seat::B, Seat::C],
        _ => &Seat::ALL,
    };
    let rules = ludo_rules::Rules::Classic;
    Deals::new(Ludo::start(rules, seats).expect("they may play"), seed)
}

fn kuba(seed: u64) -> Deals<Kuba> {
    let rules = kuba_rules::Rules::Tournament;
    let start = Kuba::start(rules, &Side::ALL).expect("both may play");
    Deals::new(start, seed).with_opening(4).with_limit(200)
}

fn entrant<G: Game>(name: &str, bot: impl Bot<G> + 'static) -> Entrant<G> {
    Entrant {
        name: name.to_owned(),
        player: Arc::new(bot),
        nodes: 1,
    }
}

/// The two weakest of a game's bots.
fn two<G: Game>(levels: Vec<Level<G>>) -> Vec<Entrant<G>> {
    levels.into_iter().take(2).map(Entrant::from).collect()
}

fn every_two<G: Game>(entrants: Vec<Entrant<G>>, deals: Deals<G>) -> Match<G> {
    let schedule = Schedule::every_two(entrants.len(), deals.seats().len());
    Match::new(entrants, deals, schedule).expect("they fit together")
}

fn table<G: Game>(of: &Match<G>, threads: usize, deals: u64) -> Crosstable {
    let table = of.table(&pool(threads), deals, &NO_STOP, |_| {});
    table.expect("the bots play by the rules")
}

#[test]
fn a_table_is_the_same_on_any_number_of_threads() {
    for seats in 2..=4 {
        let of = every_two(two(ludo_solver::levels()), ludo(seats, 5));
        let alone = table(&of, 1, 12);
        assert_eq!((alone.deals, alone.games), (12, 12 * ((1 << seats) - 2)));
        for threads in 2..=3 {
            assert_eq!(table(&of, threads, 12), alone);
        }
    }
    let of = every_two(two(kuba_engine::levels()), kuba(5));
    assert_eq!(table(&of, 3, 6), table(&of, 1, 6));
}

#[test]
fn another_seed_is_another_match() {
    let of = |seed| every_two(two(ludo_solver::levels()), ludo(2, seed));
    assert_ne!(table(&of(1), 2, 10), table(&of(2), 2, 10));
}

/// Plays like the texts, and can be another's double.
fn priority(name: &str) -> Entrant<Ludo> {
    entrant(name, ludo_solver::PriorityBot)
}

#[test]
fn the_luck_of_a_deal_cancels_out_between_doubles() {
    for seats in 2..=4 {
        let of = every_two(vec![priority("one"), priority("other")], ludo(seats, 3));
        let table = table(&of, 2, 20);
        for duel in &table.duels {
            assert!((duel.score.value - 1.0 / seats as f64).abs() < 1e-12);
        }
        for row in &table.rows {
            assert!((row.score.value - table.fair_share).abs() < 1e-12);
            assert!((row.place.value - f64::midpoint(1.0, seats as f64)).abs() < 1e-12);
            let elo = row.elo.expect("both have won");
            assert!(elo.value.abs() < 1e-6);
            // Deals that are all alike do not say how much they vary.
            assert!(elo.reach() < 1e-6 || elo.reach().is_infinite());
        }
    }
}

#[test]
fn a_table_adds_up() {
    let of = every_two(two(ludo_solver::levels()), ludo(4, 9));
    let table = table(&of, 2, 10);
    let wins: f64 = table.rows.iter().map(|row| row.wins).sum();
    let seats: u64 = table.rows.iter().map(|row| row.seats).sum();
    assert!((wins - table.games as f64).abs() < 1e-9);
    assert_eq!(seats, table.games * 4);
    assert_eq!(table.actions, table.chances, "Ludo answers every roll");
    for row in &table.rows {
        assert!((row.score.value - row.wins / row.seats as f64).abs() < 1e-12);
    }
    // Everybody alone against the other, once in each seat.
    assert!(table.duels.iter().all(|duel| duel.games == 4 * table.deals));
    assert_eq!(table.duels.len(), 2);
}

/// Plays at random, or in order, and writes down what it is to answer.
#[derive(Debug)]
struct Witness {
    seen: Mutex<Vec<(Seat, Roll)>>,
    is_random: bool,
}

impl Bot<Ludo> for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn choose(&self, game: &LiveGame<Ludo>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let action = game.legal_actions().next()?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push((action.seat, action.roll));
        if self.is_random {
            return RandomBot.choose(game, budget, seed);
        }
        Some(action)
    }
}

/// The rolls of each seat in a game of deal 0, everybody playing alike.
fn rolls(seed: u64, seats: usize, is_random: bool) -> BTreeMap<Seat, Vec<Roll>> {
    let witness = Arc::new(Witness {
        seen: Mutex::new(Vec::new()),
        is_random,
    });
    let entrants = ["one", "other"].map(|name| {
        let witness = Arc::clone(&witness) as Arc<dyn Bot<Ludo>>;
        Entrant::of_bot(name, witness, 1)
    });
    let deals = ludo(seats, seed).with_limit(120);
    let of = every_two(entrants.into(), deals);
    let mut of_first = 0;
    of.play(&pool(1), 1, &NO_STOP, |games| {
        of_first = games[0].actions as usize;
        ControlFlow::Continue(())
    })
    .expect("it plays by the rules");
    let seen = witness.seen.lock().expect("nobody panicked");
    let mut rolls = BTreeMap::<Seat, Vec<Roll>>::new();
    for &(seat, roll) in &seen[..of_first] {
        rolls.entry(seat).or_default().push(roll);
    }
    rolls
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// The dice are duplicate: the n-th roll of a seat is the same whatever is
    /// played, and whoever else sits at the table.
    #[test]
    fn the_nth_roll_of_a_seat_is_always_the_same(seed: u64) {
        let in_order = rolls(seed, 4, false);
        for (seats, is_random) in [(4, true), (3, false), (2, true)] {
            for (seat, rolls) in rolls(seed, seats, is_random) {
                let common = rolls.len().min(in_order[&seat].len());
                prop_assert!(common > 10);
                prop_assert_eq!(&rolls[..common], &in_order[&seat][..common]);
            }
        }
    }

    /// An opening has its length, goes on, and is the same when asked for again.
    #[test]
    fn an_opening_can_be_played_on(seed: u64, number: u64) {
        let opened = |number| kuba(seed).deal(number).expect("there is one").opened().clone();
        let game = opened(number);
        prop_assert!(!game.is_over());
        prop_assert_eq!(game.counted(), 4);
        prop_assert_eq!(&game, &opened(number));
    }
}

/// Four pushes can come back to the start, but seldom do.
#[test]
fn openings_lead_away_from_the_start() {
    let deals = kuba(1);
    let away = (0..1_000).filter(|&number| {
        let deal = deals.deal(number).expect("there is one");
        deal.opened().position() != deals.start()
    });
    assert!(away.count() >= 990);
}

#[test]
fn the_faces_of_the_die_are_equally_likely() {
    let start = Ludo::start(ludo_rules::Rules::Classic, &[Seat::A, Seat::C]).expect("a start");
    let mut counts = [0_u32; 6];
    for number in 0..600 {
        let deal = ludo(2, 1).deal(number).expect("no opening is asked for");
        for word in deal.chance(Seat::C).take(100) {
            let roll = Ludo::random_chance(&start, word).expect("a roll is due");
            counts[usize::from(roll.value()) - 1] += 1;
        }
    }
    // Five standard deviations of 60,000 rolls.
    assert!(
        counts.iter().all(|count| count.abs_diff(10_000) < 457),
        "{counts:?}"
    );
}

#[test]
fn an_opening_that_always_ends_the_game_is_refused() {
    let deals = kuba(0).with_limit(10).with_opening(10);
    let fault = deals.deal(7).expect_err("the limit is reached");
    assert_eq!(
        fault.to_string(),
        "deal 7 has no opening of 10 random actions: the game was over in each of 1000 tries; \
         ask for a shorter one"
    );
}

#[test]
fn listed_openings_come_once_each_in_an_order_of_the_seed_and_then_random_ones() {
    let listed: Vec<Vec<_>> = (0..20)
        .map(|number| kuba(9).deal(number).expect("an opening").opening().to_vec())
        .collect();
    let with = |seed| kuba(seed).with_openings(listed.clone());
    let opening = |seed, number| {
        with(seed)
            .deal(number)
            .expect("an opening")
            .opening()
            .to_vec()
    };
    let orders: Vec<Vec<_>> = (0..3)
        .map(|seed| (0..20).map(|number| opening(seed, number)).collect())
        .collect();
    for order in &orders {
        assert!(listed.iter().all(|one| order.contains(one)));
    }
    assert!(orders[0] != orders[1] && orders[1] != orders[2] && orders[0] != listed);
    for number in 20..40 {
        let drawn = kuba(1).deal(number).expect("an opening");
        assert_eq!(opening(1, number), drawn.opening());
    }
}

#[test]
fn a_listed_opening_that_ends_the_game_is_replaced() {
    let listed = vec![kuba(9).deal(0).expect("an opening").opening().to_vec()];
    let deals = kuba(0).with_limit(4).with_opening(2).with_openings(listed);
    assert_eq!(deals.deal(0).expect("an opening").opening().len(), 2);
}

/// Breaks a promise of bots once somebody has left the yard.
#[derive(Debug)]
struct Faulty(fn(Action) -> Option<Action>);

impl Bot<Ludo> for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn choose(&self, game: &LiveGame<Ludo>, _: Budget<'_>, _: u64) -> Option<Action> {
        let action = game.legal_actions().next()?;
        if action.choice == Move::Pass {
            Some(action)
        } else {
            (self.0)(action)
        }
    }
}

fn fault(answer: fn(Action) -> Option<Action>, threads: usize) -> GameError {
    let entrants = vec![priority("priority"), entrant("faulty", Faulty(answer))];
    let of = every_two(entrants, ludo(2, 1));
    let table = of.table(&pool(threads), 50, &NO_STOP, |_| {});
    table.expect_err("the bot breaks its promise")
}

#[test]
fn a_bot_that_breaks_its_promise_is_named_with_the_game_and_the_position() {
    let silent = fault(|_| None, 1);
    assert_eq!(
        silent.to_string(),
        "the bot faulty gave no answer in game 0, ply 1, at AH.H/CH.H A 6 -, where an action was due"
    );
    let forbidden = fault(
        |action| {
            Some(Action {
                choice: Move::Pass,
                ..action
            })
        },
        1,
    );
    assert_eq!(
        forbidden.to_string(),
        "the bot faulty answered A6- in game 0, ply 1, at AH.H/CH.H A 6 -, which L-14 forbids: \
         a token can move 6, so passing is not allowed; choose what moves"
    );
    let panicked = fault(|_| panic!("I resign"), 1);
    assert_eq!(
        panicked.to_string(),
        "the bot faulty panicked in game 0, ply 1, at AH.H/CH.H A 6 -: I resign"
    );
}

#[test]
fn the_first_fault_is_the_same_on_any_number_of_threads() {
    assert_eq!(fault(|_| None, 3), fault(|_| None, 1));
}

#[test]
fn a_match_that_is_stopped_keeps_the_deals_before() {
    let of = every_two(two(ludo_solver::levels()), ludo(2, 4));
    let stop = AtomicBool::new(false);
    let stopped = of.table(&pool(3), 1_000, &stop, |deals| {
        if deals == 5 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let stopped = stopped.expect("the bots play by the rules");
    assert!((5..1_000).contains(&stopped.deals), "{}", stopped.deals);
    assert_eq!(stopped, table(&of, 2, stopped.deals));
}

#[test]
fn a_trial_finds_the_better_bot_on_any_number_of_threads() {
    let finding = |threads: usize, first: usize| {
        let mut entrants = two(kuba_engine::levels());
        entrants.rotate_left(first);
        let [one, other]: [_; 2] = entrants.try_into().expect("two");
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).expect("a test");
        let trial = Trial::new(one, other, kuba(1), sprt).expect("two for two seats");
        trial
            .run(&pool(threads), 200, &NO_STOP, |_| {})
            .expect("they play by the rules")
    };
    let greedy = finding(1, 1);
    assert_eq!(greedy.accepted, Some(Hypothesis::Second));
    assert!(greedy.pairs.pairs() < 200 && greedy.pairs.score().value > 0.5);
    assert_eq!(greedy, finding(3, 1));
    assert_eq!(finding(2, 0).accepted, Some(Hypothesis::First));
}

#[test]
fn a_trial_without_a_decision_says_so() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("a test");
    let trial = Trial::new(priority("one"), priority("other"), ludo(2, 1), sprt);
    let finding = trial
        .expect("two for two seats")
        .run(&pool(2), 10, &NO_STOP, |_| {});
    let finding = finding.expect("they play by the rules");
    assert_eq!(
        (finding.accepted, finding.pairs.0),
        (None, [0, 0, 10, 0, 0])
    );
}

#[test]
fn what_does_not_fit_together_is_refused_with_the_reason() {
    let refused = |names: &[&str], schedule, seats| {
        let entrants = names.iter().map(|name| priority(name)).collect();
        Match::new(entrants, ludo(seats, 1), schedule).expect_err("they do not fit")
    };
    assert_eq!(
        refused(&["one"], Schedule::every_two(1, 2), 2),
        MatchError::TooFew { entrants: 1 }
    );
    assert_eq!(
        refused(&["one", "other"], Schedule::every_two(3, 2), 2).to_string(),
        "the schedule is for 3 bots, not for 2; make it for those who take part"
    );
    assert_eq!(
        refused(&["one", "other"], Schedule::every_two(2, 2), 3).to_string(),
        "the schedule is for 2 seats, but 3 play from this start"
    );
    assert_eq!(
        refused(&["one", "one"], Schedule::every_two(2, 2), 2).to_string(),
        "the name one is taken twice; give each bot its own"
    );
}

#[test]
fn a_bot_is_asked_only_when_an_action_is_due() {
    #[derive(Debug)]
    struct Strict;
    impl Bot<Ludo> for Strict {
        fn name(&self) -> &'static str {
            "strict"
        }
        fn choose(&self, game: &LiveGame<Ludo>, budget: Budget<'_>, _: u64) -> Option<Action> {
            assert!(matches!(game.turn(), Turn::Action(_)));
            assert_eq!(budget.node_limit(), 1);
            game.legal_actions().next()
        }
    }
    let of = every_two(
        vec![priority("priority"), entrant("strict", Strict)],
        ludo(2, 1),
    );
    assert_eq!(table(&of, 2, 5).deals, 5);
}

/// Never gives an action once `self.0` have been played.
#[derive(Debug)]
struct GivesUp(usize);

impl Player<Kuba> for GivesUp {
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, Kuba>,
        _: Budget<'_>,
        _: u64,
    ) -> Result<Option<Choice<kuba_rules::Action>>, PlayerError> {
        let mut replayed = LiveGame::<Kuba>::new(*so_far.start, so_far.game.limit());
        for &action in so_far.actions {
            replayed.play(action)?;
        }
        assert_eq!(replayed.position(), so_far.game.position());
        assert_eq!(replayed.history(), so_far.game.history());
        if so_far.actions.len() >= self.0 {
            return Err("I have no more".into());
        }
        Ok(so_far.game.legal_actions().next().map(Choice::from))
    }
}

fn against_one_who_gives_up(actions: usize) -> Match<Kuba> {
    let gives_up = Entrant {
        name: "gives up".to_owned(),
        player: Arc::new(GivesUp(actions)),
        nodes: 1,
    };
    let entrants = vec![Entrant::of_bot("random", Arc::new(RandomBot), 1), gives_up];
    let schedule = Schedule::one_against_a_field(2);
    Match::new(entrants, kuba(1), schedule).expect("two for two seats")
}

#[test]
fn a_player_that_fails_ends_the_match_or_forfeits_the_game() {
    let of = against_one_who_gives_up(9);
    let mut found = HeadToHead::new(&of, None).expect("two");
    let error = found.play(&of, &pool(2), 10, &NO_STOP, |_| {});
    let error = error.expect_err("it gives up").to_string();
    assert!(
        error.starts_with("the bot gives up failed in game 0, ply 1")
            && error.ends_with(": I have no more"),
        "{error}"
    );

    let of = of.with_forfeits();
    let mut found = HeadToHead::new(&of, None).expect("two");
    found
        .play(&of, &pool(2), 10, &NO_STOP, |_| {})
        .expect("games go on");
    assert_eq!((found.deals(), found.games()), (10, 20));
    assert_eq!(found.won_drawn_lost(), [20, 0, 0]);
    assert_eq!((found.forfeits(), found.errors().len()), ([0, 20], 10));
    assert_eq!(found.ended_by()[Forfeit::ENDING], 20);
    assert_eq!(found.score().value.to_bits(), 1.0_f64.to_bits());
}

#[test]
fn two_at_a_larger_table_are_compared_as_in_the_table_of_the_match() {
    let of = every_two(two(ludo_solver::levels()), ludo(4, 3));
    let table = table(&of, 2, 30);
    let mut found = HeadToHead::new(&of, None).expect("two");
    found
        .play(&of, &pool(2), 30, &NO_STOP, |_| {})
        .expect("they play by the rules");
    assert_eq!(found.score(), table.rows[0].score);
    let [first, second] = [0, 1].map(|row: usize| table.rows[row].elo.expect("both have won"));
    let elo = found.elo().expect("both have won");
    assert!((elo.value - (first.value - second.value)).abs() < 1e-9);
    assert!((elo.reach() - 2.0 * first.reach()).abs() < 1e-9);
    assert_eq!(
        (found.games(), found.chances()),
        (table.games, table.chances)
    );
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("a test");
    let error = HeadToHead::new(&of, Some(sprt)).expect_err("four seats");
    assert_eq!(
        error.to_string(),
        "a sequential test is of pairs of games at two seats, not at 4"
    );
}
