//! The command line of Ludo.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use ludo_rules::Roll;
use parlor_selfplay::ludo::MAX_LIMIT;

use super::{
    FormArgs, LUDO_SCRIPT_HELP, MineArgs, OutArgs, RunArgs, ScriptArgs, Seats, counted_games,
    seats, whole,
};

#[derive(Debug, Subcommand)]
#[expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "these comments are the help of the command line, which is not Markdown"
)]
pub(crate) enum LudoCommand {
    /// Play scripted games and print their final positions
    ///
    /// A game is a JSON object or a line of text; these two are the same game:
    ///   {"players":["A","B"],"turns":[["A",6],["A",4],["B",6]]}
    ///   A,B: A6 A4 B6
    ///
    /// The rolls are played in order, each by the decision-making algorithm of the
    /// rules (L-15 to L-18). docs/formats/script.md specifies the format.
    #[command(verbatim_doc_comment, after_help = LUDO_SCRIPT_HELP)]
    Script(ScriptArgs),
    /// Solve the two-player game exactly and prove the solution
    ///
    /// Compute the win probability of every position under best play, enclose
    /// each in bounds, and check by the rules alone that the bounds hold. The
    /// game is always solved from scratch; cached values are not used.
    #[command(after_help = "\
Examples:
  parlor ludo solve
  parlor ludo solve --seats A,B --json
  parlor ludo solve --output ludo.values")]
    Solve(SolveArgs),
    /// Compute the exact win probabilities of one policy against another
    ///
    /// Probabilities and averages are taken over all possible games, without
    /// simulation.
    #[command(after_help = "\
Examples:
  parlor ludo evaluate
  parlor ludo evaluate --policies optimal,priority --seats A,B
  parlor ludo evaluate --policies priority,optimal --by-rule
  parlor ludo evaluate --policies optimal,optimal --lengths --json")]
    Evaluate(EvaluateArgs),
    /// Count the possible games to depth N: one line `depth count` per depth
    ///
    /// Perft (performance test) is the usual check of a move generator: see
    /// <https://www.chessprogramming.org/Perft>. It counts the sequences of N
    /// rolls, each with one choice or a pass. A game that has ended is not
    /// continued.
    #[command(after_help = "\
Examples:
  parlor ludo perft 6
  parlor ludo perft 5 --seats A,B,C,D")]
    Perft {
        /// Depth in rolls, 1 to 20.
        #[arg(value_name = "N", value_parser = whole::<u32>(1..=20), allow_negative_numbers = true)]
        depth: u32,
        /// Seats in play, in turn order.
        #[arg(long, value_name = "SEATS", default_value = "A,B", value_parser = seats)]
        seats: Seats,
    },
    /// Separate luck from skill in a recorded game
    ///
    /// A roll's luck is the change it made to the roller's chance of finishing
    /// next, in percentage points. A choice's loss is how far it fell short of
    /// the best choice. A loss below 1 point is good; from 1 point it is an
    /// inaccuracy (?!), from 2.5 a mistake (?), from 6 a blunder (??). With two
    /// players left all chances are exact; their values are solved on first use
    /// and cached, in the folder that PARLOR_CACHE names or else in yours. With
    /// three or four players they are estimates.
    ///
    /// Only games played live can be analyzed, finished or not: a scripted game
    /// has no choices.
    #[command(
        visible_alias = "analyze",
        after_help = "\
Examples:
  parlor ludo analyse game.record
  parlor ludo analyse game.record --svg -o chances.svg
  parlor ludo analyse game.record --alt-text
  parlor ludo analyse - --json < game.record"
    )]
    Analyse {
        /// Record file; `-` for standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Rate every choice for a roll and mark the best
    ///
    /// For each choice, show the roller's chance of finishing next in percent,
    /// the loss against the best choice in percentage points, and what the
    /// choice does. Before the roll, show the best choice for each of the six
    /// rolls, or all choices for the one given by --roll. With two players left
    /// all chances are exact; their values are solved on first use and cached,
    /// in the folder that PARLOR_CACHE names or else in yours. With three or four
    /// players they are estimates.
    ///
    /// docs/rules/ludo.md specifies the notation of positions.
    #[command(after_help = "\
Examples:
  parlor ludo hint 'A20.H/C26.R A 6 -'
  parlor ludo hint 'A20.H/C26.R A - -'
  parlor ludo hint 'A20.H/C26.R A - -' --roll 6
  parlor ludo hint 'A20.H/C26.R A 6 -' --json")]
    Hint(LudoHintArgs),
    /// Play bots against each other and measure their strength
    ///
    /// Every pair of bots plays every seating that contains both and no other bot: at
    /// two seats both orders, at four seats fourteen seatings, from one against three
    /// to two against two. Every deal is played in all of them, and a deal fixes the
    /// dice: the n-th roll of a seat is the same in all its games, so that a lucky seat
    /// helps every bot once. Every ± is half a 95 % confidence interval over the deals.
    ///
    /// With two players left, `strong` plays by the exact values, as `optimal` does: at
    /// a table of two they differ in name only.
    ///
    /// The score is the share of games won per seat held; Elo is relative to the
    /// average of all bots. The same seed gives the same table for any number of
    /// threads. Ctrl-C stops early and shows the results so far.
    ///
    /// With --json the output is one object:
    ///   {"game":"ludo","rules":"classic","seats":["A","C"],"seed":1,
    ///    "deals":1000,"games":2000,"rolls":…,"stopped":false,"fair_share":0.5,
    ///    "bots":[{"bot":"priority","seats_held":2000,"wins":…,
    ///             "score":{"value":…,"low":…,"high":…},
    ///             "elo":{…},"place":{…}},…],
    ///    "alone":[{"bot":"priority","against":"random","games":2000,
    ///              "score":{…}},…]}
    /// where `seats_held` counts the seats that a bot held over all games, `elo` is
    /// null while some bots have never beaten the others, and `alone` is the score of
    /// each bot alone against a table of another. Fractions have 12 digits after the
    /// decimal point; what too few deals leave unknown is null.
    #[command(
        verbatim_doc_comment,
        alias = "tournament",
        after_help = "\
Examples:
  parlor ludo match
  parlor ludo match --bots random,priority --seats 4 --deals 10000
  parlor ludo match --seats A,B --json > adjacent.json"
    )]
    Match(LudoMatchArgs),
    /// Play games in bulk and write them as columns of numbers, for NumPy
    ///
    /// Each roll is a row; each column is a file NAME.npy in the folder, and
    /// meta.json describes them. docs/formats/selfplay.md specifies the columns. A
    /// game depends on the seed and its number alone, so the number of threads
    /// changes nothing.
    ///
    /// The folder appears when all games are written. Ctrl-C ends the games early
    /// and keeps those that are complete.
    #[command(
        name = "selfplay",
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor ludo selfplay --games 100000 --policies optimal,priority --out games
  parlor ludo selfplay --games 1000 --policies optimal --values --out games --json
  parlor ludo selfplay --games 1000 --seats 4 --policies strong --out games"
    )]
    SelfPlay {
        #[command(flatten)]
        games: LudoGamesArgs,
        /// Also write the exact chances before the roll and after each choice, the
        /// luck of the roll and the loss of the choice; for two seats.
        #[arg(long)]
        values: bool,
        #[command(flatten)]
        out: OutArgs,
    },
    /// Play games in bulk and count who wins
    ///
    /// A game depends on the seed and its number alone. Games by `priority` alone, which
    /// are played many at a time by the processor's widest vectors, and by `random`
    /// alone are those of docs/formats/random-games.md; any others are those of
    /// `parlor ludo selfplay`. Ctrl-C stops early and prints what there is.
    ///
    /// With --json the output is one object:
    ///   {"games":1000,"rolls":…,"wins":{"A":…,"C":…},
    ///    "shares":{"A":{"value":…,"low":…,"high":…},"C":{…}},
    ///    "places":{"A":[{"games":…,"share":{"value":…,"low":…,"high":…}},…],"C":[…]},
    ///    "mean_rolls":…,
    ///    "length":{"value":…,"low":…,"high":…,"shortest":…,"longest":…},
    ///    "ended_by":{"L-30":…},"stopped":false,"seconds":…}
    /// where `shares` are the shares of games won, `places` how often a seat had each
    /// place from the first on, `length` the mean number of rolls, all with 95 %
    /// intervals (Wilson's; Student's for the mean, and null where all games are
    /// equally long). A place that the limit leaves open is nobody's.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor ludo simulate --games 100000000 --seats 4 --policies priority
  parlor ludo simulate --games 10000 --policies optimal,priority --seats A,B
  parlor ludo simulate --games 1000 --seats A,B,C --policies strong --json"
    )]
    Simulate {
        #[command(flatten)]
        games: LudoGamesArgs,
    },
    /// Find puzzles in games: positions in which a rule of thumb is wrong
    ///
    /// Plays games in which both players know what is best and each follows one rule
    /// of thumb or none, and prints a puzzle as soon as it is found, one line of JSON
    /// each. In each game one rule of thumb is looked for; there are at most five
    /// puzzles for each rule and grade, two of them with the same roll.
    /// docs/formats/puzzles.md specifies the lines and the rules of thumb.
    ///
    /// The exact values are solved on first use and cached, in the folder that
    /// PARLOR_CACHE names or else in yours; their bounds are proved before the first
    /// game. A game depends on the seed and its number alone, so the number of
    /// threads changes nothing. Ctrl-C stops early.
    #[command(after_help = "\
