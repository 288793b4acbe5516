//! The controls over Kuba's board.

use kuba_rules::{
    Action, Cell, Direction, Marble, Move as Push, MovesByCapture, PlayError, Position, Side,
};
use parlor_game::Kuba;
use parlor_view::{Area, Look, Scene, Snapshot, kuba};

use super::{Board, BoardControl, BoardView, ChoiceGroup, ListedChoice, OTHERWISE, Press, Spot};
use crate::pages::{sentences, steps};
use crate::wording::capitalized;

/// The number of squares on a side of the grid over the picture.
const SIDE: u8 = 9;

/// The board with its rows and columns.
///
/// A marble is chosen first, and then its direction. A marble whose only push is forbidden by ko
/// can be chosen too, to see why.
///
/// Rules: K-7 (the ko push), K-12 (ending a turn).
pub(super) fn board(scene: &Scene, snapshot: &Snapshot<Kuba>, board_view: BoardView<'_>) -> Board {
    let BoardView {
        from, left, page, ..
    } = board_view;
    let position = &snapshot.position;
    let table = sentences::CELLS;
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
    let actions: Vec<String> = shown.iter().map(Push::to_string).collect();
    let rows = rows(position, board_view);
    let mut board = Board::still(scene, board_view, &actions, table, rows);
    board.reasons = reasons(position.to_move());
    board.held = held(position);
    let left = || left.and_then(|cell| choosable.iter().find(|one| cell == one.to_string()));
    board.chosen = match chosen {
        Some(cell) => Some(when_chosen(cell, of(cell), board_view)),
        None => left().map(|cell| sentences::no_longer_chosen(&cell.to_string())),
    };
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
            board.put(
                beside,
                BoardControl::send(&push, label(push, board_view), ""),
            );
        }
    }
    let own = Marble::from(position.to_move());
    let captures = position.legal_moves_by_capture();
    let hinted = pushes.iter().find(|push| board_view.hints_at(push));
    let hinted = hinted.filter(|push| chosen != Some(push.cell));
    let arrow = hinted.and_then(|&push| {
        let ways = ways(position, &captures, push.cell);
        hint_arrow(push, ways, board_view)
    });
    board.beside = arrow.into_iter().collect();
    for cell in Cell::ALL {
        if position.marble(cell) == Some(own) {
            let spot = board.spot(cell);
            spot.ways = Some(ways(position, &captures, cell));
            if spot.target.is_none() {
                spot.why = Some(NO_PUSH);
                spot.says = sentences::cannot_be_pushed(&spot.says);
            }
        }
    }
    board.hint = match (chosen, chosen.and_then(ko_at)) {
        (_, Some(ko)) if shown.is_empty() => Some(format!(
            "{} {}",
            why_ko(ko, board_view),
            sentences::CHOOSE_ANOTHER
        )),
        (_, Some(ko)) => Some(format!(
            "{} {}",
            sentences::CHOOSE_PUSH,
            why_ko(ko, board_view)
        )),
        (Some(_), None) => Some(sentences::CHOOSE_PUSH.to_owned()),
        // How it stands says it.
        (None, _) => None,
    };
    board.groups = choosable
        .iter()
        .map(|&cell| ChoiceGroup {
            title: cell.to_string(),
            choices: of(cell).map(|push| choice(push, board_view)).collect(),
            ko: ko_at(cell).map(|ko| why_ko(ko, board_view)),
            is_chosen: Some(cell) == chosen,
        })
        .collect();
    if position.may_push_again() {
        let end = Action::End;
        let area = match board_view.look {
            Look::Diagram => {
                let area = Area {
                    column: 7,
                    width: 2,
                    ..kuba::card_area(position.to_move())
                };
                board_view.seen(area, SIDE)
            }
            Look::Board => kuba::END_TURN,
        };
        board.beside.push(Spot {
            target: Some(BoardControl::send(
                &end,
                sentences::END_TURN,
                sentences::END_TURN,
            )),
            ..Spot::new(area, end.to_string(), "")
        });
        let group = ChoiceGroup {
            choices: vec![ListedChoice::new(end.to_string(), sentences::END_TURN)],
            ..ChoiceGroup::default()
        };
        board.groups.insert(0, group);
    }
    board
}

