//! What players can say to each other: a few fixed phrases, and nothing else.
//!
//! They are kind, or neutral, and nobody can write one of their own, so no
//! moderation is needed. They are no part of a game: they are not stored, and a
//! restart forgets them.

use core::str::FromStr;
use core::time::Duration;
use std::collections::VecDeque;

use crate::rate_limit::RateLimited;
use parlor_table::timestamp::Timestamp;

/// A canned phrase of the chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// A good wish before the game.
    GoodLuck,
    /// A compliment on a move.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// Regret about a slip.
    Oops,
    /// A request to wait.
    OneMoment,
    /// A notice that the player has returned.
    Back,
    /// A word after the game.
    GoodGame,
    /// A farewell.
    Bye,
}

impl Phrase {
    /// All phrases, in the order in which a game calls for them, with word and text.
    const PHRASES: [(Self, &'static str, &'static str); 9] = [
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

    /// All phrases, in the order in which a game calls for them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::PHRASES.into_iter().map(|(phrase, ..)| phrase)
    }

    fn entry(self) -> (&'static str, &'static str) {
        let found = Self::PHRASES.iter().find(|(phrase, ..)| *phrase == self);
        let (_, word, text) = found.expect("every phrase is in the list");
        (word, text)
    }

    /// The word for it, as it is sent: `well-played`.
    pub fn word(self) -> &'static str {
        self.entry().0
    }

    /// What people read: `Well played!`.
    pub fn text(self) -> &'static str {
        self.entry().1
    }
}

impl FromStr for Phrase {
    type Err = PhraseError;

    fn from_str(word: &str) -> Result<Self, PhraseError> {
        let mut phrases = Self::PHRASES.iter();
        let found = phrases.find(|(_, known, _)| *known == word);
        found.map(|(phrase, ..)| *phrase).ok_or(PhraseError)
    }
}

/// The word names no phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such phrase; there are {}", words())]
pub struct PhraseError;

fn words() -> String {
    let words: Vec<&str> = Phrase::all().map(Phrase::word).collect();
    words.join(", ")
}

/// A phrase that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// Its number in the game, from 1; the numbering restarts with the server.
    pub number: u64,
    /// The seat that said it.
    pub seat: char,
    /// The phrase.
    pub phrase: Phrase,
    /// When it was said.
    pub at: Timestamp,
}

/// The recent chat of a game.
#[derive(Clone, Debug, Default)]
pub struct ChatLog {
    spoken: VecDeque<ChatMessage>,
    last: u64,
}

impl ChatLog {
    /// The number of phrases that a seat may say within [`RATE_WINDOW`](Self::RATE_WINDOW).
    const RATE_LIMIT: usize = 3;

    /// The time after which a phrase no longer counts against the limit.
    const RATE_WINDOW: Duration = Duration::from_secs(15);

    /// How long a phrase is shown.
    const MAX_AGE: Duration = Duration::from_mins(10);

    /// The number of phrases shown at most.
    const SHOWN: usize = 5;

    /// Adds a phrase that a seat says.
    ///
    /// # Errors
    /// How long the seat has to wait, if it has reached the rate limit.
    pub fn say(
        &mut self,
        seat: char,
        phrase: Phrase,
        now: Timestamp,
    ) -> Result<ChatMessage, RateLimited> {
        let own =
            |spoken: &&ChatMessage| spoken.seat == seat && now.since(spoken.at) < Self::RATE_WINDOW;
        let mut recent = self.spoken.iter().rev().filter(own);
        if let Some(oldest) = recent.nth(Self::RATE_LIMIT - 1) {
            let wait = Self::RATE_WINDOW.saturating_sub(now.since(oldest.at));
            return Err(RateLimited(wait));
        }
        Ok(self.add(seat, phrase, now))
    }

    /// Adds a phrase that was said at another node, which has kept the rate limit.
    pub fn hear(&mut self, seat: char, phrase: Phrase, now: Timestamp) {
        self.add(seat, phrase, now);
    }

    fn add(&mut self, seat: char, phrase: Phrase, now: Timestamp) -> ChatMessage {
        self.last += 1;
        let spoken = ChatMessage {
            number: self.last,
            seat,
            phrase,
            at: now,
        };
        self.spoken
            .retain(|spoken| now.since(spoken.at) < Self::MAX_AGE);
        self.spoken.push_back(spoken);
        spoken
    }

    /// The number of the last phrase.
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// The stored phrases with a greater number.
    pub fn after(&self, number: u64) -> impl Iterator<Item = &ChatMessage> {
        let is_later = move |spoken: &&ChatMessage| spoken.number > number;
        self.spoken.iter().filter(is_later)
    }

    /// The last phrases, up to five and none too old, in order.
    pub fn lately(&self, now: Timestamp) -> impl Iterator<Item = &ChatMessage> {
        let before_first = self.last.saturating_sub(Self::SHOWN as u64);
        let is_recent = move |spoken: &&ChatMessage| now.since(spoken.at) < Self::MAX_AGE;
        self.after(before_first).filter(is_recent)
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
    fn a_seat_says_three_things_at_once_and_then_is_rate_limited() {
        let mut talk = ChatLog::default();
        for number in 1..=3 {
            let said = talk.say('W', Phrase::Hello, Timestamp(0));
            assert_eq!(said.map(|said| said.number), Ok(number));
        }
        let wait = Duration::from_secs(14);
        let now = Timestamp(SECOND);
        assert_eq!(talk.say('W', Phrase::Hello, now), Err(RateLimited(wait)));
        assert!(
            talk.say('B', Phrase::Oops, now).is_ok(),
            "the limit is per seat"
        );
        assert!(talk.say('W', Phrase::Bye, Timestamp(15 * SECOND)).is_ok());
    }

    #[test]
    fn what_was_said_long_ago_is_shown_no_more() {
        let mut talk = ChatLog::default();
        for minute in 0..12 {
            let now = Timestamp(minute * 60 * SECOND);
            talk.say('W', Phrase::Oops, now)
                .expect("below the rate limit");
        }
        let numbers = |now| talk.lately(now).map(|spoken| spoken.number).collect();
        let now: Vec<u64> = numbers(Timestamp(11 * 60 * SECOND));
        assert_eq!(now, [8, 9, 10, 11, 12]);
        let later: Vec<u64> = numbers(Timestamp(20 * 60 * SECOND));
        assert_eq!(later, [12]);
        assert_eq!(talk.after(11).count(), 1);
    }
}