Examples:
  parlor ludo puzzles --games 100000 > ludo.jsonl
  parlor ludo puzzles --games 1000 --seed 7 --seats A,B")]
    Puzzles(LudoPuzzlesArgs),
}

/// The options of `parlor ludo puzzles`.
#[derive(Args, Debug)]
pub(crate) struct LudoPuzzlesArgs {
    /// The two seats in play; the first one begins.
    #[arg(long, value_name = "SEATS", default_value = "A,C", value_parser = seats)]
    pub(crate) seats: Seats,
    #[command(flatten)]
    pub(crate) mine: MineArgs,
}

/// The options of `parlor ludo solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The two seats in play, in turn order.
    #[arg(long, value_name = "SEATS", default_value = "A,C", value_parser = seats)]
    pub(crate) seats: Seats,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
    /// File for the values of all positions.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Bits per value in the file.
    #[arg(long, value_enum, default_value_t, requires = "output")]
    pub(crate) bits: Bits,
}

/// The precision of the values in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bits {
    /// Full precision, as proofs need it: 25 MB, or 50 MB for adjacent seats.
    #[default]
    #[value(name = "64")]
    Exact,
    /// Within 0.0000077, enough for play: a quarter of the size.
    #[value(name = "16")]
    Short,
}

/// The options of `parlor ludo evaluate`.
#[derive(Args, Debug)]
pub(crate) struct EvaluateArgs {
    /// Policies of the two players, in turn order.
    #[arg(
        long,
        value_enum,
        value_name = "FIRST,SECOND",
        value_delimiter = ',',
        num_args = 1,
        default_value = "priority,priority"
    )]
    pub(crate) policies: Vec<PolicyName>,
    /// The two seats in play, in turn order.
    #[arg(long, value_name = "SEATS", default_value = "A,C", value_parser = seats)]
    pub(crate) seats: Seats,
    /// Also compute the distribution of game lengths in rolls, from the shortest
    /// to the longest in a billion; takes a minute or two.
    #[arg(long)]
    pub(crate) lengths: bool,
    /// Also compute what each rule of the first player's priority policy costs
    /// against best play; takes about a minute.
    #[arg(long)]
    pub(crate) by_rule: bool,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A policy by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolicyName {
    /// A legal choice at random, all equally likely.
    Random,
    /// The assignments' decision-making algorithm.
    Priority,
    /// Best play, by the exact values.
    Optimal,
}

