//! The boards of a block, and what a roll does to them.

use ludo_rules::{BulkResult, Seat};

use super::bytes::{
    Bytes, add, and, any, choose, equal, greater, larger, not, or, smaller, smaller_unsigned,
    splat, subtract, without,
};

const YARD: i8 = -1;
const READY: i8 = 0;
const LAST_ON_RING: i8 = 50;
const LAST: i8 = 57;
/// The bit of steps beyond the ring.
const BEYOND: i8 = 0x40;
const END: i8 = LAST | BEYOND;
/// More than any step that a token on the ring is seen at, and none of a token beyond it.
const NOWHERE: i8 = 100;
/// The ring spaces from a seat's start to that of the next, and all of them.
const QUARTER: i8 = 14;
const RING: i8 = 4 * QUARTER;
/// The die that gives a bonus roll.
const SIX: i8 = 5;

/// Games, as their movers see them.
#[derive(Debug)]
pub(super) struct Block<const N: usize> {
    /// The steps of each seat's token that is further from the end; the mover's, then those of the seats
    /// after it. A seat that does not play has both on the end.
    low: [Bytes<N>; 4],
    /// Those of its other token.
    high: [Bytes<N>; 4],
    /// The mover: the seat's index in the two lowest bits.
    seat: Bytes<N>,
    /// A mask of bonus rolls.
    bonus: Bytes<N>,
    /// How many play.
    players: i8,
    /// The seats that have finished, by place.
    finished: [Bytes<N>; 3],
    /// The roll of this word with which each did; −1 for an earlier word.
    finished_at: [Bytes<N>; 3],
    /// How many have.
    places: Bytes<N>,
    /// A mask of games that are over.
    over: Bytes<N>,
}

impl<const N: usize> Block<N> {
    /// The start of a game among these seats, in every lane. The first one begins.
    pub(super) fn start(players: &[Seat]) -> Self {
        let first = players[0];
        let on = |seat: Seat| (4 + seat.index() - first.index()) % 4;
        let mut steps = [END; 4];
        for &seat in players {
            steps[on(seat)] = YARD;
        }
        Self {
            low: steps.map(splat),
            high: steps.map(splat),
            seat: splat(small(first.index())),
            bonus: splat(0),
            players: small(players.len()),
            finished: [splat(0); 3],
            finished_at: [splat(-1); 3],
            places: splat(0),
            over: splat(0),
        }
    }

    /// Puts the game of this block into a lane.
    pub(super) fn set(&mut self, lane: usize, game: &Block<1>) {
        for seat in 0..4 {
            self.low[seat][lane] = game.low[seat][0];
            self.high[seat][lane] = game.high[seat][0];
        }
        self.seat[lane] = game.seat[0];
        self.bonus[lane] = game.bonus[0];
        self.places[lane] = game.places[0];
        self.over[lane] = game.over[0];
    }

    /// The games that are over.
    pub(super) const fn over(&self) -> &Bytes<N> {
        &self.over
    }

    /// Before the first roll of a word.
    #[inline(always)]
    pub(super) const fn begin_word(&mut self) {
        self.finished_at = [splat(-1); 3];
    }

    /// The result of a game among these players of which so many rolls of this word count, with the number of
    /// those that it took; `None` if it is not over by then and goes on. Rules: L-30, L-31.
    pub(super) fn result(
        &self,
        lane: usize,
        players: &[Seat],
        rolls: u32,
        goes_on: bool,
    ) -> Option<BulkResult> {
        let at = |place: usize| self.finished_at[place][lane];
        let counts = |&place: &usize| i64::from(at(place)) < i64::from(rolls);
        let places = usize::from(self.places[lane].cast_unsigned());
        let of_place = |place: usize| {
            let index = usize::from(self.finished[place][lane].cast_unsigned()) % 4;
            Seat::ALL[index]
        };
        let counted = (0..places).take_while(counts).count();
        let finished = (0..counted).map(of_place);
        if self.over[lane] != 0 && counted == places {
            let last = players.iter().copied();
            let mut last = last.filter(|seat| !finished.clone().any(|other| other == *seat));
            return Some(BulkResult {
                finished: finished.clone().chain(last.next()).collect(),
                rolls: u32::from(at(places - 1).cast_unsigned()) + 1,
            });
        }
        (!goes_on).then(|| BulkResult {
            finished: finished.collect(),
            rolls,
        })
    }

