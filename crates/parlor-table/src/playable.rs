//! What the server needs to know of a game beyond its rules.
//!
//! Everything that must exist once for each game is here: a new game is
//! registered in `parlor-game`, and the compiler asks for the rest.

use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::{Mutex, PoisonError};
use std::thread;

use kuba_engine as kuba;
use ludo_solver as ludo;
use ludo_solver::analysis::{Certainty, Expert, Ranked, Ranking};
use ludo_solver::exact::{Seating, Tablebase};
use ludo_solver::strong::Estimator;
use parlor_game::{Game, Kuba, Level, LiveGame, Ludo, for_games};
use parlor_view::{Scene, Snapshot};

/// A game that can be played here.
pub trait Playable: Game {
    /// The bots, the weakest first.
    fn levels() -> Vec<Level<Self>>;

    /// A moment of the game to be shown.
    fn scene(snapshot: Snapshot<Self>) -> Scene;

    /// What is best for who is to choose, and what is said for it; none where
    /// nobody is to choose.
    fn hint(game: &LiveGame<Self>, stop: &AtomicBool) -> Option<(Self::Action, String)>;

    /// The rule by which only the seat to act may act.
    fn turn_rule(rules: Self::Rules) -> &'static str;

    /// Whether two players may agree on a draw.
    fn allows_draws(rules: Self::Rules) -> bool;
}

impl Playable for Ludo {
    fn levels() -> Vec<Level<Self>> {
        ludo::levels()
    }

    fn scene(snapshot: Snapshot<Self>) -> Scene {
        snapshot.into()
    }

    fn hint(game: &LiveGame<Self>, stop: &AtomicBool) -> Option<(Self::Action, String)> {
        let position = game.position();
        if let Some(seating) = Seating::of_two_left(position) {
            solve_soon(seating);
            while Tablebase::shared().get(seating).is_none() && !stop.load(Ordering::Relaxed) {
                thread::sleep(LOOK);
            }
        }
        ludo_hint(position, Tablebase::shared())
    }

    fn turn_rule(_: Self::Rules) -> &'static str {
        "L-28"
    }

    // L-31: the rules know no draw.
    fn allows_draws(_: Self::Rules) -> bool {
        false
    }
}

impl Playable for Kuba {
    fn levels() -> Vec<Level<Self>> {
        kuba::levels()
    }

    fn scene(snapshot: Snapshot<Self>) -> Scene {
        snapshot.into()
    }

    fn hint(game: &LiveGame<Self>, stop: &AtomicBool) -> Option<(Self::Action, String)> {
        let is_stopped = || stop.load(Ordering::Relaxed);
        let limits = kuba::Limits {
            lines: 2,
            ..kuba::Limits::nodes(HINT_NODES)
        };
        // Only what is seen to the same depth can be compared.
        let mut whole = None;
        let report = kuba::Engine::new(HINT_MEBIBYTES).search(
            &kuba::Root::from(game),
            &limits,
            &is_stopped,
            &mut |report| whole = Some(report.clone()),
        );
        let lines = whole.unwrap_or(report).lines;
        let actions = &lines.first()?.actions;
        let why = kuba::analysis::why(game.position(), actions);
        let advantage = kuba::analysis::advantage(game.position(), &lines);
        let says: Vec<String> = [why].into_iter().chain(advantage).collect();
        Some((*actions.first()?, says.join(" ")))
    }

    fn turn_rule(rules: Self::Rules) -> &'static str {
        match rules {
            kuba_rules::Rules::Classroom => "K-11",
            kuba_rules::Rules::Tournament => "K-12",
        }
    }

    fn allows_draws(rules: Self::Rules) -> bool {
        rules == kuba_rules::Rules::Tournament
    }
}

/// How many positions a hint in Kuba looks at, as many for each of the two best
/// pushes as the strongest bot for its one, and the size of its table in MiB.
const HINT_NODES: u64 = 200_000;
const HINT_MEBIBYTES: usize = 16;

/// How often a hint looks whether the exact values of Ludo are there.
const LOOK: Duration = Duration::from_millis(20);

/// Solves two-player Ludo for a seating in the background, unless that was begun:
/// the first time it takes longer than anybody waits for a hint.
fn solve_soon(seating: Seating) {
    static BEGUN: Mutex<Vec<Seating>> = Mutex::new(Vec::new());
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    if begun.contains(&seating) {
        return;
    }
    let solver = thread::Builder::new().name("solver".to_owned());
    let solve = move || {
        Tablebase::shared().values(seating);
    };
    match solver.spawn(solve) {
        Ok(_) => begun.push(seating),
        Err(error) => tracing::error!(%error, "Ludo is not solved in the background"),
    }
}

