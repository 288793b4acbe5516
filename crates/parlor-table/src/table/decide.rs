//! What is written down if a command is granted, or why it is not.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::AtomicBool;
use std::panic::catch_unwind;

use parlor_dice::Bytes32;
use parlor_game::{Budget, Turn};

use super::seat::Occupant;
use super::{Declined, Due, Playable, Table, Thought};
use crate::command::{Command, CommandKind};
use crate::log::{DiceContribution, GameEvent, Request, is_same_name};
use crate::playable::{named, strongest};

/// Why something is not done; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    /// The rule that forbids it, if one does.
    pub rule: Option<&'static str>,
    /// The reason, and what would be right.
    pub message: String,
}

impl CommandError {
    /// A refusal by this rule, with the reason that a person reads.
    pub fn new(rule: impl Into<Option<&'static str>>, message: impl Into<String>) -> Self {
        Self {
            rule: rule.into(),
            message: message.into(),
        }
    }
}

/// How many requests for undo, a draw or a hint a game may have beyond its plies: enough to
/// take back and to be advised all game long, and few enough that what is asked and taken back
/// cannot fill a log.
pub(super) const MORE_REQUESTS: usize = 300;

type Decided = Result<GameEvent, CommandError>;

fn reject(message: impl Into<String>) -> Decided {
    Err(CommandError::new(None, message))
}

impl<G: Playable> Table<G> {
    pub(super) fn decide(&self, command: &Command) -> Decided {
        if let Some(seat) = command.seat.filter(|seat| !command.by.contains(seat)) {
            return reject(format!("seat {seat} is not yours"));
        }
        match &command.kind {
            CommandKind::Roll => self.decide_roll(command),
            CommandKind::Act(action) => self.decide_action(command, action),
            CommandKind::Join { name, part } => self.decide_join(command, name.as_deref(), part),
            CommandKind::Reveal(bytes) => self.decide_reveal(command, bytes),
            CommandKind::Ask(what) => self.decide_ask(command, *what),
            CommandKind::Agree(what) => self.decide_agree(command, *what),
            CommandKind::Decline(what) => self.decide_decline(command, *what),
            CommandKind::Resign => self.decide_resign(command),
            CommandKind::Return => self.decide_return(command),
            CommandKind::Abandon => self.decide_abandon(command),
            CommandKind::Rematch => reject("the next game is for the service to make"),
        }
    }

    /// The seat that speaks: the one that is named, the one to act, or the only
    /// one.
    fn speaker(&self, command: &Command) -> Result<char, CommandError> {
        let to_act = self.to_act().filter(|seat| command.by.contains(seat));
        let only = match command.by[..] {
            [seat] => Some(seat),
            _ => None,
        };
        match command.seat.or(to_act).or(only) {
            Some(seat) if command.by.contains(&seat) => Ok(seat),
            Some(seat) => Err(CommandError::new(None, format!("seat {seat} is not yours"))),
            None if command.by.is_empty() => {
                Err(CommandError::new(None, "only who holds a seat can do that"))
            }
            None => Err(CommandError::new(None, "say for which of your seats")),
        }
    }

    /// The seat in whose name something is done that is all of the sender's
    /// seats' to do: the one that speaks, or any.
    fn any_speaker(&self, command: &Command) -> Result<char, CommandError> {
        let any = command.by.first().filter(|_| command.seat.is_none());
        any.map_or_else(|| self.speaker(command), |&seat| Ok(seat))
    }

    /// Nothing is played before everybody is in, nor after the end.
    fn goes_on(&self) -> Result<(), CommandError> {
        if let Some(ending) = self.record.ending() {
            let message = format!("the game is over ({ending})");
            return Err(CommandError::new(self.record.game().ended_by(), message));
        }
        if self.has_begun {
            return Ok(());
        }
        let missing =
            |seat_state: &&super::SeatState| !seat_state.is_taken() || seat_state.must_reveal();
        let seats: Vec<String> = self
            .seat_states
            .iter()
            .filter(missing)
            .map(|seat_state| seat_state.seat.to_string())
            .collect();
        let message = format!(
            "the game has not begun; it waits for seat {}",
            seats.join(" and ")
        );
        Err(CommandError::new(None, message))
    }

