//! The lobby: playing with anybody, who waits, and games to watch.

use core::time::Duration;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_view::shortened;
use serde::Deserialize;

use super::extractors::{Path, Query};
use super::game_info::{self, GAMES, GameInfo};
use super::home::{self, GameLine};
use super::open_graph::{self, OpenGraph};
use super::reports::{self, SeatName};
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, error, own_name, page, sentences};
use crate::app::{Address, App, BrowserKey, Client, NewBrowser};
use crate::wording::{blocked, challenge_error, challenge_status, sentence};
use parlor_service::service::{
    ChallengeError, CreateError, NewSeatError, NewTableError, Wanted, is_given,
};
use parlor_service::store::lobby::{Challenge, ChallengeState, Terms};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::TimeControl;

/// How long the server holds the page of somebody who waits: less than a browser that is gone is taken
/// for one that is there.
const HELD: Duration = Duration::from_secs(10);

/// The most players who wait, and games to watch, in the lists.
const MOST_LISTED: usize = 100;
const MOST_WATCHABLE: usize = 30;

/// The most letters of a wrong value that are repeated.
const MOST_QUOTED: usize = 40;

/// How fast a game is: its value in forms, its words, the seconds of the clock with those gained by each
/// turn, and the seconds for which somebody may be away.
struct Pace {
    value: &'static str,
    title: &'static str,
    clock: Option<(u64, u64)>,
    away_after: Option<u64>,
}

const PACES: [Pace; 5] = [
    Pace {
        value: "5",
        title: "5 minutes each, 3 s more each turn",
        clock: Some((300, 3)),
        away_after: None,
    },
    Pace {
        value: "10",
        title: "10 minutes each, 5 s more each turn",
        clock: Some((600, 5)),
        away_after: None,
    },
    Pace {
        value: "30",
        title: "30 minutes each, 10 s more each turn",
        clock: Some((1_800, 10)),
        away_after: None,
    },
    Pace {
        value: "away",
        title: "no clock, two minutes to stay away",
        clock: None,
        away_after: Some(120),
    },
    Pace {
        value: "days",
        title: "no clock, three days to stay away",
        clock: None,
        away_after: Some(259_200),
    },
];

/// The pace of those who choose none, by game: what most want, so that they meet.
fn usual_pace(info: &GameInfo) -> &'static Pace {
    if info.has_dice { &PACES[3] } else { &PACES[1] }
}

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyPage<'a> {
    graph: OpenGraph,
    games: &'static [GameInfo],
    paces: &'static [Pace],
    /// Those of this browser.
    own: Vec<Row>,
    others: Vec<Row>,
    /// How many wait who are not listed.
    unlisted: usize,
    /// Each with its players' names, which can be reported.
    watchable: Vec<(GameLine, Vec<SeatName>)>,
    are_more_watchable: bool,
    /// The number of both, for who cannot see them change.
    numbers: String,
    chosen: &'a Chosen,
    refused: Option<String>,
}

/// What stands in the form.
#[derive(Clone, Debug, Default)]
struct Chosen {
    what: String,
    pace: String,
    name: String,
    /// Whether the name cannot be one.
    has_wrong_name: bool,
}

