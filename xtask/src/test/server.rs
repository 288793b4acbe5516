//! The steps for the server: attacked, killed in the middle of play, raced against itself, played at as
//! several nodes while these fail, and with many who look for somebody to play with.

use crate::built;
use crate::prove::{abuse, cluster, crash, lobby, programs, race};
use crate::repository::Repository;
use crate::terminal::say;
use crate::test::rust::TRACES;

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

/// With the generator that the tests have built, features of the whole workspace and all.
pub(super) fn lobby(repository: &Repository) -> anyhow::Result<()> {
    let build = repository.cargo(&["build", "--workspace", "--features", TRACES, "--locked"]);
    let build = build.arguments(["--example", lobby::GENERATOR]);
    let generator = built::program(build, lobby::GENERATOR)?;
    Ok(say(lobby::short(repository, generator.as_std_path())?)?)
}

pub(super) fn programs(repository: &Repository) -> anyhow::Result<()> {
    Ok(say(programs::short(repository)?)?)
}

pub(super) fn race(repository: &Repository) -> anyhow::Result<()> {
    let options = race::Options { rounds: 500 };
    Ok(say(race::race(repository, &options)?)?)
}
