//! Bulk play with players outside, such as networks, which are asked for many games at once.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use parlor_game::{Bot, Budget, Choice, Game, LiveGame};
use parlor_sim::{Entrant, GameError, Observer, Pause, Played, Pool, SelfPlay, UnderWay};

use crate::rows::Rows;

/// The games that are under way at a time: as many as a player is asked for at once.
const WIDTH: usize = 1_024;

/// The games that one thread plays on at a time.
const BLOCK: usize = 16;

/// What is asked of a player outside.
#[derive(Debug)]
pub struct Question<'a, G: Game> {
    /// The game, in which an action is due.
    pub game: &'a UnderWay<G>,
    /// The seed of the choice.
    pub seed: u64,
}

/// A player outside. Asked as other players are, it has no answer.
#[derive(Debug)]
struct Outside;

impl<G: Game> Bot<G> for Outside {
    fn name(&self) -> &'static str {
        "outside"
    }

    fn choose(&self, _: &LiveGame<G>, _: Budget<'_>, _: u64) -> Option<G::Action> {
        None
    }
}

/// Players at a table, some of whom are outside: each seat of these has the player's number.
#[derive(Clone, Debug)]
pub(crate) struct Table<G: Game> {
    play: SelfPlay<G>,
    asked: Vec<Option<usize>>,
}

impl<G: Game> Table<G> {
    /// All players inside.
    pub(crate) fn new(play: SelfPlay<G>) -> Self {
        let asked = vec![None; play.entrants().len()];
        Self { play, asked }
    }

    /// The same with a player outside at a seat, by its index: one of this number and name.
    pub(crate) fn with_outside(self, seat: usize, player: usize, name: &str) -> Self {
        let mut asked = self.asked;
        asked[seat] = Some(player);
        let outside = Entrant::of_bot(name, Arc::new(Outside), 0);
        Self {
            play: self.play.with_entrant(seat, outside),
            asked,
        }
    }

    /// The name of a player outside.
    pub(crate) fn name(&self, player: usize) -> String {
        let mut seats = self.play.entrants().iter().zip(&self.asked);
        let seat = seats.find(|(_, asked)| **asked == Some(player));
        seat.map_or_else(String::new, |(entrant, _)| entrant.name.clone())
    }

    /// The names of the players who are not outside.
    pub(crate) fn inside(&self) -> impl Iterator<Item = &str> {
        let seats = self.play.entrants().iter().zip(&self.asked);
        let inside = seats.filter(|(_, asked)| asked.is_none());
        inside.map(|(entrant, _)| &*entrant.name)
    }

    /// Whether all players are inside and have this name.
    pub(crate) fn all_are(&self, name: &str) -> bool {
        let players = self.inside().filter(|&player| player == name).count();
        players == self.asked.len()
    }

    /// Plays the game of this number; `None` if the flag was raised before its end.
    pub(crate) fn game(
        &self,
        number: u64,
        stop: &AtomicBool,
        observer: &mut impl Observer<G>,
    ) -> Result<Option<Played>, GameError> {
        self.play.game(number, stop, observer)
    }

