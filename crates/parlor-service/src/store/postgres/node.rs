//! The row by which a node says that it lives, until a moment by the clock of the database.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, query, query_as};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::address::{Address, Connected};
use super::{failure, open};
use crate::repeated::Repeated;
use crate::store::StoreError;
use crate::store::shared::{Membership, Node, Session};

/// How often a node that waits for another's lease to end looks.
const LOOK: Duration = Duration::from_millis(250);

/// That the lease is not renewed.
static UNRENEWED: Repeated = Repeated::new();

/// How a node takes part.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) session: Session,
    pub(super) name: String,
    pub(super) membership: Membership,
    /// How long others believe that it lives after it last said so.
    pub(super) lease: Duration,
    /// Whether others can reach it.
    pub(super) hears: Arc<AtomicBool>,
}

impl Membership {
    /// Whether it has no place among the nodes.
    pub(super) const fn is_visit(self) -> bool {
        matches!(self, Self::Visitor | Self::Reader)
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Alone | Self::Occupant => "alone",
            Self::Member => "member",
            Self::Visitor | Self::Reader => "visitor",
        }
    }
}

impl Place {
    /// Takes the place of this node among the others, waiting for as long as the lease of one that has
    /// ended may last.
    ///
    /// # Errors
    /// [`StoreError::CannotOpen`] if a node that lives is in the way.
    pub(super) async fn take(
        &self,
        store: &str,
        connection: &mut PgConnection,
    ) -> Result<(), StoreError> {
        let failed = |error: sqlx::Error| failure::not_opened(store, &error);
        let mut tries = self.lease.as_millis() / LOOK.as_millis() + 2;
        loop {
            let others = self.try_to_take(connection).await.map_err(failed)?;
            if others.is_empty() {
                return Ok(());
            }
            tries -= 1;
            if tries == 0 {
                return Err(StoreError::CannotOpen {
                    store: store.to_owned(),
                    reason: self.in_the_way(&others),
                });
            }
            sleep(LOOK).await;
        }
    }

    fn in_the_way(&self, others: &[String]) -> String {
        let all = others.join(", ");
        let other = others.first().map_or("", String::as_str);
        if self.membership == Membership::Occupant {
            let (use_it, them) = match others.len() {
                1 => (format!("node {all} uses"), "that one"),
                _ => (format!("nodes {all} use"), "all of them"),
            };
            format!(
                "{use_it} it already; stop {them} first, as no node may run beside this command (one \
                 that was killed counts for 6 s)"
            )
        } else if other == self.name {
            format!("a node named {other} uses it already; give this one another name by --node")
        } else {
            format!(
                "node {other} uses it already; stop that one, or, to serve from several, start every \
                 node with --nats"
            )
        }
    }

    /// Takes the place; else the names of the nodes that are in the way.
    async fn try_to_take(&self, connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
        let mut transaction = connection.begin().await?;
        // A node starts also while the standby that should confirm what is written is gone.
        transaction
            .execute("SET LOCAL synchronous_commit = off")
            .await?;
        // Of two that start at once, one sees the other.
        transaction
            .execute("LOCK TABLE parlor.node IN SHARE ROW EXCLUSIVE MODE")
            .await?;
        let others: Vec<(String, String)> = query_as(
            "SELECT name, kind FROM parlor.node
             WHERE until > clock_timestamp() AND session <> $1 ORDER BY name",
        )
        .bind(self.session.0)
        .fetch_all(&mut *transaction)
        .await?;
        let is_in_the_way = |(name, kind): &(String, String)| match self.membership {
            Membership::Visitor | Membership::Reader => false,
            Membership::Alone | Membership::Occupant => true,
            Membership::Member => kind == Membership::Alone.column() || *name == self.name,
        };
        let others = others.into_iter().filter(is_in_the_way);
        let others: Vec<String> = others.map(|(name, _)| name).collect();
        if !others.is_empty() {
            transaction.rollback().await?;
            return Ok(others);
        }
        transaction
            .execute("DELETE FROM parlor.node WHERE until < clock_timestamp() - interval '1 day'")
            .await?;
        self.renew(&mut transaction).await?;
        transaction.commit().await?;
        Ok(Vec::new())
    }

