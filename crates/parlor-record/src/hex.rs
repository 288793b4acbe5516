//! Bytes as hexadecimal digits.

use core::fmt::Write as _;

/// Bytes as hexadecimal digits in lower case.
///
/// ```
/// assert_eq!(parlor_record::hex::encode(&[0, 255, 0xa5]), "00ffa5");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Bytes from hexadecimal digits of either case; none unless they are whole
/// bytes.
///
/// ```
/// use parlor_record::hex;
///
/// assert_eq!(hex::decode("00fFA5"), Some(vec![0, 255, 0xa5]));
/// assert_eq!(hex::decode("0f5"), None);
/// ```
pub fn decode(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let digit = |byte: u8| u8::try_from(char::from(byte).to_digit(16)?).ok();
    let byte = |&[high, low]: &[u8; 2]| Some(16 * digit(high)? + digit(low)?);
    pairs.iter().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_are_whole_bytes() {
        assert_eq!(decode(""), Some(vec![]));
        assert_eq!(decode("00fFA5"), Some(vec![0, 255, 0xa5]));
        assert_eq!(encode(&[0, 255, 0xa5]), "00ffa5");
        for wrong in ["0", "0g", "+1", " 00", "é"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
