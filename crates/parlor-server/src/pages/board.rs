//! The board of a game's page: its picture, and what lies over it to be pressed.
//!
//! Which choices there are is the position's to say; here they get a place and
//! words.

use core::fmt::Write as _;

use kuba_rules::{Cell, Direction, Marble, Move as Push};
use parlor_view::{Area, Moment, Options, Scene, Style, kuba, ludo};

use parlor_game::{Kuba, Ludo};

/// A board with its controls.
#[derive(Debug)]
pub(super) struct Board {
    /// `ludo`, the class of its grid.
    pub(super) game: &'static str,
    pub(super) svg: String,
    pub(super) targets: Vec<Target>,
    /// The same choices and more in a list.
    pub(super) groups: Vec<Group>,
    /// What to do, in one line.
    pub(super) hint: Option<&'static str>,
    /// What lies in each cell of each row, where the board is of rows.
    pub(super) rows: Vec<Vec<&'static str>>,
}

/// Something on the board that can be pressed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The classes that say where it lies.
    pub(super) place: String,
    pub(super) press: Press,
    /// What it is called by who listens.
    pub(super) label: String,
    /// What is written on it; nothing where the picture says it.
    pub(super) text: &'static str,
    /// The cell whose marble it chooses; nothing for what sends.
    pub(super) key: String,
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

impl Target {
    fn new(area: Area, press: Press, label: String) -> Self {
        let Area {
            column,
            row,
            width,
            height,
        } = area;
        let mut place = String::new();
        let _ = write!(place, "x{column} y{row} w{width} h{height}");
        Self {
            place,
            press,
            label,
            text: "",
            key: String::new(),
            is_picked: false,
        }
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
            Scene::Ludo(moment) => Self::ludo(scene, moment, may_act),
            Scene::Kuba(moment) => Self::kuba(scene, moment, may_act, from, page),
            // Nobody plays a scripted game.
            Scene::LudoScript { .. } => Self::still(scene),
        }
    }

    fn still(scene: &Scene) -> Self {
        Self {
            game: scene.game(),
            svg: scene.svg(options()),
            targets: Vec::new(),
            groups: Vec::new(),
            hint: None,
            rows: match scene {
                Scene::Kuba(moment) => rows(&moment.position),
                Scene::Ludo(_) | Scene::LudoScript { .. } => Vec::new(),
            },
        }
    }

    fn ludo(scene: &Scene, moment: &Moment<Ludo>, may_act: bool) -> Self {
        let mut board = Self::still(scene);
        let position = &moment.position;
        let Some(seat) = position.to_act().filter(|_| may_act) else {
            return board;
        };
        let mut group = Group::default();
        if scene.legal() == ["roll"] {
            let die = Press::Send("roll".to_owned());
            let label = format!("Roll the die for {seat}");
            board.targets.push(Target {
                text: "Roll",
                ..Target::new(ludo::die_area(seat), die, label)
            });
            group.choices.push(Choice::new("roll", "Roll the die"));
            board.hint = Some("Roll the die.");
        }
        let actions = scene.legal();
        for (choice, action) in position.legal_moves().as_slice().iter().zip(actions) {
            let does = ludo::choice(position, *choice).unwrap_or_default();
            let press = Press::Send(action.clone());
            let area = ludo::choice_area(position.tokens(), seat, *choice);
            let is_pass = area.is_none();
            let text = if is_pass {
                format!("Pass: {does}")
            } else {
                does
            };
            let area = area.unwrap_or_else(|| ludo::die_area(seat));
            board.targets.push(Target {
                text: if is_pass { "Pass" } else { "" },
                ..Target::new(area, press, text.clone())
            });
            group.choices.push(Choice::new(action, text));
            board.hint = Some(if is_pass {
                "Nothing can move: pass."
            } else {
                "Choose a token, on the board or below."
            });
        }
        board.groups.push(group);
        board
    }

    fn kuba(
        scene: &Scene,
        moment: &Moment<Kuba>,
        may_act: bool,
        from: Option<&str>,
        page: &str,
    ) -> Self {
        if !may_act {
            return Self::still(scene);
        }
        let position = &moment.position;
        let pushes: Vec<Push> = position.legal_moves().collect();
        let barred = position.barred();
        let with_pushes: Vec<Cell> = Cell::ALL
            .into_iter()
            .filter(|cell| pushes.iter().any(|push| push.cell == *cell))
            .collect();
        let chosen = with_pushes
            .iter()
            .copied()
            .find(|cell| from == Some(&*cell.to_string()));
        let shown: Vec<Push> = pushes
            .iter()
            .copied()
            .filter(|push| Some(push.cell) == chosen)
            .collect();
        let mut board = Self {
            game: scene.game(),
            svg: scene.svg_with_pushes(options(), &shown),
            targets: Vec::new(),
            groups: Vec::new(),
            rows: rows(position),
            hint: Some(match chosen {
                Some(_) => "Choose where to push it, or another marble.",
                None if position.may_push_again() => "Choose a marble to push, or end the turn.",
                None => "Choose a marble to push, on the board or below.",
            }),
        };
        for push in &shown {
            if let Some(beside) = push.cell.step(push.direction) {
                let press = Press::Send(push.to_string());
                let target = Target::new(kuba::cell_area(beside), press, label(*push));
                board.targets.push(target);
            }
        }
        let and = if page.contains('?') { '&' } else { '?' };
        for &cell in &with_pushes {
            let is_covered = shown
                .iter()
                .any(|push| push.cell.step(push.direction) == Some(cell));
            if is_covered {
                continue;
            }
            let (href, label) = if Some(cell) == chosen {
                (
                    format!("{page}#board"),
                    format!("Leave the marble at {cell}"),
                )
            } else {
                let href = format!("{page}{and}from={cell}#board");
                (href, format!("Choose the marble at {cell}"))
            };
            let area = kuba::cell_area(cell);
            board.targets.push(Target {
                key: cell.to_string(),
                is_picked: Some(cell) == chosen,
                ..Target::new(area, Press::Follow(href), label)
            });
        }
        // Barred is a push of a marble that may have no other one.
        let in_list = Cell::ALL.into_iter().filter(|cell| {
            with_pushes.contains(cell) || barred.is_some_and(|barred| barred.cell == *cell)
        });
        board.groups = in_list
            .map(|cell| Group {
                title: cell.to_string(),
                choices: pushes
                    .iter()
                    .filter(|push| push.cell == cell)
                    .map(|&push| choice(push))
                    .collect(),
                barred: barred.filter(|barred| barred.cell == cell).map(|barred| {
                    format!("{barred} is barred: you cannot push back what was just pushed (K-7).")
                }),
                is_chosen: Some(cell) == chosen,
            })
            .collect();
        if position.may_push_again() {
            let end = kuba_rules::Action::End.to_string();
            let area = Area {
                column: 7,
                width: 2,
                ..kuba::card_area(position.to_move())
            };
            board.targets.push(Target {
                text: "End turn",
                ..Target::new(area, Press::Send(end.clone()), "End turn".to_owned())
            });
            let choices = vec![Choice::new(end, "End turn")];
            board.groups.insert(
                0,
                Group {
                    choices,
                    ..Group::default()
                },
            );
        }
        board
    }
}

