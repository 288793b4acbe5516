//! Films of short games, and what holds of films of any.

use insta::assert_snapshot;
use parlor_record::record::AnyRecord;

use super::*;

fn of(record: &str) -> String {
    let record = AnyRecord::read(record).expect("a record");
    film(&record, Style::Adaptive).expect("it is short")
}

/// What moves in a film, and how.
fn moving(film: &str) -> String {
    let moves = |line: &&str| line.contains("film-") || line.contains("@media (prefers-reduced");
    film.lines().filter(moves).collect::<Vec<_>>().join("\n")
}

#[test]
fn l_9_a_token_walks_and_another_flies_home() {
    let film = of(
        "parlor-record 1\ngame: ludo\nstart: A5.H/C31.H C 2 -\nseats: C, A\n\n\
         C2p A6p A5",
    );
    assert_snapshot!(moving(&film));
}

#[test]
fn k_6_marbles_are_pushed_and_one_falls() {
    let film = of("parlor-record 1\ngame: kuba\nrules: tournament\n\
                   start: 7/7/7/7/7/1wb4/wrrrrrr w6b0 w - t\nseats: W, B\n\n60R");
    assert_snapshot!(moving(&film));
}

#[test]
fn a_film_ends_with_what_the_last_picture_shows_and_is_as_large_as_was_said() {
    for (record, most) in [
        (
            include_str!("../../../../docs/examples/kuba.record"),
            40_000,
        ),
        (
            include_str!("../../../../docs/examples/kuba-draw.record"),
            40_000,
        ),
        (
            include_str!("../../../../docs/examples/ludo.record"),
            50_000,
        ),
        (
            include_str!("../../../../docs/examples/dice.record"),
            50_000,
        ),
    ] {
        let film = of(record);
        assert!(film.len() < most, "{} bytes", film.len());
        assert!(!film.contains("<script") && !film.contains("href=\"http"));
        let read = AnyRecord::read(record).expect("a record");
        let last = crate::replay(&read).last().expect("an end").state;
        let description = last.description();
        let said = description.last().expect("a sentence");
        assert!(film.contains(said), "{said}");
        // Without motion a token is where the picture of the end has it.
        let picture = last.svg(crate::PictureOptions {
            style: Style::Adaptive,
            look: crate::Look::Board,
            ..crate::PictureOptions::default()
        });
        for token in ["token-Ap", "token-Aq", "token-Cp", "token-Cq"] {
            let placed = |svg: &str| {
                let (_, rest) = svg.split_once(&format!(" id=\"{token}\""))?;
                let (_, rest) = rest.split_once(" transform=\"")?;
                Some(rest.split_once('"')?.0.to_owned())
            };
            assert_eq!(placed(&film), placed(&picture), "{token}");
        }
    }
}

#[test]
fn a_scripted_game_and_a_long_one_have_no_film() {
    let script = include_str!("../../../../docs/examples/ludo-script.record");
    let script = AnyRecord::read(script).expect("a record");
    assert_eq!(film(&script, Style::Adaptive), Err(FilmError::Script));
    let passes = "A1- C1- ".repeat(300);
    let of = |more: &str| {
        let record = format!("parlor-record 1\ngame: ludo\nseats: A, C\n\n{passes}{more}");
        film(
            &AnyRecord::read(&record).expect("a record"),
            Style::Adaptive,
        )
    };
    let longest = of("").expect("it is not too long");
    assert!(longest.len() < 120_000, "{} bytes", longest.len());
    let refused = of("A1-");
    assert_eq!(refused, Err(FilmError::TooLong { plies: 601 }));
    assert_eq!(
        FilmError::TooLong { plies: 601 }.to_string(),
        "the game has 601 plies; a film has up to 600"
    );
}
