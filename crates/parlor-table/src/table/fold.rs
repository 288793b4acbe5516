//! Folding: how an entry of the log changes the table.

use core::time::Duration;

use parlor_dice::Bytes32;
use parlor_game::{Settlement, Turn};
use parlor_record::record::{Act, LogHead, Record};
use parlor_view::LastAction;

use super::hint::{Hint, HintSearch};
use super::seat::Occupant;
use super::{CommandError, Declined, Logged, PendingRequest, Playable, Table};
use crate::chain;
use crate::log::{DiceContribution, GameEvent, LogEntry, PlayerRequest};

/// An entry that cannot follow the log before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {version} of the log cannot follow those before it: {reason}")]
pub struct DamagedLogError {
    /// The version of the entry.
    pub version: u64,
    /// Why it cannot follow.
    pub reason: String,
}

/// Folds the log into a table: the only way to change one.
pub trait Fold {
    /// The number of entries in the log.
    fn version(&self) -> u64;

    /// The head of the log after this many entries, by [`chain`](crate::chain); `None` if it has
    /// fewer.
    fn head_of(&self, version: u64) -> Option<Bytes32>;

    /// The next entry with the head that the log has with it.
    fn sealed(&self, entry: LogEntry) -> LogEntry;

    /// Applies the next entry of the log.
    ///
    /// # Errors
    /// The entry cannot follow, or is not the one that was stored with its head: the log is damaged,
    /// and the table must not be used any more.
    fn apply(&mut self, entry: LogEntry) -> Result<(), DamagedLogError>;
}

impl<G: Playable> Fold for Table<G> {
    fn version(&self) -> u64 {
        self.log.last().map_or(0, |last| last.entry.version)
    }

    fn head_of(&self, version: u64) -> Option<Bytes32> {
        let Some(place) = version.checked_sub(1) else {
            return Some(self.first_head);
        };
        self.log.get(usize::try_from(place).ok()?)?.entry.head
    }

    fn sealed(&self, entry: LogEntry) -> LogEntry {
        let head = chain::next_head(&self.id, self.head(), &entry);
        LogEntry {
            head: Some(head),
            ..entry
        }
    }

    fn apply(&mut self, entry: LogEntry) -> Result<(), DamagedLogError> {
        let version = entry.version;
        let damaged = |reason: String| DamagedLogError { version, reason };
        if version != self.version() + 1 {
            return Err(damaged(format!("the last entry is {}", self.version())));
        }
        let stored = entry.head;
        let entry = self.sealed(entry);
        if stored.is_none() && self.is_headed {
            let reason = "it was stored without a head, unlike one before it";
            return Err(damaged(reason.to_owned()));
        }
        self.is_headed |= stored.is_some();
        if let (Some(stored), Some(head)) = (stored, entry.head)
            && stored != head
        {
            return Err(damaged(format!(
                "it was stored with the head {stored}, and with it as it is now the log has the head {head}"
            )));
        }
        self.apply_event(&entry.event).map_err(damaged)?;
        self.reveal_secret_if_over();
        let head = entry.head.map(|head| LogHead { version, head });
        self.record.set_log_head(head);
        if let Some(idempotency_key) = &entry.idempotency_key {
            self.executed.insert(idempotency_key.clone(), entry.version);
        }
        let position = self.record.game().position().to_string();
        let (time_left, stand_in) = match entry.event {
            GameEvent::Rolled { seat, .. } | GameEvent::Acted { seat, .. } => {
                (self.time_left(seat), self.mover(seat).stand_in)
            }
            _ => (None, None),
        };
        self.log.push(Logged {
            entry,
            position,
            stand_in,
            time_left,
        });
        Ok(())
    }
}

impl<G: Playable> Table<G> {
    /// The head of the log.
    pub(super) fn head(&self) -> Bytes32 {
        let last = self.log.last().and_then(|last| last.entry.head);
        last.unwrap_or(self.first_head)
    }

