//! The command line of Kuba.

use std::fmt::Display;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use kuba_engine::Limits;
use kuba_rules::Rules;

use super::{FormArgs, KUBA_SCRIPT_HELP, ScriptArgs, depth};

/// What to do with Kuba.
#[derive(Debug, Subcommand)]
pub(crate) enum KubaCommand {
    /// Plays scripted games and shows each move's True or False and the end.
    #[command(long_about = KUBA_SCRIPT, after_help = KUBA_SCRIPT_HELP)]
    Script(ScriptArgs),
    /// Tells what the pushes of a recorded game lost, or what can be done in a
    /// position.
    #[command(long_about = ANALYSE, after_help = ANALYSE_EXAMPLES)]
    Analyse(KubaAnalyseArgs),
    /// Says which actions are best in a position, and why.
    #[command(long_about = HINT, after_help = HINT_EXAMPLES)]
    Hint(KubaHintArgs),
    /// Lets two bots play each other and shows how strong the first is.
    #[command(long_about = MATCH, after_help = MATCH_EXAMPLES)]
    Match(MatchArgs),
    /// The engine for other programs: a text protocol on standard input and
    /// output.
    #[command(long_about = ENGINE, after_help = ENGINE_EXAMPLES)]
    Engine,
    /// Counts the ways to play: one line a depth, `depth count`.
    ///
    /// A way is a sequence of N pushes. In tournament rules an extra push is
    /// always taken and the draw by repetition ignored.
    #[command(after_help = "\
Examples:
  parlor kuba perft 6
  parlor kuba perft 5 --rules tournament
  parlor kuba perft 4 --divide
  parlor kuba perft 3 --position \\
    'ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b - c'")]
    Perft {
        /// How many pushes to look ahead, 1 to 16.
        #[arg(value_name = "N", value_parser = depth::<16>, allow_negative_numbers = true)]
        depth: u32,
        /// The rules of the start position.
        #[arg(long, value_enum, default_value_t)]
        rules: RulesName,
        /// A position to count from instead of the start. Its last word, c or
        /// t, names its rules, whatever --rules says.
        #[arg(long, value_name = "POSITION")]
        position: Option<kuba_rules::Position>,
        /// Show the count at depth N after each first push, one a line, before the total.
        #[arg(long)]
        divide: bool,
    },
}

/// A Kuba rule set by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesName {
    /// Turns alternate strictly.
    #[default]
    Classroom,
    /// White begins; a capture gives another push.
    Tournament,
}

impl From<RulesName> for Rules {
    fn from(name: RulesName) -> Self {
        match name {
            RulesName::Classroom => Self::Classroom,
            RulesName::Tournament => Self::Tournament,
        }
    }
}

/// Which position, and how long to look.
#[derive(Args, Debug)]
pub(crate) struct KubaHintArgs {
    /// The position line, in quotes.
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// How many positions to look at.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// How many of the best actions to tell.
    #[arg(long, value_name = "N", default_value = "5", value_parser = lines)]
    pub(crate) lines: usize,
    /// One JSON object on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// As many lines as can be asked for.
fn lines(text: &str) -> Result<usize, String> {
    /// No position has more actions.
    const MOST: usize = 33;
    let lines = text.parse().ok();
    lines
        .filter(|lines| (1..=MOST).contains(lines))
        .ok_or_else(|| format!("N is a whole number from 1 to {MOST}, not {text}"))
}

/// What to analyse, how long, and in which form.
#[derive(Args, Debug)]
pub(crate) struct KubaAnalyseArgs {
    /// A position line, or a file that holds one or a record; `-` for standard
    /// input.
    #[arg(value_name = "POSITION|RECORD")]
    pub(crate) what: String,
    /// How many positions to look at: 100000 for each action of a record and
    /// 2000000 for a position, without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
}

/// Who plays, by which rules, and how often.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The bot whose strength is asked for, with its options.
    #[arg(value_name = "FIRST", value_parser = player)]
    pub(crate) first: Player,
    /// The bot that it plays.
    #[arg(value_name = "SECOND", value_parser = player)]
    pub(crate) second: Player,
    /// The rules to play by: a match for each.
    #[arg(
        long,
        value_enum,
        value_name = "RULES",
        value_delimiter = ',',
        num_args = 1,
        default_value = "classroom,tournament"
    )]
    pub(crate) rules: Vec<RulesName>,
    /// How many openings to play, each twice with the sides exchanged; with
    /// --sprt the most. 100, and with --sprt 20000, without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) pairs: Option<u64>,
    /// How many pushes at random an opening has.
    #[arg(long, value_name = "PUSHES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) opening: u32,
    /// After how many pushes a game is drawn, those of the opening among them
    /// (K-13).
    #[arg(
        long,
        value_name = "PUSHES",
        default_value_t = kuba_rules::DEFAULT_PUSH_LIMIT,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) limit: u32,
    /// Play until it is decided whether the first is rather ELO0 or ELO1 points
    /// above the second, with an error of 5 % either way.
    #[arg(
        long,
        num_args = 2,
        value_names = ["ELO0", "ELO1"],
        allow_negative_numbers = true
    )]
    pub(crate) sprt: Option<Vec<f64>>,
    /// The number that settles the openings and all choices at random.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads to play on; as many as there are cores without it. The
    /// result does not depend on it unless a bot goes by the clock.
    #[arg(long, value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub(crate) threads: Option<u16>,
    /// One JSON object on standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A bot by its name, and what is said about how it thinks.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    /// As it was written: `engine:nodes=5000`.
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) thinking: Thinking,
}

