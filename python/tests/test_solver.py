"""Optimal play, policy evaluation and game analysis."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from parlor import ParlorError, Record, RecordError, SeatError, UnsolvedError, ludo

A_LINE = "A20.50/C1.H A 3 -"

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="folders as Linux has them")


@pytest.fixture(name="solution", scope="module")
def fixture_solution() -> ludo.Solution:
    return ludo.solve()


def record(actions: str, seats: str = "A, C") -> Record:
    return Record.read(f"parlor-record 1\ngame: ludo\nseats: {seats}\n\n{actions}")


def played(seats: list[str], seed: int) -> Record:
    """A game to its end, with the first choice each time and rolls from a playout's die."""
    game = Record("ludo", seats)
    position = ludo.Position(seats)
    state = seed
    while not position.is_over:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        rolled = position.apply((state >> 33) % 6 + 1)
        game.push(rolled.roll or 0)
        game.push(rolled.legal_moves[0])
        position = rolled.apply(rolled.legal_moves[0])
    return game


class TestSolve:
    """parlor.ludo.solve."""

    def test_the_bounds_enclose_the_known_value(self, solution: ludo.Solution) -> None:
        assert solution.low <= 0.510984689216 <= solution.high + 1e-12
        assert solution.low <= solution.first_player <= solution.high
        # As doubles the bounds are rounded outward.
        assert solution.high - solution.low <= solution.width + 1e-15
        assert solution.width < 1e-12
        assert 0 <= solution.residual < solution.width
        assert (solution.states, solution.seats) == (1770**2, ("A", "C"))
        assert solution.sweeps > 0

    def test_a_rotation_of_the_seats_changes_nothing(self, solution: ludo.Solution) -> None:
        turned = ludo.solve(["D", "B"])
        assert turned.seats == ("D", "B")
        assert turned.first_player == solution.first_player
        assert (turned.low, turned.high) == (solution.low, solution.high)

    def test_seats_may_be_their_letters(self, solution: ludo.Solution) -> None:
        assert ludo.solve("AC") == solution

    def test_adjacent_seats_differ_by_who_begins(self) -> None:
        values = [ludo.value(ludo.Position(seats)) for seats in (["A", "B"], ["B", "A"])]
        assert values[0] != values[1]
        assert ludo.value(ludo.Position(["C", "D"])) == values[0]
        assert ludo.solve(["B", "A"]).first_player == values[1]

    def test_a_solution_is_a_value(self, solution: ludo.Solution) -> None:
        assert pickle.loads(pickle.dumps(solution)) == solution
        assert hash(solution) == hash(pickle.loads(pickle.dumps(solution)))
        with pytest.raises(AttributeError):
            solution.low = 0.0  # type: ignore[misc]

    @pytest.mark.parametrize("seats", [["A"], "AA", ["A", "A"], ["A", "B", "C"], ["A", "x"], 5])
    def test_what_is_not_two_seats(self, seats: Any) -> None:
        for call in (ludo.solve, lambda seats: ludo.evaluate(["random", "random"], seats)):
            with pytest.raises(SeatError):
                call(seats)


