//! The times of a film, and the rules of a style sheet by which what is in it moves.

use core::fmt::Write as _;

use crate::svg::{Element, Point, number};

/// A usual step, in seconds; that from the start; how long the end stays; and how long all may last.
const STEP: f64 = 0.6;
const LEAD: f64 = 0.8;
const HOLD: f64 = 3.0;
const LONGEST: f64 = 90.0;

/// When a step begins and ends, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Step {
    /// The moment after a part of the step, 0 to 1.
    pub(crate) fn at(self, part: f64) -> f64 {
        self.from + (self.to - self.from) * part
    }
}

/// The times of a film, and the rules by which its pieces move.
#[derive(Debug)]
pub(crate) struct Reel {
    steps: Vec<Step>,
    /// How long it lasts, in seconds.
    length: f64,
    keyframes: String,
    animations: String,
    count: usize,
}

impl Reel {
    /// A film of steps that are so long compared with a usual one.
    pub(crate) fn new(steps: impl Iterator<Item = f64> + Clone) -> Self {
        let all: f64 = steps.clone().sum();
        let room = LONGEST - LEAD - HOLD;
        let step = if all * STEP > room { room / all } else { STEP };
        let mut from = LEAD;
        let steps = steps.map(|length| {
            let to = from + length * step;
            Step {
                from: core::mem::replace(&mut from, to),
                to,
            }
        });
        Self {
            steps: steps.collect(),
            length: from + HOLD,
            keyframes: String::new(),
            animations: String::new(),
            count: 0,
        }
    }

    pub(crate) fn steps(&self) -> Vec<Step> {
        self.steps.clone()
    }

    /// When the last step has ended.
    pub(crate) fn end(&self) -> f64 {
        self.length - HOLD
    }

    /// A moment as a part of the film.
    fn percent(&self, moment: f64) -> String {
        format!("{}%", number(100.0 * moment / self.length))
    }

    /// The group of a piece that moves so. Where it is drawn is where it ends.
    pub(crate) fn moving(&mut self, track: &Track) -> Element {
        let last = track.last();
        let group = Element::group().placed(last.place, last.size);
        if track.0.len() == 1 {
            return group;
        }
        let mut frames = String::new();
        for (index, stop) in track.0.iter().enumerate() {
            let is_last = index + 1 == track.0.len();
            let to = if is_last { self.length } else { stop.to };
            frames += &self.percent(stop.from);
            if to > stop.from {
                frames.push(',');
                frames += &self.percent(to);
            }
            let (x, y) = stop.place;
            let size = match number(stop.size).as_str() {
                "1" => String::new(),
                size => format!("scale({size})"),
            };
            // Formatting into a text cannot fail.
            let _ = write!(
                frames,
                "{{transform:translate({}px,{}px){size}{}}}",
                number(x),
                number(y),
                stop.onward.rule()
            );
        }
        group.class(&self.animate(&frames, "ease-in-out"))
    }

    /// The group of what is seen in these spans of time, the earlier first.
    pub(crate) fn seen(&mut self, spans: &[(f64, f64)]) -> Element {
        if matches!(spans, [(from, to)] if *from <= 0.0 && *to >= self.length) {
            return Element::group();
        }
        let [mut on, mut off] = [Vec::new(), Vec::new()];
        if spans.first().is_none_or(|(from, _)| *from > 0.0) {
            off.push(self.percent(0.0));
        }
        let mut is_seen_last = false;
        for &(from, to) in spans {
            on.push(self.percent(from));
            is_seen_last = to >= self.length;
            if !is_seen_last {
                off.push(self.percent(to));
            }
        }
        let mut frames = String::new();
        for (moments, opacity) in [(on, 1), (off, 0)] {
            if !moments.is_empty() {
                let _ = write!(frames, "{}{{opacity:{opacity}}}", moments.join(","));
            }
        }
        let group = Element::group().class(&self.animate(&frames, "step-end"));
        if is_seen_last {
            group
        } else {
            group.number("opacity", 0.0)
        }
    }

    /// The same from this moment on.
    pub(crate) fn seen_from(&mut self, from: f64) -> Element {
        self.seen(&[(from, self.length)])
    }

    /// The same until this moment.
    pub(crate) fn seen_until(&mut self, to: f64) -> Element {
        self.seen(&[(0.0, to)])
    }

    /// Adds an animation, and returns the class of what it moves.
    fn animate(&mut self, frames: &str, timing: &str) -> String {
        self.count += 1;
        let class = format!("film-{}", self.count);
        let length = number(self.length);
        let _ = writeln!(self.keyframes, "@keyframes {class}{{{frames}}}");
        let _ = writeln!(
            self.animations,
            ".{class}{{animation:{class} {length}s {timing} infinite}}"
        );
        class
    }

