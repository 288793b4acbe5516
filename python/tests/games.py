"""Random games played by two implementations side by side, and the shortest way to a difference.

A game is a list of steps, made with a seeded `random.Random`. Playing it gives None, or what
differs first. A game that differs is cut down while it still does, and written as a script.
"""

import random
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import Any, Callable, Optional, TypeVar, Union

import hostile
from reference import slow_kuba, slow_ludo

_Step = TypeVar("_Step")


def shrink(steps: "list[_Step]", differs: "Callable[[list[_Step]], bool]") -> "list[_Step]":
    """A shorter list that still differs: pieces are left out as long as that goes on."""
    piece = max(1, len(steps) // 2)
    while True:
        start = 0
        while start < len(steps):
            shorter = steps[:start] + steps[start + piece :]
            if differs(shorter):
                steps = shorter
            else:
                start += piece
        if piece == 1:
            return steps
        piece //= 2


def outcome(call: "Callable[..., Any]", *arguments: Any) -> Any:
    """What a call gives: its value, or its error with the fields that tell what was refused."""
    try:
        return call(*arguments)
    except Exception as error:
        return (
            type(error).__name__,
            getattr(error, "rule", None),
            getattr(error, "entry", None),
            getattr(error, "argument", None),
            Same(getattr(error, "value", None)),
        )


@dataclass(frozen=True)
class Same:
    """A value that is compared by identity."""

    value: Any

    def __eq__(self, other: object) -> bool:
        """Whether it is the very same object."""
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        """Of the object, not of what it says."""
        return id(self.value)

    def __repr__(self) -> str:
        """As code."""
        return hostile.show(self.value)


# --- Ludo -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """`play_game` with these entries, the lists and each turn in these shapes."""

    players: "list[Any]"
    turns: "list[Any]"
    players_shape: str = "list"
    turns_shape: str = "list"
    turn_shape: str = "tuple"

    def arguments(self) -> "tuple[Any, list[Any], Any]":
        """The players, the entries of the turns, and the turns; new at each call."""
        entries = self.turns
        if self.turn_shape != "tuple":
            entries = [
                _shape(self.turn_shape, list(turn)) if type(turn) is tuple else turn
                for turn in entries
            ]
        return (
            _shape(self.players_shape, self.players),
            entries,
            _shape(self.turns_shape, entries),
        )


@dataclass(frozen=True)
class PlayRaw:
    """`play_game` with values that are no list of entries at all."""

    players: Any
    turns: Any


@dataclass(frozen=True)
class MoveToken:
    """`move_token` for a player of the game so many `play_game` ago, or for any value."""

    player: Any
    ago: Optional[int]
    token: Any
    steps: Any


@dataclass(frozen=True)
class Ask:
    """`get_player_by_position`, and `get_space_name` of every player."""

    position: Any
    steps: Any


LudoStep = Union[Play, PlayRaw, MoveToken, Ask]


def _shape(name: str, values: "list[Any]") -> Any:
    if name == "set":
        return set(values)
    shapes = hostile.SHAPES if name in hostile.SHAPES else hostile.HASHED_SHAPES
    return shapes[name](values)


def _look(player: Any) -> "tuple[Any, ...]":
    """Every getter of a player."""
    return (
        player.get_completed(),
        player.get_token_p_step_count(),
        player.get_token_q_step_count(),
        player.get_token_p_space(),
        player.get_token_q_space(),
        player.get_position(),
        player.get_start_space(),
        player.get_end_space(),
    )


@dataclass
class LudoTable:
    """One implementation's game, with every player it ever gave."""

    game: Any
    player_class: Any
    players: "dict[str, Any]" = field(default_factory=dict)
    old_players: "list[dict[str, Any]]" = field(default_factory=list)

    def take(self, step: LudoStep) -> Any:
        """Take one step: what it gives, in a form that can be compared."""
        if isinstance(step, Play):
            return self._play(step)
        if isinstance(step, PlayRaw):
            return self._fetched(outcome(self.game.play_game, step.players, step.turns))
        if isinstance(step, MoveToken):
            player: Any = step.player
            if step.ago == 0:
                if player not in self.players:
                    return None
                player = self.players[player]
            elif step.ago is not None:
                earlier = self.old_players[-step.ago :][:1]
                player = earlier[0].get(step.player) if earlier else self.player_class("A")
            result = outcome(self.game.move_token, player, step.token, step.steps)
            if type(result) is tuple and result[-1].value is player and step.ago is not None:
                return result[:-1]
            return result
        found = self.game.get_player_by_position(step.position)
        if not isinstance(found, str):
            found = ("player", found.get_position(), found is self.players[found.get_position()])
        names = [
            outcome(player.get_space_name, step.steps)
            for player in [*self.players.values(), self.player_class("D")]
        ]
        return found, names

    def _play(self, step: Play) -> Any:
        players, entries, turns = step.arguments()
        result = outcome(self.game.play_game, players, turns)
        if type(result) is tuple:
            # Each side gets its own lists, so these are compared by what they are.
            value, entry = result[-1].value, result[2]
            if value is players or value is turns:
                result = (*result[:-1], "the players" if value is players else "the turns")
            elif type(entry) is int and entry < len(entries) and value is entries[entry]:
                result = (*result[:-1], "the turn")
        return self._fetched(result)

    def _fetched(self, result: Any) -> Any:
        """The result, and the players of a game that has begun; after a refusal they are kept."""
        find = self.game.get_player_by_position
        if type(result) is tuple:
            return (*result, all(find(seat) is player for seat, player in self.players.items()))
        self.old_players.append(self.players)
        found = [(seat, find(seat)) for seat in "ABCD"]
        self.players = {seat: player for seat, player in found if not isinstance(player, str)}
        return result

    def look(self) -> "list[Any]":
        """Every getter of every player of this game and of the one before."""
        seen = [(seat, _look(player)) for seat, player in self.players.items()]
        for players in self.old_players[-1:]:
            seen.extend((seat, _look(player)) for seat, player in players.items())
        return seen


def ludo_difference(
    module: Any, steps: "list[LudoStep]", seen: "Optional[Counter[str]]" = None
) -> Optional[str]:
    """What differs first between the module's classes and the reference's, or None.

    What the games came to is counted in `seen`.
    """
    fast = LudoTable(module.LudoGame(), module.Player)
    slow = LudoTable(slow_ludo.LudoGame(), slow_ludo.Player)
    for step in steps:
        given, expected = fast.take(step), slow.take(step)
        if given != expected:
            return f"{as_code(step)}\n  gives   {given}\n  instead {expected}"
        looks, right = fast.look(), slow.look()
        if looks != right:
            return f"after {as_code(step)}\n  the players are {looks}\n  instead of      {right}"
        if seen is not None and isinstance(step, (Play, PlayRaw)):
            seen["refused"] += type(expected) is tuple
            seen["finished"] += sum(player.get_completed() for player in slow.players.values())
    return None


def as_code(step: LudoStep) -> str:
    """A step as it is made."""
    values = ", ".join(hostile.show(getattr(step, field.name)) for field in fields(step))
    return f"games.{type(step).__name__}({values})"


def ludo_script(steps: "list[LudoStep]") -> str:
    """The steps as a script to run in this folder."""
    lines = ["import games", "import hostile", "import LudoGame"]
    lines.append("table = games.LudoTable(LudoGame.LudoGame(), LudoGame.Player)")
    lines.extend(f"print(table.take({as_code(step)}))" for step in steps)
    lines.append("print(table.look())")
    return "\n".join(lines)


def shortest_ludo(module: Any, steps: "list[LudoStep]") -> "list[LudoStep]":
    """The steps of a game that differs, cut down to what is needed for that."""

    def differs(shorter: "list[LudoStep]") -> bool:
        return ludo_difference(module, shorter) is not None

    steps = shrink(steps, differs)
    for place in range(len(steps)):
        steps = _fewer_turns(steps, place, differs)
    return steps


def _fewer_turns(
    steps: "list[LudoStep]", place: int, differs: "Callable[[list[LudoStep]], bool]"
) -> "list[LudoStep]":
    """The same steps with fewer turns in the one at this place."""
    step = steps[place]
    if not isinstance(step, Play):
        return steps

    def with_turns(turns: "list[Any]") -> "list[LudoStep]":
        return [*steps[:place], replace(step, turns=turns), *steps[place + 1 :]]

    return with_turns(shrink(step.turns, lambda turns: differs(with_turns(turns))))


_PLAYERS_SHAPES = [*hostile.SHAPES, *hostile.HASHED_SHAPES, "set"]
_TURN_SHAPES = [*hostile.SHAPES, *hostile.HASHED_SHAPES]


def random_play(rng: random.Random) -> Play:
    """A game of two to four seats and a list of turns, every entry right."""
    players = rng.sample("ABCD", rng.randint(2, 4))
    length = rng.randrange(121) if rng.random() < 0.9 else rng.randrange(120, 480)
    rolls = rng.choices((1, 2, 3, 4, 5, 6), k=length)
    kind = rng.random()
    if kind < 0.6:
        seats = _in_turn(players, rolls)
    elif kind < 0.8:
        # Seats that do not play are skipped (L-20).
        seats = rng.choices("ABCD", k=length)
    else:
        # One player has most of the turns, and so comes to the end soon.
        seats = rng.choices(players, weights=[6, 2, 1, 1][: len(players)], k=length)
    play = Play(players, list(zip(seats, rolls)))
    if rng.random() < 0.25:
        play = replace(
            play,
            players_shape=rng.choice(_PLAYERS_SHAPES),
            turns_shape=rng.choice(list(hostile.SHAPES)),
            turn_shape=rng.choice(_TURN_SHAPES),
        )
    return play


def _in_turn(players: "list[str]", rolls: "list[int]") -> "list[str]":
    """L-13: who rolls, if each first six gives one more roll."""
    seats, place, bonus = [], 0, False
    for roll in rolls:
        seats.append(players[place])
        bonus = roll == 6 and not bonus
        if not bonus:
            place = (place + 1) % len(players)
    return seats


def spoiled(rng: random.Random, play: Play) -> LudoStep:
    """The same game with something odd in it; now and then that is no fault at all."""
    players, turns = list(play.players), list(play.turns)
    odd = rng.choice(hostile.ALL)
    place = rng.randrange(len(turns)) if turns else 0
    seat, roll = turns[place] if turns else ("A", 6)
    kind = rng.randrange(10)
    if kind == 0:
        players[rng.randrange(len(players))] = odd
    elif kind == 1:
        players.insert(rng.randrange(len(players) + 1), rng.choice("ABCDE"))
    elif kind == 2:
        del players[rng.randrange(3) :]
    elif kind == 3:
        return PlayRaw(odd, rng.choice([turns, odd, []]))
    elif kind == 4:
        return PlayRaw(players, odd)
    elif kind == 5:
        turns[place : place + 1] = [odd]
    elif kind == 6:
        turns[place : place + 1] = [(odd, roll)]
    elif kind == 7:
        turns[place : place + 1] = [(seat, odd)]
    elif kind == 8:
        turns[place : place + 1] = [rng.choice([(seat,), (seat, roll, odd), (odd, odd), ()])]
    else:
        turns[place : place + 1] = [(seat, rng.choice([-1, 0, 7, 8, 262, 2**40]))]
    hashed = hostile.HASHED_SHAPES
    return Play(
        players,
        turns,
        "list"
        if play.players_shape in hashed or play.players_shape == "set"
        else play.players_shape,
        play.turns_shape,
        "list" if play.turn_shape in hashed else play.turn_shape,
    )


def random_move_token(rng: random.Random) -> MoveToken:
    """A call of `move_token`; one in five has something odd in it."""
    right = MoveToken(rng.choice("ABCD"), 0, rng.choice("pq"), rng.randint(1, 6))
    kind = rng.random()
    if kind < 0.8:
        return right
    if kind < 0.85:
        return replace(right, ago=rng.randint(1, 2))
    if kind < 0.9:
        return replace(right, player=rng.choice(hostile.ALL), ago=None)
    if kind < 0.95:
        return replace(right, token=rng.choice(hostile.ALL))
    return replace(right, steps=rng.choice(hostile.ALL))


def random_ludo_steps(rng: random.Random, games: int) -> "list[LudoStep]":
    """Some games one after the other on one object, with questions and moves between them."""
    steps: list[LudoStep] = []
    for _ in range(games):
        play = random_play(rng)
        steps.append(spoiled(rng, play) if rng.random() < 0.2 else play)
        if rng.random() < 0.2:
            steps.extend(random_move_token(rng) for _ in range(rng.randint(1, 12)))
        if rng.random() < 0.2:
            steps.append(Ask(rng.choice(hostile.ALL), rng.choice(hostile.ALL)))
        if rng.random() < 0.2:
            steps.append(Ask(rng.choice("ABCD"), rng.randint(-2, 58)))
    return steps


# --- Kuba -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call:
    """A call of a method of `KubaGame`."""

    method: str
    arguments: "tuple[Any, ...]"

    def script(self) -> str:
        """As code."""
        return f"print(game.{self.method}({', '.join(map(hostile.show, self.arguments))}))"


@dataclass(frozen=True)
class Match:
    """Two names, who of them is White, and the rules."""

    first: Any
    second: Any
    first_color: str
    rules: str

    def game(self, game_class: Any) -> Any:
        """A new game."""
        colors = "WB" if self.first_color == "W" else "BW"
        return game_class((self.first, colors[0]), (self.second, colors[1]), rules=self.rules)

    def script(self, calls: "list[Call]") -> str:
        """The calls as a script to run in this folder."""
        colors = "WB" if self.first_color == "W" else "BW"
        pairs = f"{hostile.show((self.first, colors[0]))}, {hostile.show((self.second, colors[1]))}"
        lines = ["import hostile", "import KubaGame"]
        lines.append(f"game = KubaGame.KubaGame({pairs}, rules={self.rules!r})")
        lines.extend(call.script() for call in calls)
        lines.append("print(game.get_current_turn(), game.get_winner(), game.is_draw())")
        lines.append("print(game.get_marble_count())")
        lines.append("for row in range(7):")
        lines.append("    print(*(game.get_marble((row, column)) for column in range(7)))")
        return "\n".join(lines)


CELLS = [(row, column) for row in range(7) for column in range(7)]


def kuba_state(game: Any, match: Match) -> "tuple[Any, ...]":
    """Every getter but the cells."""
    return (
        game.get_current_turn(),
        game.get_winner(),
        game.is_draw(),
        game.get_captured(match.first),
        game.get_captured(match.second),
        game.get_marble_count(),
    )


def kuba_cells(game: Any) -> "list[str]":
    """All 49 cells."""
    return [game.get_marble(cell) for cell in CELLS]


def random_players(rng: random.Random) -> "tuple[Any, Any, Any]":
    """Two pairs and rules, mostly with one thing that is odd."""
    first, second = rng.sample(NAMES, 2)
    colors = rng.choice(("WB", "BW"))
    pairs: list[Any] = [[first, colors[0]], [second, colors[1]]]
    rules: Any = rng.choice(("classroom", "tournament"))
    odd = rng.choice(hostile.ALL)
    place, kind = rng.randrange(2), rng.randrange(8)
    if kind < 2:
        pairs[place][kind] = odd
    elif kind == 2:
        pairs[place].append(odd)
    elif kind == 3:
        del pairs[place][rng.randrange(2) :]
    elif kind == 4:
        pairs[1][rng.randrange(2)] = pairs[0][rng.randrange(2)]
    elif kind == 5:
        rules = odd
    made: list[Any] = [tuple(pair) for pair in pairs]
    if kind == 6:
        made[place] = odd
    return made[0], made[1], rules


def kuba_end(game: slow_kuba.KubaGame) -> str:
    """How a game of the reference ended, or that it goes on."""
    if game._draw:
        return "draw"
    if game._winner is None:
        return "open"
    if game._captured[game._winner] == slow_kuba.REDS_TO_WIN:
        return "reds"
    if slow_kuba.OTHER[game._winner] not in game._board:
        return "elimination"
    return "blocked"


def kuba_difference(module: Any, match: Match, calls: "list[Call]") -> Optional[str]:
    """What differs first between the module's class and the reference, or None."""
    fast, slow = match.game(module.KubaGame), match.game(slow_kuba.KubaGame)
    for call in calls:
        given = outcome(getattr(fast, call.method), *call.arguments)
        expected = outcome(getattr(slow, call.method), *call.arguments)
        if given is not expected and given != expected:
            return f"{call.script()}\n  gives   {given}\n  instead {expected}"
        for look in (lambda game: kuba_state(game, match), kuba_cells):
            if look(fast) != look(slow):
                after = f"after {call.script()}"
                return f"{after}\n  the game is {look(fast)}\n  instead of  {look(slow)}"
    return None


def shortest_kuba(module: Any, match: Match, calls: "list[Call]") -> "list[Call]":
    """The calls of a game that differs, cut down to what is needed for that."""
    return shrink(calls, lambda shorter: kuba_difference(module, match, shorter) is not None)


NAMES = [
    *("PlayerA", "PlayerB", "", "R", "B", "W", "X", "a b", "A", "Zo\xeb", "\U0001f3b2"),
    *("\ud800", "\udfff\ud800", "0", "None", "n" * 1000, "PlayerA ", "playera"),
]


def random_match(rng: random.Random) -> Match:
    """Two names, mostly plain ones, colors and rules."""
    first, second = ("PlayerA", "PlayerB") if rng.random() < 0.5 else rng.sample(NAMES, 2)
    return Match(first, second, rng.choice("WB"), rng.choice(("classroom", "tournament")))


class KubaPlayer:
    """Chooses calls for a game of the reference, so that games go on and come to an end."""

    def __init__(self, rng: random.Random, match: Match, game: slow_kuba.KubaGame) -> None:
        """Play this game in a manner of its own, such as for reds, in circles, or to hem in."""
        self._rng = rng
        self._match = match
        self._game = game
        self._manner = rng.choice(("any", "reds", "marbles", "marbles", "circles", "hem"))
        self._pushed: dict[str, tuple[int, int, str]] = {}
        #: How many calls were refused for K-7 alone.
        self.barred = 0

    def next_call(self) -> Call:
        """The next call: mostly a push that is legal, or could be."""
        rng, game = self._rng, self._game
        color = game._turn or rng.choice("WB")
        name = game._names[color]
        kind = rng.random()
        if kind < 0.04:
            return self._hostile_call(name)
        if kind < (0.2 if game._may_push_again else 0.06):
            return Call(
                "end_turn", (name if kind > 0.05 else rng.choice(list(game._names.values())),)
            )
        if kind < 0.10:
            names = [*game._names.values(), rng.choice(NAMES)]
            return self._push(rng.choice(names), rng.randint(-1, 7), rng.randrange(7))
        if kind < 0.22 and slow_kuba.OTHER[color] in self._pushed:
            row, column, direction = _back(self._pushed[slow_kuba.OTHER[color]], rng.randint(1, 4))
            if slow_kuba.on_board(row, column) and game._turn == color:
                legal_but_for_ko = slow_kuba.push(game._board, color, row, column, direction)
                if legal_but_for_ko and not game._try(color, row, column, direction):
                    self.barred += 1
            return self._call(name, row, column, direction)
        if self._manner == "circles" and kind < 0.8 and color in self._pushed:
            for length in (1, 2, 3):
                back = _back(self._pushed[color], length)
                if slow_kuba.on_board(*back[:2]) and game._try(color, *back):
                    self._pushed[color] = back
                    return self._call(name, *back)
        if kind < 0.45:
            own = [cell for cell, marble in zip(CELLS, game._board) if marble == color]
            return self._push(name, *rng.choice(own or CELLS))
        pushes = game._legal_pushes(color)
        if not pushes:
            return self._push(name, rng.randrange(7), rng.randrange(7))
        self._pushed[color] = self._best(color, pushes)
        return self._call(name, *self._pushed[color])

    def _best(self, color: str, pushes: "list[tuple[int, int, str]]") -> "tuple[int, int, str]":
        """A push that fits the manner, if there is one."""
        rng, game = self._rng, self._game
        if self._manner == "hem" and color == "W":
            return min(rng.sample(pushes, min(len(pushes), 8)), key=self._answers)
        wanted = {"reds": "R", "marbles": slow_kuba.OTHER[color]}.get(self._manner)
        if wanted is not None and rng.random() < 0.8:
            for push in pushes:
                result = slow_kuba.push(game._board, color, *push)
                if result is not None and result[1] == wanted:
                    return push
        return rng.choice(pushes)

    def _answers(self, push: "tuple[int, int, str]") -> "tuple[bool, int]":
        """Whether a push of White's takes a red, and how many pushes Black has left after it."""
        result = slow_kuba.push(self._game._board, "W", *push)
        assert result is not None
        cells = [cell for cell, marble in zip(CELLS, result[0]) if marble == "B"]
        tries = ((*cell, direction) for cell in cells for direction in slow_kuba.DIRECTIONS)
        pushes = sum(slow_kuba.push(result[0], "B", *one) is not None for one in tries)
        return result[1] == "R", pushes

    def _push(self, name: Any, row: int, column: int) -> Call:
        return self._call(name, row, column, self._rng.choice("LRFB"))

    def _call(self, name: Any, row: int, column: int, direction: str) -> Call:
        coordinates: Any = (row, column)
        if self._rng.random() < 0.1:
            shapes = (
                list,
                hostile.Cell,
                hostile.Path,
                lambda cell: tuple(map(hostile.Index, cell)),
            )
            coordinates = self._rng.choice(shapes)(coordinates)
        return Call("make_move", (name, coordinates, direction))

    def _hostile_call(self, name: Any) -> Call:
        rng = self._rng
        odd = rng.choice(hostile.ALL)
        row, column, direction = rng.randrange(7), rng.randrange(7), rng.choice("LRFB")
        kind = rng.randrange(8)
        if kind == 0:
            return Call("make_move", (odd, (row, column), direction))
        if kind == 1:
            return Call("make_move", (name, odd, direction))
        if kind == 2:
            return Call("make_move", (name, (row, column), odd))
        if kind == 3:
            return Call("make_move", (name, rng.choice([(odd, column), (row, odd)]), direction))
        if kind == 4:
            return Call("make_move", (odd, odd, odd))
        if kind == 5:
            return Call("end_turn", (odd,))
        if kind == 6:
            return Call("get_captured", (odd,))
        return Call("get_marble", (rng.choice([odd, (odd, odd), [row, odd]]),))


_OPPOSITE = {"L": "R", "R": "L", "F": "B", "B": "F"}


def _back(push: "tuple[int, int, str]", length: int) -> "tuple[int, int, str]":
    """The push the other way, by the marble in front of a run of this length."""
    row, column, direction = push
    down, right = slow_kuba.DIRECTIONS[direction]
    return row + length * down, column + length * right, _OPPOSITE[direction]
