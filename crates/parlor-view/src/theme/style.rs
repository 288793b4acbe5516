//! The rules that give pictures and pages their colors.

use super::{BoardPaint, Paint, Palette, Theme};

/// Where a picture takes its colors from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// The picture carries the themes light, dark and contrast, and follows what its viewer asks
    /// for. For files, notebooks and repositories.
    #[default]
    Adaptive,
    /// The picture carries one theme as plain colors, for renderers that know
    /// no custom properties.
    Fixed(Theme),
    /// The picture carries no colors: the page around it serves
    /// [`stylesheet`]. For pages whose security policy forbids style elements.
    Page,
}

impl Style {
    /// The classes of the root element. Several styles may meet in one
    /// document, so that each keeps its rules to itself.
    pub(crate) fn root_class<P: Palette>(self) -> String {
        match self {
            Self::Adaptive => format!("pl-board {}-adaptive", P::CLASSES),
            Self::Fixed(theme) => format!("pl-board {}-{theme}", P::CLASSES),
            Self::Page => "pl-board".to_owned(),
        }
    }

    /// The content of the picture's style element, if it has one, for a picture with these
    /// paints.
    pub(crate) fn rules<P: Palette>(self, paints: &[P]) -> Option<String> {
        match self {
            Self::Adaptive => {
                let selector = format!(".{}-adaptive", P::CLASSES);
                let properties = properties(paints, &selector, &selector);
                Some(properties + &rules(paints, "", property))
            }
            Self::Fixed(theme) => {
                let scope = format!(".{}-{theme} ", P::CLASSES);
                let color = |paint: P| paint.color(theme).to_string();
                Some(rules(paints, &scope, color))
            }
            Self::Page => None,
        }
    }
}

/// The style sheet for pages that show boards drawn with [`Style::Page`]: the
/// paints as custom properties (`--parlor-paper`, `--board-paper`), and the rules of the boards.
///
/// The properties follow what the visitor's system asks for; an attribute
/// `data-theme` with a theme's name, on the root element or any other, decides
/// instead.
///
/// ```
/// let sheet = parlor_view::stylesheet();
/// assert!(sheet.contains("[data-theme=\"dark\"]{--parlor-paper:#1b1a18;"));
/// assert!(sheet.contains(".pl-fill-ink{fill:var(--parlor-ink)}"));
/// assert!(sheet.contains(".pb-stop-white{stop-color:var(--board-white)}"));
/// ```
pub fn stylesheet() -> String {
    of_palette::<Paint>() + &of_palette::<BoardPaint>()
}

/// The part of the style sheet that is about these paints.
fn of_palette<P: Palette>() -> String {
    let mut sheet = properties(P::ALL, ":root", ":root:not([data-theme])");
    for theme in Theme::ALL {
        sheet.push_str(&values(P::ALL, &format!("[data-theme=\"{theme}\"]"), theme));
    }
    sheet + &rules(P::ALL, "", property)
}

/// The custom properties on `selector`, and on `asked` where the viewer's
/// system asks for another theme. Who asks for more contrast and for the dark
/// gets more contrast, which comes last.
fn properties<P: Palette>(paints: &[P], selector: &str, asked: &str) -> String {
    format!(
        "{}@media (prefers-color-scheme:dark){{{}}}\n@media (prefers-contrast:more){{{}}}\n",
        values(paints, selector, Theme::Light),
        values(paints, asked, Theme::Dark).trim_end(),
        values(paints, asked, Theme::Contrast).trim_end(),
    )
}

/// The paints of a theme as custom properties.
fn values<P: Palette>(paints: &[P], selector: &str, theme: Theme) -> String {
    let value = |paint: &P| {
        format!(
            "--{}-{}:{}",
            P::PROPERTIES,
            paint.name(),
            paint.color(theme)
        )
    };
    let values: Vec<String> = paints.iter().map(value).collect();
    format!("{selector}{{{}}}\n", values.join(";"))
}

fn property<P: Palette>(paint: P) -> String {
    format!("var(--{}-{})", P::PROPERTIES, paint.name())
}

/// The rules that paint: one for each paint as a filling, one as a line, and one as a color of a
/// gradient, in a palette that has gradients.
fn rules<P: Palette>(paints: &[P], scope: &str, value: impl Fn(P) -> String) -> String {
    let rule = |&paint: &P| {
        let (class, name, value) = (P::CLASSES, paint.name(), value(paint));
        let mut rule = format!(
            "{scope}.{class}-fill-{name}{{fill:{value}}}{scope}.{class}-line-{name}{{stroke:{value}}}"
        );
        if P::HAS_GRADIENTS {
            let stop = format!("{scope}.{class}-stop-{name}{{stop-color:{value}}}");
            rule.push_str(&stop);
        }
        rule + "\n"
    };
    paints.iter().map(rule).collect()
}
