//! Ids of rules in sentences, as links to where the rules are explained.

use parlor_table::id::GameId;

use super::super::game_info::{GAMES, GameInfo};

/// Whether it is the id of a rule: `K-7`.
pub(super) fn is_rule(text: &str) -> bool {
    game_of_rule(text).is_some()
}

/// The game of a rule by its id; `None` if it is no id of a rule.
fn game_of_rule(id: &str) -> Option<&'static GameInfo> {
    let (letters, number) = id.split_once('-')?;
    let is_number = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
    let mut games = GAMES.iter().filter(|_| is_number);
    games.find(|game| game.rule_letters == letters)
}

/// A part of a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::pages) struct TextPart<'a> {
    pub(in crate::pages) text: &'a str,
    /// Where the rule is explained that it cites.
    pub(in crate::pages) address: Option<String>,
}

/// Where the rule with this id is explained.
pub(in crate::pages) fn explained_at(id: &str) -> Option<String> {
    game_of_rule(id).map(|game| format!("/rules/{}/sheet#{id}", game.name))
}

/// The same, with the way back to a game.
pub(in crate::pages) fn explained_from(id: &str, from: &GameId) -> Option<String> {
    game_of_rule(id).map(|game| format!("/rules/{}/sheet?from={from}#{id}", game.name))
}

/// The parts of a sentence, of which the ids of rules lead to the rules.
pub(in crate::pages) fn parts(sentence: &str) -> Vec<TextPart<'_>> {
    let is_within = |character: char| character.is_alphanumeric() || character == '-';
    let words = sentence.split_inclusive(|character| !is_within(character));
    words
        .flat_map(|word| {
            let id = word.trim_end_matches(|character| !is_within(character));
            let (id, rest) = word.split_at(id.len());
            let address = explained_at(id);
            let rest = TextPart {
                text: rest,
                address: None,
            };
            [TextPart { text: id, address }, rest]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_rules_lead_to_the_rules() {
        let cited = |sentence| -> Vec<(String, String)> {
            let parts = parts(sentence).into_iter();
            parts
                .filter_map(|part| Some((part.text.to_owned(), part.address?)))
                .collect()
        };
        let found = |id: &str, game: &str| (id.to_owned(), format!("/rules/{game}/sheet#{id}"));
        assert_eq!(
            cited("K-7 bars it (L-12)."),
            [found("K-7", "kuba"), found("L-12", "ludo")]
        );
        assert_eq!(cited("K-x, XK-7, K-7-, -"), []);
        let sentence = "Ann <b> pushed, K-7: 1–2 (L-12).";
        let texts: Vec<&str> = parts(sentence).iter().map(|part| part.text).collect();
        assert_eq!(texts.concat(), sentence);
    }
}
