//! The command line of Kuba.

use clap::{Args, Subcommand, ValueEnum};
use kuba_rules::Rules;
use parlor_players::kuba::{BotSpec, Opening, PlayerSpec};
use parlor_selfplay::kuba::{MAX_LIMIT, MAX_OPENING};

use super::{
    FormArgs, KUBA_SCRIPT_HELP, MineArgs, OutArgs, RunArgs, ScriptArgs, counted_games, whole,
};

#[derive(Debug, Subcommand)]
#[expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    rustdoc::broken_intra_doc_links,
    reason = "these comments are the help of the command line, which is not Markdown"
)]
pub(crate) enum KubaCommand {
    /// Play scripted games and print each move's True or False and the result
    ///
    /// A game is a JSON object:
    ///   {"players":[["PlayerA","W"],["PlayerB","B"]],"moves":[["PlayerA",[6,5],"F"]]}
    ///
    /// A move is [name, [row, column], direction] with direction L, R, F or B. For the
    /// tournament rules add "rules":"tournament"; there ["PlayerA","end"] ends a turn
    /// early. An illegal move gives False and changes nothing (K-16).
    /// docs/formats/script.md specifies the format.
    #[command(verbatim_doc_comment, after_help = KUBA_SCRIPT_HELP)]
    Script(ScriptArgs),
    /// Show what each push of a recorded game lost, or rate those in a position
    ///
    /// The engine searches the position before and after each action to the same
    /// depth. The loss of an action is the difference in score, in captured reds;
    /// a forced win counts as seven. A loss of half a red or more is an inaccuracy
    /// (?!), from 1 a mistake (?), from 2.5 a blunder (??). More nodes give better
    /// judgments.
    ///
    /// The graph (--svg, --png) shows the score: White's lead above the middle,
    /// Black's below, a forced win at the edges.
    #[command(
        visible_alias = "analyze",
        after_help = "\
Examples:
  parlor kuba analyse game.record
  parlor kuba analyse game.record --svg -o scores.svg
  parlor kuba analyse game.record --nodes 1000000 --json
  parlor kuba analyse \\
    'ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c'"
    )]
    Analyse(KubaAnalyseArgs),
    /// Show the best actions in a position and explain them
    ///
    /// For each action, show the score in captured reds, or the pushes to a forced
    /// win or loss; what the action captures; what is captured along the principal
    /// variation; and what the action threatens.
    ///
    /// docs/rules/kuba.md specifies the notation of positions and actions.
    #[command(after_help = "\
