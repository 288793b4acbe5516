//! What every store must do.

use std::sync::Arc;

use parlor_dice::Bytes32;
use parlor_service::store::{
    Append, Appended, Created, ListedGame, NewGame, OpenGameCounts, OverGames, Store, StoreError,
    StoredGame,
};
use parlor_table::id::IdempotencyKey;
use parlor_table::log::{DiceContribution, GameEvent, LogEntry, PlayerConfig, SeatConfig};
use parlor_table::timestamp::Timestamp;
use tokio::task::JoinSet;

use crate::fixture::{
    acted, action_id, append, append_as, config, create, events, game_id, holding, keep, key,
    new_game, versions,
};

pub(crate) use crate::heads::{
    a_secret_of_receipts_is_not_drawn_by_reading_it,
    heads_come_back_and_of_archived_games_the_last, one_secret_signs_receipts_for_ever,
};
pub(crate) use crate::invites::{
    a_code_leads_to_its_game_until_that_is_deleted, a_code_of_one_game_is_not_taken_for_another,
    the_invitation_to_a_game_comes_back,
};
pub(crate) use crate::lobby::{
    games_in_which_nobody_has_moved_are_counted_for_their_browsers,
    games_of_the_lobby_can_be_watched_until_they_are_over,
    of_many_that_pair_at_once_each_is_in_one_game, two_who_wait_are_paired_with_their_game,
    who_waits_comes_back_in_order,
};
pub(crate) use crate::moderation::{
    a_keeper_decides_about_a_name, a_keeper_takes_back_what_was_decided,
    a_name_comes_from_another_store_with_its_reports, a_report_counts_once_for_a_network,
    networks_are_blocked_until_a_time, reports_count_for_a_time, reports_of_a_network_are_bounded,
};
pub(crate) use crate::seats::{
    a_seat_is_held_once, a_seat_of_no_game_cannot_be_held, seats_held_come_back_the_latest_first,
    the_seats_of_a_game_come_back_with_their_holders,
};

pub(crate) type Shared = Arc<dyn Store>;

/// Calls a macro with the names of all checks.
macro_rules! every_check {
    ($call:ident) => {
        $call! {
            entries_come_back_in_order
            entries_after_a_version_come_back
            heads_come_back_and_of_archived_games_the_last
            a_number_that_is_not_the_next_is_refused
            an_action_is_kept_once
            an_action_may_be_named_alike_in_another_game
            one_of_many_that_want_a_version_gets_it
            one_of_many_copies_of_an_action_is_kept
            refusals_leave_the_entries_beside_them_alone
            large_entries_come_back_whole
            hostile_text_comes_back_as_it_was
            an_unknown_game_is_empty
            a_game_comes_back_as_it_was_made
            a_game_is_made_once
            one_of_many_that_make_a_game_makes_it
            a_game_is_made_together_with_the_entry_that_leads_to_it
            a_game_is_not_made_without_the_entry_that_leads_to_it
            a_seat_is_held_once
            seats_held_come_back_the_latest_first
            the_seats_of_a_game_come_back_with_their_holders
            a_seat_of_no_game_cannot_be_held
            a_code_leads_to_its_game_until_that_is_deleted
            a_code_of_one_game_is_not_taken_for_another
            the_invitation_to_a_game_comes_back
            open_games_are_counted
            idle_games_are_found_the_oldest_first
            games_that_are_over_are_found_the_oldest_first
            games_that_are_over_are_archived_and_say_the_same
            an_archived_game_can_go_on_and_be_deleted
            games_are_listed_by_their_names
            a_game_that_is_deleted_is_nowhere_any_more
            the_latest_entry_of_a_game_that_goes_on_is_known
            what_no_store_can_keep_is_refused
            one_secret_signs_receipts_for_ever
            a_secret_of_receipts_is_not_drawn_by_reading_it
            who_waits_comes_back_in_order
            two_who_wait_are_paired_with_their_game
            games_of_the_lobby_can_be_watched_until_they_are_over
            games_in_which_nobody_has_moved_are_counted_for_their_browsers
            of_many_that_pair_at_once_each_is_in_one_game
            a_report_counts_once_for_a_network
            reports_of_a_network_are_bounded
            a_keeper_decides_about_a_name
            a_keeper_takes_back_what_was_decided
            a_name_comes_from_another_store_with_its_reports
            reports_count_for_a_time
            networks_are_blocked_until_a_time
            a_store_in_order_says_so
            a_closed_store_takes_nothing
        }
    };
}
pub(crate) use every_check;

