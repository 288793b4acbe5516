//! Explanations of lines, as data and in words, and the losses of played actions, one and
//! those of a whole game.

mod game;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(test)]
mod tests;
mod words;

use kuba_rules::{Action, Event, Marble, Move, Position, Side};
pub use parlor_game::Label;
use parlor_game::{ActError, Kuba, LiveGame};

use crate::engine::Engine;
use crate::limits::{Limits, Root};
use crate::report::Line;
use crate::score::Score;

pub use game::{GameAnalysis, JudgedAction, NODES_OF_ACTION, PlayerTally};
pub use words::{Naming, advantage, threat, why, why_naming};

/// A marble pushed off in the course of a line. Rules: K-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The number of the action in the line, from 1.
    pub number: usize,
    /// The side that pushes it off.
    pub side: Side,
    /// A red, or a marble of the other side.
    pub marble: Marble,
}

/// The marbles pushed off when these actions are played, up to the first illegal
/// one.
///
/// ```
/// use kuba_engine::analysis::captures;
/// use kuba_rules::{Action, Marble, Position};
///
/// let position: Position = "7/5wr/7/5wr/7/7/b6 w0b0 w - t".parse()?;
/// let line: Vec<Action> = ["15R", "35R", "end"].iter().map(|a| a.parse()).collect::<Result<_, _>>()?;
/// let taken = captures(&position, &line);
/// assert_eq!(taken.iter().map(|c| (c.number, c.marble)).collect::<Vec<_>>(), [(1, Marble::Red), (2, Marble::Red)]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn captures(position: &Position, actions: &[Action]) -> Vec<Capture> {
    let mut position = *position;
    let mut captures = Vec::new();
    let mut events = Vec::new();
    for (&action, number) in actions.iter().zip(1..) {
        events.clear();
        if position.play_action_into(action, &mut events).is_err() {
            break;
        }
        let taken = events.iter().filter_map(|event| match *event {
            Event::Captured { side, .. } => Some((side, Marble::Red)),
            Event::Ejected { side, .. } => Some((side, Marble::from(side.other()))),
            _ => None,
        });
        captures.extend(taken.map(|(side, marble)| Capture {
            number,
            side,
            marble,
        }));
    }
    captures
}

/// A push that would push a marble off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The push.
    pub push: Move,
    /// The marble: a red, or one of the other side.
    pub marble: Marble,
}

/// The captures available to a side if it were to move now; none once the game
/// is over.
///
/// ```
/// use kuba_engine::analysis::threats;
/// use kuba_rules::{Position, Side};
///
/// let position: Position = "7/5wr/7/7/7/7/b6 w0b0 b - c".parse()?;
/// let pushes = threats(&position, Side::White).into_iter().map(|threat| threat.push.to_string());
/// assert!(pushes.eq(["15R"]));
/// # Ok::<(), kuba_rules::PositionError>(())
/// ```
pub fn threats(position: &Position, side: Side) -> Vec<Threat> {
    let to_move = if position.to_move() == side {
        Some(*position)
    } else {
        position.passed()
    };
    let kinds = [Marble::from(side.other()), Marble::Red];
    let threats = to_move.into_iter().flat_map(|position| {
        kinds.into_iter().flat_map(move |marble| {
            let pushes = position.legal_captures(marble);
            pushes.iter().map(move |push| Threat { push, marble })
        })
    });
    threats.collect()
}

/// The minimum loss of each [`Label`] except the best, in hundredths of a red.
pub const LEAST_LOSSES: [u32; 4] = [1, 50, 100, 250];

/// A played action compared with the best one, both searched to the same depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The side that acted.
    pub side: Side,
    /// The search depth in pushes.
    pub depth: u32,
    /// The best line, with its score for the side that acted.
    pub best: Line,
    /// The score of the played action for the side that acted.
    pub played: Score,
    /// The loss, in hundredths of a red.
    pub loss: u32,
}

impl Judgment {
    /// The label of the action by its loss.
    pub fn label(&self) -> Label {
        Label::of(self.loss, LEAST_LOSSES)
    }
}

/// Judges a played action: searches the best one within the limits, and the
/// position after the played one to the same depth, so that the two scores are
/// comparable. `None` if it was stopped.
///
/// A score counts as at most [`MAX_REDS`] reds, and so does a forced win: a
/// slower win, or a large lead instead of a win, costs little.
///
/// # Errors
/// The rule that forbids the action.
pub fn judge(
    engine: &mut Engine,
    game: &LiveGame<Kuba>,
    action: Action,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Judgment>, ActError<Kuba>> {
    let side = game.position().to_move();
    let mut after = game.clone();
    after.play(action)?;
    let report = engine.search(&Root::from(game), limits, stop, &mut |_| {});
    let Some(best) = report.lines.into_iter().next().filter(|_| !stop()) else {
        return Ok(None);
    };
    let played = if best.actions.first() == Some(&action) {
        best.score
    } else {
        let pushes = u32::from(action != Action::End);
        let limits = Limits {
            // The same depth from here may take more nodes, but within reason.
            nodes: limits.nodes.saturating_mul(4),
            depth: report.depth.saturating_sub(pushes).max(1),
            ..*limits
        };
        let score = score_of(engine, &after, side, &limits, stop);
        if stop() {
            return Ok(None);
        }
        score.pushes_earlier(pushes)
    };
    // If the played action turns out better than the best, it lost nothing.
    let loss = worth(best.score).saturating_sub(worth(played)).max(0);
    Ok(Some(Judgment {
        side,
        depth: report.depth,
        best,
        played,
        loss: loss.unsigned_abs(),
    }))
}

/// The greatest score that counts in a loss, in reds: as many as win.
pub const MAX_REDS: u8 = kuba_rules::REDS_TO_WIN;

/// The value of a score for computing a loss, in hundredths of a red.
///
/// ```
/// use kuba_engine::Score;
/// use kuba_engine::analysis::worth;
///
/// let scores = [Score::Reds(35), Score::Reds(-912), Score::Win(5)];
/// assert_eq!(scores.map(worth), [35, -700, 700]);
/// ```
pub fn worth(score: Score) -> i32 {
    let most = 100 * i32::from(MAX_REDS);
    match score {
        Score::Reds(hundredths) => hundredths.clamp(-most, most),
        Score::Win(_) => most,
        Score::Loss(_) => -most,
    }
}

/// The score of a game, which may be over, for a side.
pub fn score_of(
    engine: &mut Engine,
    game: &LiveGame<Kuba>,
    side: Side,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Score {
    let outcome = game.position().outcome();
    if let Some(winner) = outcome.and_then(kuba_rules::Outcome::winner) {
        return if winner == side {
            Score::Win(0)
        } else {
            Score::Loss(0)
        };
    }
    if game.is_over() {
        return Score::Reds(0);
    }
    let report = engine.search(&Root::from(game), limits, stop, &mut |_| {});
    let score = report
        .lines
        .first()
        .map_or(Score::Reds(0), |line| line.score);
    if game.position().to_move() == side {
        score
    } else {
        score.for_opponent()
    }
}
