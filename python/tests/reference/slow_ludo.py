"""Ludo as the texts tell it, written out the slow and obvious way."""

from typing import Any, Union

from parlor.errors import MoveTokenError, ScriptError, SeatError, StepError

from . import NO_LISTS, as_integer, as_pair, as_text, refusal

SEATS = ["A", "B", "C", "D"]  # L-1
FIRST_SPACE = {"A": 1, "B": 15, "C": 29, "D": 43}  # L-4
LAST_SPACE = {"A": 50, "B": 8, "C": 22, "D": 36}  # L-4
RING = 56
TOKENS = ["p", "q"]  # L-2
YARD, READY, END = -1, 0, 57  # L-3
LAST_RING_STEP, FIRST_HOME_STEP = 50, 51


def ring_space(seat: str, steps: int) -> int:
    """L-4: where a step from 1 to 50 is on the ring."""
    return (FIRST_SPACE[seat] - 1 + steps - 1) % RING + 1


def space_name(seat: str, steps: int) -> str:
    """L-4: the name of the space this many steps along the seat's way."""
    if steps == YARD:
        return "H"
    if steps == READY:
        return "R"
    if steps == END:
        return "E"
    if steps >= FIRST_HOME_STEP:
        return seat + str(steps - LAST_RING_STEP)
    return str(ring_space(seat, steps))


def can_move(steps: int, roll: int) -> bool:
    """L-14, with L-5 (a six leaves the yard) and L-8 (a finished token stays)."""
    if steps == YARD:
        return roll == 6
    return steps != END


def landing(steps: int, roll: int) -> int:
    """L-5 and L-6: where the move ends; L-7: what is beyond the end is walked back."""
    if steps == YARD:
        return READY
    total = steps + roll
    if total > END:
        return 2 * END - total
    return total


class Player:
    """A player at a seat, with the step count of each token."""

    def __init__(self, position: Any) -> None:
        seat = as_text(position)
        if seat not in SEATS:
            raise refusal(SeatError, "no seat", rule="L-1", value=position)
        self._seat = seat
        self._steps = {"p": YARD, "q": YARD}  # L-2

    def get_completed(self) -> bool:
        """L-12: both tokens are on the end."""
        return self._steps["p"] == END and self._steps["q"] == END

    def get_token_p_step_count(self) -> int:
        """L-3."""
        return self._steps["p"]

    def get_token_q_step_count(self) -> int:
        """L-3."""
        return self._steps["q"]

    def get_space_name(self, total_steps: Any) -> str:
        """L-26: any step count from -1 to 57."""
        steps = as_integer(total_steps)
        if steps is None or not YARD <= steps <= END:
            raise refusal(StepError, "no step count", rule="L-3", value=total_steps)
        return space_name(self._seat, steps)

    def get_position(self) -> str:
        """L-26."""
        return self._seat

    def get_start_space(self) -> int:
        """L-26."""
        return FIRST_SPACE[self._seat]

    def get_end_space(self) -> int:
        """L-26."""
        return LAST_SPACE[self._seat]

    def get_token_p_space(self) -> str:
        """L-26."""
        return space_name(self._seat, self._steps["p"])

    def get_token_q_space(self) -> str:
        """L-26."""
        return space_name(self._seat, self._steps["q"])


