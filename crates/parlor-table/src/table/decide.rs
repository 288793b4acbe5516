//! Deciding: the event that a command leads to, or why it is not carried out; and what the server
//! does on its own.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::AtomicBool;
use std::panic::catch_unwind;

use parlor_game::{Budget, Turn};

use super::seat::Occupant;
use super::{BotTask, Clocks as _, CommandError, Declined, Due, Logged, Playable, Table};
use crate::command::{Command, CommandKind};
use crate::log::{DiceContribution, GameEvent, PlayerRequest, is_same_name};
use crate::playable::{named, strongest};

/// How many requests for undo, a draw or a hint a game may have beyond its plies: enough to
/// take back and to be advised all game long, and few enough that what is asked and taken back
/// cannot fill a log.
pub(super) const MORE_REQUESTS: usize = 300;

/// How often players of a game may give names while it waits, so that they cannot fill a log.
pub(super) const MOST_NAMES: usize = 100;

type Decided = Result<GameEvent, CommandError>;

/// Checks a condition of a command.
pub(super) fn require(is_met: bool, otherwise: CommandError) -> Result<(), CommandError> {
    if is_met { Ok(()) } else { Err(otherwise) }
}

/// What players and the server may do next. Nothing here changes the table.
pub trait Decide {
    /// The event that the command leads to.
    ///
    /// # Errors
    /// Why it is not carried out.
    fn decide(&self, command: &Command) -> Result<GameEvent, CommandError>;

    /// The seat for which the command asks for a rematch.
    ///
    /// # Errors
    /// Why there is none.
    fn decide_rematch(&self, command: &Command) -> Result<char, CommandError>;

    /// The next thing that the server does on its own.
    fn due(&self) -> Due;

    /// The event to log when an absent seat has been away for too long.
    fn away(&self, seat: char) -> Option<GameEvent>;
}

impl<G: Playable> Decide for Table<G> {
    fn decide(&self, command: &Command) -> Decided {
        if let Some(seat) = command.seat.filter(|seat| !command.by.contains(seat)) {
            return Err(CommandError::NotYourSeat { seat });
        }
        match &command.kind {
            CommandKind::Roll => self.decide_roll(command),
            CommandKind::Act(action) => self.decide_action(command, action),
            CommandKind::Join { name, dice } => self.decide_join(command, name.as_deref(), dice),
            CommandKind::JoinAsProgram { name, dice } => {
                self.decide_join_as_program(command, name, dice)
            }
            CommandKind::Name(name) => self.decide_name(command, name),
            CommandKind::Reveal(bytes) => self.decide_reveal(command, bytes),
            CommandKind::Ask(what) => self.decide_ask(command, *what),
            CommandKind::Agree(what) => self.decide_agree(command, *what),
            CommandKind::Decline(what) => self.decide_decline(command, *what),
            CommandKind::Resign => self.decide_resign(command),
            CommandKind::Return => self.decide_return(command),
            CommandKind::Abandon => self.decide_abandon(command),
            CommandKind::Rematch => Err(CommandError::RematchOfService),
        }
    }

    fn decide_rematch(&self, command: &Command) -> Result<char, CommandError> {
        let seat = self.any_speaker(command)?;
        require(self.is_over(), CommandError::NotOver)?;
        require(self.has_begun, CommandError::NeverBegan)?;
        match &self.rematch {
            Some(game) => Err(CommandError::RematchMade { game: game.clone() }),
            None => Ok(seat),
        }
    }

    fn due(&self) -> Due {
        let Some(seat) = self.to_act() else {
            return if self.is_agreeing {
                self.due_in_agreement()
            } else {
                self.due_before_the_start()
            };
        };
        let Some(state) = self.seat_state(seat) else {
            return Due::Nothing;
        };
        if let Some(bot) = state.bot() {
            // A substitute does not play on without a person.
            let is_alone = matches!(state.occupant, Occupant::Substitute(_))
                && self.persons().next().is_none();
            if is_alone {
                return Due::Nothing;
            }
            return match self.rolled(seat) {
                Ok(rolled) => Due::Write(rolled),
                Err(_) => self.bot_task(seat, bot),
            };
        }
        if let Some(sought) = self.hint_task() {
            return Due::Compute(sought);
        }
        let others_wait = self.persons().any(|other| other.seat != seat);
        match self.config.away_after {
            // A clock that runs bounds the wait.
            Some(timeout) if others_wait && self.running().is_none() => {
                Due::Absent { seat, timeout }
            }
            _ => Due::Nothing,
        }
    }

