//! The name by which a browser's player was last known, which is offered again, and giving it in a
//! game that waits for others.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::act::{Pressed, execute};
use super::context::{Alert, GameQuery};
use super::error::Again;
use super::extractors::Path;
use super::game::{Visit, Visitor, find};
use super::{PageError, sentences};
use crate::app::App;
use crate::wording::{name_error, sentence};
use parlor_service::service::checked_name;
use parlor_table::command::CommandKind;

const NAME: &str = "parlor-name";

/// The name in the cookie, if it can be one.
pub(super) fn known(jar: &CookieJar) -> Option<String> {
    let bytes = hex::decode(jar.get(NAME)?.value()).ok()?;
    checked_name(&String::from_utf8(bytes).ok()?).ok()
}

/// Adds the name that a player gave, if they gave one.
pub(super) fn keep(jar: CookieJar, app: &App, name: Option<&str>) -> CookieJar {
    match name {
        // In hexadecimal, since a cookie has few characters.
        Some(name) => jar.add(app.site.cookie(NAME, hex::encode(name))),
        None => jar,
    }
}

/// The form by which a player gives their name.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Naming {
    version: u64,
    action_id: String,
    seat: char,
    name: String,
    /// Present if the page stands still.
    still: Option<String>,
}

pub(super) async fn give(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    naming: Result<Form<Naming>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(naming) = naming?;
    let handle = find(&app, &id).await?;
    let mut visit = Visit::new(&app, handle, visitor);
    let name = match checked_name(naming.name.trim()) {
        Ok(name) => name,
        Err(error) => {
            let alert = Alert {
                title: sentences::NAME_NOT_TAKEN,
                says: sentence(&name_error(&error)),
                rule: None,
            };
            visit.context.refused_name = Some(naming.name);
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return visit.answer(
                status,
                Some(alert),
                GameQuery::by_form(naming.still.as_ref()),
            );
        }
    };
    let Naming {
        version,
        action_id,
        seat,
        ..
    } = naming;
    // Another name by the same form is another action. With a name the page waits on, and no longer
    // stands still.
    let action = format!("name {name}");
    let pressed = Pressed::for_seat(&action, version, action_id, seat, None);
    let game = visit.handle.id().clone();
    let mut fields = pressed.fields();
    fields.push(("name", name.clone()));
    let again = Again {
        to: format!("/games/{game}/name"),
        game,
        fields,
    };
    let given = name.clone();
    let answer = execute(visit, &pressed, CommandKind::Name(name), again).await?;
    let is_given = answer.status().is_redirection();
    let known = keep(CookieJar::new(), &app, is_given.then_some(&*given));
    Ok((known, answer).into_response())
}
