//! Writing SVG: elements with escaped texts and rounded numbers.
//!
//! Shapes take their place from attributes and their colors from classes, one
//! for the inside and one for the line, so that a page with a strict security
//! policy can show them. The root element fills nothing and rounds every line
//! end, so that a shape has only the attributes that are special about it.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::look::Look;
use crate::theme::{BoardPaint, Paint, Palette, Style};
use crate::words;

/// How a picture is to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PictureOptions<'a> {
    /// Where the colors come from.
    pub style: Style,
    /// How a board is drawn.
    pub look: Look,
    /// What every id in the picture begins with, so that several pictures can
    /// be in one page: `game1-` makes `game1-space-17`. Characters other
    /// than ASCII letters, digits, `-`, `_` and `.` are written as `-`.
    pub id: &'a str,
}

impl PictureOptions<'_> {
    /// The name as an id of this picture.
    fn full_id(self, name: &str) -> String {
        let safe = |character: char| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' => character,
            _ => '-',
        };
        self.id.chars().map(safe).chain(name.chars()).collect()
    }
}

/// A point of a picture: to the right, and down from the top left.
pub(crate) type Point = (f64, f64);

/// A picture while it is written.
#[derive(Debug)]
pub(crate) struct Svg<'a> {
    options: PictureOptions<'a>,
    text: String,
    /// Where in the text the style element goes, in a picture that may have one.
    style_at: Option<usize>,
    /// More rules for the style element.
    animations: String,
    /// The names of the groups that are open, the outermost first.
    open: Vec<&'static str>,
    /// Whether the picture is turned by half, so that what has an upright of its
    /// own is turned back.
    is_turned: bool,
    /// How many groups were open around the one that is turned back.
    upright_in: Option<usize>,
}

impl<'a> Svg<'a> {
    /// Begins a picture of this size, with what it is called and the sentences
    /// that describe it to screen readers.
    pub(crate) fn new(
        options: PictureOptions<'a>,
        (width, height): (f64, f64),
        title: &str,
        description: &[String],
    ) -> Self {
        Self::of_view(options, [0.0, 0.0, width, height], title, description)
    }

    /// The same of what lies in this view, from its left and top, with its width and height.
    pub(crate) fn of_view(
        options: PictureOptions<'a>,
        view: [f64; 4],
        title: &str,
        description: &[String],
    ) -> Self {
        let (title_id, description_id) = (options.full_id("title"), options.full_id("description"));
        let labels = format!("{title_id} {description_id}");
        let spoken = [("role", "img"), ("aria-labelledby", labels.as_str())];
        let mut svg = Self::begin(options, view, &spoken);
        svg.text_element("title", &title_id, title);
        svg.text_element("desc", &description_id, &description.join(" "));
        svg.style_at = Some(svg.text.len());
        svg
    }

    /// Begins a picture about (0, 0) that only repeats the words next to it,
    /// and so is hidden from screen readers.
    pub(crate) fn mark(options: PictureOptions<'a>, radius: f64) -> Self {
        let (start, side) = (-radius, 2.0 * radius);
        let view = [start, start, side, side];
        Self::begin(options, view, &[("aria-hidden", "true")])
    }

    /// Begins a picture of this size that only repeats the words next to it.
    pub(crate) fn small(options: PictureOptions<'a>, (width, height): (f64, f64)) -> Self {
        let view = [0.0, 0.0, width, height];
        Self::begin(options, view, &[("aria-hidden", "true")])
    }

    /// Begins a picture of what lies in this view, from its left and top, with its width
    /// and height, and with the attributes for screen readers.
    fn begin(options: PictureOptions<'a>, view: [f64; 4], spoken: &[(&str, &str)]) -> Self {
        let root = Element::new("svg")
            .attribute("xmlns", "http://www.w3.org/2000/svg")
            .attribute("viewBox", &view.map(number).join(" "));
        let root = spoken
            .iter()
            .fold(root, |root, (name, value)| root.attribute(name, value))
            .attribute("fill", "none")
            .attribute("stroke-linecap", "round")
            .attribute("stroke-linejoin", "round")
            .class(&match options.look {
                Look::Diagram => options.style.root_class::<Paint>(),
                Look::Board => options.style.root_class::<BoardPaint>(),
            });
        let mut svg = Self {
            options,
            text: String::new(),
            style_at: None,
            animations: String::new(),
            open: Vec::new(),
            is_turned: false,
            upright_in: None,
        };
        svg.write(&root, ">\n");
        svg
    }

