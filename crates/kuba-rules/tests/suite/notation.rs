//! Pushes, actions and names as text, there and back.

use kuba_rules::{Action, Cell, Direction, Marble, Move, Rules, Side};

#[test]
fn every_push_is_read_as_it_is_written() {
    for cell in Cell::ALL {
        for direction in Direction::ALL {
            let push = Move { cell, direction };
            let text = format!("{}{}{}", cell.row(), cell.column(), direction.letter());
            assert_eq!(push.to_string(), text);
            assert_eq!(text.parse(), Ok(push));
            assert_eq!(text.parse(), Ok(Action::Push(push)));
            assert_eq!(Action::Push(push).to_string(), text);
        }
    }
    assert_eq!("end".parse(), Ok(Action::End));
    assert_eq!(Action::End.to_string(), "end");
}

#[test]
fn directions_and_their_letters() {
    let letters = ["L", "R", "F", "B"];
    for (letter, (opposite, direction)) in letters
        .into_iter()
        .zip(["R", "L", "B", "F"].into_iter().zip(Direction::ALL))
    {
        assert_eq!(letter.parse(), Ok(direction));
        assert_eq!(direction.to_string(), letter);
        assert_eq!(direction.opposite().to_string(), opposite);
        assert_eq!(Direction::ALL[direction.index()], direction);
    }
}

#[test]
fn sides_marbles_and_rules_by_name() {
    assert_eq!(Side::ALL.map(|side| side.to_string()), ["White", "Black"]);
    assert_eq!(Side::ALL.map(Side::letter), ['W', 'B']);
    assert_eq!(Side::ALL.map(Side::index), [0, 1]);
    assert_eq!(Side::ALL.map(Side::other), [Side::Black, Side::White]);
    assert_eq!(
        Side::ALL.map(|side| Side::from_letter(side.letter())),
        Side::ALL.map(Some)
    );
    assert_eq!(Side::from_letter('R'), None);
    assert_eq!(Side::ALL.map(Marble::from), [Marble::White, Marble::Black]);
    assert_eq!(
        Marble::ALL.map(|marble| marble.to_string()),
        ["white", "black", "red"]
    );
    assert_eq!(Marble::ALL.map(Marble::letter), ['W', 'B', 'R']);
    assert_eq!(
        Rules::ALL.map(|rules| rules.to_string()),
        ["classroom", "tournament"]
    );
    assert_eq!(Rules::ALL.map(Rules::code), ['c', 't']);
    for rules in Rules::ALL {
        assert_eq!(rules.name().parse(), Ok(rules));
    }
    let error = "Classroom".parse::<Rules>().unwrap_err();
    assert_eq!((error.value.as_str(), error.rule()), ("Classroom", "K-14"));
    assert_eq!(
        error.to_string(),
        r#"there are no rules named "Classroom"; they are classroom or tournament"#
    );
}
