//! Right games made wrong, for the tests of both readings.

/// Bytes that mean something in JSON or almost do, and some that mean nothing.
const BYTES: &[u8] = b"0167.eE-+{}[]\",: ABWu\\\x00\x01\t\n\x0b\r\x1f\x7f";

/// The text with one byte changed or put in at `place`, for every byte of
/// [`BYTES`], and with the byte there taken out.
pub(crate) fn damaged(text: &str, place: usize) -> impl Iterator<Item = String> {
    let place = place % text.len();
    let (before, rest) = text.as_bytes().split_at(place);
    let after = &rest[1..];
    BYTES
        .iter()
        .flat_map(move |&byte| {
            [
                [before, &[byte], after].concat(),
                [before, &[byte], rest].concat(),
            ]
        })
        .chain([[before, after].concat()])
        .filter_map(|bytes| String::from_utf8(bytes).ok())
}

/// Puts each control character just inside every string of a JSON text
/// without escapes, at both its ends; none may then be right.
pub(crate) fn assert_no_raw_control_characters(text: &str, is_right: impl Fn(&str) -> bool) {
    assert!(!text.contains('\\'), "escapes are not counted: {text}");
    for (count, (quote, _)) in text.match_indices('"').enumerate() {
        let inside = if count % 2 == 0 { quote + 1 } else { quote };
        for control in '\0'..' ' {
            let mut broken = text.to_owned();
            broken.insert(inside, control);
            assert!(!is_right(&broken), "{broken:?}");
        }
    }
}
