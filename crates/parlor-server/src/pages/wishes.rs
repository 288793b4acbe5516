//! What can be asked for beside playing, as buttons.

use crate::log::Request;
use crate::order::Wish;
use crate::table::{Choice, Seen};

/// A button beside the board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WishButton {
    pub(super) seat: char,
    pub(super) action: String,
    pub(super) text: String,
    /// What is to be read before it is pressed; then it takes a second step.
    pub(super) warning: Option<String>,
}

impl WishButton {
    /// Whether it asks for a hint, or answers what was asked.
    pub(super) fn is_answer(&self) -> bool {
        let wish = self.action.parse();
        matches!(
            wish,
            Ok(Wish::Ask(Request::Hint) | Wish::Agree(_) | Wish::Decline(_))
        )
    }

    /// Whether it takes this seat back from a bot.
    pub(super) fn is_return_of(&self, seat: char) -> bool {
        self.seat == seat && self.action == Wish::Return.word()
    }
}

/// The buttons for what the one who looks may send.
pub(super) fn buttons(seen: &Seen) -> Vec<WishButton> {
    let mut buttons: Vec<WishButton> = Vec::new();
    for Choice { seat, wish } in &seen.choices {
        let button = button(seen, *seat, wish);
        // Whoever holds several seats says some things once for all of them.
        let is_for_all = matches!(wish, Wish::Abandon | Wish::Rematch);
        let is_said = |said: &WishButton| said.action == wish.word();
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

fn button(seen: &Seen, seat: char, wish: &Wish) -> Option<WishButton> {
    let own = seen.seats.iter().filter(|chair| chair.is_yours).count();
    let name = seen.seats.iter().find(|chair| chair.seat == seat);
    // Only who plays for several has to say for whom.
    let by = match name {
        Some(chair) if own > 1 => format!(" for {} ({seat})", chair.name),
        _ => String::new(),
    };
    let (text, warning) = match wish {
        Wish::Ask(Request::Hint) => (format!("Ask for a hint{by}"), None),
        Wish::Agree(Request::Hint) => (format!("Let them have a hint{by}"), None),
        Wish::Ask(Request::Undo) => (format!("Take back the last move{by}"), None),
        // Whoever plays for everybody agrees with themselves.
        Wish::Ask(Request::Draw) if own == seen.seats.len() => (
            format!("Offer a draw{by}"),
            Some("You play for both, so the game ends as a draw at once.".to_owned()),
        ),
        Wish::Ask(Request::Draw) => (format!("Offer a draw{by}"), None),
        Wish::Agree(Request::Undo) => (format!("Let them take it back{by}"), None),
        Wish::Agree(Request::Draw) => (format!("Agree to the draw{by}"), None),
        Wish::Decline(_) => {
            let is_own = seen
                .request
                .as_ref()
                .is_some_and(|(asker, ..)| *asker == seat);
            let text = if is_own {
                format!("Withdraw the request{by}")
            } else {
                format!("Decline{by}")
            };
            (text, None)
        }
        Wish::Resign => {
            let warning = if seen.seats.len() > 2 {
                "A bot plays on in your place, and you cannot come back."
            } else {
                "The game ends, and the other player wins."
            };
            (format!("Resign{by}"), Some(warning.to_owned()))
        }
        Wish::Return => (format!("Take the seat back{by}"), None),
        Wish::Abandon => (
            "End without a result".to_owned(),
            Some("The game ends for everybody, and nobody wins.".to_owned()),
        ),
        Wish::Rematch => ("Play again, seats rotated".to_owned(), None),
        // These have forms of their own.
        Wish::Roll | Wish::Act(_) | Wish::Join { .. } | Wish::Reveal(_) => return None,
    };
    Some(WishButton {
        seat,
        action: wish.word(),
        text,
        warning,
    })
}
