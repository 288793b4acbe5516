//! The options of `parlor ludo evaluate`.

use clap::{Args, ValueEnum};

use super::{Seats, seats};

/// What to evaluate.
#[derive(Args, Debug)]
pub(crate) struct EvaluateArgs {
    /// The policies of the two players, of the one that begins first.
    #[arg(
        long,
        value_enum,
        value_name = "FIRST,SECOND",
        value_delimiter = ',',
        num_args = 1,
        default_value = "priority,priority"
    )]
    pub(crate) policies: Vec<PolicyName>,
    /// The two seats taken, the one that begins first.
    #[arg(long, value_name = "SEATS", default_value = "A,C", value_parser = seats)]
    pub(crate) seats: Seats,
    /// Also how many rolls games take, from the shortest to the last in a
    /// billion; found in a minute or two.
    #[arg(long)]
    pub(crate) lengths: bool,
    /// Also what each rule of the first player's priority policy costs him
    /// against best play; found in about a minute.
    #[arg(long)]
    pub(crate) by_rule: bool,
    /// One JSON object on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A way of choosing, in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolicyName {
    /// Any legal choice, each as likely as the others.
    Random,
    /// The texts' decision-making algorithm.
    Priority,
    /// Best play, by the exact values.
    Optimal,
}
