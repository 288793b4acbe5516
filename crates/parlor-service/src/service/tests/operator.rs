//! The operator's commands on games in play.

use parlor_record::record::Ending;

use super::{Driver, Status, check_log, kuba, ludo};
use crate::service::Ended;
use crate::testing::Bench;
use parlor_table::command::CommandKind;
use parlor_table::log::EndReason;

#[tokio::test]
async fn a_game_that_the_operator_ends_has_no_result_and_the_reason() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    driver.must(&['A'], "roll").await;
    let end = async || bench.service.end(&driver.id, EndReason::Restored).await;
    assert_eq!(end().await.expect("the store works"), Ended::Done);
    assert_eq!(end().await.expect("the store works"), Ended::WasOver);
    let view = driver.view_for().await;
    let result = view.result.expect("it is over");
    assert_eq!((result.ending, result.places.len()), (Ending::Abandoned, 0));
    assert_eq!(result.reason, Some(EndReason::Restored));
    assert!(view.dice.expect("dice").secret.is_some());
    check_log(&bench, &driver.id).await;
    let unknown = "2222222222222222".parse().expect("a name");
    let unknown = bench.service.end(&unknown, EndReason::Operator).await;
    assert_eq!(unknown.expect("the store works"), Ended::NoGame);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_deleted_while_many_play_it_is_gone_and_hinders_nobody() {
    for _ in 0..20 {
        let bench = Bench::default();
        let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
        let (other, _) = Driver::make(&bench, &kuba("classroom")).await;
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let mut command = driver.command(1, &['W'], CommandKind::Act("65F".to_owned()));
            let service = bench.service.clone();
            let id = driver.id.clone();
            tasks.spawn(async move {
                // Until it is gone, somebody always looks at it and plays.
                while let Some(handle) = service.game(&id).await.expect("the store works") {
                    command.expected_version = handle.version();
                    if service
                        .execute(&id, &command)
                        .await
                        .expect("it works")
                        .is_none()
                    {
                        break;
                    }
                    tokio::task::yield_now().await;
                }
            });
        }
        let deleted = bench.service.delete(&driver.id).await;
        assert!(deleted.expect("the store works"));
        let ends = tokio::time::timeout(core::time::Duration::from_secs(30), tasks.join_all());
        ends.await.expect("nobody waits for a game that is gone");
        assert!(
            bench
                .store
                .game(&driver.id)
                .await
                .expect("it works")
                .is_none()
        );
        let left = bench.store.entries(&driver.id, 0).await;
        assert_eq!(left.expect("it works"), []);
        assert_eq!(other.view_for().await.status, Status::Playing);
        let again = bench.service.delete(&driver.id).await;
        assert!(!again.expect("the store works"), "it is gone already");
    }
}
