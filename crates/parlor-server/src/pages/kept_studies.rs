//! The endgame studies of the tables, with their records.

use std::sync::LazyLock;

use axum::http::StatusCode;
use axum::response::Response;
use kuba_rules::{Action, Rules, Side};
use kuba_tables::{EndgameStudy, endgame_studies};
use parlor_game::Kuba;
use parlor_record::record::{Opening, Record};
use parlor_service::imports::Import;
use parlor_view::printable;

use super::practice::{ErrorPage, shortened};
use super::{page, sentences};

/// The most bytes of a name that are shown again where it is none.
const LONGEST_NAME: usize = 20;

/// A study with its record.
#[derive(Debug)]
pub(super) struct KeptStudy {
    pub(super) study: &'static EndgameStudy,
    pub(super) name: String,
    pub(super) import: Import,
}

/// All studies, in their order.
pub(super) static KEPT: LazyLock<Vec<KeptStudy>> = LazyLock::new(|| {
    let kept = endgame_studies().iter().map(|study| KeptStudy {
        study,
        name: study.name(),
        import: Import::new(record(study).into()),
    });
    kept.collect()
});

/// The record of a study, whose comments say how long the win still takes.
fn record(study: &EndgameStudy) -> Record<Kuba> {
    let mut opening = Opening::<Kuba>::new(Rules::Classroom, Side::ALL);
    opening.start = Some(study.position);
    for player in &mut opening.players {
        player.name = Some(player.seat.to_string());
    }
    let mut record = Record::begin(opening).expect("White is to move in a study");
    for (left, &push) in (0..study.line.len()).rev().zip(&study.line) {
        record
            .push(Action::Push(push))
            .expect("the line of a study is legal");
        if left > 0
            && let Some(notes) = record.last_notes_mut()
        {
            notes.comment = Some(sentences::still_wins_in(left));
        }
    }
    record
}

/// The study of this name.
pub(super) fn find(name: &str) -> Option<&'static KeptStudy> {
    KEPT.iter().find(|kept| kept.name == name)
}

/// Where there is none.
pub(super) fn no_such_study(name: &str) -> Response {
    let template = ErrorPage {
        title: "There is no such study",
        says: sentences::no_such_study(&shortened(&printable(name), LONGEST_NAME)),
        address: "/studies".to_owned(),
        onward: sentences::TO_ALL_STUDIES,
    };
    page(StatusCode::NOT_FOUND, &template)
}
