//! The six colors of every diagram, and the stated mixes of them.

use super::{Color, Palette, Theme};

/// Makes the enum of the paints from their names in classes and custom properties.
macro_rules! paints {
    ($($(#[$about:meta])+ $paint:ident => $name:literal,)+) => {
        /// What a shape can be painted with: the six colors, and the stated mixes of
        /// them on paper.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Paint {
            $($(#[$about])+ $paint,)+
        }

        impl Palette for Paint {
            /// The six colors first.
            const ALL: &'static [Self] = &[$(Self::$paint,)+];
            const CLASSES: &'static str = "pl";
            const PROPERTIES: &'static str = "parlor";
            const HAS_GRADIENTS: bool = false;

            fn name(self) -> &'static str {
                match self {
                    $(Self::$paint => $name,)+
                }
            }

            fn color(self, theme: Theme) -> Color {
                self.of_mixture(match theme {
                    Theme::Light => LIGHT,
                    Theme::Dark => DARK,
                    Theme::Wood => WOOD,
                    Theme::Contrast => CONTRAST,
                })
            }
        }
    };
}

paints! {
    /// The ground of cells and pages.
    Paper => "paper",
    /// Text, outlines, trails.
    Ink => "ink",
    /// Seat A, and Kuba's red.
    Red => "red",
    /// Seat B.
    Blue => "blue",
    /// Seat C.
    Green => "green",
    /// Seat D.
    Purple => "purple",
    /// Numbers and words that may wait: ink on paper.
    Quiet => "quiet",
    /// Borders of cells and trays: ink on paper.
    Line => "line",
    /// What cells lie on: ink on paper.
    Plate => "plate",
    /// An empty place of a marble: ink on paper.
    Well => "well",
    /// A little red on paper.
    RedTint => "red-tint",
    /// More red on paper.
    RedLane => "red-lane",
    /// A little blue on paper.
    BlueTint => "blue-tint",
    /// More blue on paper.
    BlueLane => "blue-lane",
    /// A little green on paper.
    GreenTint => "green-tint",
    /// More green on paper.
    GreenLane => "green-lane",
    /// A little purple on paper.
    PurpleTint => "purple-tint",
    /// More purple on paper.
    PurpleLane => "purple-lane",
    /// Kuba's white: the lighter of paper and ink, in every theme.
    White => "white",
    /// Kuba's black: the darker of the two.
    Black => "black",
}

/// The values behind the paints of one theme.
#[derive(Clone, Copy)]
struct Mixture {
    paper: Color,
    ink: Color,
    red: Color,
    blue: Color,
    green: Color,
    purple: Color,
    /// Per cent of ink in quiet, line, plate and well, and of a seat's color in its tint and lane.
    quiet: u8,
    line: u8,
    plate: u8,
    well: u8,
    tint: u8,
    lane: u8,
}

const LIGHT: Mixture = Mixture {
    paper: Color::hex(0xfd_fa_f4),
    ink: Color::hex(0x28_23_1c),
    red: Color::hex(0xb0_3a_24),
    blue: Color::hex(0x1c_5a_94),
    green: Color::hex(0x17_70_4f),
    purple: Color::hex(0x7a_43_97),
    quiet: 70,
    line: 22,
    plate: 8,
    well: 16,
    tint: 16,
    lane: 36,
};

const DARK: Mixture = Mixture {
    paper: Color::hex(0x1b_1a_18),
    ink: Color::hex(0xf1_eb_df),
    red: Color::hex(0xf2_8b_72),
    blue: Color::hex(0x7d_b7_ee),
    green: Color::hex(0x62_c7_9c),
    purple: Color::hex(0xcc_9d_e6),
    line: 26,
    ..LIGHT
};

const WOOD: Mixture = Mixture {
    paper: Color::hex(0xff_f6_e6),
    ink: Color::hex(0x2b_1a_10),
    red: Color::hex(0xa3_2f_19),
    blue: Color::hex(0x1d_52_8f),
    green: Color::hex(0x17_63_3f),
    purple: Color::hex(0x6c_3a_86),
    ..LIGHT
};

const CONTRAST: Mixture = Mixture {
    paper: Color::hex(0xff_ff_ff),
    ink: Color::hex(0x00_00_00),
    red: Color::hex(0x8c_1c_08),
    blue: Color::hex(0x00_3f_8f),
    green: Color::hex(0x00_53_2f),
    purple: Color::hex(0x5b_1a_80),
    quiet: 80,
    line: 70,
    well: 20,
    ..LIGHT
};

impl Paint {
    /// The color in a theme of this mixture.
    const fn of_mixture(self, mixture: Mixture) -> Color {
        let Mixture { paper, ink, .. } = mixture;
        match self {
            Self::Paper => paper,
            Self::Ink => ink,
            Self::Red => mixture.red,
            Self::Blue => mixture.blue,
            Self::Green => mixture.green,
            Self::Purple => mixture.purple,
            Self::Quiet => ink.over(paper, mixture.quiet),
            Self::Line => ink.over(paper, mixture.line),
            Self::Plate => ink.over(paper, mixture.plate),
            Self::Well => ink.over(paper, mixture.well),
            Self::RedTint => mixture.red.over(paper, mixture.tint),
            Self::RedLane => mixture.red.over(paper, mixture.lane),
            Self::BlueTint => mixture.blue.over(paper, mixture.tint),
            Self::BlueLane => mixture.blue.over(paper, mixture.lane),
            Self::GreenTint => mixture.green.over(paper, mixture.tint),
            Self::GreenLane => mixture.green.over(paper, mixture.lane),
            Self::PurpleTint => mixture.purple.over(paper, mixture.tint),
            Self::PurpleLane => mixture.purple.over(paper, mixture.lane),
            Self::White if mixture.is_dark() => ink,
            Self::Black if mixture.is_dark() => paper,
            Self::White => paper,
            Self::Black => ink,
        }
    }
}

impl Mixture {
    /// Whether ink is the lighter of both.
    const fn is_dark(self) -> bool {
        self.ink.green > self.paper.green
    }
}
