//! The players' places.

use core::ops::RangeInclusive;

/// One player's place, or the places that several share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing<Seat> {
    /// The player's seat.
    pub seat: Seat,
    /// The place, counted from 1; several if they are shared.
    pub places: RangeInclusive<u8>,
}

impl<Seat> Standing<Seat> {
    /// The player's place, unless it is shared.
    ///
    /// ```
    /// use parlor_game::Standing;
    ///
    /// assert_eq!(Standing { seat: 'C', places: 2..=2 }.own_place(), Some(2));
    /// assert_eq!(Standing { seat: 'C', places: 2..=4 }.own_place(), None);
    /// ```
    pub fn own_place(&self) -> Option<u8> {
        let (&first, &last) = (self.places.start(), self.places.end());
        (first == last).then_some(first)
    }

    /// What the game was worth: 1 for the first place, divided by the number of
    /// players who share it, and 0 for every other place. So the returns of a game
    /// always add up to 1, and a draw between two is ½ for each.
    ///
    /// ```
    /// use parlor_game::Standing;
    ///
    /// assert_eq!(Standing { seat: 'W', places: 1..=1 }.returns(), 1.0);
    /// assert_eq!(Standing { seat: 'W', places: 1..=2 }.returns(), 0.5);
    /// assert_eq!(Standing { seat: 'C', places: 2..=4 }.returns(), 0.0);
    /// ```
    pub fn returns(&self) -> f64 {
        if *self.places.start() == 1 {
            1.0 / f64::from(*self.places.end())
        } else {
            0.0
        }
    }
}
