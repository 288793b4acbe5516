"""Games in which a learner acts, and opponents act by themselves; NumPy alone."""

from __future__ import annotations

import operator
from typing import Any

from parlor._arguments import _numpy, _refusal
from parlor._batch import Batch
from parlor._types import np, npt
from parlor.envs._opponents import Acting, acting
from parlor.envs._setup import Setup
from parlor.errors import ParlorError, PlayError

TRIES = 100
"""How many games may end in a row before the learner has acted."""


class Games:
    """A learner's games in lockstep: after each call it is the learner's turn, or a game is over.

    Without an opponent the learner acts for every player. ``observation`` and ``action_mask`` are
    the batch's arrays, seen by the learner after the end as well.
    """

    def __init__(
        self,
        setup: Setup,
        num_envs: int,
        opponent: object,
        seat: object,
        illegal: object,
        threads: int,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise _refusal(illegal, f"illegal is {illegal!r}; it is 'lose' or 'raise'")
        numpy = _numpy()
        self.setup = setup
        self.loses = illegal == "lose"
        self.seat = setup.player(seat)
        self.opponent: Acting | None = None
        # A batch checks its arguments.
        self.batch: Batch[Any] = setup.batch(num_envs, threads=threads)
        if opponent is not None:
            self.opponent = acting(setup, opponent, operator.index(threads))
        games = len(self.batch)
        self.numbers: npt.NDArray[np.int64] = numpy.arange(games)
        self._share()
        self.player: npt.NDArray[np.int8] = numpy.zeros(games, numpy.int8)
        self.rewards: npt.NDArray[np.float64] = numpy.zeros(games, numpy.float64)
        self.all_rewards: npt.NDArray[np.float32] = numpy.zeros_like(self.batch.rewards)
        self.terminated: npt.NDArray[np.bool_] = numpy.zeros(games, numpy.bool_)
        self.truncated: npt.NDArray[np.bool_] = numpy.zeros(games, numpy.bool_)
        self.is_illegal: npt.NDArray[np.bool_] = numpy.zeros(games, numpy.bool_)
        self.cut_off: str | None = "no game has begun"
        """Why no game can go on; None once games have begun."""
        self._episode: npt.NDArray[np.int64] = numpy.zeros(games, numpy.int64)
        self._acted: npt.NDArray[np.int8] = numpy.zeros(games, numpy.int8)

    def _share(self) -> None:
        """Take the arrays of the batch."""
        self.observation = self.batch.observation
        self.action_mask = self.batch.action_mask

    def __getstate__(self) -> dict[str, Any]:
        shared = ("observation", "action_mask")
        return {name: value for name, value in vars(self).items() if name not in shared}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._share()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """The games that are over."""
        return self.terminated | self.truncated

    def reset(
        self, seed: int | np.random.SeedSequence | None, mask: npt.NDArray[np.bool_] | None
    ) -> None:
        """Begin new games, all or where the mask is True, up to the learner's first turn.

        Raises parlor.ParlorError for a wrong seed, and if no game gets so far.
        """
        if mask is not None and self.cut_off is not None:
            raise _refusal(mask, f"{self.cut_off}; reset all games, without a mask")
        begun = _numpy().ones(len(self.batch), bool) if mask is None else mask
        self.batch.reset(seed, mask)
        self.cut_off = "no game has begun"
        if seed is None:
            self._episode[begun] += 1
        else:
            self._episode[begun] = 0
        for _ in range(TRIES):
            self._seat(begun)
            self._answer(begun)
            begun = begun & (self.batch.terminated | self.batch.truncated)
            if not begun.any():
                break
            self.batch.reset(mask=begun)
            self._episode[begun] += 1
        else:
            index = int(begun.argmax())
            raise _refusal(
                self.setup.limit,
                f"game {index} ends before the learner acts, {TRIES} times in a row; "
                f"the limit is {self.setup.limit}, and a higher one is needed",
            )
        cleared = slice(None) if mask is None else mask
        self.rewards[cleared] = 0
        self.all_rewards[cleared] = 0
        self.terminated[cleared] = False
        self.truncated[cleared] = False
        self.is_illegal[cleared] = False
        self.cut_off = None

    def step(self, actions: npt.ArrayLike, active: npt.NDArray[np.bool_] | None) -> None:
        """Play the learner's action, and what follows, in all games or those of the mask.

        Raises parlor.PlayError or parlor.ParlorError for a wrong action, and nothing is applied.
        For one of the opponent, and for what it raises itself, the games have to be reset.
        """
        numbers = self._read(actions)
        everywhere = active is None
        if active is None:
            active = _numpy().ones(len(self.batch), bool)
        played = active
        illegal = None
        if self.loses:
            outside = active & ((numbers < 0) | (numbers >= self.setup.actions))
            if outside.any():
                # Which is an error, and the batch has the words for it.
                self.batch.step(numbers, outside)
            illegal = active & ~self.action_mask[self.numbers, _numpy().where(active, numbers, 0)]
            if illegal.any():
                played = active & ~illegal
                everywhere = False
        movers = self.batch.to_act.copy()
        self.batch.step(numbers, None if everywhere else played)
        self.cut_off = "the last step was cut off"
        _numpy().copyto(self._acted, movers, where=played)
        self._answer(played)
        _numpy().copyto(self.terminated, self.batch.terminated, where=active)
        _numpy().copyto(self.truncated, self.batch.truncated, where=active)
        self.is_illegal[:] = False
        self.all_rewards[:] = self.batch.rewards
        if not everywhere:
            self.all_rewards[~active] = 0
        if illegal is not None and illegal.any():
            self._lose(illegal)
        learners = movers if self.opponent is None else self.player
        self.rewards[:] = self.all_rewards[self.numbers, learners]
        if self.opponent is None:
            self._seat(active)
        else:
            self._look(active)
        self.cut_off = None

    def _read(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        given = _numpy().asarray(actions)
        if given.shape != (len(self.batch),) or given.dtype.kind not in "iu":
            raise _refusal(
                actions,
                f"the actions are an array of {given.dtype} {given.shape}; "
                f"they are one integer a game, ({len(self.batch)},)",
            )
        numbers: npt.NDArray[np.int64] = given.astype("int64", copy=False)
        return numbers

    def _seat(self, begun: npt.NDArray[np.bool_]) -> None:
        """Decide where the learner sits."""
        if self.opponent is None:
            # The player who would have acted stays there after the end.
            _numpy().copyto(self.player, self.batch.to_act, where=begun & (self.batch.to_act >= 0))
        elif self.seat is not None:
            self.player[begun] = self.seat
        else:
            by_turns = (self.numbers + self._episode) % len(self.setup.seats)
            _numpy().copyto(self.player, by_turns.astype("int8"), where=begun)

    def _answer(self, playing: npt.NDArray[np.bool_]) -> None:
        """Let the opponent act until the learner's turn."""
        if self.opponent is None:
            return
        to_act = self.batch.to_act
        while True:
            waiting = playing & (to_act >= 0) & (to_act != self.player)
            if not waiting.any():
                return
            _numpy().copyto(self._acted, to_act, where=waiting)
            try:
                self._oppose(waiting)
            except BaseException as error:
                # Some games have gone on, and others have not.
                words = f"{type(error).__name__}: {error}".rstrip(": ")
                self.cut_off = f"the opponent's turn was cut off by {words}"
                raise

    def _oppose(self, waiting: npt.NDArray[np.bool_]) -> None:
        """Play an action of the opponent in these games."""
        actions = self.opponent(self.batch, waiting)  # type: ignore[misc] # there is one
        try:
            self.batch.step(actions, waiting)
        except PlayError as error:
            raise _of_opponent(error) from error

    def _lose(self, illegal: npt.NDArray[np.bool_]) -> None:
        """End games by an illegal action: the player gets -1, the others share 1."""
        self.terminated |= illegal
        self.is_illegal |= illegal
        losers = self.batch.to_act if self.opponent is None else self.player
        self.all_rewards[illegal] = 1 / (len(self.setup.seats) - 1)
        self.all_rewards[illegal, losers[illegal]] = -1
        self.action_mask[illegal] = False

    def _look(self, active: npt.NDArray[np.bool_]) -> None:
        """Show the learner the end as it looks from its own seat."""
        ended = _numpy().flatnonzero(active & self.over & ~self.is_illegal)
        if not len(ended):
            return
        seen = self.observation[ended]
        viewers = self.setup.viewers(seen, self._acted[ended])
        players = self.player[ended]
        for viewer in range(len(self.setup.seats)):
            for player in range(len(self.setup.seats)):
                rows = (viewers == viewer) & (players == player)
                if viewer != player and rows.any():
                    self.observation[ended[rows]] = self.setup.seen_by(seen[rows], viewer, player)


def _of_opponent(error: PlayError) -> ParlorError:
    refused = PlayError(f"the opponent's {error}")
    refused.index, refused.value, refused.rule = error.index, error.value, error.rule
    return refused