impl Chosen {
    /// Of who comes anew.
    fn usual(jar: &CookieJar) -> Self {
        Self {
            name: own_name::known(jar).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Whether the form has the game and the rules.
    fn is_what(&self, info: &GameInfo, rules: &str) -> bool {
        match self.what.split_once(':') {
            Some((game, of_game)) => game == info.name && of_game == rules,
            None => {
                self.what == info.name
                    && info.rules.first().is_some_and(|first| first.name == rules)
            }
        }
    }
}

/// Why nothing came of a press.
struct Refused {
    says: String,
    status: StatusCode,
}

/// Somebody who waits.
struct Row {
    id: String,
    game: &'static str,
    mark: String,
    name: Option<String>,
    is_bot: bool,
    says: String,
    waited: String,
}

/// How the lobby is asked for.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct LobbyQuery {
    /// Present for somebody whose place was given up.
    gone: Option<u8>,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Query(query): Query<LobbyQuery>,
    browser: BrowserKey,
    jar: CookieJar,
    site: Address,
    client: Client,
) -> Result<Response, PageError> {
    // Two presses of a browser come from the same one.
    let NewBrowser { cookie, .. } = NewBrowser::of(browser, &app)?;
    // Who is blocked is told before they press something, and where their place has gone.
    let block = app.service.block_of(client.net).await?;
    let gone = || query.gone.map(|_| sentences::NOT_WAITING.to_owned());
    let says = block.map(|block| sentence(&blocked(&block))).or_else(gone);
    let refused = says.map(|says| Refused {
        says,
        status: StatusCode::OK,
    });
    let page = lobby(&app, browser, &site, &Chosen::usual(&jar), refused).await?;
    Ok((cookie, page).into_response())
}

async fn lobby(
    app: &App,
    BrowserKey(browser): BrowserKey,
    site: &Address,
    chosen: &Chosen,
    refused: Option<Refused>,
) -> Result<Response, PageError> {
    let waiting = app.service.challenges().await?;
    let is_own = |challenge: &&Challenge| is_by(challenge, browser);
    let (own, others): (Vec<&Challenge>, Vec<_>) = waiting.iter().partition(is_own);
    let rows = |challenges: Vec<&Challenge>| {
        let listed = challenges.into_iter().take(MOST_LISTED);
        listed.filter_map(row).collect()
    };
    let unlisted = others.len().saturating_sub(MOST_LISTED);
    let waiting = others.len();
    let found = app.service.watchable(MOST_WATCHABLE).await?;
    let are_more_watchable = found.are_more;
    let mut watchable = Vec::new();
    for handle in found.games {
        let view = handle.view_for(&[]);
        let view = app.service.with_names_hidden(view).await?;
        let line = home::line(&Viewer::new(&view, ViewerPrefs::default()));
        watchable.push((line, reports::seat_names(&view)));
    }
    let status = refused
        .as_ref()
        .map_or(StatusCode::OK, |refused| refused.status);
    let title = sentences::LOBBY_TITLE;
    let lobby = LobbyPage {
        graph: open_graph::of_page(site, title, sentences::LOBBY_DESCRIPTION, "/lobby"),
        games: &GAMES,
        paces: &PACES,
        own: rows(own),
        others: rows(others),
        unlisted,
        numbers: sentences::numbers(
            &sentences::waiting_number(waiting),
            &sentences::watchable_number(watchable.len(), are_more_watchable),
        ),
        watchable,
        are_more_watchable,
        chosen,
        refused: refused.map(|refused| refused.says),
    };
    Ok(page(status, &lobby))
}

fn is_by(challenge: &Challenge, browser: Option<KeyHash>) -> bool {
    browser.is_some() && challenge.posted.browser == browser
}

fn row(challenge: &Challenge) -> Option<Row> {
    let terms = &challenge.posted.terms;
    let info = game_info::of(&terms.game)?;
    let id = format!("waits-{}-", challenge.posted.id);
    Some(Row {
        id: challenge.posted.id.to_string(),
        game: info.title,
        mark: game_info::mark_on_board(info.name, info.usual[0], &id),
        name: challenge.posted.name.clone(),
        is_bot: challenge.posted.is_bot,
        says: in_words(info, terms),
        waited: span(challenge.waited),
    })
}

/// What is to be played, but for the game.
fn in_words(info: &GameInfo, terms: &Terms) -> String {
    let rules = info.rules.iter().find(|rules| rules.name == terms.rules);
    // Where there is one rule set, nobody need be told.
    let rules = rules.filter(|_| info.rules.len() > 1);
    let pace = match (terms.clock, terms.away_after) {
        (Some(TimeControl { initial, increment }), _) => {
            sentences::clock_of(&span(initial), increment.as_secs())
        }
        (None, away_after) => sentences::away_for(&span(away_after.unwrap_or_default())),
    };
    rules.map_or_else(
        || pace.clone(),
        |rules| format!("{} rules, {pace}", rules.title.to_lowercase()),
    )
}

/// A time in words: `12 s`, `5 minutes`, `3 days`.
fn span(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..60 => format!("{seconds} s"),
        seconds => sentences::duration(seconds),
    }
}

/// The form by which somebody looks for others.
#[derive(Debug, Deserialize)]
pub(super) struct WishForm {
    /// The game, and after a colon the rules, if any: `kuba:tournament`.
    #[serde(default)]
    what: String,
    #[serde(default)]
    pace: String,
    /// Not there where one press has no field for it.
    name: Option<String>,
}

