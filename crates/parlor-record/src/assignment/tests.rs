//! Games as their authors have them at hand.

use kuba_rules::NoEvents;
use proptest::prelude::*;

use super::{Assignment, Scripted, read};
use crate::damage::damaged;
use crate::kuba_script::{self, Attempt};

/// The turns of the assignment's example.
const TURNS: &str = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";

/// The example as the assignment has it, with what else stands around there.
const LUDO: &str = "\
from LudoGame import LudoGame  # the class

players = ['A', 'B']
turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
         ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4),]
game = LudoGame()
current_tokens_space = game.play_game(players, turns)
player_A = game.get_player_by_position('A')
print(player_A.get_completed())
print(current_tokens_space)
";

const KUBA: &str = "\
game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
game.get_marble_count() #returns (8,8,13)
game.get_captured('PlayerA') #returns 0
game.get_winner() #returns None
game.make_move('PlayerA', (6,5), 'F')
game.make_move('PlayerA', (6,5), 'L') #Cannot make this move
game.get_marble((5,5)) #returns 'W'
";

fn ludo(text: &str) -> (String, bool, usize) {
    let Assignment {
        game,
        are_players_assumed,
        ignored,
    } = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match game {
        Scripted::Ludo(script) => (script.to_string(), are_players_assumed, ignored),
        Scripted::Kuba(_) => panic!("{text} is of Ludo"),
    }
}

fn kuba(text: &str) -> (kuba_script::Script<'static>, usize) {
    let read = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match read.game {
        Scripted::Kuba(script) => (script, read.ignored),
        Scripted::Ludo(_) => panic!("{text} is of Kuba"),
    }
}

fn results(script: &kuba_script::Script<'_>) -> Vec<bool> {
    let mut game = script.game();
    let attempts = script.attempts().iter();
    let results = attempts.map(|attempt| attempt.try_in(&mut game, &mut NoEvents).is_ok());
    results.collect()
}

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

fn assert_refused(text: &str, expected: &str) {
    let says = refused(text);
    assert!(says.starts_with(expected), "{text}: {says}");
}

#[test]
fn the_example_of_the_assignments_is_read_as_it_stands_there() {
    assert_eq!(ludo(LUDO), (TURNS.to_owned(), false, 2));
    let windows = LUDO.replace('\n', "\r\n");
    assert_eq!(ludo(&windows).0, TURNS);
    let (script, ignored) = kuba(KUBA);
    assert_eq!((results(&script), ignored), (vec![true, false], 4));
    assert_eq!(script.names(), ["PlayerA", "PlayerB"]);
}

#[test]
fn every_way_to_give_the_same_turns_gives_the_same_game() {
    for text in [
        "A,B: A6 B4",
        "{\"players\":[\"A\",\"B\"],\"turns\":[[\"A\",6],[\"B\",4]]}",
        "players = ['A', 'B']\nturns = [('A', 6), ('B', 4)]",
        "turns = [\n  ['A', 6],  # a six\n  (\"B\", 4),\n]; players = ('A', 'B')",
        "x = [('A', 6), ('B', 4)]\ny = ['A', 'B']",
        "['A', 'B'], [('A', 6), ('B', 4)]",
        "['A', 'B']\n('A', 6), ('B', 4)",
        "LudoGame().play_game(['A', 'B'], [('A', 6), ('B', 4)])",
        "print(LudoGame().play_game(['A', 'B'], [('A', 6), ('B', 4)]))",
        "turns = []\nturns = [('A', 6), ('B', 4)]\np = ['A', 'B']\ng.play_game(p, turns)",
        "t = [('A', 6), ('B', 4)]\nu = t\nLudoGame().play_game(['A', 'B'], u)",
        "g.play_game(players=['A', 'B'], turns_list=[('A', 6), ('B', 4)])",
        "g.play_game(turns=[('A', 6), ('B', 4)], players_list=['A', 'B'])",
        ">>> players = ['A', 'B']\n>>> turns = [('A', 6),\n...          ('B', 4)]\n",
        "\"\"\"A game.\n\n'Mine'.\"\"\"\nplayers = ['A', 'B']\n'and then'\nturns = [('A', 6), ('B', 4)]",
        "def main():\n    players = ['A', 'B']\n    turns = [('A', 6), ('B', 4)]\n    LudoGame().play_game(players, turns)\n\n\nif __name__ == '__main__':\n    main()\n",
        "def  run() -> None: # mine\n\tplayers = ['A', 'B']\n\tturns = [('A', 6), ('B', 4)]\nif __name__==\"__main__\": run()\nrun()",
        "turns = \\\n  [(‘A’, 6), (“B”, 4)]\nplayers = [’A’, ’B’]",
        "\u{feff}[[\"A\",6],[\"B\",4]]\n[\"A\",\"B\"]",
    ] {
        assert_eq!(ludo(text), ("A,B: A6 B4".to_owned(), false, 0), "{text}");
    }
}

