//! The six colors of every board and page in three themes, and the style
//! sheet made of them.
//!
//! `docs/design.md` specifies what each is for; a test holds its table against the
//! values here. A shape is painted by naming a [`Paint`] for its inside and one
//! for its outline, so that the same drawing serves every theme.

mod style;

#[cfg(test)]
mod tests;

use core::fmt;
use core::str::FromStr;

pub use style::{Style, stylesheet};

/// A color, eight bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Color {
    /// The color written `#rrggbb`, as a number.
    const fn hex(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self { red, green, blue }
    }

    /// This color laid over `ground`, `percent` of it, channel by channel.
    const fn over(self, ground: Self, percent: u8) -> Self {
        Self {
            red: mixed(self.red, ground.red, percent),
            green: mixed(self.green, ground.green, percent),
            blue: mixed(self.blue, ground.blue, percent),
        }
    }

    /// How light the color is, 0 for black to 1 for white, by the definition
    /// of relative luminance in the WCAG.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// How much light each channel gives, 0 to 1.
    pub fn linear(self) -> [f64; 3] {
        [self.red, self.green, self.blue].map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// The contrast of the two colors by the WCAG, 1 for none to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }
}

/// Prints as `#rrggbb`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// `percent` of one channel on another, halves rounded up.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a mean of two bytes is a byte"
)]
const fn mixed(over: u8, ground: u8, percent: u8) -> u8 {
    let percent = percent as u32;
    ((over as u32 * percent + ground as u32 * (100 - percent) + 50) / 100) as u8
}

/// Makes the enum of the paints from their names in classes and custom properties.
macro_rules! paints {
    ($($(#[$about:meta])+ $paint:ident => $name:literal,)+) => {
        /// What a shape can be painted with: the six colors, and the stated mixes of
        /// them on paper.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Paint {
            $($(#[$about])+ $paint,)+
        }

        impl Paint {
            /// Every paint, the six colors first.
            pub const ALL: [Self; 20] = [$(Self::$paint,)+];

            /// The name in classes and custom properties: `red-tint`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$paint => $name,)+
                }
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
struct Palette {
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

const LIGHT: Palette = Palette {
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

const DARK: Palette = Palette {
    paper: Color::hex(0x1b_1a_18),
    ink: Color::hex(0xf1_eb_df),
    red: Color::hex(0xf2_8b_72),
    blue: Color::hex(0x7d_b7_ee),
    green: Color::hex(0x62_c7_9c),
    purple: Color::hex(0xcc_9d_e6),
    quiet: 70,
    line: 26,
    plate: 8,
    well: 16,
    tint: 16,
    lane: 36,
};

const CONTRAST: Palette = Palette {
    paper: Color::hex(0xff_ff_ff),
    ink: Color::hex(0x00_00_00),
    red: Color::hex(0x8c_1c_08),
    blue: Color::hex(0x00_3f_8f),
    green: Color::hex(0x00_53_2f),
    purple: Color::hex(0x5b_1a_80),
    quiet: 80,
    line: 70,
    plate: 8,
    well: 20,
    tint: 16,
    lane: 36,
};

/// A set of values for the paints.
///
/// ```
/// use parlor_view::theme::{Paint, Theme};
///
/// let theme: Theme = "dark".parse()?;
/// assert_eq!(theme.color(Paint::Paper).to_string(), "#1b1a18");
/// # Ok::<(), parlor_view::theme::ThemeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ink on warm paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
    /// Black on white, every line drawn strongly.
    Contrast,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Contrast];

    /// `light`, `dark` or `contrast`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        }
    }

    /// The color of a paint in this theme.
    pub const fn color(self, paint: Paint) -> Color {
        let palette = match self {
            Self::Light => LIGHT,
            Self::Dark => DARK,
            Self::Contrast => CONTRAST,
        };
        let Palette { paper, ink, .. } = palette;
        match paint {
            Paint::Paper => paper,
            Paint::Ink => ink,
            Paint::Red => palette.red,
            Paint::Blue => palette.blue,
            Paint::Green => palette.green,
            Paint::Purple => palette.purple,
            Paint::Quiet => ink.over(paper, palette.quiet),
            Paint::Line => ink.over(paper, palette.line),
            Paint::Plate => ink.over(paper, palette.plate),
            Paint::Well => ink.over(paper, palette.well),
            Paint::RedTint => palette.red.over(paper, palette.tint),
            Paint::RedLane => palette.red.over(paper, palette.lane),
            Paint::BlueTint => palette.blue.over(paper, palette.tint),
            Paint::BlueLane => palette.blue.over(paper, palette.lane),
            Paint::GreenTint => palette.green.over(paper, palette.tint),
            Paint::GreenLane => palette.green.over(paper, palette.lane),
            Paint::PurpleTint => palette.purple.over(paper, palette.tint),
            Paint::PurpleLane => palette.purple.over(paper, palette.lane),
            Paint::White if matches!(self, Self::Dark) => ink,
            Paint::Black if matches!(self, Self::Dark) => paper,
            Paint::White => paper,
            Paint::Black => ink,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no theme has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no theme is called {}; there are light, dark and contrast",
    crate::printable(name)
)]
pub struct ThemeError {
    /// The name as it was given.
    pub name: String,
}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(name: &str) -> Result<Self, ThemeError> {
        Self::ALL
            .into_iter()
            .find(|theme| theme.name() == name)
            .ok_or_else(|| ThemeError {
                name: name.to_owned(),
            })
    }
}
