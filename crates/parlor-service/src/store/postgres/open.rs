//! Opening a database: nothing is written to it before it is known to be ours and of a format that this
//! program can use.

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, query_as, query_scalar, raw_sql};

use super::{WhenEmpty, failure};
use crate::store::StoreError;

/// The number of the format that is written here: the schema and all steps.
const FORMAT: i64 = 3;

/// The oldest server that has what the statements use.
const OLDEST_SERVER: i32 = 130_000;

/// Held while the format is looked at and changed, so that of several nodes that start one does it.
const LOCK: &str = "SELECT pg_advisory_xact_lock(1348563564)"; // "Parl"

/// How a database of each older format becomes one of the next, with nodes of the older program
/// running. A new database takes all of them.
const STEPS: [&str; 2] = [
    include_str!("from_1_to_2.sql"),
    include_str!("from_2_to_3.sql"),
];

/// Makes the tables if there are none and that is wanted, and brings older ones up to date.
///
/// # Errors
/// [`StoreError::CannotOpen`] if it is another program's or a newer one's.
pub(super) async fn prepare(
    store: &str,
    connection: &mut PgConnection,
    when_empty: WhenEmpty,
) -> Result<(), StoreError> {
    let failed = |error: sqlx::Error| failure::not_opened(store, &error);
    let cannot = |reason: String| {
        Err(StoreError::CannotOpen {
            store: store.to_owned(),
            reason,
        })
    };
    let (server, encoding): (i32, String) = query_as(
        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding')",
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(failed)?;
    if server < OLDEST_SERVER {
        return cannot(format!(
            "its server is PostgreSQL {}; {} or newer is needed",
            server / 10_000,
            OLDEST_SERVER / 10_000
        ));
    }
    if encoding != "UTF8" {
        return cannot(format!(
            "its encoding is {encoding}; create one with `createdb --encoding UTF8 --template \
             template0`"
        ));
    }
    let mut transaction = connection.begin().await.map_err(failed)?;
    transaction.execute(LOCK).await.map_err(failed)?;
    let (has_schema, has_state): (bool, bool) = query_as(
        "SELECT to_regnamespace('parlor') IS NOT NULL, to_regclass('parlor.state') IS NOT NULL",
    )
    .fetch_one(&mut *transaction)
    .await
    .map_err(failed)?;
    let format = if !has_schema {
        if when_empty == WhenEmpty::Refuse {
            return cannot(EMPTY.to_owned());
        }
        let made = raw_sql(include_str!("schema.sql"))
            .execute(&mut *transaction)
            .await;
        made.map_err(failed)?;
        1
    } else if has_state {
        let format = number("format", &mut transaction).await.map_err(failed)?;
        let reader = number("reader", &mut transaction).await.map_err(failed)?;
        match (format, reader) {
            (Some(format @ 1..), Some(..=FORMAT)) => format,
            (Some(format), Some(_)) => {
                return cannot(format!(
                    "its format is {format}, and this program knows {FORMAT}; use the version of \
                     the program that wrote it, or a newer one"
                ));
            }
            _ => return cannot(FOREIGN.to_owned()),
        }
    } else {
        return cannot(FOREIGN.to_owned());
    };
    let known = usize::try_from(format - 1).unwrap_or(usize::MAX);
    for step in STEPS.iter().skip(known) {
        let taken = raw_sql(*step).execute(&mut *transaction).await;
        taken.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// Why a database without tables is not used.
const EMPTY: &str = "no games are kept in it; name the database that `parlor serve` was given by \
     --database-url";

/// Why a database of another program is not used.
const FOREIGN: &str = "its schema `parlor` is another program's; name another database";

/// A number in the table of states; `None` if it is not there or is none.
async fn number(name: &str, connection: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    let value = "SELECT value FROM parlor.state WHERE name = $1";
    let value: Option<String> = query_scalar(value)
        .bind(name)
        .fetch_optional(connection)
        .await?;
    Ok(value.and_then(|value| value.parse().ok()))
}

/// Whether this program may still use the database: a newer one may have said meanwhile that it must
/// not.
pub(super) async fn may_go_on(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    Ok(number("reader", connection)
        .await?
        .is_some_and(|reader| reader <= FORMAT))
}
