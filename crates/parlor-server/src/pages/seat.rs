//! Taking a seat: by its link, or with words of one's own for the dice.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_record::record::Bytes32;
use serde::Deserialize;

use super::act::{Pressed, order};
use super::game::{Visit, find};
use super::{PageError, error, links, page, sheet, view};
use crate::hex;
use crate::id::ActionId;
use crate::key::Key;
use crate::log::Part;
use crate::order::{MOST_ENTROPY, Order, Wish};
use crate::service::{Answer, Hosted, LONGEST_NAME, checked_name};
use crate::table::{Seen, Status};
use crate::web::{App, Browser, NewBrowser};

/// How often a seat is taken anew when the game goes on in between.
const TRIES: u8 = 8;

#[derive(Template)]
#[template(path = "seat.html")]
struct SeatPage<'a> {
    id: &'a str,
    key: String,
    seat: char,
    mark: String,
    heading: String,
    standing: String,
    /// What the player is called now.
    planned: &'a str,
    /// What was entered.
    name: &'a str,
    longest_name: usize,
    is_taken: bool,
    is_yours: bool,
    wants_words: bool,
    most_words: usize,
    error: Option<String>,
}

/// What is sent to take a seat.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Taking {
    #[serde(default)]
    name: String,
    #[serde(default)]
    words: String,
}

/// What is sent to join a game with a seat that one holds.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Joining {
    version: u64,
    action_id: String,
    seat: char,
    #[serde(default)]
    words: String,
}

/// The game and seat that a link gives, if it is one.
async fn opened(
    app: &App,
    (id, seat, key): (&str, &str, &str),
) -> Result<(Arc<Hosted>, char, Key), PageError> {
    let wrong = || {
        error(StatusCode::NOT_FOUND)
            .titled("This link gives no seat")
            .saying(
                "The link is not whole, or it is not for this game. Ask whoever sent it to copy \
                 all of it.",
            )
    };
    let hosted = find(app, id).await?;
    let key: Key = key.parse().map_err(|_| wrong())?;
    match hosted.seat_of(&key) {
        Some(of) if seat.parse() == Ok(of) => Ok((hosted, of, key)),
        _ => Err(wrong()),
    }
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path((id, seat, key)): Path<(String, String, String)>,
    Browser(browser): Browser,
) -> Result<Response, PageError> {
    let (hosted, seat, key) = opened(&app, (&id, &seat, &key)).await?;
    let by = browser.map_or_else(Vec::new, |browser| hosted.held_by(&browser));
    let seen = hosted.seen(&by);
    Ok(shown(&seen, seat, &key, &Taking::default(), None))
}

