//! What holds in every position.

use kuba_rules::{
    Action, Cell, Direction, Event, Marble, Move, NoEvents, Outcome, Position, Repetitions, Rules,
    Setup, Side, Symmetry, perft,
};
use proptest::prelude::*;

/// Any possible position: marbles anywhere, then some pushes, so that ko
/// pushes and open turns come up too.
fn positions() -> impl Strategy<Value = Position> {
    let marbles = (0..=8_usize, 0..=8_usize, 0..=13_usize);
    let pushes = prop::collection::vec(any::<prop::sample::Index>(), 0..6);
    (
        Just(Cell::ALL.to_vec()).prop_shuffle(),
        marbles,
        (0..7_u8, 0..7_u8),
        any::<[bool; 2]>(),
        pushes,
    )
        .prop_filter_map(
            "an impossible set-up",
            |(cells, marbles, captured, flags, pushes)| {
                let (white, black, reds) = marbles;
                let left = 13 - u8::try_from(reds).ok()?;
                let first = captured.0.min(left);
                let mut setup = Setup {
                    cells: [[None; 7]; 7],
                    captured: [first, captured.1.min(left - first)],
                    to_move: if flags[0] { Side::White } else { Side::Black },
                    may_push_again: false,
                    ko: None,
                    rules: if flags[1] {
                        Rules::Classroom
                    } else {
                        Rules::Tournament
                    },
                };
                let kinds = [
                    (Marble::White, white),
                    (Marble::Black, black),
                    (Marble::Red, reds),
                ]
                .into_iter()
                .flat_map(|(marble, count)| std::iter::repeat_n(marble, count));
                for (cell, marble) in cells.into_iter().zip(kinds) {
                    setup.cells[usize::from(cell.row())][usize::from(cell.column())] = Some(marble);
                }
                let mut position = Position::try_from(setup).ok()?;
                for index in pushes {
                    let moves: Vec<Move> = position.legal_moves().iter().collect();
                    if moves.is_empty() {
                        break;
                    }
                    position.play(*index.get(&moves)).ok()?;
                }
                Some(position)
            },
        )
}

fn all_pushes() -> impl Iterator<Item = Move> {
    Cell::ALL
        .into_iter()
        .flat_map(|cell| Direction::ALL.map(|direction| Move { cell, direction }))
}

/// One of the eight symmetries of the square, cell by cell.
#[derive(Clone, Copy, Debug)]
struct Turned(u8);

impl Turned {
    fn cell(self, cell: Cell) -> Cell {
        let (mut row, mut column) = (i64::from(cell.row()), i64::from(cell.column()));
        if self.0 & 1 != 0 {
            column = 6 - column;
        }
        if self.0 & 2 != 0 {
            row = 6 - row;
        }
        if self.0 & 4 != 0 {
            (row, column) = (column, row);
        }
        Cell::new(row, column).unwrap()
    }

    fn push(self, push: Move) -> Move {
        let middle = Cell::new(3, 3).unwrap();
        let image = self.cell(middle.step(push.direction).unwrap());
        let direction = Direction::ALL
            .into_iter()
            .find(|direction| middle.step(*direction) == Some(image))
            .unwrap();
        Move {
            cell: self.cell(push.cell),
            direction,
        }
    }

    fn position(self, position: Position) -> Position {
        let mut setup = position.setup();
        for cell in Cell::ALL {
            let image = self.cell(cell);
            setup.cells[usize::from(image.row())][usize::from(image.column())] =
                position.marble(cell);
        }
        setup.ko = setup.ko.map(|push| self.push(push));
        setup.try_into().unwrap()
    }
}

