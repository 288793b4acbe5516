//! A tiny game that Parlor does not have: take counters from a heap.
//!
//! Ten counters lie on a heap. A player's turn begins with a toss: two times out
//! of three the player may take up to three counters, else one. The player who
//! takes the last one wins. The position `7 X 3` is: seven left, X to act, up to three allowed.
//!
//! `FAULT` breaks one promise of the contract, to show that the suite sees it.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use core::sync::atomic::{AtomicU64, Ordering};

use parlor_game::{Game, LiveGame, Playout, Probability, Standing, Turn};

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

/// A heap, the player to act, and the number that may be taken after the toss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position<const FAULT: u8> {
    left: u8,
    to_act: Player,
    may_take: Option<u8>,
}

/// So many counters, after a toss that allows so many: `2of3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Take<const FAULT: u8> {
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

impl<const FAULT: u8> fmt::Display for Position<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} ", self.left, self.to_act)?;
        match self.may_take {
            Some(allowed) => write!(f, "{allowed}"),
            None => f.write_str("-"),
        }?;
        if FAULT == faults::TWO_LINES {
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<const FAULT: u8> FromStr for Position<FAULT> {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let refused = Refused("a heap is written as 7 X 3, or 7 X - before the toss");
        let [left, player, may_take] = text.split(' ').collect::<Vec<_>>()[..] else {
            return Err(refused);
        };
        let left = left.parse().map_err(|_| refused.clone())?;
        let left = if FAULT == faults::NO_ROUND_TRIP && left == 7 {
            6
        } else {
            left
        };
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

impl<const FAULT: u8> fmt::Display for Take<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}of{}", self.counters, self.allowed)
    }
}

impl<const FAULT: u8> FromStr for Take<FAULT> {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let refused = || Refused("taking is written as 2of3");
        let (counters, allowed) = text.split_once("of").ok_or_else(refused)?;
        Ok(Self {
            counters: match counters.parse().map_err(|_| refused())? {
                2 if FAULT == faults::ACTION_READ_OTHERWISE => 1,
                counters => counters,
            },
            allowed: allowed.parse().map_err(|_| refused())?,
        })
    }
}

/// One promise of the contract each.
pub(crate) mod faults {
    /// The probabilities do not add up to one.
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
    /// Random play does not keep its limit.
    pub(crate) const PLAYS_ON: u8 = 9;
    /// The end is not seen.
    pub(crate) const NEVER_ENDS: u8 = 10;
    /// Two seats share a letter.
    pub(crate) const ONE_LETTER: u8 = 11;
    /// A refusal goes by no rule.
    pub(crate) const NAMELESS_REFUSAL: u8 = 12;
    /// Every position has the same hash.
    pub(crate) const ONE_HASH: u8 = 13;
    /// The toss goes through after the end.
    pub(crate) const TOSSES_AFTER_THE_END: u8 = 14;
    /// The toss goes through when one is in hand.
    pub(crate) const TOSSES_TWICE: u8 = 15;
    /// Telling throws away what was told before.
    pub(crate) const FORGETS_EVENTS: u8 = 16;
    /// The end goes by no rule.
    pub(crate) const NAMELESS_END: u8 = 17;
    /// Random actions are always the first.
    pub(crate) const FIRST_ACTION: u8 = 18;
    /// Chance always brings the first.
    pub(crate) const FIRST_TOSS: u8 = 19;
    /// Random play plays nothing.
    pub(crate) const NO_PLAYOUT: u8 = 20;
    /// The limit goes by no rule.
    pub(crate) const NAMELESS_LIMIT: u8 = 21;
    /// No action counts toward the limit.
    pub(crate) const NEVER_COUNTS: u8 = 22;
    /// Nobody can start.
    pub(crate) const NOBODY_STARTS: u8 = 23;
    /// A legal action stands twice.
    pub(crate) const TWICE_LEGAL: u8 = 24;
    /// An action names another toss than it answers.
    pub(crate) const OTHER_TOSS: u8 = 25;
    /// Telling takes one counter more.
    pub(crate) const TOLD_OTHERWISE: u8 = 26;
    /// Who comes second has no standing.
    pub(crate) const NO_SECOND: u8 = 27;
    /// A position is read as another one.
    pub(crate) const NO_ROUND_TRIP: u8 = 28;
    /// An action is read as another one.
    pub(crate) const ACTION_READ_OTHERWISE: u8 = 29;
    /// A position prints as two lines.
    pub(crate) const TWO_LINES: u8 = 30;
    /// The seats stand in another order than they should.
    pub(crate) const CHANGES_SEATS: u8 = 31;
    /// The name is no word in lower case.
    pub(crate) const LOUD_NAME: u8 = 32;
    /// Nothing is due, though the game goes on.
    pub(crate) const SURE_OF_NOTHING: u8 = 33;
    /// The same words give different random games.
    pub(crate) const FICKLE: u8 = 34;
    /// How many there are.
    pub(crate) const COUNT: u8 = 34;
}

