//! Protection against cross-site request forgery.
//!
//! A browser sends its cookie with every request to us, also with those of foreign pages; so a request
//! that changes something or opens a socket must come from a page of ours. Browsers state the origin,
//! and pages cannot forge it; old browsers state it by `Referer` only. A program without a cookie, or
//! with a token, needs no origin: it has nothing that a foreign page could misuse.

use axum::http::header::{COOKIE, ORIGIN, REFERER, UPGRADE};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};

use crate::api::{self, ApiError};
use crate::app::{Site, address};

/// The header in which newer browsers state the relation of the page to us.
pub(super) const FETCHED_FROM: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses requests of foreign pages.
///
/// # Errors
/// A request that changes something, or opens a socket, and comes from
/// another site, or does not say from where though it has a cookie.
pub(super) fn check(
    site: &Site,
    host: Option<&Authority>,
    parts: &Parts,
    route: &str,
) -> Result<(), ApiError> {
    let is_safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && !parts.headers.contains_key(UPGRADE) {
        return Ok(());
    }
    if let Some(origin) = parts.headers.get(ORIGIN) {
        return check_page(site, host, origin);
    }
    match parts.headers.get(FETCHED_FROM).map(HeaderValue::as_bytes) {
        Some(b"same-origin" | b"none") => return Ok(()),
        Some(_) => {
            let message = "the request comes from another site; nothing is done";
            return Err(ApiError::new(StatusCode::FORBIDDEN, message));
        }
        None => {}
    }
    if let Some(page) = parts.headers.get(REFERER) {
        return check_page(site, host, page);
    }
    // A token in the API replaces the cookie.
    let speaks_by_token = route.starts_with("/api/games/{id}") && api::shows_bearer(&parts.headers);
    if !parts.headers.contains_key(COOKIE) || speaks_by_token {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "the browser does not say which page this comes from, so nothing is done; let it send \
         this site the header Referer, or a program the header Origin",
    ))
}

/// Refuses an origin, or the address of a page, that is not ours.
fn check_page(site: &Site, host: Option<&Authority>, page: &HeaderValue) -> Result<(), ApiError> {
    let page = page.to_str().unwrap_or_default();
    if is_ours(site, host, page) {
        return Ok(());
    }
    // What follows the origin may be secret.
    let origin: String = page.split_inclusive('/').take(3).collect();
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        format!("the request comes from {origin:?}, which is another site; nothing is done"),
    ))
}

/// Whether a page of this origin, or at this address, is ours: of the public address, whatever host
/// its proxy names, or of the host of the request.
fn is_ours(site: &Site, host: Option<&Authority>, page: &str) -> bool {
    let Some((scheme, rest)) = page.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let Ok(authority) = authority.parse::<Authority>() else {
        return false;
    };
    let port = if scheme == "https" { 443 } else { 80 };
    let is_at = |own: &Authority| address::is_same(own, &authority, port);
    if let (Some(url), Some(public)) = (&site.public_url, site.public_host()) {
        let is_so_reached = url.split_once("://").is_some_and(|(own, _)| own == scheme);
        if is_so_reached && is_at(&public) {
            return true;
        }
        // Behind a proxy the host is perhaps its own name for us.
        if site.is_behind_proxy || !host.is_some_and(address::is_loopback) {
            return false;
        }
    }
    matches!(scheme, "http" | "https") && host.is_some_and(is_at)
}
