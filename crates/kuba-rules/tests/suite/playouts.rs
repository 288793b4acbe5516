//! Random play: picks are fair, playouts are plain play, and the fast one is
//! the slow one.

use kuba_rules::{
    DEFAULT_PUSH_LIMIT, Draw, Move, Outcome, Playout, Position, PushLimit, Repetitions, Rules,
    Side, Win, random_move, random_playout, random_playouts,
};

use crate::common::{Random, position};

/// A playout by nothing but the public, checked way to play.
fn plain_playout(mut game: Position, limit: u32, random: &mut Random) -> Playout {
    let mut pushes = PushLimit::new(limit);
    let mut repetitions = Repetitions::new(&game);
    loop {
        let drawn = match (repetitions.is_draw(), pushes.is_reached()) {
            (true, _) => Some(Draw::Repetition),
            (false, true) => Some(Draw::PushLimit),
            (false, false) => None,
        };
        if let Some(outcome) = game.outcome().or(drawn.map(Outcome::Drawn)) {
            return Playout {
                outcome,
                pushes: pushes.pushes(),
            };
        }
        let push = random_move(&game, random.next()).unwrap();
        game.play(push).unwrap();
        pushes.push_made();
        repetitions.turn_began(&game);
    }
}

#[test]
fn a_playout_is_plain_play() {
    let mut wins = [0; 3];
    for rules in Rules::ALL {
        for seed in 0..60 {
            let start = Position::start(rules);
            let mut slow = Random(seed);
            let mut fast = Random(seed);
            let expected = plain_playout(start, DEFAULT_PUSH_LIMIT, &mut slow);
            let found = random_playout(start, DEFAULT_PUSH_LIMIT, &mut || fast.next());
            assert_eq!(found, expected, "{rules} {seed}");
            assert_eq!(fast.0, slow.0, "as many random numbers are drawn");
            match found.outcome {
                Outcome::Won { by, .. } => wins[by as usize] += 1,
                Outcome::Drawn(_) => {}
            }
        }
    }
    assert!(wins[0] > 0, "{wins:?}");
}

#[test]
fn playouts_from_small_set_ups_are_plain_play() {
    let lines = [
        "7/7/3r3/1wb4/3r3/7/7 w0b0 w - c",
        "7/7/7/2wrb2/7/7/7 w0b0 b 34L c",
        "7/7/7/2wrb2/7/7/7 w0b0 b 34L t",
        "7/7/7/1wb4/7/7/b4wr w1b0 w+ - t",
        "7/7/3r3/2rbr2/3r3/7/6w w1b0 w+ - t",
        "bwrrwwb/r5r/r5r/r5r/w5w/w5w/b5b w0b0 b - c",
        "7/7/7/3w3/7/7/6b w6b6 b - t",
    ];
    for line in lines {
        for seed in 0..40 {
            for limit in [1, 2, 7, 100] {
                let mut slow = Random(seed);
                let mut fast = Random(seed);
                let expected = plain_playout(position(line), limit, &mut slow);
                let found = random_playout(position(line), limit, &mut || fast.next());
                assert_eq!(found, expected, "{line} {seed} {limit}");
                assert_eq!(fast.0, slow.0);
            }
        }
    }
}

#[test]
fn every_push_is_picked_alike() {
    for line in [
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
        "7/7/7/2wrb2/7/7/7 w0b0 b 34L c",
        "1w3w1/3w3/w5w/7/w2b2w/7/1w3r1 w0b0 w - c",
    ] {
        let game = position(line);
        let count = game.legal_moves().len() as u64;
        let share = u64::MAX / count;
        let mut picks = Vec::new();
        for number in 0..count {
            // Every part of the range of random numbers belongs to one push.
            let first = number * share + number;
            let probes = [first + 1, first + share / 2, first + (share - count)];
            let [pick, middle, last] = probes.map(|random| random_move(&game, random).unwrap());
            assert_eq!((pick, pick), (middle, last), "{line}");
            picks.push(pick);
        }
        picks.sort_unstable();
        let mut legal: Vec<Move> = game.legal_moves().iter().collect();
        legal.sort_unstable();
        assert_eq!(picks, legal, "{line}");
        assert_eq!(random_move(&game, 0), random_move(&game, share / 2));
        assert_eq!(
            random_move(&game, u64::MAX),
            random_move(&game, u64::MAX - share / 2)
        );
    }
}

#[test]
fn playouts_side_by_side_are_playouts_alone() {
    let lines = [
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t",
        "7/7/7/2wrb2/7/7/7 w0b0 b 34L c",
        "7/7/3r3/1wb4/3r3/7/7 w0b0 w - c",
        "7/7/3r3/2wb3/3r3/7/7 w0b0 b 33L c",
        "7/7/7/6w/7/7/b6 w7b0 b - c",
    ];
    for line in lines {
        for games in [0, 1, 7, 8, 9, 30] {
            for limit in [0, 3, DEFAULT_PUSH_LIMIT] {
                let generator = |seed| {
                    let mut random = Random(seed);
                    move || random.next()
                };
                let alone: Vec<Playout> = (0..games)
                    .map(|seed| random_playout(position(line), limit, &mut generator(seed)))
                    .collect();
                let beside = random_playouts(position(line), limit, (0..games).map(generator));
                assert_eq!(beside, alone, "{line} {games} {limit}");
            }
        }
    }
}

#[test]
fn golden_playouts_never_change() {
    let line = |rules| {
        let mut random = Random(1);
        let playout = random_playout(Position::start(rules), 1_000, &mut || random.next());
        format!("{rules}: {playout:?}")
    };
    insta::assert_snapshot!(Rules::ALL.map(line).join("\n"));
}

#[test]
fn nothing_is_picked_or_played_after_the_end() {
    let over = position("7/7/7/6w/7/7/b6 w7b0 b - c");
    assert_eq!(random_move(&over, 5), None);
    let mut draw = || panic!("no random number is needed");
    assert_eq!(
        random_playout(over, 1_000, &mut draw),
        Playout {
            outcome: Outcome::Won {
                side: Side::White,
                by: Win::Reds
            },
            pushes: 0
        }
    );
    let blocked = position("7/7/3r3/2wb3/3r3/7/7 w0b0 b 33L c");
    assert_eq!(
        random_playout(blocked, 1_000, &mut draw),
        Playout {
            outcome: Outcome::Won {
                side: Side::White,
                by: Win::Blocked
            },
            pushes: 0
        }
    );
}

#[test]
fn k_13_a_limit_of_nothing_is_a_draw_at_once() {
    let mut draw = || panic!("no random number is needed");
    for rules in Rules::ALL {
        assert_eq!(
            random_playout(Position::start(rules), 0, &mut draw),
            Playout {
                outcome: Outcome::Drawn(Draw::PushLimit),
                pushes: 0
            }
        );
    }
}

#[test]
fn k_13_a_win_by_the_last_push_is_a_win() {
    let mut found = (false, false);
    for seed in 0..400 {
        let mut random = Random(seed);
        let playout = random_playout(position("b6/7/7/7/7/7/5wr w6b0 w - c"), 1, &mut || {
            random.next()
        });
        assert_eq!(playout.pushes, 1);
        match playout.outcome {
            Outcome::Won {
                side: Side::White,
                by: Win::Reds,
            } => found.0 = true,
            Outcome::Drawn(Draw::PushLimit) => found.1 = true,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found, (true, true));
}
