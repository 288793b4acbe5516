//! Columns of numbers.

/// The values of a column, one row after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Truth values.
    Bool(Vec<bool>),
    /// 8 bits, signed.
    I8(Vec<i8>),
    /// 8 bits.
    U8(Vec<u8>),
    /// 16 bits, signed.
    I16(Vec<i16>),
    /// 16 bits.
    U16(Vec<u16>),
    /// 32 bits.
    U32(Vec<u32>),
    /// 64 bits.
    U64(Vec<u64>),
    /// Double precision.
    F64(Vec<f64>),
}

/// Does the same for the vector of each kind.
macro_rules! for_values {
    ($values:expr, $list:ident => $do:expr) => {
        match $values {
            Values::Bool($list) => $do,
            Values::I8($list) => $do,
            Values::U8($list) => $do,
            Values::I16($list) => $do,
            Values::U16($list) => $do,
            Values::U32($list) => $do,
            Values::U64($list) => $do,
            Values::F64($list) => $do,
        }
    };
}

impl Values {
    /// The number of values.
    pub fn len(&self) -> usize {
        for_values!(self, list => list.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// NumPy's name of the type, little-endian: `<u4`.
    pub const fn dtype(&self) -> &'static str {
        match self {
            Self::Bool(_) => "|b1",
            Self::I8(_) => "|i1",
            Self::U8(_) => "|u1",
            Self::I16(_) => "<i2",
            Self::U16(_) => "<u2",
            Self::U32(_) => "<u4",
            Self::U64(_) => "<u8",
            Self::F64(_) => "<f8",
        }
    }

    /// Appends the values of a column of the same kind.
    fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::Bool(list), Self::Bool(more)) => list.extend(more),
            (Self::I8(list), Self::I8(more)) => list.extend(more),
            (Self::U8(list), Self::U8(more)) => list.extend(more),
            (Self::I16(list), Self::I16(more)) => list.extend(more),
            (Self::U16(list), Self::U16(more)) => list.extend(more),
            (Self::U32(list), Self::U32(more)) => list.extend(more),
            (Self::U64(list), Self::U64(more)) => list.extend(more),
            (Self::F64(list), Self::F64(more)) => list.extend(more),
            (list, more) => unreachable!("{} is no {}", more.dtype(), list.dtype()),
        }
    }

    /// Appends the bytes of the values, little-endian.
    pub fn write_to(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Bool(list) => bytes.extend(list.iter().map(|&value| u8::from(value))),
            Self::I8(list) => bytes.extend(list.iter().map(|value| value.cast_unsigned())),
            Self::U8(list) => bytes.extend_from_slice(list),
            Self::I16(list) => bytes.extend(list.iter().flat_map(|value| value.to_le_bytes())),
            Self::U16(list) => bytes.extend(list.iter().flat_map(|value| value.to_le_bytes())),
            Self::U32(list) => bytes.extend(list.iter().flat_map(|value| value.to_le_bytes())),
            Self::U64(list) => bytes.extend(list.iter().flat_map(|value| value.to_le_bytes())),
            Self::F64(list) => bytes.extend(list.iter().flat_map(|value| value.to_le_bytes())),
        }
    }
}

/// A column: its name, the shape of a row in it, and the values in C order.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name: `tokens`.
    pub name: &'static str,
    /// The shape of a row: empty for one value, `[2, 2]` for two by two.
    pub shape: Vec<usize>,
    /// The values.
    pub values: Values,
}

impl Column {
    /// A column with a value for each row.
    pub(crate) fn flat(name: &'static str, values: Values) -> Self {
        Self::shaped(name, &[], values)
    }

    /// A column with several values for each row.
    pub(crate) fn shaped(name: &'static str, shape: &[usize], values: Values) -> Self {
        Self {
            name,
            shape: shape.to_vec(),
            values,
        }
    }

    /// The number of values in a row.
    pub fn width(&self) -> usize {
        self.shape.iter().product()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.values.len() / self.width()
    }

    pub(crate) fn append(&mut self, more: Self) {
        self.values.append(more.values);
    }
}
