//! The command line of Ludo matches.

use clap::Args;

use super::{Seats, seats};

/// The options of `parlor ludo match`.
#[derive(Args, Debug)]
pub(crate) struct LudoMatchArgs {
    /// Bots, separated by commas [default: all that support the table].
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// Number of seats, 2 to 4, or the seats themselves in turn order.
    #[arg(long, value_name = "SEATS", default_value = "2", value_parser = table)]
    pub(crate) seats: TableSeats,
    /// Number of deals.
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    pub(crate) deals: u64,
    /// Seed of the dice and of all random choices.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core]; does not change the result.
    #[arg(long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub(crate) threads: Option<u16>,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The seats of a table.
#[derive(Clone, Debug)]
pub(crate) struct TableSeats(pub(crate) Seats);

fn table(text: &str) -> Result<TableSeats, String> {
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
    let seats = seats(letters);
    seats.map(TableSeats).map_err(|error| {
        format!("{error}; expected 2, 3 or 4, or seats separated by commas, such as A,C")
    })
}

pub(super) const ABOUT: &str = "\
Plays bots against each other and measures their strength.

Every pair of bots plays every seating that contains both and no other bot: at
two seats both orders, at four seats fourteen seatings, from one against three
to two against two. Every deal is played in all of them, and a deal fixes the
dice: the n-th roll of a seat is the same in all its games, so that a lucky seat
helps every bot once. Every ± is half a 95 % confidence interval over the deals.

With two players left, `strong` plays by the exact values, as `optimal` does: at
a table of two they differ in name only.

The score is the share of games won per seat held; Elo is relative to the
average of all bots. The same seed gives the same table for any number of
threads. Ctrl-C stops early and shows the results so far.

With --json the output is one object:
  {\"game\":\"ludo\",\"rules\":\"classic\",\"seats\":[\"A\",\"C\"],\"seed\":1,
   \"deals\":1000,\"games\":2000,\"rolls\":…,\"stopped\":false,\"fair_share\":0.5,
   \"bots\":[{\"bot\":\"priority\",\"seats_held\":2000,\"wins\":…,
            \"score\":{\"value\":…,\"low\":…,\"high\":…},
            \"elo\":{…},\"place\":{…}},…],
   \"alone\":[{\"bot\":\"priority\",\"against\":\"random\",\"games\":2000,
             \"score\":{…}},…]}
where `seats_held` counts the seats that a bot held over all games, `elo` is
null while some bots have never beaten the others, and `alone` is the score of
each bot alone against a table of another. Fractions have 12 digits after the
decimal point; what so few deals cannot show is null.";

pub(super) const EXAMPLES: &str = "\
Examples:
  parlor ludo match
  parlor ludo match --bots random,priority --seats 4 --deals 10000
  parlor ludo match --seats A,B --json > adjacent.json";