    fn away(&self, seat: char) -> Option<GameEvent> {
        let bot = self.substitute();
        match self.due() {
            Due::Absent { seat: absent, .. } if absent == seat => Some(if self.has_begun {
                GameEvent::TakenOver { seat, bot }
            } else {
                // Who does not reveal what they committed to gives up the seat.
                let (bot, spent) = (Some(bot), None);
                GameEvent::Resigned { seat, bot, spent }
            }),
            _ => None,
        }
    }
}

impl<G: Playable> Table<G> {
    /// The seat that the command is for: the named one, the one to act, or the sender's only one.
    fn speaker(&self, command: &Command) -> Result<char, CommandError> {
        let to_act = self.to_act().filter(|seat| command.by.contains(seat));
        let only = match command.by[..] {
            [seat] => Some(seat),
            _ => None,
        };
        match command.seat.or(to_act).or(only) {
            Some(seat) if command.by.contains(&seat) => Ok(seat),
            Some(seat) => Err(CommandError::NotYourSeat { seat }),
            None if command.by.is_empty() => Err(CommandError::NoSeat),
            None => Err(CommandError::SeatUnclear),
        }
    }

    /// The seat to log for a command that is for all of the sender's seats: the named one, or any.
    fn any_speaker(&self, command: &Command) -> Result<char, CommandError> {
        let any = command.by.first().filter(|_| command.seat.is_none());
        any.map_or_else(|| self.speaker(command), |&seat| Ok(seat))
    }

    /// Checks that the game is not over, for a command that is not one of play.
    fn is_not_over(&self) -> Result<(), CommandError> {
        match self.record.ending() {
            Some(ending) => Err(CommandError::GameOver { ending, rule: None }),
            None => Ok(()),
        }
    }

    /// Checks that the game has begun, is not over, and waits for no new dice.
    fn goes_on(&self) -> Result<(), CommandError> {
        self.is_in_play()?;
        if self.is_agreeing {
            let waiting_for = self.owing().map(|state| state.seat).collect();
            return Err(CommandError::EpochPending { waiting_for });
        }
        Ok(())
    }

    /// Checks that the game has begun and is not over.
    fn is_in_play(&self) -> Result<(), CommandError> {
        if let Some(ending) = self.record.ending() {
            let rule = self.record.game().ended_by();
            return Err(CommandError::GameOver { ending, rule });
        }
        if self.has_begun {
            return Ok(());
        }
        let missing = |state: &&super::SeatState| !state.is_taken() || state.must_reveal();
        let missing = self.seats.iter().filter(missing);
        let waiting_for = missing.map(|state| state.seat).collect();
        Err(CommandError::NotBegun { waiting_for })
    }

    /// The seat to act, if it is one of the sender's.
    fn actor(&self, command: &Command) -> Result<char, CommandError> {
        self.goes_on()?;
        let seat = self.to_act().ok_or_else(|| CommandError::NobodyToAct {
            rule: self.record.game().ended_by(),
        })?;
        if !command.by.contains(&seat) || command.seat.is_some_and(|named| named != seat) {
            let rules = G::rules(self.record.game().position());
            return Err(CommandError::NotYourTurn {
                to_act: seat,
                rule: G::turn_rule(rules),
            });
        }
        require(self.is_persons(seat), CommandError::BotPlays { seat })?;
        Ok(seat)
    }

    fn decide_roll(&self, command: &Command) -> Decided {
        let seat = self.actor(command)?;
        self.rolled(seat)
    }

