//! Every text of the pages in one snapshot, to be read when one of them changes.

use super::*;

/// The source of the texts, of which none may be missing here.
const SOURCE: &str = include_str!("../sentences.rs");

/// Each expression with the text that it is.
macro_rules! texts {
    ($($text:expr),* $(,)?) => {
        [$((stringify!($text), String::from($text))),*]
    };
}

fn names<const COUNT: usize>(names: [&str; COUNT]) -> [String; COUNT] {
    names.map(str::to_owned)
}

/// A player who is not the reader.
#[expect(clippy::unnecessary_wraps, reason = "the reader is `None`")]
fn other(name: &str) -> Option<String> {
    Some(name.to_owned())
}

#[test]
fn every_sentence_of_the_pages() {
    let texts = texts![
        title("Your move", "Kuba"),
        GAME_WAITS_FOR_YOU,
        WAITING_FOR_PLAYERS,
        NEXT_GAME_WAITS_FOR_YOU,
        GAME_OVER,
        YOU_ARE_ASKED,
        YOUR_MOVE,
        PLAYING,
        to_move("Ann (A)"),
        player("Ann", 'A'),
        list(&[]),
        list(&names(["Ann (A)", "Bo (B)", "Cid (C)"])),
        invites_you_to("Ann", "Ludo"),
        invite_you_to("Ann and Bo", "Ludo"),
        invited_to("Ludo"),
        ROLL_NOW,
        ROLL_AGAIN,
        PUSH_NOW,
        PUSH_AGAIN,
        rolled(5),
        rolled_one_choice(5),
        rolled_in_vain(5),
        WAITING_FOR_YOU,
        WAITING_FOR_YOUR_WORDS,
        waiting_for(&names(["Ann (A)"])),
        waiting_for(&names(["Ann (A)", "Bo (B)"])),
        waiting_for_you_and(&names(["Bo (B)"])),
        waiting_for_bytes(&names(["Bo (B)"])),
        verdict_of_two(Winner::You("Bo (B)"), Ending::Rule("K-8")),
        verdict_of_two(Winner::Other("Bo (B)"), Ending::Rule("K-8")),
        verdict_of_two(Winner::You("Bo (B)"), Ending::Rule("K-9")),
        verdict_of_two(Winner::Other("Bo (B)"), Ending::Rule("K-9")),
        verdict_of_two(Winner::You("Bo (B)"), Ending::Rule("K-10")),
        verdict_of_two(Winner::Other("Bo (B)"), Ending::Rule("K-10")),
        verdict_of_two(Winner::You("Bo (B)"), Ending::Rule("L-30")),
        verdict_of_two(Winner::Other("Bo (B)"), Ending::Rule("L-30")),
        verdict_of_two(Winner::You("Bo (B)"), Ending::Resignation),
        verdict_of_two(Winner::Other("Bo (B)"), Ending::Resignation),
        verdict_of_two(Winner::You("Bo (B)"), Ending::Time),
        verdict_of_two(Winner::Other("Bo (B)"), Ending::Time),
        verdict_of_several(
            1,
            &[None, other("Bo (B)"), other("Cid (C)")],
            Ending::Rule("L-30")
        ),
        verdict_of_several(
            3,
            &[other("Ann (A)"), other("Bo (B)"), None],
            Ending::Rule("L-30")
        ),
        nobody_won(Ending::Abandoned),
        places(&names(["1 A", "2= B and C"]), Ending::Rule("limit")),
        ENDED_BY_OPERATOR,
        ENDED_BY_RESTORE,
        offers_draw("Ann (A)"),
        asks_for_undo("Ann (A)"),
        asks_for_hint("Ann (A)"),
        agree(&names(["Bo (B)"])),
        agree(&names(["Bo (B)", "Cid (C)"])),
        THE_DRAW,
        THE_UNDO,
        THE_HINT,
        declined("Ann (A)", THE_DRAW),
        declined("Ann (A)", THE_UNDO),
        hint("Ann (A)", "65F", "It captures a red."),
        hint_under_way("Ann (A)"),
        no_hint("Ann (A)"),
        late_hint("Ann (A)"),
        clock(300, 0),
        clock(3_600, 1),
        duration(86_400),
        duration(600),
        seconds_left(1),
        YOU,
        YOURSELF,
        STILL_TO_JOIN,
        WORDS_TO_COME,
        NOT_HERE_YET,
        BOT,
        TO_MOVE,
        the_bot("Sage"),
        how_bot_plays("Clay", "Looks at 150 positions."),
        away("Sage"),
        had_hints(1),
        had_hints(2),
        no_move("hello"),
        cannot_be_played("65F", "it is the other's turn"),
        examples(&["65F", "50R"]),
        type_roll("roll"),
        type_push("65F or 50R"),
        type_token("A6p"),
        CELLS,
        WHITE,
        BLACK,
        RED,
        EMPTY,
        CHOOSE_MARBLE,
        CHOOSE_MARBLE_OR_END,
        CHOOSE_PUSH,
        CHOOSE_ANOTHER,
        END_TURN,
        BOARD_TURNED,
        ONLY_PUSH_IS_KO,
        ONE_PUSH_IS_KO,
        ko("02B"),
        choose_marble_at("65", "forward (F)"),
        leave_marble_at("65"),
        push("65", "forward (F)"),
        hinted("Push 65 forward (F)"),
        direction("right", 'R', false),
        direction("left", 'R', true),
        toward("right", 'R', false),
        toward("left", 'R', true),
        no_marble("30"),
        not_your_marble("33", "red"),
        no_room("65", "left (L)", "66"),
        own_marble_off("65", "right (R)"),
        undoes_last_push("02", "backward (B)"),
        TOKENS,
        ROLL,
        ROLL_THE_DIE,
        ROLL_FIRST,
        BRING_OUT,
        BRING_HOME,
        BRING_PAIR_HOME,
        MAKE_PAIR,
        MOVE_PAIR,
        MOVE_FRONT,
        MOVE_BACK,
        kick("Ann"),
        choice("Make a pair", "p moves from 3 to 5"),
        PASS,
        ONLY_PASS,
        CHOOSE_TOKEN,
        roll_for('A'),
        is_to_roll('A'),
        has_rolled('A', "6"),
        has_no_die('A'),
        pass("nothing can move"),
        ERROR_TITLE,
        nobody_plays_yet(2),
        only_one_plays('A'),
        too_few_play(2),
        nobody_plays("B"),
        bot_plays_only("Oracle", "two players", 3, 'C'),
        choose_from_list("clock"),
        choose_player('A'),
        wrong_name('A', "it is too long"),
        NO_SEAT,
        WRONG_LINK,
        INVITE_USED,
        NO_SEAT_LEFT,
        INVITED_GAME_OVER,
        NAME_NOT_TAKEN,
        SEAT_NOT_TAKEN,
        SEAT_TAKEN,
        SEAT_TAKEN_MEANWHILE,
        TOO_MANY_WORDS,
        WATCHING,
        words_too_long(300, 256),
        too_many_browsers(16),
        ONLY_THIS_MACHINE,
        invite(1),
        invite(2),
        one_link_for(1),
        one_link_for(3),
        they_read("Ann invites you to Ludo"),
        qr_of("https://games.example.org/j/K70M-31TR-1PWDV"),
        NOT_SENT,
        chat_line("Ann (A)", "Good luck!"),
        TOO_MANY_PICTURES,
        ALL_DRAW,
        NOT_DRAWN,
        no_ply("“x”", 24),
        no_such_ply("31", 24),
        HOME_TITLE,
        HOME_DESCRIPTION,
        WAITS_FOR_PLAYERS,
        moves_made(1),
        moves_made(24),
        WON,
        LOST,
        DRAWN,
        ALL_BEATEN,
        came(3),
        next_bot("Oracle"),
        unreadable("23456789bcdfghjk"),
        no_such_page(3, 2),
    ];
    let lines = texts.iter().map(|(name, text)| {
        // Long expressions are broken into lines.
        let words: Vec<&str> = name.split_whitespace().collect();
        format!("{}\n    {text}\n", words.join(" "))
    });
    insta::assert_snapshot!(lines.collect::<String>());

    let names = SOURCE.lines().filter_map(|line| {
        let declared = line.strip_prefix("pub(super) ")?;
        let name = declared
            .strip_prefix("fn ")
            .or(declared.strip_prefix("const "))?;
        name.split(['(', ':']).next()
    });
    let is_shown = |name: &str| {
        let mut shown = texts.iter();
        shown.any(|(text, _)| text.split('(').next() == Some(name))
    };
    for name in names {
        assert!(is_shown(name), "{name} is in no line");
    }
}
