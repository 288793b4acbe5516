//! What lies over Kuba's board.

use kuba_rules::{Action, Cell, Direction, Marble, Move as Push, PlayError, Position};
use parlor_game::Kuba;
use parlor_view::{Area, Scene, Snapshot, kuba};

use super::{Board, BoardView, Choice, Group, Press, Spot, Target};

/// The squares of a side of the grid over the picture.
const SIDE: u8 = 9;

/// What is told of directions beside a board that is turned. Rules: K-2.
const TURNED: &str =
    " The board is turned to you: your left is the right (R) of the rules, and of what is told.";

/// The board with its rows and columns.
///
/// A marble is chosen first, and then where it is pushed. One whose only push is
/// forbidden by ko can be chosen too, to hear why it stays.
///
/// Rules: K-7 (the ko push), K-12 (ending a turn).
pub(super) fn board(scene: &Scene, snapshot: &Snapshot<Kuba>, board_view: BoardView<'_>) -> Board {
    let BoardView { from, page, .. } = board_view;
    let position = &snapshot.position;
    let table = "The cells, row by row";
    if !board_view.may_act {
        return Board::still(scene, board_view, &[], table, rows(position, board_view));
    }
    let pushes: Vec<Push> = position.legal_moves().iter().collect();
    let ko = position.ko();
    let of = |cell: Cell| pushes.iter().copied().filter(move |push| push.cell == cell);
    let ko_at = |cell: Cell| ko.filter(|ko| ko.cell == cell);
    let choosable: Vec<Cell> = Cell::ALL
        .into_iter()
        .filter(|&cell| of(cell).next().is_some() || ko_at(cell).is_some())
        .collect();
    let mut chosen = choosable.iter().copied();
    let chosen = chosen.find(|cell| from == Some(&*cell.to_string()));
    let shown: Vec<Push> = chosen.into_iter().flat_map(of).collect();
    let mut board = Board::still(scene, board_view, &shown, table, rows(position, board_view));
    for &cell in &choosable {
        let is_picked = Some(cell) == chosen;
        let ways: Vec<String> = of(cell)
            .map(|push| way(push.direction, board_view))
            .collect();
        let target = choosing(cell, is_picked, &ways, ko_at(cell), page);
        board.put(cell, target);
    }
    for &push in &shown {
        if let Some(beside) = push.cell.step(push.direction) {
            board.put(beside, Target::send(&push, label(push, board_view), ""));
        }
    }
    board.hint = Some(match (chosen, chosen.and_then(ko_at)) {
        (_, Some(ko)) if shown.is_empty() => {
            format!("{} Choose another marble.", why_ko(ko))
        }
        (_, Some(ko)) => {
            format!("Choose where to push it, or another marble. {}", why_ko(ko))
        }
        (Some(_), None) => "Choose where to push it, or another marble.".to_owned(),
        (None, _) if position.may_push_again() => {
            "Choose a marble to push, or end the turn.".to_owned()
        }
        (None, _) => "Choose a marble to push, on the board or below.".to_owned(),
    });
    if let Some(hint) = board.hint.as_mut().filter(|_| board_view.is_turned) {
        hint.push_str(TURNED);
    }
    board.groups = choosable
        .iter()
        .map(|&cell| Group {
            title: cell.to_string(),
            choices: of(cell).map(|push| choice(push, board_view)).collect(),
            ko: ko_at(cell).map(why_ko),
            is_chosen: Some(cell) == chosen,
        })
        .collect();
    if position.may_push_again() {
        let end = Action::End;
        let area = Area {
            column: 7,
            width: 2,
            ..kuba::card_area(position.to_move())
        };
        board.end = Some(Spot {
            target: Some(Target::send(&end, "End turn", "End turn")),
            ..Spot::new(board_view.seen(area, SIDE), end.to_string(), "")
        });
        let group = Group {
            choices: vec![Choice::new(end.to_string(), "End turn")],
            ..Group::default()
        };
        board.groups.insert(0, group);
    }
    board
}

