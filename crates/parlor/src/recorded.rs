//! The moments of a recorded game.

use std::iter;

use parlor_game::{Game, LiveGame};
use parlor_record::record::{Act, AnyRecord, Clock, Player, Record, ScriptRecord};
use parlor_view::{LastAction, Scene};

/// A moment of a recorded game, and what was noted with the ply that led there.
pub(crate) struct Moment<'a> {
    /// How many plies were played; 0 is the start.
    pub(crate) number: usize,
    /// The ply that led here, as written.
    pub(crate) written: Option<String>,
    /// What stands where.
    pub(crate) scene: Scene,
    /// What somebody wrote about the ply.
    pub(crate) comment: Option<&'a str>,
    /// The time left on the mover's clock.
    pub(crate) clock: Option<Clock>,
}

impl Moment<'_> {
    /// What happened in the ply that led here, in one sentence; none at the
    /// start. A roll that nobody has answered is told by whose turn it is.
    pub(crate) fn told(&self) -> Option<String> {
        let status = || (self.number > 0).then(|| self.scene.status());
        self.scene.step().or_else(status)
    }
}

/// How many plies a record has.
pub(crate) fn length(record: &AnyRecord) -> usize {
    match record {
        AnyRecord::Ludo(record) => record.plies().len(),
        AnyRecord::Kuba(record) => record.plies().len(),
        AnyRecord::LudoScript(record) => record.plies().len(),
    }
}

/// Every moment of the game from its start on.
pub(crate) fn moments(record: &AnyRecord) -> Box<dyn Iterator<Item = Moment<'_>> + '_> {
    match record {
        AnyRecord::Ludo(record) => Box::new(live(record)),
        AnyRecord::Kuba(record) => Box::new(live(record)),
        AnyRecord::LudoScript(record) => Box::new(scripted(record)),
    }
}

fn live<G: Game>(record: &Record<G>) -> impl Iterator<Item = Moment<'_>>
where
    Scene: From<parlor_view::Snapshot<G>>,
{
    let names = names(&record.opening().players);
    let players = record.opening().seats();
    let length = record.plies().len();
    let scene = move |number, game: &LiveGame<G>, step| {
        Scene::from(parlor_view::Snapshot {
            players: players.clone(),
            names: names.clone(),
            last_action: step,
            // Only where the plies end is the game settled.
            settlement: record.settlement().filter(|_| number == length),
            ..parlor_view::Snapshot::of(game)
        })
    };
    let mut replay = record.replay();
    let start = Moment {
        number: 0,
        written: None,
        scene: scene(0, replay.game(), None),
        comment: None,
        clock: None,
    };
    iter::once(start).chain(iter::from_fn(move || {
        let step = replay.next()?;
        let act = *step.ply.act();
        let done = match act {
            Act::Action(action) => Some(LastAction {
                action,
                events: step.events,
            }),
            Act::Chance(..) => None,
        };
        Some(Moment {
            number: step.number,
            written: Some(act.to_string()),
            scene: scene(step.number, replay.game(), done),
            comment: step.ply.notes.comment.as_deref(),
            clock: step.ply.notes.clock,
        })
    }))
}

fn scripted(record: &ScriptRecord) -> impl Iterator<Item = Moment<'_>> {
    let names = names(record.players());
    let players = record.script().players().to_vec();
    let scene = move |tokens, step| Scene::LudoScript {
        tokens,
        players: players.clone(),
        last_action: step,
        names: names.clone(),
    };
    let start = Moment {
        number: 0,
        written: None,
        scene: scene(record.script().start(), None),
        comment: None,
        clock: None,
    };
    iter::once(start).chain(record.replay().map(move |step| {
        let turn = *step.ply.act();
        let done = LastAction {
            action: (turn, step.outcome),
            events: step.events,
        };
        Moment {
            number: step.number,
            written: Some(turn.to_string()),
            scene: scene(step.after, Some(done)),
            comment: step.ply.notes.comment.as_deref(),
            clock: step.ply.notes.clock,
        }
    }))
}

fn names<Seat: Copy>(players: &[Player<Seat>]) -> Vec<(Seat, String)> {
    players
        .iter()
        .filter_map(|player| Some((player.seat, player.name.clone()?)))
        .collect()
}
