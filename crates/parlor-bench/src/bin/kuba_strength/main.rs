//! The strength of the Kuba engine against its opponents at equal time, and the
//! value of twice the nodes.
//!
//! The incumbent's time is processor time, so that a busy machine changes
//! nothing.
//!
//! `kuba_strength incumbent [PAIRS]` gives the engine the incumbent's mean time
//! a move, and `kuba_strength monte-carlo [PAIRS]` gives both 20 ms; these games
//! are played one after the other. `kuba_strength doubling [PAIRS]` plays 2 n
//! nodes against n for each n from 1,000 on, on all cores. Each of the fair openings is
//! played twice with the sides exchanged, in both rule sets. `kuba_strength
//! fair-openings [COUNT]` writes so many for each; `kuba_strength
//! openings [PAIRS]` shows what is possible at all in tournament rules, where
//! some random openings are won for one side; `kuba_strength levels [PAIRS]`
//! rates the levels for people by a round robin; `kuba_strength endgames [FILE]`
//! solves decided endgames without tables; `kuba_strength lines FILE [PAIRS]` plays
//! the engine by the tables of another file of the example `train_evaluation`
//! against the engine. The exit code is 1 if a score is too low.

mod clocked;
mod endgames;
mod lines;

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::num::NonZero;
use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use kuba_engine::{Engine, EngineBot, Limits, OPENING_PUSHES, Root, Score, graded_levels};
use kuba_rules::{Rules, Side};
use parlor_bench::{CaptureBot, Incumbent, MonteCarlo, Thinking};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame};
use parlor_sim::statistics::Pentanomial;
use parlor_sim::{Deals, Entrant, Match, Pool, Schedule};

use clocked::{Allowance, Clocked, Pace, Watched, now};

/// The default number of openings.
const PAIRS: u64 = 100;
/// The default number for each step of the table of nodes.
const PAIRS_DOUBLED: u64 = 40;
/// The score wanted of the first level for people against the capture bot.
const FIRST_LEVEL: RangeInclusive<f64> = 0.25..=0.45;
/// The least score wanted of each other level against the one below.
const EACH_LEVEL: f64 = 0.65;
/// The default number of fair openings for each rule set.
const FAIR_OPENINGS: u64 = 2_000;
/// The nodes in which a fair opening must not be won.
const NODES_OF_OPENING: u64 = 2_000_000;
/// The nodes for that where the engine did not win with both sides.
const NODES_OF_PROOF: u64 = 150_000_000;
/// The table of that search.
const MEBIBYTES_OF_PROOF: usize = 256;
/// The engine's nodes per move where its time does not count.
const NODES_AT_LEISURE: u64 = 1_000_000;
/// The least score wanted of the engine.
const ENOUGH: f64 = 0.95;
/// The time per move against Monte Carlo tree search, for both.
const TIME: Duration = Duration::from_millis(20);
/// The endgames of fifty that should be solved, and with the exact length.
const SOLVED: u32 = 45;
const EXACT: u32 = 42;
/// The engine's table where nodes are counted.
const MEBIBYTES: usize = 16;
/// The least and the most nodes that are doubled.
const NODES: [u64; 2] = [1_000, 512_000];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // If standard error is closed as well, the exit code is all that is left.
            let _unreported = writeln!(io::stderr(), "kuba_strength: {error}");
            ExitCode::from(2)
        }
    }
}

type Told = Result<bool, Box<dyn Error>>;

/// Runs the command line; returns whether every score is enough.
fn run(arguments: &[&str]) -> Told {
    let (what, pairs) = match *arguments {
        ["endgames"] => return endgames(endgames::FILE),
        ["endgames", file] => return endgames(file),
        ["lines", file] => return lines::run(file, PAIRS),
        ["lines", file, pairs] => return lines::run(file, pairs.parse()?),
        [what] => (what, None),
        [what, pairs] => (what, Some(pairs.parse()?)),
        _ => ("", None),
    };
    match what {
        "incumbent" => incumbent(pairs.unwrap_or(PAIRS)),
        "monte-carlo" => monte_carlo(pairs.unwrap_or(PAIRS)),
        "doubling" => doubling(pairs.unwrap_or(PAIRS_DOUBLED)),
        "openings" => openings(pairs.unwrap_or(PAIRS)),
        "fair-openings" => fair_openings(pairs.unwrap_or(FAIR_OPENINGS)),
        "levels" => levels(pairs.unwrap_or(PAIRS)),
        _ => Err(format!(
            "{arguments:?} is none of: incumbent [PAIRS], monte-carlo [PAIRS], doubling [PAIRS], \
             openings [PAIRS], fair-openings [COUNT], levels [PAIRS], endgames [FILE], lines FILE \
             [PAIRS]"
        )
        .into()),
    }
}

