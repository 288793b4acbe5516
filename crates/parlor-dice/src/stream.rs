//! The rolls that follow from a secret and everybody's entropy.

use core::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::Bytes32;

/// The name of the one scheme there is.
pub const SCHEME: &str = "parlor-dice-v1";

/// The rolls of one game by the scheme `parlor-dice-v1`.
///
/// Roll `n` comes from HMAC-SHA-256. The key is the server's secret; the message
/// is the scheme's name, the game id, the entropy of every seat in the order of
/// the seats, `n`, and the number of the block. The game id and each entropy are
/// preceded by their length in bytes; all numbers are 64 bits, big-endian. The
/// first byte below 252 of a block's 32 gives the roll, `byte % 6 + 1`; if there
/// is none, the next block follows.
///
/// Rolls can be computed in any order.
///
/// ```
/// use parlor_dice::{Bytes32, DiceStream};
///
/// // Ann typed some words at seat A; the bot at C has none.
/// let stream = DiceStream::new(&Bytes32([0; 32]), "g-17", ["words", ""]);
/// let rolls: Vec<u8> = (0..10).map(|n| stream.roll(n)).collect();
/// assert_eq!(rolls, [5, 6, 1, 4, 2, 1, 4, 3, 2, 3]);
/// ```
#[derive(Clone)]
pub struct DiceStream {
    /// The state after the prefix that every roll's message begins with.
    begun: Hmac<Sha256>,
}

impl DiceStream {
    /// The stream of a game.
    ///
    /// The entropies are those of the seats that play, in the order A, B, C, D,
    /// whoever begins. A bot's is empty.
    pub fn new(
        secret: &Bytes32,
        game_id: &str,
        entropies: impl IntoIterator<Item = impl AsRef<[u8]>>,
    ) -> Self {
        let mut begun = keyed(&secret.0);
        begun.update(SCHEME.as_bytes());
        update_with_length(&mut begun, game_id.as_bytes());
        for entropy in entropies {
            update_with_length(&mut begun, entropy.as_ref());
        }
        Self { begun }
    }

    /// Roll `n`, counted from 0: 1 to 6, uniformly distributed.
    pub fn roll(&self, n: u64) -> u8 {
        first_face(|number| self.block(n, number))
    }

    /// A block of the bytes for roll `n`.
    fn block(&self, n: u64, number: u64) -> [u8; 32] {
        let message = self.begun.clone();
        let message = message.chain_update(n.to_be_bytes());
        let message = message.chain_update(number.to_be_bytes());
        message.finalize().into_bytes().into()
    }
}

/// Hides the secret, which may not be revealed yet.
impl fmt::Debug for DiceStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiceStream").finish_non_exhaustive()
    }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn update_with_length(message: &mut Hmac<Sha256>, bytes: &[u8]) {
    // Lengths in memory are below 2⁶⁴ on every machine.
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    message.update(&length.to_be_bytes());
    message.update(bytes);
}

/// The bytes below this give each face 42 times; the others are rejected.
const FAIR_BELOW: u8 = 252;

