//! The controls over Ludo's board.

use ludo_rules::{Action, Event, Move, Phase, PlayError, Position, Roll, Seat, Token};
use parlor_game::{Game as _, Ludo};
use parlor_view::{Scene, Snapshot, ludo, printable};

use super::{Board, BoardControl, BoardView, ChoiceGroup, Die, ListedChoice, OTHERWISE, Spot};
use crate::pages::{game_info, sentences};

/// The number of squares on a side of the grid over the picture.
const SIDE: u8 = 32;

/// The board with a row for each player: both tokens, and the die.
///
/// A grid of the drawing's 15 × 15 cells would not help users of screen readers: the track has no
/// rows and columns, and nearly all of its spaces are empty.
pub(super) fn board(scene: &Scene, snapshot: &Snapshot<Ludo>, board_view: BoardView<'_>) -> Board {
    let position = &snapshot.position;
    let seats = position.tokens().seats();
    let rows = seats.iter().map(|seat| row(position, seat, board_view));
    let rows = rows.collect();
    let mut board = Board::still(scene, board_view, &[], sentences::TOKENS, rows);
    board.die = position.to_act().map(|seat| Die {
        svg: ludo::turning_die(game_info::on_board("hand-")),
        seat: seat.letter(),
        roll: position.roll_in_hand().map(Roll::value),
    });
    let Some(seat) = position.to_act().filter(|_| board_view.may_act) else {
        return board;
    };
    board.reasons = vec![
        (OTHERWISE, sentences::ONLY_OWN_TOKENS),
        (ROLL_DUE, sentences::ROLL_BEFORE),
        (NEEDS_SIX, sentences::NEEDS_SIX),
        (IS_HOME, sentences::IS_HOME),
    ];
    board.explain(position, seat);
    let actions = scene.legal();
    let mut group = ChoiceGroup::default();
    let mut put = |place: String, action: &str, label: String, text: &'static str| {
        let mut spots = board.rows.iter_mut().flatten();
        if let Some(spot) = spots.find(|spot| spot.key == place) {
            spot.target = Some(BoardControl::send(&action, label, text));
        }
    };
    if actions == ["roll"] {
        put(
            die(seat),
            "roll",
            sentences::roll_for(seat.letter()),
            sentences::ROLL,
        );
        group.choices.push(ListedChoice {
            label: Some(sentences::ROLL_THE_DIE.to_owned()),
            ..ListedChoice::new("roll", sentences::ROLL_THE_DIE)
        });
        board.hint = Some(sentences::ROLL_FIRST.to_owned());
    }
    let are_alike = are_alike(position);
    for (choice, action) in position.legal_moves().as_slice().iter().zip(&actions) {
        let does = ludo::choice(position, *choice).unwrap_or_default();
        if are_alike && *choice == Move::Q {
            // The same as with the other token, which comes first and is in the list already.
            put(key(seat, Token::Q), &actions[0], does, "");
            continue;
        }
        let (place, does, text) = match choice {
            Move::P | Move::Stack => (key(seat, Token::P), does, ""),
            Move::Q => (key(seat, Token::Q), does, ""),
            Move::Pass => (die(seat), sentences::pass(&does), sentences::PASS),
        };
        let is_hinted = board_view.hints_at(action);
        let label = if is_hinted {
            sentences::hinted(&does)
        } else {
            does.clone()
        };
        if *choice == Move::Stack {
            // It goes by either of its tokens.
            put(key(seat, Token::Q), action, label.clone(), text);
        }
        put(place, action, label, text);
        let (icon, short) = if *choice == Move::Pass {
            (None, sentences::PASS.to_owned())
        } else {
            let (icon, short) = in_short(snapshot, seat, *choice);
            (Some(icon), short)
        };
        group.choices.push(ListedChoice {
            is_hinted,
            icon,
            label: Some(sentences::choice(&short, &does)),
            ..ListedChoice::new(action, short)
        });
        board.hint = Some(match choice {
            Move::Pass => sentences::ONLY_PASS.to_owned(),
            _ => sentences::CHOOSE_TOKEN.to_owned(),
        });
    }
    // A hint names the primary choice, else it is the first, as in the picture.
    let hinted = group.choices.iter().position(|choice| choice.is_hinted);
    if let Some(first) = group.choices.get_mut(hinted.unwrap_or(0)) {
        first.is_first = true;
    }
    board.groups.push(group);
    board
}

/// The signs of the reasons why a token stays.
const ROLL_DUE: char = 'r';
const NEEDS_SIX: char = 's';
const IS_HOME: char = 'h';

