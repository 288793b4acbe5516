//! Moving all games from one place to another: from the data folder of a server into a database, from
//! a database into a folder, or between two of a kind.
//!
//! What keepers watch over in the lobby goes along; its challenges do not.
//!
//! No server may use either place meanwhile. A game is written so that its last entry comes last: so
//! what an interrupted copy has left of it is known by that, and is completed when the copy is run
//! again.

use core::pin::pin;
use std::fs;
use std::path::Path;

use futures_util::stream::{self, StreamExt as _};

use super::keeping::{self, CopiedKeeping};
use super::place::{DatabaseUrl, Place};
use super::{OperatorError, ReplayProgress, all, contested, disagreement, file_in, table, take};
use crate::store::postgres::WhenEmpty;
use crate::store::shared::Epoch;
use crate::store::sqlite::{FILE, Lock, SqliteStore};
use crate::store::{Append, Appended, Created, Holding, NewGame, Store, StoreError, StoredGame};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;

/// The name of a copy among the nodes of a database.
const NODE: &str = "parlor-copy";

/// The number of games copied at a time, since a store writes them together.
const AT_ONCE: usize = 16;

/// The outcome of [`copy`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// The number of games that were written, and read back as they are in the source.
    pub games: usize,
    /// The number of their entries.
    pub entries: u64,
    /// The number of games that were in the target before, and are as they are in the source.
    pub found: usize,
    /// The number of their entries.
    pub found_entries: u64,
    /// The games of the source that cannot be replayed, and why. They are not copied.
    pub damaged: Vec<(GameId, String)>,
    /// The games of the target that differ from those of the source, and how. They are as they were.
    pub differing: Vec<(GameId, String)>,
    /// What became of what keepers watch over in the lobby.
    pub keeping: CopiedKeeping,
}

/// All that is stored of a game.
#[derive(Clone, Debug)]
struct WholeGame {
    game: StoredGame,
    holdings: Vec<Holding>,
    invitation: Option<(KeyHash, Vec<char>)>,
    entries: Vec<LogEntry>,
}

/// What became of a game.
enum Outcome {
    /// It was written, with so many entries.
    Written(u64),
    /// It was there, with so many entries.
    Found(u64),
    /// It cannot be replayed.
    Damaged(String),
    /// Another of its id is in the target.
    Differs(String),
    /// It has been deleted since it was listed.
    Gone,
}

/// One side of a copy, which no server uses as long as this is there.
struct Side {
    store: Box<dyn Store>,
    _lock: Option<Lock>,
}

impl Side {
    /// The games to be copied.
    async fn source(place: &Place) -> Result<Self, OperatorError> {
        match place {
            Place::Folder(folder) => {
                let file = file_in(folder)?;
                let lock = Lock::take(&file)?;
                Ok(Self {
                    store: Box::new(SqliteStore::open_read_only(&file).await?),
                    _lock: Some(lock),
                })
            }
            Place::Database(url) => Self::database(url, WhenEmpty::Refuse).await,
        }
    }

    /// Where games are copied to.
    async fn target(place: &Place) -> Result<Self, OperatorError> {
        match place {
            Place::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|reason| OperatorError::Target {
                    path: folder.clone(),
                    reason,
                })?;
                Ok(Self {
                    store: Box::new(SqliteStore::open(&folder.join(FILE)).await?),
                    _lock: None,
                })
            }
            Place::Database(url) => Self::database(url, WhenEmpty::MakeTables).await,
        }
    }

    async fn database(url: &DatabaseUrl, when_empty: WhenEmpty) -> Result<Self, OperatorError> {
        Ok(Self {
            store: Box::new(url.occupy(NODE, when_empty).await?),
            _lock: None,
        })
    }
}

/// Copies all games of a place to another one, with who holds their seats, their invitations and the
/// secret of receipts, and what keepers watch over in the lobby, and compares what is written; `progress` gets the share that is done. No server
/// may use either place.
///
/// # Errors
/// When a place is in use or cannot be read or written, or the target signs receipts by another secret.
/// Then what was copied so far stays.
pub async fn copy(
    from: &Place,
    to: &Place,
    progress: ReplayProgress<'_>,
) -> Result<Copied, OperatorError> {
    if is_same(from, to) {
        return Err(OperatorError::SamePlace(to.to_string()));
    }
    let source = Side::source(from).await?;
    let copied = match Side::target(to).await {
        Ok(target) => {
            let copied = copy_all(&*source.store, &*target.store, progress).await;
            let closed = target.store.close().await;
            copied.and_then(|copied| closed.map(|()| copied).map_err(OperatorError::from))
        }
        Err(error) => Err(error),
    };
    // It was read only: what is answered for is in the target.
    let closed = source.store.close().await;
    let copied = copied?;
    closed?;
    Ok(copied)
}

