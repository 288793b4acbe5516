//! Words for the dice, and the salt that follows them.

use axum::http::StatusCode;
use parlor_dice::{Bytes32, Salt, Scheme};
use parlor_record::record::AnyRecord;

use super::stored::stored;
use super::{
    Pages, TestVisitor, WITH_GUEST, alert, field, invitation, part, sentences, text, values,
};
use parlor_table::key::Key;
use parlor_table::log::PlayerConfig;
use parlor_table::table::Status;

/// What no salt is.
const WRONG_SALTS: [&str; 6] = [
    "",
    "0123456789abcdef0123456789abcde",
    "0123456789abcdef0123456789abcdef0",
    "0123456789abcdef0123456789abcdef01",
    "0123456789abcdef0123456789abcdeg",
    "é123456789abcdef0123456789abcdef",
];

/// The salt of the first form of a page, which also shows it.
fn salt_of(page: &str) -> &str {
    let salt = field(page, "salt");
    assert!(hex::decode(salt).is_ok(), "{salt}");
    assert_eq!(salt.len(), 32);
    assert!(page.contains(&format!("<code>{salt}</code>")), "{page}");
    salt
}

/// Sends the words of A from a page of the game.
async fn join(
    visitor: &TestVisitor,
    address: &str,
    page: &str,
    fields: &[(&str, &str)],
) -> axum_test::TestResponse {
    let own = [
        ("version", field(page, "version")),
        ("action_id", field(page, "action_id")),
        ("seat", "A"),
    ];
    let fields = [&own[..], fields].concat();
    visitor.post(&format!("{address}/join"), &fields).await
}

#[tokio::test]
async fn typed_words_are_followed_by_the_salt_that_their_page_has_shown() {
    let pages = Pages::new();
    let [host, guest, spectator] = [pages.visitor(), pages.visitor(), pages.visitor()];
    let address = host.make("ludo", &WITH_GUEST).await;
    let page = host.page(&address).await;
    let link = invitation(&page, 'C');
    let offered = guest.page(&link).await;
    let salts = [salt_of(&page), salt_of(&offered)];
    assert_ne!(salts[0], salts[1]);
    let taking = [("words", "cat"), ("salt", salts[1])];
    let taken = guest.post(&link, &taking).await;
    assert_eq!(taken.status_code(), StatusCode::SEE_OTHER);
    let watched = spectator.page(&address).await;
    assert!(!watched.contains(salts[1]), "A could find the words");
    let typed = [("words", " λόγια "), ("salt", salts[0])];
    let joined = join(&host, &address, &page, &typed).await;
    assert_eq!(joined.status_code(), StatusCode::SEE_OTHER);
    let view = pages.view(&address).await;
    assert_eq!(view.status, Status::Playing);
    let words = ["λόγια".as_bytes(), b"cat"];
    for ((seat, words), salt) in view.seats.iter().zip(words).zip(salts) {
        assert_eq!(seat.entropy.as_deref(), Some(words));
        assert_eq!(seat.salt.map(hex::encode).as_deref(), Some(salt));
        let bytes = [words, &hex::decode(salt).expect("digits")].concat();
        let commitment = Scheme::V2.commitment(view.id.as_str(), seat.seat, &bytes);
        assert_eq!(seat.commitment, Some(commitment));
    }
    let dice = spectator.page(&address).await;
    let dice = text(part(&dice, "<details id=\"dice\">", "</details>"));
    assert!(dice.contains(Scheme::V2.as_str()), "{dice}");
    for salt in salts {
        assert!(dice.contains(&format!(" Salt {salt}")), "{dice}");
    }
    let record = pages.handle(&address).await.record_text();
    for (seat, salt) in ['A', 'C'].into_iter().zip(salts) {
        assert!(
            record.contains(&format!("\n{seat}.salt: {salt}\n")),
            "{seat} {salt}"
        );
    }
    let page = host.page(&address).await;
    host.press(&address, &page, "roll").await;
    let page = host.page(&address).await;
    host.press(&address, &page, "resign").await;
    let record = pages.handle(&address).await.record_text();
    let record = AnyRecord::read(&record).expect("a record");
    assert_eq!(record.verify_dice().map(|dice| dice.rolls), Ok(1));
}

#[tokio::test]
async fn people_at_one_screen_have_a_salt_each() {
    let pages = Pages::new();
    let host = pages.visitor();
    let fields = [("seat-A", "here"), ("seat-C", "here"), ("words", "yes")];
    let address = host.make("ludo", &fields).await;
    let page = host.page(&address).await;
    let salts = values(&page, "salt");
    assert_eq!(salts.len(), 2);
    assert_ne!(salts[0], salts[1]);
}

