//! What players do in a game beside playing: they come, go and talk.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::Duration;

use super::{ActorMessage, GameHandle};
use crate::bots::Share;
use crate::bus::{News, Reply};
use crate::client_net::ClientNet;
use crate::phrase::{ChatLog, ChatMessage, Phrase};
use crate::rate_limit::RateLimited;
use crate::store::shared::Session;
use parlor_table::id::GameId;
use parlor_table::timestamp::{Timestamp, milliseconds};

impl GameHandle {
    /// Broadcasts a chat phrase of a seat. It is not stored.
    ///
    /// # Errors
    /// The time that the seat must wait, if it has sent too many.
    pub(in crate::service) fn say(
        &self,
        seat: char,
        phrase: Phrase,
        now: Timestamp,
    ) -> Result<ChatMessage, RateLimited> {
        let mut said = None;
        self.talk
            .send_if_modified(|talk| said.insert(talk.say(seat, phrase, now)).is_ok());
        let said = said.expect("it was said, or not")?;
        self.tell(|game| News::Said {
            game,
            seat,
            phrase: phrase.word().to_owned(),
        });
        Ok(said)
    }

    /// Hears a phrase that was sent at another node.
    pub(in crate::service) fn hear_said(&self, seat: char, phrase: Phrase, now: Timestamp) {
        self.talk.send_modify(|talk| talk.hear(seat, phrase, now));
    }

    /// The recent chat, each time that a phrase is sent.
    pub fn talk(&self) -> watch::Receiver<ChatLog> {
        self.talk.subscribe()
    }

    /// The seats whose players are connected, once for each connection, each time that changes.
    pub fn presence(&self) -> watch::Receiver<Vec<char>> {
        self.presence.watch()
    }

    /// Notes that a player, also one who gave up the seat, has requested the game or acted in it:
    /// its bots play on for a while.
    pub fn attended_by(&self, client: ClientNet) {
        let was_attended = self.is_attended();
        self.presence.visit(client, true);
        if !was_attended {
            // With a full mailbox, the actor looks anyway.
            let _ = self.mailbox.try_send(ActorMessage::Attended);
            self.tell_presence(Some(client));
        }
    }

    /// Notes the client that created the game, before it has an actor.
    pub(in crate::service) fn made_by(&self, client: ClientNet) {
        self.presence.visit(client, false);
    }

    /// Whether a player is here, or was recently.
    pub(in crate::service) fn is_attended(&self) -> bool {
        self.presence.is_attended()
    }

    /// The player's client that was here last, and the uptime of that.
    pub(in crate::service) fn last_visit(&self) -> Option<(ClientNet, Duration)> {
        self.presence.last_visit()
    }

    /// The client for which bots think in this game.
    pub(in crate::service) fn share(&self) -> Share {
        Share {
            client: self.presence.last_client(),
            is_awaited: self.table().has_humans(),
        }
    }

    /// Notes that the players of these seats are connected, until the result is dropped.
    pub fn attend(self: &Arc<Self>, seats: Vec<char>, client: ClientNet) -> Attendance {
        if !seats.is_empty() {
            self.attended_by(client);
            self.presence.connect(&seats);
            self.tell_presence(Some(client));
        }
        Attendance {
            handle: Arc::clone(self),
            seats,
        }
    }

    /// Tells other nodes who is connected to this one.
    fn tell_presence(&self, visitor: Option<ClientNet>) {
        self.tell(|game| News::Present {
            game,
            seats: self.presence.here(),
            visitor,
        });
    }

    /// Tells it anew, while somebody is here, so that it is not forgotten; and forgets what nodes have
    /// told that have ended.
    pub(in crate::service) fn renew_presence(&self) {
        self.presence.forget_old();
        let is_here = !self.presence.here().is_empty();
        if is_here {
            self.tell_presence(Some(self.presence.last_client()));
        }
    }

    /// Hears who is connected to another node.
    pub(in crate::service) fn hear_present(
        &self,
        node: Session,
        seats: Vec<char>,
        visitor: Option<ClientNet>,
    ) {
        let was_attended = self.is_attended();
        if let Some(client) = visitor {
            self.presence.visit(client, true);
        }
        self.presence.hear(node, seats);
        if !was_attended {
            let _ = self.mailbox.try_send(ActorMessage::Attended);
        }
    }

    /// What only this node knows of the game.
    pub(in crate::service) fn watched(&self, said: &[ChatMessage]) -> Reply {
        let version = self.version();
        let spent = self.clock_run.lock().spent(self.uptime.now());
        let said = said.iter();
        Reply::Watched {
            version,
            spent_ms: milliseconds(spent),
            present: self.presence.here(),
            said: said
                .map(|said| (said.seat, said.phrase.word().to_owned()))
                .collect(),
        }
    }

    /// Tells other nodes something of the game, if there may be others.
    fn tell(&self, news: impl FnOnce(GameId) -> News) {
        if let Some(bus) = &self.bus {
            bus.tell(news(self.id.clone()));
        }
    }
}

/// A connection of the players of some seats.
#[derive(Debug)]
pub struct Attendance {
    handle: Arc<GameHandle>,
    seats: Vec<char>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        if !self.seats.is_empty() {
            self.handle.presence.disconnect(&self.seats);
            self.handle.tell_presence(None);
        }
    }
}
