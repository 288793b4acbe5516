//! What the checks read and what they report.

use std::fmt;

/// A text file of the repository.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Something wrong: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    /// `line` counts from 1.
    pub(crate) fn new(path: &str, line: usize, message: impl Into<String>) -> Finding {
        Finding {
            path: path.to_owned(),
            line,
            message: message.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// The file with this path.
pub(crate) fn file<'a>(files: &'a [SourceFile], path: &str) -> Option<&'a SourceFile> {
    files.iter().find(|file| file.path == path)
}

/// The number of the first line that `is_it` accepts, or 1.
pub(crate) fn line_where(text: &str, is_it: impl Fn(&str) -> bool) -> usize {
    text.lines().position(is_it).map_or(1, |index| index + 1)
}

#[cfg(test)]
pub(crate) mod testing {
    use super::{Finding, SourceFile};

    pub(crate) fn source(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// The findings as printed.
    pub(crate) fn printed(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(ToString::to_string).collect()
    }
}
