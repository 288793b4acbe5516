//! Command lines, without a shell.

/// The words of a command line: separated by blanks, except within single or double quotes.
///
/// # Errors
/// No word, or a quote that is not closed.
pub(crate) fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!(
            "{line:?} opens a quote, {open}, and does not close it"
        ));
    }
    words.extend(word);
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err(format!(
            "{line:?} names no program; write one after the colon, such as cmd:./mybot"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_blanks_outside_quotes() {
        let line = "  './my bot' --name \"it's\" a'b c'd  '' ";
        let expected = ["./my bot", "--name", "it's", "ab cd", ""];
        assert_eq!(words(line).expect("words"), expected);
        assert!(words("./a 'b").unwrap_err().contains("opens a quote"));
        for line in ["", " \t", "''", "'' a"] {
            assert!(words(line).unwrap_err().contains("names no program"));
        }
    }
}
