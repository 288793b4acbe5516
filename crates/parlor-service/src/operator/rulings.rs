//! What a keeper decides about the lobby: which names are hidden, and which networks are blocked.

use serde::{Deserialize, Serialize};

use super::{OperatorCommand, OperatorError, Place, change};
use crate::client_net::Prefix;
use crate::store::moderation::{Block, FoldedName, ModerationWrite, NameDecision, network_text};

/// A keeper's decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Nobody is to see this name.
    Hide(FoldedName),
    /// This name is shown, whoever reports it.
    Allow(FoldedName),
    /// What was decided about this name holds no more: reports count again.
    Forget(FoldedName),
    /// The clients of a network may only look on until a time.
    Block(Block),
    /// They may do again what all may.
    Unblock(#[serde(with = "network_text")] Prefix),
}

impl From<Ruling> for ModerationWrite {
    fn from(ruling: Ruling) -> Self {
        match ruling {
            Ruling::Hide(name) => Self::Decide(name, NameDecision::Hidden),
            Ruling::Allow(name) => Self::Decide(name, NameDecision::Shown),
            Ruling::Forget(name) => Self::Undecide(name),
            Ruling::Block(block) => Self::Block(block),
            Ruling::Unblock(network) => Self::Unblock(network),
        }
    }
}

/// Makes a decision known: to the server that runs on a folder, or in the place itself, where nodes find
/// it a second later. Whether it changes anything.
///
/// # Errors
/// When it cannot be kept.
pub async fn rule(place: &Place, ruling: Ruling) -> Result<bool, OperatorError> {
    let report = change(place, &OperatorCommand::Rule(ruling)).await?;
    Ok(report.has_changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::parse;
    use parlor_table::timestamp::Timestamp;

    #[test]
    fn a_decision_is_read_as_it_is_sent() {
        let network: Prefix = "2001:db8::/48".parse().expect("a network");
        let until = Timestamp(9);
        for (ruling, sent) in [
            (
                Ruling::Hide(FoldedName::of("Rude")),
                r#"{"rule":{"hide":"rude"}}"#,
            ),
            (
                Ruling::Allow(FoldedName::of("Ann")),
                r#"{"rule":{"allow":"ann"}}"#,
            ),
            (
                Ruling::Forget(FoldedName::of("Eve")),
                r#"{"rule":{"forget":"eve"}}"#,
            ),
            (
                Ruling::Block(Block { network, until }),
                r#"{"rule":{"block":{"network":"2001:db8::/48","until":9}}}"#,
            ),
            (
                Ruling::Unblock(network),
                r#"{"rule":{"unblock":"2001:db8::/48"}}"#,
            ),
        ] {
            let command = OperatorCommand::Rule(ruling);
            assert_eq!(serde_json::to_string(&command).expect("JSON"), sent);
            assert_eq!(parse(sent.as_bytes()), Ok(command));
        }
        let wrong = parse(br#"{"rule":{"unblock":"example.org"}}"#).expect_err("no network");
        assert!(wrong.contains("\"example.org\" is no network"), "{wrong}");
    }
}
