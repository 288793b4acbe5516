//! What is settled for a game that somebody wants, or what is wrong with it.

use core::ops::RangeInclusive;
use core::time::Duration;

use parlor_dice::Bytes32;
use parlor_game::{AnyGame, Game, Level, for_games};

use super::new_table::{CreateError, Field, NewPlayer, NewSeat, NewTable, Offer, SeatField};
use parlor_table::log::{GameConfig, Player, SeatConfig};
use parlor_table::playable::{Playable, named, players_in_words};

/// The most characters that a player's name may have.
pub const LONGEST_NAME: usize = 40;

/// The times that a seat may be allowed to stay away.
const AWAY_RANGE: RangeInclusive<Duration> = Duration::from_secs(5)..=Duration::from_hours(30 * 24);

/// What a clock may begin with, and gain with a turn.
const INITIAL: RangeInclusive<Duration> = Duration::from_secs(10)..=Duration::from_hours(3);
const INCREMENT: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_mins(3);

pub(super) fn wrong(
    field: Field,
    rule: impl Into<Option<&'static str>>,
    message: impl Into<String>,
) -> CreateError {
    CreateError::Wrong {
        field,
        rule: rule.into(),
        message: message.into(),
    }
}

/// What is settled for a game that somebody wants, but for its dice.
pub(super) fn config(table: &NewTable) -> Result<GameConfig, CreateError> {
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
    let names = AnyGame::NAMES.join(" and ");
    let message = format!("there is no game {:?}; the games are {names}", table.game);
    Err(wrong(Field::Game, None, message))
}

