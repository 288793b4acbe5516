//! What a server needs of a game beyond its rules: bots, hints and pictures.
//!
//! All that must exist once for each game is here: a new game is registered in `parlor-game`, and
//! the compiler asks for the rest.

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
use parlor_record::record::{AnyRecord, Record};
use parlor_view::Registered;

use crate::log::{ChanceBasis, HintLine, HintReason, HintScore, NextChoice};

/// A game that can be played here.
pub trait Playable: Registered {
    /// The seats of the game that one button starts: a person's, then a bot's.
    const USUAL_SEATS: [Self::Seat; 2];
    /// The name of the bot in that game: one that a beginner beats now and then.
    const USUAL_BOT: &'static str;

    /// The bots, the weakest first.
    fn levels() -> Vec<Level<Self>>;

    /// The best action of the player to choose, and the evidence for it; `None` if no choice is
    /// due.
    fn hint(game: &LiveGame<Self>, stop: &AtomicBool) -> Option<(Self::Action, HintReason)>;

    /// The rule by which only the seat to act may act.
    fn turn_rule(rules: Self::Rules) -> &'static str;

    /// Whether two players may agree on a draw.
    fn allows_draws(rules: Self::Rules) -> bool;

    /// Whether the action answers a roll with which nothing could move.
    fn is_lost_roll(action: Self::Action) -> bool;

    /// The record of a game as that of a game of any kind.
    fn any_record(record: Record<Self>) -> AnyRecord;
}

impl Playable for Ludo {
    const USUAL_SEATS: [Self::Seat; 2] = [ludo_rules::Seat::A, ludo_rules::Seat::C];
    // A random player wins 25 of 100 games against it, a perfect one 56 (docs/ludo-solved.md).
    const USUAL_BOT: &'static str = "priority";

    fn levels() -> Vec<Level<Self>> {
        ludo::levels()
    }

    fn hint(game: &LiveGame<Self>, stop: &AtomicBool) -> Option<(Self::Action, HintReason)> {
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

    // L-14: a pass is legal only where nothing can move.
    fn is_lost_roll(action: Self::Action) -> bool {
        action.choice == ludo_rules::Move::Pass
    }

    fn any_record(record: Record<Self>) -> AnyRecord {
        record.into()
    }
}

impl Playable for Kuba {
    const USUAL_SEATS: [Self::Seat; 2] = kuba_rules::Side::ALL;
    // The fifth of ten: it overlooks half of what there is, and scores 94 % against the level
    // below (docs/kuba-engine.md).
    const USUAL_BOT: &'static str = "level-3";

    fn levels() -> Vec<Level<Self>> {
        kuba::levels()
    }

    fn hint(game: &LiveGame<Self>, stop: &AtomicBool) -> Option<(Self::Action, HintReason)> {
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
        let action = *lines.first()?.actions.first()?;
        let lines = lines.iter().map(HintLine::from).collect();
        Some((action, HintReason::Lines(lines)))
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

    fn is_lost_roll(_: Self::Action) -> bool {
        false
    }

    fn any_record(record: Record<Self>) -> AnyRecord {
        record.into()
    }
}

/// The nodes of a hint in Kuba, for each of the two best pushes as many as the strongest bot has
/// for its one, and the size of its table in MiB.
const HINT_NODES: u64 = 200_000;
const HINT_MEBIBYTES: usize = 16;

/// The interval at which a hint looks for the exact values of Ludo.
const LOOK: Duration = Duration::from_millis(20);

/// Solves two-player Ludo for a seating in the background, once: the first time it takes longer than
/// players wait for a hint.
pub fn solve_soon(seating: Seating) {
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

/// The best choice for a roll by the exact values, if they are there where they apply, and by
/// learned chances otherwise.
fn ludo_hint(
    position: &ludo_rules::Position,
    tables: &Tablebase,
) -> Option<(ludo_rules::Action, HintReason)> {
    let is_unsolved = |seating| tables.get(seating).is_none();
    let is_unsolved = Seating::of_two_left(position).is_some_and(is_unsolved);
    let ranking = if is_unsolved {
        Ranking::of(position, &Estimator::built_in())?
    } else {
        Ranking::of(position, &Expert::new(tables))?
    };
    let chance = |ranked: &Ranked| ranked.chances.of(ranking.seat());
    let action = ludo_rules::Action {
        seat: ranking.seat(),
        roll: ranking.roll(),
        choice: ranking.best().choice,
    };
    let reason = HintReason::Chances {
        best: chance(ranking.best()),
        next: ranking.choices().get(1).map(|next| NextChoice {
            choice: next.choice.to_string(),
            chance: chance(next),
        }),
        basis: match ranking.certainty() {
            Certainty::Exact => ChanceBasis::Exact,
            Certainty::Estimate { .. } if is_unsolved => ChanceBasis::Unsolved,
            Certainty::Estimate { .. } => ChanceBasis::Estimate,
        },
    };
    Some((action, reason))
}

impl From<&kuba::Line> for HintLine {
    fn from(line: &kuba::Line) -> Self {
        Self {
            score: match line.score {
                kuba::Score::Reds(hundredths) => HintScore::Reds(hundredths),
                kuba::Score::Win(pushes) => HintScore::Win(pushes),
                kuba::Score::Loss(pushes) => HintScore::Loss(pushes),
            },
            actions: line.actions.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Whether the game of this name has dice.
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

/// The strongest bot for this number of players, itself included.
pub fn strongest<G: Game>(levels: &[Level<G>], players: usize) -> Option<&Level<G>> {
    let mut strongest_first = levels.iter().rev();
    strongest_first.find(|level| level.plays_among(players))
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
    fn a_hint_between_two_is_an_estimate_until_they_are_solved() {
        let position = "A20.H/C12.E A 6 -".parse().expect("a position");
        let (action, reason) = ludo_hint(&position, &Tablebase::new()).expect("a hint");
        assert!(["A6p", "A6q"].contains(&&*action.to_string()), "{action}");
        let HintReason::Chances { best, next, basis } = reason else {
            panic!("chances: {reason:?}");
        };
        let next = next.expect("there are two choices");
        assert_eq!(basis, ChanceBasis::Unsolved);
        assert!(best > next.chance && action.to_string() != format!("A6{}", next.choice));
    }
}
