//! The doors, tried from outside.

#[path = "../support/mod.rs"]
mod support;

mod headers;
mod hosts;
mod keepers;
mod limits;
mod origins;

use std::net::SocketAddr;

use axum::extract::connect_info::MockConnectInfo;
use axum_test::TestServer;
use support::House;

/// The server of a house, asked from this address.
fn asked_from(house: &House, address: &str) -> TestServer {
    let address: SocketAddr = address.parse().expect("an address");
    TestServer::new(house.router.clone().layer(MockConnectInfo(address)))
}