    fn apply_event(&mut self, event: &GameEvent) -> Result<(), String> {
        match event {
            GameEvent::Created if !self.log.is_empty() => Err("a game is created once".to_owned()),
            _ if self.log.is_empty() && *event != GameEvent::Created => {
                Err("the first entry creates the game".to_owned())
            }
            GameEvent::Created => self.begin_if_ready().map_err(|error| error.to_string()),
            GameEvent::Joined {
                seat,
                name,
                dice,
                is_program,
            } => {
                self.seat_mut(*seat)?.is_program |= is_program;
                self.join(*seat, name.as_deref(), dice)
            }
            GameEvent::Named { .. } if self.has_begun => {
                Err("names are given before the game begins".to_owned())
            }
            GameEvent::Named { seat, name } => self.name(*seat, name),
            GameEvent::Restored { dice } => self.restore(dice),
            GameEvent::Committed { seat, dice } => self.commit(*seat, dice),
            GameEvent::EpochBegan { epoch } => self.begin_epoch(*epoch),
            GameEvent::Revealed { seat, entropy } => self.reveal(*seat, entropy),
            GameEvent::Rolled { seat, roll, spent } => {
                self.spend(*seat, *spent);
                self.roll(*seat, roll)
            }
            GameEvent::Acted {
                seat,
                action,
                spent,
            } => {
                self.spend(*seat, *spent);
                self.act(*seat, action)?;
                self.record_clock(*seat, *spent);
                Ok(())
            }
            GameEvent::Asked {
                seat,
                what,
                with,
                spent,
            } => {
                self.charge_clock(*spent);
                self.requests += 1;
                self.request = Some(PendingRequest {
                    asker: *seat,
                    what: *what,
                    agreed: with.clone(),
                });
                self.grant_if_agreed()
            }
            GameEvent::Agreed { seat, spent, .. } => {
                self.charge_clock(*spent);
                let request = self.request.as_mut().ok_or("no request is pending")?;
                request.agreed.push(*seat);
                self.grant_if_agreed()
            }
            GameEvent::Declined { seat, what } => {
                let request = self.request.take().ok_or("no request is pending")?;
                self.declined.push(Declined {
                    asker: request.asker,
                    what: *what,
                    by: *seat,
                });
                Ok(())
            }
            GameEvent::Resigned { seat, bot, spent } => {
                self.charge_clock(*spent);
                let settle = |winner| Settlement::Resignation { winner };
                self.leave(*seat, bot.as_deref(), settle)
            }
            GameEvent::OutOfTime { .. } if self.config.clock.is_none() => {
                Err("the game has no clocks".to_owned())
            }
            GameEvent::OutOfTime { seat, bot } => {
                self.seat_mut(*seat)?.time_left = Some(Duration::ZERO);
                self.leave(*seat, bot.as_deref(), |winner| Settlement::Time { winner })
            }
            GameEvent::TakenOver { seat, bot } => {
                // For now: the player may return.
                self.seat_mut(*seat)?.occupant = Occupant::Substitute(bot.clone());
                self.request = None;
                self.hint = None;
                self.drop_renewal(*seat)
            }
            GameEvent::Returned { seat } => {
                let state = self.seat_mut(*seat)?;
                if !matches!(state.occupant, Occupant::Substitute(_)) {
                    return Err(format!("no bot plays for {seat} in the meantime"));
                }
                state.occupant = Occupant::Person;
                self.drop_renewal(*seat)
            }
            GameEvent::Hinted {
                seat,
                action,
                reason,
            } => {
                let (action, reason) = (action.clone(), reason.clone());
                let (seat, search) = (*seat, HintSearch::Found { action, reason });
                self.hint = Some(Hint { seat, search });
                self.seat_mut(seat)?.hints += 1;
                Ok(())
            }
            GameEvent::HintFailed { seat } => {
                let (seat, search) = (*seat, HintSearch::Failed);
                self.hint = Some(Hint { seat, search });
                Ok(())
            }
            GameEvent::Abandoned { spent, reason, .. } => {
                self.charge_clock(*spent);
                self.end_reason = *reason;
                self.finish(Settlement::Abandoned)
            }
            GameEvent::Rematched { .. } if !self.is_over() => {
                Err("the game is not over".to_owned())
            }
            GameEvent::Rematched { game, .. } => {
                self.rematch = Some(game.clone());
                Ok(())
            }
        }
    }

