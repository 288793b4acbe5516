//! What never changes while a page of a game is shown, and is sent to it only once.

/// What begins and ends each part that never changes while a page of a game is shown: the kinds of
/// pieces that its board copies, the ways on from it, its keys and its settings.
const CONSTANT: [(&str, &str); 6] = [
    ("<defs id=\"ground\"", "</defs>"),
    ("<defs id=\"marbles\"", "</defs>"),
    ("<defs id=\"pieces\"", "</defs>"),
    ("<nav id=\"ways\"", "</nav>"),
    ("<details id=\"keys\"", "</details>"),
    ("<details id=\"settings\"", "</details>"),
];

/// The kinds of pieces that a tray copies, where the players' places never change.
const TRAY: (&str, &str) = ("<defs id=\"tray-", "</defs>");

/// How what never changes is marked.
const MARK: &str = " data-own>";

/// HTML with nothing inside of what never changes, which the script leaves alone by its mark. Who plays
/// several seats may turn the board, and the players' places with it.
pub(super) fn without_constants(html: &str, are_places_fixed: bool) -> String {
    let trays = are_places_fixed.then_some(TRAY);
    let mut without = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((tag_at, end)) = CONSTANT
        .into_iter()
        .chain(trays)
        .filter_map(|(begin, end)| Some((rest.find(begin)?, end)))
        .min()
    {
        let part = &rest[tag_at..];
        let (Some(tag_ends), Some(ends)) = (part.find('>'), part.find(end)) else {
            break;
        };
        without.push_str(&rest[..tag_at + tag_ends]);
        without.push_str(MARK);
        rest = &part[ends..];
    }
    without + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_changes_is_sent_empty_and_marked() {
        let page = "<svg><defs id=\"tray-W-marbles\">\n<g/>\n</defs><g/></svg><svg><defs><g/></defs></svg>\
                    <details id=\"settings\" hidden><p></p></details><details id=\"more\"><p></p></details>";
        assert_eq!(
            without_constants(page, true),
            "<svg><defs id=\"tray-W-marbles\" data-own></defs><g/></svg><svg><defs><g/></defs></svg>\
             <details id=\"settings\" hidden data-own></details><details id=\"more\"><p></p></details>"
        );
        assert!(without_constants(page, false).starts_with(&page[..60]));
        // What does not end stays.
        let broken = "<p></p><defs id=\"pieces\"><g>";
        assert_eq!(without_constants(broken, true), broken);
    }
}
