//! Earlier states of a game, for animation, narration and replay.
//!
//! The log has the position after every entry, so a frame is computed on demand and not stored. An
//! earlier state is replayed from the record at each request: what was taken back is not in it.

use parlor_record::record::{Act, Notes};
use parlor_view::{FilmError, LastAction, Scene, Snapshot, Style, film_of};

use super::{Logged, Playable, Table};
use crate::log::{GameEvent, PlayerRequest};
use crate::playable::named;

/// The most steps in one narration: two rounds of four players, and more.
const MAX_NARRATION: usize = 12;

/// Something that a viewer may have missed.
#[derive(Clone, Debug, PartialEq)]
pub struct Narration {
    /// The version that it led to.
    pub version: u64,
    /// What it was.
    pub event: Narrated,
}

/// What a [`Narration`] is about. Front ends put it into words.
#[derive(Clone, Debug, PartialEq)]
pub enum Narrated {
    /// A step on the board.
    Step {
        /// The state after it, with its action and events.
        after: Box<Scene>,
        /// The bot that made it in the place of the seat's player, who was away or gone.
        stand_in: Option<String>,
    },
    /// Another player is away.
    Away {
        /// The seat.
        seat: char,
        /// The title of the bot that plays meanwhile.
        bot: String,
    },
    /// Another player has come back.
    Back {
        /// The seat.
        seat: char,
    },
    /// A move was taken back.
    TakenBack {
        /// The seat that asked for it, whose move it was.
        seat: char,
    },
    /// The games were restored from a backup, and everybody has to contribute to the dice anew.
    Restored,
    /// Everybody has, and the game goes on.
    EpochBegan,
    /// Another player wants a rematch.
    WantsRematch {
        /// The seat.
        seat: char,
    },
}

/// The effect of one entry of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The state before it.
    pub before: Scene,
    /// The state after it, with the action that led there, if one did.
    pub after: Scene,
    /// The bot that rolled or acted in the place of the seat's player, who was away or gone.
    pub stand_in: Option<String>,
    /// The seat whose move was taken back, if one was.
    pub taken_back: Option<char>,
}

/// What happened in a game.
pub trait GameHistory {
    /// The frame of the entry with this version; `None` if there is no such entry, or none before it.
    fn frame(&self, version: u64) -> Option<Frame>;

    /// The game after this many plies; `None` if it has fewer.
    fn scene_after(&self, plies: usize) -> Option<Scene>;

    /// The position after this many plies, as a line; `None` if it has fewer.
    fn position_after(&self, plies: usize) -> Option<String>;

    /// The whole game as one picture that plays it.
    ///
    /// # Errors
    /// If it is too long.
    fn film(&self, style: Style) -> Result<String, FilmError>;

    /// The frames of a ply: of its roll, if it has one, and of its action; none if there is no such
    /// ply.
    fn frames_of(&self, ply: usize) -> Vec<Frame>;

    /// How many moves a bot made at a seat in the place of its player.
    fn stood_in(&self, seat: char) -> usize;

    /// What its record notes on a ply, by its number from 1; `None` if there is no such ply.
    fn notes_on(&self, ply: usize) -> Option<Notes>;

    /// Where a replay stops before this many plies, and after: everywhere but within rolls with which
    /// nothing could move, one after another.
    fn stops_around(&self, plies: usize) -> [Option<usize>; 2];

    /// What happened since a person at these seats last made a choice on the board, or since a move
    /// was taken back; that too if nobody has acted since. For a spectator, the last action.
    fn narration_for(&self, by: &[char]) -> Vec<Narration>;

    /// The last actions of the bot that took the seat over.
    fn narration_of_absence(&self, seat: char) -> Vec<Narration>;
}

impl<G: Playable> GameHistory for Table<G> {
    fn frame(&self, version: u64) -> Option<Frame> {
        let before = usize::try_from(version.checked_sub(2)?).ok()?;
        let [before, now] = self.log.get(before..before + 2)? else {
            return None;
        };
        let [position, after] = [before, now].map(|logged| logged.position.parse().ok());
        let (position, after): (G::Position, G::Position) = (position?, after?);
        let step = match &now.entry.event {
            GameEvent::Acted { action, .. } => {
                let action = action.parse().ok()?;
                let mut events = Vec::new();
                G::play_with_events(&mut position.clone(), action, &mut events).ok()?;
                Some(LastAction { action, events })
            }
            _ => None,
        };
        Some(Frame {
            before: self.scene_at(position, None),
            after: self.scene_at(after, step),
            stand_in: now.stand_in.clone(),
            taken_back: self.taken_back(now),
        })
    }

