//! A game, for programs that do not know which one they play.

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
    /// The seat whose roll or choice it is; `None` after the end.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Chance(seat) | Self::Action(seat) => Some(seat),
            Self::Over => None,
        }
    }
}

/// The end of a random game.
#[derive(Clone, Debug, PartialEq)]
pub struct Playout<Seat> {
    /// The places of all players.
    pub standings: Vec<Standing<Seat>>,
    /// The rule by which it ended: of the game, of a draw, or of the limit.
    pub ended_by: &'static str,
    /// The number of actions played that count toward the limit.
    pub counted: u32,
}

/// A game, for programs that do not know which one: a set of types and functions
/// chosen at compile time, at no cost.
///
/// A type that implements it only names the game. Everything that decides which
/// actions are legal is in a `Position`. What takes history (draws by repetition,
/// limits) is in a [`LiveGame`](crate::LiveGame), with the help of a `History`.
///
/// Chance and players take turns: in a position either a chance outcome is due
/// ([`Turn::Chance`]) or an action ([`Turn::Action`]), never both. An action
/// names the chance outcome that it answers, if there is one, as records write
/// it (`A6p`).
///
/// [`contract::check`](crate::contract::check) tests whether an implementation
/// keeps its promises.
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
    /// The numbers of players.
    const PLAYERS: RangeInclusive<usize>;
    /// The limit of a match driver unless another is set.
    const DEFAULT_LIMIT: u32;
    /// The rule that gives drivers the limit: `L-31`.
    const LIMIT_RULE: &'static str;

    /// A named rule set.
    type Rules: Copy + Debug + Default + Eq + Send + Sync + Display + FromStr<Err: Failure>;
    /// A place at the table.
    type Seat: Copy + Debug + Eq + Ord + Hash + Send + Sync;
    /// Everything that decides what may be played next, always valid. It
    /// prints and parses as one line.
    type Position: Clone + Debug + Eq + Hash + Send + Sync + Display + FromStr<Err: Failure>;
    /// What a player does, in the notation of records.
    type Action: Copy + Debug + Eq + Ord + Hash + Send + Sync + Display + FromStr<Err: Failure>;
    /// What chance brings; a type without values where there is none.
    type Chance: Copy + Debug + Eq + Ord + Hash + Send + Sync + Display;
    /// Something that happens while an action is carried out.
    type Event: Clone + Debug + PartialEq + Send + Sync;
    /// Why an action or a chance outcome is refused.
    type MoveError: Failure + Clone + PartialEq;
    /// Why a game cannot start.
    type StartError: Failure;
    /// What must be remembered of earlier positions to see a draw.
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

    /// The chance outcomes and their probabilities; empty unless chance is due.
    fn chance_outcomes(
        position: &Self::Position,
    ) -> impl Iterator<Item = (Self::Chance, Probability)>;

    /// The legal actions of the seat to act, in an order that depends on the
    /// position alone; empty unless an action is due.
    fn legal_actions(position: &Self::Position) -> impl Iterator<Item = Self::Action>;

    /// The first chance outcomes of a game, by any of the rule sets; empty for a
    /// game without chance.
    ///
    /// They are those of the starts, because a set-up may have a roll in hand
    /// already.
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

    /// The chance outcome that an action answers; `None` if it answers none.
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

    /// The rule of a refusal: `K-7`.
    fn rule(refusal: &Self::MoveError) -> &'static str;

    /// The rule by which a game cannot start: `L-1`.
    fn start_rule(error: &Self::StartError) -> &'static str;

    /// The id of the rule that makes the position of a line impossible; `None` if the line does
    /// not follow the notation.
    fn position_rule(error: &<Self::Position as FromStr>::Err) -> Option<&'static str>;

    /// The rule by which the game is over; `None` while it goes on.
    fn ended_by(position: &Self::Position) -> Option<&'static str>;

    /// The places of all players if the game stops here, the best first: the
    /// result after the end; before it, that of a draw or a limit.
    fn standings(position: &Self::Position) -> Vec<Standing<Self::Seat>>;

    /// The same 64 bits for the same position, on every machine and in every
    /// version.
    fn stable_hash(position: &Self::Position) -> u64;

    /// What is remembered when a game begins with this position.
    fn history(start: &Self::Position) -> Self::History;

    /// Remembers the position that an action has led to.
    fn remember(history: &mut Self::History, position: &Self::Position);

    /// Forgets what the last call of [`remember`](Self::remember), which had this position, has
    /// remembered.
    fn forget(history: &mut Self::History, position: &Self::Position);

    /// The rule by which the game is drawn because of its history; `None` if it is
    /// not.
    fn drawn_by(history: &Self::History) -> Option<&'static str>;

    /// Whether the action counts toward a driver's limit.
    fn counts(action: Self::Action) -> bool;

    /// One of the legal actions by 64 random bits; `None` unless an action is
    /// due. A game may leave out actions that random play is not to choose,
    /// as Kuba does with `end`.
    fn random_action(position: &Self::Position, random: u64) -> Option<Self::Action> {
        let actions: Vec<_> = Self::legal_actions(position).collect();
        (!actions.is_empty()).then(|| actions[part(random, actions.len())])
    }

    /// One of the chance outcomes by 64 random bits, each with its
    /// probability; `None` unless chance is due.
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
    /// until the game is over or drawn, or `limit` actions that count have been
    /// played. Nothing is known of the history.
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

/// An error that can be printed, sent to another thread and stored.
pub trait Failure: Error + Send + Sync + 'static {}

impl<E: Error + Send + Sync + 'static> Failure for E {}

/// The number of the part that a random word lies in, of `parts` equal parts of
/// the words' range.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the upper word of the product is below the number of parts"
)]
const fn part(random: u64, parts: usize) -> usize {
    ((random as u128 * parts as u128) >> 64) as usize
}
