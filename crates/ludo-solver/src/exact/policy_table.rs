//! Policies as arrays of bytes or of probabilities, in the order in which values are
//! written to files: the form in which other programs make and read them.
//!
//! An array has an entry for each side, each pair of the player to move, each pair of the
//! opponent ([`PairIndex`]) and each of seven decisions: the rolls 1 to 5, a 6 on a first
//! roll, and a 6 on a bonus roll. Bytes are [`BEHIND`], [`FRONT`], [`EITHER`] and
//! [`NOTHING`]; a probability is that of moving the token in front.

use core::fmt;

use ludo_rules::{Move, PairIndex, Phase, Position, RollKind, Seat, Setup};

use super::block_matrix::BlockMatrix;
use super::decision::RollDecision;
use super::mixing::Probabilities;
use super::numbering::{self, FINISHED, PAIRS};
use super::policy::{self, ALWAYS_P, Choices, Policy, both};
use super::seating::Seating;
use super::transitions::Transitions;
use crate::parallel;

/// The decisions of a player in a position: the rolls 1 to 5, a 6 on a first roll, a 6 on
/// a bonus roll.
pub const DECISIONS: usize = RollDecision::ALL.len();

/// Move the token behind.
const BEHIND: u8 = 0;
/// Move the token in front.
const FRONT: u8 = 1;
/// Move either, each as likely as the other.
const EITHER: u8 = 2;
/// There is nothing to choose.
const NOTHING: u8 = 3;

/// The place of an entry in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionPlace {
    seating: Seating,
    side: usize,
    /// The pair of the player to move.
    own: PairIndex,
    /// The pair of the opponent.
    other: PairIndex,
    decision: RollDecision,
}

impl DecisionPlace {
    /// The place with this number; `None` if there are fewer.
    pub fn of(seating: Seating, number: usize) -> Option<Self> {
        let (rows, decision) = (number / DECISIONS, number % DECISIONS);
        let (side, pairs) = (rows / (PAIRS * PAIRS), rows % (PAIRS * PAIRS));
        let pair = |index: usize| PairIndex::from_index(u16::try_from(index).ok()?);
        (side < seating.sides()).then_some(Self {
            seating,
            side,
            own: pair(pairs / PAIRS)?,
            other: pair(pairs % PAIRS)?,
            decision: RollDecision::ALL[decision],
        })
    }

    /// The place of the decision that is due in a position with two players left, and the choice that moves
    /// the token in front; `None` where there is nothing to choose between two moves.
    pub fn at(position: &Position) -> Option<(Self, Move)> {
        let seating = Seating::of_two_left(position)?;
        let Phase::ToChoose(kind, roll) = position.phase() else {
            return None;
        };
        let (seat, tokens) = (position.to_act()?, position.tokens());
        let is_other = |other: &Seat| *other != seat && !tokens.has_finished(*other);
        let other = tokens.seats().iter().find(is_other)?;
        let [own, theirs] = [tokens.steps(seat)?, tokens.steps(other)?];
        let moves = position.legal_moves();
        if own[0] == own[1] || !moves.contains(Move::P) || !moves.contains(Move::Q) {
            return None;
        }
        let is_asked = |decision: &RollDecision| {
            decision.roll() == roll
                && match decision {
                    RollDecision::Plain(_) => true,
                    RollDecision::FirstSix => kind == RollKind::First,
                    RollDecision::BonusSix => kind == RollKind::Bonus,
                }
        };
        let place = Self {
            seating,
            side: seating.side(seat, other),
            own: PairIndex::of(own[0], own[1]),
            other: PairIndex::of(theirs[0], theirs[1]),
            decision: RollDecision::ALL.into_iter().find(is_asked)?,
        };
        let front = if own[0] > own[1] { Move::P } else { Move::Q };
        Some((place, front))
    }

    /// Its number, in the order of the array.
    pub const fn number(self) -> usize {
        let row = (self.side * PAIRS + self.own.index()) * PAIRS + self.other.index();
        row * DECISIONS + self.decision.index()
    }

    /// Its four indices: the side, the pair of the player to move, that of the opponent,
    /// and the decision.
    pub const fn indices(self) -> [usize; 4] {
        let decision = self.decision.index();
        [self.side, self.own.index(), self.other.index(), decision]
    }