    /// The rules for the style sheet of the picture.
    pub(crate) fn rules(self) -> String {
        format!(
            "{}@media (prefers-reduced-motion:no-preference){{\n{}}}\n",
            self.keyframes, self.animations
        )
    }
}

/// How a piece goes by the points of its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It slows down at each of them.
    Steps,
    /// It passes them at the same speed.
    Even,
}

impl Pace {
    /// The rule for the way that it leaves for.
    const fn rule(self) -> &'static str {
        match self {
            Self::Steps => "",
            Self::Even => ";animation-timing-function:linear",
        }
    }
}

/// Where a piece is from one moment to another, and how it goes on from there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stop {
    from: f64,
    to: f64,
    place: Point,
    size: f64,
    onward: Pace,
}

/// The way of a piece through a film.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track(Vec<Stop>);

impl Track {
    /// A piece that is here at the start.
    pub(crate) fn new(place: Point, size: f64) -> Self {
        Self(vec![Stop {
            from: 0.0,
            to: 0.0,
            place,
            size,
            onward: Pace::Steps,
        }])
    }

    fn last(&self) -> Stop {
        *self.0.last().expect("a piece is somewhere")
    }

    /// The piece moves on by these points, each part of the way as long as it is far, and becomes
    /// so large.
    pub(crate) fn go(&mut self, [from, to]: [f64; 2], pace: Pace, way: &[Point], size: f64) {
        let start = self.last();
        if let Some(last) = self.0.last_mut() {
            last.to = from;
            last.onward = pace;
        }
        let points = core::iter::once(&start.place).chain(way);
        let lengths = points.zip(way).map(|(one, other)| {
            let (right, down) = (other.0 - one.0, other.1 - one.1);
            right.hypot(down)
        });
        let lengths: Vec<f64> = lengths.collect();
        let all: f64 = lengths.iter().sum();
        let mut gone = 0.0;
        for (&place, length) in way.iter().zip(lengths) {
            gone += length;
            let part = if all > 0.0 { gone / all } else { 1.0 };
            let moment = from + (to - from) * part;
            self.0.push(Stop {
                from: moment,
                to: moment,
                place,
                size: start.size + (size - start.size) * part,
                onward: pace,
            });
        }
        if let Some(last) = self.0.last_mut() {
            last.onward = Pace::Steps;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_lasts_as_long_as_its_steps_and_a_minute_and_a_half_at_most() {
        for (steps, length) in [(0, 3.8), (10, 9.8), (100, 63.8), (600, 90.0)] {
            let reel = Reel::new(core::iter::repeat_n(1.0, steps));
            assert!((reel.length - length).abs() < 1e-9, "{steps}");
            assert_eq!(reel.steps().len(), steps);
            assert!((reel.end() - (length - HOLD)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_piece_waits_goes_its_way_and_stays() {
        let mut reel = Reel::new([1.0; 2].into_iter());
        let mut track = Track::new((0.0, 0.0), 1.0);
        let way = [(10.0, 0.0), (10.0, 30.0)];
        track.go([1.0, 2.0], Pace::Steps, &way, 0.5);
        track.go([3.0, 4.0], Pace::Even, &[(0.0, 0.0)], 1.0);
        let group = reel.moving(&track);
        assert!((reel.length - 5.0).abs() < 1e-9);
        let rules = reel.rules();
        assert_eq!(
            rules.lines().next(),
            Some(
                "@keyframes film-1{0%,20%{transform:translate(0px,0px)}\
                 25%{transform:translate(10px,0px)scale(0.88)}\
                 40%,60%{transform:translate(10px,30px)scale(0.5);\
                 animation-timing-function:linear}\
                 80%,100%{transform:translate(0px,0px)}}"
            )
        );
        let written = format!("{group:?}");
        assert!(written.contains("(0.0, 0.0), 1.0"), "{written}");
        let still = Reel::new([1.0].into_iter()).moving(&Track::new((1.0, 2.0), 1.0));
        assert!(!format!("{still:?}").contains("film-"));
    }

    #[test]
    fn what_is_not_seen_at_the_end_is_hidden_from_those_who_want_no_motion() {
        let mut reel = Reel::new([1.0; 2].into_iter());
        let written = |group: &Element| format!("{group:?}");
        assert!(written(&reel.seen(&[(1.0, 2.0), (3.0, 4.0)])).contains("opacity=\\\"0\\\""));
        assert!(!written(&reel.seen_from(2.0)).contains("opacity"));
        assert!(written(&reel.seen_until(2.0)).contains("opacity"));
        let rules = reel.rules();
        for frames in [
            "film-1{20%,60%{opacity:1}0%,40%,80%{opacity:0}}",
            "film-2{40%{opacity:1}0%{opacity:0}}",
            "film-3{0%{opacity:1}40%{opacity:0}}",
        ] {
            assert!(rules.contains(frames), "{rules}");
        }
    }
}