/// The engine against the incumbent at the incumbent's time.
fn incumbent(pairs: u64) -> Told {
    let mut is_enough = true;
    for rules in Rules::ALL {
        let pace = Arc::new(Pace::default());
        let incumbent = Arc::new(Watched {
            bot: Incumbent::default(),
            pace: Arc::clone(&pace),
        });
        calibrate(&incumbent, rules)?;
        let engine = Arc::new(Clocked::new(Allowance::AsLongAs(Arc::clone(&pace))));
        let outcome = tally(play([engine.clone(), incumbent], rules, pairs)?);
        is_enough &= outcome.score().value >= ENOUGH;
        say(&format!(
            "incumbent, {rules}: {}; {} a move by {} of the incumbent",
            summary(&outcome),
            engine.pace,
            pace
        ))?;
    }
    Ok(is_enough)
}

/// The engine against Monte Carlo tree search, both by the clock.
fn monte_carlo(pairs: u64) -> Told {
    let mut is_enough = true;
    for rules in Rules::ALL {
        let engine = Arc::new(Clocked::new(Allowance::Each(TIME)));
        let other = Arc::new(MonteCarlo::new(Thinking::Time(TIME)));
        let outcome = tally(play([engine.clone(), other], rules, pairs)?);
        is_enough &= outcome.score().value >= ENOUGH;
        let rate = playouts(rules)?;
        say(&format!(
            "monte-carlo, {rules}: {}; {} a move by {TIME:?} of the other, \
             which plays {rate} k games/s",
            summary(&outcome),
            engine.pace
        ))?;
    }
    Ok(is_enough)
}

/// Twice the nodes against half of them, `pairs` openings in each step.
fn doubling(pairs: u64) -> Told {
    for rules in Rules::ALL {
        let [mut nodes, most] = NODES;
        while nodes <= most {
            let entrants = [2 * nodes, nodes].map(|nodes| Entrant {
                name: nodes.to_string(),
                player: Arc::new(EngineBot::new("engine", MEBIBYTES)),
                nodes,
            });
            let outcome = tally(games(entrants.into(), rules, pairs, &Pool::new(None)?)?);
            say(&format!(
                "{rules}: {} against {nodes} nodes: {}",
                2 * nodes,
                summary(&outcome)
            ))?;
            nodes *= 2;
        }
    }
    Ok(true)
}

/// What is possible at all in tournament rules: the engine at many times the
/// incumbent's time, and for each opening that it does not win with both sides
/// the number of pushes in which a long search proves it won for one of them.
fn openings(pairs: u64) -> Told {
    let rules = Rules::Tournament;
    let entrants = vec![
        Entrant {
            name: "engine".to_owned(),
            player: Arc::new(EngineBot::new("engine", MEBIBYTES)),
            nodes: NODES_AT_LEISURE,
        },
        Entrant {
            name: "incumbent".to_owned(),
            player: Arc::new(Incumbent::default()),
            nodes: u64::MAX,
        },
    ];
    let deals = random_openings(rules)?;
    let outcomes = games_of(entrants, deals.clone(), pairs, &Pool::new(None)?)?;
    say(&format!(
        "openings, {rules}: {NODES_AT_LEISURE} nodes a move against the incumbent: {}",
        summary(&tally(outcomes.iter().copied()))
    ))?;
    let mut engine = Engine::new(MEBIBYTES_OF_PROOF);
    for (number, share) in (0..).zip(outcomes).filter(|&(_, share)| share < 1.0) {
        let deal = deals.deal(number)?;
        let won = match pushes_to_win(&mut engine, deal.opened(), NODES_OF_PROOF) {
            Some(pushes) => format!("won for one side in {pushes} pushes at most"),
            None => format!("not decided by {NODES_OF_PROOF} nodes"),
        };
        say(&format!("opening {number}: {share} of the points; {won}"))?;
    }
    Ok(true)
}

