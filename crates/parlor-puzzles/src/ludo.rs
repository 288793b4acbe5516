//! Puzzles of Ludo: the best choice, where a rule of thumb is wrong.
