//! The NPY format of NumPy, version 1.0.
//!
//! The format is that of NumPy Enhancement Proposal 1 (R. Kern, *A simple file format for NumPy
//! arrays*, 2007): a magic string, the version, the length of the header, a header that is a dictionary of
//! Python, and the values. The header is padded so that the values begin at byte 128, which
//! leaves room to write the number of rows into it at the end.
//!
//! The crate `npyz` (0.9.1) appends rows of an unknown number in one and two dimensions only; the column
//! `tokens` has three.

use std::io::{self, Seek, SeekFrom, Write};

use crate::column::Column;

/// The bytes before the values.
const HEADER: usize = 128;

/// Writes an array whose rows come piece by piece.
#[derive(Debug)]
pub struct NpyWriter<W> {
    out: W,
    dtype: &'static str,
    shape: Vec<usize>,
    rows: u64,
    buffer: Vec<u8>,
}

impl<W: Write + Seek> NpyWriter<W> {
    /// An array with rows like those of this column, none of which is written yet.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn new(mut out: W, column: &Column) -> io::Result<Self> {
        let dtype = column.values.dtype();
        out.write_all(&header(dtype, 0, &column.shape))?;
        Ok(Self {
            out,
            dtype,
            shape: column.shape.clone(),
            rows: 0,
            buffer: Vec::new(),
        })
    }

    /// Appends rows.
    ///
    /// # Errors
    /// What `out` returns; the array cannot be finished then.
    pub fn append(&mut self, column: &Column) -> io::Result<()> {
        self.buffer.clear();
        column.values.write_to(&mut self.buffer);
        self.out.write_all(&self.buffer)?;
        self.rows += column.rows() as u64;
        Ok(())
    }

    /// Writes the number of rows, and returns what it was written to.
    ///
    /// # Errors
    /// What `out` returns.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.seek(SeekFrom::Start(0))?;
        self.out
            .write_all(&header(self.dtype, self.rows, &self.shape))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// The bytes before the values.
fn header(dtype: &str, rows: u64, shape: &[usize]) -> Vec<u8> {
    use std::fmt::Write as _;

    let mut sizes = format!("{rows},");
    for size in shape {
        let _infallible = write!(sizes, " {size},");
    }
    if !shape.is_empty() {
        sizes.pop();
    }
    let words = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({sizes}), }}");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let length = HEADER - bytes.len() - 2;
    bytes.extend(u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend_from_slice(words.as_bytes());
    bytes.resize(HEADER - 1, b' ');
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::column::Values;

    fn written(columns: &[Column]) -> Vec<u8> {
        let mut writer = NpyWriter::new(Cursor::new(Vec::new()), &columns[0]).expect("memory");
        for column in columns {
            writer.append(column).expect("memory");
        }
        writer.finish().expect("memory").into_inner()
    }

    /// The bytes are those of `numpy.save` with NumPy 2.4.
    #[test]
    fn an_array_is_written_as_numpy_writes_it() {
        let bytes = written(&[
            Column::flat("ply", Values::U16(vec![1, 2])),
            Column::flat("ply", Values::U16(vec![259])),
        ]);
        let words = b"{'descr': '<u2', 'fortran_order': False, 'shape': (3,), }";
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(&bytes[10..10 + words.len()], words);
        assert!(
            bytes[10 + words.len()..127]
                .iter()
                .all(|&byte| byte == b' ')
        );
        assert_eq!(&bytes[127..], b"\n\x01\x00\x02\x00\x03\x01");
    }

    #[test]
    fn a_row_may_have_several_values() {
        let tokens = Column::shaped("tokens", &[2, 2], Values::I8(vec![-1, 0, 1, 2]));
        let bytes = written(&[tokens]);
        assert!(String::from_utf8_lossy(&bytes).contains("'shape': (1, 2, 2), }"));
        assert_eq!(&bytes[128..], [255, 0, 1, 2]);
    }

    #[test]
    fn the_longest_header_has_room() {
        let bytes = header("<f8", u64::MAX, &[4, 2]);
        assert_eq!(bytes.len(), HEADER);
        assert!(String::from_utf8_lossy(&bytes).trim_end().ends_with('}'));
    }

    /// A disk with room for a few bytes.
    struct Small(Cursor<Vec<u8>>);

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.position() + bytes.len() as u64 > 150 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Small {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_full_disk_is_reported() {
        let column = Column::flat("game", Values::U32(vec![0; 5]));
        let mut writer = NpyWriter::new(Small(Cursor::default()), &column).expect("room");
        writer.append(&column).expect("room for five");
        let error = writer.append(&column).expect_err("no room for ten");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