    /// The seat to act, if it is one of the sender's.
    fn actor(&self, command: &Command) -> Result<char, CommandError> {
        self.goes_on()?;
        let seat = self.to_act().ok_or_else(|| {
            CommandError::new(self.record.game().ended_by(), "nobody is to act any more")
        })?;
        let is_bots = self
            .seat_state(seat)
            .is_some_and(|seat_state| !seat_state.is_present());
        if !command.by.contains(&seat) || command.seat.is_some_and(|named| named != seat) {
            let message = format!("it is not your turn; {seat} is to act");
            let rules = G::rules(self.record.game().position());
            return Err(CommandError::new(G::turn_rule(rules), message));
        }
        if is_bots {
            let message = format!("a bot plays for {seat}; come back to the seat first");
            return Err(CommandError::new(None, message));
        }
        Ok(seat)
    }

    fn decide_roll(&self, command: &Command) -> Decided {
        let seat = self.actor(command)?;
        self.rolled(seat)
    }

    /// The next roll of the dice for a seat.
    fn rolled(&self, seat: char) -> Decided {
        if !G::has_dice() {
            return reject("no die is rolled in this game; send a push, such as 65F");
        }
        let game = self.record.game();
        if !matches!(game.turn(), Turn::Chance(_)) {
            let actions: Vec<String> = game.legal_actions().map(|a| a.to_string()).collect();
            let message = format!(
                "the roll in hand is to be answered first, by {}",
                actions.join(" or ")
            );
            return Err(CommandError::new("L-29", message));
        }
        match self.next_roll() {
            Some(roll) => Ok(GameEvent::Rolled {
                seat,
                roll,
                spent: None,
            }),
            None => reject("the dice are not ready yet"),
        }
    }