    /// The position in which it is made, with the roll in hand, the token behind as `p`; `None`
    /// if tokens of both would share a space, or a player has finished. At these seats, of the
    /// same seating; the first is the mover's if both have the same side.
    pub fn position(self, seats: [Seat; 2]) -> Option<Position> {
        let kind = match self.decision {
            RollDecision::BonusSix => RollKind::Bonus,
            RollDecision::Plain(_) | RollDecision::FirstSix => RollKind::First,
        };
        let mut position = self.before_roll(seats, kind)?;
        position.apply_roll(self.decision.roll()).ok()?;
        Some(position)
    }

    fn before_roll(self, [one, other]: [Seat; 2], kind: RollKind) -> Option<Position> {
        let pairs = [self.own, self.other];
        if pairs.contains(&PairIndex::FINISHED) {
            return None;
        }
        let seats = if self.seating.side(one, other) == self.side {
            [one, other]
        } else {
            [other, one]
        };
        let steps = pairs.map(|pair| pair.steps().map(|step| i64::from(step.value())));
        let setup = Setup {
            tokens: seats.into_iter().zip(steps).collect(),
            to_act: Some(seats[0]),
            phase: Phase::ToRoll(kind),
            finished: Vec::new(),
        };
        Position::try_from(setup).ok()
    }
}

/// The decisions between two moves that differ, in the order of the array, each with its position,
/// as [`DecisionPlace::position`] at these seats; none if the seats are the same.
///
/// These are all that a policy is asked. Where both tokens are on one step, or only one can
/// move, there is nothing to choose.
pub fn decisions(
    seats: [Seat; 2],
) -> impl Iterator<Item = (DecisionPlace, Position)> + Send + 'static {
    let seating = Seating::of(seats);
    let in_seating = move |seating: Seating| {
        let kinds = Kinds::of(seating);
        (0..seating.sides() * PAIRS * PAIRS).flat_map(move |state| {
            of_state(seating, &kinds, seats, state)
                .into_iter()
                .flatten()
        })
    };
    seating.into_iter().flat_map(in_seating)
}

/// The decisions of a player in one state, that is, for two pairs.
fn of_state(
    seating: Seating,
    kinds: &Kinds,
    seats: [Seat; 2],
    state: usize,
) -> [Option<(DecisionPlace, Position)>; DECISIONS] {
    let mut found = [None; DECISIONS];
    let Some(first) = DecisionPlace::of(seating, state * DECISIONS) else {
        return found;
    };
    let own = kinds.at(first.side, first.own.index());
    // Most of the time is taken by positions before a roll, of which there are only two.
    let before = [RollKind::First, RollKind::Bonus].map(|kind| first.before_roll(seats, kind));
    for decision in RollDecision::ALL {
        let place = DecisionPlace { decision, ..first };
        let [first, bonus] = before;
        let before = if decision == RollDecision::BonusSix {
            bonus
        } else {
            first
        };
        if own[decision.index()] == Kind::Choice
            && let Some(mut position) = before
            && position.apply_roll(decision.roll()).is_ok()
        {
            found[decision.index()] = Some((place, position));
        }
    }
    found
}

/// What a player is asked with a pair and a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// To move one of two tokens, with different results.
    Choice,
    /// Nothing: only one token can move, or none, or both are on one step.
    NoChoice,
    /// Nothing, ever: the first 6 cannot have led to this pair, so there is no bonus roll.
    Impossible,
}

/// The kinds of the decisions of every pair.
struct Kinds(Vec<[Kind; DECISIONS]>);

impl Kinds {
    fn of(seating: Seating) -> Self {
        let transitions = Transitions::new(seating);
        let of_pair = |number: usize| {
            let (side, own) = (number / PAIRS, number % PAIRS);
            // An opponent in the yard is in nobody's way.
            let place = DecisionPlace::of(seating, (number * PAIRS) * DECISIONS);
            let seats = seating.seats(side);
            let bonus = place.and_then(|place| place.before_roll(seats, RollKind::Bonus));
            RollDecision::ALL.map(|decision| {
                let choices = transitions.choices(side, numbering::rank_of(own))[decision.face()];
                if decision == RollDecision::BonusSix && bonus.is_none() {
                    Kind::Impossible
                } else if choices.p == choices.q {
                    Kind::NoChoice
                } else {
                    Kind::Choice
                }
            })
        };
        Self((0..seating.sides() * PAIRS).map(of_pair).collect())
    }

