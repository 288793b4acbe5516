//! Draws the plots of `docs/ludo-solved.md` from what `parlor ludo evaluate
//! --json` prints: one SVG on standard output, of all the objects on standard
//! input.
//!
//! `lengths` wants one to three objects made with `--lengths`, `rules` one made
//! with `--by-rule`:
//!
//! ```text
//! parlor ludo evaluate --policies optimal,optimal --lengths --json |
//!     cargo run --release -p parlor-view --example ludo_plots -- lengths > lengths.svg
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use parlor_view::stylesheet;
use serde::Deserialize;

/// The size of the plots, and the room around what is plotted.
const WIDTH: f64 = 768.0;
const HEIGHT: f64 = 432.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 64.0;

/// How high a bar is, and from one to the next.
const BAR: f64 = 16.0;
const BAR_STEP: f64 = 40.0;

/// What distinguishes lines: a color, and dashes without color.
const LINES: [(&str, &str); 3] = [("red", "none"), ("blue", "8 6"), ("green", "1 6")];

/// Games longer than all but this share are left out of the plot.
const TAIL: f64 = 0.001;

const USAGE: &str = "which plot? lengths or rules, as in: parlor ludo evaluate --lengths --json | \
                     cargo run --release -p parlor-view --example ludo_plots -- lengths";

const WITH_LENGTHS: &str = "lengths wants one to three evaluations with lengths: \
                            parlor ludo evaluate --lengths --json";

const ONE_BY_RULE: &str = "rules wants one evaluation by rule: \
                           parlor ludo evaluate --policies priority,optimal --by-rule --json";

/// What `parlor ludo evaluate --json` prints, as far as it is plotted.
#[derive(Debug, Deserialize)]
struct Evaluation {
    seats: [String; 2],
    policies: [String; 2],
    expected_rolls: f64,
    lengths: Option<Lengths>,
    rules: Option<Vec<RuleCost>>,
}

/// How many rolls games take.
#[derive(Debug, Deserialize)]
struct Lengths {
    median: usize,
    percentile_99: usize,
    shares: Vec<f64>,
}

/// What a rule of the first player's policy costs.
#[derive(Debug, Deserialize)]
struct RuleCost {
    rule: String,
    reason: String,
    cost: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let plot = std::env::args().nth(1).ok_or(USAGE)?;
    let evaluations: Vec<Evaluation> = serde_json::Deserializer::from_reader(io::stdin())
        .into_iter()
        .collect::<Result<_, _>>()?;
    let svg = match plot.as_str() {
        "lengths" => lengths(&evaluations),
        "rules" => rules(&evaluations),
        _ => return Err(USAGE.into()),
    }?;
    io::stdout().write_all(svg.as_bytes())?;
    Ok(())
}

/// The share of the games by their length in rolls, a line for each evaluation.
fn lengths(evaluations: &[Evaluation]) -> Result<String, &'static str> {
    let lines = evaluations
        .iter()
        .map(|evaluation| Some((evaluation, evaluation.lengths.as_ref()?)))
        .collect::<Option<Vec<_>>>()
        .filter(|lines| (1..=LINES.len()).contains(&lines.len()))
        .ok_or(WITH_LENGTHS)?;
    let longest = lines.iter().map(|(_, lengths)| lengths.shown()).max();
    let across = Axis::to(longest.unwrap_or(1) as f64, LEFT, WIDTH - RIGHT);
    let shares = lines.iter().flat_map(|(_, lengths)| &lengths.shares);
    let most = shares.copied().fold(0.0, f64::max);
    let up = Axis::to(100.0 * most, HEIGHT - BOTTOM, TOP);

    let described: Vec<String> = lines
        .iter()
        .map(|(evaluation, lengths)| {
            format!(
                "{}: {:.1} rolls on average, half of the games are over after {}, 99 % after {}.",
                evaluation.policies(),
                evaluation.expected_rolls,
                lengths.median,
                lengths.percentile_99,
            )
        })
        .collect();
    let mut plot = Plot::new("How long games last", HEIGHT, &described.join(" "));
    for tick in up.ticks() {
        let y = up.place(tick);
        plot.rule((LEFT, y), (WIDTH - RIGHT, y));
        plot.text((LEFT - 12.0, y + 5.0), "end", "quiet", &tick.to_string());
    }
    for tick in across.ticks() {
        let x = across.place(tick);
        plot.rule((x, HEIGHT - BOTTOM), (x, HEIGHT - BOTTOM + 6.0));
        let below = (x, HEIGHT - BOTTOM + 24.0);
        plot.text(below, "middle", "quiet", &tick.to_string());
    }
    plot.text((24.0, 28.0), "start", "ink", "% of the games");
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    let below = (middle, HEIGHT - 16.0);
    plot.text(below, "middle", "ink", "rolls until one has won");
    for (number, ((evaluation, lengths), style)) in lines.iter().zip(LINES).enumerate() {
        let points = lengths.shares.iter().enumerate().take(lengths.shown() + 1);
        let points =
            points.map(|(rolls, share)| (across.place(rolls as f64), up.place(100.0 * share)));
        plot.line(points, style);
        let y = TOP + 16.0 + 48.0 * number as f64;
        let x = WIDTH - RIGHT - 300.0;
        plot.line([(x, y), (x + 44.0, y)].into_iter(), style);
        plot.text((x + 56.0, y + 5.0), "start", "ink", &evaluation.policies());
        let median = format!("half are over after {} rolls", lengths.median);
        plot.text((x + 56.0, y + 25.0), "start", "quiet", &median);
    }
    Ok(plot.finish())
}

