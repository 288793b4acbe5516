//! The options of `parlor ludo evaluate`.

use clap::{Args, ValueEnum};

use super::{Seats, seats};

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
