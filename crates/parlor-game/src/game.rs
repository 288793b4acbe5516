//! What a game is to a program that does not know which one it plays.

mod live_game;

use core::error::Error;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::RangeInclusive;
use core::str::FromStr;

use crate::probability::Probability;
use crate::standing::Standing;

pub use live_game::{ActError, LiveGame};

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn<Seat> {
    /// Chance decides, for this seat: a die is to be rolled.
    Chance(Seat),
    /// This seat chooses an action.
    Action(Seat),
    /// Nothing: the rules have ended the game.
    Over,
}

impl<Seat: Copy> Turn<Seat> {
    /// Whose turn it is, whether he rolls or chooses; nobody's after the end.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Chance(seat) | Self::Action(seat) => Some(seat),
            Self::Over => None,
        }
    }
}

/// How a random game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Playout<Seat> {
    /// Everybody's places.
    pub standings: Vec<Standing<Seat>>,
    /// The rule by which it ended: of the game, of a draw, or of the limit.
    pub ended_by: &'static str,
    /// How many actions that count toward the limit were played.
    pub counted: u32,
}

/// A game as a program sees it that does not know which one: a set of types
/// and functions, chosen at compile time, so that nothing is paid for it.
///
/// A type that implements it has no value worth having; it only names the
/// game. Everything that decides what may be played next is in a `Position`.
/// What takes history to know (draws by repetition, limits) is not: that is
/// [`LiveGame`](crate::LiveGame)'s, with the help of a `History`.
///
/// Chance and players take turns: in a position either a chance outcome is due
/// ([`Turn::Chance`]) or an action ([`Turn::Action`]), never both. An action
/// names the chance outcome that it answers, if there is one, as records write
/// it (`A6p`).
///
/// Whether an implementation keeps its promises is for
/// [`contract::check`](crate::contract::check) to say.
///
/// ```
/// use parlor_game::{Game, Ludo, Turn};
/// use ludo_rules::{Rules, Seat};
///
/// let mut position = Ludo::start(Rules::Classic, &[Seat::A, Seat::C])?;
/// assert_eq!(Ludo::turn(&position), Turn::Chance(Seat::A));
/// let (roll, probability) = Ludo::chance_outcomes(&position).last().expect("six faces");
/// assert_eq!(probability.to_string(), "1/6");
/// Ludo::take_chance(&mut position, roll)?;
/// let actions: Vec<String> = Ludo::legal_actions(&position).map(|a| a.to_string()).collect();
/// assert_eq!(actions, ["A6p", "A6q"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The game's name in records, addresses and commands, in lower case: `ludo`.
    const NAME: &'static str;
    /// Every rule set, the default first.
    const RULES: &'static [Self::Rules];
    /// Every seat there is, in the order of play.
    const SEATS: &'static [Self::Seat];
    /// How many can play.
    const PLAYERS: RangeInclusive<usize>;
    /// The limit that a match driver sets if it says nothing else.
    const DEFAULT_LIMIT: u32;
    /// The rule that gives drivers the limit: `L-31`.
    const LIMIT_RULE: &'static str;

    /// A named rule set.
    type Rules: Copy + Debug + Default + Eq + Send + Sync + Display + FromStr<Err: Failure>;
    /// A place at the table.
    type Seat: Copy + Debug + Eq + Ord + Hash + Send + Sync;
    /// Everything that decides what may be played next, always valid. It
    /// prints, and is read, as one line.
    type Position: Clone + Debug + Eq + Hash + Send + Sync + Display + FromStr<Err: Failure>;
    /// What a player does, in the notation of records.
    type Action: Copy + Debug + Eq + Ord + Hash + Send + Sync + Display + FromStr<Err: Failure>;
    /// What chance brings; a type without values where there is none.
    type Chance: Copy + Debug + Eq + Ord + Hash + Send + Sync + Display;
    /// Something that happens while an action is carried out.
    type Event: Clone + Debug + PartialEq + Send + Sync;
    /// Why an action or a chance outcome is refused.
    type MoveError: Failure + Clone + PartialEq;
    /// Why a game cannot begin so.
    type StartError: Failure;
    /// What must be remembered of the positions before to see a draw.
    type History: Clone + Debug + PartialEq + Send + Sync;

    /// A seat's letter in records and addresses: `A`, `W`.
    fn letter(seat: Self::Seat) -> char;

    /// The seat of a letter.
    fn seat(letter: char) -> Option<Self::Seat> {
        let mut seats = Self::SEATS.iter().copied();
        seats.find(|&seat| Self::letter(seat) == letter)
    }

    /// The start of a game among these seats; the seat named first begins.
    ///
    /// # Errors
    /// Too few or too many seats, one twice, or one that may not begin.
    fn start(rules: Self::Rules, seats: &[Self::Seat]) -> Result<Self::Position, Self::StartError>;

    /// The rule set that a position is played by.
    fn rules(position: &Self::Position) -> Self::Rules;

    /// The seats that play, in the order of [`SEATS`](Self::SEATS).
    fn seats(position: &Self::Position) -> impl Iterator<Item = Self::Seat>;

    /// What the position waits for.
    fn turn(position: &Self::Position) -> Turn<Self::Seat>;

    /// What chance may bring, and how likely; nothing unless chance is due.
    fn chance_outcomes(
        position: &Self::Position,
    ) -> impl Iterator<Item = (Self::Chance, Probability)>;

    /// What the seat to act may do, in an order that depends on the position
    /// alone; nothing unless an action is due.
    fn legal_actions(position: &Self::Position) -> impl Iterator<Item = Self::Action>;

    /// What chance can bring first, by any of the rule sets; nothing in a game
    /// that leaves nothing to chance.
    ///
    /// Only starts can tell: in a set-up a roll may be in hand already.
    fn first_outcomes() -> impl Iterator<Item = Self::Chance> {
        let seats = &Self::SEATS[..*Self::PLAYERS.start()];
        let starts = Self::RULES
            .iter()
            .filter_map(|&rules| Self::start(rules, seats).ok());
        starts.flat_map(|start| {
            let outcomes = Self::chance_outcomes(&start).map(|(outcome, _)| outcome);
            outcomes.collect::<Vec<_>>()
        })
    }

    /// Whether anything is rolled in this game.
    ///
    /// ```
    /// use parlor_game::{Game, Kuba, Ludo};
    ///
    /// assert!(Ludo::has_dice() && !Kuba::has_dice());
    /// ```
    fn has_dice() -> bool {
        Self::first_outcomes().next().is_some()
    }

    /// The chance outcome that an action answers; none if it answers none.
    fn chance_in(action: Self::Action) -> Option<Self::Chance>;

    /// Lets chance bring this.
    ///
    /// # Errors
    /// Unless chance is due and may bring it; the position is unchanged.
    fn take_chance(
        position: &mut Self::Position,
        outcome: Self::Chance,
    ) -> Result<(), Self::MoveError>;

    /// Carries out an action.
    ///
    /// # Errors
    /// The rule that forbids it; the position is unchanged.
    fn play(position: &mut Self::Position, action: Self::Action) -> Result<(), Self::MoveError>;

    /// Carries out an action and appends what happens, in order.
    ///
    /// # Errors
    /// As [`play`](Self::play); nothing is appended.
    fn play_with_events(
        position: &mut Self::Position,
        action: Self::Action,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::MoveError>;

    /// The rule that a refusal goes by: `K-7`.
    fn rule(refusal: &Self::MoveError) -> &'static str;

    /// The rule by which a game cannot begin so: `L-1`.
    fn start_rule(error: &Self::StartError) -> &'static str;

    /// The rule by which the game is over; none while it goes on.
    fn ended_by(position: &Self::Position) -> Option<&'static str>;

    /// Everybody's places if the game stops here, the best first: the result
    /// after the end; before it, what a draw or a limit leaves.
    fn standings(position: &Self::Position) -> Vec<Standing<Self::Seat>>;

    /// The same 64 bits for the same position, on every machine and in every
    /// version.
    fn stable_hash(position: &Self::Position) -> u64;

    /// What is remembered when a game begins with this position.
    fn history(start: &Self::Position) -> Self::History;

    /// Remembers the position that an action has led to.
    fn remember(history: &mut Self::History, position: &Self::Position);

    /// The rule by which the game is drawn because of what was before; none
    /// if it is not.
    fn drawn_by(history: &Self::History) -> Option<&'static str>;

    /// Whether the action counts toward a driver's limit.
    fn counts(action: Self::Action) -> bool;

    /// One of the legal actions by 64 random bits; none unless an action is
    /// due. A game may leave out actions that random play is not to choose,
    /// as Kuba does with `end`.
    fn random_action(position: &Self::Position, random: u64) -> Option<Self::Action> {
        let actions: Vec<_> = Self::legal_actions(position).collect();
        (!actions.is_empty()).then(|| actions[part(random, actions.len())])
    }

    /// One of the chance outcomes by 64 random bits, each with its
    /// probability; none unless chance is due.
    fn random_chance(position: &Self::Position, random: u64) -> Option<Self::Chance> {
        let mut left = random;
        let mut last = None;
        for (outcome, probability) in Self::chance_outcomes(position) {
            let share = probability.of_words();
            if left < share {
                return Some(outcome);
            }
            left -= share;
            last = Some(outcome);
        }
        // The shares are rounded down, so a few words are left for the last.
        last
    }

    /// Plays on from a position with chance and random actions drawn by `next`
    /// until the game is over or drawn, or so many actions that count were
    /// played. What was before the position is not known.
    ///
    /// `next` gives uniform random words; the same words give the same game.
    fn random_playout(
        position: &Self::Position,
        limit: u32,
        next: &mut impl FnMut() -> u64,
    ) -> Playout<Self::Seat> {
        let mut game = LiveGame::<Self>::new(position.clone(), Some(limit));
        loop {
            if let Some(rule) = game.ended_by() {
                return Playout {
                    standings: game.standings(),
                    ended_by: rule,
                    counted: game.counted(),
                };
            }
            let word = next();
            if let Some(outcome) = Self::random_chance(game.position(), word) {
                game.take_chance(outcome).expect("chance is due");
            } else if let Some(action) = Self::random_action(game.position(), word) {
                game.play(action).expect("it is one of the legal actions");
            }
        }
    }
}

/// An error that can be told and kept.
pub trait Failure: Error + Send + Sync + 'static {}

impl<E: Error + Send + Sync + 'static> Failure for E {}

/// Which of `parts` equal parts of the words' range a random word lies in.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the upper word of the product is below the number of parts"
)]
const fn part(random: u64, parts: usize) -> usize {
    ((random as u128 * parts as u128) >> 64) as usize
}
