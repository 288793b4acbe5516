//! What this browser has done with the puzzles, in a cookie, so that it is there without scripts and without an
//! account: which were solved and how, and the days in a row on which the puzzle of the day was.
//!
//! The cookie is `1.DAY.STREAK.BEST.KUBA.LUDO`. A puzzle has two bits at its place in the list of its game,
//! which only grows at its end; the bits are hexadecimal, four puzzles in two digits.

use axum_extra::extract::cookie::{Cookie, CookieJar};
use parlor_puzzles::PuzzleId;

use crate::app::App;

const NAME: &str = "parlor-puzzles";

/// Where the cookie is sent to: everything else would carry it for nothing.
const PATH: &str = "/puzzles";

/// The version of what is in the cookie.
const VERSION: &str = "1";

/// The most puzzles of a game that a cookie can hold: a kilobyte of it.
const MOST_PUZZLES: usize = 2_000;

/// What was done with a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Progress {
    #[default]
    New,
    /// Something else was tried, or the answer was shown.
    Missed,
    /// Solved, after it was missed.
    SolvedLater,
    /// Solved at once.
    Solved,
}

/// The days in a row on which the puzzle of the day was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Streak {
    /// The last of them, in days since 1970 (UTC).
    last: u32,
    days: u32,
    best: u32,
}

/// What a browser has done with the puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct History {
    streak: Streak,
    /// Four puzzles in a byte, the first in the lowest bits.
    kuba: Vec<u8>,
    ludo: Vec<u8>,
}

impl Progress {
    const ALL: [Self; 4] = [Self::New, Self::Missed, Self::SolvedLater, Self::Solved];

    pub(super) const fn is_solved(self) -> bool {
        matches!(self, Self::SolvedLater | Self::Solved)
    }

    /// What it is after somebody missed the answer.
    const fn missed(self) -> Self {
        match self {
            Self::New => Self::Missed,
            Self::Missed | Self::SolvedLater | Self::Solved => self,
        }
    }

    /// What it is after somebody solved it.
    const fn solved(self) -> Self {
        match self {
            Self::New => Self::Solved,
            Self::Missed => Self::SolvedLater,
            Self::SolvedLater | Self::Solved => self,
        }
    }
}

impl Streak {
    /// How many days in a row the puzzle of the day was solved, up to today or yesterday; or tomorrow, as
    /// the clocks of nodes may differ at midnight. A day after that is none of ours.
    pub(super) const fn days(self, today: u32) -> u32 {
        if today.abs_diff(self.last) <= 1 {
            self.days
        } else {
            0
        }
    }

    /// The most days in a row there were.
    pub(super) const fn best(self) -> u32 {
        self.best
    }

    /// Whether the puzzle of this day was solved.
    pub(super) const fn has(self, day: u32) -> bool {
        self.days > 0 && self.last == day
    }

    /// Adds a day, unless the streak has it or the one after it.
    fn add(&mut self, day: u32) {
        if self.days > 0 && (self.last == day || self.last == day.saturating_add(1)) {
            return;
        }
        self.days = self.days(day).saturating_add(1);
        self.last = day;
        self.best = self.best.max(self.days);
    }
}

impl History {
    /// The history in the cookie; an empty one where there is none, or it cannot be read.
    pub(super) fn of(jar: &CookieJar) -> Self {
        let cookie = jar.get(NAME).map(Cookie::value);
        cookie.and_then(Self::read).unwrap_or_default()
    }

    fn read(text: &str) -> Option<Self> {
        let mut fields = text.split('.');
        let mut next = || fields.next();
        if next()? != VERSION {
            return None;
        }
        let [last, days, best] = [next()?, next()?, next()?].map(|number| number.parse().ok());
        let [kuba, ludo] = [next()?, next()?].map(|bits| hex::decode(bits).ok());
        let history = Self {
            streak: Streak {
                last: last?,
                days: days?,
                best: best?,
            },
            kuba: kuba?,
            ludo: ludo?,
        };
        let are_short = [&history.kuba, &history.ludo]
            .iter()
            .all(|bits| bits.len() <= MOST_PUZZLES / 4);
        (next().is_none() && are_short && history.streak.days <= history.streak.best)
            .then_some(history)
    }

    /// Adds the history to what the browser gets.
    pub(super) fn keep(&self, jar: CookieJar, app: &App) -> CookieJar {
        let Streak { last, days, best } = self.streak;
        let [kuba, ludo] = [&self.kuba, &self.ludo].map(hex::encode);
        let value = format!("{VERSION}.{last}.{days}.{best}.{kuba}.{ludo}");
        let mut cookie = app.site.cookie(NAME, value);
        cookie.set_path(PATH);
        jar.add(cookie)
    }