Examples:
  parlor kuba hint '7/7/7/5wr/7/7/b6 w6b0 w - c'
  parlor kuba hint '7/7/7/5wr/7/7/b6 w6b0 w - c' --lines 1 --json")]
    Hint(KubaHintArgs),
    /// Play two bots against each other and measure the strength of the first
    ///
    /// A bot is a name, optionally followed by a colon and comma-separated options:
    ///   engine                  the engine, with 5000 nodes per action
    ///   engine:nodes=100000     nodes; depth=8 in pushes; time=20 in milliseconds;
    ///                           hash=64 in MiB of transposition table, which
    ///                           keep=true keeps for all its moves of a game;
    ///                           threads=2; evaluation=handcrafted for the linear
    ///                           evaluation
    ///   level-3                 a level that people play against
    ///   greedy, random          one that captures if it can, one that plays anything
    ///   cmd:./mybot             an outside program that speaks the engine's protocol
    ///
    /// An outside program is started as a command line, without a shell; blanks
    /// separate its words, and quotes keep them together. Each game has a process of
    /// its own, which is ended with all that it has started.
    ///
    /// Each game begins with an opening of six pushes, which is won for neither side
    /// as far as a search of two million nodes sees, and each opening is played
    /// twice with the sides exchanged. Every ± is half a 95 % confidence interval over
    /// these pairs. The same seed gives the same result for any number of threads,
    /// unless a player goes by the clock or has threads. Ctrl-C stops early and
    /// shows the results so far.
    ///
    /// With --sprt, pairs are played until the sequential probability ratio test
    /// decides: when the log-likelihood ratio (LLR) reaches -2.94 or 2.94.
    ///
    /// With --json the output is one object:
    ///   {"game":"kuba","first":"engine","second":"greedy","seed":1,
    ///    "opening":"fair","limit":1000,"matches":[{"rules":"classroom",
    ///    "pairs":100,"games":200,"stopped":false,
    ///    "won":…,"drawn":…,"lost":…,"pentanomial":[…,…,…,…,…],
    ///    "score":{"value":…,"low":…,"high":…},"elo":{…},
    ///    "ended_by":{"K-8":…,…},"actions":…,"forfeits":[0,0],"errors":[],
    ///    "sprt":{"elo0":0,"elo1":5,"llr":…,"lower":…,"upper":…,
    ///            "accepted":1}},…]}
    /// where `pentanomial` counts the pairs by the first bot's points, from 0 to 2,
    /// `sprt` is null without --sprt, and with --forfeit `forfeits` counts the games
    /// that each lost so and `errors` has the first few reasons. Fractions have 12
    /// digits after the decimal point; infinite or unknown values are null.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor kuba match engine greedy
  parlor kuba match engine:nodes=10000 engine:nodes=5000 --rules classroom
  parlor kuba match engine:time=20 level-8 --threads 1
  parlor kuba match engine:nodes=6000 engine:nodes=5000 --sprt 0 10 --json
  parlor kuba match 'cmd:./mybot --fast' level-3 --program-time 200"
    )]
    Match(Box<KubaMatchArgs>),
    /// Play games in bulk and write them as columns of numbers, for NumPy
    ///
    /// Each push, and each turn ended, is a row; each column is a file NAME.npy in
    /// the folder, and meta.json describes them. docs/formats/selfplay.md specifies
    /// the columns. Players are named as in `parlor kuba match`; an engine's rows
    /// have its scores. A game depends on the seed and its number alone, so the
    /// number of threads changes nothing.
    ///
    /// The folder appears when all games are written. Ctrl-C ends the games early
    /// and keeps those that are complete.
    #[command(
        name = "selfplay",
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor kuba selfplay --games 1000 --players engine:nodes=200 --opening 6 \\
    --out games
  parlor kuba selfplay --games 10000 --players level-3,greedy --out games --json"
    )]
    SelfPlay {
        #[command(flatten)]
        games: KubaGamesArgs,
        #[command(flatten)]
        out: OutArgs,
    },
    /// Play games in bulk and count how they end
    ///
    /// Players are named as in `parlor kuba match`, without time limits. A game depends on
    /// the seed and its number alone. Games of `random` alone by classroom rules without
    /// an opening, which are played many at a time by the processor's widest vectors,
    /// are those of docs/formats/random-games.md; any others are those of `parlor kuba
    /// selfplay`. Ctrl-C stops early and prints what there is.
    ///
    /// With --json the output is one object:
    ///   {"games":1000,"plies":…,"wins":{"W":…,"B":…},"draws":…,
    ///    "shares":{"W":{"value":…,"low":…,"high":…},"B":{…}},
    ///    "drawn":{"value":…,"low":…,"high":…},"ended_by":{"K-8":…},"mean_plies":…,
    ///    "length":{"value":…,"low":…,"high":…,"shortest":…,"longest":…},
    ///    "opening":0,"stopped":false,"seconds":…}
    /// where `shares` and `drawn` are the shares of games won and drawn, `length` the
    /// mean number of plies, all with 95 % intervals (Wilson's; Student's for the mean,
    /// and null where all games are equally long). Plies are the pushes of the players
    /// and the turns that they end (K-12), not the pushes of the opening.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor kuba simulate --games 100000
  parlor kuba simulate --games 1000 --players level-2,random --json"
    )]
    Simulate {
        #[command(flatten)]
        games: KubaGamesArgs,
    },
    /// Find puzzles in games of the engine's levels, and print them as JSON Lines
    ///
    /// Each line is a position whose side to move wins by force within N pushes of both
    /// sides, with the one line that does. The engine finds candidates, an exhaustive
    /// search proves them, and the levels try to solve them, which gives the rating. The
    /// same seed gives the same puzzles for any number of threads. No two are alike but
    /// for a symmetry. docs/formats/puzzles.md specifies the format.
    ///
    /// Ctrl-C ends the search; what is printed until then is complete.
    #[command(after_help = "\
