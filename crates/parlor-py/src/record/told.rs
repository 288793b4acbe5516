//! What a record of any kind tells, as plain values.

use core::iter;

use ludo_rules::Seat;
use parlor_record::record::{
    Act, AnyRecord, Clock, Date, Ending, Ply, Record, Replay, ScriptRecord, ScriptStep, Step,
};
use parlor_view::{Scene, Snapshot};

use super::kind::{Kind, Place, names};

/// A record, whichever kind it is of.
pub(super) trait Told {
    /// The name of its rule set.
    fn rules(&self) -> String;
    /// The seats in their order, and who sits there.
    fn players(&self) -> Vec<(char, Option<String>)>;
    /// When it was played.
    fn date(&self) -> Option<&Date>;
    /// The driver's limit.
    fn limit(&self) -> Option<u32>;
    /// Groups of seats by their places.
    fn result(&self) -> Option<Vec<Vec<char>>>;
    /// Why it is over.
    fn ending(&self) -> Option<Ending>;
    /// How many plies it has.
    fn length(&self) -> usize;
    /// Every ply as written.
    fn actions(&self) -> Vec<String>;
    /// What was written about each ply.
    fn comments(&self) -> Vec<Option<String>>;
    /// The clocks after each ply.
    fn clocks(&self) -> Vec<Option<Clock>>;
    /// The position after so many plies, of which there are so many; a scripted game has none.
    fn position(&self, count: usize) -> Option<Place>;
    /// Ludo's tokens after so many plies, of which there are so many, in the order of the seats.
    fn tokens(&self, count: usize) -> Option<Vec<(Seat, [ludo_rules::Step; 2])>>;
    /// The moment after so many plies, of which there are so many.
    fn scene(&self, count: usize) -> Scene;
    /// What happened in each ply.
    fn sentences(&self) -> Vec<String>;
}

/// Why a count of plies can be taken at its word.
const COUNTED: &str = "the count was held against the length";

impl<G: Kind> Told for Record<G> {
    fn rules(&self) -> String {
        self.opening().rules.to_string()
    }

    fn players(&self) -> Vec<(char, Option<String>)> {
        let players = self.opening().players.iter();
        players
            .map(|player| (G::letter(player.seat), player.name.clone()))
            .collect()
    }

    fn date(&self) -> Option<&Date> {
        self.opening().date.as_ref()
    }

    fn limit(&self) -> Option<u32> {
        self.opening().limit.map(core::num::NonZeroU32::get)
    }

    fn result(&self) -> Option<Vec<Vec<char>>> {
        let letters = |group: &Vec<G::Seat>| group.iter().map(|&seat| G::letter(seat)).collect();
        Some(Self::result(self)?.groups().iter().map(letters).collect())
    }

    fn ending(&self) -> Option<Ending> {
        Self::ending(self)
    }

    fn length(&self) -> usize {
        self.plies().len()
    }

    fn actions(&self) -> Vec<String> {
        written(self.plies())
    }

    fn comments(&self) -> Vec<Option<String>> {
        comments(self.plies())
    }

    fn clocks(&self) -> Vec<Option<Clock>> {
        self.plies().iter().map(|ply| ply.notes.clock).collect()
    }

    fn position(&self, count: usize) -> Option<Place> {
        Some(G::place(self.at(count)?.position()))
    }

    fn tokens(&self, count: usize) -> Option<Vec<(Seat, [ludo_rules::Step; 2])>> {
        let game = self.at(count)?;
        let tokens = G::tokens(game.position())?;
        Some(in_order(&Told::players(self), &tokens))
    }

    fn scene(&self, count: usize) -> Scene {
        let mut replay = self.replay();
        let step = count.checked_sub(1).map(|last| replay.nth(last));
        moment(self, &replay, step.map(|step| step.expect(COUNTED)))
    }

    fn sentences(&self) -> Vec<String> {
        let mut replay = self.replay();
        let sentences = iter::from_fn(|| {
            let step = replay.next()?;
            // A roll that nobody has answered is told by whose turn it is.
            let scene = moment(self, &replay, Some(step));
            Some(scene.step().unwrap_or_else(|| scene.status()))
        });
        sentences.collect()
    }
}

