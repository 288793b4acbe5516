//! A scripted game, stepped through: the rule that decides at every roll of Ludo, and what every call of
//! Kuba returns. Rules: L-21, K-16.
//!
//! The game is in the address of the page, or in a record that was brought.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum_extra::extract::cookie::CookieJar;
use parlor_record::assignment::Scripted;
use parlor_record::record::{AnyRecord, ScriptRecord};
use parlor_service::client_net::ClientNet;
use parlor_view::{Look, Replayed, calls, replay};
use serde::Deserialize;

use super::animation::AnimationFrame;
use super::board::{look_class, options};
use super::client_work::ClientWork;
use super::extractors::{Path, Query};
use super::import::find;
use super::move_range::MoveRange;
use super::open_graph::{self, OpenGraph};
use super::recorded::RecordHead;
use super::replay::{Remarks, ReplayQuery};
use super::script::address::{Fields, query_of};
use super::stepper::{Place, Stepper};
use super::steps::StepWords;
use super::viewer::ViewerPrefs;
use super::{
    PageError, animation, error, game_info, game_picture, live, page, page_with, sentences,
};
use crate::app::{Address, App, Client};
use parlor_service::imports::Import;
use returned::Returned;

mod returned;

/// What was noted when a game was read, as the addresses of its pages have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Noted {
    /// `players`, if they were assumed.
    assumed: Option<String>,
    /// The number of calls that were passed over.
    ignored: Option<String>,
}

impl Noted {
    /// What was noted of an assignment.
    pub(super) fn new(are_players_assumed: bool, ignored: usize) -> Self {
        Self {
            assumed: are_players_assumed.then(|| "players".to_owned()),
            ignored: (ignored > 0).then(|| ignored.to_string()),
        }
    }

    fn fields(&self) -> Fields {
        let assumed = self
            .assumed
            .as_deref()
            .filter(|assumed| *assumed == "players");
        let assumed = assumed.map(|assumed| ("assumed", assumed.to_owned()));
        let ignored = self
            .ignored()
            .map(|ignored| ("ignored", ignored.to_string()));
        assumed.into_iter().chain(ignored).collect()
    }

    fn ignored(&self) -> Option<u32> {
        self.ignored
            .as_ref()?
            .parse()
            .ok()
            .filter(|&ignored| ignored > 0)
    }

    /// The fields as the beginning of a query.
    pub(super) fn query(&self) -> String {
        match query_of(&self.fields()) {
            query if query.is_empty() => query,
            query => query + "&",
        }
    }

    /// What is said of it.
    fn says(&self) -> Vec<String> {
        let assumed = self
            .assumed
            .as_ref()
            .map(|_| sentences::PLAYERS_ASSUMED.to_owned());
        let ignored = self.ignored().map(sentences::calls_passed_over);
        assumed.into_iter().chain(ignored).collect()
    }
}

/// The ply that is asked for, and what was noted: [`ReplayQuery`] with texts, since fields that are
/// read as parts of others have no other types.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ScriptReplayQuery {
    ply: Option<String>,
    by: Option<String>,
    shown: Option<String>,
    #[serde(flatten)]
    noted: Noted,
}

impl ScriptReplayQuery {
    pub(super) fn parts(self) -> (ReplayQuery, Noted) {
        let Self {
            ply,
            by,
            shown,
            noted,
        } = self;
        let shown = shown.and_then(|shown| shown.parse().ok());
        (ReplayQuery { ply, by, shown }, noted)
    }
}

/// Where a scripted game is.
enum Source {
    /// In the address.
    Address(Box<Scripted>),
    Brought(Arc<Import>),
}

/// A scripted game that is shown.
pub(super) struct Shown {
    source: Source,
    /// The address without a query, and the fields that are the game.
    path: String,
    fields: Fields,
    noted: Noted,
}

impl Shown {
    /// A game in an address.
    pub(super) fn of_address(game: Scripted, fields: Fields, noted: Noted) -> Self {
        Self {
            source: Source::Address(Box::new(game)),
            path: "/script".to_owned(),
            fields,
            noted,
        }
    }
}

/// A board as it was after a ply.
struct ShownBoard {
    game: &'static str,
    look: &'static str,
    svg: String,
}

/// A turn or a call in the list of all.
struct Line {
    number: usize,
    /// What a call returned; `None` in Ludo.
    result: Option<bool>,
    /// What happened, with the rule.
    says: String,
}

#[derive(Template)]
#[template(path = "script_replay.html")]
struct ReplayPage {
    graph: OpenGraph,
    head: RecordHead,
    board: ShownBoard,
    /// `Move 5 of 24`.
    place: String,
    /// The ply that is shown; `None` at the start.
    now: Option<Line>,
    /// Whose turn it was then, or how the game ended.
    status: String,
    stepper: Stepper,
    remarks: Option<Remarks>,
    description: Vec<String>,
    noted: Vec<String>,
    /// The part of the turns in which the one that is shown is, and the others.
    lines: Vec<Line>,
    other_parts: Vec<MoveRange>,
    /// Whether the script has the list already.
    is_list_known: bool,
    returned: Returned,
    /// The page of the record; `None` if the game is in the address.
    record: Option<String>,
    /// The address of this ply, to be passed on.
    url: String,
    /// The game as a program, to be changed.
    program: Option<String>,
}

/// The replay of a script that was brought as a record.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Path(id): Path<String>,
    Query(query): Query<ScriptReplayQuery>,
    client: Client,
    jar: CookieJar,
    site: Address,
) -> axum::response::Result<Response> {
    let import = find(&app, &id).await?;
    let (asked, noted) = query.parts();
    let shown = Shown {
        path: format!("/imports/{}/replay", import.id()),
        source: Source::Brought(import),
        fields: Fields::new(),
        noted,
    };
    Ok(answer(&app, &work, client.net, shown, asked, &jar, site).await?)
}

