//! Games that are over, stepped through.

use axum::http::StatusCode;

use super::{Pages, Visitor, assert_plain, field, location};

/// Ends the game for the seat.
async fn resign(visitor: &Visitor, address: &str, seat: &str) {
    let page = visitor.page(address).await;
    let gone = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", seat),
        ("action", "resign"),
    ];
    let answer = visitor.post(&format!("{address}/act"), &gone).await;
    assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_game_that_is_over_is_stepped_through_by_links_and_no_other() {
    let pages = Pages::new();
    let (host, stranger) = (pages.visitor(), pages.visitor());
    let address = host
        .make("kuba", &[("seat-W", "here"), ("seat-B", "here")])
        .await;
    for push in ["65F", "50R"] {
        let page = host.page(&address).await;
        host.press(&address, &page, push).await;
    }
    let replay = format!("{address}/replay");
    let early = stranger.get(&format!("{replay}?ply=1")).await;
    assert_eq!(
        (early.status_code(), location(&early)),
        (StatusCode::SEE_OTHER, address.clone())
    );
    resign(&host, &address, "W").await;
    assert!(
        host.page(&address)
            .await
            .contains(&format!("{replay}?ply=0"))
    );

    let verdict = "How it ended";
    for (ply, place, says) in [
        (0, "The start, before 2 moves", "Player W is to move"),
        (1, "Move 1 of 2", "Player W pushes 65F"),
        (2, "Move 2 of 2", "Player B pushes 50R"),
    ] {
        let page = stranger.page(&format!("{replay}?ply={ply}")).await;
        for expected in [place, says, verdict, "resign", "record.txt"] {
            assert!(page.contains(expected), "{ply}: {expected}: {page}");
        }
        let led = |relation: &str, to: u32, by: &str| {
            let key = match by {
                "back" => "ArrowLeft",
                _ => "ArrowRight",
            };
            page.contains(&format!(
                "rel=\"{relation}\" aria-keyshortcuts=\"{key}\" href=\"{replay}?ply={to}&amp;by={by}\""
            ))
        };
        assert_eq!(led("prev", 0, "back"), ply == 1, "{page}");
        let called = ["First", "Back", "Next", "Last"];
        assert!(
            called
                .iter()
                .all(|way| page.contains(&format!(">{way}</a>")))
        );
        assert_eq!(led("prev", 1, "back"), ply == 2);
        assert_eq!(led("next", 1, "next"), ply == 0);
        assert_eq!(led("next", 2, "next"), ply == 1);
        assert_eq!(
            page.matches("aria-disabled").count(),
            if ply == 1 { 0 } else { 2 }
        );
        assert_plain(&page, place);
    }
    // The list of moves is one stop, and open again for who chose from it.
    let [closed, open] = ["?ply=1", "?ply=1&by=moves"].map(|query| format!("{replay}{query}"));
    let [closed, open] = [stranger.page(&closed).await, stranger.page(&open).await];
    assert!(
        closed.contains("<details><summary>Go to a move"),
        "{closed}"
    );
    assert!(
        open.contains("<details open><summary>Go to a move"),
        "{open}"
    );
    assert!(
        open.contains("aria-current=\"true\" autofocus>65F"),
        "{open}"
    );
    // Without a number it is the end; the link that led there has the focus.
    let last = stranger.page(&format!("{replay}?by=next")).await;
    assert!(last.contains("Move 2 of 2") && last.matches(" autofocus").count() == 1);
    let beyond = stranger.get(&format!("{replay}?ply=3")).await;
    assert_eq!(beyond.status_code(), StatusCode::NOT_FOUND);
    assert!(beyond.text().contains("This game has 2 moves."));
    let none = stranger.get(&format!("{replay}?ply=-1")).await;
    assert_eq!(none.status_code(), StatusCode::BAD_REQUEST);
}