/// The face of the first byte below [`FAIR_BELOW`], block after block.
fn first_face(mut block: impl FnMut(u64) -> [u8; 32]) -> u8 {
    // A block without such a byte has probability 2⁻¹⁹², so there is no second in practice.
    let mut number = 0;
    loop {
        if let Some(byte) = block(number).into_iter().find(|&byte| byte < FAIR_BELOW) {
            return byte % 6 + 1;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HMAC-SHA-256 in hexadecimal digits, by the function that the stream uses.
    fn hmac(key: &[u8], message: &[u8]) -> String {
        let code = keyed(key).chain_update(message).finalize().into_bytes();
        Bytes32(code.into()).to_string()
    }

    #[test]
    fn the_published_vectors_of_rfc_4231_hold() {
        let counting: Vec<u8> = (1..=25).collect();
        let vectors: [(&[u8], &[u8], &str); 7] = [
            (
                &[0x0b; 20],
                b"Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                &[0xaa; 20],
                &[0xdd; 50],
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            ),
            (
                &counting,
                &[0xcd; 50],
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
            ),
            // Published with its first 16 bytes alone.
            (
                &[0x0c; 20],
                b"Test With Truncation",
                "a3b6167473100ee06e0c796c2955552b",
            ),
            (
                &[0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
            (
                &[0xaa; 131],
                b"This is a test using a larger than block-size key and a larger than block-size \
                  data. The key needs to be hashed before being used by the HMAC algorithm.",
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
            ),
        ];
        for (number, (key, message, code)) in (1..).zip(vectors) {
            let computed = hmac(key, message);
            assert_eq!(&computed[..code.len()], code, "test case {number}");
        }
    }

    #[test]
    fn every_byte_below_252_gives_its_face_and_the_others_none() {
        let mut faces = [0; 6];
        for byte in 0..=u8::MAX {
            // What follows a byte that is passed over is a 3, in the same block or in the next.
            let [mut block, mut full] = [[2; 32], [u8::MAX; 32]];
            block[0] = byte;
            full[31] = byte;
            let face = first_face(|_| block);
            assert_eq!(face, if byte < 252 { byte % 6 + 1 } else { 3 }, "{byte}");
            let mut asked = Vec::new();
            let last = first_face(|number| {
                asked.push(number);
                if number == 0 { full } else { [2; 32] }
            });
            assert_eq!(last, face, "{byte} at the end of a block");
            assert_eq!(asked.len(), if byte < 252 { 1 } else { 2 });
            if byte < 252 {
                faces[usize::from(face) - 1] += 1;
            }
        }
        assert_eq!(faces, [42; 6]);
    }

    #[test]
    fn blocks_are_numbered_on_until_one_has_a_face() {
        let mut asked = Vec::new();
        let face = first_face(|number| {
            asked.push(number);
            if number < 3 { [252; 32] } else { [5; 32] }
        });
        assert_eq!((face, asked), (6, vec![0, 1, 2, 3]));
    }

    #[test]
    fn the_second_block_is_a_message_of_its_own() {
        let stream = DiceStream::new(&Bytes32([7; 32]), "g", ["a", "bc"]);
        let mut message = b"parlor-dice-v1".to_vec();
        let parts: [&[u8]; 7] = [
            &[0, 0, 0, 0, 0, 0, 0, 1],
            b"g",
            &[0, 0, 0, 0, 0, 0, 0, 1],
            b"a",
            &[0, 0, 0, 0, 0, 0, 0, 2],
            b"bc",
            &[0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 1],
        ];
        message.extend(parts.concat());
        assert_eq!(
            Bytes32(stream.block(260, 1)).to_string(),
            hmac(&[7; 32], &message)
        );
        assert_ne!(stream.block(260, 1), stream.block(260, 0));
    }

    #[test]
    fn a_stream_does_not_show_its_secret() {
        let stream = DiceStream::new(&Bytes32([7; 32]), "g", [""]);
        assert_eq!(format!("{stream:?}"), "DiceStream { .. }");
    }

    /// How far counts are from all being the same: the sum of squared
    /// differences, each divided by the count expected.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        let differences = counts.iter().map(|&count| f64::from(count) - expected);
        differences
            .map(|difference| difference * difference / expected)
            .sum()
    }

    /// One secret in a thousand would give a fair stream that exceeds either
    /// bound: they are the 99.9th percentiles for 5 and for 35 degrees of
    /// freedom. As the secret is fixed, the answer never changes.
    #[test]
    fn a_million_rolls_are_even_alone_and_in_pairs() {
        let stream = DiceStream::new(&Bytes32([0x2a; 32]), "a million rolls", ["", ""]);
        let mut faces = [0_u32; 6];
        let mut pairs = [0_u32; 36];
        for n in 0..500_000 {
            let [first, second] = [2 * n, 2 * n + 1].map(|n| usize::from(stream.roll(n)) - 1);
            faces[first] += 1;
            faces[second] += 1;
            pairs[6 * first + second] += 1;
        }
        let [of_faces, of_pairs] = [chi_square(&faces), chi_square(&pairs)];
        assert!(of_faces < 20.515, "{of_faces}: {faces:?}");
        assert!(of_pairs < 66.619, "{of_pairs}: {pairs:?}");
    }
}
