//! What the fuzz targets hold to, each a function of any bytes.
//!
//! libFuzzer calls them from `fuzz_targets`, guided by what an input reaches, for the time
//! given to `cargo xtask prove fuzz`. The tests below call the same functions on the committed
//! inputs and on changed copies of them, the same in each run.

pub mod archived_game;
pub mod assignment;
pub mod game_log;
pub mod http_action;
pub mod http_form;
pub mod import_form;
pub mod keeper_request;
pub mod kuba_class;
pub mod kuba_notation;
pub mod kuba_play;
pub mod kuba_position;
pub mod kuba_protocol;
pub mod kuba_puzzles;
pub mod kuba_record;
pub mod ludo_class;
pub mod ludo_notation;
pub mod ludo_play;
pub mod ludo_position;
pub mod ludo_puzzles;
pub mod ludo_record;
pub mod ludo_values;
mod puzzle_lines;
mod reading;
pub mod receipt;
pub mod record_json;
pub mod record_text;
mod records;
pub mod socket_frame;

/// The text at the beginning of the bytes, which is all of them but for what is no UTF-8.
fn text(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

#[cfg(test)]
mod tests;
