//! Finished games are exported and verified by the program itself: the chain of the log, the dice of
//! the record, the last receipt, and that they are of one game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::caller::{Caller, Failure};
use super::finding::{Checker, Finding};
use super::stage::Game;

/// What verifies games.
#[derive(Debug)]
pub(crate) struct Verifier {
    program: PathBuf,
    folder: PathBuf,
}

impl Verifier {
    /// Verifies by this program, with files in this folder.
    pub(crate) fn new(program: &Path, folder: &Path) -> Verifier {
        Verifier {
            program: program.to_owned(),
            folder: folder.to_owned(),
        }
    }

    /// Verifies a game that is over, as a node exports it.
    ///
    /// # Errors
    /// When the node cannot serve it now; that it does not verify is the result.
    pub(crate) fn verify(
        &self,
        caller: &Caller,
        node: &str,
        game: &Game,
        receipt: Option<&str>,
    ) -> Result<Result<(), Finding>, Failure> {
        let of_game = format!("{node}/games/{}", game.id());
        let log = caller.text(&format!("{of_game}/log"), None)?;
        let mut files = vec![("log", log)];
        if game.is_ludo {
            let address = format!("{node}/api/games/{}/record", game.id());
            files.push(("record", caller.text(&address, None)?));
        }
        if let Some(receipt) = receipt {
            files.push(("receipt", receipt.to_owned()));
        }
        let mut command = Command::new(&self.program);
        command.arg("verify");
        let mut paths = Vec::new();
        let wrong =
            |why: String| Finding::new(Checker::Verified, format!("game {}: {why}", game.id()));
        for (kind, text) in files {
            let path = self.folder.join(format!("{}.{kind}", game.id()));
            if let Err(error) = fs::write(&path, text) {
                return Ok(Err(wrong(format!(
                    "cannot write {}: {error}",
                    path.display()
                ))));
            }
            command.arg(&path);
            paths.push(path);
        }
        let output = match command.output() {
            Ok(output) => output,
            Err(error) => return Ok(Err(wrong(format!("`parlor verify` cannot run: {error}")))),
        };
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout);
            return Ok(Err(wrong(format!(
                "`{command:?}` ended with {}: {said}{}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            ))));
        }
        for path in paths {
            // What is left is removed with the folder.
            let _ = fs::remove_file(path);
        }
        Ok(Ok(()))
    }
}
