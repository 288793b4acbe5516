//! A game as the fold of its log: its seats, the board, the pending request, and what comes next.
//!
//! A table changes only by an entry of its log ([`Fold::apply`]), so a game loaded from the store is
//! the same as the one that was played. A command is first decided ([`Decide::decide`]), which
//! changes nothing and returns the event to log.

mod clocks;
mod command_error;
mod decide;
mod dice;
mod epoch;
mod fold;
mod game_view;
mod hint;
mod history;
mod recorded;
mod seat;
#[cfg(test)]
mod tests;

use core::fmt::Debug;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::collections::HashMap;

use parlor_dice::{Bytes32, DiceStream};
use parlor_game::{AnyGame, Game, for_games};
use parlor_record::record::{AnyRecord, Opening, OpeningError, Record};
use parlor_view::LastAction;

use crate::chain::{self, ClosingLine};
use crate::id::{GameId, IdempotencyKey};
use crate::log::{DiceContribution, EndReason, GameConfig, GameEvent, LogEntry, SeatContribution};
use crate::playable::{Playable, strongest};

pub use clocks::{Clocks, Running};
pub use command_error::CommandError;
pub use decide::Decide;
pub use fold::{DamagedLogError, Fold};
pub use game_view::{
    AvailableCommand, Declined, DiceView, EventView, GameResult, GameView, MOST_MOVES,
    PendingRequest, PlyView, SeatView, Status, View,
};
pub use hint::{Hint, HintSearch};
pub use history::{Frame, GameHistory, Narrated, Narration};
pub use recorded::of_record;

pub use seat::Occupant;

use seat::SeatState;

/// The time to reveal committed bytes in, if the game does not set one for absent seats.
const REVEAL_TIMEOUT: Duration = Duration::from_mins(5);

/// A table of any game.
pub trait AnyTable: Decide + Fold + Clocks + View + GameHistory + Debug + Send + Sync {
    /// The version of the command with this key, and its seat; `None` if it was not carried out.
    fn executed(&self, key: &IdempotencyKey) -> Option<(u64, Option<char>)>;

    /// The event to log when the game was idle for too long, or when the operator ends it for a
    /// reason; `None` if it is over.
    fn abandoned(&self, reason: Option<EndReason>) -> Option<GameEvent>;

    /// The game as a record.
    fn record(&self) -> AnyRecord;

    /// The game as a record, in text.
    fn record_text(&self) -> String;

    /// The game as a record, in JSON.
    fn record_json(&self) -> String;

    /// The log as everybody may save it; it reads as a
    /// [`SavedLog`](crate::saved_log::SavedLog).
    fn log_text(&self) -> String;

    /// The line of an entry of the log, by [`chain`]; `None` if there is none of this number.
    fn entry_line(&self, version: u64) -> Option<String>;

    /// Whether a person is present at a seat.
    fn has_humans(&self) -> bool;

    /// The seats for which the server has to draw new bytes when the games are restored from a
    /// backup; `None` if the game cannot go on with new dice.
    fn redrawn(&self) -> Option<Vec<char>>;

    /// The event to log when the games were restored from a backup, with the bytes that were drawn for
    /// the seats of [`redrawn`](Self::redrawn).
    fn restored(&self, drawn: Vec<(char, Vec<u8>)>) -> GameEvent;
}

/// A seat of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotated {
    /// Its letter.
    pub seat: char,
    /// The present seat of its player.
    pub from: char,
    /// Whether the player gave bytes of their own to the dice.
    pub gave_bytes: bool,
}

/// The next thing that the server does on its own.
#[derive(Debug)]
pub enum Due {
    /// Nothing: wait for a command.
    Nothing,
    /// Log this event: the roll of a bot.
    Write(GameEvent),
    /// Let a bot choose, or search for a hint.
    Compute(BotTask),
    /// Wait for an absent seat, for a bounded time.
    Absent {
        /// The seat.
        seat: char,
        /// The time to wait, of the server's uptime, since the last entry or since the game was
        /// loaded.
        timeout: Duration,
    },
}

/// A task for a thread of its own, which polls the flag.
type Think = dyn FnOnce(&AtomicBool) -> Option<GameEvent> + Send;

/// The choice of a bot, or the search for a hint: a long task that owns all it needs.
pub struct BotTask {
    think: Box<Think>,
}

