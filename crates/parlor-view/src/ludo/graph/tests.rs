//! Graphs of chances, checked as documents.

use insta::assert_snapshot;
use ludo_rules::Seat;

use super::{ChanceLine, Graph};
use crate::Look;
use crate::graph::{Mark, MarkKind};
use crate::svg::PictureOptions;
use crate::theme::Style;

const PLAIN: PictureOptions<'static> = PictureOptions {
    style: Style::Page,
    id: "",
    look: Look::Diagram,
};

/// A game of four plies, in which B finishes in the second.
const LINES: [ChanceLine<'static>; 5] = [
    ChanceLine {
        seat: Seat::A,
        race: 1,
        chances: &[(0.0, 0.3), (0.5, 0.4), (1.0, 0.35), (1.5, 0.0), (2.0, 0.0)],
    },
    ChanceLine {
        seat: Seat::B,
        race: 1,
        chances: &[(0.0, 0.5), (0.5, 0.45), (1.0, 0.5), (1.5, 1.0), (2.0, 1.0)],
    },
    ChanceLine {
        seat: Seat::D,
        race: 1,
        chances: &[(0.0, 0.2), (0.5, 0.15), (1.0, 0.15), (1.5, 0.0), (2.0, 0.0)],
    },
    ChanceLine {
        seat: Seat::A,
        race: 2,
        chances: &[(2.0, 0.6), (2.5, 0.55), (3.0, 0.55), (3.5, 0.5)],
    },
    ChanceLine {
        seat: Seat::D,
        race: 2,
        chances: &[(2.0, 0.4), (2.5, 0.45), (3.0, 0.45), (3.5, 0.5)],
    },
];

const MARKS: [Mark; 2] = [
    Mark {
        ply: 1,
        kind: MarkKind::Loss,
        at: (1.0, 0.35),
    },
    Mark {
        ply: 2,
        kind: MarkKind::Luck,
        at: (1.5, 1.0),
    },
];

fn drawn(options: PictureOptions<'_>) -> String {
    Graph {
        title: "A, Ann & Bob (B), D",
        words: &["B has won.".to_owned()],
        plies: 4,
        lines: &LINES,
        marks: &MARKS,
    }
    .svg(options)
}

#[test]
fn l_30_a_graph_of_two_races() {
    assert_snapshot!(drawn(PLAIN));
}

#[test]
fn every_line_is_distinct_without_color() {
    let lines = Seat::ALL.map(|seat| ChanceLine {
        seat,
        race: 1,
        chances: &[(0.0, 0.25), (1.0, 0.25)],
    });
    let svg = Graph {
        title: "",
        words: &[],
        plies: 1,
        lines: &lines,
        marks: &[],
    }
    .svg(PLAIN);
    let mut patterns = Vec::new();
    for seat in Seat::ALL {
        let id = format!("id=\"chance-{seat}-1\"");
        let line = svg.lines().find(|line| line.contains(&id));
        let line = line.expect("everybody has a line");
        patterns.push(line.split("stroke-dasharray=").nth(1));
    }
    for (number, pattern) in patterns.iter().enumerate() {
        assert!(!patterns[..number].contains(pattern), "{pattern:?}");
    }
}

#[test]
fn the_letters_at_the_end_stand_apart() {
    let svg = drawn(PLAIN);
    // A and D both end with an even chance: their letters are paths of their
    // own, and no two begin at one height.
    let end = svg
        .split("id=\"loss-1\"")
        .next()
        .expect("the marks come last");
    let letters = end
        .lines()
        .rev()
        .filter(|line| line.contains("stroke-width=\"3.04\""));
    let heights = letters.filter_map(|line| {
        let start = line.split("d=\"M").nth(1)?;
        start.split(['L', 'C', 'M']).next()?.split(' ').nth(1)
    });
    let mut heights: Vec<&str> = heights.take(2).collect();
    heights.dedup();
    assert_eq!(heights.len(), 2, "{heights:?}");
}

#[test]
fn a_game_without_plies_is_a_graph_too() {
    let svg = Graph {
        title: "",
        words: &[],
        plies: 0,
        lines: &[],
        marks: &[],
    }
    .svg(PLAIN);
    assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
}

#[test]
fn every_id_has_the_prefix() {
    let svg = drawn(PictureOptions {
        id: "g-",
        ..PictureOptions::default()
    });
    let ids = svg.matches(" id=\"").count();
    assert_eq!(svg.matches(" id=\"g-").count(), ids);
    assert!(svg.contains("A, Ann &amp; Bob (B), D"));
}
