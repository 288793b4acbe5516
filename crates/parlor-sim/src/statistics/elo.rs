//! Elo's scale.

/// The points at which a player is expected to win ten to one.
pub(crate) const POINTS: f64 = 400.0;

/// The expected score of a player `elo` points above the opponent: the
/// logistic form of Elo's scale (A. E. Elo, *The Rating of Chessplayers*, 1978;
/// it is the model of R. A. Bradley and M. E. Terry, *Biometrika* 39, 1952).
///
/// ```
/// use parlor_sim::statistics::score_of_elo;
///
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / POINTS))
}

/// The Elo difference that gives this score, a number from 0 to 1; infinite at
/// the ends.
///
/// ```
/// use parlor_sim::statistics::elo_of_score;
///
/// assert!((elo_of_score(0.55) - 34.86).abs() < 0.01);
/// assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    POINTS * libm::log10(score / (1.0 - score))
}