/// The moment of a live game that a replay has come to, by this step or at the start.
fn moment<G: Kind>(record: &Record<G>, replay: &Replay<'_, G>, step: Option<Step<'_, G>>) -> Scene {
    let number = step.as_ref().map_or(0, |step| step.number);
    let is_end = number == record.plies().len();
    let done = step.and_then(|step| match *step.ply.act() {
        Act::Action(action) => Some(parlor_view::LastAction {
            action,
            events: step.events,
        }),
        Act::Chance(..) => None,
    });
    G::scene(Snapshot {
        players: record.opening().seats(),
        names: names(&record.opening().players),
        last_action: done,
        settlement: record.settlement().filter(|_| is_end),
        ..Snapshot::of(replay.game())
    })
}

impl Told for ScriptRecord {
    fn rules(&self) -> String {
        ludo_rules::Rules::Classic.to_string()
    }

    fn players(&self) -> Vec<(char, Option<String>)> {
        let players = Self::players(self).iter();
        players
            .map(|player| (player.seat.letter(), player.name.clone()))
            .collect()
    }

    fn date(&self) -> Option<&Date> {
        self.date.as_ref()
    }

    fn limit(&self) -> Option<u32> {
        None
    }

    fn result(&self) -> Option<Vec<Vec<char>>> {
        None
    }

    fn ending(&self) -> Option<Ending> {
        None
    }

    fn length(&self) -> usize {
        self.plies().len()
    }

    fn actions(&self) -> Vec<String> {
        written(self.plies())
    }

    fn comments(&self) -> Vec<Option<String>> {
        comments(self.plies())
    }

    fn clocks(&self) -> Vec<Option<Clock>> {
        self.plies().iter().map(|ply| ply.notes.clock).collect()
    }

    fn position(&self, _count: usize) -> Option<Place> {
        None
    }

    fn tokens(&self, count: usize) -> Option<Vec<(Seat, [ludo_rules::Step; 2])>> {
        Some(in_order(&Told::players(self), &self.at(count)?))
    }

    fn scene(&self, count: usize) -> Scene {
        match count.checked_sub(1) {
            None => scripted(self, None),
            Some(last) => scripted(self, Some(self.replay().nth(last).expect(COUNTED))),
        }
    }

    fn sentences(&self) -> Vec<String> {
        self.replay()
            .map(|step| scripted(self, Some(step)).step().unwrap_or_default())
            .collect()
    }
}

/// The moment of a scripted game that a step leads to, or its start.
fn scripted(record: &ScriptRecord, step: Option<ScriptStep<'_>>) -> Scene {
    Scene::LudoScript {
        tokens: step.as_ref().map_or(record.start(), |step| step.after),
        players: record.script().players().to_vec(),
        last_action: step.map(|step| parlor_view::LastAction {
            action: (*step.ply.act(), step.outcome),
            events: step.events,
        }),
        names: names(record.players()),
    }
}

/// The record whatever its kind.
pub(super) fn of(record: &AnyRecord) -> &dyn Told {
    match record {
        AnyRecord::Ludo(record) => record,
        AnyRecord::Kuba(record) => record,
        AnyRecord::LudoScript(record) => record,
    }
}

fn written<A: ToString>(plies: &[Ply<A>]) -> Vec<String> {
    plies.iter().map(|ply| ply.act().to_string()).collect()
}

fn comments<A>(plies: &[Ply<A>]) -> Vec<Option<String>> {
    plies.iter().map(|ply| ply.notes.comment.clone()).collect()
}

/// The tokens in the order of the players.
fn in_order(
    players: &[(char, Option<String>)],
    tokens: &ludo_rules::Tokens,
) -> Vec<(Seat, [ludo_rules::Step; 2])> {
    let of = |&(letter, _): &(char, Option<String>)| {
        tokens.iter().find(|(seat, _)| seat.letter() == letter)
    };
    players.iter().filter_map(of).collect()
}
