//! The command line of Ludo matches.

use clap::Args;

use super::{Seats, seats};

/// Who plays, where, and how often.
#[derive(Args, Debug)]
pub(crate) struct LudoMatchArgs {
    /// The bots, with commas between them; all that can play at this table
    /// without it.
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// The table: 2, 3 or 4 seats, or the seats themselves, the one that
    /// begins first.
    #[arg(long, value_name = "SEATS", default_value = "2", value_parser = table)]
    pub(crate) seats: Table,
    /// How many deals to play.
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    pub(crate) deals: u64,
    /// The number that settles all dice and all choices at random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads to play on; as many as there are cores without it. The
    /// result does not depend on it.
    #[arg(long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub(crate) threads: Option<u16>,
    /// One JSON object on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The seats of a table.
#[derive(Clone, Debug)]
pub(crate) struct Table(pub(crate) Seats);

fn table(text: &str) -> Result<Table, String> {
    let letters = match text.trim() {
        "2" => "A,C",
        "3" => "A,B,C",
        "4" => "A,B,C,D",
        letters => letters,
    };
    if letters.chars().all(|letter| letter.is_ascii_digit()) {
        return Err(format!(
            "{letters:?} is no number of seats; write 2, 3 or 4"
        ));
    }
    let seats = seats(letters);
    seats.map(Table).map_err(|error| {
        format!("{error}; write 2, 3 or 4, or seats with commas between them, such as A,C")
    })
}

pub(super) const ABOUT: &str = "\
Lets bots play each other and shows how strong each is.

Every two bots meet in every seating in which both sit at the table and nobody
else: at two seats with the seats exchanged, at four in fourteen seatings, from
one against three to two against two. All of them are played on every deal, and
a deal settles the dice: the n-th roll of a seat is the same in all its games.
So a lucky seat helps everybody once. Every ± is half of a 95 % interval, taken
over the deals.

Where two are left, `strong` plays by the exact values, as `optimal` does: at a
table of two they differ in name only.

The score is what a bot wins of the games at a seat, the Elo points are above
the average of all. The same seed gives the same table, whatever the number of
threads. Ctrl-C shows what there is by then.

With --json there is one object:
  {\"game\":\"ludo\",\"rules\":\"classic\",\"seats\":[\"A\",\"C\"],\"seed\":1,
   \"deals\":1000,\"games\":2000,\"rolls\":…,\"stopped\":false,\"fair_share\":0.5,
   \"bots\":[{\"bot\":\"priority\",\"seats_held\":2000,\"wins\":…,
            \"score\":{\"value\":…,\"low\":…,\"high\":…},
            \"elo\":{…},\"place\":{…}},…],
   \"alone\":[{\"bot\":\"priority\",\"against\":\"random\",\"games\":2000,
             \"score\":{…}},…]}
where `seats_held` counts the seats that a bot had in all games, `elo` is null
while some bots have never won from the others, and `alone` tells how each
fared alone at a table where everybody else was the same other. Numbers with a
fraction have 12 digits after the point; what cannot be told from so few deals
is null.";

pub(super) const EXAMPLES: &str = "\
Examples:
  parlor ludo match
  parlor ludo match --bots random,priority --seats 4 --deals 10000
  parlor ludo match --seats A,B --json > adjacent.json";