pub(crate) async fn entries_come_back_in_order(store: Shared) {
    create(&*store, new_game(1)).await;
    let mut written = new_game(1).entries;
    for (version, event) in (2..).zip(events()) {
        let entry = LogEntry {
            version,
            at: Timestamp(100 - version),
            idempotency_key: (version % 2 == 0).then(|| action_id(&format!("action-{version}"))),
            event,
            head: None,
        };
        written.push(entry.clone());
        keep(&*store, append_as(1, entry)).await;
    }
    assert_eq!(store.entries(&game_id(1), 0).await.unwrap(), written);
}

pub(crate) async fn entries_after_a_version_come_back(store: Shared) {
    create(&*store, new_game(1)).await;
    for version in 2..=5 {
        keep(&*store, append(1, version, &format!("action-{version}"))).await;
    }
    let after = async |version| {
        let entries = store.entries(&game_id(1), version).await.unwrap();
        entries
            .iter()
            .map(|entry| entry.version)
            .collect::<Vec<_>>()
    };
    assert_eq!(after(0).await, [1, 2, 3, 4, 5]);
    assert_eq!(after(3).await, [4, 5]);
    assert_eq!(after(5).await, [0; 0]);
    assert_eq!(after(u64::MAX).await, [0; 0]);
}

pub(crate) async fn a_number_that_is_not_the_next_is_refused(store: Shared) {
    create(&*store, new_game(1)).await;
    keep(&*store, append(1, 2, "first")).await;
    for version in [0, 1, 2, 4, 5, 1 << 63, u64::MAX] {
        let appended = store.append(append(1, version, "other")).await.unwrap();
        assert_eq!(appended, Appended::Stale(2), "as version {version}");
    }
    assert_eq!(versions(&*store, 1).await, [1, 2]);
    keep(&*store, append(1, 3, "other")).await;
}

pub(crate) async fn an_action_is_kept_once(store: Shared) {
    create(&*store, new_game(1)).await;
    keep(&*store, append(1, 2, "first")).await;
    keep(&*store, append(1, 3, "second")).await;
    for version in [1, 2, 3, 4, 9] {
        let again = store.append(append(1, version, "first")).await.unwrap();
        assert_eq!(again, Appended::Duplicate(2), "as version {version}");
    }
    for version in [4, 5] {
        let entry = acted(version, None);
        keep(&*store, append_as(1, entry)).await;
    }
    assert_eq!(versions(&*store, 1).await, [1, 2, 3, 4, 5]);
}

pub(crate) async fn an_action_may_be_named_alike_in_another_game(store: Shared) {
    for game in [1, 2] {
        create(&*store, new_game(game)).await;
        keep(&*store, append(game, 2, "same")).await;
    }
    let again = store.append(append(2, 3, "same")).await.unwrap();
    assert_eq!(again, Appended::Duplicate(2));
}

/// All that these answer at once, in no order.
async fn at_once(store: &Shared, appends: impl IntoIterator<Item = Append>) -> Vec<Appended> {
    let mut tasks = JoinSet::new();
    for append in appends {
        let store = Arc::clone(store);
        tasks.spawn(async move { store.append(append).await.unwrap() });
    }
    tasks.join_all().await
}

