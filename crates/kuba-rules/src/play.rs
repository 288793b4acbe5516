//! Playing: the definition of legality, and what an action does.

use crate::event::{Event, EventSink, NoEvents};
use crate::geometry::{Cell, Direction};
use crate::marble::Marble;
use crate::moves::{Action, Move};
use crate::play_error::PlayError;
use crate::position::Position;
use crate::push::{self, BOARD};
use crate::rules::Rules;

impl Position {
    /// Checks whether a push is legal.
    ///
    /// This is the definition, cell by cell; [`legal_moves`](Self::legal_moves)
    /// finds the same pushes all at once.
    ///
    /// Rules: K-3 (room behind), K-4 (the run), K-5 (own marble stays), K-7
    /// (ko), K-16 (nothing after the end).
    ///
    /// # Errors
    /// The first reason in the order of [`PlayError`]'s variants.
    pub fn check(&self, push: Move) -> Result<(), PlayError> {
        if self.won_by_capture().is_some() {
            return Err(PlayError::GameOver);
        }
        match self.refusal(push) {
            // A side with a legal push is not blocked (K-10), so only a refusal
            // must ask whether the game was over anyway.
            None => Ok(()),
            Some(_) if self.is_over() => Err(PlayError::GameOver),
            Some(refusal) => Err(refusal),
        }
    }

    fn refusal(&self, push: Move) -> Option<PlayError> {
        let Move { cell, direction } = push;
        let own = Marble::from(self.to_move);
        match self.marble(cell) {
            None => return Some(PlayError::EmptyCell { cell }),
            Some(marble) if marble != own => {
                return Some(PlayError::NotYourMarble { cell, marble });
            }
            Some(_) => {}
        }
        if let Some(behind) = cell.step(direction.opposite())
            && self.marble(behind).is_some()
        {
            return Some(PlayError::NoRoomBehind {
                cell,
                direction,
                behind,
            });
        }
        if self.ejected_by(push) == Some(own) {
            return Some(PlayError::OwnMarbleOff { cell, direction });
        }
        if self.ko == Some(push) {
            return Some(PlayError::Ko { push });
        }
        None
    }

    /// The marble that the push would take off the board: the last one of a run
    /// that reaches the edge. Rules: K-4.
    fn ejected_by(&self, push: Move) -> Option<Marble> {
        let mut cell = push.cell;
        loop {
            let marble = self.marble(cell)?;
            match cell.step(push.direction) {
                Some(next) => cell = next,
                None => return Some(marble),
            }
        }
    }

    /// Pushes the run that starts at `push.cell` one cell toward
    /// `push.direction`.
    ///
    /// Rules: K-3 (room behind), K-4 (the run), K-5 (own marble stays), K-6
    /// (what leaves the board), K-7 (ko), K-11 and K-12 (whose turn
    /// comes next).
    ///
    /// # Errors
    /// As [`check`](Self::check); the position is unchanged.
    pub fn play(&mut self, push: Move) -> Result<(), PlayError> {
        self.play_into(push, &mut NoEvents)
    }

    /// As [`play`](Self::play), and passes the events to the sink.
    ///
    /// # Errors
    /// As [`check`](Self::check); the position is unchanged and the sink has got
    /// nothing.
    pub fn play_into(&mut self, push: Move, events: &mut impl EventSink) -> Result<(), PlayError> {
        if !self.is_legal(push) {
            self.check(push)?;
        }
        self.apply(push, events);
        Ok(())
    }

    /// Makes a push out of [`legal_moves`](Self::legal_moves) without checking
    /// again that it is legal: for searches, which make millions of them.
    ///
    /// # Panics
    /// In debug builds, if the push is not legal. In other builds the position
    /// is then one that the rules never reach.
    #[inline]
    pub fn play_unchecked(&mut self, push: Move) {
        debug_assert_eq!(self.check(push), Ok(()), "the caller made sure");
        self.apply(push, &mut NoEvents);
    }

    /// Whether [`check`](Self::check) succeeds, without looking for a reason.
    fn is_legal(&self, push: Move) -> bool {
        let sources = push::sources_toward(push.direction, self.own(), self.occupied());
        sources & push.cell.mask() != 0 && self.ko != Some(push) && self.won_by_capture().is_none()
    }

    /// As [`play`](Self::play), and returns what happened.
    ///
    /// # Errors
    /// As [`check`](Self::check); the position is unchanged.
    pub fn play_with_events(&mut self, push: Move) -> Result<Vec<Event>, PlayError> {
        let mut events = Vec::new();
        self.play_into(push, &mut events)?;
        Ok(events)
    }

    /// Ends a turn that could go on. Rules: K-10, K-12.
    ///
    /// # Errors
    /// [`PlayError::GameOver`] after the end, [`PlayError::CannotEndTurn`]
    /// unless a push of this turn has captured or ejected a marble; the position
    /// is unchanged.
    pub fn end_turn(&mut self) -> Result<(), PlayError> {
        self.end_turn_into(&mut NoEvents)
    }

