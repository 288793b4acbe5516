"""The model is honest: without a switch it plays by the rules, and each switch is one reading."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from parlor.check.game import GAMES, KUBA, LUDO, Game, difference
from parlor.check.reading import Noted, Places
from parlor.check.rules import RULES
from parlor.check.script import Script, kuba
from parlor.check.table import perform

BOTH = pytest.mark.parametrize("game", [LUDO, KUBA], ids=["ludo", "kuba"])


def same(game: Game, script: Script) -> None:
    """The model and the compiled class answer every call alike."""
    by_model = perform(game.model(frozenset(), Counter()), list(script))
    by_class = perform(game.by_the_rules, list(script))
    assert difference(by_class, by_model) is None, script
    assert difference(by_model, by_class) is None, script


@BOTH
def test_the_model_is_the_class_on_every_directed_game(game: Game) -> None:
    for script in [*game.examples(), *game.directed(), *game.unasked]:
        same(game, script)


@BOTH
def test_the_model_is_the_class_on_random_games(game: Game) -> None:
    source = random.Random(1)
    for _ in range(500):
        same(game, game.drawn(source))


@BOTH
def test_each_reading_shows_in_a_directed_game(game: Game) -> None:
    scripts = [*game.examples(), *game.directed(), *game.unasked]
    right = [game.answers(script) for script in scripts]
    hidden = [
        name
        for name in game.readings
        if all(
            difference(answers, game.answers(script, frozenset({name}))) is None
            for script, answers in zip(scripts, right)
        )
    ]
    assert hidden == []


@BOTH
def test_each_rule_that_a_program_can_break_has_a_reading(game: Game) -> None:
    # Of bad input only the rule is told, not how a program takes it.
    letter = game.class_name[0]
    read = {reading.rule for reading in game.readings.values()}
    told = {rule for rule in RULES if rule.startswith(f"{letter}-")}
    assert told - read <= {"L-23"}
    assert read <= told


def test_kuba_notes_where_the_text_leaves_room() -> None:
    # What an open reading answers otherwise must not be told as a fault.
    scripts = [*KUBA.examples(), *KUBA.directed(), *KUBA.unasked]
    for reading in KUBA.readings.values():
        for script in scripts if reading.is_open else []:
            found = difference(
                KUBA.answers(script), KUBA.answers(script, frozenset({reading.name}))
            )
            if found is not None:
                uses: Counter[str] = Counter()
                perform(KUBA.model(frozenset(), uses), list(script[: found.step + 1]))
                assert uses[f"?{reading.rule}"], (reading.name, script)


def test_what_holds_in_kuba_has_words() -> None:
    places: Places = {}
    for script in KUBA.directed()[::4]:
        perform(KUBA.model(Noted((), places), Counter()), list(script))
    held = {condition for noted in places.values() for place in noted for condition in place}
    assert held <= set(KUBA.conditions)


def test_a_reading_of_kuba_can_be_confined() -> None:
    # White may undo, and Black may not; and the other way round.
    undone = kuba("01B 05B 21R !Bob:26L"), kuba("05B 01B 25L !Ann:20R", first="Bob")
    only_white = frozenset({"no-ko@color=W"}), frozenset({"no-ko@not color=B"})
    for readings in only_white:
        answers = [KUBA.answers(script, readings)[-1][0] for script in undone]
        assert answers == ["False", "True"]
    off = frozenset({"own-goes-off@front=own&edge=left"})
    assert KUBA.answers(kuba("01L"), off)[-1][0] == "True"
    assert KUBA.answers(kuba("10F"), off)[-1][0] == "False"


def test_what_holds_in_ludo_can_be_reported_in_words() -> None:
    places: Places = {}
    for script in LUDO.directed():
        perform(LUDO.model(Noted(frozenset(), places), Counter()), list(script))
    held = {one for several in places.values() for place in several for one in place}
    assert held - set(LUDO.conditions) == set()
    # And nothing is told that never holds.
    assert {one.partition("=")[0] for one in held} == {
        one.partition("=")[0] for one in LUDO.conditions
    }


def test_where_another_answer_of_ludo_is_no_error_the_model_says_so() -> None:
    for reading in LUDO.readings.values():
        for script in [*LUDO.directed(), *LUDO.unasked] if reading.is_open else ():
            found = difference(
                LUDO.answers(script), LUDO.answers(script, frozenset({reading.name}))
            )
            if found is not None:
                # The judge cuts a game after the first roll that differs.
                short = cut_where_it_differs(script[: found.step + 1], frozenset({reading.name}))
                found = difference(
                    LUDO.answers(short), LUDO.answers(short, frozenset({reading.name}))
                )
                assert found is not None
                assert LUDO.rule_at(short, found)[1], (reading.name, short)


def cut_where_it_differs(script: Script, readings: frozenset[str]) -> Script:
    """The script without the rolls after the first that a program of some readings plays so."""
    *earlier, last = script
    if last[0] != "play_game" or not isinstance(last[2], list):
        return script
    cuts = [(*earlier, (*last[:2], last[2][:size])) for size in range(len(last[2]))]
    return next((cut for cut in cuts if LUDO.answers(cut) != LUDO.answers(cut, readings)), script)


def test_both_games_are_known() -> None:
    assert sorted(GAMES) == ["KubaGame", "LudoGame"]
