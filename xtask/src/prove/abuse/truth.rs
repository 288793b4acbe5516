//! A full disk: the server reports it before it refuses a move, and keeps running.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde_json::json;

use super::FILES;
use crate::prove::{scratch, server_program};
use crate::repository::Repository;
use crate::server::{ActionResponse, ApiClient, NewGame, ServerProcess};

/// How large the disk is.
const SIZE: &str = "4m";

/// How long it takes at most until the server has looked again.
const LOOKED: Duration = Duration::from_millis(1_100);

/// Fills the disk under a server that plays, and makes room again.
///
/// # Errors
/// When the server reports that it is ready and stores nothing, or the reverse once there is room; and where this user may mount no disk.
pub(super) fn truth(repository: &Repository) -> anyhow::Result<String> {
    let program = server_program(repository)?;
    let disk = Disk::mount(scratch(repository, "abuse-full")?)?;
    let server = ServerProcess::start_with_files(&program, &disk.0, FILES, &[])?;
    let client = server.client();
    is_ready(&client, 200)?;
    let game = client.make_kuba()?;
    disk.fill()?;
    let mut kept = 0_u32;
    let ready = loop {
        thread::sleep(LOOKED);
        let (status, said) = client.ask("/readyz")?;
        if status == 503 {
            break said;
        }
        // As long as it is ready, a move is kept.
        ensure!(
            push(&client, &game, kept)?,
            "it was said to be ready and kept no move"
        );
        kept += 1;
    };
    let mut more = 0_u32;
    while more < 1_000 && push(&client, &game, kept + more)? {
        more += 1;
    }
    ensure!(more < 1_000, "on a full disk every move is kept");
    is_ready(&client, 503)?;
    ensure!(client.ask("/livez")?.0 == 200, "it does not live");
    disk.clear()?;
    thread::sleep(LOOKED);
    is_ready(&client, 200)?;
    ensure!(
        push(&client, &game, kept + more)?,
        "with room no move is kept"
    );
    server.terminate()?;
    Ok(format!(
        "on a full disk /readyz said 503 ({:?}) after {kept} moves and {more} moves before the first was \
         refused; /livez 200 all along, and with room again both 200",
        ready.trim()
    ))
}

fn is_ready(client: &ApiClient, expected: u16) -> anyhow::Result<()> {
    for path in ["/readyz", "/healthz"] {
        let (status, said) = client.ask(path)?;
        ensure!(
            status == expected,
            "{path} says {status} {said:?}, and {expected} is right"
        );
    }
    Ok(())
}

/// Makes a push; whether it was kept.
fn push(client: &ApiClient, game: &NewGame, number: u32) -> anyhow::Result<bool> {
    let state = client.get(&format!("/api/games/{}", game.id))?;
    let legal = state["legal"].as_array();
    let action = legal.and_then(|legal| legal.get(number as usize % legal.len()));
    let action = action.context("the game is over before the disk is full")?;
    let order = json!({"version": state["version"], "action_id": format!("push-{number}"),
        "action": action});
    let token = game.token(&state).context("nobody is to act")?;
    match client.act(&game.id, token, &order) {
        Ok(ActionResponse::Committed(_)) => Ok(true),
        Ok(said) => bail!("{order}: {said:?}"),
        // 503, in words.
        Err(error) if error.to_string().contains("503") => Ok(false),
        Err(error) => Err(error),
    }
}

/// A small disk in memory.
struct Disk(PathBuf);

impl Disk {
    fn mount(folder: PathBuf) -> anyhow::Result<Disk> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={SIZE}"), "tmpfs"])
            .arg(&folder)
            .status()?;
        ensure!(
            mounted.success(),
            "a full disk is shown on a small one of its own, which only root may mount"
        );
        Ok(Disk(folder))
    }

    fn ballast(&self) -> PathBuf {
        Path::new(&self.0).join("ballast")
    }

    fn fill(&self) -> anyhow::Result<()> {
        let mut ballast = File::create(self.ballast())?;
        while ballast.write_all(&[1; 4096]).is_ok() {}
        Ok(())
    }

    fn clear(&self) -> anyhow::Result<()> {
        Ok(std::fs::remove_file(self.ballast())?)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // What uses it still is gone soon.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}
