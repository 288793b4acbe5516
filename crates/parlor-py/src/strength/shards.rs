//! Deals of a match that were played elsewhere: what `parlor.ray` sends between machines.

use parlor_game::Standing;
use parlor_selfplay::playouts::{KUBA_ENDINGS, LUDO_ENDINGS};
use parlor_sim::statistics::Sprt;
use parlor_sim::{Forfeit, GameError, HeadToHead, Played, Schedule};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::ratings::refused;
use super::results::result;
use crate::errors;

/// A game in values that pickle: the first and the last place of each seat, what ended it, actions, chance
/// outcomes, and the seat that forfeited with what it did.
pub(super) type PlainGame = (Vec<(u8, u8)>, String, u32, u32, Option<(usize, String)>);

/// The games of a deal in values that pickle.
pub(super) fn plain(deal: &[Played]) -> Vec<PlainGame> {
    let game = |game: &Played| {
        let standings = game.standings.iter();
        let places = standings.map(|standing| (*standing.places.start(), *standing.places.end()));
        let forfeit = game.forfeit.as_ref();
        (
            places.collect(),
            game.ended_by.to_owned(),
            game.actions,
            game.chances,
            forfeit.map(|forfeit| (forfeit.seat, forfeit.error.to_string())),
        )
    };
    deal.iter().map(game).collect()
}

/// What the deals of a match say, added in the order of their numbers.
#[pyclass(module = "parlor._native")]
#[derive(Debug)]
pub(crate) struct _MatchTally {
    found: HeadToHead,
    seats: usize,
    games: usize,
    /// The rules that end a game.
    endings: &'static [&'static str],
}

#[pymethods]
impl _MatchTally {
    /// No deals yet of a match at so many seats, with the two hypotheses and the two error
    /// probabilities of a test.
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        seats: usize,
        sprt: Option<(f64, f64, f64, f64)>,
    ) -> PyResult<Self> {
        let (schedule, endings) = match (game, seats) {
            ("kuba", 2) => (Schedule::one_against_a_field(2), &KUBA_ENDINGS[..]),
            ("ludo", 2..=4) => (Schedule::every_two(2, seats), &LUDO_ENDINGS[..]),
            _ => return Err(errors::value(py.None().bind(py), "there is no such match")),
        };
        let sprt = sprt.map(|(elo0, elo1, alpha, beta)| {
            Sprt::new(elo0, elo1, alpha, beta).map_err(|error| refused(py, (elo0, elo1), error))
        });
        let found = HeadToHead::of(&schedule, sprt.transpose()?)
            .map_err(|error| errors::value(py.None().bind(py), error))?;
        Ok(Self {
            found,
            seats,
            games: schedule.games().len(),
            endings,
        })
    }

    /// Adds deals until the test decides; whether it has.
    fn add(&mut self, py: Python<'_>, deals: Vec<Vec<PlainGame>>) -> PyResult<bool> {
        let mut read = Vec::with_capacity(deals.len());
        for deal in deals {
            let deal = self.read(deal);
            read.push(deal.ok_or_else(|| {
                errors::value(py.None().bind(py), "these are no deals of this match")
            })?);
        }
        for deal in read {
            if self.is_decided() {
                break;
            }
            self.found.add(&deal);
        }
        Ok(self.is_decided())
    }

    /// The number of deals added.
    #[getter]
    const fn deals(&self) -> u64 {
        self.found.deals()
    }

    /// As the functions that play a whole match return it.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        result(py, &self.found)
    }
}

impl _MatchTally {
    fn is_decided(&self) -> bool {
        self.found
            .test()
            .is_some_and(|test| test.accepted.is_some())
    }

    /// The games of a deal, if these are some.
    fn read(&self, deal: Vec<PlainGame>) -> Option<Vec<Played>> {
        if deal.len() != self.games {
            return None;
        }
        deal.into_iter().map(|game| self.game(game)).collect()
    }

    fn game(&self, (places, ended_by, actions, chances, forfeit): PlainGame) -> Option<Played> {
        let last = u8::try_from(self.seats).ok()?;
        let fits = |&(first, end): &(u8, u8)| 1 <= first && first <= end && end <= last;
        if places.len() != self.seats || !places.iter().all(fits) {
            return None;
        }
        let standing = |(seat, (first, end))| Standing {
            seat,
            places: first..=end,
        };
        let forfeit = match forfeit {
            Some((seat, message)) if seat < self.seats => Some(Forfeit {
                seat,
                error: GameError::Reported { message },
            }),
            Some(_) => return None,
            None => None,
        };
        let ended_by = match &forfeit {
            Some(_) => Forfeit::ENDING,
            None => self.endings.iter().find(|&&ending| ending == ended_by)?,
        };
        Some(Played {
            standings: places.into_iter().enumerate().map(standing).collect(),
            ended_by,
            actions,
            chances,
            forfeit,
        })
    }
}
