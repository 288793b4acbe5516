//! The form in which programs get an analysis: see `docs/formats/analysis.md`.

use std::collections::BTreeMap;

use ludo_rules::{Action, Rules, Seat};
use parlor_game::{Game as _, Ludo};
use serde::Serialize;

use super::{
    Account, Analysis, Certainty, Chances, JudgedPly, KeyMoment, Label, Race, Ranked, Swing, Tally,
};

/// A whole analysis.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisForm {
    game: &'static str,
    rules: String,
    seats: Vec<char>,
    races: Vec<RaceForm>,
    players: Vec<PlayerForm>,
    plies: Vec<PlyForm>,
    key_moments: Vec<MomentForm>,
}

impl AnalysisForm {
    /// That of a game by these rules; `seats` in the order of play.
    pub fn of(analysis: &Analysis, rules: Rules, seats: impl IntoIterator<Item = Seat>) -> Self {
        let races = analysis.races().iter();
        let tallies = analysis.tallies();
        let plies = analysis.plies().iter();
        let moments = analysis.key_moments();
        Self {
            game: Ludo::NAME,
            rules: rules.to_string(),
            seats: seats.into_iter().map(Seat::letter).collect(),
            races: races.map(|race| RaceForm::of(analysis, race)).collect(),
            players: tallies.iter().map(PlayerForm::of).collect(),
            plies: plies.map(|ply| PlyForm::of(analysis, ply)).collect(),
            key_moments: moments.iter().map(MomentForm::of).collect(),
        }
    }
}

/// How far chances can be trusted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CertaintyForm {
    exact: bool,
    error: Option<f64>,
}

impl From<Certainty> for CertaintyForm {
    fn from(certainty: Certainty) -> Self {
        let error = match certainty {
            Certainty::Exact => None,
            Certainty::Estimate { error } => Some(error),
        };
        Self {
            exact: error.is_none(),
            error,
        }
    }
}

/// Everybody's chance by the letter of the seat.
pub fn by_letter(seats: impl IntoIterator<Item = Seat>, chances: &Chances) -> BTreeMap<char, f64> {
    let seats = seats.into_iter();
    seats
        .map(|seat| (seat.letter(), chances.of(seat)))
        .collect()
}

#[derive(Clone, Debug, Serialize)]
struct RaceForm {
    place: u8,
    #[serde(flatten)]
    certainty: CertaintyForm,
    /// The numbers of its plies, none if it has none.
    first_ply: Option<usize>,
    last_ply: Option<usize>,
    accounts: Vec<AccountForm>,
}

impl RaceForm {
    fn of(analysis: &Analysis, race: &Race) -> Self {
        let played = !race.plies.is_empty();
        let accounts = analysis.accounts(race);
        Self {
            place: race.place,
            certainty: race.certainty.into(),
            first_ply: played.then_some(race.plies.start + 1),
            last_ply: played.then_some(race.plies.end),
            accounts: accounts.iter().map(AccountForm::of).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct AccountForm {
    seat: char,
    start: f64,
    own_rolls: f64,
    other_rolls: f64,
    own_choices: f64,
    other_choices: f64,
    end: f64,
}

impl AccountForm {
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

#[derive(Clone, Debug, Serialize)]
struct PlayerForm {
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

impl PlayerForm {
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

#[derive(Clone, Debug, Serialize)]
struct PlyForm {
    ply: usize,
    action: String,
    position: String,
    place: u8,
    #[serde(flatten)]
    certainty: CertaintyForm,
    before: Option<BTreeMap<char, f64>>,
    rolled: BTreeMap<char, f64>,
    after: Option<BTreeMap<char, f64>>,
    luck: Option<f64>,
    loss: Option<f64>,
    forced: bool,
    label: Option<&'static str>,
    choices: Vec<ChoiceForm>,
}

/// A choice and what it is worth to the roller.
#[derive(Clone, Debug, Serialize)]
struct ChoiceForm {
    choice: String,
    chance: f64,
    loss: f64,
}

impl ChoiceForm {
    fn of(seat: Seat, ranked: &Ranked) -> Self {
        Self {
            choice: ranked.choice.to_string(),
            chance: ranked.chances.of(seat),
            loss: ranked.loss,
        }
    }
}

impl PlyForm {
    fn of(analysis: &Analysis, ply: &JudgedPly) -> Self {
        let race = analysis.race_of(ply);
        let seats: &[Seat] = race.map_or(&[], |race| &race.seats);
        let chances = |chances: &Chances| by_letter(seats.iter().copied(), chances);
        let choices = ply.ranking.choices().iter();
        Self {
            ply: ply.number,
            action: written(ply),
            position: ply.position.to_string(),
            place: race.map_or(1, |race| race.place),
            certainty: ply.ranking.certainty().into(),
            before: ply.before.as_ref().map(chances),
            rolled: chances(ply.rolled()),
            after: ply.answer.as_ref().map(|answer| chances(&answer.chances)),
            luck: ply.luck(),
            loss: ply.loss(),
            forced: !ply.ranking.is_free(),
            label: ply.label().map(Label::name),
            choices: choices
                .map(|ranked| ChoiceForm::of(ply.seat(), ranked))
                .collect(),
        }
    }
}

/// A ply as records write it: `A6p`, or `A6` while the choice is due.
fn written(ply: &JudgedPly) -> String {
    let (seat, roll) = (ply.seat(), ply.roll());
    match ply.answer {
        None => format!("{seat}{roll}"),
        Some(Ranked { choice, .. }) => Action { seat, roll, choice }.to_string(),
    }
}

#[derive(Clone, Debug, Serialize)]
struct MomentForm {
    ply: usize,
    swing: &'static str,
    size: f64,
}

impl MomentForm {
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
