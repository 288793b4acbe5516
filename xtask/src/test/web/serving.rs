//! A server of our own, for a step that talks to one.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};

/// A running `parlor serve`; it ends with this value.
#[derive(Debug)]
pub(crate) struct Serving {
    server: Child,
    address: String,
}

impl Serving {
    /// Starts one on a free port, with its data in this folder.
    ///
    /// # Errors
    /// When it does not start, or ends before it says its address.
    pub(crate) fn start(binary: &str, data: &Path) -> anyhow::Result<Serving> {
        let mut server = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{binary} serve`"))?;
        let output = server.stdout.take().context("its output is a pipe")?;
        let mut serving = Serving {
            server,
            address: String::new(),
        };
        // The pipe closes with the reader, which is no harm: only the first line is said there.
        for line in BufReader::new(output).lines() {
            if let Some(address) = address(&line?) {
                address.clone_into(&mut serving.address);
                return Ok(serving);
            }
        }
        bail!("`{binary} serve` ended without saying its address")
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing to end.
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// The address in a line that a server prints, up to the end of its port.
fn address(line: &str) -> Option<&str> {
    let scheme = "http://";
    let start = line.find(scheme)?;
    let address = &line[start..];
    let host = &address[scheme.len()..];
    let end = host
        .find(|character: char| !(character.is_ascii_alphanumeric() || ".:-[]".contains(character)))
        .unwrap_or(host.len());
    (end > 0).then(|| &address[..scheme.len() + end])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Serving, address};

    #[test]
    fn the_address_is_found_in_a_sentence() {
        for line in [
            "http://127.0.0.1:8000",
            "Parlor is open at http://127.0.0.1:8000/ (Ctrl-C ends it)",
        ] {
            assert_eq!(address(line), Some("http://127.0.0.1:8000"), "{line}");
        }
        assert_eq!(address("listening on 127.0.0.1"), None);
        assert_eq!(address("http://"), None);
    }

    #[test]
    fn a_program_that_says_no_address_is_an_error() {
        let error = Serving::start("true", Path::new("/")).unwrap_err();
        assert!(error.to_string().contains("`true serve`"), "{error}");
    }
}