#[test]
fn l_1_without_players_they_are_the_seats_of_the_turns_clockwise() {
    for text in [
        "[('D', 6), ('B', 4)]",
        "D6 B4",
        "('D', 6),\n('B', 4),\n",
        "turns = [('D', 6), ('B', 4)]",
    ] {
        assert_eq!(ludo(text), ("B,D: D6 B4".to_owned(), true, 0), "{text}");
    }
    assert_eq!(
        refused("[('A', 6), ('A', 4)]"),
        "1:1: no players are given, and the turns are of 1; a game takes 2 to 4, so name them: \
         players = ['A', 'B']"
    );
    assert!(refused("A6 A4").starts_with("1:1: no players are given"));
    assert!(refused("[]").contains("the turns are of 0"));
}

#[test]
fn l_23_a_wrong_entry_is_named_with_its_place_and_value() {
    for (text, expected) in [
        ("", "1:1: there is no game here"),
        (
            "turns = [('A', 7)]",
            "1:16: entry 0 of the turns has roll 7;",
        ),
        (
            "turns = [('A', 6),\n ('B', 6.0)]",
            "2:8: entry 1 of the turns has roll 6.0;",
        ),
        (
            "turns = [('A', '6')]",
            "1:16: entry 0 of the turns has roll '6';",
        ),
        (
            "turns = [('A', True)]",
            "1:16: entry 0 of the turns has roll True;",
        ),
        (
            "turns = [('é', 6), ('E', 6)]",
            "1:11: entry 0 of the turns has seat 'é';",
        ),
        ("turns = [(A, 6)]", "1:11: entry 0 of the turns has seat A;"),
        (
            "turns = [('A', 6, 1)]",
            "1:10: entry 0 of the turns is ('A', 6, 1);",
        ),
        ("turns = ['A6']", "1:10: entry 0 of the turns is 'A6';"),
        (
            "players = ['A', 'A']\nturns = []",
            "1:17: entry 1 of the players is A again;",
        ),
        (
            "players = ['A']\nturns = []",
            "1:11: the number of players is 1;",
        ),
        (
            "players = ['A', 5]\nturns = []",
            "1:17: entry 1 of the players is 5;",
        ),
        ("play_game('AB', [])", "1:11: the players are 'AB';"),
        ("play_game(['A', 'B'], 5)", "1:23: the turns are 5;"),
        ("A6 B9", "1:5: entry 1 of the turns has roll 9;"),
        ("A,B: A6 B9", "1:10: entry 1 of the turns has roll 9;"),
        (
            "{\"players\":[\"A\",\"B\"],\"turns\":[[\"A\",9]]}",
            "1:36: entry 0 of the turns has roll 9;",
        ),
    ] {
        assert_refused(text, expected);
    }
}

