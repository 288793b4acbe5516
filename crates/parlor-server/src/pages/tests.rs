//! The pages as a browser gets them.

mod analysis;
mod chat;
mod clocks;
mod dice;
mod ending;
mod epoch;
mod finished;
mod forms;
mod game_film;
mod help;
mod import;
mod invites;
mod lab;
mod learn;
mod lobby;
mod narration;
mod onward;
mod play;
mod puzzles;
mod replay;
mod reports;
mod script;
mod secrets;
mod steps;
mod stored;
mod studies;
mod verify;
mod waiting;

use std::sync::Arc;

use axum::http::StatusCode;
use axum_test::{TestResponse, TestServer};

use super::{router, sentences};
use crate::app::{App, Site};
use parlor_service::service::GameHandle;
use parlor_service::testing::Bench;
use parlor_table::id::GameId;
use parlor_table::table::GameView;

/// A name that does harm if it is not escaped.
const MARKUP: &str = "<script>alert(\"1\")</script>&'";

/// The same for another player, since names differ.
const OTHER_MARKUP: &str = "<script>alert(\"2\")</script>&'";

/// A game of Ludo with a guest, in which everybody gives words for the dice.
const WITH_GUEST: [(&str, &str); 3] = [
    ("seat-A", "here"),
    ("seat-C", "elsewhere"),
    ("words", "yes"),
];

/// The pages over a service in memory.
struct Pages {
    bench: Bench,
    app: Arc<App>,
}

/// A browser, with its cookies.
struct TestVisitor(TestServer);

impl Pages {
    fn new() -> Self {
        Self::over(Bench::default())
    }

    fn over(bench: Bench) -> Self {
        let app = Arc::new(App {
            service: bench.service.clone(),
            site: Site::default(),
        });
        Self { bench, app }
    }

    fn visitor(&self) -> TestVisitor {
        let router = router().with_state(Arc::clone(&self.app));
        TestVisitor(TestServer::builder().save_cookies().build(router))
    }

    async fn handle(&self, address: &str) -> Arc<GameHandle> {
        let handle = self.bench.service.game(&game_of(address)).await;
        handle.expect("a store").expect("the game")
    }

    /// The game of an address, as a spectator sees it.
    async fn view(&self, address: &str) -> GameView {
        self.handle(address).await.view_for(&[])
    }
}

impl TestVisitor {
    async fn get(&self, address: &str) -> TestResponse {
        self.0.get(address).await
    }

    async fn page(&self, address: &str) -> String {
        let answer = self.get(address).await;
        assert_eq!(answer.status_code(), StatusCode::OK, "{address}");
        answer.text()
    }

    async fn post(&self, address: &str, fields: &[(&str, &str)]) -> TestResponse {
        self.0.post(address).form(fields).await
    }

    /// Makes a game, and gives its address.
    async fn make(&self, game: &str, fields: &[(&str, &str)]) -> String {
        let made = self.post(&format!("/new/{game}"), fields).await;
        assert_eq!(made.status_code(), StatusCode::SEE_OTHER, "{}", made.text());
        location(&made)
    }

    /// Presses a button of a page.
    async fn press(&self, address: &str, page: &str, action: &str) -> TestResponse {
        self.act(address, page, &[("action", action)]).await
    }

    /// Types a move on a page.
    async fn type_move(&self, address: &str, page: &str, typed: &str) -> TestResponse {
        let fields = [("action", typed), ("typed", field(page, "typed"))];
        self.act(address, page, &fields).await
    }

    /// Sends the form of a page with these fields of its own.
    async fn act(&self, address: &str, page: &str, own: &[(&str, &str)]) -> TestResponse {
        let hidden = ["version", "action_id"].map(|name| (name, field(page, name)));
        let fields = [&hidden[..], own].concat();
        self.post(&format!("{address}/act"), &fields).await
    }
}

fn location(answer: &TestResponse) -> String {
    let location = answer.header("location");
    location.to_str().expect("an address").to_owned()
}

