"""Bots, matches, outside programs, ratings and tests."""

from __future__ import annotations

import copy
import json
import math
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import parlor
import pytest
from hypothesis import given, strategies as st
from parlor import MatchError, ParlorError, kuba, ludo

PROGRAM = Path(__file__).with_name("programs.py")


def program(how: str, *more: object) -> str:
    """The description of a program that plays like this."""
    return f"cmd:'{sys.executable}' '{PROGRAM}' {how} {' '.join(map(str, more))}"


def first(position: Any) -> Any:
    return position.legal_actions[0]


def test_every_bot_chooses_a_legal_action_by_its_seed() -> None:
    assert kuba.BOTS[:3] == ("engine", "random", "level-1")
    assert ludo.BOTS == ("random", "priority", "optimal", "strong")
    for name in kuba.BOTS[:8]:
        position = kuba.Position(rules="tournament").apply("65F")
        bot = kuba.bot(name)
        assert bot.choose(position, seed=3) in position.legal_actions
        assert bot.choose(position, seed=3) == kuba.bot(name).choose(str(position), 3)
    for name in ludo.BOTS:
        rolled = ludo.Position(["A", "C"]).apply(6)
        assert ludo.bot(name).choose(rolled) in rolled.legal_actions
    random = {kuba.bot("random").choose(kuba.Position(), seed) for seed in range(50)}
    assert len(random) > 4


def test_many_positions_are_answered_on_any_number_of_threads() -> None:
    batch = kuba.Batch(40, seed=3)
    for _ in range(9):
        batch.step(batch.sample())
    bot = kuba.bot("level-4")
    answers = bot.choose_many(batch, seed=5)
    assert answers.dtype == np.int64
    assert (answers == bot.choose_many(batch.positions(), seed=5, threads=3)).all()
    batch.step(answers)
    over = kuba.Position.parse("7/7/7/5wr/7/7/b6 w6b0 w - c").apply("35R")
    assert bot.choose_many([over, kuba.Position()])[0] == -1
    games = ludo.Batch(30, seed=1)
    games.step(ludo.bot("priority").choose_many(games))
    assert ludo.bot("random").choose_many([ludo.Position(["A", "B"])]).tolist() == [-1]
    assert bot.choose_many([]).tolist() == []


def test_bots_are_values() -> None:
    for bot in (kuba.bot("level-3:nodes=50"), ludo.bot("priority")):
        assert pickle.loads(pickle.dumps(bot)) == bot == copy.deepcopy(bot)
    assert repr(kuba.bot("greedy")) == "kuba.bot('greedy')"
    assert kuba.bot("random") != ludo.bot("random")


