//! What happens when a roll is answered: for replays, pictures and explanations.

use crate::geometry::{Roll, Space, Step, Token};
use crate::moves::Move;
use crate::seat::Seat;

/// One thing that happened. A roll's events come in the order of this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A token went from the yard to ready-to-go. Rules: L-5.
    LeftYard {
        /// The token's player.
        seat: Seat,
        /// The token.
        token: Token,
    },
    /// A token or a stack walked. Rules: L-6.
    Moved {
        /// The token's player.
        seat: Seat,
        /// The token, or the stack.
        choice: Move,
        /// The step count before.
        from: Step,
        /// The step count after.
        to: Step,
        /// The spaces walked.
        path: Walk,
    },
    /// The walk went to the end and back. Rules: L-7.
    Bounced {
        /// The token's player.
        seat: Seat,
        /// The token, or the stack.
        choice: Move,
        /// The number of spaces it walked back, 1 to 5.
        back: u8,
        /// The step count after.
        at: Step,
    },
    /// A token was sent back to its yard; a kicked stack gives two of these. Rules: L-9, L-11.
    Kicked {
        /// The player who kicked.
        by: Seat,
        /// The player whose token went home.
        seat: Seat,
        /// The token.
        token: Token,
        /// The ring space, 1 to 56.
        space: u8,
    },
    /// One token of a stack was moved by name and left the other. Rules: L-25.
    Parted {
        /// The stack's player.
        seat: Seat,
        /// The token that left.
        token: Token,
        /// The step count of the token that stayed.
        at: Step,
    },
    /// A player's tokens met. Rules: L-10.
    Stacked {
        /// The tokens' player.
        seat: Seat,
        /// Where they met.
        at: Step,
    },
    /// A token or a stack reached the end. Rules: L-7, L-10.
    ReachedEnd {
        /// The token's player.
        seat: Seat,
        /// The token, or the stack.
        choice: Move,
    },
    /// Both tokens of a player are on the end. Rules: L-12.
    Finished {
        /// The player.
        seat: Seat,
    },
    /// A player took a place. Rules: L-12, L-30.
    Placed {
        /// The player.
        seat: Seat,
        /// 1 for the winner.
        place: u8,
    },
    /// The roll was lost, because nothing could move. Rules: L-14.
    Passed {
        /// The player who rolled.
        seat: Seat,
        /// The lost roll.
        roll: Roll,
    },
}

/// Takes the events of an action as they happen.
pub trait EventSink {
    /// Takes the next event.
    fn event(&mut self, event: Event);
}

impl EventSink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

/// Drops every event. It is free: what is worked out for an event alone is
/// compiled away with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoEvents;

impl EventSink for NoEvents {
    fn event(&mut self, _: Event) {}
}

/// The spaces of one walk, in order, ending where it ends.
///
/// Rules: L-6, L-7 (a bounce walks to the end and back).
///
/// ```
/// use ludo_rules::{Walk, Roll, Seat, Step};
///
/// let walk = Walk::new(Seat::B, Step::new(55)?, Roll::new(4)?);
/// let spaces: Vec<String> = walk.into_iter().map(|space| space.to_string()).collect();
/// assert_eq!(spaces, ["B6", "E", "B6", "B5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    seat: Seat,
    from: Step,
    roll: Roll,
}

impl Walk {
    /// The walk of a token of this seat from this step. From the yard it is at
    /// most the one space to ready-to-go, and a finished token walks nowhere.
    pub const fn new(seat: Seat, from: Step, roll: Roll) -> Self {
        Self { seat, from, roll }
    }
}

impl IntoIterator for Walk {
    type Item = Space;
    type IntoIter = WalkSpaces;

    fn into_iter(self) -> WalkSpaces {
        WalkSpaces {
            walk: self,
            walked: 0,
        }
    }
}

/// Iterates over the spaces of a [`Walk`].
#[derive(Clone, Debug)]
pub struct WalkSpaces {
    walk: Walk,
    /// The number of spaces visited so far.
    walked: usize,
}

impl Iterator for WalkSpaces {
    type Item = Space;

    fn next(&mut self) -> Option<Space> {
        let Walk { seat, from, roll } = self.walk;
        // The walk of a roll visits where each smaller roll would end.
        let part = *Roll::ALL[..usize::from(roll.value())].get(self.walked)?;
        self.walked += 1;
        if from.is_in_yard() {
            self.walked = Roll::ALL.len();
            return from.after(roll).map(|step| step.space(seat));
        }
        from.after(part).map(|step| step.space(seat))
    }
}