    /// The next roll of the dice for a seat.
    fn rolled(&self, seat: char) -> Decided {
        require(G::has_dice(), CommandError::NoDice)?;
        let game = self.record.game();
        if !matches!(game.turn(), Turn::Chance(_)) {
            let actions = self.legal();
            return Err(CommandError::RollInHand { actions });
        }
        match self.next_roll() {
            Some(roll) => Ok(GameEvent::Rolled {
                seat,
                roll,
                spent: None,
            }),
            None => Err(CommandError::DiceNotReady),
        }
    }

    fn decide_action(&self, command: &Command, action: &str) -> Decided {
        self.goes_on()?;
        let known: G::Action = action
            .parse()
            .map_err(|error| CommandError::UnknownAction {
                reason: format!("{error}"),
                legal: self.legal(),
            })?;
        // The game's own error is the most exact one, also when it is another's turn.
        let mut game = self.record.game().clone();
        if let Err(error) = game.play(known) {
            return Err(CommandError::Illegal {
                rule: error.rule(),
                reason: error.to_string(),
            });
        }
        let seat = self.actor(command)?;
        let action = known.to_string();
        Ok(GameEvent::Acted {
            seat,
            action,
            spent: None,
        })
    }

    fn decide_join(
        &self,
        command: &Command,
        name: Option<&str>,
        dice: &DiceContribution,
    ) -> Decided {
        let seat = self.speaker(command)?;
        self.is_not_over()?;
        if self.is_agreeing {
            return self.decide_commit(seat, name, dice);
        }
        let is_free = self.seat_state(seat).is_some_and(|state| !state.is_taken());
        require(is_free, CommandError::SeatTaken { seat })?;
        let dice = dice.clone().committed(self.config.scheme, &self.id, seat);
        if G::has_dice() {
            require(dice.commitment.is_some(), CommandError::NoCommitment)?;
        } else {
            let is_empty = dice == DiceContribution::default();
            require(is_empty, CommandError::NothingToCommit)?;
        }
        name.map_or(Ok(()), |name| self.is_name_free(seat, name))?;
        let name = name.map(str::to_owned);
        Ok(GameEvent::Joined {
            seat,
            name,
            dice,
            is_program: false,
        })
    }

    fn decide_join_as_program(
        &self,
        command: &Command,
        name: &str,
        dice: &DiceContribution,
    ) -> Decided {
        let seat = self.speaker(command)?;
        // While an epoch is agreed on, everybody has joined.
        require(!self.is_agreeing, CommandError::SeatTaken { seat })?;
        let mut joined = self.decide_join(command, Some(name), dice)?;
        if let GameEvent::Joined { is_program, .. } = &mut joined {
            *is_program = true;
        }
        Ok(joined)
    }

    fn decide_commit(&self, seat: char, name: Option<&str>, dice: &DiceContribution) -> Decided {
        require(name.is_none(), CommandError::NameTooLate)?;
        let dice = dice.clone().committed(self.config.scheme, &self.id, seat);
        self.may_commit(seat, &dice)?;
        Ok(GameEvent::Committed { seat, dice })
    }

    fn decide_name(&self, command: &Command, name: &str) -> Decided {
        let seat = self.speaker(command)?;
        self.is_not_over()?;
        require(!self.has_begun, CommandError::NameTooLate)?;
        require(self.is_persons(seat), CommandError::SeatGivenUp { seat })?;
        self.is_name_free(seat, name)?;
        let is_name = |logged: &&Logged| matches!(logged.entry.event, GameEvent::Named { .. });
        let given = self.log.iter().filter(is_name).count();
        let most = MOST_NAMES;
        require(given < most, CommandError::TooManyNames { most })?;
        let name = name.to_owned();
        Ok(GameEvent::Named { seat, name })
    }

    /// Checks that no other player is shown with this name.
    fn is_name_free(&self, seat: char, name: &str) -> Result<(), CommandError> {
        let mut others = self.seats.iter().filter(|state| state.seat != seat);
        match others.find(|state| is_same_name(&state.shown_name(), name)) {
            Some(other) => Err(CommandError::NameTaken {
                seat: other.seat,
                name: other.shown_name(),
            }),
            None => Ok(()),
        }
    }