    fn at(&self, side: usize, own: usize) -> &[Kind; DECISIONS] {
        &self.0[side * PAIRS + own]
    }

    fn of_rank(&self, side: usize, own: usize) -> &[Kind; DECISIONS] {
        self.at(side, numbering::pair_at(own))
    }
}

/// An array that is no policy.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolicyTableError {
    /// It has another length than the seating needs.
    Length {
        /// Its length.
        found: usize,
        /// The length that it must have.
        expected: usize,
    },
    /// A byte above 3.
    Unknown {
        /// Where.
        place: DecisionPlace,
        /// The byte.
        value: u8,
    },
    /// A choice, though there is nothing to choose.
    NoChoice {
        /// Where.
        place: DecisionPlace,
        /// The byte.
        value: u8,
    },
    /// No choice, though there is one.
    Missing {
        /// Where.
        place: DecisionPlace,
    },
    /// Not a number from 0 to 1.
    Probability {
        /// Where.
        place: DecisionPlace,
        /// The number.
        value: f32,
    },
}

impl PolicyTableError {
    /// The place in the array; `None` if it is about its length.
    pub const fn place(&self) -> Option<DecisionPlace> {
        match *self {
            Self::Length { .. } => None,
            Self::Unknown { place, .. }
            | Self::NoChoice { place, .. }
            | Self::Missing { place }
            | Self::Probability { place, .. } => Some(place),
        }
    }
}

impl fmt::Display for PolicyTableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, expected } => {
                write!(formatter, "it has {found} entries; it must have {expected}")
            }
            Self::Unknown { value, .. } => write!(
                formatter,
                "{value} is no choice; they are 0 (the token behind), 1 (the token in front), \
                 2 (either) and 3 (nothing to choose)"
            ),
            Self::NoChoice { value, .. } => write!(
                formatter,
                "there is nothing to choose, so it must be 3, not {value}"
            ),
            Self::Missing { .. } => formatter.write_str(
                "there is a choice, so it must be 0 (the token behind), 1 (the token in front) or \
                 2 (either), not 3",
            ),
            Self::Probability { value, .. } => write!(
                formatter,
                "{value} is no probability; it must be from 0 to 1"
            ),
        }
    }
}

impl core::error::Error for PolicyTableError {}

impl Policy {
    /// The policy in an array of bytes: 0 moves the token behind, 1 the token in front, 2 either,
    /// each as likely; 3 where there is nothing to choose. Entries where no game goes on, as a player has
    /// finished, tokens of both share a space, or no first 6 leads to a bonus roll, are not looked at.
    ///
    /// # Errors
    /// [`PolicyTableError`] for the first entry, in the order of the array, that is wrong.
    pub fn from_choices(seating: Seating, table: &[u8]) -> Result<Self, PolicyTableError> {
        let kinds = check(seating, table, |place, is_choice, value| match value {
            BEHIND | FRONT | EITHER if is_choice => None,
            NOTHING if !is_choice => None,
            NOTHING => Some(PolicyTableError::Missing { place }),
            BEHIND | FRONT | EITHER => Some(PolicyTableError::NoChoice { place, value }),
            _ => Some(PolicyTableError::Unknown { place, value }),
        })?;
        let masks = (0..seating.sides()).map(|side| {
            BlockMatrix::new(|own, other| {
                let Some(entries) = entries(seating, table, side, own, other) else {
                    return ALWAYS_P;
                };
                let asked = kinds.of_rank(side, own);
                RollDecision::ALL.into_iter().fold(0, |mask, decision| {
                    let of_p = both(decision) & ALWAYS_P;
                    let value = entries[decision.index()];
                    mask | match value {
                        _ if asked[decision.index()] != Kind::Choice => of_p,
                        FRONT => both(decision) & !of_p,
                        EITHER => both(decision),
                        _ => of_p,
                    }
                })
            })
        });
        Ok(Self::new(seating, Choices::Masks(masks.collect())))
    }

