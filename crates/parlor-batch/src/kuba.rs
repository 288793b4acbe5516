//! Kuba in a batch.

mod numbers;
mod packed;
mod planes;

use kuba_rules::{
    Action, DEFAULT_PUSH_LIMIT, Draw, Moves, Outcome, Position, Rules, Side, TurnCounts,
    random_move,
};

pub use numbers::{ACTIONS, END, action, number};
pub use packed::STATE;
pub use planes::{OBSERVATION, PLANES};

use crate::draws::{Draws, Purpose, part};
use crate::error::Refusal;
use crate::lockstep::{Counters, Ending, Lockstep};

/// Games of Kuba in lockstep. Player 0 is White, player 1 is Black.
///
/// An action is its [`number`]. Rewards: 1 and −1, or 0 and 0 for a draw.
pub type Batch = crate::Batch<Game>;

/// What the games of a batch have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The rule set. White begins in both.
    pub rules: Rules,
}

/// A game in a batch.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The legal pushes of the position.
    moves: Moves,
    /// How often the position has been counted, if a turn begins with it. Rules: K-12.
    seen: u8,
    /// `None` in classroom rules.
    counts: Option<Box<TurnCounts>>,
}

impl Game {
    /// Brings what follows from the position up to date.
    #[inline]
    fn arrive(&mut self) {
        self.moves = self.position.legal_moves();
        if let Some(counts) = &mut self.counts {
            let seen = counts.turn_began(&self.position);
            // Three are a draw, so more are never seen.
            self.seen = u8::try_from(seen).unwrap_or(u8::MAX);
        }
    }

    fn refusal(&self, action: Option<Action>) -> Refusal {
        let error = match action {
            Some(Action::Push(push)) => self.position.check(push).err(),
            Some(Action::End) => self.position.clone().end_turn().err(),
            None => None,
        };
        match error {
            Some(error) => Refusal::new(error.rule(), &error),
            None => Refusal::new("K-16", &"no action has this number; they are 0 to 196"),
        }
    }
}

impl Lockstep for Game {
    type Setup = Setup;
    type Position = Position;

    const OBSERVATION: usize = OBSERVATION;
    const ACTIONS: usize = ACTIONS;
    const STATE: usize = STATE;
    const DEFAULT_LIMIT: u32 = DEFAULT_PUSH_LIMIT;
    const LIMIT_RULE: &'static str = Draw::PushLimit.rule();

    fn players(_: &Setup) -> usize {
        2
    }

    fn start(setup: &Setup) -> Position {
        Position::start(setup.rules)
    }

    fn new(position: Position) -> Self {
        let counts = match position.rules() {
            Rules::Classroom => None,
            Rules::Tournament => Some(Box::default()),
        };
        let mut game = Self {
            position,
            moves: position.legal_moves(),
            seen: 0,
            counts,
        };
        game.arrive();
        game
    }

    fn begin(&mut self, position: Position) {
        self.position = position;
        if let Some(counts) = &mut self.counts {
            counts.forget();
        }
        self.arrive();
    }

    /// The positions by which turns have begun since a marble left the board. Rules: K-12.
    fn history(&self) -> Vec<Position> {
        let Some(counts) = &self.counts else {
            return Vec::new();
        };
        // The position itself is the last of them where a turn begins with it.
        let own = usize::from(self.seen > 0);
        counts.iter().take(counts.iter().len() - own).collect()
    }

    fn resume(&mut self, history: &[Position], position: Position) {
        self.position = position;
        if let Some(counts) = &mut self.counts {
            counts.forget();
            for earlier in history {
                counts.turn_began(earlier);
            }
        }
        self.arrive();
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn draw(&mut self, _: &Setup, _: Draws, _: Counters) {}

    #[inline]
    fn check(&self, value: i64) -> Result<(), Refusal> {
        let action = action(value);
        let is_legal = match action {
            Some(Action::Push(push)) => self.moves.contains(push),
            Some(Action::End) => self.position.may_push_again(),
            None => false,
        };
        if is_legal {
            Ok(())
        } else {
            Err(self.refusal(action))
        }
    }

    #[inline]
    fn play(&mut self, value: i64, counters: &mut Counters) {
        match action(value).expect("the action has been checked") {
            Action::Push(push) => {
                self.position.play_unchecked(push);
                counters.ply += 1;
            }
            Action::End => self
                .position
                .end_turn()
                .expect("the action has been checked"),
        }
        counters.played += 1;
        self.arrive();
    }

    /// Rules: K-8, K-9, K-10, then K-12, then K-13.
    #[inline]
    fn ending(&self, counters: Counters, limit: u16) -> Option<Ending> {
        let decided = |rule| Ending {
            rule,
            is_truncated: false,
        };
        if self.moves.is_empty()
            && let Some(outcome) = self.position.outcome()
        {
            return Some(decided(outcome.rule()));
        }
        if u32::from(self.seen) >= TurnCounts::DRAW {
            return Some(decided(Draw::Repetition.rule()));
        }
        (counters.ply >= limit).then_some(Ending {
            rule: Draw::PushLimit.rule(),
            is_truncated: true,
        })
    }

    fn reward(&self, _: &Setup, rewards: &mut [f32]) {
        let winner = self.position.outcome().and_then(Outcome::winner);
        if let Some(winner) = winner {
            rewards[winner.index()] = 1.0;
            rewards[winner.other().index()] = -1.0;
        }
    }

    #[inline]
    fn to_act(&self, _: &Setup) -> i8 {
        match self.position.to_move() {
            Side::White => 0,
            Side::Black => 1,
        }
    }

    #[inline]
    fn observe(&self, counters: Counters, limit: u16, observation: &mut [u8]) {
        planes::write(&self.position, self.seen, counters.ply, limit, observation);
    }

    #[inline]
    fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        for push in self.moves {
            mask[number(Action::Push(push))] = true;
        }
        mask[END] = self.position.may_push_again();
    }

    #[inline]
    fn sample(&self, draws: Draws, stream: u16, counters: Counters) -> i64 {
        let [choice, push] = draws.words(Purpose::Sample { stream }, counters.played);
        let ends = self.position.may_push_again() && {
            let pushes = self.moves.len();
            part(choice, pushes + 1) == pushes
        };
        let push = (!ends).then(|| random_move(&self.position, push)).flatten();
        let number = push.map_or(END, |push| number(Action::Push(push)));
        i64::try_from(number).expect("a number of an action is below 197")
    }

    fn pack(position: &Position, state: &mut [u8]) {
        packed::pack(position, state);
    }

    fn unpack(state: &[u8]) -> Result<Position, String> {
        packed::unpack(state)
    }

    fn fits(setup: &Setup, position: &Position) -> Result<(), String> {
        if position.rules() == setup.rules {
            return Ok(());
        }
        Err(format!(
            "it is played by {} rules, and the games of this batch by {} rules",
            position.rules(),
            setup.rules
        ))
    }
}