pub(crate) async fn one_of_many_that_want_a_version_gets_it(store: Shared) {
    create(&*store, new_game(1)).await;
    for version in 2..=100 {
        let rivals = (0..8).map(|rival| append(1, version, &format!("{version}-{rival}")));
        let mut answers = at_once(&store, rivals).await;
        answers.retain(|answer| *answer != Appended::Stale(version));
        assert_eq!(answers, [Appended::Done], "as version {version}");
    }
    assert_eq!(versions(&*store, 1).await, (1..=100).collect::<Vec<_>>());
}

pub(crate) async fn one_of_many_copies_of_an_action_is_kept(store: Shared) {
    create(&*store, new_game(1)).await;
    for version in 2..=20 {
        let copies = (0..8).map(|_| append(1, version, &format!("copy-{version}")));
        let mut answers = at_once(&store, copies).await;
        answers.retain(|answer| *answer != Appended::Duplicate(version));
        assert_eq!(answers, [Appended::Done], "as version {version}");
    }
}

pub(crate) async fn refusals_leave_the_entries_beside_them_alone(store: Shared) {
    for game in 0..64 {
        create(&*store, new_game(game)).await;
    }
    // Every other one is too late, of no game, or named twice.
    let mixed = (0..64).flat_map(|game| {
        let refused = [
            append(game, 1, "late"),
            append(1000 + game, 2, "none"),
            append(game, 9, "early"),
        ];
        let [one, two, three] = refused;
        [one, append(game, 2, "right"), two, three]
    });
    let answers = at_once(&store, mixed).await;
    let done = answers.iter().filter(|answer| **answer == Appended::Done);
    assert_eq!(done.count(), 64);
    for game in 0..64 {
        assert_eq!(versions(&*store, game).await, [1, 2]);
    }
}

pub(crate) async fn large_entries_come_back_whole(store: Shared) {
    create(&*store, new_game(1)).await;
    let mut written = Vec::new();
    for (version, size) in [(2, 4096), (3, 1 << 16), (4, 1 << 21)] {
        let entry = LogEntry {
            event: GameEvent::Acted {
                seat: 'W',
                action: "ß".repeat(size),
                spent: None,
            },
            ..acted(version, None)
        };
        written.push(entry.clone());
        keep(&*store, append_as(1, entry)).await;
    }
    assert_eq!(store.entries(&game_id(1), 1).await.unwrap(), written);
}

pub(crate) async fn hostile_text_comes_back_as_it_was(store: Shared) {
    let texts = [
        "",
        "\0",
        "before\0after",
        "'); DROP TABLE entry; --",
        "\"quoted\" \\ {\"event\":\"created\"}",
        "</script>\r\n\t\u{7f}\u{85}\u{2028}",
        "\u{202e}right to left\u{feff}",
        "\u{10ffff} 🎲👩‍👩‍👧 e\u{301}",
        "%_?1:$@",
    ];
    let seats = ['\0', '\'', '🎲', '\u{10ffff}', '"'];
    let mut game = new_game(1);
    game.config.game = texts[2].to_owned();
    let seat_plan = |seat| SeatConfig {
        seat,
        name: Some(texts.concat()),
        player: PlayerConfig::Bot(texts.concat()),
        is_program: false,
    };
    game.config.seats = seats.map(seat_plan).to_vec();
    game.keys = seats.map(|seat| (seat, key(9))).to_vec();
    game.holders = seats.map(|seat| (key(9), seat)).to_vec();
    create(&*store, game.clone()).await;
    let mut written = game.entries.clone();
    for (version, text) in (2..).zip(texts) {
        let mut entry = LogEntry {
            event: GameEvent::Joined {
                seat: seats[usize::try_from(version).unwrap() % seats.len()],
                name: Some(text.to_owned()),
                dice: DiceContribution::default(),
                is_program: false,
            },
            ..acted(version, Some("!\"'%;--\\"))
        };
        entry.idempotency_key.take_if(|_| version != 2);
        written.push(entry.clone());
        keep(&*store, append_as(1, entry)).await;
    }
    assert_eq!(store.entries(&game_id(1), 0).await.unwrap(), written);
    let kept = store.game(&game_id(1)).await.unwrap().unwrap();
    assert_eq!((kept.config, kept.keys), (game.config, game.keys));
    assert_eq!(kept.holders.len(), seats.len());
    assert_eq!(store.held(key(9), 10).await.unwrap().len(), seats.len());
}

