//! The rolls that follow from a secret and everybody's entropy.

use core::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::message::update_with_length;
use crate::{Bytes32, Scheme};

/// The bytes of every seat in a later epoch of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epoch<B> {
    /// The number of rolls before it, so its first roll.
    pub first_roll: u64,
    /// The bytes of the seats that play, in the order A, B, C, D. A bot's are
    /// empty.
    pub entropies: Vec<B>,
}

/// The rolls of one game, by either version of the [`Scheme`].
///
/// Roll `n` comes from HMAC-SHA-256 (RFC 2104, FIPS 180-4). The key is the
/// server's secret; the message is the scheme's name, the game id, the bytes of
/// every seat in the order of the seats, in version 2 the number of the epoch,
/// then `n`, and the number of the block. The game id and the bytes of each seat
/// are preceded by their length in bytes; all numbers are 64 bits, big-endian.
/// The first byte below 252 of a block's 32 gives the roll, `byte % 6 + 1`; if
/// there is none, the next block follows.
///
/// `n` counts over the whole game, also across epochs. Rolls can be computed in
/// any order.
///
/// ```
/// use parlor_dice::{Bytes32, DiceStream, Epoch};
///
/// // Ann typed some words at seat A; the bot at C has none.
/// let secret = Bytes32([0; 32]);
/// let stream = DiceStream::v1(&secret, "g-17", ["words", ""]);
/// let rolls: Vec<u8> = (0..10).map(|n| stream.roll(n)).collect();
/// assert_eq!(rolls, [5, 6, 1, 4, 2, 1, 4, 3, 2, 3]);
///
/// // After two rolls Ann contributes again.
/// let again = Epoch { first_roll: 2, entropies: vec!["others", ""] };
/// let stream = DiceStream::v2(&secret, "g-17", ["words", ""], [again]);
/// assert_eq!((stream.epoch_of(1), stream.epoch_of(2)), (Some(0), Some(1)));
/// ```
#[derive(Clone)]
pub struct DiceStream {
    scheme: Scheme,
    /// The epoch that the game begins with.
    first: Hmac<Sha256>,
    /// The epochs after it, each with its first roll.
    later: Vec<(u64, Hmac<Sha256>)>,
}

impl DiceStream {
    /// The stream of a game by version 1.
    ///
    /// The entropies are those of the seats that play, in the order A, B, C, D,
    /// whoever begins. A bot's is empty.
    pub fn v1(
        secret: &Bytes32,
        game_id: &str,
        entropies: impl IntoIterator<Item = impl AsRef<[u8]>>,
    ) -> Self {
        let named = named(Scheme::V1, secret, game_id);
        Self {
            scheme: Scheme::V1,
            first: with_entropies(&named, entropies),
            later: Vec::new(),
        }
    }

    /// The stream of a game by version 2.
    ///
    /// The entropies, each with its salt, are those of epoch 0, as in
    /// [`v1`](Self::v1); `later` has the epochs from 1, in order. A roll belongs
    /// to the last epoch that does not begin after it.
    pub fn v2<B: AsRef<[u8]>>(
        secret: &Bytes32,
        game_id: &str,
        entropies: impl IntoIterator<Item = B>,
        later: impl IntoIterator<Item = Epoch<B>>,
    ) -> Self {
        let named = named(Scheme::V2, secret, game_id);
        let numbered = |begun: Hmac<Sha256>, epoch: u64| begun.chain_update(epoch.to_be_bytes());
        let later = (1..).zip(later).map(|(number, epoch)| {
            let begun = with_entropies(&named, epoch.entropies);
            (epoch.first_roll, numbered(begun, number))
        });
        Self {
            scheme: Scheme::V2,
            first: numbered(with_entropies(&named, entropies), 0),
            later: later.collect(),
        }
    }

    /// Roll `n`, counted from 0: 1 to 6, uniformly distributed.
    pub fn roll(&self, n: u64) -> u8 {
        first_face(|number| self.block(n, number))
    }

    /// The epoch that roll `n` belongs to, from 0; `None` in version 1, which
    /// has no epochs.
    pub fn epoch_of(&self, n: u64) -> Option<u64> {
        // As many epochs as a `u64` can count do not fit in memory.
        (self.scheme == Scheme::V2).then(|| u64::try_from(self.begun_by(n)).unwrap_or(u64::MAX))
    }

