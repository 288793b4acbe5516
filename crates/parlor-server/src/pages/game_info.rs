//! What the pages say of a game: its seats, rule sets, bots and documents.

use core::ops::RangeInclusive;
use std::sync::LazyLock;

use parlor_game::{Kuba, Level, Ludo, for_games};
use parlor_view::{Look, PictureOptions, Show, Style};

use crate::wording::players_in_words;
use parlor_table::playable::Playable;

/// What the pages need of a game that no other crate has.
pub(super) trait GamePages: Playable {
    /// What a player needs to know, from `docs/play`.
    const INTRODUCTION: &'static str;
    /// All the rules, from `docs/rules`.
    const RULE_SHEET: &'static str;
    /// What one tries to do, in a few words.
    const AIM: &'static str;
    /// What to do first, on the picture at home.
    const INVITATION: &'static str;
    /// What else can be chosen than one of three bots.
    const MORE: &'static str;
    /// The bots that are easy, of medium strength, and hard to beat.
    const DIFFICULTY: [&'static str; 3];
}

impl GamePages for Ludo {
    const INTRODUCTION: &'static str = include_str!("../../../../docs/play/ludo.md");
    const RULE_SHEET: &'static str = include_str!("../../../../docs/rules/ludo.md");
    const AIM: &'static str = "Race two tokens home";
    const INVITATION: &'static str = "Roll to begin";
    const MORE: &'static str = "Two to four players, clocks, all bots.";
    const DIFFICULTY: [&'static str; 3] = ["random", "priority", "optimal"];
}

impl GamePages for Kuba {
    const INTRODUCTION: &'static str = include_str!("../../../../docs/play/kuba.md");
    const RULE_SHEET: &'static str = include_str!("../../../../docs/rules/kuba.md");
    const AIM: &'static str = "Push seven reds off";
    const INVITATION: &'static str = "Push a row";
    const MORE: &'static str = "Tournament rules, clocks, all bots.";
    const DIFFICULTY: [&'static str; 3] = ["level-1", "level-3", "level-7"];
}

/// How hard a bot is to beat, the easiest first.
const DIFFICULTIES: [&str; 3] = ["Easy", "Medium", "Hard"];

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
    /// The seats of the game that one button starts, the visitor's first.
    pub(super) usual: [char; 2],
    /// The name of the bot at the other seat, unless another is chosen.
    pub(super) usual_bot: &'static str,
    difficulty: [&'static str; 3],
    /// What one tries to do, in a few words.
    pub(super) aim: &'static str,
    /// What to do first, on the picture at home.
    pub(super) invitation: &'static str,
    /// What else can be chosen than one of three bots.
    pub(super) more: &'static str,
    /// The letters before the number in its rule ids: `L`.
    pub(super) rule_letters: &'static str,
    /// What a player needs to know, in Markdown.
    pub(super) introduction: &'static str,
    /// All the rules, in Markdown.
    pub(super) rule_sheet: &'static str,
    /// The small picture of who has taken which seat.
    pub(super) waiting_room: fn(&[(char, bool)], PictureOptions<'_>) -> String,
    /// The pieces of a seat as a small picture; empty for a seat that the game does not have.
    mark: fn(char, PictureOptions<'_>) -> String,
    /// The small picture for a form that was refused.
    pub(super) refused: fn(PictureOptions<'_>) -> String,
}

impl GameInfo {
    fn of<G: GamePages>() -> Self {
        let mut bots: Vec<_> = G::levels().iter().map(BotInfo::of).collect();
        // A bot for fewer players knows more: it is the stronger one where both are offered.
        bots.sort_by_key(|bot| bot.only_for.is_some());
        let rules = G::RULES.iter().map(|&rules| {
            let rule_set = G::rule_set(rules);
            OptionInfo {
                name: rules.to_string(),
                title: rule_set.title,
                says: rule_set.summary,
            }
        });
        Self {
            name: G::NAME,
            title: G::TITLE,
            says: G::SUMMARY,
            rules: rules.collect(),
            seats: G::SEATS
                .iter()
                .map(|&seat| SeatInfo::of::<G>(seat))
                .collect(),
            bots,
            has_dice: G::has_dice(),
            example: G::EXAMPLE,
            usual: G::USUAL_SEATS.map(G::letter),
            usual_bot: G::USUAL_BOT,
            difficulty: G::DIFFICULTY,
            aim: G::AIM,
            invitation: G::INVITATION,
            more: G::MORE,
            rule_letters: G::LIMIT_RULE
                .split_once('-')
                .map_or("", |(letters, _)| letters),
            introduction: G::INTRODUCTION,
            rule_sheet: G::RULE_SHEET,
            waiting_room: waiting_room::<G>,
            mark: |seat, options| picture_of::<G>(G::mark, seat, options),
            refused: G::refused,
        }
    }

    /// The bots of the game that one button starts, by how hard they are to beat; `chosen` by its name.
    pub(super) fn difficulties(&self, chosen: &str) -> impl Iterator<Item = Difficulty> {
        let levels = self.difficulty.into_iter().zip(DIFFICULTIES);
        (1..)
            .zip(levels)
            .map(move |(dots, (bot, title))| Difficulty {
                bot,
                title,
                dots,
                is_chosen: bot == chosen,
            })
    }

    /// The bot of this strength where so many play: the strongest of those who do, if it does not.
    pub(super) fn bot_among<'a>(&'a self, bot: &'a str, players: usize) -> &'a str {
        let plays = |bot: &&BotInfo| bot.players.contains(&players);
        if self.bot(bot).is_none_or(|bot| plays(&bot)) {
            return bot;
        }
        let strongest = self.bots.iter().rfind(plays);
        strongest.map_or(bot, |bot| &bot.name)
    }

    /// Who plays in a game that is chosen in one press, by the fields of the form: against a bot of
    /// this strength, against as many as there are seats, with a friend, or with others at one screen.
    pub(super) fn quick_seats(&self, against: &str, level: &str) -> Vec<(String, String)> {
        let [own, other] = self.usual;
        let bot = |players| format!("bot:{}", self.bot_among(level, players));
        let here = || "here".to_owned();
        let letters = || self.seats.iter().map(|seat| seat.letter);
        let all_but_own = || letters().filter(|letter| *letter != own);
        let others = match against {
            "bots" => all_but_own()
                .map(|letter| (letter, bot(self.seats.len())))
                .collect(),
            "here-3" => all_but_own()
                .take(2)
                .map(|letter| (letter, here()))
                .collect(),
            "here-4" => all_but_own().map(|letter| (letter, here())).collect(),
            "friend" => vec![(other, "elsewhere".to_owned())],
            "here" => vec![(other, here())],
            _ => vec![(other, bot(self.usual.len()))],
        };
        let seats = [(own, here())].into_iter().chain(others);
        seats
            .map(|(letter, player)| (format!("seat-{letter}"), player))
            .collect()
    }

    fn seat(&self, letter: char) -> Option<&SeatInfo> {
        self.seats.iter().find(|seat| seat.letter == letter)
    }

    fn bot(&self, name: &str) -> Option<&BotInfo> {
        self.bots.iter().find(|bot| bot.name == name)
    }
}

/// A bot of the game that one button starts.
#[derive(Debug)]
pub(super) struct Difficulty {
    /// The name of the bot.
    pub(super) bot: &'static str,
    /// `Easy`.
    pub(super) title: &'static str,
    /// 1 for the easiest to 3.
    pub(super) dots: usize,
    pub(super) is_chosen: bool,
}

fn waiting_room<G: Show>(seats: &[(char, bool)], options: PictureOptions<'_>) -> String {
    let seats = seats.iter();
    let known = seats.filter_map(|&(letter, is_taken)| Some((G::seat(letter)?, is_taken)));
    G::waiting_room(&known.collect::<Vec<_>>(), options)
}

/// A picture of a seat; empty for one that the game does not have.
fn picture_of<G: Show>(
    draw: fn(G::Seat, PictureOptions<'_>) -> String,
    letter: char,
    options: PictureOptions<'_>,
) -> String {
    let seat = G::seat(letter);
    seat.map_or_else(String::new, |seat| draw(seat, options))
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
    /// The outline of its pieces, as [`Show::outline`].
    pub(super) outline: &'static str,
    /// Whether it is at the upper side of the board.
    is_far: bool,
}

impl SeatInfo {
    fn of<G: Show>(seat: G::Seat) -> Self {
        let letter = G::letter(seat);
        let options = PictureOptions {
            style: Style::Page,
            look: Look::Diagram,
            id: &format!("mark-{letter}-"),
        };
        Self {
            letter,
            title: G::seat_title(seat),
            mark: G::mark(seat, options),
            outline: G::outline(seat),
            is_far: G::is_far(seat),
        }
    }
}

macro_rules! game_infos {
    ($($variant:ident($game:ty)),+ $(,)?) => {
        vec![$(GameInfo::of::<$game>()),+]
    };
}

/// The registered games, in the order of home.
pub(super) static GAMES: LazyLock<Vec<GameInfo>> = LazyLock::new(|| for_games!(game_infos));

/// The game of this name.
pub(super) fn of(game: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|info| info.name == game)
}

/// The game of this name, which a table has and so is registered.
pub(super) fn registered(game: &str) -> &'static GameInfo {
    of(game).expect("tables are of registered games")
}

/// What a game is called in headlines.
pub(super) fn title(game: &str) -> &'static str {
    registered(game).title
}

/// The small picture of a seat; empty for a seat that the game does not have.
pub(super) fn mark(game: &str, seat: char) -> String {
    let seat = registered(game).seat(seat);
    seat.map(|seat| seat.mark.clone()).unwrap_or_default()
}

/// The same in the look of the board that one plays on, with the beginning of its ids.
pub(super) fn mark_on_board(game: &str, seat: char, id: &str) -> String {
    (registered(game).mark)(seat, on_board(id))
}

/// How pictures with this beginning of their ids are drawn in that look.
pub(super) const fn on_board(id: &str) -> PictureOptions<'_> {
    PictureOptions {
        style: Style::Page,
        look: Look::Board,
        id,
    }
}

/// The outline of a seat's pieces; none for a seat that the game does not have.
pub(super) fn outline(game: &str, seat: char) -> &'static str {
    registered(game).seat(seat).map_or("", |seat| seat.outline)
}

/// The outlines of the pieces of all games, each once.
pub(super) fn outlines() -> Vec<&'static str> {
    let mut outlines = Vec::new();
    for seat in GAMES.iter().flat_map(|game| &game.seats) {
        if !outlines.contains(&seat.outline) {
            outlines.push(seat.outline);
        }
    }
    outlines
}

/// Whether a seat is at the upper side of the board, as it is drawn.
pub(super) fn is_far(game: &str, seat: char) -> bool {
    registered(game).seat(seat).is_some_and(|seat| seat.is_far)
}

/// How a bot of a game plays; `None` for a bot that no longer exists.
pub(super) fn style(game: &str, bot: &str) -> Option<&'static str> {
    Some(registered(game).bot(bot)?.says)
}