fn shown(seen: &Seen, seat: char, key: &Key, taking: &Taking, error: Option<String>) -> Response {
    let chair = seen.seats.iter().find(|chair| chair.seat == seat);
    let is_taken = chair.is_none_or(|chair| chair.is_taken);
    let status = if error.is_some() {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    let seat_page = SeatPage {
        id: seen.id.as_str(),
        key: key.reveal(),
        seat,
        mark: sheet::mark(seen.game, seat),
        heading: view::heading(seen),
        standing: view::standing(seen),
        planned: chair.map_or("", |chair| &chair.name),
        name: &taking.name,
        longest_name: LONGEST_NAME,
        is_taken,
        is_yours: chair.is_some_and(|chair| chair.is_yours),
        wants_words: seen.dice.is_some() && !is_taken,
        most_words: MOST_ENTROPY,
        error,
    };
    let mut answer = page(status, &seat_page);
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

pub(super) async fn take(
    State(app): State<Arc<App>>,
    Path((id, seat, key)): Path<(String, String, String)>,
    browser: Browser,
    jar: CookieJar,
    taking: Result<Form<Taking>, FormRejection>,
) -> Result<Response, PageError> {
    let (hosted, seat, key) = opened(&app, (&id, &seat, &key)).await?;
    let Form(taking) = taking?;
    let seen = hosted.seen(&[seat]);
    let name = Some(taking.name.trim()).filter(|name| !name.is_empty());
    let name = match name.map(checked_name).transpose() {
        Ok(name) => name,
        Err(error) => {
            let says = super::new_game::capitalised(&format!("{error}."));
            return Ok(shown(&seen, seat, &key, &taking, Some(says)));
        }
    };
    let part = match part(&app, &seen, &taking.words)? {
        Ok(part) => part,
        Err(says) => return Ok(shown(&seen, seat, &key, &taking, Some(says))),
    };
    let browser = NewBrowser::of(browser, &app)?;
    // Joining comes first: a seat that cannot be joined is not held either.
    if let Some(says) = join_now(&app, &hosted, seat, name, part).await? {
        return Ok(shown(&hosted.seen(&[]), seat, &key, &taking, Some(says)));
    }
    app.service.hold(&hosted, seat, &key, browser.hash).await?;
    let kept = links::keep(browser.cookie, &jar, &app, hosted.id(), &[(seat, key)]);
    Ok((kept, Redirect::to(&format!("/games/{}", hosted.id()))).into_response())
}

/// Joins a game that waits for this seat; why not, if it cannot.
async fn join_now(
    app: &App,
    hosted: &Hosted,
    seat: char,
    name: Option<String>,
    part: Part,
) -> Result<Option<String>, PageError> {
    let bytes: [u8; 16] = app.service.randomness().bytes()?;
    let action_id: ActionId = hex::encode(&bytes)
        .parse()
        .map_err(|_| error(StatusCode::INTERNAL_SERVER_ERROR))?;
    for _ in 0..TRIES {
        let seen = hosted.seen(&[seat]);
        let chair = seen.seats.iter().find(|chair| chair.seat == seat);
        if seen.status == Status::Over || chair.is_none_or(|chair| chair.is_taken) {
            // Who has the link of a seat that is taken is its owner, elsewhere.
            return Ok(None);
        }
        let wish = Wish::Join {
            name: name.clone(),
            part: part.clone(),
        };
        let order = Order {
            version: seen.version,
            action_id: action_id.clone(),
            by: vec![seat],
            seat: Some(seat),
            wish,
        };
        match app.service.order(hosted.id(), &order).await? {
            Some(Answer::Committed(_) | Answer::Duplicate(_)) => return Ok(None),
            Some(Answer::Rejected(rejection)) => {
                let says = super::new_game::capitalised(&rejection.message);
                return Ok(Some(format!("{says}.")));
            }
            Some(Answer::Stale(_)) => {}
            None => return Err(PageError::no_game()),
        }
    }
    Ok(Some(
        "The game goes on faster than the seat can be taken; try again.".to_owned(),
    ))
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    browser: Browser,
    jar: CookieJar,
    headers: HeaderMap,
    joining: Result<Form<Joining>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(joining) = joining?;
    let hosted = find(&app, &id).await?;
    let visit = Visit::new(&app, hosted, browser, &jar, &headers);
    let part = match part(&app, &visit.hosted.seen(&[]), &joining.words)? {
        Ok(part) => part,
        Err(says) => {
            let refused = error(StatusCode::UNPROCESSABLE_ENTITY).titled("Those are too many words");
            return Err(refused.saying(says));
        }
    };
    let pressed = Pressed::for_seat(joining.version, joining.action_id, joining.seat);
    order(visit, &pressed, Wish::Join { name: None, part }).await
}

/// What these words give to the dice; the server's own bytes for no words.
fn part(app: &App, seen: &Seen, words: &str) -> Result<Result<Part, String>, PageError> {
    let words = words.trim();
    if seen.dice.is_none() {
        return Ok(Ok(Part::default()));
    }
    if words.is_empty() {
        return Ok(Ok(app.service.drawn_part()?));
    }
    if words.len() > MOST_ENTROPY {
        let length = words.len();
        return Ok(Err(format!(
            "The words are {length} bytes long and may have {MOST_ENTROPY}; fewer do as well."
        )));
    }
    let bytes = words.as_bytes();
    Ok(Ok(Part {
        commitment: Some(Bytes32::sha_256(bytes)),
        kept: Some(bytes.to_vec()),
        drawn_by_server: false,
    }))
}
