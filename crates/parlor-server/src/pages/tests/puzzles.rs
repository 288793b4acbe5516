//! The pages of puzzles as a browser gets them.

use core::time::Duration;

use axum::http::{Method, StatusCode};
use kuba_rules::{REDS_TO_WIN, Side, Win};
use parlor_puzzles::{Puzzle, kuba, ludo};
use parlor_service::clock::TimeSource as _;

use super::{Pages, TestVisitor};
use crate::pages::sentences;

/// The seconds of a day.
const DAY: u64 = 86_400;

/// What a list shows of a puzzle that was solved after it was missed.
const SOLVED_LATER: &str = ", solved later";

/// The reader's moves of the answer.
fn answer(puzzle: Puzzle) -> Vec<String> {
    match puzzle {
        Puzzle::Kuba(puzzle) => puzzle
            .own_actions()
            .map(|action| action.to_string())
            .collect(),
        Puzzle::Ludo(puzzle) => vec![puzzle.best().action.to_string()],
    }
}

fn address(puzzle: Puzzle, moves: &[String]) -> String {
    match moves {
        [] => format!("/puzzles/{}", puzzle.id()),
        _ => format!("/puzzles/{}?line={}", puzzle.id(), moves.join(".")),
    }
}

/// A puzzle of each length and rule set, and of each roll.
fn some() -> Vec<Puzzle> {
    let mut some: Vec<Puzzle> = Vec::new();
    let kind = |puzzle: Puzzle| match puzzle {
        Puzzle::Kuba(puzzle) => (0, puzzle.position().rules() as u8, puzzle.win()),
        Puzzle::Ludo(puzzle) => (
            1,
            u8::from(puzzle.is_bonus()),
            puzzle.best().action.roll.value(),
        ),
    };
    let all = kuba::all().iter().map(Puzzle::Kuba);
    for puzzle in all.chain(ludo::all().iter().map(Puzzle::Ludo)) {
        if some.iter().all(|other| kind(*other) != kind(puzzle)) {
            some.push(puzzle);
        }
    }
    some
}

#[tokio::test]
async fn the_answer_is_played_link_by_link_until_the_puzzle_is_solved() {
    let pages = Pages::new();
    for puzzle in some() {
        let visitor = pages.visitor();
        let moves = answer(puzzle);
        let mut page = visitor.page(&address(puzzle, &[])).await;
        for number in 1..=moves.len() {
            let next = address(puzzle, &moves[..number]);
            let link = format!("href=\"{next}#board\"");
            assert!(page.contains(&link), "no link to {next}");
            page = visitor.page(&next).await;
            let is_solved = number == moves.len();
            assert_eq!(page.contains("Next puzzle"), is_solved, "{next}");
        }
        let list = visitor.page("/puzzles").await;
        assert!(list.contains("1 of "), "{}: it is not counted", puzzle.id());
    }
}

#[tokio::test]
async fn a_move_that_misses_the_answer_says_so_and_is_tried_again() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let puzzle = kuba::all().iter().find(|puzzle| puzzle.win() > 2).unwrap();
    let right = puzzle.solution()[0];
    let legal = puzzle.position().legal_moves();
    let wrong = legal
        .iter()
        .map(kuba_rules::Action::Push)
        .find(|action| *action != right);
    let puzzle = Puzzle::Kuba(puzzle);
    let missed = visitor
        .page(&address(puzzle, &[wrong.unwrap().to_string()]))
        .await;
    assert!(missed.contains(sentences::NOT_IN_TIME));
    assert!(missed.contains("Try again"));
    assert!(
        !missed.contains("class=\"target move"),
        "a board to look at"
    );
    // Once missed it is solved later, not at once.
    visitor.page(&address(puzzle, &answer(puzzle))).await;
    let list = visitor.page("/puzzles/kuba").await;
    assert!(list.contains(SOLVED_LATER), "{list}");
}

#[tokio::test]
async fn the_answer_is_shown_to_who_asks_for_it_and_counts_as_missed() {
    let pages = Pages::new();
    for puzzle in some() {
        let visitor = pages.visitor();
        let shown = visitor
            .page(&format!("{}?show=answer", address(puzzle, &[])))
            .await;
        assert!(shown.contains(sentences::THE_ANSWER), "{}", puzzle.id());
        visitor.page(&address(puzzle, &answer(puzzle))).await;
        let game = puzzle.game();
        let list = visitor.page(&format!("/puzzles/{game}")).await;
        assert!(list.contains(SOLVED_LATER), "{}", puzzle.id());
    }
}

/// Solves the puzzle of a day, and returns the page of the lists.
async fn solve(visitor: &TestVisitor, day: u32) -> String {
    let puzzle = Puzzle::of_day(day);
    visitor.page(&address(puzzle, &answer(puzzle))).await;
    visitor.page("/puzzles").await
}

