//! The end of a game as its page celebrates it: who has won, how far everybody came, and why it is
//! over.

use kuba_rules::Side;
use ludo_rules::Step;
use parlor_game::{Game as _, Ludo};
use parlor_record::record::Ending;
use parlor_view::{Scene, ordinal};

use super::sentences;
use super::viewer::Viewer;
use super::{drawn, game_info, narration};
use crate::wording;
use parlor_table::table::{GameResult, SeatView, Status};

/// The widest headline that is drawn, in capitals' tenths: it has one line.
const WIDEST: f64 = 130.0;

/// How often the winner's shape is drawn around the piece.
const RINGS: u8 = 8;

/// The pieces of paper that fall for a winner and lie around the piece: where each is from its middle,
/// to the right and down, how it is turned, and how large it is, in hundredths.
const CONFETTI: [(i16, i16, u16, u16); 28] = [
    (-150, -214, 37, 50),
    (-112, -176, 82, 63),
    (146, -172, 21, 52),
    (112, -140, 29, 50),
    (172, -138, 9, 56),
    (-166, -128, 70, 58),
    (-126, -104, 39, 60),
    (128, -112, 60, 52),
    (162, -88, 47, 60),
    (-164, -58, 56, 54),
    (-122, -34, 14, 46),
    (124, -48, 36, 48),
    (166, -20, 66, 50),
    (-152, 8, 83, 60),
    (-116, 52, 52, 46),
    (118, 22, 74, 52),
    (156, 50, 5, 60),
    (-166, 84, 90, 48),
    (-130, 112, 33, 60),
    (126, 96, 56, 60),
    (164, 122, 63, 47),
    (-152, 152, 16, 56),
    (-104, 158, 44, 50),
    (108, 150, 10, 54),
    (-60, 176, 78, 48),
    (58, 178, 27, 52),
    (-8, 186, 61, 46),
    (150, 176, 40, 58),
];

/// The end of a game for one visitor.
pub(super) struct EndSection<'a> {
    /// `You won`, `Ann won`.
    pub(super) headline: String,
    /// Whether that can be drawn, as the name of the game is: it has no other letters, and is short.
    pub(super) is_drawn: bool,
    /// The seat that has won alone: the colors of the section are its own.
    pub(super) winner: Option<char>,
    /// Whether the visitor has nothing to be sorry for: they won, or they play every seat or none.
    pub(super) is_glad: bool,
    /// The shape around the piece, once for each ring from the inside, and how large it is there.
    pub(super) rings: Vec<(f64, &'static str)>,
    pub(super) confetti: Vec<Scrap>,
    /// What those who came first have won with.
    pub(super) trophies: Vec<String>,
    /// The players, the best first.
    pub(super) scores: Vec<Score<'a>>,
    /// Why the game is over.
    pub(super) why: String,
}

/// A piece of paper that falls.
pub(super) struct Scrap {
    pub(super) path: &'static str,
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) turn: u16,
    pub(super) size: f64,
}

/// How far a player came.
pub(super) struct Score<'a> {
    pub(super) seat: char,
    pub(super) name: &'a str,
    /// `2nd`, where more than two play.
    pub(super) place: Option<String>,
    pub(super) mark: String,
    /// What the player has won, in words.
    pub(super) says: String,
    /// For each token whether it is home, and its shape.
    pub(super) tokens: Vec<(bool, &'static str)>,
}

impl<'a> EndSection<'a> {
    /// The end of a game that is over.
    pub(super) fn of(viewer: &Viewer<'a>) -> Option<Self> {
        let view = viewer.view;
        let result = view
            .result
            .as_ref()
            .filter(|_| view.status == Status::Over)?;
        let first: Vec<&SeatView> = match &*result.places {
            // All share one place.
            [_] => Vec::new(),
            places => places
                .iter()
                .take(1)
                .flatten()
                .filter_map(|&seat| viewer.seat(seat))
                .collect(),
        };
        let has_lost = !viewer.seats.is_empty() && !first.iter().any(|seat| seat.is_yours);
        let winner = match *first {
            [winner] => Some(winner.seat),
            _ => None,
        };
        // Where nobody has won alone, that of the first seat.
        let shape = game_info::outline(view.game, winner.unwrap_or(view.seats[0].seat));
        let is_glad = !first.is_empty() && !has_lost;
        let headline = headline(viewer, result, &first);
        let word = drawn::word(&headline);
        Some(Self {
            is_drawn: word.is_some_and(|word| word.width <= WIDEST),
            headline,
            winner,
            is_glad,
            rings: (1..=RINGS)
                .map(|ring| (f64::from(ring) * 4.2 + 1.0, shape))
                .collect(),
            confetti: if is_glad { confetti() } else { Vec::new() },
            trophies: first
                .iter()
                .map(|seat| view.scene.trophy(seat.seat, game_info::on_board("won-")))
                .collect(),
            scores: scores(viewer),
            why: why(viewer, result),
        })
    }
}