impl Board {
    fn spot(&mut self, cell: Cell) -> &mut Spot {
        let key = cell.to_string();
        let mut spots = self.rows.iter_mut().flatten();
        let spot = spots.find(|spot| spot.key == key);
        spot.expect("every cell has a place")
    }

    /// Puts a control on a cell, in place of any that is there.
    fn put(&mut self, cell: Cell, target: BoardControl) {
        self.spot(cell).target = Some(target);
    }
}

/// The control over the arrow of a hint, half on the marble, which it moves by hand as well, and half
/// on the cell beside it.
fn hint_arrow(push: Push, ways: String, board_view: BoardView<'_>) -> Option<Spot> {
    let beside = push.cell.step(push.direction)?;
    let mut spot = Spot::new(
        board_view.seen(kuba::cell_area(beside), SIDE),
        push.cell.to_string(),
        "",
    );
    spot.ways = Some(ways);
    let way = screen_direction(push.direction, board_view).letter();
    spot.place = format!("{} to-{way}", spot.place);
    spot.target = Some(BoardControl::send(&push, label(push, board_view), ""));
    Some(spot)
}

/// The signs of the reasons why a marble is not pushed: in one direction, or in any.
const MARBLE_BEHIND: char = 'b';
const OWN_WOULD_FALL: char = 'o';
const WOULD_UNDO: char = 'u';
const NO_PUSH: char = 'n';

/// The signs of what falls in a push: a red, or an enemy's marble; nothing has one only in [`held`].
const NOTHING_FALLS: char = 'p';
const RED_FALLS: char = 'r';
const ENEMY_FALLS: char = 'e';

/// What the signs mean to this player. Rules: K-3, K-5, K-6, K-7.
fn reasons(to_move: Side) -> Vec<(char, &'static str)> {
    let own = match to_move {
        Side::White => sentences::ONLY_WHITE,
        Side::Black => sentences::ONLY_BLACK,
    };
    vec![
        (OTHERWISE, own),
        (NO_PUSH, sentences::NO_PUSH),
        (MARBLE_BEHIND, sentences::MARBLE_BEHIND),
        (OWN_WOULD_FALL, sentences::OWN_WOULD_FALL),
        (WOULD_UNDO, sentences::WOULD_UNDO),
        (RED_FALLS, sentences::ONE_MORE),
        (ENEMY_FALLS, sentences::ONE_LESS),
    ]
}

/// What the player to move reads while a row is in their hand. Rules: K-4, K-6, K-8.
fn held(position: &Position) -> Vec<(String, String)> {
    let red = position.captured(position.to_move()) + 1;
    let falls = [
        (NOTHING_FALLS, sentences::LET_GO.to_owned()),
        (RED_FALLS, sentences::let_go_of_red(red)),
        (ENEMY_FALLS, sentences::LET_GO_OF_ENEMY.to_owned()),
    ];
    let falls = falls.map(|(sign, says)| (sign.to_string(), says));
    let moves = (1..SIDE - 1).map(|marbles| (marbles.to_string(), sentences::row_moves(marbles)));
    falls.into_iter().chain(moves).collect()
}

