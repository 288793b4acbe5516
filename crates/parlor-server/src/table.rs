//! A game as its log leaves it: who sits where, what stands on the board, what
//! was asked, and what comes next.
//!
//! A table changes in one way only, by an entry of its log
//! ([`AnyTable::apply`]); so a game read from the store is the same as the one
//! that was played. What somebody wants is first decided ([`AnyTable::decide`]),
//! which changes nothing and says what would be written down.

mod clocks;
mod decide;
mod dice;
mod fold;
mod frame;
mod hint;
mod replay;
mod seat;
mod seen;
#[cfg(test)]
mod tests;

use core::fmt::Debug;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::collections::HashMap;

use parlor_game::{AnyGame, Game, for_games};
use parlor_record::record::{Bytes32, DiceStream, Opening, Record};
use parlor_view::{Scene, Step};

use crate::clock::Moment;
use crate::id::{ActionId, GameId};
use crate::log::{EndReason, Entry, Happening, Plan, Request};
use crate::order::Order;
use crate::playable::{Playable, strongest};

pub use clocks::Running;
pub use decide::Rejection;
pub use fold::Damaged;
pub use frame::{Frame, Told};
pub use hint::{Hint, Search};
pub use seen::{
    Choice, Declined, Dice, EventSeen, MOST_MOVES, Move, Played, Result, SeatSeen, Seen, Status,
};

use seat::Chair;

/// How long who has committed to bytes for the dice may take to reveal them,
/// where the game does not say how long a seat may stay away.
const PATIENCE: Duration = Duration::from_mins(5);

/// A table, whatever game is played at it.
pub trait AnyTable: Debug + Send + Sync {
    /// How many entries its log has.
    fn version(&self) -> u64;

    /// When the last of them was written.
    fn touched(&self) -> Moment;

    /// Under which version an action of this name was carried out, and whose it
    /// was.
    fn done(&self, action: &ActionId) -> Option<(u64, Option<char>)>;

    /// Carries out the next entry of the log.
    ///
    /// # Errors
    /// An entry that cannot follow: the log is damaged, and the table is not
    /// to be used any more.
    fn apply(&mut self, entry: Entry) -> core::result::Result<(), Damaged>;

    /// What is to be written down if this is done; nothing has changed.
    ///
    /// # Errors
    /// Why it cannot be done, with the rule.
    fn decide(&self, order: &Order) -> core::result::Result<Happening, Rejection>;

    /// Who wants the next game, with the seats rotated.
    ///
    /// # Errors
    /// Why there cannot be one.
    fn rematcher(&self, order: &Order) -> core::result::Result<char, Rejection>;

    /// Whether the game would be over with this.
    fn ends_with(&self, happening: &Happening) -> bool;

    /// What the server has to do next without being asked.
    fn due(&self) -> Due;

    /// Whose clock runs, if any does.
    fn running(&self) -> Option<Running>;

    /// Whether what happens stops the clock that runs.
    fn stops_clock(&self, happening: &Happening) -> bool;

    /// What is to be written down when the time of an absent seat is up.
    fn away(&self, seat: char) -> Option<Happening>;

    /// What is to be written down when the game was left too long, or the keeper
    /// ends it for a reason; none if it is over.
    fn abandoned(&self, reason: Option<EndReason>) -> Option<Happening>;

    /// What whoever speaks for these seats is shown.
    fn seen(&self, by: &[char]) -> Seen;

    /// What is shown of the log after a version: the first events, at most so
    /// many.
    fn events(&self, after: u64, most: usize) -> Vec<EventSeen>;

    /// The moves after one, [`MOST_MOVES`] at most.
    fn moves(&self, after: usize) -> Vec<Move>;

    /// How the game went on to a version; none if there is no such, or nothing
    /// before it.
    fn frame(&self, version: u64) -> Option<Frame>;

    /// A game that is over, as it stood after so many plies; none while it goes
    /// on, or if it has fewer.
    fn moment(&self, plies: usize) -> Option<Scene>;

    /// What has happened on the board since a person at these seats last chose.
    fn told(&self, by: &[char]) -> Vec<Told>;

