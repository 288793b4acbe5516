//! The agreement on a new epoch of the dice, after the games were restored from a backup: everybody
//! commits and reveals anew, and then the game goes on.

use parlor_dice::{Contribution, Scheme};
use parlor_record::record::DiceEpoch;

use super::decide::require;
use super::seat::{Occupant, Renewal};
use super::{CommandError, Due, Playable, REVEAL_TIMEOUT, SeatState, Table};
use crate::log::{DiceContribution, GameEvent, SeatContribution};

impl<G: Playable> Table<G> {
    /// The number of the current epoch, from 0.
    pub(super) fn epoch(&self) -> u64 {
        let dice = self.record.opening().dice.as_ref();
        // As many epochs as a `u64` can count do not fit in memory.
        dice.map_or(0, |dice| {
            u64::try_from(dice.epochs.len()).unwrap_or(u64::MAX)
        })
    }

    /// Checks that the game can go on with a new epoch.
    pub(super) fn may_renew(&self) -> Result<(), String> {
        if !G::has_dice() || self.config.scheme == Scheme::V1 {
            return Err("its dice have no epochs".to_owned());
        }
        if !self.has_begun || self.is_over() {
            return Err("the game is not in play".to_owned());
        }
        Ok(())
    }

    /// The seats for which the agreement waits: those that have yet to commit or, once all have, to
    /// reveal.
    pub(super) fn owing(&self) -> impl Iterator<Item = &SeatState> {
        let is_early = self.is_committing();
        let owes = move |state: &&SeatState| {
            if is_early {
                state.must_commit()
            } else {
                state.must_reveal()
            }
        };
        self.seats.iter().filter(owes)
    }

    /// Whether somebody has yet to commit, before which nobody reveals.
    pub(super) fn is_committing(&self) -> bool {
        self.seats.iter().any(SeatState::must_commit)
    }

    /// Checks a commitment to the epoch that is agreed on.
    pub(super) fn may_commit(
        &self,
        seat: char,
        dice: &DiceContribution,
    ) -> Result<(), CommandError> {
        let state = self.seat_state(seat);
        let is_persons = state.is_some_and(SeatState::is_persons);
        require(is_persons, CommandError::BotPlays { seat })?;
        let must_commit = state.is_some_and(SeatState::must_commit);
        require(must_commit, CommandError::AlreadyCommitted { seat })?;
        let commitment = dice.commitment.ok_or(CommandError::NoCommitment)?;
        let is_new = state.is_some_and(|state| !state.commitments.contains(&commitment));
        require(
            is_new,
            CommandError::RepeatedCommitment { seat, commitment },
        )
    }

    /// What comes next in the agreement: its end, or the wait for a seat that is late while others
    /// have done their part.
    pub(super) fn due_in_agreement(&self) -> Due {
        let Some(late) = self.owing().next() else {
            // Substitutes alone do not begin an epoch: somebody may return and contribute.
            let is_away = |state: &SeatState| matches!(state.occupant, Occupant::Substitute(_));
            if self.persons().next().is_none() && self.seats.iter().any(is_away) {
                return Due::Nothing;
            }
            let epoch = self.epoch() + 1;
            return Due::Write(GameEvent::EpochBegan { epoch });
        };
        let is_done = |other: &SeatState| !self.owing().any(|owing| owing.seat == other.seat);
        if !self.persons().any(is_done) {
            return Due::Nothing;
        }
        Due::Absent {
            seat: late.seat,
            timeout: self.config.away_after.unwrap_or(REVEAL_TIMEOUT),
        }
    }

    /// Begins to agree on the next epoch, or begins again.
    pub(super) fn restore(&mut self, drawn: &[SeatContribution]) -> Result<(), String> {
        self.may_renew()?;
        self.is_agreeing = true;
        self.request = None;
        self.hint = None;
        for state in &mut self.seats {
            state.renewal = Some(Renewal::default());
        }
        drawn
            .iter()
            .try_for_each(|drawn| self.commit(drawn.seat, &drawn.dice))
    }

