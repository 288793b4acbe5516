//! Reads a form with a file: `multipart/form-data` (RFC 7578), whose fields are parts of a body.
//!
//! A body has a bound. What is over it is read to its end all the same, without being kept: a browser
//! shows no answer while it still sends.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::StreamExt as _;

use super::{PageError, error};
use crate::app::{LARGEST_RECORD, MOST_DISCARDED};

/// The most bytes of such a form: one record, and what is around it.
const LARGEST_FORM: usize = LARGEST_RECORD + 16 * 1024;

/// A field of a form, as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormPart<'a> {
    /// The name of the field.
    pub(super) name: &'a [u8],
    /// What was entered, or the content of the file.
    pub(super) content: &'a [u8],
}

/// A form that was sent, as a whole.
#[derive(Debug)]
pub(super) struct SentForm {
    /// The content type.
    pub(super) kind: String,
    pub(super) body: Vec<u8>,
}

impl SentForm {
    /// The form of a request; `None` if it is larger than a form may be.
    ///
    /// # Errors
    /// If it breaks off, or is so large that it is not even read.
    pub(super) async fn of(request: Request) -> Result<Option<Self>, PageError> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.to_owned();
        let body = collect(request.into_body()).await?;
        Ok(body.map(|body| Self { kind, body }))
    }
}

/// The body of a form; `None` if it is larger than a form may be.
async fn collect(body: Body) -> Result<Option<Vec<u8>>, PageError> {
    let mut pieces = body.into_data_stream();
    let (mut kept, mut size) = (Vec::new(), 0);
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| error(StatusCode::BAD_REQUEST))?;
        size += piece.len();
        if size > MOST_DISCARDED {
            return Err(error(StatusCode::PAYLOAD_TOO_LARGE));
        }
        if size > LARGEST_FORM {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&piece);
        }
    }
    Ok((size <= LARGEST_FORM).then_some(kept))
}

/// The fields of a form with this content type, in their order; `None` if it is no such form.
pub(super) fn form_parts<'a>(kind: &str, body: &'a [u8]) -> Option<Vec<FormPart<'a>>> {
    let delimiter = [b"--", boundary(kind)?.as_bytes()].concat();
    let within_lines = [b"\r\n", &*delimiter].concat();
    let mut rest = match body.strip_prefix(&*delimiter) {
        Some(rest) => rest,
        // Something may precede the first part.
        None => split_at(body, &within_lines)?.1,
    };
    let mut parts = Vec::new();
    while !rest.starts_with(b"--") {
        let (part, next) = split_at(rest.strip_prefix(b"\r\n")?, &within_lines)?;
        let (head, content) = split_at(part, b"\r\n\r\n")?;
        if let Some(name) = name(head) {
            parts.push(FormPart { name, content });
        }
        rest = next;
    }
    Some(parts)
}

/// What separates the parts of a form with this content type.
fn boundary(kind: &str) -> Option<&str> {
    let (essence, parameters) = kind.split_once(';')?;
    if !essence.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let mut parameters = parameters.split(';');
    let boundary = parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_boundary = name.trim().eq_ignore_ascii_case("boundary");
        is_boundary.then(|| value.trim().trim_matches('"'))
    })?;
    (1..=70).contains(&boundary.len()).then_some(boundary)
}

/// The name of the field that a part is about.
fn name(head: &[u8]) -> Option<&[u8]> {
    let lines = head.split(|byte| *byte == b'\n');
    let disposition = |line: &&[u8]| {
        let begin = line.get(..b"content-disposition:".len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(b"content-disposition:"))
    };
    let line = lines.clone().find(disposition)?;
    // The first name is that of the field; that of a file comes after it.
    let (_, value) = split_at(line, b" name=\"")?;
    let end = value.iter().position(|byte| *byte == b'"')?;
    Some(&value[..end])
}

/// What is before and after the first of these bytes.
fn split_at<'a>(bytes: &'a [u8], by: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut places = bytes.windows(by.len());
    let at = places.position(|window| window == by)?;
    Some((&bytes[..at], &bytes[at + by.len()..]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KIND: &str = "multipart/form-data; boundary=x7";

    fn parts(body: &str) -> Option<Vec<(&str, &str)>> {
        let parts = form_parts(KIND, body.as_bytes())?;
        let text = |bytes| core::str::from_utf8(bytes).expect("a text");
        let parts = parts
            .iter()
            .map(|part| (text(part.name), text(part.content)));
        Some(parts.collect())
    }

    #[test]
    fn fields_and_files_are_read_as_browsers_send_them() {
        let body = "--x7\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nline\r\n--x8\r\n\r\n--x7\r\n\
             content-disposition: form-data; name=\"file\"; filename=\"name=\\\"a.txt\"\r\n\
             Content-Type: text/plain\r\n\r\n\r\n--x7--\r\n";
        let both = [("text", "line\r\n--x8\r\n"), ("file", "")];
        assert_eq!(parts(body).as_deref(), Some(&both[..]));
        assert_eq!(
            parts(&format!("before\r\n{body}after")).as_deref(),
            Some(&both[..])
        );
        assert_eq!(parts("--x7--").as_deref(), Some(&[][..]));
        let quoted = "Multipart/Form-Data; charset=utf-8; Boundary=\"x7\"";
        assert!(form_parts(quoted, body.as_bytes()).is_some());
    }

    #[test]
    fn what_is_no_such_form_is_none() {
        for body in [
            "",
            "--x7",
            "--x7\r\n",
            "--x7\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n",
            "--x7\r\nno head\r\n--x7--",
            "text=A6p",
        ] {
            assert_eq!(parts(body), None, "{body}");
        }
        let whole = b"--x7--";
        for kind in [
            "",
            "text/plain; boundary=x7",
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"\"",
        ] {
            assert_eq!(form_parts(kind, whole), None, "{kind}");
        }
        // A part without a name is about no field.
        let nameless = "--x7\r\nContent-Type: text/plain\r\n\r\nA6p\r\n--x7--";
        assert_eq!(parts(nameless).as_deref(), Some(&[][..]));
    }

    #[tokio::test]
    async fn a_body_over_the_bound_is_read_and_not_kept() {
        let sized = |size| collect(Body::from(vec![b'x'; size]));
        let kept = sized(LARGEST_FORM).await.expect("it is read");
        assert_eq!(kept.map(|kept| kept.len()), Some(LARGEST_FORM));
        assert_eq!(sized(LARGEST_FORM + 1).await, Ok(None));
        let endless = futures_util::stream::repeat_with(|| {
            Ok::<_, core::convert::Infallible>(axum::body::Bytes::from(vec![0; 1 << 16]))
        });
        let refused = collect(Body::from_stream(endless)).await;
        assert_eq!(refused, Err(error(StatusCode::PAYLOAD_TOO_LARGE)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, kind: String) {
            let _ = form_parts(&kind, &bytes);
            let framed = [b"--x7\r\n", &*bytes, b"\r\n--x7--"].concat();
            for part in form_parts(KIND, &framed).into_iter().flatten() {
                prop_assert!(part.content.len() < bytes.len());
            }
        }

        #[test]
        fn what_a_browser_writes_is_read(content: Vec<u8>) {
            prop_assume!(split_at(&content, b"\r\n--x7").is_none());
            let head = b"--x7\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n";
            let body = [head, &*content, b"\r\n--x7--\r\n"].concat();
            let parts = form_parts(KIND, &body).expect("a form");
            prop_assert_eq!(parts, vec![FormPart { name: b"file", content: &content }]);
        }
    }
}