    /// Shows what follows as a player at the opposite side sees it, in a picture of
    /// this size: turned by half, except for what is upright.
    pub(crate) fn turn(&mut self, (width, height): (f64, f64)) {
        let (x, y) = (number(width / 2.0), number(height / 2.0));
        let turned = format!("rotate(180 {x} {y})");
        self.open(&Element::group().attribute("transform", &turned));
        self.is_turned = true;
    }

    /// Puts a shape.
    pub(crate) fn put(&mut self, element: &Element) {
        self.write(element, "/>\n");
    }

    /// Opens a group, into which everything goes until it is closed.
    pub(crate) fn open(&mut self, group: &Element) {
        self.write(group, ">\n");
        if self.turns_back(group) {
            self.upright_in = Some(self.open.len());
        }
        self.open.push(group.name);
    }

    /// Opens the group of a drawing with paints of its own, to be copied from. Not every viewer
    /// looks outside of a copy for the theme that its paints are of, so the group has it, too.
    pub(crate) fn open_original(&mut self, id: impl Into<String>) {
        let group = Element::group().id(id);
        let group = match self.options.style {
            Style::Fixed(theme) => group.class(&format!("{}-{theme}", BoardPaint::CLASSES)),
            Style::Adaptive | Style::Page => group,
        };
        self.open(&group);
    }

    /// Closes the group opened last.
    pub(crate) fn close(&mut self) {
        let name = self.open.pop();
        debug_assert!(name.is_some(), "no group is open");
        self.upright_in = self.upright_in.filter(|&around| around < self.open.len());
        // A picture that is turned is one group, and what comes after it is not turned.
        self.is_turned &= !self.open.is_empty();
        if let Some(name) = name {
            self.indent();
            self.text.extend(["</", name, ">\n"]);
        }
    }

    /// Adds rules by which parts of the picture move, to those that paint it.
    pub(crate) fn animate(&mut self, rules: &str) {
        self.animations.push_str(rules);
    }

    /// The whole picture, with every group closed.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.push_str("</svg>\n");
        if let (Some(at), Some(rules)) = (self.style_at, self.rules()) {
            // The rules hold no character that XML would read otherwise.
            let style = format!("<style>\n{rules}{}</style>\n", self.animations);
            self.text.insert_str(at, &style);
        }
        self.text
    }

    /// The rules that paint the picture. A board that one plays on has many paints; its picture
    /// carries those that it uses.
    fn rules(&self) -> Option<String> {
        match self.options.look {
            Look::Diagram => self.options.style.rules(Paint::ALL),
            Look::Board => {
                let classes = self.text.split(" class=\"").skip(1);
                let classes = classes.filter_map(|rest| rest.split('"').next());
                let classes: BTreeSet<&str> = classes.flat_map(|list| list.split(' ')).collect();
                let is_used = |paint: &BoardPaint| {
                    ["fill", "line", "stop"].into_iter().any(|part| {
                        let class = format!("{}-{part}-{}", BoardPaint::CLASSES, paint.name());
                        classes.contains(&*class)
                    })
                };
                let paints = BoardPaint::ALL.iter().copied().filter(is_used);
                self.options.style.rules(&paints.collect::<Vec<_>>())
            }
        }
    }

    fn text_element(&mut self, name: &str, id: &str, text: &str) {
        // XML has no control characters, not even escaped.
        let text = escaped(&words::printable(text));
        let element = ["<", name, " id=\"", id, "\">", &text, "</", name, ">\n"];
        self.text.extend(element);
    }

    fn write(&mut self, element: &Element, end: &str) {
        self.indent();
        self.text.push('<');
        self.text.push_str(element.name);
        if let Some(name) = &element.id {
            let id = self.options.full_id(name);
            push_attribute(&mut self.text, "id", &id);
        }
        if !element.classes.is_empty() {
            push_attribute(&mut self.text, "class", &element.classes.join(" "));
        }
        if let Some(name) = &element.original {
            let reference = format!("#{}", self.options.full_id(name));
            push_attribute(&mut self.text, "href", &reference);
        }
        for (attribute, name) in &element.references {
            let reference = format!("url(#{})", self.options.full_id(name));
            push_attribute(&mut self.text, attribute, &reference);
        }
        self.text.push_str(&element.attributes);
        if let Some(transform) = element.transform(self.turns_back(element)) {
            push_attribute(&mut self.text, "transform", &transform);
        }
        self.text.push_str(end);
    }

    /// Whether the element is turned back in a picture that is turned.
    fn turns_back(&self, element: &Element) -> bool {
        self.is_turned && self.upright_in.is_none() && element.is_upright()
    }

    fn indent(&mut self) {
        self.text.extend(core::iter::repeat_n(' ', self.open.len()));
    }
}

