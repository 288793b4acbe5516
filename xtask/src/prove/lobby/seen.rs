//! What the clients of the lobby have seen, as the generator prints it.

use serde::Deserialize;

/// Microseconds since the beginning.
pub(crate) type Micros = u64;

/// One line. Each is described where it is printed, in the example `load` of the server.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Seen {
    Began,
    Challenge(Challenge),
    Acceptance(Acceptance),
    Seats {
        game: String,
        name: String,
        seats: Vec<(String, String)>,
    },
    Trouble {
        node: usize,
        at: Micros,
        what: String,
    },
    Wrong {
        what: String,
    },
    Remembered {
        name: String,
    },
    Cleared {
        node: usize,
        after: Option<Micros>,
        left: Vec<String>,
    },
}

/// A challenge, by the client that has posted it under a name of its own.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Challenge {
    pub(crate) client: u32,
    pub(crate) name: String,
    pub(crate) terms: u32,
    pub(crate) id: Option<String>,
    pub(crate) sent: Micros,
    pub(crate) stood: Vec<(Micros, Micros)>,
    pub(crate) asked: Micros,
    pub(crate) told: Vec<Told>,
    pub(crate) end: End,
    pub(crate) ended: Micros,
    pub(crate) was_failed: bool,
    pub(crate) was_moved: bool,
    pub(crate) about_to: u32,
    pub(crate) was_too_late: bool,
}

/// A challenge of another that a client has accepted, or tried to.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Acceptance {
    pub(crate) client: u32,
    pub(crate) name: String,
    pub(crate) of: String,
    pub(crate) sent: Micros,
    pub(crate) told: Option<Told>,
    pub(crate) end: End,
}

/// A game and a seat, as a client was told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Told {
    pub(crate) at: Micros,
    pub(crate) game: String,
    pub(crate) seat: String,
}

/// How it ended for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum End {
    Paired,
    Withdrawn,
    Missing,
    Vanished,
    Lost,
}
