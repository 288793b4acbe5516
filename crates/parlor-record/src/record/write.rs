//! From a record to its document.

use core::fmt::Display;

use parlor_dice::Contribution;
use parlor_game::Game;

use super::dice::{Dice, DiceEpoch};
use super::document::{
    ContributionDocument, DiceDocument, EpochDocument, Lenient, PlayersDocument, PlyDocument,
    RecordDocument, SeatDocument,
};
use super::opening::SeatEntry;
use super::ply::Ply;
use super::{Record, VERSION};

/// The content of the record of a live game.
pub(super) fn live<G: Game>(record: &Record<G>) -> RecordDocument {
    let opening = record.opening();
    let places = record.result();
    RecordDocument {
        parlor_record: Some(Lenient(Some(VERSION))),
        game: Some(G::NAME.to_owned()),
        rules: Some(opening.rules.to_string()),
        seats: Some(seats::<G>(&opening.players)),
        limit: opening.limit.map(|limit| Lenient(Some(limit.get()))),
        start: opening.start.as_ref().map(ToString::to_string),
        date: opening.date.as_ref().map(ToString::to_string),
        dice: opening.dice.as_ref().map(dice),
        result: places.map(|places| Lenient(Some(places.letters(G::letter)))),
        ending: record.ending().map(|ending| ending.to_string()),
        log_head: record.log_head().map(|head| head.to_string()),
        fields: opening.fields.clone(),
        actions: Some(plies(record.plies())),
        ..RecordDocument::default()
    }
}

pub(super) fn seats<G: Game>(players: &[SeatEntry<G::Seat>]) -> Vec<SeatDocument> {
    let seat = |player: &SeatEntry<G::Seat>| {
        let given = contribution(&player.contribution);
        SeatDocument {
            seat: Some(G::letter(player.seat).to_string()),
            name: player.name.clone(),
            bot: player.bot.clone(),
            commitment: given.commitment,
            entropy: given.entropy,
            salt: given.salt,
            drawn_by: given.drawn_by,
            fields: player.fields.clone(),
            ..SeatDocument::default()
        }
    };
    players.iter().map(seat).collect()
}

fn dice(dice: &Dice) -> DiceDocument {
    DiceDocument {
        scheme: Some(dice.scheme.as_str().to_owned()),
        game_id: Some(dice.game_id.clone()),
        commitment: Some(dice.commitment.to_string()),
        secret: dice.secret.map(|secret| secret.to_string()),
        epochs: (!dice.epochs.is_empty()).then(|| dice.epochs.iter().map(epoch).collect()),
        fields: dice.fields.clone(),
        ..DiceDocument::default()
    }
}

fn epoch(epoch: &DiceEpoch) -> EpochDocument {
    let players = epoch.contributions.iter();
    let players = players.map(|(seat, given)| (seat.to_string(), contribution(given)));
    EpochDocument {
        roll: Some(Lenient(Some(epoch.first_roll))),
        players: Some(PlayersDocument(players.collect())),
        ..EpochDocument::default()
    }
}

fn contribution(given: &Contribution) -> ContributionDocument {
    ContributionDocument {
        commitment: given.commitment.map(|hash| hash.to_string()),
        entropy: given.entropy.as_deref().map(hex::encode),
        salt: given.salt.map(hex::encode),
        drawn_by: given.drawn_by.map(|by| by.as_str().into()),
        ..ContributionDocument::default()
    }
}

pub(super) fn plies<A: Display>(plies: &[Ply<A>]) -> Vec<PlyDocument> {
    let ply = |ply: &Ply<A>| PlyDocument {
        action: Some(ply.act().to_string()),
        comment: ply.notes.comment.clone(),
        clock_ms: ply
            .notes
            .clock
            .map(|clock| Lenient(Some(clock.milliseconds()))),
        fields: ply.notes.fields().clone(),
        ..PlyDocument::default()
    };
    plies.iter().map(ply).collect()
}
