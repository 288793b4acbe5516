//! What every bot promises.

use core::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Summary, Violation, promise, tables};
use crate::bot::{Bot, Budget, Level};
use crate::game::{Game, LiveGame, Turn};

/// Checks the levels of a game: a bot for every number of players, no name twice,
/// a sentence about each, a node to look at; and of each bot, at the tables where
/// it is offered, what [`check_bot`] checks.
///
/// # Errors
/// The first promise that does not hold.
pub fn check_levels<G: Game>(
    levels: &[Level<G>],
    games: u32,
    limit: u32,
    seed: u64,
) -> Result<Summary, Violation> {
    for players in G::PLAYERS {
        let is_offered = levels.iter().any(|level| level.plays_among(players));
        promise::<G>(is_offered, "the levels", || {
            format!("there must be a bot where {players} play")
        })?;
    }
    let mut summary = Summary::default();
    for (place, level) in levels.iter().enumerate() {
        let name = level.name();
        let holds = |holds, text: &str| {
            promise::<G>(holds, format!("the level {name}"), || text.to_owned())
        };
        let is_new = levels[..place].iter().all(|other| other.name() != name);
        holds(is_new, "its name must be its own")?;
        let is_titled = level.title.starts_with(char::is_uppercase);
        holds(is_titled, "its title must begin with a capital")?;
        let is_sentence = level.says.ends_with('.');
        holds(is_sentence, "what it says must be a sentence")?;
        holds(level.nodes > 0, "it must have a node to look at")?;
        let mut players = level.players.clone();
        let can_play = !players.is_empty() && players.all(|count| G::PLAYERS.contains(&count));
        holds(can_play, "as many as it plays among must be able to play")?;
        let trial = BotContract {
            bot: &*level.bot,
            budget: level.budget(),
            players: level.players.clone(),
            games,
            limit,
            seed,
        };
        trial.run(&mut summary)?;
    }
    Ok(summary)
}

/// Lets a bot play every seat of `games` games by each rule set and each seating,
/// and checks its promises: a name in lower case, a legal action whenever one is
/// due and none otherwise, and the same choice in the same game. Chance is drawn
/// by the seed.
///
/// The summary's `refused` stays 0.
///
/// # Errors
/// The first promise that does not hold.
pub fn check_bot<G: Game>(
    bot: &dyn Bot<G>,
    budget: Budget<'_>,
    games: u32,
    limit: u32,
    seed: u64,
) -> Result<Summary, Violation> {
    let trial = BotContract {
        bot,
        budget,
        players: G::PLAYERS,
        games,
        limit,
        seed,
    };
    let mut summary = Summary::default();
    trial.run(&mut summary)?;
    Ok(summary)
}

/// A bot, and the games by which its promises are checked.
struct BotContract<'a, G: Game> {
    bot: &'a dyn Bot<G>,
    budget: Budget<'a>,
    /// The numbers of players.
    players: RangeInclusive<usize>,
    /// The number of games at each table, and of actions after which they end.
    games: u32,
    limit: u32,
    seed: u64,
}

impl<G: Game> BotContract<'_, G> {
    fn run(&self, summary: &mut Summary) -> Result<(), Violation> {
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let name = self.bot.name();
        let is_named = !name.is_empty() && name.chars().all(is_name);
        promise::<G>(is_named, "its name", || {
            format!("the name {name:?} must be in lower case")
        })?;
        for &rules in G::RULES {
            let sets = tables::sets::<G>().into_iter();
            for seats in sets.filter(|seats| self.players.contains(&seats.len())) {
                for start in tables::starts::<G>(rules, &seats)? {
                    summary.tables += 1;
                    for game in 0..self.games {
                        let seed = self.seed.wrapping_add(u64::from(game));
                        let game = LiveGame::new(start.clone(), Some(self.limit));
                        let words = ChaCha8Rng::seed_from_u64(seed);
                        play(self.bot, self.budget, game, words, summary)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Plays a game to its end, the bot on every seat.
fn play<G: Game>(
    bot: &dyn Bot<G>,
    budget: Budget<'_>,
    mut game: LiveGame<G>,
    mut words: ChaCha8Rng,
    summary: &mut Summary,
) -> Result<(), Violation> {
    loop {
        let word = words.next_u64();
        let answer = bot.choose(&game, budget, word);
        let holds = |holds, text: &str| {
            promise::<G>(holds, game.position(), || {
                format!("the bot {} {text}, not {answer:?}", bot.name())
            })
        };
        holds(
            answer == bot.choose(&game, budget, word),
            "must answer the same question in the same way",
        )?;
        summary.positions += 1;
        match game.turn() {
            Turn::Chance(_) => {
                holds(answer.is_none(), "must wait for chance")?;
                let outcome = G::random_chance(game.position(), word);
                let taken = outcome.is_some_and(|outcome| game.take_chance(outcome).is_ok());
                promise::<G>(taken, game.position(), || {
                    "chance must bring one of its outcomes".to_owned()
                })?;
            }
            Turn::Action(_) => {
                let legal = answer.filter(|action| game.legal_actions().any(|a| a == *action));
                holds(legal.is_some(), "must choose a legal action")?;
                let played = legal.is_some_and(|action| game.play(action).is_ok());
                promise::<G>(played, game.position(), || {
                    "a legal action must be carried out".to_owned()
                })?;
            }
            Turn::Over => {
                holds(answer.is_none(), "must choose nothing after the end")?;
                summary.games += 1;
                let rule = game.ended_by().unwrap_or_default();
                *summary.endings.entry(rule).or_default() += 1;
                return Ok(());
            }
        }
    }
}
