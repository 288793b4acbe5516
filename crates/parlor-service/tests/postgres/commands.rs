//! The operator's commands work next to the nodes that use a database.

use core::slice;

use parlor_service::client_net::ClientNet;
use parlor_service::clock::{SystemClock, TimeSource as _};
use parlor_service::operator::{self, CommandReport, DatabaseUrl, OperatorCommand, Place, Ruling};
use parlor_service::service::{ChallengeError, CreateError, Maker, UNNAMED, Wanted};
use parlor_service::store::moderation::{Block, FoldedName};
use parlor_table::id::GameId;
use parlor_table::log::EndReason;
use parlor_table::table::Status;
use parlor_table::timestamp::Timestamp;

use crate::databases::{Database, at_server};
use crate::players::{HERE, act, make, play, service, view};

impl Database {
    pub(crate) fn place(&self) -> Place {
        Place::Database(DatabaseUrl::from(self.url.clone()))
    }

    async fn change(&self, wanted: OperatorCommand) -> CommandReport {
        operator::change(&self.place(), &wanted).await.unwrap()
    }

    async fn listed(&self) -> Vec<(GameId, bool)> {
        let store = operator::read(&self.place()).await.unwrap();
        let games = operator::list(&*store).await.unwrap();
        store.close().await.unwrap();
        games
            .into_iter()
            .map(|game| (game.id, game.is_over))
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_ended_deleted_and_pruned_next_to_a_node_that_plays_them() {
    let database = Database::new().await;
    let node = service(database.open("a").await);
    let kuba = make(&node, "kuba", &[('W', HERE), ('B', HERE)], None).await;
    let ludo = make(&node, "ludo", &[('A', HERE), ('C', HERE)], None).await;
    play(&node, &kuba, &['W', 'B'], 3).await;
    play(&node, &ludo, &['A', 'C'], 5).await;
    let mut both = vec![(kuba.clone(), false), (ludo.clone(), false)];
    both.sort();
    assert_eq!(database.listed().await, both);

    let nowhere: GameId = "2222222222222222".parse().unwrap();
    let end = OperatorCommand::End(vec![ludo.clone(), nowhere.clone()]);
    let report = database.change(end.clone()).await;
    assert_eq!(report.done, slice::from_ref(&ludo));
    assert_eq!(report.left, [(nowhere, "there is no such game".to_owned())]);
    let ended = view(&node, &ludo).await;
    assert_eq!(ended.status, Status::Over, "the node has learnt of it");
    assert_eq!(ended.result.unwrap().reason, Some(EndReason::Operator));
    assert!(ended.dice.unwrap().secret.is_some());
    let again = database.change(end).await;
    assert_eq!(again.left[0].1, "it is over already");

    // The other game is played as before, and checked meanwhile.
    play(&node, &kuba, &['W', 'B'], 2).await;
    let store = operator::read(&database.place()).await.unwrap();
    let checked = operator::check(&*store, &mut |_| {}).await.unwrap();
    assert_eq!(checked, (2, vec![]));
    store.close().await.unwrap();

    let before = Timestamp(u64::MAX);
    let prune = |dry_run| OperatorCommand::Prune { before, dry_run };
    for dry_run in [true, false] {
        let report = database.change(prune(dry_run)).await;
        assert_eq!(
            report.done,
            slice::from_ref(&ludo),
            "no game in play is pruned"
        );
    }
    assert!(node.game(&ludo).await.unwrap().is_none());
    let report = database
        .change(OperatorCommand::Delete(vec![kuba.clone()]))
        .await;
    assert_eq!(report.done, slice::from_ref(&kuba));
    assert!(node.game(&kuba).await.unwrap().is_none());
    assert_eq!(database.listed().await, []);
    node.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_ended_though_its_node_plays_on_meanwhile() {
    let database = Database::new().await;
    let node = service(database.open("a").await);
    for _ in 0..5 {
        let id = make(&node, "kuba", &[('W', HERE), ('B', HERE)], None).await;
        let playing = async {
            loop {
                let now = view(&node, &id).await;
                if now.status == Status::Over {
                    return;
                }
                let command = parlor_table::command::Command {
                    expected_version: now.version,
                    idempotency_key: format!("push-{}", now.version).parse().unwrap(),
                    by: vec!['W', 'B'],
                    seat: None,
                    kind: now.legal[0].parse().unwrap(),
                };
                // It may have ended just now.
                node.execute(&id, &command).await.unwrap();
            }
        };
        let ending = database.change(OperatorCommand::End(vec![id.clone()]));
        let ((), report) = tokio::join!(playing, ending);
        assert_eq!(report.done, slice::from_ref(&id), "{report:?}");
    }
    node.close().await.unwrap();
}

#[tokio::test]
async fn a_game_whose_node_has_ended_is_ended_as_well() {
    let database = Database::new().await;
    let node = service(database.open("a").await);
    let id = make(&node, "kuba", &[('W', HERE), ('B', HERE)], None).await;
    node.close().await.unwrap();
    let report = database
        .change(OperatorCommand::End(vec![id.clone()]))
        .await;
    assert_eq!(report.done, slice::from_ref(&id));
    // Another node goes on with it, as the command has given it up.
    let node = service(database.open("b").await);
    act(&node, &id, &['W'], "rematch".parse().unwrap()).await;
    node.close().await.unwrap();
}

#[tokio::test]
async fn damaged_games_are_named_by_a_check() {
    let database = Database::new().await;
    let node = service(database.open("a").await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(make(&node, "kuba", &[('W', HERE), ('B', HERE)], None).await);
    }
    node.close().await.unwrap();
    let (entry, plan) = (&ids[0], &ids[1]);
    database
        .run(&format!(
            "UPDATE parlor.entry SET happening = '{{' WHERE game = '{entry}';
             UPDATE parlor.game SET plan = '{{' WHERE id = '{plan}'"
        ))
        .await;
    let store = operator::read(&database.place()).await.unwrap();
    let (games, mut damaged) = operator::check(&*store, &mut |_| {}).await.unwrap();
    store.close().await.unwrap();
    damaged.sort();
    let mut expected = [
        (entry.clone(), "entry 1 has a broken happening"),
        (plan.clone(), "a broken plan"),
    ];
    expected.sort();
    assert_eq!(games, 3);
    assert_eq!(damaged.len(), 2, "{damaged:?}");
    for ((id, said), (wanted, words)) in damaged.iter().zip(&expected) {
        assert!(id == wanted && said.contains(words), "{id}: {said}");
    }
}

#[tokio::test]
async fn a_database_without_games_is_left_as_it_is() {
    let database = Database::new().await;
    let refused = operator::read(&database.place()).await.unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("no games are kept in it"), "{refused}");
    let wanted = OperatorCommand::End(vec!["2222222222222222".parse().unwrap()]);
    operator::change(&database.place(), &wanted)
        .await
        .unwrap_err();
    let schema = "SELECT FROM pg_namespace WHERE nspname = 'parlor'";
    let mut beside = database.beside().await;
    let found = sqlx::query(schema).fetch_optional(&mut beside).await;
    assert!(found.unwrap().is_none(), "nothing was made");
}

#[tokio::test]
async fn no_password_is_shown() {
    let place = |url: String| Place::Database(DatabaseUrl::from(url));
    let nowhere = at_server("nowhere").replacen("postgres@", "postgres:geheim@", 1);
    for url in [
        nowhere,
        "postgres://parlor:geheim@127.0.0.1:1/parlor".to_owned(),
        "postgres://parlor:geheim@/".to_owned(),
        "http://parlor:geheim@db/parlor".to_owned(),
    ] {
        let error = operator::read(&place(url)).await.unwrap_err();
        for shown in [error.to_string(), format!("{error:?}")] {
            assert!(!shown.contains("geheim"), "{shown}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_hidden_and_networks_blocked_next_to_a_node() {
    let database = Database::new().await;
    let node = service(database.open("a").await);
    let wanted = Wanted {
        game: "kuba".to_owned(),
        rules: None,
        clock: None,
        away_after: None,
        name: Some("Rude".to_owned()),
    };
    let from = |network: u8| Maker {
        is_program: false,
        browser: None,
        net: ClientNet::of(Some([198, 51, network, 7].into())),
        is_owner: false,
    };
    node.post_challenge(&wanted, from(1)).await.unwrap();
    node.look_at_lobby().await.unwrap();
    let rule = async |ruling| operator::rule(&database.place(), ruling).await.unwrap();
    let hide = Ruling::Hide(FoldedName::of("rude"));
    assert!(rule(hide.clone()).await);
    assert!(!rule(hide).await, "it is so already");
    node.look_at_lobby().await.unwrap();
    let listed = node.challenges().await.unwrap();
    assert_eq!(listed[0].posted.name.as_deref(), Some(UNNAMED));
    let network = "198.51.1.0/24".parse().unwrap();
    let until = Timestamp(SystemClock.now().0 + 60_000);
    assert!(rule(Ruling::Block(Block { network, until })).await);
    node.look_at_lobby().await.unwrap();
    assert!(node.challenges().await.unwrap().is_empty(), "withdrawn");
    let refused = node.post_challenge(&wanted, from(1)).await;
    assert!(
        matches!(
            refused,
            Err(ChallengeError::Create(CreateError::Blocked(_)))
        ),
        "{refused:?}"
    );
    assert!(rule(Ruling::Unblock(network)).await);
    node.look_at_lobby().await.unwrap();
    node.post_challenge(&wanted, from(1)).await.unwrap();
    node.close().await.unwrap();
}
