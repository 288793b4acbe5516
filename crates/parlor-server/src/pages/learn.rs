//! Learn: short lessons of each game, which are played on the board itself.
//!
//! A lesson is data: positions with tasks, whose goals are predicates over what the rules say happened
//! ([`lesson`], [`kuba`], [`ludo`]). A page plays the moves of its address ([`attempt`]) and shows what
//! they came to, so it works without scripts; which lessons are done is in a cookie ([`progress`]).

mod attempt;
mod catalog;
mod kuba;
mod lesson;
mod ludo;
pub(super) mod offer;
mod progress;
#[cfg(test)]
pub(super) mod tests;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_game::AnyGame;
use parlor_view::Scene;
use serde::Deserialize;

use super::board::{Press, looked_at, still};
use super::extractors::{Path, Query};
use super::game_info::{self, GAMES, GameInfo};
use super::open_graph::{self, OpenGraph};
use super::practice::{Line, Practice, Rolls, shortened};
use super::viewer::ViewerPrefs;
use super::{PageError, page, sentences};
use crate::app::{Address, App, BrowserKey, NewBrowser};
use attempt::{Attempt, Verdict, attempt};
use lesson::{Lesson, Step};
use progress::Progress;

/// The most bytes of a number in an address that are shown again where it is none.
const LONGEST_NUMBER: usize = 12;

#[derive(Template)]
#[template(path = "learn.html")]
struct IndexPage {
    graph: OpenGraph,
    games: Vec<Course>,
}

/// The lessons of a game as they are listed.
struct Course {
    info: &'static GameInfo,
    lessons: &'static [Lesson],
    progress: Progress,
    /// The position of the lesson that is next, or the first.
    picture: String,
    first_game: FirstGame,
}

/// A game against the easiest bot, in one press.
struct FirstGame {
    info: &'static GameInfo,
    /// By this a form that is sent twice makes one game.
    nonce: String,
}

#[derive(Template)]
#[template(path = "learn/lesson.html")]
struct LessonPage {
    graph: OpenGraph,
    info: &'static GameInfo,
    number: usize,
    lessons: &'static [Lesson],
    lesson: &'static Lesson,
    place: usize,
    step: &'static Step,
    practice: Practice,
    scene: Scene,
    verdict: Verdict,
    happened: Vec<String>,
    /// After the last lesson.
    first_game: Option<FirstGame>,
}

#[derive(Template)]
#[template(path = "learn/error.html")]
struct ErrorPage {
    title: &'static str,
    says: String,
    /// Where one goes on, and what is there.
    address: String,
    onward: &'static str,
}

/// What an address of a lesson asks for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct LessonQuery {
    step: Option<String>,
    /// The moves made in the step.
    line: Option<String>,
    /// The cell of the marble that is chosen.
    from: Option<String>,
    /// The cell of the one that was left.
    left: Option<String>,
}

impl FirstGame {
    fn new(info: &'static GameInfo, nonce: [u8; 16]) -> Self {
        Self {
            info,
            nonce: hex::encode(nonce),
        }
    }

    fn bot(&self) -> &'static str {
        let easiest = self.info.difficulties("").next();
        easiest.map_or(self.info.usual_bot, |level| level.bot)
    }
}

impl Course {
    fn new(info: &'static GameInfo, jar: &CookieJar, nonce: [u8; 16]) -> Self {
        let lessons = catalog::of(info.name);
        let progress = Progress::of(jar, info.name);
        let place = progress.next().map_or(0, |number| number - 1);
        let start = lessons.get(place).and_then(|lesson| lesson.steps.first());
        let start = start.map_or(info.example, |step| step.start);
        let options = format!("{}-", info.name);
        let picture = AnyGame::from_position(start, None)
            .ok()
            .map(|game| Scene::of(&game).svg(game_info::on_board(&options)));
        Self {
            info,
            lessons,
            progress,
            picture: picture.unwrap_or_default(),
            first_game: FirstGame::new(info, nonce),
        }
    }

    /// The lessons with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (usize, &'static Lesson)> {
        (1..).zip(self.lessons)
    }
}

impl LessonPage {
    fn is_reached(&self) -> bool {
        self.verdict == Verdict::Reached
    }

    fn is_missed(&self) -> bool {
        self.verdict == Verdict::Missed
    }

    /// The address of a step of this lesson.
    fn step_at(&self, place: usize) -> String {
        step_address(self.info, self.number, place)
    }

    /// The number of the next step; `None` after the last.
    fn next_step(&self) -> Option<usize> {
        (self.place < self.lesson.steps.len()).then_some(self.place + 1)
    }

