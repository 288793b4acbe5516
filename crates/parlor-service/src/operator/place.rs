//! Where games are: in the data folder of one server, or in a database that servers share.

use core::fmt;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::store::postgres::{PostgresOptions, PostgresStore, WhenEmpty, without_password};
use crate::store::shared::Membership;
use crate::store::{Store, StoreError};

/// The name of an operator's command among the nodes of a database.
const VISITOR: &str = "parlor-command";

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The data folder of a server.
    Folder(PathBuf),
    /// A PostgreSQL database.
    Database(DatabaseUrl),
}

/// The address of a database. It is shown without its password, and without its parameters.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl From<&Path> for Place {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

/// What has `://` is the address of a database, and anything else a folder.
impl From<OsString> for Place {
    fn from(text: OsString) -> Self {
        match text.into_string() {
            Ok(text) if text.contains("://") => Self::Database(DatabaseUrl(text)),
            Ok(text) => Self::Folder(text.into()),
            Err(text) => Self::Folder(text.into()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Database(url) => url.fmt(f),
        }
    }
}

impl From<String> for DatabaseUrl {
    fn from(url: String) -> Self {
        Self(url)
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_password(&self.0))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DatabaseUrl")
            .field(&self.to_string())
            .finish()
    }
}

impl DatabaseUrl {
    /// Opens the database next to the nodes that use it. It must have games, or have had some.
    pub(super) async fn visit(&self) -> Result<Box<dyn Store>, StoreError> {
        self.open_as(Membership::Visitor).await
    }

    /// The same to read it and nothing else, for which a standby will do.
    pub(super) async fn read(&self) -> Result<Box<dyn Store>, StoreError> {
        self.open_as(Membership::Reader).await
    }

    async fn open_as(&self, membership: Membership) -> Result<Box<dyn Store>, StoreError> {
        let options = PostgresOptions::new(&self.0, VISITOR, membership);
        Ok(Box::new(PostgresStore::open(options).await?))
    }

    /// Opens the database under a name, once no node uses it, and keeps all nodes out.
    pub(super) async fn occupy(
        &self,
        name: &str,
        when_empty: WhenEmpty,
    ) -> Result<PostgresStore, StoreError> {
        let options = PostgresOptions {
            when_empty,
            ..PostgresOptions::new(&self.0, name, Membership::Occupant)
        };
        PostgresStore::open(options).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_without_a_password() {
        for (text, shown) in [
            ("/var/lib/parlor", "/var/lib/parlor"),
            (
                "postgres://parlor:secret@db:5433/parlor?sslmode=require",
                "postgres://parlor@db:5433/parlor",
            ),
            (
                "postgresql://parlor@a,b/parlor?password=secret",
                "postgresql://parlor@a,b/parlor",
            ),
            (
                "postgres://parlor:sec/ret@db/parlor",
                "postgres://parlor@db/parlor",
            ),
            (
                "postgres://parlor:sec@ret@db/parlor",
                "postgres://parlor@db/parlor",
            ),
            ("postgres://parlor:sec?ret@db/parlor", "postgres://…"),
            ("postgres://db/parlor?password=sec@ret", "postgres://…"),
            (
                "mysql://parlor:secret@db/parlor",
                "mysql://parlor@db/parlor",
            ),
        ] {
            let place = Place::from(OsString::from(text));
            assert_eq!(place.to_string(), shown);
            assert!(!format!("{place:?}").contains("sec"), "{place:?}");
        }
    }
}
