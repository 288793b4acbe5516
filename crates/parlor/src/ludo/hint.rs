//! `parlor ludo hint`: the worth of the choices for a roll.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context, bail};
use ludo_rules::{Action, Position, Roll, Seat};
use ludo_solver::analysis::json::{CertaintyJson, by_letter};
use ludo_solver::analysis::{Certainty, Chances, Judge, Ranked, Ranking};
use parlor_study::ludo::points::{chances_of, everybody, percent, signed, size};
use parlor_study::ludo::rolls_that_kick;
use parlor_view::ludo::{choice as deed, turn};
use serde::Serialize;

use super::judge;
use crate::cli::LudoHintArgs;
use crate::output::{self, InputError};
use crate::scene_text;

/// Prints the worth of the choices in the position.
pub(super) fn run(arguments: &LudoHintArgs) -> anyhow::Result<ExitCode> {
    let (position, seat) = read(arguments.position.trim())?;
    let rolls: Vec<Roll> = match (position.roll_in_hand(), arguments.roll) {
        (Some(in_hand), Some(roll)) if in_hand != roll => bail!(
            "--roll {roll}: the position already has the roll {in_hand}; omit --roll, or replace \
             the roll in the position by -"
        ),
        (Some(roll), _) | (None, Some(roll)) => vec![roll],
        (None, None) => Roll::ALL.to_vec(),
    };
    let hint = PositionHint::of(&position, seat, &rolls)?;
    output::print_result(arguments.json, || hint.json(), || hint.words())
}

/// The position of a line, and the seat to move.
fn read(line: &str) -> Result<(Position, Seat), InputError> {
    let (rule, message) = match line.parse::<Position>() {
        Ok(position) => match position.to_act() {
            Some(seat) => return Ok((position, seat)),
            None => (
                Some("L-30"),
                "the game is over (L-30), so there is nothing to choose".to_owned(),
            ),
        },
        Err(_) if line.parse::<kuba_rules::Position>().is_ok() => (
            None,
            "this is a Kuba position; use `parlor kuba hint`".to_owned(),
        ),
        Err(error) => (error.rule(), format!("not a Ludo position: {error}")),
    };
    Err(InputError {
        rule,
        value: line.to_owned(),
        message,
    })
}

/// The column at which the description of a choice begins: after one roll, and in
/// the table of rolls.
const CHOICE_COLUMN: usize = 40;
const ROLL_COLUMN: usize = 29;

/// The result for a position.
struct PositionHint {
    position: Position,
    seat: Seat,
    /// The seats that have not finished.
    left: Vec<Seat>,
    certainty: Certainty,
    /// The chances now; the best is made of a roll in hand.
    chances: Chances,
    rolls: Vec<Rolled>,
}

/// A roll and its choices.
struct Rolled {
    /// The position with the roll in hand.
    position: Position,
    ranking: Ranking,
    /// The luck of the roll; `None` if it is in hand.
    luck: Option<f64>,
}

impl PositionHint {
    fn of(position: &Position, seat: Seat, rolls: &[Roll]) -> anyhow::Result<Self> {
        let judge = judge::of([position]);
        let before = judge.before_roll(position);
        let tokens = position.tokens();
        let seats = tokens.seats().iter();
        let left: Vec<Seat> = seats.filter(|&seat| !tokens.has_finished(seat)).collect();
        let unknown = || {
            format!(
                "no values exist for positions with {} players left",
                left.len()
            )
        };
        let mut results = Vec::new();
        for &roll in rolls {
            let mut position = *position;
            if position.roll_in_hand().is_none() {
                position.apply_roll(roll)?;
            }
            let ranking = Ranking::of(&position, &judge).with_context(unknown)?;
            let best = ranking.best().chances.of(seat);
            results.push(Rolled {
                position,
                luck: before.map(|before| best - before.of(seat)),
                ranking,
            });
        }
        let best = results.first().map(|rolled| rolled.ranking.best().chances);
        Ok(Self {
            position: *position,
            seat,
            certainty: judge.certainty(position),
            chances: before.or(best).with_context(unknown)?,
            left,
            rolls: results,
        })
    }

    /// The place that the chances are of.
    fn place(&self) -> u8 {
        let order = self.position.finishing_order();
        order.iter().fold(1, |place, _| place + 1)
    }

