//! What lines mean, in data and in words, and what the actions of a game lost.

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

pub use words::{advantage, threat, why};

/// A marble that is taken off in the course of a line. Rules: K-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// By which action of the line, from 1.
    pub number: usize,
    /// Who takes it.
    pub side: Side,
    /// What is taken: a red, or a marble of the other side.
    pub marble: Marble,
}

/// The marbles that are taken off when these actions are played, up to the
/// first that is not legal.
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

/// A push that would take a marble off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The push.
    pub push: Move,
    /// What it would take: a red, or a marble of the other side.
    pub marble: Marble,
}

/// What a side could take off with its next push if it were to move now;
/// nothing once the game is over.
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

/// The least that an action with each [`Label`] but the best loses, in
/// hundredths of a red.
pub const LEAST_LOSSES: [u32; 4] = [1, 50, 100, 250];

/// An action beside the best one, both looked at to the same depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Who acted.
    pub side: Side,
    /// How many pushes deep it was looked.
    pub depth: u32,
    /// The best line, and what it is worth to who acted.
    pub best: Line,
    /// What the action that was played is worth to who acted.
    pub played: Score,
    /// What it lost, in hundredths of a red.
    pub loss: u32,
}

impl Judgement {
    /// How good the action was.
    pub fn label(&self) -> Label {
        Label::of(self.loss, LEAST_LOSSES)
    }
}

/// Judges an action that was played in a game: searches the best one within
/// the limits, and what came of the other to the same depth, so that what is
/// only seen deeper counts for both. None if it was stopped.
///
/// A score counts at most as much as [`MOST`] reds, and so does a sure win: who
/// wins later, or is far ahead instead of winning, has lost little.
///
/// # Errors
/// The rule that forbids the action.
pub fn judge(
    engine: &mut Engine,
    game: &LiveGame<Kuba>,
    action: Action,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Judgement>, ActError<Kuba>> {
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
            // The same position deeper takes more; but not without an end.
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
    // The better of two is the best, whichever the search took for it.
    let loss = worth(best.score).saturating_sub(worth(played)).max(0);
    Ok(Some(Judgement {
        side,
        depth: report.depth,
        best,
        played,
        loss: loss.unsigned_abs(),
    }))
}

/// The most that a score counts, in reds: as many as win.
pub const MOST: u8 = kuba_rules::REDS_TO_WIN;

/// What a score counts for in a loss, in hundredths of a red.
///
/// ```
/// use kuba_engine::Score;
/// use kuba_engine::analysis::worth;
///
/// let scores = [Score::Reds(35), Score::Reds(-912), Score::Win(5)];
/// assert_eq!(scores.map(worth), [35, -700, 700]);
/// ```
pub fn worth(score: Score) -> i32 {
    let most = 100 * i32::from(MOST);
    match score {
        Score::Reds(hundredths) => hundredths.clamp(-most, most),
        Score::Win(_) => most,
        Score::Loss(_) => -most,
    }
}

/// What a game that may be over is worth to a side.
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
