//! The lessons of Kuba, in which the reader is White.

use kuba_rules::{Direction, Event, Win};
use parlor_game::Kuba;

use super::lesson::{Goal, Lesson, STEP, Seen, Step};

/// Black walks to and fro in a corner, and lets White do what the lesson is about.
const AWAY: &[&str] = &["66F", "56B", "66L", "65R"];

pub(super) static LESSONS: &[Lesson] = &[
    Lesson {
        title: "Pushing a marble",
        about: "One marble, one cell, in any of four directions",
        rules: &["K-2", "K-3", "K-11"],
        steps: &[
            Step {
                start: "7/7/7/3w3/7/7/6b w0b0 w - c",
                says: "In Kuba seven reds pushed over the edge win, and the white marbles are yours to push. Press one and \
                       then an arrow, or drag it.",
                task: "Push your marble, whichever way you like.",
                goal: Goal::Kuba(|seen| seen.has(|event| matches!(event, Event::Pushed { .. }))),
                right: "A push moves your marble by one cell.",
                ..STEP
            },
            Step {
                start: "7/7/2w4/7/7/2w4/6b w0b0 w - c",
                says: "One push is your whole turn; then it is Black's. You choose the marble and one of \
                       the four directions.",
                task: "Push a marble up.",
                goal: Goal::Kuba(|seen| pushed(seen, |way, _| way == Direction::Forward)),
                right: "Up, down, left and right are the same for both of you.",
                ..STEP
            },
        ],
    },
    Lesson {
        title: "Room behind",
        about: "Your finger needs an empty cell, or the edge",
        rules: &["K-3"],
        steps: &[
            Step {
                start: "7/7/7/1bw4/7/w6/6b w0b0 w - c",
                says: "You push from behind: the cell there must be empty, or outside the board. Behind \
                       the upper marble, on its left, lies a black one.",
                task: "Push a marble to the right.",
                goal: Goal::Kuba(|seen| pushed(seen, |way, _| way == Direction::Right)),
                right: "Behind this one was the edge, and there is always room.",
                ..STEP
            },
            Step {
                start: "7/7/7/1ww4/7/7/6b w0b0 w - c",
                says: "Your own marbles are in the way, too. You have two pushes here; Black moves between.",
                task: "Make room behind the right one of the two, then push that one to the right.",
                goal: Goal::Kuba(|seen| {
                    seen.has(|event| {
                        matches!(event, Event::Pushed { push, length: 1, .. } if push.to_string() == "32R")
                    })
                }),
                right: "With the cell behind it empty, it could be pushed.",
                moves: 2,
                replies: AWAY,
                ..STEP
            },
        ],
    },
    Lesson {
        title: "Pushing a run",
        about: "A marble takes along all that touches it in front",
        rules: &["K-4"],
        steps: &[
            Step {
                start: "7/7/7/1wrr3/7/7/6b w0b0 w - c",
                says: "What touches your marble in front moves along, of whatever color.",
                task: "Push three marbles at once.",
                goal: Goal::Kuba(|seen| pushed(seen, |_, length| length == 3)),
                right: "All three moved by one cell.",
                ..STEP
            },
            Step {
                start: "7/7/7/wr1rb2/1w5/7/6b w0b0 w - c",
                says: "A run ends at the first gap: what lies beyond stays.",
                task: "Push a run of two to the right.",
                goal: Goal::Kuba(|seen| {
                    pushed(seen, |way, length| way == Direction::Right && length == 2)
                }),
                right: "The gap took the red, and the marbles beyond it stayed.",
                ..STEP
            },
            Step {
                start: "w4b1/w2r1bb/1wrrrb1/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
                says: "The longer the run, the more you move. Look along the rows and the columns.",
                task: "Push five marbles at once.",
                goal: Goal::Kuba(|seen| pushed(seen, |_, length| length == 5)),
                right: "Five marbles, and one push.",
                ..STEP
            },
        ],
    },
    Lesson {
        title: "Capturing",
        about: "What is pushed over the edge is off the board",
        rules: &["K-6"],
        steps: &[
            Step {
                start: "7/7/7/5wr/7/7/6b w0b0 w - c",
                says: "If a run reaches the edge, the marble in front falls off. A red is yours then, and seven \
                       of them win.",
                task: "Push the red marble off.",
                goal: Goal::Kuba(captured),
                right: "It is yours now: one of the seven.",
                ..STEP
            },
            Step {
                start: "7/7/5wb/7/1b5/7/7 w0b0 w - c",
                says: "A black marble that falls is out of the game.",
                task: "Push a black marble off.",
                goal: Goal::Kuba(|seen| seen.has(|event| matches!(event, Event::Ejected { .. }))),
                right: "Black has one marble less.",
                ..STEP
            },
            Step {
                start: "3r3/3r3/3w3/7/2wbrrr/7/6b w0b0 w - c",
                says: "Only the marble in front falls; the others move up to the edge.",
                task: "Capture a red with a run of five.",
                goal: Goal::Kuba(|seen| captured(seen) && pushed(seen, |_, length| length == 5)),
                right: "The red at the end fell, and the next one is at the edge now.",
                ..STEP
            },
        ],
    },
    Lesson {
        title: "Your own marble stays",
        about: "No push may cost you a marble of your own",
        rules: &["K-5"],
        steps: &[
            Step {
                start: "7/4wrw/7/7/4wbr/7/6b w0b0 w - c",
                says: "You cannot push off a marble of your own: such a push is not allowed. The upper run has one \
                       of yours in front.",
                task: "Push a red marble off.",
                goal: Goal::Kuba(captured),
                right: "In front of this run lay a red.",
                ..STEP
            },
            Step {
                start: "7/3wrrw/7/7/7/7/6b w0b0 w - c",
                says: "Your marble at the edge shields the reds behind it. You have three pushes; Black moves \
                       between.",
                task: "Take it out of the way, and capture a red.",
                goal: Goal::Kuba(captured),
                right: "One push to make way, one to close up, and one to capture.",
                moves: 3,
                replies: AWAY,
                ..STEP
            },
            Step {
                start: "w6/7/7/5bw/7/7/7 w0b0 w - c",
                says: "The other side may push your marbles off, though, as you do with theirs. Black is about to.",
                task: "Take your marble out of danger.",
                goal: Goal::Kuba(|seen| {
                    seen.has(|event| {
                        matches!(event, Event::Pushed { push, .. } if push.cell.to_string() == "36")
                    })
                }),
                right: "Black cannot push it off now. Look for such threats before each push.",
                ..STEP
            },
        ],
    },
    Lesson {
        title: "No pushing back",
        about: "Ko: you may not undo the last push",
        rules: &["K-7"],
        steps: &[
            Step {
                start: "7/7/7/4wrb/7/7/w5b w0b0 b - c",
                before: Some("36L"),
                says: "Black has just pushed this row to the left. You may not push it straight back, which \
                       would undo that: this is called ko.",
                task: "Push something else.",
                goal: Goal::Kuba(|seen| seen.has(|event| matches!(event, Event::Pushed { .. }))),
                right: "Ko forbids one push only, and for one turn.",
                ..STEP
            },
            Step {
                start: "7/7/7/4wrb/7/7/w5b w0b0 b - c",
                before: Some("36L"),
                says: "Once you have pushed something else, you may push the row back. You have two pushes; \
                       Black moves between.",
                task: "Push the row back after all.",
                goal: Goal::Kuba(|seen| {
                    let back = seen.start.ko();
                    seen.has(
                        |event| matches!(event, Event::Pushed { push, .. } if Some(*push) == back),
                    )
                }),
                right: "The board had changed in between, so nothing was undone.",
                moves: 2,
                replies: AWAY,
                ..STEP
            },
        ],
    },
    Lesson {
        title: "Three ways to win",
        about: "Seven reds, no marble left, or no push left",
        rules: &["K-8", "K-9", "K-10"],
        steps: &[
            Step {
                start: "7/7/b6/2w1r2/5wr/7/6b w6b2 w - c",
                says: "The seventh red wins at once. You have six.",
                task: "Capture the seventh.",
                goal: Goal::Kuba(|seen| won(seen, Win::Reds)),
                right: "Seven reds: you have won.",
                ..STEP
            },
            Step {
                start: "6b/6w/7/2w1r2/7/7/7 w2b4 w - c",
                says: "You also win by pushing off the last marble of the other side.",
                task: "Push off Black's last marble.",
                goal: Goal::Kuba(|seen| won(seen, Win::Elimination)),
                right: "Black has no marble left: you have won.",
                ..STEP
            },
            Step {
                start: "7/3r3/2wbw2/7/3r3/3w3/7 w1b3 w - c",
                says: "And you win by leaving the other side without a push. With all four cells around it taken, a \
                       marble cannot be pushed; a push that ko forbids does not count either.",
                task: "Block the black marble.",
                goal: Goal::Kuba(|seen| won(seen, Win::Blocked)),
                right: "Black has no push: you have won.",
                ..STEP
            },
        ],
    },
    Lesson {
        title: "Classroom and tournament",
        about: "Push again after a capture, or not",
        rules: &["K-11", "K-12"],
        steps: &[
            Step {
                start: "7/7/7/4wrr/7/7/6b w0b0 w - t",
                says: "In classroom rules, the usual ones, a turn is one push. In tournament rules, as here, a push \
                       that takes a marble off lets you push again.",
                task: "Capture two reds in one turn.",
                goal: Goal::Kuba(|seen| {
                    seen.count(|event| matches!(event, Event::Captured { .. })) == 2
                }),
                right: "As long as something falls, you may go on.",
                moves: 2,
                replies: AWAY,
                ..STEP
            },
            Step {
                start: "7/7/7/5wr/7/7/6b w0b0 w - t",
                says: "To push again is an offer. You may end the turn instead.",
                task: "Capture a red, then end the turn.",
                goal: Goal::Kuba(|seen| {
                    let pushes = seen.count(|event| matches!(event, Event::Pushed { .. }));
                    let ended = seen.has(|event| matches!(event, Event::TurnEnded { .. }));
                    captured(seen) && pushes == 1 && ended
                }),
                right: "It is Black's turn, and the red is yours. Those were all the rules.",
                moves: 2,
                replies: AWAY,
                ..STEP
            },
        ],
    },
];

/// Whether a run was pushed in such a direction, with such a length. Rules: K-2, K-4.
fn pushed(seen: &Seen<'_, Kuba>, is_one: impl Fn(Direction, u8) -> bool) -> bool {
    seen.has(|event| {
        matches!(*event, Event::Pushed { push, length, .. } if is_one(push.direction, length))
    })
}

/// Whether a red was captured. Rules: K-6.
fn captured(seen: &Seen<'_, Kuba>) -> bool {
    seen.has(|event| matches!(event, Event::Captured { .. }))
}

/// Whether the game was won in this way. Rules: K-8, K-9, K-10.
fn won(seen: &Seen<'_, Kuba>, way: Win) -> bool {
    seen.has(|event| matches!(event, Event::Won { by, .. } if *by == way))
}
