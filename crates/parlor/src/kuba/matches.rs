//! `parlor kuba match`: the strength of a bot against another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, ensure};
use kuba_rules::{Draw, Rules, Side, Win};
use parlor_game::{Game, Kuba};
use parlor_sim::statistics::{Hypothesis, Pentanomial, Sprt};
use parlor_sim::{Deals, Match, Played, Pool, Schedule};
use serde::Serialize;

use super::player::entrant;
use crate::cli::{self, BotSpec, MatchArgs};
use crate::decimals;
use crate::figures::{JsonEstimate, elo, percent};
use crate::interrupt;
use crate::output;
use crate::progress::Progress;

/// The default number of openings.
const PAIRS: u64 = 100;
/// The default maximum for a sequential test.
const MOST_PAIRS: u64 = 20_000;
/// The error probability of a test, either way.
const ERROR: f64 = 0.05;

/// Plays the matches and shows what came of them.
pub(super) fn run(arguments: &MatchArgs) -> anyhow::Result<ExitCode> {
    let sprt = match arguments.sprt.as_deref() {
        Some(&[first, second]) => Some(
            Sprt::new(first, second, ERROR, ERROR)
                .map_err(|error| wrong_usage(format!("--sprt: {error}")))?,
        ),
        _ => None,
    };
    let pool = Pool::new(arguments.threads.map(usize::from).and_then(NonZero::new))?;
    let stop = interrupt::flag()?;
    let mut results = Vec::new();
    for &rules in &arguments.rules {
        let of = versus(arguments, rules.into())?;
        results.push(play(&of, arguments, rules.into(), sprt, &pool, stop)?);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    ensure!(
        results.iter().any(|result| result.pairs.pairs() > 0),
        "stopped before the first pair of games was complete"
    );
    let mut text = Vec::new();
    if arguments.json {
        decimals::append_json(&Json::of(&results, arguments), &mut text);
        text.push(b'\n');
    } else {
        text.extend_from_slice(words(&results, arguments).as_bytes());
    }
    output::write(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn wrong_usage(message: String) -> clap::Error {
    cli::usage_error(&["kuba", "match"], message)
}

/// The two against each other by these rules.
fn versus(arguments: &MatchArgs, rules: Rules) -> anyhow::Result<Match<Kuba>> {
    let start = Kuba::start(rules, &Side::ALL).context("the start of a game")?;
    let deals = Deals::new(start, arguments.seed)
        .with_opening(arguments.opening)
        .with_limit(arguments.limit);
    let entrant = |player: &BotSpec| entrant(player).map_err(wrong_usage);
    let entrants = vec![entrant(&arguments.first)?, entrant(&arguments.second)?];
    let schedule = Schedule::one_against_a_field(Side::ALL.len());
    Match::new(entrants, deals, schedule).map_err(|error| wrong_usage(error.to_string()).into())
}

/// Plays pairs until there are enough, the test decides, or the flag is raised.
fn play(
    of: &Match<Kuba>,
    arguments: &MatchArgs,
    rules: Rules,
    sprt: Option<Sprt>,
    pool: &Pool,
    stop: &AtomicBool,
) -> anyhow::Result<Outcomes> {
    let most = if sprt.is_some() { MOST_PAIRS } else { PAIRS };
    let most = arguments.pairs.unwrap_or(most);
    let mut progress = Progress::of_pairs(most, rules.name());
    let mut outcomes = Outcomes::new(rules, sprt);
    let played = of.play(pool, most, stop, |games| {
        outcomes.add(of.schedule(), &games);
        progress.advance(1);
        match outcomes.test() {
            Some(test) if test.accepted.is_some() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    progress.finish();
    played?;
    outcomes.stopped = outcomes.pairs.pairs() < most && stop.load(Ordering::Relaxed);
    Ok(outcomes)
}

/// What came of the games by one set of rules.
struct Outcomes {
    rules: Rules,
    pairs: Pentanomial,
    /// The first one's games: won, drawn, lost.
    games: [u64; 3],
    /// The number of games ended by each rule.
    ended_by: BTreeMap<&'static str, u64>,
    actions: u64,
    stopped: bool,
    sprt: Option<Sprt>,
}

/// The state of a test.
struct Test {
    sprt: Sprt,
    log_likelihood_ratio: f64,
    accepted: Option<Hypothesis>,
}

impl Outcomes {
    fn new(rules: Rules, sprt: Option<Sprt>) -> Self {
        Self {
            rules,
            pairs: Pentanomial::default(),
            games: [0; 3],
            ended_by: BTreeMap::new(),
            actions: 0,
            stopped: false,
            sprt,
        }
    }

    /// Adds the games of a pair, in the order of the schedule.
    fn add(&mut self, schedule: &Schedule, pair: &[Played]) {
        let mut share = 0.0;
        for (game, seating) in pair.iter().zip(schedule.games()) {
            let mut seats = game.standings.iter().zip(seating);
            let returns =
                seats.find_map(|(standing, &entrant)| (entrant == 0).then(|| standing.returns()));
            let returns = returns.unwrap_or_default();
            share += returns / pair.len() as f64;
            let cell = if returns > 0.75 {
                0
            } else if returns > 0.25 {
                1
            } else {
                2
            };
            self.games[cell] += 1;
            *self.ended_by.entry(game.ended_by).or_default() += 1;
            self.actions += u64::from(game.actions);
        }
        self.pairs.count(share);
    }

    fn test(&self) -> Option<Test> {
        self.sprt.map(|sprt| Test {
            sprt,
            log_likelihood_ratio: sprt.log_likelihood_ratio(&self.pairs),
            accepted: sprt.accepted(&self.pairs),
        })
    }

    fn count(&self) -> u64 {
        self.games.iter().sum()
    }
}

/// The results for people.
fn words(results: &[Outcomes], arguments: &MatchArgs) -> String {
    let mut words = format!(
        "{} against {}, seed {}, openings of {}\n",
        arguments.first.text,
        arguments.second.text,
        arguments.seed,
        count(arguments.opening.into(), "push", "pushes")
    );
    for outcomes in results {
        words.push_str(&section(outcomes, arguments));
    }
    words
}

/// What came of the games by one set of rules, for people.
fn section(outcomes: &Outcomes, arguments: &MatchArgs) -> String {
    let [won, drawn, lost] = outcomes.games;
    let mut words = format!(
        "\nBy {} rules: {} in {}{}\n",
        outcomes.rules,
        count(outcomes.count(), "game", "games"),
        count(outcomes.pairs.pairs(), "pair", "pairs"),
        if outcomes.stopped {
            ", then stopped"
        } else {
            ""
        }
    );
    if outcomes.count() == 0 {
        return words;
    }
    let cells = outcomes.pairs.0.map(|pairs| pairs.to_string());
    let endings = ENDINGS.into_iter().filter_map(|(rule, name)| {
        let games = outcomes.ended_by.get(rule)?;
        Some(format!("{name} {games}"))
    });
    let endings: Vec<String> = endings.collect();
    let actions = outcomes.actions as f64 / outcomes.count() as f64;
    // Writing to a String cannot fail.
    let _written = write!(
        words,
        "  {} won {won}, drew {drawn}, lost {lost}\n  \
         score      {} %\n  \
         Elo        {}\n  \
         pairs      {} by 0, ½, 1, 1½, 2 points\n  \
         ended by   {}\n  \
         length     {actions:.1} actions after the opening\n",
        arguments.first.text,
        percent(outcomes.pairs.score()),
        elo(outcomes.pairs.elo()),
        cells.join(", "),
        endings.join(", "),
    );
    if let (Some(test), Some([first, second])) = (outcomes.test(), arguments.sprt.as_deref()) {
        let verdict = match test.accepted {
            None => "not decided".to_owned(),
            Some(Hypothesis::First) => format!("{first} points accepted"),
            Some(Hypothesis::Second) => format!("{second} points accepted"),
        };
        let _written = writeln!(
            words,
            "  SPRT       {first} or {second} points: LLR {:.2} of {:.2} to {:.2}, {verdict}",
            test.log_likelihood_ratio,
            test.sprt.lower(),
            test.sprt.upper(),
        );
    }
    words
}

/// The rules that end a game, with their names.
const ENDINGS: [(&str, &str); 5] = [
    (Win::Reds.rule(), "seven reds"),
    (Win::Elimination.rule(), "the last marble"),
    (Win::Blocked.rule(), "no push left"),
    (Draw::Repetition.rule(), "repetition"),
    (Draw::PushLimit.rule(), "the push limit"),
];

/// `1 push`, `6 pushes`.
fn count(number: u64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// The results for programs.
#[derive(Serialize)]
struct Json<'a> {
    game: &'static str,
    first: &'a str,
    second: &'a str,
    seed: u64,
    opening: u32,
    limit: u32,
    matches: Vec<JsonMatch<'a>>,
}

#[derive(Serialize)]
struct JsonMatch<'a> {
    rules: &'static str,
    pairs: u64,
    games: u64,
    stopped: bool,
    won: u64,
    drawn: u64,
    lost: u64,
    pentanomial: [u64; 5],
    score: JsonEstimate,
    elo: JsonEstimate,
    ended_by: &'a BTreeMap<&'static str, u64>,
    actions: u64,
    sprt: Option<JsonTest>,
}

#[derive(Serialize)]
struct JsonTest {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<u8>,
}

impl<'a> Json<'a> {
    fn of(results: &'a [Outcomes], arguments: &'a MatchArgs) -> Self {
        let sprt = arguments.sprt.as_deref();
        Self {
            game: Kuba::NAME,
            first: &arguments.first.text,
            second: &arguments.second.text,
            seed: arguments.seed,
            opening: arguments.opening,
            limit: arguments.limit,
            matches: results
                .iter()
                .map(|outcomes| JsonMatch::of(outcomes, sprt))
                .collect(),
        }
    }
}

impl<'a> JsonMatch<'a> {
    fn of(outcomes: &'a Outcomes, sprt: Option<&[f64]>) -> Self {
        let [won, drawn, lost] = outcomes.games;
        let test = outcomes.test().zip(sprt);
        Self {
            rules: outcomes.rules.name(),
            pairs: outcomes.pairs.pairs(),
            games: outcomes.count(),
            stopped: outcomes.stopped,
            won,
            drawn,
            lost,
            pentanomial: outcomes.pairs.0,
            score: outcomes.pairs.score().into(),
            elo: outcomes.pairs.elo().into(),
            ended_by: &outcomes.ended_by,
            actions: outcomes.actions,
            sprt: test.and_then(|(test, elo)| JsonTest::of(&test, elo)),
        }
    }
}

impl JsonTest {
    fn of(test: &Test, elo: &[f64]) -> Option<Self> {
        let &[elo0, elo1] = elo else {
            return None;
        };
        Some(Self {
            elo0,
            elo1,
            llr: test.log_likelihood_ratio,
            lower: test.sprt.lower(),
            upper: test.sprt.upper(),
            accepted: test.accepted.map(|accepted| match accepted {
                Hypothesis::First => 0,
                Hypothesis::Second => 1,
            }),
        })
    }
}