class TestValue:
    """parlor.ludo.value and best_move."""

    def test_the_value_of_the_start_is_what_solving_finds(self, solution: ludo.Solution) -> None:
        assert ludo.value(ludo.Position(["A", "C"])) == solution.first_player
        assert ludo.value("AH.H/CH.H A - -") == solution.first_player

    @pytest.mark.parametrize("bonus", ["-", "+"])
    def test_a_value_before_a_roll_is_the_mean_of_those_after_it(self, bonus: str) -> None:
        before = ludo.Position.parse(f"A20.50/C1.H A {bonus} -")
        after = [ludo.value(before.apply(roll)) for roll in range(1, 7)]
        assert ludo.value(before) == pytest.approx(sum(after) / 6, abs=1e-13)

    def test_the_best_move_keeps_the_value(self) -> None:
        rolled = ludo.Position.parse(A_LINE)
        values = {}
        for move in rolled.legal_moves:
            after = rolled.apply(move)
            assert after.to_act == "C"
            values[move] = 1 - ludo.value(after)
        best = ludo.best_move(rolled)
        assert values[best] == max(values.values()) == pytest.approx(ludo.value(rolled), abs=1e-13)
        assert min(values.values()) < values[best]

    def test_two_left_of_three_are_as_two_alone(self) -> None:
        assert ludo.value("A20.50/BE.E/C1.H A - B") == ludo.value("A20.50/C1.H A - -")

    @pytest.mark.parametrize("line", ["AH.H/BH.H/CH.H A - -", "A56.E/BH.H/CH.H A 1 -"])
    def test_more_than_two_have_no_exact_value(self, line: str) -> None:
        for position in (line, ludo.Position.parse(line)):
            with pytest.raises(UnsolvedError, match="3 players are left") as caught:
                ludo.value(position)
            assert caught.value.value is position
            assert line in str(caught.value)

    def test_a_game_that_is_over_is_won_and_has_nothing_to_choose(self) -> None:
        over = ludo.Position.parse("A56.E/CH.H A 1 -").apply("p")
        assert ludo.value(over) == 1.0
        with pytest.raises(ParlorError, match="the game is over"):
            ludo.best_move(over)

    def test_without_a_roll_there_is_nothing_to_choose(self) -> None:
        with pytest.raises(ParlorError, match="A is to roll"):
            ludo.best_move("AH.H/CH.H A - -")

    def test_more_than_two_get_a_legal_move(self) -> None:
        rolled = ludo.Position(["A", "B", "C", "D"]).apply(6)
        assert ludo.best_move(rolled) in rolled.legal_moves

    @pytest.mark.parametrize("value", [None, 5, b"A", [A_LINE], object()])
    def test_what_is_no_position(self, value: Any) -> None:
        for ask in (ludo.value, ludo.best_move):
            with pytest.raises(ParlorError) as caught:
                ask(value)
            assert caught.value.value is value


class TestAnalyse:
    """parlor.ludo.analyze."""

    def test_the_luck_and_the_losses_of_a_finished_game_add_up(self) -> None:
        game = played(["C", "A"], seed=3)
        told = ludo.analyze(game)
        assert told == ludo.analyze(game.to_text()) == ludo.analyze(game.to_json())
        assert (told["game"], told["rules"], told["seats"]) == ("ludo", "classic", ["C", "A"])
        assert [ply["action"] for ply in told["plies"]] == list(game.actions)
        (race,) = told["races"]
        assert (race["place"], race["exact"], race["error"]) == (1, True, None)
        for account in race["accounts"]:
            ways = ["start", "own_rolls", "other_rolls", "own_choices", "other_choices"]
            assert sum(account[way] for way in ways) == pytest.approx(account["end"], abs=1e-9)
        assert sorted(account["end"] for account in race["accounts"]) == [0.0, 1.0]

    def test_its_chances_are_the_values_of_its_positions(self) -> None:
        game = played(["A", "B"], seed=5)
        for ply in ludo.analyze(game)["plies"][:50]:
            before = ludo.Position.parse(ply["position"])
            roll = int(ply["action"][1])
            assert ply["before"][before.to_act] == ludo.value(before)
            assert ply["choices"][0]["choice"] == ludo.best_move(before.apply(roll))

    def test_a_roll_without_an_answer(self) -> None:
        game = Record("ludo", ["A", "C"])
        game.push(6)
        (ply,) = ludo.analyze(game)["plies"]
        assert (ply["action"], ply["loss"], ply["after"]) == ("A6", None, None)

    def test_three_are_estimated_until_two_are_left(self) -> None:
        told = ludo.analyze(played(["A", "B", "D"], seed=1))
        first, second = told["races"]
        assert (first["exact"], second["exact"]) == (False, True)
        assert 0 < first["error"] < 0.1

    @pytest.mark.parametrize(
        ("value", "words"),
        [
            (Record("ludo", ["A", "C"]), "no ply"),
            (Record.scripted(["A", "B"], []), "scripted"),
        ],
    )
    def test_other_records_are_refused(self, value: Record, words: str) -> None:
        for form in (value, value.to_text()):
            with pytest.raises(RecordError, match=words) as caught:
                ludo.analyze(form)
            assert caught.value.value is form

    @pytest.mark.parametrize("value", [None, 5, b"parlor-record 1", object()])
    def test_what_is_no_record(self, value: Any) -> None:
        with pytest.raises(ParlorError):
            ludo.analyze(value)


