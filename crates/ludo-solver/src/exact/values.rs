//! The values of a seating, and what they say about a position.

use ludo_rules::{Move, Phase, Position, RollKind, Seat};

use super::numbering::{self, FINISHED, PAIRS};
use super::seating::Seating;
use super::tiles::Tiled;

/// The exact chance of winning in every position of a seating, both players
/// playing as well as can be.
///
/// "Winning" is finishing before the other. With three or four players the
/// table applies as soon as two are left: it then tells who takes the better
/// of the two places.
///
/// Rules: L-1 to L-14, L-27 to L-30, for two players.
#[derive(Clone, Debug)]
pub struct Values {
    seating: Seating,
    /// For each side, by his pair and the opponent's, his chance of winning
    /// when the opponent is about to make a normal roll.
    waiting: Vec<Table>,
}

/// Numbers from 0 to 1 for every two pairs.
#[derive(Clone, Debug)]
pub(super) enum Table {
    /// To the last bit.
    Exact(Vec<f64>),
    /// In steps of 1/65535.
    Short(Vec<u16>),
}

impl Table {
    /// What stands for two ranks.
    pub(super) fn at(&self, own: usize, other: usize) -> f64 {
        let place = own * PAIRS + other;
        match self {
            Self::Exact(values) => values[place],
            Self::Short(values) => f64::from(values[place]) / f64::from(u16::MAX),
        }
    }
}

impl Values {
    pub(super) const fn new(seating: Seating, waiting: Vec<Table>) -> Self {
        Self { seating, waiting }
    }

    pub(super) fn waiting(&self) -> &[Table] {
        &self.waiting
    }

    /// What each side has by two ranks.
    pub(super) fn tiled(&self) -> Vec<Tiled<f64>> {
        let tiled = |table: &Table| Tiled::new(|own, other| table.at(own, other));
        self.waiting.iter().map(tiled).collect()
    }

    /// Whether the values are as they were solved, and not
    /// [shortened](Values::shortened).
    pub fn is_exact(&self) -> bool {
        let is_exact = |table: &Table| matches!(table, Table::Exact(_));
        self.waiting.iter().all(is_exact)
    }

    /// How the players sit.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    /// How many positions before a first roll there are values for: pairs of
    /// the two players' step counts.
    pub fn states(&self) -> usize {
        self.waiting.len() * PAIRS * PAIRS
    }

    /// The chance of winning of the player who begins, `seats` being his seat
    /// and his opponent's; none if they do not sit like this.
    pub fn first_player(&self, seats: [Seat; 2]) -> Option<f64> {
        self.of(&Position::new(&seats).ok()?)
    }

    /// The chance of winning of the player to act, whether he is to roll or to
    /// choose; none unless two players who sit like this are left.
    pub fn of(&self, position: &Position) -> Option<f64> {
        let pair = self.pair(position)?;
        match position.phase() {
            Phase::ToRoll(RollKind::First) => Some(1.0 - self.waits(pair.turned(), position)),
            Phase::ToRoll(RollKind::Bonus) => {
                let mut sum = 0.0;
                for roll in ludo_rules::Roll::ALL {
                    let mut rolled = *position;
                    rolled.apply_roll(roll).ok()?;
                    sum += self.best(pair, &rolled)?;
                }
                Some(sum / 6.0)
            }
            Phase::ToChoose(..) => self.best(pair, position),
            Phase::Over => None,
        }
    }

    /// Every legal choice for the roll in hand and the chance of winning after
    /// it, in the order of the legal moves; none unless a choice is due and two
    /// players who sit like this are left.
    pub fn choices(&self, position: &Position) -> Option<Vec<(Move, f64)>> {
        let pair = self.pair(position)?;
        position.roll_in_hand()?;
        Some(self.each(pair, position).collect())
    }

    /// The best choice for the roll in hand, the first of equals; none as in
    /// [`Values::choices`].
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        let choices = self.choices(position)?.into_iter();
        let best = choices.reduce(|best, other| if best.1 < other.1 { other } else { best });
        best.map(|(choice, _)| choice)
    }

    fn best(&self, pair: Pair, position: &Position) -> Option<f64> {
        self.each(pair, position)
            .map(|(_, value)| value)
            .reduce(f64::max)
    }

    fn each(&self, pair: Pair, position: &Position) -> impl Iterator<Item = (Move, f64)> {
        let position = *position;
        position.legal_moves().iter().map(move |choice| {
            let mut after = position;
            after.play(choice).expect("it is one of the legal moves");
            let value = match after.to_act() {
                // Two were left, so it is he who has finished.
                None => 1.0,
                Some(seat) if seat == pair.seat => self.of(&after).expect("the same two are left"),
                Some(_) => self.waits(pair, &after),
            };
            (choice, value)
        })
    }

    /// What a player has while his opponent is about to make a normal roll.
    fn waits(&self, pair: Pair, position: &Position) -> f64 {
        let rank = |seat| {
            position
                .tokens()
                .steps(seat)
                .map_or(FINISHED, numbering::rank)
        };
        let side = self.seating.side(pair.seat, pair.opponent);
        self.waiting[side].at(rank(pair.seat), rank(pair.opponent))
    }

    /// The player to act and the only other one left.
    fn pair(&self, position: &Position) -> Option<Pair> {
        let seat = position.to_act()?;
        let tokens = position.tokens();
        let left = tokens
            .seats()
            .iter()
            .filter(|&other| !tokens.has_finished(other));
        let mut others = left.filter(|&other| other != seat);
        let opponent = others.next()?;
        let sit_so = Seating::of([seat, opponent]) == Some(self.seating);
        (others.next().is_none() && sit_so).then_some(Pair { seat, opponent })
    }
}

/// A player and his opponent.
#[derive(Clone, Copy, Debug)]
struct Pair {
    seat: Seat,
    opponent: Seat,
}

impl Pair {
    const fn turned(self) -> Self {
        Self {
            seat: self.opponent,
            opponent: self.seat,
        }
    }
}
