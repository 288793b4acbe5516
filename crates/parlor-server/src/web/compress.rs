//! Compression of responses on their way out.
//!
//! The length of a compressed page tells how far text that somebody put into it repeats a secret of
//! it, such as the key of a seat (BREACH). That needs many requests in the visitor's name, and only a
//! page of another site could make them: their responses are not compressed.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::map_request;
use tower_http::compression::{CompressionLayer, CompressionLevel};

use super::origin::FETCHED_FROM;
use crate::app::Coding;

/// The quality of both codings: under a millisecond for most pages, and a tenth larger than the best
/// that takes a hundred times as long.
const QUALITY: i32 = 4;

/// Compresses what the routes answer, unless it is compressed already, or too small.
pub(super) fn compress<S: Clone + Send + Sync + 'static>(inside: Router<S>) -> Router<S> {
    let layer = CompressionLayer::new().quality(CompressionLevel::Precise(QUALITY));
    inside.layer(layer).layer(map_request(choose))
}

/// Leaves of `Accept-Encoding` the one coding that the response is to have.
///
/// So a client that accepts no coding at all is served, too: the layer alone would handle its request
/// and then report that it cannot be answered.
async fn choose(mut request: Request) -> Request {
    let headers = request.headers_mut();
    let coding = Coding::accepted(headers).filter(|_| !may_be_foreign(headers));
    headers.remove(ACCEPT_ENCODING);
    if let Some(coding) = coding {
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(coding.name()));
    }
    request
}

/// Whether a page of another site may have caused the request, with a cookie of ours: older browsers
/// do not say so.
fn may_be_foreign(headers: &HeaderMap) -> bool {
    match headers.get(FETCHED_FROM).map(HeaderValue::as_bytes) {
        Some(b"same-origin" | b"none") => false,
        Some(_) => true,
        None => headers.contains_key(COOKIE),
    }
}
