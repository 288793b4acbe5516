//! Kuba.