class LudoGame:
    """The scripted game."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def play_game(self, players: Any, turns: Any) -> "list[str]":
        """L-19, L-20, L-21 and L-22; what L-23 refuses is refused before anything changes."""
        seats = read_players(players)
        rolls = read_turns(turns)
        self._players = {seat: Player(seat) for seat in seats}
        for seat, roll in rolls:
            player = self._players.get(seat)
            if player is None or player.get_completed():
                continue  # L-20
            for token in self._tokens_to_move(player, roll):
                self._move(player, token, roll)
        spaces = []
        for seat in seats:
            for token in TOKENS:
                spaces.append(space_name(seat, self._players[seat]._steps[token]))
        return spaces

    def get_player_by_position(self, position: Any) -> Union[Player, str]:
        """L-24."""
        seat = as_text(position)
        if seat is None or seat not in self._players:
            return "Player not found!"
        return self._players[seat]

    def move_token(self, player: Any, token: Any, steps: Any) -> None:
        """L-25: moves exactly this token, and kicks what it lands on."""
        if not isinstance(player, Player) or self._players.get(player._seat) is not player:
            raise refusal(
                MoveTokenError, "foreign player", rule="L-25", value=player, argument="player"
            )
        name = as_text(token)
        if name not in TOKENS:
            raise refusal(MoveTokenError, "no token", rule="L-25", value=token, argument="token")
        roll = as_integer(steps)
        if roll is None or not 1 <= roll <= 6:
            raise refusal(MoveTokenError, "no roll", rule="L-25", value=steps, argument="steps")
        if can_move(player._steps[name], roll):
            self._move(player, name, roll)

    def _move(self, player: Player, token: str, roll: int) -> None:
        """L-6, L-9 and L-11."""
        steps = landing(player._steps[token], roll)
        for victim, victim_token in self._victims(player, steps):
            victim._steps[victim_token] = YARD
        player._steps[token] = steps

    def _victims(self, player: Player, steps: int) -> "list[tuple[Player, str]]":
        """L-9 and L-11: the opponents' tokens on the ring space where a move ends."""
        if not 1 <= steps <= LAST_RING_STEP:
            return []
        space = ring_space(player._seat, steps)
        victims = []
        for opponent in self._players.values():
            if opponent is not player:
                for name, at in opponent._steps.items():
                    if 1 <= at <= LAST_RING_STEP and ring_space(opponent._seat, at) == space:
                        victims.append((opponent, name))
        return victims

    def _tokens_to_move(self, player: Player, roll: int) -> "list[str]":
        """L-15 to L-18: no token, one, or the two of a stack (L-10)."""
        steps = player._steps
        if roll == 6:
            for token in TOKENS:
                if steps[token] == YARD:
                    return [token]  # L-15
        if steps["p"] == steps["q"] and READY < steps["p"] < END:
            return TOKENS  # L-10
        movable = [token for token in TOKENS if can_move(steps[token], roll)]
        if len(movable) < 2:
            return movable  # L-14
        for token in movable:
            if steps[token] >= FIRST_HOME_STEP and steps[token] + roll == END:
                return [token]  # L-16
        kickers = [token for token in movable if self._victims(player, landing(steps[token], roll))]
        if len(kickers) == 1:
            return kickers  # L-17
        if steps["q"] < steps["p"]:
            return ["q"]  # L-18
        return ["p"]


def read_players(players: Any) -> "list[str]":
    """L-23: the entries in their order, then how many they are (L-1)."""
    seats: list[str] = []
    for entry, player in enumerate(_entries(players, "the players are no list of seats")):
        seat = as_text(player)
        if seat not in SEATS or seat in seats:
            raise refusal(ScriptError, "no seat, or taken", rule="L-23", entry=entry, value=player)
        seats.append(seat)
    if not 2 <= len(seats) <= 4:
        raise refusal(ScriptError, "not 2 to 4 players", rule="L-23", entry=None, value=players)
    return seats


def read_turns(turns: Any) -> "list[tuple[str, int]]":
    """L-23: every entry is checked, also one that will be skipped."""
    rolls = []
    for entry, turn in enumerate(_entries(turns, "the turns are no list of pairs")):
        pair = as_pair(turn)
        if pair is None:
            raise refusal(ScriptError, "no pair", rule="L-23", entry=entry, value=turn)
        seat = as_text(pair[0])
        if seat not in SEATS:
            raise refusal(ScriptError, "no seat", rule="L-23", entry=entry, value=pair[0])
        roll = as_integer(pair[1])
        if roll is None or not 1 <= roll <= 6:
            raise refusal(ScriptError, "no roll", rule="L-23", entry=entry, value=pair[1])
        rolls.append((seat, roll))
    return rolls


def _entries(values: Any, otherwise: str) -> Any:
    """L-23: any iterable but a string or a set."""
    if not isinstance(values, NO_LISTS):
        try:
            return iter(values)
        except TypeError:
            pass
    raise refusal(ScriptError, otherwise, rule="L-23", entry=None, value=values)