impl Board {
    /// Notes why tokens of the player to act stay. Rules: L-5, L-8, L-29.
    fn explain(&mut self, position: &Position, seat: Seat) {
        for token in Token::ALL {
            let key = key(seat, token);
            let mut spots = self.rows.iter_mut().flatten();
            let Some(spot) = spots.find(|spot| spot.key == key) else {
                continue;
            };
            let mut after = *position;
            spot.why = match after.play(Move::from(token)) {
                Err(PlayError::RollDue) => Some(ROLL_DUE),
                Err(PlayError::NeedsSix { .. }) => Some(NEEDS_SIX),
                Err(PlayError::Finished { .. }) => Some(IS_HOME),
                _ => None,
            };
            if spot.why == Some(NEEDS_SIX) {
                spot.says = sentences::stays(&spot.says, sentences::NEEDS_SIX);
            }
        }
    }
}

/// What comes of a choice: its icon, and a few words that tell it from the other one.
pub(in crate::pages) fn in_short(
    snapshot: &Snapshot<Ludo>,
    seat: Seat,
    choice: Move,
) -> (&'static str, String) {
    let position = &snapshot.position;
    let (icon, does) = consequence(snapshot, choice);
    let legal = position.legal_moves();
    let mut others = legal.as_slice().iter().filter(|other| **other != choice);
    let is_said_twice = others.any(|other| consequence(snapshot, *other).1 == does);
    let (Some(steps), [token]) = (position.tokens().steps(seat), choice.tokens()) else {
        return (icon, does);
    };
    if !is_said_twice || are_alike(position) {
        return (icon, does);
    }
    let is_behind = steps[token.index()] < steps[token.other().index()];
    let told_apart = if is_behind {
        sentences::with_back_token
    } else {
        sentences::with_front_token
    };
    (icon, told_apart(&does))
}

/// The icon of what comes of a choice, and a few words: the most important of its events.
/// Rules: L-5 (out), L-7 (back), L-8 (home), L-9 (a kick), L-10 (a stack), L-27 (the choices).
fn consequence(snapshot: &Snapshot<Ludo>, choice: Move) -> (&'static str, String) {
    let mut after = snapshot.position;
    let roll = after.roll_in_hand().map_or(0, Roll::value);
    let events = after.play_with_events(choice).unwrap_or_default();
    let kicked = events.iter().find_map(|event| match *event {
        Event::Kicked { seat, .. } => Some(seat),
        _ => None,
    });
    if let Some(kicked) = kicked {
        let mut names = snapshot.names.iter();
        let name = names.find(|(named, _)| *named == kicked);
        let piece = || game_info::piece(Ludo::NAME, kicked.letter()).to_owned();
        let name = name.map_or_else(piece, |(_, name)| printable(name));
        return ("kick", sentences::kick(&name));
    }
    let is = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let is_stack = choice == Move::Stack;
    if is(|event| matches!(event, Event::ReachedEnd { .. })) {
        let says = if is_stack {
            sentences::BRING_PAIR_HOME
        } else {
            sentences::BRING_HOME
        };
        ("home", says.to_owned())
    } else if is(|event| matches!(event, Event::LeftYard { .. })) {
        ("out", sentences::BRING_OUT.to_owned())
    } else if is(|event| matches!(event, Event::Stacked { .. })) {
        ("pair", sentences::MAKE_PAIR.to_owned())
    } else if is(|event| matches!(event, Event::Bounced { .. })) {
        ("turn", sentences::turn_back(roll))
    } else if is_stack {
        ("steps", sentences::pair_on(roll))
    } else {
        ("steps", sentences::steps_on(roll))
    }
}

/// Whether it is the same which token of the player to act moves: they are in one place, and no
/// stack. Rules: L-5, L-27.
pub(in crate::pages) fn are_alike(position: &Position) -> bool {
    let tokens = position.tokens();
    position.to_act().is_some_and(|seat| {
        let steps = tokens.steps(seat);
        steps.is_some_and(|[p, q]| p == q) && !tokens.is_stacked(seat)
    })
}

/// The pass, if that is all that the roll in hand allows.
pub(super) fn lost_roll(position: &Position) -> Option<String> {
    let (seat, roll) = (position.to_act()?, position.roll_in_hand()?);
    let choice = Move::Pass;
    let is_lost = position.legal_moves().as_slice() == [choice];
    is_lost.then(|| Action { seat, roll, choice }.to_string())
}

