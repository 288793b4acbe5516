//! Serves the pages on a port of this machine, with games that are forgotten at
//! the end: for looking at pages while they are written.
//!
//! `cargo run -p parlor-server --example dev -- 8000`

use core::time::Duration;
use std::sync::Arc;

use parlor_server::app::{App, Site};
use parlor_server::web::router;
use parlor_service::bots::BotPool;
use parlor_service::clock::SystemClock;
use parlor_service::randomness::SystemRandomness;
use parlor_service::service::{Service, Settings};
use parlor_service::store::memory::MemoryStore;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).unwrap_or_else(|| "8000".to_owned());
    let service = Service::new(
        Arc::new(MemoryStore::default()),
        Arc::new(SystemClock),
        Arc::new(SystemRandomness),
        BotPool::new(1, Duration::from_secs(2))?,
        Settings::default(),
    );
    let site = Site::default();
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, router(App { service, site })).await?;
    Ok(())
}
