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

/// Stops after it was asked so often whether to.
struct Patience {
    asked: Cell<u64>,
    most: u64,
}

impl Watch for Patience {
    fn is_stopped(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() > self.most
    }
}

#[test]
fn what_was_judged_before_a_stop_is_reported() {
    let any = AnyRecord::read(GAME).expect("a record");
    let AnyRecord::Kuba(record) = &any else {
        panic!("a game of Kuba")
    };
    let asked = |most: u64| {
        let patience = Patience {
            asked: Cell::new(0),
            most,
        };
        let analyzed = Analyzed::of(&any, record, 5_000, &patience);
        (
            analyzed.map_err(|error| error.to_string()),
            patience.asked.get(),
        )
    };
    let (whole, questions) = asked(u64::MAX);
    let whole = whole.expect("all is judged");
    assert!(whole.analysis.end.is_some() && study::unfinished(record, &whole.analysis).is_none());
    assert!(questions > 10, "it is asked whether to stop: {questions}");

    let (stopped, _) = asked(questions / 2);
    let stopped = stopped.expect("some are judged");
    let judged = stopped.analysis.actions.len();
    assert!((1..3).contains(&judged), "{judged} of 3");
    let text = study::unfinished(record, &stopped.analysis).expect("it was stopped");
    assert!(
        text.starts_with(&format!("Stopped: {judged} of 3 plies were judged")),
        "{text}"
    );
    assert!(stopped.words().contains(&text) && stopped.sentences().contains(&text));
    let json = stopped.json();
    assert!(json.contains("\"end\":null"), "{json}");
    for (ply, other) in stopped.analysis.actions.iter().zip(&whole.analysis.actions) {
        assert_eq!(ply.judgment, other.judgment, "ply {}", ply.number);
    }
    assert_eq!(stopped.analysis.leads().len(), judged + 1);

    let (nothing, _) = asked(0);
    let error = nothing.err();
    assert_eq!(
        error.as_deref(),
        Some("stopped before the first ply was judged")
    );
}