impl<const FAULT: u8> Game for Heap<FAULT> {
    const NAME: &'static str = if FAULT == faults::LOUD_NAME {
        "Heap!"
    } else {
        "heap"
    };
    const RULES: &'static [Plain] = &[Plain];
    const SEATS: &'static [Player] = &[Player::X, Player::Y];
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const DEFAULT_LIMIT: u32 = 100;
    const LIMIT_RULE: &'static str = if FAULT == faults::NAMELESS_LIMIT {
        ""
    } else {
        "H-4"
    };

    type Rules = Plain;
    type Seat = Player;
    type Position = Position<FAULT>;
    type Action = Take<FAULT>;
    type Chance = u8;
    type Event = Take<FAULT>;
    type MoveError = Refused;
    type StartError = Refused;
    type History = ();

    fn letter(player: Player) -> char {
        match player {
            Player::Y if FAULT != faults::ONE_LETTER => 'Y',
            _ => 'X',
        }
    }

    fn start(Plain: Plain, players: &[Player]) -> Result<Position<FAULT>, Refused> {
        if FAULT == faults::NOBODY_STARTS {
            return Err(Refused("two play"));
        }
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

    fn rules(_: &Position<FAULT>) -> Plain {
        Plain
    }

    fn seats(_: &Position<FAULT>) -> impl Iterator<Item = Player> {
        let mut players = [Player::X, Player::Y];
        if FAULT == faults::CHANGES_SEATS {
            players.reverse();
        }
        players.into_iter()
    }

    fn turn(position: &Position<FAULT>) -> Turn<Player> {
        match position {
            Position { left: 5, .. } if FAULT == faults::SURE_OF_NOTHING => Turn::Over,
            Position { left: 0, .. } => Turn::Over,
            Position {
                may_take: Some(_), ..
            } => Turn::Action(position.to_act),
            Position { may_take: None, .. } => Turn::Chance(position.to_act),
        }
    }

    fn chance_outcomes(position: &Position<FAULT>) -> impl Iterator<Item = (u8, Probability)> {
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

    fn legal_actions(position: &Position<FAULT>) -> impl Iterator<Item = Take<FAULT>> {
        let hidden = u8::from(FAULT == faults::HIDES_AN_ACTION && position.left > 4);
        let allowed = position.may_take.unwrap_or_default();
        let most = allowed.min(position.left);
        let most = if most > 1 { most - hidden } else { most };
        let again = (FAULT == faults::TWICE_LEGAL).then_some(1);
        let counters = (1..=most).chain(again.filter(|_| most > 0));
        counters.map(move |counters| Take { counters, allowed })
    }

    fn chance_in(take: Take<FAULT>) -> Option<u8> {
        Some(if FAULT == faults::OTHER_TOSS {
            4 - take.allowed
        } else {
            take.allowed
        })
    }

    fn take_chance(position: &mut Position<FAULT>, allowed: u8) -> Result<(), Refused> {
        let is_over = position.left == 0 && FAULT != faults::TOSSES_AFTER_THE_END;
        let is_tossed = position.may_take.is_some() && FAULT != faults::TOSSES_TWICE;
        if is_over || is_tossed || ![1, 3].contains(&allowed) {
            return Err(Refused("no toss is due"));
        }
        position.may_take = Some(allowed);
        Ok(())
    }

    fn play(position: &mut Position<FAULT>, take: Take<FAULT>) -> Result<(), Refused> {
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
        position: &mut Position<FAULT>,
        take: Take<FAULT>,
        events: &mut Vec<Take<FAULT>>,
    ) -> Result<(), Refused> {
        Self::play(position, take)?;
        if FAULT == faults::TOLD_OTHERWISE {
            position.left = position.left.saturating_sub(1);
        }
        if FAULT == faults::FORGETS_EVENTS {
            events.clear();
        }
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

    fn position_rule(_: &Refused) -> Option<&'static str> {
        None
    }

    fn ended_by(position: &Position<FAULT>) -> Option<&'static str> {
        let rule = if FAULT == faults::NAMELESS_END {
            ""
        } else {
            "H-3"
        };
        (position.left == 0 && FAULT != faults::NEVER_ENDS).then_some(rule)
    }

    fn standings(position: &Position<FAULT>) -> Vec<Standing<Player>> {
        let standing = |seat, places| Standing { seat, places };
        if position.left > 0 {
            return vec![standing(Player::X, 1..=2), standing(Player::Y, 1..=2)];
        }
        let second = if FAULT == faults::TWO_WINNERS {
            1..=1
        } else {
            2..=2
        };
        let mut standings = vec![
            standing(position.to_act.other(), 1..=1),
            standing(position.to_act, second),
        ];
        if FAULT == faults::NO_SECOND {
            standings.pop();
        }
        standings
    }

    fn stable_hash(position: &Position<FAULT>) -> u64 {
        if FAULT == faults::ONE_HASH {
            return 0;
        }
        let may_take = u64::from(position.may_take.unwrap_or_default());
        u64::from(position.left) << 8 | may_take << 1 | position.to_act as u64
    }

    fn history(_: &Position<FAULT>) {}

    fn remember((): &mut (), _: &Position<FAULT>) {}

    fn forget((): &mut (), _: &Position<FAULT>) {}

    fn drawn_by((): &()) -> Option<&'static str> {
        None
    }

    fn counts(_: Take<FAULT>) -> bool {
        FAULT != faults::NEVER_COUNTS
    }

    fn random_action(position: &Position<FAULT>, random: u64) -> Option<Take<FAULT>> {
        let actions: Vec<Take<FAULT>> = Self::legal_actions(position).collect();
        let count = u64::try_from(actions.len()).ok()?;
        let place = if FAULT == faults::FIRST_ACTION {
            0
        } else {
            random.checked_rem(count)?
        };
        actions.get(usize::try_from(place).ok()?).copied()
    }

    fn random_chance(position: &Position<FAULT>, random: u64) -> Option<u8> {
        let third = u64::MAX / 3;
        let outcomes: Vec<u8> = Self::chance_outcomes(position).map(|(o, _)| o).collect();
        let place = usize::from(random > 2 * third && FAULT != faults::FIRST_TOSS);
        outcomes.get(place).copied()
    }

    fn random_playout(
        position: &Position<FAULT>,
        limit: u32,
        next: &mut impl FnMut() -> u64,
    ) -> Playout<Player> {
        let limit = match FAULT {
            faults::PLAYS_ON => 1_000,
            faults::NO_PLAYOUT => 0,
            _ => limit,
        };
        let mut game = LiveGame::<Self>::new(*position, Some(limit));
        if FAULT == faults::FICKLE {
            static CALLS: AtomicU64 = AtomicU64::new(0);
            let calls = CALLS.fetch_add(1, Ordering::Relaxed);
            for _ in 0..calls % 5 {
                next();
            }
        }
        let mut steps = 0;
        while game.ended_by().is_none() && steps < 1_000 {
            steps += 1;
            if let Some(allowed) = Self::random_chance(game.position(), next()) {
                drop(game.take_chance(allowed));
            }
            if let Some(take) = Self::random_action(game.position(), next()) {
                drop(game.play(take));
            }
        }
        Playout {
            standings: game.standings(),
            ended_by: game.ended_by().unwrap_or("H-5"),
            counted: game.counted(),
        }
    }
}
