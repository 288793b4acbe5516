"""SVG pictures that share symbols, so that a page with many boards stays small.

Boards differ in a few pieces. What occurs in several places, alone or always with the same
neighbors, is drawn once as a symbol, and each board lists its symbols and their places.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"

#: What moves a piece and does nothing else to it: elsewhere it is the same piece.
_MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")

#: Of a picture's root; the names of its title and description are those of the page.
_KEPT = ("class", "viewBox", "role", "fill", "stroke-linecap", "stroke-linejoin")


class _Part(NamedTuple):
    """An element of a picture without its ids, and where it was moved to."""

    drawn: str
    x: str = "0"
    y: str = "0"


class _Picture(NamedTuple):
    """What a picture is made of."""

    attributes: dict[str, str]
    title: str
    description: str
    #: From the one that lies below all others.
    parts: list[_Part]


class Symbols:
    """The pictures of one page."""

    def __init__(self, pictures: Iterable[str]) -> None:
        """Read SVGs as `Position.to_svg` gives them; each is drawn by `draw`."""
        #: The rules that color them all.
        self.style = ""
        #: Shapes that symbols copy, as they are drawn, with their ids.
        self._shapes: dict[str, str] = {}
        #: What is drawn once, by its parts, with its id.
        self._symbols: dict[tuple[str, ...], str] = {}
        self._pictures = {svg: self._read(svg) for svg in dict.fromkeys(pictures)}
        self._neighbors = _Neighbors(picture.parts for picture in self._pictures.values())
        self._bodies = {
            svg: "".join(self._body(picture.parts)) for svg, picture in self._pictures.items()
        }
        self._drawn = 0

    @property
    def definitions(self) -> str:
        """What the pictures use, for the page to have once; nothing is seen of it there."""
        if not self._symbols:
            return ""
        shapes = [f'<g id="{name}">{drawn}</g>\n' for drawn, name in self._shapes.items()]
        # A piece is drawn about its own (0, 0), and so beyond what a symbol would show of it.
        symbols = [
            f'<symbol id="{name}" overflow="visible">{"".join(parts)}</symbol>\n'
            for parts, name in self._symbols.items()
        ]
        return (
            '<svg class="symbols" width="0" height="0" aria-hidden="true">\n'
            f"<defs>\n{''.join(shapes)}</defs>\n{''.join(symbols)}</svg>"
        )

    def draw(self, svg: str) -> str:
        """One of the pictures, with ids that no other on the page has."""
        picture = self._pictures[svg]
        self._drawn += 1
        title, description = f"title-{self._drawn}", f"description-{self._drawn}"
        attributes = {**picture.attributes, "aria-labelledby": f"{title} {description}"}
        return (
            f'<svg{_written(attributes)}><title id="{title}">{escape(picture.title)}</title>\n'
            f'<desc id="{description}">{escape(picture.description)}</desc>\n'
            f"{self._bodies[svg]}</svg>"
        )

    def _read(self, svg: str) -> _Picture:
        """Take a picture apart."""
        root = ElementTree.fromstring(svg)
        names: dict[str, str] = {}
        parts, title, description = [], "", ""
        for child in root:
            kind = child.tag.removeprefix(_SVG)
            if kind == "title":
                title = child.text or ""
            elif kind == "desc":
                description = child.text or ""
            elif kind == "style":
                self.style = self.style or child.text or ""
            elif kind == "defs":
                for shape in child:
                    drawn = _drawn(shape, names)
                    name = self._shapes.setdefault(drawn, f"shape-{len(self._shapes)}")
                    names[shape.get("id", "")] = name
            else:
                parts += [_part(piece, names) for piece in _pieces(child)]
        return _Picture({name: root.get(name, "") for name in _KEPT}, title, description, parts)

    def _body(self, parts: list[_Part]) -> Iterator[str]:
        """The symbols of a picture, and between them what it alone has."""
        for run in self._neighbors.runs(parts):
            drawn = tuple(part.drawn for part in run)
            _, x, y = run[0]
            if self._neighbors.seen[drawn[0]] > 1:
                name = self._symbols.setdefault(drawn, f"symbol-{len(self._symbols)}")
                place = {name: at for name, at in (("x", x), ("y", y)) if at != "0"}
                yield f'<use href="#{name}"{_written(place)}/>\n'
            else:
                moved = "" if (x, y) == ("0", "0") else f' transform="translate({x} {y})"'
                yield f"<g{moved}>{''.join(drawn)}</g>\n"


class _Neighbors:
    """Which parts stand beside each other in some pictures."""

    def __init__(self, pictures: Iterable[list[_Part]]) -> None:
        #: How often a part is there.
        self.seen: Counter[str] = Counter()
        self._below: dict[str, set[_Part | None]] = {}
        self._above: dict[str, set[_Part | None]] = {}
        for parts in pictures:
            below: _Part | None = None
            for part, above in zip(parts, [*parts[1:], None]):
                self.seen[part.drawn] += 1
                self._below.setdefault(part.drawn, set()).add(below)
                self._above.setdefault(part.drawn, set()).add(above)
                below = part

    def runs(self, parts: list[_Part]) -> Iterator[list[_Part]]:
        """The parts in their order, those together that are nowhere without each other."""
        run: list[_Part] = []
        for part in parts:
            if run and not self._are_inseparable(run[-1], part):
                yield run
                run = []
            run.append(part)
        if run:
            yield run

    def _are_inseparable(self, one: _Part, other: _Part) -> bool:
        """Whether each of two parts, which nothing moves, has the other beside it everywhere."""
        return (
            self._above[one.drawn] == {other}
            and self._below[other.drawn] == {one}
            and {one.x, one.y, other.x, other.y} == {"0"}
        )


def _pieces(element: Element) -> Iterator[Element]:
    """The element, or what is in it if it is a group that changes nothing of that."""
    paints = any(name.startswith(("pl-fill-", "pl-line-")) for name in _classes(element))
    if element.tag == f"{_SVG}g" and element.attrib.keys() <= {"id", "class"} and not paints:
        for child in element:
            yield from _pieces(child)
    else:
        yield element


def _classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def _part(element: Element, names: dict[str, str]) -> _Part:
    """A piece of a picture whose shapes have these names."""
    moved = _MOVED.fullmatch(element.get("transform", ""))
    if moved is None:
        return _Part(_drawn(element, names))
    element.attrib.pop("transform")
    return _Part(_drawn(element, names), *moved.groups())


def _drawn(element: Element, names: dict[str, str]) -> str:
    """An element as text, without ids, that copies shapes by the names that they have here."""
    kind = element.tag.removeprefix(_SVG)
    attributes = {name: value for name, value in element.attrib.items() if name != "id"}
    if "href" in attributes:
        attributes["href"] = f"#{names[attributes['href'].removeprefix('#')]}"
    inside = "".join(_drawn(child, names) for child in element)
    return (
        f"<{kind}{_written(attributes)}>{inside}</{kind}>"
        if inside
        else (f"<{kind}{_written(attributes)}/>")
    )


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
