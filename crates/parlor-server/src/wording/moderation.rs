//! Names that are reported, and networks that are blocked.

use parlor_service::operator::minute_of;
use parlor_service::service::ReportError;
use parlor_service::store::moderation::{Block, MOST_REPORTS};

/// That the keeper lets a network's clients only look on.
pub(crate) fn blocked(block: &Block) -> String {
    format!(
        "the keeper of this server has blocked {} until {} UTC: from there you can watch, and go on with \
         your games, but begin none, wait for nobody and report nothing",
        block.network,
        minute_of(block.until)
    )
}

/// Why a report is not taken.
pub(crate) fn report_error(error: &ReportError) -> String {
    match error {
        ReportError::NothingThere => {
            "nobody waits there any more, or the game has no such seat; load the page again"
                .to_owned()
        }
        ReportError::NoName => {
            "there is no name that somebody has given, so there is nothing to report".to_owned()
        }
        ReportError::TooMany => format!(
            "{MOST_REPORTS} names were reported from your network in the last hour, which is the most; \
             try again later"
        ),
        ReportError::Blocked(block) => blocked(block),
        ReportError::Service(error) => error.reason(),
    }
}

#[cfg(test)]
mod tests {
    use parlor_service::service::ServiceError;
    use parlor_table::timestamp::Timestamp;

    use super::*;

    #[test]
    fn every_reason_why_a_report_is_not_taken_has_its_message() {
        let block = Block {
            network: "192.0.2.0/24".parse().expect("a network"),
            until: Timestamp(1_800_000_000_000),
        };
        let all = catalog! { ReportError:
            NothingThere => "nobody waits there any more, or the game has no such seat; load the page again";
            NoName => "there is no name that somebody has given, so there is nothing to report";
            TooMany => "10 names were reported from your network in the last hour, which is the most; \
                try again later";
            Blocked(block) => "the keeper of this server has blocked 192.0.2.0/24 until 2027-01-15 08:00 \
                UTC: from there you can watch, and go on with your games, but begin none, wait for \
                nobody and report nothing";
            Service(ServiceError::Closing) => "the server is shutting down";
        };
        for (error, message) in all {
            assert_eq!(report_error(&error), message);
        }
    }
}
