//! The machine that the figures belong to.

use std::{fmt, fs, thread};

use crate::repository::Repository;

/// Processor, cores and compiler.
#[derive(Debug)]
pub(crate) struct Machine {
    processor: String,
    cores: usize,
    compiler: String,
}

impl Machine {
    /// Asks the system and the compiler.
    ///
    /// # Errors
    /// When the number of cores is unknown or the compiler does not answer.
    pub(crate) fn detect(repository: &Repository) -> anyhow::Result<Machine> {
        // Only Linux has this file; elsewhere the processor has no name, as in an empty one.
        let description = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Ok(Machine {
            processor: processor(&description).to_owned(),
            cores: thread::available_parallelism()?.get(),
            compiler: repository
                .line("rustc")
                .argument("--version")
                .read()?
                .trim()
                .to_owned(),
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}, {} cores, {}",
            self.processor, self.cores, self.compiler
        )
    }
}

/// The processor's name in `/proc/cpuinfo`; some architectures give none.
fn processor(description: &str) -> &str {
    description
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map_or("unnamed processor", |(_, name)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::processor;

    #[test]
    fn the_processor_is_named_once() {
        let description =
            "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nmodel name\t: Some CPU @ 2 GHz\n";
        assert_eq!(processor(description), "Some CPU @ 2 GHz");
        assert_eq!(processor(""), "unnamed processor");
    }
}
