//! A game to look back on: one that is over here, or one that was brought as a record.

use core::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use kuba_tables::EndgameStudy;
use parking_lot::RwLockReadGuard;

use super::client_work::ClientWork;
use super::extractors::Path;
use super::kept_studies::KeptStudy;
use super::{PageError, error, game, import, kept_studies, sentences};
use crate::app::{App, BrowserKey, NewBrowser};
use parlor_record::record::AnyRecord;
use parlor_service::client_net::ClientNet;
use parlor_service::imports::ImportId;
use parlor_service::service::GameHandle;
use parlor_table::table::{AnyTable, GameView, Status};

/// Where a game is.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Here, where it was played.
    Here(Arc<GameHandle>),
    /// In a record.
    Brought {
        shelf: Shelf,
        table: Arc<dyn AnyTable>,
        /// Whether a roll of it is not that of its dice.
        is_forged: bool,
    },
}

/// Where a record is.
#[derive(Clone, Debug)]
pub(super) enum Shelf {
    /// Among those that were brought.
    Import(ImportId),
    /// Among the endgame studies.
    Study(&'static KeptStudy),
}

/// A table that is read.
pub(super) enum TableRef<'a> {
    Locked(RwLockReadGuard<'a, Box<dyn AnyTable>>),
    Own(&'a (dyn AnyTable + 'static)),
}

impl Deref for TableRef<'_> {
    type Target = dyn AnyTable;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Locked(table) => &***table,
            Self::Own(table) => *table,
        }
    }
}

impl Source {
    /// The game with this name, by the folder of its address.
    ///
    /// # Errors
    /// The page that is shown instead.
    pub(super) async fn find(app: &App, uri: &Uri, name: &str) -> Result<Self, Response> {
        if uri.path().starts_with("/studies/") {
            return Self::of_study(name).ok_or_else(|| kept_studies::no_such_study(name));
        }
        if !uri.path().starts_with("/imports/") {
            let found = game::find(app, name).await;
            return found.map(Self::Here).map_err(PageError::into_response);
        }
        let import = import::find(app, name)
            .await
            .map_err(import::Gone::into_response)?;
        match import.table() {
            Some(table) => Ok(Self::Brought {
                shelf: Shelf::Import(import.id()),
                table: Arc::clone(table),
                is_forged: import.is_forged(),
            }),
            None => Err(error(StatusCode::UNPROCESSABLE_ENTITY)
                .titled(sentences::SCRIPT_IS_NO_GAME)
                .saying(sentences::SCRIPT_HAS_NO_CHOICES)
                .into_response()),
        }
    }

    /// The endgame study of this name.
    fn of_study(name: &str) -> Option<Self> {
        let kept = kept_studies::find(name)?;
        Some(Self::Brought {
            shelf: Shelf::Study(kept),
            table: Arc::clone(kept.import.table()?),
            is_forged: false,
        })
    }

    /// What the page of an endgame study is called; `None` for a game.
    pub(super) fn study_heading(&self) -> Option<String> {
        let study = self.study()?;
        let wins = sentences::white_wins_in(study.line.len());
        Some(sentences::study_named(&sentences::marbles_of(study), &wins))
    }

    /// What is known of an endgame study; `None` for a game.
    pub(super) fn study_claim(&self) -> Option<String> {
        let study = self.study()?;
        let wins = sentences::white_wins_in(study.line.len());
        Some(sentences::study_begins(&wins, &sentences::needs_of(study)))
    }

