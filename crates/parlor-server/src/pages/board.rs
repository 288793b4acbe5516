//! The board of a game's page: its picture, and the controls over it.
//!
//! The position determines which choices there are; here they get a place and words.

pub(super) mod kuba;
pub(super) mod ludo;

use parlor_view::{Area, Highlights, Look, PictureOptions, Scene, Style};

use super::context::GameQuery;
use super::sentences;
use super::viewer::Viewer;
use parlor_table::table::{Hint, Status};

/// A board with its controls.
#[derive(Debug)]
pub(super) struct Board {
    /// `ludo`, the class of its grid.
    pub(super) game: &'static str,
    /// `solid` for a board that one plays on, else `flat`: the other class of its grid.
    pub(super) look: &'static str,
    pub(super) svg: String,
    /// What the table over the picture is called.
    pub(super) table: &'static str,
    pub(super) rows: Vec<Vec<Spot>>,
    /// The controls that are in no cell: what ends the turn, and the arrow of a hint.
    pub(super) beside: Vec<Spot>,
    /// All choices as a list.
    pub(super) groups: Vec<ChoiceGroup>,
    /// What to do, in one line.
    pub(super) hint: Option<String>,
    /// The die of who is to act.
    pub(super) die: Option<Die>,
    /// Why what is pressed on the board does not move, by the signs of [`Spot::why`] and
    /// [`Spot::ways`]; [`OTHERWISE`] for every piece without a sign. Empty for who only watches.
    pub(super) reasons: Vec<(char, &'static str)>,
    /// What is said while a row is in the hand: by the sign of what would fall, and by the number of
    /// marbles that move.
    pub(super) held: Vec<(String, String)>,
    /// That a marble was chosen, with where it can be pushed, or that it was left.
    pub(super) chosen: Option<String>,
}

/// The die of Ludo, beside the board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Die {
    /// With the pips of every roll.
    pub(super) svg: String,
    pub(super) seat: char,
    /// What was rolled; `None` while a roll is due.
    pub(super) roll: Option<u8>,
}

/// The sign of the reason that holds for pieces without a sign of their own.
const OTHERWISE: char = 'x';

/// How the visitor sees a board.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the visitor"
)]
pub(super) struct BoardView<'a> {
    /// Whether they are to act, so that the board has controls.
    pub(super) may_act: bool,
    /// Whether they play, and somebody else is to act.
    pub(super) must_wait: bool,
    /// The cell of the chosen marble.
    pub(super) from: Option<&'a str>,
    /// The cell of the marble that was chosen before.
    pub(super) left: Option<&'a str>,
    /// The address of the page.
    pub(super) page: &'a str,
    /// The action that a hint names, in notation.
    pub(super) hint: Option<&'a str>,
    /// Whether the board is turned to them, who play at its upper side.
    pub(super) is_turned: bool,
    /// Whether it is a move of a replay, which is still being seen.
    pub(super) is_under_way: bool,
    pub(super) look: Look,
}

impl<'a> BoardView<'a> {
    fn of(viewer: &Viewer<'a>) -> Self {
        Self {
            may_act: viewer.may_act,
            must_wait: !viewer.may_act
                && !viewer.seats.is_empty()
                && viewer.view.status == Status::Playing,
            hint: viewer.view.hint.as_ref().and_then(Hint::action),
            is_turned: viewer.is_turned,
            look: viewer.look,
            ..Self::default()
        }
    }

    /// Where an area is seen on a board with `side` squares on a side.
    const fn seen(self, area: Area, side: u8) -> Area {
        if self.is_turned {
            area.turned(side)
        } else {
            area
        }
    }

    /// Whether a hint names this action.
    fn hints_at(&self, action: &impl ToString) -> bool {
        self.hint == Some(&*action.to_string())
    }
}

/// A place on the board: of a marble, a token or a die.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Its name among the others: `65`, `Ap`.
    pub(super) key: String,
    /// The classes that place it.
    pub(super) place: String,
    /// What is there, for screen readers.
    pub(super) says: String,
    /// The control there.
    pub(super) target: Option<BoardControl>,
    /// The classes that place the focus ring in it; `None` if it is around all of it.
    pub(super) ring: Option<String>,
    /// The sign of the reason why what is there does not move.
    pub(super) why: Option<char>,
    /// What a push of the marble there would move, or why there is none, by direction.
    pub(super) ways: Option<String>,
}

/// A control on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardControl {
    pub(super) press: Press,
    /// Its accessible name.
    pub(super) label: String,
    /// The text on it; empty where the picture shows it.
    pub(super) text: &'static str,
    /// Whether it is the marble that was chosen.
    pub(super) is_picked: bool,
}

/// What a press does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// It sends an action.
    Send(String),
    /// It follows a link.
    Follow(String),
}

impl Spot {
    fn new(area: Area, key: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            place: classes(area),
            says: says.into(),
            target: None,
            ring: None,
            why: None,
            ways: None,
        }
    }

    /// Puts the focus ring here, within its area.
    fn ringed(self, area: Area, ring: Area) -> Self {
        let within = Area {
            column: ring.column - area.column,
            row: ring.row - area.row,
            ..ring
        };
        Self {
            ring: Some(classes(within)),
            ..self
        }
    }
}

/// The classes that place an element in an area of a grid.
fn classes(area: Area) -> String {
    let Area {
        column,
        row,
        width,
        height,
    } = area;
    format!("x{column} y{row} w{width} h{height}")
}

impl BoardControl {
    fn new(press: Press, label: impl Into<String>, text: &'static str) -> Self {
        Self {
            press,
            label: label.into(),
            text,
            is_picked: false,
        }
    }

