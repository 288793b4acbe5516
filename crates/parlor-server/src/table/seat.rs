//! One seat at a table.

use core::time::Duration;

use crate::log::{Part, Player, SeatPlan, TimeControl};

/// A seat, and who sits there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chair {
    pub(super) seat: char,
    pub(super) name: String,
    pub(super) sitter: Sitter,
    /// A person's part in the dice, once they have joined.
    pub(super) part: Option<Part>,
    /// The bytes that the person revealed, or that the server revealed for them.
    pub(super) revealed: Option<Vec<u8>>,
    /// The time left on a person's clock, where there are clocks.
    pub(super) left: Option<Duration>,
    /// Whether the person has acted, so that they are known to be there.
    pub(super) has_acted: bool,
    /// How many hints the seat has had.
    pub(super) hints: u32,
}

/// Who sits on a chair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sitter {
    /// A person, who may not have come yet.
    Person,
    /// A bot by plan, or because the person gave the seat up.
    Bot(String),
    /// A bot until the person returns.
    Substitute(String),
}

impl Chair {
    pub(super) fn new(planned: &SeatPlan, clock: Option<TimeControl>) -> Self {
        let (sitter, part) = match &planned.player {
            Player::Bot(bot) => (Sitter::Bot(bot.clone()), None),
            Player::Person(part) => (Sitter::Person, part.clone()),
        };
        Self {
            seat: planned.seat,
            name: planned.name.clone(),
            left: clock
                .map(|clock| clock.initial)
                .filter(|_| sitter == Sitter::Person),
            has_acted: false,
            hints: 0,
            sitter,
            part,
            revealed: None,
        }
    }

    /// Whether a person sits here now.
    pub(super) const fn is_present(&self) -> bool {
        matches!(self.sitter, Sitter::Person)
    }

    /// The bot that plays here now.
    pub(super) fn bot(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Bot(bot) | Sitter::Substitute(bot) => Some(bot),
            Sitter::Person => None,
        }
    }

    /// The bot that nobody can take the seat from.
    pub(super) fn bot_for_good(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Bot(bot) => Some(bot),
            Sitter::Person | Sitter::Substitute(_) => None,
        }
    }

    /// Whether nobody has to come any more.
    pub(super) const fn is_taken(&self) -> bool {
        self.part.is_some() || !self.is_present()
    }

    /// Whether the person has committed to bytes that only they know, and has
    /// not revealed them.
    pub(super) fn owes_bytes(&self) -> bool {
        let owes = |part: &Part| part.commitment.is_some() && part.kept.is_none();
        self.is_present() && self.revealed.is_none() && self.part.as_ref().is_some_and(owes)
    }
}