    const fn study(&self) -> Option<&'static EndgameStudy> {
        match self {
            Self::Brought {
                shelf: Shelf::Study(kept),
                ..
            } => Some(kept.study),
            _ => None,
        }
    }

    /// What it is called, among all that can be looked back on.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Here(handle) => handle.id().to_string(),
            Self::Brought { shelf, .. } => match shelf {
                Shelf::Import(id) => id.to_string(),
                Shelf::Study(kept) => kept.name.clone(),
            },
        }
    }

    /// The address with which those of all its pages begin.
    pub(super) fn address(&self) -> String {
        let folder = match self {
            Self::Here(_) => "games",
            Self::Brought { shelf, .. } => match shelf {
                Shelf::Import(_) => "imports",
                Shelf::Study(_) => "studies",
            },
        };
        format!("/{folder}/{}", self.name())
    }

    /// Where its moves are stepped through.
    pub(super) fn replay(&self) -> String {
        if self.is_study() {
            self.address()
        } else {
            format!("{}/replay", self.address())
        }
    }

    /// Where one goes back to from there, and what the link is called.
    pub(super) fn back(&self) -> (String, &'static str) {
        if self.is_study() {
            ("/studies".to_owned(), sentences::TO_ALL_STUDIES)
        } else {
            (self.address(), self.title())
        }
    }

    /// What a link to the page of the game or the record is called.
    pub(super) const fn title(&self) -> &'static str {
        match self {
            Self::Here(_) => sentences::TO_THE_GAME,
            Self::Brought { .. } => sentences::TO_THE_RECORD,
        }
    }

    /// Where its analysis is in JSON.
    pub(super) fn analysis_json(&self) -> String {
        match self {
            Self::Here(_) => format!("/api{}/analysis", self.address()),
            Self::Brought { .. } => format!("{}/analysis.json", self.address()),
        }
    }

    pub(super) fn table(&self) -> TableRef<'_> {
        match self {
            Self::Here(handle) => TableRef::Locked(handle.table()),
            Self::Brought { table, .. } => TableRef::Own(&**table),
        }
    }

    /// The game as the player of these seats sees it; a record is nobody's.
    pub(super) fn view_for(&self, by: &[char]) -> GameView {
        match self {
            Self::Here(handle) => handle.view_for(by),
            Self::Brought { table, .. } => table.view_for(&[]),
        }
    }

    pub(super) fn record(&self) -> AnyRecord {
        self.table().record()
    }

    /// Whether it can be looked back on: a game that goes on cannot, and a record always can.
    pub(super) fn is_past(&self, view: &GameView) -> bool {
        self.is_brought() || view.status == Status::Over
    }

    pub(super) const fn is_brought(&self) -> bool {
        matches!(self, Self::Brought { .. })
    }

    /// Whether it is best play, and not a game of people.
    pub(super) const fn is_study(&self) -> bool {
        self.study().is_some()
    }

    pub(super) const fn is_forged(&self) -> bool {
        matches!(
            self,
            Self::Brought {
                is_forged: true,
                ..
            }
        )
    }

    /// Makes something of the game: at once of one that was played here, and in its turn of a record,
    /// which may have two hundred thousand plies.
    ///
    /// # Errors
    /// If too much waits already, or it panics.
    pub(super) async fn make<T: Send + 'static>(
        &self,
        app: &App,
        work: &ClientWork,
        client: ClientNet,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PageError> {
        match self {
            Self::Here(_) => Ok(make()),
            Self::Brought { .. } => work.place(app, client)?.run(app, make).await,
        }
    }
}

impl FromRequestParts<Arc<App>> for Source {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(name) = path.map_err(PageError::into_response)?;
        Self::find(app, &parts.uri, &name).await
    }
}

/// The game of an address, as the browser sees it; one that goes on leads to its own page.
pub(super) struct PastGame {
    pub(super) source: Source,
    pub(super) view: GameView,
    /// The browser's own cookie: a form that is sent twice comes from the same browser both times.
    pub(super) cookie: CookieJar,
}

impl FromRequestParts<Arc<App>> for PastGame {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let source = Source::from_request_parts(parts, app).await?;
        let browser = BrowserKey::from_request_parts(parts, app).await;
        let browser = browser.unwrap_or_else(|never| match never {});
        let by = match (&source, &browser.0) {
            (Source::Here(handle), Some(browser)) => handle.held_by(browser),
            _ => Vec::new(),
        };
        let new = NewBrowser::of(browser, app);
        let new = new.map_err(|error| PageError::from(error).into_response())?;
        let view = source.view_for(&by);
        if !source.is_past(&view) {
            return Err(Redirect::to(&source.address()).into_response());
        }
        Ok(Self {
            source,
            view,
            cookie: new.cookie,
        })
    }
}
