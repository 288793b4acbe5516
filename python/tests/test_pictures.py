"""Boards as pictures: what every one of them is, whatever it shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import hostile
import pytest
from hypothesis import given, settings, strategies as st
from KubaGame import KubaGame
from LudoGame import LudoGame
from parlor import ParlorError, Record, kuba, ludo
from samples import THERE_AND_BACK, WIN_BY_BLOCKING, SubKuba

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ["auto", "light", "dark", "wood", "contrast"]


def ludo_game() -> LudoGame:
    game = LudoGame()
    game.play_game(["A", "C"], [("A", 6), ("A", 4), ("C", 6), ("A", 6)])
    return game


def kuba_game() -> KubaGame:
    game = KubaGame(("Ann", "W"), ("Bob", "B"))
    assert game.make_move("Ann", (6, 5), "F")
    return game


def record() -> Record:
    made = Record("ludo", ["A", "C"], names={"A": "Ann"})
    made.push("A6p")
    made.push("A4p")
    return made


KINDS: dict[str, Callable[[], Any]] = {
    "ludo.Position": lambda: ludo.Position.parse("A28.28/C40.R A 4 -"),
    "kuba.Position": lambda: kuba.Position().apply("65F"),
    "LudoGame": ludo_game,
    "KubaGame": kuba_game,
    "live record": record,
    "record of Kuba": lambda: Record("kuba", ["W", "B"]),
    "scripted record": lambda: Record.scripted(["B", "A"], [("B", 6), ("B", 4), ("A", 1)]),
}

kinds = pytest.mark.parametrize("kind", KINDS)


def parsed(svg: str) -> ElementTree.Element:
    """The picture, read as XML and looked at from outside."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox")
    found = ids(root)
    assert len(set(found)) == len(found)
    # What names and describes the picture is its own title and description.
    title, description = (root.find(f"{SVG}{name}") for name in ("title", "desc"))
    assert title is not None
    assert description is not None
    assert title.text
    assert description.text
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    for element in root.iter():
        # Nothing that runs, or that is fetched from elsewhere.
        assert element.tag.startswith(SVG)
        assert element.tag[len(SVG) :] not in ("script", "foreignObject", "image", "a")
        assert all(value.startswith("#") for name, value in element.items() if "href" in name)
        assert not any(name.startswith("on") for name in element.attrib)
    return root


def ids(root: ElementTree.Element) -> list[str]:
    found = (element.get("id") for element in root.iter())
    return [name for name in found if name is not None]


def said(svg: str, name: str) -> str:
    """The title or the description."""
    text = parsed(svg).findtext(f"{SVG}{name}")
    assert text is not None
    return text


class TestEveryPicture:
    """Positions, games and records alike."""

    @kinds
    @pytest.mark.parametrize("theme", THEMES)
    def test_each_theme_is_a_whole_document(self, kind: str, theme: Any) -> None:
        svg = KINDS[kind]().to_svg(theme=theme)
        assert type(svg) is str
        parsed(svg)
        # A fixed theme needs no custom properties, which not every program knows.
        assert ("var(--" in svg) is (theme == "auto")

    @kinds
    def test_the_same_thing_gives_the_same_bytes(self, kind: str) -> None:
        one, other = KINDS[kind](), KINDS[kind]()
        assert one.to_svg() == other.to_svg() == one.to_svg(theme="auto")
        assert one.to_svg(theme="dark") != one.to_svg(theme="light")
        assert one._repr_svg_() == other._repr_svg_()

    @kinds
    def test_a_notebook_shows_it_in_a_size_that_fits(self, kind: str) -> None:
        thing = KINDS[kind]()
        root = parsed(thing._repr_svg_())
        assert root.get("width") == "480"
        assert root.get("height") is None
        assert thing._repr_svg_().replace(' width="480"', "", 1) == thing.to_svg()

    def test_ids_of_different_boards_are_different(self) -> None:
        pictures = [make().to_svg(theme=theme) for make in KINDS.values() for theme in THEMES]
        pictures.append(kuba.Position(to_move="B").to_svg())
        found = [name for svg in pictures for name in ids(parsed(svg))]
        assert len(set(found)) == len(found)

    def test_ids_keep_their_names_behind_the_hash(self) -> None:
        names = {re.sub(r"^board-[0-9a-f]{16}-", "", name) for name in ids(parsed(TOKENS.to_svg()))}
        assert {"title", "description", "space-1", "space-56", "token-Ap", "token-Cq"} <= names
        names = {re.sub(r"^board-[0-9a-f]{16}-", "", name) for name in ids(parsed(START.to_svg()))}
        assert {"cell-00", "cell-66", "marble-33", "tray-W"} <= names

    @kinds
    def test_what_is_no_theme_is_refused(self, kind: str) -> None:
        thing = KINDS[kind]()
        for theme in [*hostile.ALL, "Dark", "dark ", "dark\n", "auto\0", "\ud800", "x" * 10**6]:
            with pytest.raises(ParlorError) as caught:
                thing.to_svg(theme=theme)
            assert caught.value.value is theme
            assert caught.value.rule is None
            assert "auto, light, dark, wood and contrast" in str(caught.value)
            assert len(str(caught.value)) < 1_000

    @kinds
    def test_a_theme_counts_by_value(self, kind: str) -> None:
        thing = KINDS[kind]()
        assert thing.to_svg(theme=hostile.Text("dark")) == thing.to_svg(theme="dark")

    @kinds
    def test_threads_get_the_same(self, kind: str) -> None:
        thing = KINDS[kind]()
        alone = thing.to_svg()
        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(lambda _: thing.to_svg(), range(64))) == {alone}


