//! The JSON format of an analysis: see `docs/formats/analysis.md`.

use std::collections::BTreeMap;

use ludo_rules::{Action, Rules, Seat};
use parlor_game::{Game as _, Ludo};
use serde::Serialize;

use super::{
    Account, Analysis, Certainty, Chances, JudgedPly, KeyMoment, Label, PlayerTally, Race, Ranked,
    Swing,
};

/// A whole analysis.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisJson {
    game: &'static str,
    rules: String,
    seats: Vec<char>,
    races: Vec<RaceJson>,
    players: Vec<PlayerJson>,
    plies: Vec<PlyJson>,
    key_moments: Vec<MomentJson>,
}

impl AnalysisJson {
    /// Converts an analysis of a game by these rules; `seats` in the order of play.
    pub fn of(analysis: &Analysis, rules: Rules, seats: impl IntoIterator<Item = Seat>) -> Self {
        let races = analysis.races().iter();
        let tallies = analysis.tallies();
        let plies = analysis.plies().iter();
        let moments = analysis.key_moments();
        Self {
            game: Ludo::NAME,
            rules: rules.to_string(),
            seats: seats.into_iter().map(Seat::letter).collect(),
            races: races.map(|race| RaceJson::of(analysis, race)).collect(),
            players: tallies.iter().map(PlayerJson::of).collect(),
            plies: plies.map(|ply| PlyJson::of(analysis, ply)).collect(),
            key_moments: moments.iter().map(MomentJson::of).collect(),
        }
    }
}

/// The accuracy of chances.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CertaintyJson {
    exact: bool,
    error: Option<f64>,
}

impl From<Certainty> for CertaintyJson {
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

/// Each player's chance by the letter of the seat.
pub fn by_letter(seats: impl IntoIterator<Item = Seat>, chances: &Chances) -> BTreeMap<char, f64> {
    let seats = seats.into_iter();
    seats
        .map(|seat| (seat.letter(), chances.of(seat)))
        .collect()
}

#[derive(Clone, Debug, Serialize)]
struct RaceJson {
    place: u8,
    #[serde(flatten)]
    certainty: CertaintyJson,
    /// The numbers of the first and last ply; `None` without plies.
    first_ply: Option<usize>,
    last_ply: Option<usize>,
    accounts: Vec<AccountJson>,
}

impl RaceJson {
    fn of(analysis: &Analysis, race: &Race) -> Self {
        let played = !race.plies.is_empty();
        let accounts = analysis.accounts(race);
        Self {
            place: race.place,
            certainty: race.certainty.into(),
            first_ply: played.then_some(race.plies.start + 1),
            last_ply: played.then_some(race.plies.end),
            accounts: accounts.iter().map(AccountJson::of).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
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

#[derive(Clone, Debug, Serialize)]
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
    fn of(tally: &PlayerTally) -> Self {
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

/// A choice and its value for the roller.
#[derive(Clone, Debug, Serialize)]
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
                .map(|ranked| ChoiceJson::of(ply.seat(), ranked))
                .collect(),
        }
    }
}

/// A ply in record notation: `A6p`, or `A6` while the choice is due.
fn written(ply: &JudgedPly) -> String {
    let (seat, roll) = (ply.seat(), ply.roll());
    match ply.answer {
        None => format!("{seat}{roll}"),
        Some(Ranked { choice, .. }) => Action { seat, roll, choice }.to_string(),
    }
}

#[derive(Clone, Debug, Serialize)]
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
