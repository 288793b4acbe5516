use core::cell::Cell;

use super::*;

const GAME: &str = "\
parlor-record 1
game: kuba
seats: W, B
rules: tournament

  1. 66L 50R
  3. 00R
";

#[test]
fn what_was_judged_before_a_stop_is_reported() {
    let any = AnyRecord::read(GAME).expect("a record");
    let AnyRecord::Kuba(record) = &any else {
        panic!("a game of Kuba")
    };
    let asked = |most: u64| {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        let analyzed = Analyzed::of(&any, record, 5_000, &stop);
        (analyzed.map_err(|error| error.to_string()), asked.get())
    };
    let (whole, questions) = asked(u64::MAX);
    let whole = whole.expect("all is judged");
    assert!(whole.end.is_some() && whole.unfinished().is_none());
    assert!(questions > 10, "it is asked whether to stop: {questions}");

    let (stopped, _) = asked(questions / 2);
    let stopped = stopped.expect("some are judged");
    let judged = stopped.plies.len();
    assert!((1..3).contains(&judged), "{judged} of 3");
    let text = stopped.unfinished().expect("it was stopped");
    assert!(
        text.starts_with(&format!("Stopped: {judged} of 3 plies were judged")),
        "{text}"
    );
    assert!(stopped.words().contains(&text) && stopped.sentences().contains(&text));
    let json = stopped.json();
    assert!(json.contains("\"end\":null"), "{json}");
    for (ply, other) in stopped.plies.iter().zip(&whole.plies) {
        assert_eq!(ply.judgment, other.judgment, "ply {}", ply.number);
    }
    assert_eq!(stopped.levels().len(), judged + 1);

    let (nothing, _) = asked(0);
    let error = nothing.err();
    assert_eq!(
        error.as_deref(),
        Some("stopped before the first ply was judged")
    );
}
