//! Why a chat phrase was not sent, in words.

use parlor_service::service::ChatError;

/// The message of the API, and with a capital and a full stop the sentence of a page.
pub(crate) fn chat_error(error: ChatError) -> String {
    match error {
        ChatError::NoSeat => {
            "only who has joined the game and has not left it can say something".into()
        }
        ChatError::RateLimited(limited) => {
            let seconds = limited.seconds();
            format!("that is much at once; wait {seconds} seconds and say it then")
        }
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use parlor_service::rate_limit::RateLimited;

    use super::*;

    #[test]
    fn every_error_of_the_chat_has_its_message() {
        let all = catalog! { ChatError:
            NoSeat => "only who has joined the game and has not left it can say something";
            RateLimited(RateLimited(Duration::from_secs(14)))
                => "that is much at once; wait 15 seconds and say it then";
        };
        for (error, message) in all {
            assert_eq!(chat_error(error), message);
        }
    }
}
