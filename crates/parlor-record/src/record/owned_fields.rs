//! The fields of seats and of the dice in the text form, whose place in the
//! document depends on fields after them.

use super::document::{DiceDocument, EpochDocument, RecordDocument};
use super::error::RecordError;
use super::keys;
use super::named_value::NamedValue;
use super::source::RecordText;
use super::text_syntax::{Owner, epoch_field};

/// The most seats that a record can name, one per letter.
const MOST_SEATS: usize = 26;

impl<'a> RecordText<'a> {
    /// Adds all of them, in the order written.
    pub(super) fn add_owned(
        &mut self,
        document: &mut RecordDocument,
        owned: &[(Owner, NamedValue<'a>)],
    ) -> Result<(), RecordError> {
        let begins_epoch = |(owner, field): &&(Owner, NamedValue<'_>)| {
            *owner == Owner::Dice && field.epoch(Owner::Dice).is_some()
        };
        // With a gap among their numbers, one would be larger than their count.
        let begun = owned.iter().filter(begins_epoch).count();
        if begun > 0 {
            let dice = document.dice.get_or_insert_default();
            let epochs = dice.epochs.get_or_insert_default();
            epochs.resize_with(begun.max(epochs.len()), EpochDocument::default);
        }
        for (owner, field) in owned {
            match owner {
                Owner::Dice => self.add_to_dice(document.dice.get_or_insert_default(), field)?,
                Owner::Seat(letter) => self.add_to_seat(document, *letter, field)?,
            }
        }
        Ok(())
    }

    /// Adds a field of a seat.
    fn add_to_seat(
        &mut self,
        document: &mut RecordDocument,
        letter: char,
        field: &NamedValue<'a>,
    ) -> Result<(), RecordError> {
        let Some(seats) = &mut document.seats else {
            return Ok(());
        };
        let epoch = field.epoch(Owner::Seat(letter));
        let letter = letter.to_string();
        let mut seats = seats.iter_mut().take(MOST_SEATS).enumerate();
        let seat = seats.find(|(_, seat)| seat.seat.as_ref() == Some(&letter));
        let Some((index, seat)) = seat else {
            return Err(self.unexpected(
                field.key,
                "there is no such seat in `seats`; a field of the record whose name is one \
                 capital letter stands in quotes",
            ));
        };
        match epoch {
            None => self.add(seat, &[keys::SEATS, &index.to_string()], field),
            Some(named) => self.add_to_epoch(document.dice.as_mut(), &letter, named, field),
        }
    }

    /// Adds a field of the dice.
    fn add_to_dice(
        &mut self,
        dice: &mut DiceDocument,
        field: &NamedValue<'a>,
    ) -> Result<(), RecordError> {
        self.add_part(&[keys::DICE_KEY], field.key, field.value);
        let Some((_, digits)) = field.epoch(Owner::Dice) else {
            return self.add(dice, &[keys::DICE_KEY], field);
        };
        let epochs = dice.epochs.get_or_insert_default();
        let index = self.epoch_index(field, digits, epochs.len())?;
        let path = &[keys::DICE_KEY, keys::EPOCHS, &index.to_string()];
        self.add_as(keys::ROLL, &mut epochs[index], path, field)
    }

    /// Adds a field of a seat to an epoch.
    fn add_to_epoch(
        &mut self,
        dice: Option<&mut DiceDocument>,
        seat: &str,
        (name, digits): (&str, &str),
        field: &NamedValue<'a>,
    ) -> Result<(), RecordError> {
        let epochs = dice.and_then(|dice| dice.epochs.as_mut());
        let epochs = epochs.map_or(&mut [][..], Vec::as_mut_slice);
        let index = self.epoch_index(field, digits, epochs.len())?;
        let players = epochs[index].players.get_or_insert_default();
        let given = players.0.entry(seat.to_owned()).or_default();
        let index = index.to_string();
        let path = &[keys::DICE_KEY, keys::EPOCHS, &index, keys::PLAYERS, seat];
        self.add_part(path, field.key, field.value);
        self.add_as(name, given, path, field)
    }

    /// The index of the epoch with this number, of so many.
    fn epoch_index(
        &self,
        field: &NamedValue<'a>,
        digits: &str,
        epochs: usize,
    ) -> Result<usize, RecordError> {
        let number = digits.parse().ok().filter(|_| !digits.starts_with('0'));
        let number = number.filter(|number| (1..=epochs).contains(number));
        number.map(|number| number - 1).ok_or_else(|| {
            self.unexpected(
                field.key,
                "the epochs after the first are numbered 1, 2, 3 without a gap, and each begins \
                 with the number of rolls before it, as in `dice.epoch.1: 20`",
            )
        })
    }
}

impl NamedValue<'_> {
    /// The field of a later epoch that this is, and the digits of the epoch.
    fn epoch(&self, owner: Owner) -> Option<(&str, &str)> {
        let is_plain = !self.key.ends_with('"');
        epoch_field(owner, &self.name).filter(|_| is_plain)
    }
}
