//! Records that are brought from elsewhere.

use core::time::Duration;

use axum::http::StatusCode;
use axum_test::TestResponse;
use parlor_record::record::AnyRecord;
use parlor_study::Study;
use tokio::time::sleep;

use super::{MARKUP, Pages, TestVisitor, assert_plain, location, part, text};
use crate::app::LARGEST_RECORD;
use crate::pages::sentences;

const LUDO: &str = include_str!("../../../../../docs/examples/dice.record");
const WRONG: &str = include_str!("../../../../../docs/examples/dice-wrong.record");
const KUBA: &str = include_str!("../../../../../docs/examples/kuba.record");
const KUBA_JSON: &str = include_str!("../../../../../docs/examples/kuba.record.json");
const SCRIPT: &str = include_str!("../../../../../docs/examples/ludo-script.record");
const ILLEGAL: &str = include_str!("../../../../../docs/examples/kuba-illegal.record");

/// Sends the form of the page, as a browser does.
async fn import(visitor: &TestVisitor, fields: &[(&str, &[u8])]) -> TestResponse {
    let mut body = Vec::new();
    for (name, content) in fields {
        let head = format!("--x7\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--x7--\r\n");
    let kind = "multipart/form-data; boundary=x7";
    let request = visitor.0.post("/import").bytes(body.into());
    request.content_type(kind).await
}

/// The address that a record gets.
async fn imported(visitor: &TestVisitor, record: &str) -> String {
    let taken = import(visitor, &[("text", record.as_bytes()), ("file", b"")]).await;
    assert_eq!(
        taken.status_code(),
        StatusCode::SEE_OTHER,
        "{}",
        taken.text()
    );
    location(&taken)
}

#[tokio::test]
async fn a_record_gets_a_page_of_its_own_whoever_brings_it_and_how() {
    let pages = Pages::new();
    let (one, other) = (pages.visitor(), pages.visitor());
    let address = imported(&one, KUBA).await;
    // By a file, in JSON, with another line end: it is the same game.
    let windows = KUBA.replace('\n', "\r\n");
    assert_eq!(imported(&other, &windows).await, address);
    let by_file = import(&other, &[("text", b"65F"), ("file", KUBA_JSON.as_bytes())]).await;
    assert_eq!(location(&by_file), address);

    let page = other.page(&address).await;
    assert_plain(&page, &address);
    for says in [
        "Kuba: Ann and Bob",
        "Moves: 16",
        sentences::IMPORT_IS_SHARED,
    ] {
        assert!(text(&page).contains(says), "{says}");
    }
    assert!(!page.contains("/verify"), "Kuba has no dice");
    let saved = other.get(&format!("{address}/record.txt")).await.text();
    assert_eq!(saved, KUBA);
    let json = other.get(&format!("{address}/record.json")).await.text();
    assert_eq!(json.trim_end(), KUBA_JSON.trim_end());
    let verdict = other.page(&format!("{address}/verify")).await;
    assert!(verdict.contains(sentences::KUBA_HAS_NO_DICE));
}

#[tokio::test]
async fn a_record_is_stepped_through_with_what_is_said_in_it() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let kuba = imported(&visitor, KUBA).await;
    let replay = format!("{kuba}/replay");
    let page = visitor.page(&format!("{replay}?ply=2&by=next")).await;
    assert_plain(&page, &replay);
    assert!(page.contains(&sentences::move_of(2, 16)));
    assert!(page.contains("makes room behind the marble"));
    assert!(page.contains(&format!(
        "rel=\"next\" aria-keyshortcuts=\"ArrowRight\" href=\"{replay}?ply=3"
    )));
    assert_eq!(page.matches(" autofocus").count(), 1);
    let clock = visitor.page(&format!("{replay}?ply=3")).await;
    assert!(clock.contains("0:09:41.5"));
    // Without a number it is the end.
    let end = visitor.page(&replay).await;
    assert!(end.contains(&sentences::move_of(16, 16)) && !end.contains("rel=\"next\""));
    let start = visitor.page(&format!("{replay}?ply=0")).await;
    assert!(start.contains(&sentences::before_moves(16)) && !start.contains("rel=\"prev\""));
    let beyond = visitor.get(&format!("{replay}?ply=17")).await;
    assert_eq!(beyond.status_code(), StatusCode::NOT_FOUND);
    assert!(text(&beyond.text()).contains(&sentences::no_such_ply("17", 16)));
    let wrong = visitor.get(&format!("{replay}?ply=-1")).await;
    assert_eq!(wrong.status_code(), StatusCode::BAD_REQUEST);

    let script = imported(&visitor, SCRIPT).await;
    visitor.page(&format!("{script}/replay")).await;
    let page = visitor.page(&format!("{script}/verify")).await;
    assert!(page.contains(sentences::NOT_COMMITTED), "{page}");
}

