//! The stream to a client: it holds a place among the open connections, also after it has become a
//! socket, and fails when the client takes nothing for a while.
//!
//! hyper bounds how long a client may take to ask, and not how long it may take to read. Without
//! this, whoever asks and does not read would keep an answer in memory for as long as they like.

use core::future::Future as _;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;
use std::io::{self, IoSlice};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Sleep, sleep};

/// How long a client may take nothing of what it is sent.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// A stream to a client that has to read.
#[derive(Debug)]
pub(super) struct ClientStream<S> {
    stream: S,
    /// Runs while the client takes nothing.
    timer: Option<Pin<Box<Sleep>>>,
    /// Given back with the stream.
    _place: OwnedSemaphorePermit,
}

impl<S> ClientStream<S> {
    pub(super) const fn new(stream: S, place: OwnedSemaphorePermit) -> Self {
        Self {
            stream,
            timer: None,
            _place: place,
        }
    }

    /// What came of writing, or that the time is over.
    fn within_time(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let timer = self
            .timer
            .get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        ready!(timer.as_mut().poll(context));
        metrics::counter!("parlor_readers_dropped_total").increment(1);
        let reason = "the peer took nothing of what it was sent";
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, reason)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within_time(context, written)
    }

    // A TCP stream has nothing to flush.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.within_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
