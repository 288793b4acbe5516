//! A record played through: the state of its game at the start and after each ply.

use core::iter;

use parlor_game::{Game, LiveGame};
use parlor_record::kuba_script;
use parlor_record::record::{Act, AnyRecord, Clock, Notes, Record, ScriptRecord, SeatEntry};

use crate::kuba;
use crate::ludo::ScriptSnapshot;
use crate::shown::Shown;
use crate::snapshot::{LastAction, Snapshot};

/// The state of a recorded game at the start or after a ply, and the ply that led there.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed<'a, S = Box<dyn Shown>> {
    /// The number of plies played; 0 is the start.
    pub number: usize,
    /// The ply that led here, in notation; `None` at the start.
    pub notation: Option<String>,
    /// The state.
    pub state: S,
    /// The comment on the ply.
    pub comment: Option<&'a str>,
    /// The time left on the mover's clock.
    pub clock: Option<Clock>,
}

impl<'a, S> Replayed<'a, S> {
    fn start(state: S) -> Self {
        Self {
            number: 0,
            notation: None,
            state,
            comment: None,
            clock: None,
        }
    }

    fn after(number: usize, notation: String, notes: &'a Notes, state: S) -> Self {
        Self {
            number,
            notation: Some(notation),
            state,
            comment: notes.comment.as_deref(),
            clock: notes.clock,
        }
    }

    /// The same without the type of its game.
    pub fn boxed(self) -> Replayed<'a>
    where
        S: Shown + 'static,
    {
        Replayed {
            number: self.number,
            notation: self.notation,
            state: Box::new(self.state),
            comment: self.comment,
            clock: self.clock,
        }
    }
}

impl Replayed<'_> {
    /// What happened in the ply, in one sentence; `None` at the start. For a roll
    /// that no action has answered yet, it is the status.
    pub fn sentence(&self) -> Option<String> {
        let status = || (self.number > 0).then(|| self.state.status());
        self.state.step().or_else(status)
    }
}

/// Makes the replay over the registered games.
macro_rules! replay {
    ($($variant:ident($game:ty)),+ $(,)?) => {
        /// Every state of a recorded game of any kind, from its start on.
        ///
        /// ```
        /// use parlor_record::record::AnyRecord;
        /// use parlor_view::replay;
        ///
        /// let record = AnyRecord::read("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p")?;
        /// let sentences: Vec<_> = replay(&record).filter_map(|ply| ply.sentence()).collect();
        /// assert_eq!(sentences[1], "A rolled 4: p moves from R to 4.");
        /// # Ok::<(), parlor_record::record::RecordError>(())
        /// ```
        pub fn replay(record: &AnyRecord) -> Box<dyn Iterator<Item = Replayed<'_>> + '_> {
            match record {
                $(AnyRecord::$variant(record) => {
                    Box::new(snapshots(record).map(Replayed::boxed))
                })+
                AnyRecord::LudoScript(record) => Box::new(scripted(record).map(Replayed::boxed)),
            }
        }
    };
}

parlor_game::for_games!(replay);

/// Every snapshot of a recorded game, from its start on.
pub fn snapshots<G: Game>(record: &Record<G>) -> impl Iterator<Item = Replayed<'_, Snapshot<G>>> {
    let names = names(&record.opening().players);
    let players = record.opening().seats();
    let length = record.plies().len();
    let snapshot = move |number, game: &LiveGame<G>, last_action| Snapshot {
        players: players.clone(),
        names: names.clone(),
        last_action,
        // Only where the plies end is the game settled.
        settlement: record.settlement().filter(|_| number == length),
        ..Snapshot::of(game)
    };
    let mut replay = record.replay();
    let start = Replayed::start(snapshot(0, replay.game(), None));
    iter::once(start).chain(iter::from_fn(move || {
        let step = replay.next()?;
        let act = *step.ply.act();
        let last_action = match act {
            Act::Action(action) => Some(LastAction {
                action,
                events: step.events,
            }),
            Act::Chance(..) => None,
        };
        let state = snapshot(step.number, replay.game(), last_action);
        let notation = act.to_string();
        Some(Replayed::after(
            step.number,
            notation,
            &step.ply.notes,
            state,
        ))
    }))
}

fn scripted(record: &ScriptRecord) -> impl Iterator<Item = Replayed<'_, ScriptSnapshot>> {
    let names = names(record.players());
    let players = record.script().players().to_vec();
    let snapshot = move |before, tokens, last_action| ScriptSnapshot {
        tokens,
        before,
        players: players.clone(),
        last_action,
        names: names.clone(),
    };
    let start = Replayed::start(snapshot(record.start(), record.start(), None));
    iter::once(start).chain(record.replay().map(move |step| {
        let turn = *step.ply.act();
        let last_action = LastAction {
            action: (turn, step.outcome),
            events: step.events,
        };
        let state = snapshot(step.before, step.after, Some(last_action));
        Replayed::after(step.number, turn.to_string(), &step.ply.notes, state)
    }))
}

/// Every state of a scripted game of Kuba, from its start on: one for each call, refused or not.
///
/// ```
/// use parlor_record::kuba_script;
/// use parlor_view::{Shown as _, calls};
///
/// let game = r#"{"players":[["Ann","W"],["Bob","B"]],"moves":[["Ann",[6,5],"F"],["Ann",[6,5],"L"]]}"#;
/// let script = kuba_script::read(game)?;
/// let results: Vec<_> = calls(&script).map(|ply| ply.state.result()).collect();
/// assert_eq!(results, [None, Some(true), Some(false)]);
/// # Ok::<(), parlor_record::ReadError>(())
/// ```
pub fn calls(
    script: &kuba_script::Script<'_>,
) -> impl Iterator<Item = Replayed<'static, kuba::ScriptSnapshot>> {
    let mut game = script.game();
    let start = Replayed {
        number: 0,
        notation: None,
        state: kuba::ScriptSnapshot::of(&game),
        comment: None,
        clock: None,
    };
    let attempts = (1..).zip(script.attempts());
    iter::once(start).chain(attempts.map(move |(number, attempt)| Replayed {
        number,
        notation: Some(attempt.to_string()),
        state: kuba::ScriptSnapshot::after(&mut game, attempt),
        comment: None,
        clock: None,
    }))
}

/// The names of the players who have one.
fn names<Seat: Copy>(players: &[SeatEntry<Seat>]) -> Vec<(Seat, String)> {
    let named = |player: &SeatEntry<Seat>| Some((player.seat, player.name.clone()?));
    players.iter().filter_map(named).collect()
}
