//! The editor's form of Ludo: a list for each token, and what else a position has.

use ludo_rules::{Phase, Position, Roll, RollKind, Seat, Setup, Step, Token};

use super::super::sentences;
use super::fields::Fields;
use super::reason::{Checked, Reason};

/// A seat of the form.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormSeat {
    pub(super) seat: Seat,
    pub(super) is_taken: bool,
    pub(super) steps: [i64; 2],
}

/// A token of the form.
pub(super) struct FormToken {
    pub(super) letter: char,
    /// Where it may be: the step, its words, and whether it is there.
    pub(super) steps: Vec<(i64, String, bool)>,
}

impl FormSeat {
    pub(super) fn tokens(&self) -> [FormToken; 2] {
        let words = |step: i64| match step {
            -1 => sentences::IN_YARD.to_owned(),
            0 => sentences::ON_START.to_owned(),
            57 => sentences::AT_END.to_owned(),
            step => {
                let space = Step::new(step).map(|step| step.space(self.seat));
                space.map_or_else(
                    |_| step.to_string(),
                    |space| sentences::on_space(&space.to_string(), step),
                )
            }
        };
        Token::ALL.map(|token| {
            let at = self.steps[token.index()];
            let steps = -1..=57;
            FormToken {
                letter: token.letter(),
                steps: steps.map(|step| (step, words(step), step == at)).collect(),
            }
        })
    }
}

#[derive(Debug)]
pub(super) struct LudoForm {
    pub(super) seats: [FormSeat; 4],
    pub(super) to_act: Option<Seat>,
    /// `-`, `+`, `6`, `6b` as in a position line.
    pub(super) phase: String,
    /// The finishers in order, as they were typed.
    pub(super) finished: String,
}

/// What a game may wait for, as position lines write it, and in words.
fn phases() -> Vec<(String, Phase, String)> {
    let due = [
        ("-", RollKind::First, sentences::ROLL_IS_DUE),
        ("+", RollKind::Bonus, sentences::BONUS_IS_DUE),
    ];
    let due = due.map(|(name, kind, says)| (name.to_owned(), Phase::ToRoll(kind), says.to_owned()));
    let rolled = Roll::ALL.into_iter().flat_map(|roll| {
        [
            (
                roll.to_string(),
                Phase::ToChoose(RollKind::First, roll),
                sentences::has_in_hand(roll.value()),
            ),
            (
                format!("{roll}b"),
                Phase::ToChoose(RollKind::Bonus, roll),
                sentences::has_bonus_in_hand(roll.value()),
            ),
        ]
    });
    due.into_iter().chain(rolled).collect()
}

impl LudoForm {
    /// The form after what was pressed, with this position where one was pasted.
    pub(super) fn of(fields: &mut Fields, pasted: Option<&str>, does: &str) -> Self {
        let start = "AH.H/CH.H A - -";
        if let Some(line) = (does == "start").then_some(start).or(pasted) {
            match line.parse::<Setup>() {
                Ok(setup) => return Self::with(&setup),
                Err(error) => fields
                    .wrong
                    .push(sentences::no_position(&format!("{error}"))),
            }
        } else if fields.has("act") {
            return Self::sent(fields);
        }
        let setup = start.parse();
        Self::with(&setup.expect("it is a position line"))
    }

    fn with(setup: &Setup) -> Self {
        let seats = Seat::ALL.map(|seat| {
            let mut tokens = setup.tokens.iter();
            let known = tokens.find(|known| known.0 == seat);
            FormSeat {
                seat,
                is_taken: known.is_some(),
                steps: known.map_or([i64::from(Step::YARD.value()); 2], |known| known.1),
            }
        });
        let phases = phases();
        let mut phases = phases.iter();
        Self {
            seats,
            to_act: setup.to_act,
            phase: phases
                .find(|known| known.1 == setup.phase)
                .map_or_else(|| "-".to_owned(), |known| known.0.clone()),
            finished: setup.finished.iter().map(ToString::to_string).collect(),
        }
    }

    fn sent(fields: &mut Fields) -> Self {
        let step = |value: &str| value.parse().ok().filter(|step| (-1..=57).contains(step));
        let seats = Seat::ALL.map(|seat| {
            let steps = ["p", "q"].map(|token| {
                let title = sentences::token_of(token, seat.letter());
                fields.read(&format!("{seat}{token}"), &title, -1, step)
            });
            FormSeat {
                seat,
                is_taken: fields.has(&format!("{seat}")),
                steps,
            }
        });
        Self {
            seats,
            to_act: fields.read("act", sentences::TO_ACT, None, |value| match value {
                "-" => Some(None),
                seat => seat.chars().next().and_then(Seat::from_letter).map(Some),
            }),
            phase: fields.read(
                "phase",
                sentences::ROLL_OF_POSITION,
                "-".to_owned(),
                |value| {
                    let phases = phases();
                    phases
                        .into_iter()
                        .find(|known| known.0 == value)
                        .map(|known| known.0)
                },
            ),
            finished: fields.read("finished", sentences::FINISHERS, String::new(), |value| {
                let is_seat = |letter| Seat::from_letter(letter).is_some();
                (value.len() <= 8 && value.chars().all(is_seat)).then(|| value.to_owned())
            }),
        }
    }

    /// The position, or every reason why there is none.
    pub(super) fn check(&self) -> Checked {
        let phases = phases();
        let mut known = phases.iter();
        let phase = known.find(|known| known.0 == self.phase);
        let setup = Setup {
            tokens: self
                .seats
                .iter()
                .filter(|seat| seat.is_taken)
                .map(|seat| (seat.seat, seat.steps))
                .collect(),
            to_act: self.to_act,
            phase: match (self.to_act, phase) {
                (Some(_), Some(phase)) => phase.1,
                _ => Phase::Over,
            },
            finished: self
                .finished
                .chars()
                .filter_map(Seat::from_letter)
                .collect(),
        };
        match Position::try_from(setup) {
            Ok(position) => Ok(position.to_string()),
            Err(errors) => {
                let errors = errors.0.iter();
                Err(errors
                    .map(|error| Reason::new(error.rule(), error))
                    .collect())
            }
        }
    }

    pub(super) fn acts(&self, seat: &FormSeat) -> bool {
        self.to_act == Some(seat.seat)
    }

    /// What the game may wait for, in words, and whether it does.
    pub(super) fn phases(&self) -> Vec<(String, String, bool)> {
        let phases = phases().into_iter();
        phases
            .map(|(name, _, says)| {
                let is_chosen = name == self.phase;
                (name, says, is_chosen)
            })
            .collect()
    }
}
