//! The options of `parlor ludo analyse` and `parlor ludo hint`.

use clap::Args;
use ludo_rules::Roll;

/// Which position, and with which roll.
#[derive(Args, Debug)]
pub(crate) struct HintArgs {
    /// The position line, in quotes.
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// The roll, 1 to 6, where none is in hand; without it, all six are told.
    #[arg(long, value_name = "N", value_parser = roll, allow_negative_numbers = true)]
    pub(crate) roll: Option<Roll>,
    /// One JSON object on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What the die shows.
fn roll(text: &str) -> Result<Roll, String> {
    let value = text.parse().ok().and_then(|value| Roll::new(value).ok());
    value.ok_or_else(|| format!("N is a whole number from 1 to 6, not {text}"))
}

pub(super) const ANALYSE: &str = "\
Tells luck from skill in a recorded game: what every roll and every choice was
worth.

The luck of a roll is what it added to the roller's chance of finishing next,
in points of a hundred; the loss of a choice is what the best one would have
kept of it. What loses less than 1 point is good; from 1 point on it is an
inaccuracy (?!), from 2.5 a mistake (?), from 6 a blunder (??). With two players
left all chances are exact; the values for that are solved the first time and
then kept in your cache folder. With three and four they are estimates.

Only games that were played live can be analysed, finished or not; in a scripted
game nobody chooses.";

pub(super) const ANALYSE_EXAMPLES: &str = "\
Examples:
  parlor ludo analyse game.record
  parlor ludo analyse game.record --svg -o chances.svg
  parlor ludo analyse game.record --alt-text
  parlor ludo analyse - --json < game.record";

pub(super) const HINT: &str = "\
Says what each choice for a roll is worth, and which is best: the roller's
chance of finishing next, in per cent, what the choice loses against the best,
in points of a hundred, and what it does.

While a roll is due, tells the best choice for each of the six, or the choices
for the one of --roll. With two players left all chances are exact; the values
for that are solved the first time and then kept in your cache folder. With
three and four they are estimates.";

pub(super) const HINT_EXAMPLES: &str = "\
Examples:
  parlor ludo hint 'A20.H/C26.R A 6 -'
  parlor ludo hint 'A20.H/C26.R A - -'
  parlor ludo hint 'A20.H/C26.R A - -' --roll 6
  parlor ludo hint 'A20.H/C26.R A 6 -' --json";