pub(crate) async fn an_unknown_game_is_empty(store: Shared) {
    assert_eq!(store.game(&game_id(1)).await.unwrap(), None);
    assert_eq!(store.entries(&game_id(1), 0).await.unwrap(), []);
    for version in [0, 1, 2] {
        let appended = store.append(append(1, version, "any")).await.unwrap();
        assert_eq!(appended, Appended::Stale(0));
    }
    assert_eq!(store.entries(&game_id(1), 0).await.unwrap(), []);
    assert_eq!(store.held(key(1), 10).await.unwrap(), []);
}

pub(crate) async fn a_game_comes_back_as_it_was_made(store: Shared) {
    let mut game = new_game(1);
    game.config.away_after = Some(core::time::Duration::from_millis(90_001));
    game.holders = vec![(key(4), 'W'), (key(3), 'W'), (key(4), 'B'), (key(4), 'W')];
    game.entries.push(acted(2, Some("two")));
    create(&*store, game.clone()).await;
    let kept = StoredGame {
        config: game.config,
        secret: game.secret,
        keys: game.keys,
        holders: vec![(key(4), 'B'), (key(3), 'W'), (key(4), 'W')],
    };
    assert_eq!(store.game(&game_id(1)).await.unwrap(), Some(kept));
    assert_eq!(store.entries(&game_id(1), 0).await.unwrap(), game.entries);
    let again = store.append(append(1, 3, "two")).await.unwrap();
    assert_eq!(again, Appended::Duplicate(2));
}

pub(crate) async fn a_game_is_made_once(store: Shared) {
    create(&*store, new_game(1)).await;
    keep(&*store, append(1, 2, "first")).await;
    let mut other = new_game(1);
    other.config.limit = 1;
    other.holders = vec![(key(3), 'W')];
    create(&*store, new_game(2)).await;
    other.follows = Some(append_as(2, acted(2, None)));
    assert_eq!(store.create(other).await.unwrap(), Created::Exists);
    let kept = store.game(&game_id(1)).await.unwrap().unwrap();
    assert_eq!(kept.config, config());
    assert_eq!(kept.holders, []);
    assert_eq!(versions(&*store, 1).await, [1, 2]);
    assert_eq!(versions(&*store, 2).await, [1]);
}

pub(crate) async fn one_of_many_that_make_a_game_makes_it(store: Shared) {
    create(&*store, new_game(0)).await;
    for round in 1..=20 {
        let mut tasks = JoinSet::new();
        for rival in 0..8 {
            // Half of them want the same game, half of them other rematches.
            let number = if rival < 4 {
                round
            } else {
                100 * round + rival
            };
            let follows = append_as(0, acted(round + 1, Some(&format!("{number}"))));
            let game = NewGame {
                follows: Some(follows),
                ..new_game(number)
            };
            let store = Arc::clone(&store);
            tasks.spawn(async move { store.create(game).await.unwrap() });
        }
        let made = tasks.join_all().await;
        let done = made.iter().filter(|created| **created == Created::Done);
        assert_eq!(done.count(), 1, "in round {round}");
    }
    let open = store.count_open(None).await.unwrap();
    assert_eq!(open.all, 21);
}

pub(crate) async fn a_game_is_made_together_with_the_entry_that_leads_to_it(store: Shared) {
    create(&*store, new_game(1)).await;
    let leads = LogEntry {
        event: GameEvent::Rematched {
            seat: 'W',
            game: game_id(2),
        },
        ..acted(2, Some("rematch"))
    };
    let follows = Some(append_as(1, leads.clone()));
    let game = NewGame {
        follows,
        ..new_game(2)
    };
    create(&*store, game).await;
    assert_eq!(store.entries(&game_id(1), 1).await.unwrap(), [leads]);
    assert_eq!(versions(&*store, 2).await, [1]);
}