/// Who has won.
fn headline(viewer: &Viewer<'_>, result: &GameResult, first: &[&SeatView]) -> String {
    let names: Vec<String> = first.iter().map(|seat| viewer.name(seat.seat)).collect();
    match (&*result.places, first) {
        ([], _) => sentences::NO_RESULT.to_owned(),
        (_, []) if result.ending == Ending::Rule(Ludo::LIMIT_RULE) => {
            sentences::SHARED_PLACE.to_owned()
        }
        (_, []) => sentences::A_DRAW.to_owned(),
        (_, [winner]) if viewer.is_you(winner.seat) => sentences::YOU_WON.to_owned(),
        _ => sentences::has_won(&sentences::list(&names)),
    }
}

/// Why the game is over, to a player of one seat as theirs.
fn why(viewer: &Viewer<'_>, result: &GameResult) -> String {
    if let Some(by_server) = narration::by_server(result) {
        return by_server.to_owned();
    }
    let [winners, .., losers] = &*result.places else {
        return sentences::nobody_won(result.ending).to_owned();
    };
    let how = narration::told(viewer, winners[0], losers[0], |winner| {
        sentences::how_won(winner, result.ending)
    });
    match how {
        Some(how) => wording::sentence(&how),
        None => sentences::LIMIT_REACHED.to_owned(),
    }
}

/// How far everybody came, the best first.
fn scores<'a>(viewer: &Viewer<'a>) -> Vec<Score<'a>> {
    let view = viewer.view;
    let placed = viewer.placed().into_iter();
    let mut all: Vec<(&SeatView, Option<u8>)> =
        placed.map(|(seat, place)| (seat, Some(place))).collect();
    if all.is_empty() {
        all = view.seats.iter().map(|seat| (seat, None)).collect();
    }
    let score = |(seat, place): (&'a SeatView, Option<u8>)| {
        let (says, tokens) = won(&view.scene, seat.seat);
        Score {
            seat: seat.seat,
            name: if viewer.is_you(seat.seat) {
                sentences::YOURSELF
            } else {
                &seat.name
            },
            place: place.filter(|_| view.seats.len() > 2).map(ordinal),
            mark: game_info::mark_on_board(view.game, seat.seat, &format!("score-{}-", seat.seat)),
            says,
            tokens,
        }
    };
    all.into_iter().map(score).collect()
}

/// What a seat has won, in words, and its tokens where it has any. Rules: K-6, L-30.
fn won(scene: &Scene, letter: char) -> (String, Vec<(bool, &'static str)>) {
    match scene {
        Scene::Ludo(snapshot) => {
            let mut seats = snapshot.position.tokens().iter();
            let steps = seats.find(|(seat, _)| seat.letter() == letter);
            let is_home = steps.map_or([false; 2], |(_, steps)| {
                steps.map(|step| step == Step::FINISHED)
            });
            let count = is_home.iter().filter(|is_home| **is_home).count();
            let outline = game_info::outline(Ludo::NAME, letter);
            let mut tokens = is_home.map(|is_home| (is_home, outline));
            tokens.sort_by_key(|(is_home, _)| !is_home);
            (sentences::tokens_home(count).to_owned(), tokens.to_vec())
        }
        Scene::Kuba(snapshot) => {
            let side = Side::ALL.into_iter().find(|side| side.letter() == letter);
            let reds = side.map_or(0, |side| snapshot.position.captured(side));
            (sentences::reds(reds), Vec::new())
        }
    }
}

/// What falls for a winner, in the shapes of all games.
fn confetti() -> Vec<Scrap> {
    let shapes = game_info::outlines();
    let scraps = CONFETTI.into_iter().zip(shapes.into_iter().cycle());
    let scraps = scraps.map(|((x, y, turn, size), path)| Scrap {
        path,
        x,
        y,
        turn,
        size: f64::from(size) / 100.0,
    });
    scraps.collect()
}
