//! The same attacks on a proxy in front of the server: the configuration for haproxy that
//! docs/serving.md recommends.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::{CONNECTIONS, Options, host, keep_asking, now, open_silent, play, start, under};
use crate::prove::scratch;
use crate::repository::Repository;

/// Idle connections to the proxy, which holds more of them than the server may have files.
const IDLE: usize = 3_000;

/// The time that the proxy has to listen and to find the server ready.
const READY: Duration = Duration::from_secs(15);

/// Floods the proxy with connections that ask nothing, and then with idle ones, while another
/// plays through it.
///
/// # Errors
/// When another waits too long, or haproxy is missing.
pub(super) fn proxy(repository: &Repository, options: &Options) -> anyhow::Result<String> {
    let server = start(repository, "proxy", &["--behind-proxy"])?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let document = repository.read("docs/serving.md")?;
    let folder = scratch(repository, "abuse-haproxy")?;
    let proxy = Proxy::start(&document, &host(&server)?, port, &folder)?;
    let at = format!("127.0.0.1:{port}");
    let url = format!("http://{at}");
    let start = now();
    while !crate::server::ApiClient::of(&url)
        .ask("/readyz")
        .is_ok_and(|(status, _)| status == 200)
    {
        ensure!(start.elapsed() < READY, "haproxy does not pass requests on");
        thread::sleep(Duration::from_millis(100));
    }
    let (silent, first) = under(open_silent, &at, CONNECTIONS, || play(&url, options))?;
    let (idle, second) = under(keep_asking, &at, IDLE, || play(&url, options))?;
    drop(proxy);
    server.terminate()?;
    Ok(format!(
        "behind haproxy, {CONNECTIONS} connections to it that ask nothing, kept up for {} s by opening \
         {silent}: {first}; {IDLE} idle ones, by opening {idle}: {second}",
        options.seconds
    ))
}

/// A running haproxy.
struct Proxy(Child);

impl Proxy {
    /// Starts haproxy with the document's configuration, but for the two addresses.
    fn start(document: &str, server: &str, port: u16, folder: &Path) -> anyhow::Result<Proxy> {
        let (_, rest) = document
            .split_once("```haproxy\n")
            .context("docs/serving.md has no configuration for haproxy")?;
        let (written, _) = rest.split_once("```").context("its end")?;
        let bind = "bind :443 ssl crt /etc/haproxy/games.example.org.pem";
        let mut configuration = written.to_owned();
        for (recommended, here) in [
            (bind, format!("bind 127.0.0.1:{port}")),
            ("127.0.0.1:8000", server.to_owned()),
        ] {
            ensure!(
                configuration.contains(recommended),
                "docs/serving.md does not say {recommended:?} any more"
            );
            configuration = configuration.replace(recommended, &here);
        }
        let file = folder.join("haproxy.cfg");
        fs::write(&file, configuration)?;
        let child = Command::new("haproxy")
            .arg("-db")
            .arg("-f")
            .arg(&file)
            .spawn()
            .context("haproxy is needed: `apt-get install haproxy`")?;
        Ok(Proxy(child))
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and need not be.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
