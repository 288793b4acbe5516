//! `parlor kuba match`: the strength of a bot against another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, ensure};
use kuba_rules::{Draw, Rules, Side, Win};
use parlor_game::{Game, Kuba};
use parlor_players::ProgramLimits;
use parlor_players::kuba::{Opening, PlayerSpec};
use parlor_sim::statistics::{Estimate, Pentanomial, Sprt};
use parlor_sim::{Forfeit, HeadToHead, Match, Pool, Schedule, TestState};
use serde::Serialize;

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
        results.iter().any(|result| result.found.deals() > 0),
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
    let deals = arguments.opening.deals(rules, arguments.run.seed);
    let deals = deals.with_limit(arguments.limit);
    let limits = ProgramLimits::new(arguments.program_nodes, arguments.program_time);
    let entrant = |player: &PlayerSpec| player.entrant(&limits).map_err(wrong_usage);
    let entrants = vec![entrant(&arguments.first)?, entrant(&arguments.second)?];
    let schedule = Schedule::one_against_a_field(Side::ALL.len());
    let of =
        Match::new(entrants, deals, schedule).map_err(|error| wrong_usage(error.to_string()))?;
    Ok(if arguments.forfeit {
        of.with_forfeits()
    } else {
        of
    })
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
    let mut found = HeadToHead::new(of, sprt).context("a match of two")?;
    let played = found.play(of, pool, most, stop, |_| progress.advance(1));
    progress.finish();
    played?;
    let stopped = found.deals() < most && stop.load(Ordering::Relaxed);
    Ok(Outcomes {
        rules,
        found,
        stopped,
    })
}

/// What came of the games by one set of rules.
struct Outcomes {
    rules: Rules,
    found: HeadToHead,
    stopped: bool,
}

impl Outcomes {
    fn pairs(&self) -> Pentanomial {
        self.found.pairs().copied().unwrap_or_default()
    }
}

/// The results for people.
fn words(results: &[Outcomes], arguments: &KubaMatchArgs) -> String {
    let mut words = format!(
        "{} against {}, seed {}, {}\n",
        arguments.first.text(),
        arguments.second.text(),
        arguments.run.seed,
        match arguments.opening {
            Opening::Fair => "fair openings".to_owned(),
            Opening::Random(pushes) => format!("openings of {}", count(pushes, "push")),
        }
    );
    for outcomes in results {
        words.push_str(&section(outcomes, arguments));
    }
    words
}

/// What came of the games by one set of rules, for people.
fn section(outcomes: &Outcomes, arguments: &KubaMatchArgs) -> String {
    let found = &outcomes.found;
    let [won, drawn, lost] = found.won_drawn_lost();
    let mut words = format!(
        "\nBy {} rules: {} in {}{}\n",
        outcomes.rules,
        count(found.games(), "game"),
        count(found.deals(), "pair"),
        if outcomes.stopped {
            ", then stopped"
        } else {
            ""
        }
    );
    if found.games() == 0 {
        return words;
    }
    let cells = outcomes.pairs().0.map(|pairs| pairs.to_string());
    let endings = ENDINGS.into_iter().filter_map(|(rule, name)| {
        let games = found.ended_by().get(rule)?;
        Some(format!("{name} {games}"))
    });
    let endings: Vec<String> = endings.collect();
    let actions = found.actions() as f64 / found.games() as f64;
    // Writing to a String cannot fail.
    let _written = write!(
        words,
        "  {} won {won}, drew {drawn}, lost {lost}\n  \
         score      {} %\n  \
         Elo        {}\n  \
         pairs      {} by 0, ½, 1, 1½, 2 points\n  \
         ended by   {}\n  \
         length     {actions:.1} actions after the opening\n",
        arguments.first.text(),
        percent(found.score()),
        elo(outcomes.pairs().elo()),
        cells.join(", "),
        endings.join(", "),
    );
    for error in found.errors() {
        let _written = writeln!(words, "  forfeit    {error}");
    }
    if let Some(test) = found.test() {
        let TestState {
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

/// The rules that end a game, and what does in their place, with their names.
const ENDINGS: [(&str, &str); 6] = [
    (Win::Reds.rule(), "seven reds"),
    (Win::Elimination.rule(), "the last marble"),
    (Win::Blocked.rule(), "no push left"),
    (Draw::Repetition.rule(), "repetition"),
    (Draw::PushLimit.rule(), "the push limit"),
    (Forfeit::ENDING, "forfeit"),
];

/// The results for programs.
#[derive(Serialize)]
struct MatchJson<'a> {
    game: &'static str,
    first: &'a str,
    second: &'a str,
    seed: u64,
    opening: Opening,
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
    forfeits: [u64; 2],
    errors: Vec<String>,
    sprt: Option<TestState>,
}

impl<'a> MatchJson<'a> {
    fn of(results: &'a [Outcomes], arguments: &'a KubaMatchArgs) -> Self {
        Self {
            game: Kuba::NAME,
            first: arguments.first.text(),
            second: arguments.second.text(),
            seed: arguments.run.seed,
            opening: arguments.opening,
            limit: arguments.limit,
            matches: results.iter().map(RulesJson::of).collect(),
        }
    }
}

impl<'a> RulesJson<'a> {
    fn of(outcomes: &'a Outcomes) -> Self {
        let found = &outcomes.found;
        let [won, drawn, lost] = found.won_drawn_lost();
        Self {
            rules: outcomes.rules.name(),
            pairs: found.deals(),
            games: found.games(),
            stopped: outcomes.stopped,
            won,
            drawn,
            lost,
            pentanomial: outcomes.pairs().0,
            score: found.score(),
            elo: outcomes.pairs().elo(),
            ended_by: found.ended_by(),
            actions: found.actions(),
            forfeits: found.forfeits(),
            errors: found.errors().iter().map(ToString::to_string).collect(),
            sprt: found.test(),
        }
    }
}
