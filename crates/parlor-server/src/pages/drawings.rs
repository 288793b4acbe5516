//! The drawn pictures of games: each is drawn once for all who ask for it at the same time, and the
//! latest are kept.
//!
//! Pictures are drawn on the threads of the bots, after every move that somebody waits for. How many
//! wait there is limited for each client, so that one who asks for thousands neither fills the memory
//! nor keeps others from theirs.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use parking_lot::Mutex;
use parlor_dice::Bytes32;
use parlor_view::Theme;
use tokio::sync::watch;

use crate::app::App;
use parlor_service::client_net::{ClientNet, Prefix};
use parlor_service::counts::Counts;

/// The most bytes of the pictures that are kept.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// The most pictures that wait to be drawn.
const MOST_WAITING: usize = 256;

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Format {
    Svg,
    Png,
}

/// What of a game is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// How it stands.
    Now,
    /// The move of this number; 0 is the start.
    Ply(usize),
    /// All of it, as a film.
    Film,
}

/// All that a picture depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subject {
    /// Its name, or that of a record.
    pub(super) game: String,
    /// The version of a game that goes on, in which a move may be taken back; `None` once it is over.
    pub(super) version: Option<u64>,
    pub(super) part: Part,
    /// `None` if the picture follows what its viewer's system asks for.
    pub(super) theme: Option<Theme>,
    pub(super) format: Format,
}

/// A drawn picture.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub(super) bytes: Bytes,
    /// The hash of the bytes, in quotes, as an entity tag.
    pub(super) tag: Arc<str>,
}

impl Drawing {
    fn of(bytes: Vec<u8>) -> Self {
        let hash = Bytes32::sha_256(&bytes).to_string();
        Self {
            tag: format!("\"{}\"", &hash[..32]).into(),
            bytes: bytes.into(),
        }
    }
}

/// Why a picture is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawError {
    /// Too many pictures wait for this client.
    ClientHasMany,
    /// Too many pictures wait.
    AllBusy,
    /// It cannot be drawn.
    Failed,
}

/// The pictures that are kept, and those that are being drawn.
#[derive(Debug, Default)]
pub(super) struct Drawings(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    kept: Kept,
    waiting: HashMap<Subject, Waiting>,
    waiting_of: Counts<Prefix>,
}

/// Where the result of a drawing will be: `None` until then.
type Waiting = watch::Receiver<Option<Result<Drawing, DrawError>>>;

