//! The contents of a record of any kind, as plain values.

use ludo_rules::Seat;
use parlor_record::record::{AnyRecord, Clock, Date, Ending, Ply, Record, ScriptRecord};

use super::kind::{Kind, Place};

/// A record, whichever kind it is of.
pub(super) trait Contents {
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
    /// Every ply as written.
    fn actions(&self) -> Vec<String>;
    /// What was written about each ply.
    fn comments(&self) -> Vec<Option<String>>;
    /// The clocks after each ply.
    fn clocks(&self) -> Vec<Option<Clock>>;
    /// The position after this many plies; `None` for a scripted game, which has none.
    fn position(&self, count: usize) -> Option<Place>;
    /// Ludo's tokens after this many plies, in the order of the seats.
    fn tokens(&self, count: usize) -> Option<Vec<(Seat, [ludo_rules::Step; 2])>>;
}

impl<G: Kind> Contents for Record<G> {
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
        Some(in_order(&Contents::players(self), &tokens))
    }
}

impl Contents for ScriptRecord {
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
        Some(in_order(&Contents::players(self), &self.at(count)?))
    }
}

/// The record whatever its kind.
pub(super) fn of(record: &AnyRecord) -> &dyn Contents {
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