/// The page of a ply of a scripted game.
pub(super) async fn answer(
    app: &App,
    work: &ClientWork,
    client: ClientNet,
    shown: Shown,
    asked: ReplayQuery,
    jar: &CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let look = ViewerPrefs::of(jar).look;
    let place = work.place(app, client)?;
    let is_excerpt = asked.shown.is_some();
    let make = move || shown.made(&asked, look, &site);
    let Made {
        page: shown,
        frames,
    } = place.run(app, make).await??;
    // Here, where the theme of the request is known.
    Ok(if is_excerpt {
        page_with(StatusCode::OK, &shown, |html| {
            live::excerpt(&html, &frames, true)
        })
    } else {
        page(StatusCode::OK, &shown)
    })
}

/// A page that was made, and what moves on the way to it.
struct Made {
    page: ReplayPage,
    frames: Vec<AnimationFrame>,
}

impl Shown {
    fn made(&self, asked: &ReplayQuery, look: Look, site: &Address) -> Result<Made, PageError> {
        match &self.source {
            Source::Address(game) => match &**game {
                Scripted::Ludo(script) => {
                    let record = AnyRecord::from(ScriptRecord::new(script));
                    self.made_of(&record, asked, look, site)
                }
                Scripted::Kuba(script) => {
                    let plies = calls(script).map(|ply| (ply.state.result(), ply.boxed()));
                    let (head, returned) =
                        (RecordHead::of_calls(script), Returned::of_calls(script));
                    self.made_with(head, plies, returned, asked, look, site)
                }
            },
            Source::Brought(import) => self.made_of(import.record(), asked, look, site),
        }
    }

    fn made_of(
        &self,
        record: &AnyRecord,
        asked: &ReplayQuery,
        look: Look,
        site: &Address,
    ) -> Result<Made, PageError> {
        let plies = replay(record).map(|ply| (None, ply));
        let returned = match record {
            AnyRecord::LudoScript(record) => Returned::of_script(&record.script()),
            AnyRecord::Ludo(_) | AnyRecord::Kuba(_) => Returned::default(),
        };
        self.made_with(RecordHead::of(record), plies, returned, asked, look, site)
    }

    fn made_with<'r>(
        &self,
        head: RecordHead,
        plies: impl Iterator<Item = (Option<bool>, Replayed<'r>)>,
        returned: Returned,
        asked: &ReplayQuery,
        look: Look,
        site: &Address,
    ) -> Result<Made, PageError> {
        let last = head.length;
        let ply = asked.ply.as_deref();
        let ply = ply.map_or(Ok(last), |ply| game_picture::ply(ply, last))?;
        let part = MoveRange::with(ply, last);
        let is_list_known = part.is_shown(asked.shown, last);
        let (mut lines, mut here) = (Vec::new(), None);
        for (result, replayed) in plies.take(part.last.max(ply) + 1) {
            let number = replayed.number;
            let is_listed = !is_list_known && (part.first..=part.last).contains(&number);
            if is_listed || (number == ply && number > 0) {
                let says = replayed.sentence().unwrap_or_default();
                lines.push(Line {
                    number,
                    result,
                    says,
                });
            }
            if number == ply {
                here = Some(replayed);
            }
        }
        let here = here.ok_or_else(|| error(StatusCode::INTERNAL_SERVER_ERROR))?;
        let now = lines
            .iter()
            .find(|line| line.number == ply)
            .map(|line| Line {
                says: line.says.clone(),
                ..*line
            });
        if is_list_known {
            lines.clear();
        }
        let at = Place {
            ply,
            last,
            stops: [
                ply.checked_sub(1),
                Some(ply + 1).filter(|next| *next <= last),
            ],
            by: asked.by.as_deref(),
        };
        let step = now.as_ref().map(|line| StepWords {
            plain: line.says.clone(),
            exact: None,
        });
        let says = at.says(step.as_ref());
        let svg = here.state.svg(options(look));
        let frames = match asked.shown {
            Some(shown) if ply.checked_sub(1) == Some(shown) => {
                let says = step.map(|step| step.plain).unwrap_or_default();
                animation::scripted(here.state.motions_here(look), says, &svg)
            }
            _ => Vec::new(),
        };
        let fields = [self.fields.clone(), self.noted.fields()].concat();
        let mut shared = self.fields.clone();
        shared.push(("ply", ply.to_string()));
        let url = format!("{}?{}", self.path, query_of(&shared));
        let description = sentences::script_description(&returned.summary());
        let page = ReplayPage {
            graph: open_graph::of_page(site, &head.heading, &description, &url),
            url: format!("{}{url}", site.0),
            board: ShownBoard {
                game: head.game,
                look: look_class(look),
                svg,
            },
            place: at.title(),
            now,
            status: here.state.status(),
            stepper: Stepper::new(self.path.clone(), fields, at, says),
            remarks: Some(Remarks::of(here.comment, here.clock)),
            description: here.state.description(),
            noted: self.noted.says(),
            lines,
            other_parts: part.others(last),
            is_list_known,
            returned,
            record: match &self.source {
                Source::Brought(import) => Some(format!("/imports/{}", import.id())),
                Source::Address(_) => None,
            },
            program: match &self.source {
                Source::Address(game) => Some(game.to_string()),
                Source::Brought(_) => None,
            },
            head,
        };
        Ok(Made { page, frames })
    }
}
