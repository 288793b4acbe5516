//! What is written down if somebody's wish is granted, or why it is not.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::AtomicBool;
use std::panic::catch_unwind;

use parlor_game::{Budget, Turn};
use parlor_record::record::Bytes32;

use super::seat::Sitter;
use super::{Declined, Due, Playable, Table, Thought};
use crate::log::{Happening, Part, Request, is_same_name};
use crate::order::{Order, Wish};
use crate::playable::{named, strongest};

/// Why something is not done; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    /// The rule that forbids it, if one does.
    pub rule: Option<&'static str>,
    /// The reason, and what would be right.
    pub message: String,
}

impl Rejection {
    pub(crate) fn new(rule: impl Into<Option<&'static str>>, message: impl Into<String>) -> Self {
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

type Decided = Result<Happening, Rejection>;

fn reject(message: impl Into<String>) -> Decided {
    Err(Rejection::new(None, message))
}

impl<G: Playable> Table<G> {
    pub(super) fn decided(&self, order: &Order) -> Decided {
        if let Some(seat) = order.seat.filter(|seat| !order.by.contains(seat)) {
            return reject(format!("seat {seat} is not yours"));
        }
        match &order.wish {
            Wish::Roll => self.decide_roll(order),
            Wish::Act(action) => self.decide_action(order, action),
            Wish::Join { name, part } => self.decide_join(order, name.as_deref(), part),
            Wish::Reveal(bytes) => self.decide_reveal(order, bytes),
            Wish::Ask(what) => self.decide_ask(order, *what),
            Wish::Agree(what) => self.decide_agree(order, *what),
            Wish::Decline(what) => self.decide_decline(order, *what),
            Wish::Resign => self.decide_resign(order),
            Wish::Return => self.decide_return(order),
            Wish::Abandon => self.decide_abandon(order),
            Wish::Rematch => reject("the next game is for the service to make"),
        }
    }

    /// The seat that speaks: the one that is named, the one to act, or the only
    /// one.
    fn speaker(&self, order: &Order) -> Result<char, Rejection> {
        let to_act = self.to_act().filter(|seat| order.by.contains(seat));
        let only = match order.by[..] {
            [seat] => Some(seat),
            _ => None,
        };
        match order.seat.or(to_act).or(only) {
            Some(seat) if order.by.contains(&seat) => Ok(seat),
            Some(seat) => Err(Rejection::new(None, format!("seat {seat} is not yours"))),
            None if order.by.is_empty() => {
                Err(Rejection::new(None, "only who holds a seat can do that"))
            }
            None => Err(Rejection::new(None, "say for which of your seats")),
        }
    }

    /// The seat in whose name something is done that is all of the sender's
    /// seats' to do: the one that speaks, or any.
    fn any_speaker(&self, order: &Order) -> Result<char, Rejection> {
        let any = order.by.first().filter(|_| order.seat.is_none());
        any.map_or_else(|| self.speaker(order), |&seat| Ok(seat))
    }

    /// Nothing is played before everybody is in, nor after the end.
    fn goes_on(&self) -> Result<(), Rejection> {
        if let Some(ending) = self.record.ending() {
            let message = format!("the game is over ({ending})");
            return Err(Rejection::new(self.record.game().ended_by(), message));
        }
        if self.has_begun {
            return Ok(());
        }
        let missing = |chair: &&super::Chair| !chair.is_taken() || chair.owes_bytes();
        let seats: Vec<String> = self
            .chairs
            .iter()
            .filter(missing)
            .map(|chair| chair.seat.to_string())
            .collect();
        let message = format!(
            "the game has not begun; it waits for seat {}",
            seats.join(" and ")
        );
        Err(Rejection::new(None, message))
    }

    /// The seat to act, if it is one of the sender's.
    fn actor(&self, order: &Order) -> Result<char, Rejection> {
        self.goes_on()?;
        let seat = self.to_act().ok_or_else(|| {
            Rejection::new(self.record.game().ended_by(), "nobody is to act any more")
        })?;
        let is_bots = self.chair(seat).is_some_and(|chair| !chair.is_present());
        if !order.by.contains(&seat) || order.seat.is_some_and(|named| named != seat) {
            let message = format!("it is not your turn; {seat} is to act");
            let rules = G::rules(self.record.game().position());
            return Err(Rejection::new(G::turn_rule(rules), message));
        }
        if is_bots {
            let message = format!("a bot plays for {seat}; come back to the seat first");
            return Err(Rejection::new(None, message));
        }
        Ok(seat)
    }

    fn decide_roll(&self, order: &Order) -> Decided {
        let seat = self.actor(order)?;
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
            return Err(Rejection::new("L-29", message));
        }
        match self.next_roll() {
            Some(roll) => Ok(Happening::Rolled {
                seat,
                roll,
                spent: None,
            }),
            None => reject("the dice are not ready yet"),
        }
    }

    fn decide_action(&self, order: &Order, action: &str) -> Decided {
        self.goes_on()?;
        let known: G::Action = action.parse().map_err(|error| {
            let legal = self.legal().join(", ");
            let message = format!("{error}; you may send {legal}");
            Rejection::new(None, message)
        })?;
        // The game itself says best what is wrong, also of another's turn.
        let mut game = self.record.game().clone();
        if let Err(error) = game.play(known) {
            return Err(Rejection::new(error.rule(), error.to_string()));
        }
        let seat = self.actor(order)?;
        let action = known.to_string();
        Ok(Happening::Acted {
            seat,
            action,
            spent: None,
        })
    }

    fn decide_join(&self, order: &Order, name: Option<&str>, part: &Part) -> Decided {
        let seat = self.speaker(order)?;
        if let Some(ending) = self.record.ending() {
            return reject(format!("the game is over ({ending})"));
        }
        let chair = self.chair(seat).filter(|chair| !chair.is_taken());
        if chair.is_none() {
            return reject(format!("seat {seat} is taken already"));
        }
        if G::has_dice() && part.commitment.is_none() {
            return reject("whoever joins gives a part to the dice: send commit: and a SHA-256");
        }
        if !G::has_dice() && *part != Part::default() {
            return reject("no die is rolled in this game, so there is nothing to commit to");
        }
        let mut others = self.chairs.iter().filter(|chair| chair.seat != seat);
        if let Some(name) = name
            && let Some(other) = others.find(|chair| is_same_name(&chair.name, name))
        {
            let (name, other) = (&other.name, other.seat);
            return reject(format!(
                "seat {other} has the name {name:?}; choose a different one"
            ));
        }
        let (name, part) = (name.map(str::to_owned), part.clone());
        Ok(Happening::Joined { seat, name, part })
    }

    fn decide_reveal(&self, order: &Order, bytes: &[u8]) -> Decided {
        let seat = self.speaker(order)?;
        let chair = self.chair(seat).filter(|chair| chair.owes_bytes());
        let committed = chair.and_then(|chair| chair.part.as_ref()?.commitment);
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
        Ok(Happening::Revealed { seat, entropy })
    }

    fn decide_ask(&self, order: &Order, what: Request) -> Decided {
        self.goes_on()?;
        let seat = self.asker(order, what)?;
        self.may_ask(seat, what)?;
        let others = |other: &char| *other != seat;
        let with = order.by.iter().copied().filter(others).collect();
        Ok(Happening::Asked {
            seat,
            what,
            with,
            spent: None,
        })
    }

    /// Who asks: who is named, else the sender's seat that can.
    fn asker(&self, order: &Order, what: Request) -> Result<char, Rejection> {
        if order.seat.is_none() && what == Request::Undo {
            let last = self
                .movers
                .iter()
                .rev()
                .find(|seat| order.by.contains(seat));
            if let Some(&seat) = last {
                return Ok(seat);
            }
        }
        self.speaker(order)
    }

    /// Whether a seat may ask for something now.
    pub(super) fn may_ask(&self, seat: char, what: Request) -> Result<(), Rejection> {
        let no = |message: &str| Err(Rejection::new(None, message));
        if self.chair(seat).is_none_or(|chair| !chair.is_present()) {
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
            return Err(Rejection::new(
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
            Request::Undo if self.plan.clock.is_some() => {
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

    fn decide_agree(&self, order: &Order, to: Request) -> Decided {
        let seat = self.answerer(order, to)?;
        let spent = None;
        Ok(Happening::Agreed { seat, to, spent })
    }

    /// Who of the sender's seats is to answer a request.
    fn answerer(&self, order: &Order, what: Request) -> Result<char, Rejection> {
        self.goes_on()?;
        let asked = self.request.as_ref().filter(|asked| asked.what == what);
        let Some(asked) = asked else {
            return Err(Rejection::new(None, "nobody asks for that"));
        };
        let is_open = |seat: char| {
            let chair = self.chair(seat);
            seat != asked.seat
                && !asked.agreed.contains(&seat)
                && chair.is_some_and(super::Chair::is_present)
        };
        let named = order.seat.filter(|seat| order.by.contains(seat));
        let candidates = named.map_or_else(|| order.by.clone(), |seat| vec![seat]);
        candidates
            .into_iter()
            .find(|&seat| is_open(seat))
            .ok_or_else(|| Rejection::new(None, "it is for the others to answer that"))
    }

    fn decide_decline(&self, order: &Order, what: Request) -> Decided {
        let takes_back = self
            .request
            .as_ref()
            .filter(|asked| asked.what == what && order.by.contains(&asked.seat))
            .map(|asked| asked.seat);
        let seat = match takes_back {
            Some(seat) => seat,
            None => self.answerer(order, what)?,
        };
        Ok(Happening::Declined { seat, what })
    }

    fn decide_resign(&self, order: &Order) -> Decided {
        let seat = self.speaker(order)?;
        self.goes_on()?;
        if self
            .chair(seat)
            .and_then(super::Chair::bot_for_good)
            .is_some()
        {
            return reject(format!("seat {seat} was given up already"));
        }
        let (bot, spent) = (self.successor(), None);
        Ok(Happening::Resigned { seat, bot, spent })
    }

    fn decide_return(&self, order: &Order) -> Decided {
        let is_away = |seat: &&char| {
            let chair = self.chair(**seat);
            chair.is_some_and(|chair| matches!(chair.sitter, Sitter::Substitute(_)))
        };
        let named = order.seat.filter(|seat| order.by.contains(seat));
        let seat = match named {
            Some(seat) => Some(seat).filter(|seat| is_away(&seat)),
            None => order.by.iter().find(is_away).copied(),
        };
        match seat {
            Some(seat) if !self.is_over() => Ok(Happening::Returned { seat }),
            _ => reject("no bot plays in your place"),
        }
    }

    fn decide_abandon(&self, order: &Order) -> Decided {
        let seat = Some(self.any_speaker(order)?);
        if let Some(ending) = self.record.ending() {
            return reject(format!("the game is over ({ending})"));
        }
        // Also those that a bot fills in for may come back.
        let others = |chair: &super::Chair| {
            chair.bot_for_good().is_none() && !order.by.contains(&chair.seat)
        };
        if self.has_begun && self.chairs.iter().any(others) {
            return reject("others play on; you may resign");
        }
        Ok(Happening::Abandoned {
            seat,
            reason: None,
            spent: None,
        })
    }

    /// Who wants the next game, if there can be one.
    pub(super) fn rematcher(&self, order: &Order) -> Result<char, Rejection> {
        let seat = self.any_speaker(order)?;
        if !self.is_over() {
            return Err(Rejection::new(None, "the game is not over yet"));
        }
        if !self.has_begun {
            return Err(Rejection::new(None, "the game never began; make a new one"));
        }
        match &self.rematch {
            Some(game) => {
                let message = format!("the next game was made already: {game}");
                Err(Rejection::new(None, message))
            }
            None => Ok(seat),
        }
    }

    pub(super) fn what_is_due(&self) -> Due {
        let Some(seat) = self.to_act() else {
            return self.due_before_the_start();
        };
        let Some(chair) = self.chair(seat) else {
            return Due::Nothing;
        };
        if let Some(bot) = chair.bot() {
            // Nobody is there to play with a bot that fills in.
            let is_alone =
                matches!(chair.sitter, Sitter::Substitute(_)) && self.persons().next().is_none();
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
        match self.plan.away_after {
            // A clock that runs is patience enough, and falls when it is over.
            Some(patience) if others_wait && self.clock_running().is_none() => {
                Due::Absent { seat, patience }
            }
            _ => Due::Nothing,
        }
    }

    /// Before the start only who owes bytes can be too late.
    fn due_before_the_start(&self) -> Due {
        let late = self.chairs.iter().find(|chair| chair.owes_bytes());
        match late {
            Some(chair) if self.everybody_joined() && !self.has_begun && !self.is_over() => {
                let patience = self.plan.away_after.unwrap_or(super::PATIENCE);
                let seat = chair.seat;
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
        let level = level.or_else(|| strongest(&levels, self.chairs.len()));
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
            Some(Happening::Acted {
                seat,
                action,
                spent,
            })
        };
        Due::Think(Thought::new(think))
    }

    pub(super) fn taken_over(&self, seat: char) -> Option<Happening> {
        let bot = self.substitute();
        match self.what_is_due() {
            Due::Absent { seat: absent, .. } if absent == seat => Some(if self.has_begun {
                Happening::TakenOver { seat, bot }
            } else {
                // Who does not reveal what they committed to gives up the seat.
                let (bot, spent) = (Some(bot), None);
                Happening::Resigned { seat, bot, spent }
            }),
            _ => None,
        }
    }
}
