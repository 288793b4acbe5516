//! The events of a roll, replayed on a board that knows no rules.

use ludo_rules::{Event, Move, Roll, Seat, Step};
use parlor_testkit::slow_ludo::{END, READY, SEATS, SlowTokens, YARD, space_name, walk};

use crate::same;

/// The tokens and places as events tell them.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    table: SlowTokens,
    finished: Vec<char>,
}

impl Story {
    /// The story up to now.
    pub(crate) fn begin(table: &SlowTokens) -> Story {
        Story {
            table: table.clone(),
            finished: Vec::new(),
        }
    }

    /// Hears all the events of one roll and compares with the slow table after it.
    pub(crate) fn hear(
        &mut self,
        events: &[Event],
        rolled: i64,
        table: &SlowTokens,
    ) -> Result<(), String> {
        for event in events {
            self.event(*event, rolled)
                .map_err(|message| format!("{message} in {events:?}"))?;
        }
        same("tokens told", &self.table, table)
            .map_err(|message| format!("{message} in {events:?}"))
    }

    /// The places told so far.
    pub(crate) fn finished(&self) -> &[char] {
        &self.finished
    }

    fn event(&mut self, event: Event, rolled: i64) -> Result<(), String> {
        match event {
            Event::LeftYard { seat, token } => self.carry(letter(seat), token.index(), YARD, READY),
            Event::Moved {
                seat,
                choice,
                from,
                to,
                path,
            } => {
                let seat = letter(seat);
                for token in tokens(choice) {
                    self.carry(seat, token, step(from), step(to))?;
                }
                let walked: Vec<String> = path.into_iter().map(|space| space.to_string()).collect();
                let slow: Vec<String> = walk(step(from), rolled)
                    .into_iter()
                    .filter_map(|step| space_name(seat, step))
                    .collect();
                same("path", &walked, &slow)
            }
            Event::Bounced {
                seat,
                choice,
                back,
                at,
            } => {
                same("bounce", &step(at), &(END - i64::from(back)))?;
                tokens(choice)
                    .into_iter()
                    .try_for_each(|token| self.stands(seat, token, at))
            }
            Event::Kicked {
                by,
                seat,
                token,
                space,
            } => {
                if by == seat {
                    return Err("a player kicks himself".to_string());
                }
                let steps = self
                    .table
                    .steps(letter(seat))
                    .ok_or("a kicked seat is not playing")?;
                let name = space_name(letter(seat), steps[token.index()]);
                same("space of the kick", &Some(space.to_string()), &name)?;
                self.carry(letter(seat), token.index(), steps[token.index()], YARD)
            }
            Event::Stacked { seat, at } => {
                self.stands(seat, 0, at)?;
                self.stands(seat, 1, at)
            }
            Event::Parted { seat, token, at } => self.stands(seat, token.other().index(), at),
            Event::ReachedEnd { seat, choice } => tokens(choice)
                .into_iter()
                .try_for_each(|token| self.stands(seat, token, Step::FINISHED)),
            Event::Finished { seat } => {
                self.stands(seat, 0, Step::FINISHED)?;
                self.stands(seat, 1, Step::FINISHED)
            }
            Event::Placed { seat, place } => {
                self.finished.push(letter(seat));
                same("place", &usize::from(place), &self.finished.len())
            }
            Event::Passed { roll, .. } => same("roll passed", &i64::from(roll.value()), &rolled),
        }
    }

    fn carry(&mut self, seat: char, token: usize, from: i64, to: i64) -> Result<(), String> {
        let steps = self
            .table
            .steps(seat)
            .ok_or("a seat that is not playing moves")?;
        same("step before", &from, &steps[token])?;
        self.table.put(seat, token, to);
        Ok(())
    }

    fn stands(&self, seat: Seat, token: usize, at: Step) -> Result<(), String> {
        let steps = self
            .table
            .steps(letter(seat))
            .ok_or("a seat that is not playing stands somewhere")?;
        same("step told", &step(at), &steps[token])
    }
}

pub(crate) fn letter(seat: Seat) -> char {
    SEATS[seat.index()]
}

pub(crate) fn seat(letter: char) -> Seat {
    let index = SEATS.iter().position(|&known| known == letter).unwrap();
    Seat::ALL[index]
}

pub(crate) fn roll(value: i64) -> Roll {
    Roll::new(value).unwrap()
}

pub(crate) fn step(step: Step) -> i64 {
    i64::from(step.value())
}

pub(crate) fn choice(text: &str) -> Move {
    match text {
        "p" => Move::P,
        "q" => Move::Q,
        "pq" => Move::Stack,
        _ => Move::Pass,
    }
}

fn tokens(choice: Move) -> Vec<usize> {
    match choice {
        Move::P => vec![0],
        Move::Q => vec![1],
        Move::Stack => vec![0, 1],
        Move::Pass => Vec::new(),
    }
}
