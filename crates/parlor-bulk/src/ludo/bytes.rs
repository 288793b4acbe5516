//! Operations on a byte in each lane. A mask has all bits of a byte set, or none.

/// A byte for each game.
pub(super) type Bytes<const N: usize> = [i8; N];

/// Defines functions that do the same with the bytes of each lane.
macro_rules! in_every_lane {
    ($($(#[$doc:meta])* $name:ident($($byte:ident),+) => $result:expr;)+) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name<const N: usize>($($byte: Bytes<N>),+) -> Bytes<N> {
            let mut result = [0; N];
            for lane in 0..N {
                $(let $byte = $byte[lane];)+
                result[lane] = $result;
            }
            result
        }
    )+};
}

in_every_lane! {
    add(left, right) => left.wrapping_add(right);
    subtract(left, right) => left.wrapping_sub(right);
    and(left, right) => left & right;
    or(left, right) => left | right;
    /// The bits of the second that the first has not.
    without(mask, byte) => !mask & byte;
    not(mask) => !mask;
    equal(left, right) => -i8::from(left == right);
    greater(left, right) => -i8::from(left > right);
    smaller(left, right) => left.min(right);
    larger(left, right) => left.max(right);
    /// The smaller of two bytes without a sign.
    smaller_unsigned(left, right) => left.cast_unsigned().min(right.cast_unsigned()).cast_signed();
    /// The first of two where the mask is set, and else the second.
    choose(mask, first, second) => second ^ ((first ^ second) & mask);
}

/// The same byte in every lane.
#[inline(always)]
pub(super) const fn splat<const N: usize>(byte: i8) -> Bytes<N> {
    [byte; N]
}

/// Whether any byte is not zero.
#[inline(always)]
pub(super) fn any<const N: usize>(bytes: &Bytes<N>) -> bool {
    // By words, which the compiler knows how to test at once. `map` would be a call.
    let (words, rest) = bytes.as_chunks();
    let mut bits = 0;
    for &[a, b, c, d, e, f, g, h] in words {
        bits |= i64::from_ne_bytes([
            a.cast_unsigned(),
            b.cast_unsigned(),
            c.cast_unsigned(),
            d.cast_unsigned(),
            e.cast_unsigned(),
            f.cast_unsigned(),
            g.cast_unsigned(),
            h.cast_unsigned(),
        ]);
    }
    bits != 0 || rest.iter().any(|&byte| byte != 0)
}
