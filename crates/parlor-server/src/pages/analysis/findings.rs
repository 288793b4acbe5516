//! What the page of an analysis shows, of either game.

use parlor_game::Label;
use parlor_record::record::Ending;
use parlor_study::accuracy;
use parlor_view::{Course, CourseColumn, Highlights, PictureOptions, Scene, Style};

use super::super::viewer::Viewer;
use super::super::{board, game_info, sentences};
use parlor_table::table::AnyTable;

/// What is asked for.
pub(super) struct Seen<'a> {
    pub(super) viewer: &'a Viewer<'a>,
    pub(super) table: &'a dyn AnyTable,
    /// `None` is the first moment that changed much.
    pub(super) ply: Option<usize>,
    /// Whether what the better choice would have come to is shown.
    pub(super) is_better: bool,
}

impl Seen<'_> {
    /// The seat from which the game is told: that of a visitor who plays one, else the winner's.
    pub(super) fn teller(&self) -> char {
        let view = self.viewer.view;
        let places = view.result.as_ref().map(|result| &*result.places);
        let winner = places.and_then(|places| places.first()?.first());
        match self.viewer.you() {
            Some(you) => you.seat,
            None => winner.copied().unwrap_or(view.seats[0].seat),
        }
    }

    /// How the game ended, if no rule gave anybody the win; a record may end before its game does.
    pub(super) fn ended_otherwise(&self) -> Option<&'static str> {
        let Some(result) = &self.viewer.view.result else {
            return Some(sentences::NOT_OVER);
        };
        let is_won = matches!(&*result.places, [first, _, ..] if first.len() == 1);
        match result.ending {
            Ending::Resignation => Some(sentences::RESIGNED),
            Ending::Time => Some(sentences::OUT_OF_TIME),
            Ending::Rule(_) if is_won => None,
            _ => Some(sentences::UNDECIDED),
        }
    }

    /// The state after a ply.
    pub(super) fn after(&self, ply: usize) -> Option<Scene> {
        self.table.scene_after(ply)
    }

    /// A state with these actions marked; the last one for want of it.
    pub(super) fn board(&self, scene: Option<Scene>, highlights: Highlights<'_>) -> ShownBoard {
        let viewer = self.viewer;
        let scene = scene.unwrap_or_else(|| viewer.view.scene.clone());
        let highlights = Highlights {
            is_turned: viewer.is_turned,
            ..highlights
        };
        ShownBoard {
            game: viewer.view.game,
            look: board::look_class(viewer.look),
            svg: scene.svg_with(board::options(viewer.look), highlights),
            scene,
        }
    }
}

/// A state, and its picture.
pub(super) struct ShownBoard {
    pub(super) game: &'static str,
    /// The class of its look.
    pub(super) look: &'static str,
    pub(super) svg: String,
    pub(super) scene: Scene,
}