    fn words(&self) -> String {
        let mut words = format!(
            "{}\n{}: {}.\n\n",
            turn(&self.position),
            chances_of(self.place(), self.certainty),
            everybody(self.left.iter().copied(), &self.chances)
        );
        match self.rolls.as_slice() {
            [rolled] => words.push_str(&rolled.words()),
            rolls => {
                words.push_str(" roll  best  chance    luck\n");
                for rolled in rolls {
                    words.push_str(&rolled.line());
                }
            }
        }
        words
    }

    fn json(&self) -> HintJson {
        HintJson {
            position: self.position.to_string(),
            to_act: self.seat.letter(),
            place: self.place(),
            certainty: self.certainty.into(),
            chances: by_letter(self.left.iter().copied(), &self.chances),
            rolls: self.rolls.iter().map(Rolled::json).collect(),
        }
    }
}

impl Rolled {
    /// Every choice, one a line, the best first.
    fn words(&self) -> String {
        let luck = match self.luck {
            None => String::new(),
            Some(luck) => format!(
                "{} is luck of {} points.\n",
                self.ranking.roll(),
                signed(luck)
            ),
        };
        let mut words = format!("{luck} choice  chance    loss  label\n");
        for ranked in self.ranking.choices() {
            let chance = percent(ranked.chances.of(self.ranking.seat()));
            let label = ranked.label();
            let label = if self.ranking.is_free() {
                format!("{label} {}", label.mark())
            } else {
                "forced".to_owned()
            };
            let deed = scene_text::wrapped(&self.deed(ranked), CHOICE_COLUMN);
            // Writing to a String cannot fail.
            let _written = writeln!(
                words,
                " {:<6}  {chance:>6}  {:>6}  {label:<13}  {deed}",
                ranked.choice.to_string(),
                size(ranked.loss),
            );
        }
        words
    }

    /// The roll with its best choice.
    fn line(&self) -> String {
        let best = self.ranking.best();
        let chance = percent(best.chances.of(self.ranking.seat()));
        let luck = self.luck.map_or_else(String::new, signed);
        format!(
            "    {}  {:<4}  {chance:>6}  {luck:>6}  {}\n",
            self.ranking.roll(),
            best.choice.to_string(),
            scene_text::wrapped(&self.deed(best), ROLL_COLUMN)
        )
    }

    /// The effect of a choice, and the opponent's immediate threats.
    fn deed(&self, ranked: &Ranked) -> String {
        let mut text = deed(&self.position, ranked.choice).unwrap_or_default();
        text.push('.');
        let mut after = self.position;
        if after.play(ranked.choice).is_ok()
            && let Some(threat) = threat(&after, self.ranking.seat())
        {
            text.push(' ');
            text.push_str(&threat);
        }
        text
    }

    fn json(&self) -> RollJson {
        let choices = self.ranking.choices().iter();
        let choices = choices.map(|ranked| {
            let mut after = self.position;
            let played = after.play(ranked.choice);
            ChoiceJson {
                choice: ranked.choice.to_string(),
                action: Action {
                    seat: self.ranking.seat(),
                    roll: self.ranking.roll(),
                    choice: ranked.choice,
                }
                .to_string(),
                chance: ranked.chances.of(self.ranking.seat()),
                loss: ranked.loss,
                label: self.ranking.is_free().then(|| ranked.label().name()),
                position: played.is_ok().then(|| after.to_string()),
                explanation: self.deed(ranked),
            }
        });
        RollJson {
            roll: self.ranking.roll().value(),
            luck: self.luck,
            forced: !self.ranking.is_free(),
            choices: choices.collect(),
        }
    }
}

/// The rolls with which the next player can kick this one at once, in a sentence; `None` if there are
/// none.
fn threat(position: &Position, seat: Seat) -> Option<String> {
    let (next, rolls) = rolls_that_kick(position, seat)?;
    let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
    match rolls.as_slice() {
        [] => None,
        [only] => Some(format!("{next} can kick with {only}.")),
        [first @ .., last] => Some(format!(
            "{next} can kick with {} or {last}.",
            first.join(", ")
        )),
    }
}

#[derive(Serialize)]
struct HintJson {
    position: String,
    to_act: char,
    place: u8,
    #[serde(flatten)]
    certainty: CertaintyJson,
    chances: BTreeMap<char, f64>,
    rolls: Vec<RollJson>,
}

#[derive(Serialize)]
struct RollJson {
    roll: u8,
    luck: Option<f64>,
    forced: bool,
    choices: Vec<ChoiceJson>,
}

#[derive(Serialize)]
struct ChoiceJson {
    choice: String,
    action: String,
    chance: f64,
    loss: f64,
    label: Option<&'static str>,
    position: Option<String>,
    explanation: String,
}
