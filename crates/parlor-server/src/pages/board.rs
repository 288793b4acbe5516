//! The board of a game's page: its picture, and what lies over it to be pressed.
//!
//! Which choices there are is the position's to say; here they get a place and
//! words.

mod kuba;
mod ludo;

use kuba_rules::Move as Push;
use parlor_view::{Area, Options, Scene, Style};

/// A board with its controls.
#[derive(Debug)]
pub(super) struct Board {
    /// `ludo`, the class of its grid.
    pub(super) game: &'static str,
    pub(super) svg: String,
    /// What is where, as a table that lies over the picture.
    pub(super) table: &'static str,
    pub(super) rows: Vec<Vec<Spot>>,
    /// What ends the turn, beside the table.
    pub(super) end: Option<Spot>,
    /// The same choices and more in a list.
    pub(super) groups: Vec<Group>,
    /// What to do, in one line.
    pub(super) hint: Option<String>,
}

/// A place on the board: of a marble, a token or a die.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// What tells it from the others: `65`, `Ap`.
    pub(super) key: String,
    /// The classes that say where it lies.
    pub(super) place: String,
    /// What is there, for who listens.
    pub(super) says: String,
    /// What can be pressed there.
    pub(super) target: Option<Target>,
}

/// Something on the board that can be pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) press: Press,
    /// What it is called by who listens.
    pub(super) label: String,
    /// What is written on it; nothing where the picture says it.
    pub(super) text: &'static str,
    /// Whether it is the marble that was chosen.
    pub(super) is_picked: bool,
}

/// What a press does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// It sends an action.
    Send(String),
    /// It leads to another page.
    Follow(String),
}

impl Spot {
    fn new(area: Area, key: impl Into<String>, says: impl Into<String>) -> Self {
        let Area {
            column,
            row,
            width,
            height,
        } = area;
        Self {
            key: key.into(),
            place: format!("x{column} y{row} w{width} h{height}"),
            says: says.into(),
            target: None,
        }
    }
}

impl Target {
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
pub(super) struct Group {
    /// What they have in common; nothing if they stand alone.
    pub(super) title: String,
    pub(super) choices: Vec<Choice>,
    /// What is not possible, and why.
    pub(super) barred: Option<String>,
    pub(super) is_chosen: bool,
}

impl Group {
    /// How the first of the choices is written.
    pub(super) fn example(&self) -> Option<&str> {
        Some(&self.choices.first()?.action)
    }
}

/// A choice in the list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) action: String,
    /// A sign before the text, for the eye alone.
    pub(super) sign: Option<char>,
    pub(super) text: String,
    /// What it is called by who listens, where that is more than the text.
    pub(super) label: Option<String>,
}

impl Choice {
    fn new(action: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            action: action.into(),
            sign: None,
            text: text.into(),
            label: None,
        }
    }
}

impl Board {
    /// The board of a scene. Whoever may act gets controls; `from` is the marble
    /// that they have chosen, `page` the address of the page.
    pub(super) fn new(scene: &Scene, may_act: bool, from: Option<&str>, page: &str) -> Self {
        match scene {
            Scene::Ludo(moment) => ludo::board(scene, moment, may_act),
            Scene::Kuba(moment) => kuba::board(scene, moment, may_act, from, page),
            // Nobody plays a scripted game.
            Scene::LudoScript { .. } => Self::still(scene, &[], "", Vec::new()),
        }
    }

    /// A board with arrows for these pushes, on which nothing can be done yet.
    fn still(scene: &Scene, pushes: &[Push], table: &'static str, rows: Vec<Vec<Spot>>) -> Self {
        Self {
            game: scene.game(),
            svg: scene.svg_with_pushes(options(), pushes),
            table,
            rows,
            end: None,
            groups: Vec::new(),
            hint: None,
        }
    }
}

/// How the boards of games are drawn.
pub(super) const fn options() -> Options<'static> {
    Options {
        style: Style::Page,
        id: "",
    }
}
