//! The analysis of a whole game.

use core::ops::Range;

use ludo_rules::{Move, Position, Roll, Seat};

use super::account::Account;
use super::chances::{Certainty, Chances};
use super::error::AnalysisError;
use super::judge::{self, Judge};
use super::key_moment::{self, KeyMoment};
use super::ply::JudgedPly;
use super::ranking::Ranking;
use super::tally::PlayerTally;

/// The value of every roll and every choice of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    seats: Vec<Seat>,
    plies: Vec<JudgedPly>,
    races: Vec<Race>,
}

/// The part of a game in which one place was at stake: its chances are those of taking
/// that place.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The place, 1 for the winner's.
    pub place: u8,
    /// The players who had not finished when it began, in the order of the seats.
    pub seats: Vec<Seat>,
    /// The accuracy of its chances.
    pub certainty: Certainty,
    /// The chances at its start.
    pub start: Chances,
    /// The range of its plies, counted from 0.
    pub plies: Range<usize>,
    /// The chances at its end or at present: 1 for the player who has taken the place.
    pub end: Chances,
}

impl Analysis {
    /// The maximum number of key moments of each kind.
    pub const KEY_MOMENTS: usize = 3;

    /// Analyzes the game from `start` with these rolls and the choices for them; only
    /// the last may be without a choice.
    ///
    /// # Errors
    /// [`AnalysisError`] for illegal rolls and choices, and for positions that the judge
    /// has no values for.
    pub fn of(
        start: &Position,
        rolls: impl IntoIterator<Item = (Roll, Option<Move>)>,
        judge: &impl Judge,
    ) -> Result<Self, AnalysisError> {
        let mut position = *start;
        let mut analysis = Self {
            seats: start.tokens().seats().iter().collect(),
            plies: Vec::new(),
            races: Vec::new(),
        };
        analysis.begin_race(&position, judge)?;
        for (roll, answer) in rolls {
            let before = position;
            analysis.judge(&mut position, roll, answer, judge)?;
            if position.finishing_order().len() > before.finishing_order().len() {
                analysis.begin_race(&position, judge)?;
            }
        }
        Ok(analysis)
    }

    /// The players, in the order of the seats.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Every ply.
    pub fn plies(&self) -> &[JudgedPly] {
        &self.plies
    }

    /// The races by place; only the last one may be unfinished.
    pub fn races(&self) -> &[Race] {
        &self.races
    }

    /// The race of a ply; `None` if there is no such ply.
    pub fn race_of(&self, ply: &JudgedPly) -> Option<&Race> {
        let races = self.races.iter();
        races
            .rev()
            .find(|race| race.plies.contains(&(ply.number - 1)))
    }

    /// The account of each player in a race.
    pub fn accounts(&self, race: &Race) -> Vec<Account> {
        let plies = &self.plies[race.plies.clone()];
        let account =
            |&seat: &Seat| Account::of(seat, race.start.of(seat), race.end.of(seat), plies);
        race.seats.iter().map(account).collect()
    }

    /// The tally of each player.
    pub fn tallies(&self) -> Vec<PlayerTally> {
        let seats = self.seats.iter();
        seats
            .map(|&seat| PlayerTally::of(seat, &self.plies))
            .collect()
    }

    /// The plies that changed the chances most, in the order of the game: up to
    /// [`Analysis::KEY_MOMENTS`] of the luckiest and unluckiest rolls, and as many of the
    /// worst choices.
    pub fn key_moments(&self) -> Vec<KeyMoment> {
        key_moment::find(&self.plies, Self::KEY_MOMENTS)
    }

    /// Analyzes one roll and the choice for it, and plays them.
    fn judge(
        &mut self,
        position: &mut Position,
        roll: Roll,
        answer: Option<Move>,
        judge: &impl Judge,
    ) -> Result<(), AnalysisError> {
        let number = self.plies.len() + 1;
        let refused = |reason| AnalysisError::Refused {
            ply: number,
            reason,
        };
        let start = *position;
        let before = match position.roll_in_hand() {
            Some(in_hand) if in_hand == roll => None,
            Some(in_hand) => {
                return Err(AnalysisError::OtherRoll {
                    ply: number,
                    in_hand,
                    roll,
                });
            }
            None => {
                let before = judge.before_roll(position);
                position.apply_roll(roll).map_err(refused)?;
                Some(before.ok_or_else(|| unknown(number, &start))?)
            }
        };
        let ranking = Ranking::of(position, judge).ok_or_else(|| unknown(number, &start))?;
        let ranked = answer.and_then(|choice| ranking.find(choice)).copied();
        if let Some(choice) = answer {
            position.play(choice).map_err(refused)?;
        }
        let ply = JudgedPly {
            number,
            position: start,
            before,
            ranking,
            answer: ranked,
        };
        if let Some(race) = self.races.last_mut() {
            race.plies.end = number;
            race.end = *ply.after();
        }
        self.plies.push(ply);
        Ok(())
    }

    /// Begins the race for the next place, unless the game is over.
    fn begin_race(&mut self, position: &Position, judge: &impl Judge) -> Result<(), AnalysisError> {
        if position.is_over() {
            return Ok(());
        }
        let place = position
            .finishing_order()
            .iter()
            .fold(1, |place, _| place + 1);
        let ranking = || Some(Ranking::of(position, judge)?.best().chances);
        let start = judge.before_roll(position).or_else(ranking);
        let start = start.ok_or_else(|| unknown(self.plies.len() + 1, position))?;
        self.races.push(Race {
            place,
            seats: judge::left(position).collect(),
            certainty: judge.certainty(position),
            start,
            plies: self.plies.len()..self.plies.len(),
            end: start,
        });
        Ok(())
    }
}

fn unknown(ply: usize, position: &Position) -> AnalysisError {
    AnalysisError::Unknown {
        ply,
        players: judge::left(position).count(),
    }
}
