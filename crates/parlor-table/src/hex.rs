//! Bytes as hexadecimal digits in what is kept.

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
    use parlor_record::hex;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        hex::decode(&text).ok_or_else(|| D::Error::custom("no hexadecimal digits"))
    }
}

/// For `serde(with)`: any bytes, or nothing.
pub(crate) mod maybe_bytes {
    use parlor_record::hex;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(
        bytes: &Option<Vec<u8>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        bytes.as_deref().map(hex::encode).serialize(to)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<Vec<u8>>, D::Error> {
        let decode = |text: String| {
            hex::decode(&text).ok_or_else(|| D::Error::custom("no hexadecimal digits"))
        };
        let text = Option::<String>::deserialize(from)?;
        text.map(decode).transpose()
    }
}