    /// Says that the node lives.
    pub(super) async fn renew(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        query(
            "INSERT INTO parlor.node (session, name, kind, hears, until)
             VALUES ($1, $2, $3, $5, clock_timestamp() + $4 * interval '1 millisecond')
             ON CONFLICT (session) DO UPDATE SET until = EXCLUDED.until, hears = EXCLUDED.hears",
        )
        .bind(self.session.0)
        .bind(&self.name)
        .bind(self.membership.column())
        .bind(i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX))
        .bind(self.hears.load(Ordering::Relaxed))
        .execute(connection)
        .await
        .map(drop)
    }

    /// Says that the node has ended.
    pub(super) async fn leave(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        query("DELETE FROM parlor.node WHERE session = $1")
            .bind(self.session.0)
            .execute(connection)
            .await
            .map(drop)
    }
}

/// Says every third of a lease that the node lives, until it is told to stop; notes whether a newer
/// program has shut this one out.
pub(super) async fn keep_alive(
    place: Place,
    address: Arc<Address>,
    shut_out: Arc<Mutex<Option<StoreError>>>,
    mut stopping: watch::Receiver<bool>,
) {
    if place.membership.is_visit() {
        // Nobody has to know of it: what it writes, it claims by an epoch.
        return;
    }
    let mut ticks = interval(place.lease / 3);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connection = None;
    let mut renewed_at = Instant::now();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = stopping.wait_for(|is_stopping| *is_stopping) => break,
        }
        metrics::gauge!("parlor_lease_age_seconds").set(renewed_at.elapsed().as_secs_f64());
        let renewed = timeout(place.lease, async {
            let rested: Option<Connected> = connection.take();
            // Not to a server that another has taken over from.
            let rested = rested.filter(|connected| address.is_current(connected));
            let mut connected = match rested {
                Some(connected) => connected,
                None => match address.connect_anew().await {
                    Ok(mut connected) => {
                        // A lease need not outlast the database: others then take the games.
                        let inner = &mut connected.inner;
                        inner.execute("SET synchronous_commit = off").await?;
                        connected
                    }
                    Err(why) => {
                        return Ok(Err(failure::unreached(&address.name, &why)));
                    }
                },
            };
            place.renew(&mut connected.inner).await?;
            let may_go_on = open::may_go_on(&mut connected.inner).await?;
            Ok::<_, sqlx::Error>(Ok((connected, may_go_on)))
        });
        let renewed = match renewed.await {
            Ok(Ok(renewed)) => renewed,
            Ok(Err(error)) => Err(failure::in_use(&address.name, &error)),
            Err(_) => Err(failure::slow(&address.name)),
        };
        match renewed {
            Ok((connected, may_go_on)) => {
                if let Some(times) = UNRENEWED.works() {
                    tracing::info!(times, "the node's lease is renewed again");
                }
                connection = Some(connected);
                renewed_at = Instant::now();
                metrics::gauge!("parlor_store_damaged").set(if may_go_on { 0.0 } else { 1.0 });
                *shut_out.lock() = (!may_go_on).then(|| StoreError::Damaged {
                    store: address.name.clone(),
                    reason: "a newer program has changed it so that this one cannot use it any \
                             more; update this node"
                        .to_owned(),
                });
            }
            Err(error) => {
                if let Some(times) = UNRENEWED.failed(&error) {
                    tracing::warn!(%error, times, "the node's lease is not renewed");
                }
            }
        }
    }
    let leave = async {
        let mut connected = match connection.filter(|connected| address.is_current(connected)) {
            Some(connected) => connected,
            None => address.connect().await.ok()?,
        };
        place.leave(&mut connected.inner).await.ok()
    };
    // Whatever comes of it, the lease ends by itself.
    let _ = timeout(place.lease / 3, leave).await;
}

/// The nodes that live.
pub(super) async fn living(connection: &mut PgConnection) -> Result<Vec<Node>, sqlx::Error> {
    let nodes: Vec<(i64, String, bool)> = query_as(
        "SELECT session, name, hears FROM parlor.node
         WHERE until > clock_timestamp() ORDER BY name, session",
    )
    .fetch_all(connection)
    .await?;
    let node = |(session, name, hears)| Node {
        session: Session(session),
        name,
        hears,
    };
    Ok(nodes.into_iter().map(node).collect())
}
