//! What is settled for a game that somebody wants, or what is wrong with it.

use core::ops::RangeInclusive;
use core::time::Duration;

use parlor_dice::{Bytes32, Scheme};
use parlor_game::{Game, Level, for_games};
use parlor_record::record::{Opening, OpeningError, Record};

use super::new_table::{NewPlayer, NewSeat, NewSeatError, NewTable, NewTableError, Offer};
use super::player_name::checked_name;
use parlor_table::log::{GameConfig, PlayerConfig, SeatConfig};
use parlor_table::playable::{Playable, named};

/// The times that a seat may be allowed to stay away.
const AWAY_RANGE: RangeInclusive<Duration> = Duration::from_secs(5)..=Duration::from_hours(30 * 24);

/// The longest reason why a line is no position, in characters: it may quote the whole line.
const LONGEST_REASON: usize = 400;

/// What a clock may begin with, and gain with a turn.
const INITIAL: RangeInclusive<Duration> = Duration::from_secs(10)..=Duration::from_hours(3);
const INCREMENT: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_mins(3);

/// What is settled for a game that somebody wants, but for its dice.
pub(super) fn config(table: &NewTable) -> Result<GameConfig, NewTableError> {
    macro_rules! plans {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if table.game == <$game as Game>::NAME {
                    return plan_of::<$game>(table, &<$game>::levels());
                }
            )+
        };
    }
    for_games!(plans);
    Err(NewTableError::UnknownGame {
        game: table.game.clone(),
    })
}

fn plan_of<G: Playable>(
    table: &NewTable,
    levels: &[Level<G>],
) -> Result<GameConfig, NewTableError> {
    let position = table.position.as_deref().map(position_of::<G>);
    let position = position.transpose()?;
    let rules: G::Rules = match table.rules.as_deref() {
        None => position.as_ref().map_or_else(G::Rules::default, G::rules),
        Some(rules) => rules.parse().map_err(|error| NewTableError::UnknownRules {
            reason: format!("{error}"),
        })?,
    };
    let mut seats = Vec::new();
    let mut planned = Vec::new();
    for (place, new) in table.seats.iter().enumerate() {
        let wrong = |error| NewTableError::Seat { place, error };
        seats.push(seat::<G>(new).map_err(wrong)?);
        planned.push(seat_plan(new, levels).map_err(wrong)?);
    }
    number_bots(table, &mut planned);
    let start = position.as_ref().map(G::Position::to_string);
    check_start::<G>(rules, &seats, position)?;
    if table
        .seats
        .iter()
        .all(|new| matches!(new.player, NewPlayer::Bot(_)))
    {
        return Err(NewTableError::OnlyBots);
    }
    for (place, new) in table.seats.iter().enumerate() {
        let name = planned[place].shown_name();
        let mut others = planned
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let is_own = new.is_named() && name != usual_name(new, levels);
        if is_own && others.any(|(_, other)| other.is_called(&name)) {
            let error = NewSeatError::NameTaken { name };
            return Err(NewTableError::Seat { place, error });
        }
        check_players(new, levels, seats.len())
            .map_err(|error| NewTableError::Seat { place, error })?;
    }
    if table
        .away_after
        .is_some_and(|patience| !AWAY_RANGE.contains(&patience))
    {
        return Err(NewTableError::AwayAfter);
    }
    if table.clock.is_some_and(|clock| {
        !INITIAL.contains(&clock.initial) || !INCREMENT.contains(&clock.increment)
    }) {
        return Err(NewTableError::Clock);
    }
    Ok(GameConfig {
        game: table.game.clone(),
        rules: rules.to_string(),
        seats: planned,
        start,
        limit: table
            .limit
            .map_or(G::DEFAULT_LIMIT, |limit| limit.get().min(G::DEFAULT_LIMIT)),
        away_after: table.away_after,
        clock: table.clock,
        scheme: Scheme::NEWEST,
        commitment: Bytes32([0; 32]),
    })
}

/// The position of a line, in which a game can begin.
fn position_of<G: Game>(line: &str) -> Result<G::Position, NewTableError> {
    let position: G::Position = line.parse().map_err(|error| NewTableError::Position {
        rule: G::position_rule(&error),
        reason: cut(error.to_string()),
    })?;
    match G::ended_by(&position) {
        Some(rule) => Err(NewTableError::PositionOver { rule }),
        None => Ok(position),
    }
}

/// The reason, cut where it quotes more than a position.
fn cut(mut reason: String) -> String {
    if let Some((end, _)) = reason.char_indices().nth(LONGEST_REASON) {
        reason.truncate(end);
        reason.push('…');
    }
    reason
}

/// Checks that a game can begin by these rules with these seats, as its record does.
fn check_start<G: Game>(
    rules: G::Rules,
    seats: &[G::Seat],
    position: Option<G::Position>,
) -> Result<(), NewTableError> {
    let opening = Opening {
        start: position,
        ..Opening::<G>::new(rules, seats.iter().copied())
    };
    let Err(error) = Record::begin(opening) else {
        return Ok(());
    };
    Err(match error {
        OpeningError::OtherRules { start } => NewTableError::OtherRules {
            position: start.to_string(),
        },
        error => NewTableError::Start {
            rule: match &error {
                OpeningError::Start(error) => Some(G::start_rule(error)),
                _ => None,
            },
            reason: error.to_string(),
        },
    })
}

/// Why a game of this name cannot begin by these rules with these seats, the
/// first of which begins; none if it can, or if game, rules or seats are unknown.
pub fn start_refusal(game: &str, rules: &str, seats: &[char]) -> Option<String> {
    macro_rules! starts {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if game == <$game as Game>::NAME {
                    let seats = seats.iter().filter_map(|&seat| <$game>::seat(seat));
                    let seats: Vec<_> = seats.collect();
                    let refusal = <$game>::start(rules.parse().ok()?, &seats).err()?;
                    return Some(refusal.to_string());
                }
            )+
        };
    }
    for_games!(starts);
    None
}