fn plan_of<G: Playable>(table: &NewTable, levels: &[Level<G>]) -> Result<GameConfig, CreateError> {
    let rules: G::Rules = match table.rules.as_deref() {
        None => G::Rules::default(),
        Some(rules) => rules
            .parse()
            .map_err(|error| wrong(Field::Rules, None, format!("{error}")))?,
    };
    let mut seats = Vec::new();
    let mut planned = Vec::new();
    for (place, new) in table.seats.iter().enumerate() {
        let wrong = |part, message| wrong(Field::Seat(place, part), None, message);
        seats.push(seat::<G>(new).map_err(|message| wrong(SeatField::Letter, message))?);
        planned.push(seat_plan(new, levels).map_err(|(part, message)| wrong(part, message))?);
    }
    G::start(rules, &seats).map_err(|error| {
        let rule = G::start_rule(&error);
        wrong(Field::Seats, rule, error.to_string())
    })?;
    if table
        .seats
        .iter()
        .all(|new| matches!(new.player, NewPlayer::Bot(_)))
    {
        let message = "bots alone play no game here: at least one seat is a human's";
        return Err(wrong(Field::Seats, None, message));
    }
    for (place, new) in table.seats.iter().enumerate() {
        let name = planned[place].shown_name();
        let mut others = planned
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let is_usual = name == usual_name(new, levels);
        if !is_usual && others.any(|(_, other)| other.is_called(&name)) {
            let message = format!("another seat has the name {name:?}; choose a different one");
            return Err(wrong(Field::Seat(place, SeatField::Name), None, message));
        }
        check_players(new, levels, seats.len())
            .map_err(|message| wrong(Field::Seat(place, SeatField::Bot), None, message))?;
    }
    if table
        .away_after
        .is_some_and(|patience| !AWAY_RANGE.contains(&patience))
    {
        let message = "a seat may stay away for 5 seconds to 30 days until a bot takes it over";
        return Err(wrong(Field::AwayAfter, None, message));
    }
    if table.clock.is_some_and(|clock| {
        !INITIAL.contains(&clock.initial) || !INCREMENT.contains(&clock.increment)
    }) {
        let message = "a clock begins with 10 seconds to 3 hours, and gains 0 to 180 seconds with \
                       every turn";
        return Err(wrong(Field::Clock, None, message));
    }
    Ok(GameConfig {
        game: table.game.clone(),
        rules: rules.to_string(),
        seats: planned,
        limit: table
            .limit
            .map_or(G::DEFAULT_LIMIT, |limit| limit.get().min(G::DEFAULT_LIMIT)),
        away_after: table.away_after,
        clock: table.clock,
        commitment: Bytes32([0; 32]),
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
fn seat<G: Game>(new: &NewSeat) -> Result<G::Seat, String> {
    G::seat(new.seat).ok_or_else(|| {
        let known = G::SEATS.iter().map(|&seat| G::letter(seat).to_string());
        let known: Vec<String> = known.collect();
        let known = known.join(", ");
        format!("there is no seat {:?}; the seats are {known}", new.seat)
    })
}

/// What a player is called without a name.
fn usual_name<G: Playable>(new: &NewSeat, levels: &[Level<G>]) -> String {
    match &new.player {
        NewPlayer::Bot(bot) => named(levels, bot).map_or(bot.clone(), |level| level.title.into()),
        NewPlayer::Here(_) | NewPlayer::Elsewhere => parlor_view::default_name(new.seat),
    }
}

/// What is settled for a seat, or what of it is wrong, and why.
fn seat_plan<G: Playable>(
    new: &NewSeat,
    levels: &[Level<G>],
) -> Result<SeatConfig, (SeatField, String)> {
    let player = match &new.player {
        NewPlayer::Bot(bot) => {
            if named(levels, bot).is_none() {
                let names: Vec<&str> = levels.iter().map(Level::name).collect();
                let names = names.join(", ");
                let message = format!("there is no bot {bot:?} for {}; there are {names}", G::NAME);
                return Err((SeatField::Bot, message));
            }
            Player::Bot(bot.clone())
        }
        NewPlayer::Here(Offer::Commitment(_) | Offer::Later) if !G::has_dice() => {
            let message = format!(
                "nothing is rolled in {}, so there is nothing to give",
                G::NAME
            );
            return Err((SeatField::Offer, message));
        }
        NewPlayer::Here(_) | NewPlayer::Elsewhere => Player::Person(None),
    };
    // A blank name is none.
    let own = new.name.as_deref().filter(|name| !name.trim().is_empty());
    let name = match own {
        Some(own) => Some(checked_name(own).map_err(|error| (SeatField::Name, error.to_string()))?),
        None => matches!(player, Player::Bot(_)).then(|| usual_name(new, levels)),
    };
    Ok(SeatConfig {
        seat: new.seat,
        name,
        player,
    })
}

/// Whether the bot of a seat, if one plays there, is offered where so many play;
/// why it is not.
fn check_players<G: Game>(
    new: &NewSeat,
    levels: &[Level<G>],
    players: usize,
) -> Result<(), String> {
    let NewPlayer::Bot(bot) = &new.player else {
        return Ok(());
    };
    match named(levels, bot) {
        Some(level) if !level.plays_among(players) => {
            let most = players_in_words(&level.players);
            Err(format!(
                "{bot} plays only with {most}; this game has {players}"
            ))
        }
        _ => Ok(()),
    }
}

/// A text that cannot be a player's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// It is empty, or too long.
    #[error("a name has 1 to {LONGEST_NAME} characters")]
    Length,
    /// It cannot be shown in a line.
    #[error(
        "the name {0:?} has characters that cannot be shown in a line: controls, or ones that turn the writing round"
    )]
    NotALine(String),
}

/// A player's name as it is kept.
///
/// # Errors
/// A name that is too long, or has characters that cannot be shown in a line.
pub fn checked_name(name: &str) -> Result<String, NameError> {
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME || name.is_empty() {
        return Err(NameError::Length);
    }
    if parlor_view::printable(name) != name {
        return Err(NameError::NotALine(name.to_owned()));
    }
    Ok(name.to_owned())
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
        match planned("ABC", "optimal") {
            Err(CreateError::Wrong {
                field,
                rule: None,
                message,
            }) => {
                assert_eq!(field, Field::Seat(1, SeatField::Bot));
                assert_eq!(
                    message,
                    "optimal plays only with two players; this game has 3"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