    /// How many of the later epochs have begun at roll `n`.
    fn begun_by(&self, n: u64) -> usize {
        self.later.partition_point(|(first, _)| *first <= n)
    }

    /// The state after the part of the message that all rolls of `n`'s epoch share.
    fn begun(&self, n: u64) -> &Hmac<Sha256> {
        let last = self.begun_by(n).checked_sub(1);
        last.map_or(&self.first, |last| &self.later[last].1)
    }

    /// A block of the bytes for roll `n`.
    fn block(&self, n: u64, number: u64) -> [u8; 32] {
        let message = self.begun(n).clone();
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

/// The state after the scheme and the game.
fn named(scheme: Scheme, secret: &Bytes32, game_id: &str) -> Hmac<Sha256> {
    let mut message = keyed(&secret.0).chain_update(scheme.as_str());
    update_with_length(&mut message, game_id.as_bytes());
    message
}

/// The state after the bytes of every seat as well.
fn with_entropies(
    named: &Hmac<Sha256>,
    entropies: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Hmac<Sha256> {
    let mut message = named.clone();
    for entropy in entropies {
        update_with_length(&mut message, entropy.as_ref());
    }
    message
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
        let stream = DiceStream::v1(&Bytes32([7; 32]), "g", ["a", "bc"]);
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
    fn a_message_of_version_2_has_the_epoch_before_the_roll() {
        let later = Epoch {
            first_roll: 260,
            entropies: vec!["d", ""],
        };
        let stream = DiceStream::v2(&Bytes32([7; 32]), "g", ["a", "bc"], [later]);
        let [one, two]: [&[u8]; 2] = [&[0, 0, 0, 0, 0, 0, 0, 1], &[0, 0, 0, 0, 0, 0, 0, 2]];
        let none: &[u8] = &[0; 8];
        let messages: [(u64, &[&[u8]]); 2] = [
            (
                259,
                &[one, b"a", two, b"bc", none, &[0, 0, 0, 0, 0, 0, 1, 3], two],
            ),
            (260, &[one, b"d", none, one, &[0, 0, 0, 0, 0, 0, 1, 4], two]),
        ];
        for (roll, parts) in messages {
            let message = [b"parlor-dice-v2", one, b"g", &parts.concat()].concat();
            assert_eq!(
                Bytes32(stream.block(roll, 2)).to_string(),
                hmac(&[7; 32], &message)
            );
        }
    }

    #[test]
    fn a_roll_belongs_to_the_last_epoch_that_has_begun() {
        let begins = |first_roll| Epoch {
            first_roll,
            entropies: vec![""],
        };
        let later = [3, 5, 5, 8].map(begins);
        let stream = DiceStream::v2(&Bytes32([7; 32]), "g", [""], later);
        let epochs: Vec<_> = (0..10).filter_map(|n| stream.epoch_of(n)).collect();
        assert_eq!(epochs, [0, 0, 0, 1, 1, 3, 3, 3, 4, 4]);
        let at_once = DiceStream::v2(&Bytes32([7; 32]), "g", [""], [begins(0)]);
        assert_eq!(at_once.epoch_of(0), Some(1));
        let first = DiceStream::v1(&Bytes32([7; 32]), "g", [""]);
        assert_eq!(first.epoch_of(0), None);
    }

    #[test]
    fn the_rolls_before_an_epoch_do_not_depend_on_it() {
        let epoch = |first_roll, bytes| Epoch {
            first_roll,
            entropies: vec![bytes],
        };
        let of = |later| DiceStream::v2(&Bytes32([7; 32]), "g", ["a"], later);
        let [alone, with, other] = [vec![], vec![epoch(40, "a")], vec![epoch(40, "b")]].map(of);
        let rolls = |stream: &DiceStream, from| -> Vec<u8> {
            (from..from + 40).map(|n| stream.roll(n)).collect()
        };
        assert_eq!(rolls(&alone, 0), rolls(&with, 0));
        assert_eq!(rolls(&alone, 0), rolls(&other, 0));
        // The same bytes in another epoch are another stream, too.
        let after = [&alone, &with, &other].map(|stream| rolls(stream, 40));
        assert!(after[0] != after[1] && after[1] != after[2] && after[0] != after[2]);
    }

    #[test]
    fn a_stream_does_not_show_its_secret() {
        let stream = DiceStream::v1(&Bytes32([7; 32]), "g", [""]);
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
        let stream = DiceStream::v1(&Bytes32([0x2a; 32]), "a million rolls", ["", ""]);
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