    /// Plays the games of these numbers, and asks the players outside for all games at once in which they are
    /// to act. Returns the rows, in order, unless the flag was raised.
    ///
    /// # Errors
    /// The first [`GameError`], and what `ask` returns.
    pub(crate) fn record<R: Recording<G>, E: From<GameError>>(
        &self,
        games: Range<u64>,
        (pool, stop): (&Pool, &AtomicBool),
        recorder: impl Fn() -> R,
        mut ask: impl FnMut(usize, &[Question<'_, G>]) -> Result<Vec<G::Action>, E>,
    ) -> Result<Option<Rows>, E>
    where
        G::Action: Send,
    {
        let mut rows = recorder().rows(0);
        let mut numbers = games.clone();
        let mut next_row = games.start;
        let mut done = BTreeMap::new();
        let mut slots: Vec<Slot<G, R>> = Vec::new();
        loop {
            for number in numbers.by_ref().take(WIDTH - slots.len()) {
                let mut recorder = recorder();
                recorder.begin(number);
                let game = self.play.begin(number)?;
                slots.push(Slot {
                    number,
                    game,
                    recorder,
                });
            }
            if slots.is_empty() {
                return Ok(Some(rows));
            }
            let mut waiting: BTreeMap<usize, Vec<Waiting<G, R>>> = BTreeMap::new();
            for (slot, pause) in self.advanced(mem::take(&mut slots), pool, stop) {
                match pause? {
                    Pause::Stopped => return Ok(None),
                    Pause::Asked(seat) => {
                        let player = self.asked[seat].expect("only players outside are asked");
                        waiting.entry(player).or_default().push((seat, slot));
                    }
                    Pause::Over(played) => {
                        let mut recorder = slot.recorder;
                        recorder.end(&played);
                        done.insert(slot.number, recorder.rows(1));
                    }
                }
            }
            while let Some(whole) = done.remove(&next_row) {
                rows.append(whole);
                next_row += 1;
            }
            for (player, mut waiting) in waiting {
                let seeds = waiting
                    .iter_mut()
                    .map(|(seat, slot)| slot.game.seed(*seat))
                    .collect::<Vec<_>>();
                let questions = waiting.iter().zip(seeds);
                let questions: Vec<_> = questions
                    .map(|((_, slot), seed)| Question {
                        game: &slot.game,
                        seed,
                    })
                    .collect();
                let answers = ask(player, &questions)?;
                for ((seat, mut slot), action) in waiting.into_iter().zip(answers) {
                    let name = &self.play.entrants()[seat].name;
                    let choice = Some(Choice::from(action));
                    slot.game.act(name, seat, choice, &mut slot.recorder)?;
                    slots.push(slot);
                }
            }
            // So a question never depends on which games are asked about by whom.
            slots.sort_by_key(|slot| slot.number);
        }
    }

    /// Plays all games on, on all threads, until a player outside is to act.
    fn advanced<R: Recording<G>>(
        &self,
        slots: Vec<Slot<G, R>>,
        pool: &Pool,
        stop: &AtomicBool,
    ) -> Vec<(Slot<G, R>, Result<Pause, GameError>)> {
        let count = slots.len();
        let mut slots = slots.into_iter();
        let blocks: Vec<_> = (0..count.div_ceil(BLOCK))
            .map(|_| Mutex::new(slots.by_ref().take(BLOCK).collect::<Vec<_>>()))
            .collect();
        let mut all = Vec::with_capacity(count);
        pool.in_order(
            blocks.len() as u64,
            |block| {
                let block = usize::try_from(block).ok().and_then(|at| blocks.get(at));
                let block = block.map(|block| {
                    mem::take(&mut *block.lock().unwrap_or_else(PoisonError::into_inner))
                });
                let advance = |mut slot: Slot<G, R>| {
                    let is_asked = |seat: usize| self.asked[seat].is_some();
                    let pause =
                        self.play
                            .advance(&mut slot.game, is_asked, stop, &mut slot.recorder);
                    (slot, pause)
                };
                let block = block.into_iter().flatten();
                block.map(advance).collect::<Vec<_>>()
            },
            |block| {
                all.extend(block);
                ControlFlow::Continue(())
            },
        );
        all
    }
}

/// What writes the rows of games.
pub(crate) trait Recording<G: Game>: Observer<G> + Send {
    /// A game of this number begins.
    fn begin(&mut self, number: u64);
    /// It is over.
    fn end(&mut self, played: &Played);
    /// The rows of so many games, which are over.
    fn rows(self, games: u64) -> Rows;
}

/// A game under way.
struct Slot<G: Game, R> {
    number: u64,
    game: UnderWay<G>,
    recorder: R,
}

/// A game in which the player outside at this seat is to act.
type Waiting<G, R> = (usize, Slot<G, R>);
