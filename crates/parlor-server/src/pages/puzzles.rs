//! Puzzles: a position with one right answer, played on the board itself; one for each day.
//!
//! The moves are in the address and every puzzle says what is needed to judge them ([`attempt`]), so pages
//! search nothing and work without scripts; what a browser has done is in a cookie ([`history`]).

mod attempt;
mod history;
mod shown;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_game::AnyGame;
use parlor_puzzles::{Puzzle, PuzzleId};
use parlor_view::Scene;
use serde::Deserialize;

use super::board::{Press, looked_at, still};
use super::extractors::{IsSeen, Path, Query};
use super::game_info::{self, GAMES, GameInfo};
use super::open_graph::{self, OpenGraph};
use super::practice::{ErrorPage, Line, Practice, Rolls, shortened};
use super::viewer::ViewerPrefs;
use super::{PageError, lab, page, sentences};
use crate::app::{Address, App};
use attempt::{Attempt, Outcome, attempt};
use history::History;
use shown::{Answer, Found, Grade};

/// The seconds of a day.
const DAY: u64 = 86_400;

/// The most bytes of a name that are shown again where it is none.
const LONGEST_NAME: usize = 20;

#[derive(Template)]
#[template(path = "puzzles.html")]
struct IndexPage {
    graph: OpenGraph,
    of_day: OfDay,
    games: Vec<Collection>,
}

/// The puzzle of the day as it is offered.
struct OfDay {
    id: PuzzleId,
    title: String,
    picture: String,
    is_solved: bool,
    streak: String,
}

/// The puzzles of a game.
struct Collection {
    info: &'static GameInfo,
    about: &'static str,
    solved: usize,
    grades: Vec<Grade>,
    /// The easiest that is new.
    next: Option<PuzzleId>,
}

impl Collection {
    fn of(info: &'static GameInfo, history: &History) -> Self {
        let grades = shown::grades(info, history);
        Self {
            info,
            about: sentences::puzzles_about(info.name),
            solved: grades.iter().map(Grade::solved).sum(),
            next: grades.iter().find_map(Grade::next),
            grades,
        }
    }

    fn count(&self) -> usize {
        self.grades.iter().map(|grade| grade.puzzles.len()).sum()
    }
}

#[derive(Template)]
#[template(path = "puzzles/list.html")]
struct ListPage {
    graph: OpenGraph,
    collection: Collection,
}

#[derive(Template)]
#[template(path = "puzzles/puzzle.html")]
struct PuzzlePage {
    graph: OpenGraph,
    info: &'static GameInfo,
    id: PuzzleId,
    title: String,
    /// What is to be done.
    task: String,
    /// What else is to be known of the position.
    stands: Option<String>,
    /// What both sides have captured, as pictures.
    trays: Vec<String>,
    is_of_day: bool,
    streak: String,
    grade: u8,
    practice: Practice,
    scene: Scene,
    outcome: Outcome,
    happened: Vec<String>,
    /// What is said of the outcome, once there is one or the answer is shown.
    answer: Option<Answer>,
    /// The one to go on with.
    next: Option<PuzzleId>,
}

impl PuzzlePage {
    fn is_solved(&self) -> bool {
        self.outcome == Outcome::Solved
    }

    fn is_missed(&self) -> bool {
        self.outcome == Outcome::Missed
    }

    /// The address of the analysis board with the position that is shown.
    fn analysis(&self) -> Option<String> {
        lab::address::of_scene(&self.scene)
    }
}

/// What an address of a puzzle asks for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct PuzzleQuery {
    /// The reader's moves.
    line: Option<String>,
    /// The cell of the marble that is chosen.
    from: Option<String>,
    /// The cell of the one that was left.
    left: Option<String>,
    /// `answer` to be shown it.
    show: Option<String>,
}

/// Today, in days since the beginning of 1970, UTC.
fn today(app: &App) -> u32 {
    let seconds = app.service.now().0 / 1_000;
    u32::try_from(seconds / DAY).unwrap_or(u32::MAX)
}

/// The puzzle of the day.
pub(super) fn of_today(app: &App) -> PuzzleId {
    Puzzle::of_day(today(app)).id()
}

