//! A scripted game of Ludo that was brought from elsewhere, stepped through. Rules: L-21.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum_extra::extract::cookie::CookieJar;
use parlor_service::imports::ImportId;
use parlor_view::{Look, PictureOptions, Replayed, Style, replay};

use super::board::look_class;
use super::client_work::ClientWork;
use super::extractors::{Path, Query};
use super::import::find;
use super::recorded::RecordHead;
use super::replay::{Remarks, ReplayQuery};
use super::stepper::{Place, Stepper};
use super::steps::StepWords;
use super::viewer::ViewerPrefs;
use super::{error, game_info, game_picture, live, page, page_with, sentences};
use crate::app::{App, Client};

/// A board as it was after a ply.
struct ShownBoard {
    game: &'static str,
    look: &'static str,
    svg: String,
}

/// What a page shows of a ply.
struct ShownPly {
    svg: String,
    /// What happened; `None` at the start.
    sentence: Option<String>,
    /// Whose turn it is then, or how the game ended.
    status: String,
    remarks: Remarks,
    description: Vec<String>,
}

#[derive(Template)]
#[template(path = "script_replay.html")]
struct ReplayPage<'a> {
    id: ImportId,
    head: &'a RecordHead,
    board: ShownBoard,
    /// `Move 5 of 24`.
    place: String,
    step: Option<StepWords>,
    /// Whose turn it was then, or how the game ended.
    turn: Option<String>,
    stepper: Stepper,
    remarks: Option<Remarks>,
    description: Vec<String>,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Path(id): Path<String>,
    Query(query): Query<ReplayQuery>,
    client: Client,
    jar: CookieJar,
) -> axum::response::Result<Response> {
    let import = find(&app, &id).await?;
    let last = import.record().length();
    let ply = query.ply.as_deref();
    let ply = ply.map_or(Ok(last), |ply| game_picture::ply(ply, last))?;
    let id = import.id();
    let head = RecordHead::of(import.record());
    let look = ViewerPrefs::of(&jar).look;
    let waits = work.place(&app, client.net)?;
    let play = move || {
        let mut plies = replay(import.record());
        plies.nth(ply).map(|ply| ShownPly::of(&ply, look))
    };
    let shown = waits.run(&app, play).await?;
    let shown = shown.ok_or_else(|| error(StatusCode::INTERNAL_SERVER_ERROR))?;
    let at = Place {
        ply,
        last,
        stops: [
            ply.checked_sub(1),
            Some(ply + 1).filter(|next| *next <= last),
        ],
        by: query.by.as_deref(),
    };
    let step = shown.sentence.map(|plain| StepWords { plain, exact: None });
    let says = at.says(step.as_ref());
    let address = format!("/imports/{id}/replay");
    let shown = ReplayPage {
        id,
        board: ShownBoard {
            game: head.game,
            look: look_class(look),
            svg: shown.svg,
        },
        place: at.title(),
        step,
        turn: Some(shown.status),
        stepper: Stepper::new(address, at, says),
        remarks: Some(shown.remarks),
        description: shown.description,
        head: &head,
    };
    Ok(match query.shown {
        None => page(StatusCode::OK, &shown),
        Some(_) => page_with(StatusCode::OK, &shown, |html| {
            live::excerpt(&html, &[], true)
        }),
    })
}

impl ShownPly {
    fn of(ply: &Replayed<'_>, look: Look) -> Self {
        let options = PictureOptions {
            style: Style::Page,
            look,
            ..PictureOptions::default()
        };
        Self {
            svg: ply.state.svg(options),
            sentence: ply.sentence().as_deref().map(without_rules),
            status: without_rules(&ply.state.status()),
            remarks: Remarks::of(ply.comment, ply.clock),
            description: ply.state.description(),
        }
    }
}

/// A sentence without the rules that it cites; they are in the board in words.
fn without_rules(sentence: &str) -> String {
    let is_rule = |cited: &str| {
        let number = cited.strip_prefix("K-").or(cited.strip_prefix("L-"));
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let (mut plain, mut rest) = (String::new(), sentence);
    while let Some((before, after)) = rest.split_once(" (") {
        plain.push_str(before);
        rest = match after.split_once(')') {
            Some((cited, others)) if is_rule(cited) => others,
            _ => {
                plain.push_str(" (");
                after
            }
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::without_rules;

    #[test]
    fn a_sentence_reads_on_without_the_rules_that_it_cites() {
        for (cites, plain) in [
            (
                "Bob pushes 12F: 2 marbles move (K-4); captures a red (K-6).",
                "Bob pushes 12F: 2 marbles move; captures a red.",
            ),
            ("Ann (W) has won (L-30)", "Ann (W) has won"),
            ("An open (K-4", "An open (K-4"),
            ("A (K-x) (L-) ()", "A (K-x) (L-) ()"),
        ] {
            assert_eq!(without_rules(cites), plain);
        }
    }
}
