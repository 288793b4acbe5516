//! A game under way, with its history and its limit.

use core::fmt;

use super::{Game, Turn};
use crate::probability::Probability;
use crate::standing::Standing;

/// A game under way: the position, what must be remembered of earlier ones, and
/// the limit set by its driver.
///
/// A position alone does not show that it is drawn; this does. A refused action
/// changes nothing.
///
/// Rules: K-12 (repetition), K-13 and L-31 (limits).
///
/// ```
/// use parlor_game::{Kuba, LiveGame};
/// use kuba_rules::{Rules, Side};
///
/// let mut game = LiveGame::<Kuba>::start(Rules::Tournament, &Side::ALL, None)?;
/// for push in ["00B", "06B", "20F", "26F"].repeat(2) {
///     game.play(push.parse()?)?;
/// }
/// assert_eq!(game.ended_by(), Some("K-12"));
/// assert!(game.standings().iter().all(|standing| standing.returns() == 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame<G: Game> {
    position: G::Position,
    history: G::History,
    limit: Option<u32>,
    counted: u32,
}

/// Why an action or a chance outcome was refused; nothing has changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ActError<G: Game> {
    /// The game is drawn, or its limit is reached.
    Over {
        /// The rule by which it ended.
        rule: &'static str,
    },
    /// The position does not allow it.
    Refused(G::MoveError),
}

impl<G: Game> ActError<G> {
    /// The id of the rule that refuses it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Over { rule } => rule,
            Self::Refused(refusal) => G::rule(refusal),
        }
    }
}

