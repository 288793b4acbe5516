//! Endgame studies.

use kuba_tables::EndgameStudy;

use super::super::analysis::kuba::thousands;

pub(in crate::pages) const STUDIES: &str = "Endgame studies";
pub(in crate::pages) const STUDIES_DESCRIPTION: &str = "Kuba's endgames of up to five marbles, solved: the longest wins, move by move, and how often the side to move wins.";
pub(in crate::pages) const TO_ALL_STUDIES: &str = "All studies";

sentences! {
    no_such_study(sent: &str) =>
        "There is no study called {sent}. A study has a name such as 2-1-2-1.";
    white_wins_in(pushes: usize) => "White to move wins in {pushes} pushes";
    /// What the page of a study is called.
    study_named(marbles: &str, wins: &str) => "{marbles}: {wins}";
    /// A study before its first push: what is known of it, and what both sides need.
    study_begins(wins: &str, needs: &str) =>
        "{wins}, and no sooner: White hurries, and Black holds out. {needs}";
    /// Of a study, so many pushes before its end.
    still_wins_in(pushes: usize) => "White wins in {pushes} more.";
}

/// What the page of all studies says first.
pub(in crate::pages) fn studies_about(positions: usize) -> String {
    format!(
        "Who wins each of the {} positions of the classroom rules with up to five marbles on the board, those counted once \
         that differ by a turn or a mirror, is known exactly, and in how many pushes of both sides, if both play as well as can be. \
         Of each kind of position this is one in which the win takes longest: White hurries, and Black holds out.",
        thousands(positions as u64)
    )
}

/// `Two against one, with three reds`.
pub(in crate::pages) fn marbles_of(study: &EndgameStudy) -> String {
    let word = |count: u8| match count {
        1 => "one",
        2 => "two",
        3 => "three",
        4 => "four",
        _ => "more",
    };
    let material = study.material;
    let own = crate::wording::capitalized(word(material.own));
    let reds = if material.reds == 1 { "red" } else { "reds" };
    format!(
        "{own} against {}, with {} {reds}",
        word(material.other),
        word(material.reds)
    )
}

/// Reds that both sides need.
pub(in crate::pages) fn needs_of(study: &EndgameStudy) -> String {
    let material = study.material;
    format!(
        "White needs {} more of the reds, Black {}.",
        material.needed,
        material.needed_by_other()
    )
}

/// How often the side to move wins.
pub(in crate::pages) fn shares_of(study: &EndgameStudy) -> String {
    let all: usize = study.counts.iter().sum();
    let [won, lost, endless] = study
        .counts
        .map(|count| format!("{:.1} %", 100.0 * count as f64 / all as f64));
    format!(
        "Of all {} positions of this kind the side to move wins {won} and loses {lost}; {endless} never end.",
        thousands(all as u64)
    )
}