    /// A button that sends an action.
    fn send(action: &impl ToString, label: impl Into<String>, text: &'static str) -> Self {
        Self::new(Press::Send(action.to_string()), label, text)
    }
}

/// Choices that belong together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ChoiceGroup {
    /// The cell of their marble; empty if they have none.
    pub(super) title: String,
    pub(super) choices: Vec<ListedChoice>,
    /// Why ko forbids a push of this marble.
    pub(super) ko: Option<String>,
    pub(super) is_chosen: bool,
}

/// A choice in the list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListedChoice {
    pub(super) action: String,
    /// The icon before the text, and a sign, both hidden from screen readers.
    pub(super) icon: Option<&'static str>,
    pub(super) sign: Option<char>,
    pub(super) text: String,
    /// The accessible name, where it differs from the text.
    pub(super) label: Option<String>,
    /// Whether a hint names it.
    pub(super) is_hinted: bool,
    /// Whether it is the primary one.
    pub(super) is_first: bool,
}

impl ListedChoice {
    fn new(action: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            action: action.into(),
            icon: None,
            sign: None,
            text: text.into(),
            label: None,
            is_hinted: false,
            is_first: false,
        }
    }
}

impl Board {
    /// Whether choices are listed by the marble that they push.
    pub(super) fn has_marbles(&self) -> bool {
        self.groups.iter().any(|group| !group.title.is_empty())
    }

    /// The board of a game's page at this address, with the marble chosen that the query names.
    pub(super) fn new(viewer: &Viewer<'_>, query: &GameQuery, page: &str) -> Self {
        let board_view = BoardView {
            from: query.from.as_deref(),
            left: query.left.as_deref(),
            page,
            ..BoardView::of(viewer)
        };
        Self::of(&viewer.view.scene, board_view)
    }

    /// The board of a replay.
    pub(super) fn replayed(viewer: &Viewer<'_>) -> Self {
        let scene = &viewer.view.scene;
        let board_view = BoardView {
            is_under_way: shows_roll(scene),
            ..BoardView::of(viewer)
        };
        Self::of(scene, board_view)
    }

    fn of(scene: &Scene, board_view: BoardView<'_>) -> Self {
        match scene {
            Scene::Ludo(snapshot) => ludo::board(scene, snapshot, board_view),
            Scene::Kuba(snapshot) => kuba::board(scene, snapshot, board_view),
        }
    }

    /// A board without controls, with these actions marked.
    fn still(
        scene: &Scene,
        BoardView {
            must_wait,
            hint,
            is_turned,
            is_under_way,
            look,
            ..
        }: BoardView<'_>,
        actions: &[String],
        table: &'static str,
        rows: Vec<Vec<Spot>>,
    ) -> Self {
        Self {
            game: scene.game(),
            look: look_class(look),
            svg: scene.svg_with(
                options(look),
                Highlights {
                    actions,
                    hint,
                    is_turned,
                    is_under_way,
                    ..Highlights::default()
                },
            ),
            table,
            rows,
            beside: Vec::new(),
            groups: Vec::new(),
            hint: None,
            die: None,
            reasons: must_wait
                .then_some((OTHERWISE, sentences::NOT_YOUR_TURN))
                .into_iter()
                .collect(),
            held: Vec::new(),
            chosen: None,
        }
    }
}

/// A board that one looks at, on which every move is there for whoever is to act; with the marble chosen
/// that the address names first, and the one left that it names then.
pub(super) fn looked_at(
    scene: &Scene,
    look: Look,
    page: &str,
    [from, left]: [&Option<String>; 2],
) -> Board {
    let board_view = BoardView {
        may_act: scene.ending().is_none(),
        from: from.as_deref(),
        left: left.as_deref(),
        page,
        look,
        ..BoardView::default()
    };
    Board::of(scene, board_view)
}

/// A board that one only looks at.
pub(super) fn still(scene: &Scene, look: Look) -> Board {
    let board_view = BoardView {
        look,
        ..BoardView::default()
    };
    Board::of(scene, board_view)
}

/// Whether the picture of a move of a replay is that of the move still being seen: in Ludo, so that it
/// shows the roll that the move was, on the side of who rolled it. Rules: L-14, L-29.
pub(super) const fn shows_roll(scene: &Scene) -> bool {
    matches!(scene, Scene::Ludo(_))
}

/// The pass that answers a roll with which nothing can move; `None` at any other moment.
/// Rules: L-14, L-29.
pub(super) fn lost_roll(scene: &Scene) -> Option<String> {
    match scene {
        Scene::Ludo(snapshot) => ludo::lost_roll(&snapshot.position),
        Scene::Kuba(_) => None,
    }
}

/// Why this rule forbids an action, in the words of the pages; `None` where the message of the
/// rules will do.
pub(super) fn why_not(viewer: &Viewer<'_>, action: &str, rule: Option<&str>) -> Option<String> {
    match &viewer.view.scene {
        Scene::Kuba(snapshot) => {
            kuba::why_not(&snapshot.position, action, rule, BoardView::of(viewer))
        }
        Scene::Ludo(_) => None,
    }
}

/// The class of a board in this look.
pub(super) const fn look_class(look: Look) -> &'static str {
    match look {
        Look::Diagram => "flat",
        Look::Board => "solid",
    }
}

/// How the boards of games are drawn.
pub(super) const fn options(look: Look) -> PictureOptions<'static> {
    PictureOptions {
        style: Style::Page,
        look,
        id: "",
    }
}
