//! The options of `parlor ludo solve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Seats, seats};

/// How to solve Ludo.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The two seats taken, the one that begins first.
    #[arg(long, value_name = "SEATS", default_value = "A,C", value_parser = seats)]
    pub(crate) seats: Seats,
    /// One JSON object on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the values of all positions to this file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The size of a value in the file.
    #[arg(long, value_enum, default_value_t, requires = "output")]
    pub(crate) bits: Bits,
}

/// How exactly a file holds values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bits {
    /// To the last bit, as proofs need them: 25 MB, or 50 for adjacent seats.
    #[default]
    #[value(name = "64")]
    Exact,
    /// To 0.0000077, good for playing: a quarter of the size.
    #[value(name = "16")]
    Short,
}
