//! Whether the rolls of a record are those of the dice that it commits to.

use std::borrow::Cow;

use parlor_dice::{
    ComparedRoll, DiceStream, Epoch, FoundRoll, SeatBytes, VerifiedDice, VerifyError, compare,
    revealed_stream, verify,
};
use parlor_game::{Game, Turn};

use super::Record;
use super::opening::{Opening, SeatEntry};
use super::ply::Act;

impl<G: Game> Record<G> {
    /// Compares every roll, in order, with the stream of the dice that the
    /// record commits to.
    ///
    /// No record holds a secret or entropy other than what was committed to, so
    /// only the rolls are left to check. A roll that the record's start has in
    /// hand was rolled before and is not compared; the next one is roll 0. A
    /// game without a die has no wrong roll; nor has one that ended before all
    /// players had joined and revealed their bytes, if the server's secret is
    /// known.
    ///
    /// # Errors
    /// What is missing, or the first roll that is not the stream's.
    pub fn verify_dice(&self) -> Result<VerifiedDice, VerifyError> {
        if !G::has_dice() {
            return Ok(VerifiedDice::of(0));
        }
        if let Some(verified) = self.never_began() {
            return Ok(verified);
        }
        let rolls = self.found_rolls();
        let stream = self.dice_stream(rolls.len())?;
        verify(&stream, rolls).map(VerifiedDice::of)
    }

    /// Every roll that the record's dice have given, in order, each next to the
    /// one that follows from what was revealed.
    ///
    /// # Errors
    /// What is missing.
    pub fn compared_rolls(&self) -> Result<Vec<ComparedRoll>, VerifyError> {
        let rolls = self.found_rolls();
        let stream = self.dice_stream(rolls.len())?;
        Ok(compare(&stream, rolls).collect())
    }

    /// The rolls after the start.
    fn found_rolls(&self) -> Vec<FoundRoll> {
        let found = self.replay().filter_map(|step| {
            let Turn::Chance(seat) = G::turn(&step.before) else {
                return None;
            };
            let outcome = match *step.ply.act() {
                Act::Action(action) => G::chance_in(action),
                Act::Chance(_, outcome) => Some(outcome),
            };
            Some(FoundRoll {
                ply: step.number,
                seat: G::letter(seat),
                // Chance was due, so the ply has an outcome.
                roll: outcome.map_or(String::new(), |outcome| outcome.to_string()),
            })
        });
        found.collect()
    }

    /// What is missing of a game that ended without a roll and whose secret is
    /// revealed: nothing could be compared even if all were there. `None` for
    /// any other game.
    fn never_began(&self) -> Option<VerifiedDice> {
        let Opening { dice, players, .. } = self.opening();
        dice.as_ref()?.secret?;
        let mut steps = self.replay();
        let is_rolled = steps.any(|step| matches!(G::turn(&step.before), Turn::Chance(_)));
        if is_rolled || self.ending().is_none() {
            return None;
        }
        let mut verified = VerifiedDice::default();
        for player in players.iter().filter(|player| entropy(player).is_none()) {
            let seats = match player.contribution.commitment {
                None => &mut verified.never_joined,
                Some(_) => &mut verified.never_revealed,
            };
            seats.push(G::letter(player.seat));
        }
        let is_whole = verified == VerifiedDice::default();
        (!is_whole).then_some(verified)
    }

    /// The stream of the game's dice as far as so many rolls, once everything is
    /// revealed that they depend on: an epoch that begins after the last of them
    /// need not be.
    fn dice_stream(&self, rolls: usize) -> Result<DiceStream, VerifyError> {
        let Some(dice) = &self.opening().dice else {
            return Err(VerifyError::NotCommitted);
        };
        // The seat that begins is named first; the stream has its own order.
        let mut players: Vec<&SeatEntry<G::Seat>> = self.opening().players.iter().collect();
        players.sort_by_key(|player| G::SEATS.iter().position(|seat| *seat == player.seat));
        let first = players.iter().map(|player| SeatBytes {
            seat: G::letter(player.seat),
            bytes: entropy(player),
        });
        let rolls = u64::try_from(rolls).unwrap_or(u64::MAX);
        let epochs = dice.epochs.iter();
        let begun = epochs.take_while(|epoch| epoch.first_roll < rolls);
        let later = begun.map(|epoch| Epoch {
            first_roll: epoch.first_roll,
            entropies: players
                .iter()
                .map(|player| {
                    let seat = G::letter(player.seat);
                    let bytes = epoch.contribution(seat).revealed(player.participant());
                    SeatBytes { seat, bytes }
                })
                .collect(),
        });
        revealed_stream(
            dice.scheme,
            dice.secret.as_ref(),
            &dice.game_id,
            first,
            later,
        )
    }
}

/// What the player has revealed of epoch 0.
fn entropy<Seat>(player: &SeatEntry<Seat>) -> Option<Cow<'_, [u8]>> {
    player.contribution.revealed(player.participant())
}
