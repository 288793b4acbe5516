//! Events of both games as objects of their Python classes.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The name of an event's class, and its fields.
pub(crate) type Event<'py> = (&'static str, Bound<'py, PyDict>);

/// An [`Event`] from the name of its class and its fields, as `field = value`.
macro_rules! event {
    ($py:ident, $class:literal, $($field:ident = $value:expr),+) => {{
        let fields = pyo3::types::PyDict::new($py);
        $(fields.set_item(stringify!($field), $value)?;)+
        ($class, fields)
    }};
}

pub(crate) use event;

/// The event as an object of its class in this module; `text` describes it in a sentence.
pub(crate) fn object<'py>(
    py: Python<'py>,
    module: &str,
    (class, fields): Event<'py>,
    text: String,
) -> PyResult<Bound<'py, PyAny>> {
    fields.set_item("text", text)?;
    py.import(module)?.getattr(class)?.call((), Some(&fields))
}
