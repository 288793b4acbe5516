//! The dice of a raw record, and the players' contributions to them.

use std::collections::BTreeMap;

use parlor_dice::{Contribution, DiceError, DrawnBy, Scheme};

use super::dice::{Dice, DiceEpoch};
use super::document::{ContributionDocument, EpochDocument, WrittenContribution};
use super::error::{RecordError, RecordErrorKind};
use super::fields::Fields;
use super::keys;
use super::raw_record::RawRecord;
use super::source::MemberPath;
use crate::error::quoted;

impl RawRecord<'_> {
    /// A player's contribution, whose members are in the object with this path.
    pub(super) fn contribution(
        &self,
        path: MemberPath<'_>,
        written: WrittenContribution<'_>,
    ) -> Result<Contribution, RecordError> {
        let source = &self.source;
        let bad = |key: &str, expected| source.bad(&[path, &[&key]].concat(), expected);
        let entropy = written.entropy.map(|digits| {
            let expected = "it must be whole bytes in hexadecimal digits";
            hex::decode(digits).map_err(|_| bad(keys::ENTROPY, expected))
        });
        let salt = written.salt.map(|digits| {
            let expected = "it must be 32 hexadecimal digits, which are 16 bytes";
            let mut salt = [0; 16];
            let read = hex::decode_to_slice(digits, &mut salt);
            read.map(|()| salt).map_err(|_| bad(keys::SALT, expected))
        });
        let drawn_by = written.drawn_by.map(|word| {
            let mut all = DrawnBy::ALL.into_iter();
            let expected = "it must be `player`, `server` or, in a later epoch, `bot`";
            let drawn_by = all.find(|one| one.as_str() == word);
            drawn_by.ok_or_else(|| bad(keys::DRAWN_BY, expected))
        });
        let path = [path, &[&keys::COMMITMENT]].concat();
        Ok(Contribution {
            commitment: source.parsed(&path, written.commitment)?,
            entropy: entropy.transpose()?,
            salt: salt.transpose()?,
            drawn_by: drawn_by.transpose()?,
        })
    }

    /// Refuses every field of dice, in a game that has none.
    pub(super) fn refuse_dice(&self) -> Result<(), RecordError> {
        let no_dice = |path| {
            let key = self.source.part(path).key;
            let kind = RecordErrorKind::Dice {
                error: DiceError::NoDice,
                value: quoted(key),
            };
            Err(self.source.error_at(key, kind))
        };
        if self.document.dice.is_some() {
            return no_dice(&[&keys::DICE_KEY]);
        }
        for (index, seat) in self.seats()?.iter().enumerate() {
            if let Some(key) = dice_key(seat.contribution()) {
                return no_dice(&[&keys::SEATS, &index, &key]);
            }
        }
        Ok(())
    }

    pub(super) fn dice(&self) -> Result<Option<Dice>, RecordError> {
        let source = &self.source;
        let Some(dice) = &self.document.dice else {
            return Ok(None);
        };
        let scheme_path: MemberPath<'_> = &[&keys::DICE_KEY, &keys::SCHEME];
        let scheme = dice.scheme.as_ref();
        let [old, new] = Scheme::ALL.map(Scheme::as_str);
        let scheme = source.required(scheme_path, scheme, &format!("it says {new}"))?;
        let scheme: Scheme = scheme.parse().map_err(|_| {
            source.bad(
                scheme_path,
                format!("the schemes are {new} and, in older records, {old}"),
            )
        })?;
        let commitment_path: MemberPath<'_> = &[&keys::DICE_KEY, &keys::COMMITMENT];
        let commitment = source.parsed(commitment_path, dice.commitment.as_ref())?;
        let epochs = dice.epochs.iter().flatten().enumerate();
        let epochs = epochs.map(|(index, epoch)| self.epoch(index, epoch));
        Ok(Some(Dice {
            scheme,
            game_id: source.required(
                &[&keys::DICE_KEY, &keys::GAME_ID],
                dice.game_id.clone(),
                "it is the game's name in the stream of rolls",
            )?,
            commitment: source.required(
                commitment_path,
                commitment,
                "it is the SHA-256 of the server's secret",
            )?,
            secret: source.parsed(&[&keys::DICE_KEY, &keys::SECRET], dice.secret.as_ref())?,
            epochs: epochs.collect::<Result<_, _>>()?,
            fields: dice.fields.clone(),
        }))
    }

    /// The epoch with this index.
    fn epoch(&self, index: usize, epoch: &EpochDocument) -> Result<DiceEpoch, RecordError> {
        let path: MemberPath<'_> = &[&keys::DICE_KEY, &keys::EPOCHS, &index];
        self.refuse_unknown(
            path,
            &epoch.fields,
            "an epoch has the members roll and players",
        )?;
        let roll_path = [path, &[&keys::ROLL]].concat();
        let expected = "it is the number of rolls before the epoch";
        let roll = self
            .source
            .required(&roll_path, epoch.roll.as_ref(), expected)?;
        let first_roll = roll.0.ok_or_else(|| {
            let expected = "it must be the number of rolls before the epoch, 0 or more";
            self.source.bad(&roll_path, expected)
        })?;
        let players = epoch.players.iter().flat_map(|players| &players.0);
        let contributions = players.map(|(seat, given)| {
            let path = [path, &[&keys::PLAYERS, seat]].concat();
            self.epoch_contribution(&path, seat, given)
        });
        Ok(DiceEpoch {
            first_roll,
            contributions: contributions.collect::<Result<BTreeMap<_, _>, _>>()?,
        })
    }

    /// The contribution to an epoch of the player at the seat with this letter.
    fn epoch_contribution(
        &self,
        path: MemberPath<'_>,
        seat: &str,
        given: &ContributionDocument,
    ) -> Result<(char, Contribution), RecordError> {
        let Ok(seat) = seat.parse() else {
            let expected = "the members of `players` are letters of seats";
            return Err(self.source.bad(path, expected));
        };
        let expected = "a contribution has the members commitment, entropy, salt and drawn_by";
        self.refuse_unknown(path, &given.fields, expected)?;
        Ok((seat, self.contribution(path, given.contribution())?))
    }

    /// What the player at a seat contributes to the epoch with this index, as written.
    fn contribution_to(&self, index: u64, seat: char) -> Option<WrittenContribution<'_>> {
        let epochs = self.document.dice.as_ref()?.epochs.as_ref()?;
        let epoch = epochs.get(usize::try_from(index).ok()?)?;
        let given = epoch.players.as_ref()?.0.get(&seat.to_string())?;
        Some(given.contribution())
    }

    /// Refuses members that this version does not know, where the text form has
    /// no place for them.
    fn refuse_unknown(
        &self,
        path: MemberPath<'_>,
        fields: &Fields,
        expected: &str,
    ) -> Result<(), RecordError> {
        match fields.iter().next() {
            Some((key, _)) => Err(self.source.bad(&[path, &[&key]].concat(), expected)),
            None => Ok(()),
        }
    }
}