TOKENS = ludo.Position(["A", "C"])
START = kuba.Position()


@given(st.integers(0, 2**32), st.sampled_from([["A", "C"], ["A", "B", "C", "D"]]))
@settings(max_examples=40)
def test_every_position_of_ludo_can_be_drawn(seed: int, seats: list[str]) -> None:
    start = ludo.Position(seats)
    for limit in (1, 40, 10_000):
        position = start.random_playout(seed, roll_limit=limit).position
        parsed(position.to_svg())
        if position.phase == "roll":
            assert position.apply(6).to_svg() != position.to_svg()


@given(st.integers(0, 2**32), st.sampled_from(kuba.RULES))
@settings(max_examples=40)
def test_every_position_of_kuba_can_be_drawn(seed: int, rules: str) -> None:
    position = kuba.Position(rules=rules)
    for number in range(40):
        if position.is_over:
            break
        moves = position.legal_actions
        position = position.apply(moves[(seed >> number) % len(moves)])
        assert str(position.captured["W"]) in said(position.to_svg(), "desc")
    parsed(position.to_svg())


class TestGames:
    """What only the texts' classes have."""

    def test_l_19_before_the_first_game_there_is_no_board(self) -> None:
        game = LudoGame()
        with pytest.raises(ParlorError) as caught:
            game.to_svg()
        assert caught.value.value is game
        assert "play_game" in str(caught.value)
        # A notebook then shows the words.
        assert game._repr_svg_() is None

    def test_a_wrong_theme_is_reported_before_that(self) -> None:
        with pytest.raises(ParlorError) as caught:
            LudoGame().to_svg(theme="blue")  # type: ignore[arg-type]
        assert caught.value.value == "blue"

    def test_l_25_a_token_moved_by_hand_is_seen(self) -> None:
        game: Any = ludo_game()
        before = game.to_svg()
        game.move_token(game.get_player_by_position("A"), "p", 3)
        assert game.to_svg() != before

    def test_a_game_of_kuba_without_players_has_no_board(self) -> None:
        game: Any = KubaGame.__new__(KubaGame)
        with pytest.raises(RuntimeError):
            game.to_svg()
        assert game._repr_svg_() is None

    def test_k_11_nobody_yet_and_then_somebody(self) -> None:
        game = KubaGame(("Ann", "W"), ("Bob", "B"))
        assert "K-11" in said(game.to_svg(), "desc")
        game.make_move("Bob", (0, 5), "B")
        assert "K-11" not in said(game.to_svg(), "desc")
        assert "Ann is to move" in said(game.to_svg(), "desc")

    def test_k_12_a_draw_is_reported(self) -> None:
        game = KubaGame(("Ann", "W"), ("Bob", "B"), rules="tournament")
        assert "K-11" not in said(game.to_svg(), "desc")
        for move in 2 * THERE_AND_BACK:
            game.make_move(*move)
        assert game.is_draw()
        assert "K-12" in said(game.to_svg(), "desc")

    def test_k_10_a_win_is_reported(self) -> None:
        game = KubaGame(("Ann", "W"), ("Bob", "B"))
        for number, push in enumerate(WIN_BY_BLOCKING.split()):
            name = ("Ann", "Bob")[number % 2]
            assert game.make_move(name, (int(push[0]), int(push[1])), push[2])
        assert "Ann" in said(game.to_svg(), "desc")
        assert "won" in said(game.to_svg(), "desc")

    def test_subclasses_are_drawn_as_well(self) -> None:
        assert said(SubKuba("Ann", "Bob").to_svg(), "title").count("Ann") == 1

    @pytest.mark.parametrize(
        "name",
        ["", "<script>alert(1)</script>", "]]>", "--><!--", "&amp;", "\"'><svg onload=x>",
         "a\nb\r\tc", "\0\x01\x1b[2J\x7f\x85", "\u202e\u2066\u200b\ufeff", "\ufffe\uffff\U0001ffff",
         "\ud800", "a\udc80b", "Zoë 🎲", "x" * 100_000],
        ids=lambda name: ascii(name)[:20],
    )  # fmt: skip
    def test_k_14_any_name_gives_a_sound_picture(self, name: str) -> None:
        game = KubaGame((name, "W"), (name + "!", "B"))
        for svg in (game.to_svg(), game._repr_svg_()):
            assert svg is not None
            assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]", svg)
            parsed(svg)

    def test_a_name_that_is_shown_is_shown_as_it_is(self) -> None:
        game = KubaGame(("<Zoë & Co>", "W"), ("Bob", "B"))
        assert "<Zoë & Co>" in said(game.to_svg(), "title")
