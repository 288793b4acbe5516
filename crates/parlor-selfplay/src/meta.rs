//! What is in a folder of columns.

use serde::{Deserialize, Serialize};

use crate::column::Column;

/// How games were made: with it the same games can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The program that played them, with its version: `parlor 0.1.0`.
    pub program: String,
    /// `ludo` or `kuba`.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The seats: in Ludo in the order of the players, in Kuba `W` and `B`.
    pub seats: Vec<String>,
    /// The player at each of the seats.
    pub players: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The number of random pushes at the beginning of each game.
    pub opening: u32,
    /// The limit of rolls (L-31) or pushes (K-13).
    pub limit: u32,
}

/// The file `meta.json`: what is in the columns, and how the same games can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Always [`FORMAT`](Self::FORMAT).
    pub format: String,
    /// The version of the columns: [`VERSION`](Self::VERSION).
    pub version: u32,
    /// How the games were made.
    #[serde(flatten)]
    pub origin: Origin,
    /// The number of games.
    pub games: u64,
    /// The number of rows.
    pub rows: u64,
    /// Whether fewer games were played than were asked for.
    pub stopped: bool,
    /// The columns, in order.
    pub columns: Vec<ColumnMeta>,
}

/// A column, as `meta.json` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnMeta {
    /// The name; the file is `NAME.npy`.
    pub name: String,
    /// NumPy's name of the type: `<u4`.
    pub dtype: String,
    /// The shape of the array, rows first.
    pub shape: Vec<u64>,
}

impl Meta {
    /// The name of the format.
    pub const FORMAT: &'static str = "parlor-selfplay";
    /// The version of the format. A change of what any number means is a new one.
    pub const VERSION: u32 = 1;
}

impl ColumnMeta {
    /// A column with so many rows.
    pub(crate) fn of(column: &Column, rows: u64) -> Self {
        let sizes = column.shape.iter().map(|&size| size as u64);
        Self {
            name: column.name.to_owned(),
            dtype: column.values.dtype().to_owned(),
            shape: [rows].into_iter().chain(sizes).collect(),
        }
    }
}