    /// What a bot has played for a seat since it took it over, the last of it.
    fn told_of_absence(&self, seat: char) -> Vec<Told>;

    /// The game as a record, in text.
    fn record_text(&self) -> String;

    /// The game as a record, in JSON.
    fn record_json(&self) -> String;

    /// Whether a human plays at one of the seats now.
    fn has_humans(&self) -> bool;

    /// The same players with the seats rotated: the plan of the next game, but
    /// for its dice, and what becomes of each of its seats.
    fn rotated(&self) -> (Plan, Vec<Rotated>);
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
    Write(Happening),
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
type Think = dyn FnOnce(&AtomicBool) -> Option<Happening> + Send;

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
    pub(crate) fn new(
        think: impl FnOnce(&AtomicBool) -> Option<Happening> + Send + 'static,
    ) -> Self {
        let think = Box::new(think);
        Self { think }
    }

    /// Thinks, until it is done or the flag is raised, and gives what is to be
    /// written down.
    pub fn think(self, stop: &AtomicBool) -> Option<Happening> {
        (self.think)(stop)
    }
}

/// The table of a new or a stored game, before its first entry.
///
/// # Errors
/// A plan that no game can begin with.
pub fn set(
    id: &GameId,
    plan: &Plan,
    secret: Bytes32,
) -> core::result::Result<Box<dyn AnyTable>, PlanError> {
    macro_rules! tables {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if plan.game == <$game as Game>::NAME {
                    let table = Table::<$game>::new(id.clone(), plan.clone(), secret)?;
                    return Ok(Box::new(table));
                }
            )+
        };
    }
    for_games!(tables);
    Err(PlanError(format!(
        "there is no game {:?}; the games are {}",
        plan.game,
        AnyGame::NAMES.join(", ")
    )))
}

/// Why no game can begin so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(pub String);

