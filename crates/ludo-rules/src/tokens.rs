//! The tokens of the seated players, and the one place where they move and kick.

use core::error::Error;
use core::fmt;

use crate::event::{Event, EventSink, Walk};
use crate::geometry::{Roll, Space, Step, Token};
use crate::moves::{Move, Moves};
use crate::play_error::PlayError;
use crate::seat::{Seat, SeatSet};
use crate::setup_error::{SetupError, SetupErrors};

/// Where every token of the seated players is: the whole state of the scripted
/// game.
///
/// Invariant: two players' tokens never share a ring space (L-9).
///
/// ```
/// use ludo_rules::{Seat, SeatSet, Tokens};
///
/// let tokens = Tokens::new(SeatSet::from_iter([Seat::A, Seat::C]))?;
/// let spaces = tokens.spaces(Seat::A).map(|spaces| spaces.map(|space| space.to_string()));
/// assert_eq!(spaces, Some(["H".to_owned(), "H".to_owned()]));
/// assert_eq!(tokens.spaces(Seat::B), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tokens {
    seats: SeatSet,
    /// By seat, then `p` and `q`. Tokens of empty seats are in the yard, so that
    /// equal games are equal values.
    steps: [[Step; 2]; 4],
}

impl Tokens {
    /// All tokens in the yard. Rules: L-1, L-2.
    ///
    /// # Errors
    /// [`SetupErrors`] unless there are 2 to 4 seats.
    pub fn new(seats: SeatSet) -> Result<Self, SetupErrors> {
        if (2..=4).contains(&seats.len()) {
            Ok(Self::in_yard(seats))
        } else {
            Err(SetupErrors(vec![SetupError::SeatCount {
                count: seats.len(),
            }]))
        }
    }

    /// All tokens in the yard, for seats that have been counted.
    pub(crate) const fn in_yard(seats: SeatSet) -> Self {
        Self {
            seats,
            steps: [[Step::YARD; 2]; 4],
        }
    }

    /// Puts a seat's tokens where play has brought them; no opponent is there
    /// (L-9).
    pub(crate) const fn put(&mut self, seat: Seat, steps: [Step; 2]) {
        self.steps[seat.index()] = steps;
    }

    /// Tokens on any steps, `p` before `q`.
    ///
    /// Rules: L-1 (2 to 4 distinct seats), L-9 (no shared ring space).
    ///
    /// # Errors
    /// [`SetupErrors`] with every reason why they are impossible.
    pub fn from_steps(
        players: impl IntoIterator<Item = (Seat, [Step; 2])>,
    ) -> Result<Self, SetupErrors> {
        let mut tokens = Self::in_yard(SeatSet::new());
        let mut reasons = Vec::new();
        for (seat, steps) in players {
            if tokens.seats.insert(seat) {
                tokens.steps[seat.index()] = steps;
            } else {
                reasons.push(SetupError::RepeatedSeat { seat });
            }
        }
        if !(2..=4).contains(&tokens.seats.len()) {
            reasons.push(SetupError::SeatCount {
                count: tokens.seats.len(),
            });
        }
        reasons.extend(tokens.shared_spaces());
        if reasons.is_empty() {
            Ok(tokens)
        } else {
            Err(SetupErrors(reasons))
        }
    }

