//! What every store must do with reported names and blocked networks.

use std::collections::HashSet;

use parlor_service::client_net::{ClientNet, Prefix};
use parlor_service::store::Store;
use parlor_service::store::moderation::{
    Block, FoldedName, MOST_REPORTS, Moderated, ModerationWrite, NameDecision, REPORTED_WITHIN,
    ReportedName, WatchedName,
};
use parlor_table::timestamp::Timestamp;

use crate::checks::Shared;

/// A moment long after the beginning of time.
const NOW: Timestamp = Timestamp(1_800_000_000_000);

async fn moderate(store: &dyn Store, write: ModerationWrite) -> Moderated {
    store.moderation().moderate(write).await.unwrap()
}

fn network(number: u8) -> Prefix {
    ClientNet::of(Some([198, 51, number, 7].into())).widest()
}

async fn report(store: &dyn Store, name: &str, by: u8, at: Timestamp) -> Moderated {
    let report = ModerationWrite::Report {
        name: FoldedName::of(name),
        by: network(by),
        at,
    };
    moderate(store, report).await
}

async fn decide(store: &dyn Store, name: &str, decision: NameDecision) -> Moderated {
    let decided = ModerationWrite::Decide(FoldedName::of(name), decision);
    moderate(store, decided).await
}

async fn hidden(store: &dyn Store) -> HashSet<FoldedName> {
    store.moderation().rulings().await.unwrap().hidden
}

fn names(names: &[&str]) -> HashSet<FoldedName> {
    names.iter().map(|name| FoldedName::of(name)).collect()
}

pub(crate) async fn a_report_counts_once_for_a_network(store: Shared) {
    let odd = "O'Neil \u{1f3b2}; DROP TABLE";
    for by in [1, 1, 2, 1] {
        let known = by == 1
            && !store
                .moderation()
                .reported_names()
                .await
                .unwrap()
                .is_empty();
        let done = report(&*store, odd, by, NOW.before(REPORTED_WITHIN / 2)).await;
        assert_eq!(done == Moderated::Same, known);
    }
    assert_eq!(report(&*store, "Other", 3, NOW).await, Moderated::Done);
    assert!(hidden(&*store).await.is_empty());
    // However it is written.
    assert_eq!(
        report(&*store, " o'NEIL \u{1f3b2}; drop table", 3, NOW).await,
        Moderated::Done
    );
    assert_eq!(hidden(&*store).await, names(&[odd]));
    let name = |name: &str, reports| ReportedName {
        name: FoldedName::of(name),
        reports,
        last: Some(NOW),
        decision: None,
    };
    let listed = store.moderation().reported_names().await.unwrap();
    assert_eq!(listed, [name(odd, 3), name("other", 1)]);
    // Clients of unknown addresses count as one.
    for _ in 0..4 {
        let report = ModerationWrite::Report {
            name: FoldedName::of("other"),
            by: ClientNet::of(None).widest(),
            at: NOW,
        };
        moderate(&*store, report).await;
    }
    assert_eq!(hidden(&*store).await, names(&[odd]));
}

pub(crate) async fn reports_of_a_network_are_bounded(store: Shared) {
    let early = NOW.before(REPORTED_WITHIN / 2);
    for number in 0..MOST_REPORTS {
        let done = report(&*store, &format!("name {number}"), 1, early).await;
        assert_eq!(done, Moderated::Done);
    }
    assert_eq!(
        report(&*store, "one more", 1, NOW).await,
        Moderated::TooMany
    );
    assert_eq!(report(&*store, "name 0", 1, NOW).await, Moderated::Same);
    assert_eq!(report(&*store, "one more", 2, NOW).await, Moderated::Done);
    let later = Timestamp(NOW.0 + 3_600_000);
    assert_eq!(report(&*store, "one more", 1, later).await, Moderated::Done);
    let listed = store.moderation().reported_names().await.unwrap();
    assert_eq!(listed[0].name.as_str(), "one more");
    assert_eq!((listed[0].reports, listed[0].last), (2, Some(later)));
    assert_eq!(listed.len() as u64, MOST_REPORTS + 1);
}