/// What each rule costs, as bars.
fn rules(evaluations: &[Evaluation]) -> Result<String, &'static str> {
    const NAMES: f64 = 336.0;
    const NUMBERS: f64 = 72.0;

    let [evaluation] = evaluations else {
        return Err(ONE_BY_RULE);
    };
    let rules = evaluation.rules.as_ref().ok_or(ONE_BY_RULE)?;
    let costs = rules.iter().map(|rule| 100.0 * rule.cost);
    let across = Axis::to(costs.fold(0.0, f64::max), NAMES, WIDTH - NUMBERS);
    let foot = TOP + BAR_STEP * rules.len() as f64;

    let [first, second] = &evaluation.seats;
    let described = rules.iter().map(|rule| {
        let cost = 100.0 * rule.cost;
        format!("{}, {}: {cost:.3}.", rule.rule, rule.reason)
    });
    let described: Vec<String> = described.collect();
    let described = format!(
        "{first} begins against {second} and follows the rules; wins lost in a hundred games. {}",
        described.join(" ")
    );
    let title = "What each rule costs against best play";
    let mut plot = Plot::new(title, foot + BOTTOM, &described);
    for tick in across.ticks() {
        let x = across.place(tick);
        plot.rule((x, TOP - 12.0), (x, foot));
        plot.text((x, foot + 20.0), "middle", "quiet", &tick.to_string());
    }
    let below = (f64::midpoint(NAMES, WIDTH - NUMBERS), foot + 48.0);
    plot.text(below, "middle", "ink", "wins lost in a hundred games");
    for (number, rule) in rules.iter().enumerate() {
        let top = TOP + BAR_STEP * number as f64;
        let line = top + BAR - 2.0;
        plot.text((24.0, line), "start", "quiet", &rule.rule);
        plot.text((72.0, line), "start", "ink", &rule.reason);
        let cost = 100.0 * rule.cost;
        let end = across.place(cost);
        plot.bar((NAMES, top), (end - NAMES, BAR));
        let beside = (end + 8.0, line);
        plot.text(beside, "start", "ink", &format!("{cost:.3}"));
    }
    Ok(plot.finish())
}

impl Evaluation {
    fn policies(&self) -> String {
        let name = |policy: &str| match policy {
            "optimal" => "best play".to_owned(),
            "priority" => "the priority policy".to_owned(),
            other => other.to_owned(),
        };
        let [one, other] = self.policies.each_ref().map(|policy| name(policy));
        if one == other {
            format!("both by {one}")
        } else {
            format!("{one} against {other}")
        }
    }
}

impl Lengths {
    /// The longest games that are drawn.
    fn shown(&self) -> usize {
        let mut rest = 1.0;
        let after = self.shares.iter().position(|share| {
            rest -= share;
            rest < TAIL
        });
        after.unwrap_or(self.shares.len())
    }
}

/// Where numbers from 0 on lie.
#[derive(Clone, Copy, Debug)]
struct Axis {
    last: f64,
    step: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// From 0 at `start` to a round number at `end`, not less than `most`.
    fn to(most: f64, start: f64, end: f64) -> Self {
        let power = 10_f64.powf(most.max(1e-9).log10().floor());
        let steps = [0.1, 0.2, 0.5, 1.0, 2.0].map(|part| part * power);
        let step = steps.into_iter().find(|step| most / step <= 10.0);
        let step = step.unwrap_or(power);
        Self {
            last: (most / step).ceil() * step,
            step,
            start,
            end,
        }
    }

    fn place(self, number: f64) -> f64 {
        self.start + (self.end - self.start) * number / self.last
    }

    fn ticks(self) -> impl Iterator<Item = f64> {
        let count = (self.last / self.step).round();
        let ticks = (0_u32..)
            .map(f64::from)
            .take_while(move |&tick| tick <= count);
        // Rounded, so that 3 × 0.1 prints as 0.3.
        ticks.map(move |tick| (tick * self.step * 1e6).round() / 1e6)
    }
}

/// A plot while it is written, in the colors that the viewer asks for.
#[derive(Debug)]
struct Plot {
    svg: String,
}

impl Plot {
    fn new(title: &str, height: f64, description: &str) -> Self {
        let (sheet, description) = (stylesheet(), escaped(description));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-labelledby=\"title description\" fill=\"none\" stroke-linejoin=\"round\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n\
             <style>\n{sheet}text{{font:15px system-ui,sans-serif}}\n</style>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" rx=\"28\" class=\"pl-fill-paper\"/>\n"
        );
        Self { svg }
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        self.svg.write_fmt(element).expect("a string takes all");
        self.svg.push('\n');
    }

    /// A thin line of the ground.
    fn rule(&mut self, (x, y): (f64, f64), (right, bottom): (f64, f64)) {
        self.put(format_args!(
            "<path d=\"M{x:.1} {y:.1}L{right:.1} {bottom:.1}\" class=\"pl-line-line\"/>"
        ));
    }

    fn line(&mut self, points: impl Iterator<Item = (f64, f64)>, (paint, dashes): (&str, &str)) {
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.put(format_args!(
            "<polyline points=\"{}\" class=\"pl-line-{paint}\" stroke-width=\"3\" stroke-dasharray=\"{dashes}\"/>",
            points.join(" ")
        ));
    }

    fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64)) {
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"pl-fill-blue\"/>"
        ));
    }

    /// A text that stands at `(x, y)` with its start, middle or end.
    fn text(&mut self, (x, y): (f64, f64), anchor: &str, paint: &str, text: &str) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"pl-fill-{paint}\">{}</text>",
            escaped(text)
        ));
    }

    fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// The text with the characters that begin something in XML as references.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