/// How a bot thinks, where that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Thinking {
    /// Its nodes for an action.
    pub(crate) nodes: Option<u64>,
    /// How many pushes deep it looks.
    pub(crate) depth: Option<u32>,
    /// How many milliseconds it takes.
    pub(crate) time: Option<u64>,
    /// The size of its table in MiB.
    pub(crate) hash: Option<u32>,
    /// Its evaluation.
    pub(crate) evaluation: Option<Evaluated>,
}

/// The evaluation of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluated {
    /// The n-tuple network.
    Learned,
    /// The handcrafted linear evaluation, fitted to searches.
    Handcrafted,
}

impl FromStr for Evaluated {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "learned" => Ok(Self::Learned),
            "handcrafted" | "by-hand" => Ok(Self::Handcrafted),
            _ => Err(()),
        }
    }
}

/// The most that options may be.
const MOST_HASH: u32 = 65_536;
const MOST_TIME: u64 = 86_400_000;

fn player(text: &str) -> Result<Player, String> {
    let text = text.trim();
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut thinking = Thinking::default();
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        match key {
            "nodes" => once(&mut thinking.nodes, option, number(value, u64::MAX))?,
            "depth" => once(&mut thinking.depth, option, number(value, Limits::DEEPEST))?,
            "time" => once(&mut thinking.time, option, number(value, MOST_TIME))?,
            "hash" => once(&mut thinking.hash, option, number(value, MOST_HASH))?,
            "evaluation" => once(
                &mut thinking.evaluation,
                option,
                value
                    .parse()
                    .map_err(|()| "learned or handcrafted".to_owned()),
            )?,
            _ => {
                return Err(format!(
                    "{option:?} is no option of a bot; they are nodes=N, and of the engine \
                     also depth=N, time=MILLISECONDS, hash=MEBIBYTES and \
                     evaluation=learned|handcrafted"
                ));
            }
        }
    }
    Ok(Player {
        text: text.to_owned(),
        name: name.to_owned(),
        thinking,
    })
}

/// A whole number from 1 on; or what it must be.
fn number<N>(value: &str, most: N) -> Result<N, String>
where
    N: Copy + FromStr + PartialOrd + From<u8> + Display,
{
    let number = value.parse().ok();
    let number = number.filter(|number| (N::from(1)..=most).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {most}"))
}

/// Sets an option that has no value yet to its value, or tells what that must
/// be.
fn once<T>(place: &mut Option<T>, option: &str, value: Result<T, String>) -> Result<(), String> {
    let value = value.map_err(|right| format!("{option:?} must have {right} after its ="))?;
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!(
            "{option:?} comes after the same option; give it once"
        )),
    }
}

const KUBA_SCRIPT: &str = r#"Plays scripted games and shows each move's True or False and the end.

A game is a JSON object:
  {"players":[["PlayerA","W"],["PlayerB","B"]],"moves":[["PlayerA",[6,5],"F"]]}

