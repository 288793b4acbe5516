//! Puzzles of Kuba: a win by force.
