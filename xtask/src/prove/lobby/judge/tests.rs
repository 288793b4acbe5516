//! Each contradiction that is planted is found, and nothing else.

use super::{Restart, judge};
use crate::prove::lobby::seen::{Acceptance, Challenge, End, Seen, Told};

const SECOND: u64 = 1_000_000;

fn told(at: u64, game: &str, seat: &str) -> Told {
    Told {
        at,
        game: game.to_owned(),
        seat: seat.to_owned(),
    }
}

/// A challenge that was withdrawn after a second.
fn challenge(client: u32, terms: u32, sent: u64) -> Challenge {
    Challenge {
        client,
        name: format!("{client}-1"),
        terms,
        id: Some(format!("id-{client}")),
        sent,
        stood: vec![(sent, sent + SECOND)],
        asked: sent,
        told: Vec::new(),
        end: End::Withdrawn,
        ended: sent + SECOND,
        was_failed: false,
        was_moved: false,
        about_to: 0,
        was_too_late: false,
    }
}

fn paired(client: u32, sent: u64, told: Told) -> Challenge {
    Challenge {
        stood: vec![(sent, told.at)],
        ended: told.at,
        told: vec![told],
        end: End::Paired,
        ..challenge(client, 1, sent)
    }
}

fn acceptance(client: u32, of: u32, told: Told) -> Acceptance {
    Acceptance {
        client,
        name: format!("{client}-a"),
        of: format!("id-{of}"),
        sent: 10,
        told: Some(told),
        end: End::Paired,
    }
}

fn seats(game: &str, names: &[&str]) -> Seen {
    let seats = ["W", "B", "C"].into_iter().zip(names);
    Seen::Seats {
        game: game.to_owned(),
        name: names
            .first()
            .map_or_else(String::new, |name| (*name).to_owned()),
        seats: seats
            .map(|(seat, name)| (seat.to_owned(), (*name).to_owned()))
            .collect(),
    }
}

fn cleared() -> Seen {
    Seen::Cleared {
        node: 0,
        after: Some(SECOND),
        left: Vec::new(),
    }
}

/// Two who were paired, one who was accepted, one who has withdrawn, and one who has vanished.
fn right() -> Vec<Seen> {
    let vanished = Challenge {
        end: End::Vanished,
        ..challenge(6, 9, 0)
    };
    vec![
        Seen::Challenge(paired(1, 0, told(150, "g", "W"))),
        Seen::Challenge(paired(2, 100, told(400, "g", "B"))),
        seats("g", &["1-1", "2-1"]),
        seats("g", &["1-1", "2-1"]),
        Seen::Challenge(paired(3, 0, told(60, "id-3", "B"))),
        Seen::Acceptance(acceptance(4, 3, told(50, "id-3", "W"))),
        seats("id-3", &["4-a", "3-1"]),
        Seen::Challenge(challenge(5, 1, 500)),
        Seen::Challenge(vanished),
        cleared(),
    ]
}

/// What is found when these are seen as well.
fn found(more: impl IntoIterator<Item = Seen>) -> Vec<String> {
    let mut seen = right();
    seen.extend(more);
    judge(&seen, None).findings
}

/// What is found once something is changed.
fn found_after(change: impl FnOnce(&mut Vec<Seen>)) -> Vec<String> {
    let mut seen = right();
    change(&mut seen);
    judge(&seen, None).findings
}

/// Asserts that exactly one thing is found, which says this.
fn assert_one(found: &[String], what: &str) {
    assert!(
        found.len() == 1 && found[0].contains(what),
        "{what}: {found:#?}"
    );
}

#[test]
fn nothing_is_found_in_what_fits_together() {
    let judged = judge(&right(), None);
    assert_eq!(judged.findings, Vec::<String>::new());
    let figures = judged.figures;
    assert_eq!(
        (figures.challenges, figures.games, figures.accepted),
        (5, 2, 1)
    );
    assert_eq!((figures.withdrawn, figures.vanished), (1, 1));
    assert_eq!(figures.waits, [40, 50, 50, 300]);
    assert_eq!(figures.cleared, SECOND);
}

#[test]
fn a_game_with_one_or_three_is_found() {
    for names in [&["1-1"][..], &["1-1", "2-1", "5-1"]] {
        let found = found_after(|seen| {
            seen.remove(3);
            seen[2] = seats("g", names);
        });
        assert!(
            found.iter().any(|found| found.contains("not two sit in g")),
            "{found:#?}"
        );
    }
}

#[test]
fn two_games_of_one_challenge_are_found() {
    let other = Seen::Challenge(paired(7, 0, told(60, "h", "B")));
    let found = found([other, seats("h", &["1-1", "7-1"])]);
    assert_one(&found, "1-1 sits in g and in h");
}

#[test]
fn a_client_who_plays_with_itself_is_found() {
    let own = Challenge {
        name: "1-2".to_owned(),
        ..paired(1, 0, told(60, "h", "B"))
    };
    let again = Challenge {
        name: "1-3".to_owned(),
        ..paired(1, 0, told(60, "h", "W"))
    };
    let more = [Seen::Challenge(own), Seen::Challenge(again)];
    let found = found(more.into_iter().chain([seats("h", &["1-3", "1-2"])]));
    assert_one(&found, "not two different ones sit in h");
}

