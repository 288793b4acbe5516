//! What a subclass adds to an object of ours, so that copies and pickles keep it.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors;
use crate::values::shown;

/// The attributes that a subclass gave this instance: those in its `__dict__`, and those in its
/// slots. Our own classes have neither.
///
/// # Errors
/// What reading an attribute raises.
pub(crate) fn attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = object.py();
    let attributes = PyDict::new(py);
    if let Some(own) = object.getattr_opt("__dict__")? {
        attributes.update(own.cast::<PyDict>()?.as_mapping())?;
    }
    let slots = py.import("copyreg")?.getattr("_slotnames")?;
    for slot in slots.call1((object.get_type(),))?.try_iter()? {
        let slot = slot?.cast_into::<PyString>()?;
        if let Some(value) = object.getattr_opt(&slot)? {
            attributes.set_item(slot, value)?;
        }
    }
    Ok(attributes)
}

/// Gives a new instance the attributes of another.
///
/// # Errors
/// `ParlorError` for an attribute that it cannot have, otherwise what setting one raises.
pub(crate) fn set_attributes(
    object: &Bound<'_, PyAny>,
    attributes: &Bound<'_, PyDict>,
) -> PyResult<()> {
    for (name, value) in attributes {
        let set = name
            .cast::<PyString>()
            .map_err(PyErr::from)
            .and_then(|name| object.setattr(name, value));
        match set {
            Err(error) if is_impossible(object.py(), &error) => {
                let message = format!("{} is no attribute of such an object", shown(&name)?);
                return Err(errors::value(&name, message));
            }
            done => done?,
        }
    }
    Ok(())
}

fn is_impossible(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyAttributeError>(py) || error.is_instance_of::<PyTypeError>(py)
}
