//! Mining: puzzles found in games.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use kuba_engine::{Engine, Limits, Root, Score, graded_levels};
use kuba_rules::{Action, Position, Rules, Win};
use parlor_game::{Kuba, Level, LiveGame};
use parlor_sim::Pool;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::act;
use super::proof::{MAX_PUSHES, Prover, TooLong};
use super::puzzle::KubaPuzzle;
use super::solution::only_line;
use super::twins::Family;

/// The most random pushes at the beginning of a game.
const OPENING: u64 = 12;
/// The pushes after which a game ends undecided.
const LIMIT: u32 = 300;
/// The levels that play, counted from 0: those that play well enough to reach natural positions and
/// badly enough to leave wins to be found.
const PLAYERS: core::ops::Range<usize> = 2..6;
/// The nodes of the engine's search for a win in a position.
const ENGINE_NODES: u64 = 4_000;
/// The engine's length of a win may be greater than the shortest, by the pushes of a circle.
const ENGINE_EXCESS: u32 = 4;
/// The most positions that the proof of one puzzle may search.
const PROOF_NODES: u64 = 3_000_000;
/// The least distance in pushes of two puzzles from the same game.
const APART: usize = 16;

/// What to mine: games, played by the engine's levels, in which wins by force occur.
///
/// A game depends on the seed and its number only, and games are looked at in the order of their
/// numbers, so the puzzles are the same on any number of threads.
#[derive(Clone, Debug)]
pub struct Mine {
    rules: Vec<Rules>,
    seed: u64,
    each: u32,
}

/// What puzzles are alike in: rule set, length and kind of win.
type Kind = (Rules, u8, Win);

impl Mine {
    /// Games by these rule sets in turn. Of each rule set, length and kind of win, at most `each` puzzles are
    /// taken.
    pub const fn new(rules: Vec<Rules>, seed: u64, each: u32) -> Self {
        Self { rules, seed, each }
    }

    /// Plays games until `stop` is raised or `take` breaks, and passes on how many more it has played and
    /// the puzzles found in them: no two that differ only by a symmetry.
    pub fn run(
        &self,
        pool: &Pool,
        games: u64,
        stop: &AtomicBool,
        mut take: impl FnMut(u64, Vec<KubaPuzzle>) -> ControlFlow<()>,
    ) {
        let mut families = BTreeSet::new();
        // What the threads look at to save work that would be thrown away: a kind that is full here
        // is full for all later games.
        let full = Mutex::new(BTreeSet::new());
        let mut counts: BTreeMap<Kind, u32> = BTreeMap::new();
        let job = |number| {
            if stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let is_full = |puzzle: &KubaPuzzle| lock(&full).contains(&kind(puzzle));
            let found = self.game(number).into_iter();
            let wanted = found.filter(|puzzle| !is_full(puzzle));
            wanted.map(KubaPuzzle::tried).collect()
        };
        pool.in_order(games, job, |found| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let mut new = Vec::new();
            for puzzle in found {
                let count = counts.entry(kind(&puzzle)).or_default();
                if *count == self.each || !families.insert(Family::of(puzzle.position())) {
                    continue;
                }
                *count += 1;
                if *count == self.each {
                    lock(&full).insert(kind(&puzzle));
                }
                new.push(puzzle);
            }
            take(1, new)
        });
    }

    /// The puzzles of a game, the longest first.
    fn game(&self, number: u64) -> Vec<KubaPuzzle> {
        let positions = self.positions(number);
        let mut engine = Engine::new(1);
        let mut prover = Prover::new();
        let mut found: Vec<(usize, KubaPuzzle)> = (0..)
            .zip(&positions)
            .filter_map(|(ply, position)| Some((ply, puzzle(&mut engine, &mut prover, position)?)))
            .collect();
        found.sort_by_key(|(_, puzzle)| core::cmp::Reverse(puzzle.win()));
        let mut taken: Vec<(usize, KubaPuzzle)> = Vec::new();
        for (ply, puzzle) in found {
            if taken.iter().all(|(other, _)| ply.abs_diff(*other) >= APART) {
                taken.push((ply, puzzle));
            }
        }
        taken.into_iter().map(|(_, puzzle)| puzzle).collect()
    }

    /// The positions of a game, after the random pushes that it begins with.
    fn positions(&self, number: u64) -> Vec<Position> {
        let mut words = ChaCha8Rng::seed_from_u64(self.seed);
        words.set_stream(number);
        let rules = self.rules[usize::try_from(number).unwrap_or(0) % self.rules.len()];
        let levels = graded_levels();
        let mut players =
            [(); 2].map(|()| &levels[PLAYERS.start + below(&mut words, PLAYERS.len())]);
        let mut game: LiveGame<Kuba> = LiveGame::new(Position::start(rules), Some(LIMIT));
        let opening = words.next_u64() % (OPENING + 1);
        let mut positions = Vec::new();
        while !game.is_over() {
            let word = words.next_u64();
            let mover = game.position().to_move();
            let chosen = if (positions.len() as u64) < opening {
                kuba_rules::random_move(game.position(), word).map(Action::Push)
            } else {
                let player: &mut &Level<Kuba> = &mut players[mover.index()];
                player.bot.choose(&game, player.budget(), word)
            };
            let Some(action) = chosen else { break };
            positions.push(*game.position());
            game.play(action).expect("it is one of the legal actions");
        }
        positions
    }
}

/// A number below `count`.
fn below(words: &mut ChaCha8Rng, count: usize) -> usize {
    let number = words.next_u64() % count as u64;
    usize::try_from(number).expect("it is below the count")
}

fn lock(full: &Mutex<BTreeSet<Kind>>) -> std::sync::MutexGuard<'_, BTreeSet<Kind>> {
    full.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kind(puzzle: &KubaPuzzle) -> Kind {
    (puzzle.position().rules(), puzzle.win(), puzzle.by())
}

/// The puzzle of a position, not yet rated: the engine finds that there may be one, and the proof
/// decides.
fn puzzle(engine: &mut Engine, prover: &mut Prover, position: &Position) -> Option<KubaPuzzle> {
    let is_choice = position.legal_moves().len() > 1;
    if position.may_push_again() || !is_choice {
        return None;
    }
    let root = Root::new(*position);
    let report = engine.search(&root, &Limits::nodes(ENGINE_NODES), &|| false, &mut |_| {});
    let Score::Win(most) = report.lines.first()?.score else {
        return None;
    };
    if most > u32::from(MAX_PUSHES) + ENGINE_EXCESS {
        return None;
    }
    let most = u8::try_from(most).map_or(MAX_PUSHES, |most| most.min(MAX_PUSHES));
    prover.begin(PROOF_NODES);
    let line = line(prover, position, most).ok()??;
    // In a win in one any deciding push is right; where there are several, there is nothing to find.
    let decides = |push| act(position, Action::Push(push)).is_over();
    if position
        .legal_moves()
        .iter()
        .filter(|&push| decides(push))
        .count()
        > 1
    {
        return None;
    }
    let puzzle = KubaPuzzle::new(*position, line);
    Some(puzzle.expect("the proof is by the same rules"))
}

fn line(
    prover: &mut Prover,
    position: &Position,
    most: u8,
) -> Result<Option<Vec<Action>>, TooLong> {
    match prover.shortest_win(position, most)? {
        Some(win) => only_line(prover, position, win),
        None => Ok(None),
    }
}