/// Whether two places are one.
fn is_same(from: &Place, to: &Place) -> bool {
    let real = |folder: &Path| fs::canonicalize(folder).ok();
    match (from, to) {
        (Place::Folder(from), Place::Folder(to)) => {
            from == to || real(from).is_some_and(|from| Some(from) == real(to))
        }
        _ => from == to,
    }
}

/// Copies all games of a store into another one, which nobody else uses.
pub(super) async fn copy_all(
    source: &dyn Store,
    target: &dyn Store,
    progress: ReplayProgress<'_>,
) -> Result<Copied, OperatorError> {
    let games = all(source).await?;
    let there = all(target).await?;
    copy_secret(source, target).await?;
    let mut copied = Copied::default();
    let outcomes = stream::iter(&games).map(async |(id, is_over)| {
        let outcome = copy_game(source, target, id, *is_over, end_of(&there, id)).await;
        outcome.map(|outcome| (id, outcome))
    });
    let mut outcomes = pin!(outcomes.buffered(AT_ONCE));
    let mut written = Vec::new();
    let mut done = 0;
    while let Some(outcome) = outcomes.next().await {
        match outcome? {
            (id, Outcome::Written(entries)) => {
                copied.games += 1;
                copied.entries += entries;
                written.push(id);
            }
            (_, Outcome::Found(entries)) => {
                copied.found += 1;
                copied.found_entries += entries;
            }
            (id, Outcome::Damaged(reason)) => copied.damaged.push((id.clone(), reason)),
            (id, Outcome::Differs(how)) => copied.differing.push((id.clone(), how)),
            (_, Outcome::Gone) => {}
        }
        done += 1;
        progress(f64::from(done) / games.len() as f64);
    }
    check_ends(target, &games, &written).await?;
    copied.keeping = keeping::copy(source, target).await?;
    Ok(copied)
}

/// Whether a game is over, of those in the order of their ids; `None` if it is none of them.
fn end_of(games: &[(GameId, bool)], id: &GameId) -> Option<bool> {
    let place = games.binary_search_by(|(known, _)| known.cmp(id)).ok()?;
    Some(games[place].1)
}

/// Has the target sign receipts by the secret of the source, if that has one.
async fn copy_secret(source: &dyn Store, target: &dyn Store) -> Result<(), OperatorError> {
    let Some(secret) = source.stored_secret_of_receipts().await? else {
        return Ok(());
    };
    let stored = match target.stored_secret_of_receipts().await? {
        Some(stored) => stored,
        None => target.secret_of_receipts(secret).await?,
    };
    if stored == secret {
        Ok(())
    } else {
        Err(OperatorError::OtherReceipts)
    }
}

/// Makes sure that the games that were written are over in the target if they are so in the source.
async fn check_ends(
    target: &dyn Store,
    games: &[(GameId, bool)],
    written: &[&GameId],
) -> Result<(), OperatorError> {
    let now = all(target).await?;
    for &id in written {
        if end_of(games, id) != end_of(&now, id) {
            return Err(OperatorError::WronglyCopied {
                game: id.clone(),
                what: "whether it is over".to_owned(),
            });
        }
    }
    Ok(())
}

/// Copies a game, or compares it with what is in the target: `there` is whether that is over, if it is
/// there.
async fn copy_game(
    source: &dyn Store,
    target: &dyn Store,
    id: &GameId,
    is_over: bool,
    there: Option<bool>,
) -> Result<Outcome, OperatorError> {
    let game = match read_sound(source, id, is_over).await {
        Ok(Some(game)) => game,
        Ok(None) => return Ok(Outcome::Gone),
        Err(StoreError::Damaged { reason, .. }) => return Ok(Outcome::Damaged(reason)),
        Err(error) => return Err(error.into()),
    };
    let entries = game.entries.len() as u64;
    if let Some(is_over_there) = there {
        let found = match read(target, id).await {
            Ok(found) => found,
            Err(StoreError::Damaged { reason, .. }) => {
                return Ok(Outcome::Differs(format!("it is damaged there: {reason}")));
            }
            Err(error) => return Err(error.into()),
        };
        // It was listed, and nobody else uses the target.
        let Some(found) = found else {
            return Ok(Outcome::Gone);
        };
        match game.difference(&found) {
            None if is_over == is_over_there => return Ok(Outcome::Found(entries)),
            None if is_over => return Ok(Outcome::Differs("it goes on there".to_owned())),
            None => return Ok(Outcome::Differs("it is over there".to_owned())),
            Some(_) if !is_over_there && game.was_interrupted_at(&found) => {}
            Some(how) => return Ok(Outcome::Differs(how)),
        }
    } else if let Some(refused) = begin(target, id, &game).await? {
        return Ok(refused);
    }
    complete(target, id, &game, is_over).await?;
    let wrong = match read(target, id).await? {
        Some(written) => game.difference(&written),
        None => Some("it is not there".to_owned()),
    };
    match wrong {
        None => Ok(Outcome::Written(entries)),
        Some(what) => Err(OperatorError::WronglyCopied {
            game: id.clone(),
            what,
        }),
    }
}

