//! Games that were restored from a backup and go on with new dice.

use core::slice;
use std::path::Path;
use std::sync::Arc;

use parlor_dice::{DrawnBy, Scheme};
use parlor_record::record::AnyRecord;

use super::{
    Bench, CommandOutcome, Driver, HERE, NewPlayer, Offer, Settings, Status, check_log, kuba, seat,
    table,
};
use crate::operator::{self, Restored};
use crate::store::sqlite::{FILE, SqliteStore};
use parlor_table::command::CommandKind;
use parlor_table::id::GameId;
use parlor_table::log::EndReason;
use parlor_table::table::CommandError;

/// A service over the games of a folder.
async fn over(folder: &Path) -> Bench {
    let store = SqliteStore::open(&folder.join(FILE)).await;
    Bench::over(Arc::new(store.expect("a file")), Settings::default())
}

async fn close(bench: Bench) {
    bench.service.close().await.expect("the store works");
}

async fn back_up(folder: &Path, to: &Path) {
    let copied = operator::back_up(folder, to, true, &mut |_| {}).await;
    assert_eq!(copied.expect("a copy").damaged, []);
}

async fn restore(folder: &Path, from: &Path) -> Restored {
    let restored = operator::restore(folder, from, &mut |_| {}).await;
    restored.expect("a backup")
}

fn driver(bench: &Bench, id: GameId, sent: u32) -> Driver<'_> {
    Driver { bench, id, sent }
}

/// The rolls of a game so far.
async fn rolls(driver: &Driver<'_>) -> Vec<String> {
    let handle = driver.bench.service.game(&driver.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let events = handle.table().events(0, usize::MAX);
    events.into_iter().filter_map(|event| event.roll).collect()
}

/// Plays the first legal action, again and again, until so many rolls were rolled.
async fn play_to(driver: &mut Driver<'_>, count: usize) {
    while rolls(driver).await.len() < count {
        let legal = driver.view_for().await.legal;
        driver.must(&['A', 'C'], &legal[0]).await;
    }
}

/// A game in which A keeps the bytes to themselves, and C leaves them to the server, after 5 rolls.
async fn playing<'a>(bench: &'a Bench, bytes: &[u8]) -> Driver<'a> {
    let later = NewPlayer::Here(Offer::Later);
    let seats = vec![seat('A', later), seat('C', HERE)];
    let (mut driver, _) = Driver::make(bench, &table("ludo", None, seats)).await;
    driver.commit('A', bytes).await;
    driver
        .want(&['A'], CommandKind::Reveal(bytes.to_vec()))
        .await;
    play_to(&mut driver, 5).await;
    driver
}