#[test]
fn a_withdrawn_challenge_that_leads_to_a_game_is_found() {
    let other = Seen::Challenge(paired(7, 0, told(60, "h", "W")));
    let more = [other, seats("h", &["7-1", "5-1"])];
    assert_one(&found(more), "5-1 was withdrawn, and sits in h");
    let told_after = found_after(|seen| {
        if let Seen::Challenge(challenge) = &mut seen[1] {
            challenge.end = End::Withdrawn;
        }
    });
    assert_eq!(told_after.len(), 2, "{told_after:#?}");
}

#[test]
fn another_game_or_seat_than_was_told_before_is_found() {
    let again = |game: &'static str, seat: &'static str| {
        found_after(|seen| {
            if let Seen::Challenge(challenge) = &mut seen[0] {
                challenge.told.push(told(900, game, seat));
            }
        })
    };
    assert_eq!(again("g", "W"), Vec::<String>::new());
    assert_one(&again("g", "B"), "1-1 was told seat B of g");
    assert_one(
        &again("nowhere", "W"),
        "told nowhere, which nobody has seen",
    );
}

#[test]
fn who_is_paired_with_somebody_who_wants_something_else_is_found() {
    let found = found_after(|seen| {
        if let Seen::Challenge(challenge) = &mut seen[1] {
            challenge.terms = 2;
        }
    });
    assert_one(&found, "want different things");
}

#[test]
fn a_player_that_nobody_knows_is_found() {
    let other = Seen::Challenge(paired(7, 0, told(60, "h", "W")));
    assert_one(&found([other, seats("h", &["7-1", "8-1"])]), "nobody knows");
}

#[test]
fn a_game_that_is_shown_differently_is_found() {
    assert_one(
        &found([seats("g", &["2-1", "1-1"])]),
        "where others were shown",
    );
}

#[test]
fn a_challenge_that_two_have_accepted_is_found() {
    let second = Seen::Acceptance(acceptance(8, 3, told(70, "id-3", "W")));
    let found = found([second]);
    assert!(
        found
            .iter()
            .any(|found| found.contains("have accepted id-3")),
        "{found:#?}"
    );
}

#[test]
fn a_poster_who_is_told_another_game_than_who_accepted_is_found() {
    let found = found_after(|seen| {
        if let Seen::Challenge(challenge) = &mut seen[0] {
            challenge.id = Some("id-9".to_owned());
        }
        let accepted = acceptance(8, 9, told(70, "id-3", "W"));
        seen.push(Seen::Acceptance(accepted));
    });
    assert!(
        found
            .iter()
            .any(|found| found.contains("whose poster was told")),
        "{found:#?}"
    );
}

#[test]
fn two_who_fit_and_both_wait_for_long_are_found() {
    let waits = |client, from: u64, until: u64| {
        Seen::Challenge(Challenge {
            stood: vec![(from, until)],
            ..challenge(client, 3, from)
        })
    };
    let long = [waits(7, 0, 9 * SECOND), waits(8, SECOND, 4 * SECOND)];
    assert_one(&found(long), "7-1 and 8-1 want the same");
    let soon = [waits(7, 0, 9 * SECOND), waits(8, 8 * SECOND, 12 * SECOND)];
    assert_eq!(found(soon), Vec::<String>::new());
    // Whose node has ended is not there until it asks again.
    let interrupted = Seen::Challenge(Challenge {
        stood: vec![(0, SECOND), (3 * SECOND, 4 * SECOND)],
        ..challenge(7, 3, 0)
    });
    assert_eq!(
        found([interrupted, waits(8, 0, 4 * SECOND)]),
        Vec::<String>::new()
    );
}

#[test]
fn a_challenge_that_is_gone_while_its_poster_asks_is_found() {
    let missing = Challenge {
        end: End::Missing,
        ..challenge(7, 3, 0)
    };
    let failed = Challenge {
        was_failed: true,
        ..missing.clone()
    };
    assert_one(&found([Seen::Challenge(missing)]), "is no more");
    assert_eq!(found([Seen::Challenge(failed)]), Vec::<String>::new());
}

#[test]
fn who_is_remembered_is_found_unless_their_node_was_restarted() {
    let remembered = Seen::Remembered {
        name: "6-1".to_owned(),
    };
    let mut seen = right();
    seen.push(remembered);
    assert_one(&judge(&seen, None).findings, "6-1 has left");
    let restart = Some(Restart {
        node: 0,
        from: 10,
        until: 20,
    });
    assert_eq!(judge(&seen, restart).findings, Vec::<String>::new());
}

#[test]
fn trouble_is_excused_by_a_restart_alone() {
    let trouble = |node, at| Seen::Trouble {
        node,
        at,
        what: "refused".to_owned(),
    };
    let restart = Some(Restart {
        node: 1,
        from: 10,
        until: 20,
    });
    let found = |node, at| judge(&[trouble(node, at)], restart).findings.len();
    assert_eq!(found(1, 15), 0);
    assert_eq!(found(0, 15), 1);
    assert_eq!(found(1, 21), 1);
    assert_eq!(judge(&[trouble(1, 15)], None).findings.len(), 1);
}

#[test]
fn who_is_in_the_list_in_the_end_is_found() {
    let left = Seen::Cleared {
        node: 1,
        after: None,
        left: vec!["id-6".to_owned()],
    };
    assert_one(&found([left]), "node 2 still lists");
}