/// The options of `parlor ludo hint`.
#[derive(Args, Debug)]
pub(crate) struct LudoHintArgs {
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

/// The options of `parlor ludo match`.
#[derive(Args, Debug)]
pub(crate) struct LudoMatchArgs {
    /// Bots, separated by commas [default: all that support the table].
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// Number of seats, 2 to 4, or the seats themselves in turn order.
    #[arg(long, value_name = "SEATS", default_value = "2", value_parser = seats_of_table)]
    pub(crate) seats: Seats,
    /// Number of deals.
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    pub(crate) deals: u64,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The seats of a table, by their number or one by one.
fn seats_of_table(text: &str) -> Result<Seats, String> {
    let letters = match text.trim() {
        "2" => "A,C",
        "3" => "A,B,C",
        "4" => "A,B,C,D",
        letters => letters,
    };
    if letters.chars().all(|letter| letter.is_ascii_digit()) {
        return Err(format!(
            "{letters:?} is not a number of seats; expected 2, 3 or 4"
        ));
    }
    seats(letters).map_err(|error| {
        format!("{error}; expected 2, 3 or 4, or seats separated by commas, such as A,C")
    })
}

/// The options of `parlor ludo selfplay` and `simulate`.
#[derive(Args, Debug)]
pub(crate) struct LudoGamesArgs {
    /// Number of games, up to 10^12 for simulate, 4294967295 for selfplay.
    #[arg(long, value_name = "N", value_parser = counted_games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Policies, one for each seat or one for all: random, priority, optimal (two
    /// seats) or strong.
    #[arg(
        long,
        value_name = "POLICIES",
        value_delimiter = ',',
        num_args = 1,
        default_value = "random"
    )]
    pub(crate) policies: Vec<String>,
    /// Number of seats, 2 (A,C), 3 (A,B,C) or 4, or the seats themselves; the first one
    /// begins, and play goes on clockwise (L-28).
    #[arg(long, value_name = "SEATS", default_value = "2", value_parser = seats_of_table)]
    pub(crate) seats: Seats,
    /// Rolls after which a game is stopped (L-31), at most 65535.
    #[arg(
        long,
        value_name = "ROLLS",
        default_value_t = ludo_rules::DEFAULT_ROLL_LIMIT,
        value_parser = whole::<u32>(1..=MAX_LIMIT.into()),
        allow_negative_numbers = true
    )]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
