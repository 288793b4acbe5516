//! The analysis as JSON: see `docs/formats/analysis.md`.

use std::collections::BTreeMap;

use ludo_rules::Seat;
use ludo_solver::analysis::{
    Account, Chances, JudgedPly, KeyMoment, Label, Race, Ranked, Swing, Tally,
};
use parlor_game::{Game as _, Ludo};
use serde::Serialize;

use super::Analysed;
use crate::decimals;
use crate::ludo::chances_json::{CertaintyJson, by_letter};

/// The whole analysis as one line.
pub(super) fn of(analysed: &Analysed<'_>) -> anyhow::Result<String> {
    let analysis = &analysed.analysis;
    let opening = analysed.record.opening();
    let races = analysis.races().iter();
    let json = AnalysisJson {
        game: Ludo::NAME,
        rules: opening.rules.to_string(),
        seats: opening.seats().into_iter().map(Ludo::letter).collect(),
        races: races.map(|race| RaceJson::of(analysed, race)).collect(),
        players: analysis.tallies().iter().map(PlayerJson::of).collect(),
        plies: analysis
            .plies()
            .iter()
            .map(|ply| PlyJson::of(analysed, ply))
            .collect(),
        key_moments: analysis.key_moments().iter().map(MomentJson::of).collect(),
    };
    let mut text = Vec::new();
    decimals::append_json(&json, &mut text);
    Ok(String::from_utf8(text)?)
}

#[derive(Serialize)]
struct AnalysisJson {
    game: &'static str,
    rules: String,
    seats: Vec<char>,
    races: Vec<RaceJson>,
    players: Vec<PlayerJson>,
    plies: Vec<PlyJson>,
    key_moments: Vec<MomentJson>,
}

#[derive(Serialize)]
struct RaceJson {
    place: u8,
    #[serde(flatten)]
    certainty: CertaintyJson,
    /// The numbers of its plies, none if it has none.
    first_ply: Option<usize>,
    last_ply: Option<usize>,
    accounts: Vec<AccountJson>,
}

impl RaceJson {
    fn of(analysed: &Analysed<'_>, race: &Race) -> Self {
        let played = !race.plies.is_empty();
        let accounts = analysed.analysis.accounts(race);
        Self {
            place: race.place,
            certainty: CertaintyJson::of(race.certainty),
            first_ply: played.then_some(race.plies.start + 1),
            last_ply: played.then_some(race.plies.end),
            accounts: accounts.iter().map(AccountJson::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct AccountJson {
    seat: char,
    start: f64,
    own_rolls: f64,
    other_rolls: f64,
    own_choices: f64,
    other_choices: f64,
    end: f64,
}

impl AccountJson {
    const fn of(account: &Account) -> Self {
        Self {
            seat: account.seat.letter(),
            start: account.start,
            own_rolls: account.own_rolls,
            other_rolls: account.other_rolls,
            own_choices: account.own_choices,
            other_choices: account.other_choices,
            end: account.end,
        }
    }
}

#[derive(Serialize)]
struct PlayerJson {
    seat: char,
    rolls: usize,
    luck: f64,
    luck_a_roll: Option<f64>,
    answers: usize,
    choices: usize,
    loss: f64,
    loss_a_choice: Option<f64>,
    loss_an_answer: Option<f64>,
    labels: BTreeMap<&'static str, usize>,
}

impl PlayerJson {
    fn of(tally: &Tally) -> Self {
        let labels = Label::ALL.map(Label::name).into_iter().zip(tally.labels);
        Self {
            seat: tally.seat.letter(),
            rolls: tally.rolls,
            luck: tally.luck,
            luck_a_roll: tally.luck_a_roll(),
            answers: tally.answers,
            choices: tally.choices,
            loss: tally.loss,
            loss_a_choice: tally.loss_a_choice(),
            loss_an_answer: tally.loss_an_answer(),
            labels: labels.collect(),
        }
    }
}

#[derive(Serialize)]
struct PlyJson {
    ply: usize,
    action: String,
    position: String,
    place: u8,
    #[serde(flatten)]
    certainty: CertaintyJson,
    before: Option<BTreeMap<char, f64>>,
    rolled: BTreeMap<char, f64>,
    after: Option<BTreeMap<char, f64>>,
    luck: Option<f64>,
    loss: Option<f64>,
    forced: bool,
    label: Option<&'static str>,
    choices: Vec<ChoiceJson>,
}

/// A choice and what it is worth to the roller.
#[derive(Serialize)]
struct ChoiceJson {
    choice: String,
    chance: f64,
    loss: f64,
}

impl ChoiceJson {
    fn of(seat: Seat, ranked: &Ranked) -> Self {
        Self {
            choice: ranked.choice.to_string(),
            chance: ranked.chances.of(seat),
            loss: ranked.loss,
        }
    }
}

impl PlyJson {
    fn of(analysed: &Analysed<'_>, ply: &JudgedPly) -> Self {
        let race = analysed.analysis.race_of(ply);
        let seats: &[Seat] = race.map_or(&[], |race| &race.seats);
        let chances = |chances: &Chances| by_letter(seats.iter().copied(), chances);
        let choices = ply.ranking.choices().iter();
        Self {
            ply: ply.number,
            action: analysed.written(ply),
            position: ply.position.to_string(),
            place: race.map_or(1, |race| race.place),
            certainty: CertaintyJson::of(ply.ranking.certainty()),
            before: ply.before.as_ref().map(chances),
            rolled: chances(ply.rolled()),
            after: ply.answer.as_ref().map(|answer| chances(&answer.chances)),
            luck: ply.luck(),
            loss: ply.loss(),
            forced: !ply.ranking.is_free(),
            label: ply.label().map(Label::name),
            choices: choices
                .map(|ranked| ChoiceJson::of(ply.seat(), ranked))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct MomentJson {
    ply: usize,
    swing: &'static str,
    size: f64,
}

impl MomentJson {
    const fn of(moment: &KeyMoment) -> Self {
        Self {
            ply: moment.ply,
            swing: match moment.swing {
                Swing::Luck => "luck",
                Swing::Loss => "loss",
            },
            size: moment.size,
        }
    }
}