#: What may be called with anything.
kb: Any = kuba
ld: Any = ludo
pl: Any = parlor


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kb.bot("clever"), 'unknown bot "clever"; expected engine, random, level-1'),
        (lambda: kb.bot("engine:hats=1"), 'unknown bot option "hats=1"; expected nodes=N'),
        (lambda: kb.bot("cmd:./x"), "takes part in matches alone"),
        (lambda: kb.bot("random:nodes=5"), "random has no options"),
        (lambda: kb.bot("level-2:hash=5"), "the only option of level-2 is nodes; depth, time"),
        (lambda: ld.bot("strong:nodes=5"), "strong has no options"),
        (
            lambda: ld.bot("cle"),
            'unknown bot "cle"; expected random, priority, optimal, strong',
        ),
        (lambda: kb.bot("random").choose(7), r"7 is no position; give a kuba\.Position"),
        (lambda: kb.bot("random").choose(kuba.Position(), -1), "the seed is -1; it must be"),
        (lambda: ld.bot("random").choose(ludo.Position(["A", "B"])), "a roll is due"),
        (
            lambda: ld.bot("optimal").choose(ludo.Position(["A", "B", "C"]).apply(6)),
            "optimal does not support 3 players",
        ),
        (lambda: kb.bot("random").choose_many([1]), r"item 0, 1, is no kuba\.Position"),
        (lambda: kb.bot("random").choose_many([], threads=0), "threads is 0; it must be"),
        (lambda: pl.match("random", "greedy", game="go"), "'go' is no game"),
        (lambda: pl.match("x", "greedy", game="kuba"), 'unknown bot "x"; expected engine'),
        (lambda: pl.match(7, "greedy", game="kuba"), "7 is no policy; give the name of a bot"),
        (lambda: pl.match("greedy", ludo.bot("random"), game="kuba"), "does not play kuba"),
        (lambda: pl.match("cmd:", "greedy", game="kuba"), "names no program"),
        (lambda: pl.match("cmd:./x", "random", game="ludo"), "there is no protocol for Ludo"),
        (lambda: pl.match("random", "greedy", game="kuba", pairs=0), "pairs is 0; it must"),
        (lambda: pl.match("random", "greedy", game="kuba", seed=-1), "the seed is -1"),
        (
            lambda: pl.match("random", "greedy", game="kuba", rules="x"),
            "'x' is no set of kuba",
        ),
        (
            lambda: pl.match("random", "greedy", game="kuba", sprt=(5, 0)),
            "the first must be l",
        ),
        (lambda: pl.match("random", "greedy", game="kuba", sprt=5), "sprt is 5; it must be"),
        (
            lambda: pl.match("random", "greedy", game="kuba", threads=0),
            "threads is 0; it must",
        ),
        (lambda: pl.match("random", "greedy", game="kuba", forfeit=1), "forfeit is 1"),
        (
            lambda: pl.match("random", "greedy", game="kuba", program_time=0),
            "program_time is",
        ),
        (lambda: pl.match("random", "priority", game="ludo", seats="AX"), "'X' is no seat"),
        (
            lambda: pl.match("random", "priority", game="ludo", seats="A"),
            "a game takes 2 to 4",
        ),
        (
            lambda: pl.match("random", "priority", game="ludo", seats="ABC", sprt=(0, 5)),
            "at two seats, not at 3",
        ),
        (
            lambda: pl.match("random", "greedy", game="kuba", seats="AC"),
            "seats is 'AC'; it is an option of Ludo only",
        ),
        (
            lambda: pl.match("random", "priority", game="ludo", opening=6),
            "opening is 6; it is an option of Kuba only",
        ),
        (
            lambda: pl.match("random", "priority", game="ludo", program_nodes=5),
            "program_nodes is 5; it is an option of Kuba only",
        ),
        (
            lambda: pl.match("random", "priority", game="ludo", program_time=5),
            "program_time is 5; it is an option of Kuba only",
        ),
        (
            lambda: pl.match("random", "priority", game="ludo", rules="tournament"),
            "'tournament' is no set of ludo rules",
        ),
        (
            lambda: pl.match("random", "greedy", game="kuba", names="ab"),
            "names is 'ab'; it is two names",
        ),
        (
            lambda: pl.match("random", "greedy", game="kuba", names=("x", "x ")),
            "both players are called 'x'",
        ),
        (
            lambda: pl.match("random", "greedy", game="kuba", names=("x", "")),
            "names has ''; a name is a text",
        ),
        (lambda: pl.elo([]), "there are no results"),
        (lambda: pl.elo([("a", "b", 2)]), r"result 0, \('a', 'b', 2\), is none; write"),
        (lambda: pl.elo([("a", "a", 1)]), "of a player against itself"),
        (lambda: pl.elo({("a", "b"): (1, 2)}), r"is no result; write \(a, b\): "),
        (lambda: pl.elo([("a", "b", 0.5)], anchor="c"), "the anchor 'c' is no player; they"),
        (lambda: pl.elo([("a", "b", 0.5)], anchor=("a", math.nan)), "the anchor's Elo is nan"),
        (lambda: pl.sprt([1, 2], 0, 5), "is no count of pairs"),
        (lambda: pl.sprt([0, 0, 0, 0, -1], 0, 5), "is no count of pairs"),
        (lambda: pl.sprt([1] * 5, 0, 5, alpha=0.7), "an error of probability 0.7"),
    ],
)
def test_what_is_wrong_is_named_with_what_would_be_right(call: Any, message: str) -> None:
    with pytest.raises(ParlorError, match=message):
        call()