pub(crate) async fn a_keeper_decides_about_a_name(store: Shared) {
    assert_eq!(
        decide(&*store, " Rude", NameDecision::Hidden).await,
        Moderated::Done
    );
    assert_eq!(
        decide(&*store, "rude", NameDecision::Hidden).await,
        Moderated::Same
    );
    assert_eq!(
        decide(&*store, "Ann", NameDecision::Shown).await,
        Moderated::Done
    );
    for by in 1..=5 {
        report(&*store, "ann", by, NOW).await;
        report(&*store, "eve", by, NOW).await;
    }
    assert_eq!(hidden(&*store).await, names(&["rude", "eve"]));
    let rulings = store.moderation().rulings().await.unwrap();
    assert!(rulings.shown.is_disjoint(&rulings.hidden));
    assert_eq!(
        decide(&*store, "Eve", NameDecision::Shown).await,
        Moderated::Done
    );
    assert_eq!(
        decide(&*store, "RUDE", NameDecision::Shown).await,
        Moderated::Done
    );
    assert_eq!(
        decide(&*store, "ann", NameDecision::Hidden).await,
        Moderated::Done
    );
    assert_eq!(hidden(&*store).await, names(&["ann"]));
    let listed = store.moderation().reported_names().await.unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|known| {
            (
                known.name.as_str(),
                known.reports,
                known.last,
                known.decision,
            )
        })
        .collect();
    let (shown, hidden) = (Some(NameDecision::Shown), Some(NameDecision::Hidden));
    assert_eq!(
        listed,
        [
            ("ann", 5, Some(NOW), hidden),
            ("eve", 5, Some(NOW), shown),
            ("rude", 0, None, shown)
        ]
    );
}

pub(crate) async fn a_keeper_takes_back_what_was_decided(store: Shared) {
    let undecide =
        async |name: &str| moderate(&*store, ModerationWrite::Undecide(FoldedName::of(name))).await;
    let listed = async || {
        let listed = store.moderation().reported_names().await.unwrap();
        let listed = listed.into_iter();
        let listed = listed.map(|known| (known.name.as_str().to_owned(), known.decision));
        listed.collect::<Vec<_>>()
    };
    assert_eq!(undecide("nobody").await, Moderated::Same);
    for by in 1..=3 {
        report(&*store, "eve", by, NOW).await;
    }
    report(&*store, "ann", 1, NOW).await;
    assert_eq!(undecide("eve").await, Moderated::Same);
    decide(&*store, "eve", NameDecision::Shown).await;
    decide(&*store, "ann", NameDecision::Hidden).await;
    decide(&*store, "rude", NameDecision::Hidden).await;
    assert_eq!(hidden(&*store).await, names(&["ann", "rude"]));
    // The reports count again, and what was neither reported nor decided on is not listed.
    for name in [" EVE", "Ann", "rude"] {
        assert_eq!(undecide(name).await, Moderated::Done);
        assert_eq!(undecide(name).await, Moderated::Same);
    }
    assert_eq!(hidden(&*store).await, names(&["eve"]));
    let both = [("eve".to_owned(), None), ("ann".to_owned(), None)];
    assert_eq!(listed().await, both);
    // Whoever has reported it has done so.
    assert_eq!(report(&*store, "eve", 1, NOW).await, Moderated::Same);
    decide(&*store, "rude", NameDecision::Shown).await;
    assert_eq!(listed().await.last().unwrap().0, "rude");
}

