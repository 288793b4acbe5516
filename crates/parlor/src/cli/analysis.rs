//! The options of `parlor ludo analyse` and `parlor ludo hint`.

use clap::Args;
use ludo_rules::Roll;

/// The options of `parlor ludo hint`.
#[derive(Args, Debug)]
pub(crate) struct HintArgs {
    /// Position line, quoted.
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Roll, 1 to 6, for a position before the roll [default: each of the six].
    #[arg(long, value_name = "N", value_parser = roll, allow_negative_numbers = true)]
    pub(crate) roll: Option<Roll>,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

fn roll(text: &str) -> Result<Roll, String> {
    let value = text.parse().ok().and_then(|value| Roll::new(value).ok());
    value.ok_or_else(|| "expected a whole number from 1 to 6".to_owned())
}

pub(super) const ANALYSE: &str = "\
Separates luck from skill in a recorded game: the worth of every roll and every
choice.

A roll's luck is the change it made to the roller's chance of finishing next, in
percentage points. A choice's loss is how far it fell short of the best choice.
A loss below 1 point is good; from 1 point it is an inaccuracy (?!), from 2.5 a
mistake (?), from 6 a blunder (??). With two players left all chances are exact;
their values are solved on first use and cached. With three or four players they
are estimates.

Only games played live can be analyzed, finished or not: a scripted game has no
choices.";

pub(super) const ANALYSE_EXAMPLES: &str = "\
Examples:
  parlor ludo analyse game.record
  parlor ludo analyse game.record --svg -o chances.svg
  parlor ludo analyse game.record --alt-text
  parlor ludo analyse - --json < game.record";

pub(super) const HINT: &str = "\
Rates every choice for a roll and marks the best: the roller's chance of
finishing next in percent, the loss against the best choice in percentage
points, and what the choice does.

Before the roll, shows the best choice for each of the six rolls, or all choices
for the one given by --roll. With two players left all chances are exact; their
values are solved on first use and cached. With three or four players they are
estimates.";

pub(super) const HINT_EXAMPLES: &str = "\
Examples:
  parlor ludo hint 'A20.H/C26.R A 6 -'
  parlor ludo hint 'A20.H/C26.R A - -'
  parlor ludo hint 'A20.H/C26.R A - -' --roll 6
  parlor ludo hint 'A20.H/C26.R A 6 -' --json";