/// The table of one game.
#[derive(Debug)]
struct Table<G: Playable> {
    id: GameId,
    plan: Plan,
    secret: Bytes32,
    /// In the order of the plan.
    chairs: Vec<Chair>,
    /// The game so far. Before it has begun, without its dice.
    record: Record<G>,
    /// Who acted in each of the record's plies.
    movers: Vec<char>,
    /// What the last ply did, for its trail.
    step: Option<Step<G::Action, G::Event>>,
    /// The dice, once everybody is in.
    stream: Option<DiceStream>,
    has_begun: bool,
    rolls: u64,
    request: Option<Asked>,
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
    done: HashMap<ActionId, u64>,
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
struct Asked {
    seat: char,
    what: Request,
    agreed: Vec<char>,
}

impl<G: Playable> Table<G> {
    fn new(id: GameId, plan: Plan, secret: Bytes32) -> core::result::Result<Self, PlanError> {
        let seats = plan.seats.iter();
        let chairs: Vec<Chair> = seats.map(|seat| Chair::new(seat, plan.clock)).collect();
        let record = Record::begin(opening(&plan, &chairs)?)
            .map_err(|error| PlanError(error.to_string()))?;
        Ok(Self {
            id,
            plan,
            secret,
            chairs,
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

    fn chair(&self, seat: char) -> Option<&Chair> {
        self.chairs.iter().find(|chair| chair.seat == seat)
    }

    fn chair_mut(&mut self, seat: char) -> Option<&mut Chair> {
        self.chairs.iter_mut().find(|chair| chair.seat == seat)
    }

    /// Whether nobody has to come any more.
    fn everybody_joined(&self) -> bool {
        self.chairs.iter().all(Chair::is_taken)
    }

    /// The seats at which a person is present.
    fn persons(&self) -> impl Iterator<Item = &Chair> {
        self.chairs.iter().filter(|chair| chair.is_present())
    }

    /// Whether a bot fills in for somebody who may come back.
    fn is_filled_in(&self) -> bool {
        let is_away = |chair: &Chair| chair.bot().is_some() && chair.bot_for_good().is_none();
        self.chairs.iter().any(is_away)
    }

    /// The bot that takes the seat of who leaves for good; none between two,
    /// where the other has won.
    fn successor(&self) -> Option<String> {
        (self.chairs.len() > 2).then(|| self.substitute())
    }

    /// The time left on the clock of the person at a seat, if there is one.
    fn left(&self, seat: char) -> Option<Duration> {
        self.chair(seat).filter(|chair| chair.is_present())?.left
    }

    /// The bot that fills in for a person.
    fn substitute(&self) -> String {
        let levels = G::levels();
        let strongest = strongest(&levels, self.chairs.len());
        let strongest = strongest.expect("there is a bot wherever so many play as can");
        strongest.name().to_owned()
    }
}

impl<G: Playable> AnyTable for Table<G> {
    fn version(&self) -> u64 {
        self.version_now()
    }

    fn touched(&self) -> Moment {
        self.touched_at()
    }

    fn done(&self, action: &ActionId) -> Option<(u64, Option<char>)> {
        let version = *self.done.get(action)?;
        let event = self.events_after(version - 1, 1).into_iter().next();
        Some((version, event.and_then(|event| event.seat)))
    }

    fn apply(&mut self, entry: Entry) -> core::result::Result<(), Damaged> {
        self.fold(entry)
    }

    fn decide(&self, order: &Order) -> core::result::Result<Happening, Rejection> {
        self.decided(order)
    }

    fn rematcher(&self, order: &Order) -> core::result::Result<char, Rejection> {
        Self::rematcher(self, order)
    }

    fn ends_with(&self, happening: &Happening) -> bool {
        self.would_end(happening)
    }

    fn due(&self) -> Due {
        self.what_is_due()
    }

    fn running(&self) -> Option<Running> {
        self.clock_running()
    }

    fn stops_clock(&self, happening: &Happening) -> bool {
        Self::stops_clock(self, happening)
    }

    fn away(&self, seat: char) -> Option<Happening> {
        self.taken_over(seat)
    }

    fn abandoned(&self, reason: Option<EndReason>) -> Option<Happening> {
        (!self.is_over()).then_some(Happening::Abandoned {
            seat: None,
            reason,
            spent: None,
        })
    }

    fn seen(&self, by: &[char]) -> Seen {
        self.shown_to(by)
    }

    fn events(&self, after: u64, most: usize) -> Vec<EventSeen> {
        self.events_after(after, most)
    }

    fn moves(&self, after: usize) -> Vec<Move> {
        self.moves_after(after)
    }

    fn frame(&self, version: u64) -> Option<Frame> {
        self.frame_of(version)
    }

    fn moment(&self, plies: usize) -> Option<Scene> {
        self.moment_after(plies)
    }

    fn told(&self, by: &[char]) -> Vec<Told> {
        self.told_to(by)
    }

    fn told_of_absence(&self, seat: char) -> Vec<Told> {
        Self::told_of_absence(self, seat)
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

    fn rotated(&self) -> (Plan, Vec<Rotated>) {
        self.rematch_plan()
    }
}

/// What the record of the game begins with; its dice come once everybody is in, or with its end.
fn opening<G: Playable>(
    plan: &Plan,
    chairs: &[Chair],
) -> core::result::Result<Opening<G>, PlanError> {
    let rules: G::Rules = plan
        .rules
        .parse()
        .map_err(|error| PlanError(format!("{error}")))?;
    let seats = plan.seats.iter().map(|planned| {
        G::seat(planned.seat).ok_or_else(|| {
            let known: Vec<String> = G::SEATS
                .iter()
                .map(|&seat| G::letter(seat).into())
                .collect();
            PlanError(format!(
                "there is no seat {:?}; the seats are {}",
                planned.seat,
                known.join(", ")
            ))
        })
    });
    let seats: Vec<G::Seat> = seats.collect::<core::result::Result<_, _>>()?;
    let mut opening = Opening::new(rules, seats);
    opening.limit = core::num::NonZeroU32::new(plan.limit);
    for (player, chair) in opening.players.iter_mut().zip(chairs) {
        player.name = Some(chair.name.clone());
        player.bot = chair.bot_for_good().map(str::to_owned);
    }
    Ok(opening)
}
