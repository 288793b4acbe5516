//! A table's dice: the contributions of the players, and the rolls that follow from them.

use parlor_dice::{Bytes32, Contribution, DiceStream, Epoch, Scheme};
use parlor_record::record::{Dice, Record};

use super::seat::contribution;
use super::{Fold as _, GameConfigError, Playable, SeatState, Table, opening};
use crate::chain::RevealedBytes;
use crate::log::PlayerConfig;

impl<G: Playable> Table<G> {
    /// Begins the game if every seat is taken and no bytes are missing.
    pub(super) fn begin_if_ready(&mut self) -> Result<(), GameConfigError> {
        if self.has_begun || self.is_over() {
            return Ok(());
        }
        let is_ready = self
            .seats
            .iter()
            .all(|state| state.is_taken() && !state.must_reveal());
        if !is_ready {
            return Ok(());
        }
        for state in &mut self.seats {
            let kept = state.dice.as_mut().and_then(|dice| dice.escrowed.take());
            if state.is_persons() {
                state.revealed = state.revealed.take().or(kept);
            }
        }
        self.has_begun = true;
        self.begin_record()?;
        self.stream = self.make_stream();
        Ok(())
    }

    /// Begins the record with the contributions to the dice that are known.
    pub(super) fn begin_record(&mut self) -> Result<(), GameConfigError> {
        let mut opening = opening::<G>(&self.config, &self.seats)?;
        if G::has_dice() {
            let commitment = self.config.commitment;
            let scheme = self.config.scheme;
            opening.dice = Some(Dice::new(scheme, self.id.to_string(), commitment));
            for (player, state) in opening.players.iter_mut().zip(&self.seats) {
                player.contribution = state.record_contribution();
            }
        }
        self.record = Record::begin(opening)?;
        Ok(())
    }

    /// The rolls to come, from what the record has. The players' bytes are in the game's order of the
    /// seats, whatever the order of the config.
    pub(super) fn make_stream(&self) -> Option<DiceStream> {
        let opening = self.record.opening();
        let dice = opening.dice.as_ref()?;
        let mut players: Vec<_> = opening.players.iter().collect();
        players.sort_by_key(|player| G::SEATS.iter().position(|seat| *seat == player.seat));
        // Whoever contributes nothing takes a place, too.
        let bytes = |given: &Contribution| given.bytes().unwrap_or_default().into_owned();
        let first = players.iter().map(|player| bytes(&player.contribution));
        let later = dice.epochs.iter().map(|epoch| Epoch {
            first_roll: epoch.first_roll,
            entropies: players
                .iter()
                .map(|player| bytes(epoch.contribution(G::letter(player.seat))))
                .collect(),
        });
        let (secret, id) = (&self.secret, self.id.as_str());
        Some(match self.config.scheme {
            Scheme::V1 => DiceStream::v1(secret, id, first),
            Scheme::V2 => DiceStream::v2(secret, id, first, later),
        })
    }

    /// The bytes that were in escrow and have been revealed: those of which the record has the
    /// commitment of the seat, too.
    pub(super) fn revealed_from_escrow(&self) -> Vec<RevealedBytes> {
        let opening = self.record.opening();
        let first = opening.players.iter();
        let first = first.map(|player| (G::letter(player.seat), &player.contribution));
        let epochs = opening.dice.as_ref().map_or(&[][..], |dice| &dice.epochs);
        let later = epochs.iter().flat_map(|epoch| &epoch.contributions);
        let later = later.map(|(&seat, given)| (seat, given));
        let public = first
            .chain(later)
            .filter(|(_, given)| given.entropy.is_some());
        let public: Vec<(char, Option<Bytes32>)> = public
            .map(|(seat, given)| (seat, given.commitment))
            .collect();
        let planned = self
            .config
            .seats
            .iter()
            .filter_map(|seat| match &seat.player {
                PlayerConfig::Person(Some(dice)) => Some((seat.seat, dice)),
                PlayerConfig::Person(None) | PlayerConfig::Bot(_) => None,
            });
        let logged = self
            .log
            .iter()
            .flat_map(|logged| logged.entry.event.contributions());
        planned
            .chain(logged)
            .filter(|(seat, dice)| public.contains(&(*seat, dice.commitment)))
            .filter_map(|(seat, dice)| {
                Some(RevealedBytes {
                    seat,
                    commitment: dice.commitment?,
                    entropy: dice.escrowed.clone()?,
                    salt: dice.salt,
                })
            })
            .collect()
    }

    /// The next roll, in notation. It is secret until it is logged.
    pub(super) fn next_roll(&self) -> Option<String> {
        let stream = self.stream.as_ref()?;
        Some(stream.roll(self.rolls).to_string())
    }

    /// The seed for a bot. It follows from the server's secret, so nobody can predict it, and
    /// everybody can recompute it after the game.
    pub(super) fn bot_seed(&self) -> u64 {
        let mut text = self.secret.0.to_vec();
        text.extend_from_slice(b"parlor-bot-v1");
        text.extend_from_slice(&self.version().to_be_bytes());
        let Bytes32(digest) = Bytes32::sha_256(&text);
        let (first, _) = digest.split_at(8);
        first
            .iter()
            .fold(0, |seed, &byte| seed << 8 | u64::from(byte))
    }
}

impl SeatState {
    /// The seat's contribution to the dice for the record, once the game has begun or is over.
    pub(super) fn record_contribution(&self) -> Contribution {
        if self.bot_for_good().is_some() {
            return Contribution {
                entropy: Some(Vec::new()),
                ..Contribution::default()
            };
        }
        contribution(self.dice.as_ref(), self.revealed.clone())
    }
}
