//! The moments of a recorded game.

use std::iter;

use parlor_game::{Game, LiveGame};
use parlor_record::record::{Act, AnyRecord, Clock, Player, Record, ScriptRecord};
use parlor_view::{Scene, Step};

/// A moment of a recorded game, and what was noted with the ply that led there.
pub(crate) struct Moment<'a> {
    /// How many plies were played; 0 is the start.
    pub(crate) number: usize,
    /// The ply that led here, as written.
    pub(crate) written: Option<String>,
    /// What stands where.
    pub(crate) scene: Scene,
    /// What happened, in one sentence; none at the start.
    pub(crate) told: Option<String>,
    /// What somebody wrote about the ply.
    pub(crate) comment: Option<&'a str>,
    /// The time left on the mover's clock.
    pub(crate) clock: Option<Clock>,
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
        AnyRecord::Ludo(record) => Box::new(live(record, |game, step, names| Scene::Ludo {
            game,
            step,
            names,
        })),
        AnyRecord::Kuba(record) => Box::new(live(record, |game, step, names| Scene::Kuba {
            game,
            step,
            names,
        })),
        AnyRecord::LudoScript(record) => Box::new(scripted(record)),
    }
}

/// What a live game's scene is made of.
type MakeScene<G> = fn(
    LiveGame<G>,
    Option<Step<<G as Game>::Action, <G as Game>::Event>>,
    Vec<(<G as Game>::Seat, String)>,
) -> Scene;

fn live<G: Game>(record: &Record<G>, make_scene: MakeScene<G>) -> impl Iterator<Item = Moment<'_>> {
    let names = names(&record.opening().players);
    let mut replay = record.replay();
    let start = Moment {
        number: 0,
        written: None,
        scene: make_scene(replay.game().clone(), None, names.clone()),
        told: None,
        comment: None,
        clock: None,
    };
    iter::once(start).chain(iter::from_fn(move || {
        let step = replay.next()?;
        let act = *step.ply.act();
        let done = match act {
            Act::Action(action) => Some(Step {
                action,
                events: step.events,
            }),
            Act::Chance(..) => None,
        };
        let scene = make_scene(replay.game().clone(), done, names.clone());
        let told = match act {
            Act::Action(_) => scene.step(),
            Act::Chance(seat, outcome) => Some(format!(
                "{} rolled {outcome}, and has not chosen yet.",
                G::letter(seat)
            )),
        };
        Some(Moment {
            number: step.number,
            written: Some(act.to_string()),
            scene,
            told,
            comment: step.ply.comment.as_deref(),
            clock: step.ply.clock,
        })
    }))
}

fn scripted(record: &ScriptRecord) -> impl Iterator<Item = Moment<'_>> {
    let names = names(record.players());
    let players = record.script().players().to_vec();
    let scene = move |tokens, step| Scene::LudoScript {
        tokens,
        players: players.clone(),
        step,
        names: names.clone(),
    };
    let start = Moment {
        number: 0,
        written: None,
        scene: scene(record.script().start(), None),
        told: None,
        comment: None,
        clock: None,
    };
    iter::once(start).chain(record.replay().map(move |step| {
        let turn = *step.ply.act();
        let scene = scene(
            step.after,
            Some(Step {
                action: (turn, step.outcome),
                events: step.events,
            }),
        );
        Moment {
            number: step.number,
            written: Some(turn.to_string()),
            told: scene.step(),
            scene,
            comment: step.ply.comment.as_deref(),
            clock: step.ply.clock,
        }
    }))
}

fn names<Seat: Copy>(players: &[Player<Seat>]) -> Vec<(Seat, String)> {
    players
        .iter()
        .filter_map(|player| Some((player.seat, player.name.clone()?)))
        .collect()
}