/// One element before it is written: where it lies, and how it is painted.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    id: Option<String>,
    classes: Vec<String>,
    /// The id of the element that this one is a copy of.
    original: Option<String>,
    /// Attributes that refer to an element, with its id.
    references: Vec<(&'static str, &'static str)>,
    /// As written, each with a space before it.
    attributes: String,
    /// Where (0, 0) of it comes to lie, and how large it is drawn.
    place: Option<(Point, f64)>,
    /// The point about which it is upright, also in a picture that is turned.
    upright: Option<Point>,
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            id: None,
            classes: Vec::new(),
            original: None,
            references: Vec::new(),
            attributes: String::new(),
            place: None,
            upright: None,
        }
    }

    /// A group of shapes.
    pub(crate) fn group() -> Self {
        Self::new("g")
    }

    /// A group of shapes that are not shown in place, only copied.
    pub(crate) fn definitions() -> Self {
        Self::new("defs")
    }

    /// The element with this id once more. What the original leaves unpainted is
    /// painted as the copy is, or the group around it; so the classes belong
    /// there, since not every viewer applies a style sheet inside of copies.
    pub(crate) fn copy_of(id: impl Into<String>) -> Self {
        Self {
            original: Some(id.into()),
            ..Self::new("use")
        }
    }

    /// A rectangle from its upper left corner.
    pub(crate) fn rectangle((x, y): Point, (width, height): (f64, f64)) -> Self {
        Self::new("rect")
            .number("x", x)
            .number("y", y)
            .number("width", width)
            .number("height", height)
    }

    /// A circle about its center.
    pub(crate) fn circle((x, y): Point, radius: f64) -> Self {
        Self::new("circle")
            .number("cx", x)
            .number("cy", y)
            .number("r", radius)
    }

    /// An ellipse about its center.
    pub(crate) fn ellipse((x, y): Point, (across, down): (f64, f64)) -> Self {
        Self::new("ellipse")
            .number("cx", x)
            .number("cy", y)
            .number("rx", across)
            .number("ry", down)
    }

    /// A color of a gradient, `offset` of the way along it, 0 to 1, and so opaque.
    pub(crate) fn stop(paint: impl Palette, offset: f64, opacity: f64) -> Self {
        let stop = Self::new("stop")
            .painted("stop", paint)
            .number("offset", offset);
        if opacity < 1.0 {
            stop.number("stop-opacity", opacity)
        } else {
            stop
        }
    }

    /// A line along a path.
    pub(crate) fn path(path: &PathData) -> Self {
        Self::new("path").attribute("d", &path.data)
    }

    /// What the element is called, without the picture's own beginning.
    #[must_use]
    pub(crate) fn id(mut self, name: impl Into<String>) -> Self {
        self.id = Some(name.into());
        self
    }

    /// Adds a class that names what the element is; pages may rely on it.
    #[must_use]
    pub(crate) fn class(mut self, class: &str) -> Self {
        self.classes.push(class.to_owned());
        self
    }

    /// Paints the inside.
    #[must_use]
    pub(crate) fn fill(self, paint: impl Palette) -> Self {
        self.painted("fill", paint)
    }

    /// Paints the line.
    #[must_use]
    pub(crate) fn line(self, paint: impl Palette, width: f64) -> Self {
        self.line_paint(paint).number("stroke-width", width)
    }

    /// Paints the line of an element that has its width elsewhere: a copy, or an
    /// element of a group.
    #[must_use]
    pub(crate) fn line_paint(self, paint: impl Palette) -> Self {
        self.painted("line", paint)
    }

    /// Lets an attribute refer to the element with this id: `fill` to a gradient, `clip-path`
    /// to a shape.
    #[must_use]
    pub(crate) fn refer(mut self, attribute: &'static str, name: &'static str) -> Self {
        self.references.push((attribute, name));
        self
    }

    fn painted<P: Palette>(self, part: &str, paint: P) -> Self {
        self.class(&format!("{}-{part}-{}", P::CLASSES, paint.name()))
    }

    /// Breaks the line into dashes of these lengths with gaps of these; since
    /// ends are round, a length of 0 gives dots.
    #[must_use]
    pub(crate) fn dashed(self, length: f64, gap: f64) -> Self {
        let dashes = format!("{} {}", number(length), number(gap));
        self.attribute("stroke-dasharray", &dashes)
    }

    /// Rounds a rectangle's corners.
    #[must_use]
    pub(crate) fn rounded(self, radius: f64) -> Self {
        self.number("rx", radius)
    }

    /// Moves and scales what is drawn about (0, 0), and keeps it upright there.
    #[must_use]
    pub(crate) fn placed(self, place: Point, scale: f64) -> Self {
        let place = Some((place, scale));
        Self { place, ..self }
    }

    /// Keeps it upright about this point, also in a picture that is turned.
    #[must_use]
    pub(crate) fn upright(self, about: Point) -> Self {
        let upright = Some(about);
        Self { upright, ..self }
    }

    /// Whether it is upright, however the picture is turned.
    const fn is_upright(&self) -> bool {
        self.place.is_some() || self.upright.is_some()
    }

    fn transform(&self, turns_back: bool) -> Option<String> {
        let Some(((x, y), scale)) = self.place else {
            let about = self.upright.filter(|_| turns_back);
            return about.map(|(x, y)| format!("rotate(180 {} {})", number(x), number(y)));
        };
        let (x, y, scale) = (number(x), number(y), number(scale));
        let turned = if turns_back { " rotate(180)" } else { "" };
        Some(match scale.as_str() {
            "1" => format!("translate({x} {y}){turned}"),
            _ => format!("translate({x} {y}){turned} scale({scale})"),
        })
    }

    /// Moves a copy: (0, 0) of the original comes to lie here.
    #[must_use]
    pub(crate) fn at(self, (x, y): Point) -> Self {
        self.number("x", x).number("y", y)
    }

    /// Adds an attribute with a number.
    #[must_use]
    pub(crate) fn number(self, name: &str, value: f64) -> Self {
        self.attribute(name, &number(value))
    }

    /// Adds an attribute.
    #[must_use]
    pub(crate) fn attribute(mut self, name: &str, value: &str) -> Self {
        push_attribute(&mut self.attributes, name, value);
        self
    }
}

