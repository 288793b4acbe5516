//! What the tests share: one helper to check an action, and a generator.

use kuba_rules::{Action, Position};

/// The position of a line that is known to be right.
pub(crate) fn position(line: &str) -> Position {
    let position: Position = line.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.to_string(), line);
    position
}

/// Plays `action` in the position of `line` and expects either the line of
/// the position after it, or the id of the rule that refuses it. Refused or
/// not, the four ways to play and the legal list must agree, and a refused
/// action must change nothing.
#[track_caller]
pub(crate) fn check(line: &str, action: &str, expect: Result<&str, &str>) {
    let before = position(line);
    let action: Action = action.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut after = before;
    let result = after.play_action(action);
    match (result, expect) {
        (Ok(()), Ok(expected)) => assert_eq!(after.to_string(), expected),
        (Err(error), Err(rule)) => {
            assert_eq!(error.rule(), rule, "{error}");
            assert_eq!(after, before, "a refused action changed something");
        }
        (result, expect) => panic!("{action} in {line}: expected {expect:?}, got {result:?}"),
    }
    if let Action::Push(push) = action {
        assert_eq!(before.legal_moves().contains(push), result.is_ok());
        assert_eq!(before.check(push), result);
        let mut silent = before;
        assert_eq!(silent.play(push), result);
        assert_eq!(silent, after);
    } else {
        assert_eq!(before.may_push_again(), result.is_ok());
    }
}

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }
}
