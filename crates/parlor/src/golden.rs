//! The game that is played when no command is given.

use std::process::ExitCode;

use parlor_record::ludo_script;

use crate::ludo;
use crate::output;
use crate::stream::Detail;

/// The example game of the Ludo text.
const GOLDEN_GAME: &str = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";

const BEFORE: &str = "\
Ludo, the example game of the text. Players A and B; every roll is given, and
each is played by the decision-making algorithm of the rules:";

const AFTER: &str = r#"Next (with cargo, write `cargo run --release --` for `parlor`):
  echo 'A,B: A6 A4 A5' | parlor ludo script --explain
  echo '{"players":[["Ann","W"],["Bob","B"]],"moves":[["Ann",[6,5],"F"]]}' | parlor kuba script
  parlor ludo script --help      many games at once, JSON, files
  parlor --help                  everything else"#;

/// Plays the golden game with its explanation.
///
/// Rules: L-21 (what `play_game` returns).
pub(crate) fn play() -> anyhow::Result<ExitCode> {
    let script = ludo_script::read(GOLDEN_GAME)?;
    let mut words = format!("{BEFORE}\n  {script}\n\n").into_bytes();
    ludo::append_words(&script, Detail::Explained, &mut words);
    let spaces = script.report(&script.run()).join("', '");
    words.extend(format!("\n\nplay_game returns ['{spaces}'].\n\n{AFTER}\n").into_bytes());
    output::write(&words)?;
    Ok(ExitCode::SUCCESS)
}
