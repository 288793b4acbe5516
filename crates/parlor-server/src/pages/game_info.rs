//! What there is to say about a game before it is played: its seats, rule sets
//! and bots.

use core::ops::RangeInclusive;

use kuba_rules::{Marble, Side};
use ludo_rules::Seat;
use parlor_game::{Game, Kuba, Level, Ludo};
use parlor_view::{Options, Style, kuba, ludo};

use crate::wording::players_in_words;
use parlor_table::playable::{Playable, named};

/// A game that can be chosen.
#[derive(Debug)]
pub(super) struct GameInfo {
    /// `ludo`.
    pub(super) name: &'static str,
    /// `Ludo`.
    pub(super) title: &'static str,
    /// What it is, in one line.
    pub(super) says: &'static str,
    pub(super) rules: Vec<OptionInfo>,
    pub(super) seats: Vec<SeatInfo>,
    /// The weakest first.
    pub(super) bots: Vec<BotInfo>,
    pub(super) has_dice: bool,
    /// A position that shows what the game looks like.
    pub(super) example: &'static str,
    /// The seats that play in the game that one button starts: the first is the
    /// person's.
    pub(super) usual: [char; 2],
    /// The name of the bot that plays at the second, unless another is chosen:
    /// one that whoever plays for the first time beats now and then.
    pub(super) usual_bot: &'static str,
    /// What whoever plays for the first time may expect of it.
    pub(super) usual_says: &'static str,
}

impl GameInfo {
    /// The bots that can play in the game that one button starts.
    pub(super) fn opponents(&self) -> impl Iterator<Item = &BotInfo> {
        let players = self.usual.len();
        let bots = self.bots.iter();
        bots.filter(move |bot| bot.players.contains(&players))
    }

    /// Whether this is the bot that one button starts a game against.
    pub(super) fn is_usual(&self, bot: &BotInfo) -> bool {
        bot.name == self.usual_bot
    }
}

/// Something to choose, with one line about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionInfo {
    pub(super) name: String,
    pub(super) title: &'static str,
    pub(super) says: &'static str,
}

/// A seat of a game.
#[derive(Debug)]
pub(super) struct SeatInfo {
    pub(super) letter: char,
    /// `A, the circle`.
    pub(super) title: &'static str,
    /// A small picture.
    pub(super) mark: String,
}

/// The names of the games, in the order of home.
pub(super) const GAMES: [&str; 2] = [Ludo::NAME, Kuba::NAME];

/// What the pages say of a game; none if there is no such game.
pub(super) fn of(game: &str) -> Option<GameInfo> {
    match game {
        Ludo::NAME => Some(ludo_info()),
        Kuba::NAME => Some(kuba_info()),
        _ => None,
    }
}

/// What a game is called in headlines.
pub(super) fn title(game: &str) -> &'static str {
    match game {
        Ludo::NAME => "Ludo",
        Kuba::NAME => "Kuba",
        _ => "Game",
    }
}

/// The small picture of a seat; none of a seat that the game has not.
pub(super) fn mark(game: &str, seat: char) -> String {
    let options = Options {
        style: Style::Page,
        id: &format!("mark-{seat}-"),
    };
    match game {
        Ludo::NAME => Seat::from_letter(seat).map(|seat| ludo::mark(seat, options)),
        Kuba::NAME => Side::from_letter(seat).map(|side| kuba::mark(Marble::from(side), options)),
        _ => None,
    }
    .unwrap_or_default()
}

/// Whether a seat is at the upper side of the board, as it is drawn.
pub(super) fn is_far(game: &str, seat: char) -> bool {
    match game {
        Ludo::NAME => matches!(seat, 'A' | 'B'),
        Kuba::NAME => seat == 'W',
        _ => false,
    }
}

/// How a bot of a game plays; none if there is no such bot any more.
pub(super) fn style(game: &str, bot: &str) -> Option<&'static str> {
    said_of(game, bot).map(|(_, says)| says)
}

/// What a bot of a game is called; its name as a program if there is no such bot
/// any more.
pub(super) fn bot_title<'a>(game: &str, bot: &'a str) -> &'a str {
    said_of(game, bot).map_or(bot, |(title, _)| title)
}

/// What a bot is called, and how it plays.
fn said_of(game: &str, bot: &str) -> Option<(&'static str, &'static str)> {
    fn of<G: Playable>(bot: &str) -> Option<(&'static str, &'static str)> {
        let levels = G::levels();
        named(&levels, bot).map(|level| (level.title, level.says))
    }
    match game {
        Ludo::NAME => of::<Ludo>(bot),
        Kuba::NAME => of::<Kuba>(bot),
        _ => None,
    }
}

/// A bot that can be chosen.
#[derive(Debug)]
pub(super) struct BotInfo {
    pub(super) name: String,
    /// `Oracle`.
    pub(super) title: &'static str,
    /// What it is called, with its name as a program: `Oracle, optimal`.
    pub(super) called: String,
    /// Where it is offered, if that is not everywhere: `two players`.
    pub(super) only_for: Option<String>,
    pub(super) says: &'static str,
    pub(super) players: RangeInclusive<usize>,
}

impl BotInfo {
    fn of<G: Game>(level: &Level<G>) -> Self {
        let players = level.players.clone();
        let name = level.name().replace('-', " ");
        Self {
            name: level.name().to_owned(),
            title: level.title,
            called: format!("{}, {name}", level.title),
            only_for: (players != Level::<G>::ANY_TABLE).then(|| players_in_words(&players)),
            says: level.says,
            players,
        }
    }
}

