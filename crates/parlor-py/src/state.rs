//! Attributes that a subclass adds to one of our objects, for copies and pickles.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::values::text;

/// The attributes of an instance of a subclass: those in its `__dict__`, and those in its slots.
/// Our own classes have neither.
pub(crate) type Attributes<'py> = (Option<Bound<'py, PyDict>>, Option<Bound<'py, PyDict>>);

/// A copy of the instance's attributes.
///
/// # Errors
/// What reading an attribute raises.
pub(crate) fn attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Attributes<'py>> {
    let py = object.py();
    let own = match object.getattr_opt("__dict__")? {
        Some(own) => Some(own.cast::<PyDict>()?.copy()?),
        None => None,
    };
    let slots = PyDict::new(py);
    for name in slot_names(object)? {
        if let Some(value) = object.getattr_opt(name.as_str())? {
            slots.set_item(name, value)?;
        }
    }
    Ok((own, Some(slots).filter(|slots| !slots.is_empty())))
}

/// Gives a new instance the attributes of another as Python does: `__setattr__` is called for slots
/// only.
///
/// # Errors
/// `ParlorError` for attributes that it cannot have, and whatever setting one raises.
pub(crate) fn set_attributes(
    object: &Bound<'_, PyAny>,
    (own, slots): &Attributes<'_>,
) -> PyResult<()> {
    if let Some(given) = own {
        match object.getattr_opt("__dict__")? {
            Some(own) => own.cast::<PyDict>()?.update(given.as_mapping())?,
            None => {
                return Err(errors::value(
                    given,
                    "the object has no attributes of its own",
                ));
            }
        }
    }
    let names = slot_names(object)?;
    for (name, value) in slots.iter().flatten() {
        let slot = names
            .iter()
            .find(|slot| text(&name).is_some_and(|name| name == **slot));
        let Some(slot) = slot else {
            return Err(errors::value(&name, "the object has no such slot"));
        };
        object.setattr(slot.as_str(), value)?;
    }
    Ok(())
}

/// The names of the slots of the object's class and its bases.
fn slot_names(object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let names = object.py().import("copyreg")?.getattr("_slotnames")?;
    names.call1((object.get_type(),))?.extract()
}
