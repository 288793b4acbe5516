//! Matches as tables.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use parlor_game::{Game, Standing};
use serde::Serialize;

use crate::game_error::GameError;
use crate::matches::Match;
use crate::played::Played;
use crate::pool::Pool;
use crate::schedule::Schedule;
use crate::statistics::{Estimate, Rows, Sample, ratings};

/// The table of a match: what its games say about everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// How many deals were played to their end.
    pub deals: u64,
    /// The number of games.
    pub games: u64,
    /// The number of actions chosen by bots in all games.
    pub actions: u64,
    /// The number of chance outcomes in all games.
    pub chances: u64,
    /// The score of equal entrants: 1 / the number of seats.
    pub fair_share: f64,
    /// The entrants, in the order in which they entered.
    pub rows: Vec<Row>,
    /// The score of each entrant alone against a field of each other, if the
    /// schedule has such games.
    pub duels: Vec<Duel>,
}

/// The results of an entrant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The entrant's name.
    #[serde(rename = "bot")]
    pub name: String,
    /// The seats held over all games; there may be several in one game.
    #[serde(rename = "seats_held")]
    pub seats: u64,
    /// The games won; a shared first place counts by its share.
    pub wins: f64,
    /// The wins per seat held.
    pub score: Estimate,
    /// The Elo relative to the average of all entrants; `None` while some have
    /// never beaten the others.
    pub elo: Option<Estimate>,
    /// The mean place, from 1; shared places count as their mean.
    pub place: Estimate,
}

/// The score of an entrant alone at a table of another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The name of the lone entrant.
    #[serde(rename = "bot")]
    pub lone: String,
    /// The name of the entrant at all other seats.
    #[serde(rename = "against")]
    pub field: String,
    /// The number of games.
    pub games: u64,
    /// The lone entrant's share of the wins.
    pub score: Estimate,
}

impl<G: Game> Match<G> {
    /// Plays `count` deals, or fewer if the flag is raised, and returns the
    /// results. After each deal, `progress` is called with their number.
    ///
    /// The table is the same for every number of threads.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn table(
        &self,
        pool: &Pool,
        count: u64,
        stop: &AtomicBool,
        mut progress: impl FnMut(u64),
    ) -> Result<Crosstable, GameError> {
        let mut tally = Tally::new(self.schedule());
        self.play(pool, count, stop, |games| {
            tally.add(&games);
            progress(tally.deals());
            ControlFlow::Continue(())
        })?;
        let names: Vec<&str> = self.entrants().iter().map(|e| e.name.as_str()).collect();
        Ok(tally.table(&names, self.schedule().seats()))
    }
}

/// The games of a deal in which one entrant sits alone among another.
#[derive(Clone, Debug)]
struct AgainstField {
    lone: usize,
    others: usize,
    /// The indices of the games, and the lone entrant's seat in each.
    games: Vec<(usize, usize)>,
}

/// The sums over the deals from which the table is made.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    seatings: Vec<Vec<usize>>,
    duels: Vec<AgainstField>,
    has_beaten: Vec<Vec<bool>>,
    actions: u64,
    chances: u64,
    /// For each entrant the seats per deal.
    seats: Vec<usize>,
    /// The games won by each entrant, one row per deal.
    wins: Rows,
    /// For each entrant the total of games won.
    won: Vec<f64>,
    /// For each entrant the wins per seat.
    scores: Vec<Sample>,
    /// For each entrant the mean place.
    places: Vec<Sample>,
    /// For each duel the lone entrant's share of the wins.
    shares: Vec<Sample>,
}

impl Tally {
    pub(crate) fn new(schedule: &Schedule) -> Self {
        let (seatings, entrants) = (schedule.games(), schedule.entrants());
        let duels = duels(seatings, entrants);
        Self {
            seatings: seatings.to_vec(),
            shares: vec![Sample::default(); duels.len()],
            duels,
            has_beaten: vec![vec![false; entrants]; entrants],
            actions: 0,
            chances: 0,
            seats: (0..entrants)
                .map(|entrant| schedule.seats_of(entrant))
                .collect(),
            wins: Rows::new(entrants),
            won: vec![0.0; entrants],
            scores: vec![Sample::default(); entrants],
            places: vec![Sample::default(); entrants],
        }
    }

