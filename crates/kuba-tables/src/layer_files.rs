//! Finished layers as files, so that a build goes on from there after an interruption.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PKUBALAY` |
//! | 24 | as in a file of tables, from the format's version to that of the values |
//! | 4 | the material of the layer's first section: own, other, reds, needed |
//! | … | the values of its sections, a byte each |
//! | 32 | SHA-256 of everything before |

use core::sync::atomic::{AtomicU8, Ordering};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use parlor_map::FileMap;
use sha2::{Digest, Sha256};

use crate::header::{self, CHECKSUM};
use crate::layer::Layer;
use crate::values::Values;

const MAGIC: &[u8; 8] = b"PKUBALAY";
/// The bytes that are written at once.
const BLOCK: usize = 1 << 16;

/// The files of the layers of tables that are being built.
#[derive(Debug)]
pub(crate) struct LayerFiles<'a> {
    folder: &'a Path,
    /// The most marbles on the board.
    marbles: u8,
}

impl<'a> LayerFiles<'a> {
    pub(crate) const fn new(folder: &'a Path, marbles: u8) -> Self {
        Self { folder, marbles }
    }

    /// What the names of all files begin with.
    fn prefix(&self) -> String {
        format!("kuba-{}.layer-", self.marbles)
    }

    fn path(&self, layer: &Layer) -> PathBuf {
        let [own, other, reds, needed] = layer.material().counts();
        let name = format!("{}{own}-{other}-{reds}-{needed}", self.prefix());
        self.folder.join(name)
    }

    fn header(&self, layer: &Layer) -> Vec<u8> {
        let mut header = header::header(*MAGIC, self.marbles);
        header.extend(layer.material().counts());
        header
    }

    /// Copies the values of a layer from its file to their places. Returns whether there is such a file,
    /// whole and unaltered; otherwise nothing is copied.
    pub(crate) fn load(&self, layer: &Layer, values: &[AtomicU8]) -> bool {
        let bytes = parlor_cache::load(&self.path(layer), |path| match FileMap::open(path) {
            Ok(file) => {
                let place = 0..file.len();
                Some(Values::Mapped { file, place })
            }
            // A file system that cannot map files can still be read.
            Err(_) => fs::read(path).ok().map(Values::Owned),
        });
        let Some(mut stored) = bytes
            .as_deref()
            .and_then(|bytes| self.checked(layer, bytes))
        else {
            return false;
        };
        for section in layer.sections() {
            let (of_section, rest) = stored.split_at(section.states);
            stored = rest;
            for (value, &byte) in values[section.range()].iter().zip(of_section) {
                value.store(byte, Ordering::Relaxed);
            }
        }
        true
    }

    /// The values in the bytes of a file, if it is one of this layer, whole and unaltered.
    fn checked<'b>(&self, layer: &Layer, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let (content, checksum) = bytes.split_last_chunk::<{ CHECKSUM }>()?;
        let values = content.strip_prefix(&*self.header(layer))?;
        let is_whole = values.len() == layer.states() && Sha256::digest(content)[..] == *checksum;
        is_whole.then_some(values)
    }

    /// Saves a layer that is finished.
    ///
    /// # Errors
    /// Any I/O error, which leaves no file of the layer behind.
    pub(crate) fn save(&self, layer: &Layer, values: &[AtomicU8]) -> io::Result<()> {
        parlor_cache::save(&self.path(layer), |file| {
            let header = self.header(layer);
            let mut checksum = Sha256::new_with_prefix(&header);
            file.write_all(&header)?;
            let mut block = Vec::with_capacity(BLOCK);
            for section in layer.sections() {
                for values in values[section.range()].chunks(BLOCK) {
                    block.clear();
                    block.extend(values.iter().map(|value| value.load(Ordering::Relaxed)));
                    checksum.update(&block);
                    file.write_all(&block)?;
                }
            }
            file.write_all(&checksum.finalize())
        })
    }

    /// Removes all files, and those that a killed process has not finished.
    ///
    /// One that cannot be removed only takes its space.
    pub(crate) fn remove_all(&self) {
        let prefix = self.prefix();
        let entries = fs::read_dir(self.folder).into_iter().flatten().flatten();
        for entry in entries {
            let is_layer = |name: &str| name.starts_with(&prefix);
            if entry.file_name().to_str().is_some_and(is_layer) {
                let _left = fs::remove_file(entry.path());
            }
        }
    }
}