pub(crate) async fn a_name_comes_from_another_store_with_its_reports(store: Shared) {
    let name = |name: &str, reports: Vec<(Prefix, Timestamp)>, decision| WatchedName {
        known: ReportedName {
            name: FoldedName::of(name),
            reports: reports.len() as u64,
            last: reports.iter().map(|(_, at)| *at).max(),
            decision,
        },
        reports,
    };
    let add =
        async |name: &WatchedName| moderate(&*store, ModerationWrite::Add(name.clone())).await;
    // In the order of their texts, which is not that of numbers.
    let three = vec![
        (network(1), NOW),
        (network(10), Timestamp(9)),
        (network(2), NOW),
    ];
    let odd = name("o'neil \u{1f3b2}", three, None);
    let nobody = (ClientNet::of(None).widest(), Timestamp(7));
    let shown = name("ann", vec![nobody], Some(NameDecision::Shown));
    let unreported = name("rude", Vec::new(), Some(NameDecision::Hidden));
    for name in [&odd, &shown, &unreported] {
        assert_eq!(add(name).await, Moderated::Done);
        assert_eq!(add(name).await, Moderated::Same);
    }
    let watched = async || store.moderation().watched_names().await.unwrap();
    let all = [shown.clone(), odd.clone(), unreported.clone()];
    assert_eq!(watched().await, all);
    assert_eq!(hidden(&*store).await, names(&["o'neil \u{1f3b2}", "rude"]));
    // What is here stays as it is.
    let other = name("ann", vec![(network(5), NOW)], Some(NameDecision::Hidden));
    assert_eq!(add(&other).await, Moderated::Same);
    assert_eq!(watched().await, all);
    // The reports are those of their networks, and are forgotten in their time.
    assert_eq!(
        report(&*store, "O'Neil \u{1f3b2}", 10, NOW).await,
        Moderated::Same
    );
    let forget = ModerationWrite::Forget {
        reported: Timestamp(10),
        blocked: Timestamp(0),
    };
    assert_eq!(moderate(&*store, forget).await, Moderated::Done);
    assert_eq!(hidden(&*store).await, names(&["rude"]));
    let reports: Vec<u64> = watched()
        .await
        .iter()
        .map(|name| name.known.reports)
        .collect();
    assert_eq!(reports, [0, 2, 0]);
}

pub(crate) async fn reports_count_for_a_time(store: Shared) {
    let forget = async |reported: u64| {
        let forget = ModerationWrite::Forget {
            reported: Timestamp(reported),
            blocked: Timestamp(0),
        };
        moderate(&*store, forget).await
    };
    for by in 1..=3 {
        report(&*store, "eve", by, Timestamp(100 * u64::from(by))).await;
    }
    report(&*store, "old", 1, Timestamp(50)).await;
    decide(&*store, "rude", NameDecision::Hidden).await;
    assert_eq!(forget(50).await, Moderated::Same);
    assert_eq!(hidden(&*store).await, names(&["eve", "rude"]));
    assert_eq!(forget(150).await, Moderated::Done);
    assert_eq!(hidden(&*store).await, names(&["rude"]));
    let listed = store.moderation().reported_names().await.unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|known| (known.name.as_str(), known.reports))
        .collect();
    assert_eq!(listed, [("eve", 2), ("rude", 0)]);
    // Whose report is forgotten may report anew.
    assert_eq!(
        report(&*store, "eve", 1, Timestamp(400)).await,
        Moderated::Done
    );
    assert_eq!(hidden(&*store).await, names(&["eve", "rude"]));
}

pub(crate) async fn networks_are_blocked_until_a_time(store: Shared) {
    let block = |network: &str, until| Block {
        network: network.parse().unwrap(),
        until: Timestamp(until),
    };
    let put = async |block| moderate(&*store, ModerationWrite::Block(block)).await;
    let blocks = async || store.moderation().rulings().await.unwrap().blocks;
    assert_eq!(put(block("192.0.2.0/24", 10)).await, Moderated::Done);
    assert_eq!(put(block("192.0.2.0/24", 10)).await, Moderated::Same);
    assert_eq!(put(block("2001:db8::/48", 30)).await, Moderated::Done);
    assert_eq!(put(block("192.0.2.0/24", 20)).await, Moderated::Done);
    assert_eq!(
        blocks().await,
        [block("2001:db8::/48", 30), block("192.0.2.0/24", 20)]
    );
    let lifted = ModerationWrite::Unblock("192.0.2.0/24".parse().unwrap());
    assert_eq!(moderate(&*store, lifted.clone()).await, Moderated::Done);
    assert_eq!(moderate(&*store, lifted).await, Moderated::Same);
    put(block("10.0.0.0/8", 5)).await;
    let forget = ModerationWrite::Forget {
        reported: Timestamp(0),
        blocked: Timestamp(6),
    };
    moderate(&*store, forget).await;
    assert_eq!(blocks().await, [block("2001:db8::/48", 30)]);
}
