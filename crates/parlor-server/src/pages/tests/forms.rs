//! The forms: for a new game, and for taking a seat.

use std::collections::BTreeSet;

use axum::http::StatusCode;

use super::{
    MARKUP, OTHER_MARKUP, Pages, WITH_GUEST, alert, assert_plain, invitation, is_to_act, location,
    part, status, title,
};
use crate::pages::new_game_form::GameForm;
use crate::pages::{game_info, sentences};
use parlor_service::service::{SeatField, TableField};

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
        assert!(is_to_act(&visitor.page(&address).await));
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
            // Nobody plays: the error is about all seats.
            assert!(page.contains("href=\"#seats\""), "{page}");
        } else {
            assert!(
                page.contains(&format!("href=\"#{wrong}\"")),
                "{wrong}: {page}"
            );
            assert!(page.contains(&format!("id=\"{wrong}\"")), "{wrong}");
            // Ludo has one set of rules, so there is no field for it.
            let fields = page.split('<').filter(|tag| tag.contains("aria-invalid"));
            let marked: Vec<&str> = fields.collect();
            let is_marked = marked.len() == 1
                && marked[0].contains(&format!("id=\"{wrong}\""))
                && marked[0].contains(&format!("aria-describedby=\"error-{wrong}"));
            let has_field = !matches!(wrong, "seats" | "rules");
            assert_eq!(is_marked, has_field, "{wrong}: {marked:?}");
        }
        assert_eq!(
            answer.status_code(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wrong}"
        );
        assert!(page.contains("role=\"alert\""), "{wrong}");
        assert!(title(&page).starts_with(sentences::ERROR_TITLE), "{wrong}");
        assert!(page.contains("Kept &#38; kept"), "{wrong}: {page}");
        assert!(page.contains("value=\"yes\" checked"), "{wrong}");
        assert_plain(&page, wrong);
    }
}

#[tokio::test]
async fn a_name_of_markup_is_harmless_everywhere() {
    let pages = Pages::new();
    let (host, guest, spectator) = (pages.visitor(), pages.visitor(), pages.visitor());
    let fields = [
        ("seat-A", "here"),
        ("seat-C", "elsewhere"),
        ("name-A", MARKUP),
        ("name-C", OTHER_MARKUP),
        ("words", "yes"),
    ];
    let address = host.make("ludo", &fields).await;
    let page = host.page(&address).await;
    let seat = invitation(&page, 'C');
    let mut shown = vec![page, guest.page(&seat).await, host.page("/").await];
    let taken = guest
        .post(&seat, &[("name", OTHER_MARKUP), ("words", MARKUP)])
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
        assert!(!page.contains("<script>"), "{page}");
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
    let waiting = sentences::waiting_for(&["Ben".to_owned()]);
    assert_eq!(status(&page), waiting);
    let seat = invitation(&page, 'B');
    let offered = guest.page(&seat).await;
    let heading = part(&offered, "<h1>", "</h1>");
    assert!(
        heading.contains(&sentences::invited_to("Kuba")),
        "{heading}"
    );
    let piece = game_info::piece("kuba", 'B');
    assert!(super::text(&offered).contains(piece), "{offered}");
    // To look at it takes nothing.
    assert_eq!(status(&host.page(&address).await), waiting);
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
    assert!(phone.page(&seat).await.contains(sentences::SEAT_TAKEN));
    let again = phone.post(&seat, &[]).await;
    assert_eq!(again.status_code(), StatusCode::SEE_OTHER);
    assert_eq!(pages.view(&address).await.seats[1].name, "Bo");
    let page = phone.page(&address).await;
    assert!(page.contains("id=\"own-B\""), "{page}");
    let wrong = guest.get(&seat.replace("/seats/B", "/seats/W")).await;
    assert_eq!(wrong.status_code(), StatusCode::NOT_FOUND);
    assert!(wrong.text().contains(sentences::NO_SEAT));
}

