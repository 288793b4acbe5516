//! The registered games as one type, for front ends that learn at run time which
//! game they hold.

use core::fmt;

use crate::game::{ActError, Game, LiveGame, Turn};
use crate::probability::Probability;
use crate::standing::Standing;

/// Hands the list of registered games to a macro: `Variant(Type), …`.
///
/// **This is the one place where a game is registered.** Whatever must exist
/// once for each game is made from this list, as [`AnyGame`] is.
///
/// ```
/// macro_rules! names {
///     ($($variant:ident($game:ty)),+ $(,)?) => {
///         [$(<$game as parlor_game::Game>::NAME),+]
///     };
/// }
/// assert_eq!(parlor_game::for_games!(names), ["ludo", "kuba"]);
/// ```
#[macro_export]
macro_rules! for_games {
    ($($callback:ident)::+) => {
        $($callback)::+! {
            Ludo($crate::Ludo),
            Kuba($crate::Kuba),
        }
    };
}

/// Makes the enum `AnyGame` over a list of games.
///
/// Parlor's own is made from the registered ones ([`AnyGame`]); another crate
/// may make one with games of its own.
#[macro_export]
macro_rules! any_game {
    ($($variant:ident($game:ty)),+ $(,)?) => {
        /// A game under way, of any of the registered kinds.
        ///
        /// Front ends hold this. They match on it where the game matters, to draw
        /// it for example, and otherwise use notation through
        /// [`TextGame`]($crate::TextGame).
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyGame {
            $(
                #[doc = concat!("A game of ", stringify!($variant), ".")]
                $variant($crate::LiveGame<$game>),
            )+
        }

        impl AnyGame {
            /// The names of the games, in the order of registration.
            pub const NAMES: &'static [&'static str] = &[$(<$game as $crate::Game>::NAME),+];

            /// A game from its start: its name, the name of its rules, and the
            /// letters of the seats, the one that begins first.
            ///
            /// # Errors
            /// An unknown game, unknown rules, or seats that cannot play.
            pub fn start(
                game: &str,
                rules: &str,
                seats: &[char],
                limit: Option<u32>,
            ) -> Result<Self, $crate::AnyError> {
                $(
                    if game == <$game as $crate::Game>::NAME {
                        return $crate::start_by_name(rules, seats, limit).map(Self::$variant);
                    }
                )+
                Err($crate::AnyError::unknown_game(game, Self::NAMES))
            }

            /// A game that begins with a position, whose notation shows which game
            /// it is.
            ///
            /// # Errors
            /// A text that is not a position of any game, with each game's reason.
            pub fn from_position(
                position: &str,
                limit: Option<u32>,
            ) -> Result<Self, $crate::AnyError> {
                let mut failed = Vec::new();
                $(
                    match position.parse::<<$game as $crate::Game>::Position>() {
                        Ok(start) => {
                            return Ok(Self::$variant($crate::LiveGame::new(start, limit)));
                        }
                        Err(error) => {
                            failed.push((<$game as $crate::Game>::NAME, error.to_string()));
                        }
                    }
                )+
                Err($crate::AnyError::no_position(position, &failed))
            }

            /// The game in notation.
            fn text_game(&self) -> &dyn $crate::TextGame {
                match self {
                    $(Self::$variant(game) => game,)+
                }
            }

            fn text_game_mut(&mut self) -> &mut dyn $crate::TextGame {
                match self {
                    $(Self::$variant(game) => game,)+
                }
            }
        }

        impl $crate::TextGame for AnyGame {
            fn name(&self) -> &'static str {
                self.text_game().name()
            }

            fn rules(&self) -> String {
                self.text_game().rules()
            }

            fn seats(&self) -> Vec<char> {
                self.text_game().seats()
            }

            fn position(&self) -> String {
                self.text_game().position()
            }

            fn turn(&self) -> $crate::Turn<char> {
                self.text_game().turn()
            }

            fn chance_outcomes(&self) -> Vec<(String, $crate::Probability)> {
                self.text_game().chance_outcomes()
            }

            fn legal_actions(&self) -> Vec<String> {
                self.text_game().legal_actions()
            }

            fn take_chance(&mut self, outcome: &str) -> Result<(), $crate::AnyError> {
                self.text_game_mut().take_chance(outcome)
            }

            fn play(&mut self, action: &str) -> Result<(), $crate::AnyError> {
                self.text_game_mut().play(action)
            }

            fn ended_by(&self) -> Option<&'static str> {
                self.text_game().ended_by()
            }

            fn standings(&self) -> Vec<$crate::Standing<char>> {
                self.text_game().standings()
            }
        }
    };
}

crate::for_games!(any_game);

/// A game under way in notation: for programs that send and receive text and
/// need not know which game it is.
///
/// ```
/// use parlor_game::{AnyGame, TextGame, Turn};
///
/// let mut game = AnyGame::start("ludo", "classic", &['A', 'C'], None)?;
/// assert_eq!(game.turn(), Turn::Chance('A'));
/// game.take_chance("6")?;
/// assert_eq!(game.legal_actions(), ["A6p", "A6q"]);
/// game.play("A6p")?;
/// assert_eq!(game.position(), "AR.H/CH.H A + -");
///
/// let refused = game.play("A6p").unwrap_err();
/// assert_eq!(refused.rule(), Some("L-29"));
/// # Ok::<(), parlor_game::AnyError>(())
/// ```
pub trait TextGame {
    /// The game's name: `ludo`.
    fn name(&self) -> &'static str;

    /// The name of its rules: `classic`.
    fn rules(&self) -> String;

    /// The letters of the seats that play.
    fn seats(&self) -> Vec<char>;

    /// The position as a line.
    fn position(&self) -> String;

