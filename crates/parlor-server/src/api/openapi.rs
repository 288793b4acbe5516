//! The API's description of itself.

use std::sync::LazyLock;

use axum::Json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder,
};
use utoipa::{Modify, OpenApi as _};

use super::{
    action, analysis, create, error, event, lobby, phrase, program, receipt, reports, socket, state,
};

/// The document.
#[derive(Debug, utoipa::OpenApi)]
#[openapi(
    info(
        title = "Parlor",
        description = "Ludo and Kuba over HTTP: create, play and watch games.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    paths(
        create::create,
        state::show,
        state::record_text,
        state::record_json,
        state::log,
        receipt::receipt,
        receipt::key,
        action::act,
        analysis::begin,
        analysis::show,
        event::events,
        phrase::say,
        socket::socket,
        lobby::lobby,
        lobby::post,
        lobby::show,
        lobby::withdraw,
        lobby::accept,
        program::register,
        program::games,
        reports::report,
        document,
    ),
    components(schemas(error::ErrorBody)),
    modifiers(&Security, &MiddlewareResponses),
)]
struct OpenApiDocument;

/// How a client authenticates.
struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A seat's token."))
            .build();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer));
        let of_program = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a program, which holds all its seats."))
            .build();
        components.add_security_scheme("program", SecurityScheme::Http(of_program));
        let cookie = ApiKeyValue::with_description(
            "parlor",
            "A browser's cookie, with the header Origin; over TLS its name is \
             __Host-parlor.",
        );
        components.add_security_scheme("browser", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// The responses of the middleware, which any request may get.
struct MiddlewareResponses;

impl MiddlewareResponses {
    const ANSWERS: [(&str, &str); 8] = [
        ("400", "The request is invalid."),
        (
            "403",
            "The request comes from another site, or begins a game from a network that the keeper has blocked.",
        ),
        ("405", "Method not allowed."),
        ("413", "The body is too large."),
        ("421", "The header Host names another site."),
        (
            "429",
            "Too many requests, or too many games; Retry-After gives the wait.",
        ),
        ("500", "Server error; the log has the reason."),
        (
            "503",
            "The server cannot store games now; Retry-After gives the wait.",
        ),
    ];

    /// The headers of these responses.
    const HEADERS: [(&str, &str, Type, &str); 3] = [
        ("405", "Allow", Type::String, "The allowed methods"),
        ("429", "Retry-After", Type::Integer, Self::WAIT),
        ("503", "Retry-After", Type::Integer, Self::WAIT),
    ];

    const WAIT: &str = "The seconds to wait";
}

impl Modify for MiddlewareResponses {
    fn modify(&self, document: &mut OpenApi) {
        for item in document.paths.paths.values_mut() {
            let operations = [&mut item.get, &mut item.post, &mut item.delete];
            for operation in operations.into_iter().flatten() {
                add_answers(operation);
            }
        }
    }
}

fn add_answers(operation: &mut Operation) {
    for (status, description) in MiddlewareResponses::ANSWERS {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| {
            let schema = Ref::from_schema_name("ErrorBody");
            let content = ContentBuilder::new().schema(Some(schema)).build();
            let response = ResponseBuilder::new()
                .description(description)
                .content("application/json", content)
                .build();
            RefOr::T(response)
        });
    }
    for (status, name, kind, description) in MiddlewareResponses::HEADERS {
        let response = operation.responses.responses.get_mut(status);
        if let Some(RefOr::T(Response { headers, .. })) = response {
            let schema = ObjectBuilder::new().schema_type(kind).build();
            let header = HeaderBuilder::new()
                .schema(schema)
                .description(Some(description))
                .build();
            headers.insert(name.to_owned(), header);
        }
    }
}

/// Get this document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "describeApi",
    responses((status = 200, description = "This document.", body = serde_json::Value)),
)]
pub(super) async fn document() -> Json<&'static OpenApi> {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(OpenApiDocument::openapi);
    Json(&DOCUMENT)
}