#[tokio::test]
async fn a_streak_grows_day_by_day_and_ends_after_a_day_without() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let clock = &pages.bench.clock;
    let solve = async |day| solve(&visitor, day).await;
    let first = 0;
    assert!(solve(first).await.contains(&sentences::streak(1, 1, true)));
    clock.pass(Duration::from_secs(DAY));
    let page = visitor.page("/puzzles").await;
    assert!(page.contains(&sentences::streak(1, 1, false)));
    assert!(
        solve(first + 1)
            .await
            .contains(&sentences::streak(2, 2, true))
    );
    // Yesterday's puzzle is none of today's.
    clock.pass(Duration::from_secs(2 * DAY));
    assert!(
        solve(first + 1)
            .await
            .contains(&sentences::streak(0, 2, false))
    );
    assert!(
        solve(first + 3)
            .await
            .contains(&sentences::streak(1, 2, true))
    );
}

#[tokio::test]
async fn a_streak_of_a_clock_far_ahead_is_none_and_the_next_one_begins() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let clock = &pages.bench.clock;
    let solve = async |day| solve(&visitor, day).await;
    let start = clock.now();
    clock.pass(Duration::from_secs(5 * DAY));
    assert!(solve(5).await.contains(&sentences::streak(1, 1, true)));
    clock.set(start);
    let page = visitor.page("/puzzles").await;
    assert!(page.contains(&sentences::streak(0, 1, false)));
    assert!(solve(0).await.contains(&sentences::streak(1, 1, true)));
    clock.pass(Duration::from_secs(DAY));
    assert!(solve(1).await.contains(&sentences::streak(2, 2, true)));
    // A node whose clock is a little behind at midnight.
    clock.set(start);
    assert!(solve(0).await.contains(&sentences::streak(2, 2, false)));
}

#[tokio::test]
async fn what_nobody_sees_is_no_attempt() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let puzzle = Puzzle::of_day(0);
    let solved = address(puzzle, &answer(puzzle));
    let headers = visitor.0.method(Method::HEAD, &solved).await;
    assert_eq!(headers.maybe_header("set-cookie"), None);
    for purpose in ["prefetch", "prefetch;prerender"] {
        let early = visitor.0.get(&solved).add_header("sec-purpose", purpose);
        assert_eq!(early.await.maybe_header("set-cookie"), None, "{purpose}");
    }
    assert!(
        visitor
            .get(&solved)
            .await
            .maybe_header("set-cookie")
            .is_some()
    );
}

#[tokio::test]
async fn the_captured_reds_are_those_of_the_position_that_is_shown() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    // Rules: K-8. A win by reds, whose last push captures the seventh.
    let puzzle = kuba::all().iter().find(|puzzle| puzzle.by() == Win::Reds);
    let puzzle = puzzle.unwrap();
    let other = puzzle.position().captured(puzzle.solver().other());
    let own = puzzle.position().captured(puzzle.solver());
    let moves = answer(Puzzle::Kuba(puzzle));
    for (line, own) in [(&[][..], own), (&moves, REDS_TO_WIN)] {
        let page = visitor.page(&address(Puzzle::Kuba(puzzle), line)).await;
        assert!(page.contains(&sentences::reds_so_far(own, other)), "{own}");
        assert_eq!(page.matches("class=\"tray\"").count(), 2, "{own}");
    }
}

#[tokio::test]
async fn trays_are_shown_where_one_has_a_red() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (has_reds, trays) in [(false, 0), (true, 2)] {
        let mut all = kuba::all().iter();
        let puzzle = all.find(|puzzle| {
            let reds = Side::ALL.map(|side| puzzle.position().captured(side));
            (reds != [0, 0]) == has_reds
        });
        let page = visitor
            .page(&address(Puzzle::Kuba(puzzle.unwrap()), &[]))
            .await;
        assert_eq!(page.matches("class=\"tray\"").count(), trays);
    }
    let page = visitor
        .page(&address(Puzzle::Ludo(&ludo::all()[0]), &[]))
        .await;
    assert!(!page.contains("class=\"tray\""));
}

#[tokio::test]
async fn home_links_to_the_puzzle_of_the_day_which_changes_at_midnight() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for day in 0..2 {
        let home = visitor.page("/").await;
        let link = format!("href=\"{}\"", address(Puzzle::of_day(day), &[]));
        assert!(home.contains(&link), "day {day}");
        pages.bench.clock.pass(Duration::from_secs(DAY));
    }
}

#[tokio::test]
async fn what_is_no_puzzle_or_no_move_gets_a_page_that_says_so() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let long = "x".repeat(1_000);
    for name in ["k-00000000", "l-1", "chess", "%00", &long] {
        let answer = visitor.get(&format!("/puzzles/{name}")).await;
        assert_eq!(answer.status_code(), StatusCode::NOT_FOUND);
        assert!(answer.text().contains("There is no such puzzle"), "{name}");
    }
    let puzzle = Puzzle::Kuba(&kuba::all()[0]);
    for line in ["x", "65F.", "99L", "end", "..", &long, "%3Cb%3E"] {
        let answer = visitor.get(&address(puzzle, &[line.to_owned()])).await;
        assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST, "{line}");
        assert!(answer.text().contains("Back to the puzzle"));
        assert!(!answer.text().contains("<b>"));
    }
    let puzzle = Puzzle::Ludo(&ludo::all()[0]);
    let right = answer(puzzle)[0].clone();
    for line in [format!("{right}.{right}"), "A9p".to_owned(), "-".to_owned()] {
        let answer = visitor.get(&address(puzzle, &[line])).await;
        assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST);
    }
}