#[tokio::test]
async fn who_opened_a_link_first_does_not_take_the_seat_from_who_took_it() {
    let pages = Pages::new();
    let [host, ann, bob] = [pages.visitor(), pages.visitor(), pages.visitor()];
    let address = host.make("ludo", &WITH_GUEST).await;
    let seat = invitation(&host.page(&address).await, 'C');
    let forms = [ann.page(&seat).await, bob.page(&seat).await];
    let [first, second] = [0, 1].map(|form| super::field(&forms[form], "action_id"));
    // Sent twice, it is done once.
    for _ in 0..2 {
        let fields = [("name", "Ann"), ("words", "a"), ("action_id", first)];
        let taken = ann.post(&seat, &fields).await;
        assert_eq!(taken.status_code(), StatusCode::SEE_OTHER);
    }
    let fields = [("name", "Bob"), ("words", "b & c"), ("action_id", second)];
    let refused = bob.post(&seat, &fields).await;
    assert_eq!(refused.status_code(), StatusCode::CONFLICT);
    let page = refused.text();
    assert!(page.contains(sentences::SEAT_TAKEN), "{page}");
    assert_eq!(super::field(&page, "name"), "Bob");
    assert_eq!(super::field(&page, "words"), "b &#38; c");
    assert!(super::values(&page, "action_id").is_empty());
    assert_plain(&page, "409");
    assert!(bob.page(&address).await.contains(sentences::WATCHING));
    // A form made while the seat was taken shares it.
    let again = bob.post(&seat, &[("name", "Bob")]).await;
    assert_eq!(again.status_code(), StatusCode::SEE_OTHER);
    let yours = format!(
        "<bdi title=\"Ann\">{}</bdi> <span class=\"note\" title=\"Ann\">Ann</span>",
        sentences::YOURSELF
    );
    assert!(bob.page(&address).await.contains(&yours));
}

#[tokio::test]
async fn too_many_words_are_kept_to_be_shortened() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let fields = [LUDO[0], LUDO[1], ("words", "yes")];
    let address = visitor.make("ludo", &fields).await;
    let page = visitor.page(&address).await;
    assert_eq!(status(&page), sentences::WAITING_FOR_YOUR_WORDS);
    assert!(title(&page).starts_with(sentences::GAME_WAITS_FOR_YOU));
    assert!(!page.contains(sentences::NOT_HERE_YET), "{page}");
    let words = "w".repeat(257);
    let join = [
        ("version", super::field(&page, "version")),
        ("action_id", super::field(&page, "action_id")),
        ("seat", "A"),
        ("words", &words),
    ];
    let refused = visitor.post(&format!("{address}/join"), &join).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text();
    assert!(
        alert(&page).starts_with(sentences::TOO_MANY_WORDS),
        "{page}"
    );
    assert!(
        page.contains(&format!("value=\"{words}\" aria-invalid=\"true\"")),
        "{page}"
    );
    assert_plain(&page, "too many words");
}

#[tokio::test]
async fn a_form_sent_twice_makes_one_game_with_its_links() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let fields = [("seat-W", "here"), ("seat-B", "elsewhere")];
    let form = visitor.page("/new/kuba").await;
    let home = visitor.page("/").await;
    let nonces = super::values(&home, "nonce");
    // A game against a bot and one with a friend, in each card.
    let distinct: BTreeSet<&str> = nonces.iter().copied().collect();
    assert_eq!((nonces.len(), distinct.len()), (4, 4));
    let fields = [
        fields[0],
        fields[1],
        ("nonce", super::field(&form, "nonce")),
    ];
    let first = visitor.make("kuba", &fields).await;
    let second = visitor.make("kuba", &fields).await;
    assert_eq!(first, second);
    // The browser keeps the links of the first answer.
    invitation(&visitor.page(&first).await, 'B');
    let other = visitor
        .make("kuba", &[fields[0], fields[1], ("nonce", nonces[0])])
        .await;
    assert_ne!(first, other);
}

#[test]
fn a_seat_elsewhere_may_be_away_for_a_day_unless_something_is_chosen() {
    let day = core::time::Duration::from_hours(24);
    let table = |opponent: &str, away: Option<&str>| {
        let mut fields = vec![
            ("seat-W".to_owned(), "here".to_owned()),
            ("seat-B".to_owned(), opponent.to_owned()),
        ];
        fields.extend(away.map(|away| ("away".to_owned(), away.to_owned())));
        let table = crate::pages::read_new_game("kuba", &fields);
        table.expect("a game").away_after
    };
    assert_eq!(table("elsewhere", None), Some(day));
    assert_eq!(table("elsewhere", Some("usual")), Some(day));
    assert_eq!(table("elsewhere", Some("never")), None);
    assert_eq!(table("here", None), None);
    assert_eq!(table("here", Some("86400")), Some(day));
}

#[test]
fn what_the_service_finds_wrong_with_a_seat_is_said_at_that_seat() {
    let sent = [
        ("seat-A", "here"),
        ("seat-B", "bot:random"),
        ("seat-C", "bot:priority"),
        ("first", "C"),
    ];
    let fields = sent.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let info = game_info::of("ludo").expect("the game");
    let mut form = GameForm::filled(info, &fields);
    let table = form.table().expect("nothing is wrong by itself");
    let command: String = table.seats.iter().map(|seat| seat.seat).collect();
    assert_eq!(command, "CAB", "who begins comes first");
    let (bot, name) = (SeatField::Bot, SeatField::Name);
    form.refuse_of(&table, TableField::Seat(0, bot), "Not here.".to_owned());
    form.refuse_of(&table, TableField::Seat(1, name), "Not so.".to_owned());
    let fields: Vec<&str> = form.errors.iter().map(|error| &*error.field).collect();
    assert_eq!(fields, ["seat-C", "name-A"]);
    assert_eq!(form.error_of("seat-C"), Some("Not here."));
    assert_eq!(form.error_of("name-A"), Some("Not so."));
    assert_eq!(
        form.state_of("name-A", ""),
        " aria-invalid=\"true\" aria-describedby=\"error-name-A\""
    );
}

