//! Games that other nodes over the same store may change.

use core::sync::atomic::Ordering;
use core::time::Duration;
use std::sync::Arc;

use futures_util::future::join_all;
use parlor_record::record::AnyRecord;
use tracing::Instrument as _;

use super::{CommandOutcome, GameHandle, Inner, Service, ServiceError};
use crate::bus::{Bus, News, Question, Reply};
use crate::client_net::ClientNet;
use crate::imports::{Import, ImportId};
use crate::repeated::Repeated;
use crate::store::shared::{Session, SharedStore, Standing};
use crate::trace;
use parlor_table::command::Command;
use parlor_table::id::GameId;

/// Who is connected is told anew at every so many looks at other nodes.
const PRESENCE_EVERY: u32 = 15;

/// Games that have ended elsewhere are forgotten at every so many.
const ENDED_EVERY: u32 = 60;

/// Whether other nodes are heard is looked at at every so many.
const HEARD_EVERY: u32 = 3;

/// The longest record that nodes pass to each other, in bytes: a message has a mebibyte at most.
const LONGEST_RECORD: usize = 900_000;

/// The number of games asked about at a time.
const AT_ONCE: usize = 500;

/// How long the store may take to answer before the time is not the players'.
const SLOW: Duration = Duration::from_secs(1);

/// That a change is not read.
static UNREAD: Repeated = Repeated::new();

impl Service {
    fn shared(&self) -> Option<&dyn SharedStore> {
        self.inner.store.shared()
    }

    /// Brings a game up to what the store has of it; returns `false` if it is to be loaded anew.
    pub(super) async fn refresh(&self, handle: &Arc<GameHandle>) -> Result<bool, ServiceError> {
        let Some(store) = self.shared() else {
            return Ok(true);
        };
        let span = tracing::info_span!(target: trace::TARGET, "standing", otel.kind = "client");
        let standing = store.standing(vec![handle.id().clone()]);
        let standing = standing.instrument(span).await?;
        let standing = standing.into_iter().next().flatten();
        if standing.is_some_and(|standing| handle.is_current(&standing, store.session())) {
            return Ok(true);
        }
        if let Some(observed) = handle.observe(standing).await {
            observed?;
            return Ok(standing.is_some());
        }
        // Its actor has stopped: it is loaded again, with another.
        self.evict(handle);
        Ok(false)
    }

    /// Tells the other nodes what clients take of this one.
    fn tell_usage(&self, store: &dyn SharedStore) {
        let Inner { usage, uptime, .. } = &*self.inner;
        for counts in [&usage.games, &usage.unplayed, &usage.sockets] {
            counts.forget_old(uptime.now());
        }
        if let Some(bus) = self.inner.bus.get() {
            let hears = bus.is_connected();
            metrics::gauge!("parlor_nats_connected").set(if hears { 1.0 } else { 0.0 });
            store.set_hears(hears);
            bus.tell(News::Usage(usage.tell(self.inner.limits_on_new())));
        }
    }

    /// Forgets the games of clients here that have ended at other nodes.
    async fn forget_ended(&self, store: &dyn SharedStore) -> Result<(), ServiceError> {
        let ids = self.inner.open.ids();
        for ids in ids.chunks(AT_ONCE) {
            let standings = store.standing(ids.to_vec()).await?;
            for (id, standing) in ids.iter().zip(standings) {
                match standing {
                    Some(standing) if !standing.is_over => {
                        self.inner.open.has_entries(id, standing.version);
                    }
                    _ => self.inner.open.remove(id),
                }
            }
        }
        Ok(())
    }

    /// How games stand. While the store does not answer, nobody is shown what was done last: then the
    /// clocks of the games of this node stop at once, and not only where a move is refused.
    async fn standing_in_time(
        &self,
        store: &dyn SharedStore,
        ids: Vec<GameId>,
    ) -> Result<Vec<Option<Standing>>, ServiceError> {
        let asked = self.inner.uptime.now();
        let standings = store.standing(ids).await;
        let took = self.inner.uptime.now().saturating_sub(asked);
        if standings.is_err() || took > SLOW {
            for handle in self.all_loaded() {
                handle.stop_clock(asked);
            }
        }
        Ok(standings?)
    }

