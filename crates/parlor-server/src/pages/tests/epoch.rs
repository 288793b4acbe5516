//! The pages of a game that was restored from a backup and goes on with new dice.

use axum::http::StatusCode;
use parlor_record::record::AnyRecord;

use super::{
    Pages, TestVisitor, WITH_GUEST, alert, assert_plain, field, invitation, part, refresh,
    sentences, status, steps, text, title, values,
};
use parlor_service::store::shared::Epoch;
use parlor_service::store::{Append, Appended};
use parlor_table::log::LogEntry;

/// Restores a game, as if nobody had seen anything since the backup.
async fn restore(pages: &Pages, visitor: &TestVisitor, address: &str) {
    let handle = pages.handle(address).await;
    let entry = {
        let table = handle.table();
        let seats = table.redrawn().expect("it can go on");
        let number = u8::try_from(table.version()).expect("a short log");
        let drawn = seats.into_iter().map(|seat| (seat, vec![number; 32]));
        let event = table.restored(drawn.collect());
        table.sealed(LogEntry {
            version: table.version() + 1,
            at: table.touched(),
            idempotency_key: None,
            event,
            head: None,
        })
    };
    let version = entry.version;
    let append = Append {
        game: handle.id().clone(),
        entry,
        ends: false,
        epoch: Epoch::default(),
    };
    let appended = pages.bench.store.append(append).await;
    assert_eq!(appended.expect("the store works"), Appended::Done);
    // Whoever has seen more than the server has it read the log.
    let version = version.to_string();
    let fields = [
        ("version", &*version),
        ("action_id", "0123"),
        ("action", "roll"),
    ];
    let answer = visitor.post(&format!("{address}/act"), &fields).await;
    assert_eq!(answer.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(pages.view(address).await.dice.expect("dice").is_agreeing);
}

/// The form in which a seat gives to the dice once more.
fn form(page: &str, seat: char) -> &str {
    part(page, &format!("aria-labelledby=\"join-{seat}\""), "</form>")
}

/// Gives words from a page of the game.
async fn give(
    visitor: &TestVisitor,
    address: &str,
    page: &str,
    seat: &str,
    words: &str,
) -> axum_test::TestResponse {
    let form = form(page, seat.chars().next().expect("a letter"));
    let fields = [
        ("version", field(form, "version")),
        ("action_id", field(form, "action_id")),
        ("seat", seat),
        ("words", words),
        ("salt", field(form, "salt")),
    ];
    visitor.post(&format!("{address}/join"), &fields).await
}

/// A game between two with words, after a roll, and the link of C.
async fn begun(host: &TestVisitor, guest: &TestVisitor) -> (String, String) {
    let address = host.make("ludo", &WITH_GUEST).await;
    let page = host.page(&address).await;
    let link = invitation(&page, 'C');
    let taken = guest
        .post(&link, &[("name", "Cleo"), ("words", "cat")])
        .await;
    assert_eq!(taken.status_code(), StatusCode::SEE_OTHER);
    let joined = give(host, &address, &page, "A", "dog").await;
    assert_eq!(joined.status_code(), StatusCode::SEE_OTHER);
    let page = host.page(&address).await;
    host.press(&address, &page, "roll").await;
    (address, link)
}

#[tokio::test]
async fn players_give_words_once_more_and_everybody_else_sees_for_whom_the_game_waits() {
    let pages = Pages::new();
    let [host, guest, spectator] = [pages.visitor(), pages.visitor(), pages.visitor()];
    let (address, link) = begun(&host, &guest).await;
    restore(&pages, &host, &address).await;
    let waiting_for = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        sentences::waiting_for_new_commitments(&names)
    };
    for (visitor, seat) in [(&host, 'A'), (&guest, 'C')] {
        let page = visitor.page(&address).await;
        assert_plain(&page, &address);
        assert_eq!(status(&page), sentences::GIVE_ANEW);
        assert!(title(&page).starts_with(sentences::GAME_WAITS_FOR_YOU));
        let form = text(form(&page, seat));
        assert!(
            form.contains("The game was restored from a backup."),
            "{form}"
        );
        assert!(form.contains(&format!("Go on as {seat}")), "{form}");
        assert!(!page.contains("value=\"roll\""), "nobody is to act");
        assert_eq!(refresh(&page), None, "it would lose what is typed");
        assert!(steps(&page).contains(sentences::WAS_RESTORED));
    }
    let watched = spectator.page(&address).await;
    assert_plain(&watched, &address);
    assert_eq!(status(&watched), waiting_for(&["Player A", "Cleo"]));
    assert!(!watched.contains("name=\"words\""));
    assert!(refresh(&watched).is_some());
    // The seats stay taken.
    let seat = spectator.page(&link).await;
    assert!(text(&seat).contains(sentences::SEAT_TAKEN), "{seat}");
    let page = host.page(&address).await;
    let given = give(&host, &address, &page, "A", "dog").await;
    assert_eq!(given.status_code(), StatusCode::SEE_OTHER);
    let page = host.page(&address).await;
    assert_eq!(status(&page), waiting_for(&["Cleo"]));
    assert!(!page.contains("name=\"words\"") && refresh(&page).is_some());
    let dice = text(part(&page, "<details id=\"dice\">", "</details>"));
    assert!(dice.contains(&sentences::epoch_to_come(1)), "{dice}");
    assert!(!dice.contains("Words"), "{dice}");
    let again = give(&guest, &address, &guest.page(&address).await, "C", " ").await;
    assert_eq!(again.status_code(), StatusCode::SEE_OTHER);
    let view = pages.view(&address).await;
    assert!(view.to_act.is_some(), "the answer waits for the epoch");
    let page = host.page(&address).await;
    assert!(steps(&page).contains(sentences::NEW_DICE));
    let dice = text(part(&page, "<details id=\"dice\">", "</details>"));
    assert!(dice.contains(&sentences::epoch_now(1)), "{dice}");
    assert!(dice.contains("Words dog"), "{dice}");
    for visitor in [&host, &guest, &host, &guest] {
        let page = visitor.page(&address).await;
        if page.contains("value=\"roll\"") {
            visitor.press(&address, &page, "roll").await;
        }
    }
    let page = guest.page(&address).await;
    guest.press(&address, &page, "resign").await;
    let record = pages.handle(&address).await.record_text();
    assert!(record.contains("\nC.drawn_by.1: server\n"), "{}", &*record);
    let read = AnyRecord::read(&record).expect("a record");
    read.verify_dice().expect("its own rolls");
    let verified = host.page(&format!("{address}/verify")).await;
    assert!(
        text(&verified).contains(sentences::ROLLS_RIGHT),
        "{verified}"
    );
}

