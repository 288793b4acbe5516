//! The push limit that a match driver may set. Rules: K-13.

/// The push limit unless another is set. Rules: K-13.
pub const DEFAULT_PUSH_LIMIT: u32 = 1_000;

/// Counts the pushes of one game toward a limit.
///
/// Rules: K-13. Do not count refused tries and ended turns. If the push that
/// reaches the limit does not win, the game is a draw; so look at the
/// [`outcome`](crate::Position::outcome) first.
///
/// ```
/// use kuba_rules::{Draw, Outcome, Position, PushLimit, Side, Win};
///
/// let outcome = |position: &Position, limit: &PushLimit| {
///     let drawn = limit.is_reached().then_some(Outcome::Drawn(Draw::PushLimit));
///     position.outcome().or(drawn)
/// };
///
/// let start: Position = "7/7/7/5wr/7/7/b6 w6b0 w - c".parse()?;
/// let mut limit = PushLimit::new(1);
/// assert_eq!(outcome(&start, &limit), None);
///
/// limit.push_made();
/// let mut quiet = start;
/// quiet.play("35F".parse()?)?;
/// assert_eq!(outcome(&quiet, &limit), Some(Outcome::Drawn(Draw::PushLimit)));
///
/// let mut winning = start;
/// winning.play("35R".parse()?)?;
/// let won = Outcome::Won { side: Side::White, by: Win::Reds };
/// assert_eq!(outcome(&winning, &limit), Some(won));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PushLimit {
    limit: u32,
    pushes: u32,
}

impl PushLimit {
    /// A limit of `limit` pushes, none made yet.
    pub const fn new(limit: u32) -> Self {
        Self { limit, pushes: 0 }
    }

    /// Counts one push.
    pub const fn push_made(&mut self) {
        self.pushes = self.pushes.saturating_add(1);
    }

    /// The number of pushes made.
    pub const fn pushes(&self) -> u32 {
        self.pushes
    }

    /// The number of pushes allowed.
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Whether no more pushes may be made; at once if the limit is 0.
    pub const fn is_reached(&self) -> bool {
        self.pushes >= self.limit
    }
}

impl Default for PushLimit {
    fn default() -> Self {
        Self::new(DEFAULT_PUSH_LIMIT)
    }
}