A move is [name, [row, column], direction] with direction L, R, F or B. For the
tournament rules add "rules":"tournament"; there ["PlayerA","end"] ends a turn
early. A move that the rules refuse gives False and changes nothing (K-16)."#;

const MATCH: &str = "\
Plays two bots against each other and measures the strength of the first.

A bot is its name, then a colon and its options:
  engine                  the engine, with 5000 nodes an action
  engine:nodes=100000     nodes; depth=8 in pushes; time=20 in milliseconds;
                          hash=64 in MiB of transposition table;
                          evaluation=handcrafted for the linear evaluation
  level-3                 a level that people play against
Commas separate options.

Games begin with an opening of random pushes, and every opening is played twice
with the sides exchanged. Every ± is half of a 95 % interval, taken over these
pairs. The same seed gives the same result, whatever the number of threads,
unless a bot goes by the clock. Ctrl-C shows what there is by then.

With --sprt pairs are played until the sequential probability ratio test
decides; LLR is the logarithm of the likelihood ratio that it watches, and it
ends at -2.94 or 2.94.

With --json there is one object:
  {\"game\":\"kuba\",\"first\":\"engine\",\"second\":\"greedy\",\"seed\":1,
   \"opening\":6,\"limit\":1000,\"matches\":[{\"rules\":\"classroom\",
   \"pairs\":100,\"games\":200,\"stopped\":false,
   \"won\":…,\"drawn\":…,\"lost\":…,\"pentanomial\":[…,…,…,…,…],
   \"score\":{\"value\":…,\"low\":…,\"high\":…},\"elo\":{…},
   \"ended_by\":{\"K-8\":…,…},\"actions\":…,
   \"sprt\":{\"elo0\":0,\"elo1\":5,\"llr\":…,\"lower\":…,\"upper\":…,
           \"accepted\":1}},…]}
where the pentanomial counts the pairs by the first one's points, from 0 to 2,
and `sprt` is null without --sprt. Numbers with a fraction have 12 digits after
the point; what is endless or cannot be told is null.";

const MATCH_EXAMPLES: &str = "\
Examples:
  parlor kuba match engine greedy
  parlor kuba match engine:nodes=10000 engine:nodes=5000 --rules classroom
  parlor kuba match engine:time=20 level-8 --threads 1
  parlor kuba match engine:nodes=6000 engine:nodes=5000 --sprt 0 10 --json";

const ENGINE: &str = "\
The engine for other programs: a text protocol on standard input and output.

The protocol is like that of chess engines. A program writes lines such as
  kei
  setoption name rules value tournament
  position startpos moves 65F 06L
  go nodes 100000
and reads what the engine finds, and its answer:
  info depth 7 score reds 0.35 nodes 81240 nps 4913000 pv 60R 05B …
  bestmove 60R
`go` takes nodes N, depth N and movetime MILLISECONDS, in any combination;
without a limit it searches until `stop`. What is not understood is answered
with `info string error` and the reason, and changes nothing.

It is written down whole in docs/formats/kuba-engine-protocol.md.";

const ENGINE_EXAMPLES: &str = "\
Examples:
  parlor kuba engine
  printf 'go nodes 100000\\n' | parlor kuba engine";

const ANALYSE: &str = "\
Tells what the pushes of a recorded game lost, or what can be done in a
position.

The engine searches the position before each action, and what the action came
to, to the same depth. The loss of an action is the difference, in captured
reds; a sure win counts as seven. From half a red on it is an inaccuracy (?!),
from 1 a mistake (?), from 2.5 a blunder (??). More nodes see more.

The graph (--svg, --png) shows who was ahead: White above the middle, Black
below it, and at the ends a sure win.";

const ANALYSE_EXAMPLES: &str = "\
Examples:
  parlor kuba analyse game.record
  parlor kuba analyse game.record --svg -o scores.svg
  parlor kuba analyse game.record --nodes 1000000 --json
  parlor kuba analyse \\
    'ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c'";

const HINT: &str = "\
Says which actions are best in a position, and why: the score in captured reds,
or in how many pushes it wins or loses; what the action takes; what comes off
along the line that both sides would go on; what it threatens.";

const HINT_EXAMPLES: &str = "\
Examples:
  parlor kuba hint '7/7/7/5wr/7/7/b6 w6b0 w - c'
  parlor kuba hint '7/7/7/5wr/7/7/b6 w6b0 w - c' --lines 1 --json";
