//! `parlor kuba match`: the strength of a bot against another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, ensure};
use kuba_rules::{Draw, Rules, Side, Win};
use parlor_game::{Game, Kuba};
use parlor_selfplay::kuba::BotSpec;
use parlor_sim::statistics::{Estimate, Hypothesis, Pentanomial, Sprt};
use parlor_sim::{Deals, Match, Played, Pool, Schedule};
use serde::Serialize;

use super::player::entrant;
use crate::cli::{self, KubaMatchArgs};
use crate::figures::{elo, percent};
use crate::interrupt;
use crate::output::{self, count};
use crate::progress::Progress;

/// The default number of openings.
const PAIRS: u64 = 100;
/// The default maximum for a sequential test.
const MOST_PAIRS: u64 = 20_000;
/// The error probability of a test, either way.
const ERROR: f64 = 0.05;

/// Plays the matches and shows what came of them.
pub(super) fn run(arguments: &KubaMatchArgs) -> anyhow::Result<ExitCode> {
    let sprt = match arguments.sprt.as_deref() {
        Some(&[first, second]) => Some(
            Sprt::new(first, second, ERROR, ERROR)
                .map_err(|error| wrong_usage(format!("--sprt: {error}")))?,
        ),
        _ => None,
    };
    let pool = arguments.run.pool()?;
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
    output::print_result(
        arguments.run.json,
        || MatchJson::of(&results, arguments),
        || words(&results, arguments),
    )
}

fn wrong_usage(message: String) -> clap::Error {
    cli::usage_error(&["kuba", "match"], message)
}

/// The two against each other by these rules.
fn versus(arguments: &KubaMatchArgs, rules: Rules) -> anyhow::Result<Match<Kuba>> {
    let start = Kuba::start(rules, &Side::ALL).context("the start of a game")?;
    let deals = Deals::new(start, arguments.run.seed)
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
    arguments: &KubaMatchArgs,
    rules: Rules,
    sprt: Option<Sprt>,
    pool: &Pool,
    stop: &AtomicBool,
) -> anyhow::Result<Outcomes> {
    let most = if sprt.is_some() { MOST_PAIRS } else { PAIRS };
    let most = arguments.pairs.unwrap_or(most);
    let mut progress = Progress::of_items(most, &format!("pairs by {rules} rules"));
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

/// The state of a sequential test.
#[derive(Serialize)]
struct TestJson {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// The number of the accepted hypothesis, 0 or 1.
    accepted: Option<u8>,
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

    fn test(&self) -> Option<TestJson> {
        let sprt = self.sprt?;
        let [elo0, elo1] = sprt.hypotheses();
        Some(TestJson {
            elo0,
            elo1,
            llr: sprt.log_likelihood_ratio(&self.pairs),
            lower: sprt.lower(),
            upper: sprt.upper(),
            accepted: sprt.accepted(&self.pairs).map(|accepted| match accepted {
                Hypothesis::First => 0,
                Hypothesis::Second => 1,
            }),
        })
    }

    fn count(&self) -> u64 {
        self.games.iter().sum()
    }
}

/// The results for people.
fn words(results: &[Outcomes], arguments: &KubaMatchArgs) -> String {
    let mut words = format!(
        "{} against {}, seed {}, openings of {}\n",
        arguments.first.text,
        arguments.second.text,
        arguments.run.seed,
        count(arguments.opening, "push")
    );
    for outcomes in results {
        words.push_str(&section(outcomes, arguments));
    }
    words
}

/// What came of the games by one set of rules, for people.
fn section(outcomes: &Outcomes, arguments: &KubaMatchArgs) -> String {
    let [won, drawn, lost] = outcomes.games;
    let mut words = format!(
        "\nBy {} rules: {} in {}{}\n",
        outcomes.rules,
        count(outcomes.count(), "game"),
        count(outcomes.pairs.pairs(), "pair"),
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
    if let Some(test) = outcomes.test() {
        let TestJson {
            elo0,
            elo1,
            llr,
            lower,
            upper,
            accepted,
        } = test;
        let verdict = match accepted {
            None => "not decided".to_owned(),
            Some(0) => format!("{elo0} points accepted"),
            Some(_) => format!("{elo1} points accepted"),
        };
        let _written = writeln!(
            words,
            "  SPRT       {elo0} or {elo1} points: LLR {llr:.2} of {lower:.2} to {upper:.2}, \
             {verdict}",
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

/// The results for programs.
#[derive(Serialize)]
struct MatchJson<'a> {
    game: &'static str,
    first: &'a str,
    second: &'a str,
    seed: u64,
    opening: u32,
    limit: u32,
    matches: Vec<RulesJson<'a>>,
}

#[derive(Serialize)]
struct RulesJson<'a> {
    rules: &'static str,
    pairs: u64,
    games: u64,
    stopped: bool,
    won: u64,
    drawn: u64,
    lost: u64,
    pentanomial: [u64; 5],
    score: Estimate,
    elo: Estimate,
    ended_by: &'a BTreeMap<&'static str, u64>,
    actions: u64,
    sprt: Option<TestJson>,
}

impl<'a> MatchJson<'a> {
    fn of(results: &'a [Outcomes], arguments: &'a KubaMatchArgs) -> Self {
        Self {
            game: Kuba::NAME,
            first: &arguments.first.text,
            second: &arguments.second.text,
            seed: arguments.run.seed,
            opening: arguments.opening,
            limit: arguments.limit,
            matches: results.iter().map(RulesJson::of).collect(),
        }
    }
}

impl<'a> RulesJson<'a> {
    fn of(outcomes: &'a Outcomes) -> Self {
        let [won, drawn, lost] = outcomes.games;
        Self {
            rules: outcomes.rules.name(),
            pairs: outcomes.pairs.pairs(),
            games: outcomes.count(),
            stopped: outcomes.stopped,
            won,
            drawn,
            lost,
            pentanomial: outcomes.pairs.0,
            score: outcomes.pairs.score(),
            elo: outcomes.pairs.elo(),
            ended_by: &outcomes.ended_by,
            actions: outcomes.actions,
            sprt: outcomes.test(),
        }
    }
}