impl<G: Game> fmt::Display for ActError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over { rule } if *rule == G::LIMIT_RULE => {
                f.write_str("the game's limit is reached; nothing more can be played")
            }
            Self::Over { .. } => f.write_str("the game is drawn; nothing more can be played"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl<G: Game> core::error::Error for ActError<G> {}

impl<G: Game> LiveGame<G> {
    /// A game that begins with this position; with a limit, it ends after `limit`
    /// actions that count.
    pub fn new(start: G::Position, limit: Option<u32>) -> Self {
        Self {
            history: G::history(&start),
            position: start,
            limit,
            counted: 0,
        }
    }

    /// A game from its start; the seat named first begins.
    ///
    /// # Errors
    /// As [`Game::start`].
    pub fn start(
        rules: G::Rules,
        seats: &[G::Seat],
        limit: Option<u32>,
    ) -> Result<Self, G::StartError> {
        G::start(rules, seats).map(|start| Self::new(start, limit))
    }

    /// The position.
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// The memory of the positions so far.
    pub const fn history(&self) -> &G::History {
        &self.history
    }

    /// The number of counted actions after which the game ends; `None` without a
    /// limit.
    pub const fn limit(&self) -> Option<u32> {
        self.limit
    }

    /// The number of counted actions played.
    pub const fn counted(&self) -> u32 {
        self.counted
    }

    /// The rule by which the game is over, or drawn, or has reached its limit;
    /// `None` while it goes on.
    ///
    /// A win goes before a draw, and a repetition before the limit.
    pub fn ended_by(&self) -> Option<&'static str> {
        G::ended_by(&self.position).or_else(|| self.stopped_by())
    }

    /// The rule that ends the game although its position could go on.
    fn stopped_by(&self) -> Option<&'static str> {
        G::drawn_by(&self.history).or_else(|| {
            let is_reached = self.limit.is_some_and(|limit| self.counted >= limit);
            is_reached.then_some(G::LIMIT_RULE)
        })
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.ended_by().is_some()
    }

    /// What the game waits for.
    pub fn turn(&self) -> Turn<G::Seat> {
        match self.stopped_by() {
            Some(_) => Turn::Over,
            None => G::turn(&self.position),
        }
    }

    /// The chance outcomes and their probabilities; empty unless chance is due.
    pub fn chance_outcomes(&self) -> impl Iterator<Item = (G::Chance, Probability)> {
        let goes_on = self.stopped_by().is_none();
        G::chance_outcomes(&self.position).filter(move |_| goes_on)
    }

    /// The legal actions of the seat to act; empty unless an action is due.
    pub fn legal_actions(&self) -> impl Iterator<Item = G::Action> {
        let goes_on = self.stopped_by().is_none();
        G::legal_actions(&self.position).filter(move |_| goes_on)
    }

    /// The places of all players if the game stops here, the best first; the
    /// result if it is over.
    pub fn standings(&self) -> Vec<Standing<G::Seat>> {
        G::standings(&self.position)
    }

    /// Why nothing can be played although the position could go on: the game is drawn, or its limit
    /// is reached. `None` after a win, which the position refuses itself.
    pub fn stopped(&self) -> Option<ActError<G>> {
        let rule = self.stopped_by()?;
        let goes_on = G::ended_by(&self.position).is_none();
        goes_on.then_some(ActError::Over { rule })
    }

    fn goes_on(&self) -> Result<(), ActError<G>> {
        self.stopped().map_or(Ok(()), Err)
    }

    /// Lets chance bring this.
    ///
    /// # Errors
    /// [`ActError`] with the rule; nothing has changed.
    pub fn take_chance(&mut self, outcome: G::Chance) -> Result<(), ActError<G>> {
        self.goes_on()?;
        G::take_chance(&mut self.position, outcome).map_err(ActError::Refused)
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// [`ActError`] with the rule; nothing has changed.
    pub fn play(&mut self, action: G::Action) -> Result<(), ActError<G>> {
        self.goes_on()?;
        G::play(&mut self.position, action).map_err(ActError::Refused)?;
        self.count(action);
        Ok(())
    }

    /// Carries out an action and appends what happens, in order.
    ///
    /// # Errors
    /// [`ActError`] with the rule; nothing has changed or is appended.
    pub fn play_with_events(
        &mut self,
        action: G::Action,
        events: &mut Vec<G::Event>,
    ) -> Result<(), ActError<G>> {
        self.goes_on()?;
        G::play_with_events(&mut self.position, action, events).map_err(ActError::Refused)?;
        self.count(action);
        Ok(())
    }

    /// Carries out an action as a record writes it, with the chance outcome that
    /// it answers if that is still due, and appends what happens. Both happen, or
    /// neither.
    ///
    /// # Errors
    /// [`ActError`] with the rule; nothing has changed or is appended.
    pub fn play_recorded(
        &mut self,
        action: G::Action,
        events: &mut Vec<G::Event>,
    ) -> Result<(), ActError<G>> {
        self.goes_on()?;
        let mut position = self.position.clone();
        if let (Turn::Chance(_), Some(outcome)) = (G::turn(&position), G::chance_in(action)) {
            G::take_chance(&mut position, outcome).map_err(ActError::Refused)?;
        }
        G::play_with_events(&mut position, action, events).map_err(ActError::Refused)?;
        self.position = position;
        self.count(action);
        Ok(())
    }

    /// Takes back the last chance outcome, if `action` is `None`, or the last action: `before` is the
    /// position that it was played in.
    ///
    /// A game does not store what was played; its holder does, and gives the last of it.
    ///
    /// ```
    /// use parlor_game::{Kuba, LiveGame};
    /// use kuba_rules::{Rules, Side};
    ///
    /// let mut game = LiveGame::<Kuba>::start(Rules::Tournament, &Side::ALL, Some(2))?;
    /// let (start, before, push) = (game.clone(), *game.position(), "00B".parse()?);
    /// game.play(push)?;
    /// game.take_back(before, Some(push));
    /// assert_eq!(game, start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self, before: G::Position, action: Option<G::Action>) {
        if let Some(action) = action {
            G::forget(&mut self.history, &self.position);
            if G::counts(action) {
                self.counted = self.counted.saturating_sub(1);
            }
        }
        self.position = before;
    }

    fn count(&mut self, action: G::Action) {
        G::remember(&mut self.history, &self.position);
        if G::counts(action) {
            self.counted = self.counted.saturating_add(1);
        }
    }
}
