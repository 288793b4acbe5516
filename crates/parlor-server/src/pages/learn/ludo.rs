//! The lessons of Ludo, in which the reader has seat A.

use ludo_rules::{Event, Move, Seat};

use super::lesson::{Goal, Lesson, STEP, Step};

/// A roll, and a token to move by it.
const TURN: Step = Step { moves: 2, ..STEP };

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "Out of the yard",
        about: "A six brings a token out, and a second roll",
        rules: &["L-5", "L-13", "L-14"],
        steps: &[
            Step {
                start: "AH.H/CH.H A - -",
                says: "Your tokens, the circles, wait in your yard. Only a 6 brings one out.",
                task: "Roll the die.",
                goal: Goal::Ludo(|seen| seen.has(|event| matches!(event, Event::Passed { .. }))),
                right: "With a 3 nothing can move, so the turn passes.",
                rolls: &[3],
                ..STEP
            },
            Step {
                start: "AH.H/CH.H A - -",
                says: "The next roll is luckier. A 6 is spent wholly on coming out, to the place next to the \
                       ring.",
                task: "Roll, and bring a token out.",
                goal: Goal::Ludo(|seen| seen.has(|event| matches!(event, Event::LeftYard { .. }))),
                right: "It is ready to go: the next roll takes it onto the ring.",
                rolls: &[6],
                ..TURN
            },
            Step {
                start: "AR.H/CH.H A + -",
                says: "A 6 gives you one more roll in the same turn, but a second 6 gives nothing further.",
                task: "Roll again, and move on.",
                goal: Goal::Ludo(|seen| seen.has(|event| matches!(event, Event::Moved { .. }))),
                right: "Tokens walk clockwise, from your own first space.",
                rolls: &[4],
                ..TURN
            },
        ],
    },
    Lesson {
        title: "Walking",
        about: "The die says how far, you say which token",
        rules: &["L-6", "L-9", "L-27"],
        steps: &[
            Step {
                start: "A12.30/CH.H A - -",
                says: "A roll moves one token by as many spaces. You choose which.",
                task: "Roll, and move the token that is behind.",
                goal: Goal::Ludo(|seen| {
                    let steps = seen.start.tokens().steps(Seat::A);
                    let behind = steps.into_iter().flatten().min();
                    seen.has(
                        |event| matches!(event, Event::Moved { from, .. } if Some(*from) == behind),
                    )
                }),
                right: "It went five spaces on.",
                rolls: &[5],
                ..TURN
            },
            Step {
                start: "A10.H/C40.H A - -",
                says: "Nothing stands in the way: tokens that you only pass are left in peace.",
                task: "Roll, and walk past the other token.",
                goal: Goal::Ludo(|seen| {
                    let is_kick = |event: &Event| matches!(event, Event::Kicked { .. });
                    seen.has(|event| matches!(event, Event::Moved { .. })) && !seen.has(is_kick)
                }),
                right: "What counts is only the space on which you stop.",
                rolls: &[4],
                ..TURN
            },
        ],
    },
    Lesson {
        title: "Two on one space",
        about: "A pair moves as one",
        rules: &["L-10"],
        steps: &[
            Step {
                start: "A20.24/CH.H A - -",
                says: "Two tokens of yours on one space are a pair.",
                task: "Roll, and make a pair.",
                goal: Goal::Ludo(|seen| seen.has(|event| matches!(event, Event::Stacked { .. }))),
                right: "From now on they move together.",
                rolls: &[4],
                ..TURN
            },
            Step {
                start: "A24.24/CH.H A - -",
                says: "One roll moves both tokens of a pair.",
                task: "Roll, and move the pair.",
                goal: Goal::Ludo(|seen| {
                    let is_pair = |event: &Event| {
                        matches!(
                            event,
                            Event::Moved {
                                choice: Move::Stack,
                                ..
                            }
                        )
                    };
                    seen.has(is_pair)
                }),
                right: "That is twice the way for one roll.",
                rolls: &[5],
                ..TURN
            },
        ],
    },
    Lesson {
        title: "Kicking",
        about: "Land on another's token, and it goes back to its yard",
        rules: &["L-9", "L-11"],
        steps: &[
            Step {
                start: "A15.30/C46.R A - -",
                says: "A token on whose space you stop goes back to its yard. Nowhere on the ring is safe.",
                task: "Roll, and kick the triangle.",
                goal: Goal::Ludo(|seen| seen.has(|event| matches!(event, Event::Kicked { .. }))),
                right: "It needs a 6 to come out again.",
                rolls: &[3],
                ..TURN
            },
            Step {
                start: "A15.30/C46.46 A - -",
                says: "A pair is quick, but a risk: it is kicked as a whole.",
                task: "Roll, and kick both triangles.",
                goal: Goal::Ludo(|seen| {
                    seen.count(|event| matches!(event, Event::Kicked { .. })) == 2
                }),
                right: "Two tokens went back to the yard by one move.",
                rolls: &[3],
                ..TURN
            },
        ],
    },
    Lesson {
        title: "Into the middle",
        about: "An exact roll, a bounce, and how to win",
        rules: &["L-7", "L-8", "L-12", "L-13"],
        steps: &[
            Step {
                start: "A54.20/CH.H A - -",
                says: "After fifty spaces a token turns into its lane, where nobody can kick it. The middle \
                       takes an exact roll.",
                task: "Roll, and bring a token into the middle.",
                goal: Goal::Ludo(|seen| {
                    seen.has(|event| matches!(event, Event::ReachedEnd { .. }))
                }),
                right: "There it stays.",
                rolls: &[3],
                ..TURN
            },
            Step {
                start: "A55.E/C30.H A - -",
                says: "A roll that is too high is walked back: to the middle, and then out again.",
                task: "Roll, and see the token turn back.",
                goal: Goal::Ludo(|seen| seen.has(|event| matches!(event, Event::Bounced { .. }))),
                right: "Two to the middle, and three back.",
                rolls: &[5],
                ..TURN
            },
            Step {
                start: "A45.E/C30.H A - -",
                says: "Whoever first has both tokens in the middle wins. This token needs 12, which are two \
                       sixes: a roll and its bonus roll.",
                task: "Win the game.",
                goal: Goal::Ludo(|seen| {
                    seen.has(|event| {
                        matches!(
                            event,
                            Event::Placed {
                                place: 1,
                                seat: Seat::A
                            }
                        )
                    })
                }),
                right: "Both tokens are in the middle: you have won. Those were all the rules.",
                moves: 4,
                rolls: &[6, 6],
                ..STEP
            },
        ],
    },
];