    fn decide_reveal(&self, command: &Command, bytes: &[u8]) -> Decided {
        let seat = self.speaker(command)?;
        self.may_reveal(seat, bytes)?;
        let entropy = bytes.to_vec();
        Ok(GameEvent::Revealed { seat, entropy })
    }

    /// Whether a seat may reveal these bytes now: once everybody has committed, and those that it
    /// has committed to.
    pub(super) fn may_reveal(&self, seat: char, bytes: &[u8]) -> Result<(), CommandError> {
        let state = self.seat_state(seat).filter(|state| state.must_reveal());
        let committed = state.and_then(|state| state.public_contribution().commitment);
        let Some(committed) = committed else {
            return Err(CommandError::NothingToReveal { seat });
        };
        let has_everybody = self.everybody_joined() && !self.is_committing();
        require(has_everybody, CommandError::RevealTooEarly)?;
        let scheme = self.config.scheme;
        let computed = scheme.commitment(self.id.as_str(), seat, bytes);
        let error = CommandError::WrongBytes {
            seat,
            computed,
            committed,
        };
        require(computed == committed, error)
    }

    fn decide_ask(&self, command: &Command, what: PlayerRequest) -> Decided {
        self.goes_on()?;
        let seat = self.asker(command, what)?;
        self.may_ask(seat, what)?;
        let others = |other: &char| *other != seat;
        let with = command.by.iter().copied().filter(others).collect();
        Ok(GameEvent::Asked {
            seat,
            what,
            with,
            spent: None,
        })
    }

    /// The seat that asks: the named one, else one of the sender's that can.
    fn asker(&self, command: &Command, what: PlayerRequest) -> Result<char, CommandError> {
        if command.seat.is_none() && what == PlayerRequest::Undo {
            let mut seats = self.movers.iter().rev().map(|mover| mover.seat);
            if let Some(seat) = seats.find(|seat| command.by.contains(seat)) {
                return Ok(seat);
            }
        }
        self.speaker(command)
    }

    /// Whether a seat may ask for something now.
    pub(super) fn may_ask(&self, seat: char, what: PlayerRequest) -> Result<(), CommandError> {
        require(self.is_persons(seat), CommandError::AskerAbsent)?;
        require(self.request.is_none(), CommandError::RequestPending)?;
        let is_other = |declined: &Declined| (declined.asker, declined.what) != (seat, what);
        let is_new = self.declined.iter().all(is_other);
        require(is_new, CommandError::RequestDeclined)?;
        let (requests, most) = (self.requests, MORE_REQUESTS);
        let is_few = requests < self.record.plies().len() + most;
        require(is_few, CommandError::TooManyRequests { requests, most })?;
        match what {
            PlayerRequest::Draw => {
                let rules = G::rules(self.record.game().position());
                require(G::allows_draws(rules), CommandError::NoDraws)?;
                require(self.persons().count() >= 2, CommandError::NobodyToDrawWith)
            }
            PlayerRequest::Undo => {
                require(self.config.clock.is_none(), CommandError::UndoOnClock)?;
                require(!self.is_filled_in(), CommandError::PlayerAway)?;
                let has_undo = self.last_undoable_ply(seat).is_some();
                require(has_undo, CommandError::NothingToUndo)
            }
            PlayerRequest::Hint => self.may_hint(seat),
        }
    }

    fn decide_agree(&self, command: &Command, to: PlayerRequest) -> Decided {
        let seat = self.answerer(command, to)?;
        let spent = None;
        Ok(GameEvent::Agreed { seat, to, spent })
    }

    /// The sender's seat that answers a request.
    fn answerer(&self, command: &Command, what: PlayerRequest) -> Result<char, CommandError> {
        self.goes_on()?;
        let asked = self.request.as_ref().filter(|asked| asked.what == what);
        let asked = asked.ok_or(CommandError::NoRequest)?;
        let is_open = |seat: char| {
            seat != asked.asker && !asked.agreed.contains(&seat) && self.is_persons(seat)
        };
        let named = command.seat.filter(|seat| command.by.contains(seat));
        let candidates = named.map_or_else(|| command.by.clone(), |seat| vec![seat]);
        candidates
            .into_iter()
            .find(|&seat| is_open(seat))
            .ok_or(CommandError::NotYoursToAnswer)
    }

