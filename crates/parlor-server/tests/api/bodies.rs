//! Whatever is sent, it is read, or refused as the sender's fault.

use parlor_server::api::{ApiError, read_action, read_new_game};
use parlor_table::command::CommandKind;
use proptest::prelude::*;

/// Bodies that are read, to be spoilt.
const BODIES: [&str; 4] = [
    r#"{"version":1,"action_id":"a","action":"commit:abababababababababababababababababababababababababababababababab"}"#,
    r#"{"version":1,"action_id":"a","action":"join","seat":"A","name":"Ann"}"#,
    r#"{"game":"ludo","limit":9,"seats":[{"seat":"A","kind":"human","entropy":"later"},{"seat":"C","kind":"invited"}]}"#,
    r#"{"game":"kuba","away_after_seconds":60,"seats":[{"seat":"W","kind":"human","name":"Ann"},{"seat":"B","kind":"bot","bot":"greedy"}]}"#,
];

fn spoilt() -> impl Strategy<Value = Vec<u8>> {
    let body = prop::sample::select(&BODIES);
    let cuts = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 0..4);
    (body, cuts).prop_map(|(body, cuts)| {
        let mut bytes = body.as_bytes().to_vec();
        for (index, byte, how) in cuts {
            let at = index.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        bytes
    })
}

fn check_refusal(refusal: &ApiError) {
    assert_eq!(refusal.status(), 400, "{refusal:?}");
    assert!(!refusal.detail().message.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn a_body_is_read_or_refused(bytes in spoilt()) {
        if let Err(refusal) = read_action(&bytes) {
            check_refusal(&refusal);
        }
        if let Err(refusal) = read_new_game(&bytes) {
            check_refusal(&refusal);
        }
    }

    #[test]
    fn a_word_that_is_read_is_written_as_itself(word in "(commit:|reveal:)?[ -~]{0,80}") {
        if let Ok(wish) = word.parse::<CommandKind>() {
            prop_assert_eq!(wish.word().parse(), Ok(wish));
        }
    }
}

#[test]
fn the_bodies_are_read_unless_they_are_spoilt() {
    for body in BODIES {
        let bytes = body.as_bytes();
        let is_read = read_action(bytes).is_ok() || read_new_game(bytes).is_ok();
        assert!(is_read, "{body}");
    }
}
