//! The steps for the server: attacked, killed in the middle of play, raced against itself, and played at
//! as several nodes while these fail.

use crate::prove::{abuse, cluster, crash, race};
use crate::repository::Repository;
use crate::terminal::say;

pub(super) fn crash(repository: &Repository) -> anyhow::Result<()> {
    let options = crash::Options {
        kills: 20,
        ..crash::Options::default()
    };
    Ok(say(crash::crash(repository, &options)?)?)
}

pub(super) fn abuse(repository: &Repository) -> anyhow::Result<()> {
    let options = abuse::Options {
        seconds: 3,
        is_beside_others: true,
    };
    say(abuse::flood(repository, &options)?)?;
    say(abuse::idle(repository, &options)?)?;
    say(abuse::shares::games(repository)?)?;
    Ok(say(abuse::shares::nobody(repository)?)?)
}

pub(super) fn cluster(repository: &Repository) -> anyhow::Result<()> {
    Ok(say(cluster::short(repository)?)?)
}

pub(super) fn race(repository: &Repository) -> anyhow::Result<()> {
    let options = race::Options { rounds: 500 };
    Ok(say(race::race(repository, &options)?)?)
}