fn game_of(address: &str) -> GameId {
    let id = address.rsplit('/').next().expect("a game's name");
    id.parse().expect("a game's name")
}

/// The value of the first hidden field of this name.
fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let values = values(page, name);
    values
        .first()
        .copied()
        .unwrap_or_else(|| panic!("no field {name} in {page}"))
}

/// The values of every field and button of this name.
fn values<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let before = format!("name=\"{name}\" value=\"");
    let parts = page.split(&*before).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

/// The part of a page between two strings.
fn part<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let after = page.split_once(from);
    let (_, rest) = after.unwrap_or_else(|| panic!("no {from} in {page}"));
    rest.split_once(to).map_or(rest, |(part, _)| part)
}

/// The text of HTML, without its tags.
fn text(html: &str) -> String {
    let pieces = html.split('<');
    let texts = pieces.map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    let escaped = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
    ];
    let text = texts.collect::<String>();
    let text = escaped
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to));
    text.replace("&#38;", "&")
}

fn title(page: &str) -> String {
    text(part(page, "<title>", "</title>"))
}

/// The status line of a game's page.
fn status(page: &str) -> String {
    let status = part(page, "<p class=\"status\" role=\"status\">", "</p>");
    let (says, _) = status
        .split_once(" <a class=\"why\"")
        .unwrap_or((status, ""));
    text(says)
}

/// Whether the status line begins with the visitor's move.
fn is_to_act(page: &str) -> bool {
    part(page, "<p class=\"status\" role=\"status\">", "</p>").starts_with("<strong>")
}

/// The last steps, in the live region that screen readers announce.
fn steps(page: &str) -> String {
    let live = "<div class=\"step\" id=\"step\" aria-live=\"polite\">";
    text(part(page, live, "</div>"))
}

/// The alert of a page, on which a button was refused.
fn alert(page: &str) -> String {
    text(part(
        page,
        "<div class=\"alert\" id=\"alert\" role=\"alert\">",
        "</div>",
    ))
}

/// Whether a page does not reload itself, and offers to do so again.
fn stands_still(page: &str, address: &str) -> bool {
    let offer = part(page, "<noscript><p class=\"note\">", "</noscript>");
    offer.contains(&format!("href=\"{address}\""))
}

/// The address by which somebody is invited to a seat.
fn invitation(page: &str, seat: char) -> String {
    let after = page.split(&format!("id=\"link-{seat}\"")).nth(1);
    let link = after.and_then(|rest| rest.split("/games/").nth(1));
    let link = link.and_then(|rest| rest.split('"').next());
    format!("/games/{}", link.expect("an invitation"))
}

/// How a page loads itself again where there is no script.
fn refresh(page: &str) -> Option<String> {
    let meta = "<noscript><meta http-equiv=\"refresh\" content=\"";
    let (_, rest) = page.split_once(meta)?;
    let (content, _) = rest.split_once("\"></noscript>")?;
    Some(content.replace("&#38;", "&"))
}

/// What the policy of the doors forbids, and what no page needs.
fn assert_plain(page: &str, whence: &str) {
    let page = &page.replace("<script type=\"module\" src=\"/assets/", "");
    let page = &page.replace("<noscript><meta http-equiv=\"refresh\"", "");
    for forbidden in [
        "<script",
        "<style",
        " style=",
        " onclick",
        "javascript:",
        "http-equiv",
    ] {
        assert!(!page.contains(forbidden), "{whence} has {forbidden}");
    }
    assert!(page.contains("<html lang=\"en\">"), "{whence}");
    assert_eq!(page.matches("<h1").count(), 1, "{whence}");
    assert_eq!(page.matches("<main").count(), 1, "{whence}");
    let ids = page.split(" id=\"").skip(1);
    let mut ids: Vec<&str> = ids.filter_map(|id| id.split('"').next()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "{whence} has an id twice");
}

