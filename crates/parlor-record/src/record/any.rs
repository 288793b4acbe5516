//! The records of all games as one type.

use parlor_dice::{ComparedRoll, VerifiedDice, VerifyError};

use super::difference::RecordDifference;
use super::document::RecordDocument;
use super::error::RecordError;
use super::log_head::LogHead;
use super::raw_record::RawRecord;
use super::script::{self, ScriptRecord};
use super::split::split;
use super::{Record, build, document, keys, read, write};

/// Makes the enum over the registered games.
macro_rules! any_record {
    ($($game:ident($type:ty)),+ $(,)?) => {
        /// The record of a game of any kind.
        ///
        /// Code that depends on the game matches on it; reading, writing and
        /// converting do not.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyRecord {
            $(
                #[doc = concat!("A game of ", stringify!($game), ".")]
                $game(Record<$type>),
            )+
            /// A scripted game of Ludo.
            LudoScript(ScriptRecord),
        }

        $(
            impl From<Record<$type>> for AnyRecord {
                fn from(record: Record<$type>) -> Self {
                    Self::$game(record)
                }
            }
        )+

        impl From<ScriptRecord> for AnyRecord {
            fn from(record: ScriptRecord) -> Self {
                Self::LudoScript(record)
            }
        }

        impl AnyRecord {
            fn of_raw(raw: &RawRecord<'_>) -> Result<Self, RecordError> {
                let games = [$(<$type as parlor_game::Game>::NAME),+];
                let name = raw.game(&games.join(" or "))?;
                let is_script = script::is_script(raw)?;
                $(
                    if name == <$type as parlor_game::Game>::NAME && !is_script {
                        return build::live(raw).map(Self::$game);
                    }
                )+
                if name == script::GAME && is_script {
                    return script::read(raw).map(Self::LudoScript);
                }
                let expected = if games.contains(&name) {
                    "only Ludo has scripted games".to_owned()
                } else {
                    format!("the games are {}", games.join(", "))
                };
                Err(raw.source.bad(&[&keys::GAME], expected))
            }

            /// The name of the game: `ludo`.
            pub fn game(&self) -> &'static str {
                match self {
                    $(Self::$game(_) => <$type as parlor_game::Game>::NAME,)+
                    Self::LudoScript(_) => script::GAME,
                }
            }

            /// How many plies it has.
            pub fn length(&self) -> usize {
                match self {
                    $(Self::$game(record) => record.plies().len(),)+
                    Self::LudoScript(record) => record.plies().len(),
                }
            }

            /// Compares every roll with the stream of the dice that the record
            /// commits to, as [`Record::verify_dice`] does.
            ///
            /// # Errors
            /// What is missing, or the first roll that is not the stream's; a
            /// scripted game commits to no dice.
            pub fn verify_dice(&self) -> Result<VerifiedDice, VerifyError> {
                match self {
                    $(Self::$game(record) => record.verify_dice(),)+
                    Self::LudoScript(_) => Err(VerifyError::NotCommitted),
                }
            }

            /// Every roll next to the one that follows from the dice, as
            /// [`Record::compared_rolls`] gives them.
            ///
            /// # Errors
            /// What is missing; a scripted game commits to no dice.
            pub fn compared_rolls(&self) -> Result<Vec<ComparedRoll>, VerifyError> {
                match self {
                    $(Self::$game(record) => record.compared_rolls(),)+
                    Self::LudoScript(_) => Err(VerifyError::NotCommitted),
                }
            }

            /// The head of the log that a server kept of the game.
            pub fn log_head(&self) -> Option<LogHead> {
                match self {
                    $(Self::$game(record) => record.log_head(),)+
                    Self::LudoScript(_) => None,
                }
            }

            /// The name of the game in the stream of rolls of its dice.
            pub fn dice_game_id(&self) -> Option<&str> {
                match self {
                    $(Self::$game(record) => Some(&record.opening().dice.as_ref()?.game_id),)+
                    Self::LudoScript(_) => None,
                }
            }

            /// Where it differs from another record, apart from comments, dates and fields that this
            /// version does not know.
            pub fn difference(&self, other: &Self) -> Option<RecordDifference> {
                match (self, other) {
                    $((Self::$game(one), Self::$game(other)) => one.difference(other),)+
                    (Self::LudoScript(one), Self::LudoScript(other)) if one == other => None,
                    _ => Some(RecordDifference::Header),
                }
            }

            fn document(&self) -> RecordDocument {
                match self {
                    $(Self::$game(record) => write::live(record),)+
                    Self::LudoScript(record) => record.document(),
                }
            }
        }
    };
}

parlor_game::for_games!(any_record);
document::written!(AnyRecord);

impl AnyRecord {
    /// Reads one record, in the text form or in JSON.
    ///
    /// The game is played by the rules, so the record is valid. A byte order
    /// mark and Windows line ends are allowed.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        Self::of_raw(&read::read(text)?)
    }

    /// Reads every record of a text, in either form; a bad one gives its error,
    /// and the rest are still read.
    pub fn read_all(text: &str) -> impl Iterator<Item = Result<Self, RecordError>> {
        split(text).map(|piece| {
            Self::read(piece.text).map_err(|error| error.after_lines(piece.lines_before))
        })
    }
}

impl<G: parlor_game::Game> Record<G> {
    /// Reads the record of a live game of this kind, in the text form or in
    /// JSON.
    ///
    /// # Errors
    /// The first fault, with its place; also the record of another game.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let raw = read::read(text)?;
        if raw.game(G::NAME)? != G::NAME {
            let expected = format!("{} is wanted here", G::NAME);
            return Err(raw.source.bad(&[&keys::GAME], expected));
        }
        if script::is_script(&raw)? {
            let expected = "a game that was played live is wanted here";
            return Err(raw.source.bad(&[&keys::PLAY], expected));
        }
        build::live(&raw)
    }
}
