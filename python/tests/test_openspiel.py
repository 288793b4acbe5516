"""Games of OpenSpiel: its own simulations, playthroughs, and the arrays of batches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parlor import Game, ParlorError, RulesError, SeatError, kuba, ludo

# OpenSpiel has no wheel for the oldest interpreters.
pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402
from parlor.envs import openspiel  # noqa: E402

openspiel.register()

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kuba", {}),
    ("kuba", {"rules": "tournament", "limit": 250}),
    ("ludo", {}),
    ("ludo", {"seats": "DBA", "limit": 60}),
    ("ludo", {"seats": "ABCD"}),
]

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def load(name: str, options: dict[str, Any]) -> Any:
    return pyspiel.load_game(f"python_parlor_{name}", options)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_openspiel_simulates_the_games(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, options), num_sims=2, serialize=True, verbose=False)


def test_to_register_twice_changes_nothing() -> None:
    before = pyspiel.registered_names()
    openspiel.register()
    assert pyspiel.registered_names() == before


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_is_as_it_was(path: Path) -> None:
    kept = path.read_text(encoding="utf-8")
    game = kept.splitlines()[0].split(": ")[1]
    state = pyspiel.load_game(game).new_initial_state()
    history = [line for line in kept.splitlines() if line.startswith("History() = [")][-1]
    actions = [int(number) for number in history[13:-1].split(", ")]
    for action in actions:
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    played = generate_playthrough.playthrough(game, actions)
    assert played.strip() == kept.strip()


def test_there_is_a_playthrough_of_each_game() -> None:
    assert [path.stem for path in PLAYTHROUGHS] == ["python_parlor_kuba", "python_parlor_ludo"]


def same(state: Any, batch: Any, observer: Any) -> None:
    """A state and game 0 of a batch are the same, but for how the end looks."""
    tensors = []
    for player in range(state.num_players()):
        observer.set_from(state, player)
        tensors.append(observer.tensor.copy())
    if state.is_terminal():
        assert batch.terminated[0] or batch.truncated[0]
        assert np.allclose(state.returns(), batch.rewards[0])
        seen = batch.observation[0].ravel()
        assert any((tensor == seen).all() for tensor in tensors)
        return
    assert not (batch.terminated[0] or batch.truncated[0])
    assert state.returns() == [0.0] * state.num_players()
    assert state.current_player() == batch.to_act[0]
    if not state.is_chance_node():
        assert state.legal_actions() == np.flatnonzero(batch.action_mask[0]).tolist()
        assert (tensors[state.current_player()] == batch.observation[0].ravel()).all()


@pytest.mark.parametrize("seed", range(6))
def test_kuba_is_that_of_a_batch(seed: int) -> None:
    for rules in kuba.RULES:
        game = load("kuba", {"rules": rules, "limit": 120})
        observer = game.make_py_observer()
        batch = kuba.Batch(1, rules, 120, seed, autoreset=False)
        state = game.new_initial_state()
        same(state, batch, observer)
        for step in range(240):
            if state.is_terminal():
                break
            action = int(batch.sample()[0])
            if seed == 0:
                # To and fro, for the draw by repetition (K-12).
                action = [190, 22, 194, 24][step % 4] if step % 4 < 4 else action
                if not batch.action_mask[0, action]:
                    action = int(batch.sample()[0])
            assert state.action_to_string(action) == kuba.ACTIONS[action]
            batch.step([action])
            state.apply_action(action)
            same(state, batch, observer)
        assert state.is_terminal()


def test_a_draw_by_repetition_is_one() -> None:
    """Both sides push to and fro until a turn has begun three times with one position (K-12)."""
    game = load("kuba", {"rules": "tournament"})
    observer = game.make_py_observer()
    line = "7/1w5/7/3r3/7/5b1/7 w0b0 w - t"
    batch = kuba.Batch.of([kuba.Position.parse(line)], autoreset=False)
    state = game.new_initial_state()
    state.game = Game(kuba.Position.parse(line), state.game.limit)
    seen = []
    for text in ("11R", "55L", "12L", "54R") * 3:
        action = kuba.ACTIONS.index(text)
        if state.is_terminal():
            break
        batch.step([action])
        state.apply_action(action)
        same(state, batch, observer)
        seen.append(observer.dict["observation"][12:14, 0, 0].tolist())
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert [1.0, 0.0] in seen and seen[-1] == [1.0, 1.0]
    assert state.clone().is_terminal()


@pytest.mark.parametrize("seats", ["AC", "DBA", "ABCD"])
def test_ludo_is_that_of_a_batch(seats: str) -> None:
    for limit in (40, 10_000):
        game = load("ludo", {"seats": seats, "limit": limit})
        observer = game.make_py_observer()
        batch = ludo.Batch(
            1, seats=tuple(seats), seed=3, autoreset=False, limit=limit, chance="explicit"
        )
        state = game.new_initial_state()
        while not state.is_terminal():
            same(state, batch, observer)
            action = int(batch.sample()[0])
            batch.step([action])
            state.apply_action(action)
        same(state, batch, observer)


def test_wrong_parameters_are_named() -> None:
    wrong: list[tuple[str, dict[str, Any], type[ParlorError]]] = [
        ("kuba", {"rules": "house"}, RulesError),
        ("kuba", {"limit": 0}, ParlorError),
        ("ludo", {"seats": "AX"}, SeatError),
        ("ludo", {"seats": "A"}, ParlorError),
    ]
    for name, options, error in wrong:
        with pytest.raises(error):
            load(name, options)
    with pytest.raises(ParlorError, match="it takes none"):
        load("kuba", {}).make_py_observer(None, {"size": 3})
