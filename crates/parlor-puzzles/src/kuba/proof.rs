//! Proofs: whether a side wins by force within a number of pushes, by searching everything.

use kuba_rules::{Action, Marble, Move, Position, REDS_TO_WIN, Rules, Side};

use super::act;

/// The most pushes that a proof asks for.
pub(crate) const MAX_PUSHES: u8 = 9;

/// Entries of the table, a power of two: about 12 MB.
const ENTRIES: usize = 1 << 18;

/// The cells of the edge, as bits of [`Position::cells`].
const EDGE: u64 = 0x007F_4141_4141_417F;

/// Searches for a forced win, exhaustively and without an estimate.
///
/// A position knows all that its future depends on, ko included, but not the repetitions of K-12.
/// They cannot matter: on the way of a shortest win each position is nearer to the end than all
/// before it, so none comes twice.
#[derive(Debug)]
pub(crate) struct Prover {
    table: Box<[Option<Entry>]>,
    /// For each number of pushes left, what last decided a position with the attacker and with the
    /// defender to move.
    killers: [[Option<Action>; 2]; MAX_PUSHES as usize + 1],
    nodes_left: u64,
}

/// The proof takes more positions than allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLong;

/// What is known of a position. It is compared with all of the position, so it is never wrong.
#[derive(Clone, Copy, Debug)]
struct Entry {
    position: Position,
    attacker: Side,
    /// The attacker wins within this many pushes; [`NEVER`] if that is not known of any number.
    wins_within: u8,
    /// The attacker does not win within fewer pushes than this.
    holds_below: u8,
    /// What decided it last.
    action: Option<Action>,
}

const NEVER: u8 = u8::MAX;

impl Prover {
    pub(crate) fn new() -> Self {
        Self {
            table: vec![None; ENTRIES].into_boxed_slice(),
            killers: Default::default(),
            nodes_left: 0,
        }
    }

    /// Forgets everything, so that what follows does not depend on what was asked before, and allows
    /// this many positions to be searched.
    pub(crate) fn begin(&mut self, nodes: u64) {
        self.table.fill(None);
        self.killers = Default::default();
        self.nodes_left = nodes;
    }

    /// The fewest pushes within which the side to move wins by force; `None` if they are more than
    /// `most`.
    pub(crate) fn shortest_win(
        &mut self,
        position: &Position,
        most: u8,
    ) -> Result<Option<u8>, TooLong> {
        for pushes in 1..=most.min(MAX_PUSHES) {
            if self.wins_within(position, position.to_move(), pushes)? {
                return Ok(Some(pushes));
            }
        }
        Ok(None)
    }

    /// Whether the attacker wins by force within this many pushes of both sides.
    ///
    /// Rules: K-8, K-9, K-10, K-12 (ending a turn is no push).
    pub(crate) fn wins_within(
        &mut self,
        position: &Position,
        attacker: Side,
        pushes: u8,
    ) -> Result<bool, TooLong> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner() == Some(attacker));
        }
        if !is_in_reach(position, attacker, pushes) {
            return Ok(false);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(TooLong)?;
        let slot = slot(position, attacker);
        let known = self.table[slot]
            .filter(|known| known.position == *position && known.attacker == attacker);
        if let Some(known) = known {
            if pushes >= known.wins_within {
                return Ok(true);
            }
            if pushes < known.holds_below {
                return Ok(false);
            }
        }
        let attacks = position.to_move() == attacker;
        let killer = self.killers[usize::from(pushes)][usize::from(attacks)];
        let first = [known.and_then(|known| known.action), killer];
        let mut decides = None;
        for action in ordered(position, first) {
            let left = match action {
                Action::Push(_) => pushes.checked_sub(1),
                Action::End => Some(pushes),
            };
            let wins = match left {
                Some(left) => self.wins_within(&act(position, action), attacker, left)?,
                None => false,
            };
            if wins == attacks {
                decides = Some(action);
                break;
            }
        }
        if decides.is_some() {
            self.killers[usize::from(pushes)][usize::from(attacks)] = decides;
        }
        let wins = attacks == decides.is_some();
        let mut entry = known.unwrap_or(Entry {
            position: *position,
            attacker,
            wins_within: NEVER,
            holds_below: 0,
            action: None,
        });
        if wins {
            entry.wins_within = pushes;
        } else {
            entry.holds_below = pushes + 1;
        }
        entry.action = decides.or(entry.action);
        self.table[slot] = Some(entry);
        Ok(wins)
    }
}

