//! Random play.

use crate::choice::PushChoices;
use crate::event::NoEvents;
use crate::geometry::{Cell, Direction};
use crate::lane::{LaneChoices, Lanes};
use crate::marble::Side;
use crate::moves::Move;
use crate::outcome::{Draw, Outcome, Win};
use crate::position::Position;
use crate::repetition::TurnCounts;
use crate::rules::Rules;

/// A game played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// The number of pushes made.
    pub pushes: u32,
}

impl Playout {
    const fn won(side: Side, by: Win, pushes: u32) -> Self {
        let outcome = Outcome::Won { side, by };
        Self { outcome, pushes }
    }

    const fn drawn(draw: Draw, pushes: u32) -> Self {
        let outcome = Outcome::Drawn(draw);
        Self { outcome, pushes }
    }
}

/// Picks one of the legal pushes by 64 random bits, each as likely as the
/// others (up to one in 2⁵⁹); `None` if the game is over.
pub fn random_move(position: &Position, random: u64) -> Option<Move> {
    if position.won_by_capture().is_some() {
        return None;
    }
    let choices = PushChoices::new(position.sources());
    (!choices.is_empty()).then(|| pick(position, choices, random))
}

fn pick(position: &Position, choices: PushChoices, random: u64) -> Move {
    let (bit, direction) = choices.pick(choices.by_row(), position.occupied(), random);
    Move {
        cell: Cell::from_bit(bit),
        direction: Direction::ALL[direction],
    }
}

/// Plays legal pushes drawn by `next` until the game ends or `limit` pushes
/// have been made. One number is drawn for each push, as for
/// [`random_move`], and none besides.
///
/// Rules: K-7 to K-10, K-12 (an extra push is always taken), K-13.
pub fn random_playout(position: Position, limit: u32, next: &mut impl FnMut() -> u64) -> Playout {
    if let Some((side, by)) = position.won_by_capture() {
        return Playout::won(side, by, 0);
    }
    match position.rules() {
        Rules::Tournament => tournament_playout(position, limit, next),
        Rules::Classroom => {
            PlayoutGame::new(position.to_move(), next).finish(Lanes::new(&position), limit)
        }
    }
}

/// Plays one game for each generator and returns them in order; each is what
/// [`random_playout`] makes of its generator.
///
/// Several games are played side by side: in a single one, the processor waits
/// for the end of every push.
pub fn random_playouts<G>(
    position: Position,
    limit: u32,
    generators: impl IntoIterator<Item = G>,
) -> Vec<Playout>
where
    G: FnMut() -> u64,
{
    let generators = generators.into_iter();
    if position.rules() == Rules::Tournament || position.is_over() {
        return generators
            .map(|mut next| random_playout(position, limit, &mut next))
            .collect();
    }
    let start = Lanes::new(&position);
    let mut games = generators
        .map(|next| PlayoutGame::new(position.to_move(), next))
        .enumerate();
    let first: Vec<_> = games.by_ref().take(SIDE_BY_SIDE).collect();
    let mut playouts = Vec::with_capacity(first.len());
    // What is left at the end is too little to fill the lanes.
    let left: Vec<(usize, PlayoutGame<G>, Lanes<1>)> = match <[_; SIDE_BY_SIDE]>::try_from(first) {
        Ok(running) => play_side_by_side(&position, running, &mut games, limit, &mut playouts),
        Err(few) => few
            .into_iter()
            .map(|(number, game)| (number, game, start.clone()))
            .collect(),
    };
    for (number, game, lane) in left {
        playouts.push((number, game.finish(lane, limit)));
    }
    playouts.sort_unstable_by_key(|(number, _)| *number);
    playouts.into_iter().map(|(_, playout)| playout).collect()
}

/// Plays until no game is waiting, and returns those still in progress; those
/// that ended are added to the playouts, each with its number.
fn play_side_by_side<G: FnMut() -> u64>(
    position: &Position,
    mut running: [(usize, PlayoutGame<G>); SIDE_BY_SIDE],
    waiting: &mut impl Iterator<Item = (usize, PlayoutGame<G>)>,
    limit: u32,
    playouts: &mut Vec<(usize, Playout)>,
) -> Vec<(usize, PlayoutGame<G>, Lanes<1>)> {
    let start = Lanes::new(position);
    let mut lanes: Lanes<SIDE_BY_SIDE> = Lanes::new(position);
    loop {
        let choices = lanes.choices();
        for lane in 0..SIDE_BY_SIDE {
            let (number, game) = &mut running[lane];
            let Some(playout) = game.push(&mut lanes, lane, &choices, limit) else {
                continue;
            };
            playouts.push((*number, playout));
            let Some(next) = waiting.next() else {
                return running
                    .into_iter()
                    .enumerate()
                    .filter(|(other, _)| *other != lane)
                    .map(|(other, (number, game))| (number, game, lanes.lane(other)))
                    .collect();
            };
            running[lane] = next;
            lanes.set(lane, &start);
        }
    }
}

/// The number of games played side by side: enough to hide each other's latency.
/// The best of 8, 10, 12 and 16 in code for the native processor, 2 % faster than
/// 8; portable code does not care.
const SIDE_BY_SIDE: usize = 12;

/// A classroom game in progress.
struct PlayoutGame<G> {
    begun_by: Side,
    pushes: u32,
    next: G,
}

impl<G: FnMut() -> u64> PlayoutGame<G> {
    const fn new(begun_by: Side, next: G) -> Self {
        Self {
            begun_by,
            pushes: 0,
            next,
        }
    }

    fn finish(mut self, mut lane: Lanes<1>, limit: u32) -> Playout {
        loop {
            let choices = lane.choices();
            if let Some(playout) = self.push(&mut lane, 0, &choices, limit) {
                return playout;
            }
        }
    }

    /// Makes one push, unless the game has ended before.
    #[inline]
    fn push<const N: usize>(
        &mut self,
        lanes: &mut Lanes<N>,
        lane: usize,
        choices: &LaneChoices<N>,
        limit: u32,
    ) -> Option<Playout> {
        if choices.is_empty(lane) {
            return Some(Playout::won(
                self.to_move().other(),
                Win::Blocked,
                self.pushes,
            ));
        }
        if self.pushes == limit {
            return Some(Playout::drawn(Draw::PushLimit, self.pushes));
        }
        let won = lanes.push(lane, choices, (self.next)());
        let side = self.to_move();
        self.pushes += 1;
        won.map(|by| Playout::won(side, by, self.pushes))
    }

    fn to_move(&self) -> Side {
        if self.pushes.is_multiple_of(2) {
            self.begun_by
        } else {
            self.begun_by.other()
        }
    }
}

/// In a tournament game a side may push again, and a repetition is a draw, so it
/// is played on a [`Position`].
fn tournament_playout(
    mut position: Position,
    limit: u32,
    next: &mut impl FnMut() -> u64,
) -> Playout {
    let mut pushes = 0;
    let mut turns = TurnCounts::new();
    loop {
        if let Some((side, by)) = position.won_by_capture() {
            return Playout::won(side, by, pushes);
        }
        let choices = PushChoices::new(position.sources());
        if choices.is_empty() {
            return Playout::won(position.to_move().other(), Win::Blocked, pushes);
        }
        if position.may_push_again() {
            turns.forget();
        } else if turns.began(&position) {
            return Playout::drawn(Draw::Repetition, pushes);
        }
        if pushes == limit {
            return Playout::drawn(Draw::PushLimit, pushes);
        }
        position.apply(pick(&position, choices, next()), &mut NoEvents);
        pushes += 1;
    }
}
