//! Files mapped into memory for reading: the one place of the project with unsafe code.
//!
//! The solved values of Ludo are 25 and 50 MB. Processes that map their file share one copy of it,
//! that of the system's cache, where each would have its own otherwise; a machine with 64 workers
//! saves gigabytes. No safe function of the standard library maps a file, because nothing can keep
//! other programs from changing it.
//!
//! The one design decision: this crate gives out bytes, and nothing but bytes. Every byte is a valid
//! one whatever is done to the file, so that a file that is overwritten makes for wrong numbers and
//! not for wrong memory. Who maps a file must not overwrite it: a new file is written next to it and
//! renamed into place, which leaves the old one as it was for those who have mapped it.
//!
//! **A file that becomes shorter while it is mapped** has no bytes where they are read next, and the
//! system ends the process (`SIGBUS` on Unix; Windows refuses to shorten it). The same happens when
//! the disk or the network below it fails. So only files are mapped that the project writes itself,
//! into a folder for this alone, and a long-running server reads them instead.

use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, mapped into memory.
#[derive(Debug)]
pub struct FileMap(Mmap);

impl FileMap {
    /// Maps a file, as long as it is now.
    ///
    /// Nobody may overwrite or shorten the file while it is mapped: see the head of the crate. To
    /// rename another one into its place and to remove it are harmless.
    ///
    /// # Errors
    /// That of opening or of mapping it; [`io::ErrorKind::InvalidInput`] if it is no regular file.
    pub fn open(path: &Path) -> io::Result<Self> {
        // To open a pipe would wait for somebody who writes to it; so look before, and look again at
        // what was opened.
        let is_file = |is_file: bool| {
            let reason = "it is no regular file, so it cannot be mapped";
            is_file
                .then_some(())
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, reason))
        };
        is_file(fs::metadata(path)?.is_file())?;
        let file = File::open(path)?;
        is_file(file.metadata()?.is_file())?;
        #[expect(
            unsafe_code,
            reason = "no safe function maps a file; the head of the crate has the conditions"
        )]
        // SAFETY: The mapping is private to reading and lives as long as the `Mmap`. The bytes must
        // not change while a reference to them exists. The callers' files are renamed into place
        // when they are complete, and never opened for writing again; a program of somebody else
        // that does so is outside of what this process can rule out, and every byte that it could
        // put there is a valid `u8`.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Self(map))
    }
}

impl Deref for FileMap {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A path of its own for a test.
    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("parlor-map-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder of temporary files takes one");
        folder.join(name)
    }

    #[test]
    fn the_bytes_are_those_of_the_file() {
        let path = path("bytes");
        let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
        fs::write(&path, &bytes).expect("it can be written");
        assert_eq!(FileMap::open(&path).expect("it is there")[..], bytes[..]);
    }

    #[test]
    fn another_file_in_its_place_leaves_the_bytes_as_they_were() {
        let [path, new] = ["old", "new"].map(path);
        fs::write(&path, "old bytes").expect("it can be written");
        let map = FileMap::open(&path).expect("it is there");
        fs::write(&new, "new").expect("it can be written");
        // Windows refuses, which leaves the bytes as well.
        let _ = fs::rename(&new, &path);
        assert_eq!(&map[..], b"old bytes");
    }

    #[test]
    fn an_empty_file_has_no_bytes() {
        let path = path("empty");
        fs::write(&path, "").expect("it can be written");
        assert!(FileMap::open(&path).is_ok_and(|map| map.is_empty()));
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let none = FileMap::open(&path("nothing")).expect_err("there is no such file");
        assert_eq!(none.kind(), io::ErrorKind::NotFound);
        assert!(FileMap::open(&std::env::temp_dir()).is_err());
    }

    /// To open it would wait for a writer.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let path = path("pipe");
        let _may_be_new = fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()), "there is mkfifo");
        let refused = FileMap::open(&path).expect_err("it is no file");
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
    }
}
