"""LudoGame - a typed implementation.

The module deliberately separates *geometry* (``_Seat``), *state* (``Player``) and *policy*
(``_Strategy``), so that each of them can be reasoned about on its own.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Dict, Final, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

Roll = Tuple[str, int]

TRACK_LENGTH: Final[int] = 56
LAST_TRACK_STEP: Final[int] = 50


class Step(IntEnum):
    """Step counts with a special meaning."""
    HOME_YARD = -1
    READY = 0
    FINISH = 57


class Status(Enum):
    PLAYING = "playing"
    FINISHED = "finished"


class TokenName(str, Enum):
    P = "p"
    Q = "q"


@dataclass(frozen=True)
class _Seat:
    """Start and end space of a position."""
    _start: int
    _end: int

    def space(self, step: int) -> int:
        """Number (1..56) of the track space reached after ``step`` steps."""
        return (self._start + step - 2) % TRACK_LENGTH + 1


_SEATS: Final[Dict[str, _Seat]] = {
    "A": _Seat(1, 50),
    "B": _Seat(15, 8),
    "C": _Seat(29, 22),
    "D": _Seat(43, 36),
}


def _advance(step: int, roll: int) -> int:
    """Step count after a roll; whatever exceeds FINISH is walked back."""
    if step == Step.HOME_YARD:
        return int(Step.READY)
    goal = step + roll
    return goal if goal <= Step.FINISH else 2 * int(Step.FINISH) - goal


@dataclass
class Player:
    """A participant and their two tokens."""
    _position: str
    _tokens: Dict[TokenName, int] = field(
        default_factory=lambda: {name: int(Step.HOME_YARD) for name in TokenName})
    _status: Status = Status.PLAYING

    @property
    def position(self) -> str:
        return self._position

    def step(self, name: TokenName) -> int:
        return self._tokens[name]

    def place(self, name: TokenName, step: int) -> None:
        self._tokens[name] = step
        if all(value == Step.FINISH for value in self._tokens.values()):
            self._status = Status.FINISHED

    def track_space(self, name: TokenName) -> Optional[int]:
        """The number of the shared space the token stands on, None if on none."""
        return self.track_space_of_step(self._tokens[name])

    def track_space_of_step(self, step: int) -> Optional[int]:
        if Step.READY < step <= LAST_TRACK_STEP:
            return _SEATS[self._position].space(step)
        return None

    def stacked(self) -> bool:
        p, q = self._tokens.values()
        return p == q and Step.READY < p < Step.FINISH

    def movable(self, roll: int) -> List[TokenName]:
        return [name for name, step in self._tokens.items()
                if step != Step.FINISH and (step != Step.HOME_YARD or roll == 6)]

    # -- required interface ------------------------------------------------
    def get_completed(self) -> bool:
        return self._status is Status.FINISHED

    def get_token_p_step_count(self) -> int:
        return self._tokens[TokenName.P]

    def get_token_q_step_count(self) -> int:
        return self._tokens[TokenName.Q]

    def get_space_name(self, steps: int) -> str:
        if steps == Step.HOME_YARD:
            return "H"
        if steps == Step.READY:
            return "R"
        if steps == Step.FINISH:
            return "E"
        if steps > LAST_TRACK_STEP:
            return f"{self._position}{steps - LAST_TRACK_STEP}"
        return str(_SEATS[self._position].space(steps))


class _Strategy:
    """Implements the four priorities."""

    def __init__(self, game: "LudoGame") -> None:
        self._game = game

    def choose(self, player: Player, roll: int) -> Tuple[TokenName, ...]:
        options = player.movable(roll)
        if not options:
            return ()
        if len(options) == 1:
            return (options[0],)
        for rule in (self._leave_yard, self._whole_stack, self._finish, self._kick):
            picked = rule(player, roll, options)
            if picked:
                return picked
        return (min(options, key=player.step),)

    @staticmethod
    def _leave_yard(player: Player, roll: int, options: Sequence[TokenName]) -> Tuple[TokenName, ...]:
        return tuple(n for n in options if player.step(n) == Step.HOME_YARD)[:1]

    @staticmethod
    def _whole_stack(player: Player, roll: int, options: Sequence[TokenName]) -> Tuple[TokenName, ...]:
        return tuple(options) if player.stacked() else ()

    @staticmethod
    def _finish(player: Player, roll: int, options: Sequence[TokenName]) -> Tuple[TokenName, ...]:
        return tuple(n for n in options if player.step(n) + roll == Step.FINISH)[:1]

    def _kick(self, player: Player, roll: int, options: Sequence[TokenName]) -> Tuple[TokenName, ...]:
        hits = [n for n in options
                if any(True for _ in self._game.victims(player, _advance(player.step(n), roll)))]
        hits.sort(key=player.step)
        return tuple(hits[:1])


class LudoGame:
    """Facade: owns the players and applies the strategy to each roll."""

    def __init__(self) -> None:
        self._players: Dict[str, Player] = {}
        self._strategy: _Strategy = _Strategy(self)

    def get_player_by_position(self, position: str) -> Union[Player, str]:
        return self._players.get(position, "Player not found!")

    def victims(self, player: Player, step: int) -> Iterator[Tuple[Player, TokenName]]:
        """All opponent tokens on the space that ``player`` reaches with ``step`` steps."""
        space = player.track_space_of_step(step)
        if space is None:
            return
        for rival in self._players.values():
            if rival is player:
                continue
            for name in TokenName:
                if rival.track_space(name) == space:
                    yield rival, name

    def move_token(self, player: Player, token: str, steps: int) -> None:
        name = TokenName(token)
        target = _advance(player.step(name), steps)
        for rival, victim in list(self.victims(player, target)):
            rival.place(victim, int(Step.HOME_YARD))
        player.place(name, target)

    def is_over(self) -> bool:
        return sum(not p.get_completed() for p in self._players.values()) <= 1

    def play_game(self, players: List[str], turns: Iterable[Roll]) -> List[str]:
        self._players = {position: Player(position) for position in players}
        for position, roll in turns:
            if self.is_over():
                break
            player = self._players.get(position)
            if player is None:
                continue
            for name in self._strategy.choose(player, roll):
                self.move_token(player, name.value, roll)
        return [self._players[position].get_space_name(self._players[position].step(name))
                for position in players for name in TokenName]


def main() -> None:
    players = ['A', 'B']
    turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
             ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
    game = LudoGame()
    print(game.play_game(players, turns))


if __name__ == '__main__':
    main()
