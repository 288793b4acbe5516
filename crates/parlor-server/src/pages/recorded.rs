//! What a page says of any record: the game, its players and how it ended.
//!
//! Names in a record are a stranger's text: they are made printable and cut.

use kuba_rules::Side;
use parlor_game::{Game, Kuba, Ludo};
use parlor_record::kuba_script;
use parlor_record::record::{AnyRecord, Ending, Record, SeatEntry};
use parlor_view::{Show, default_name};

use super::game_info;
use super::sentences::{self, Winner};
use crate::wording::capitalized;

/// The most characters of a name that are shown.
const LONGEST: usize = 40;

/// The head of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordHead {
    /// `ludo`.
    pub(super) game: &'static str,
    /// `Classic`; `None` for a scripted game.
    pub(super) rules: Option<String>,
    /// `Ludo: Ann and Bo`.
    pub(super) heading: String,
    /// In the order of the record, who begins first.
    pub(super) players: Vec<RecordedPlayer>,
    /// The number of plies.
    pub(super) length: usize,
    /// How it ended, or that it did not.
    pub(super) verdict: String,
}

/// A player of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedPlayer {
    pub(super) seat: char,
    pub(super) name: String,
    /// The title of the bot.
    pub(super) bot: Option<String>,
}

impl RecordHead {
    pub(super) fn of(record: &AnyRecord) -> Self {
        match record {
            AnyRecord::Ludo(record) => live(record),
            AnyRecord::Kuba(record) => live(record),
            AnyRecord::LudoScript(script) => {
                let players = script.players().iter();
                let players = players.map(|entry| player("ludo", entry.seat.letter(), entry));
                let verdict = sentences::SCRIPTED.to_owned();
                Self::new("ludo", None, players.collect(), record.length(), verdict)
            }
        }
    }

    /// The head of the calls of a game of Kuba.
    pub(super) fn of_calls(script: &kuba_script::Script<'_>) -> Self {
        let game = script.game();
        let player = |name: &str| RecordedPlayer {
            seat: game.side(name).map_or(' ', Side::letter),
            name: shortened(name),
            bot: None,
        };
        let rules = Some(capitalized(&game.rules().to_string()));
        let players = script.names().map(player).to_vec();
        let length = script.attempts().len();
        Self::new(
            Kuba::NAME,
            rules,
            players,
            length,
            sentences::CALLED.to_owned(),
        )
    }

    fn new(
        game: &'static str,
        rules: Option<String>,
        players: Vec<RecordedPlayer>,
        length: usize,
        verdict: String,
    ) -> Self {
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        Self {
            game,
            rules,
            heading: format!("{}: {}", game_info::title(game), sentences::list(&names)),
            players,
            length,
            verdict,
        }
    }

    /// The player at a seat, as sentences call them: `Ann (A)`.
    pub(super) fn called(&self, seat: char) -> String {
        let mut players = self.players.iter();
        let named = players.find(|player| player.seat == seat);
        let name = named.map_or_else(|| default_name(seat), |player| player.name.clone());
        sentences::player(&name, seat)
    }
}

fn live<G: Show>(record: &Record<G>) -> RecordHead {
    let opening = record.opening();
    let players = opening.players.iter();
    let players: Vec<RecordedPlayer> = players
        .map(|entry| player(G::NAME, G::letter(entry.seat), entry))
        .collect();
    let verdict = verdict(record, &players);
    let rules = Some(capitalized(&opening.rules.to_string()));
    RecordHead::new(G::NAME, rules, players, record.plies().len(), verdict)
}

fn player<Seat>(game: &str, seat: char, entry: &SeatEntry<Seat>) -> RecordedPlayer {
    RecordedPlayer {
        seat,
        name: entry
            .name
            .as_deref()
            .map_or_else(|| default_name(seat), shortened),
        bot: entry
            .bot
            .as_deref()
            .map(|bot| shortened(game_info::bot_title(game, bot))),
    }
}

/// A stranger's text, printable and not too long.
pub(super) fn shortened(text: &str) -> String {
    parlor_view::shortened(text, LONGEST)
}

/// How a recorded game ended. Rules: K-12, K-13, L-30, L-31.
fn verdict<G: Game>(record: &Record<G>, players: &[RecordedPlayer]) -> String {
    let Some(ending) = record.ending() else {
        return sentences::NOT_OVER.to_owned();
    };
    let Some(places) = record.result() else {
        return sentences::nobody_won(ending).to_owned();
    };
    let name = |seat: G::Seat| {
        let letter = G::letter(seat);
        let mut all = players.iter();
        let named = all.find(|player| player.seat == letter);
        named.map_or_else(|| default_name(letter), |player| player.name.clone())
    };
    match places.groups() {
        [winner, loser] if winner.len() == 1 && loser.len() == 1 => {
            let (winner, loser) = (name(winner[0]), name(loser[0]));
            sentences::verdict_of_two(Winner::Of(&winner, &loser), ending)
        }
        [] | [_] => sentences::nobody_won(ending).to_owned(),
        groups => {
            let mut placed = Vec::new();
            let mut place = 1;
            for group in groups {
                placed.extend(group.iter().map(|&seat| (Some(name(seat)), place)));
                place += u8::try_from(group.len()).unwrap_or(u8::MAX);
            }
            let verdict = sentences::verdict_of_several(&placed);
            if ending == Ending::Rule(Ludo::LIMIT_RULE) {
                format!("{} {verdict}", sentences::LIMIT_REACHED)
            } else {
                verdict
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> RecordHead {
        RecordHead::of(&AnyRecord::read(text).expect("a record"))
    }

    #[test]
    fn the_head_of_a_record_names_its_game_players_and_end() {
        let kuba = head(include_str!("../../../../docs/examples/kuba.record"));
        assert_eq!(
            (&*kuba.heading, &*kuba.verdict, kuba.length),
            (
                "Kuba: Ann and Bob",
                "Bob won: they captured seven reds.",
                16
            )
        );
        let ludo = head(include_str!("../../../../docs/examples/ludo.record"));
        assert_eq!(ludo.rules.as_deref(), Some("Classic"));
        assert_eq!(ludo.players[1].bot.as_deref(), Some("Tumble"));
        let script = head(include_str!("../../../../docs/examples/ludo-script.record"));
        assert_eq!(
            (script.rules, &*script.verdict),
            (None, sentences::SCRIPTED)
        );
        let begun = head("parlor-record 1\ngame: kuba\nseats: W, B\n\n65F");
        assert_eq!(begun.verdict, sentences::NOT_OVER);
        assert_eq!(begun.called('W'), "Player W (W)");
        let several = head(
            "parlor-record 1\ngame: ludo\nseats: A, B, C\nending: abandoned\nresult: *\n\nA1-",
        );
        assert_eq!(several.verdict, sentences::nobody_won(Ending::Abandoned));
    }

    #[test]
    fn a_strangers_text_is_printable_and_short() {
        assert_eq!(shortened("a\u{202e}b"), r"a\u{202e}b");
        assert!(!shortened("a\u{202e}b").contains('\u{202e}'));
        let long = shortened(&"x".repeat(1_000));
        assert_eq!(long.chars().count(), LONGEST + 1);
    }
}
