//! The fields of the editor's form, as they were sent.

use super::super::sentences;

/// The most characters of a value that are shown again where it is none.
const LONGEST: usize = 40;

/// Fields by their names, and what was wrong with some of them.
#[derive(Debug)]
pub(super) struct Fields {
    sent: Vec<(String, String)>,
    pub(super) wrong: Vec<String>,
}

impl Fields {
    pub(super) const fn new(sent: Vec<(String, String)>) -> Self {
        Self {
            sent,
            wrong: Vec::new(),
        }
    }

    /// The last value of this name, without spaces around it; empty without one.
    pub(super) fn get(&self, name: &str) -> &str {
        let mut sent = self.sent.iter().rev();
        let value = sent.find(|(known, _)| known == name);
        value.map_or("", |(_, value)| value.trim())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.sent.iter().any(|(known, _)| known == name)
    }

    /// The value of a field, read so; the other value where it is not there, or is wrong, which is noted.
    pub(super) fn read<T>(
        &mut self,
        name: &str,
        title: &str,
        otherwise: T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> T {
        if !self.has(name) {
            return otherwise;
        }
        let value = self.get(name);
        if let Some(read) = read(value) {
            return read;
        }
        let value: String = value.chars().take(LONGEST).collect();
        self.wrong.push(sentences::wrong_field(title, &value));
        otherwise
    }
}