/// What is best for a roll by the exact values, if they are there where they
/// apply, and by learned chances otherwise.
fn ludo_hint(
    position: &ludo_rules::Position,
    tables: &Tablebase,
) -> Option<(ludo_rules::Action, String)> {
    let is_unsolved = |seating| tables.get(seating).is_none();
    let (ranking, note) = if Seating::of_two_left(position).is_some_and(is_unsolved) {
        let note = " That is an estimate, by what the bot Sage has learned: the exact chances \
                    are still being worked out.";
        (Ranking::of(position, &Estimator::built_in())?, note)
    } else {
        (Ranking::of(position, &Expert::new(tables))?, "")
    };
    let choice = ranking.best().choice;
    let action = ludo_rules::Action {
        seat: ranking.seat(),
        roll: ranking.roll(),
        choice,
    };
    let deed = parlor_view::ludo::choice(position, choice)?;
    let deed = match choice {
        ludo_rules::Move::P | ludo_rules::Move::Q => format!("token {deed}"),
        ludo_rules::Move::Stack | ludo_rules::Move::Pass => deed,
    };
    let chances = chances(position, &ranking);
    Some((action, format!("{deed}. {chances}{note}")))
}

/// What the best choice for a roll is worth, and the next one if that is seen to
/// be worth less.
fn chances(position: &ludo_rules::Position, ranking: &Ranking) -> String {
    let aim = match position.finishing_order().len() {
        0 => "winning",
        1 => "coming second",
        _ => "coming third",
    };
    let about = match ranking.certainty() {
        Certainty::Exact => "",
        Certainty::Estimate { .. } => "about ",
    };
    let percent = |ranked: &Ranked| {
        let chance = 100.0 * ranked.chances.of(ranking.seat());
        format!("{chance:.1} %")
    };
    let best = percent(ranking.best());
    let next = ranking.choices().get(1);
    let next = next.map(|next| (next.choice, percent(next)));
    let less = next.filter(|(_, chance)| *chance != best);
    let less = less.map_or_else(String::new, |(choice, chance)| {
        format!(", and {chance} with the next best choice, {choice}")
    });
    format!("With it the chance of {aim} is {about}{best}{less}.")
}

/// Whether anything is rolled in the game of this name.
pub fn has_dice(game: &str) -> bool {
    macro_rules! dice {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if game == <$game as Game>::NAME {
                    return <$game>::has_dice();
                }
            )+
        };
    }
    for_games!(dice);
    false
}

/// The bot of this name.
pub fn named<'a, G: Game>(levels: &'a [Level<G>], bot: &str) -> Option<&'a Level<G>> {
    levels.iter().find(|level| level.name() == bot)
}

/// The strongest bot that is offered where so many play, itself included.
pub fn strongest<G: Game>(levels: &[Level<G>], players: usize) -> Option<&Level<G>> {
    let mut strongest_first = levels.iter().rev();
    strongest_first.find(|level| level.plays_among(players))
}

/// How many may play: `two players`, `two to four players`.
pub fn players_in_words(players: &RangeInclusive<usize>) -> String {
    let word = |number: usize| match number {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        _ => number.to_string(),
    };
    let (least, most) = (word(*players.start()), word(*players.end()));
    if least == most {
        format!("{most} players")
    } else {
        format!("{least} to {most} players")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_bots_the_strongest_that_plays_among_so_many_is_taken() {
        let level = |title, players| Level {
            title,
            players,
            ..ludo::levels().remove(0)
        };
        let levels = [
            level("first", 2..=4),
            level("second", 2..=3),
            level("last", 2..=2),
        ];
        let strongest = |players| strongest(&levels, players).map(|level| level.title);
        let found = [2, 3, 4, 5].map(strongest);
        assert_eq!(found, [Some("last"), Some("second"), Some("first"), None]);
    }

    #[test]
    fn a_hint_between_two_is_an_estimate_and_says_so_until_they_are_solved() {
        let position = "A20.H/C12.E A 6 -".parse().expect("a position");
        let (action, says) = ludo_hint(&position, &Tablebase::new()).expect("a hint");
        assert!(["A6p", "A6q"].contains(&&*action.to_string()), "{action}");
        assert!(says.starts_with("token "), "{says}");
        assert!(
            says.contains("With it the chance of winning is about "),
            "{says}"
        );
        assert!(says.contains(" % with the next best choice, "), "{says}");
        assert!(says.ends_with("still being worked out."), "{says}");
    }

    #[test]
    fn of_choices_that_are_worth_the_same_no_difference_is_told() {
        // Either token may leave the yard.
        let position = "AH.H/C12.E A 6 -".parse().expect("a position");
        let (_, says) = ludo_hint(&position, &Tablebase::new()).expect("a hint");
        assert!(says.contains("the chance of winning is about "), "{says}");
        assert!(!says.contains("next best"), "{says}");
    }

    #[test]
    fn how_many_play_is_said_in_words() {
        let said = [2..=2, 2..=4, 3..=4, 2..=6].map(|players| players_in_words(&players));
        assert_eq!(
            said,
            [
                "two players",
                "two to four players",
                "three to four players",
                "two to 6 players"
            ]
        );
    }
}
