//! The English of the server: what the API and the pages have in common.

mod command_error;
mod hint;

pub(crate) use command_error::{command_error, parse_command_error};
pub(crate) use hint::hint;

/// The sentence with a capital at its beginning.
pub(crate) fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