    fn decide_decline(&self, command: &Command, what: PlayerRequest) -> Decided {
        let takes_back = self
            .request
            .as_ref()
            .filter(|asked| asked.what == what && command.by.contains(&asked.asker))
            .map(|asked| asked.asker);
        let seat = match takes_back {
            Some(seat) => seat,
            None => self.answerer(command, what)?,
        };
        Ok(GameEvent::Declined { seat, what })
    }

    fn decide_resign(&self, command: &Command) -> Decided {
        let seat = self.speaker(command)?;
        self.is_in_play()?;
        let state = self.seat_state(seat);
        let is_kept = state.is_some_and(|state| state.bot_for_good().is_none());
        require(is_kept, CommandError::SeatGivenUp { seat })?;
        let (bot, spent) = (self.successor(), None);
        Ok(GameEvent::Resigned { seat, bot, spent })
    }

    fn decide_return(&self, command: &Command) -> Decided {
        let is_away = |seat: &&char| {
            let state = self.seat_state(**seat);
            state.is_some_and(|state| matches!(state.occupant, Occupant::Substitute(_)))
        };
        let named = command.seat.filter(|seat| command.by.contains(seat));
        let seat = match named {
            Some(seat) => Some(seat).filter(|seat| is_away(&seat)),
            None => command.by.iter().find(is_away).copied(),
        };
        match seat {
            Some(seat) if !self.is_over() => Ok(GameEvent::Returned { seat }),
            _ => Err(CommandError::NotReplaced),
        }
    }

    fn decide_abandon(&self, command: &Command) -> Decided {
        let seat = Some(self.any_speaker(command)?);
        self.is_not_over()?;
        // Also those that a bot fills in for may come back.
        let others = |state: &super::SeatState| {
            state.bot_for_good().is_none() && !command.by.contains(&state.seat)
        };
        let others_play = self.has_begun && self.seats.iter().any(others);
        require(!others_play, CommandError::OthersPlay)?;
        Ok(GameEvent::Abandoned {
            seat,
            reason: None,
            spent: None,
        })
    }

    /// Before the start, only a seat that must reveal its bytes can be too late.
    fn due_before_the_start(&self) -> Due {
        let late = self.seats.iter().find(|state| state.must_reveal());
        match late {
            Some(state) if self.everybody_joined() && !self.has_begun && !self.is_over() => {
                let timeout = self.config.away_after.unwrap_or(super::REVEAL_TIMEOUT);
                let seat = state.seat;
                Due::Absent { seat, timeout }
            }
            _ => Due::Nothing,
        }
    }

    /// The task of the bot to act. If the bot fails or chooses an illegal action, the first legal
    /// action is taken, so that the game goes on.
    fn bot_task(&self, seat: char, bot: &str) -> Due {
        let game = self.record.game().clone();
        let seed = self.bot_seed();
        let name = bot.to_owned();
        let levels = G::levels();
        // A bot that is no longer known is filled in for.
        let level = named(&levels, bot);
        let level = level.or_else(|| strongest(&levels, self.seats.len()));
        let level = level.cloned();
        let think = move |stop: &AtomicBool| {
            let level = level?;
            let budget = Budget::nodes(level.nodes).until(stop);
            let choose = AssertUnwindSafe(|| level.bot.choose(&game, budget, seed));
            let chosen = catch_unwind(choose).unwrap_or_default();
            let is_legal = |action: &G::Action| game.clone().play(*action).is_ok();
            let action = chosen.filter(is_legal).or_else(|| {
                tracing::error!(bot = name, position = %game.position(), "the bot failed");
                game.legal_actions().next()
            });
            let (action, spent) = (action?.to_string(), None);
            Some(GameEvent::Acted {
                seat,
                action,
                spent,
            })
        };
        Due::Compute(BotTask::new(think))
    }
}
