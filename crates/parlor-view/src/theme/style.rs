//! The rules that give pictures and pages their colors.

use super::{Paint, Theme};

/// Where a picture takes its colors from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// The picture carries all three themes, and follows what its viewer asks
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
    pub(crate) fn root_class(self) -> String {
        match self {
            Self::Adaptive => "pl-board pl-adaptive".to_owned(),
            Self::Fixed(theme) => format!("pl-board pl-{theme}"),
            Self::Page => "pl-board".to_owned(),
        }
    }

    /// The content of the picture's style element, if it has one.
    pub(crate) fn rules(self) -> Option<String> {
        match self {
            Self::Adaptive => {
                let properties = properties(".pl-adaptive", ".pl-adaptive");
                Some(properties + &rules("", property))
            }
            Self::Fixed(theme) => {
                let scope = format!(".pl-{theme} ");
                Some(rules(&scope, |paint| theme.color(paint).to_string()))
            }
            Self::Page => None,
        }
    }
}

/// The style sheet for pages that show boards drawn with [`Style::Page`]: the
/// paints as custom properties (`--parlor-paper`), and the rules of the boards.
///
/// The properties follow what the visitor's system asks for; an attribute
/// `data-theme` with a theme's name, on the root element or any other, decides
/// instead.
///
/// ```
/// let sheet = parlor_view::stylesheet();
/// assert!(sheet.contains("[data-theme=\"dark\"]{--parlor-paper:#1b1a18;"));
/// assert!(sheet.contains(".pl-fill-ink{fill:var(--parlor-ink)}"));
/// ```
pub fn stylesheet() -> String {
    let mut sheet = properties(":root", ":root:not([data-theme])");
    for theme in Theme::ALL {
        sheet.push_str(&values(&format!("[data-theme=\"{theme}\"]"), theme));
    }
    sheet + &rules("", property)
}

/// The custom properties on `selector`, and on `asked` where the viewer's
/// system asks for another theme. Who asks for more contrast and for the dark
/// gets more contrast, which comes last.
fn properties(selector: &str, asked: &str) -> String {
    format!(
        "{}@media (prefers-color-scheme:dark){{{}}}\n@media (prefers-contrast:more){{{}}}\n",
        values(selector, Theme::Light),
        values(asked, Theme::Dark).trim_end(),
        values(asked, Theme::Contrast).trim_end(),
    )
}

/// Every paint of a theme as a custom property.
fn values(selector: &str, theme: Theme) -> String {
    let values = Paint::ALL
        .map(|paint| format!("--parlor-{}:{}", paint.name(), theme.color(paint)))
        .join(";");
    format!("{selector}{{{values}}}\n")
}

fn property(paint: Paint) -> String {
    format!("var(--parlor-{})", paint.name())
}

/// The rules that paint: one for each paint as a filling, one as a line.
fn rules(scope: &str, value: impl Fn(Paint) -> String) -> String {
    let rule = |paint: Paint| {
        let (name, value) = (paint.name(), value(paint));
        format!("{scope}.pl-fill-{name}{{fill:{value}}}{scope}.pl-line-{name}{{stroke:{value}}}\n")
    };
    Paint::ALL.map(rule).concat()
}