/// Writes `count` openings for each rule set that are won for neither side as far as a search sees, each
/// leading to a position of its own, as `openings.txt` of the engine has them.
fn fair_openings(count: u64) -> Told {
    for rules in Rules::ALL {
        let deals = random_openings(rules)?;
        let mut engine = Engine::new(MEBIBYTES);
        let mut seen = HashSet::new();
        let mut number = 0;
        while (seen.len() as u64) < count {
            let deal = deals.deal(number)?;
            number += 1;
            let is_open = pushes_to_win(&mut engine, deal.opened(), NODES_OF_OPENING).is_none();
            if is_open && seen.insert(*deal.opened().position()) {
                let actions = deal.opening().iter().map(ToString::to_string);
                let actions: Vec<String> = actions.collect();
                say(&format!("{rules} {}", actions.join(" ")))?;
            }
        }
    }
    Ok(true)
}

/// The number of pushes of both sides, at most, in which an opening is won;
/// `None` if the search proves no win.
fn pushes_to_win(engine: &mut Engine, opened: &LiveGame<Kuba>, nodes: u64) -> Option<u32> {
    let root = Root::from(opened);
    let limits = Limits::nodes(nodes);
    let report = engine.search(&root, &limits, &|| false, &mut |_| {});
    match report.lines[0].score {
        Score::Win(pushes) | Score::Loss(pushes) => Some(pushes),
        Score::Reds(_) => None,
    }
}

/// The strength of the levels for people: a round robin of all of them and the
/// capture bot. The first should lose to that bot more often than it wins, but
/// not always, and each should clearly beat the one below.
fn levels(pairs: u64) -> Told {
    let capture = Entrant {
        name: CaptureBot.name().to_owned(),
        player: Arc::new(CaptureBot),
        nodes: 1,
    };
    let graded = graded_levels().into_iter().map(Entrant::from);
    let entrants: Vec<Entrant<Kuba>> = [capture].into_iter().chain(graded).collect();
    let mut is_enough = true;
    for rules in Rules::ALL {
        let deals = deals(rules)?;
        let schedule = Schedule::every_two(entrants.len(), Side::ALL.len());
        let of = Match::new(entrants.clone(), deals, schedule)?;
        let table = of.table(&Pool::new(None)?, pairs, &AtomicBool::new(false), |_| {})?;
        say(&format!(
            "levels, {rules}: {} games, Elo from the mean of all",
            table.games
        ))?;
        for (place, row) in table.rows.iter().enumerate() {
            let below = place.checked_sub(1).map(|below| &table.rows[below].name);
            let duel = table
                .duels
                .iter()
                .find(|duel| duel.lone == row.name && Some(&duel.field) == below);
            let scored = duel.map_or_else(String::new, |duel| {
                let score = duel.score;
                is_enough &= match place {
                    1 => FIRST_LEVEL.contains(&score.value),
                    _ => score.value >= EACH_LEVEL,
                };
                let [value, reach] = [score.value, score.reach()].map(|share| 100.0 * share);
                format!(", {value:.1} ± {reach:.1} % against {}", duel.field)
            });
            let elo = row.elo.map_or_else(
                || "no Elo".to_owned(),
                |elo| format!("Elo {:+.0} ± {:.0}", elo.value, elo.reach()),
            );
            say(&format!("{}: {elo}{scored}", row.name))?;
        }
    }
    Ok(is_enough)
}

/// The decided endgames of a file, solved without tables.
fn endgames(file: &str) -> Told {
    let (tally, others) = endgames::solve(file, MEBIBYTES)?;
    for line in others {
        say(&line)?;
    }
    let endgames::Tally {
        endgames,
        solved,
        exact,
        nodes,
    } = tally;
    say(&format!(
        "endgames: {solved} of {endgames} solved, {exact} with the exact length, {nodes} nodes"
    ))?;
    Ok(solved >= SOLVED && exact >= EXACT)
}