/// The data of a path, in absolute coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathData {
    data: String,
}

impl PathData {
    /// A path that begins here.
    pub(crate) fn from(point: Point) -> Self {
        Self::default().start(point)
    }

    /// Lifts the pen and begins again here.
    #[must_use]
    pub(crate) fn start(self, point: Point) -> Self {
        self.command('M', &[point])
    }

    /// Draws a straight line.
    #[must_use]
    pub(crate) fn to(self, point: Point) -> Self {
        self.command('L', &[point])
    }

    /// Draws a curve that leaves toward `control` and arrives from there.
    #[must_use]
    pub(crate) fn bend(self, control: Point, point: Point) -> Self {
        self.command('Q', &[control, point])
    }

    /// A diagonal cross about a point, its ends this far to the sides and up and down.
    pub(crate) fn cross((x, y): Point, arm: f64) -> Self {
        Self::from((x - arm, y - arm))
            .to((x + arm, y + arm))
            .start((x - arm, y + arm))
            .to((x + arm, y - arm))
    }

    /// Closes the outline.
    #[must_use]
    pub(crate) fn close(mut self) -> Self {
        self.data.push('Z');
        self
    }

    /// Adds a command with its points.
    #[must_use]
    pub(crate) fn command(mut self, letter: char, points: &[Point]) -> Self {
        self.data.push(letter);
        for &(x, y) in points {
            let begun = self.data.ends_with(|last: char| last.is_ascii_digit());
            let space = if begun { " " } else { "" };
            self.data.extend([space, &number(x), " ", &number(y)]);
        }
        self
    }
}

/// A number as attributes have it: at most two decimals, never `-0`, and the
/// same bytes on every machine.
pub(crate) fn number(value: f64) -> String {
    debug_assert!(value.is_finite(), "a place in a picture is a number");
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

/// Writes an attribute with a space before it.
fn push_attribute(text: &mut String, name: &str, value: &str) {
    text.extend([" ", name, "=\"", &escaped(value), "\""]);
}

/// The text with the characters that mean something to XML written as references.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // The two that are no characters of XML, and no control characters either.
            '\u{fffe}' | '\u{ffff}' => escaped.extend(character.escape_unicode()),
            _ => escaped.push(character),
        }
    }
    escaped
}
