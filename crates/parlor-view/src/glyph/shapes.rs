//! The lines of every glyph, on the grid.

use super::Segment::{Curve, Line};
use super::{Glyph, Stroke};

macro_rules! strokes {
    ($({ $from:expr; $($segment:expr),* $(,)? }),* $(,)?) => {
        &[$(Stroke { from: $from, segments: &[$($segment),*] }),*]
    };
}

pub(super) const ZERO: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (3.0, 0.0);
        Curve((4.9, 0.0), (6.0, 2.0), (6.0, 5.0)),
        Curve((6.0, 8.0), (4.9, 10.0), (3.0, 10.0)),
        Curve((1.1, 10.0), (0.0, 8.0), (0.0, 5.0)),
        Curve((0.0, 2.0), (1.1, 0.0), (3.0, 0.0)),
    }],
};

pub(super) const ONE: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![
        { (0.7, 2.1); Line((3.3, 0.0)), Line((3.3, 10.0)) },
        { (0.9, 10.0); Line((5.7, 10.0)) },
    ],
};

pub(super) const TWO: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (0.3, 2.6);
        Curve((0.5, 1.0), (1.6, 0.0), (3.1, 0.0)),
        Curve((4.7, 0.0), (5.8, 1.1), (5.8, 2.7)),
        Curve((5.8, 4.9), (3.4, 6.2), (0.2, 10.0)),
        Line((6.0, 10.0)),
    }],
};

pub(super) const THREE: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (0.5, 1.6);
        Curve((1.0, 0.6), (1.9, 0.0), (3.0, 0.0)),
        Curve((4.6, 0.0), (5.6, 1.0), (5.6, 2.4)),
        Curve((5.6, 3.8), (4.5, 4.7), (2.6, 4.7)),
        Curve((4.8, 4.7), (6.0, 5.7), (6.0, 7.3)),
        Curve((6.0, 9.0), (4.7, 10.0), (3.0, 10.0)),
        Curve((1.6, 10.0), (0.6, 9.3), (0.1, 8.2)),
    }],
};

pub(super) const FOUR: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (4.5, 10.0); Line((4.5, 0.0)), Line((0.0, 7.1)), Line((6.2, 7.1)) }],
};

pub(super) const FIVE: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (5.4, 0.0);
        Line((1.1, 0.0)),
        Line((0.6, 4.7)),
        Curve((1.2, 4.0), (2.0, 3.7), (3.0, 3.7)),
        Curve((4.8, 3.7), (6.0, 4.9), (6.0, 6.8)),
        Curve((6.0, 8.7), (4.7, 10.0), (2.9, 10.0)),
        Curve((1.5, 10.0), (0.6, 9.4), (0.1, 8.4)),
    }],
};

pub(super) const SIX: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (4.6, 0.0);
        Curve((2.4, 1.7), (0.0, 4.2), (0.0, 6.9)),
        Curve((0.0, 8.7), (1.3, 10.0), (3.0, 10.0)),
        Curve((4.7, 10.0), (6.0, 8.7), (6.0, 6.9)),
        Curve((6.0, 5.2), (4.7, 3.9), (3.0, 3.9)),
        Curve((1.6, 3.9), (0.4, 4.9), (0.1, 6.2)),
    }],
};

pub(super) const SEVEN: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (0.1, 0.0); Line((6.0, 0.0)), Line((2.2, 10.0)) }],
};

pub(super) const EIGHT: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (3.0, 4.7);
        Curve((1.5, 4.7), (0.4, 3.8), (0.4, 2.4)),
        Curve((0.4, 1.0), (1.5, 0.0), (3.0, 0.0)),
        Curve((4.5, 0.0), (5.6, 1.0), (5.6, 2.4)),
        Curve((5.6, 3.8), (4.5, 4.7), (3.0, 4.7)),
        Curve((1.3, 4.7), (0.0, 5.7), (0.0, 7.3)),
        Curve((0.0, 8.9), (1.3, 10.0), (3.0, 10.0)),
        Curve((4.7, 10.0), (6.0, 8.9), (6.0, 7.3)),
        Curve((6.0, 5.7), (4.7, 4.7), (3.0, 4.7)),
    }],
};

pub(super) const NINE: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (1.4, 10.0);
        Curve((3.6, 8.3), (6.0, 5.8), (6.0, 3.1)),
        Curve((6.0, 1.3), (4.7, 0.0), (3.0, 0.0)),
        Curve((1.3, 0.0), (0.0, 1.3), (0.0, 3.1)),
        Curve((0.0, 4.8), (1.3, 6.1), (3.0, 6.1)),
        Curve((4.4, 6.1), (5.6, 5.1), (5.9, 3.8)),
    }],
};

