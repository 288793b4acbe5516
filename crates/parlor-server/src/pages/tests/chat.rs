//! The chat on pages.

use axum::http::StatusCode;

use super::{Pages, alert, assert_plain, invitation, location};
use crate::pages::sentences;
use parlor_service::phrase::Phrase;

const KUBA: [(&str, &str); 2] = [("seat-W", "here"), ("seat-B", "elsewhere")];

/// A phrase of White, as pages show it.
fn line(phrase: &str) -> String {
    let phrase: Phrase = phrase.parse().expect("a phrase");
    let line = sentences::chat_line("Player W", phrase.text());
    format!(">{line}</li>")
}

#[tokio::test]
async fn what_is_said_stands_on_the_others_page_unless_they_want_to_hear_nothing() {
    let pages = Pages::new();
    let (white, black) = (pages.visitor(), pages.visitor());
    let address = white.make("kuba", &KUBA).await;
    black
        .post(&invitation(&white.page(&address).await, 'B'), &[])
        .await;
    let say = format!("{address}/say");
    let said = white.post(&say, &[("phrase", "good-luck")]).await;
    assert_eq!(location(&said), format!("{address}#chat"));
    let page = black.page(&address).await;
    assert_plain(&page, &address);
    let good_luck = line("good-luck");
    assert!(page.contains(&good_luck), "{page}");
    let watched = pages.visitor().page(&format!("{address}/watch")).await;
    assert!(watched.contains(&good_luck), "{watched}");
    assert!(
        !watched.contains("/say\""),
        "who watches says nothing, and has nothing to press"
    );

    let deaf = [("hear", "nothing"), ("still", "yes")];
    let answer = black.post(&say, &deaf).await;
    assert_eq!(location(&answer), format!("{address}?still#chat"));
    let page = black.page(&address).await;
    assert!(!page.contains(&good_luck), "{page}");
    assert!(page.contains("name=\"phrase\" value=\"thanks\""), "{page}");
    black.post(&say, &[("hear", "everything")]).await;
    assert!(black.page(&address).await.contains(&good_luck));
}

#[tokio::test]
async fn what_cannot_be_said_is_explained() {
    let pages = Pages::new();
    let (white, stranger) = (pages.visitor(), pages.visitor());
    let address = white.make("kuba", &KUBA).await;
    let say = format!("{address}/say");
    for (visitor, phrase) in [(&white, "you fool"), (&white, ""), (&stranger, "hello")] {
        let answer = visitor.post(&say, &[("phrase", phrase)]).await;
        assert_eq!(answer.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            alert(&answer.text()).starts_with(sentences::NOT_SENT),
            "{phrase}"
        );
    }
    for number in 0..4 {
        let answer = white.post(&say, &[("phrase", "hello")]).await;
        let is_said = answer.status_code() == StatusCode::SEE_OTHER;
        assert_eq!(is_said, number < 3, "{}", answer.text());
    }
}

#[tokio::test]
async fn where_nobody_could_hear_it_nothing_is_offered() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let fields = [("seat-W", "here"), ("seat-B", "bot:greedy")];
    let address = visitor.make("kuba", &fields).await;
    assert!(!visitor.page(&address).await.contains("id=\"chat\""));
}

#[tokio::test(start_paused = true)]
async fn a_page_that_waits_comes_when_something_is_said() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = visitor.make("kuba", &KUBA).await;
    let held = pages.visitor();
    let before = tokio::time::Instant::now();
    let waiting = async { held.page(&format!("{address}/watch?after=1")).await };
    let saying = async {
        tokio::task::yield_now().await;
        tokio::time::sleep(core::time::Duration::from_secs(3)).await;
        let fields = [("phrase", "one-moment")];
        visitor.post(&format!("{address}/say"), &fields).await
    };
    let (page, _) = tokio::join!(waiting, saying);
    assert!(page.contains(&line("one-moment")), "{page}");
    assert_eq!(before.elapsed().as_secs(), 3);
}