fn swap_colors(position: Position) -> Position {
    let mut setup = position.setup();
    for cell in setup.cells.iter_mut().flatten() {
        *cell = cell.map(|marble| match marble {
            Marble::White => Marble::Black,
            Marble::Black => Marble::White,
            Marble::Red => Marble::Red,
        });
    }
    setup.captured.swap(0, 1);
    setup.to_move = setup.to_move.other();
    setup.try_into().unwrap()
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// How many marbles there are, the captured ones included.
fn totals(position: &Position) -> [u8; 3] {
    let [white, black, red] = Marble::ALL.map(|marble| position.count(marble));
    let captured: u8 = Side::ALL.iter().map(|side| position.captured(*side)).sum();
    [white, black, red + captured]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_legal_list_is_what_check_allows(position in positions()) {
        let legal = position.legal_moves();
        let checked: Vec<Move> = all_pushes().filter(|push| position.check(*push).is_ok()).collect();
        prop_assert_eq!(legal.len(), checked.len());
        prop_assert_eq!(legal.is_empty(), checked.is_empty());
        prop_assert_eq!(perft(&position, 1), checked.len() as u64);
        prop_assert_eq!(sorted(legal), checked);
        let ordered: Vec<Move> = legal.iter().collect();
        prop_assert!(ordered.is_sorted_by_key(|push| (push.direction, push.cell)));
        for push in all_pushes() {
            prop_assert_eq!(legal.contains(push), position.check(push).is_ok());
        }
    }

    #[test]
    fn a_refused_action_changes_nothing(position in positions()) {
        for action in all_pushes().map(Action::Push).chain([Action::End]) {
            let mut after = position;
            let mut events: Vec<Event> = Vec::new();
            match after.play_action_into(action, &mut events) {
                Ok(()) => prop_assert!(!events.is_empty()),
                Err(error) => {
                    prop_assert_eq!(after, position);
                    prop_assert_eq!(events, []);
                    prop_assert!(error.rule().starts_with("K-"));
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn events_show_what_changed(position in positions()) {
        for push in position.legal_moves() {
            let mut after = position;
            let mut events = Vec::new();
            after.play_into(push, &mut events).unwrap();
            let mut silent = position;
            silent.play_into(push, &mut NoEvents).unwrap();
            prop_assert_eq!(silent, after);
            let side = position.to_move();
            let mut expected = totals(&position);
            for event in &events {
                match *event {
                    Event::Ejected { side: by, left, .. } => {
                        prop_assert_eq!(by, side);
                        expected[side.other().index()] -= 1;
                        prop_assert_eq!(left, expected[side.other().index()]);
                    }
                    Event::Captured { side: by, total, .. } => {
                        prop_assert_eq!(by, side);
                        prop_assert_eq!(total, position.captured(side) + 1);
                        prop_assert_eq!(total, after.captured(side));
                    }
                    Event::Ko { push } => prop_assert_eq!(after.ko(), Some(push)),
                    Event::Won { side, by } => prop_assert_eq!(
                        after.outcome(),
                        Some(Outcome::Won { side, by })
                    ),
                    Event::Pushed { push: pushed, .. } => prop_assert_eq!(pushed, push),
                    Event::MayPushAgain { side: by } | Event::TurnEnded { side: by } => {
                        prop_assert_eq!(by, side);
                    }
                }
            }
            let told = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
            prop_assert_eq!(told(|event| matches!(event, Event::Ko { .. })), after.ko().is_some());
            prop_assert_eq!(told(|event| matches!(event, Event::Won { .. })), after.is_over());
            prop_assert_eq!(
                told(|event| matches!(event, Event::MayPushAgain { .. })),
                after.may_push_again()
            );
            prop_assert_eq!(totals(&after), expected);
        }
    }

    #[test]
    fn k_6_pushes_are_distinguished_by_what_they_take(position in positions()) {
        let moves = position.legal_moves_by_capture();
        prop_assert_eq!(moves.is_empty(), position.legal_moves().is_empty());
        let enemy = Marble::from(position.to_move().other());
        let kinds = [(moves.quiet, None), (moves.marbles, Some(enemy)), (moves.reds, Some(Marble::Red))];
        for (listed, wanted) in kinds {
            let takes = |push: &Move| {
                let mut after = position;
                after.play(*push).unwrap();
                let taken = |marble: &Marble| after.count(*marble) < position.count(*marble);
                Marble::ALL.into_iter().find(taken) == wanted
            };
            let taking: Vec<Move> = position.legal_moves().iter().filter(takes).collect();
            if let Some(marble) = wanted {
                prop_assert_eq!(position.legal_captures(marble), listed);
            }
            prop_assert_eq!(listed.iter().collect::<Vec<_>>(), taking);
        }
        for marble in Marble::ALL {
            let cells = Cell::ALL.into_iter().filter(|cell| position.marble(*cell) == Some(marble));
            let bits = cells.fold(0, |bits, cell| bits | 1_u64 << (8 * cell.row() + cell.column()));
            prop_assert_eq!(position.cells(marble), bits);
        }
    }

    #[test]
    fn a_passed_turn_is_the_same_board_seen_by_the_opponent(position in positions()) {
        let Some(passed) = position.passed() else {
            prop_assert!(position.is_over());
            return Ok(());
        };
        prop_assert!(!position.is_over());
        prop_assert_eq!(passed.board(), position.board());
        prop_assert_eq!(passed.to_move(), position.to_move().other());
        prop_assert_eq!((passed.ko(), passed.may_push_again()), (None, false));
        prop_assert_eq!(Position::try_from(passed.setup()), Ok(passed));
    }

    #[test]
    fn k_7_exactly_the_restoring_push_is_ko(position in positions()) {
        for push in position.legal_moves() {
            let mut after = position;
            after.play(push).unwrap();
            let mut setup = after.setup();
            setup.ko = None;
            let free: Position = setup.try_into().unwrap();
            for answer in free.legal_moves() {
                let mut again = free;
                again.play(answer).unwrap();
                let restores = again.board() == position.board();
                prop_assert_eq!(after.ko() == Some(answer), restores);
            }
        }
    }

    #[test]
    fn an_open_turn_always_has_a_push(position in positions()) {
        for push in position.legal_moves() {
            let mut after = position;
            after.play(push).unwrap();
            if after.may_push_again() {
                prop_assert!(!after.legal_moves().is_empty());
                prop_assert_eq!(after.ko(), None);
            }
        }
    }

    #[test]
    fn symmetries_commute_with_play(position in positions(), number in 0..16_u8) {
        let symmetry = Symmetry::new(number).unwrap();
        let image = symmetry.position(&position);
        let turned = Turned(number % 8);
        let slow = turned.position(position);
        prop_assert_eq!(image, if number < 8 { slow } else { swap_colors(slow) });
        prop_assert_eq!(symmetry.inverse().position(&image), position);
        for push in all_pushes() {
            prop_assert_eq!(symmetry.push(push), turned.push(push));
        }
        prop_assert_eq!(
            sorted(image.legal_moves()),
            sorted(position.legal_moves().iter().map(|push| symmetry.push(push)))
        );
        let winner = |position: Position| position.outcome().and_then(Outcome::winner);
        prop_assert_eq!(winner(image), winner(position).map(|side| symmetry.side(side)));
        prop_assert_eq!(perft(&image, 2), perft(&position, 2));
        let end = position.may_push_again().then_some(Action::End);
        for action in position.legal_moves().iter().map(Action::Push).chain(end) {
            let mut after = position;
            let mut image_after = image;
            after.play_action(action).unwrap();
            image_after.play_action(symmetry.action(action)).unwrap();
            prop_assert_eq!(symmetry.position(&after), image_after);
        }
    }

    #[test]
    fn counts_are_taken_back_one_by_one(
        position in positions(),
        pushes in prop::collection::vec(0..2_usize, 0..60),
    ) {
        let mut past = vec![(position, Repetitions::new(&position))];
        let (mut position, mut counts) = past[0].clone();
        for place in pushes {
            // Few pushes to choose from, so that positions come again.
            let moves: Vec<Move> = position.legal_moves().iter().collect();
            let Some(push) = moves.get(place).or(moves.first()) else {
                break;
            };
            position.play(*push).unwrap();
            counts.turn_began(&position);
            past.push((position, counts.clone()));
        }
        while let Some((position, before)) = past.pop() {
            prop_assert_eq!(&counts, &before);
            prop_assert_eq!(counts.is_draw(), before.is_draw());
            counts.take_back(&position);
        }
        prop_assert_eq!(counts.iter().count(), 0);
    }

    #[test]
    fn colors_can_be_swapped(position in positions()) {
        let image = swap_colors(position);
        prop_assert_eq!(swap_colors(image), position);
        prop_assert!(image.legal_moves().iter().eq(position.legal_moves()));
        prop_assert_eq!(perft(&image, 2), perft(&position, 2));
        for push in position.legal_moves() {
            let mut after = position;
            let mut image_after = image;
            after.play(push).unwrap();
            image_after.play(push).unwrap();
            prop_assert_eq!(swap_colors(after), image_after);
        }
    }

    #[test]
    fn positions_are_read_as_they_are_written(position in positions()) {
        let line = position.to_string();
        prop_assert_eq!(line.parse(), Ok(position));
        prop_assert_eq!(line.parse::<Setup>(), Ok(position.setup()));
        prop_assert_eq!(Position::try_from(position.setup()), Ok(position));
        let again: Position = line.parse().unwrap();
        prop_assert_eq!(again.stable_hash(), position.stable_hash());
    }

    #[test]
    fn every_played_position_is_a_possible_set_up(position in positions(), number in any::<prop::sample::Index>()) {
        let mut after = position;
        for _ in 0..4 {
            let moves: Vec<Move> = after.legal_moves().iter().collect();
            if moves.is_empty() {
                break;
            }
            after.play(*number.get(&moves)).unwrap();
            prop_assert_eq!(Position::try_from(after.setup()), Ok(after));
        }
        if after.may_push_again() {
            after.end_turn().unwrap();
            prop_assert_eq!(Position::try_from(after.setup()), Ok(after));
        }
    }

    #[test]
    fn reading_any_text_panics_never(text in "\\PC{0,70}", line in "[wbr1-7/ +LRFBct0-]{0,70}") {
        for text in [&text, &line] {
            let read = text.parse::<Position>();
            if let Ok(position) = read {
                prop_assert_eq!(&position.to_string(), text);
            }
            if let Ok(action) = text.parse::<Action>() {
                prop_assert_eq!(&action.to_string(), text);
            }
        }
    }

    #[test]
    fn one_wrong_character_is_an_error_or_another_position(
        position in positions(),
        at in any::<prop::sample::Index>(),
        character in any::<char>(),
    ) {
        let line = position.to_string();
        let at = at.index(line.len());
        let changed: String = line
            .chars()
            .enumerate()
            .map(|(index, old)| if index == at { character } else { old })
            .collect();
        if let Ok(other) = changed.parse::<Position>() {
            prop_assert_eq!(other.to_string(), changed);
        }
    }
}