pub(super) const A: Glyph = Glyph {
    width: 7.2,
    strokes: strokes![
        { (0.0, 10.0); Line((3.6, 0.0)), Line((7.2, 10.0)) },
        { (1.3, 6.6); Line((5.9, 6.6)) },
    ],
};

pub(super) const B: Glyph = Glyph {
    width: 6.2,
    strokes: strokes![
        { (3.3, 4.7);
            Line((0.0, 4.7)),
            Line((0.0, 0.0)),
            Line((3.0, 0.0)),
            Curve((4.6, 0.0), (5.6, 0.9), (5.6, 2.35)),
            Curve((5.6, 3.8), (4.6, 4.7), (3.0, 4.7)),
        },
        { (0.0, 4.7);
            Line((0.0, 10.0)),
            Line((3.3, 10.0)),
            Curve((5.1, 10.0), (6.2, 8.9), (6.2, 7.35)),
            Curve((6.2, 5.7), (5.1, 4.7), (3.3, 4.7)),
        },
    ],
};

pub(super) const C: Glyph = Glyph {
    width: 6.6,
    strokes: strokes![{ (6.6, 2.0);
        Curve((6.0, 0.8), (5.0, 0.0), (3.7, 0.0)),
        Curve((1.5, 0.0), (0.0, 2.0), (0.0, 5.0)),
        Curve((0.0, 8.0), (1.5, 10.0), (3.7, 10.0)),
        Curve((5.0, 10.0), (6.0, 9.2), (6.6, 8.0)),
    }],
};

pub(super) const D: Glyph = Glyph {
    width: 6.8,
    strokes: strokes![{ (0.0, 0.0);
        Line((2.7, 0.0)),
        Curve((5.2, 0.0), (6.8, 1.9), (6.8, 5.0)),
        Curve((6.8, 8.1), (5.2, 10.0), (2.7, 10.0)),
        Line((0.0, 10.0)),
        Line((0.0, 0.0)),
    }],
};

pub(super) const E: Glyph = Glyph {
    width: 5.4,
    strokes: strokes![
        { (5.4, 0.0); Line((0.0, 0.0)), Line((0.0, 10.0)), Line((5.4, 10.0)) },
        { (0.0, 4.9); Line((4.6, 4.9)) },
    ],
};

pub(super) const R: Glyph = Glyph {
    width: 6.2,
    strokes: strokes![
        { (0.0, 10.0);
            Line((0.0, 0.0)),
            Line((3.2, 0.0)),
            Curve((4.9, 0.0), (6.0, 1.1), (6.0, 2.75)),
            Curve((6.0, 4.4), (4.9, 5.5), (3.2, 5.5)),
            Line((0.0, 5.5)),
        },
        { (3.4, 5.5); Line((6.2, 10.0)) },
    ],
};

pub(super) const W: Glyph = Glyph {
    width: 9.0,
    strokes: strokes![{ (0.0, 0.0);
        Line((2.2, 10.0)),
        Line((4.5, 1.6)),
        Line((6.8, 10.0)),
        Line((9.0, 0.0)),
    }],
};

pub(super) const SMALL_P: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![
        { (0.0, 0.0); Line((0.0, 10.0)) },
        { (0.0, 3.3);
            Curve((0.0, 1.4), (1.3, 0.0), (3.0, 0.0)),
            Curve((4.7, 0.0), (6.0, 1.4), (6.0, 3.3)),
            Curve((6.0, 5.2), (4.7, 6.6), (3.0, 6.6)),
            Curve((1.3, 6.6), (0.0, 5.2), (0.0, 3.3)),
        },
    ],
};

pub(super) const SMALL_Q: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![
        { (6.0, 0.0); Line((6.0, 8.6)), Curve((6.0, 9.5), (6.5, 10.0), (7.8, 9.7)) },
        { (6.0, 3.3);
            Curve((6.0, 1.4), (4.7, 0.0), (3.0, 0.0)),
            Curve((1.3, 0.0), (0.0, 1.4), (0.0, 3.3)),
            Curve((0.0, 5.2), (1.3, 6.6), (3.0, 6.6)),
            Curve((4.7, 6.6), (6.0, 5.2), (6.0, 3.3)),
        },
    ],
};

pub(super) const PLUS: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![
        {
            (0.0, 5.0);
            Line((6.0, 5.0))
        },
        {
            (3.0, 2.0);
            Line((3.0, 8.0))
        },
    ],
};

pub(super) const EQUALS: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![
        {
            (0.0, 3.2);
            Line((6.0, 3.2))
        },
        {
            (0.0, 6.8);
            Line((6.0, 6.8))
        },
    ],
};

pub(super) const FRAME: Glyph = Glyph {
    width: 6.0,
    strokes: strokes![{ (0.0, 0.0);
        Line((6.0, 0.0)),
        Line((6.0, 10.0)),
        Line((0.0, 10.0)),
        Line((0.0, 0.0)),
    }],
};