impl Board {
    /// Puts a control on a cell, in the place of one that is there.
    fn put(&mut self, cell: Cell, target: Target) {
        let key = cell.to_string();
        let mut spots = self.rows.iter_mut().flatten();
        if let Some(spot) = spots.find(|spot| spot.key == key) {
            spot.target = Some(target);
        }
    }
}

/// The link that chooses a marble, or leaves the one that is chosen.
fn choosing(cell: Cell, is_picked: bool, ways: &[String], ko: Option<Push>, page: &str) -> Target {
    if is_picked {
        let press = Press::Follow(format!("{page}#board"));
        return Target {
            is_picked,
            ..Target::new(press, format!("Leave the marble at {cell}"), "")
        };
    }
    let and = if page.contains('?') { '&' } else { '?' };
    let press = Press::Follow(format!("{page}{and}from={cell}#board"));
    let ways = match (ways, ko) {
        ([], _) => "ko forbids its only push".to_owned(),
        (ways, None) => ways.join(", "),
        (ways, Some(_)) => format!("{}, one push forbidden by ko", ways.join(", ")),
    };
    Target::new(press, format!("Choose the marble at {cell}: {ways}"), "")
}

/// What lies in the cells, by their rows and columns as they are seen. Rules: K-1.
fn rows(position: &Position, board_view: BoardView<'_>) -> Vec<Vec<Spot>> {
    let spot = |cell: &Cell| {
        let lies = match position.marble(*cell) {
            Some(Marble::White) => "white",
            Some(Marble::Black) => "black",
            Some(Marble::Red) => "red",
            None => "empty",
        };
        let area = board_view.seen(kuba::cell_area(*cell), SIDE);
        Spot::new(area, cell.to_string(), format!("{cell} {lies}"))
    };
    let mut cells = Cell::ALL;
    if board_view.is_turned {
        cells.reverse();
    }
    let rows = cells.chunk_by(|one, other| one.row() == other.row());
    rows.map(|row| row.iter().map(spot).collect()).collect()
}

/// Why ko forbids a push. Rules: K-7.
fn why_ko(push: Push) -> String {
    format!("Ko: you may not undo the last push with {push} (K-7).")
}

/// Why this rule forbids a push, in the words of the pages; none if it does not.
/// Rules: K-3, K-5, K-7.
pub(super) fn why_not(
    position: &Position,
    action: &str,
    rule: Option<&str>,
    board_view: BoardView<'_>,
) -> Option<String> {
    let Ok(Action::Push(push)) = action.parse() else {
        return None;
    };
    let error = position.check(push).err()?;
    if rule != Some(error.rule()) {
        return None;
    }
    let to = toward(push.direction, board_view);
    let cannot = format!("the marble at {} cannot be pushed {to}", push.cell);
    Some(match error {
        PlayError::EmptyCell { cell } => format!("there is no marble at {cell}"),
        PlayError::NotYourMarble { cell, marble } => {
            format!("the marble at {cell} is {marble}; only your own marbles can be pushed")
        }
        PlayError::NoRoomBehind { behind, .. } => {
            format!("{cannot}: behind it, at {behind}, lies a marble")
        }
        PlayError::OwnMarbleOff { .. } => {
            format!("{cannot}: that would push a marble of your own off the board")
        }
        PlayError::Ko { .. } => {
            format!("{cannot}: you cannot push back what was just pushed")
        }
        _ => return None,
    })
}

/// What a push is called by who listens.
fn label(push: Push, board_view: BoardView<'_>) -> String {
    let hint = if board_view.hints_at(&push) {
        ": the hint"
    } else {
        ""
    };
    format!(
        "Push {} {}{hint}",
        push.cell,
        toward(push.direction, board_view)
    )
}

fn choice(push: Push, board_view: BoardView<'_>) -> Choice {
    Choice {
        sign: Some(arrow(screen_direction(push.direction, board_view))),
        label: Some(label(push, board_view)),
        is_hinted: board_view.hints_at(&push),
        ..Choice::new(push.to_string(), way(push.direction, board_view))
    }
}

