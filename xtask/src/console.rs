//! The ```` ```console ```` blocks of the documents: commands with their exact output.
//!
//! A line that begins with `$ ` is a command (a `\` at its end continues it on the next line);
//! what follows, up to the next command or the end of the block, is what it prints. A block
//! whose fence is `console no-run` shows commands that take too long or do not end.

use anyhow::bail;

const PROMPT: &str = "$ ";

/// The document with the output of every command as `run` gives it.
///
/// # Errors
/// When a block is not closed or holds no command, when an output would end its block,
/// or when `run` fails; the message names the line, counted from 1.
pub(crate) fn with_outputs(
    document: &str,
    run: &mut dyn FnMut(&str) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    let mut rewritten = String::with_capacity(document.len());
    let mut lines = document.split_inclusive('\n').enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        rewritten.push_str(line);
        let Some(fence) = Fence::opened_by(line) else {
            continue;
        };
        let mut has_command = false;
        loop {
            let Some((_, line)) = lines.next() else {
                bail!(
                    "line {}: the block is never closed; it needs a line {}",
                    index + 1,
                    fence.ticks
                );
            };
            if fence.is_closed_by(line) {
                rewritten.push_str(line);
                break;
            }
            if !fence.runs {
                rewritten.push_str(line);
                continue;
            }
            let Some(command) = line.strip_prefix(PROMPT) else {
                // The output of last time, or text before the first command.
                if has_command {
                    continue;
                }
                bail!(
                    "line {}: a console block begins with a command (`$ …`)",
                    index + 2
                );
            };
            has_command = true;
            rewritten.push_str(line);
            let mut command = command.to_owned();
            while command.trim_end_matches('\n').ends_with('\\') {
                let Some((_, continuation)) = lines.next() else {
                    break;
                };
                rewritten.push_str(continuation);
                command.push_str(continuation);
            }
            let output = run(command.trim_end_matches('\n'))?;
            for line in output.lines() {
                if line.starts_with(PROMPT) || fence.is_closed_by(line) {
                    bail!(
                        "line {}: the output holds the line `{line}`, which would end it",
                        index + 1
                    );
                }
                rewritten.push_str(line);
                rewritten.push('\n');
            }
        }
        if fence.runs && !has_command {
            bail!(
                "line {}: the console block holds no command (`$ …`)",
                index + 1
            );
        }
    }
    Ok(rewritten)
}

/// The opening line of a block of code.
#[derive(Debug)]
struct Fence {
    ticks: String,
    runs: bool,
}

impl Fence {
    fn opened_by(line: &str) -> Option<Fence> {
        let after = line.trim_start_matches('`');
        let ticks = line.get(..line.len() - after.len())?.to_owned();
        if ticks.len() < 3 {
            return None;
        }
        let runs = after.trim() == "console";
        Some(Fence { ticks, runs })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim_end();
        line.len() >= self.ticks.len() && line.bytes().all(|byte| byte == b'`')
    }
}

#[cfg(test)]
mod tests {
    use super::with_outputs;

    /// Rewrites with a shell that answers `<command>` to everything.
    fn rewrite(document: &str) -> anyhow::Result<String> {
        with_outputs(document, &mut |command| Ok(format!("<{command}>\n")))
    }

    #[test]
    fn old_output_is_replaced_and_everything_else_kept() {
        let rewritten = rewrite("a\n```console\n$ x y\nold\nold\n$ z\n```\nb").unwrap();
        assert_eq!(rewritten, "a\n```console\n$ x y\n<x y>\n$ z\n<z>\n```\nb");
    }

    #[test]
    fn rewriting_twice_changes_nothing_more() {
        let once = rewrite("```console\n$ x\n```\n").unwrap();
        assert_eq!(rewrite(&once).unwrap(), once);
    }

    #[test]
    fn blocks_of_other_kinds_are_left_alone() {
        for document in [
            "```console no-run\n$ cargo build\nwhatever\n```\n",
            "```sh\n$ x\n```\n",
            "````markdown\n```console\n$ x\n```\n````\n",
            "$ x\n",
        ] {
            assert_eq!(rewrite(document).unwrap(), document);
        }
    }

    #[test]
    fn a_backslash_continues_the_command() {
        let rewritten = rewrite("```console\n$ x \\\n  y\nold\n```\n").unwrap();
        assert_eq!(rewritten, "```console\n$ x \\\n  y\n<x \\\n  y>\n```\n");
    }

    #[test]
    fn an_output_without_a_last_newline_still_ends_its_line() {
        let rewritten = with_outputs("```console\n$ x\n```\n", &mut |_| {
            Ok("no newline".to_owned())
        })
        .unwrap();
        assert_eq!(rewritten, "```console\n$ x\nno newline\n```\n");
    }

    #[test]
    fn broken_blocks_are_named_by_their_line() {
        let message = |document: &str| rewrite(document).unwrap_err().to_string();
        assert!(message("a\n```console\n$ x\n").starts_with("line 2: "));
        assert!(message("```console\nx\n```\n").starts_with("line 2: "));
        assert!(message("```console\n```\n").starts_with("line 1: "));
    }

    #[test]
    fn an_output_that_would_end_its_block_is_refused() {
        for output in ["```\n", "$ y\n"] {
            let result = with_outputs("```console\n$ x\n```\n", &mut |_| Ok(output.to_owned()));
            assert!(result.is_err(), "{output:?}");
        }
    }
}