    /// As [`end_turn`](Self::end_turn), and passes the events to the sink.
    ///
    /// # Errors
    /// As [`end_turn`](Self::end_turn).
    pub fn end_turn_into(&mut self, events: &mut impl EventSink) -> Result<(), PlayError> {
        if !self.may_push_again() {
            return Err(if self.is_over() {
                PlayError::GameOver
            } else {
                PlayError::CannotEndTurn
            });
        }
        self.pass_turn(events);
        self.report_block(events);
        Ok(())
    }

    /// The position after the side to move passes the turn without a push
    /// (a null move); `None` once the game is over. No player may do that (but
    /// see [`end_turn`](Self::end_turn)): it is for searches that look for
    /// threats.
    ///
    /// It has no ko push, because no push was made (K-7).
    pub fn passed(mut self) -> Option<Self> {
        if self.is_over() {
            return None;
        }
        self.pass_turn(&mut NoEvents);
        Some(self)
    }

    /// Pushes, or ends the turn.
    ///
    /// # Errors
    /// As [`play`](Self::play) and [`end_turn`](Self::end_turn).
    pub fn play_action(&mut self, action: Action) -> Result<(), PlayError> {
        self.play_action_into(action, &mut NoEvents)
    }

    /// As [`play_action`](Self::play_action), and passes the events to the
    /// sink.
    ///
    /// # Errors
    /// As [`play`](Self::play) and [`end_turn`](Self::end_turn).
    pub fn play_action_into(
        &mut self,
        action: Action,
        events: &mut impl EventSink,
    ) -> Result<(), PlayError> {
        match action {
            Action::Push(push) => self.play_into(push, events),
            Action::End => self.end_turn_into(events),
        }
    }

    /// Carries out a legal push.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a run has at most seven marbles"
    )]
    pub(crate) fn apply(&mut self, push: Move, events: &mut impl EventSink) {
        let Move { cell, direction } = push;
        let run = push::run(self.occupied(), cell.bit(), direction);
        let landing = push::step(run, direction) & !run;
        events.event(Event::Pushed {
            side: self.to_move,
            push,
            length: run.count_ones() as u8,
        });
        if landing & BOARD != 0 {
            self.move_run(run, direction);
            self.pass_turn(events);
            self.set_ko(landing, direction, events);
            self.report_block(events);
        } else {
            self.eject(push::step(landing, direction.opposite()), events);
            self.move_run(run, direction);
            self.go_on(events);
        }
    }

    /// Moves a run one cell; the marble that it pushes off is gone. Rules: K-4, K-6.
    fn move_run(&mut self, run: u64, direction: Direction) {
        let moved = |cells| push::moved(cells, run, direction);
        self.marbles = self.marbles.map(moved);
        self.reds = moved(self.reds);
    }

    /// Counts the marble that leaves the board from the cell `edge`. Rules: K-6.
    fn eject(&mut self, edge: u64, events: &mut impl EventSink) {
        let side = self.to_move;
        let from = Cell::from_bit(edge.trailing_zeros());
        if self.reds & edge != 0 {
            self.captured[side.index()] += 1;
            events.event(Event::Captured {
                side,
                total: self.captured[side.index()],
                from,
            });
        } else {
            events.event(Event::Ejected {
                side,
                from,
                left: self.count(side.other().into()) - 1,
            });
        }
    }

    /// Decides which side goes on after a push that took a marble off the board.
    /// Rules: K-8, K-9, K-11, K-12.
    fn go_on(&mut self, events: &mut impl EventSink) {
        let side = self.to_move;
        self.ko = None;
        let won = self.won_by_capture();
        match self.rules {
            Rules::Tournament => self.may_push_again = won.is_none(),
            Rules::Classroom if won.is_some() => self.to_move = side.other(),
            Rules::Classroom => {
                self.pass_turn(events);
                return self.report_block(events);
            }
        }
        events.event(match won {
            Some((side, by)) => Event::Won { side, by },
            None => Event::MayPushAgain { side },
        });
    }

    /// Passes the turn to the opponent. Rules: K-11, K-12.
    fn pass_turn(&mut self, events: &mut impl EventSink) {
        let side = self.to_move;
        self.to_move = side.other();
        self.may_push_again = false;
        self.ko = None;
        events.event(Event::TurnEnded { side });
    }

    /// Makes the push straight back, into the run that has just been pushed
    /// into `landing`, the ko push if the side now to move could otherwise make
    /// it. Rules: K-3 (room behind), K-7 (ko).
    fn set_ko(&mut self, landing: u64, direction: Direction, events: &mut impl EventSink) {
        let room = push::step(landing, direction) & self.occupied() == 0;
        if self.own() & landing != 0 && room {
            let push = Move {
                cell: Cell::from_bit(landing.trailing_zeros()),
                direction: direction.opposite(),
            };
            self.ko = Some(push);
            events.event(Event::Ko { push });
        }
    }

    /// Reports the win if the side now to move is blocked. Rules: K-10.
    fn report_block(&self, events: &mut impl EventSink) {
        if let Some((side, by)) = self.win() {
            events.event(Event::Won { side, by });
        }
    }
}