    pub(super) const fn streak(&self) -> Streak {
        self.streak
    }

    /// What was done with the puzzle at this place in the list of its game.
    pub(super) fn progress(&self, id: PuzzleId, place: usize) -> Progress {
        let byte = self.bits(id).get(place / 4).copied().unwrap_or_default();
        Progress::ALL[usize::from(byte >> shift(place) & 3)]
    }

    /// Notes that the answer was missed.
    pub(super) fn miss(&mut self, id: PuzzleId, place: usize) {
        self.set(id, place, self.progress(id, place).missed());
    }

    /// Notes that a puzzle was solved, and on which day if it is that day's.
    pub(super) fn solve(&mut self, id: PuzzleId, place: usize, of_day: Option<u32>) {
        self.set(id, place, self.progress(id, place).solved());
        if let Some(day) = of_day {
            self.streak.add(day);
        }
    }

    const fn bits(&self, id: PuzzleId) -> &Vec<u8> {
        if id.is_kuba() { &self.kuba } else { &self.ludo }
    }

    fn set(&mut self, id: PuzzleId, place: usize, progress: Progress) {
        if place >= MOST_PUZZLES {
            return;
        }
        let bits = if id.is_kuba() {
            &mut self.kuba
        } else {
            &mut self.ludo
        };
        if bits.len() <= place / 4 {
            bits.resize(place / 4 + 1, 0);
        }
        let byte = &mut bits[place / 4];
        *byte = *byte & !(3 << shift(place)) | (progress as u8) << shift(place);
    }
}

/// Where the bits of a puzzle are in their byte.
const fn shift(place: usize) -> usize {
    place % 4 * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    const KUBA: PuzzleId = PuzzleId::kuba(1);
    const LUDO: PuzzleId = PuzzleId::ludo(1);

    /// What the cookie of a history brings back.
    fn again(history: &History) -> History {
        let bench = parlor_service::testing::Bench::default();
        let app = App {
            service: bench.service,
            site: crate::app::Site::default(),
        };
        History::of(&history.keep(CookieJar::new(), &app))
    }

    #[tokio::test]
    async fn what_was_done_comes_back_from_the_cookie() {
        let mut history = History::default();
        history.miss(KUBA, 0);
        history.solve(KUBA, 0, None);
        history.solve(KUBA, 699, Some(20_000));
        history.miss(LUDO, 5);
        history.miss(KUBA, 699);
        for history in [again(&history), history] {
            assert_eq!(history.progress(KUBA, 0), Progress::SolvedLater);
            assert_eq!(history.progress(KUBA, 699), Progress::Solved);
            assert_eq!(history.progress(KUBA, 698), Progress::New);
            assert_eq!(history.progress(KUBA, 5), Progress::New);
            assert_eq!(history.progress(LUDO, 5), Progress::Missed);
            assert!(history.streak().has(20_000));
        }
    }

    #[test]
    fn a_streak_goes_on_from_day_to_day_and_is_over_after_a_day_without() {
        let mut streak = Streak::default();
        assert_eq!((streak.days(0), streak.has(0)), (0, false));
        for (day, days) in [(7, 1), (8, 2), (8, 2), (7, 2), (9, 3), (12, 1), (13, 2)] {
            streak.add(day);
            assert_eq!(streak.days, days, "day {day}");
        }
        assert_eq!(
            (streak.days(13), streak.days(14), streak.days(15)),
            (2, 2, 0)
        );
        assert_eq!(streak.best(), 3);
    }

    #[test]
    fn a_streak_begins_on_the_first_days_of_all() {
        let mut streak = Streak::default();
        streak.add(0);
        streak.add(1);
        assert_eq!(streak.days(1), 2);
    }

    #[test]
    fn a_cookie_that_is_none_of_ours_is_no_history() {
        let long = format!("1.1.1.1.{}.", "00".repeat(MOST_PUZZLES));
        let none = [
            "",
            "1",
            "1.1.1.1.",
            "2.1.1.1..",
            "1.1.2.1..",
            "1.1.1.1.0.",
            "1.1.1.1.zz.",
            "1.1.1.1...",
            "1.-1.1.1..",
            "1.1.1.99999999999..",
            &long,
        ];
        for text in none {
            assert_eq!(History::read(text), None, "{text}");
        }
        assert_eq!(History::read("1.0.0.0.."), Some(History::default()));
    }

    #[test]
    fn a_place_beyond_all_puzzles_is_not_kept() {
        let mut history = History::default();
        history.solve(KUBA, MOST_PUZZLES, None);
        assert_eq!(history, History::default());
    }
}
