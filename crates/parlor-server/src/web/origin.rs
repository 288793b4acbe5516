//! Where a request comes from: a page of ours, a page of somebody else, or no
//! page at all.
//!
//! A browser sends its cookie with whatever asks for us, also when a page of
//! somebody else does; so what changes something, and what opens a socket, has
//! to come from a page of ours. Browsers say where it comes from, and pages
//! cannot make them lie about it. A program is believed if it has no cookie: it
//! has nothing that somebody else could misuse.

use axum::http::header::{AUTHORIZATION, COOKIE, ORIGIN, UPGRADE};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};

use super::{Site, address};
use crate::api::Refusal;

/// The header in which newer browsers say how the asking page is related to us.
const FETCHED_FROM: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses what pages of others ask for.
///
/// # Errors
/// A request that changes something, or opens a socket, and comes from
/// another site, or does not say from where though it has a cookie.
pub(super) fn check(site: &Site, host: &Authority, parts: &Parts) -> Result<(), Refusal> {
    let is_safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && !parts.headers.contains_key(UPGRADE) {
        return Ok(());
    }
    if let Some(origin) = parts.headers.get(ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        if is_ours(site, host, origin) {
            return Ok(());
        }
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            format!("the request comes from {origin:?}, which is another site; nothing is done"),
        ));
    }
    // Who shows a token speaks by the token alone.
    let shows = |header| parts.headers.contains_key(header);
    let uses_cookie = shows(COOKIE) && !shows(AUTHORIZATION);
    match parts.headers.get(FETCHED_FROM).map(HeaderValue::as_bytes) {
        Some(b"same-origin" | b"none") => Ok(()),
        None if !uses_cookie => Ok(()),
        Some(_) => Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "the request comes from another site; nothing is done",
        )),
        None => Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "a request with a cookie says where it comes from, by the header Origin; \
             nothing is done",
        )),
    }
}

/// Whether a page of this origin is one of ours.
fn is_ours(site: &Site, host: &Authority, origin: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else {
        return false;
    };
    let Ok(authority) = authority.parse::<Authority>() else {
        return false;
    };
    let port = if scheme == "https" { 443 } else { 80 };
    if let Some(url) = &site.public_url
        && let Some(public) = site.public_host()
        && !address::is_loopback(host)
    {
        return url.split_once("://").is_some_and(|(own, _)| own == scheme)
            && address::is_same(&public, &authority, port);
    }
    matches!(scheme, "http" | "https") && address::is_same(host, &authority, port)
}