    fn decide_action(&self, command: &Command, action: &str) -> Decided {
        self.goes_on()?;
        let known: G::Action = action.parse().map_err(|error| {
            let legal = self.legal().join(", ");
            let message = format!("{error}; you may send {legal}");
            CommandError::new(None, message)
        })?;
        // The game itself says best what is wrong, also of another's turn.
        let mut game = self.record.game().clone();
        if let Err(error) = game.play(known) {
            return Err(CommandError::new(error.rule(), error.to_string()));
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
        part: &DiceContribution,
    ) -> Decided {
        let seat = self.speaker(command)?;
        if let Some(ending) = self.record.ending() {
            return reject(format!("the game is over ({ending})"));
        }
        let seat_state = self
            .seat_state(seat)
            .filter(|seat_state| !seat_state.is_taken());
        if seat_state.is_none() {
            return reject(format!("seat {seat} is taken already"));
        }
        if G::has_dice() && part.commitment.is_none() {
            return reject("whoever joins gives a part to the dice: send commit: and a SHA-256");
        }
        if !G::has_dice() && *part != DiceContribution::default() {
            return reject("no die is rolled in this game, so there is nothing to commit to");
        }
        let mut others = self
            .seat_states
            .iter()
            .filter(|seat_state| seat_state.seat != seat);
        if let Some(name) = name
            && let Some(other) =
                others.find(|seat_state| is_same_name(&seat_state.shown_name(), name))
        {
            let (name, other) = (other.shown_name(), other.seat);
            return reject(format!(
                "seat {other} has the name {name:?}; choose a different one"
            ));
        }
        let (name, part) = (name.map(str::to_owned), part.clone());
        Ok(GameEvent::Joined { seat, name, part })
    }

    fn decide_reveal(&self, command: &Command, bytes: &[u8]) -> Decided {
        let seat = self.speaker(command)?;
        let seat_state = self
            .seat_state(seat)
            .filter(|seat_state| seat_state.must_reveal());
        let committed = seat_state.and_then(|seat_state| seat_state.part.as_ref()?.commitment);
        let Some(commitment) = committed else {
            return reject(format!("seat {seat} has nothing to reveal"));
        };
        if !self.everybody_joined() {
            return reject("bytes are revealed only when everybody has committed to theirs");
        }
        let computed = Bytes32::sha_256(bytes);
        if computed != commitment {
            return reject(format!(
                "the SHA-256 of these bytes is {computed}, but seat {seat} has committed to {commitment}"
            ));
        }
        let entropy = bytes.to_vec();
        Ok(GameEvent::Revealed { seat, entropy })
    }

    fn decide_ask(&self, command: &Command, what: Request) -> Decided {
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

    /// Who asks: who is named, else the sender's seat that can.
    fn asker(&self, command: &Command, what: Request) -> Result<char, CommandError> {
        if command.seat.is_none() && what == Request::Undo {
            let last = self
                .movers
                .iter()
                .rev()
                .find(|seat| command.by.contains(seat));
            if let Some(&seat) = last {
                return Ok(seat);
            }
        }
        self.speaker(command)
    }

    /// Whether a seat may ask for something now.
    pub(super) fn may_ask(&self, seat: char, what: Request) -> Result<(), CommandError> {
        let no = |message: &str| Err(CommandError::new(None, message));
        if self
            .seat_state(seat)
            .is_none_or(|seat_state| !seat_state.is_present())
        {
            return no("only a person at the table can ask");
        }
        if self.request.is_some() {
            return no("something is asked already; it must be answered first");
        }
        let is_that = |declined: &Declined| (declined.asker, declined.what) == (seat, what);
        if self.declined.iter().any(is_that) {
            return no("that was declined; ask again after the next action");
        }
        if self.requests >= self.record.plies().len() + MORE_REQUESTS {
            return Err(CommandError::new(
                None,
                format!(
                    "a game has at most {MORE_REQUESTS} requests more than moves played, and this one \
                 has had {}; play on",
                    self.requests
                ),
            ));
        }
        match what {
            Request::Draw => {
                let rules = G::rules(self.record.game().position());
                if !G::allows_draws(rules) {
                    return no("in these rules nobody can agree on a draw");
                }
                if self.persons().count() < 2 {
                    return no("a bot does not agree on a draw");
                }
            }
            Request::Undo if self.config.clock.is_some() => {
                return no("by the clock nothing is taken back");
            }
            Request::Undo if self.is_filled_in() => {
                return no("somebody is away, and a bot cannot agree for them");
            }
            Request::Undo if self.undoable(seat).is_none() => {
                return no(
                    "nothing of yours can be taken back: a roll never is, nor what came before one",
                );
            }
            Request::Undo => {}
            Request::Hint => self.may_hint(seat)?,
        }
        Ok(())
    }

    fn decide_agree(&self, command: &Command, to: Request) -> Decided {
        let seat = self.answerer(command, to)?;
        let spent = None;
        Ok(GameEvent::Agreed { seat, to, spent })
    }

    /// Who of the sender's seats is to answer a request.
    fn answerer(&self, command: &Command, what: Request) -> Result<char, CommandError> {
        self.goes_on()?;
        let asked = self.request.as_ref().filter(|asked| asked.what == what);
        let Some(asked) = asked else {
            return Err(CommandError::new(None, "nobody asks for that"));
        };
        let is_open = |seat: char| {
            let seat_state = self.seat_state(seat);
            seat != asked.seat
                && !asked.agreed.contains(&seat)
                && seat_state.is_some_and(super::SeatState::is_present)
        };
        let named = command.seat.filter(|seat| command.by.contains(seat));
        let candidates = named.map_or_else(|| command.by.clone(), |seat| vec![seat]);
        candidates
            .into_iter()
            .find(|&seat| is_open(seat))
            .ok_or_else(|| CommandError::new(None, "it is for the others to answer that"))
    }

    fn decide_decline(&self, command: &Command, what: Request) -> Decided {
        let takes_back = self
            .request
            .as_ref()
            .filter(|asked| asked.what == what && command.by.contains(&asked.seat))
            .map(|asked| asked.seat);
        let seat = match takes_back {
            Some(seat) => seat,
            None => self.answerer(command, what)?,
        };
        Ok(GameEvent::Declined { seat, what })
    }

    fn decide_resign(&self, command: &Command) -> Decided {
        let seat = self.speaker(command)?;
        self.goes_on()?;
        if self
            .seat_state(seat)
            .and_then(super::SeatState::bot_for_good)
            .is_some()
        {
            return reject(format!("seat {seat} was given up already"));
        }
        let (bot, spent) = (self.successor(), None);
        Ok(GameEvent::Resigned { seat, bot, spent })
    }

    fn decide_return(&self, command: &Command) -> Decided {
        let is_away = |seat: &&char| {
            let seat_state = self.seat_state(**seat);
            seat_state
                .is_some_and(|seat_state| matches!(seat_state.occupant, Occupant::Substitute(_)))
        };
        let named = command.seat.filter(|seat| command.by.contains(seat));
        let seat = match named {
            Some(seat) => Some(seat).filter(|seat| is_away(&seat)),
            None => command.by.iter().find(is_away).copied(),
        };
        match seat {
            Some(seat) if !self.is_over() => Ok(GameEvent::Returned { seat }),
            _ => reject("no bot plays in your place"),
        }
    }

    fn decide_abandon(&self, command: &Command) -> Decided {
        let seat = Some(self.any_speaker(command)?);
        if let Some(ending) = self.record.ending() {
            return reject(format!("the game is over ({ending})"));
        }
        // Also those that a bot fills in for may come back.
        let others = |seat_state: &super::SeatState| {
            seat_state.bot_for_good().is_none() && !command.by.contains(&seat_state.seat)
        };
        if self.has_begun && self.seat_states.iter().any(others) {
            return reject("others play on; you may resign");
        }
        Ok(GameEvent::Abandoned {
            seat,
            reason: None,
            spent: None,
        })
    }

    /// Who wants the next game, if there can be one.
    pub(super) fn rematcher(&self, command: &Command) -> Result<char, CommandError> {
        let seat = self.any_speaker(command)?;
        if !self.is_over() {
            return Err(CommandError::new(None, "the game is not over yet"));
        }
        if !self.has_begun {
            return Err(CommandError::new(
                None,
                "the game never began; make a new one",
            ));
        }
        match &self.rematch {
            Some(game) => {
                let message = format!("the next game was made already: {game}");
                Err(CommandError::new(None, message))
            }
            None => Ok(seat),
        }
    }

    pub(super) fn due(&self) -> Due {
        let Some(seat) = self.to_act() else {
            return self.due_before_the_start();
        };
        let Some(seat_state) = self.seat_state(seat) else {
            return Due::Nothing;
        };
        if let Some(bot) = seat_state.bot() {
            // Nobody is there to play with a bot that fills in.
            let is_alone = matches!(seat_state.occupant, Occupant::Substitute(_))
                && self.persons().next().is_none();
            if is_alone {
                return Due::Nothing;
            }
            return match self.rolled(seat) {
                Ok(rolled) => Due::Write(rolled),
                Err(_) => self.thought(seat, bot),
            };
        }
        if let Some(sought) = self.hint_sought() {
            return Due::Think(sought);
        }
        let others_wait = self.persons().any(|other| other.seat != seat);
        match self.config.away_after {
            // A clock that runs is patience enough, and falls when it is over.
            Some(patience) if others_wait && self.running().is_none() => {
                Due::Absent { seat, patience }
            }
            _ => Due::Nothing,
        }
    }

    /// Before the start only who owes bytes can be too late.
    fn due_before_the_start(&self) -> Due {
        let late = self
            .seat_states
            .iter()
            .find(|seat_state| seat_state.must_reveal());
        match late {
            Some(seat_state) if self.everybody_joined() && !self.has_begun && !self.is_over() => {
                let patience = self.config.away_after.unwrap_or(super::REVEAL_TIMEOUT);
                let seat = seat_state.seat;
                Due::Absent { seat, patience }
            }
            _ => Due::Nothing,
        }
    }

    /// The task of the bot that is to act. Whatever the bot does, the game goes
    /// on: if it fails, or wants what is not allowed, another action is taken.
    fn thought(&self, seat: char, bot: &str) -> Due {
        let game = self.record.game().clone();
        let seed = self.bot_seed();
        let name = bot.to_owned();
        let levels = G::levels();
        // A bot that is no longer known is filled in for.
        let level = named(&levels, bot);
        let level = level.or_else(|| strongest(&levels, self.seat_states.len()));
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
        Due::Think(Thought::new(think))
    }

    pub(super) fn away(&self, seat: char) -> Option<GameEvent> {
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