fn bots<G: Playable>() -> Vec<BotInfo> {
    G::levels().iter().map(BotInfo::of).collect()
}

fn seats(game: &str, titles: &[(char, &'static str)]) -> Vec<SeatInfo> {
    let seats = titles.iter().map(|&(letter, title)| SeatInfo {
        letter,
        title,
        mark: mark(game, letter),
    });
    seats.collect()
}

/// The seats of Ludo, with what they play.
const LUDO_SEATS: [(char, &str); 4] = [
    ('A', "A, the circle"),
    ('B', "B, the square"),
    ('C', "C, the triangle"),
    ('D', "D, the diamond"),
];

const KUBA_SEATS: [(char, &str); 2] = [('W', "White"), ('B', "Black")];

/// What a seat is called: `C, the triangle`; nothing if the game has none such.
pub(super) fn seat_title(game: &str, seat: char) -> &'static str {
    let titles: &[(char, &'static str)] = match game {
        Ludo::NAME => &LUDO_SEATS,
        Kuba::NAME => &KUBA_SEATS,
        _ => &[],
    };
    let mut titles = titles.iter();
    let title = titles.find(|(letter, _)| *letter == seat);
    title.map_or("", |(_, title)| title)
}

/// What a seat is called, by its letter first: `C, the triangle`, `B, Black`.
pub(super) fn seat_in_full(game: &str, seat: char) -> String {
    match seat_title(game, seat) {
        "" => seat.to_string(),
        title if title.starts_with(&format!("{seat}, ")) => title.to_owned(),
        title => format!("{seat}, {title}"),
    }
}

fn ludo_info() -> GameInfo {
    let mut bots = bots::<Ludo>();
    // Who knows the exact chances is stronger than who has learned them, where
    // both are offered.
    bots.sort_by_key(|bot| bot.only_for.is_some());
    GameInfo {
        name: Ludo::NAME,
        title: title(Ludo::NAME),
        says: "Race two tokens home by the roll of a die. Two to four players.",
        rules: vec![OptionInfo {
            name: ludo_rules::Rules::Classic.to_string(),
            title: "Classic",
            says: "A 6 brings a token out and gives one more roll; two on one space move as one.",
        }],
        seats: seats(Ludo::NAME, &LUDO_SEATS),
        bots,
        has_dice: Ludo::has_dice(),
        example: "A28.28/B41.3/C12.R/D52.H A 4 -",
        usual: ['A', 'C'],
        // Who only picks at random wins 25 of 100 games against it, who plays as
        // well as can be 56 (docs/ludo-solved.md).
        usual_bot: "priority",
        usual_says: "It makes mistakes: with a little luck you beat it.",
    }
}

fn kuba_info() -> GameInfo {
    let rules = kuba_rules::Rules::ALL.map(|rules| {
        let (title, says) = match rules {
            kuba_rules::Rules::Classroom => (
                "Classroom",
                "Turns alternate; taking a marble gives no second push (K-11).",
            ),
            kuba_rules::Rules::Tournament => (
                "Tournament",
                "White begins; who takes a marble may push again; the third time a position \
                 stands is a draw (K-12).",
            ),
        };
        OptionInfo {
            name: rules.to_string(),
            title,
            says,
        }
    });
    GameInfo {
        name: Kuba::NAME,
        title: title(Kuba::NAME),
        says: "Push rows of marbles, and seven reds off the board. Two players.",
        rules: rules.into(),
        seats: seats(Kuba::NAME, &KUBA_SEATS),
        bots: bots::<Kuba>(),
        has_dice: Kuba::has_dice(),
        example: "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t",
        usual: ['W', 'B'],
        // The fifth of ten: it overlooks half of what there is, and scores 94 %
        // against the level below (docs/kuba-engine.md).
        usual_bot: "level-3",
        usual_says: "Look twice and you beat it.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_service::testing::level;

    #[test]
    fn a_bot_says_where_it_is_offered_unless_that_is_everywhere() {
        let info = GameInfo {
            bots: [
                level("any", 2..=4),
                level("two", 2..=2),
                level("more", 3..=4),
            ]
            .iter()
            .map(BotInfo::of)
            .collect(),
            ..ludo_info()
        };
        let bots = info.bots.iter();
        let said: Vec<_> = bots
            .map(|bot| (&*bot.called, bot.only_for.as_deref()))
            .collect();
        assert_eq!(
            said,
            [
                ("Named, any", None),
                ("Named, two", Some("two players")),
                ("Named, more", Some("three to four players"))
            ]
        );
        let opponents = info.opponents().map(|bot| &*bot.name);
        assert!(opponents.eq(["any", "two"]), "two play in the usual game");
    }

    #[test]
    fn the_bots_of_ludo_are_offered_from_the_weakest_to_the_strongest() {
        let info = ludo_info();
        let titles = info.opponents().map(|bot| bot.title);
        assert!(titles.eq(["Tumble", "Ledger", "Sage", "Oracle"]));
    }

    #[test]
    fn the_usual_bot_is_neither_the_weakest_nor_the_strongest() {
        for info in [ludo_info(), kuba_info()] {
            let place = info.opponents().position(|bot| info.is_usual(bot));
            let place = place.expect("it plays in the usual game");
            let last = info.opponents().count() - 1;
            assert!((1..last).contains(&place), "{}: {place}", info.name);
        }
    }
}
