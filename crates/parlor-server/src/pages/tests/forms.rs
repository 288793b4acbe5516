//! The forms: for a new game, and for taking a seat.

use axum::http::StatusCode;

use super::{MARKUP, Pages, assert_plain, game_of, invitation, location};

const LUDO: [(&str, &str); 2] = [("seat-A", "here"), ("seat-C", "bot:priority")];

#[tokio::test]
async fn the_form_as_it_comes_makes_a_game() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for game in ["ludo", "kuba"] {
        let form = visitor.page(&format!("/new/{game}")).await;
        let mut fields = Vec::new();
        for select in form.split("<select ").skip(1) {
            let name = select
                .split("name=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let chosen = select
                .split("<option value=\"")
                .find(|option| option.contains("\" selected>"))
                .and_then(|option| option.split('"').next());
            fields.push((name.expect("a name"), chosen.expect("one is chosen")));
        }
        let address = visitor.make(game, &fields).await;
        assert!(
            visitor
                .page(&address)
                .await
                .contains("<strong>Your move.</strong>")
        );
    }
}

#[tokio::test]
async fn a_wrong_field_is_named_and_everything_else_is_kept() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let long = "x".repeat(41);
    let cases: [(&[(&str, &str)], &str); 9] = [
        (&[("seat-A", "somebody"), ("seat-C", "here")], "seat-A"),
        (&[("seat-A", "bot:clever"), ("seat-C", "here")], "seat-A"),
        (&[("seat-A", "here")], "seats"),
        (&[], "first"),
        (&[LUDO[0], LUDO[1], ("name-A", &long)], "name-A"),
        (&[LUDO[0], LUDO[1], ("name-C", "a\u{7}b")], "name-C"),
        (&[LUDO[0], LUDO[1], ("first", "B")], "first"),
        (&[LUDO[0], LUDO[1], ("away", "-1")], "away"),
        (&[LUDO[0], LUDO[1], ("rules", "chess")], "rules"),
    ];
    for (fields, wrong) in cases {
        let mut fields = fields.to_vec();
        fields.extend([("name-B", "Kept & kept"), ("words", "yes")]);
        let answer = visitor.post("/new/ludo", &fields).await;
        let page = answer.text();
        if fields.len() == 2 {
            // Nobody plays: the game itself says how many it needs.
            assert!(page.contains("href=\"#seats\""), "{page}");
        } else {
            assert!(
                page.contains(&format!("href=\"#{wrong}\"")),
                "{wrong}: {page}"
            );
            assert!(page.contains(&format!("id=\"{wrong}\"")), "{wrong}");
        }
        assert_eq!(
            answer.status_code(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong}"
        );
        assert!(page.contains("role=\"alert\""), "{wrong}");
        assert!(page.contains("Kept &#38; kept"), "{wrong}: {page}");
        assert!(page.contains("value=\"yes\" checked"), "{wrong}");
        assert_plain(&page, wrong);
    }
    let black_first = [
        ("seat-W", "here"),
        ("seat-B", "bot:greedy"),
        ("rules", "tournament"),
        ("first", "B"),
    ];
    let answer = visitor.post("/new/kuba", &black_first).await;
    assert_eq!(answer.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.text().contains("White"), "{}", answer.text());
}

#[tokio::test]
async fn a_name_of_markup_is_harmless_everywhere() {
    let pages = Pages::new();
    let (host, guest, spectator) = (pages.visitor(), pages.visitor(), pages.visitor());
    let fields = [
        ("seat-A", "here"),
        ("seat-C", "elsewhere"),
        ("name-A", MARKUP),
        ("name-C", MARKUP),
        ("words", "yes"),
    ];
    let address = host.make("ludo", &fields).await;
    let page = host.page(&address).await;
    let seat = invitation(&page, 'C');
    let mut shown = vec![page, guest.page(&seat).await, host.page("/").await];
    let taken = guest
        .post(&seat, &[("name", MARKUP), ("words", MARKUP)])
        .await;
    assert_eq!(taken.status_code(), StatusCode::SEE_OTHER);
    let game = host.page(&address).await;
    let joined = [
        ("version", super::field(&game, "version")),
        ("action_id", super::field(&game, "action_id")),
        ("seat", "A"),
        ("words", MARKUP),
    ];
    let answer = host.post(&format!("{address}/join"), &joined).await;
    assert_eq!(
        answer.status_code(),
        StatusCode::SEE_OTHER,
        "{}",
        answer.text()
    );
    shown.extend([host.page(&address).await, guest.page(&address).await]);
    shown.push(spectator.page(&format!("{address}/watch")).await);
    shown.push(
        host.post("/new/ludo", &[("seat-A", "here"), ("name-A", MARKUP)])
            .await
            .text(),
    );
    for page in shown {
        assert!(!page.contains("<script"), "{page}");
        assert!(
            page.contains("&lt;script&gt;") || page.contains("&#60;script&#62;"),
            "{page}"
        );
    }
}

#[tokio::test]
async fn a_link_gives_a_seat_once_and_again_to_its_owner_elsewhere() {
    let pages = Pages::new();
    let [host, guest, phone] = [pages.visitor(), pages.visitor(), pages.visitor()];
    let fields = [
        ("seat-W", "here"),
        ("seat-B", "elsewhere"),
        ("name-B", "Ben"),
    ];
    let address = host.make("kuba", &fields).await;
    let page = host.page(&address).await;
    assert!(page.contains("Waiting for B to join."));
    let seat = invitation(&page, 'B');
    assert!(
        guest
            .page(&seat)
            .await
            .contains("This link gives you seat B")
    );
    // To look at it takes nothing.
    assert!(host.page(&address).await.contains("Waiting for B to join."));
    let too_long = "n".repeat(41);
    let refused = guest.post(&seat, &[("name", &too_long)]).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let taken = guest.post(&seat, &[("name", "Bo")]).await;
    assert_eq!(
        (taken.status_code(), location(&taken)),
        (StatusCode::SEE_OTHER, address.clone())
    );
    let page = host.page(&address).await;
    assert!(page.contains("Bo") && !page.contains("link-B"), "{page}");
    assert!(
        phone
            .page(&seat)
            .await
            .contains("Somebody plays it already")
    );
    let again = phone.post(&seat, &[]).await;
    assert_eq!(again.status_code(), StatusCode::SEE_OTHER);
    let held = pages.bench.service.seen(&game_of(&address), &['B']).await;
    let held = held.expect("a store").expect("the game");
    assert_eq!(held.seats[1].name, "Bo");
    let page = phone.page(&address).await;
    assert!(page.contains("Your link to seat B"));
    let wrong = guest.get(&seat.replace("/seats/B", "/seats/W")).await;
    assert_eq!(wrong.status_code(), StatusCode::NOT_FOUND);
    assert!(wrong.text().contains("This link gives no seat"));
}
