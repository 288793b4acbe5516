//! A tiny game that Parlor does not have: take counters from a heap.
//!
//! Ten counters lie on a heap. In his turn a player tosses: two times out of
//! three he may take up to three counters, else one. Who takes the last one
//! wins. The position `7 X 3` is: seven left, X to act, up to three allowed.
//!
//! `FAULT` breaks one promise of the contract, to show that the suite sees it.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use parlor_game::{Game, Playout, Probability, Standing, Turn};

/// The game, faultless if `FAULT` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Heap<const FAULT: u8 = 0>;

/// The one way to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plain;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Player {
    /// One of the two.
    X,
    /// The other.
    Y,
}

/// A heap, whose turn it is, and how many he may take if he has tossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    left: u8,
    to_act: Player,
    may_take: Option<u8>,
}

/// So many counters, after a toss that allows so many: `2of3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Take {
    counters: u8,
    allowed: u8,
}

/// What cannot be read or done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for Refused {}

impl Player {
    fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain")
    }
}

impl FromStr for Plain {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        (text == "plain")
            .then_some(Self)
            .ok_or(Refused("the rules are plain"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} ", self.left, self.to_act)?;
        match self.may_take {
            Some(allowed) => write!(f, "{allowed}"),
            None => f.write_str("-"),
        }
    }
}

impl FromStr for Position {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let refused = Refused("a heap is written as 7 X 3, or 7 X - before the toss");
        let [left, player, may_take] = text.split(' ').collect::<Vec<_>>()[..] else {
            return Err(refused);
        };
        let left = left.parse().map_err(|_| refused.clone())?;
        let to_act = match player {
            "X" => Player::X,
            "Y" => Player::Y,
            _ => return Err(refused),
        };
        let may_take = match may_take {
            "-" => None,
            "1" => Some(1),
            "3" => Some(3),
            _ => return Err(refused),
        };
        Ok(Self {
            left,
            to_act,
            may_take,
        })
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}of{}", self.counters, self.allowed)
    }
}

impl FromStr for Take {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let refused = || Refused("taking is written as 2of3");
        let (counters, allowed) = text.split_once("of").ok_or_else(refused)?;
        Ok(Self {
            counters: counters.parse().map_err(|_| refused())?,
            allowed: allowed.parse().map_err(|_| refused())?,
        })
    }
}

/// One promise of the contract each.
pub(crate) mod faults {
    /// The probabilities add up to 4/3.
    pub(crate) const UNSURE_CHANCE: u8 = 1;
    /// Taking more than there is goes through.
    pub(crate) const TAKES_TOO_MANY: u8 = 2;
    /// A refused action uses up the toss.
    pub(crate) const FORGETS_THE_TOSS: u8 = 3;
    /// Both players come first.
    pub(crate) const TWO_WINNERS: u8 = 4;
    /// The legal actions lack one, so that another is no longer refused.
    pub(crate) const HIDES_AN_ACTION: u8 = 5;
    /// Nothing is told.
    pub(crate) const SAYS_NOTHING: u8 = 6;
    /// The one named first does not begin.
    pub(crate) const SECOND_BEGINS: u8 = 7;
    /// One player may play alone.
    pub(crate) const PLAYS_ALONE: u8 = 8;
    /// The limit does nothing.
    pub(crate) const PLAYS_ON: u8 = 9;
    /// The end is not seen.
    pub(crate) const NEVER_ENDS: u8 = 10;
    /// Two seats share a letter.
    pub(crate) const ONE_LETTER: u8 = 11;
    /// A refusal goes by no rule.
    pub(crate) const NAMELESS_REFUSAL: u8 = 12;
    /// Every fault there is.
    pub(crate) const COUNT: u8 = 12;
}

impl<const FAULT: u8> Game for Heap<FAULT> {
    const NAME: &'static str = "heap";
    const RULES: &'static [Plain] = &[Plain];
    const SEATS: &'static [Player] = &[Player::X, Player::Y];
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const DEFAULT_LIMIT: u32 = 100;
    const LIMIT_RULE: &'static str = "H-4";

    type Rules = Plain;
    type Seat = Player;
    type Position = Position;
    type Action = Take;
    type Chance = u8;
    type Event = Take;
    type Refusal = Refused;
    type StartError = Refused;
    type History = ();

    fn letter(player: Player) -> char {
        match player {
            Player::Y if FAULT != faults::ONE_LETTER => 'Y',
            _ => 'X',
        }
    }

    fn start(Plain: Plain, players: &[Player]) -> Result<Position, Refused> {
        let to_act = match *players {
            [first, second] if first != second && FAULT == faults::SECOND_BEGINS => second,
            [first, second] if first != second => first,
            [only] if FAULT == faults::PLAYS_ALONE => only,
            _ => return Err(Refused("two play")),
        };
        Ok(Position {
            left: 10,
            to_act,
            may_take: None,
        })
    }