#[tokio::test]
async fn a_salt_of_the_wrong_length_is_refused_and_the_form_comes_back_as_it_was() {
    let pages = Pages::new();
    let [host, guest] = [pages.visitor(), pages.visitor()];
    let address = host.make("ludo", &WITH_GUEST).await;
    let page = host.page(&address).await;
    let link = invitation(&page, 'C');
    let short = part(&page, "/j/", "\"").to_owned();
    let short = format!("/j/{short}");
    let form = guest.page(&link).await;
    for salt in WRONG_SALTS {
        let typed = [("words", "cat & dog"), ("salt", salt)];
        let refused = join(&host, &address, &page, &typed).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let refused = refused.text();
        let says = alert(&refused);
        assert!(says.starts_with(sentences::WRONG_SALT), "{says}");
        assert!(says.contains(sentences::SALT_IS_16_BYTES), "{says}");
        assert_eq!(field(&refused, "salt"), salt);
        let is_kept = "value=\"cat &#38; dog\" aria-invalid=\"true\"";
        assert!(refused.contains(is_kept), "{refused}");

        let taking = [
            ("name", "Cleo"),
            ("action_id", field(&form, "action_id")),
            typed[0],
            typed[1],
        ];
        for to in [&link, &short] {
            let refused = guest.post(to, &taking).await;
            assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
            let refused = refused.text();
            let says = part(&refused, "<p class=\"wrong\" id=\"error-words\">", "</p>");
            assert_eq!(says, sentences::SALT_IS_16_BYTES);
            assert_eq!(field(&refused, "salt"), salt);
            assert!(refused.contains("value=\"Cleo\""), "{refused}");
            assert!(refused.contains(is_kept), "{refused}");
        }
        assert_eq!(pages.view(&address).await.version, 1, "{salt:?}");
    }
}

#[tokio::test]
async fn words_that_are_shortened_keep_the_salt_of_their_form() {
    let pages = Pages::new();
    let host = pages.visitor();
    let address = host.make("ludo", &WITH_GUEST).await;
    let page = host.page(&address).await;
    let salt = salt_of(&page);
    let long = "w".repeat(257);
    let refused = join(&host, &address, &page, &[("words", &long), ("salt", salt)]).await;
    assert_eq!(salt_of(&refused.text()), salt);
}

#[tokio::test]
async fn words_of_a_form_without_a_salt_get_one_and_drawn_bytes_need_none() {
    let pages = Pages::new();
    let [host, guest] = [pages.visitor(), pages.visitor()];
    let address = host.make("ludo", &WITH_GUEST).await;
    let page = host.page(&address).await;
    let unused = salt_of(&page);
    let link = invitation(&page, 'C');
    guest.post(&link, &[("words", "cat")]).await;
    join(&host, &address, &page, &[("words", " "), ("salt", unused)]).await;
    let view = pages.view(&address).await;
    assert_eq!(view.status, Status::Playing);
    let [drawn, typed] = &view.seats[..] else {
        panic!("two play: {view:?}");
    };
    assert_eq!(drawn.entropy.as_ref().map(Vec::len), Some(32));
    assert_eq!((drawn.salt, drawn.drawn_by_server), (None, true));
    assert_eq!(typed.entropy.as_deref(), Some(&b"cat"[..]));
    let salt = typed.salt.expect("the server drew it");
    assert_ne!(salt, Salt::default());
}

#[tokio::test]
async fn words_in_a_game_by_version_1_have_no_salt() {
    let pages = Pages::new();
    let key = |_| Key::draw(pages.bench.service.randomness()).expect("randomness");
    let keys = ['A', 'C'].map(key);
    let mut game = stored(
        "ludo",
        "classic",
        ['A', 'C'],
        &PlayerConfig::Person(None),
        [],
    );
    game.config.scheme = Scheme::V1;
    game.keys = vec![('A', keys[0].hash()), ('C', keys[1].hash())];
    let address = pages.store(game).await;
    let host = pages.visitor();
    let salts = [None, Some("5a".repeat(16))];
    for ((seat, key), salt) in ['A', 'C'].into_iter().zip(&keys).zip(salts) {
        let link = format!("{address}/seats/{seat}/{}", key.reveal());
        let page = host.page(&link).await;
        assert!(page.contains("name=\"words\"") && !page.contains("name=\"salt\""));
        let salt = salt.as_deref().map(|salt| ("salt", salt));
        let fields: Vec<_> = [("words", "cat")].into_iter().chain(salt).collect();
        assert_eq!(
            host.post(&link, &fields).await.status_code(),
            StatusCode::SEE_OTHER
        );
    }
    let view = pages.view(&address).await;
    assert_eq!(view.status, Status::Playing);
    for seat in &view.seats {
        assert_eq!(seat.commitment, Some(Bytes32::sha_256(b"cat")));
        assert_eq!(seat.salt, None);
    }
    let page = host.page(&address).await;
    assert!(page.contains(Scheme::V1.as_str()) && !page.contains(" Salt "));
}
