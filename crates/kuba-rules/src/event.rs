//! What happened in an action: for replays, pictures and explanations.

use crate::geometry::Cell;
use crate::marble::Side;
use crate::moves::Move;
use crate::outcome::Win;

/// One thing that happened while an action was carried out.
///
/// The events of a push come in this order: [`Pushed`](Event::Pushed); what
/// left the board; then either the win by it, or the next push being allowed,
/// or the end of the turn with the ko push (K-7) and the win by K-10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A run moved one cell. Rules: K-3, K-4.
    Pushed {
        /// Who pushed.
        side: Side,
        /// The push.
        push: Move,
        /// The number of marbles that moved, the pushed one and one that left
        /// the board included: 1 to 7.
        length: u8,
    },
    /// The push captured a red. Rules: K-6.
    Captured {
        /// Who pushed and captured.
        side: Side,
        /// Their reds now, 1 to 7.
        total: u8,
        /// The edge cell that the red left.
        from: Cell,
    },
    /// The push ejected an enemy marble. Rules: K-6.
    Ejected {
        /// Who pushed.
        side: Side,
        /// The edge cell that the marble left.
        from: Cell,
        /// The number of marbles the opponent has left, 0 to 7.
        left: u8,
    },
    /// The player may push again or end the turn. Rules: K-12.
    MayPushAgain {
        /// The player.
        side: Side,
    },
    /// The turn went to the opponent. Rules: K-11, K-12.
    TurnEnded {
        /// Whose turn it was.
        side: Side,
    },
    /// The one push that the opponent may not answer with: ko. Rules: K-7.
    Ko {
        /// The push straight back.
        push: Move,
    },
    /// The game was won. Rules: K-8, K-9, K-10.
    Won {
        /// The winner.
        side: Side,
        /// How.
        by: Win,
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
