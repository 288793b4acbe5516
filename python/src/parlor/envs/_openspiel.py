"""The games of OpenSpiel; `openspiel` registers them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from parlor._arguments import _refusal
from parlor._native import (
    KUBA_ACTIONS,
    LUDO_ACTIONS,
    Game,
    KubaPosition,
    LudoPosition,
)
from parlor.envs._setup import KubaSetup, LudoSetup, Setup

ROLLS = 6

MOST_ENDED_TURNS = 2
"""Actions of a tournament game for each push: the push, and the end of its turn (K-12)."""


def _type(name: str, is_chance: bool, players: tuple[int, int], options: dict[str, Any]) -> Any:
    kinds = pyspiel.GameType
    chance = kinds.ChanceMode
    return kinds(
        short_name=f"python_parlor_{name}",
        long_name=f"Parlor {name.title()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if is_chance else chance.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=options,
    )


def _info(setup: Setup, length: int, is_chance: bool) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=setup.actions,
        max_chance_outcomes=ROLLS if is_chance else 0,
        num_players=len(setup.seats),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=length,
    )


class _Game(pyspiel.Game):  # type: ignore[misc, name-defined, unused-ignore]
    """What both games have in common."""

    TYPE: Any
    setup: Setup

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what turns a state into a tensor and a string."""
        if params:
            raise _refusal(params, f"the observation has the parameters {params!r}; it takes none")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.setup)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class KubaGame(_Game):
    """Kuba; player 0 is White."""

    TYPE = _type("kuba", False, (2, 2), {"rules": "classroom", "limit": 1_000})

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.TYPE.parameter_specification, **(params or {})}
        self.setup = KubaSetup(given["rules"], given["limit"])
        length = self.setup.limit * (1 if given["rules"] == "classroom" else MOST_ENDED_TURNS)
        super().__init__(self.TYPE, _info(self.setup, length, False), given)

    def new_initial_state(self) -> KubaState:
        """Return the start of a game."""
        return KubaState(self)


class LudoGame(_Game):
    """Ludo; the players are numbered as the seats are named."""

    TYPE = _type("ludo", True, (2, 4), {"seats": "AC", "limit": 10_000})

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.TYPE.parameter_specification, **(params or {})}
        self.setup = LudoSetup(tuple(given["seats"]), given["limit"])
        super().__init__(self.TYPE, _info(self.setup, self.setup.limit, True), given)

    def new_initial_state(self) -> LudoState:
        """Return the start of a game, with a roll due."""
        return LudoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the limit of rolls (L-31)."""
        return self.setup.limit


class _State(pyspiel.State):  # type: ignore[misc, name-defined, unused-ignore]
    """A game under way."""

    setup: Setup

    def __init__(self, game: _Game, start: LudoPosition | KubaPosition) -> None:
        super().__init__(game)
        self.setup = game.setup
        self.game: Game[Any] = Game(start, self.setup.limit)

    @property
    def position(self) -> Any:
        """The position."""
        return self.game.position

    def current_player(self) -> int:
        """Return the player to act, or that chance is due, or that the game is over."""
        if self.game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.game.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.setup.seats.index(self.game.to_act or "")

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of the legal actions in ascending order; of chance nodes others ask."""
        return sorted(self.game.legal_indices)

    def is_terminal(self) -> bool:
        """Return whether the game is decided, drawn (K-12) or at its limit (K-13, L-31)."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """Return 1 for the first place to -1 for the last; who shares places has their mean.

        A game that goes on is worth 0 to all.
        """
        found = dict(zip(self.game.seats, self.game.returns or ()))
        return [2 * found.get(seat, 0.5) - 1 for seat in self.setup.seats]

    def __str__(self) -> str:
        return str(self.position)


class KubaState(_State):
    """A state of Kuba."""

    def __init__(self, game: KubaGame) -> None:
        super().__init__(game, KubaPosition(rules=game.setup.rules))  # type: ignore[attr-defined]
        self.seen = self.game.occurrences

    def _apply_action(self, action: int) -> None:
        self.game.play(KUBA_ACTIONS[action])
        # In the middle of a turn nothing is counted.
        self.seen = self.game.occurrences or self.seen

    def _action_to_string(self, player: int, action: int) -> str:
        return KUBA_ACTIONS[action]


class LudoState(_State):
    """A state of Ludo."""

    def __init__(self, game: LudoGame) -> None:
        super().__init__(game, LudoPosition(game.setup.seats))
        self.acted = 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the rolls' numbers, from 0, and their probabilities."""
        return [(roll - 1, chance) for roll, chance in self.game.chance_outcomes]

    def _apply_action(self, action: int) -> None:
        if self.game.is_chance:
            self.game.play(action + 1)
            return
        self.acted = self.setup.seats.index(self.game.to_act or "")
        self.game.play(LUDO_ACTIONS[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(action + 1)
        return LUDO_ACTIONS[action]


class Observer:
    """A state as a tensor and a string; it conforms to OpenSpiel's `observation.py`."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tensor = np.zeros(setup.high.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(setup.high.shape)}
        self._batch: Any = None

    def set_from(self, state: _State, player: int) -> None:
        """Write the tensor: what the player sees."""
        if self._batch is None:
            self._batch = self.setup.batch(1, seed=0)
            if isinstance(self.setup, LudoSetup):
                from parlor.ludo.batch import Batch

                # One that rolls would roll at once.
                self._batch = Batch(1, self.setup.seats, 0, "explicit", autoreset=False)
        self._batch._go_on_from([state.position])
        seen = self._batch.observation
        if isinstance(state, KubaState):
            # A position by itself has no history.
            for plane, count in ((12, 2), (13, 3)):
                seen[0, plane] = state.seen >= count
            seen[0, 14] = state.game.ply * 255 // self.setup.limit
            viewer = int(self.setup.viewers(seen, np.zeros(1, np.int8))[0])
        else:
            to_act = state.position.to_act
            viewer = state.acted if to_act is None else self.setup.seats.index(to_act)
        self.dict["observation"][:] = self.setup.seen_by(seen[0], viewer, player)

    def string_from(self, state: _State, player: int) -> str:
        """Return the position line and the ply."""
        return f"{state} {state.game.ply}"