    /// The ring spaces with tokens of several seats. Rules: L-9.
    fn shared_spaces(&self) -> impl Iterator<Item = SetupError> + '_ {
        let (_, shared) = self.iter().fold((0, 0), |(taken, shared), (seat, steps)| {
            let spaces = ring_spaces(seat, steps);
            (taken | spaces, shared | taken & spaces)
        });
        let is_shared = move |&space: &u8| shared >> space & 1 != 0;
        (1..=56).filter(is_shared).map(|space| {
            let stand_here = self
                .iter()
                .filter(|&(seat, steps)| ring_spaces(seat, steps) >> space & 1 != 0);
            SetupError::SharedSpace {
                space,
                seats: stand_here.map(|(seat, _)| seat).collect(),
            }
        })
    }

    /// The seats that play.
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// Whether the seat plays.
    pub const fn is_seated(&self, seat: Seat) -> bool {
        self.seats.contains(seat)
    }

    /// The step counts of `p` and `q`; `None` for an empty seat.
    pub const fn steps(&self, seat: Seat) -> Option<[Step; 2]> {
        if self.is_seated(seat) {
            Some(self.steps[seat.index()])
        } else {
            None
        }
    }

    /// The spaces of `p` and `q`; `None` for an empty seat. Rules: L-4.
    pub fn spaces(&self, seat: Seat) -> Option<[Space; 2]> {
        self.steps(seat)
            .map(|steps| steps.map(|step| step.space(seat)))
    }

    /// The seated players with the steps of `p` and `q`, clockwise from A.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, [Step; 2])> + '_ {
        self.seats
            .iter()
            .map(|seat| (seat, self.steps[seat.index()]))
    }

    /// Whether the seat's tokens are a stack, which moves as one.
    ///
    /// Rules: L-10; two tokens in the yard, on R (L-5) or on the end are no stack.
    pub const fn is_stacked(&self, seat: Seat) -> bool {
        let [p, q] = self.steps[seat.index()];
        p.value() == q.value() && (p.is_on_ring() || p.is_on_home_square())
    }

    /// Whether both tokens of the seat are on the end. Rules: L-12.
    pub const fn has_finished(&self, seat: Seat) -> bool {
        let [p, q] = self.steps[seat.index()];
        p.is_finished() && q.is_finished()
    }

    /// Whether the roll moves the token; never for an empty seat. Rules: L-14.
    pub fn can_move(&self, seat: Seat, token: Token, roll: Roll) -> bool {
        self.steps(seat)
            .is_some_and(|steps| steps[token.index()].after(roll).is_some())
    }

    /// The seat's choices for the roll; empty for an empty seat.
    ///
    /// Rules: L-10 and L-27 (a stack is one choice), L-14 (moving is compulsory).
    pub fn legal_moves(&self, seat: Seat, roll: Roll) -> Moves {
        if !self.is_seated(seat) {
            return Moves::NONE;
        }
        if self.is_stacked(seat) {
            return Moves::STACK;
        }
        match Token::ALL.map(|token| self.can_move(seat, token, roll)) {
            [true, true] => Moves::P_AND_Q,
            [true, false] => Moves::P,
            [false, true] => Moves::Q,
            [false, false] => Moves::PASS,
        }
    }

    /// The opponents' tokens that a move of this seat ending on this step kicks.
    ///
    /// Rules: L-9. They all belong to one opponent, as no two ever share a space.
    pub fn victims(&self, seat: Seat, step: Step) -> impl Iterator<Item = (Seat, Token)> + use<> {
        let tokens = *self;
        let victim = self.victim(seat, step).into_iter();
        victim.flat_map(move |(other, there)| {
            let is_there = move |token: &Token| tokens.steps[other.index()][token.index()] == there;
            let kicked = Token::ALL.into_iter().filter(is_there);
            kicked.map(move |token| (other, token))
        })
    }

    /// The opponent on the ring space of a seat's step, and that opponent's step
    /// there.
    pub(crate) fn victim(&self, seat: Seat, step: Step) -> Option<(Seat, Step)> {
        let space = step.ring_space(seat)?;
        self.seats.without(seat).iter().find_map(|other| {
            let there = Step::on_ring(space, other)?;
            let is_there = self.steps[other.index()].contains(&there);
            is_there.then_some((other, there))
        })
    }

    /// Plays a choice for a roll, and passes the events to the sink.
    ///
    /// Rules: L-5, L-6, L-7, L-8, L-9, L-10, L-11; the choice must be one of
    /// [`Tokens::legal_moves`].
    ///
    /// # Errors
    /// The [`PlayError`] of the rule that forbids it; nothing has changed and
    /// the sink has got nothing.
    pub fn advance(
        &mut self,
        seat: Seat,
        choice: Move,
        roll: Roll,
        events: &mut impl EventSink,
    ) -> Result<(), PlayError> {
        if !self.legal_moves(seat, roll).contains(choice) {
            return Err(self.why_not(seat, choice, roll));
        }
        self.walk(seat, choice, roll, events);
        Ok(())
    }

    /// Moves exactly the one token named, also out of a stack; `false`, and
    /// nothing happens, if it cannot move.
    ///
    /// Rules: L-25.
    pub fn move_token(
        &mut self,
        seat: Seat,
        token: Token,
        roll: Roll,
        events: &mut impl EventSink,
    ) -> bool {
        let moves = self.can_move(seat, token, roll);
        if moves {
            self.walk(seat, token.into(), roll, events);
        }
        moves
    }

    /// The rule that a choice outside [`Tokens::legal_moves`] breaks.
    fn why_not(&self, seat: Seat, choice: Move, roll: Roll) -> PlayError {
        let Some(steps) = self.steps(seat) else {
            return PlayError::NotSeated { seat };
        };
        let token = match choice {
            Move::Pass => return PlayError::MustMove { roll },
            Move::Stack => return PlayError::NotAStack { steps },
            Move::P => Token::P,
            Move::Q => Token::Q,
        };
        if self.is_stacked(seat) {
            PlayError::SplitsStack { token }
        } else if steps[token.index()].is_finished() {
            PlayError::Finished { token }
        } else {
            PlayError::NeedsSix { token, roll }
        }
    }

    /// Moves the tokens of the choice, which must be able to, and kicks.
    pub(crate) fn walk(
        &mut self,
        seat: Seat,
        choice: Move,
        roll: Roll,
        events: &mut impl EventSink,
    ) {
        let was_stacked = self.is_stacked(seat);
        let walked = choice.tokens().first().and_then(|&token| {
            let from = self.steps[seat.index()][token.index()];
            Some((token, from, from.after(roll)?))
        });
        let Some((token, from, to)) = walked else {
            events.event(Event::Passed { seat, roll });
            return;
        };
        for moved in choice.tokens() {
            self.steps[seat.index()][moved.index()] = to;
        }

        if from.is_in_yard() {
            // Rules: L-5. Nothing is met on R.
            events.event(Event::LeftYard { seat, token });
            return;
        }
        events.event(Event::Moved {
            seat,
            choice,
            from,
            to,
            path: Walk::new(seat, from, roll),
        });
        // Rules: L-7.
        if let Some(back) = bounced_back(from, roll) {
            events.event(Event::Bounced {
                seat,
                choice,
                back,
                at: to,
            });
        }
        // Rules: L-9, L-11.
        if let Some(space) = to.ring_space(seat) {
            for (victim, token) in self.victims(seat, to) {
                self.steps[victim.index()][token.index()] = Step::YARD;
                events.event(Event::Kicked {
                    by: seat,
                    seat: victim,
                    token,
                    space,
                });
            }
        }
        // Rules: L-10, L-25.
        let parts = was_stacked && choice != Move::Stack;
        if parts {
            events.event(Event::Parted {
                seat,
                token,
                at: from,
            });
        }
        // A token that parts from a stack may bounce right back to it.
        if self.is_stacked(seat) && (parts || !was_stacked) {
            events.event(Event::Stacked { seat, at: to });
        }
        if to.is_finished() {
            events.event(Event::ReachedEnd { seat, choice });
            // Rules: L-12.
            if self.has_finished(seat) {
                events.event(Event::Finished { seat });
            }
        }
    }

    /// The tokens in 52 bits, for storing: the seats in the lowest four, then
    /// six bits for each token, A's `p` first, holding its step count plus one.
    pub fn to_bits(&self) -> u64 {
        let steps = self.steps.as_flattened().iter().rev();
        let packed = steps.fold(0, |bits, step| bits << 6 | step.index() as u64);
        packed << 4 | u64::from(self.seats.bits())
    }

    /// The tokens that [`Tokens::to_bits`] packed.
    ///
    /// # Errors
    /// [`BitsError`] if the bits are not the packing of any tokens.
    pub fn from_bits(bits: u64) -> Result<Self, BitsError> {
        Self::unpack(bits)
            .and_then(|tokens| Self::from_steps(tokens.iter()).ok())
            // Also refuses set bits beyond the packing and in empty seats.
            .filter(|tokens| tokens.to_bits() == bits)
            .ok_or(BitsError { bits })
    }

    /// The tokens that these bits pack, if every step is one; not checked
    /// further.
    pub(crate) fn unpack(bits: u64) -> Option<Self> {
        let mut tokens = Self::in_yard(SeatSet::from_bits(bits));
        for (place, step) in tokens.steps.as_flattened_mut().iter_mut().enumerate() {
            *step = Step::from_index((bits >> (4 + 6 * place) & 63) as usize)?;
        }
        Some(tokens)
    }
}

/// The ring spaces under these tokens: bit n is set for space n.
fn ring_spaces(seat: Seat, steps: [Step; 2]) -> u64 {
    let spaces = steps.iter().filter_map(|step| step.ring_space(seat));
    spaces.fold(0, |bits, space| bits | 1 << space)
}

/// By how many spaces a roll bounces back from the end; `None` if it does not get
/// past it.
#[expect(
    clippy::cast_possible_wrap,
    reason = "a roll is 1 to 6, so it fits every integer"
)]
fn bounced_back(from: Step, roll: Roll) -> Option<u8> {
    let beyond = from.value() + roll.value() as i8 - Step::FINISHED.value();
    u8::try_from(beyond).ok().filter(|&back| back > 0)
}

/// Bits that pack no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitsError {
    /// The bits given.
    pub bits: u64,
}

impl fmt::Display for BitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bits } = self;
        write!(f, "{bits:#x} packs no tokens that could stand on a board")
    }
}

impl Error for BitsError {}
