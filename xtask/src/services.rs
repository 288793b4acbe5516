//! Services that proofs and tests run against: PostgreSQL with a standby, NATS, and a proxy that cuts
//! connections. Each has a folder and a port of its own, and ends when it is dropped.

pub(crate) mod nats;
pub(crate) mod postgres;
mod process;
pub(crate) mod proxy;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};

use anyhow::bail;

pub(crate) use process::{Process, processor_seconds, resident_bytes};

/// The ports that are tried: below those that Linux gives to clients, so that a service which is started
/// again finds its port free.
const FIRST_PORT: u16 = 20_000;
const PORTS: u16 = 12_000;

/// A port of this machine on which nobody listens. No two calls return the same one.
///
/// # Errors
/// When all are taken.
pub(crate) fn free_port() -> anyhow::Result<u16> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Programs that run at the same time begin at different ports.
    let first = u16::try_from(std::process::id() * 97 % u32::from(PORTS))?;
    for _ in 0..PORTS {
        let next = NEXT.fetch_add(1, Ordering::Relaxed) % PORTS;
        let port = FIRST_PORT + (first + next) % PORTS;
        if TcpListener::bind(loopback(port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no port from {FIRST_PORT} on is free on this machine")
}

/// The address of a port of this machine.
pub(crate) fn loopback(port: u16) -> SocketAddr {
    SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)
}
