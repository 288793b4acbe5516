//! A game as its log leaves it: who sits where, what stands on the board, what
//! was asked, and what comes next.
//!
//! A table changes in one way only, by an entry of its log
//! ([`AnyTable::apply`]); so a game read from the store is the same as the one
//! that was played. What somebody wants is first decided ([`AnyTable::decide`]),
//! which changes nothing and says what would be written down.

mod clocks;
mod command_error;
mod decide;
mod dice;
mod fold;
mod frame;
mod game_view;
mod hint;
mod replay;
mod seat;
#[cfg(test)]
mod tests;

use core::fmt::Debug;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::collections::HashMap;

use parlor_dice::{Bytes32, DiceStream};
use parlor_game::{AnyGame, Game, for_games};
use parlor_record::record::{Opening, OpeningError, Record};
use parlor_view::{LastAction, Scene};

use crate::command::Command;
use crate::id::{GameId, IdempotencyKey};
use crate::log::{EndReason, Entry, GameConfig, GameEvent, Request};
use crate::playable::{Playable, strongest};
use crate::timestamp::Timestamp;

pub use clocks::Running;
pub use command_error::CommandError;
pub use fold::DamagedLogError;
pub use frame::{Frame, Narration};
pub use game_view::{
    Choice, Declined, Dice, EventView, GameResult, GameView, MOST_MOVES, Move, Played, SeatView,
    Status,
};
pub use hint::{Hint, Search};

use seat::SeatState;

/// How long who has committed to bytes for the dice may take to reveal them,
/// where the game does not say how long a seat may stay away.
const REVEAL_TIMEOUT: Duration = Duration::from_mins(5);

/// A table, whatever game is played at it.
pub trait AnyTable: Debug + Send + Sync {
    /// How many entries its log has.
    fn version(&self) -> u64;

    /// When the last of them was written.
    fn touched(&self) -> Timestamp;

    /// Under which version an action of this name was carried out, and whose it
    /// was.
    fn done(&self, action: &IdempotencyKey) -> Option<(u64, Option<char>)>;

    /// Carries out the next entry of the log.
    ///
    /// # Errors
    /// An entry that cannot follow: the log is damaged, and the table is not
    /// to be used any more.
    fn apply(&mut self, entry: Entry) -> Result<(), DamagedLogError>;

    /// What is to be written down if this is done; nothing has changed.
    ///
    /// # Errors
    /// Why it cannot be done, with the rule.
    fn decide(&self, order: &Command) -> Result<GameEvent, CommandError>;

    /// Who wants the next game, with the seats rotated.
    ///
    /// # Errors
    /// Why there cannot be one.
    fn rematcher(&self, order: &Command) -> Result<char, CommandError>;

    /// Whether the game would be over with this.
    fn ends_with(&self, event: &GameEvent) -> bool;

    /// What the server has to do next without being asked.
    fn due(&self) -> Due;

    /// Whose clock runs, if any does.
    fn running(&self) -> Option<Running>;

    /// Whether what happens stops the clock that runs.
    fn stops_clock(&self, event: &GameEvent) -> bool;

    /// What is to be written down when the time of an absent seat is up.
    fn away(&self, seat: char) -> Option<GameEvent>;

    /// What is to be written down when the game was left too long, or the keeper
    /// ends it for a reason; none if it is over.
    fn abandoned(&self, reason: Option<EndReason>) -> Option<GameEvent>;

    /// What whoever speaks for these seats is shown.
    fn view_for(&self, by: &[char]) -> GameView;

    /// What is shown of the log after a version: the first events, at most so
    /// many.
    fn events(&self, after: u64, most: usize) -> Vec<EventView>;

    /// The moves after one, [`MOST_MOVES`] at most.
    fn moves(&self, after: usize) -> Vec<Move>;

    /// How the game went on to a version; none if there is no such, or nothing
    /// before it.
    fn frame(&self, version: u64) -> Option<Frame>;

