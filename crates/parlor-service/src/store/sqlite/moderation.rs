//! Reported names and blocked networks in the file.

use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_as, query_scalar};

use super::SqliteStore;
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
    connection: &mut SqliteConnection,
    write: &ModerationWrite,
) -> Result<Moderated, sqlx::Error> {
    let changed = match write {
        ModerationWrite::Report { name, by, at } => {
            let (name, by) = (name.as_str(), by.to_string());
            let known: Option<i64> =
                query_scalar("SELECT 1 FROM name_report WHERE name = ? AND net = ?")
                    .bind(name)
                    .bind(&by)
                    .fetch_optional(&mut *connection)
                    .await?;
            if known.is_some() {
                return Ok(Moderated::Same);
            }
            let reports: i64 =
                query_scalar("SELECT count(*) FROM name_report WHERE net = ? AND at > ?")
                    .bind(&by)
                    .bind(signed(at.before(REPORTED_WITHIN).0))
                    .fetch_one(&mut *connection)
                    .await?;
            if unsigned(reports) >= MOST_REPORTS {
                return Ok(Moderated::TooMany);
            }
            query("INSERT INTO name_report (name, net, at) VALUES (?, ?, ?)")
                .bind(name)
                .bind(&by)
                .bind(signed(at.0))
                .execute(&mut *connection)
                .await?;
            query(
                "INSERT INTO reported_name (name, reports, last) VALUES (?1, 1, ?2)
                 ON CONFLICT (name) DO UPDATE SET
                     reports = reports + 1, last = max(coalesce(last, 0), ?2)",
            )
            .bind(name)
            .bind(signed(at.0))
            .execute(connection)
            .await?
        }
        ModerationWrite::Decide(name, decision) => {
            query(
                "INSERT INTO reported_name (name, reports, decision) VALUES (?1, 0, ?2)
                 ON CONFLICT (name) DO UPDATE SET decision = ?2 WHERE decision IS NOT ?2",
            )
            .bind(name.as_str())
            .bind(decision.as_str())
            .execute(connection)
            .await?
        }
        ModerationWrite::Undecide(name) => {
            let undecided = query(
                "UPDATE reported_name SET decision = NULL WHERE name = ? AND decision IS NOT NULL",
            )
            .bind(name.as_str())
            .execute(&mut *connection)
            .await?;
            query("DELETE FROM reported_name WHERE name = ? AND reports = 0 AND decision IS NULL")
                .bind(name.as_str())
                .execute(connection)
                .await?;
            undecided
        }
        ModerationWrite::Add(WatchedName { known, reports }) => {
            let name = known.name.as_str();
            let added = query(
                "INSERT INTO reported_name (name, reports, last, decision) VALUES (?, ?, ?, ?)
                 ON CONFLICT (name) DO NOTHING",
            )
            .bind(name)
            .bind(signed(known.reports))
            .bind(known.last.map(|last| signed(last.0)))
            .bind(known.decision.map(NameDecision::as_str))
            .execute(&mut *connection)
            .await?;
            if added.rows_affected() > 0 {
                for (net, at) in reports {
                    query("INSERT INTO name_report (name, net, at) VALUES (?, ?, ?)")
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
                "INSERT INTO blocked_network (network, until) VALUES (?1, ?2)
                 ON CONFLICT (network) DO UPDATE SET until = ?2 WHERE until <> ?2",
            )
            .bind(block.network.to_string())
            .bind(signed(block.until.0))
            .execute(connection)
            .await?
        }
        ModerationWrite::Unblock(network) => {
            query("DELETE FROM blocked_network WHERE network = ?")
                .bind(network.to_string())
                .execute(connection)
                .await?
        }
        ModerationWrite::Forget { reported, blocked } => {
            query("DELETE FROM blocked_network WHERE until < ?")
                .bind(signed(blocked.0))
                .execute(&mut *connection)
                .await?;
            let forgotten = query("DELETE FROM name_report WHERE at < ?")
                .bind(signed(reported.0))
                .execute(&mut *connection)
                .await?;
            if forgotten.rows_affected() > 0 {
                query(
                    "UPDATE reported_name SET reports = (
                         SELECT count(*) FROM name_report WHERE name = reported_name.name
                     )",
                )
                .execute(&mut *connection)
                .await?;
                query("DELETE FROM reported_name WHERE reports = 0 AND decision IS NULL")
                    .execute(connection)
                    .await?;
            }
            forgotten
        }
    };
    Ok(Moderated::when_changed(changed.rows_affected()))
}

impl SqliteStore {
    pub(super) async fn read_reported_names(&self) -> Result<Vec<ReportedName>, RowError> {
        let names: Vec<NameRow> = query_as(
            "SELECT name, reports, last, decision FROM reported_name
             ORDER BY reports DESC, last DESC, name",
        )
        .fetch_all(&self.readers)
        .await?;
        let names = names.into_iter().map(rows::reported_name);
        Ok(names.collect::<Result<_, _>>()?)
    }

    pub(super) async fn read_watched_names(&self) -> Result<Vec<WatchedName>, RowError> {
        let mut reading = self.readers.begin().await?;
        let names: Vec<NameRow> =
            query_as("SELECT name, reports, last, decision FROM reported_name")
                .fetch_all(&mut *reading)
                .await?;
        let reports: Vec<ReportRow> =
            query_as("SELECT name, net, at FROM name_report ORDER BY name, net")
                .fetch_all(&mut *reading)
                .await?;
        reading.rollback().await?;
        Ok(rows::watched_names(names, reports)?)
    }

    pub(super) async fn read_rulings(&self) -> Result<Rulings, RowError> {
        let hidden: Vec<String> = query_scalar(
            "SELECT name FROM reported_name
             WHERE decision = 'hidden' OR (decision IS NULL AND reports >= 3)",
        )
        .fetch_all(&self.readers)
        .await?;
        let shown: Vec<String> =
            query_scalar("SELECT name FROM reported_name WHERE decision = 'shown'")
                .fetch_all(&self.readers)
                .await?;
        let blocks: Vec<BlockRow> =
            query_as("SELECT network, until FROM blocked_network ORDER BY until DESC, network")
                .fetch_all(&self.readers)
                .await?;
        Ok(rows::rulings(&hidden, &shown, blocks)?)
    }
}
