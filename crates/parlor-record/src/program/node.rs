//! The shapes of values, and where each is in the list of all.

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A name; the path to a method with its points.
    Name,
    /// A number as JSON has it.
    Number,
    /// A string.
    Text,
    /// A list or a tuple; its children are its elements.
    List,
    /// A call; its children are its name and its arguments. In a chain of calls, each follows the
    /// one that it is of.
    Call,
    /// `name = value`, as a statement or as an argument; these are its children.
    Assignment,
}

/// A value in the list of all: its place in the text, and where what follows it is in the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) next: u32,
}
