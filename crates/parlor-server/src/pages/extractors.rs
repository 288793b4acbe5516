//! Axum's extractors of paths and queries, with a page of their own where an address is malformed.

use core::convert::Infallible;
use core::error::Error as _;

use axum::extract::{self, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use serde::de::DeserializeOwned;

use super::{PageError, error, sentences};

/// What a browser fetches a page for before it is wanted.
const PURPOSE: &str = "sec-purpose";

/// The parts of an address's path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<T>(pub(super) T);

/// The query of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PageError> {
        match extract::Path::from_request_parts(parts, state).await {
            Ok(extract::Path(path)) => Ok(Self(path)),
            Err(_) => Err(error(StatusCode::NOT_FOUND)),
        }
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PageError> {
        match extract::Query::from_request_parts(parts, state).await {
            Ok(extract::Query(query)) => Ok(Self(query)),
            Err(rejection) => {
                let reason = rejection.source().map(ToString::to_string);
                let reason = reason.unwrap_or_else(|| rejection.body_text());
                Err(error(rejection.status()).saying(sentences::unreadable_query(&reason)))
            }
        }
    }
}

/// Whether somebody sees what a request is answered with: not where it asks for the headers alone, nor where a
/// browser fetches a page that might be wanted next.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsSeen(pub(super) bool);

impl<S: Send + Sync> FromRequestParts<S> for IsSeen {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let is_early = parts.headers.contains_key(PURPOSE);
        Ok(Self(parts.method == Method::GET && !is_early))
    }
}