    /// Answers the roll of this number in the word by the priority policy, and passes the turn, in all games.
    /// A game that is over goes on with all tokens in the yard, where nobody can finish within a word.
    ///
    /// Rules: L-13, L-15, L-16, L-17, L-18.
    #[inline(always)]
    pub(super) fn answer(&mut self, die: Bytes<N>, number: i8) {
        let (low, high) = (self.low[0], self.high[0]);
        let is_six = equal(die, splat(SIX));
        let low_to = landing(low, die, is_six);
        let high_to = landing(high, die, is_six);
        let low_seen = seen(low_to);
        let high_seen = seen(high_to);

        // Rules: L-10 (two on ready-to-go are no stack), L-14.
        let is_pair = equal(low, high);
        let is_stack = and(is_pair, greater(low, splat(READY)));
        let in_yard = equal(low, splat(YARD));
        let low_stays = without(is_six, in_yard);
        let high_can = without(or(is_pair, equal(high, splat(END))), splat(-1));
        // Rules: L-15, L-16, L-17, L-18: the token that is further from the end goes, unless the other one ends, or
        // it alone kicks.
        let low_first = or(in_yard, equal(low_to, splat(LAST)));
        let high_kicks = without(self.stands_at(&low_seen), self.stands_at(&high_seen));
        let high_first = without(low_first, or(equal(high_to, splat(LAST)), high_kicks));
        let high_goes = and(high_can, or(low_stays, high_first));
        let low_goes = not(or(high_goes, low_stays));

        let new_low = choose(low_goes, stored(low_to), low);
        let new_high = choose(or(high_goes, is_stack), stored(high_to), high);
        for other in 0..3 {
            // Rules: L-9, L-11. What stays in the yard is seen nowhere.
            let place = choose(high_goes, high_seen[other], low_seen[other]);
            let (low, high) = (self.low[other + 1], self.high[other + 1]);
            let (low, high) = (or(low, equal(low, place)), or(high, equal(high, place)));
            self.low[other + 1] = smaller(low, high);
            self.high[other + 1] = larger(low, high);
        }
        self.low[0] = smaller(new_low, new_high);
        self.high[0] = larger(new_low, new_high);

        let has_finished = equal(self.low[0], splat(END));
        self.bonus = without(or(self.bonus, has_finished), is_six);
        if any(&has_finished) {
            self.finish(has_finished, number);
        }
        self.pass(not(self.bonus));
    }

    /// A mask of the games in which an opponent's token stands where one lands.
    #[inline(always)]
    fn stands_at(&self, seen: &[Bytes<N>; 3]) -> Bytes<N> {
        let mut stands = splat(0);
        for (place, (low, high)) in seen.iter().zip(self.low.iter().zip(&self.high).skip(1)) {
            stands = or(stands, or(equal(*place, *low), equal(*place, *high)));
        }
        stands
    }

    /// Gives the movers the next place. Rules: L-12, L-30.
    #[inline(always)]
    fn finish(&mut self, has_finished: Bytes<N>, number: i8) {
        for place in 0..3 {
            let takes = and(has_finished, equal(self.places, splat(small(place))));
            self.finished[place] = choose(takes, self.seat, self.finished[place]);
            self.finished_at[place] = choose(takes, splat(number), self.finished_at[place]);
        }
        self.places = subtract(self.places, has_finished);
        let over = and(has_finished, equal(self.places, splat(self.players - 1)));
        self.over = or(self.over, over);
        for seat in 0..4 {
            self.low[seat] = or(self.low[seat], over);
            self.high[seat] = or(self.high[seat], over);
        }
    }

    /// Moves the turn on in these games, past seats that have finished or do not play. Rules: L-28.
    #[inline(always)]
    fn pass(&mut self, mut turn: Bytes<N>) {
        loop {
            let (low, high) = (self.low, self.high);
            for seat in 0..4 {
                self.low[seat] = choose(turn, low[(seat + 1) % 4], low[seat]);
                self.high[seat] = choose(turn, high[(seat + 1) % 4], high[seat]);
            }
            self.seat = subtract(self.seat, turn);
            turn = and(turn, equal(self.low[0], splat(END)));
            if !any(&turn) {
                break;
            }
        }
    }
}

/// The step, up to 57, where a die takes a token: a token in the yard to ready-to-go with a six, and nowhere
/// without. What it says of a token on the end is meaningless. Rules: L-5, L-6, L-7.
#[inline(always)]
fn landing<const N: usize>(step: Bytes<N>, die: Bytes<N>, is_six: Bytes<N>) -> Bytes<N> {
    let ahead = add(and(step, splat(!BEYOND)), add(die, splat(1)));
    let to = smaller(ahead, subtract(splat(2 * LAST), ahead));
    let from_yard = subtract(splat(YARD), is_six);
    choose(equal(step, splat(YARD)), from_yard, to)
}

/// A step up to 57 as a block has it.
#[inline(always)]
fn stored<const N: usize>(step: Bytes<N>) -> Bytes<N> {
    let is_beyond = greater(step, splat(LAST_ON_RING));
    or(step, and(is_beyond, splat(BEYOND)))
}

/// The steps of the three seats after the mover's on the ring space of this step, beyond the ring as well;
/// none that a token has if it is no step on the ring. Rules: L-4.
#[inline(always)]
fn seen<const N: usize>(step: Bytes<N>) -> [Bytes<N>; 3] {
    let is_beyond = greater(step, splat(LAST_ON_RING));
    // A space is a step less one; off the ring it is greater than any, without a sign.
    let space = subtract(step, splat(1));
    let space = or(space, and(is_beyond, splat(0x60)));
    let space = smaller_unsigned(space, splat(NOWHERE));
    [
        seen_from(space, QUARTER),
        seen_from(space, 2 * QUARTER),
        seen_from(space, 3 * QUARTER),
    ]
}

#[inline(always)]
fn seen_from<const N: usize>(space: Bytes<N>, ahead: i8) -> Bytes<N> {
    let behind = subtract(space, splat(ahead));
    let around = add(behind, splat(RING));
    add(smaller_unsigned(behind, around), splat(1))
}

/// A small number as a byte.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a seat, a place or a number of players"
)]
const fn small(number: usize) -> i8 {
    number as i8
}