/// How the boards of games are drawn.
pub(super) const fn options() -> Options<'static> {
    Options {
        style: Style::Page,
        id: "",
    }
}

/// What lies in the cells, for who reads a board by its rows and columns.
fn rows(position: &kuba_rules::Position) -> Vec<Vec<&'static str>> {
    let lies = |cell: &Cell| match position.marble(*cell) {
        Some(Marble::White) => "white",
        Some(Marble::Black) => "black",
        Some(Marble::Red) => "red",
        None => "–",
    };
    let rows = Cell::ALL.chunk_by(|one, other| one.row() == other.row());
    rows.map(|row| row.iter().map(lies).collect()).collect()
}

/// What a push is called by who listens.
fn label(push: Push) -> String {
    let (_, way) = told(push.direction);
    format!("Push {} {way} ({})", push.cell, push.direction.letter())
}

fn choice(push: Push) -> Choice {
    let (arrow, way) = told(push.direction);
    Choice {
        sign: Some(arrow),
        label: Some(label(push)),
        ..Choice::new(
            push.to_string(),
            format!("{way} ({})", push.direction.letter()),
        )
    }
}

/// An arrow, and the word for it. Rules: K-2.
const fn told(direction: Direction) -> (char, &'static str) {
    match direction {
        Direction::Left => ('←', "left"),
        Direction::Right => ('→', "right"),
        Direction::Forward => ('↑', "up"),
        Direction::Backward => ('↓', "down"),
    }
}