    /// A game that is over, as it stood after so many plies; none while it goes
    /// on, or if it has fewer.
    fn moment(&self, plies: usize) -> Option<Scene>;

    /// What has happened on the board since a person at these seats last chose.
    fn narration_for(&self, by: &[char]) -> Vec<Narration>;

    /// What a bot has played for a seat since it took it over, the last of it.
    fn narration_of_absence(&self, seat: char) -> Vec<Narration>;

    /// The game as a record, in text.
    fn record_text(&self) -> String;

    /// The game as a record, in JSON.
    fn record_json(&self) -> String;

    /// Whether a human plays at one of the seats now.
    fn has_humans(&self) -> bool;

    /// The same players with the seats rotated: the config of the next game, but
    /// for its dice, and what becomes of each of its seats.
    fn rotated(&self) -> (GameConfig, Vec<Rotated>);
}

/// A seat of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotated {
    /// Its letter.
    pub seat: char,
    /// The seat that its player has now.
    pub from: char,
    /// Whether the player gave bytes of their own to the dice.
    pub gave_bytes: bool,
}

/// What the server has to do next without being asked.
#[derive(Debug)]
pub enum Due {
    /// Wait for somebody.
    Nothing,
    /// Write this down: the roll of a bot.
    Write(GameEvent),
    /// Let a bot think, or a hint be found.
    Think(Thought),
    /// Wait for this seat, and no longer than this.
    Absent {
        /// Which.
        seat: char,
        /// How long, in time in which the server is awake, from when the last
        /// entry was carried out or the game was loaded.
        patience: Duration,
    },
}

/// What is done on a thread of its own: it looks at the flag now and then.
type Think = dyn FnOnce(&AtomicBool) -> Option<GameEvent> + Send;

/// A bot's task, or the search for a hint: it takes a while, and needs nothing
/// but itself.
pub struct Thought {
    think: Box<Think>,
}

impl Debug for Thought {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Thought").finish_non_exhaustive()
    }
}

impl Thought {
    /// What is thought, given the flag that stops it.
    pub fn new(think: impl FnOnce(&AtomicBool) -> Option<GameEvent> + Send + 'static) -> Self {
        let think = Box::new(think);
        Self { think }
    }

    /// Thinks, until it is done or the flag is raised, and gives what is to be
    /// written down.
    pub fn think(self, stop: &AtomicBool) -> Option<GameEvent> {
        (self.think)(stop)
    }
}

/// The table of a new or a stored game, before its first entry.
///
/// # Errors
/// A config that no game can begin with.
pub fn set(
    id: &GameId,
    config: &GameConfig,
    secret: Bytes32,
) -> Result<Box<dyn AnyTable>, GameConfigError> {
    macro_rules! tables {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if config.game == <$game as Game>::NAME {
                    let table = Table::<$game>::new(id.clone(), config.clone(), secret)?;
                    return Ok(Box::new(table));
                }
            )+
        };
    }
    for_games!(tables);
    Err(GameConfigError::UnknownGame {
        game: config.game.clone(),
    })
}

/// Why no game can begin with a configuration. The service checks each before it stores it, so a
/// stored one that fails is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameConfigError {
    /// There is no game of this name.
    #[error("there is no game {game:?}; the games are {}", AnyGame::NAMES.join(", "))]
    UnknownGame {
        /// The name.
        game: String,
    },
    /// The game has no such rules.
    #[error("{reason}")]
    UnknownRules {
        /// The reason that the game gives.
        reason: String,
    },
    /// The game has no such seat.
    #[error("there is no seat {seat:?}; the seats are {known}")]
    UnknownSeat {
        /// The letter.
        seat: char,
        /// The letters of the seats.
        known: String,
    },
    /// The game cannot begin with these seats.
    #[error("{reason}")]
    Opening {
        /// The reason that the record gives.
        reason: String,
    },
}

impl<G: Game> From<OpeningError<G>> for GameConfigError {
    fn from(error: OpeningError<G>) -> Self {
        Self::Opening {
            reason: error.to_string(),
        }
    }
}