#[test]
fn who_plays_too_few_or_with_the_wrong_bot_is_shown_in_the_words_of_the_form() {
    let errors = |fields: &[(&str, &str)]| {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let mut form = GameForm::filled(game_info::of("ludo").expect("the game"), &fields);
        assert!(form.table().is_none());
        let errors = form.errors.into_iter();
        errors
            .map(|error| (error.field, error.says))
            .collect::<Vec<_>>()
    };
    let said = |field: &str, says: &str| vec![(field.to_owned(), says.to_owned())];
    assert_eq!(
        errors(&[("seat-A", "here")]),
        said("seats", &sentences::only_one_plays('A'))
    );
    let three = [
        ("seat-A", "here"),
        ("seat-B", "here"),
        ("seat-C", "bot:optimal"),
    ];
    assert_eq!(
        errors(&three),
        said(
            "seat-C",
            &sentences::bot_plays_only("Oracle", "two players", 3, 'C')
        )
    );
}

#[test]
fn everything_wrong_with_a_form_is_reported_at_once_in_the_order_of_the_page() {
    let errors = |game: &str, fields: &[(&str, &str)]| {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let mut form = GameForm::filled(game_info::of(game).expect("the game"), &fields);
        assert!(form.table().is_none());
        let errors = form.errors.into_iter().map(|error| error.field);
        errors.collect::<Vec<_>>()
    };
    let much = [
        ("away", "x"),
        ("clock", "5 hours"),
        ("first", "D"),
        ("name-A", "a\u{7}b"),
        ("seat-A", "here"),
        ("seat-B", "bot:optimal"),
        ("seat-C", "bot:optimal"),
        ("name-C", "a\u{7}b"),
        ("rules", "chess"),
    ];
    assert_eq!(
        errors("ludo", &much),
        [
            "rules", "name-A", "seat-B", "seat-C", "name-C", "first", "clock", "away"
        ]
    );
    assert_eq!(
        errors(
            "ludo",
            &[("seat-A", "x"), ("name-A", "a\u{7}b"), ("clock", "x")]
        ),
        ["seats", "seat-A", "name-A", "clock"]
    );
    let black_first = [
        ("seat-W", "here"),
        ("seat-B", "here"),
        ("rules", "tournament"),
        ("first", "B"),
        ("name-W", "a\u{7}b"),
    ];
    assert_eq!(errors("kuba", &black_first), ["name-W", "first"]);
}

#[tokio::test]
async fn a_refused_form_begins_with_a_summary_that_has_the_focus() {
    let pages = Pages::new();
    let host = pages.visitor();
    let wrong = [LUDO[0], LUDO[1], ("clock", "x"), ("name-A", "a\u{7}b")];
    let page = host.post("/new/ludo", &wrong).await.text();
    let address = host.make("ludo", &WITH_GUEST).await;
    let seat = invitation(&host.page(&address).await, 'C');
    let (name, words) = ("n".repeat(41), "w".repeat(257));
    let taking = [("name", &*name), ("words", &*words)];
    let refused = host.post(&seat, &taking).await.text();
    for (page, fields) in [(&page, ["name-A", "clock"]), (&refused, ["name", "words"])] {
        assert_eq!(page.matches(" autofocus").count(), 1, "{page}");
        assert!(
            page.contains("id=\"refused\" tabindex=\"-1\" autofocus"),
            "{page}"
        );
        let links = page.split("<li><a href=\"#").skip(1);
        let links = links.filter_map(|rest| rest.split('"').next());
        assert!(links.eq(fields), "{page}");
        for field in fields {
            let tags = page.split('<');
            let field_tag = tags.filter(|tag| tag.contains(&format!(" id=\"{field}\"")));
            for tag in field_tag {
                assert!(tag.contains(" aria-invalid=\"true\""), "{tag}");
                assert!(tag.contains(&format!("\"error-{field}")), "{tag}");
            }
            assert!(page.contains(&format!("id=\"error-{field}\"")), "{page}");
        }
        // Ludo's own pieces, and no marbles.
        let summary = page.split("id=\"refused\"").nth(1).expect("the summary");
        let nobody = crate::pages::illustration::refused("ludo");
        assert!(summary.contains(&nobody), "{page}");
        assert_ne!(nobody, crate::pages::illustration::refused("kuba"));
        assert_plain(page, fields[0]);
    }
    assert!(refused.contains(&name) && refused.contains(&words));
}