/// The seat of a letter, or why there is none.
fn seat<G: Game>(new: &NewSeat) -> Result<G::Seat, NewSeatError> {
    G::seat(new.seat).ok_or_else(|| NewSeatError::Unknown {
        seat: new.seat,
        known: G::SEATS.iter().map(|&seat| G::letter(seat)).collect(),
    })
}

/// What a player is called without a name.
fn usual_name<G: Playable>(new: &NewSeat, levels: &[Level<G>]) -> String {
    match &new.player {
        NewPlayer::Bot(bot) => named(levels, bot).map_or(bot.clone(), |level| level.title.into()),
        NewPlayer::Here(_) | NewPlayer::Elsewhere => parlor_view::default_name(new.seat),
    }
}

/// Numbers bots of one title that were given no name, from the second on, so that no two players
/// have one name: `Ledger 2`.
fn number_bots(table: &NewTable, planned: &mut [SeatConfig]) {
    for place in 0..planned.len() {
        let is_bot = matches!(planned[place].player, PlayerConfig::Bot(_));
        if table.seats[place].is_named() || !is_bot {
            continue;
        }
        let title = planned[place].shown_name();
        let is_free = |name: &str, planned: &[SeatConfig]| {
            let mut others = planned.iter().enumerate();
            !others.any(|(other, seat)| other != place && seat.is_called(name))
        };
        // Only bots give way to each other: a person who takes the name of one is told so.
        let mut before = planned[..place].iter().zip(&table.seats);
        let is_same = |seat: &SeatConfig| seat.player == planned[place].player;
        let is_first = !before.any(|(seat, new)| is_same(seat) && !new.is_named());
        if is_first {
            continue;
        }
        let numbered = (2..).map(|number: u8| format!("{title} {number}"));
        planned[place].name = numbered.into_iter().find(|name| is_free(name, planned));
    }
}

/// What is settled for a seat, or what of it is wrong, and why.
fn seat_plan<G: Playable>(new: &NewSeat, levels: &[Level<G>]) -> Result<SeatConfig, NewSeatError> {
    let player = match &new.player {
        NewPlayer::Bot(bot) => {
            if named(levels, bot).is_none() {
                return Err(NewSeatError::UnknownBot {
                    bot: bot.clone(),
                    game: G::NAME,
                    known: levels.iter().map(|level| level.name().to_owned()).collect(),
                });
            }
            PlayerConfig::Bot(bot.clone())
        }
        NewPlayer::Here(Offer::Later) if !G::has_dice() => {
            return Err(NewSeatError::NoDice { game: G::NAME });
        }
        NewPlayer::Here(_) | NewPlayer::Elsewhere => PlayerConfig::Person(None),
    };
    let name = match new.name.as_deref().filter(|_| new.is_named()) {
        Some(own) => Some(checked_name(own).map_err(NewSeatError::Name)?),
        None => matches!(player, PlayerConfig::Bot(_)).then(|| usual_name(new, levels)),
    };
    Ok(SeatConfig {
        seat: new.seat,
        name,
        player,
        is_program: false,
    })
}

/// Whether the bot of a seat, if one plays there, is offered where so many play;
/// why it is not.
fn check_players<G: Game>(
    new: &NewSeat,
    levels: &[Level<G>],
    players: usize,
) -> Result<(), NewSeatError> {
    let NewPlayer::Bot(bot) = &new.player else {
        return Ok(());
    };
    match named(levels, bot) {
        Some(level) if !level.plays_among(players) => Err(NewSeatError::BotElsewhere {
            bot: bot.clone(),
            players: level.players.clone(),
            seats: players,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use parlor_game::Ludo;

    use super::*;
    use crate::testing::level;

    fn table(letters: &str, bot: &str) -> NewTable {
        let seat = |letter| NewSeat {
            seat: letter,
            name: None,
            player: match letter {
                'A' => NewPlayer::Here(Offer::Nothing),
                _ => NewPlayer::Bot(bot.to_owned()),
            },
        };
        NewTable {
            game: Ludo::NAME.to_owned(),
            rules: None,
            seats: letters.chars().map(seat).collect(),
            position: None,
            limit: None,
            away_after: None,
            clock: None,
            nonce: None,
        }
    }

    #[test]
    fn a_bot_sits_only_where_as_many_play_as_it_is_offered_for() {
        let levels = [level("random", 2..=4), level("optimal", 2..=2)];
        let planned = |letters, bot| plan_of::<Ludo>(&table(letters, bot), &levels);
        assert!(planned("AC", "optimal").is_ok());
        assert!(planned("ABC", "random").is_ok());
        let error = NewSeatError::BotElsewhere {
            bot: "optimal".to_owned(),
            players: 2..=2,
            seats: 3,
        };
        let refused = planned("ABC", "optimal");
        assert_eq!(refused, Err(NewTableError::Seat { place: 1, error }));
    }

    #[test]
    fn bots_of_one_title_have_names_of_their_own() {
        let levels = [level("random", 2..=4)];
        let names = |table: &NewTable| {
            let planned = plan_of::<Ludo>(table, &levels).expect("a game");
            let seats = planned.seats.iter();
            seats.map(SeatConfig::shown_name).collect::<Vec<_>>()
        };
        let mut table = table("ABCD", "random");
        assert_eq!(names(&table), ["Player A", "Named", "Named 2", "Named 3"]);
        table.seats[0].name = Some("named 2".to_owned());
        assert_eq!(names(&table), ["named 2", "Named", "Named 3", "Named 4"]);
    }
}