    /// Looks what other nodes have done in the games that somebody watches here. Unless this is called
    /// every second, pages wait for what happens elsewhere, and games of nodes that ended stand still.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look_at_others(&self) -> Result<(), ServiceError> {
        let Some(store) = self.shared() else {
            return Ok(());
        };
        self.tell_usage(store);
        let handles = self.all_loaded();
        let looks = self.inner.looks.fetch_add(1, Ordering::Relaxed);
        if looks.is_multiple_of(PRESENCE_EVERY) {
            for handle in &handles {
                handle.renew_presence();
            }
        }
        if looks.is_multiple_of(HEARD_EVERY) && self.inner.bus.get().is_some() {
            let unheard = self.unheard(store, self.inner.uptime.now()).await?;
            metrics::gauge!("parlor_unheard_nodes").set(unheard as f64);
        }
        if looks % ENDED_EVERY == ENDED_EVERY - 1 {
            self.forget_ended(store).await?;
        }
        for handles in handles.chunks(AT_ONCE) {
            let ids = handles.iter().map(|handle| handle.id().clone());
            let standings = self.standing_in_time(store, ids.collect()).await?;
            for (handle, standing) in handles.iter().zip(standings) {
                let is_current =
                    standing.is_some_and(|standing| handle.is_current(&standing, store.session()));
                let is_behind = standing.is_some_and(|found| found.version > handle.version());
                if is_behind {
                    metrics::counter!("parlor_missed_news_total").increment(1);
                }
                if !is_current || handle.waits_for_another() {
                    // An actor that has stopped has nothing to learn.
                    handle.observe(standing).await.transpose()?;
                }
            }
        }
        Ok(())
    }
}

impl Service {
    /// Lets other nodes be told and asked, from now on and for good.
    pub fn join(&self, bus: Arc<dyn Bus>) {
        // A second way would be no better.
        let _ = self.inner.bus.set(bus);
    }

