//! The dice of a game, computed again.

use axum::http::StatusCode;
use parlor_record::record::AnyRecord;

use super::{Pages, assert_plain, field, part, text};
use crate::pages::sentences;
use crate::pages::verified::{Fixed, FixedEpoch, Verified};

const RIGHT: &str = include_str!("../../../../../docs/examples/dice.record");
const WRONG: &str = include_str!("../../../../../docs/examples/dice-wrong.record");

const EPOCHS: &str = include_str!("../../../../../docs/examples/dice-v2.record");

fn verified(record: &str) -> Verified {
    Verified::of(&AnyRecord::read(record).expect("a record"))
}

#[test]
fn the_page_finds_what_the_command_prints() {
    let right = verified(RIGHT);
    assert_eq!(right.answer, r#"{"verdict":"right","line":1,"rolls":40}"#);
    assert_eq!(
        (right.title, right.says),
        (sentences::ROLLS_RIGHT, vec![sentences::rolls_right(40)])
    );
    assert!(right.is_proof && !right.epochs[0].is_servers_alone);
    let wrong = verified(WRONG);
    assert!(
        wrong
            .answer
            .contains(r#""roll":39,"seat":"C","found":"5","expected":1"#)
    );
    assert_eq!(
        (wrong.title, &wrong.says[0]),
        (
            sentences::ROLL_WRONG,
            &sentences::wrong_roll(40, 40, "Cleo (C)", "5", 1)
        )
    );
    assert_eq!((wrong.wrong, wrong.is_proof), (Some(39), false));
}

#[test]
fn what_is_missing_is_named_with_its_player() {
    let without = |line: &str| -> String {
        let lines = RIGHT.lines().filter(|text| !text.starts_with(line));
        let lines = lines.filter(|text| !text.starts_with("checksum"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let secret = [sentences::SERVERS_SECRET.to_owned()];
    let bytes = [sentences::seat_bytes("Cleo (C)")];
    for (line, missing) in [("dice.secret", secret), ("C.entropy", bytes)] {
        let found = verified(&without(line));
        assert_eq!(found.says, [sentences::not_revealed(&missing)], "{line}");
        assert!(!found.is_proof && found.rolls.is_empty());
        let says = found.epochs[0].fixed.iter().filter_map(Fixed::says);
        let open = says.filter(|says| *says == sentences::IS_NOT_REVEALED);
        assert_eq!(open.count(), 1, "{line}");
    }
    let plain = verified(include_str!("../../../../../docs/examples/ludo.record"));
    assert_eq!(plain.says, [sentences::NOT_COMMITTED]);
    let kuba = verified(include_str!("../../../../../docs/examples/kuba.record"));
    assert_eq!(kuba.says, [sentences::KUBA_HAS_NO_DICE]);
    let servers = verified(
        &RIGHT
            .replace("drawn_by: player", "drawn_by: server")
            .replace("checksum: 455bda4cbd2903c2\n", ""),
    );
    assert!(servers.epochs[0].is_servers_alone && servers.is_proof);
}

#[test]
fn epochs_are_shown_with_what_was_fixed_for_them() {
    let right = verified(EPOCHS);
    assert_eq!(right.answer, r#"{"verdict":"right","line":1,"rolls":40}"#);
    let titles = right.epochs.iter().map(FixedEpoch::title);
    let [before, later] = [
        sentences::FIXED_BEFORE_GAME.to_owned(),
        sentences::fixed_before_roll(21),
    ];
    assert_eq!(titles.collect::<Vec<_>>(), [before, later]);
    let fixed = right.epochs.iter().flat_map(|epoch| &epoch.fixed);
    let salted = fixed.filter(|fixed| fixed.salt.is_some());
    let words: Vec<_> = salted.filter_map(|fixed| fixed.words.as_deref()).collect();
    assert_eq!(words, ["three blind mice", "cat", "dog"]);
    assert!(right.epochs.iter().all(|epoch| epoch.alone().is_none()));

    let changed = |from: &str, to: &str| {
        let lines = EPOCHS.lines().filter(|line| !line.starts_with("checksum"));
        let text = lines.collect::<Vec<_>>().join("\n");
        assert!(text.contains(from), "{from}");
        verified(&text.replace(from, to))
    };
    let wrong = changed("C5pq A2pq C4pq", "C5pq A2pq C3pq");
    assert_eq!(wrong.says.last(), Some(&sentences::in_epoch(1)));
    let hidden = changed(
        "A.entropy.1: 646f67\nA.salt.1: 3930ae029c50451760bc1cd27d93690f\n",
        "",
    );
    let missing = [sentences::seat_bytes_of_epoch("Abe (A)", 1)];
    assert_eq!(hidden.says, [sentences::not_revealed(&missing)]);
    let servers = changed("drawn_by.1: player", "drawn_by.1: server");
    let alone = servers.epochs.iter().filter_map(FixedEpoch::alone);
    assert_eq!(
        alone.collect::<Vec<_>>(),
        [sentences::server_alone_from(21)]
    );
}

#[tokio::test]
async fn a_game_is_verified_once_it_is_over() {
    let pages = Pages::new();
    let (host, stranger) = (pages.visitor(), pages.visitor());
    let seats = [("seat-A", "here"), ("seat-C", "here")];
    let address = host.make("ludo", &seats).await;
    let page = host.page(&address).await;
    host.press(&address, &page, "roll").await;
    let verify = format!("{address}/verify");
    let early = stranger.page(&verify).await;
    assert!(early.contains(sentences::NOT_YET) && early.contains(sentences::STILL_PLAYING));
    assert!(!early.contains("verify.js") && !early.contains("/record.txt"));

    let page = host.page(&address).await;
    assert!(
        !page.contains("icon-check")
            && !page.contains(&format!("class=\"item\" href=\"{verify}\""))
    );
    let gone = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "A"),
        ("action", "resign"),
    ];
    host.post(&format!("{address}/act"), &gone).await;
    let over = host.page(&address).await;
    assert!(
        over.contains(&format!("class=\"item\" href=\"{verify}\"")),
        "{over}"
    );
    let replay = stranger.page(&format!("{address}/replay")).await;
    assert!(replay.contains(&verify));

    let page = stranger.page(&verify).await;
    assert_plain(&page, &verify);
    let verdict = text(part(&page, "<h2 id=\"verdict\"", "</section>"));
    assert!(verdict.contains(&sentences::rolls_right(1)), "{verdict}");
    assert!(verdict.contains(sentences::BY_SERVER));
    // The server drew the bytes of both, and says that this proves less.
    assert!(page.contains(sentences::SERVER_ALONE));
    assert!(page.contains(&format!("data-record=\"{address}/record.json\"")));
    assert_eq!(page.matches("<td data-roll=").count(), 1);
    let none = stranger.get(&format!("{verify}?roll=2")).await;
    assert_eq!(none.status_code(), StatusCode::NOT_FOUND);
    assert!(text(&none.text()).contains(&sentences::no_such_roll(2, 1)));
}

#[tokio::test]
async fn a_game_without_dice_says_so_at_any_time() {
    let pages = Pages::new();
    let host = pages.visitor();
    let seats = [("seat-W", "here"), ("seat-B", "here")];
    let address = host.make("kuba", &seats).await;
    let page = host.page(&format!("{address}/verify")).await;
    assert!(page.contains(sentences::NO_DICE) && page.contains(sentences::KUBA_HAS_NO_DICE));
    assert!(!page.contains(sentences::STILL_PLAYING));
}