/// The puzzle of the day, and all others.
pub(super) async fn show(State(app): State<Arc<App>>, jar: CookieJar, site: Address) -> Response {
    let history = History::of(&jar);
    let today = today(&app);
    let puzzle = Puzzle::of_day(today);
    let index = IndexPage {
        graph: open_graph::of_page(
            &site,
            sentences::PUZZLES,
            sentences::PUZZLES_DESCRIPTION,
            "/puzzles",
        ),
        of_day: OfDay {
            id: puzzle.id(),
            title: shown::title(puzzle),
            picture: picture(puzzle),
            is_solved: history.streak().has(today),
            streak: shown::streak(history.streak(), today),
        },
        games: GAMES
            .iter()
            .map(|info| Collection::of(info, &history))
            .collect(),
    };
    page(StatusCode::OK, &index)
}

/// The position of a puzzle as a picture.
fn picture(puzzle: Puzzle) -> String {
    let position = shown::position(puzzle);
    let game = AnyGame::from_position(&position, None);
    game.map_or(String::new(), |game| {
        Scene::of(&game).svg(game_info::on_board("day-"))
    })
}

/// A puzzle of this name, or all of a game.
pub(super) async fn show_named(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(query): Query<PuzzleQuery>,
    jar: CookieJar,
    site: Address,
    is_seen: IsSeen,
) -> Result<Response, PageError> {
    if let Some(info) = game_info::of(&name) {
        let title = sentences::puzzles_of(info.title);
        let list = ListPage {
            graph: open_graph::of_page(
                &site,
                &title,
                sentences::PUZZLES_DESCRIPTION,
                &format!("/puzzles/{name}"),
            ),
            collection: Collection::of(info, &History::of(&jar)),
        };
        return Ok(page(StatusCode::OK, &list));
    }
    let Some(found) = Found::of(&name) else {
        let template = ErrorPage {
            title: "There is no such puzzle",
            says: sentences::no_such_puzzle(&shortened(&name, LONGEST_NAME)),
            address: "/puzzles".to_owned(),
            onward: "All puzzles",
        };
        return Ok(page(StatusCode::NOT_FOUND, &template));
    };
    let (history, shown) = show_puzzle(&app, found, &query, &jar, &site);
    Ok(match history {
        Some(history) if is_seen.0 => (history.keep(CookieJar::new(), &app), shown).into_response(),
        _ => shown,
    })
}

/// A puzzle, and the history with what was done there, if that is new.
fn show_puzzle(
    app: &App,
    found: Found,
    query: &PuzzleQuery,
    jar: &CookieJar,
    site: &Address,
) -> (Option<History>, Response) {
    let Found {
        puzzle,
        info,
        place,
    } = found;
    let id = puzzle.id();
    let address = format!("/puzzles/{id}");
    let tried = match attempt(puzzle, query.line.as_deref().unwrap_or_default()) {
        Ok(tried) => tried,
        Err(says) => {
            let template = ErrorPage {
                title: "That is no move here",
                says,
                address,
                onward: "Back to the puzzle",
            };
            return (None, page(StatusCode::BAD_REQUEST, &template));
        }
    };
    let Attempt {
        moves,
        scene,
        outcome,
        happened,
    } = tried;
    let is_shown = query.show.as_deref() == Some("answer") && outcome == Outcome::Open;
    let today = today(app);
    let is_of_day = Puzzle::of_day(today).id() == id;
    let old = History::of(jar);
    let mut history = old.clone();
    match outcome {
        Outcome::Solved => history.solve(id, place, is_of_day.then_some(today)),
        Outcome::Missed => history.miss(id, place),
        Outcome::Open if is_shown => history.miss(id, place),
        Outcome::Open => {}
    }
    let line = Line::new(address.clone(), moves);
    let look = ViewerPrefs::of(jar).look;
    let board = if outcome == Outcome::Open {
        looked_at(&scene, look, &line.address(), [&query.from, &query.left])
    } else {
        still(&scene, look)
    };
    let (title, task) = (shown::title(puzzle), shown::task(puzzle));
    let shown = PuzzlePage {
        graph: open_graph::of_page(site, &title, &task, &address),
        info,
        id,
        task,
        stands: shown::stands(puzzle, &scene),
        trays: shown::trays(puzzle, &scene, look),
        is_of_day,
        streak: shown::streak(history.streak(), today),
        grade: puzzle.grade(),
        answer: (is_shown || outcome != Outcome::Open)
            .then(|| Answer::of(puzzle, outcome, is_shown, &line)),
        next: found.next(&history),
        title,
        practice: Practice {
            board,
            line,
            rolls: Rolls::Given,
        },
        scene,
        outcome,
        happened,
    };
    let shown = page(StatusCode::OK, &shown);
    ((history != old).then_some(history), shown)
}
