//! Reported names and blocked networks in the database.

use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};

use crate::store::columns::{signed, unsigned};
use crate::store::moderation::{
    HIDES, MOST_REPORTS, Moderated, ModerationWrite, NameDecision, REPORTED_WITHIN, ReportedName,
    Rulings, WatchedName,
};
use crate::store::rows::{self, BlockRow, NameRow, ReportRow, RowError};

/// The statement has it, as the index that it uses does.
const _: () = assert!(HIDES == 3);

/// Does what is wanted; returns what became of it.
pub(super) async fn write(
    connection: &mut PgConnection,
    write: &ModerationWrite,
) -> Result<Moderated, sqlx::Error> {
    let changed = match write {
        ModerationWrite::Report { name, by, at } => {
            let (name, by) = (name.as_str(), by.to_string());
            let reports: i64 = query_scalar(
                "SELECT count(*) FROM parlor.name_report WHERE net = $1 AND at > $2 AND name <> $3",
            )
            .bind(&by)
            .bind(signed(at.before(REPORTED_WITHIN).0))
            .bind(name)
            .fetch_one(&mut *connection)
            .await?;
            if unsigned(reports) >= MOST_REPORTS {
                return Ok(Moderated::TooMany);
            }
            // Of two nodes that are told at once, the second waits here and finds it done.
            let new = query(
                "INSERT INTO parlor.name_report (name, net, at) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING",
            )
            .bind(name)
            .bind(&by)
            .bind(signed(at.0))
            .execute(&mut *connection)
            .await?;
            if new.rows_affected() == 0 {
                return Ok(Moderated::Same);
            }
            query(
                "INSERT INTO parlor.reported_name AS known (name, reports, last) VALUES ($1, 1, $2)
                 ON CONFLICT (name) DO UPDATE SET
                     reports = known.reports + 1, last = greatest(known.last, $2)",
            )
            .bind(name)
            .bind(signed(at.0))
            .execute(connection)
            .await?
        }
        ModerationWrite::Decide(name, decision) => {
            query(
                "INSERT INTO parlor.reported_name AS known (name, reports, decision)
                 VALUES ($1, 0, $2)
                 ON CONFLICT (name) DO UPDATE SET decision = $2
                 WHERE known.decision IS DISTINCT FROM $2",
            )
            .bind(name.as_str())
            .bind(decision.as_str())
            .execute(connection)
            .await?
        }
        ModerationWrite::Undecide(name) => {
            let undecided = query(
                "UPDATE parlor.reported_name SET decision = NULL
                 WHERE name = $1 AND decision IS NOT NULL",
            )
            .bind(name.as_str())
            .execute(&mut *connection)
            .await?;
            query(
                "DELETE FROM parlor.reported_name
                 WHERE name = $1 AND reports = 0 AND decision IS NULL",
            )
            .bind(name.as_str())
            .execute(connection)
            .await?;
            undecided
        }
        ModerationWrite::Add(WatchedName { known, reports }) => {
            let name = known.name.as_str();
            let added = query(
                "INSERT INTO parlor.reported_name (name, reports, last, decision)
                 VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING",
            )
            .bind(name)
            .bind(signed(known.reports))
            .bind(known.last.map(|last| signed(last.0)))
            .bind(known.decision.map(NameDecision::as_str))
            .execute(&mut *connection)
            .await?;
            if added.rows_affected() > 0 {
                for (net, at) in reports {
                    query("INSERT INTO parlor.name_report (name, net, at) VALUES ($1, $2, $3)")
                        .bind(name)
                        .bind(net.to_string())
                        .bind(signed(at.0))
                        .execute(&mut *connection)
                        .await?;
                }
            }
            added
        }
        ModerationWrite::Block(block) => {
            query(
                "INSERT INTO parlor.blocked_network AS known (network, until) VALUES ($1, $2)
                 ON CONFLICT (network) DO UPDATE SET until = $2 WHERE known.until <> $2",
            )
            .bind(block.network.to_string())
            .bind(signed(block.until.0))
            .execute(connection)
            .await?
        }
        ModerationWrite::Unblock(network) => {
            query("DELETE FROM parlor.blocked_network WHERE network = $1")
                .bind(network.to_string())
                .execute(connection)
                .await?
        }
        ModerationWrite::Forget { reported, blocked } => {
            query("DELETE FROM parlor.blocked_network WHERE until < $1")
                .bind(signed(blocked.0))
                .execute(&mut *connection)
                .await?;
            let forgotten = query("DELETE FROM parlor.name_report WHERE at < $1")
                .bind(signed(reported.0))
                .execute(&mut *connection)
                .await?;
            if forgotten.rows_affected() > 0 {
                query(
                    "UPDATE parlor.reported_name AS known SET reports = (
                         SELECT count(*) FROM parlor.name_report AS report
                         WHERE report.name = known.name
                     )",
                )
                .execute(&mut *connection)
                .await?;
                query("DELETE FROM parlor.reported_name WHERE reports = 0 AND decision IS NULL")
                    .execute(connection)
                    .await?;
            }
            forgotten
        }
    };
    Ok(Moderated::when_changed(changed.rows_affected()))
}

pub(super) async fn reported_names(
    connection: &mut PgConnection,
) -> Result<Vec<ReportedName>, RowError> {
    let names: Vec<NameRow> = query_as(
        "SELECT name, reports, last, decision FROM parlor.reported_name
         ORDER BY reports DESC, last DESC NULLS LAST, name",
    )
    .fetch_all(connection)
    .await?;
    let names = names.into_iter().map(rows::reported_name);
    Ok(names.collect::<Result<_, _>>()?)
}

pub(super) async fn watched_names(
    connection: &mut PgConnection,
) -> Result<Vec<WatchedName>, RowError> {
    let names: Vec<NameRow> =
        query_as("SELECT name, reports, last, decision FROM parlor.reported_name")
            .fetch_all(&mut *connection)
            .await?;
    let reports: Vec<ReportRow> =
        query_as("SELECT name, net, at FROM parlor.name_report ORDER BY name, net COLLATE \"C\"")
            .fetch_all(connection)
            .await?;
    Ok(rows::watched_names(names, reports)?)
}

pub(super) async fn rulings(connection: &mut PgConnection) -> Result<Rulings, RowError> {
    let hidden: Vec<String> = query_scalar(
        "SELECT name FROM parlor.reported_name
         WHERE decision = 'hidden' OR (decision IS NULL AND reports >= 3)",
    )
    .fetch_all(&mut *connection)
    .await?;
    let shown: Vec<String> =
        query_scalar("SELECT name FROM parlor.reported_name WHERE decision = 'shown'")
            .fetch_all(&mut *connection)
            .await?;
    let blocks: Vec<BlockRow> =
        query_as("SELECT network, until FROM parlor.blocked_network ORDER BY until DESC, network")
            .fetch_all(connection)
            .await?;
    Ok(rows::rulings(&hidden, &shown, blocks)?)
}