impl WishForm {
    /// What is wanted.
    ///
    /// # Errors
    /// The field that says what no form of the pages says, its value, and what would be right.
    fn wanted(&self) -> Result<Wanted, String> {
        let (game, rules) = match self.what.split_once(':') {
            Some((game, rules)) => (game, Some(rules)),
            None => (&*self.what, None),
        };
        let has_rules = |info: &&GameInfo| {
            rules.is_none_or(|rules| info.rules.iter().any(|known| known.name == rules))
        };
        let info = game_info::of(game).filter(has_rules).ok_or_else(|| {
            let whats = whats();
            let whats: Vec<&str> = whats.iter().map(String::as_str).collect();
            sentences::wrong_what(&quoted(&self.what), &sentences::either(&whats))
        })?;
        let pace = match &*self.pace {
            "" => usual_pace(info),
            value => PACES
                .iter()
                .find(|pace| pace.value == value)
                .ok_or_else(|| {
                    let paces: Vec<&str> = PACES.iter().map(|pace| pace.value).collect();
                    sentences::wrong_pace(&quoted(value), &sentences::either(&paces))
                })?,
        };
        let name = self.name.as_deref().unwrap_or_default().trim();
        Ok(Wanted {
            game: game.to_owned(),
            rules: rules.map(str::to_owned),
            clock: pace.clock.map(|(initial, increment)| TimeControl {
                initial: Duration::from_secs(initial),
                increment: Duration::from_secs(increment),
            }),
            away_after: pace.away_after.map(Duration::from_secs),
            name: Some(name.to_owned()).filter(|name| !name.is_empty()),
        })
    }
}

/// The values of the field `what`, of which the game alone stands for its first rules.
fn whats() -> Vec<String> {
    let of_game = |info: &GameInfo| {
        let rules = info.rules.iter();
        let with_rules = rules.map(|rules| format!("{}:{}", info.name, rules.name));
        core::iter::once(info.name.to_owned())
            .chain(with_rules)
            .collect::<Vec<_>>()
    };
    GAMES.iter().flat_map(of_game).collect()
}

/// A value that was sent, as far as it is worth repeating.
fn quoted(value: &str) -> String {
    match value {
        "" => "“”".to_owned(),
        value => format!("“{}”", shortened(value, MOST_QUOTED)),
    }
}

pub(super) async fn post(
    State(app): State<Arc<App>>,
    browser: BrowserKey,
    client: Client,
    jar: CookieJar,
    site: Address,
    form: Result<Form<WishForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let mut wanted = match form.wanted() {
        Ok(wanted) => wanted,
        Err(says) => {
            let chosen = chosen_by(form, &jar);
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return lobby(
                &app,
                browser,
                &site,
                &chosen,
                Some(Refused { says, status }),
            )
            .await;
        }
    };
    let given = wanted.name.clone();
    if form.name.is_none() {
        wanted.name = own_name::known(&jar);
    }
    let new = NewBrowser::of(browser, &app)?;
    let maker = client.making(Some(new.hash));
    let known = own_name::keep(new.cookie, &app, given.as_deref());
    match app.service.post_challenge(&wanted, maker).await {
        Ok(posted) => {
            let to = Redirect::to(&format!("/lobby/{}", posted.id));
            Ok((known, to).into_response())
        }
        Err(why) => {
            let chosen = Chosen {
                has_wrong_name: is_about_name(&why),
                ..chosen_by(form, &jar)
            };
            lobby(&app, browser, &site, &chosen, Some(refused(why)?)).await
        }
    }
}

/// The form as it was sent; where it has no field for a name, with that which is known.
fn chosen_by(form: WishForm, jar: &CookieJar) -> Chosen {
    let usual = Chosen::usual(jar);
    Chosen {
        what: form.what,
        pace: form.pace,
        name: form.name.unwrap_or(usual.name),
        has_wrong_name: false,
    }
}

fn is_about_name(why: &ChallengeError) -> bool {
    matches!(
        why,
        ChallengeError::Create(CreateError::Wrong(NewTableError::Seat {
            error: NewSeatError::Name(_),
            ..
        }))
    )
}

/// The reason why nothing came of a press.
fn refused(why: ChallengeError) -> Result<Refused, PageError> {
    if let ChallengeError::Create(CreateError::Service(error)) = why {
        return Err(error.into());
    }
    Ok(Refused {
        says: sentence(&challenge_error(&why)),
        status: challenge_status(&why),
    })
}