    /// The policy in an array of probabilities, each that of moving the token in front. Entries
    /// where no game goes on, and where there is nothing to choose, are not looked at.
    ///
    /// # Errors
    /// [`PolicyTableError`] for the first entry, in the order of the array, that is wrong.
    pub fn from_probabilities(seating: Seating, table: &[f32]) -> Result<Self, PolicyTableError> {
        let kinds = check(seating, table, |place, is_choice, value| {
            let is_right = !is_choice || (0.0..=1.0).contains(&value);
            (!is_right).then_some(PolicyTableError::Probability { place, value })
        })?;
        let tables = (0..seating.sides()).map(|side| {
            BlockMatrix::new(|own, other| {
                let Some(entries) = entries(seating, table, side, own, other) else {
                    return Probabilities::default();
                };
                let asked = kinds.of_rank(side, own);
                Probabilities(RollDecision::ALL.map(|decision| {
                    if asked[decision.index()] == Kind::Choice {
                        entries[decision.index()]
                    } else {
                        0.0
                    }
                }))
            })
        });
        Ok(Self::new(seating, Choices::Probabilities(tables.collect())))
    }

    /// The policy as an array of bytes, with 3 also where no game goes on; `None` if it has other probabilities than 0, ½ and 1.
    pub fn to_choices(&self) -> Option<Vec<u8>> {
        let Choices::Masks(masks) = self.choices() else {
            return None;
        };
        let seating = self.seating();
        let kinds = Kinds::of(seating);
        let mut table = vec![NOTHING; seating.sides() * PAIRS * PAIRS * DECISIONS];
        parallel::for_each_row(&mut table, PAIRS * DECISIONS, |number, row| {
            let side = number / PAIRS;
            let asked = kinds.at(side, number % PAIRS);
            let own = numbering::rank_of(number % PAIRS);
            for (other, entries) in row.as_chunks_mut::<DECISIONS>().0.iter_mut().enumerate() {
                let other = numbering::rank_of(other);
                if !is_position(seating, side, own, other) {
                    continue;
                }
                let mask = masks[side].at(own, other);
                for decision in RollDecision::ALL {
                    if asked[decision.index()] == Kind::Choice {
                        let allowed = (decision.allows_p(mask), decision.allows_q(mask));
                        entries[decision.index()] = match allowed {
                            (true, false) => BEHIND,
                            (false, true) => FRONT,
                            _ => EITHER,
                        };
                    }
                }
            }
        });
        Some(table)
    }
}

/// Whether a game may reach the position of two ranks, and goes on there.
fn is_position(seating: Seating, side: usize, own: usize, other: usize) -> bool {
    own != FINISHED && other != FINISHED && policy::tokens(seating, side, own, other).is_some()
}

/// The entries for two ranks; `None` where no game goes on.
fn entries<T>(
    seating: Seating,
    table: &[T],
    side: usize,
    own: usize,
    other: usize,
) -> Option<&[T]> {
    let [row, column] = [own, other].map(numbering::pair_at);
    let from = ((side * PAIRS + row) * PAIRS + column) * DECISIONS;
    is_position(seating, side, own, other).then(|| &table[from..from + DECISIONS])
}

/// Finds the first wrong entry: `wrong` is asked about those that games reach.
///
/// # Errors
/// [`PolicyTableError`].
fn check<T: Copy + Sync>(
    seating: Seating,
    table: &[T],
    wrong: impl Fn(DecisionPlace, bool, T) -> Option<PolicyTableError> + Sync + Send,
) -> Result<Kinds, PolicyTableError> {
    let rows = seating.sides() * PAIRS;
    let expected = rows * PAIRS * DECISIONS;
    if table.len() != expected {
        let found = table.len();
        return Err(PolicyTableError::Length { found, expected });
    }
    let kinds = Kinds::of(seating);
    let first_wrong = |number: usize| {
        let side = number / PAIRS;
        let own = PairIndex::from_index(u16::try_from(number % PAIRS).ok()?)?;
        let own_rank = numbering::rank_of(own.index());
        let asked = kinds.at(side, own.index());
        PairIndex::all().find_map(|other| {
            let other_rank = numbering::rank_of(other.index());
            let entries = entries(seating, table, side, own_rank, other_rank)?;
            RollDecision::ALL.into_iter().find_map(|decision| {
                let place = DecisionPlace {
                    seating,
                    side,
                    own,
                    other,
                    decision,
                };
                let at = decision.index();
                let is_asked = asked[at] != Kind::Impossible;
                is_asked.then(|| wrong(place, asked[at] == Kind::Choice, entries[at]))?
            })
        })
    };
    match parallel::map(rows, first_wrong)
        .into_iter()
        .flatten()
        .next()
    {
        Some(error) => Err(error),
        None => Ok(kinds),
    }
}
