//! Why an analysis is not begun.

use parlor_service::studies::StudyRefusal;

/// The reason, and what to do.
pub(crate) fn study_refusal(refusal: &StudyRefusal) -> String {
    match refusal {
        StudyRefusal::Game(reason) => reason.to_string(),
        StudyRefusal::TooLong { plies, most } => format!(
            "the game has {plies} plies, and at most {most} are analyzed here; save its record and \
             use `parlor ludo analyse` or `parlor kuba analyse`"
        ),
        StudyRefusal::ClientHasMany { most } => {
            format!("{most} analyses wait for you, which is the most; try again when one is there")
        }
        StudyRefusal::AllBusy => "too many analyses wait; try again in a moment".to_owned(),
    }
}
