//! Connections for what is short, shared by all who ask.
//!
//! Not sqlx's own pool, which knows one server alone, and waits for one that does not answer.

use core::time::Duration;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use sqlx::postgres::PgConnection;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::address::{Address, Connected};
use super::failure;
use crate::store::StoreError;
use crate::store::rows::RowError;

/// How many ask at a time.
const MOST: usize = 8;

/// How long to wait for one of the connections, and then for an answer.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections to read by.
#[derive(Debug)]
pub(super) struct Connections {
    permits: Semaphore,
    idle: Mutex<Vec<Connected>>,
}

impl Connections {
    pub(super) fn new() -> Self {
        Self {
            permits: Semaphore::new(MOST),
            idle: Mutex::default(),
        }
    }

    /// Asks something, on a new connection if one that rested turns out to be broken: so what is asked
    /// must do no harm when it is asked twice.
    pub(super) async fn ask<T>(
        &self,
        address: &Address,
        question: impl for<'c> Fn(&'c mut PgConnection) -> BoxFuture<'c, Result<T, RowError>>,
    ) -> Result<T, StoreError> {
        let store = &address.name;
        let closed = || StoreError::Closed {
            store: store.clone(),
        };
        let permit = timeout(ACQUIRE_TIMEOUT, self.permits.acquire()).await;
        let _permit = permit
            .map_err(|_| failure::slow(store))?
            .map_err(|_| closed())?;
        let mut has_failed = false;
        loop {
            let rested = self.rested(address);
            let has_rested = rested.is_some();
            let connected = match rested {
                Some(connection) => Ok(connection),
                None if has_failed => address.connect_anew().await,
                None => address.connect().await,
            };
            let mut connection = connected.map_err(|why| failure::unreached(store, &why))?;
            let answer = timeout(ANSWER_TIMEOUT, question(&mut connection.inner)).await;
            match answer.map_err(|_| failure::slow(store))? {
                Ok(answer) => {
                    self.rest(connection);
                    return Ok(answer);
                }
                Err(RowError::Damaged(what)) => {
                    self.rest(connection);
                    return Err(failure::damaged(store, &what));
                }
                // A server that was stopped has closed all that rested.
                Err(RowError::Sql(error)) if has_rested && is_broken(&error) => {
                    self.idle.lock().clear();
                    has_failed = true;
                }
                Err(RowError::Sql(error)) => return Err(failure::in_use(store, &error)),
            }
        }
    }

    /// A connection that rests, to the server that is used now.
    fn rested(&self, address: &Address) -> Option<Connected> {
        let mut idle = self.idle.lock();
        idle.retain(|connection| address.is_current(connection));
        idle.pop()
    }

    fn rest(&self, connection: Connected) {
        if !self.permits.is_closed() {
            self.idle.lock().push(connection);
        }
    }

    /// Lets nobody ask any more.
    pub(super) fn close(&self) {
        self.permits.close();
        self.idle.lock().clear();
    }
}

/// Whether the connection has ended, rather than what was asked failed.
pub(super) fn is_broken(error: &sqlx::Error) -> bool {
    match failure::code(error) {
        Some(code) => failure::ends_connection(&code),
        None => true,
    }
}