#[tokio::test]
async fn every_page_shows_for_who_holds_seats_for_others_and_for_spectators() {
    let pages = Pages::new();
    let (holder, stranger) = (pages.visitor(), pages.visitor());
    let ludo = [
        ("seat-A", "here"),
        ("seat-B", "elsewhere"),
        ("words", "yes"),
        ("away", "600"),
    ];
    let tournament = [
        ("seat-W", "here"),
        ("seat-B", "here"),
        ("rules", "tournament"),
    ];
    let games = [
        holder.make("ludo", &ludo).await,
        holder
            .make("ludo", &[("seat-A", "here"), ("seat-C", "here")])
            .await,
        holder.make("kuba", &tournament).await,
        holder
            .make("kuba", &[("seat-W", "here"), ("seat-B", "bot:greedy")])
            .await,
    ];
    let mut addresses = vec![
        "/".to_owned(),
        "/new/ludo".to_owned(),
        "/new/kuba".to_owned(),
    ];
    for game in games {
        addresses.extend([
            game.clone(),
            format!("{game}/watch"),
            format!("{game}?still"),
        ]);
    }
    for address in &addresses {
        for visitor in [&holder, &stranger] {
            assert_plain(&visitor.page(address).await, address);
        }
    }
    let home = holder.page("/").await;
    assert_eq!(home.matches("<li class=\"acts\">").count(), 3, "{home}");
    assert!(
        home.contains(&sentences::waiting_for_you_and(&["Player B".to_owned()])),
        "{home}"
    );
    assert!(!stranger.page("/").await.contains("id=\"running\""));
}

#[tokio::test]
async fn what_is_not_there_is_said_in_words() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let unknown = "/games/2222222222222222";
    let wrong_seat = format!("{unknown}/seats/A/{}", "0".repeat(64));
    for address in [
        "/nowhere",
        "/new/chess",
        "/games/x",
        unknown,
        &wrong_seat,
        "/assets/x.css",
    ] {
        let answer = visitor.get(address).await;
        assert_eq!(answer.status_code(), StatusCode::NOT_FOUND, "{address}");
        assert_plain(&answer.text(), address);
    }
    let answer = visitor.get("/rules/kuba?line=21R&line=65F").await;
    assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST);
    assert!(answer.text().contains("duplicate field `line`"));
    let answer = visitor.post("/", &[]).await;
    assert_eq!(answer.status_code(), StatusCode::METHOD_NOT_ALLOWED);
    assert_plain(&answer.text(), "POST /");
}

#[tokio::test]
async fn the_style_sheet_is_named_by_what_is_in_it_and_kept_for_ever() {
    let visitor = Pages::new().visitor();
    let home = visitor.page("/").await;
    let address = home
        .split("stylesheet\" href=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let sheet = visitor.get(address.expect("a style sheet")).await;
    assert!(
        sheet
            .header("cache-control")
            .to_str()
            .expect("text")
            .contains("immutable")
    );
    for needed in [
        "--parlor-paper",
        ".targets",
        ".x31{--x:31;grid-column-start:32}",
        ".h4{",
    ] {
        assert!(sheet.text().contains(needed), "{needed}");
    }
}

#[tokio::test]
async fn scripts_lie_in_one_folder_and_are_kept_for_ever() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let game = visitor.make("kuba", &[("seat-W", "here"), ("seat-B", "here")]);
    let page = visitor.page(&game.await).await;
    let entry = page.split("<script type=\"module\" src=\"").nth(1);
    let entry = entry.and_then(|rest| rest.split('"').next());
    let entry = entry.expect("a script");
    let (folder, _) = entry.rsplit_once('/').expect("a folder");
    let script = visitor.page(entry).await;
    let imports: Vec<&str> = script.split("from './").skip(1).collect();
    assert!(!imports.is_empty());
    for import in imports {
        let (name, _) = import.split_once('\'').expect("its end");
        let address = format!("{folder}/{name}");
        assert!(page.contains(&format!("<link rel=\"modulepreload\" href=\"{address}\">")));
        let script = visitor.get(&address).await;
        assert_eq!(script.status_code(), StatusCode::OK, "{name}");
        assert_eq!(
            script.header("content-type"),
            "text/javascript; charset=utf-8"
        );
        let caching = script.header("cache-control");
        assert!(
            caching.to_str().expect("text").contains("immutable"),
            "{name}"
        );
    }
    let old = visitor.get("/assets/0123456789abcdef/game.js").await;
    assert_eq!(old.status_code(), StatusCode::NOT_FOUND);
}

