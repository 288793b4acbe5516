//! A third game is shown by what it implements, and by nothing else.

use parlor_game::LiveGame;
use parlor_record::record::{Opening, Record};
use parlor_view::{
    Highlights, LastAction, Look, Manner, Motion, PictureOptions, RuleSet, Show, Shown, Snapshot,
    Style, film_of, snapshots,
};

use self::heap::{Heap, Plain, Player, Position, Take};

#[path = "../../../parlor-game/tests/third_game/heap.rs"]
#[expect(dead_code, reason = "its faults are tested in parlor-game")]
mod heap;

impl Show for Heap {
    const TITLE: &'static str = "Heap";
    const SUMMARY: &'static str = "Take the last counter of ten. Two players.";
    const EXAMPLE: &'static str = "7 X 3";

    fn rule_set(_: Plain) -> RuleSet {
        RuleSet {
            title: "Plain",
            summary: "The one way to play it.",
        }
    }

    fn seat_title(player: Player) -> &'static str {
        match player {
            Player::X => "X, the cross",
            Player::Y => "Y, the fork",
        }
    }

    fn is_far(player: Player) -> bool {
        player == Player::X
    }

    fn mark(player: Player, options: PictureOptions<'_>) -> String {
        format!("<svg id=\"{}mark-{player:?}\"/>", options.id)
    }

    fn outline(player: Player) -> &'static str {
        match player {
            Player::X => "M-15 -15L15 15M15 -15L-15 15",
            Player::Y => "M0 15L0 0L-15 -15M0 0L15 -15",
        }
    }

    fn waiting_room(players: &[(Player, bool)], _: PictureOptions<'_>) -> String {
        let missing = players.iter().filter(|(_, is_taken)| !is_taken).count();
        format!("<svg><!-- {missing} missing --></svg>")
    }

    fn refused(_: PictureOptions<'_>) -> String {
        "<svg><!-- no --></svg>".to_owned()
    }

    fn board(snapshot: &Snapshot<Self>) -> String {
        let left = snapshot.position.to_string();
        format!("heap: {left}")
    }

    fn status(snapshot: &Snapshot<Self>) -> String {
        match snapshot.turn().seat() {
            Some(player) => format!("{player:?} is next."),
            None => "The game is over.".to_owned(),
        }
    }

    fn step(_: &Snapshot<Self>, last: &LastAction<Take<0>, Take<0>>) -> String {
        format!("{} were taken.", last.action)
    }

    fn description(snapshot: &Snapshot<Self>) -> Vec<String> {
        vec![Self::status(snapshot), Self::board(snapshot)]
    }

    fn svg(
        _: &Snapshot<Self>,
        options: PictureOptions<'_>,
        highlights: Highlights<'_>,
        description: &[String],
    ) -> String {
        let (id, hint) = (options.id, highlights.hint.unwrap_or_default());
        let description = description.join(" ");
        format!("<svg id=\"{id}heap\" data-hint=\"{hint}\"><desc>{description}</desc></svg>")
    }

    fn motions(_: &Snapshot<Self>, after: &Snapshot<Self>, _: Look) -> Vec<Motion> {
        let taken = after.events().iter().map(|take| Motion {
            piece: take.to_string(),
            manner: Manner::Leave,
            way: vec![(0.0, 0.0), (9.0, 9.0)],
            sizes: [1.0, 1.0],
        });
        taken.collect()
    }

    fn film(states: &[Snapshot<Self>], _: Style) -> String {
        format!("<svg id=\"film\" data-states=\"{}\"/>", states.len())
    }
}

/// A game of heap, to the end: `3of3` three times, then `1of1`.
fn played() -> Record<Heap> {
    let opening = Opening::new(Plain, [Player::X, Player::Y]);
    let mut record = Record::begin(opening).expect("two players");
    record.set_name(Player::X, "Ann");
    for take in ["3of3", "3of3", "3of3", "1of1"] {
        record.push_word(take).expect("a legal take");
    }
    record
}

#[test]
fn a_third_game_is_shown_in_every_form() {
    let record = played();
    let replayed = snapshots(&record).nth(1).expect("a ply");
    assert_eq!(replayed.notation.as_deref(), Some("3of3"));
    assert_eq!(replayed.state.names, [(Player::X, "Ann".to_owned())]);
    let start = snapshots(&record).next().expect("the start").state;
    assert_eq!(
        Heap::motions(&start, &replayed.state, Look::Diagram).len(),
        1
    );

    let shown: &dyn Shown = &replayed.state;
    assert_eq!((shown.game(), &*shown.rules()), ("heap", "plain"));
    assert_eq!(shown.position().as_deref(), Some("7 Y -"));
    assert_eq!((shown.spaces(), shown.table()), (None, None));
    assert_eq!(shown.board(), "heap: 7 Y -");
    assert_eq!(
        (shown.to_act(), shown.legal()),
        (Some('Y'), vec!["roll".to_owned()])
    );
    assert_eq!(shown.status(), "Y is next.");
    assert_eq!(shown.step().as_deref(), Some("3of3 were taken."));
    assert_eq!((shown.ending(), shown.result()), (None, None));
    let description = ["3of3 were taken.", "Y is next.", "heap: 7 Y -"];
    assert_eq!(shown.description(), description);
    let svg = shown.svg(PictureOptions {
        id: "one-",
        ..PictureOptions::default()
    });
    assert!(svg.starts_with("<svg id=\"one-heap\""), "{svg}");
    assert!(svg.contains(&description.join(" ")), "{svg}");
    let highlights = Highlights {
        hint: Some("1of3"),
        ..Highlights::default()
    };
    assert!(
        shown
            .svg_with(PictureOptions::default(), highlights)
            .contains("1of3")
    );
}

#[test]
fn a_third_game_has_a_film_of_all_its_states() {
    let film = film_of(&played(), Style::Adaptive).expect("it is short");
    assert_eq!(film, "<svg id=\"film\" data-states=\"5\"/>");
}

#[test]
fn the_end_of_a_third_game_is_shown_with_its_places() {
    let last = snapshots(&played()).last().expect("the end").state;
    let shown: &dyn Shown = &last;
    assert_eq!((shown.to_act(), shown.legal()), (None, Vec::new()));
    assert_eq!(shown.ending(), Some("H-3"));
    assert_eq!(shown.result(), Some(vec![vec!['Y'], vec!['X']]));
}

#[test]
fn how_a_third_game_is_presented_before_it_is_played() {
    let example = Heap::EXAMPLE.parse::<Position<0>>().expect("a position");
    let shown = Snapshot::<Heap>::of(&LiveGame::new(example, None));
    assert_eq!(shown.legal(), ["1of3", "2of3", "3of3"]);
    assert_eq!(
        (Heap::TITLE, Heap::rule_set(Plain).title),
        ("Heap", "Plain")
    );
    let players = [Player::X, Player::Y];
    let titles = players.map(Heap::seat_title);
    assert_eq!(titles, ["X, the cross", "Y, the fork"]);
    assert!(Heap::is_far(Player::X) && !Heap::is_far(Player::Y));
    assert_ne!(Heap::outline(Player::X), Heap::outline(Player::Y));
    // Who has won is shown by the mark, as it has nothing better.
    let options = PictureOptions {
        id: "won-",
        ..PictureOptions::default()
    };
    assert_eq!(shown.trophy('Y', options), "<svg id=\"won-mark-Y\"/>");
    assert_eq!(shown.trophy('Q', options), "");
}