Examples:
  parlor kuba puzzles --games 1000 > puzzles.jsonl
  parlor kuba puzzles --games 200 --seed 7 --rules tournament --each 5")]
    Puzzles(KubaPuzzlesArgs),
    /// Solve all endgames with few marbles on the board, and count who wins
    ///
    /// Each position by the classroom rules is won or lost in an exact number of pushes
    /// of both sides, or endless: neither side can force a win. No red is missing:
    /// those that are not on the board have been captured. For each material, as the
    /// side to move sees it, the shares of these positions and the longest win are
    /// printed.
    ///
    /// The tables are built on first use and cached, in the folder that PARLOR_CACHE
    /// names or else in yours. Those of five marbles take 70 MB, and minutes on two
    /// cores. Those of six take gigabytes and hours, which the command announces.
    /// Ctrl-C ends a build, and the same command goes on from the last finished part.
    /// docs/formats/kuba-tables.md specifies the files.
    ///
    /// With --json the output is one object:
    ///   {"rules":"classroom","marbles":4,"positions":…,"materials":[
    ///    {"own":1,"enemy":1,"reds":2,"needs":[1,2],"positions":…,"won":…,"lost":…,
    ///     "endless":…,"longest_win":{"pushes":…,"position":…}},…]}
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor kuba tables
  parlor kuba tables 4 --json"
    )]
    Tables(KubaTablesArgs),
    /// Show the exact value of an endgame, and of each push in it
    ///
    /// The position is one of the classroom rules with up to six marbles on the board,
    /// and no red is missing: those on the board and those captured make 13. A win or a
    /// loss counts the pushes of both sides to the end of the game; in an endless
    /// position neither side can force a win. The tables of up to four marbles are in
    /// the program; those of five are built on first use; those of six are used if
    /// `parlor kuba tables 6` has built them.
    ///
    /// With --json the output is one object:
    ///   {"position":…,"to_act":"W","value":"win","pushes":3,"best":["01B"],"ranked":[
    ///    {"push":"01B","value":"win","pushes":3,"position":…},
    ///    {"push":"01L","value":"loss","pushes":2,"position":…},…]}
    /// where an endless position has "pushes":null. `best` are the pushes that keep the
    /// value; `ranked` are all, the best first, their values counted from before them.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor kuba probe '1w5/rb5/7/7/7/7/7 w6b6 w - c'
  parlor kuba probe '1w5/rb5/7/7/7/7/7 w6b6 w 01B c' --json"
    )]
    Probe(KubaProbeArgs),
    /// Run the engine for other programs, by a text protocol on standard streams
    ///
    /// The protocol is modeled on UCI. A program writes lines such as
    ///   kei
    ///   setoption name rules value tournament
    ///   position startpos moves 65F 06L
    ///   go nodes 100000
    /// and reads the engine's reports and its answer:
    ///   info depth 7 score reds 0.35 nodes 81240 nps 4913000 pv 60R 05B …
    ///   bestmove 60R
    /// `go` takes nodes N, depth N and movetime MILLISECONDS, in any combination;
    /// without a limit it searches until `stop`. An invalid line is answered with
    /// `info string error` and the reason, and changes nothing.
    ///
    /// docs/formats/kuba-engine-protocol.md specifies the protocol.
    #[command(
        verbatim_doc_comment,
        after_help = "\
Examples:
  parlor kuba engine
  printf 'go nodes 100000\\n' | parlor kuba engine"
    )]
    Engine,
    /// Count the possible games to depth N: one line `depth count` per depth
    ///
    /// Perft (performance test) is the usual check of a move generator: see
    /// <https://www.chessprogramming.org/Perft>. It counts the sequences of N
    /// pushes. In tournament rules an extra push is always taken and the draw by
    /// repetition ignored.
    #[command(after_help = "\