/// The steps in the answer to a script.
fn film(answer: &str) -> serde_json::Value {
    let steps = part(answer, "<template id=\"steps\">", "</template>");
    let steps = steps.replace("&lt;", "<").replace("&amp;", "&");
    serde_json::from_str(&steps).expect("JSON")
}

/// The picture of a step, by the page that it came with.
fn drawn(step: &serde_json::Value, answer: &str) -> String {
    let stage = part(answer, "<div class=\"stage", "</svg>");
    let (_, picture) = stage.split_once("<svg").expect("a picture");
    let picture = format!("<svg{picture}</svg>");
    let lines: Vec<&str> = picture.split('\n').collect();
    let parts = step["picture"].as_array().expect("parts").iter();
    let taken = |range: &serde_json::Value| {
        let number = |place: usize| range[place].as_u64().expect("a number");
        let [from, number] = [0, 1].map(|place| usize::try_from(number(place)).expect("few"));
        lines[from..from + number].join("\n")
    };
    let parts = parts.map(|part| part.as_str().map_or_else(|| taken(part), str::to_owned));
    parts.collect::<Vec<String>>().join("\n")
}

#[tokio::test]
async fn the_answer_to_a_script_is_the_page_with_the_steps_that_it_has_not_shown() {
    let visitor = Pages::new().visitor();
    let fields = [("seat-W", "here"), ("seat-B", "here")];
    let address = visitor.make("kuba", &fields).await;
    let page = visitor.page(&address).await;
    let shown = field(&page, "version");
    let pressed = [
        ("version", shown),
        ("action_id", field(&page, "action_id")),
        ("action", "65F"),
        ("live", shown),
    ];
    let answer = visitor.post(&format!("{address}/act"), &pressed).await;
    assert_eq!(answer.status_code(), StatusCode::OK);
    let answer = answer.text();
    // Asked twice, it is done once, and answered as before but for the name of the next button.
    let again = visitor
        .post(&format!("{address}/act"), &pressed)
        .await
        .text();
    assert_eq!(film(&again), film(&answer));
    assert_eq!(field(&again, "version"), field(&answer, "version"));
    let looked = visitor.page(&format!("{address}?shown={shown}")).await;
    assert_eq!(film(&looked), film(&answer));
    assert!(
        answer.contains("<main") && !answer.contains("<header"),
        "{answer}"
    );
    assert!(answer.len() < page.len(), "{} bytes", answer.len());
    // The kinds of pieces are sent once, as is what else never changes.
    for constant in ["ground", "marbles", "keys", "settings"] {
        let id = format!(" id=\"{constant}\"");
        assert!(page.contains(&id), "{constant}");
        let sent = part(&answer, &id, "</");
        assert!(sent.ends_with(" data-own>"), "{constant}: {sent}");
    }
    // With both seats here the board may turn, and the trays change their places: they are whole.
    let tray = " id=\"tray-W-marbles\"";
    assert!(part(&answer, tray, "</").contains("stop"), "{answer}");
    let alone = [("seat-W", "here"), ("seat-B", "bot:level-1")];
    let alone = visitor.make("kuba", &alone).await;
    let looked = visitor.page(&format!("{alone}?shown=0")).await;
    assert_eq!(part(&looked, tray, "</"), " data-own>");

    let steps = film(&answer);
    let [step] = &steps.as_array().expect("steps")[..] else {
        panic!("{steps}");
    };
    assert!(
        step["says"]
            .as_str()
            .is_some_and(|says| says == sentences::pushed("Player W", 2, sentences::UP))
    );
    let motions = step["motions"].as_array().expect("motions");
    assert_eq!(motions.len(), 2, "{step}");
    assert_eq!(motions[0]["piece"], "marble-55");
    assert_eq!(motions[0]["manner"], "slide");
    assert!(step.to_string().len() < 2_000, "{step}");
    let picture = drawn(step, &answer);
    assert!(
        picture.starts_with("<svg") && picture.ends_with("</svg>"),
        "{picture}"
    );
    assert!(picture.contains("id=\"marble-55\"") && !picture.contains("id=\"marble-65\""));

    // Whoever has shown everything, or has missed too much, gets no steps.
    for shown in [field(&answer, "version"), "99"] {
        let looked = visitor.page(&format!("{address}?shown={shown}")).await;
        assert_eq!(film(&looked), serde_json::json!([]), "{shown}");
    }
    assert!(!visitor.page(&address).await.contains("id=\"steps\""));
}