def test_a_match_is_the_same_on_any_number_of_threads_and_that_of_the_command() -> None:
    for game, a, b in (("kuba", "level-2", "greedy"), ("ludo", "priority", "random")):
        one, other = (
            parlor.match(a, b, game=game, pairs=12, seed=7, threads=threads)  # type: ignore[arg-type]
            for threads in (1, 3)
        )
        assert one == other
        assert one.games == 24 == one.wins + one.draws + one.losses == sum(one.ended_by.values())
        assert sum(one.pentanomial or ()) == 12
        assert json.loads(json.dumps(one.to_dict()))["score"]["value"] == one.score.value
        assert "\n" not in repr(one)
    # As `parlor ludo match --bots random,priority --deals 200` shows it (its snapshot).
    table = parlor.match("random", "priority", game="ludo", pairs=200, seed=1)
    assert table.games == 400
    assert parlor.match("random", "random", game="kuba", pairs=3).games == 6


def test_a_match_is_that_of_the_command() -> None:
    """The counts are those of `crates/parlor/tests/command/kuba_match.rs`."""
    result = parlor.match(
        "level-2", "greedy", game="kuba", rules="tournament", pairs=6, seed=7, limit=120
    )
    assert [result.wins, result.draws, result.losses] == [3, 4, 5]
    assert result.pentanomial == (1, 2, 2, 0, 1)


def test_games_of_kuba_begin_fair_or_by_random_pushes() -> None:
    def of(opening: Any) -> parlor.MatchResult:
        return parlor.match("random", "random", game="kuba", pairs=2, opening=opening)

    assert [of(opening).opening for opening in (None, "fair", 0, 6, 100)] == [
        "fair",
        "fair",
        0,
        6,
        100,
    ]
    assert of(None).pentanomial == of("fair").pentanomial
    for wrong in (101, -1, "6", "Fair", 6.0, True, b"fair"):
        with pytest.raises(parlor.ParlorError, match='must be "fair" or an integer from 0 to 100'):
            of(wrong)


def test_a_bot_by_name_as_an_object_and_as_a_function_plays_the_same() -> None:
    def greedy(position: kuba.Position) -> str:
        return kuba.bot("greedy").choose(position)

    by_name = parlor.match("greedy", "random", game="kuba", pairs=4, rules="tournament")
    by_object = parlor.match(kuba.bot("greedy"), "random", game="kuba", pairs=4, rules="tournament")
    by_function = parlor.match(greedy, "random", game="kuba", pairs=4, rules="tournament")
    assert by_name == by_object
    assert by_function.pentanomial == by_name.pentanomial
    numbers = parlor.match(lambda p: p.legal_indices[0], "random", game="ludo", pairs=5, seats="DB")
    texts = parlor.match(first, "random", game="ludo", pairs=5, seats="DB")
    assert numbers.pentanomial == texts.pentanomial


def test_more_than_two_seats_have_no_pairs() -> None:
    result = parlor.match("priority", "random", game="ludo", seats="ABCD", pairs=10)
    assert (result.games, result.pentanomial, result.los) == (140, None, None)
    assert result.score.low > 0.25
    assert result.elo is not None
    assert result.elo.low > 0
    with pytest.raises(ParlorError, match="is not of two seats"):
        parlor.elo([result])


def test_a_test_ends_the_match() -> None:
    result = parlor.match("greedy", "random", game="kuba", sprt=(0, 100), limit=200)
    assert result.sprt is not None
    assert result.sprt.accepted == 1
    assert result.pairs < 100
    assert parlor.sprt(result, 0, 100) == result.sprt


def test_a_function_that_fails_is_named_and_its_exception_kept() -> None:
    def fails(position: kuba.Position) -> str:
        raise KeyError("book")

    with pytest.raises(
        MatchError, match=r"the bot fails failed in game 0, ply 7, at .*KeyError"
    ) as e:
        parlor.match(fails, "random", game="kuba", threads=3)
    assert isinstance(e.value.__cause__, KeyError)
    assert (e.value.player, e.value.game, e.value.ply) == ("fails", 0, 7)
    assert str(kuba.Position.parse(e.value.position)) == e.value.position
    with pytest.raises(MatchError, match=r"7\.5 is no action"):
        parlor.match(lambda p: 7.5, "random", game="kuba")
    with pytest.raises(MatchError, match="which L-14 forbids") as illegal:
        parlor.match(lambda p: "-", "random", game="ludo")
    assert (illegal.value.rule, illegal.value.value) == ("L-14", "C6-")
    lost = parlor.match(fails, "random", game="kuba", pairs=3, forfeit=True)
    assert (lost.losses, lost.forfeits, lost.ended_by) == (6, (6, 0), {"forfeit": 6})
    assert "KeyError" in lost.errors[0]