/// The key of a contribution that an error is shown at: that of the entropy, or
/// the first that there is.
fn dice_key(written: WrittenContribution<'_>) -> Option<&'static str> {
    let members = written.members().into_iter();
    let there = members.filter_map(|(key, value)| value.map(|_| key));
    there.min_by_key(|key| *key != keys::ENTROPY)
}

/// The error of wrong dice with its place.
pub(super) fn dice_error(raw: &RawRecord<'_>, error: &DiceError) -> RecordError {
    let kind = |value| RecordErrorKind::Dice {
        error: error.clone(),
        value,
    };
    let at = |path| raw.source.error(path, kind);
    let is_of_salt = matches!(error, DiceError::SaltInV1(_) | DiceError::SaltAlone { .. });
    let key_in = |written| match error {
        _ if is_of_salt => keys::SALT,
        DiceError::RepeatedCommitment { .. } => keys::COMMITMENT,
        DiceError::DrawnByBot { .. } => keys::DRAWN_BY,
        _ => dice_key(written).unwrap_or(keys::SEAT_KEY),
    };
    let Some(index) = error.epoch().checked_sub(1) else {
        return match error.seat().and_then(|letter| raw.seat_at(letter)) {
            Some((index, seat)) => at(&[&keys::SEATS, &index, &key_in(seat.contribution())]),
            None => at(&[&keys::DICE_KEY, &keys::SECRET]),
        };
    };
    let epoch: MemberPath<'_> = &[&keys::DICE_KEY, &keys::EPOCHS, &index];
    let Some(seat) = error.seat() else {
        return at(&[epoch, &[&keys::ROLL]].concat());
    };
    let player = [epoch, &[&keys::PLAYERS, &seat]].concat();
    match raw.contribution_to(index, seat) {
        Some(written) => at(&[&*player, &[&key_in(written)]].concat()),
        None => at(&player),
    }
}