/// The title of a bot; its name for a bot that no longer exists.
pub(super) fn bot_title<'a>(game: &str, bot: &'a str) -> &'a str {
    registered(game).bot(bot).map_or(bot, |bot| bot.title)
}

/// A bot that can be chosen.
#[derive(Debug)]
pub(super) struct BotInfo {
    pub(super) name: String,
    /// `Oracle`.
    pub(super) title: &'static str,
    /// Its title and its name: `Oracle, optimal`.
    pub(super) called: String,
    /// Where it is offered, if that is not everywhere: `two players`.
    pub(super) only_for: Option<String>,
    pub(super) says: &'static str,
    pub(super) players: RangeInclusive<usize>,
}

impl BotInfo {
    fn of<G: Playable>(level: &Level<G>) -> Self {
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

/// The title of a seat: `C, the triangle`; empty for a seat that the game does not have.
pub(super) fn seat_title(game: &str, seat: char) -> &'static str {
    registered(game).seat(seat).map_or("", |seat| seat.title)
}

/// The title of a seat without its letter: `the triangle`, `Black`.
pub(super) fn piece(game: &str, seat: char) -> &'static str {
    let title = seat_title(game, seat);
    title.split_once(", ").map_or(title, |(_, piece)| piece)
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
            ..GameInfo::of::<Ludo>()
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
    }

    #[test]
    fn the_bots_of_ludo_are_offered_from_the_weakest_to_the_strongest() {
        let info = registered("ludo");
        let bots = info.bots.iter().filter(|bot| bot.players.contains(&2));
        assert!(
            bots.map(|bot| bot.title)
                .eq(["Tumble", "Ledger", "Sage", "Oracle"])
        );
    }

    #[test]
    fn the_three_difficulties_are_bots_from_weak_to_strong_and_the_usual_one_is_between() {
        for info in &*GAMES {
            let bots: Vec<&BotInfo> = info
                .bots
                .iter()
                .filter(|bot| bot.players.contains(&2))
                .collect();
            let place = |level: &Difficulty| bots.iter().position(|bot| bot.name == level.bot);
            let places: Vec<usize> = info
                .difficulties(info.usual_bot)
                .map(|level| place(&level).expect("a bot for two players"))
                .collect();
            assert!(
                places.is_sorted() && places.len() == 3,
                "{}: {places:?}",
                info.name
            );
            let usual: Vec<usize> = info
                .difficulties(info.usual_bot)
                .filter(|level| level.is_chosen)
                .map(|level| level.dots)
                .collect();
            assert_eq!(usual, [2], "{}", info.name);
        }
    }
}
