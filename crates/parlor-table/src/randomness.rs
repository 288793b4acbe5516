//! Where secrets, names of games and bytes for the dice come from.

use core::fmt::Debug;

/// A source of bytes that nobody can foresee.
pub trait Randomness: Debug + Send + Sync + 'static {
    /// Fills these bytes.
    ///
    /// # Errors
    /// When the system has none to give; nothing secret may be made then.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomnessError>;
}

impl dyn Randomness {
    /// So many bytes.
    ///
    /// # Errors
    /// As [`fill`](Randomness::fill).
    pub fn bytes<const LENGTH: usize>(&self) -> Result<[u8; LENGTH], RandomnessError> {
        let mut bytes = [0; LENGTH];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

/// The operating system gave no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gave no random bytes, without which no secret can be made")]
pub struct RandomnessError;
