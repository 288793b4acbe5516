//! A game under way with everything that was played, so that it can be taken back.

use parlor_game::{ActError, Game, LiveGame, Standing, Turn};
use parlor_record::record::Act;

/// A game under way and how it came there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line<G: Game> {
    start: G::Position,
    game: LiveGame<G>,
    /// Each roll and each action, with the position that it was played in.
    past: Vec<(G::Position, Act<G>)>,
}

impl<G: Game> Line<G> {
    /// A game that begins with this position; with a limit, it ends after so many actions that count.
    pub(super) fn new(start: G::Position, limit: Option<u32>) -> Self {
        Self {
            game: LiveGame::new(start.clone(), limit),
            start,
            past: Vec::new(),
        }
    }

    /// The first position.
    pub(super) const fn start(&self) -> &G::Position {
        &self.start
    }

    /// The game after everything that was played.
    pub(super) const fn game(&self) -> &LiveGame<G> {
        &self.game
    }

    /// What was played, as records write it: an action with the roll that it answers, and a roll by
    /// itself only where it is the last.
    pub(super) fn acts(&self) -> impl Iterator<Item = Act<G>> {
        let last = self.past.len().saturating_sub(1);
        let acts = self.past.iter().map(|(_, act)| *act).enumerate();
        acts.filter(move |(place, act)| matches!(act, Act::Action(_)) || *place == last)
            .map(|(_, act)| act)
    }

    /// Plays an action, before it the roll that it answers if that is due, or only a roll.
    ///
    /// # Errors
    /// The rule that refuses it; nothing has changed.
    pub(super) fn play(&mut self, act: Act<G>) -> Result<(), ActError<G>> {
        let start = self.game.position().clone();
        let action = match act {
            Act::Chance(_, outcome) => {
                self.game.take_chance(outcome)?;
                self.past.push((start, act));
                return Ok(());
            }
            Act::Action(action) => action,
        };
        let due = match (self.game.turn(), G::chance_in(action)) {
            (Turn::Chance(seat), Some(outcome)) => Some((seat, outcome)),
            _ => None,
        };
        if let Some((_, outcome)) = due {
            self.game.take_chance(outcome)?;
        }
        let before = self.game.position().clone();
        if let Err(refusal) = self.game.play(action) {
            if due.is_some() {
                self.game.take_back(start, None);
            }
            return Err(refusal);
        }
        if let Some((seat, outcome)) = due {
            self.past.push((start, Act::Chance(seat, outcome)));
        }
        self.past.push((before, act));
        Ok(())
    }

    /// Takes back the last action or roll, and returns it; `None` at the start.
    pub(super) fn undo(&mut self) -> Option<Act<G>> {
        let (before, act) = self.past.pop()?;
        let action = match act {
            Act::Action(action) => Some(action),
            Act::Chance(..) => None,
        };
        self.game.take_back(before, action);
        Some(act)
    }

    /// The seat to roll or to choose; `None` after the end.
    pub(super) fn to_act(&self) -> Option<char> {
        self.game.turn().seat().map(G::letter)
    }

    /// Who has the first place alone, also while others play on.
    pub(super) fn winner(&self) -> Option<char> {
        let standings = self.game.standings();
        let winner = standings.iter().find(|one| one.places == (1..=1));
        Some(G::letter(winner?.seat))
    }

    /// The places after the end: groups of seats that share theirs, the best first.
    pub(super) fn result(&self) -> Option<Vec<Vec<char>>> {
        if !self.game.is_over() {
            return None;
        }
        let standings = self.game.standings();
        let groups = standings.chunk_by(|one, other| one.places == other.places);
        let letters = |group: &[Standing<G::Seat>]| {
            let seats = group.iter().map(|one| G::letter(one.seat));
            seats.collect()
        };
        Some(groups.map(letters).collect())
    }

    /// After the end, what each seat got, in the order of play: from 1 for the first place to 0 for the
    /// last in equal steps, and the mean of the places that several share.
    pub(super) fn returns(&self) -> Option<Vec<f64>> {
        if !self.game.is_over() {
            return None;
        }
        let standings = self.game.standings();
        let steps = standings.len().saturating_sub(1).max(1) as f64;
        let of = |seat: G::Seat| {
            let standing = standings.iter().find(|one| one.seat == seat)?;
            let both_ends = standing.places.start() + standing.places.end();
            Some(1.0 - (f64::from(both_ends) / 2.0 - 1.0) / steps)
        };
        G::seats(self.game.position()).map(of).collect()
    }
}