/// What a push of the marble at a cell would do, in the order of the letters LRFB: how many marbles
/// it moves, and the sign of what would fall, or of the reason why it is not allowed.
/// Rules: K-3, K-4, K-5, K-6, K-7.
fn ways(position: &Position, captures: &MovesByCapture, cell: Cell) -> String {
    let way = |direction| {
        let push = Push { cell, direction };
        let run = std::iter::successors(Some(cell), |cell| cell.step(direction));
        let length = run.take_while(|&cell| position.marble(cell).is_some());
        let sign = match position.check(push) {
            Ok(()) if captures.reds.contains(push) => Some(RED_FALLS),
            Ok(()) if captures.marbles.contains(push) => Some(ENEMY_FALLS),
            Err(PlayError::NoRoomBehind { .. }) => Some(MARBLE_BEHIND),
            Err(PlayError::OwnMarbleOff { .. }) => Some(OWN_WOULD_FALL),
            Err(PlayError::Ko { .. }) => Some(WOULD_UNDO),
            _ => None,
        };
        format!(
            "{}{}",
            length.count(),
            sign.map_or_else(String::new, String::from)
        )
    };
    Direction::ALL.map(way).join(" ")
}

/// That a marble was chosen, and where it can be pushed.
fn when_chosen(
    cell: Cell,
    pushes: impl Iterator<Item = Push>,
    board_view: BoardView<'_>,
) -> String {
    let ways: Vec<&str> = pushes
        .map(|push| seen_way(push.direction, board_view))
        .collect();
    let ways = match *ways {
        [] => sentences::ONLY_PUSH_IS_KO.to_owned(),
        _ => sentences::either(&ways),
    };
    match board_view.look {
        Look::Diagram => sentences::chosen(&cell.to_string(), &ways),
        Look::Board => sentences::chosen_here(&ways),
    }
}

/// The link that chooses a marble, or drops the one that is chosen.
fn choosing(
    cell: Cell,
    is_picked: bool,
    ways: &[String],
    ko: Option<Push>,
    page: &str,
) -> BoardControl {
    let name = cell.to_string();
    let and = if page.contains('?') { '&' } else { '?' };
    if is_picked {
        let press = Press::Follow(format!("{page}{and}left={cell}#board"));
        return BoardControl {
            is_picked,
            ..BoardControl::new(press, sentences::leave_marble_at(&name), "")
        };
    }
    let press = Press::Follow(format!("{page}{and}from={cell}#board"));
    let ways = match (ways, ko) {
        ([], _) => sentences::ONLY_PUSH_IS_KO.to_owned(),
        (ways, None) => ways.join(", "),
        (ways, Some(_)) => format!("{}, {}", ways.join(", "), sentences::ONE_PUSH_IS_KO),
    };
    BoardControl::new(press, sentences::choose_marble_at(&name, &ways), "")
}