Examples:
  parlor kuba perft 6
  parlor kuba perft 5 --rules tournament
  parlor kuba perft 4 --divide
  parlor kuba perft 3 --position \\
    'ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b - c'")]
    Perft {
        /// Depth in pushes, 1 to 16.
        #[arg(value_name = "N", value_parser = whole::<u32>(1..=16), allow_negative_numbers = true)]
        depth: u32,
        /// Rule set of the start position.
        #[arg(long, value_enum, default_value_t)]
        rules: RulesName,
        /// Position to count from [default: the start]. Its last field, c or t,
        /// sets its rules and overrides --rules.
        #[arg(long, value_name = "POSITION")]
        position: Option<kuba_rules::Position>,
        /// Print the count after each first push, one per line, before the total.
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

/// The options of `parlor kuba tables`.
#[derive(Args, Debug)]
pub(crate) struct KubaTablesArgs {
    /// The most marbles on the board, 3 to 6.
    #[arg(value_name = "N", default_value = "5", value_parser = whole::<u8>(3..=6), allow_negative_numbers = true)]
    pub(crate) marbles: u8,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of `parlor kuba probe`.
#[derive(Args, Debug)]
pub(crate) struct KubaProbeArgs {
    /// Position line, quoted.
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of `parlor kuba hint`.
#[derive(Args, Debug)]
pub(crate) struct KubaHintArgs {
    /// Position line, quoted.
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Nodes to search.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Number of best actions to show.
    // No position has more than 33 actions.
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole::<usize>(1..=33))]
    pub(crate) lines: usize,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of `parlor kuba analyse`.
#[derive(Args, Debug)]
pub(crate) struct KubaAnalyseArgs {
    /// A position line, or a file with a position or a record; `-` for standard
    /// input.
    #[arg(value_name = "POSITION|RECORD")]
    pub(crate) what: String,
    /// Nodes to search [default: 100000 per action of a record, 2000000 for a
    /// position].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
}

/// The options of `parlor kuba match`.
#[derive(Args, Debug)]
pub(crate) struct KubaMatchArgs {
    /// The bot to measure, with its options, or an outside program.
    #[arg(value_name = "FIRST")]
    pub(crate) first: PlayerSpec,
    /// Its opponent.
    #[arg(value_name = "SECOND")]
    pub(crate) second: PlayerSpec,
    /// Rule sets; one match is played for each.
    #[arg(
        long,
        value_enum,
        value_name = "RULES",
        value_delimiter = ',',
        num_args = 1,
        default_value = "classroom,tournament"
    )]
    pub(crate) rules: Vec<RulesName>,
    /// Number of openings, each played twice with the sides exchanged [default:
    /// 100]. With --sprt, the maximum [default: 20000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) pairs: Option<u64>,
    /// How games begin: fair, from an opening that a search of two million nodes
    /// finds won for neither side, or a number of random pushes, 0 to 100.
    #[arg(long, value_name = "fair|PUSHES", default_value_t)]
    pub(crate) opening: Opening,
    /// Pushes after which a game is drawn, including those of the opening
    /// (K-13).
    #[arg(
        long,
        value_name = "PUSHES",
        default_value_t = kuba_rules::DEFAULT_PUSH_LIMIT,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) limit: u32,
    /// Hypotheses of a sequential probability ratio test: the first bot is ELO0
    /// or ELO1 points stronger (5 % error either way). The match ends when the
    /// test decides.
    #[arg(
        long,
        num_args = 2,
        value_names = ["ELO0", "ELO1"],
        allow_negative_numbers = true
    )]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Milliseconds that an outside program has for an action [default: 1000, unless
    /// --program-nodes is given]. Two seconds later its answer counts as missing.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) program_time: Option<u64>,
    /// Nodes that an outside program is told to search for an action.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) program_nodes: Option<u64>,
    /// Let a player that fails or gives an illegal action lose that game, and go on
    /// [default: the match ends with an error].
    #[arg(long)]
    pub(crate) forfeit: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The options of `parlor kuba puzzles`.
#[derive(Args, Debug)]
pub(crate) struct KubaPuzzlesArgs {
    /// Rule sets; the games are by each in turn.
    #[arg(
        long,
        value_enum,
        value_name = "RULES",
        value_delimiter = ',',
        num_args = 1,
        default_value = "classroom,tournament"
    )]
    pub(crate) rules: Vec<RulesName>,
    /// Most puzzles of one rule set, one length and one kind of win (K-8, K-9, K-10).
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole::<u32>(1..=u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) each: u32,
    #[command(flatten)]
    pub(crate) mine: MineArgs,
}

/// The options of `parlor kuba selfplay` and `simulate`.
#[derive(Args, Debug)]
pub(crate) struct KubaGamesArgs {
    /// Number of games, up to 10^12 for simulate, 4294967295 for selfplay.
    #[arg(long, value_name = "N", value_parser = counted_games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// White's player and Black's, or one for both. A comma that is followed by
    /// an option, such as depth=3, belongs to the player before it.
    #[arg(long, value_name = "PLAYERS", default_value = "random", value_parser = players)]
    pub(crate) players: Players,
    /// Rule set.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) rules: RulesName,
    /// Random pushes at the beginning of each game, at most 100, which are neither rows
    /// nor counted [default: 6 where both are engine or level-8, which play one game
    /// over and over; else 0].
    #[arg(long, value_name = "PUSHES", value_parser = whole::<u32>(0..=MAX_OPENING.into()), allow_negative_numbers = true)]
    pub(crate) opening: Option<u32>,
    /// Pushes after which a game is drawn, including those of the opening
    /// (K-13), at most 30000.
    #[arg(
        long,
        value_name = "PUSHES",
        default_value_t = kuba_rules::DEFAULT_PUSH_LIMIT,
        value_parser = whole::<u32>(1..=MAX_LIMIT.into()),
        allow_negative_numbers = true
    )]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Players separated by commas.
#[derive(Clone, Debug)]
pub(crate) struct Players(pub(crate) Vec<BotSpec>);

fn players(text: &str) -> Result<Players, String> {
    let mut players: Vec<String> = Vec::new();
    for part in text.split(',') {
        match players.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => {
                last.push(',');
                last.push_str(part);
            }
            _ => players.push(part.to_owned()),
        }
    }
    let players = players.iter().map(|player| player.parse());
    players.collect::<Result<_, _>>().map(Players)
}
