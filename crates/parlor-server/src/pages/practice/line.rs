//! The moves made from a position, in an address.

use super::query::query;

/// An address with the moves made from the position that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::pages) struct Line {
    /// The address of the position, with a query.
    start: String,
    moves: Vec<String>,
}

/// The moves of a `line=` as it is sent, such as `65F.05B`.
pub(in crate::pages) fn moves_of(line: &str) -> impl Iterator<Item = &str> {
    line.split('.').filter(|_| !line.is_empty())
}

impl Line {
    /// The moves made from the position at this address, which has a query.
    pub(in crate::pages) const fn new(start: String, moves: Vec<String>) -> Self {
        Self { start, moves }
    }

    pub(in crate::pages) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The moves as they are sent.
    pub(in crate::pages) fn sent(&self) -> String {
        self.moves.join(".")
    }

    /// The address of the position.
    pub(in crate::pages) fn start(&self) -> &str {
        &self.start
    }

    /// The address after these moves.
    pub(in crate::pages) fn address(&self) -> String {
        self.after_first(self.moves.len())
    }

    /// The moves made, each with the address of the position after it.
    pub(in crate::pages) fn made(&self) -> Vec<(&str, String)> {
        let made = (1..).zip(&self.moves);
        made.map(|(number, played)| (&**played, self.after_first(number)))
            .collect()
    }

    /// The address after one more move.
    pub(in crate::pages) fn after(&self, played: &str) -> String {
        let made = self.moves.iter().map(String::as_str);
        self.address_of(made.chain([played]))
    }

    fn after_first(&self, number: usize) -> String {
        self.address_of(self.moves[..number].iter().map(String::as_str))
    }

    fn address_of<'a>(&self, moves: impl Iterator<Item = &'a str>) -> String {
        let line = moves.collect::<Vec<_>>().join(".");
        let Self { start, .. } = self;
        if line.is_empty() {
            start.clone()
        } else {
            format!("{start}&{}", query(&[("line", &line)]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_the_moves_in_order_and_leads_to_each_of_them() {
        let line = Line::new(
            "/x?game=kuba".to_owned(),
            vec!["65F".to_owned(), "05B".to_owned()],
        );
        assert_eq!(line.address(), "/x?game=kuba&line=65F.05B");
        assert_eq!(line.after("a&b"), "/x?game=kuba&line=65F.05B.a%26b");
        assert_eq!(
            line.made(),
            [
                ("65F", "/x?game=kuba&line=65F".to_owned()),
                ("05B", line.address())
            ]
        );
        assert_eq!(line.start(), "/x?game=kuba");
        assert!(moves_of(&line.sent()).eq(["65F", "05B"]));
        assert!(moves_of("..").eq(["", "", ""]), "none is passed over");
        assert_eq!(moves_of("").count(), 0);
    }
}