#[tokio::test]
async fn a_person_with_several_seats_has_a_form_for_each() {
    let pages = Pages::new();
    let host = pages.visitor();
    let fields = [("seat-A", "here"), ("seat-C", "here"), ("words", "yes")];
    let address = host.make("ludo", &fields).await;
    for seat in ["A", "C"] {
        let page = host.page(&address).await;
        give(&host, &address, &page, seat, "words").await;
    }
    restore(&pages, &host, &address).await;
    let page = host.page(&address).await;
    let salts = values(&page, "salt");
    assert_eq!(salts.len(), 2);
    assert_ne!(salts[0], salts[1]);
    for seat in ["A", "C"] {
        let page = host.page(&address).await;
        let given = give(&host, &address, &page, seat, "words").await;
        assert_eq!(given.status_code(), StatusCode::SEE_OTHER);
    }
    let page = host.page(&address).await;
    assert!(page.contains("value=\"roll\""), "{page}");
}

#[tokio::test]
async fn words_with_the_salt_that_they_had_before_are_refused() {
    let pages = Pages::new();
    let [host, guest] = [pages.visitor(), pages.visitor()];
    let (address, _) = begun(&host, &guest).await;
    let view = pages.view(&address).await;
    let salt = hex::encode(view.seats[0].salt.expect("it was revealed"));
    restore(&pages, &host, &address).await;
    let page = host.page(&address).await;
    let fields = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "A"),
        ("words", "dog"),
        ("salt", &salt),
    ];
    let refused = host.post(&format!("{address}/join"), &fields).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let refused = refused.text();
    assert!(alert(&refused).contains("commit to new bytes"), "{refused}");
    assert_ne!(
        field(form(&refused, 'A'), "salt"),
        salt,
        "a new one is drawn"
    );
}