#[test]
fn k_14_k_16_a_wrong_call_is_named_with_its_place_and_value() {
    let start = "game = KubaGame(('a', 'W'), ('b', 'B'))\n";
    for (text, expected) in [
        (
            "KubaGame(('a', 'W'))",
            "1:1: the players are KubaGame(('a', 'W'));",
        ),
        (
            "KubaGame(('a', 'W'), ('a', 'B'))",
            "1:22: both players are named \"a\"",
        ),
        ("KubaGame(('a', 'W'), ('b', 'R'))", "1:22: "),
        ("KubaGame(('a', 'X'), ('b', 'B'))", "1:10: "),
        ("KubaGame(('a', 'W'), 5)", "1:22: "),
        ("KubaGame(('a', 'W'), ('b', 'B'), rules='blitz')", "1:40: "),
        (
            "KubaGame(('a', 'W'), ('b', 'B'), speed=1)",
            "1:34: speed=1 is not read here:",
        ),
        (
            "game.make_move('a', (6, 5), 'F')",
            "1:1: game.make_move('a', (6, 5), 'F') is not read here: its game",
        ),
    ] {
        assert_refused(text, expected);
    }
    for (text, expected) in [
        (
            "game.make_move('a', (6, 5))",
            "2:1: entry 0 of the moves is game.make_move('a', (6, 5));",
        ),
        ("game.make_move('a', 'end')", "2:1: entry 0 of the moves is"),
        (
            "game.make_move('a', (row, 5), 'F')",
            "2:22: row is not read here:",
        ),
        (
            "game.make_move(name, (6, 5), 'F')",
            "2:16: name is not read here:",
        ),
        (
            "game.make_move('a', (f(), 5), 'F')",
            "2:22: f() is not read here:",
        ),
        (
            "KubaGame(('a', 'W'), ('b', 'B'))",
            "2:1: KubaGame(('a', 'W'), ('b', 'B')) is not read here: it is a second",
        ),
        (
            "LudoGame().play_game(['A', 'B'], [])",
            "2:12: play_game(['A', 'B'], []) is not read here: it is a second",
        ),
    ] {
        assert_refused(&format!("{start}{text}"), expected);
    }
}

#[test]
fn what_is_no_list_and_no_call_is_refused_where_it_stands() {
    for (text, expected) in [
        ("turns = [('A', 6)] * 3", "1:20: * is not read here:"),
        (
            "for turn in turns:\n  print(turn)",
            "1:5: turn is not read here:",
        ),
        (
            "turns = [('A', r) for r in rolls]",
            "1:19: for is not read here:",
        ),
        (
            "turns = [('A', 6), ('A' 4)]",
            "1:25: 4 is not read here: after a value",
        ),
        (
            "turns = [('A', 6)",
            "1:9: [ is not read here: it is not closed",
        ),
        ("turns = [('A', 6]", "1:17: ] is not read here:"),
        (
            "turns = [('A, 6)]\n",
            "1:11: 'A, 6)] is not read here: a string ends",
        ),
        ("turns =", "1:8: the end of the text is not read here:"),
        ("turns =\n[]", "1:8: the end of the line is not read here:"),
        ("turns = [('A', 06)]", "1:16: 06 is not read here: a number"),
        ("turns = [('A', -)]", "1:16: - is not read here: a number"),
        (
            "turns = rolls",
            "1:9: rolls is not read here: the name has no value",
        ),
        ("'a' = 5", "1:5: = is not read here:"),
        ("a = b = 5", "1:7: = is not read here:"),
        ("lambda: 5", "1:7: : is not read here:"),
        ("def main(turns):\n  5", "1:5: main is not read here:"),
        ("def ():\n  5", "1:7: : is not read here:"),
        ("if 1:\n  5", "1:4: 1 is not read here:"),
        ("x == 5", "1:3: == is not read here:"),
        (
            "\"\"\"A game.\n",
            "1:1: \"\"\" is not read here: a string of several lines ends",
        ),
        (
            "turns = []\nturns.append(('A', 6))",
            "2:1: turns.append(('A', 6)) is not read here: lists are",
        ),
        (
            "players = ['A', 'B']\nplayers.reverse()",
            "2:1: players.reverse() is not read here: lists are",
        ),
        (
            "game = LudoGame()\nother.play_game(['A', 'B'], [])",
            "2:1: other.play_game(['A', 'B'], []) is not read here: the game has another name",
        ),
        (
            "play_game(turns=[], rolls=[])",
            "1:1: play_game(turns=[], rolls=[]) is not read here: play_game takes",
        ),
        ("players", "1:1: players is not read here: alone"),
        (
            "[('A', 6)]\n[('B', 6)]",
            "2:1: [('B', 6)] is not read here: it is a second",
        ),
        ("['A', 'B']", "1:11: there is no game here"),
        ("game = LudoGame()", "1:18: there is no game here"),
        (
            "play_game(['A', 'B'])",
            "1:1: play_game(['A', 'B']) is not read here: play_game takes",
        ),
        ("日本 = 5", "1:7: there is no game here"),
        ("→", "1:1: → is not read here:"),
        ("]", "1:1: ] is not read here:"),
    ] {
        assert_refused(text, expected);
    }
}