/// All that the page says and draws.
pub(super) struct Findings {
    pub(super) headline: String,
    pub(super) lead: String,
    /// What it was made of.
    pub(super) parts: Vec<Part>,
    /// The course of the game: narrow, and wide.
    pub(super) courses: [Drawn; 2],
    /// Whether rolls are marked in it.
    pub(super) has_dice: bool,
    /// Whether the changes are those of who moved, rather than of the one from whom the game is told.
    pub(super) are_movers: bool,
    /// What changed much, in the order of the game.
    pub(super) moments: Vec<Moment>,
    /// The ply that is shown.
    pub(super) ply: usize,
    pub(super) now: Now,
    /// The board as it was when the choice was due.
    pub(super) board: ShownBoard,
    /// What each player did.
    pub(super) players: Vec<PlayerFigures>,
    /// The rolls of each player by their pips, in a game with dice.
    pub(super) rolls: Vec<PlayerRolls>,
    /// The sum from the first chance to the last.
    pub(super) account: Vec<(&'static str, String)>,
    /// How far the figures can be trusted.
    pub(super) trust: Option<String>,
    /// By which limits moves are marked.
    pub(super) limits: [(&'static str, &'static str, &'static str); 3],
    /// The moves around the one that is shown.
    pub(super) moves: Vec<MarkedMove>,
}

/// A part of what decided the game.
pub(super) struct Part {
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) value: String,
    /// How broad it is, in twentieths of all.
    pub(super) share: u8,
}

/// A picture of the course of a game, and where it can be pointed into.
pub(super) struct Drawn {
    pub(super) kind: &'static str,
    pub(super) svg: String,
    pub(super) size: (f64, f64),
    pub(super) columns: Vec<CourseColumn>,
}

/// Something that changed much.
pub(super) struct Moment {
    pub(super) ply: usize,
    /// What commentators put behind a move: `??`; empty for a roll.
    pub(super) mark: &'static str,
    pub(super) says: String,
    pub(super) value: String,
}

/// What is said of the ply that is shown.
#[derive(Default)]
pub(super) struct Now {
    /// `14 of 62`.
    pub(super) title: String,
    /// What was done.
    pub(super) says: String,
    /// How it changed the game.
    pub(super) figures: String,
    /// How good it was.
    pub(super) verdict: String,
    pub(super) mark: &'static str,
    /// What would have been better, and why.
    pub(super) better: Option<Better>,
}

/// What would have been better.
pub(super) struct Better {
    pub(super) says: String,
    pub(super) why: String,
    /// Whether the board shows what it would have come to.
    pub(super) is_shown: bool,
}

/// What a player did.
pub(super) struct PlayerFigures {
    pub(super) name: String,
    pub(super) mark: String,
    /// The share of choices that were best or good, in per cent; `None` without choices.
    pub(super) accuracy: Option<usize>,
    /// The number of choices by label, the best first.
    pub(super) labels: [usize; Label::ALL.len()],
    /// What all of them lost.
    pub(super) loss: String,
}

impl PlayerFigures {
    pub(super) fn new(viewer: &Viewer<'_>, seat: char, labels: [usize; 5], loss: String) -> Self {
        Self {
            name: viewer.who(seat),
            mark: game_info::mark_on_board(viewer.view.game, seat, &format!("tally-{seat}-")),
            accuracy: accuracy(labels),
            labels,
            loss,
        }
    }
}

/// A player's rolls.
pub(super) struct PlayerRolls {
    pub(super) name: String,
    /// How often each number of pips came, from one to six.
    pub(super) counts: [usize; 6],
    pub(super) mean: String,
    /// What they were worth together.
    pub(super) luck: String,
}

/// A move in the list.
pub(super) struct MarkedMove {
    pub(super) ply: usize,
    pub(super) notation: String,
    pub(super) mark: &'static str,
}

/// Two parts with their sizes, as broad as these are.
pub(super) fn parts(parts: [(&'static str, String, String, f64); 2]) -> Vec<Part> {
    let whole: f64 = parts.iter().map(|(.., size)| size.abs()).sum();
    let share = |size: f64| {
        let twentieths = if whole > 0.0 {
            20.0 * size.abs() / whole
        } else {
            10.0
        };
        let nearest = (1..20_u8).min_by(|one, other| {
            let off = |share: u8| (f64::from(share) - twentieths).abs();
            off(*one).total_cmp(&off(*other))
        });
        nearest.unwrap_or(1)
    };
    let parts = parts.into_iter().map(|(kind, title, value, size)| Part {
        kind,
        title,
        value,
        share: share(size),
    });
    parts.collect()
}

/// The course of a game in two sizes, narrow and wide.
pub(super) fn courses<'a>(course: &dyn Fn((f64, f64)) -> Course<'a>) -> [Drawn; 2] {
    [("narrow", (336.0, 170.0)), ("wide", (556.0, 208.0))].map(|(kind, size)| {
        let course = course(size);
        let id = format!("{kind}-");
        let options = PictureOptions {
            style: Style::Page,
            id: &id,
            ..PictureOptions::default()
        };
        Drawn {
            kind,
            svg: course.svg(options),
            size,
            columns: course.columns(),
        }
    })
}

/// A number with its sign and one digit after the point, as players read it.
pub(super) fn signed(value: f64) -> String {
    let text = tenths(value.abs());
    match text.as_str() {
        "0.0" => text,
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A number with one digit after the point.
pub(super) fn tenths(value: f64) -> String {
    format!("{value:.1}")
}

/// Whose something is, at the beginning of a sentence.
pub(super) fn whose(viewer: &Viewer<'_>, seat: char) -> String {
    if viewer.is_you(seat) {
        sentences::YOURS.to_owned()
    } else {
        sentences::chance_of(&viewer.name(seat))
    }
}
