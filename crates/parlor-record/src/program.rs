//! The lists and calls of a program in Python, read without running it.
//!
//! What a program consists of here are statements on lines of their own: assignments, calls, and
//! literals that stand alone. Everything else is refused at its place, since to pass over it would
//! be to play another game than the program does. The values lie in one list in the order in which
//! they begin, 16 bytes each, so that a text takes memory in proportion to its length, whatever is
//! in it; brackets have a greatest depth.

mod lexer;
mod node;
mod parser;
mod value;

pub(crate) use node::Shape;
pub(crate) use value::{Program, Value};
