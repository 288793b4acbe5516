//! Which lessons a browser has done, in a cookie of each game: their numbers, such as `1.2.5`.

use axum_extra::extract::cookie::{Cookie, CookieJar};

use super::catalog;
use crate::app::App;

/// The lessons of a game that are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    game: &'static str,
    /// By the lessons' order.
    done: Vec<bool>,
}

/// The name of the cookie of a game.
fn name(game: &str) -> String {
    format!("parlor-learned-{game}")
}

impl Progress {
    /// What the cookie says; what is no number of a lesson there is passed over.
    pub(super) fn of(jar: &CookieJar, game: &'static str) -> Self {
        let mut done = vec![false; catalog::of(game).len()];
        let cookie = jar.get(&name(game));
        let numbers = cookie.map_or("", Cookie::value).split('.');
        // More than one number for each lesson is none of ours.
        for number in numbers.take(done.len()) {
            let place = number.parse::<usize>().ok();
            let place = place.and_then(|number| number.checked_sub(1));
            if let Some(done) = place.and_then(|place| done.get_mut(place)) {
                *done = true;
            }
        }
        Self { game, done }
    }

    /// Whether this lesson is done, by its number from 1.
    pub(super) fn has(&self, number: usize) -> bool {
        let place = number.checked_sub(1);
        place.is_some_and(|place| self.done.get(place) == Some(&true))
    }

    /// The first lesson that is not done, by its number; `None` once all are.
    pub(super) fn next(&self) -> Option<usize> {
        let next = self.done.iter().position(|done| !done);
        next.map(|place| place + 1)
    }

    /// Whether any lesson is done.
    pub(super) fn has_begun(&self) -> bool {
        self.done.contains(&true)
    }

    /// Notes that a lesson is done, and adds the cookie if that is new.
    pub(super) fn add(&mut self, jar: CookieJar, app: &App, number: usize) -> CookieJar {
        let done = number.checked_sub(1);
        match done.and_then(|place| self.done.get_mut(place)) {
            Some(done) if !*done => *done = true,
            _ => return jar,
        }
        let numbers = (1..=self.done.len()).filter(|number| self.has(*number));
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        jar.add(app.site.cookie(name(self.game), numbers.join(".")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_that_was_changed_says_no_more_than_it_may() {
        let lessons = catalog::of("kuba").len();
        for (sent, done) in [
            ("", vec![]),
            ("1.3", vec![1, 3]),
            ("3.1.3.1", vec![1, 3]),
            ("0.99.-1.1e1.x.2", vec![2]),
            ("18446744073709551616.2", vec![2]),
            (" 1", vec![]),
        ] {
            let jar = CookieJar::new().add(Cookie::new(name("kuba"), sent));
            let progress = Progress::of(&jar, "kuba");
            let found: Vec<_> = (0..100).filter(|number| progress.has(*number)).collect();
            assert_eq!(found, done, "{sent}");
            assert_eq!(progress.has_begun(), !done.is_empty(), "{sent}");
        }
        let late = format!("{}2", "x.".repeat(lessons));
        let jar = CookieJar::new().add(Cookie::new(name("kuba"), late));
        assert!(!Progress::of(&jar, "kuba").has_begun());
    }

    #[test]
    fn the_next_lesson_is_the_first_that_is_not_done() {
        let jar = CookieJar::new().add(Cookie::new(name("ludo"), "1.2.4"));
        assert_eq!(Progress::of(&jar, "ludo").next(), Some(3));
        let jar = CookieJar::new().add(Cookie::new(name("ludo"), "1.2.3.4.5"));
        assert_eq!(Progress::of(&jar, "ludo").next(), None);
    }
}