    /// Adds a commitment to the epoch that is agreed on.
    pub(super) fn commit(&mut self, seat: char, dice: &DiceContribution) -> Result<(), String> {
        let refused = |error| match error {
            CommandError::BotPlays { .. } => format!("a bot plays for {seat}"),
            CommandError::AlreadyCommitted { .. } => format!("{seat} has committed already"),
            CommandError::RepeatedCommitment { commitment, .. } => {
                format!("{seat} has made the commitment {commitment} before")
            }
            _ => format!("{seat} has committed to no bytes for the dice"),
        };
        if !self.is_agreeing {
            return Err("no epoch of the dice is being agreed on".to_owned());
        }
        self.may_commit(seat, dice).map_err(refused)?;
        let state = self.seat_mut(seat)?;
        state.commitments.extend(dice.commitment);
        state.renewal = Some(Renewal {
            dice: Some(dice.clone()),
            ..Renewal::default()
        });
        Ok(())
    }

    /// Adds what a player revealed to the epoch that is agreed on.
    pub(super) fn reveal_anew(&mut self, seat: char, entropy: &[u8]) -> Result<(), String> {
        let renewal = self.seat_mut(seat)?.renewal.as_mut();
        let renewal = renewal.ok_or_else(|| format!("{seat} has committed to nothing"))?;
        renewal.revealed = Some(entropy.to_vec());
        Ok(())
    }

    /// Drops what a seat has contributed to the epoch that is agreed on, where its player is replaced
    /// or returns. Whoever returns when bytes of others are known contributes nothing.
    pub(super) fn drop_renewal(&mut self, seat: char) -> Result<(), String> {
        let is_known = |renewal: &Renewal| renewal.revealed.is_some();
        let is_known = |state: &SeatState| state.renewal.as_ref().is_some_and(is_known);
        let is_left_out = self.seats.iter().any(is_known);
        if self.is_agreeing {
            self.seat_mut(seat)?.renewal = Some(Renewal {
                is_left_out,
                ..Renewal::default()
            });
        }
        Ok(())
    }

    /// Ends the agreement without an epoch.
    pub(super) fn drop_agreement(&mut self) {
        self.is_agreeing = false;
        for state in &mut self.seats {
            state.renewal = None;
        }
    }

    /// Begins the epoch that was agreed on; bytes in escrow are revealed by it.
    pub(super) fn begin_epoch(&mut self, epoch: u64) -> Result<(), String> {
        let next = self.epoch() + 1;
        if !self.is_agreeing {
            return Err("no epoch of the dice is being agreed on".to_owned());
        }
        if epoch != next {
            return Err(format!(
                "epoch {epoch} cannot begin, the next one is {next}"
            ));
        }
        if let Some(owing) = self.owing().next() {
            let seat = owing.seat;
            return Err(format!("{seat} has yet to contribute to epoch {epoch}"));
        }
        let mut begun = DiceEpoch {
            first_roll: self.rolls,
            ..DiceEpoch::default()
        };
        let opening = self.record.opening().clone();
        for player in &opening.players {
            let seat = G::letter(player.seat);
            // A bot from the beginning on needs nothing.
            if player.bot.is_some() {
                continue;
            }
            let state = self.seat_mut(seat)?;
            let renewal = state.renewal.take().filter(|_| state.is_persons());
            let given = renewal.filter(|renewal| !renewal.is_left_out);
            let given = given.map_or(Contribution::BOT, |mut given| {
                let escrowed = given.dice.as_mut().and_then(|dice| dice.escrowed.take());
                given.revealed = given.revealed.or(escrowed);
                given.contribution()
            });
            state.renewed = Some(given.clone());
            begun.contributions.insert(seat, given);
        }
        let begun = self.record.begin_epoch(begun);
        begun.map_err(|error| error.to_string())?;
        self.drop_agreement();
        self.stream = self.make_stream();
        Ok(())
    }
}