/// The table of one game.
#[derive(Debug)]
struct Table<G: Playable> {
    id: GameId,
    config: GameConfig,
    secret: Bytes32,
    /// In the order of the config.
    seat_states: Vec<SeatState>,
    /// The game so far. Before it has begun, without its dice.
    record: Record<G>,
    /// Who acted in each of the record's plies.
    movers: Vec<char>,
    /// What the last ply did, for its trail.
    step: Option<LastAction<G::Action, G::Event>>,
    /// The dice, once everybody is in.
    stream: Option<DiceStream>,
    has_begun: bool,
    rolls: u64,
    request: Option<StandingRequest>,
    /// How often something was asked, granted or not.
    requests: usize,
    /// A hint for who is to act.
    hint: Option<Hint>,
    /// What was declined since somebody last acted.
    declined: Vec<Declined>,
    rematch: Option<GameId>,
    /// Why the keeper ended it.
    end_reason: Option<EndReason>,
    log: Vec<Logged>,
    done: HashMap<IdempotencyKey, u64>,
}

/// An entry, and the position that it led to.
#[derive(Debug)]
struct Logged {
    entry: Entry,
    position: String,
    /// The time left on the clock of who acted.
    left: Option<Duration>,
}

/// A request that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StandingRequest {
    seat: char,
    what: Request,
    agreed: Vec<char>,
}

impl<G: Playable> Table<G> {
    fn new(id: GameId, config: GameConfig, secret: Bytes32) -> Result<Self, GameConfigError> {
        let seats = config.seats.iter();
        let seat_states: Vec<SeatState> = seats
            .map(|seat| SeatState::new(seat, config.clock))
            .collect();
        let record = Record::begin(opening(&config, &seat_states)?)?;
        Ok(Self {
            id,
            config,
            secret,
            seat_states,
            record,
            movers: Vec::new(),
            step: None,
            stream: None,
            has_begun: false,
            rolls: 0,
            request: None,
            requests: 0,
            hint: None,
            declined: Vec::new(),
            rematch: None,
            end_reason: None,
            log: Vec::new(),
            done: HashMap::new(),
        })
    }

    fn is_over(&self) -> bool {
        self.record.ending().is_some()
    }

    /// Whose turn it is while the game goes on.
    fn to_act(&self) -> Option<char> {
        let goes_on = self.has_begun && !self.is_over();
        let seat = goes_on.then(|| self.record.game().turn().seat())??;
        Some(G::letter(seat))
    }

    fn seat_state(&self, seat: char) -> Option<&SeatState> {
        self.seat_states
            .iter()
            .find(|seat_state| seat_state.seat == seat)
    }

    fn seat_state_mut(&mut self, seat: char) -> Option<&mut SeatState> {
        self.seat_states
            .iter_mut()
            .find(|seat_state| seat_state.seat == seat)
    }

    /// Whether nobody has to come any more.
    fn everybody_joined(&self) -> bool {
        self.seat_states.iter().all(SeatState::is_taken)
    }

    /// The seats at which a person is present.
    fn persons(&self) -> impl Iterator<Item = &SeatState> {
        self.seat_states
            .iter()
            .filter(|seat_state| seat_state.is_present())
    }

    /// Whether a bot fills in for somebody who may come back.
    fn is_filled_in(&self) -> bool {
        let is_away = |seat_state: &SeatState| {
            seat_state.bot().is_some() && seat_state.bot_for_good().is_none()
        };
        self.seat_states.iter().any(is_away)
    }

    /// The bot that takes the seat of who leaves for good; none between two,
    /// where the other has won.
    fn successor(&self) -> Option<String> {
        (self.seat_states.len() > 2).then(|| self.substitute())
    }

    /// The time left on the clock of the person at a seat, if there is one.
    fn left(&self, seat: char) -> Option<Duration> {
        self.seat_state(seat)
            .filter(|seat_state| seat_state.is_present())?
            .left
    }