    fn rules(_: &Position) -> Plain {
        Plain
    }

    fn seats(_: &Position) -> impl Iterator<Item = Player> {
        [Player::X, Player::Y].into_iter()
    }

    fn turn(position: &Position) -> Turn<Player> {
        match position {
            Position { left: 0, .. } => Turn::Over,
            Position {
                may_take: Some(_), ..
            } => Turn::Action(position.to_act),
            Position { may_take: None, .. } => Turn::Chance(position.to_act),
        }
    }

    fn chance_outcomes(position: &Position) -> impl Iterator<Item = (u8, Probability)> {
        let is_due = matches!(Self::turn(position), Turn::Chance(_));
        let out_of = if FAULT == faults::UNSURE_CHANCE { 2 } else { 3 };
        let outcomes = [
            (3, Probability::new(2, 3)),
            (1, Probability::new(1, out_of)),
        ];
        outcomes
            .into_iter()
            .filter(move |_| is_due)
            .filter_map(|(allowed, probability)| Some((allowed, probability?)))
    }

    fn legal_actions(position: &Position) -> impl Iterator<Item = Take> {
        let hidden = u8::from(FAULT == faults::HIDES_AN_ACTION && position.left > 4);
        let allowed = position.may_take.unwrap_or_default();
        let most = allowed.min(position.left);
        let most = if most > 1 { most - hidden } else { most };
        (1..=most).map(move |counters| Take { counters, allowed })
    }

    fn chance_in(take: Take) -> Option<u8> {
        Some(take.allowed)
    }

    fn take_chance(position: &mut Position, allowed: u8) -> Result<(), Refused> {
        if position.left == 0 || position.may_take.is_some() || ![1, 3].contains(&allowed) {
            return Err(Refused("no toss is due"));
        }
        position.may_take = Some(allowed);
        Ok(())
    }

    fn play(position: &mut Position, take: Take) -> Result<(), Refused> {
        let fits = FAULT == faults::TAKES_TOO_MANY || take.counters <= position.left;
        let is_legal = position.may_take == Some(take.allowed)
            && (1..=take.allowed).contains(&take.counters)
            && fits;
        if !is_legal {
            if FAULT == faults::FORGETS_THE_TOSS {
                position.may_take = None;
            }
            return Err(Refused("so many cannot be taken"));
        }
        *position = Position {
            left: position.left.saturating_sub(take.counters),
            to_act: position.to_act.other(),
            may_take: None,
        };
        Ok(())
    }

    fn play_with_events(
        position: &mut Position,
        take: Take,
        events: &mut Vec<Take>,
    ) -> Result<(), Refused> {
        Self::play(position, take)?;
        if FAULT != faults::SAYS_NOTHING {
            events.push(take);
        }
        Ok(())
    }

    fn rule(_: &Refused) -> &'static str {
        if FAULT == faults::NAMELESS_REFUSAL {
            ""
        } else {
            "H-2"
        }
    }

    fn start_rule(_: &Refused) -> &'static str {
        "H-1"
    }

    fn ended_by(position: &Position) -> Option<&'static str> {
        (position.left == 0 && FAULT != faults::NEVER_ENDS).then_some("H-3")
    }

    fn standings(position: &Position) -> Vec<Standing<Player>> {
        let standing = |seat, places| Standing { seat, places };
        if position.left > 0 {
            return vec![standing(Player::X, 1..=2), standing(Player::Y, 1..=2)];
        }
        let second = if FAULT == faults::TWO_WINNERS {
            1..=1
        } else {
            2..=2
        };
        vec![
            standing(position.to_act.other(), 1..=1),
            standing(position.to_act, second),
        ]
    }

    fn stable_hash(position: &Position) -> u64 {
        let may_take = u64::from(position.may_take.unwrap_or_default());
        u64::from(position.left) << 8 | may_take << 1 | position.to_act as u64
    }

    fn history(_: &Position) {}

    fn remember((): &mut (), _: &Position) {}

    fn drawn_by((): &()) -> Option<&'static str> {
        None
    }

    fn counts(_: Take) -> bool {
        true
    }

    fn random_playout(
        position: &Position,
        limit: u32,
        next: &mut impl FnMut() -> u64,
    ) -> Playout<Player> {
        let mut position = *position;
        let mut counted = 0;
        let limit = if FAULT == faults::PLAYS_ON {
            u32::MAX
        } else {
            limit
        };
        while counted < limit {
            if let Some(allowed) = Self::random_chance(&position, next())
                && Self::take_chance(&mut position, allowed).is_err()
            {
                break;
            }
            match Self::random_action(&position, next()) {
                Some(take) if Self::play(&mut position, take).is_ok() => counted += 1,
                _ => break,
            }
        }
        Playout {
            standings: Self::standings(&position),
            counted,
        }
    }
}