/// All of a game that can be replayed; `None` if there is no such game.
async fn read_sound(
    store: &dyn Store,
    id: &GameId,
    is_over: bool,
) -> Result<Option<WholeGame>, StoreError> {
    let Some(table) = table(store, id).await? else {
        return Ok(None);
    };
    if let Some(reason) = disagreement(&*table, is_over) {
        return Err(StoreError::Damaged {
            store: format!("game {id}"),
            reason,
        });
    }
    read(store, id).await
}

/// All of a game; `None` if there is no such game.
async fn read(store: &dyn Store, id: &GameId) -> Result<Option<WholeGame>, StoreError> {
    let Some(game) = store.game(id).await? else {
        return Ok(None);
    };
    Ok(Some(WholeGame {
        game,
        holdings: store.holdings_of(id).await?,
        invitation: store.invitation_to(id).await?,
        entries: store.entries(id, 0).await?,
    }))
}

/// Stores a game without its last entry, unless that is its only one; else why it is not stored.
async fn begin(
    target: &dyn Store,
    id: &GameId,
    game: &WholeGame,
) -> Result<Option<Outcome>, OperatorError> {
    let new = NewGame {
        id: id.clone(),
        config: game.game.config.clone(),
        secret: game.game.secret,
        keys: game.game.keys.clone(),
        entries: game.entries[..game.first_written()].to_vec(),
        // They hold their seats since other moments than the first.
        holders: Vec::new(),
        invite: game.invitation.clone(),
        follows: None,
        pairs: Vec::new(),
    };
    match target.create(new).await {
        Ok(Created::Done) => Ok(None),
        Ok(Created::CodeTaken) => {
            let how = "the code of its invitation leads to another game there";
            Ok(Some(Outcome::Differs(how.to_owned())))
        }
        Ok(Created::Exists | Created::Stale) => Err(contested(id).into()),
        // It could not have been written so either.
        Err(StoreError::InvalidEntry { reason, .. }) => Ok(Some(Outcome::Damaged(reason))),
        Err(error) => Err(error.into()),
    }
}

/// Stores what a game that was begun lacks: who holds its seats, and then its last entry.
async fn complete(
    target: &dyn Store,
    id: &GameId,
    game: &WholeGame,
    is_over: bool,
) -> Result<(), OperatorError> {
    for holding in &game.holdings {
        target.hold(holding.clone()).await?;
    }
    for entry in &game.entries[game.first_written()..] {
        let epoch: Option<Epoch> = take(target, id).await?;
        let append = Append {
            game: id.clone(),
            entry: entry.clone(),
            ends: is_over,
            epoch: epoch.unwrap_or_default(),
        };
        if target.append(append).await? != Appended::Done {
            return Err(contested(id).into());
        }
    }
    Ok(())
}

impl WholeGame {
    /// The number of entries that are written before anything else.
    fn first_written(&self) -> usize {
        match self.entries.len() {
            0 | 1 => self.entries.len(),
            all => all - 1,
        }
    }

    /// How what is stored elsewhere differs; `None` if it does not.
    fn difference(&self, other: &Self) -> Option<String> {
        let (one, two) = (&self.game, &other.game);
        let parts = [
            (one.config != two.config, "its configuration"),
            (one.secret != two.secret, "the secret of its dice"),
            (one.keys != two.keys, "the keys of its seats"),
            (one.holders != two.holders, "who holds its seats"),
            (
                self.holdings != other.holdings,
                "since when its seats are held",
            ),
            (self.invitation != other.invitation, "its invitation"),
        ];
        if let Some((_, what)) = parts.into_iter().find(|(differs, _)| *differs) {
            return Some(format!("{what} differs"));
        }
        let pairs = self.entries.iter().zip(&other.entries);
        if let Some((entry, _)) = pairs.into_iter().find(|(one, two)| one != two) {
            return Some(format!("entry {} differs", entry.version));
        }
        let (here, there) = (self.entries.len(), other.entries.len());
        (here != there).then(|| format!("it has {there} entries there instead of {here}"))
    }

    /// Whether something is what a copy leaves of this game that is interrupted after it was begun.
    fn was_interrupted_at(&self, left: &Self) -> bool {
        let is_held = |holding: &Holding| self.holdings.contains(holding);
        self.game.config == left.game.config
            && self.game.secret == left.game.secret
            && self.game.keys == left.game.keys
            && self.invitation == left.invitation
            && self.entries[..self.first_written()] == left.entries[..]
            && left.holdings.iter().all(is_held)
    }
}
