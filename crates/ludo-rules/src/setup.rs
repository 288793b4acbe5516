//! Set-ups: positions as someone wrote them down, checked before they are believed.

use crate::geometry::{Step, Token};
use crate::position::{FinishingOrder, Phase, Position, RollKind};
use crate::seat::{Seat, SeatSet};
use crate::setup_error::{SetupError, SetupErrors};
use crate::tokens::Tokens;

/// A position as someone wrote it down, unchecked.
///
/// `Position::try_from(setup)` turns it into a position, or lists everything that
/// makes it impossible. It need not be reachable from the start, so that any
/// placing of the tokens can be looked at.
///
/// ```
/// use ludo_rules::{Phase, Position, RollKind, Seat, Setup, SetupError};
///
/// let setup = Setup {
///     tokens: vec![(Seat::A, [20, 58]), (Seat::C, [48, -1])],
///     to_act: Some(Seat::B),
///     phase: Phase::ToRoll(RollKind::First),
///     finished: vec![],
/// };
/// let reasons = Position::try_from(setup).unwrap_err().0;
/// assert_eq!(reasons.len(), 3, "58 is no step; 20 and 48 are one space; B does not play");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The seats taken, with the step counts of `p` and `q`, in any order.
    pub tokens: Vec<(Seat, [i64; 2])>,
    /// The seat to roll or choose; `None` after the end.
    pub to_act: Option<Seat>,
    /// What the game waits for.
    pub phase: Phase,
    /// The seats that have a place, the winner first.
    pub finished: Vec<Seat>,
}

impl Position {
    /// The position as an unchecked set-up, to change and check again.
    pub fn setup(&self) -> Setup {
        Setup {
            tokens: self
                .tokens
                .iter()
                .map(|(seat, steps)| (seat, steps.map(|step| i64::from(step.value()))))
                .collect(),
            to_act: self.to_act,
            phase: self.phase,
            finished: self.finished.to_vec(),
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupErrors;

    fn try_from(setup: Setup) -> Result<Self, SetupErrors> {
        Self::try_from(&setup)
    }
}

impl TryFrom<&Setup> for Position {
    type Error = SetupErrors;

    fn try_from(setup: &Setup) -> Result<Self, SetupErrors> {
        let mut reasons = Vec::new();
        let tokens = check_tokens(&setup.tokens, &mut reasons);
        let board = UncheckedTokens::new(&setup.tokens);
        check_finishers(&board, setup, &mut reasons);
        check_turn(&board, setup, &mut reasons);
        match tokens {
            Some(tokens) if reasons.is_empty() => {
                let mut finished = FinishingOrder::NOBODY;
                for &seat in &setup.finished {
                    finished.push(seat);
                }
                Ok(Self {
                    tokens,
                    to_act: setup.to_act,
                    phase: setup.phase,
                    finished,
                })
            }
            _ => Err(SetupErrors(reasons)),
        }
    }
}

/// The part of possibly impossible tokens that the other checks need.
struct UncheckedTokens<'a> {
    tokens: &'a [(Seat, [i64; 2])],
    seats: SeatSet,
    unfinished: SeatSet,
}

impl<'a> UncheckedTokens<'a> {
    fn new(tokens: &'a [(Seat, [i64; 2])]) -> Self {
        let seats = tokens.iter().map(|&(seat, _)| seat).collect();
        let end = i64::from(Step::FINISHED.value());
        let unfinished = tokens
            .iter()
            .filter(|(_, steps)| *steps != [end; 2])
            .map(|&(seat, _)| seat)
            .collect();
        Self {
            tokens,
            seats,
            unfinished,
        }
    }

    fn has_finished(&self, seat: Seat) -> bool {
        self.seats.contains(seat) && !self.unfinished.contains(seat)
    }

    /// Whether a token of the seat is where a 6 can have put it: on R from
    /// the yard, six steps on, or bounced off the end. Rules: L-5, L-6, L-7.
    fn can_follow_six(&self, seat: Seat) -> bool {
        self.tokens
            .iter()
            .filter(|(other, _)| *other == seat)
            .any(|(_, steps)| steps.iter().any(|&step| step == 0 || step >= 6))
    }
}

/// Rules: L-1, L-3, L-9. A step out of range does not hide the other reasons.
fn check_tokens(players: &[(Seat, [i64; 2])], reasons: &mut Vec<SetupError>) -> Option<Tokens> {
    let mut checked = Vec::new();
    for &(seat, values) in players {
        let mut steps = [Step::YARD; 2];
        for token in Token::ALL {
            let value = values[token.index()];
            match Step::new(value) {
                Ok(step) => steps[token.index()] = step,
                Err(_) => reasons.push(SetupError::StepOutOfRange { seat, token, value }),
            }
        }
        checked.push((seat, steps));
    }
    Tokens::from_steps(checked)
        .map_err(|SetupErrors(more)| reasons.extend(more))
        .ok()
}

/// Rules: L-12, L-30. The finishers are the finished, and after the end the one
/// that was left comes last.
fn check_finishers(board: &UncheckedTokens<'_>, setup: &Setup, reasons: &mut Vec<SetupError>) {
    let last = match setup.phase {
        Phase::Over if board.unfinished.len() == 1 => board.unfinished.iter().next(),
        _ => None,
    };
    let mut listed = SeatSet::new();
    for &seat in &setup.finished {
        if !listed.insert(seat) {
            reasons.push(SetupError::RepeatedFinisher { seat });
        } else if !board.seats.contains(seat) {
            reasons.push(SetupError::FinisherNotSeated { seat });
        } else if board.unfinished.contains(seat) && last != Some(seat) {
            reasons.push(SetupError::FinisherUnfinished { seat });
        }
    }
    for seat in board.seats.iter() {
        if board.has_finished(seat) && !listed.contains(seat) {
            reasons.push(SetupError::FinisherMissing { seat });
        }
    }
    if let Some(seat) = last.filter(|_| setup.finished.last().copied() != last) {
        reasons.push(SetupError::LastPlaceMissing { seat });
    }
}

/// Rules: L-13, L-28, L-29, L-30. The seat to act and the phase.
fn check_turn(board: &UncheckedTokens<'_>, setup: &Setup, reasons: &mut Vec<SetupError>) {
    let UncheckedTokens {
        seats, unfinished, ..
    } = *board;
    match setup.phase {
        Phase::Over => {
            if let Some(seat) = setup.to_act {
                reasons.push(SetupError::ToActThoughOver { seat });
            }
            if unfinished.len() > 1 {
                reasons.push(SetupError::OverTooEarly { unfinished });
            }
            if unfinished.is_empty() && !seats.is_empty() {
                reasons.push(SetupError::EveryoneFinished);
            }
        }
        Phase::ToRoll(kind) | Phase::ToChoose(kind, _) => {
            match setup.to_act {
                None => reasons.push(SetupError::NobodyToAct),
                Some(seat) if !seats.contains(seat) => {
                    reasons.push(SetupError::ToActNotSeated { seat });
                }
                Some(seat) if board.has_finished(seat) => {
                    reasons.push(SetupError::ToActFinished { seat });
                }
                Some(seat) if kind == RollKind::Bonus && !board.can_follow_six(seat) => {
                    reasons.push(SetupError::BonusWithoutSix { seat });
                }
                Some(_) => {}
            }
            if unfinished.len() < 2 && unfinished.len() < seats.len() {
                reasons.push(SetupError::OverTooLate { unfinished });
            }
        }
    }
}
