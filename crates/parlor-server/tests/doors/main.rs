//! The doors, tried from outside.

#[path = "../support/mod.rs"]
mod support;

mod compression;
mod headers;
mod hosts;
mod limits;
mod operators;
mod origins;
mod pictures;
mod sharing;

use std::net::SocketAddr;

use axum::extract::connect_info::MockConnectInfo;
use axum_test::TestServer;
use support::TestApp;

/// The server of an app, asked from this address.
fn asked_from(app: &TestApp, address: &str) -> TestServer {
    let address: SocketAddr = address.parse().expect("an address");
    TestServer::new(app.router.clone().layer(MockConnectInfo(address)))
}
