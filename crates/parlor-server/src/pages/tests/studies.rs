//! The endgame studies as a browser gets them.

use axum::http::StatusCode;
use kuba_tables::endgame_studies;
use parlor_record::record::AnyRecord;
use parlor_table::table::Status;

use super::{Pages, field, location, part, text};
use crate::pages::sentences;

#[tokio::test]
async fn every_study_is_listed_and_stepped_through_to_the_win() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let list = visitor.page("/studies").await;
    assert!(visitor.page("/puzzles").await.contains("href=\"/studies\""));
    for study in endgame_studies() {
        let address = format!("/studies/{}", study.name());
        assert!(list.contains(&format!("href=\"{address}\"")), "{address}");
        assert!(list.contains(&sentences::shares_of(study)), "{address}");
        let first = visitor.page(&address).await;
        let last = study.line.len();
        let heading = text(part(&first, "<h1 class=\"unseen\">", "</h1>"));
        assert!(heading.ends_with(&sentences::white_wins_in(last)));
        assert!(heading.starts_with(&sentences::marbles_of(study)));
        assert!(first.contains(&sentences::needs_of(study)), "{address}");
        // The engine may not find so long a win.
        assert!(!first.contains("/analysis?"), "{address}");
        assert!(first.contains(&sentences::before_moves(last)), "{address}");
        assert!(
            first.contains(&format!("href=\"{address}?ply=1")),
            "{address}"
        );
        let end = visitor.page(&format!("{address}?ply={last}")).await;
        assert!(end.contains(&sentences::move_of(last, last)), "{address}");
        let before = visitor.page(&format!("{address}?ply={}", last - 1)).await;
        assert!(
            before.contains(&sentences::still_wins_in(1)) || last == 1,
            "{address}"
        );
    }
}

#[tokio::test]
async fn a_study_is_played_on_saved_and_drawn() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let study = &endgame_studies()[1];
    let address = format!("/studies/{}", study.name());
    let page = visitor.page(&address).await;
    let form = part(&page, "<details class=\"item\" id=\"onward\"", "</details>");
    let fields = ["ply", "nonce"].map(|name| (name, field(form, name)));
    let fields = [&fields[..], &[("level", "level-1")]].concat();
    let made = visitor.post(&format!("{address}/onward"), &fields).await;
    let view = pages.view(&location(&made)).await;
    assert_eq!(view.position, study.position.to_string());
    assert_eq!((view.status, view.to_act), (Status::Playing, Some('W')));

    let record = visitor.page(&format!("{address}/record.txt")).await;
    let json = visitor.page(&format!("{address}/record.json")).await;
    let record = AnyRecord::read(&record).expect("a record");
    assert_eq!(AnyRecord::read(&json).as_ref(), Ok(&record));
    assert_eq!(record.length(), study.line.len());
    for picture in [".svg", ".png?ply=3", "/film.svg"] {
        let answer = visitor.get(&format!("{address}{picture}")).await;
        assert_eq!(answer.status_code(), StatusCode::OK, "{picture}");
    }
    // What decided it is known.
    assert!(!page.contains(&format!("{address}/analysis")));
    let back = visitor.get(&format!("{address}/onward")).await;
    assert_eq!(location(&back), address);
}

#[tokio::test]
async fn where_there_is_no_study_the_page_says_so() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for end in [
        "",
        "/film.svg",
        "/record.txt",
        "/record.json",
        "/onward",
        ".svg",
    ] {
        let answer = visitor.get(&format!("/studies/9-9-9-9{end}")).await;
        assert_eq!(answer.status_code(), StatusCode::NOT_FOUND, "{end}");
        assert!(answer.text().contains("9-9-9-9"), "{end}");
    }
    let name = endgame_studies()[0].name();
    for ply in ["999", "-1", "x"] {
        let answer = visitor.get(&format!("/studies/{name}?ply={ply}")).await;
        assert!(answer.status_code().is_client_error(), "{ply}");
    }
}
