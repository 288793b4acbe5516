//! Reads the bodies of requests.

use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::error::ApiError;
use crate::app::{App, LARGEST_BODY};

/// A body of JSON.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            let message = format!(
                "the body is {kind:?}; send JSON, with the header Content-Type: application/json"
            );
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let bytes = Bytes::from_request(request, app).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            _ => ApiError::bad("the body broke off; send it again"),
        })?;
        read(&bytes).map(Self)
    }
}

/// A body over the limit.
pub(crate) fn too_large() -> ApiError {
    let message = format!("the body is too large; {LARGEST_BODY} bytes are the most");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

/// A JSON object. `serde` alone accepts an array too, of the fields in order.
#[derive(Debug)]
pub(super) struct ObjectOnly<T>(pub(super) T);

impl<'a, T: Deserialize<'a>> Deserialize<'a> for ObjectOnly<T> {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);

        impl<'a, T: Deserialize<'a>> Visitor<'a> for ObjectVisitor<T> {
            type Value = ObjectOnly<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'a>>(self, map: A) -> Result<ObjectOnly<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(ObjectOnly)
            }
        }

        from.deserialize_map(ObjectVisitor(PhantomData))
    }
}

/// Reads one JSON object; an error names the field.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut from = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut from);
    let ObjectOnly(value) = read.map_err(|error| wrong(bytes, &error))?;
    let end = from.end();
    end.map_err(|error| ApiError::bad(format!("the body is not one object of JSON: {error}")))?;
    Ok(value)
}

fn wrong(bytes: &[u8], error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let Ok(whole) = serde_json::from_slice::<Value>(bytes) else {
        return ApiError::bad(format!("the body is not JSON: {}", error.inner()));
    };
    let refusal = ApiError::bad(in_json_terms(&error.inner().to_string()));
    let path = error.path();
    if path.iter().next().is_none() {
        return refusal;
    }
    let refusal = refusal.about(path.to_string());
    match at(&whole, path) {
        Some(value) => refusal.given(value.clone()),
        None => refusal,
    }
}

/// An error of `serde` with the types of JSON in place of those of Rust.
fn in_json_terms(error: &str) -> String {
    error
        .replace("expected a nonzero u32", "expected a whole number from 1")
        .replace("expected u64", "expected a whole number from 0")
        .replace("expected a character", "expected one letter")
}

/// The part of a value at a path.
fn at<'a>(whole: &'a Value, path: &Path) -> Option<&'a Value> {
    path.iter().try_fold(whole, |value, segment| match segment {
        Segment::Seq { index } => value.get(index),
        Segment::Map { key } => value.get(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}