#[tokio::test]
async fn a_restored_game_goes_on_to_its_end_with_dice_that_nobody_has_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    let bench = over(folder.path()).await;
    let mut before = playing(&bench, b"my own words").await;
    let later = || NewPlayer::Here(Offer::Later);
    let seats = vec![seat('A', later()), seat('C', later())];
    let (waiting, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    let waiting = waiting.id;
    let (kuba, _) = Driver::make(&bench, &kuba("classroom")).await;
    let kuba = kuba.id;
    back_up(folder.path(), &copy).await;
    play_to(&mut before, 40).await;
    let seen = rolls(&before).await;
    let (id, sent) = (before.id.clone(), before.sent);
    close(bench).await;

    let restored = restore(folder.path(), &copy).await;
    assert_eq!(restored.renewed, slice::from_ref(&id));
    assert_eq!(restored.ended, slice::from_ref(&waiting));
    let bench = over(folder.path()).await;
    let ended = driver(&bench, waiting, 0).view_for().await;
    let result = ended.result.expect("it is over");
    assert_eq!(result.reason, Some(EndReason::Restored));
    let untouched = driver(&bench, kuba, 0).view_for().await;
    assert_eq!((untouched.status, untouched.version), (Status::Playing, 1));

    let mut game = driver(&bench, id, sent);
    let view = game.view_for().await;
    assert_eq!((view.status, view.to_act), (Status::Playing, None));
    assert!(view.dice.expect("it has dice").is_agreeing);
    let [a, c] = &view.seats[..] else {
        panic!("two play: {view:?}");
    };
    assert!(a.must_commit && !c.must_commit && c.drawn_by_server);
    assert!(c.commitment.is_some() && c.entropy.is_none());
    let pending = CommandError::EpochPending {
        waiting_for: vec!['A'],
    };
    assert_eq!(game.refused(&['A'], "roll").await, pending);
    let known = Scheme::V2.commitment(game.id.as_str(), 'A', b"my own words");
    let refused = game.refused(&['A'], &format!("commit:{known}")).await;
    assert!(matches!(
        refused,
        CommandError::RepeatedCommitment { seat: 'A', .. }
    ));
    game.commit('A', b"my other words").await;
    let reveal = CommandKind::Reveal(b"my other words".to_vec());
    let revealed = game.want(&['A'], reveal).await;
    assert!(
        matches!(revealed, CommandOutcome::Committed(_)),
        "{revealed:?}"
    );
    let view = game.until(|view| view.to_act.is_some()).await;
    assert_eq!(view.dice.expect("it has dice").epoch, 1);
    play_to(&mut game, 40).await;
    let anew = rolls(&game).await;
    assert_eq!(anew[..5], seen[..5]);
    assert_ne!(anew[5..40], seen[5..40], "6^35 to 1 that they differ");
    let view = game.play_out(&['A', 'C']).await;
    assert_eq!(view.status, Status::Over);
    check_log(&bench, &game.id).await;
    let handle = bench.service.game(&game.id).await.expect("the store works");
    let text = handle.expect("it is there").record_text();
    let Ok(AnyRecord::Ludo(record)) = AnyRecord::read(&text) else {
        panic!("a record of Ludo: {}", &*text);
    };
    let verified = record.verify_dice().expect("its own rolls");
    assert!(verified.rolls >= 40);
    let dice = record.opening().dice.as_ref().expect("it has dice");
    let [epoch] = &dice.epochs[..] else {
        panic!("one epoch: {}", &*text);
    };
    assert_eq!(epoch.first_roll, 5);
    assert_eq!(epoch.contribution('C').drawn_by, Some(DrawnBy::Server));
    close(bench).await;
    // What is over stays so.
    back_up(folder.path(), &copy).await;
    let restored = restore(folder.path(), &copy).await;
    assert_eq!((restored.renewed, restored.ended), (vec![], vec![]));
}

#[tokio::test]
async fn a_game_for_which_the_server_draws_all_bytes_goes_on_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    let bench = over(folder.path()).await;
    let (mut game, _) = Driver::make(&bench, &super::ludo()).await;
    play_to(&mut game, 3).await;
    let (id, sent) = (game.id.clone(), game.sent);
    close(bench).await;
    let mut commitments = Vec::new();
    for epoch in 1..=3 {
        back_up(folder.path(), &copy).await;
        let restored = restore(folder.path(), &copy).await;
        assert_eq!(
            (restored.renewed, restored.ended),
            (vec![id.clone()], vec![])
        );
        let bench = over(folder.path()).await;
        let view = driver(&bench, id.clone(), sent).view_for().await;
        let dice = view.dice.expect("it has dice");
        assert_eq!((dice.epoch, dice.is_agreeing), (epoch, false));
        let seats = view.seats.iter();
        commitments.extend(seats.filter_map(|seat| Some(seat.commitment?.to_string())));
        close(bench).await;
    }
    let count = commitments.len();
    commitments.sort();
    commitments.dedup();
    assert_eq!((count, commitments.len()), (6, 6), "none is made twice");
    let bench = over(folder.path()).await;
    let mut game = driver(&bench, id, sent);
    game.play_out(&['A', 'C']).await;
    let handle = bench.service.game(&game.id).await.expect("the store works");
    let record = handle.expect("it is there").table().record();
    record.verify_dice().expect("its own rolls");
    close(bench).await;
}
