"""The page of a class: every board as it is drawn alone, in a small part of the room."""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from parlor import SetupError, kuba, ludo
from parlor.check.board import Board
from parlor.check.finding import Finding
from parlor.check.page import page
from parlor.check.report import Report
from parlor.check.symbols import Symbols

#: What a class of 40 may take, with six findings a file that show three boards each.
MOST_BYTES = 3_000_000
FILES, FINDINGS, BOARDS = 40, 6, 3

Leaf = tuple[str, ...]


def ludo_pictures(number: int) -> list[str]:
    """Boards that nobody has played to: any seats, any steps."""
    source = random.Random(number)
    pictures: list[str] = []

    def token() -> str:
        return source.choice(["H", "R", str(source.randrange(1, 57))])

    while len(pictures) < number:
        seats = sorted(source.sample("ABCD", source.randrange(2, 5)))
        line = "/".join(f"{seat}{token()}.{token()}" for seat in seats)
        # Not all may share a space.
        with suppress(SetupError):
            pictures.append(ludo.Position.parse(f"{line} {seats[0]} - -").to_svg())
    return pictures


def kuba_pictures(number: int) -> list[str]:
    """Boards of random games."""
    source = random.Random(number)
    pictures: list[str] = []
    while len(pictures) < number:
        position = kuba.Position()
        for _ in range(source.randrange(1, 60)):
            if not position.is_over:
                position = position.apply(source.choice(position.legal_moves))
        pictures.append(position.to_svg())
    return pictures


def local(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def leaves(root: Element, ids: dict[str, Element]) -> list[Leaf]:
    """Every shape of a picture in its order, with where it lies and how it is painted."""
    found: list[Leaf] = []

    def visit(element: Element, moves: tuple[str, ...], paints: tuple[str, ...]) -> None:
        kind = local(element)
        if kind in ("title", "desc", "style", "defs"):
            return
        if moved := element.get("transform", ""):
            moves = (*moves, moved)
        classes = element.get("class", "").split()
        paints = (*paints, *[one for one in classes if one.startswith(("pl-fill", "pl-line"))])
        if kind == "use":
            x, y = element.get("x", "0"), element.get("y", "0")
            moves = (*moves, f"translate({x} {y})") if (x, y) != ("0", "0") else moves
            visit(ids[element.get("href", "")[1:]], moves, paints)
        elif kind in ("g", "svg", "symbol"):
            for child in element:
                visit(child, moves, paints)
        else:
            rest = {name: value for name, value in element.items() if name not in NOT_DRAWN}
            # What paints a line first and last is the same; of two for one, the inner one counts.
            painted = {one[:7]: one for one in paints}
            found.append((kind, *moves, *sorted(painted.values()), repr(sorted(rest.items()))))

    visit(root, (), ())
    return found


NOT_DRAWN = ("id", "class", "transform")


def by_id(root: Element) -> dict[str, Element]:
    return {element.get("id", ""): element for element in root.iter() if element.get("id")}


@pytest.mark.parametrize("pictures", [ludo_pictures(30), kuba_pictures(30)], ids=["ludo", "kuba"])
def test_every_board_is_the_one_that_is_drawn_alone(pictures: list[str]) -> None:
    symbols = Symbols(pictures)
    shared = by_id(ElementTree.fromstring(symbols.definitions))
    sizes = []
    for svg in pictures:
        alone = ElementTree.fromstring(svg)
        drawn = symbols.draw(svg)
        here = ElementTree.fromstring(drawn)
        assert leaves(here, shared) == leaves(alone, by_id(alone))
        names = by_id(here)
        for at, kind in enumerate(("title", "desc")):
            named = names[here.get("aria-labelledby", "").split()[at]]
            [told] = [one for one in alone if local(one) == kind]
            assert (local(named), named.text) == (kind, told.text)
        assert here.get("role") == "img"
        assert here.get("viewBox") == alone.get("viewBox")
        sizes.append(len(drawn) / len(svg))
    assert sum(sizes) / len(sizes) < 0.2


def test_a_board_alone_is_drawn_as_well() -> None:
    [svg] = kuba_pictures(1)
    symbols = Symbols([svg])
    shared = symbols.definitions
    # Its marbles stand in it several times.
    assert "<symbol" in shared
    alone = ElementTree.fromstring(svg)
    here = ElementTree.fromstring(symbols.draw(svg))
    assert leaves(here, by_id(ElementTree.fromstring(shared))) == leaves(alone, by_id(alone))


def test_without_boards_nothing_is_shared() -> None:
    assert Symbols([]).definitions == ""
    assert "<svg" not in page([Report("a.py", refusal="gone")])


class Ids(HTMLParser):
    """The ids of a page, and what refers to them."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.used: set[str] = set()
        self.drawn = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.drawn += tag == "svg" and dict(attrs).get("role") == "img"
        for name, value in attrs:
            if name == "id":
                self.ids[str(value)] += 1
            elif name == "href":
                self.used.add(str(value).removeprefix("#"))
            elif name == "aria-labelledby":
                self.used.update(str(value).split())


def class_page() -> str:
    """The page of a class in which every board is another one."""
    number = FILES * FINDINGS * BOARDS
    pictures = [*ludo_pictures(number // 2), *kuba_pictures(number // 2)]
    finding = Finding("L-8", "breaks", "told", "", (), "game.play_game()", "['A6']", "['E']")
    reports = []
    for number in range(FILES):
        boards = [Board("before", "a board", pictures.pop()) for _ in range(FINDINGS * BOARDS)]
        shown = tuple(tuple(boards[at : at + BOARDS]) for at in range(0, len(boards), BOARDS))
        findings = tuple(replace(finding, got=str(at)) for at in range(FINDINGS))
        reports.append(Report(f"{number}.py", "ludo", findings, boards=shown))
    return page(reports)


def test_a_class_of_forty_is_under_three_megabytes() -> None:
    html = class_page()
    assert len(html.encode()) < MOST_BYTES
    ids = Ids()
    ids.feed(html)
    assert ids.drawn == FILES * FINDINGS * BOARDS
    assert max(ids.ids.values()) == 1
    assert ids.used <= set(ids.ids)
    # The colors of all boards, in all themes, are there once.
    assert html.count("<style") == 1
    assert html.count("prefers-contrast") == 1
    assert re.search(r"\.pl-adaptive\{--parlor-paper:#fdfaf4", html)