class TestEvaluate:
    """parlor.ludo.evaluate."""

    def test_best_play_against_itself_is_the_solved_value(self, solution: ludo.Solution) -> None:
        told = ludo.evaluate(["optimal", "optimal"])
        assert told.first_player == pytest.approx(solution.first_player, abs=1e-12)
        assert told.policies == ("optimal", "optimal")

    def test_no_policy_does_better_than_best_play(self, solution: ludo.Solution) -> None:
        told = ludo.evaluate(("priority", "optimal"), ("C", "A"))
        assert told.seats == ("C", "A")
        assert told.first_player < solution.first_player
        assert told.expected_rolls > 50

    @pytest.mark.parametrize(
        "policies", ["random", ["random"], ["random"] * 3, ["random", "best"], [1, 2], None]
    )
    def test_what_is_not_two_policies(self, policies: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            ludo.evaluate(policies)
        assert "random" in str(caught.value) or "priority" in str(caught.value)


def test_other_threads_run_while_it_solves() -> None:
    """This thread counts on, which it could not if solving kept the interpreter."""
    done = threading.Event()

    def work() -> None:
        ludo.solve()
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    rounds = 0
    while not done.wait(0.01):
        rounds += 1
    thread.join()
    assert rounds > 3


def solved_first_player(seats: tuple[str, str]) -> float:
    return ludo.solve(seats).first_player


@linux
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_can_solve_after_its_parent_has(solution: ludo.Solution) -> None:
    with multiprocessing.get_context("fork").Pool(1) as pool:
        answer = pool.apply_async(solved_first_player, [("A", "C")])
        assert answer.get(timeout=120) == solution.first_player


@linux
class TestCache:
    """The values are kept where the command keeps them, and only by what needs a file."""

    def values(self, folder: Path) -> None:
        code = "from parlor import ludo; print(ludo.value('AH.H/CH.H A - -'))"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env={**os.environ, "PARLOR_CACHE": "", "XDG_CACHE_HOME": str(folder)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert round(float(done.stdout), 11) == 0.51098468922

    def test_they_are_kept_and_made_anew_when_the_file_is_broken(self, tmp_path: Path) -> None:
        kept = tmp_path / "parlor" / "ludo-opposite.values"
        self.values(tmp_path)
        whole = kept.read_bytes()
        self.values(tmp_path)
        kept.write_bytes(whole[:1000])
        self.values(tmp_path)
        assert kept.read_bytes() == whole
        names = sorted(path.name for path in kept.parent.iterdir())
        assert names == ["ludo-opposite.lock", kept.name]

    def test_a_folder_that_cannot_be_written_does_no_harm(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.touch()
        self.values(file)

    def test_the_lines_of_the_documentation_read_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        document = Path(__file__).resolve().parents[2] / "docs/formats/ludo-values.md"
        np = pytest.importorskip("numpy")
        values = ludo.values(("A", "C"))
        self.values(tmp_path)
        kept = (tmp_path / "parlor" / "ludo-opposite.values").read_bytes()
        (tmp_path / "opposite.values").write_bytes(kept)
        header = kept[:24]
        small = (
            header[:10] + b"\x10" + header[11:] + np.rint(values * 65535).astype("<u2").tobytes()
        )
        (tmp_path / "opposite-16.values").write_bytes(small + bytes(32))
        (lines,) = re.findall(
            r"^```py\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S
        )
        monkeypatch.chdir(tmp_path)
        names: dict[str, Any] = {}
        exec(lines, names)
        assert np.array_equal(names["waiting"], values)
        assert abs(names["rounded"] - values).max() < 0.0000077
