//! The decisions of a player about to move.

/// A decision that a player may have to make: the roll, and whether a bonus
/// roll follows it. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RollDecision {
    /// 1 to 5, as 0 to 4: afterwards it is the opponent's turn.
    Plain(usize),
    /// A 6 on a normal roll: a bonus roll follows.
    FirstSix,
    /// A 6 on a bonus roll: afterwards it is the opponent's turn.
    BonusSix,
}

impl RollDecision {
    /// The decisions after which it is the opponent's turn.
    pub(super) const ONE_TO_SIX: [Self; 6] = [
        Self::Plain(0),
        Self::Plain(1),
        Self::Plain(2),
        Self::Plain(3),
        Self::Plain(4),
        Self::BonusSix,
    ];

    /// Every one, in the order of their bits in a policy's masks.
    pub(super) const ALL: [Self; 7] = [
        Self::Plain(0),
        Self::Plain(1),
        Self::Plain(2),
        Self::Plain(3),
        Self::Plain(4),
        Self::FirstSix,
        Self::BonusSix,
    ];

    /// Which of the six faces shows, 0 to 5.
    pub(super) const fn face(self) -> usize {
        match self {
            Self::Plain(face) => face,
            Self::FirstSix | Self::BonusSix => 5,
        }
    }

    /// The roll.
    pub(super) const fn roll(self) -> ludo_rules::Roll {
        ludo_rules::Roll::ALL[self.face()]
    }

    /// 0 to 6.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Plain(face) => face,
            Self::FirstSix => 5,
            Self::BonusSix => 6,
        }
    }

    /// Whether a policy's mask allow moving `p`.
    #[inline(always)]
    pub(super) const fn allows_p(self, mask: u16) -> bool {
        mask & (1 << self.index()) != 0
    }

    /// Whether a policy's mask allow moving `q`.
    #[inline(always)]
    pub(super) const fn allows_q(self, mask: u16) -> bool {
        mask & (1 << (self.index() + 8)) != 0
    }
}
