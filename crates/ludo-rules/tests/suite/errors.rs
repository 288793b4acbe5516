//! What a person reads when something is wrong, and the rule that it names.

use crate::support::{roll, step};
use ludo_rules::{
    Action, LudoGame, MoveTokenError, PlayError, PlayerNotFound, Position, Roll, Rules,
    ScriptError, Seat, SeatSet, SetupError, SetupErrors, Step, Token, Tokens,
};

#[test]
fn plain_values() {
    assert_eq!(
        "x".parse::<Rules>().unwrap_err().to_string(),
        "\"x\" is no set of ludo rules; the one there is is \"classic\""
    );
    let seat = "x".parse::<Seat>().unwrap_err();
    assert_eq!(
        seat.to_string(),
        "\"x\" is no seat; the seats are A, B, C and D"
    );
    assert_eq!(seat.rule(), "L-1");
    let roll = Roll::new(7).unwrap_err();
    assert_eq!(roll.to_string(), "7 is no roll; a die shows 1 to 6");
    assert_eq!(roll.rule(), "L-5");
    let step = Step::new(58).unwrap_err();
    assert_eq!(
        step.to_string(),
        "58 is no step count; it is -1 (home yard) to 57 (the end)"
    );
    assert_eq!(step.rule(), "L-3");
    assert_eq!(
        Tokens::from_bits(1).unwrap_err().to_string(),
        "0x1 packs no tokens that could stand on a board"
    );
    assert_eq!(
        "A9p".parse::<Action>().unwrap_err().to_string(),
        "column 2 of \"A9p\": expected a roll, 1 to 6"
    );
    assert_eq!(PlayerNotFound.to_string(), "Player not found!");
    assert_eq!(PlayerNotFound.rule(), "L-24");
}

#[test]
fn refused_play() {
    let (seat, to_act) = (Seat::B, Seat::A);
    for (error, rule, message) in [
        (
            PlayError::GameOver,
            "L-30",
            "the game is over; nothing more can be played",
        ),
        (
            PlayError::RollDue,
            "L-29",
            "the die is to be rolled before anything moves",
        ),
        (
            PlayError::NoRollDue {
                roll: roll(2),
                in_hand: roll(5),
            },
            "L-29",
            "no roll is due, so 2 cannot be taken; answer the 5 in hand first",
        ),
        (
            PlayError::WrongSeat { seat, to_act },
            "L-28",
            "it is not B's turn; A is to act",
        ),
        (
            PlayError::NotSeated { seat },
            "L-1",
            "nobody plays at seat B",
        ),
        (
            PlayError::NeedsSix {
                token: Token::Q,
                roll: roll(4),
            },
            "L-5",
            "token q is in the home yard and leaves it only on a 6, not on a 4",
        ),
        (
            PlayError::Finished { token: Token::P },
            "L-8",
            "token p is on the end and never moves again",
        ),
        (
            PlayError::SplitsStack { token: Token::P },
            "L-27",
            "token p is part of a stack, which moves as one; choose pq",
        ),
        (
            PlayError::NotAStack {
                steps: [step(3), step(0)],
            },
            "L-27",
            "p (step 3) and q (step 0) are no stack, so they do not move as one; choose one of them",
        ),
        (
            PlayError::MustMove { roll: roll(4) },
            "L-14",
            "a token can move 4, so passing is not allowed; choose what moves",
        ),
    ] {
        assert_eq!(
            (error.rule(), error.to_string()),
            (rule, message.to_owned())
        );
    }
}

