//! The dice of random words.

use super::bytes::Bytes;

/// The eight dice of each word, 0 to 5, in the order in which they are rolled.
///
/// Rules: L-5. They are those of [`rolls_of_word`](ludo_rules::rolls_of_word), which multiplies by six for each
/// die: what overflows of a word times 6ⁿ has the next n dice as its digits of base six.
#[inline(always)]
pub(super) fn dice_of<const N: usize>(words: &mut [u64; N]) -> [Bytes<N>; 8] {
    let mut dice = [[0; N]; 8];
    [dice[0], dice[1], dice[2]] = three_dice(words);
    [dice[3], dice[4], dice[5]] = three_dice(words);
    (dice[6], dice[7]) = split::<N, 6>(overflow::<N, 36>(words));
    dice
}

#[inline(always)]
fn three_dice<const N: usize>(words: &mut [u64; N]) -> [Bytes<N>; 3] {
    let three = overflow::<N, 216>(words);
    let (first, others) = split::<N, 36>(three);
    let (second, third) = split::<N, 6>(others);
    [first, second, third]
}

/// What overflows of each word times `BY`, at most 256; the rest is the new word.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "less than a factor of at most 256 overflows"
)]
fn overflow<const N: usize, const BY: u64>(words: &mut [u64; N]) -> Bytes<N> {
    let mut over = [0; N];
    for lane in 0..N {
        // Products of 32 bits, for which there are instructions.
        let low = (words[lane] & 0xFFFF_FFFF) * BY;
        let high = (words[lane] >> 32) * BY + (low >> 32);
        over[lane] = (high >> 32) as i8;
        words[lane] = high << 32 | low & 0xFFFF_FFFF;
    }
    over
}

/// Bytes without a sign divided by `BY`, and what is left.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a quotient and a rest of a byte are bytes"
)]
fn split<const N: usize, const BY: u16>(bytes: Bytes<N>) -> (Bytes<N>, Bytes<N>) {
    let (mut quotients, mut rests) = ([0; N], [0; N]);
    for lane in 0..N {
        let byte = u16::from(bytes[lane].cast_unsigned());
        // The upper half of a product of 16 bits: exact for a byte, where the factor is 2¹⁶ / BY, rounded up.
        let factor = u32::from(u16::MAX / BY + 1);
        let quotient = ((u32::from(byte) * factor) >> 16) as u16;
        quotients[lane] = quotient as i8;
        rests[lane] = (byte - quotient * BY) as i8;
    }
    (quotients, rests)
}
