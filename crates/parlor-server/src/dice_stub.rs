//! TEMPORARY
use parlor_record::record::Bytes32;
/// x
#[derive(Debug, Clone)]
pub struct DiceStream(Bytes32);
impl DiceStream {
    /// x
    pub fn new(secret: Bytes32, _: &str, _: &[Vec<u8>]) -> Self {
        Self(secret)
    }
    /// x
    pub fn roll(&self, n: u64) -> u8 {
        let mut t = self.0.0.to_vec();
        t.extend(n.to_be_bytes());
        Bytes32::sha_256(&t).0[0] % 6 + 1
    }
}