impl Debug for BotTask {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BotTask").finish_non_exhaustive()
    }
}

impl BotTask {
    /// A task, which is given the flag that stops it.
    pub fn new(think: impl FnOnce(&AtomicBool) -> Option<GameEvent> + Send + 'static) -> Self {
        let think = Box::new(think);
        Self { think }
    }

    /// Runs the task until it is done or the flag is raised; returns the event to log.
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
    /// The line is no position of the game.
    #[error("{reason}")]
    Position {
        /// The reason that the game gives.
        reason: String,
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
    seats: Vec<SeatState>,
    /// The game so far. Before it has begun, without its dice.
    record: Record<G>,
    /// Who acted in each ply of the record.
    movers: Vec<Mover>,
    /// What the last ply did, for its trail.
    step: Option<LastAction<G::Action, G::Event>>,
    /// The dice, once the game has begun.
    stream: Option<DiceStream>,
    has_begun: bool,
    /// Whether the next epoch of the dice is being agreed on, before which nobody is to act.
    is_agreeing: bool,
    rolls: u64,
    request: Option<PendingRequest>,
    /// The number of requests so far, granted or not.
    requests: usize,
    /// The hint for the seat to act.
    hint: Option<Hint>,
    /// The requests declined since the last action.
    declined: Vec<Declined>,
    rematch: Option<GameId>,
    /// Why the operator ended it.
    end_reason: Option<EndReason>,
    /// The head of the log before its first entry.
    first_head: Bytes32,
    /// Whether an entry was stored with a head: then all later ones are.
    is_headed: bool,
    log: Vec<Logged>,
    executed: HashMap<IdempotencyKey, u64>,
}

/// Who acted in a ply.
#[derive(Clone, Debug)]
struct Mover {
    seat: char,
    /// The bot that acted in the place of the seat's player.
    stand_in: Option<String>,
}

/// An entry, and the position that it led to.
#[derive(Debug)]
struct Logged {
    /// With its head, whatever format it was stored in.
    entry: LogEntry,
    position: String,
    /// The bot that rolled or acted in the place of the seat's player.
    stand_in: Option<String>,
    /// The time left on the clock of the seat that acted.
    time_left: Option<Duration>,
}

impl<G: Playable> Table<G> {
    fn new(id: GameId, config: GameConfig, secret: Bytes32) -> Result<Self, GameConfigError> {
        let seats = config.seats.iter();
        let seats: Vec<SeatState> = seats
            .map(|seat| SeatState::new(seat, config.clock))
            .collect();
        let record = Record::begin(opening(&config, &seats)?)?;
        Ok(Self::with(id, config, seats, record, secret))
    }

