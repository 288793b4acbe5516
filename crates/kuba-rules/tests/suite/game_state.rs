//! The game without names: who may act, and a game that is taken up again.

use kuba_rules::{
    Event, GameState, NoEvents, PlayError, Position, Repetitions, ResumeError, Rules, Side,
    TurnError,
};

/// Plays these pushes, White's first.
fn play(game: &mut GameState, pushes: &[&str]) {
    for (push, side) in pushes.iter().zip(Side::ALL.into_iter().cycle()) {
        game.push(side, push.parse().unwrap(), &mut NoEvents)
            .unwrap();
    }
}

const THERE_AND_BACK: [&str; 4] = ["00B", "06B", "20F", "26F"];

#[test]
fn k_11_either_side_may_begin_in_classroom_rules() {
    for side in Side::ALL {
        let mut game = GameState::new(Rules::Classroom);
        assert_eq!((game.turn(), game.position()), (None, None));
        let push = ["00R", "06L"][side.index()].parse().unwrap();
        let early = game.push(side, "33L".parse().unwrap(), &mut NoEvents);
        assert!(matches!(
            early,
            Err(TurnError::Play(PlayError::NotYourMarble { .. }))
        ));
        assert_eq!(game.turn(), None, "a failed try claims nothing (K-15)");
        game.push(side, push, &mut NoEvents).unwrap();
        assert_eq!(game.turn(), Some(side.other()));
        assert_eq!(game.position(), Some(game.board()));
    }
}

#[test]
fn k_12_white_begins_in_tournament_rules() {
    let mut game = GameState::new(Rules::Tournament);
    assert_eq!(game.turn(), Some(Side::White));
    let mut events: Vec<Event> = Vec::new();
    let push = "06L".parse().unwrap();
    let turn = Side::White;
    let error = game.push(Side::Black, push, &mut events).unwrap_err();
    assert_eq!(error, TurnError::NotYourTurn { turn });
    assert_eq!(
        (error.rule(), error.to_string().as_str()),
        ("K-16", "White is to move, not Black")
    );
    assert_eq!(events, []);
    assert_eq!(game, GameState::new(Rules::Tournament));
}

#[test]
fn k_18_a_turn_without_a_capture_cannot_be_ended() {
    let mut game = GameState::new(Rules::Tournament);
    let error = game.end_turn(Side::White, &mut NoEvents).unwrap_err();
    assert_eq!(error, TurnError::Play(PlayError::CannotEndTurn));
    assert_eq!(error.to_string(), PlayError::CannotEndTurn.to_string());
}

#[test]
fn k_12_a_game_is_resumed_with_its_counts() {
    let mut game = GameState::new(Rules::Tournament);
    play(&mut game, &THERE_AND_BACK);
    play(&mut game, &THERE_AND_BACK[..3]);
    let counted: Repetitions = game.repetitions().iter().collect();
    let mut resumed = GameState::resume(*game.board(), counted).unwrap();
    assert_eq!(resumed, game);
    let last = "26F".parse().unwrap();
    resumed.push(Side::Black, last, &mut NoEvents).unwrap();
    assert!(resumed.is_draw());
    assert_eq!(resumed.may_act(Side::White), Err(TurnError::GameOver));
    assert_eq!(resumed.winner(), None);

    // Who counts anew knows nothing of what came before.
    let fresh = Repetitions::new(game.board());
    let mut fresh = GameState::resume(*game.board(), fresh).unwrap();
    fresh.push(Side::Black, last, &mut NoEvents).unwrap();
    assert!(!fresh.is_draw());
}

#[test]
fn k_12_a_game_is_not_resumed_with_what_it_cannot_have_counted() {
    let tournament = Position::start(Rules::Tournament);
    let counted: Repetitions = [(tournament, 1)].into_iter().collect();
    let drawn: Repetitions = [(tournament, 3)].into_iter().collect();
    let nothing: Repetitions = [].into_iter().collect();
    let classroom = Position::start(Rules::Classroom);
    let won: Position = "5w1/7/7/7/7/7/7 w0b0 w - t".parse().unwrap();
    let open: Position = "5wr/7/7/7/7/7/b6 w1b0 w+ - t".parse().unwrap();

    for (position, counts, error) in [
        (classroom, &counted, ResumeError::CountedInClassroom),
        (won, &drawn, ResumeError::WonAndDrawn),
        (tournament, &nothing, ResumeError::NeverCounted),
    ] {
        assert_eq!(GameState::resume(position, counts.clone()), Err(error));
        assert!(["K-12", "K-18"].contains(&error.rule()));
        assert!(!error.to_string().is_empty());
    }
    for (position, counts) in [
        (classroom, &nothing),
        (won, &counted),
        (won, &nothing),
        (open, &nothing),
        (tournament, &counted),
        (tournament, &drawn),
    ] {
        assert!(
            GameState::resume(position, counts.clone()).is_ok(),
            "{position}"
        );
    }
    assert_eq!(counted.count_of(&tournament), 1);
    assert_eq!(counted.count_of(&won), 0);
}