def test_what_ends_a_program_ends_the_match_and_progress_is_told() -> None:
    def leaves(position: kuba.Position) -> str:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        parlor.match(leaves, "random", game="kuba")
    told: list[tuple[int, int]] = []
    parlor.match("random", "greedy", game="kuba", pairs=3, progress=lambda *n: told.append(n))
    assert told[-1] == (3, 3)
    with pytest.raises(ZeroDivisionError):
        parlor.match("random", "greedy", game="kuba", progress=lambda done, pairs: 1 // 0)


def test_ctrl_c_ends_a_match_within_a_second() -> None:
    code = f"""
import os, signal, threading, time, parlor
signal.signal(signal.SIGINT, signal.default_int_handler)
for a in ("engine:nodes=100000000", {program("silent")!r}, lambda p: time.sleep(1000)):
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    try:
        parlor.match(a, "random", game="kuba", program_time=1000000)
    except KeyboardInterrupt:
        print(time.monotonic() - begun < 2.5)
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.stdout, run.stderr) == ("True\n" * 3, "")


def test_an_outside_program_plays_as_the_function_that_it_is() -> None:
    for rules in kuba.RULES:
        inside = parlor.match(first, "greedy", game="kuba", pairs=2, rules=rules, limit=60)
        for how in ("well", "twice"):
            outside = parlor.match(
                program(how), "greedy", game="kuba", pairs=2, rules=rules, limit=60, threads=2
            )
            assert outside.pentanomial == inside.pentanomial
            assert outside.actions == inside.actions


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("crash", r"it ended \(exit status: 1\) where bestmove was due; .*: no more ideas"),
        ("silent", 'it gave no bestmove within 2.05 s; its last line was "info string thinking"'),
        ("garbage", r'it answered "bestmove \\0 what\?"; expected bestmove and an action'),
        ("illegal", "answered 33F in game 0, ply 7, at .*, which K-"),
        ("long", "it wrote a line of more than 65536 bytes where bestmove was due"),
        ("flood", "it wrote more than 100000 lines where bestmove was due"),
        ("refuse", 'it refused "go movetime 50": go: I do not want to'),
    ],
)
def test_a_program_that_fails_is_named_with_what_it_did(how: str, message: str) -> None:
    with pytest.raises(MatchError, match=message):
        parlor.match(program(how), "greedy", game="kuba", pairs=1, program_time=50, threads=1)
    assert not running(f"programs.py' {how}")


def test_a_program_that_cannot_be_started_is_named() -> None:
    with pytest.raises(MatchError, match=r'"\./no-such-bot" cannot be started: No such file'):
        parlor.match("cmd:./no-such-bot", "greedy", game="kuba")
    lost = parlor.match(program("crash"), "greedy", game="kuba", pairs=1, forfeit=True)
    assert lost.forfeits == (2, 0)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_nothing_that_a_program_has_started_is_left(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    parlor.match(program("child", note), "greedy", game="kuba", pairs=1, limit=30, threads=1)
    child = Path("/proc", note.read_text(encoding="utf-8"), "stat")
    for _ in range(100):
        # One that has ended waits for the system to notice.
        if not child.exists() or child.read_text(encoding="utf-8").split(") ")[1][0] == "Z":
            return
        time.sleep(0.02)
    raise AssertionError("the child is still there")


def running(part: str) -> bool:
    """Whether a process has this in its command line."""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = process.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if part.replace("'", "") in words and process.parent.name != str(os.getpid()):
            return True
    return False


def test_ratings_are_relative_to_the_average_or_to_an_anchor() -> None:
    games = {("a", "b"): (30, 10, 10), ("b", "c"): (20, 0, 10), ("c", "a"): (5, 5, 30)}
    ratings = parlor.elo(games)
    assert list(ratings) == ["a", "b", "c"]
    assert sum(rating.value for rating in ratings.values()) == pytest.approx(0)
    anchored = parlor.elo(games, anchor=("b", 1500))
    assert anchored["b"] == parlor.Estimate(1500, 1500, 1500)
    differences = [ratings[name].value - ratings["b"].value for name in "abc"]
    assert [anchored[name].value - 1500 for name in "abc"] == pytest.approx(differences)
    listed = [("a", "b", 1.0)] * 30 + [("b", "a", 0.5)] * 10 + [("b", "a", 1)] * 10
    two = parlor.elo(listed)
    assert two["a"].value - two["b"].value == pytest.approx(400 * np.log10(35 / 15), abs=1e-6)
    result = parlor.match("level-2", "level-1", game="kuba", pairs=40, limit=100)
    assert result.elo is not None
    assert parlor.elo([result], anchor="level-1")["level-2"].value == pytest.approx(
        result.elo.value
    )


def test_the_interval_between_two_is_that_of_their_match() -> None:
    drawn = parlor.match("random", "greedy", game="kuba", pairs=20, limit=6, opening=5)
    assert drawn.draws == 40
    varied = parlor.match("level-2", "level-1", game="kuba", pairs=40, limit=100)
    for result in (drawn, varied):
        assert result.elo is not None
        assert math.isfinite(result.elo.reach)
        rating = parlor.elo([result], anchor=result.b)[result.a]
        for one, other in zip(vars(rating).values(), vars(result.elo).values()):
            assert one == pytest.approx(other, abs=1e-9)
    several = parlor.elo({("a", "b"): (0, 9, 0), ("b", "c"): (0, 9, 0)})
    assert all(0 < rating.reach < 400 for rating in several.values())


def last(position: Any) -> Any:
    return position.legal_actions[-1]


def one_of(place: int) -> Any:
    """Functions of one name."""

    def chooses(position: Any) -> Any:
        return position.legal_actions[place]

    return chooses


def test_ratings_are_of_one_game_by_one_set_of_rules() -> None:
    def ludo_at(seats: str, seed: int = 1) -> parlor.MatchResult:
        return parlor.match("random", "priority", game="ludo", seats=seats, pairs=8, seed=seed)

    at_kuba = [
        parlor.match("random", "greedy", game="kuba", pairs=4, rules=rules, limit=60)
        for rules in kuba.RULES
    ]
    with pytest.raises(ParlorError, match=r"0 is of kuba by classroom rules with .* 1 of kuba"):
        parlor.elo(at_kuba)
    with pytest.raises(ParlorError, match="0 is of ludo by classic rules at the seats A, C with"):
        parlor.elo([ludo_at("AC"), at_kuba[0]])
    with pytest.raises(ParlorError, match=r"result 2 of ludo .* A, B with .*; the strength"):
        parlor.elo([ludo_at("AC"), ludo_at("DB"), ludo_at("AB")])
    # Turned on the board it is the same game.
    parlor.elo([ludo_at("AB"), ludo_at("DA"), ("random", "priority", 0.5)])


def test_results_by_other_limits_are_refused() -> None:
    cut, whole = (
        parlor.match("random", "greedy", game="kuba", pairs=4, seed=seed, limit=limit)
        for seed, limit in ((1, 20), (2, 1000))
    )
    assert (cut.limit, cut.opening, cut.to_dict()["limit"]) == (20, "fair", 20)
    with pytest.raises(ParlorError, match=r"a limit of 20, and result 1 .* a limit of 1000; the"):
        parlor.elo([cut, whole])
    # One of an earlier version does not know its limit.
    old = pickle.loads(pickle.dumps(cut))
    for name in ("limit", "opening"):
        del old.__dict__[name]
    assert len(parlor.elo([pickle.loads(pickle.dumps(old)), whole])) == 2
    assert "parlor.strength" in repr(parlor.MatchResult)


def test_games_are_not_counted_twice() -> None:
    def of(a: str, b: str, **more: Any) -> parlor.MatchResult:
        # Nobody wins so soon.
        return parlor.match(a, b, game="kuba", pairs=4, limit=20, **more)

    first = of("random", "greedy")
    words = "results 0 and 2 are both of .* by the seed 1, so that they have the same games; give"
    for again in (first, of("greedy", "random"), pickle.loads(pickle.dumps(first))):
        with pytest.raises(ParlorError, match=words) as caught:
            parlor.elo([first, of("random", "level-1"), again])
        assert caught.value.value is again
    results = [first, of("random", "greedy", seed=2), of("random", "greedy", opening=4)]
    ratings = parlor.elo(results)
    one = parlor.elo([first])
    assert ratings["greedy"].reach < one["greedy"].reach


def test_functions_of_one_name_are_told_apart() -> None:
    def against(player: Any, other: Any = "random", **more: Any) -> parlor.MatchResult:
        return parlor.match(player, other, game="ludo", pairs=6, **more)

    one, other = one_of(0), one_of(-1)
    assert len(parlor.elo([against(one), against(one, "priority"), against(first)])) == 4
    with pytest.raises(ParlorError, match=r"'chooses' is different functions in the results 0"):
        parlor.elo([against(one), against(other)])
    with pytest.raises(ParlorError, match=r"'random' is a function and a bot in the results 0 and"):
        third = one_of(0)
        third.__name__ = "random"
        parlor.elo([against("priority"), against(third, "priority")])
    named = [against(one, names=("one", None)), against(other, names=("other", None))]
    assert len(parlor.elo(named)) == 3
    both = against(one, other)
    assert (both.a, both.b) == ("chooses", "chooses (b)")
    assert len(parlor.elo([both])) == 2
    with pytest.raises(ParlorError, match=r"'chooses' is different functions"):
        parlor.elo([against(one), against(other, one)])
    with pytest.raises(ParlorError, match="is of a player against itself"):
        parlor.elo([against(one, one)])
    # A function that can be imported is known in other processes, too.
    result = pickle.loads(pickle.dumps(against(last)))
    assert len(parlor.elo([result, against(last, seed=2)])) == 2
    assert "_functions" not in result.to_dict()


def test_a_method_is_known_by_its_object() -> None:
    class Net:
        def __init__(self, place: int) -> None:
            self.place = place

        def chooses(self, position: Any) -> Any:
            return position.legal_actions[self.place]

    def against(player: Any, seed: int = 1) -> parlor.MatchResult:
        return parlor.match(player, "random", game="ludo", pairs=6, seed=seed)

    one, other = Net(0), Net(-1)
    assert len(parlor.elo([against(one.chooses), against(one.chooses, seed=2)])) == 2
    with pytest.raises(ParlorError, match="different functions"):
        parlor.elo([against(one.chooses), against(other.chooses)])


def test_players_that_never_scored_are_named() -> None:
    with pytest.raises(ParlorError, match="c never scored against any of the others") as error:
        parlor.elo([("a", "b", 0.5), ("b", "c", 1)])
    assert error.value.value == ("c",)
    with pytest.raises(ParlorError, match="never scored"):
        parlor.elo([("a", "b", 0.5), ("c", "d", 0.5)])


@given(st.lists(st.integers(0, 1000), min_size=5, max_size=5))
def test_a_test_and_its_mirror_image_agree(pairs: list[int]) -> None:
    test = parlor.sprt(pairs, -10, 10)
    mirrored = parlor.sprt(pairs[::-1], -10, 10)
    assert test.llr == pytest.approx(-mirrored.llr, abs=1e-6)
    assert (test.accepted is None) == (test.lower < test.llr < test.upper)


def test_names_are_names_alone() -> None:
    def outcome(names: Any, game: Any = "kuba", b: Any = "random") -> tuple[int, int, int]:
        result = parlor.match("greedy", b, game=game, pairs=6, limit=60, names=names)
        return result.wins, result.draws, result.losses

    as_they_are = outcome(None)
    assert outcome((None, "greedy 2")) == outcome(("random", "greedy")) == as_they_are
    assert outcome(("old", "new"), b=kuba.bot("random")) == as_they_are
    result = parlor.match("priority", "random", game="ludo", pairs=4, names=("random", "priority"))
    assert (result.a, result.b) == ("random", "priority")
    assert result.wins > result.losses

    def random(position: kuba.Position) -> str:
        return position.legal_actions[0]

    result = parlor.match(random, "random", game="kuba", pairs=2, limit=60)
    assert (result.a, result.b) == ("random", "random (b)")
