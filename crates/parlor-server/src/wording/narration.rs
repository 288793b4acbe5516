//! What a viewer may have missed, in sentences.

use parlor_table::table::{self, Narrated};
use parlor_view::printable;

/// A sentence about something that a viewer may have missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NarratedSentence {
    /// The version that it led to.
    pub(crate) version: u64,
    /// The sentence.
    pub(crate) says: String,
}

impl From<table::Narration> for NarratedSentence {
    fn from(narration: table::Narration) -> Self {
        let who = |seat: char, name: &str| format!("{} ({seat})", printable(name));
        Self {
            version: narration.version,
            says: match narration.event {
                Narrated::Step(sentence) => sentence,
                Narrated::Away { seat, name, bot } => {
                    let (who, name) = (who(seat, &name), printable(&name));
                    format!("{who} is away: the bot {bot} plays until {name} is back.")
                }
                Narrated::Back { seat, name } => {
                    format!("{} is back, and plays again.", who(seat, &name))
                }
                Narrated::TakenBack { is_own: true, .. } => "Your move was taken back.".to_owned(),
                Narrated::TakenBack { seat, name, .. } => {
                    format!("{} took back a move.", who(seat, &name))
                }
                Narrated::WantsRematch { seat, name } => {
                    format!("{} wants to play again.", who(seat, &name))
                }
            },
        }
    }
}

/// The sentences of several.
pub(crate) fn narration(missed: Vec<table::Narration>) -> Vec<NarratedSentence> {
    missed.into_iter().map(NarratedSentence::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_left_came_back_took_back_or_wants_to_play_again_is_named_with_the_seat() {
        let (seat, name) = ('B', "Bob".to_owned());
        let bot = "Sage".to_owned();
        let missed = [
            Narrated::Step("Bob pushes.".to_owned()),
            Narrated::Away {
                seat,
                name: name.clone(),
                bot,
            },
            Narrated::Back {
                seat,
                name: name.clone(),
            },
            Narrated::TakenBack {
                seat,
                name: name.clone(),
                is_own: false,
            },
            Narrated::TakenBack {
                seat,
                name: name.clone(),
                is_own: true,
            },
            Narrated::WantsRematch { seat, name },
        ];
        let missed = (1..).zip(missed);
        let missed = missed.map(|(version, event)| table::Narration { version, event });
        let said = narration(missed.collect()).into_iter();
        assert_eq!(
            said.map(|narration| narration.says).collect::<Vec<_>>(),
            [
                "Bob pushes.",
                "Bob (B) is away: the bot Sage plays until Bob is back.",
                "Bob (B) is back, and plays again.",
                "Bob (B) took back a move.",
                "Your move was taken back.",
                "Bob (B) wants to play again.",
            ]
        );
    }
}
