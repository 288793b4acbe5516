//! Bytes as hexadecimal digits in what is kept.

use core::fmt::Write as _;

/// Bytes as hexadecimal digits in lower case.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Bytes from hexadecimal digits; none unless they are whole bytes.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let digit = |byte: u8| u8::try_from(char::from(byte).to_digit(16)?).ok();
    let byte = |&[high, low]: &[u8; 2]| Some(16 * digit(high)? + digit(low)?);
    pairs.iter().map(byte).collect()
}

/// For `serde(with)`: 32 bytes.
pub(crate) mod bytes_32 {
    use parlor_record::record::Bytes32;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(bytes: &Bytes32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(bytes)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Bytes32, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// For `serde(with)`: 32 bytes, or nothing.
pub(crate) mod maybe_bytes_32 {
    use parlor_record::record::Bytes32;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(
        bytes: &Option<Bytes32>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        bytes.map(|bytes| bytes.to_string()).serialize(to)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<Bytes32>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom))
            .transpose()
    }
}

/// For `serde(with)`: any bytes.
pub(crate) mod bytes {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&super::encode(bytes))
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        super::decode(&text).ok_or_else(|| D::Error::custom("no hexadecimal digits"))
    }
}

/// For `serde(with)`: any bytes, or nothing.
pub(crate) mod maybe_bytes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(
        bytes: &Option<Vec<u8>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        bytes.as_deref().map(super::encode).serialize(to)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<Vec<u8>>, D::Error> {
        let decode = |text: String| {
            super::decode(&text).ok_or_else(|| D::Error::custom("no hexadecimal digits"))
        };
        let text = Option::<String>::deserialize(from)?;
        text.map(decode).transpose()
    }
}