/// Where a seat's tokens are, and its die.
fn row(position: &Position, seat: Seat, board_view: BoardView<'_>) -> Vec<Spot> {
    let tokens = position.tokens();
    let token = |token: Token| {
        let area = ludo::token_area(tokens, seat, token)?;
        let says = ludo::token_description(tokens, seat, token)?;
        let place = ludo::place_area(tokens, seat, token)?;
        let [area, place] = [area, place].map(|area| board_view.seen(area, SIDE));
        Some(Spot::new(area, key(seat, token), says).ringed(area, place))
    };
    let says = match (position.to_act(), position.phase()) {
        (Some(to_act), Phase::ToRoll(_)) if to_act == seat => sentences::is_to_roll(seat.letter()),
        (Some(to_act), Phase::ToChoose(_, roll)) if to_act == seat => {
            sentences::has_rolled(seat.letter(), &roll.to_string())
        }
        _ => sentences::has_no_die(seat.letter()),
    };
    let spots = Token::ALL.into_iter().filter_map(token);
    let place = board_view.seen(ludo::die_area(seat), SIDE);
    spots
        .chain([Spot::new(place, die(seat), says).ringed(place, place)])
        .collect()
}

fn key(seat: Seat, token: Token) -> String {
    format!("{seat}{}", token.letter())
}

fn die(seat: Seat) -> String {
    format!("{seat}-die")
}

#[cfg(test)]
mod tests {
    use parlor_game::AnyGame;

    use super::*;

    /// The board of who is to act, with this hint.
    fn board(line: &str, hint: Option<&str>) -> Board {
        let game = AnyGame::from_position(line, None).expect("a position");
        let board_view = BoardView {
            may_act: true,
            hint,
            ..BoardView::default()
        };
        Board::of(&Scene::of(&game), board_view)
    }

    #[test]
    fn l_5_to_l_10_a_choice_is_told_from_the_other_by_what_comes_of_it() {
        let choices = |line: &str| {
            let choices = board(line, None)
                .groups
                .into_iter()
                .flat_map(|group| group.choices);
            let choices = choices.map(|choice| (choice.icon.unwrap_or_default(), choice.text));
            choices.collect::<Vec<_>>()
        };
        let both = |[one, two]: [(&'static str, &str); 2]| {
            vec![(one.0, one.1.to_owned()), (two.0, two.1.to_owned())]
        };
        let six = sentences::steps_on(6);
        assert_eq!(
            choices("A20.H/CH.H A 6 -"),
            both([("steps", &six), ("out", sentences::BRING_OUT)])
        );
        assert_eq!(
            choices("A20.3/CH.H A 6 -"),
            both([
                ("steps", &sentences::with_front_token(&six)),
                ("steps", &sentences::with_back_token(&six)),
            ])
        );
        assert_eq!(
            choices("A53.10/C42.H A 4 -"),
            both([
                ("home", sentences::BRING_HOME),
                ("kick", &sentences::kick("the triangle"))
            ])
        );
        assert_eq!(
            choices("A54.6/CH.H A 5 -"),
            both([
                ("turn", &sentences::turn_back(5)),
                ("steps", &sentences::steps_on(5)),
            ])
        );
        assert_eq!(choices("AH.H/CH.H A 3 -")[0].1, sentences::PASS);
        // Of two that are alike one is enough.
        assert_eq!(choices("AH.H/CH.H A 6 -").len(), 1);
    }

    #[test]
    fn the_choice_that_a_hint_names_is_the_primary_one() {
        let first = |hint| {
            let choices = board("A20.H/CH.H A 6 -", hint)
                .groups
                .into_iter()
                .flat_map(|group| group.choices);
            choices.map(|choice| choice.is_first).collect::<Vec<_>>()
        };
        assert_eq!(first(None), [true, false]);
        assert_eq!(first(Some("A6q")), [false, true]);
    }

    #[test]
    fn l_5_l_8_l_29_tokens_that_stay_say_why() {
        let why = |line: &str| {
            let tokens = board(line, None).rows.into_iter().flatten().take(2);
            tokens.map(|spot| (spot.why, spot.says)).collect::<Vec<_>>()
        };
        let [p, q] = <[_; 2]>::try_from(why("A28.H/C40.R A - -")).expect("two tokens");
        assert_eq!([p.0, q.0], [Some(ROLL_DUE); 2]);
        let [p, q] = <[_; 2]>::try_from(why("A28.H/C40.R A 4 -")).expect("two tokens");
        assert_eq!([p.0, q.0], [None, Some(NEEDS_SIX)]);
        assert!(q.1.ends_with(sentences::NEEDS_SIX), "{}", q.1);
        let [p, q] = <[_; 2]>::try_from(why("A28.E/C40.R A 4 -")).expect("two tokens");
        assert_eq!([p.0, q.0], [None, Some(IS_HOME)]);
    }
}
