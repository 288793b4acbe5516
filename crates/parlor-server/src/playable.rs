//! What the server needs to know of a game beyond its rules.
//!
//! Everything that must exist once for each game is here: a new game is
//! registered in `parlor-game`, and the compiler asks for the rest.

use kuba_engine as kuba;
use ludo_solver as ludo;
use parlor_game::{Game, Kuba, Level, Ludo, for_games};
use parlor_view::{Moment, Scene};

/// A game that can be played here.
pub trait Playable: Game {
    /// The bots, the weakest first.
    fn levels() -> Vec<Level<Self>>;

    /// A moment of the game to be shown.
    fn scene(moment: Moment<Self>) -> Scene;

    /// The rule by which only the seat to act may act.
    fn turn_rule(rules: Self::Rules) -> &'static str;

    /// Whether two players may agree on a draw.
    fn allows_draws(rules: Self::Rules) -> bool;
}

impl Playable for Ludo {
    fn levels() -> Vec<Level<Self>> {
        ludo::levels()
    }

    fn scene(moment: Moment<Self>) -> Scene {
        moment.into()
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

    fn scene(moment: Moment<Self>) -> Scene {
        moment.into()
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