    /// The next lesson with its number; `None` after the last.
    fn next_lesson(&self) -> Option<(usize, &'static Lesson)> {
        let lesson = self.lessons.get(self.number)?;
        Some((self.number + 1, lesson))
    }
}

fn step_address(info: &GameInfo, number: usize, place: usize) -> String {
    format!("/learn/{}/{number}?step={place}", info.name)
}

/// All lessons.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    browser: BrowserKey,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    // A form sent twice comes from the same browser both times.
    let NewBrowser { cookie, .. } = NewBrowser::of(browser, &app)?;
    let mut games = Vec::new();
    for info in &*GAMES {
        games.push(Course::new(info, &jar, app.service.randomness().bytes()?));
    }
    let index = IndexPage {
        graph: open_graph::of_page(
            &site,
            sentences::LEARN,
            sentences::LEARN_DESCRIPTION,
            "/learn",
        ),
        games,
    };
    Ok((cookie, page(StatusCode::OK, &index)).into_response())
}

/// Leads to the lessons of a game among all.
pub(super) async fn show_game(Path(game): Path<String>) -> Response {
    match game_info::of(&game) {
        Some(info) => Redirect::to(&format!("/learn#{}", info.name)).into_response(),
        None => no_such_game(&game),
    }
}

fn no_such_game(sent: &str) -> Response {
    not_found(sentences::no_such_game(&shortened(sent, 40)))
}

fn not_found(says: String) -> Response {
    let template = ErrorPage {
        title: "There is no such lesson",
        says,
        address: "/learn".to_owned(),
        onward: "All lessons",
    };
    page(StatusCode::NOT_FOUND, &template)
}

/// The number that an address has, if it is one of so many from 1, written plainly.
fn numbered(sent: &str, most: usize) -> Option<usize> {
    let number: usize = sent.parse().ok()?;
    ((1..=most).contains(&number) && number.to_string() == sent).then_some(number)
}

/// A step of a lesson.
pub(super) async fn show_lesson(
    State(app): State<Arc<App>>,
    Path((game, lesson)): Path<(String, String)>,
    Query(query): Query<LessonQuery>,
    browser: BrowserKey,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let Some(info) = game_info::of(&game) else {
        return Ok(no_such_game(&game));
    };
    let lessons = catalog::of(info.name);
    let Some(number) = numbered(&lesson, lessons.len()) else {
        let sent = shortened(&lesson, LONGEST_NUMBER);
        let says = sentences::no_such_lesson(info.title, &sent, lessons.len());
        return Ok(not_found(says));
    };
    let lesson = &lessons[number - 1];
    let sent = query.step.as_deref().unwrap_or("1");
    let Some(place) = numbered(sent, lesson.steps.len()) else {
        let sent = shortened(sent, LONGEST_NUMBER);
        return Ok(not_found(sentences::no_such_step(
            &sent,
            lesson.steps.len(),
        )));
    };
    let step = &lesson.steps[place - 1];
    let Attempt {
        moves,
        scene,
        verdict,
        happened,
    } = match attempt(step, query.line.as_deref().unwrap_or_default()) {
        Ok(attempt) => attempt,
        Err(says) => {
            let template = ErrorPage {
                title: "That is no move here",
                says,
                address: step_address(info, number, place),
                onward: "Back to the lesson",
            };
            return Ok(page(StatusCode::BAD_REQUEST, &template));
        }
    };
    let NewBrowser { mut cookie, .. } = NewBrowser::of(browser, &app)?;
    let is_done = verdict == Verdict::Reached && place == lesson.steps.len();
    if is_done {
        cookie = Progress::of(&jar, info.name).add(cookie, &app, number);
    }
    let line = Line::new(step_address(info, number, place), moves);
    let look = ViewerPrefs::of(&jar).look;
    let board = if verdict == Verdict::Open {
        looked_at(&scene, look, &line.address(), [&query.from, &query.left])
    } else {
        still(&scene, look)
    };
    let first_game = if is_done && number == lessons.len() {
        Some(FirstGame::new(info, app.service.randomness().bytes()?))
    } else {
        None
    };
    let title = format!("{} – {}", lesson.title, sentences::learn_title(info.title));
    let path = format!("/learn/{}/{number}", info.name);
    let shown = LessonPage {
        graph: open_graph::of_page(&site, &title, lesson.about, &path),
        info,
        number,
        lessons,
        lesson,
        place,
        step,
        practice: Practice {
            board,
            line,
            rolls: Rolls::Given,
        },
        scene,
        verdict,
        happened,
        first_game,
    };
    Ok((cookie, page(StatusCode::OK, &shown)).into_response())
}