impl Drawings {
    /// The picture of a subject, drawn for this client unless it is known.
    pub(super) async fn get(
        self: &Arc<Self>,
        app: &App,
        client: ClientNet,
        subject: Subject,
        draw: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Drawing, DrawError> {
        let mut waiting = {
            let mut state = self.0.lock();
            if let Some(drawing) = state.kept.get(&subject) {
                return Ok(drawing);
            }
            let known = state.waiting.get(&subject).cloned();
            match known {
                Some(waiting) => waiting,
                None => self.begin(&mut state, app, client, subject, draw)?,
            }
        };
        let drawn = waiting.wait_for(Option::is_some).await;
        drawn.map_or(Err(DrawError::Failed), |drawn| {
            drawn.clone().unwrap_or(Err(DrawError::Failed))
        })
    }

    /// Begins to draw a picture, and goes on without the client: others may wait for it too.
    fn begin(
        self: &Arc<Self>,
        state: &mut State,
        app: &App,
        client: ClientNet,
        subject: Subject,
        draw: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Waiting, DrawError> {
        state.check(client, app.site.limits.most_pictures_of_a_client)?;
        let (drawn, waiting) = watch::channel(None);
        state.waiting_of.add(client.prefixes());
        state.waiting.insert(subject.clone(), waiting.clone());
        let (drawings, service) = (Arc::clone(self), app.service.clone());
        tokio::spawn(async move {
            let bytes = service.compute(client, draw).await.flatten();
            let drawing = bytes.map(Drawing::of).ok_or(DrawError::Failed);
            drawings
                .0
                .lock()
                .end(client, subject, drawing.as_ref().ok());
            drawn.send_replace(Some(drawing));
        });
        Ok(waiting)
    }
}

impl State {
    /// Checks that one more picture may wait for this client, where each may have `most`.
    fn check(&self, client: ClientNet, most: usize) -> Result<(), DrawError> {
        if self.waiting.len() >= MOST_WAITING {
            return Err(DrawError::AllBusy);
        }
        if self.waiting_of.are_full(client, most) {
            return Err(DrawError::ClientHasMany);
        }
        Ok(())
    }

    /// Notes that a picture waits no more, and keeps it if it was drawn.
    fn end(&mut self, client: ClientNet, subject: Subject, drawing: Option<&Drawing>) {
        self.waiting.remove(&subject);
        self.waiting_of.remove(client.prefixes());
        if let Some(drawing) = drawing {
            self.kept.keep(subject, drawing.clone(), MOST_BYTES);
        }
    }
}

/// The pictures that were used last.
#[derive(Debug, Default)]
struct Kept {
    /// Each with the number of its last use.
    drawings: HashMap<Subject, (Drawing, u64)>,
    uses: u64,
    bytes: usize,
}

impl Kept {
    fn get(&mut self, subject: &Subject) -> Option<Drawing> {
        let (drawing, used) = self.drawings.get_mut(subject)?;
        self.uses += 1;
        *used = self.uses;
        Some(drawing.clone())
    }

    /// Keeps a picture, and no more than `most` bytes of all: those go whose last use is the longest
    /// ago.
    fn keep(&mut self, subject: Subject, drawing: Drawing, most: usize) {
        self.uses += 1;
        self.bytes += drawing.bytes.len();
        let before = self.drawings.insert(subject, (drawing, self.uses));
        self.bytes -= before.map_or(0, |(drawing, _)| drawing.bytes.len());
        while self.bytes > most {
            let oldest = self.drawings.iter().min_by_key(|(_, (_, used))| *used);
            let Some(subject) = oldest.map(|(subject, _)| subject.clone()) else {
                return;
            };
            let gone = self.drawings.remove(&subject);
            self.bytes -= gone.map_or(0, |(drawing, _)| drawing.bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::app::{ClientLimits, Site};
    use parlor_service::testing::Bench;

    fn subject(ply: usize) -> Subject {
        Subject {
            game: "23456789bcdfghjk".parse().expect("a name"),
            version: None,
            part: Part::Ply(ply),
            theme: None,
            format: Format::Svg,
        }
    }

    fn client(host: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, 2, host].into()))
    }

    /// An app in which one client may let so many pictures wait.
    fn app(most: usize) -> App {
        let limits = ClientLimits {
            most_pictures_of_a_client: most,
            ..ClientLimits::default()
        };
        App {
            service: Bench::default().service,
            site: Site {
                limits,
                ..Site::default()
            },
        }
    }

    #[test]
    fn what_was_used_last_is_kept() {
        let mut kept = Kept::default();
        for ply in 0..3 {
            kept.keep(subject(ply), Drawing::of(vec![0; 10]), 30);
        }
        assert!(kept.get(&subject(0)).is_some());
        kept.keep(subject(3), Drawing::of(vec![0; 10]), 30);
        let known = (0..4).map(|ply| kept.drawings.contains_key(&subject(ply)));
        assert_eq!(known.collect::<Vec<_>>(), [true, false, true, true]);
        kept.keep(subject(3), Drawing::of(vec![0; 5]), 30);
        assert_eq!(kept.bytes, 25);
        kept.keep(subject(4), Drawing::of(vec![0; 31]), 30);
        assert_eq!((kept.bytes, kept.drawings.len()), (0, 0));
    }

    #[tokio::test]
    async fn those_who_ask_at_once_and_later_get_the_same_drawing() {
        let (app, drawings) = (app(1), Arc::new(Drawings::default()));
        let drawn = Arc::new(AtomicUsize::new(0));
        let ask = |host| {
            let drawn = Arc::clone(&drawn);
            drawings.get(&app, client(host), subject(1), move || {
                drawn.fetch_add(1, Ordering::Relaxed);
                Some(b"picture".to_vec())
            })
        };
        let (one, other) = tokio::join!(ask(1), ask(2));
        let later = ask(3).await.expect("it is kept");
        for drawing in [one, other].map(|drawing| drawing.expect("it is drawn")) {
            assert_eq!(
                (&*drawing.bytes, &drawing.tag),
                (&b"picture"[..], &later.tag)
            );
        }
        assert_eq!(drawn.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn one_client_cannot_let_many_wait_and_a_network_some_more() {
        let (app, drawings) = (app(1), Arc::new(Drawings::default()));
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let busy = drawings.get(&app, client(1), subject(0), move || {
            let _ = ended.recv();
            Some(Vec::new())
        });
        let busy = async { busy.await.expect("it is drawn") };
        let others = async {
            let ask = |host, ply| drawings.get(&app, client(host), subject(ply), || Some(vec![0]));
            assert_eq!(ask(1, 1).await.err(), Some(DrawError::ClientHasMany));
            drop(end);
            ask(2, 2).await.expect("it is another client's");
        };
        tokio::join!(busy, others);
        let again = drawings.get(&app, client(1), subject(1), || Some(vec![0]));
        again.await.expect("none waits any more");
    }

    #[tokio::test]
    async fn what_cannot_be_drawn_is_not_kept_and_harms_nothing() {
        let (app, drawings) = (app(1), Arc::new(Drawings::default()));
        let failed = drawings.get(&app, client(1), subject(0), || None).await;
        assert_eq!(failed.err(), Some(DrawError::Failed));
        let failed = drawings.get(&app, client(1), subject(0), || panic!("a test panics"));
        assert_eq!(failed.await.err(), Some(DrawError::Failed));
        let drawn = drawings.get(&app, client(1), subject(0), || Some(vec![1]));
        assert_eq!(&*drawn.await.expect("it is drawn").bytes, [1]);
    }
}
