//! The options of `parlor ludo solve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Seats, seats};

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
