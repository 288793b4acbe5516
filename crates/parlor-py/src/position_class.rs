//! What both games' position classes have in common.

/// The methods of a position class that do not depend on the game (pictures, printing, hashing,
/// copies, pickles), and functions that read a position from a Python value.
///
/// The class is a tuple struct around a position, named `Position` in the Python module. The doc
/// comment is the example in the docstring of `to_svg`.
macro_rules! position_class {
    (
        $(#[$example:meta])*
        $class:ident of $game:ident, from $rules:ident, in $module:literal, unpickled by $unpickle:ident
    ) => {
        #[pyo3::pymethods]
        impl $class {
            /// Return the board as an SVG document.
            ///
            /// ``theme`` is ``"auto"``, which follows the viewer's system, ``"light"``, ``"dark"``,
            /// ``"wood"`` or ``"contrast"``. Ids begin with a hash of what is shown, so that a page can hold several pictures.
            ///
            /// Raises parlor.ParlorError for another theme.
            ///
            $(#[$example])*
            #[pyo3(
                signature = (*, theme = crate::values::Keyword::Absent),
                text_signature = "($self, *, theme='auto')"
            )]
            fn to_svg(&self, theme: crate::values::Keyword<'_>) -> PyResult<String> {
                let style = crate::pictures::style(theme)?;
                let snapshot = self.snapshot();
                Ok(crate::pictures::drawn(style, |options| snapshot.svg(options)))
            }

            /// The picture for notebooks.
            fn _repr_svg_(&self) -> String {
                let snapshot = self.snapshot();
                crate::pictures::in_notebook(|options| snapshot.svg(options))
            }

            fn __hash__(&self) -> u64 {
                self.0.stable_hash()
            }

            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __repr__(&self) -> String {
                format!(concat!($module, ".Position.parse('{}')"), self.0)
            }

            fn __copy__(&self) -> Self {
                *self
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                *self
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
                static UNPICKLE: pyo3::sync::PyOnceLock<Py<PyAny>> = pyo3::sync::PyOnceLock::new();
                let unpickle = UNPICKLE.import(py, "parlor._native", stringify!($unpickle))?;
                Ok((unpickle.clone(), (self.0.to_string(),)))
            }
        }

        /// Restores a pickled position from its line.
        #[pyo3::pyfunction]
        pub(crate) fn $unpickle(line: &Bound<'_, PyAny>) -> PyResult<$class> {
            $class::from_line(line)
        }

        /// The order of their lines, which means nothing but is one.
        impl PartialOrd for $class {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.0.to_string().cmp(&other.0.to_string()))
            }
        }

        impl $class {
            /// The position in a value of this class; `expected` is what an error asks for.
            ///
            /// # Errors
            /// `ParlorError` for any other value.
            pub(crate) fn read(
                value: &Bound<'_, PyAny>,
                expected: &str,
            ) -> PyResult<$rules::Position> {
                let position = value.cast::<Self>().map(|position| position.get().0);
                position.map_err(|_| {
                    crate::errors::invalid(value, |shown| {
                        format!("{shown} is no position; give {expected}")
                    })
                })
            }

            /// As [`Self::read`]; a string is the position's line.
            ///
            /// # Errors
            /// Those of [`Self::read`] and [`Self::from_line`].
            pub(crate) fn read_or_parse(
                value: &Bound<'_, PyAny>,
                expected: &str,
            ) -> PyResult<$rules::Position> {
                if value.is_instance_of::<pyo3::types::PyString>() {
                    return Ok(Self::from_line(value)?.0);
                }
                Self::read(value, expected)
            }

            /// The position that a line describes.
            ///
            /// # Errors
            /// `NotationError` or `SetupError`; `ParlorError` for anything but a string.
            fn from_line(line: &Bound<'_, PyAny>) -> PyResult<Self> {
                let Ok(string) = line.cast::<pyo3::types::PyString>() else {
                    return Err(crate::errors::invalid(line, |shown| {
                        format!("a position line is a string, not {shown}")
                    }));
                };
                let parsed = string.to_string_lossy().parse();
                parsed.map(Self).map_err(|error| match error {
                    $rules::PositionError::Notation(error) => {
                        crate::errors::notation(string, error.column, error.expected)
                    }
                    $rules::PositionError::Setup(reasons) => Self::setup_error(line, &reasons),
                })
            }

            /// `SetupError` with every reason.
            fn setup_error(value: &Bound<'_, PyAny>, reasons: &$rules::SetupErrors) -> PyErr {
                let $rules::SetupErrors(reasons) = reasons;
                let rule = reasons.first().map($rules::SetupError::rule);
                crate::errors::setup(value, rule, reasons.iter().map(ToString::to_string))
            }

            /// The position to be drawn, without a history.
            fn snapshot(&self) -> Box<dyn parlor_view::Shown> {
                let game = parlor_game::LiveGame::new(self.0, None);
                Box::new(parlor_view::Snapshot::<parlor_game::$game>::of(&game))
            }
        }
    };
}

pub(crate) use position_class;