    pub(super) fn seat_mut(&mut self, seat: char) -> Result<&mut super::SeatState, String> {
        self.seat_state_mut(seat)
            .ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn join(
        &mut self,
        seat: char,
        name: Option<&str>,
        dice: &DiceContribution,
    ) -> Result<(), String> {
        if G::has_dice() && dice.commitment.is_none() {
            return Err(format!("{seat} has committed to no bytes for the dice"));
        }
        let state = self.seat_mut(seat)?;
        if state.is_taken() {
            return Err(format!("seat {seat} is taken"));
        }
        state.dice = Some(dice.clone());
        state.commitments.extend(dice.commitment);
        if let Some(name) = name {
            self.name(seat, name)?;
        }
        self.begin_if_ready().map_err(|error| error.to_string())
    }

    /// Adds the bytes that a player revealed, for the game to begin or for the epoch that is agreed on.
    fn reveal(&mut self, seat: char, entropy: &[u8]) -> Result<(), String> {
        self.may_reveal(seat, entropy).map_err(|error| match error {
            CommandError::RevealTooEarly => {
                format!("{seat} reveals before everybody has committed")
            }
            CommandError::WrongBytes {
                computed,
                committed,
                ..
            } => format!(
                "{seat} reveals bytes whose commitment is {computed}, and committed to {committed}"
            ),
            _ => format!("{seat} has nothing to reveal"),
        })?;
        if self.is_agreeing {
            return self.reveal_anew(seat, entropy);
        }
        self.seat_mut(seat)?.revealed = Some(entropy.to_vec());
        self.begin_if_ready().map_err(|error| error.to_string())
    }

    fn name(&mut self, seat: char, name: &str) -> Result<(), String> {
        self.seat_mut(seat)?.name = Some(name.to_owned());
        // The record has its names from its beginning on.
        if !self.has_begun {
            let seat = G::seat(seat).ok_or("there is no such seat")?;
            self.record.set_name(seat, name.to_owned());
        }
        Ok(())
    }

    /// Checks that it is the turn of a seat.
    fn is_turn_of(&self, seat: char) -> Result<(), String> {
        match self.to_act() {
            Some(due) if due == seat => Ok(()),
            Some(due) => Err(format!("it is the turn of {due}, not of {seat}")),
            None => Err(format!("{seat} cannot act now, as nobody can")),
        }
    }

    fn roll(&mut self, seat: char, roll: &str) -> Result<(), String> {
        self.is_turn_of(seat)?;
        let outcome = self
            .record
            .game()
            .chance_outcomes()
            .map(|(outcome, _)| outcome)
            .find(|outcome| outcome.to_string() == roll)
            .ok_or_else(|| format!("{seat} cannot roll {roll:?} now"))?;
        self.record
            .push_chance(outcome)
            .map_err(|error| error.to_string())?;
        self.movers.push(self.mover(seat));
        self.rolls += 1;
        self.request = None;
        Ok(())
    }

    fn act(&mut self, seat: char, action: &str) -> Result<(), String> {
        self.is_turn_of(seat)?;
        let parsed: G::Action = action.parse().map_err(|error| format!("{error}"))?;
        let mut events = Vec::new();
        self.record
            .push_with_events(parsed, &mut events)
            .map_err(|error| error.to_string())?;
        let mover = self.mover(seat);
        let stand_in = mover.stand_in.clone();
        // An action that answers a roll replaces the roll's ply.
        self.movers.truncate(self.record.plies().len() - 1);
        self.movers.push(mover);
        self.step = Some(LastAction {
            action: parsed,
            events,
        });
        self.request = None;
        self.declined.clear();
        self.note_hint(seat);
        if let (Some(bot), Some(notes)) = (stand_in, self.record.last_notes_mut()) {
            notes.comment = Some(format!("played by the bot {bot}"));
        }
        Ok(())
    }

    /// Gives up a seat for good: a bot takes it or, with two players, the opponent wins.
    fn leave(
        &mut self,
        seat: char,
        bot: Option<&str>,
        settle: impl Fn(G::Seat) -> Settlement<G::Seat>,
    ) -> Result<(), String> {
        if let Some(bot) = bot {
            // For good.
            self.seat_mut(seat)?.occupant = Occupant::Bot(bot.to_owned());
            self.request = None;
            self.hint = None;
            return self.begin_if_ready().map_err(|error| error.to_string());
        }
        let winner = self.seats.iter().find(|state| state.seat != seat);
        let winner = winner.and_then(|state| G::seat(state.seat));
        let winner = winner.ok_or("there is no opponent")?;
        self.finish(settle(winner))
    }

    fn finish(&mut self, settlement: Settlement<G::Seat>) -> Result<(), String> {
        self.request = None;
        self.hint = None;
        self.drop_agreement();
        if !self.has_begun {
            // Begin the record, so that it has the server's secret and the names.
            self.begin_record().map_err(|error| error.to_string())?;
        }
        self.record
            .finish(settlement)
            .map_err(|error| error.to_string())
    }

    /// Grants the pending request if everybody has agreed.
    fn grant_if_agreed(&mut self) -> Result<(), String> {
        let Some(request) = &self.request else {
            return Ok(());
        };
        let is_granted = self
            .persons()
            .all(|state| state.seat == request.asker || request.agreed.contains(&state.seat));
        if !is_granted {
            return Ok(());
        }
        let (seat, what) = (request.asker, request.what);
        self.request = None;
        match what {
            PlayerRequest::Draw => self.finish(Settlement::Agreement),
            PlayerRequest::Hint => {
                let search = HintSearch::UnderWay;
                self.hint = Some(Hint { seat, search });
                Ok(())
            }
            PlayerRequest::Undo => {
                let plies = self
                    .last_undoable_ply(seat)
                    .ok_or("nothing can be taken back")?;
                self.take_back(plies)
            }
        }
    }

    /// The index of the seat's last ply, if the seat can take it back: no die was rolled since.
    pub(super) fn last_undoable_ply(&self, seat: char) -> Option<usize> {
        let plies = self.record.plies();
        let last = self.movers.iter().rposition(|mover| mover.seat == seat)?;
        let is_rolled = |act: &Act<G>| match *act {
            Act::Chance(..) => true,
            Act::Action(action) => G::chance_in(action).is_some(),
        };
        let own = matches!(plies.get(last)?.act(), Act::Action(_));
        let nothing_rolled = plies[last + 1..].iter().all(|ply| !is_rolled(ply.act()));
        (own && nothing_rolled && !self.is_over()).then_some(last)
    }

    /// Takes back all but the first `plies` plies; the roll that the first one taken back answered is
    /// in hand again.
    fn take_back(&mut self, plies: usize) -> Result<(), String> {
        let mut record =
            Record::begin(self.record.opening().clone()).map_err(|error| error.to_string())?;
        let mut step = None;
        for ply in &self.record.plies()[..plies] {
            let mut events = Vec::new();
            if let Act::Action(action) = *ply.act() {
                record
                    .push_with_events(action, &mut events)
                    .map_err(|error| error.to_string())?;
                step = Some(LastAction { action, events });
            }
            if let Some(notes) = record.last_notes_mut() {
                notes.clone_from(&ply.notes);
            }
        }
        self.hint = None;
        self.movers.truncate(plies);
        if let Act::Action(taken) = *self.record.plies()[plies].act()
            && let Some(outcome) = G::chance_in(taken)
            && let Turn::Chance(seat) = record.game().turn()
        {
            record
                .push_chance(outcome)
                .map_err(|error| error.to_string())?;
            self.movers.push(self.mover(G::letter(seat)));
        }
        self.record = record;
        self.step = step;
        Ok(())
    }

    /// Adds the dice secret to the record once the game is over, even if abandoned.
    fn reveal_secret_if_over(&mut self) {
        // A log that was saved without the secret is replayed with another, which stays out.
        let is_known = || self.config.commitment == Bytes32::sha_256(&self.secret.0);
        if self.is_over() && self.record.opening().dice.is_some() && is_known() {
            let revealed = self.record.reveal(self.secret);
            debug_assert!(revealed.is_ok(), "the secret is what was committed to");
        }
    }
}