/// Asks for the analysis of a record by its button, and waits until it is there, as JSON.
async fn analyzed(visitor: &TestVisitor, address: &str) -> String {
    let analysis = format!("{address}/analysis");
    let page = visitor.page(address).await;
    assert!(page.contains(&format!("method=\"post\" action=\"{analysis}\"")));
    let early = visitor.get(&format!("{analysis}.json")).await;
    assert_eq!(early.status_code(), StatusCode::NOT_FOUND);
    assert!(early.text().contains(sentences::ASK_FOR_ANALYSIS));
    let asked = visitor.post(&analysis, &[]).await;
    assert_eq!(location(&asked), analysis);
    loop {
        let json = visitor.get(&format!("{analysis}.json")).await;
        if json.status_code() == StatusCode::OK {
            return json.text();
        }
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_record_is_analyzed_as_the_command_does_it() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (record, decided) in [(LUDO, sentences::RESIGNED), (KUBA, "")] {
        let address = imported(&visitor, record).await;
        let json = analyzed(&visitor, &address).await;
        let read = AnyRecord::read(record).expect("a record");
        let study = Study::of(&read, &()).expect("it can be analyzed");
        assert_eq!(json.trim_end(), study.expect("it was not stopped").json());
        let page = visitor.page(&format!("{address}/analysis?ply=5")).await;
        assert_plain(&page, &address);
        assert!(page.contains(decided), "{page}");
        for way in ["", "/replay?ply=5", "/analysis.json", "/analysis?ply=6"] {
            assert!(
                page.contains(&format!("href=\"{address}{way}")),
                "{way}: {page}"
            );
        }
        assert!(!page.contains("/games/"), "{page}");
        let beyond = visitor.get(&format!("{address}/analysis?ply=900")).await;
        assert_eq!(beyond.status_code(), StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_record_that_ends_before_its_game_is_analyzed_as_far_as_it_goes() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for record in [
        "parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 05B",
        "parlor-record 1\ngame: ludo\nseats: C, A, B\n\nC6p C3p A5- B6",
    ] {
        let address = imported(&visitor, record).await;
        let replay = visitor.page(&format!("{address}/replay")).await;
        assert!(replay.contains(sentences::NOT_OVER), "{replay}");
        analyzed(&visitor, &address).await;
        let page = visitor.page(&format!("{address}/analysis")).await;
        assert!(
            page.contains(&format!("<h1>{}</h1>", sentences::NOT_OVER)),
            "{page}"
        );
        assert_plain(&page, record);
    }
    let empty = imported(&visitor, "parlor-record 1\ngame: kuba\nseats: W, B\n").await;
    let page = visitor.page(&empty).await;
    assert!(!page.contains(&format!("{empty}/analysis")));
    let asked = visitor.post(&format!("{empty}/analysis"), &[]).await;
    assert_eq!(asked.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let long = format!(
        "parlor-record 1\ngame: ludo\nseats: A, C\n\n{}",
        "A1- C1- ".repeat(10_001)
    );
    let long = imported(&visitor, &long).await;
    let asked = visitor.post(&format!("{long}/analysis"), &[]).await;
    assert_eq!(asked.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(&asked.text()).contains("20,002") || text(&asked.text()).contains("20002"));
}

#[tokio::test]
async fn one_plays_on_from_a_record_and_takes_pictures_of_it() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = imported(&visitor, KUBA).await;
    let replay = visitor.page(&format!("{address}/replay?ply=3")).await;
    let onward = format!("{address}/onward");
    assert!(replay.contains(&format!("action=\"{onward}\"")), "{replay}");
    let made = visitor.post(&onward, &[("ply", "3")]).await;
    assert_eq!(made.status_code(), StatusCode::SEE_OTHER);
    let game = location(&made);
    assert!(game.starts_with("/games/"), "{game}");
    let record = AnyRecord::read(KUBA).expect("a record");
    let AnyRecord::Kuba(record) = record else {
        panic!("a game of Kuba");
    };
    let then = record.at(3).expect("three plies").position().to_string();
    assert_eq!(pages.handle(&game).await.view_for(&[]).position, then);
    let over = visitor.post(&onward, &[("ply", "16")]).await;
    assert_eq!(over.status_code(), StatusCode::CONFLICT);
    // A form's address that is asked for leads to the record.
    assert_eq!(location(&visitor.get(&onward).await), address);

    for (picture, kind) in [
        (".svg?ply=3", "image/svg+xml"),
        (".png?theme=dark", "image/png"),
        ("/film.svg", "image/svg+xml"),
    ] {
        assert!(replay.contains(&format!(
            "{address}{}",
            picture.split('?').next().expect("a part")
        )));
        let drawn = visitor.get(&format!("{address}{picture}")).await;
        assert_eq!(drawn.status_code(), StatusCode::OK, "{picture}");
        assert_eq!(drawn.header("content-type"), kind);
    }
}

#[tokio::test]
async fn a_script_has_a_replay_and_no_choices() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let script = imported(&visitor, SCRIPT).await;
    let page = visitor.page(&script).await;
    assert!(!page.contains(&format!("{script}/analysis")));
    for rest in [
        "/analysis",
        "/analysis.json",
        "/film.svg",
        ".svg",
        ".png?ply=1",
    ] {
        let refused = visitor.get(&format!("{script}{rest}")).await;
        assert_eq!(
            refused.status_code(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{rest}"
        );
        assert!(refused.text().contains(sentences::SCRIPT_IS_NO_GAME));
    }
    for rest in ["/analysis", "/analysis/cancel", "/onward"] {
        let refused = visitor
            .post(&format!("{script}{rest}"), &[("ply", "0")])
            .await;
        assert_eq!(
            refused.status_code(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{rest}"
        );
    }
}

#[tokio::test]
async fn a_forged_record_says_so_wherever_it_is_looked_at() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let forged = imported(&visitor, WRONG).await;
    analyzed(&visitor, &forged).await;
    let right = imported(&visitor, LUDO).await;
    analyzed(&visitor, &right).await;
    for rest in ["", "/replay?ply=40", "/analysis"] {
        for (address, is_forged) in [(&forged, true), (&right, false)] {
            let page = visitor.page(&format!("{address}{rest}")).await;
            assert_eq!(
                page.contains(sentences::IS_FORGED),
                is_forged,
                "{address}{rest}"
            );
        }
    }
}

#[tokio::test]
async fn a_forged_roll_is_named() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let form = visitor.page("/verify").await;
    assert!(form.contains("name=\"for\" value=\"verify\""));
    let taken = import(&visitor, &[("for", b"verify"), ("text", WRONG.as_bytes())]).await;
    let address = location(&taken);
    assert!(address.ends_with("/verify"), "{address}");
    let page = visitor.page(&address).await;
    let verdict = text(part(&page, "<h2 id=\"verdict\"", "</section>"));
    assert!(
        verdict.contains(&sentences::wrong_roll(40, 40, "Cleo (C)", "5", 1)),
        "{verdict}"
    );
    assert_eq!(page.matches("class=\"differs\"").count(), 1);
    assert!(!page.contains("id=\"proves\""));
}

#[tokio::test]
async fn what_does_not_fit_its_commitment_is_named() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (from, to, named) in [
        ("C.entropy: 74", "C.entropy: 75", "C's entropy"),
        ("dice.secret: 6c", "dice.secret: 6d", "the secret's SHA-256"),
    ] {
        let forged = LUDO.replace(from, to);
        let refused = import(&visitor, &[("for", b"verify"), ("text", forged.as_bytes())]).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let alert = text(part(&refused.text(), "role=\"alert\"", "</div>"));
        assert!(alert.contains(named), "{alert}");
        // It asks for the dice again.
        assert!(refused.text().contains("value=\"verify\""));
    }
}

#[tokio::test]
async fn a_broken_record_is_refused_with_its_place_and_stays_to_be_mended() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let refused = import(&visitor, &[("text", b""), ("file", ILLEGAL.as_bytes())]).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text();
    assert_plain(&page, "refused");
    let alert = text(part(&page, "role=\"alert\"", "</div>"));
    for named in ["Line 9, column 6", "ply 17", "00B", "(0, 0) is empty"] {
        assert!(alert.contains(named), "{alert}");
    }
    // A browser takes the first line end of a text field away.
    let kept = text(part(
        &page,
        "aria-describedby=\"error-text\"",
        "</textarea>",
    ));
    assert_eq!(kept.split_once('\n').expect("a line").1, ILLEGAL);

    for nothing in [&b""[..], b" \r\n"] {
        let refused = import(&visitor, &[("text", nothing), ("file", b"")]).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text().contains(sentences::NO_RECORD_SENT));
    }
    let bytes = import(&visitor, &[("file", b"parlor-record 1\n\xff")]).await;
    assert_eq!(bytes.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(bytes.text().contains("Line 2, column 1: byte 0xff"));
    let markup = import(&visitor, &[("text", MARKUP.as_bytes())]).await;
    assert_plain(&markup.text(), "a text of markup");
    // Several records are not one.
    let both = format!("{KUBA}\n{LUDO}");
    let both = import(&visitor, &[("text", both.as_bytes())]).await;
    assert_eq!(both.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    for kind in [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
    ] {
        let other = visitor.0.post("/import").bytes(KUBA.into());
        let other = other.content_type(kind).await;
        assert_eq!(other.status_code(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
}

#[tokio::test]
async fn names_and_comments_are_a_strangers_text() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let long = "x".repeat(5_000);
    let record = format!(
        "parlor-record 1\ngame: kuba\nseats: W, B\nW: {MARKUP}\u{202e}{long}\n\n65F {{{MARKUP}\u{202e}{long}}}"
    );
    let address = imported(&visitor, &record).await;
    for page in [
        address.clone(),
        format!("{address}/replay?ply=1"),
        format!("{address}/verify"),
    ] {
        let html = visitor.page(&page).await;
        assert_plain(&html, &page);
        assert!(!html.contains('\u{202e}'), "{page}");
        assert!(html.len() < 120_000, "{page} has {} bytes", html.len());
    }
}

#[tokio::test]
async fn what_is_too_long_is_refused_with_the_bound_and_50_000_moves_are_not() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let ply = |number: usize| {
        format!(
            "{{\"action\":\"{}1-\",\"clock_ms\":581500}}",
            ["A", "C"][number % 2]
        )
    };
    let plies: Vec<String> = (0..50_000).map(ply).collect();
    let long = format!(
        "{{\"parlor_record\":1,\"game\":\"ludo\",\"seats\":[\"A\",\"C\"],\"actions\":[{}]}}",
        plies.join(",")
    );
    assert!(long.len() > 1_700_000);
    let address = imported(&visitor, &long).await;
    let page = visitor.page(&format!("{address}/replay?ply=49999")).await;
    assert!(page.contains(&sentences::move_of(49_999, 50_000)));

    // The same in text: three words a ply.
    let ply = |number: usize| format!("{}1- [clock 0:09:41.5]\n", ["A", "C"][number % 2]);
    let plies: String = (0..50_000).map(ply).collect();
    let text = format!("parlor-record 1\ngame: ludo\nseats: A, C\n\n{plies}");
    assert_eq!(imported(&visitor, &text).await, address);

    let words = import(&visitor, &[("text", &b"A1- C1-\n".repeat(100_001))]).await;
    assert_eq!(words.status_code(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        words
            .text()
            .contains(&sentences::record_of_too_many_words(200_000))
    );
    for size in [LARGEST_RECORD + 1, 10_000_000] {
        let refused = import(&visitor, &[("text", &vec![b'x'; size])]).await;
        assert_eq!(refused.status_code(), StatusCode::PAYLOAD_TOO_LARGE);
        assert!(
            refused
                .text()
                .contains(&sentences::record_too_long(LARGEST_RECORD))
        );
        assert!(refused.text().len() < 20_000);
    }
}

#[tokio::test]
async fn what_is_gone_says_how_to_bring_it_again() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for id in ["00112233445566778899aabbccddeeff", "none", "%F0%9F%8E%B2"] {
        for rest in [
            "",
            "/replay",
            "/verify",
            "/record.txt",
            "/record.json",
            "/analysis",
            "/analysis.json",
            "/film.svg",
            ".png",
        ] {
            let gone = visitor.get(&format!("/imports/{id}{rest}")).await;
            assert_eq!(gone.status_code(), StatusCode::NOT_FOUND);
            let page = gone.text();
            assert!(page.contains(sentences::RECORD_GONE) && page.contains("action=\"/import\""));
        }
    }
}
