//! Why a set-up is impossible.

use super::super::rules;
use crate::wording::capitalized;

/// One reason.
pub(super) struct Reason {
    pub(super) says: String,
    rule: &'static str,
}

/// What a set-up comes to: a position line, or every reason why there is none.
pub(super) type Checked = Result<String, Vec<Reason>>;

impl Reason {
    pub(super) fn new(rule: &'static str, reason: &impl ToString) -> Self {
        Self {
            says: format!("{}.", capitalized(&reason.to_string())),
            rule,
        }
    }

    /// Where the rule is explained.
    pub(super) fn address(&self) -> Option<String> {
        rules::explained_at(self.rule)
    }
}