    /// A table before its first entry.
    fn with(
        id: GameId,
        config: GameConfig,
        seats: Vec<SeatState>,
        record: Record<G>,
        secret: Bytes32,
    ) -> Self {
        Self {
            first_head: chain::first_head(&id, &config),
            is_headed: false,
            id,
            config,
            secret,
            seats,
            record,
            movers: Vec::new(),
            step: None,
            stream: None,
            has_begun: false,
            is_agreeing: false,
            rolls: 0,
            request: None,
            requests: 0,
            hint: None,
            declined: Vec::new(),
            rematch: None,
            end_reason: None,
            log: Vec::new(),
            executed: HashMap::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.record.ending().is_some()
    }

    /// The seat to act while the game goes on.
    fn to_act(&self) -> Option<char> {
        let goes_on = self.has_begun && !self.is_over() && !self.is_agreeing;
        let seat = goes_on.then(|| self.record.game().turn().seat())??;
        Some(G::letter(seat))
    }

    fn seat_state(&self, seat: char) -> Option<&SeatState> {
        self.seats.iter().find(|state| state.seat == seat)
    }

    fn seat_state_mut(&mut self, seat: char) -> Option<&mut SeatState> {
        self.seats.iter_mut().find(|state| state.seat == seat)
    }

    /// Who would act at a seat now.
    fn mover(&self, seat: char) -> Mover {
        let stand_in = self.seat_state(seat).and_then(SeatState::stand_in);
        Mover {
            seat,
            stand_in: stand_in.map(str::to_owned),
        }
    }

    /// Whether a person is present at a seat.
    fn is_persons(&self, seat: char) -> bool {
        self.seat_state(seat).is_some_and(SeatState::is_persons)
    }

    /// Whether every seat is taken.
    fn everybody_joined(&self) -> bool {
        self.seats.iter().all(SeatState::is_taken)
    }

    /// The seats at which a person is present.
    fn persons(&self) -> impl Iterator<Item = &SeatState> {
        self.seats.iter().filter(|state| state.is_persons())
    }

    /// Whether a bot plays for a person who may come back.
    fn is_filled_in(&self) -> bool {
        let is_away = |state: &SeatState| state.bot().is_some() && state.bot_for_good().is_none();
        self.seats.iter().any(is_away)
    }

    /// The bot that takes a seat that is given up; `None` between two, where the other wins.
    fn successor(&self) -> Option<String> {
        (self.seats.len() > 2).then(|| self.substitute())
    }

    /// The time left on the clock of the person at a seat, if there is one.
    fn time_left(&self, seat: char) -> Option<Duration> {
        self.seat_state(seat)
            .filter(|state| state.is_persons())?
            .time_left
    }

    /// The bot that plays for an absent person.
    fn substitute(&self) -> String {
        let levels = G::levels();
        let strongest = strongest(&levels, self.seats.len());
        let strongest = strongest.expect("there is a bot wherever so many play as can");
        strongest.name().to_owned()
    }
}

impl<G: Playable> AnyTable for Table<G> {
    fn executed(&self, key: &IdempotencyKey) -> Option<(u64, Option<char>)> {
        let version = *self.executed.get(key)?;
        let event = self.events(version - 1, 1).into_iter().next();
        Some((version, event.and_then(|event| event.seat)))
    }

    fn abandoned(&self, reason: Option<EndReason>) -> Option<GameEvent> {
        (!self.is_over()).then_some(GameEvent::Abandoned {
            seat: None,
            reason,
            spent: None,
        })
    }

    fn record(&self) -> AnyRecord {
        G::any_record(self.record.clone())
    }

    fn record_text(&self) -> String {
        self.record.to_text()
    }

    fn record_json(&self) -> String {
        self.record.to_json()
    }

    fn log_text(&self) -> String {
        let dice = self.record.opening().dice.as_ref();
        let closing = ClosingLine {
            version: self.version(),
            head: Some(self.head()),
            secret: dice.and_then(|dice| dice.secret),
            revealed: self.revealed_from_escrow(),
        };
        let entries = self.log.iter().map(|logged| &logged.entry);
        chain::text(&self.id, &self.config, entries, &closing)
    }

    fn entry_line(&self, version: u64) -> Option<String> {
        let before = self.head_of(version.checked_sub(1)?)?;
        let place = usize::try_from(version - 1).ok()?;
        let entry = &self.log.get(place)?.entry;
        Some(chain::entry_line(&self.id, before, entry))
    }

    fn has_humans(&self) -> bool {
        self.persons().next().is_some()
    }

    fn redrawn(&self) -> Option<Vec<char>> {
        self.may_renew().ok()?;
        let drawn = self.persons().filter(|state| state.is_drawn_for());
        Some(drawn.map(|state| state.seat).collect())
    }

    fn restored(&self, drawn: Vec<(char, Vec<u8>)>) -> GameEvent {
        let drawn = drawn.into_iter().map(|(seat, bytes)| {
            let dice = DiceContribution {
                escrowed: Some(bytes),
                drawn_by_server: true,
                ..DiceContribution::default()
            };
            let dice = dice.committed(self.config.scheme, &self.id, seat);
            SeatContribution { seat, dice }
        });
        GameEvent::Restored {
            dice: drawn.collect(),
        }
    }
}

/// What the record of the game begins with; its dice come once everybody is in, or with its end.
fn opening<G: Playable>(
    config: &GameConfig,
    states: &[SeatState],
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
    let start = config.start.as_ref().map(|line| line.parse());
    opening.start = start
        .transpose()
        .map_err(|error| GameConfigError::Position {
            reason: format!("{error}"),
        })?;
    opening.limit = core::num::NonZeroU32::new(config.limit);
    for (player, state) in opening.players.iter_mut().zip(states) {
        player.name = Some(state.shown_name());
        player.bot = state.bot_for_good().map(str::to_owned);
    }
    Ok(opening)
}