#[tokio::test]
async fn the_kinds_of_pieces_are_the_same_on_every_page_of_a_game() {
    for (game, [one, other], kinds) in [
        ("ludo", ["seat-A", "seat-C"], &["pieces"][..]),
        (
            "kuba",
            ["seat-W", "seat-B"],
            &["ground", "marbles", "tray-W-marbles", "tray-B-marbles"],
        ),
    ] {
        let visitor = Pages::new().visitor();
        let address = visitor.make(game, &[(one, "here"), (other, "here")]).await;
        let mut known = Vec::new();
        for turn in 0..40 {
            let page = visitor.page(&address).await;
            let shown = kinds
                .iter()
                .map(|kind| part(&page, &format!("<defs id=\"{kind}\">"), "</defs>").to_owned());
            let shown: Vec<String> = shown.collect();
            if turn == 0 {
                known.clone_from(&shown);
            }
            assert_eq!(shown, known, "{game}, turn {turn}");
            let choices = part(&page, "<form class=\"choices", "</form>");
            let choices = values(choices, "action");
            let action = choices[turn % choices.len()];
            visitor.press(&address, &page, action).await;
        }
    }
}

#[tokio::test]
async fn a_theme_is_chosen_on_any_page_and_kept() {
    let visitor = Pages::new().visitor();
    let address = visitor
        .make("kuba", &[("seat-W", "here"), ("seat-B", "here")])
        .await;
    assert_eq!(field(&visitor.page(&address).await, "back"), address);
    for theme in ["dark", "light", "wood", "contrast"] {
        let fields = [("theme", theme), ("back", &*address)];
        let chosen = visitor.post("/theme", &fields).await;
        assert_eq!(chosen.status_code(), StatusCode::SEE_OTHER);
        assert_eq!(location(&chosen), address);
        let wanted = format!("<html lang=\"en\" data-theme=\"{theme}\">");
        for page in ["/", &*address] {
            assert!(visitor.page(page).await.contains(&wanted), "{page} {theme}");
        }
        let missing = visitor.get("/nowhere").await.text();
        assert!(missing.contains(&wanted), "{missing}");
    }
    // A script that stays where it is is not led anywhere.
    let chosen = visitor.post("/theme", &[("theme", "dark")]).await;
    assert_eq!(chosen.status_code(), StatusCode::NO_CONTENT);
    assert!(visitor.page("/").await.contains("data-theme=\"dark\""));
    // Whatever is no theme is the system's, and what is no page of ours is home.
    let fields = [("theme", ""), ("back", "//example.org")];
    let chosen = visitor.post("/theme", &fields).await;
    assert_eq!(location(&chosen), "/");
    assert_plain(&visitor.page("/").await, "/");
}
