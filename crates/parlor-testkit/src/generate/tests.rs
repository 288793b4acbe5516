//! What the generators promise: that the rare things are not rare in their games.

use super::{kuba, ludo, seeded};
use crate::slow_kuba::{CallError, SlowKuba, WonBy};
use crate::slow_ludo::{Live, Scripted};

#[derive(Debug, Default)]
struct Endings {
    reds: u32,
    elimination: u32,
    blocked: u32,
    repetition: u32,
}

impl Endings {
    fn count(&mut self, game: &SlowKuba) {
        match game.won_by() {
            Some(WonBy::Reds) => self.reds += 1,
            Some(WonBy::Elimination) => self.elimination += 1,
            Some(WonBy::Blocked) => self.blocked += 1,
            None => self.repetition += u32::from(game.is_draw()),
        }
    }
}

#[test]
fn kuba_calls_reach_every_ending_and_every_refusal() {
    let mut endings = Endings::default();
    let mut calls = 0;
    let mut accepted = 0;
    let mut refused = [0; 7];
    let mut by_rule = [0; 3];
    for seed in 0..400 {
        let game = kuba::game(seed);
        let mut slow = game.slow();
        for call in &game.calls {
            calls += 1;
            let answer = match call {
                kuba::Call::Move {
                    name,
                    at,
                    direction,
                } => slow.make_move(name, *at, direction),
                kuba::Call::EndTurn(name) => slow.end_turn(name),
                kuba::Call::Captured(_) | kuba::Call::Marble(_) => continue,
            };
            let index = match answer {
                Ok(()) => {
                    accepted += 1;
                    continue;
                }
                Err(CallError::Push(rules)) => {
                    for (count, rule) in by_rule.iter_mut().zip(["K-3", "K-5", "K-7"]) {
                        *count += u32::from(rules.contains(&rule));
                    }
                    0
                }
                Err(CallError::UnknownName) => 1,
                Err(CallError::NotTheirTurn) => 2,
                Err(CallError::GameOver) => 3,
                Err(CallError::Coordinates) => 4,
                Err(CallError::Direction) => 5,
                Err(CallError::CannotEndTurn) => 6,
            };
            refused[index] += 1;
        }
        endings.count(&slow);
    }
    assert!(accepted * 2 > calls, "{accepted} of {calls}");
    assert!(
        refused.into_iter().chain(by_rule).all(|count| count >= 100),
        "{refused:?} {by_rule:?}"
    );
    assert!(
        endings.reds >= 20 && endings.elimination >= 5 && endings.repetition >= 5,
        "{endings:?}"
    );
}

#[test]
fn kuba_setups_reach_every_ending() {
    let mut endings = Endings::default();
    for seed in 0..1_000 {
        let mut slow = kuba::setup(seed);
        let mut rng = seeded(seed);
        let style = [
            kuba::PlayStyle::Hungry,
            kuba::PlayStyle::Hunter,
            kuba::PlayStyle::Smotherer,
            kuba::PlayStyle::Shuffler,
        ];
        let mut seen = vec![*slow.cells()];
        for _ in 0..40 {
            if slow.is_over() {
                break;
            }
            let (at, direction) = kuba::push(
                &slow,
                style[usize::try_from(seed % 4).unwrap()],
                &seen,
                &mut rng,
            );
            let name = slow.current_turn().unwrap().to_string();
            slow.make_move(&name, at, direction).unwrap();
            seen.push(*slow.cells());
            assert!(slow.ko().len() <= 1, "K-7: at most one push is ko");
        }
        endings.count(&slow);
    }
    let Endings {
        reds,
        elimination,
        blocked,
        repetition,
    } = endings;
    assert!(
        reds >= 30 && elimination >= 100 && blocked >= 30 && repetition >= 30,
        "{endings:?}"
    );
}

#[test]
fn ludo_scripts_reach_finishes_stacks_kicks_and_skips() {
    let (mut turns, mut skipped, mut kicks, mut stacks, mut bounces, mut finishes) =
        (0, 0, 0, 0, 0, 0);
    for seed in 0..400 {
        let script = ludo::script(seed);
        let seats: Vec<char> = script
            .players
            .iter()
            .flat_map(|text| text.chars())
            .collect();
        let mut table = Live::new(&seats).table;
        for (seat, roll) in &script.turns {
            turns += 1;
            let seat = seat.chars().next().unwrap();
            let Some(steps) = table.steps(seat) else {
                skipped += 1;
                continue;
            };
            if table.has_finished(seat) {
                skipped += 1;
                continue;
            }
            let (choice, _) = table.priority(seat, *roll);
            let yards = |table: &crate::slow_ludo::SlowTokens| {
                table
                    .players
                    .iter()
                    .flat_map(|player| player.steps)
                    .filter(|&step| step == -1)
                    .count()
            };
            let before = yards(&table);
            table.apply(seat, *roll, choice);
            kicks += u32::from(yards(&table) > before);
            stacks += u32::from(choice == "pq");
            let after = table.steps(seat).unwrap();
            bounces += u32::from(
                steps
                    .iter()
                    .zip(after)
                    .any(|(from, to)| *from > 50 && to < from + roll),
            );
            finishes += u32::from(table.has_finished(seat));
        }
        let result = Scripted::new().play_game(&script.player_texts(), &script.turn_pairs());
        assert_eq!(result.unwrap().len(), 2 * seats.len());
    }
    let counted = format!(
        "{turns} turns: {skipped} skipped, {kicks} kicks, {stacks} stacks, {bounces} bounces, {finishes} finishes"
    );
    assert!(
        skipped > 100 && kicks > 200 && stacks > 500 && bounces > 500 && finishes > 50,
        "{counted}"
    );
}

#[test]
fn faulty_scripts_are_faulty() {
    for seed in 0..1_000 {
        let script = ludo::faulty_script(seed);
        assert_ne!(
            Scripted::faults(&script.player_texts(), &script.turn_pairs()),
            [],
            "seed {seed}"
        );
    }
}

#[test]
fn ludo_live_games_reach_their_end_and_refusals() {
    let (mut over, mut refused, mut four) = (0, 0, 0);
    for seed in 0..400 {
        let game = ludo::live_game(seed);
        let mut slow = Live::new(&game.seats);
        for call in &game.calls {
            refused += u32::from(!ludo::make(&mut slow, call));
        }
        over += u32::from(slow.is_over());
        four += u32::from(slow.is_over() && game.seats.len() == 4);
    }
    assert!(
        over > 40 && four > 10 && refused > 1_000,
        "{over} {four} {refused}"
    );
}
