//! Ludo and Kuba in the browser and over HTTP: pages, API, sockets and middleware.
//!
//! The one design decision: every page works without a script. A legal move is a button in a form,
//! and scripts add live updates, animation and dragging to the same page. Games, their rules and
//! their durability are in `parlor-service`; this crate turns its answers into HTML and JSON.

pub mod api;
pub mod app;
mod connections;
pub mod pages;
pub mod run;
pub mod web;
mod wording;
