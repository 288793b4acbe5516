//! Bodies that note when a request is whole and when an answer is.

use core::pin::Pin;
use core::task::{Context, Poll};
use std::sync::Arc;

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};

use crate::connections::guests::Guest;

/// A request's body; with its end the guest has asked.
#[derive(Debug)]
pub(super) struct Question {
    body: Incoming,
    guest: Arc<Guest>,
}

impl Question {
    pub(super) fn new(body: Incoming, guest: &Arc<Guest>) -> Self {
        if body.is_end_stream() {
            guest.has_asked();
        }
        let guest = Arc::clone(guest);
        Self { body, guest }
    }
}

impl HttpBody for Question {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.guest.has_asked();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The guest has its answer when this is dropped.
#[derive(Debug)]
pub(super) struct Answering(Arc<Guest>);

impl Answering {
    pub(super) fn new(guest: &Arc<Guest>) -> Self {
        Self(Arc::clone(guest))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.has_answer();
    }
}

/// An answer's body; with its end the guest has its answer.
#[derive(Debug)]
pub(super) struct WatchedBody {
    body: axum::body::Body,
    _answering: Answering,
}

impl WatchedBody {
    pub(super) const fn new(body: axum::body::Body, answering: Answering) -> Self {
        Self {
            body,
            _answering: answering,
        }
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
