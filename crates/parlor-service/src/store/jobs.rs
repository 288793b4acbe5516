//! What waits to be written to a database, and the answers that are owed for it.
//!
//! A store has one task that writes. It takes what waits, writes it in one transaction, and answers once
//! that is on disk: so a lone move costs one commit, and a crowd of moves hardly more.

use parking_lot::Mutex;
use parlor_dice::Bytes32;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tracing::Span;

use super::lobby::LobbyWrite;
use super::moderation::{Moderated, ModerationWrite};
use super::rows::ArchivedRow;
use super::{Append, Appended, Created, Holding, NewGame, Operation, StoreError};
use crate::trace;
use parlor_table::id::GameId;

/// How many may wait; who comes later waits to wait.
const MOST_WAITING: usize = 1024;

/// How many are written in one transaction at most.
pub(super) const GROUP: usize = 256;

/// Something to be written.
#[derive(Debug)]
pub(super) enum WriteJob {
    /// A new game.
    Create(Box<NewGame>, Promise<Created>),
    /// An entry.
    Append(Append, Promise<Appended>),
    /// A seat held; whether there is such a game.
    Hold(Holding, Promise<Found>),
    /// A game to be deleted.
    Delete(GameId, Promise<Found>),
    /// Games to be archived; how many were.
    Archive(Vec<ArchivedRow>, Promise<u64>),
    /// The secret by which receipts are signed, if there is none yet.
    SecretOfReceipts(Bytes32, Promise<()>),
    /// Something of the lobby; how many rows it has changed.
    Lobby(LobbyWrite, Promise<u64>),
    /// Something about names or networks.
    Moderation(ModerationWrite, Promise<Moderated>),
    /// Nothing, to see whether it could be kept.
    Check(Promise<()>),
}

/// Whether there was what something was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// There was.
    Yes,
    /// There was not.
    No,
}

impl Found {
    pub(super) const fn when(is_there: bool) -> Self {
        if is_there { Self::Yes } else { Self::No }
    }
}

/// An answer that is owed, and given only after the commit.
#[derive(Debug)]
pub(super) struct Promise<T> {
    pub(super) outcome: Option<T>,
    caller: oneshot::Sender<Result<T, StoreError>>,
    /// What it is written for.
    span: Span,
}

impl<T> Promise<T> {
    /// A promise, and where it will be kept.
    fn new() -> (Self, oneshot::Receiver<Result<T, StoreError>>) {
        let (caller, answer) = oneshot::channel();
        let promise = Self {
            outcome: None,
            caller,
            span: Span::current(),
        };
        (promise, answer)
    }

    fn keep(self, committed: Result<(), StoreError>) {
        // Whoever has gone away meanwhile needs no answer; and if there were
        // none to give, the caller would see the promise dropped.
        let _ = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => self.caller.send(Ok(outcome)),
            (Err(error), _) => self.caller.send(Err(error)),
            (Ok(()), None) => return,
        };
    }
}

impl WriteJob {
    /// What it is written for.
    const fn span(&self) -> &Span {
        match self {
            Self::Create(_, promise) => &promise.span,
            Self::Append(_, promise) => &promise.span,
            Self::Hold(_, promise) | Self::Delete(_, promise) => &promise.span,
            Self::Archive(_, promise) | Self::Lobby(_, promise) => &promise.span,
            Self::Moderation(_, promise) => &promise.span,
            Self::SecretOfReceipts(_, promise) | Self::Check(promise) => &promise.span,
        }
    }

    /// Gives the answer, once what was written with it is on disk or has failed.
    pub(super) fn answer(self, committed: Result<(), StoreError>) {
        match self {
            Self::Create(_, promise) => promise.keep(committed),
            Self::Append(_, promise) => promise.keep(committed),
            Self::Hold(_, promise) | Self::Delete(_, promise) => promise.keep(committed),
            Self::Archive(_, promise) | Self::Lobby(_, promise) => promise.keep(committed),
            Self::Moderation(_, promise) => promise.keep(committed),
            Self::SecretOfReceipts(_, promise) | Self::Check(promise) => promise.keep(committed),
        }
    }
}

/// The way to the task that writes.
#[derive(Debug)]
pub(super) struct Queue {
    /// `None` once it is closed.
    jobs: Mutex<Option<mpsc::Sender<WriteJob>>>,
}

impl Queue {
    /// A queue, and its other end.
    pub(super) fn new() -> (Self, mpsc::Receiver<WriteJob>) {
        let (jobs, queue) = mpsc::channel(MOST_WAITING);
        let jobs = Mutex::new(Some(jobs));
        (Self { jobs }, queue)
    }

    /// One that takes nothing.
    pub(super) const fn closed() -> Self {
        let jobs = Mutex::new(None);
        Self { jobs }
    }

    /// Has something written, and waits until it is; `None` if nothing is taken any more.
    pub(super) async fn write<T>(
        &self,
        job: impl FnOnce(Promise<T>) -> WriteJob,
    ) -> Option<Result<T, StoreError>> {
        let (promise, answer) = Promise::new();
        let jobs = self.jobs.lock().clone()?;
        let _waiting = Waiting::new();
        jobs.send(job(promise)).await.ok()?;
        answer.await.ok()
    }

    /// Lets the task end once it has written what waits.
    pub(super) fn close(&self) {
        drop(self.jobs.lock().take());
    }
}

/// One more that waits for the store, for as long as this is kept.
struct Waiting;

impl Waiting {
    fn new() -> Self {
        metrics::gauge!("parlor_store_queue").increment(1.0);
        Self
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        metrics::gauge!("parlor_store_queue").decrement(1.0);
    }
}

/// The span in which a group is written, linked to what each of it is written for.
pub(super) fn commit_span(group: &[WriteJob]) -> Span {
    let span =
        tracing::info_span!(target: trace::TARGET, parent: None, "commit", jobs = group.len());
    for job in group {
        span.follows_from(job.span());
    }
    span
}

/// Counts an operation that has failed. What could never be stored, or came after the end, is no failure
/// of the store.
pub(super) fn counted<T>(
    operation: Operation,
    result: Result<T, StoreError>,
) -> Result<T, StoreError> {
    if let Err(StoreError::Unavailable { .. } | StoreError::Damaged { .. }) = &result {
        metrics::counter!("parlor_store_errors_total", "operation" => operation.as_str())
            .increment(1);
    }
    result
}

/// Notes how long a group took to be on disk.
pub(super) fn note_commit(began: Instant, group: usize) {
    metrics::histogram!("parlor_commit_seconds").record(began.elapsed().as_secs_f64());
    metrics::counter!("parlor_commits_total").increment(1);
    metrics::counter!("parlor_committed_total").increment(group as u64);
}