pub(crate) async fn a_game_is_not_made_without_the_entry_that_leads_to_it(store: Shared) {
    create(&*store, new_game(1)).await;
    keep(&*store, append(1, 2, "rematch")).await;
    let late = append_as(1, acted(2, Some("other")));
    let named_twice = append_as(1, acted(3, Some("rematch")));
    let of_no_game = append_as(3, acted(1, None));
    let of_itself = append_as(2, acted(2, None));
    for follows in [late, named_twice, of_no_game, of_itself] {
        let game = NewGame {
            holders: vec![(key(1), 'W')],
            follows: Some(follows),
            ..new_game(2)
        };
        assert_eq!(store.create(game).await.unwrap(), Created::Stale);
    }
    assert_eq!(store.game(&game_id(2)).await.unwrap(), None);
    assert_eq!(store.held(key(1), 9).await.unwrap(), []);
    assert_eq!(versions(&*store, 1).await, [1, 2]);
    create(&*store, new_game(2)).await;
}

pub(crate) async fn open_games_are_counted(store: Shared) {
    let none = OpenGameCounts::default();
    assert_eq!(store.count_open(Some(key(1))).await.unwrap(), none);
    for number in 1..=3 {
        let game = NewGame {
            holders: vec![(key(1), 'W'), (key(1), 'B')],
            ..new_game(number)
        };
        create(&*store, game).await;
    }
    create(&*store, new_game(4)).await;
    let open = async |browser| store.count_open(browser).await.unwrap();
    assert_eq!(open(None).await, OpenGameCounts { all: 4, held: 0 });
    assert_eq!(open(Some(key(1))).await, OpenGameCounts { all: 4, held: 3 });
    assert_eq!(open(Some(key(2))).await, OpenGameCounts { all: 4, held: 0 });
    let end = |version, name| Append {
        ends: true,
        ..append(1, version, name)
    };
    let refused = store.append(end(3, "early")).await.unwrap();
    assert_eq!(refused, Appended::Stale(1));
    assert_eq!(open(Some(key(1))).await, OpenGameCounts { all: 4, held: 3 });
    keep(&*store, end(2, "end")).await;
    assert_eq!(open(Some(key(1))).await, OpenGameCounts { all: 3, held: 2 });
    // What is written after the end, such as a rematch, begins nothing again.
    keep(&*store, append(1, 3, "after")).await;
    assert_eq!(open(Some(key(1))).await, OpenGameCounts { all: 3, held: 2 });
}

pub(crate) async fn idle_games_are_found_the_oldest_first(store: Shared) {
    for number in [30, 10, 20, 40] {
        create(&*store, new_game(number)).await;
    }
    let idle = async |since, most| store.idle(Timestamp(since), most).await.unwrap();
    assert_eq!(idle(10, 9).await, []);
    assert_eq!(idle(11, 9).await, [game_id(10)]);
    assert_eq!(idle(40, 9).await, [game_id(10), game_id(20), game_id(30)]);
    assert_eq!(idle(u64::MAX, 2).await, [game_id(10), game_id(20)]);
    assert_eq!(idle(u64::MAX, 0).await, []);
    keep(&*store, append(10, 2, "move")).await;
    let ends = true;
    let end = append(20, 2, "end");
    keep(&*store, Append { ends, ..end }).await;
    assert_eq!(
        idle(u64::MAX, 9).await,
        [game_id(30), game_id(40), game_id(10)]
    );
}

/// Ends a game by its next entry, which is written at a moment.
pub(crate) async fn end(store: &dyn Store, number: u64, version: u64, at: u64) {
    let mut end = append(number, version, "end");
    end.entry.at = Timestamp(at);
    keep(store, Append { ends: true, ..end }).await;
}

