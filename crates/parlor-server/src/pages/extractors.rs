//! Axum's extractors of paths and queries, with a page of their own where an address is malformed.

use axum::extract::{self, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::{PageError, error};

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
            Err(rejection) => Err(error(rejection.status())),
        }
    }
}
