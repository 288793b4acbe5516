//! How a game ended, in a line.

use parlor_game::Game;
use parlor_record::record::Record;

/// The places and the ending of a finished game: `Result: W, B (K-8).`; `None` while it goes on.
pub fn result<G: Game>(record: &Record<G>) -> Option<String> {
    let ending = record.ending()?;
    Some(match record.result() {
        Some(places) => {
            let groups: Vec<String> = places
                .groups()
                .iter()
                .map(|group| {
                    let letters: Vec<String> = group
                        .iter()
                        .map(|&seat| G::letter(seat).to_string())
                        .collect();
                    letters.join("=")
                })
                .collect();
            format!("Result: {} ({ending}).", groups.join(", "))
        }
        None => format!("No result ({ending})."),
    })
}
