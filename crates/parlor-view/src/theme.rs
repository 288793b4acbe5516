//! The colors of diagrams ([`Paint`]), and of pages and the boards that one plays on
//! ([`BoardPaint`]), in every theme, and the style sheet made of them.
//!
//! `docs/design.md` specifies what each is for; a test holds its tables against the
//! values here. A shape is painted by naming a paint for its inside and one
//! for its outline, so that the same drawing serves every theme.

mod board_paint;
mod paint;
mod style;

#[cfg(test)]
mod tests;

use core::fmt;
use core::str::FromStr;

pub use board_paint::BoardPaint;
pub use paint::Paint;
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

/// A set of paints: each has a name, by which classes and custom properties refer to it, and a
/// color in every theme.
pub trait Palette: Copy + 'static {
    /// Every paint.
    const ALL: &'static [Self];
    /// What the classes begin with: `pl` for `pl-fill-ink`.
    const CLASSES: &'static str;
    /// What the custom properties begin with: `parlor` for `--parlor-ink`.
    const PROPERTIES: &'static str;
    /// Whether gradients are made of the paints.
    const HAS_GRADIENTS: bool;

    /// The name in classes and custom properties: `red-tint`.
    fn name(self) -> &'static str;

    /// The color in a theme.
    fn color(self, theme: Theme) -> Color;
}

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
    /// Stained wood.
    Wood,
    /// Black on white, every line drawn strongly.
    Contrast,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Wood, Self::Contrast];

    /// `light`, `dark`, `wood` or `contrast`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Wood => "wood",
            Self::Contrast => "contrast",
        }
    }

    /// The color of a paint in this theme.
    ///
    /// ```
    /// use parlor_view::theme::{BoardPaint, Theme};
    ///
    /// assert_eq!(Theme::Wood.color(BoardPaint::Slab).to_string(), "#8a5228");
    /// ```
    pub fn color(self, paint: impl Palette) -> Color {
        paint.color(self)
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
    "no theme is called {}; there are light, dark, wood and contrast",
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
