//! Any bytes as what comes over a socket: frames of a WebSocket with the server's bounds, and in them
//! actions.

use std::io::{Cursor, Read, Result, Write};

use parlor_server::api::{MAX_MESSAGE_BYTES, read_action};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// What comes in is read, and what goes out is forgotten.
struct Wire<'a>(Cursor<&'a [u8]>);

impl Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let bounds = WebSocketConfig::default()
        .read_buffer_size(MAX_MESSAGE_BYTES)
        .write_buffer_size(MAX_MESSAGE_BYTES)
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let wire = Wire(Cursor::new(bytes));
    let mut socket = WebSocket::from_raw_socket(wire, Role::Server, Some(bounds));
    while let Ok(message) = socket.read() {
        assert!(message.len() <= MAX_MESSAGE_BYTES, "a message is bounded");
        if let Message::Text(text) = message
            && let Err(refusal) = read_action(text.as_bytes())
        {
            assert!(refusal.status().is_client_error(), "{refusal:?}");
        }
    }
}
