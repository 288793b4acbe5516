//! Lines, threats and judgments.

use kuba_rules::{Action, Marble, Position, Side};
use parlor_game::LiveGame;

use super::{Judgment, LEAST_LOSSES, Label, advantage, captures, judge, score_of, threats, why};
use crate::{Engine, Limits, Line, Root, Score};

fn game(line: &str) -> LiveGame<parlor_game::Kuba> {
    LiveGame::new(line.parse().expect("a position"), None)
}

fn judged(line: &str, action: &str) -> Judgment {
    let action: Action = action.parse().expect("an action");
    let limits = Limits::nodes(5_000);
    let judged = judge(&mut Engine::new(1), &game(line), action, &limits, &|| false);
    judged.expect("it is legal").expect("nobody stopped it")
}

/// White's seventh red stands at the edge.
const WIN_IN_ONE: &str = "7/7/7/5wr/7/7/b6 w6b0 w - c";

#[test]
fn k_6_captures_of_both_sides_are_reported_with_their_numbers() {
    let position: Position = "7/5wr/7/5wb/7/b6/r6 w0b0 w - c"
        .parse()
        .expect("a position");
    let line = ["15R", "50B", "35R"].map(|action| action.parse().expect("an action"));
    let taken = captures(&position, &line).into_iter();
    let taken: Vec<_> = taken.map(|c| (c.number, c.side, c.marble)).collect();
    let expected = [
        (1, Side::White, Marble::Red),
        (2, Side::Black, Marble::Red),
        (3, Side::White, Marble::Black),
    ];
    assert_eq!(taken, expected);
}

#[test]
fn a_line_that_is_not_legal_is_reported_as_far_as_it_is() {
    let position: Position = WIN_IN_ONE.parse().expect("a position");
    let line = ["35R", "35R"].map(|action| action.parse().expect("an action"));
    assert_eq!(captures(&position, &line).len(), 1);
}

#[test]
fn threats_are_those_of_the_side_asked_for() {
    let position: Position = "7/5wr/7/5wb/7/b6/r6 w0b0 w - c"
        .parse()
        .expect("a position");
    let of = |side| {
        let threats = threats(&position, side).into_iter();
        let threats = threats.map(|threat| (threat.push.to_string(), threat.marble));
        threats.collect::<Vec<_>>()
    };
    assert_eq!(
        of(Side::White),
        [
            ("35R".to_owned(), Marble::Black),
            ("15R".to_owned(), Marble::Red)
        ]
    );
    assert_eq!(of(Side::Black), [("50B".to_owned(), Marble::Red)]);
}

#[test]
fn a_push_that_captures_nothing_is_described_by_what_it_moves() {
    let position: Position = "7/7/7/7/7/6b/5wr w6b6 w - c".parse().expect("a position");
    let why_text = |action: &str| why(&position, &[action.parse().expect("an action")]);
    assert!(
        why_text("65F").starts_with("Pushes one marble."),
        "{}",
        why_text("65F")
    );
    assert_eq!(
        why_text("65R"),
        "Captures a red and wins by seven reds (K-8)."
    );
    let position: Position = "7/7/w1b4/wrb4/7/7/7 w0b0 w - c"
        .parse()
        .expect("a position");
    let push: Action = "30R".parse().expect("an action");
    assert!(why(&position, &[push]).starts_with("Pushes 3 marbles."));
}

