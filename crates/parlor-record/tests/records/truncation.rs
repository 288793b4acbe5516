//! Files that were cut off.

use parlor_record::record::AnyRecord;

const KUBA: &str = include_str!("../../../../docs/examples/kuba.record");
const DRAW: &str = include_str!("../../../../docs/examples/kuba-draw.record");
const SCRIPT: &str = include_str!("../../../../docs/examples/ludo-script.record");
const LUDO: &str = include_str!("../../../../docs/examples/ludo.record");

#[test]
fn a_record_cut_off_anywhere_is_never_taken_for_the_whole() {
    for text in [KUBA, DRAW, LUDO, SCRIPT] {
        let whole = AnyRecord::read(text).unwrap_or_else(|error| panic!("{error}"));
        for form in [text.to_owned(), whole.to_text(), whole.to_json()] {
            let form = form.trim_end();
            for (end, _) in form.char_indices() {
                // Without its checksum it can at most be an unfinished game.
                let Ok(read) = AnyRecord::read(&form[..end]) else {
                    continue;
                };
                assert!(!form[..end].contains("checksum: "), "{}", &form[..end]);
                assert_ne!(read, whole);
            }
        }
    }
}
