//! `parlor.kuba.transform`: positions and actions turned, reflected, with the colors exchanged.

use kuba_rules::Symmetry;
use parlor_batch::kuba::{action, number};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::actions;
use crate::errors;
use crate::kuba_arguments::read_action;
use crate::kuba_position::KubaPosition;
use crate::values::is_integer;
use crate::whole::whole;

/// The image of a position, of an action or of its number, as that kind of value.
///
/// # Errors
/// `ParlorError` for another value or symmetry, `NotationError` for another text.
#[pyfunction]
pub(crate) fn _kuba_transform<'py>(
    value: &Bound<'py, PyAny>,
    symmetry: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let last = Symmetry::ALL.len() - 1;
    let symmetry = Symmetry::ALL[whole("the symmetry", symmetry, &(0..=last))?];
    if let Ok(position) = value.cast::<KubaPosition>() {
        let image = KubaPosition(symmetry.position(&position.get().0));
        return Ok(Bound::new(py, image)?.into_any());
    }
    if value.is_instance_of::<PyString>() {
        let image = number(symmetry.action(read_action(value)?));
        return actions::KUBA.texts(py)?.get_item(image);
    }
    if !is_integer(value) {
        return Err(errors::invalid(value, |shown| {
            format!(
                "{shown} is no position and no action; give a kuba.Position, a push like 65F, end, or \
                 the number of an action"
            )
        }));
    }
    let place = actions::KUBA.number(value)?.unwrap_or_default();
    Ok(image(symmetry, place).into_pyobject(py)?.into_any())
}

/// For each symmetry, the images of all actions, by number.
///
/// # Errors
/// When memory runs out.
pub(crate) fn table(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let images =
        |symmetry| (0..parlor_batch::kuba::ACTIONS).map(move |place| image(symmetry, place));
    let rows = Symmetry::ALL.map(|symmetry| PyTuple::new(py, images(symmetry).collect::<Vec<_>>()));
    PyTuple::new(py, rows.into_iter().collect::<PyResult<Vec<_>>>()?)
}

/// The number of the image of the action with a number.
fn image(symmetry: Symmetry, place: usize) -> usize {
    let known = i64::try_from(place).ok().and_then(action);
    known.map_or(place, |known| number(symmetry.action(known)))
}
