//! Scripts by table, as fast as one core can.
//!
//! The tables are those of bulk play ([`lanes`](crate::lanes)); only the order
//! of the turns is the list's, so the board stays in seat A's frame and is
//! rotated to the mover and back. A pair's number does not record which token
//! is `p`, so that is stored next to it.

use crate::lane_tables::{LaneTables, PAIR, PairOrder, QUARTER, SPACES};
use crate::script::{Script, ScriptTurn};
use crate::seat::Seat;
use crate::tokens::Tokens;

/// The tokens of a scripted game.
#[derive(Clone, Copy, Debug)]
struct ScriptTokens {
    /// By seat: the pair, in the form of a quarter.
    pairs: [u64; 4],
    /// By seat: whether `p` is the smaller step; true of equal steps.
    p_is_smaller: [bool; 4],
    /// The ring spaces that hold a token, seat A's quarter the lowest.
    ring: u64,
}

impl LaneTables {
    /// Plays every turn of the script: what [`Script::run`] does, several times as fast.
    ///
    /// Rules: L-15, L-16, L-17, L-18, L-19, L-20.
    ///
    /// ```
    /// use ludo_rules::{LaneTables, Script};
    ///
    /// let script: Script = "A,B: A6 A4 B6 A6 A3".parse()?;
    /// assert_eq!(LaneTables::new().run(&script), script.run());
    /// # Ok::<(), ludo_rules::ScriptError>(())
    /// ```
    pub fn run(&self, script: &Script) -> Tokens {
        let mut tokens = script.start();
        let seats = tokens.seats();
        let mut board = ScriptTokens {
            pairs: [0; 4],
            p_is_smaller: [true; 4],
            ring: 0,
        };
        for &turn in script.turns() {
            // Rules: L-20. For a finished player the tables move nothing.
            if seats.contains(turn.seat) {
                self.play_turn(&mut board, turn);
            }
        }
        for seat in seats.iter() {
            let mut steps = self.steps(board.pairs[seat.index()]);
            if !board.p_is_smaller[seat.index()] {
                steps.reverse();
            }
            tokens.put(seat, steps);
        }
        tokens
    }

    #[inline]
    fn play_turn(&self, board: &mut ScriptTokens, turn: ScriptTurn) {
        let (mover, die) = (turn.seat.index(), usize::from(turn.roll.value()) - 1);
        let turned = QUARTER * turn.seat as u32;
        let ring = board.ring.rotate_right(turned);
        let pair = board.pairs[mover];
        let mut entry = self.main_move(pair, die);
        let mut order = self.order(pair, die);
        if ring & (entry.landing() | entry.other_landing()) != 0 {
            (entry, order) = self.kicking_move(pair, ring, die);
            self.send_home(board, turn.seat, entry.landing());
        }
        let ring = (ring | entry.landing()) & !entry.left() & SPACES;
        board.ring = ring.rotate_left(turned);
        board.pairs[mover] = entry.pair();
        board.set_order(mover, order);
    }

    /// Sends home the tokens on the space where the mover lands, in the mover's
    /// frame.
    #[cold]
    #[inline(never)]
    fn send_home(&self, board: &mut ScriptTokens, mover: Seat, landing: u64) {
        let mut seat = mover.next();
        let mut landing = landing.rotate_right(QUARTER);
        while seat != mover {
            let pair = board.pairs[seat.index()];
            if let Some((home, order)) = self.kicked(pair & PAIR, landing) {
                board.pairs[seat.index()] = home;
                board.set_order(seat.index(), order);
            }
            seat = seat.next();
            landing = landing.rotate_right(QUARTER);
        }
    }
}

impl ScriptTokens {
    #[inline]
    fn set_order(&mut self, seat: usize, order: PairOrder) {
        let p_is_smaller = &mut self.p_is_smaller[seat];
        *p_is_smaller = match order {
            PairOrder::Same => *p_is_smaller,
            PairOrder::Swapped => !*p_is_smaller,
            PairOrder::Equal => true,
        };
    }
}
