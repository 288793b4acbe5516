//! What the pictures of the rules show: a position, and the moves that lead from it to the picture. A reader
//! can take them back and make others.

use std::str::FromStr;

use parlor_game::{Game, Kuba, Ludo, Turn};
use parlor_view::{Registered, Scene};

use super::super::practice::{Line, PracticeGame, illegal, moves_of};
use super::super::sentences;

/// The most moves made from the position of a picture.
pub(super) const MOST_MOVES: usize = 60;

/// The position and the moves behind a picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Example {
    /// The name of the picture among the documents'.
    pub(super) name: &'static str,
    start: Start,
    /// The moves as they are in an address; in Ludo a roll is one.
    pub(super) moves: &'static str,
}

/// A position as a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Ludo(&'static str),
    Kuba(&'static str),
}

static EXAMPLES: [Example; 7] = [
    Example {
        name: "kuba-start",
        start: Start::Kuba("ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c"),
        moves: "",
    },
    Example {
        name: "kuba-capture",
        start: Start::Kuba("w5b/ww1r1bb/3wrrr/1rrrrr1/2rrr2/bb1r1ww/2bb1ww w0b0 w - c"),
        moves: "23R",
    },
    Example {
        name: "kuba-ko",
        start: Start::Kuba("w5b/ww1r1bb/1wrrrb1/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c"),
        moves: "21R",
    },
    Example {
        name: "ludo-start",
        start: Start::Ludo("AH.H/BH.H/CH.H/DH.H A - -"),
        moves: "",
    },
    Example {
        name: "ludo-bounce",
        start: Start::Ludo("A55.H/BH.H A - -"),
        moves: "5.A5p",
    },
    Example {
        name: "ludo-kick",
        start: Start::Ludo("A15.H/B4.H A - -"),
        moves: "3.A3p",
    },
    Example {
        name: "ludo-stack",
        start: Start::Ludo("A4.4/D10.H D - -"),
        moves: "5.D5p",
    },
];

/// The board of an example after some moves.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) moves: Vec<String>,
    pub(super) scene: Scene,
    /// What the last move did.
    pub(super) happened: Vec<String>,
}

impl Example {
    /// That of the picture with this name; `None` if there is none.
    pub(super) fn named(name: &str) -> Option<&'static Example> {
        EXAMPLES.iter().find(|example| example.name == name)
    }

    /// The name of its game.
    pub(super) const fn game(&self) -> &'static str {
        match self.start {
            Start::Ludo(_) => Ludo::NAME,
            Start::Kuba(_) => Kuba::NAME,
        }
    }

    /// Its position with these moves, as an address.
    pub(super) fn line(&self, moves: Vec<String>) -> Line {
        let address = format!("/rules/{}?board={}", self.game(), self.name);
        Line::new(address, moves)
    }

    /// Where the board is as the picture shows it.
    pub(super) fn pictured(&self) -> String {
        let moves = moves_of(self.moves).map(str::to_owned);
        self.line(moves.collect()).address()
    }

    /// Plays the moves of a line.
    ///
    /// # Errors
    /// Why they cannot be made, in a sentence.
    pub(super) fn play(&self, line: &str) -> Result<Reached, String> {
        match self.start {
            Start::Ludo(start) => play::<Ludo>(start, line),
            Start::Kuba(start) => play::<Kuba>(start, line),
        }
    }
}

fn play<G: Registered>(start: &str, line: &str) -> Result<Reached, String> {
    let start = G::Position::from_str(start);
    let start = start.expect("every picture has a position, as a test sees");
    let mut game = PracticeGame::<G>::of_all_sides(start);
    let mut moves = Vec::new();
    for (number, played) in (1..).zip(moves_of(line)) {
        if number > MOST_MOVES {
            return Err(sentences::line_too_long(MOST_MOVES));
        }
        game.forget();
        let made = match played.parse() {
            Ok(roll) if matches!(game.live().turn(), Turn::Chance(_)) => game.roll_and_pass(roll),
            Ok(_) if G::NAME == Ludo::NAME => Err(sentences::NO_ROLL_DUE.to_owned()),
            _ => game.act(played),
        };
        made.map_err(|reason| illegal(number, played, &reason))?;
        moves.push(played.to_owned());
    }
    Ok(Reached {
        moves,
        scene: game.scene(),
        happened: game.happened(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_leads_to_its_picture() {
        for example in &EXAMPLES {
            let reached = example.play(example.moves).expect(example.name);
            assert_eq!(reached.scene.game(), example.game());
            assert_eq!(
                reached.moves.len(),
                moves_of(example.moves).count(),
                "{}",
                example.name
            );
        }
    }

    /// Rules: K-7, L-14.
    #[test]
    fn a_board_of_the_rules_plays_by_the_rules() {
        let ko = Example::named("kuba-ko").expect("it is there");
        let error = ko.play("21R.26L").expect_err("ko forbids it");
        assert!(error.contains("(K-7)"), "{error}");
        let start = Example::named("ludo-start").expect("it is there");
        let reached = start
            .play("3.6.B6p")
            .expect("a lost roll is passed by itself");
        assert_eq!(reached.moves, ["3", "6", "B6p"]);
        for wrong in ["7", "0", "255", "256", "A6p", "x", ".", "6.6"] {
            assert!(start.play(wrong).is_err(), "{wrong}");
        }
        let too_many = vec!["3"; MOST_MOVES + 1].join(".");
        assert!(start.play(&too_many).is_err());
    }
}