    fn scene_after(&self, plies: usize) -> Option<Scene> {
        // The states before it are not drawn, and there may be very many.
        let mut replay = self.record.replay();
        let step = match plies.checked_sub(1) {
            Some(number) => Some(replay.nth(number)?),
            None => None,
        };
        let last_action = step.and_then(|step| match *step.ply.act() {
            Act::Action(action) => Some(LastAction {
                action,
                events: step.events,
            }),
            Act::Chance(..) => None,
        });
        let is_last = plies == self.record.plies().len();
        Some(G::scene(Snapshot {
            players: self.record.opening().seats(),
            names: self.names(),
            last_action,
            settlement: self.record.settlement().filter(|_| is_last),
            ..Snapshot::of(replay.game())
        }))
    }

    fn position_after(&self, plies: usize) -> Option<String> {
        Some(self.record.at(plies)?.position().to_string())
    }

    fn film(&self, style: Style) -> Result<String, FilmError> {
        film_of(&self.record, style)
    }

    fn frames_of(&self, ply: usize) -> Vec<Frame> {
        let Some(number) = ply.checked_sub(1) else {
            return Vec::new();
        };
        let mover = self.movers.get(number);
        let frame = |before, after| Frame {
            before,
            after,
            stand_in: mover.and_then(|mover| mover.stand_in.clone()),
            taken_back: None,
        };
        let Some(step) = self.record.replay().nth(number) else {
            return Vec::new();
        };
        let before = self.scene_at(step.before.clone(), None);
        let Act::Action(action) = *step.ply.act() else {
            return vec![frame(before, self.scene_at(step.after, None))];
        };
        let events = step.events;
        let after = self.scene_at(step.after, Some(LastAction { action, events }));
        let mut rolled = step.before;
        let chance = G::chance_in(action).map(|chance| G::take_chance(&mut rolled, chance));
        if !matches!(chance, Some(Ok(()))) {
            return vec![frame(before, after)];
        }
        let rolled = self.scene_at(rolled, None);
        vec![frame(before, rolled.clone()), frame(rolled, after)]
    }

    fn stood_in(&self, seat: char) -> usize {
        let movers = self.movers.iter();
        let stood_in = movers.filter(|mover| mover.seat == seat && mover.stand_in.is_some());
        stood_in.count()
    }

    fn notes_on(&self, ply: usize) -> Option<Notes> {
        let played = self.record.plies().get(ply.checked_sub(1)?)?;
        Some(played.notes.clone())
    }

    fn stops_around(&self, plies: usize) -> [Option<usize>; 2] {
        let all = self.record.plies();
        let is_lost = |ply: usize| is_lost_roll::<G>(all[ply - 1].act());
        let stops = |ply: &usize| match *ply {
            0 => true,
            ply => ply == all.len() || !(is_lost(ply) && is_lost(ply + 1)),
        };
        let before = (0..plies.min(all.len() + 1)).rev().find(stops);
        [before, (plies + 1..=all.len()).find(stops)]
    }

    fn narration_for(&self, by: &[char]) -> Vec<Narration> {
        let mut narration = Vec::new();
        let mut has_step = false;
        for logged in self.log.iter().rev() {
            let version = logged.entry.version;
            let GameEvent::Acted { seat, .. } = &logged.entry.event else {
                if let Some(seat) = self.taken_back(logged) {
                    let event = Narrated::TakenBack { seat };
                    narration.push(Narration { version, event });
                    break;
                }
                let event = Self::narrated_player(&logged.entry.event, by);
                narration.extend(event.map(|event| Narration { version, event }));
                continue;
            };
            let is_own = by.contains(seat) && logged.entry.idempotency_key.is_some();
            let was_forced = || self.was_forced(version);
            if has_step && (by.is_empty() || is_own && !was_forced()) {
                break;
            }
            let step = self.narration(version);
            has_step |= step.is_some();
            narration.extend(step);
            if is_own || narration.len() >= MAX_NARRATION {
                break;
            }
        }
        narration.reverse();
        narration
    }