pub(crate) async fn games_that_are_over_are_found_the_oldest_first(store: Shared) {
    let over = async |since, most| store.over(Timestamp(since), most).await.unwrap();
    assert_eq!(store.count_over().await.unwrap(), None);
    for number in [1, 2, 3, 4] {
        create(&*store, new_game(number)).await;
    }
    assert_eq!(over(u64::MAX, 9).await, []);
    for (number, at) in [(2, 30), (3, 10), (4, 20)] {
        end(&*store, number, 2, at).await;
    }
    for archived_before in [0, 15, 99] {
        store.archive(Timestamp(archived_before)).await.unwrap();
        assert_eq!(over(10, 9).await, []);
        assert_eq!(over(21, 9).await, [game_id(3), game_id(4)]);
        assert_eq!(over(u64::MAX, 2).await, [game_id(3), game_id(4)]);
        let all = [game_id(3), game_id(4), game_id(2)];
        assert_eq!(over(u64::MAX, 9).await, all);
        let count = store.count_over().await.unwrap();
        let (all, latest) = (3, Timestamp(30));
        assert_eq!(count, Some(OverGames { all, latest }));
    }
}

pub(crate) async fn games_that_are_over_are_archived_and_say_the_same(store: Shared) {
    for number in 0..50 {
        let mut game = NewGame {
            holders: vec![(key(3), 'W')],
            ..new_game(number)
        };
        // Not the commitment of the secret, in some.
        if number % 2 == 0 {
            game.config.commitment = Bytes32::sha_256(&game.secret.0);
        }
        create(&*store, game).await;
        keep(&*store, append(number, 2, "move")).await;
        keep(&*store, append_as(number, acted(3, None))).await;
        if number > 0 {
            // Time that runs back, as in files of older versions.
            end(&*store, number, 4, number).await;
        }
    }
    let told = async |number| {
        let game = store.game(&game_id(number)).await.unwrap();
        let entries = store.entries(&game_id(number), 0).await.unwrap();
        let entries = entries
            .into_iter()
            .map(|entry| (entry.version, entry.at, entry.event));
        (game, entries.collect::<Vec<_>>())
    };
    let mut before = Vec::new();
    for number in 0..50 {
        before.push(told(number).await);
    }
    let (listed, held) = (
        store.list(None, 99).await.unwrap(),
        store.held(key(3), 99).await.unwrap(),
    );
    assert_eq!(store.archive(Timestamp(31)).await.unwrap(), 30);
    assert_eq!(
        store.archive(Timestamp(31)).await.unwrap(),
        0,
        "they are archived"
    );
    for (number, right) in (0..).zip(&before) {
        assert_eq!(told(number).await, *right, "{number}");
    }
    assert_eq!(store.list(None, 99).await.unwrap(), listed);
    assert_eq!(store.held(key(3), 99).await.unwrap(), held);
    let names = async |number| {
        let entries = store.entries(&game_id(number), 1).await.unwrap();
        let names = entries.into_iter().map(|entry| entry.idempotency_key);
        names
            .map(|name| name.map(|name| name.to_string()))
            .collect::<Vec<_>>()
    };
    let short = [
        Some("archived-2".to_owned()),
        None,
        Some("archived-4".to_owned()),
    ];
    assert_eq!(names(30).await, short);
    let own = [Some("move".to_owned()), None, Some("end".to_owned())];
    assert_eq!(
        names(31).await,
        own,
        "it was not left alone for long enough"
    );
    assert_eq!(names(0).await, own[..2], "it goes on");
    assert_eq!(store.entries(&game_id(30), 3).await.unwrap().len(), 1);
    assert_eq!(store.entries(&game_id(30), 4).await.unwrap(), []);
}