    pub(crate) const fn deals(&self) -> u64 {
        self.wins.count()
    }

    /// The entrant at each seat, for each game of a deal.
    pub(crate) fn seatings(&self) -> &[Vec<usize>] {
        &self.seatings
    }

    pub(crate) const fn actions(&self) -> u64 {
        self.actions
    }

    pub(crate) const fn chances(&self) -> u64 {
        self.chances
    }

    /// An entrant's wins per seat.
    pub(crate) fn score(&self, entrant: usize) -> Estimate {
        self.scores[entrant].share()
    }

    /// The entrants' ratings, if they are bounded.
    pub(crate) fn elo(&self) -> Option<Vec<Estimate>> {
        ratings(&self.seatings, &self.wins, &self.has_beaten)
    }

    /// Adds the games of a deal, in the order of the schedule.
    pub(crate) fn add(&mut self, games: &[Played]) {
        let entrants = self.seats.len();
        let mut wins = vec![0.0; entrants];
        let mut places = vec![0.0; entrants];
        for (seating, game) in self.seatings.iter().zip(games) {
            self.actions += u64::from(game.actions);
            self.chances += u64::from(game.chances);
            for (&entrant, standing) in seating.iter().zip(&game.standings) {
                let returns = standing.returns();
                wins[entrant] += returns;
                places[entrant] += place(standing);
                if returns > 0.0 {
                    for &other in seating {
                        self.has_beaten[entrant][other] |= other != entrant;
                    }
                }
            }
        }
        for (duel, shares) in self.duels.iter().zip(&mut self.shares) {
            let lone = duel.games.iter();
            let returns = lone.map(|&(game, seat)| games[game].standings[seat].returns());
            shares.take(returns.sum::<f64>() / duel.games.len() as f64);
        }
        for (entrant, &seats) in self.seats.iter().enumerate() {
            self.won[entrant] += wins[entrant];
            self.scores[entrant].take(wins[entrant] / seats as f64);
            self.places[entrant].take(places[entrant] / seats as f64);
        }
        self.wins.take(&wins);
    }

    fn table(&self, names: &[&str], seats: usize) -> Crosstable {
        let deals = self.deals();
        let elo = self.elo();
        let row = |(entrant, name): (usize, &&str)| Row {
            name: (*name).to_owned(),
            seats: self.seats[entrant] as u64 * deals,
            wins: self.won[entrant],
            score: self.score(entrant),
            place: self.places[entrant].mean(),
            elo: elo.as_ref().map(|elo| elo[entrant]),
        };
        let duels = self.duels.iter().zip(&self.shares);
        Crosstable {
            deals,
            games: deals * self.seatings.len() as u64,
            actions: self.actions,
            chances: self.chances,
            fair_share: 1.0 / seats as f64,
            rows: names.iter().enumerate().map(row).collect(),
            duels: duels
                .map(|(duel, shares)| Duel {
                    lone: names[duel.lone].to_owned(),
                    field: names[duel.others].to_owned(),
                    games: duel.games.len() as u64 * deals,
                    score: shares.share(),
                })
                .collect(),
        }
    }
}

/// For each two entrants the games with one seat of the first and all others
/// of the second, if there are any.
fn duels(seatings: &[Vec<usize>], entrants: usize) -> Vec<AgainstField> {
    let all = (0..entrants).flat_map(|lone| (0..entrants).map(move |others| (lone, others)));
    all.filter(|(lone, others)| lone != others)
        .map(|(lone, others)| {
            let games = seatings.iter().enumerate().filter_map(|(game, seating)| {
                let seat = seating.iter().position(|&seated| seated == lone)?;
                let theirs = seating.iter().filter(|&&seated| seated == others).count();
                (theirs + 1 == seating.len()).then_some((game, seat))
            });
            let games = games.collect();
            AgainstField {
                lone,
                others,
                games,
            }
        })
        .filter(|duel| !duel.games.is_empty())
        .collect()
}

/// The place, or the mean of the shared places.
fn place(standing: &Standing<usize>) -> f64 {
    f64::midpoint(
        f64::from(*standing.places.start()),
        f64::from(*standing.places.end()),
    )
}
