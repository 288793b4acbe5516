//! Receipts for entries of logs, and the key that signs them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use parlor_dice::Bytes32;
use parlor_table::receipt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::caller::AddressedGame;
use super::error::{ApiError, ErrorBody};
use super::event::{Parameters, UrlQuery};
use crate::app::App;

/// A receipt: proof that the server has accepted an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Receipt)]
pub(super) struct ReceiptResponse {
    /// The form.
    #[schema(example = "parlor-receipt-v1")]
    receipt: String,
    /// The line of the entry in the log.
    entry: String,
    /// Its SHA-256, which is the head of the log with it.
    #[schema(value_type = String)]
    head: Bytes32,
    /// The public key of the store, as `/api/key` has it.
    #[schema(value_type = String)]
    key: Bytes32,
    /// The Ed25519 signature of the 32 bytes of the head, in 128 hexadecimal digits.
    signature: String,
}

impl From<receipt::Receipt> for ReceiptResponse {
    fn from(receipt: receipt::Receipt) -> Self {
        let receipt::Receipt {
            receipt,
            entry,
            head,
            key,
            signature,
        } = receipt;
        Self {
            receipt,
            entry,
            head,
            key,
            signature,
        }
    }
}

/// The key that signs receipts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Key)]
pub(super) struct KeyResponse {
    /// How it signs.
    #[schema(example = "Ed25519")]
    algorithm: &'static str,
    /// The public key, 32 bytes in hexadecimal.
    #[schema(value_type = String)]
    key: Bytes32,
}

/// Which entry a receipt is for.
#[derive(Debug, Deserialize)]
pub(super) struct ReceiptQuery {
    version: Option<String>,
}

impl Parameters for ReceiptQuery {
    const NAMES: &'static [&'static str] = &["version"];
    const FORM: &'static str = "?version=N";
}

/// Get the key that signs receipts.
///
/// It is one for all games of the server, and does not change.
#[utoipa::path(
    get,
    path = "/api/key",
    operation_id = "readKey",
    responses(
        (status = 200, description = "The public key.", body = KeyResponse),
        (status = 503, description = "The server cannot reach its games.", body = ErrorBody),
    ),
)]
pub(super) async fn key(State(app): State<Arc<App>>) -> Result<Json<KeyResponse>, ApiError> {
    Ok(Json(KeyResponse {
        algorithm: "Ed25519",
        key: app.service.receipt_key().await?,
    }))
}

/// Get a receipt for an entry of a game.
///
/// Whoever executes an action gets the receipt with the result; this gives it to everybody else.
#[utoipa::path(
    get,
    path = "/api/games/{id}/receipt",
    operation_id = "readReceipt",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("version" = Option<u64>, Query, description = "The number of the entry; if omitted, the last one"),
    ),
    responses(
        (status = 200, description = "The receipt.", body = ReceiptResponse),
        (status = 400, description = "The version is no number.", body = ErrorBody),
        (status = 404, description = "No such game, or no such entry.", body = ErrorBody),
        (status = 503, description = "The server cannot reach its games.", body = ErrorBody),
    ),
)]
pub(super) async fn receipt(
    State(app): State<Arc<App>>,
    AddressedGame(handle): AddressedGame,
    UrlQuery(ReceiptQuery { version }): UrlQuery<ReceiptQuery>,
) -> Result<Json<ReceiptResponse>, ApiError> {
    let wrong = || ApiError::bad("it must be the number of an entry, from 1").about("version");
    let last = handle.version();
    let version = match version {
        Some(version) => version.parse().map_err(|_| wrong().given(version))?,
        None => last,
    };
    let receipt = app.service.receipt(&handle, version).await?;
    let receipt = receipt.ok_or_else(|| {
        let message = format!("there is no entry {version}; the last one is {last}");
        let refusal = ApiError::new(StatusCode::NOT_FOUND, message);
        refusal.about("version").given(version)
    })?;
    Ok(Json(receipt.into()))
}