#[test]
fn large_texts_take_time_and_memory_in_proportion() {
    let turns = 100_000;
    let text = format!(
        "players = ['A', 'B']\nturns = [{}]",
        "('A', 6), ".repeat(turns)
    );
    let Scripted::Ludo(script) = read(&text).expect("a long game").game else {
        panic!("it is of Ludo")
    };
    assert_eq!(script.turns().len(), turns);
    let deep = "[".repeat(1 << 20);
    assert!(
        refused(&deep).starts_with("1:33: [ is not read here: brackets are read up to 32 deep")
    );
    assert!(refused(&"f(".repeat(1 << 20)).contains("32 deep"));
    assert!(refused(&"'".repeat(1 << 20)).starts_with("1:7: "));
    // Names, lists and chains of calls in great numbers.
    let names: Vec<String> = (0..50_000)
        .map(|number| format!("a{number}=[]\n"))
        .collect();
    let names = names.concat();
    assert!(refused(&names).contains("it is a second game"));
    assert!(refused(&format!("f(){}", ".g()".repeat(100_000))).contains("no game"));
    let long = format!("turns = [('{}', 6)]", "é".repeat(1 << 20));
    assert!(refused(&long).len() < 500);
}

#[test]
fn k_16_impossible_values_are_calls_and_printed_as_they_are_read() {
    let text = "KubaGame(('a', 'W'), ('b', 'B'))\ng.make_move('a', (6.5, None), 'F')\n\
                g.make_move('z', (9, 5), 'up')\ng.make_move(5, [6, 5], 'F')\ng.make_move('a', (6, 5), 'F')";
    let (script, _) = kuba(text);
    assert_eq!(results(&script), [false, false, false, true]);
    assert_eq!(script.attempts()[0].to_json(), "[\"a\",[6.5,null],\"F\"]");
    let printed = Scripted::Kuba(script.clone()).to_string();
    assert_eq!(kuba(&printed).0, script, "{printed}");
}

#[test]
fn a_call_within_another_is_made_in_its_order() {
    let start = "game = KubaGame(('a', 'W'), ('b', 'B'))\n";
    let both = "game.make_move('a', (6, 5), 'F')\ngame.make_move('b', (0, 5), 'B')";
    let (expected, _) = kuba(&format!("{start}{both}"));
    for text in [
        "self.assertTrue(game.make_move('a', (6, 5), 'F'))\ngame.make_move('b', (0, 5), 'B')",
        "print('first', str(game.make_move('a', (6, 5), 'F')))\nprint(game.make_move('b', (0, 5), 'B'), end='')",
        "result = [game.make_move('a', (6, 5), 'F'), game.make_move('b', (0, 5), 'B')]",
        "[game.make_move('a', (6, 5), 'F'), game.make_move('b', (0, 5), 'B')]",
        "results.append(game.make_move('a', (6, 5), 'F'))\nx = f(g(game.make_move('b', (0, 5), 'B')))",
    ] {
        assert_eq!(kuba(&format!("{start}{text}")).0, expected, "{text}");
    }
    assert_refused(
        &format!("{start}other.make_move('a', (6, 5), 'F')"),
        "2:1: other.make_move('a', (6, 5), 'F') is not read here: the game has another name",
    );
    let (tournament, _) = kuba("KubaGame(('a', 'W'), ('b', 'B'), 'tournament')\ng.end_turn('a')");
    assert_eq!(tournament.attempts().len(), 1);
    // The game within a test case has a name with a point.
    let text =
        "self.game = KubaGame(('a', 'W'), ('b', 'B'))\nself.game.make_move('a', (6, 5), 'F')";
    assert_eq!(kuba(text).0.attempts().len(), 1);
}