pub(crate) async fn an_archived_game_can_go_on_and_be_deleted(store: Shared) {
    for number in [1, 2] {
        create(&*store, new_game(number)).await;
        end(&*store, number, 2, 10).await;
    }
    assert_eq!(store.archive(Timestamp(11)).await.unwrap(), 2);
    assert_eq!(store.create(new_game(1)).await.unwrap(), Created::Exists);
    store.hold(holding(1, 1, 'B', 5)).await.unwrap();
    assert_eq!(
        store.game(&game_id(1)).await.unwrap().unwrap().holders,
        [(key(1), 'B')]
    );
    for (version, refused) in [(2, Appended::Stale(2)), (4, Appended::Stale(2))] {
        let late = store.append(append(1, version, "late")).await.unwrap();
        assert_eq!(late, refused);
    }
    let mut again = append(1, 3, "again");
    again.entry.idempotency_key = Some(IdempotencyKey::of_archived(2));
    let again = store.append(again).await.unwrap();
    assert_eq!(again, Appended::Duplicate(2));
    keep(&*store, append(1, 3, "rematch")).await;
    assert_eq!(versions(&*store, 1).await, [1, 2, 3]);
    assert_eq!(
        store.count_open(None).await.unwrap().all,
        0,
        "it is still over"
    );
    assert_eq!(store.archive(Timestamp(u64::MAX)).await.unwrap(), 1);
    assert_eq!(versions(&*store, 1).await, [1, 2, 3]);
    assert!(store.delete(&game_id(1)).await.unwrap());
    assert!(!store.delete(&game_id(1)).await.unwrap(), "it is gone");
    assert_eq!(store.game(&game_id(1)).await.unwrap(), None);
    assert!(versions(&*store, 1).await.is_empty());
    assert_eq!(store.held(key(1), 9).await.unwrap().len(), 0);
    assert_eq!(versions(&*store, 2).await, [1, 2]);
}

