//! What players can say to each other: a few fixed phrases, and nothing else.
//!
//! They are kind, or neutral, and nobody can write one of their own; so nobody
//! has to watch over what is said. They are no part of a game: nothing of them
//! is written down, and a restart forgets them.

use core::str::FromStr;
use core::time::Duration;
use std::collections::VecDeque;

use crate::rate_limit::RateLimited;
use parlor_table::timestamp::Timestamp;

/// Something that can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// A request before the game.
    GoodLuck,
    /// A compliment for a move.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// That something went wrong.
    Oops,
    /// That it takes a moment.
    OneMoment,
    /// That one is back.
    Back,
    /// A word after the game.
    GoodGame,
    /// A farewell.
    Bye,
}

impl Phrase {
    /// Every one, in the order of a game, with its word and its text.
    const SAID: [(Self, &'static str, &'static str); 9] = [
        (Self::Hello, "hello", "Hello!"),
        (Self::GoodLuck, "good-luck", "Good luck!"),
        (Self::WellPlayed, "well-played", "Well played!"),
        (Self::Thanks, "thanks", "Thanks!"),
        (Self::Oops, "oops", "Oops!"),
        (Self::OneMoment, "one-moment", "One moment, please."),
        (Self::Back, "back", "I am back."),
        (Self::GoodGame, "good-game", "Good game!"),
        (Self::Bye, "bye", "Bye!"),
    ];

    /// Every one, in the order of a game.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::SAID.into_iter().map(|(phrase, ..)| phrase)
    }

    fn said(self) -> (&'static str, &'static str) {
        let found = Self::SAID.iter().find(|(phrase, ..)| *phrase == self);
        let (_, word, text) = found.expect("every phrase stands in the list");
        (word, text)
    }

    /// The word for it, as it is sent: `well-played`.
    pub fn word(self) -> &'static str {
        self.said().0
    }

    /// What people read: `Well played!`.
    pub fn text(self) -> &'static str {
        self.said().1
    }
}

impl FromStr for Phrase {
    type Err = PhraseError;

    fn from_str(word: &str) -> Result<Self, PhraseError> {
        let mut said = Self::SAID.iter();
        let found = said.find(|(_, known, _)| *known == word);
        found.map(|(phrase, ..)| *phrase).ok_or(PhraseError)
    }
}

/// A word that is no phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such phrase; there are {}", words())]
pub struct PhraseError;

fn words() -> String {
    let words: Vec<&str> = Phrase::all().map(Phrase::word).collect();
    words.join(", ")
}

/// A phrase that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Its number in the game, from 1; after a restart it begins anew.
    pub number: u64,
    /// For which seat.
    pub seat: char,
    /// What.
    pub phrase: Phrase,
    /// When.
    pub at: Timestamp,
}

/// What was said of late in a game.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    spoken: VecDeque<Spoken>,
    last: u64,
}

impl Talk {
    /// How many phrases a seat may say within [`SPAN`](Self::SPAN).
    const MOST: usize = 3;
    const SPAN: Duration = Duration::from_secs(15);

    /// How long a phrase is worth being shown.
    const KEPT: Duration = Duration::from_mins(10);

    /// How many are shown at most.
    const SHOWN: usize = 5;

    /// Says something for a seat.
    ///
    /// # Errors
    /// How long the seat has to wait, if it has said much of late.
    pub fn say(
        &mut self,
        seat: char,
        phrase: Phrase,
        now: Timestamp,
    ) -> Result<Spoken, RateLimited> {
        let own = |spoken: &&Spoken| spoken.seat == seat && now.since(spoken.at) < Self::SPAN;
        let mut last = self.spoken.iter().rev().filter(own);
        if let Some(first) = last.nth(Self::MOST - 1) {
            let wait = Self::SPAN.saturating_sub(now.since(first.at));
            return Err(RateLimited(wait));
        }
        self.last += 1;
        let spoken = Spoken {
            number: self.last,
            seat,
            phrase,
            at: now,
        };
        self.spoken
            .retain(|spoken| now.since(spoken.at) < Self::KEPT);
        self.spoken.push_back(spoken);
        Ok(spoken)
    }

    /// The number of the last phrase.
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// What was said after this number.
    pub fn after(&self, number: u64) -> impl Iterator<Item = &Spoken> {
        let is_later = move |spoken: &&Spoken| spoken.number > number;
        self.spoken.iter().filter(is_later)
    }

    /// What was said lately, the last at the end.
    pub fn lately(&self, now: Timestamp) -> impl Iterator<Item = &Spoken> {
        let first = self.last.saturating_sub(Self::SHOWN as u64);
        let is_late = move |spoken: &&Spoken| now.since(spoken.at) < Self::KEPT;
        self.after(first).filter(is_late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000;

    #[test]
    fn every_phrase_is_found_by_its_word() {
        for phrase in Phrase::all() {
            assert_eq!(phrase.word().parse(), Ok(phrase));
        }
        let error = "shut-up".parse::<Phrase>().expect_err("no phrase");
        assert!(error.to_string().contains("well-played"), "{error}");
    }

    #[test]
    fn a_seat_says_three_things_at_once_and_then_waits_its_turn() {
        let mut talk = Talk::default();
        for number in 1..=3 {
            let said = talk.say('W', Phrase::Hello, Timestamp(0));
            assert_eq!(said.map(|said| said.number), Ok(number));
        }
        let wait = Duration::from_secs(14);
        let now = Timestamp(SECOND);
        assert_eq!(talk.say('W', Phrase::Hello, now), Err(RateLimited(wait)));
        assert!(talk.say('B', Phrase::Oops, now).is_ok(), "each for itself");
        assert!(talk.say('W', Phrase::Bye, Timestamp(15 * SECOND)).is_ok());
    }

    #[test]
    fn what_was_said_long_ago_is_shown_no_more() {
        let mut talk = Talk::default();
        for minute in 0..12 {
            let now = Timestamp(minute * 60 * SECOND);
            talk.say('W', Phrase::Oops, now).expect("seldom enough");
        }
        let numbers = |now| talk.lately(now).map(|spoken| spoken.number).collect();
        let now: Vec<u64> = numbers(Timestamp(11 * 60 * SECOND));
        assert_eq!(now, [8, 9, 10, 11, 12]);
        let later: Vec<u64> = numbers(Timestamp(20 * 60 * SECOND));
        assert_eq!(later, [12]);
        assert_eq!(talk.after(11).count(), 1);
    }
}