#[test]
fn k_18_a_turn_is_ended_by_its_own_call() {
    let text = "KubaGame(('a', 'W'), ('b', 'B'), rules='tournament')\ng.end_turn('a')\n";
    let (script, _) = kuba(text);
    assert_eq!(script.attempts()[0].to_json(), "[\"a\",\"end\"]");
    assert!(
        Scripted::Kuba(script)
            .to_string()
            .ends_with("game.end_turn('a')\n")
    );
}

/// Ludo scripts of any players and turns.
fn ludo_scripts() -> impl Strategy<Value = String> {
    let players = prop_oneof!["A,B", "C,A", "D,C,B", "B,A,D,C"];
    (players, prop::collection::vec("[A-D][1-6]", 0..40))
        .prop_map(|(players, turns)| format!("{players}: {}", turns.join(" ")))
}

/// Kuba scripts of any names and calls, of which most are possible.
fn kuba_scripts() -> impl Strategy<Value = String> {
    let call = (
        any::<bool>(),
        ".{0,4}",
        0..3,
        -1..9_i64,
        0..8_i64,
        "[LRFB]|.{0,3}",
        any::<bool>(),
    );
    let calls = prop::collection::vec(call, 0..20);
    ("[^\"]{0,4}", any::<bool>(), any::<bool>(), calls).prop_map(
        |(name, is_turned, is_long, calls)| {
            let names = [format!("a{name}"), format!("b{name}")];
            let colors = if is_turned { ["B", "W"] } else { ["W", "B"] };
            let moves: Vec<serde_json::Value> = calls
                .into_iter()
                .map(|(is_first, other, kind, row, column, direction, is_odd)| {
                    let name = if is_first { &names[0] } else { &names[1] };
                    let name = if is_odd { &other } else { name };
                    match kind {
                        0 if is_odd => serde_json::json!([name, [row, null], direction]),
                        1 => serde_json::json!([name, "end"]),
                        _ => serde_json::json!([name, [row, column], direction]),
                    }
                })
                .collect();
            let rules = if is_long { "tournament" } else { "classroom" };
            serde_json::json!({
                "players": [[names[0], colors[0]], [names[1], colors[1]]],
                "moves": moves,
                "rules": rules,
            })
            .to_string()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_as_the_same_game(text in prop_oneof![ludo_scripts(), kuba_scripts()]) {
        let game = read(&text).expect("a right game").game;
        let printed = game.to_string();
        let again = read(&printed);
        prop_assert_eq!(again.map(|read| read.game), Ok(game), "{}", printed);
    }

    #[test]
    fn an_attempt_is_read_from_the_json_that_it_prints(text in kuba_scripts()) {
        let script = kuba_script::read(&text).expect("a right game");
        for attempt in script.attempts() {
            let json = attempt.to_json();
            prop_assert_eq!(Attempt::from_json(&json), Some(attempt.clone()), "{}", json);
        }
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(
        text in prop_oneof![
            ".{0,60}",
            "[A-D\\[\\]\\(\\), ='\"#\\\\;\\.:0-9\\n]{0,60}",
        ],
    ) {
        assert_read_or_refused(&text);
    }
}

/// What is refused is so at a place in the text.
fn assert_read_or_refused(text: &str) {
    if let Err(error) = read(text) {
        let lines: Vec<&str> = text.split('\n').collect();
        let place = error.place();
        assert!((1..=lines.len()).contains(&place.line), "{error}");
        let length = lines[place.line - 1].chars().count();
        assert!((1..=length + 1).contains(&place.column), "{error}");
    }
}

#[test]
fn programs_with_a_wrong_byte_are_read_or_refused_at_a_place_in_them() {
    for text in [LUDO, KUBA] {
        let places = 0..text.len();
        let damaged = places.flat_map(|place| damaged(text, place));
        damaged.for_each(|text| assert_read_or_refused(&text));
    }
}