/// How a push goes: `right (R)`, `to your left (R)`.
fn toward(direction: Direction, board_view: BoardView<'_>) -> String {
    let to = if board_view.is_turned { "to " } else { "" };
    format!("{to}{}", way(direction, board_view))
}

/// Where a direction is seen to lead. Rules: K-2.
const fn screen_direction(direction: Direction, board_view: BoardView<'_>) -> Direction {
    if board_view.is_turned {
        direction.opposite()
    } else {
        direction
    }
}

/// The name of a direction, with the letter that notation has for it, which is the
/// same everywhere. On a board that is turned the name is that of what the player
/// sees, and says so: `your left (R)`. Rules: K-2.
fn way(direction: Direction, board_view: BoardView<'_>) -> String {
    let your = if board_view.is_turned { "your " } else { "" };
    let name = kuba::way(screen_direction(direction, board_view));
    format!("{your}{name} ({})", direction.letter())
}

/// Where a direction points on the board as the rules draw it. Rules: K-2.
const fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Left => '←',
        Direction::Right => '→',
        Direction::Forward => '↑',
        Direction::Backward => '↓',
    }
}

#[cfg(test)]
mod tests {
    use parlor_game::AnyGame;

    use super::*;

    #[test]
    fn k_2_on_a_turned_board_directions_are_the_players_own_and_keep_their_letters() {
        let line = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
        let game = AnyGame::from_position(line, None).expect("a position");
        let seen = |is_turned| {
            let board_view = BoardView {
                may_act: true,
                is_turned,
                page: "/games/x",
                ..BoardView::default()
            };
            let board = Board::of(&Scene::of(&game), board_view);
            let group = board.groups.into_iter().find(|group| group.title == "10");
            let choice = group.expect("a marble").choices.remove(0);
            let target = board.rows.into_iter().flatten();
            let target = target
                .filter(|spot| spot.key == "10")
                .find_map(|spot| spot.target);
            (
                choice.action,
                choice.sign.expect("an arrow"),
                choice.text,
                choice.label.expect("a label"),
                target.expect("a control").label,
            )
        };
        let told = |arrow: char, ways: [&str; 3]| {
            let [text, label, target] = ways.map(ToOwned::to_owned);
            ("10R".to_owned(), arrow, text, label, target)
        };
        let drawn = [
            "right (R)",
            "Push 10 right (R)",
            "Choose the marble at 10: right (R)",
        ];
        assert_eq!(seen(false), told('→', drawn));
        let turned = [
            "your left (R)",
            "Push 10 to your left (R)",
            "Choose the marble at 10: your left (R)",
        ];
        assert_eq!(seen(true), told('←', turned));
    }

    #[test]
    fn k_7_a_marble_whose_only_push_is_ko_can_be_chosen_to_hear_why() {
        // After 65F, 50R, 10R, 52F: behind 02 only the row above the board is free.
        let line = "www2bb/1wrr1bb/2rrr2/1rrrrr1/2brrw1/1b1r1ww/bb4w w0b0 w 02B c";
        let game = AnyGame::from_position(line, None).expect("a position");
        let scene = Scene::of(&game);
        let shown = |from| {
            let board_view = BoardView {
                may_act: true,
                from,
                page: "/games/x",
                ..BoardView::default()
            };
            Board::of(&scene, board_view)
        };
        let target = |board: &Board| board.rows[0][2].target.clone().expect("a control");
        let before = target(&shown(None));
        assert_eq!(
            before.label,
            "Choose the marble at 02: ko forbids its only push"
        );
        let board = shown(Some("02"));
        assert!(target(&board).is_picked);
        let hint = board.hint.expect("a hint");
        let why = "Ko: you may not undo the last push with 02B (K-7).";
        assert!(hint.starts_with(why), "{hint}");
        let row = board.rows.iter().flatten();
        let sends = row.filter(|spot| {
            let target = spot.target.as_ref();
            target.is_some_and(|target| matches!(target.press, Press::Send(_)))
        });
        assert_eq!(sends.count(), 0, "it cannot be pushed");
    }
}
