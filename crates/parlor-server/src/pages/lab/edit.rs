//! The editor of positions: a form that keeps what is impossible, and says why it is.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};

use askama::Template;

use super::super::extractors::Query;
use super::super::game_info::{self, GameInfo};
use super::super::{PageError, page, sentences};
use super::address;
use super::edit_kuba::KubaForm;
use super::edit_ludo::LudoForm;
use super::fields::Fields;
use super::place::LONGEST_POSITION;
use super::reason::Reason;

/// The form of either game.
enum Form {
    Kuba(KubaForm),
    Ludo(LudoForm),
}

#[derive(Template)]
#[template(path = "lab/edit.html")]
struct EditPage {
    info: &'static GameInfo,
    form: Form,
    /// The value of the button that led here, which gets the focus again.
    pressed: String,
    /// What was wrong with what was sent.
    wrong: Vec<String>,
    /// Why the set-up is impossible.
    reasons: Vec<Reason>,
    /// The position, or what was typed in its place.
    position: String,
}

pub(in crate::pages) async fn show(
    Query(sent): Query<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    let mut fields = Fields::new(sent);
    let info = fields.read(
        "game",
        sentences::GAME,
        game_info::registered("kuba"),
        game_info::of,
    );
    let does = fields.get("do").to_owned();
    let typed = fields.get("position").to_owned();
    // A pasted position counts where there is no form yet, or where its button was pressed.
    let pasted = (does == "read"
        || fields.get("was") != typed
        || !fields.has("rules") && !fields.has("act"))
        && !typed.is_empty();
    let pasted = pasted.then_some(&*typed);
    if pasted.is_some_and(|pasted| pasted.len() > LONGEST_POSITION) {
        let says = sentences::position_too_long(typed.len(), LONGEST_POSITION);
        fields.wrong.push(says);
    }
    let (form, checked) = if info.name == "ludo" {
        let form = LudoForm::of(&mut fields, pasted, &does);
        let checked = form.check();
        (Form::Ludo(form), checked)
    } else {
        let form = KubaForm::of(&mut fields, pasted, &does);
        let checked = form.check();
        (Form::Kuba(form), checked)
    };
    if let (Ok(position), "look", true) = (&checked, &*does, fields.wrong.is_empty()) {
        let place = address::board(info.name, position);
        return Ok(Redirect::to(&place).into_response());
    }
    let is_wrong = !fields.wrong.is_empty();
    let (position, reasons) = match checked {
        Ok(position) if !is_wrong => (position, Vec::new()),
        Ok(_) => (typed, Vec::new()),
        Err(reasons) => (typed, reasons),
    };
    let pressed = ["press", "do"].map(|name| fields.get(name).to_owned());
    let editor = EditPage {
        info,
        form,
        pressed: pressed.concat(),
        wrong: fields.wrong,
        reasons,
        position,
    };
    Ok(page(StatusCode::OK, &editor))
}