/// The cells with what is in them, by rows and columns as they are seen. Rules: K-1.
fn rows(position: &Position, board_view: BoardView<'_>) -> Vec<Vec<Spot>> {
    let spot = |cell: &Cell| {
        let lies = match position.marble(*cell) {
            Some(Marble::White) => sentences::WHITE,
            Some(Marble::Black) => sentences::BLACK,
            Some(Marble::Red) => sentences::RED,
            None => sentences::EMPTY,
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
fn why_ko(push: Push, board_view: BoardView<'_>) -> String {
    sentences::ko(&match board_view.look {
        Look::Diagram => push.to_string(),
        Look::Board => capitalized(&name(Action::Push(push), board_view.is_turned)),
    })
}

/// An action in words, within a sentence. Rules: K-2.
pub(in crate::pages) fn name(action: Action, is_turned: bool) -> String {
    match action {
        Action::Push(Push { cell, direction }) => {
            sentences::pushing(&cell.to_string(), steps::way(direction, is_turned))
        }
        Action::End => sentences::ENDING_TURN.to_owned(),
    }
}

/// Why this rule forbids a push, in the words of the pages; `None` if it does not.
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
    let at = push.cell.to_string();
    let to = toward(push.direction, board_view);
    Some(match error {
        PlayError::EmptyCell { .. } => sentences::no_marble(&at),
        PlayError::NotYourMarble { marble, .. } => {
            sentences::not_your_marble(&at, &marble.to_string())
        }
        PlayError::NoRoomBehind { behind, .. } => sentences::no_room(&at, &to, &behind.to_string()),
        PlayError::OwnMarbleOff { .. } => sentences::own_marble_off(&at, &to),
        PlayError::Ko { .. } => sentences::undoes_last_push(&at, &to),
        _ => return None,
    })
}

/// The accessible name of a push.
fn label(push: Push, board_view: BoardView<'_>) -> String {
    let to = toward(push.direction, board_view);
    let label = sentences::push(&push.cell.to_string(), &to);
    if board_view.hints_at(&push) {
        sentences::hinted(&label)
    } else {
        label
    }
}

fn choice(push: Push, board_view: BoardView<'_>) -> ListedChoice {
    ListedChoice {
        sign: Some(arrow(screen_direction(push.direction, board_view))),
        label: Some(label(push, board_view)),
        is_hinted: board_view.hints_at(&push),
        ..ListedChoice::new(push.to_string(), way(push.direction, board_view))
    }
}

/// Where a push goes: `right`; with its letter `right (R)`, `to your left (R)`.
fn toward(direction: Direction, board_view: BoardView<'_>) -> String {
    let name = seen_way(direction, board_view);
    match board_view.look {
        Look::Diagram => sentences::toward(name, direction.letter(), board_view.is_turned),
        Look::Board => name.to_owned(),
    }
}

/// Where a direction is seen to lead. Rules: K-2.
const fn screen_direction(direction: Direction, board_view: BoardView<'_>) -> Direction {
    if board_view.is_turned {
        direction.opposite()
    } else {
        direction
    }
}

/// The name of a direction as the player sees it; where the board has numbers, with its letter in
/// notation, which is the same on every board: `your left (R)`. Rules: K-2.
fn way(direction: Direction, board_view: BoardView<'_>) -> String {
    let name = seen_way(direction, board_view);
    match board_view.look {
        Look::Diagram => sentences::direction(name, direction.letter(), board_view.is_turned),
        Look::Board => name.to_owned(),
    }
}

/// The name of a direction as the player sees it: in the words of the notation where the board has numbers,
/// else in plain ones. Rules: K-2.
const fn seen_way(direction: Direction, board_view: BoardView<'_>) -> &'static str {
    let seen = screen_direction(direction, board_view);
    match (board_view.look, seen) {
        (Look::Board, Direction::Forward) => sentences::UP,
        (Look::Board, Direction::Backward) => sentences::DOWN,
        _ => kuba::way(seen),
    }
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
        for (is_turned, arrow, name) in [(false, '→', "right"), (true, '←', "left")] {
            let direction = sentences::direction(name, 'R', is_turned);
            let toward = sentences::toward(name, 'R', is_turned);
            let label = sentences::push("10", &toward);
            let target = sentences::choose_marble_at("10", &direction);
            let action = "10R".to_owned();
            assert_eq!(seen(is_turned), (action, arrow, direction, label, target));
        }
    }

    #[test]
    fn k_2_where_one_plays_directions_are_as_seen_and_have_no_letters() {
        let game = AnyGame::from_position(START, None).expect("a position");
        for (is_turned, name) in [(false, "right"), (true, "left")] {
            let board_view = BoardView {
                may_act: true,
                is_turned,
                look: Look::Board,
                page: "/games/x",
                ..BoardView::default()
            };
            let board = Board::of(&Scene::of(&game), board_view);
            let mut groups = board.groups.into_iter();
            let group = groups.find(|group| group.title == "10");
            let choice = group.expect("a marble").choices.remove(0);
            assert_eq!((&*choice.action, &*choice.text), ("10R", name));
            assert_eq!(choice.label, Some(sentences::push("10", name)));
            let mut spots = board.rows.into_iter().flatten();
            let target = spots.find_map(|spot| spot.target.filter(|_| spot.key == "10"));
            let label = target.expect("a control").label;
            assert_eq!(label, sentences::choose_marble_at("10", name));
        }
    }

    #[test]
    fn the_arrow_of_a_hint_plays_it_unless_its_marble_was_chosen() {
        let game = AnyGame::from_position(START, None).expect("a position");
        let arrows = |is_turned, from| {
            let board_view = BoardView {
                may_act: true,
                is_turned,
                from,
                hint: Some("00R"),
                page: "/games/x",
                ..BoardView::default()
            };
            let spots = Board::of(&Scene::of(&game), board_view).beside.into_iter();
            let spots = spots.map(|spot| (spot.place, spot.target.map(|target| target.press)));
            spots.collect::<Vec<_>>()
        };
        let plays = Some(Press::Send("00R".to_owned()));
        let drawn = "x2 y1 w1 h1 to-R".to_owned();
        assert_eq!(arrows(false, None), [(drawn.clone(), plays.clone())]);
        assert_eq!(arrows(false, Some("66")), [(drawn, plays.clone())]);
        assert_eq!(arrows(true, None), [("x6 y7 w1 h1 to-L".to_owned(), plays)]);
        assert_eq!(arrows(false, Some("00")), []);
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
        let label = sentences::choose_marble_at("02", sentences::ONLY_PUSH_IS_KO);
        assert_eq!(before.label, label);
        let board = shown(Some("02"));
        assert!(target(&board).is_picked);
        let hint = board.hint.expect("a hint");
        assert!(hint.starts_with(&sentences::ko("02B")), "{hint}");
        let row = board.rows.iter().flatten();
        let sends = row.filter(|spot| {
            let target = spot.target.as_ref();
            target.is_some_and(|target| matches!(target.press, Press::Send(_)))
        });
        assert_eq!(sends.count(), 0, "it cannot be pushed");
    }

    /// The board of the player to move, with the marble chosen that a query names.
    fn board_at(line: &str, from: Option<&str>, left: Option<&str>) -> Board {
        let game = AnyGame::from_position(line, None).expect("a position");
        let board_view = BoardView {
            may_act: true,
            from,
            left,
            page: "/games/x",
            ..BoardView::default()
        };
        Board::of(&Scene::of(&game), board_view)
    }

    const START: &str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";

    #[test]
    fn k_3_k_5_k_6_k_7_own_marbles_have_what_a_push_moves_and_takes_or_why_there_is_none() {
        let ways = |line, key: &str| {
            let board = board_at(line, None, None);
            let mut spots = board.rows.into_iter().flatten();
            let spot = spots.find(|spot| spot.key == key).expect("a cell");
            (spot.ways, spot.why)
        };
        let says = |ways: &str, why| (Some(ways.to_owned()), why);
        assert_eq!(ways(START, "00"), says("1b 2 1b 2", None));
        assert_eq!(ways(START, "01"), says("2o 1b 1b 2", None));
        assert_eq!(ways(START, "11"), says("2o 1b 2o 1b", Some(NO_PUSH)));
        assert_eq!(ways(START, "05"), (None, None), "it is not the mover's");
        assert_eq!(ways(START, "02"), (None, None), "it is empty");
        let takes = "7/5wr/7/4wrb/7/7/b6 w0b0 w - c";
        assert_eq!(ways(takes, "15"), says("1b 2r 1 1", None));
        assert_eq!(ways(takes, "34"), says("1b 3e 1 1", None));
        let ko = "www2bb/1wrr1bb/2rrr2/1rrrrr1/2brrw1/1b1r1ww/bb4w w0b0 w 02B c";
        assert_eq!(ways(ko, "02"), says("3o 1b 1b 5u", None));
    }

    #[test]
    fn a_chosen_marble_is_said_with_where_it_goes_and_then_that_it_was_left() {
        let chosen = |from, left| board_at(START, from, left).chosen;
        let says = sentences::chosen("00", "right or backward");
        assert_eq!(chosen(Some("00"), None), Some(says));
        let says = sentences::no_longer_chosen("00");
        assert_eq!(chosen(None, Some("00")), Some(says));
        assert_eq!(chosen(None, Some("<b>")), None);
        assert_eq!(chosen(None, None), None);
    }
}