/// The share that the first of two bots playing by the clock scores in each
/// opening.
fn play(
    [first, second]: [Arc<dyn Bot<Kuba>>; 2],
    rules: Rules,
    pairs: u64,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let entrants = [first, second].map(|bot| {
        let name = bot.name().to_owned();
        Entrant::of_bot(&name, bot, u64::MAX)
    });
    games(entrants.into(), rules, pairs, &Pool::new(NonZero::new(1))?)
}

/// The share that the first entrant scores in each of `pairs` openings.
fn games(
    entrants: Vec<Entrant<Kuba>>,
    rules: Rules,
    pairs: u64,
    pool: &Pool,
) -> Result<Vec<f64>, Box<dyn Error>> {
    games_of(entrants, deals(rules)?, pairs, pool)
}

/// The share that the first entrant scores in each of `pairs` deals.
fn games_of(
    entrants: Vec<Entrant<Kuba>>,
    deals: Deals<Kuba>,
    pairs: u64,
    pool: &Pool,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let of = Match::new(entrants, deals, Schedule::one_against_a_field(2))?;
    let mut outcomes = Vec::new();
    of.play(pool, pairs, &AtomicBool::new(false), |games| {
        let standings = games.iter().zip(of.schedule().games());
        let standings = standings.flat_map(|(game, seating)| game.standings.iter().zip(seating));
        let of_first = standings.filter(|(_, entrant)| **entrant == 0);
        outcomes.push(of_first.map(|(standing, _)| standing.returns() / 2.0).sum());
        ControlFlow::Continue(())
    })?;
    Ok(outcomes)
}

/// Measures the incumbent's time in openings before the first game.
fn calibrate(incumbent: &Watched<Incumbent>, rules: Rules) -> Result<(), Box<dyn Error>> {
    let deals = deals(rules)?;
    for number in 0..30 {
        incumbent.choose(deals.deal(number)?.opened(), Budget::nodes(1), 1);
    }
    Ok(())
}

/// The random games of Monte Carlo tree search per millisecond, averaged over
/// openings and positions some pushes later.
fn playouts(rules: Rules) -> Result<u64, Box<dyn Error>> {
    let deals = deals(rules)?;
    let (mut played, mut spent) = (0, Duration::ZERO);
    for number in 0..20 {
        let mut game = deals.deal(number)?.opened().clone();
        for nodes in 0..2 * number {
            let bot = MonteCarlo::new(Thinking::Budget);
            let Some(action) = bot.choose(&game, Budget::nodes(100 + nodes), nodes) else {
                break;
            };
            game.play(action)?;
        }
        let start = now();
        let search = MonteCarlo::new(Thinking::Time(TIME));
        played += search.playouts(game.position(), Budget::nodes(u64::MAX), 1);
        spent += start.elapsed();
    }
    Ok(played / u64::try_from(spent.as_millis())?.max(1))
}

/// Deals from fair openings.
fn deals(rules: Rules) -> Result<Deals<Kuba>, Box<dyn Error>> {
    let openings = kuba_engine::fair_openings(rules).to_vec();
    Ok(random_openings(rules)?.with_openings(openings))
}

/// Deals from openings of random pushes.
fn random_openings(rules: Rules) -> Result<Deals<Kuba>, Box<dyn Error>> {
    let start = Kuba::start(rules, &Side::ALL)?;
    Ok(Deals::new(start, 1).with_opening(OPENING_PUSHES))
}

/// The counts of the shares scored in each opening.
fn tally(shares: impl IntoIterator<Item = f64>) -> Pentanomial {
    let mut outcome = Pentanomial::default();
    shares.into_iter().for_each(|share| outcome.count(share));
    outcome
}

/// A score for people: in per cent, with its interval and the pairs.
fn summary(outcome: &Pentanomial) -> String {
    let (score, elo) = (outcome.score(), outcome.elo());
    let mut summary = format!(
        "{:.1} ± {:.1} % of {} games",
        100.0 * score.value,
        100.0 * score.reach(),
        2 * outcome.pairs(),
    );
    // Writing to a String cannot fail.
    let _written = if elo.reach().is_finite() {
        write!(summary, ", Elo {:+.0} ± {:.0}", elo.value, elo.reach())
    } else {
        write!(summary, ", Elo over {:+.0}", elo.low)
    };
    let _written = write!(summary, ", pairs {:?}", outcome.0);
    summary
}

fn say(line: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{line}")
}
