//! The codings that responses are compressed with.

use core::convert::Infallible;
use std::io::{self, Write as _};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use axum::http::request::Parts;

/// The best quality of both codings.
const BEST_BROTLI: u32 = 11;
const BEST_GZIP: u32 = 9;

/// The size of the window of Brotli, as a power of 2: larger than anything that is compressed.
const WINDOW: u32 = 18;

/// The size of what is read at once.
const BUFFER: usize = 4096;

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Smaller, and known to every browser where the site has TLS.
    Brotli,
    Gzip,
}

impl Coding {
    /// The better ones first.
    pub(crate) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in HTTP.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The coding that `Accept-Encoding` likes best (RFC 9110, section 12.5.3); `None` if it accepts
    /// none, or likes an uncoded response better. What cannot be read is not accepted.
    pub(crate) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(ACCEPT_ENCODING).iter();
        let entries = lines.filter_map(|line| line.to_str().ok());
        let entries: Vec<(&str, f32)> = entries
            .flat_map(|line| line.split(','))
            .map(|entry| {
                let (name, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
                (name.trim(), weight_of(weight.trim()).unwrap_or(0.0))
            })
            .collect();
        let listed = |wanted: &str| {
            let mut entries = entries.iter();
            let entry = entries.find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            entry.map(|&(_, weight)| weight)
        };
        let any = listed("*").unwrap_or(0.0);
        let uncoded = listed("identity").unwrap_or(0.0);
        let liked = Self::ALL.map(|coding| (coding, listed(coding.name()).unwrap_or(any)));
        let mut best = None;
        let mut most = 0.0_f32;
        for (coding, weight) in liked {
            if weight > most && weight >= uncoded {
                (best, most) = (Some(coding), weight);
            }
        }
        best
    }

    /// Compresses a text as well as possible, which takes long: some milliseconds for 10 kB.
    ///
    /// # Errors
    /// When there is no memory.
    pub(crate) fn compress(self, text: &[u8]) -> io::Result<Vec<u8>> {
        let coded = Vec::with_capacity(text.len());
        match self {
            Self::Brotli => {
                let mut writer = brotli::CompressorWriter::new(coded, BUFFER, BEST_BROTLI, WINDOW);
                writer.write_all(text)?;
                Ok(writer.into_inner())
            }
            Self::Gzip => {
                let quality = flate2::Compression::new(BEST_GZIP);
                let mut writer = flate2::write::GzEncoder::new(coded, quality);
                writer.write_all(text)?;
                writer.finish()
            }
        }
    }
}

/// A weight in `Accept-Encoding`: `q=0.5`.
fn weight_of(text: &str) -> Option<f32> {
    let (name, value) = text.split_once('=')?;
    let value = value.parse().ok()?;
    (name.eq_ignore_ascii_case("q") && (0.0..=1.0).contains(&value)).then_some(value)
}

/// The coding of the response to a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AcceptedCoding(pub(crate) Option<Coding>);

impl<S: Sync> FromRequestParts<S> for AcceptedCoding {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Coding::accepted(&parts.headers)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_coding_that_is_liked_best_is_used() {
        use Coding::{Brotli, Gzip};
        for (accepts, coding) in [
            ("gzip", Some(Gzip)),
            ("br", Some(Brotli)),
            ("gzip, deflate, br, zstd", Some(Brotli)),
            ("GZIP;Q=0.5", Some(Gzip)),
            ("br;q=0.5, gzip;q=0.8", Some(Gzip)),
            ("br;q=0, *", Some(Gzip)),
            ("*", Some(Brotli)),
            ("identity, gzip", Some(Gzip)),
            ("identity, gzip;q=0.5", None),
            ("identity", None),
            ("identity;q=0", None),
            ("*;q=0", None),
            ("gzip;q=0, br;q=0", None),
            ("", None),
            ("deflate", None),
            ("gzip;q=nonsense", None),
            ("br;q=2, gzip;q=-1", None),
            ("gzip;level=3", None),
            (";;,=,q=1", None),
        ] {
            let headers = [(ACCEPT_ENCODING, HeaderValue::from_static(accepts))];
            let headers = HeaderMap::from_iter(headers);
            assert_eq!(Coding::accepted(&headers), coding, "{accepts:?}");
        }
        assert_eq!(Coding::accepted(&HeaderMap::new()), None);
    }

    #[test]
    fn both_codings_can_be_read() {
        use std::io::Read as _;

        let text = "a marble, ".repeat(100);
        let [brotli, gzip] = Coding::ALL.map(|coding| {
            let coded = coding.compress(text.as_bytes()).expect("memory");
            assert!(coded.len() < 100, "{coding:?}: {} bytes", coded.len());
            coded
        });
        let mut read = String::new();
        let mut reader = brotli::Decompressor::new(&*brotli, BUFFER);
        reader.read_to_string(&mut read).expect("Brotli");
        assert_eq!(read, text);
        read.clear();
        let mut reader = flate2::read::GzDecoder::new(&*gzip);
        reader.read_to_string(&mut read).expect("gzip");
        assert_eq!(read, text);
    }
}