    fn narration_of_absence(&self, seat: char) -> Vec<Narration> {
        let is_beginning = |logged: &&Logged| {
            let event = &logged.entry.event;
            matches!(event, GameEvent::TakenOver { seat: taken, .. } if *taken == seat)
        };
        let Some(begun) = self.log.iter().rposition(|logged| is_beginning(&logged)) else {
            return Vec::new();
        };
        let is_its = |logged: &&Logged| {
            let event = &logged.entry.event;
            matches!(event, GameEvent::Acted { seat: acted, .. } if *acted == seat)
        };
        let played = self.log[begun..].iter().filter(is_its);
        let versions: Vec<u64> = played.map(|logged| logged.entry.version).collect();
        let last = versions.iter().rev().take(MAX_NARRATION).rev();
        last.filter_map(|&version| self.narration(version))
            .collect()
    }
}

/// Whether a ply of a record is a roll with which nothing could move. Rules: L-14.
pub(super) fn is_lost_roll<G: Playable>(act: &Act<G>) -> bool {
    match act {
        Act::Action(action) => G::is_lost_roll(*action),
        Act::Chance(..) => false,
    }
}

impl<G: Playable> Table<G> {
    /// The event for the player of these seats, if another player left, came back, or wants a
    /// rematch, or if the dice began anew.
    fn narrated_player(event: &GameEvent, by: &[char]) -> Option<Narrated> {
        match event {
            GameEvent::Restored { .. } => return Some(Narrated::Restored),
            GameEvent::EpochBegan { .. } => return Some(Narrated::EpochBegan),
            _ => {}
        }
        let (GameEvent::TakenOver { seat, .. }
        | GameEvent::Returned { seat }
        | GameEvent::Rematched { seat, .. }) = event
        else {
            return None;
        };
        if by.contains(seat) {
            return None;
        }
        let seat = *seat;
        Some(match event {
            GameEvent::TakenOver { bot, .. } => {
                let levels = G::levels();
                let bot = named(&levels, bot).map_or(&**bot, |level| level.title);
                let bot = bot.to_owned();
                Narrated::Away { seat, bot }
            }
            GameEvent::Returned { .. } => Narrated::Back { seat },
            _ => Narrated::WantsRematch { seat },
        })
    }

    fn narration(&self, version: u64) -> Option<Narration> {
        let Frame {
            after, stand_in, ..
        } = self.frame(version)?;
        let after = Box::new(after);
        let event = Narrated::Step { after, stand_in };
        Some(Narration { version, event })
    }

    /// The seat that asked for it, if the position changed by this entry though nobody acted or
    /// rolled.
    fn taken_back(&self, logged: &Logged) -> Option<char> {
        let (GameEvent::Asked {
            what: PlayerRequest::Undo,
            ..
        }
        | GameEvent::Agreed {
            to: PlayerRequest::Undo,
            ..
        }) = logged.entry.event
        else {
            return None;
        };
        let version = logged.entry.version;
        if self.position_before(version)? == logged.position {
            return None;
        }
        let entries = self.log.get(..usize::try_from(version).ok()?)?;
        entries
            .iter()
            .rev()
            .find_map(|logged| match logged.entry.event {
                GameEvent::Asked {
                    seat,
                    what: PlayerRequest::Undo,
                    ..
                } => Some(seat),
                _ => None,
            })
    }

    /// Whether the action of this version was the only one that there was.
    fn was_forced(&self, version: u64) -> bool {
        let position = self.position_before(version);
        let position = position.and_then(|position| position.parse::<G::Position>().ok());
        position.is_some_and(|position| G::legal_actions(&position).nth(1).is_none())
    }

    fn position_before(&self, version: u64) -> Option<&str> {
        let before = usize::try_from(version.checked_sub(2)?).ok()?;
        Some(&self.log.get(before)?.position)
    }

    /// A state of this game in play.
    fn scene_at(
        &self,
        position: G::Position,
        step: Option<LastAction<G::Action, G::Event>>,
    ) -> Scene {
        G::scene(Snapshot {
            position,
            ended_by: None,
            players: self.record.opening().seats(),
            names: self.names(),
            last_action: step,
            settlement: None,
        })
    }
}