#[test]
fn the_advantage_over_the_next_line_is_described_where_there_is_one() {
    use Score::{Loss, Reds, Win};

    let position: Position = WIN_IN_ONE.parse().expect("a position");
    let advantage_text = |scores: [Score; 2]| {
        let actions = ["35F", "35R"].map(|action| vec![action.parse().expect("an action")]);
        let lines = scores.into_iter().zip(actions);
        let lines: Vec<Line> = lines
            .map(|(score, actions)| Line { score, actions })
            .collect();
        advantage(&position, &lines, &|action| action.to_string()).unwrap_or_default()
    };
    let cases = [
        ([Reds(40), Reds(36)], ""),
        (
            [Reds(40), Reds(35)],
            "Worth 0.1 reds more than the next best, 35R.",
        ),
        (
            [Reds(-40), Reds(-165)],
            "Worth 1.3 reds more than the next best, 35R.",
        ),
        ([Reds(-40), Loss(6)], "Everything else loses by force."),
        ([Win(1), Reds(0)], "Nothing else is seen to win."),
        (
            [Win(5), Win(7)],
            "Wins by force in 5 pushes, both sides counted.",
        ),
        (
            [Win(3), Reds(900)],
            "Wins by force in 3 pushes, both sides counted. Nothing else is seen to win.",
        ),
        (
            [Loss(4), Loss(2)],
            "Black wins by force in 4 pushes, both sides counted, at the earliest.",
        ),
    ];
    for (scores, expected) in cases {
        assert_eq!(advantage_text(scores), expected, "{scores:?}");
    }
}

#[test]
fn what_a_search_says_of_its_lines_is_what_it_has_found() {
    let root = Root::from(&game(WIN_IN_ONE));
    let limits = Limits {
        lines: 2,
        ..Limits::nodes(1_000)
    };
    let report = Engine::new(1).search(&root, &limits, &|| false, &mut |_| {});
    assert_eq!(report.lines.len(), 2);
    let text = advantage(&root.position, &report.lines, &|action| action.to_string());
    assert_eq!(report.lines[0].score, Score::Win(1));
    assert!(text.is_none_or(|text| text == "Nothing else is seen to win."));
}

#[test]
fn the_best_action_loses_nothing() {
    let judgment = judged(WIN_IN_ONE, "35R");
    assert_eq!((judgment.loss, judgment.label()), (0, Label::Best));
    assert_eq!(judgment.played, Score::Win(1));
    assert_eq!(judgment.side, Side::White);
}

#[test]
fn who_gives_the_win_away_blunders() {
    // The one red left is the seventh for both.
    let judgment = judged("7/7/7/7/7/6b/5wr w6b6 w - c", "65F");
    assert_eq!(judgment.best.score, Score::Win(1));
    assert_eq!(judgment.played, Score::Loss(2));
    assert_eq!((judgment.loss, judgment.label()), (1_400, Label::Blunder));
}

#[test]
fn labels_have_names_and_marks() {
    assert_eq!(Label::of(0, LEAST_LOSSES), Label::Best);
    let names = Label::ALL.map(|label| format!("{label}{}", label.mark()));
    assert_eq!(
        names,
        ["best", "good", "inaccuracy?!", "mistake?", "blunder??"]
    );
}

#[test]
fn an_illegal_action_is_refused_and_a_stop_gives_nothing() {
    let engine = &mut Engine::new(0);
    let limits = Limits::nodes(100);
    let refused = judge(
        engine,
        &game(WIN_IN_ONE),
        "00R".parse().expect("an action"),
        &limits,
        &|| false,
    );
    assert_eq!(refused.expect_err("the cell is empty").rule(), "K-3");
    let push = "35F".parse().expect("an action");
    let stopped = judge(engine, &game(WIN_IN_ONE), push, &limits, &|| true);
    assert_eq!(stopped, Ok(None));
}

#[test]
fn k_8_k_12_a_game_that_is_over_is_worth_its_result() {
    let engine = &mut Engine::new(0);
    let limits = Limits::nodes(100);
    let mut won = game(WIN_IN_ONE);
    won.play("35R".parse().expect("an action")).expect("legal");
    let mut score = |game: &LiveGame<_>, side| score_of(engine, game, side, &limits, &|| false);
    assert_eq!(score(&won, Side::White), Score::Win(0));
    assert_eq!(score(&won, Side::Black), Score::Loss(0));
    let mut drawn = game("w6/7/7/7/7/7/6b w3b0 w - t");
    for push in ["00B", "66F", "10F", "56B"].repeat(2) {
        drawn.play(push.parse().expect("an action")).expect("legal");
    }
    assert_eq!(score(&drawn, Side::White), Score::Reds(0));
}