    /// The bot that fills in for a person.
    fn substitute(&self) -> String {
        let levels = G::levels();
        let strongest = strongest(&levels, self.seat_states.len());
        let strongest = strongest.expect("there is a bot wherever so many play as can");
        strongest.name().to_owned()
    }
}

impl<G: Playable> AnyTable for Table<G> {
    fn version(&self) -> u64 {
        self.version()
    }

    fn touched(&self) -> Timestamp {
        self.touched()
    }

    fn done(&self, action: &IdempotencyKey) -> Option<(u64, Option<char>)> {
        let version = *self.done.get(action)?;
        let event = self.events(version - 1, 1).into_iter().next();
        Some((version, event.and_then(|event| event.seat)))
    }

    fn apply(&mut self, entry: Entry) -> Result<(), DamagedLogError> {
        self.apply(entry)
    }

    fn decide(&self, order: &Command) -> Result<GameEvent, CommandError> {
        self.decide(order)
    }

    fn rematcher(&self, order: &Command) -> Result<char, CommandError> {
        Self::rematcher(self, order)
    }

    fn ends_with(&self, event: &GameEvent) -> bool {
        self.ends_with(event)
    }

    fn due(&self) -> Due {
        self.due()
    }

    fn running(&self) -> Option<Running> {
        self.running()
    }

    fn stops_clock(&self, event: &GameEvent) -> bool {
        Self::stops_clock(self, event)
    }

    fn away(&self, seat: char) -> Option<GameEvent> {
        self.away(seat)
    }

    fn abandoned(&self, reason: Option<EndReason>) -> Option<GameEvent> {
        (!self.is_over()).then_some(GameEvent::Abandoned {
            seat: None,
            reason,
            spent: None,
        })
    }

    fn view_for(&self, by: &[char]) -> GameView {
        self.view_for(by)
    }

    fn events(&self, after: u64, most: usize) -> Vec<EventView> {
        self.events(after, most)
    }

    fn moves(&self, after: usize) -> Vec<Move> {
        self.moves(after)
    }

    fn frame(&self, version: u64) -> Option<Frame> {
        self.frame(version)
    }

    fn moment(&self, plies: usize) -> Option<Scene> {
        self.moment(plies)
    }

    fn narration_for(&self, by: &[char]) -> Vec<Narration> {
        self.narration_for(by)
    }

    fn narration_of_absence(&self, seat: char) -> Vec<Narration> {
        Self::narration_of_absence(self, seat)
    }

    fn record_text(&self) -> String {
        self.record.to_text()
    }

    fn record_json(&self) -> String {
        self.record.to_json()
    }

    fn has_humans(&self) -> bool {
        self.persons().next().is_some()
    }

    fn rotated(&self) -> (GameConfig, Vec<Rotated>) {
        self.rotated()
    }
}

/// What the record of the game begins with; its dice come once everybody is in, or with its end.
fn opening<G: Playable>(
    config: &GameConfig,
    seat_states: &[SeatState],
) -> Result<Opening<G>, GameConfigError> {
    let rules: G::Rules = config
        .rules
        .parse()
        .map_err(|error| GameConfigError::UnknownRules {
            reason: format!("{error}"),
        })?;
    let seats = config.seats.iter().map(|planned| {
        G::seat(planned.seat).ok_or_else(|| {
            let known: Vec<String> = G::SEATS
                .iter()
                .map(|&seat| G::letter(seat).into())
                .collect();
            GameConfigError::UnknownSeat {
                seat: planned.seat,
                known: known.join(", "),
            }
        })
    });
    let seats: Vec<G::Seat> = seats.collect::<Result<_, _>>()?;
    let mut opening = Opening::new(rules, seats);
    opening.limit = core::num::NonZeroU32::new(config.limit);
    for (player, seat_state) in opening.players.iter_mut().zip(seat_states) {
        player.name = Some(seat_state.shown_name());
        player.bot = seat_state.bot_for_good().map(str::to_owned);
    }
    Ok(opening)
}