pub(super) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    browser: BrowserKey,
    client: Client,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let id = parsed(&id)?;
    let new = NewBrowser::of(browser, &app)?;
    let maker = client.making(Some(new.hash));
    let name = own_name::known(&jar);
    match app.service.accept_challenge(&id, name, maker).await {
        Ok(accepted) => {
            let to = Redirect::to(&format!("/games/{}", accepted.game));
            Ok((new.cookie, to).into_response())
        }
        Err(why) => {
            // A press that is sent twice has led to the game that it leads to.
            if let Some(handle) = app.service.game(&id).await?
                && !handle.held_by(&new.hash).is_empty()
            {
                return Ok(Redirect::to(&format!("/games/{id}")).into_response());
            }
            let chosen = Chosen::usual(&jar);
            lobby(&app, browser, &site, &chosen, Some(refused(why)?)).await
        }
    }
}

fn parsed(id: &str) -> Result<GameId, PageError> {
    id.parse().map_err(|_| error(StatusCode::NOT_FOUND))
}

#[derive(Template)]
#[template(path = "lobby_wait.html")]
struct WaitPage {
    id: String,
    info: &'static GameInfo,
    name: Option<String>,
    says: String,
    waited: String,
    others: String,
}

/// How the page of somebody who waits is asked for.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct WaitQuery {
    /// Present if the answer may wait for another player.
    look: Option<u8>,
}

pub(super) async fn wait(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<WaitQuery>,
    BrowserKey(browser): BrowserKey,
) -> Result<Response, PageError> {
    let id = parsed(&id)?;
    let found = app.service.challenge(&id).await?;
    let Some(found) = found else {
        return Ok(gone());
    };
    if !is_by(&found, browser) {
        // Whoever was sent the address is shown the lobby.
        return Ok(Redirect::to("/lobby").into_response());
    }
    let held = query.look.map_or(Duration::ZERO, |_| HELD);
    let found = app.service.wait_for_pair(&id, held).await?;
    let Some(found) = found else {
        return Ok(gone());
    };
    if let ChallengeState::Paired { game, .. } = found.state {
        return Ok(Redirect::to(&format!("/games/{game}")).into_response());
    }
    let terms = &found.posted.terms;
    let Some(info) = game_info::of(&terms.game) else {
        return Ok(gone());
    };
    let others = app.service.waits(terms).await?;
    let page_of = WaitPage {
        id: id.to_string(),
        info,
        says: in_words(info, terms),
        waited: span(found.waited),
        others: others_waited(others),
        name: found.posted.name,
    };
    Ok(page(StatusCode::OK, &page_of))
}

/// How long others have waited, as honestly as that is known.
fn others_waited(mut waits: Vec<Duration>) -> String {
    waits.sort_unstable();
    match waits.len() {
        0 => sentences::NOBODY_WAS_PAIRED.to_owned(),
        1..=3 => sentences::few_were_paired(&span(waits[waits.len() - 1])),
        count => {
            let (middle, most) = (waits[count / 2], waits[count - 1]);
            sentences::others_waited(count, &span(middle), &span(most))
        }
    }
}

/// Where somebody is sent whose place was given up.
fn gone() -> Response {
    Redirect::to("/lobby?gone=1").into_response()
}

pub(super) async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    BrowserKey(browser): BrowserKey,
) -> Result<Response, PageError> {
    let id = parsed(&id)?;
    let found = app.service.challenge(&id).await?;
    if found.is_some_and(|found| is_by(&found, browser))
        && !app.service.withdraw_challenge(&id).await?
    {
        // Somebody came in the same moment: that page leads to the game.
        return Ok(Redirect::to(&format!("/lobby/{id}")).into_response());
    }
    Ok(Redirect::to("/lobby").into_response())
}

/// The page of somebody who waits was closed, as its script tells: unless they ask again soon, for it may have been
/// loaded anew or be open twice, they wait no more.
pub(super) async fn leave(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    BrowserKey(browser): BrowserKey,
) -> Result<StatusCode, PageError> {
    let id = parsed(&id)?;
    let found = app.service.challenge(&id).await?;
    if found.is_some_and(|found| is_by(&found, browser)) {
        app.service.leave_challenge(&id).await?;
    }
    // What it leads to is nobody's to read any more.
    Ok(StatusCode::NO_CONTENT)
}

/// A form's address in the address bar.
pub(super) async fn go_back() -> Redirect {
    Redirect::to("/lobby")
}