    /// A node that says that it can be reached, and that is not, if there are such and no others: then
    /// there are two clusters over one store.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn unreached(&self) -> Result<Option<String>, ServiceError> {
        let (Some(bus), Some(store)) = (self.inner.bus.get(), self.shared()) else {
            return Ok(None);
        };
        let own = store.session();
        let nodes = store.nodes().await?.into_iter();
        let mut others = nodes.filter(|node| node.session != own && node.hears);
        let Some(first) = others.next().filter(|_| bus.is_connected()) else {
            return Ok(None);
        };
        let asked = core::iter::once(first.session)
            .chain(others.map(|node| node.session))
            .map(|session| bus.ask(session, Question::Ping));
        let is_reached = join_all(asked).await.contains(&Some(Reply::Pong));
        Ok((!is_reached).then_some(first.name))
    }

    /// The number of nodes that live by the store, and that this one does not hear.
    pub(super) async fn unheard(
        &self,
        store: &dyn SharedStore,
        now: Duration,
    ) -> Result<usize, ServiceError> {
        let own = store.session();
        let nodes = store.nodes().await?.into_iter();
        let others = nodes.map(|node| node.session).filter(|node| *node != own);
        let others: Vec<Session> = others.collect();
        Ok(self.inner.heard.silent(&others, now))
    }

    /// Tells other nodes that something of a game has changed in the store.
    pub(super) fn tell_change(&self, id: &GameId) {
        if let Some(bus) = self.inner.bus.get() {
            bus.tell(News::Changed(id.clone()));
        }
    }

    /// Hears what another node tells.
    pub fn hear(&self, by: Session, news: News) {
        self.inner.heard.note(by, self.inner.uptime.now());
        match news {
            News::Version {
                game,
                version,
                epoch,
            } => {
                if let Some(handle) = self.loaded(&game)
                    && version > handle.version()
                {
                    let standing = Standing {
                        version,
                        epoch,
                        owner: Some(by),
                        holders: handle.holders_seen(),
                        is_over: false,
                    };
                    handle.hear(standing);
                }
            }
            News::Changed(game) => {
                if let Some(handle) = self.loaded(&game) {
                    let service = self.clone();
                    let refresh = async move {
                        match service.refresh(&handle).await {
                            Ok(_) => {
                                if let Some(times) = UNREAD.works() {
                                    tracing::info!(times, "changes are read again");
                                }
                            }
                            Err(error) => {
                                if let Some(times) = UNREAD.failed(&error) {
                                    tracing::warn!(game = %handle.id(), %error, times, "a change is not read");
                                }
                            }
                        }
                    };
                    tokio::spawn(refresh.in_current_span());
                }
            }
            News::Lobby => self.inner.lobby.call(),
            News::Left => {
                for handle in self.all_loaded() {
                    handle.hear_left(by);
                }
            }
            News::Usage(told) => {
                let now = self.inner.uptime.now();
                let inner = &self.inner;
                inner.usage.hear(by, told, inner.limits_on_new(), now);
            }
            News::Said { game, seat, phrase } => {
                if let (Some(handle), Ok(phrase)) = (self.loaded(&game), phrase.parse()) {
                    handle.hear_said(seat, phrase, self.inner.clock.now());
                }
            }
            News::Present {
                game,
                seats,
                visitor,
            } => {
                if let Some(handle) = self.loaded(&game) {
                    handle.hear_present(by, seats, visitor);
                }
            }
        }
    }

    /// Answers what another node asks.
    pub async fn answer(&self, question: Question) -> Reply {
        match question {
            Question::Ping => Reply::Pong,
            Question::Execute {
                game,
                command,
                waited_ms,
                client,
            } => {
                let waited = Duration::from_millis(waited_ms);
                self.execute_for(&game, *command, waited, client).await
            }
            Question::Record(name) => {
                let import = name.parse().ok().and_then(|id| self.inner.imports.get(id));
                let text = import.map(|import| import.text().to_owned());
                Reply::Record(text.filter(|text| text.len() <= LONGEST_RECORD))
            }
            Question::Watch(game) => match self.loaded(&game) {
                Some(handle) => handle.watched(&self.said_lately(&handle)),
                None => Reply::NotMine,
            },
        }
    }

    /// The imported record of this name: one that is here, or that a client has brought to another node.
    pub async fn import(&self, id: ImportId) -> Option<Arc<Import>> {
        if let Some(import) = self.inner.imports.get(id) {
            return Some(import);
        }
        let (bus, store) = (self.inner.bus.get()?, self.shared()?);
        let own = store.session();
        let nodes = store.nodes().await.ok()?.into_iter();
        let asked = nodes
            .filter(|node| node.session != own)
            .map(|node| bus.ask(node.session, Question::Record(id.to_string())));
        let replies = join_all(asked).await.into_iter();
        let text = replies.flatten().find_map(|reply| match reply {
            Reply::Record(text) => text,
            _ => None,
        })?;
        // Whoever brought it there is not known here.
        let client = ClientNet::of(None);
        let read = move || AnyRecord::read(&text).ok().map(Import::new);
        let import = self.compute(client, read).await??;
        // Its name is a hash of it.
        (import.id() == id).then(|| self.inner.imports.keep(import, client))
    }

    /// Carries out a command that a client has sent to another node, if this one owns the game.
    async fn execute_for(
        &self,
        id: &GameId,
        command: Command,
        waited: Duration,
        client: ClientNet,
    ) -> Reply {
        if self.is_leaving() {
            return Reply::NotMine;
        }
        // The owner may have put the game away.
        let Ok(Some(handle)) = self.known(id).await else {
            return Reply::NotMine;
        };
        handle.attended_by(client);
        match handle.execute_if_own(command, waited).await {
            Some(Ok(CommandOutcome::Committed(version))) => Reply::Committed(version),
            Some(Ok(CommandOutcome::Duplicate(version))) => Reply::Duplicate(version),
            Some(Ok(CommandOutcome::Stale(version))) => Reply::Stale(version),
            Some(Ok(CommandOutcome::Rejected(_))) => Reply::Refused,
            Some(Err(_)) | None => Reply::NotMine,
        }
    }
}
