//! Whether the dice of a game are right: computed again by the server, and with scripts by the
//! visitor's own browser.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use parlor_dice::{Bytes32, ComparedRoll};
use parlor_game::{Game as _, Kuba};
use parlor_record::record::AnyRecord;
use serde::Deserialize;

use super::client_work::ClientWork;
use super::extractors::{Path, Query};
use super::game::find;
use super::verified::Verified;
use super::{PageError, error, narration, page, sentences};
use crate::app::{App, Client};
use parlor_table::table::{GameView, Status};

/// The most rolls in one list.
const MOST_ROLLS: usize = 300;

/// Which rolls are asked for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct VerifyQuery {
    /// The number of a roll in the list, from 1; without it the one that is wrong, or the first.
    roll: Option<usize>,
}

/// Rolls that are in one list, by their numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RollRange {
    first: usize,
    last: usize,
}

/// The log of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogInfo {
    version: u64,
    head: Bytes32,
}

impl LogInfo {
    pub(super) fn of(view: &GameView) -> Option<Self> {
        let version = view.version;
        view.head.map(|head| Self { version, head })
    }
}

#[derive(Template)]
#[template(path = "verify.html")]
struct VerifyPage<'a> {
    game: &'static str,
    /// `Ludo: Ann and Bo`.
    heading: &'a str,
    /// The address of the game, and what the link to it is called.
    back: &'a str,
    back_title: &'static str,
    title: &'static str,
    /// What was found; `None` while the game goes on.
    verified: Option<&'a Verified>,
    /// Whether the dice can be computed, by the browser as well.
    has_dice: bool,
    rolls: &'a [ComparedRoll],
    /// The log, where it is here.
    log: Option<LogInfo>,
    /// All parts of the rolls, where they are too many for one list, and the one that is shown.
    parts: Vec<RollRange>,
    shown: RollRange,
}

pub(super) async fn show_game(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Path(id): Path<String>,
    Query(query): Query<VerifyQuery>,
    client: Client,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    let view = handle.view_for(&[]);
    let back = format!("/games/{}", view.id);
    if view.status != Status::Over {
        return Ok(page(
            StatusCode::OK,
            &VerifyPage::early(&view, &narration::heading(&view), &back),
        ));
    }
    // What is verified is the record that everybody can save.
    let record = handle.record_text();
    let place = work.place(&app, client.net)?;
    let verify = move || AnyRecord::read(&record).map(|record| Verified::of(&record));
    let verified = place.run(&app, verify).await?.map_err(|broken| {
        tracing::error!(%broken, game = %view.id, "a record of a game cannot be read");
        error(StatusCode::INTERNAL_SERVER_ERROR)
    })?;
    let log = LogInfo::of(&view);
    answer(&verified, log, &back, sentences::TO_THE_GAME, query)
}

/// The page about a record.
///
/// # Errors
/// If the list that is asked for does not exist.
pub(super) fn answer(
    verified: &Verified,
    log: Option<LogInfo>,
    back: &str,
    back_title: &'static str,
    query: VerifyQuery,
) -> Result<Response, PageError> {
    let parts = RollRange::all(verified.rolls.len());
    let usual = verified.wrong.unwrap_or_default() + 1;
    let wanted = query.roll.unwrap_or(usual);
    let has_wanted = |part: &&RollRange| (part.first..=part.last).contains(&wanted);
    let shown = match parts.iter().find(has_wanted) {
        Some(part) => *part,
        None if query.roll.is_none() => RollRange { first: 1, last: 0 },
        None => {
            return Err(error(StatusCode::NOT_FOUND)
                .titled("There is no such roll")
                .saying(sentences::no_such_roll(wanted, verified.rolls.len())));
        }
    };
    Ok(page(
        StatusCode::OK,
        &VerifyPage {
            game: verified.head.game,
            heading: &verified.head.heading,
            back,
            back_title,
            title: verified.title,
            verified: Some(verified),
            has_dice: !verified.epochs.is_empty(),
            rolls: &verified.rolls[shown.first - 1..shown.last],
            log,
            parts,
            shown,
        },
    ))
}

impl RollRange {
    /// The parts of so many rolls.
    fn all(rolls: usize) -> Vec<Self> {
        let firsts = (1..=rolls).step_by(MOST_ROLLS);
        let part = |first: usize| Self {
            first,
            last: rolls.min(first + MOST_ROLLS - 1),
        };
        firsts.map(part).collect()
    }
}

impl<'a> VerifyPage<'a> {
    /// The page of a game whose dice are still secret, or which has none.
    fn early(view: &GameView, heading: &'a str, back: &'a str) -> Self {
        let game = view.game;
        Self {
            game,
            log: LogInfo::of(view),
            heading,
            back,
            back_title: sentences::TO_THE_GAME,
            title: if game == Kuba::NAME {
                sentences::NO_DICE
            } else {
                sentences::NOT_YET
            },
            verified: None,
            has_dice: false,
            rolls: &[],
            parts: Vec::new(),
            shown: RollRange { first: 1, last: 0 },
        }
    }
}