/// All legal actions: those that decided elsewhere first, then captures, then quiet pushes.
fn ordered(position: &Position, first: [Option<Action>; 2]) -> impl Iterator<Item = Action> {
    let moves = position.legal_moves_by_capture();
    let is_legal = move |action: &Action| match *action {
        Action::Push(push) => [moves.reds, moves.marbles, moves.quiet]
            .iter()
            .any(|moves| moves.contains(push)),
        Action::End => false,
    };
    let [known, killer] = first.map(|action| action.filter(is_legal));
    let killer = killer.filter(|_| killer != known);
    let end = position.may_push_again().then_some(Action::End);
    let pushes = moves.reds.iter().chain(moves.marbles).chain(moves.quiet);
    let others = pushes.map(Action::Push).chain(end);
    let others = others.filter(move |action| Some(*action) != known && Some(*action) != killer);
    known.into_iter().chain(killer).chain(others)
}

/// Whether a win within this many pushes is conceivable at all, counted without a search.
fn is_in_reach(position: &Position, attacker: Side, pushes: u8) -> bool {
    let attacks = position.to_move() == attacker;
    let own = match (position.rules(), attacks) {
        (Rules::Classroom, true) => pushes.div_ceil(2),
        (Rules::Classroom, false) => pushes / 2,
        (Rules::Tournament, false) if !position.may_push_again() => pushes.saturating_sub(1),
        (Rules::Tournament, _) => pushes,
    };
    // Each push takes off one marble at most (K-8, K-9).
    let missing = REDS_TO_WIN - position.captured(attacker);
    let by_reds = missing <= own && missing <= position.count(Marble::Red);
    let by_elimination = position.count(attacker.other().into()) <= own;
    by_reds || by_elimination || can_block(position, attacker.other(), pushes)
}

/// Whether it is conceivable that a side has no legal push within this many pushes of both.
///
/// Its marble at the edge can always be pushed inward, as there is room behind it (K-3), unless its
/// line is full up to a marble of its own at the far edge (K-5) or that is the one ko push (K-7). So where no
/// line is full, a blocked side has one marble at the edge at most. A push takes one marble from the
/// edge at most: an enemy's by pushing it off, the mover's by pushing it inward. And it fills one
/// cell at most.
///
/// Rules: K-10.
fn can_block(position: &Position, side: Side, pushes: u8) -> bool {
    let at_edge = (position.cells(side.into()) & EDGE).count_ones();
    if at_edge <= u32::from(pushes) + 1 {
        return true;
    }
    let occupied = [Marble::White, Marble::Black, Marble::Red]
        .into_iter()
        .fold(0, |cells, marble| cells | position.cells(marble));
    let is_filled = |line: u64| (occupied & line).count_ones() + u32::from(pushes) >= 7;
    (0..7).any(|line| is_filled(0x7F << (8 * line)) || is_filled(0x0001_0101_0101_0101 << line))
}

/// The place of a position in the table.
fn slot(position: &Position, attacker: Side) -> usize {
    let ko = position.ko().map_or(0, |Move { cell, direction }| {
        1 + u64::from(cell.row()) + 8 * u64::from(cell.column()) + 64 * direction.index() as u64
    });
    let rest = u64::from(position.captured(Side::White))
        + 8 * u64::from(position.captured(Side::Black))
        + 64 * position.to_move().index() as u64
        + 128 * u64::from(position.may_push_again())
        + 256 * attacker.index() as u64
        + 512 * (position.rules() as u64)
        + 1024 * ko;
    let words = [
        position.cells(Marble::White),
        position.cells(Marble::Black),
        position.cells(Marble::Red),
        rest,
    ];
    let mixed = words.into_iter().fold(0_u64, |mixed, word| {
        (mixed ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
    });
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number of entries is far below"
    )]
    let slot = (mixed ^ (mixed >> 32)) as usize % ENTRIES;
    slot
}