pub(crate) async fn games_are_listed_by_their_names(store: Shared) {
    let list = async |after: Option<u64>, most| {
        let after = after.map(game_id);
        let listed = store.list(after.as_ref(), most).await.unwrap();
        let told = |game: &ListedGame| (game.id.clone(), game.is_over, game.made.0, game.touched.0);
        listed.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(list(None, 9).await, []);
    for number in [3, 1, 2] {
        create(&*store, new_game(number)).await;
    }
    let ends = true;
    let end = append(2, 2, "end");
    keep(&*store, Append { ends, ..end }).await;
    let [one, two, three] = [
        (game_id(1), false, 1, 1),
        (game_id(2), true, 2, 1000),
        (game_id(3), false, 3, 3),
    ];
    assert_eq!(
        list(None, 9).await,
        [one.clone(), two.clone(), three.clone()]
    );
    assert_eq!(list(None, 1).await, [one]);
    assert_eq!(list(Some(1), 9).await, [two, three.clone()]);
    assert_eq!(list(Some(2), 9).await, [three]);
    assert_eq!(list(Some(3), 9).await, []);
    let listed = store.list(None, 9).await.unwrap();
    assert_eq!((listed[1].version, &listed[1].config), (2, &config()));
}

pub(crate) async fn a_game_that_is_deleted_is_nowhere_any_more(store: Shared) {
    for number in [1, 2] {
        let game = NewGame {
            holders: vec![(key(1), 'W')],
            ..new_game(number)
        };
        create(&*store, game).await;
        keep(&*store, append(number, 2, "move")).await;
    }
    assert!(store.delete(&game_id(1)).await.unwrap());
    assert!(!store.delete(&game_id(1)).await.unwrap(), "it is gone");
    assert_eq!(store.game(&game_id(1)).await.unwrap(), None);
    assert!(versions(&*store, 1).await.is_empty());
    let held = store.held(key(1), 9).await.unwrap();
    assert_eq!(held.len(), 1, "{held:?}");
    let late = store.append(append(1, 3, "late")).await.unwrap();
    assert_eq!(late, Appended::Stale(0));
    assert!(store.hold(holding(1, 1, 'B', 5)).await.is_err());
    let open = store.count_open(Some(key(1))).await.unwrap();
    assert_eq!(open, OpenGameCounts { all: 1, held: 1 });
    assert_eq!(versions(&*store, 2).await, [1, 2]);
    // And its name is free.
    create(&*store, new_game(1)).await;
    assert_eq!(versions(&*store, 1).await, [1]);
}

pub(crate) async fn the_latest_entry_of_a_game_that_goes_on_is_known(store: Shared) {
    let latest = async || store.latest().await.unwrap();
    assert_eq!(latest().await, None);
    for number in [30, 10, 40] {
        create(&*store, new_game(number)).await;
    }
    assert_eq!(latest().await, Some(Timestamp(40)));
    let ends = true;
    let end = append(40, 2, "end");
    keep(&*store, Append { ends, ..end }).await;
    assert_eq!(latest().await, Some(Timestamp(30)));
    keep(&*store, append(10, 2, "move")).await;
    assert_eq!(latest().await, Some(Timestamp(1000)));
}

pub(crate) async fn what_no_store_can_keep_is_refused(store: Shared) {
    let with = |entries| NewGame {
        entries,
        ..new_game(1)
    };
    let late = LogEntry {
        at: Timestamp(u64::MAX),
        ..acted(1, None)
    };
    let named_twice = vec![acted(1, Some("x")), acted(2, Some("x"))];
    let cases = [
        (with(vec![]), "needs a first entry, numbered 1"),
        (
            with(vec![acted(2, None)]),
            "entry 2 of game 2222222222222223 should be numbered 1: they count from 1",
        ),
        (
            with(vec![acted(1, None), acted(3, None)]),
            "entry 3 of game 2222222222222223 should be numbered 2: they count from 1",
        ),
        (with(named_twice), "is given twice; each may be given once"),
        (with(vec![late.clone()]), "in milliseconds since 1970"),
    ];
    for (game, words) in cases {
        let error = store.create(game).await.unwrap_err();
        assert!(matches!(error, StoreError::InvalidEntry { .. }), "{error}");
        assert!(error.to_string().ends_with(words), "{error}");
    }
    assert_eq!(store.game(&game_id(1)).await.unwrap(), None);
    create(&*store, new_game(1)).await;
    let entry = LogEntry { version: 2, ..late };
    let late = store.append(append_as(1, entry)).await;
    assert!(matches!(late, Err(StoreError::InvalidEntry { .. })));
    let late = store.hold(holding(1, 1, 'W', u64::MAX)).await;
    assert!(matches!(late, Err(StoreError::InvalidEntry { .. })));
    assert_eq!(versions(&*store, 1).await, [1]);
}

pub(crate) async fn a_store_in_order_says_so(store: Shared) {
    store.check().await.unwrap();
    create(&*store, new_game(1)).await;
    store.check().await.unwrap();
    assert_eq!(versions(&*store, 1).await, [1]);
}

pub(crate) async fn a_closed_store_takes_nothing(store: Shared) {
    create(&*store, new_game(1)).await;
    store.close().await.unwrap();
    store.close().await.unwrap();
    let is_closed = |error: Option<StoreError>| matches!(error, Some(StoreError::Closed { .. }));
    assert!(is_closed(store.create(new_game(2)).await.err()));
    assert!(is_closed(store.append(append(1, 2, "late")).await.err()));
    assert!(is_closed(store.game(&game_id(1)).await.err()));
    assert!(is_closed(store.entries(&game_id(1), 0).await.err()));
    assert!(is_closed(store.hold(holding(1, 1, 'W', 5)).await.err()));
    assert!(is_closed(store.held(key(1), 9).await.err()));
    assert!(is_closed(store.count_open(None).await.err()));
    assert!(is_closed(store.idle(Timestamp(9), 9).await.err()));
    let secret = store.secret_of_receipts(Bytes32([1; 32])).await;
    assert!(is_closed(secret.err()));
    assert!(is_closed(store.stored_secret_of_receipts().await.err()));
    assert!(is_closed(store.holdings_of(&game_id(1)).await.err()));
    assert!(is_closed(store.invitation_to(&game_id(1)).await.err()));
    assert!(is_closed(store.latest().await.err()));
    assert!(is_closed(store.list(None, 9).await.err()));
    assert!(is_closed(store.delete(&game_id(1)).await.err()));
    assert!(is_closed(store.check().await.err()));
}
