use core::time::Duration;
use std::sync::mpsc;

use super::*;
use crate::bots::Share;
use parlor_table::table::BotTask;

fn client(number: u8) -> ClientNet {
    ClientNet::of(Some([192, number, 2, 1].into()))
}

fn pool() -> BotPool {
    BotPool::new(1, Duration::from_hours(1)).expect("threads")
}

/// A game of Kuba with so many pushes, back and forth.
fn kuba(pushes: usize) -> AnyRecord {
    let start = "w6/7/7/3r3/7/7/6b w0b0 w - c";
    let mut text = format!("parlor-record 1\ngame: kuba\nseats: W, B\nstart: {start}\n\n");
    let there_and_back = ["00R", "66L", "01L", "65R"];
    for push in there_and_back.into_iter().cycle().take(pushes) {
        text.push_str(push);
        text.push('\n');
    }
    AnyRecord::read(&text).expect("a record")
}

fn ludo() -> AnyRecord {
    let text = include_str!("../../../../docs/examples/ludo.record");
    AnyRecord::read(text).expect("a record")
}

/// Waits until an analysis is there.
fn kept(studies: &Studies, name: &str) -> Arc<Study> {
    loop {
        match studies.state(name) {
            StudyState::Kept(study) => return study,
            StudyState::UnderWay(_) => thread::sleep(Duration::from_millis(5)),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn an_analysis_is_made_once_and_equals_that_of_the_command() {
    let (pool, studies) = (pool(), Studies::default());
    assert!(matches!(studies.state("game"), StudyState::Unknown));
    for record in [kuba(2), ludo()] {
        let name = record.game();
        let begun = studies.begin(&pool, name, || record.clone(), client(1), true);
        assert!(matches!(begun, Ok(StudyState::UnderWay(_))), "{begun:?}");
        let study = kept(&studies, name);
        let alone = Study::of(&record, &()).expect("it can be").expect("whole");
        assert_eq!(study.json(), alone.json());
        let never = || -> AnyRecord { unreachable!("it is kept") };
        let again = studies.begin(&pool, name, never, client(2), true);
        assert!(matches!(again, Ok(StudyState::Kept(again)) if Arc::ptr_eq(&again, &study)));
    }
}

#[test]
fn what_cannot_be_analyzed_is_refused_with_its_reason() {
    let (pool, studies) = (pool(), Studies::default());
    let begin = |record: AnyRecord| {
        studies
            .begin(&pool, "game", || record, client(1), true)
            .err()
    };
    assert_eq!(begin(kuba(0)), Some(StudyRefusal::Game(StudyError::NoPly)));
    let plies = MOST_PLIES_OF_KUBA + 1;
    let most = MOST_PLIES_OF_KUBA;
    assert_eq!(
        begin(kuba(plies)),
        Some(StudyRefusal::TooLong { plies, most })
    );
    assert!(matches!(studies.state("game"), StudyState::Unknown));
}

#[test]
fn a_client_may_ask_for_few_at_a_time_and_no_other_waits_for_them() {
    let (pool, studies) = (pool(), Studies::default());
    let begin =
        |name: &str, of: u8, plies| studies.begin(&pool, name, || kuba(plies), client(of), true);
    let all: Vec<_> = (0..200)
        .map(|game| begin(&game.to_string(), 1, 1_000).err())
        .collect();
    let refused = StudyRefusal::ClientHasMany {
        most: MOST_OF_CLIENT,
    };
    assert_eq!(
        all.iter().filter(|one| one.is_none()).count(),
        MOST_OF_CLIENT
    );
    assert!(
        all[MOST_OF_CLIENT..]
            .iter()
            .all(|one| one.as_ref() == Some(&refused))
    );
    // One of these runs, the others wait for it; somebody else's begins at once.
    assert!(begin("other", 2, 1).is_ok());
    kept(&studies, "other");
    assert!(matches!(studies.state("0"), StudyState::UnderWay(_)));
    studies.stop();
}

#[test]
fn many_clients_with_long_games_keep_nobody_from_an_analysis() {
    let (pool, studies) = (pool(), Studies::default());
    for place in 0..MOST_UNDER_WAY {
        let of = u8::try_from(place / MOST_OF_CLIENT).expect("few clients");
        let name = format!("flood {place}");
        let begun = studies.begin(&pool, &name, || kuba(1_000), client(of), true);
        assert!(begun.is_ok(), "{name}: {begun:?}");
    }
    let last = format!("flood {}", MOST_UNDER_WAY - 1);
    let StudyState::UnderWay(progress) = studies.state(&last) else {
        panic!("it waits");
    };
    assert_eq!(progress.ahead, MOST_UNDER_WAY - MOST_RUNNING);
    // A newcomer takes the place of the last of those of whom most wait, and has a short game.
    let newcomer = client(200);
    let begun = studies.begin(&pool, "short", || kuba(1), newcomer, true);
    assert!(begun.is_ok(), "{begun:?}");
    kept(&studies, "short");
    assert!(matches!(studies.state(&last), StudyState::Unknown));
    // Who has as many as the others gets none in place of theirs.
    let again = studies.begin(&pool, "more", || kuba(1_000), client(0), true);
    assert!(
        matches!(
            again,
            Err(StudyRefusal::ClientHasMany { .. } | StudyRefusal::AllBusy)
        ),
        "{again:?}"
    );
    studies.stop();
}

#[test]
fn who_has_asked_takes_it_back_and_it_ends_with_the_last() {
    let (pool, studies) = (pool(), Studies::default());
    let begin = |of: u8| studies.begin(&pool, "long", || kuba(1_000), client(of), true);
    assert!(begin(1).is_ok() && begin(2).is_ok());
    studies.cancel("long", client(3));
    studies.cancel("long", client(1));
    assert!(matches!(studies.state("long"), StudyState::UnderWay(_)));
    studies.cancel("long", client(2));
    assert!(matches!(studies.state("long"), StudyState::Unknown));
    // Its place is free again.
    assert!(
        studies
            .begin(&pool, "short", || kuba(1), client(1), true)
            .is_ok()
    );
    kept(&studies, "short");
}

#[test]
fn a_move_that_somebody_waits_for_comes_before_an_analysis_goes_on() {
    let (pool, studies) = (pool(), Studies::default());
    let begun = studies.begin(&pool, "long", || kuba(1_000), client(1), true);
    assert!(begun.is_ok());
    let (moved, heard) = mpsc::channel();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.expect("a runtime").block_on(async {
        for number in 0..20 {
            let moved = moved.clone();
            // As many of one client as of the analysis: it gets no thread of its own.
            let share = Share {
                client: client(1),
                is_awaited: true,
            };
            let work = move |_: &AtomicBool| {
                moved.send(number).expect("it is heard");
                None
            };
            assert!(pool.think(share, BotTask::new(work)).await.is_none());
        }
    });
    assert!(heard.try_iter().eq(0..20));
    assert!(matches!(studies.state("long"), StudyState::UnderWay(_)));
    studies.stop();
}

#[test]
fn the_analyses_of_long_games_are_kept_as_long_as_there_is_room() {
    let mut state = State::default();
    let study = Study::of(&kuba(1), &()).expect("it can be").expect("whole");
    let study = Arc::new(study);
    let job = |name: &str, plies| {
        Arc::new(Job {
            name: name.to_owned(),
            record: kuba(1),
            client: client(1),
            asked_by: Mutex::default(),
            plies,
            judged: AtomicUsize::new(0),
            is_running: AtomicBool::new(false),
            stop: Arc::default(),
        })
    };
    for name in ["a", "b", "c"] {
        state.end(
            &job(name, MOST_PLIES_KEPT / 3),
            Made::Study(Arc::clone(&study)),
        );
    }
    assert!(matches!(state.of("a"), StudyState::Kept(_)), "used last");
    state.end(&job("d", 10), Made::Study(study));
    let is_kept = |name: &str, state: &mut State| matches!(state.of(name), StudyState::Kept(_));
    assert_eq!(
        ["a", "b", "c", "d"].map(|name| is_kept(name, &mut state)),
        [true, false, true, true]
    );
}
