//! `parlor ludo evaluate`.

use std::process::ExitCode;

use clap::ValueEnum as _;
use ludo_rules::Seat;
use ludo_solver::exact::{Matchup, Policy, RuleCost, Seating};
use serde::Serialize;

use super::solve::two_seats;
use crate::cli::{self, EvaluateArgs, PolicyName};
use crate::output;
use crate::progress::Progress;
use crate::tables;

const COMMAND: &[&str] = &["ludo", "evaluate"];

/// The title of the progress bars.
const TASK: &str = "evaluating the policies";

/// The share of unfinished games at which the length distribution is cut off.
const REST: f64 = 1e-9;

/// The evaluation of two policies as JSON.
#[derive(Debug, Serialize)]
struct EvaluationJson {
    seats: [String; 2],
    policies: [String; 2],
    first_player: f64,
    expected_rolls: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<Lengths>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<ByRule>>,
}

/// The distribution of game lengths in rolls.
#[derive(Debug, Serialize)]
struct Lengths {
    /// The fewest rolls after which a game can be over.
    shortest: usize,
    /// The number of rolls after which this share of the games is over.
    median: usize,
    percentile_90: usize,
    percentile_99: usize,
    /// The share of the games of each length, from 0 rolls on.
    shares: Vec<f64>,
}

/// The cost of a rule of the priority policy, as JSON.
#[derive(Debug, Serialize)]
struct ByRule {
    rule: &'static str,
    reason: &'static str,
    /// Choices between two that it makes in a game.
    decisions: f64,
    /// The decisions on which best play differs.
    mistakes: f64,
    /// The loss of win probability.
    cost: f64,
}

/// Evaluates two policies against each other and prints the result.
pub(super) fn run(arguments: &EvaluateArgs) -> anyhow::Result<ExitCode> {
    let seats = two_seats(&arguments.seats.0, COMMAND)?;
    let [first, second] = two_policies(&arguments.policies)?;
    if arguments.by_rule && [first, second] != [PolicyName::Priority, PolicyName::Optimal] {
        let message = "--by-rule requires --policies priority,optimal: it compares the first \
                       player's rules with best play";
        return Err(cli::usage_error(COMMAND, message.to_owned()).into());
    }
    let seating = Seating::of(seats).expect("two seats differ");
    let policy = |name| match name {
        PolicyName::Random => Policy::random(seating),
        PolicyName::Priority => Policy::priority(seating),
        PolicyName::Optimal => Policy::optimal(tables::values(seating)),
    };
    let policies = [policy(first), policy(second)];
    let [one, other] = &policies;
    let matchup = Matchup::new(seats, [one, other]).expect("the policies are for this seating");

    let mut progress = Progress::of_task(TASK);
    let evaluation = matchup.evaluate(|done| progress.reach_share(done));
    progress.finish();
    let lengths = arguments.lengths.then(|| {
        let mut progress = Progress::of_task(TASK);
        let over = matchup.length_distribution(REST, |share| {
            progress.reach_share((1.0 - share).max(REST).ln() / REST.ln());
        });
        progress.finish();
        Lengths::of(&over)
    });
    let rules = arguments.by_rule.then(|| {
        let mut progress = Progress::of_task(TASK);
        let costs = matchup.by_rule(tables::values(seating), |done| progress.reach_share(done));
        progress.finish();
        costs.into_iter().map(ByRule::of).collect()
    });
    let answer = EvaluationJson {
        seats: seats.map(|seat| seat.to_string()),
        policies: [first, second].map(name),
        first_player: evaluation.first_player,
        expected_rolls: evaluation.expected_rolls,
        lengths,
        rules,
    };
    output::print_result(arguments.json, || &answer, || words(&answer, seats))
}

fn two_policies(policies: &[PolicyName]) -> anyhow::Result<[PolicyName; 2]> {
    policies.try_into().map_err(|_| {
        let found = policies.len();
        let message = format!("--policies: expected two, such as optimal,priority; found {found}");
        cli::usage_error(COMMAND, message).into()
    })
}

fn name(policy: PolicyName) -> String {
    let value = policy.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

impl Lengths {
    /// From the cumulative distribution of game lengths.
    fn of(over: &[f64]) -> Self {
        let after = |share: f64| {
            over.iter()
                .position(|&over| over >= share)
                .unwrap_or(over.len())
        };
        Self {
            shortest: after(f64::MIN_POSITIVE),
            median: after(0.5),
            percentile_90: after(0.9),
            percentile_99: after(0.99),
            shares: std::iter::once(0.0)
                .chain(over.windows(2).map(|two| two[1] - two[0]))
                .collect(),
        }
    }
}

impl ByRule {
    fn of(cost: RuleCost) -> Self {
        Self {
            rule: cost.reason.rule(),
            reason: cost.words(),
            decisions: cost.decisions,
            mistakes: cost.mistakes,
            cost: cost.cost,
        }
    }
}

fn words(answer: &EvaluationJson, [first, second]: [Seat; 2]) -> String {
    let EvaluationJson {
        policies: [one, other],
        first_player,
        expected_rolls,
        ..
    } = answer;
    let mut parts = vec![format!(
        "{first} begins and plays by {one}, {second} by {other}.\n\
         {first} wins {:.6} % of the games, {second} {:.6} %; a game takes {expected_rolls:.4} rolls.\n",
        first_player * 100.0,
        (1.0 - first_player) * 100.0,
    )];
    if let Some(lengths) = &answer.lengths {
        let Lengths {
            shortest,
            median,
            percentile_90,
            percentile_99,
            shares,
        } = lengths;
        parts.push(format!(
            "The shortest game takes {shortest} rolls; half of the games are over after {median},\n\
             90 % after {percentile_90}, 99 % after {percentile_99}, all but one in a billion after {}.\n",
            shares.len() - 1,
        ));
    }
    if let Some(rules) = &answer.rules {
        parts.push(format!(
            "\nWhat {first}'s rules cost against best play:\n\n\
             {:5} {:34} {:>9} {:>9} {:>10}\n",
            "rule", "", "decisions", "mistakes", "cost",
        ));
        for ByRule {
            rule,
            reason,
            decisions,
            mistakes,
            cost,
        } in rules
        {
            parts.push(format!(
                "{rule:5} {reason:34} {decisions:9.4} {mistakes:9.4} {:8.4} %\n",
                cost * 100.0,
            ));
        }
        let total: f64 = rules.iter().map(|rule| rule.cost).sum();
        parts.push(format!("{:60} {:8.4} %\n", "in all", total * 100.0));
    }
    parts.concat()
}