    /// What the game waits for.
    fn turn(&self) -> Turn<char>;

    /// The chance outcomes and their probabilities.
    fn chance_outcomes(&self) -> Vec<(String, Probability)>;

    /// The legal actions of the seat to act.
    fn legal_actions(&self) -> Vec<String>;

    /// Lets chance bring this.
    ///
    /// # Errors
    /// The reason with its rule; nothing has changed.
    fn take_chance(&mut self, outcome: &str) -> Result<(), AnyError>;

    /// Carries out an action.
    ///
    /// # Errors
    /// The reason with its rule; nothing has changed.
    fn play(&mut self, action: &str) -> Result<(), AnyError>;

    /// The rule by which the game is over; `None` while it goes on.
    fn ended_by(&self) -> Option<&'static str>;

    /// The places of all players if the game stops here, the best first.
    fn standings(&self) -> Vec<Standing<char>>;
}

/// Why a text could not be parsed, or its action was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyError {
    rule: Option<&'static str>,
    value: String,
    message: String,
}

impl AnyError {
    fn new(rule: Option<&'static str>, value: &str, message: String) -> Self {
        Self {
            rule,
            value: value.to_owned(),
            message,
        }
    }

    /// For [`any_game!`](crate::any_game): an unknown name.
    pub fn unknown_game(value: &str, names: &[&str]) -> Self {
        let names = names.join(", ");
        let message = format!("there is no game {value:?}; the games are {names}");
        Self::new(None, value, message)
    }

    /// For [`any_game!`](crate::any_game): a text that is not a position of any
    /// game, and each game's reason.
    pub fn no_position(value: &str, failed: &[(&str, String)]) -> Self {
        let reasons = failed
            .iter()
            .map(|(name, reason)| format!("\n  as one of {name}: {reason}"));
        let message = format!(
            "this is no position of any game{}",
            reasons.collect::<String>()
        );
        Self::new(None, value, message)
    }

    /// The rule that refuses it; `None` if it could not be parsed.
    pub const fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    /// The text at fault.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for AnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for AnyError {}

/// For [`any_game!`](crate::any_game): a game from its start, by the name of its
/// rules and the letters of its seats, the one that begins first.
///
/// # Errors
/// Unknown rules, an unknown letter, or seats that cannot play.
pub fn start_by_name<G: Game>(
    rules: &str,
    seats: &[char],
    limit: Option<u32>,
) -> Result<LiveGame<G>, AnyError> {
    let rules = rules
        .parse()
        .map_err(|error| AnyError::new(None, rules, format!("{error}")))?;
    let known = |&letter: &char| {
        G::seat(letter).ok_or_else(|| {
            let known: Vec<String> = G::SEATS
                .iter()
                .map(|&seat| G::letter(seat).to_string())
                .collect();
            let known = known.join(", ");
            let message = format!("there is no seat {letter:?}; the seats are {known}");
            AnyError::new(None, &letter.to_string(), message)
        })
    };
    let seats: Vec<G::Seat> = seats.iter().map(known).collect::<Result<_, _>>()?;
    LiveGame::start(rules, &seats, limit).map_err(|error| {
        let letters: String = seats.iter().map(|&seat| G::letter(seat)).collect();
        AnyError::new(Some(G::start_rule(&error)), &letters, error.to_string())
    })
}

/// A refusal with the text that was refused.
fn refused<G: Game>(value: &str, error: &ActError<G>) -> AnyError {
    AnyError::new(Some(error.rule()), value, error.to_string())
}

impl<G: Game> TextGame for LiveGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        G::rules(self.position()).to_string()
    }

    fn seats(&self) -> Vec<char> {
        G::seats(self.position()).map(G::letter).collect()
    }

    fn position(&self) -> String {
        Self::position(self).to_string()
    }

    fn turn(&self) -> Turn<char> {
        match Self::turn(self) {
            Turn::Chance(seat) => Turn::Chance(G::letter(seat)),
            Turn::Action(seat) => Turn::Action(G::letter(seat)),
            Turn::Over => Turn::Over,
        }
    }

    fn chance_outcomes(&self) -> Vec<(String, Probability)> {
        Self::chance_outcomes(self)
            .map(|(outcome, probability)| (outcome.to_string(), probability))
            .collect()
    }

    fn legal_actions(&self) -> Vec<String> {
        let actions = Self::legal_actions(self);
        actions.map(|action| action.to_string()).collect()
    }

    fn take_chance(&mut self, outcome: &str) -> Result<(), AnyError> {
        let known = G::chance_outcomes(Self::position(self))
            .map(|(known, _)| known)
            .find(|known| known.to_string() == outcome);
        if let Some(known) = known {
            return Self::take_chance(self, known).map_err(|error| refused(outcome, &error));
        }
        let due: Vec<String> = Self::chance_outcomes(self)
            .map(|(due, _)| due.to_string())
            .collect();
        let message = if due.is_empty() {
            format!("nothing is to be rolled, so chance cannot bring {outcome:?}")
        } else {
            let due = due.join(", ");
            format!("chance cannot bring {outcome:?}; it can bring {due}")
        };
        Err(AnyError::new(None, outcome, message))
    }

    fn play(&mut self, action: &str) -> Result<(), AnyError> {
        let known: G::Action = action
            .parse()
            .map_err(|error| AnyError::new(None, action, format!("{error}")))?;
        Self::play(self, known).map_err(|error| refused(action, &error))
    }

    fn ended_by(&self) -> Option<&'static str> {
        Self::ended_by(self)
    }

    fn standings(&self) -> Vec<Standing<char>> {
        Self::standings(self)
            .into_iter()
            .map(|standing| Standing {
                seat: G::letter(standing.seat),
                places: standing.places,
            })
            .collect()
    }
}