#[test]
fn impossible_set_ups() {
    let seat = Seat::B;
    let unfinished = SeatSet::from_iter([Seat::A, Seat::C]);
    let one = SeatSet::from_iter([Seat::C]);
    for (reason, rule, message) in [
        (
            SetupError::SeatCount { count: 1 },
            "L-1",
            "the number of seats taken is 1; a game takes 2 to 4",
        ),
        (
            SetupError::RepeatedSeat { seat },
            "L-1",
            "seat B is taken twice; one player sits at a seat",
        ),
        (
            SetupError::StepOutOfRange {
                seat,
                token: Token::Q,
                value: 58,
            },
            "L-3",
            "B's token q has step count 58; it is -1 (home yard) to 57 (the end)",
        ),
        (
            SetupError::SharedSpace {
                space: 20,
                seats: unfinished,
            },
            "L-9",
            "tokens of A,C share ring space 20; the last to come would have kicked the others",
        ),
        (
            SetupError::NobodyToAct,
            "L-29",
            "nobody is to act, though the game is not over; name a seat",
        ),
        (
            SetupError::ToActNotSeated { seat },
            "L-28",
            "B is to act but does not play; name a seat that does",
        ),
        (
            SetupError::ToActFinished { seat },
            "L-28",
            "B is to act but has finished; name a seat that is still on its way",
        ),
        (
            SetupError::ToActThoughOver { seat },
            "L-30",
            "B is to act, though the game is over; name nobody",
        ),
        (
            SetupError::OverTooEarly { unfinished },
            "L-30",
            "the game is called over while A,C are on their way; it ends when one is left",
        ),
        (
            SetupError::OverTooLate { unfinished: one },
            "L-30",
            "the game goes on, though only C is on the way; it ends when one is left",
        ),
        (
            SetupError::OverTooLate {
                unfinished: SeatSet::new(),
            },
            "L-30",
            "the game goes on, though nobody is on the way any more",
        ),
        (
            SetupError::EveryoneFinished,
            "L-30",
            "all tokens are on the end; the game ends while the last player is on the way",
        ),
        (
            SetupError::FinisherNotSeated { seat },
            "L-30",
            "B is among the finishers but does not play",
        ),
        (
            SetupError::RepeatedFinisher { seat },
            "L-30",
            "B stands twice among the finishers",
        ),
        (
            SetupError::FinisherUnfinished { seat },
            "L-12",
            "B is among the finishers, but its tokens are not both on the end",
        ),
        (
            SetupError::FinisherMissing { seat },
            "L-12",
            "B's tokens are both on the end, but it is not among the finishers",
        ),
        (
            SetupError::LastPlaceMissing { seat },
            "L-30",
            "the game is over, so B, the one left, must stand last among the finishers",
        ),
        (
            SetupError::BonusWithoutSix { seat },
            "L-13",
            "B cannot have a bonus roll: its first 6 would have left a token on R or on a step from 6 on",
        ),
    ] {
        assert_eq!(
            (reason.rule(), reason.to_string()),
            (rule, message.to_owned())
        );
    }
    let errors = SetupErrors(vec![
        SetupError::NobodyToAct,
        SetupError::RepeatedSeat { seat },
    ]);
    assert_eq!(
        errors.to_string(),
        "nobody is to act, though the game is not over; name a seat (L-29); \
         seat B is taken twice; one player sits at a seat (L-1)"
    );
}

#[test]
fn a_line_says_whether_it_is_misspelt_or_impossible() {
    let message = |line: &str| line.parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        message("AH.H B - -"),
        "the number of seats taken is 1; a game takes 2 to 4 (L-1); \
         B is to act but does not play; name a seat that does (L-28)"
    );
    assert_eq!(
        message("AH.H/CH.H A - -!"),
        "column 16 of \"AH.H/CH.H A - -!\": expected nothing more"
    );
}

#[test]
fn refused_scripts() {
    let text = |value: &str| value.to_owned();
    for (error, entry, value, message) in [
        (
            ScriptError::NoPlayers { value: text("A6") },
            None,
            "A6",
            "\"A6\" has no colon between players and turns; write a script like A,B: A6 A4",
        ),
        (
            ScriptError::PlayersNotAList { value: text("5") },
            None,
            "5",
            "the players are 5; they must be a list of seats",
        ),
        (
            ScriptError::TurnsNotAList { value: text("5") },
            None,
            "5",
            "the turns are 5; they must be a list of pairs of seat and roll",
        ),
        (
            ScriptError::PlayerCount { count: 5 },
            None,
            "5",
            "the number of players is 5; a game takes 2 to 4",
        ),
        (
            ScriptError::UnknownPlayer {
                entry: 1,
                value: text("E"),
            },
            Some(1),
            "E",
            "entry 1 of the players is E; the seats are A, B, C and D",
        ),
        (
            ScriptError::RepeatedPlayer {
                entry: 2,
                seat: Seat::A,
            },
            Some(2),
            "A",
            "entry 2 of the players is A again; each seat is named once",
        ),
        (
            ScriptError::NotAPair {
                entry: 3,
                value: text("[]"),
            },
            Some(3),
            "[]",
            "entry 3 of the turns is []; it must be a pair of seat and roll",
        ),
        (
            ScriptError::UnknownSeat {
                entry: 4,
                value: text("E"),
            },
            Some(4),
            "E",
            "entry 4 of the turns has seat E; the seats are A, B, C and D",
        ),
        (
            ScriptError::BadRoll {
                entry: 0,
                value: text("7"),
            },
            Some(0),
            "7",
            "entry 0 of the turns has roll 7; a roll is an integer from 1 to 6",
        ),
    ] {
        assert_eq!(error.rule(), "L-23");
        assert_eq!((error.entry(), error.value()), (entry, text(value)));
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn refused_move_tokens() {
    let mut game = LudoGame::new();
    game.play_game(&["A", "B"], &[]).unwrap();
    let player = game.get_player_by_position("A").unwrap();
    for (error, message) in [
        (
            game.move_token(&player, "x", 6).unwrap_err(),
            "\"x\" is no token; the tokens are \"p\" and \"q\"",
        ),
        (
            game.move_token(&player, "p", 7).unwrap_err(),
            "7 steps cannot be moved; give an integer from 1 to 6",
        ),
        (
            MoveTokenError::ForeignPlayer { seat: Seat::A },
            "player A belongs to another game; ask this game for its player after play_game",
        ),
    ] {
        assert_eq!(
            (error.rule(), error.to_string()),
            ("L-25", message.to_owned())
        );
    }
}
