//! What can be asked for beside playing, as buttons.

use super::sentences;
use super::viewer::Viewer;
use parlor_table::command::CommandKind;
use parlor_table::log::PlayerRequest;
use parlor_table::table::{AvailableCommand, Status};

/// A button beside the board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CommandButton {
    pub(super) seat: char,
    pub(super) action: String,
    pub(super) text: String,
    /// What is to be read before it is pressed; then it takes a second step.
    pub(super) warning: Option<String>,
}

impl CommandButton {
    /// Whether it answers what was asked, or withdraws it.
    pub(super) fn is_answer(&self) -> bool {
        matches!(
            self.action.parse(),
            Ok(CommandKind::Agree(_) | CommandKind::Decline(_))
        )
    }

    /// Whether it ends the game, at least for this seat.
    pub(super) fn gives_up(&self) -> bool {
        matches!(
            self.action.parse(),
            Ok(CommandKind::Resign | CommandKind::Abandon)
        )
    }

    /// Whether it asks for this.
    fn asks_for(&self, what: PlayerRequest) -> bool {
        self.action == CommandKind::Ask(what).word()
    }

    /// Whether it begins the next game.
    pub(super) fn is_rematch(&self) -> bool {
        self.action == CommandKind::Rematch.word()
    }

    /// Whether it takes this seat back from a bot.
    pub(super) fn is_return_of(&self, seat: char) -> bool {
        self.seat == seat && self.action == CommandKind::Return.word()
    }
}

/// What stays below the board at its place while one plays, whether it can be used or not.
#[derive(Debug)]
pub(super) struct Tool {
    /// The name of its icon.
    pub(super) icon: &'static str,
    pub(super) word: &'static str,
    /// The button, or why there is none now.
    pub(super) use_of: Result<CommandButton, &'static str>,
}

/// The tools of a player, with their buttons, which appear nowhere else.
pub(super) fn tools(viewer: &Viewer<'_>, buttons: &mut Vec<CommandButton>) -> Vec<Tool> {
    let view = viewer.view;
    if viewer.seats.is_empty() || view.status == Status::Waiting {
        return Vec::new();
    }
    let mut tool = |what, icon, word, why| {
        let asks = buttons.extract_if(.., |button| button.asks_for(what));
        let asks: Vec<CommandButton> = asks.collect();
        // Of several at one screen, the last to move takes their move back.
        let last = view.moves.iter().rev();
        let last = last
            .map(|ply| ply.seat)
            .find(|seat| asks.iter().any(|button| button.seat == *seat));
        let button = asks
            .into_iter()
            .find(|button| last.is_none_or(|last| last == button.seat));
        let why = match view.status {
            Status::Over => sentences::GAME_OVER,
            _ if view.request.is_some() => sentences::ONE_REQUEST,
            _ => why,
        };
        Tool {
            icon,
            word,
            use_of: button.ok_or(why),
        }
    };
    let no_undo = match view.clock {
        Some(_) => sentences::NO_UNDO_ON_CLOCK,
        None => sentences::NO_UNDO_NOW,
    };
    vec![
        tool(
            PlayerRequest::Hint,
            "hint",
            sentences::HINT,
            sentences::NO_HINT_NOW,
        ),
        tool(PlayerRequest::Undo, "undo", sentences::TAKE_BACK, no_undo),
    ]
}

/// The buttons for what the one who looks may send.
pub(super) fn buttons(viewer: &Viewer<'_>) -> Vec<CommandButton> {
    let mut buttons: Vec<CommandButton> = Vec::new();
    for AvailableCommand { seat, kind } in &viewer.view.choices {
        let button = button(viewer, *seat, kind);
        // Whoever holds several seats says some things once for all of them.
        let is_for_all = matches!(kind, CommandKind::Abandon | CommandKind::Rematch);
        let is_said = |said: &CommandButton| said.action == kind.word();
        if let Some(button) = button
            && !(is_for_all && buttons.iter().any(is_said))
        {
            buttons.push(button);
        }
    }
    // What asks little comes first, what ends the game last.
    buttons.sort_by_key(|button| {
        let is_abandon = button.action == "abandon";
        (button.warning.is_some(), is_abandon)
    });
    buttons
}

fn button(viewer: &Viewer<'_>, seat: char, kind: &CommandKind) -> Option<CommandButton> {
    let view = viewer.view;
    let own = viewer.seats.len();
    // Only who plays for several has to say for whom.
    let by = match viewer.seat(seat) {
        Some(seat_state) if own > 1 => format!(" for {} ({seat})", seat_state.name),
        _ => String::new(),
    };
    let (text, warning) = match kind {
        CommandKind::Ask(PlayerRequest::Hint) => (format!("Ask for a hint{by}"), None),
        CommandKind::Agree(PlayerRequest::Hint) => (format!("Let them have a hint{by}"), None),
        CommandKind::Ask(PlayerRequest::Undo) => (format!("Take back the last move{by}"), None),
        // Whoever plays for everybody agrees with themselves.
        CommandKind::Ask(PlayerRequest::Draw) if own == view.seats.len() => (
            format!("Offer a draw{by}"),
            Some("You play for both, so the game ends as a draw at once.".to_owned()),
        ),
        CommandKind::Ask(PlayerRequest::Draw) => (format!("Offer a draw{by}"), None),
        CommandKind::Agree(PlayerRequest::Undo) => (format!("Let them take it back{by}"), None),
        CommandKind::Agree(PlayerRequest::Draw) => (format!("Agree to the draw{by}"), None),
        CommandKind::Decline(_) => {
            let request = view.request.as_ref();
            let is_own = request.is_some_and(|request| request.asker == seat);
            let text = if is_own {
                format!("Withdraw the request{by}")
            } else {
                format!("Decline{by}")
            };
            (text, None)
        }
        CommandKind::Resign => {
            let warning = if view.seats.len() > 2 {
                "A bot plays on in your place, and you cannot come back."
            } else {
                "The game ends, and the other player wins."
            };
            (format!("Resign{by}"), Some(warning.to_owned()))
        }
        CommandKind::Return => (format!("Take the seat back{by}"), None),
        CommandKind::Abandon => (
            "End without a result".to_owned(),
            Some("The game ends for everybody, and nobody wins.".to_owned()),
        ),
        CommandKind::Rematch => ("Rematch".to_owned(), None),
        // These have forms of their own.
        CommandKind::Roll
        | CommandKind::Act(_)
        | CommandKind::Join { .. }
        | CommandKind::JoinAsProgram { .. }
        | CommandKind::Name(_)
        | CommandKind::Reveal(_) => return None,
    };
    Some(CommandButton {
        seat,
        action: kind.word(),
        text,
        warning,
    })
}
