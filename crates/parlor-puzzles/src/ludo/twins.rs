//! Positions that are one puzzle.

use ludo_rules::{Position, Seat, Setup};

/// The position that stands for all that differ from this one by names alone: which token is `p` and which
/// `q`, and at which seats the players sit, as long as they sit alike (L-4).
///
/// The player to act sits at A there, and `p` is not ahead of `q`.
pub fn representative(position: &Position) -> Option<Position> {
    let mover = position.to_act()?;
    let setup = position.setup();
    let turned = |seat: Seat| Seat::ALL[(seat.index() + 4 - mover.index()) % 4];
    let tokens = setup.tokens.into_iter().map(|(seat, mut steps)| {
        steps.sort_unstable();
        (turned(seat), steps)
    });
    let mut tokens: Vec<(Seat, [i64; 2])> = tokens.collect();
    tokens.sort_unstable();
    let same = Setup {
        tokens,
        to_act: Some(Seat::A),
        phase: setup.phase,
        finished: setup.finished.into_iter().map(turned).collect(),
    };
    Position::try_from(same).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> String {
        let position: Position = line.parse().unwrap();
        representative(&position).unwrap().to_string()
    }

    #[test]
    fn twins_have_one_representative() {
        for line in [
            "AR.3/C12.E A 6b -",
            "A3.R/CE.12 A 6b -",
            "A12.E/C3.R C 6b -",
            "B3.R/DE.12 B 6b -",
        ] {
            assert_eq!(of(line), "AR.3/C12.E A 6b -");
        }
    }

    #[test]
    fn what_sits_or_stands_otherwise_is_no_twin() {
        assert_eq!(of("AR.3/B12.E B 5 -"), "A12.E/DR.3 A 5 -");
        assert_eq!(of("AR.3/D12.E D 5 -"), "A12.E/BR.3 A 5 -");
        assert_eq!(of("A12.E/CR.3 A 5b -"), "A12.E/CR.3 A 5b -");
    }
}
