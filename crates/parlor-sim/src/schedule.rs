//! The seatings of the games of a deal.

/// The seatings of the games of a deal: for each game the index of the entrant
/// at each seat.
///
/// Every deal is played by the same schedule, so the deals are independent and
/// identically distributed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    seats: usize,
    entrants: usize,
    games: Vec<Vec<usize>>,
}

impl Schedule {
    /// Every pair of entrants plays every seating that contains both and no
    /// other entrant.
    ///
    /// At two seats these are two games, with the seats exchanged. At four they
    /// are fourteen: one against three in every seat, the reverse, and two
    /// against two, adjacent and opposite. So every entrant has every seat, and
    /// every neighbor, equally often.
    pub fn every_two(entrants: usize, seats: usize) -> Self {
        let pairs =
            (0..entrants).flat_map(|one| (one + 1..entrants).map(move |other| (one, other)));
        let games = pairs.flat_map(|(one, other)| {
            // One bit per seat; 0 and all ones are left out, as one of the two
            // would be absent.
            (1..(1_usize << seats) - 1).map(move |others| {
                let at = |seat| if others >> seat & 1 == 1 { other } else { one };
                (0..seats).map(at).collect()
            })
        });
        Self {
            seats,
            entrants,
            games: games.collect(),
        }
    }

    /// Entrant 0 against a field of entrant 1, once in every seat: an entrant as
    /// strong as the field wins one game in `seats`.
    pub fn one_against_a_field(seats: usize) -> Self {
        let games =
            (0..seats).map(|lone| (0..seats).map(|seat| usize::from(seat != lone)).collect());
        Self {
            seats,
            entrants: 2,
            games: games.collect(),
        }
    }

    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// The number of entrants.
    pub const fn entrants(&self) -> usize {
        self.entrants
    }

    /// The games of a deal, each with the entrant at each seat.
    pub fn games(&self) -> &[Vec<usize>] {
        &self.games
    }

    /// The number of seats of an entrant over the games of a deal.
    pub fn seats_of(&self, entrant: usize) -> usize {
        let seats = self.games.iter().flatten();
        seats.filter(|&&seated| seated == entrant).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_every_seat_equally_often() {
        for seats in 2..=4 {
            for entrants in 2..=5 {
                let schedule = Schedule::every_two(entrants, seats);
                let held = |entrant, seat: usize| {
                    let games = schedule.games().iter();
                    games.filter(|game| game[seat] == entrant).count()
                };
                let expected = (entrants - 1) << (seats - 1);
                // Where one of the two has all the seats there is no game.
                let expected = expected - (entrants - 1);
                for entrant in 0..entrants {
                    assert!((0..seats).all(|seat| held(entrant, seat) == expected));
                    assert_eq!(schedule.seats_of(entrant), expected * seats);
                }
            }
        }
    }

    #[test]
    fn two_at_two_seats_exchange_them() {
        let schedule = Schedule::every_two(2, 2);
        assert_eq!(schedule.games(), [vec![1, 0], vec![0, 1]]);
        assert_eq!(
            Schedule::one_against_a_field(2).games(),
            [vec![0, 1], vec![1, 0]]
        );
    }

    #[test]
    fn the_lone_one_has_every_seat_once() {
        let schedule = Schedule::one_against_a_field(4);
        assert_eq!(schedule.games().len(), 4);
        assert_eq!((schedule.seats_of(0), schedule.seats_of(1)), (4, 12));
        assert!((0..4).all(|seat| schedule.games()[seat][seat] == 0));
    }
}
