"""Ludo in plain Python, with a switch for each known misreading of a rule.

With no switch on it plays by the rules, and the tests compare it with the compiled classes. With
one on it plays like a program that gets only this rule wrong: a program with the answers of a
switch has that fault.

This file has the calls; the choice of a token is in `ludo_choice`, walking and kicking in
`ludo_board`, and the names of spaces in `ludo_player`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlor.check.ludo_choice import Chooser
from parlor.check.ludo_player import (
    END,
    LAST_RING,
    OTHER,
    READY,
    TOKENS,
    YARD,
    Player,
    RefusedError,
)
from parlor.check.reading import Asked
from parlor.check.script import Script
from parlor.check.table import SEATS

#: What becomes of a roll, whatever it should do.
_ROLLS = frozenset(
    {
        "roll-is-lost",
        "first-roll-is-lost",
        "last-roll-is-lost",
        "roll-raises",
        "game-ends",
        "other-moves",
        "both-move",
        "stack-halves",
        "stack-leaves-p",
        "stack-p-twice",
        "moves-twice",
        "token-chosen",
    }
)

#: How rolls out of turn, and again and again, are taken.
_ADMITTED = frozenset({"repeats-are-dropped", "order-is-enforced", "third-six-is-lost"})

#: What a second `play_game` leaves of the first game.
_AGAIN = frozenset({"game-goes-on", "game-appends", "game-appends-behind"})

_LEFT_OUT = frozenset({"left-out", "named-twice", "only-first-told", "only-last-told"})

_UNKNOWN = frozenset({"player-unknown", "unmoved-unknown", "finished-unknown"})


class Model(Chooser):
    """The class `LudoGame` with some readings switched on, and what it used for its answers."""

    def _new(self, seats: list[str], at: int) -> Player:
        """A player of this game."""
        place = "first" if at == 0 else "last" if at == len(seats) - 1 else "middle"
        player = Player(seats[at], place, self._switches, self._uses)
        player.ends = (seats[0], seats[-1])
        return player

    def _find(self, seat: str) -> Player | None:
        """The player at a seat."""
        found = [player for player in self.players if player.seat == seat]
        return found[-1 if self._is_last_found else 0] if found else None

    #: Which roll of the list is played, from 0, and of how many.
    _turn_number = _turn_count = 0

    #: Whether of two players at one seat, of two games, the later one is found.
    _is_last_found = False

    # --- The calls ------------------------------------------------------------------------

    def play_game(self, players: Any, turns: Any) -> Any:
        """L-19 to L-23."""
        return self._spaces(self.roll(players, turns))

    def roll(self, players: Any, turns: Any) -> list[str]:
        """The same for who wants no spaces: returns the seats."""
        self._switches.look_at()
        self._uses.clear()
        self.call, self._turn_is = "play_game", ()
        seats, rolls = self._read(players, turns)
        self._begin(seats)
        self._play(seats, rolls)
        self._turn_is = ()
        return seats

    def _begin(self, seats: list[str]) -> None:
        """L-2, L-22: the players."""
        again = self._switches.on & _AGAIN
        if self.players:
            self._uses["?L-22"] += 1
        self._is_last_found = "game-appends-behind" in again
        old = self.players if again else []
        goes_on = "game-goes-on" in again
        self.players = [
            *old,
            *[
                self._new(seats, at)
                for at, seat in enumerate(seats)
                if not (goes_on and any(one.seat == seat for one in old))
            ],
        ]

    def _play(self, seats: list[str], rolls: list[tuple[str, int]]) -> None:
        """L-19: one roll after another."""
        last = ("", 0)
        due = sixes = 0
        on = self._switches.on & _ADMITTED
        self._turn_count = len(rolls)
        for number, (seat, roll) in enumerate(rolls):
            self._turn_number = number
            self._forget()
            before, last = last, (seat, roll)
            sixes = sixes + 1 if roll == 6 and before in (("", 0), (seat, 6)) else int(roll == 6)
            self._describe(number, len(rolls), before, seat)
            if seat == before[0] and before[1] != 6 and "repeats-are-dropped" in on:
                continue
            if seat == seats[due]:
                due = due if roll == 6 else (due + 1) % len(seats)
            elif "order-is-enforced" in on:
                continue
            if sixes % 3 == 0 and roll == 6 and "third-six-is-lost" in on:
                continue
            if not self._turn(seat, roll):
                break

    def _describe(self, number: int, size: int, before: tuple[str, int], seat: str) -> None:
        """What holds of a roll as one of the list, as conditions."""
        if not (self._switches.wants("turn") or self._switches.wants("after")):
            return
        after = "another's" if before[0] != seat else "six" if before[1] == 6 else "own"
        self._turn_is = (
            f"turn={'first' if number == 0 else 'last' if number == size - 1 else 'middle'}",
            f"after={after if number else 'none'}",
        )

    def _spaces(self, seats: list[str]) -> Any:
        """L-21: what `play_game` returns."""
        self._switches.look_at()
        players: list[Player | None]
        if self._switches.on & {"game-appends", "game-appends-behind"}:
            players = list(self.players)
        else:
            players = [self._find(seat) for seat in seats]
        order = sorted(seats)
        if order != seats and "spaces-by-seat" in self._switches.on:
            players = [self._find(seat) for seat in order]
        tokens = TOKENS[::-1] if "q-before-p" in self._switches.on else TOKENS
        spaces: list[Any] = []
        for player in players:
            if player is None:
                continue
            if self._is_unknown(player):
                if "finished-unknown" in player.look(*player.about()):
                    spaces += ["E", "E"]
                continue
            found = player.look(*player.about()) & _LEFT_OUT
            if (
                "left-out" in found
                or ("only-first-told" in found and player is not self.players[0])
                or ("only-last-told" in found and player is not self.players[-1])
            ):
                continue
            for token in tokens * (2 if "named-twice" in found else 1):
                steps = player.steps[token]
                if steps > END and "overshoot-is-nameless" in self._switches.on:
                    raise RefusedError(steps)
                if steps > LAST_RING and "track-of-56" in self._switches.on:
                    steps -= 1
                name = player.get_space_name(min(steps, END))
                is_number = str(name).isdigit() and "names-are-numbers" in self._switches.on
                spaces.append(int(name) if is_number else name)
        if spaces != spaces[::-1] and "spaces-backwards" in self._switches.on:
            spaces.reverse()
        return tuple(spaces) if "spaces-as-tuple" in self._switches.on else spaces

    def _is_unknown(self, player: Player) -> bool:
        """L-24: whether a player of the game is not found."""
        found = player.look(*player.about()) & _UNKNOWN
        return bool(found) and (
            "player-unknown" in found
            or ("unmoved-unknown" in found and not player.has_had_turn)
            or ("finished-unknown" in found and player.steps["p"] == player.steps["q"] == END)
        )

    def get_player_by_position(self, position: Any) -> Any:
        """L-24."""
        self._switches.look_at("call=get_player_by_position")
        on = self._switches.on
        if not isinstance(position, str):
            self._uses["?L-24"] += 1
            if "odd-position-raises" in on:
                raise RefusedError(position)
        elif not self.players:
            self._uses["?L-24"] += 1
            if "nobody-before-the-game" in on:
                raise RefusedError(position)
        else:
            player = self._find(position)
            if player is not None and not self._is_unknown(player):
                return player
            upper = self._find(position.upper()) if player is None else None
            if upper is not None and "seat-in-any-case" in on:
                return upper
        if position in list(SEATS) and "every-seat-is-found" in on:
            return self._new([position], 0)
        if "nobody-raises" in on:
            raise RefusedError(position)
        return None if "nobody-is-none" in on else "Player not found!"

    def move_token(self, player: Any, token: Any, steps: Any) -> None:
        """L-25."""
        self._forget()
        self.call, self._turn_is = "move_token", ()
        self._turn_number, self._turn_count = -1, 0
        if not isinstance(player, Player) or not any(one is player for one in self.players):
            self._uses["?L-25"] += 1
            raise RefusedError(player)
        if token not in TOKENS or type(steps) is not int or not 1 <= steps <= 6:
            self._uses["?L-25"] += 1
            raise RefusedError(token, steps)
        if "token-chosen" in self._look_at(player):
            token = (self._choose(player, steps) or [token])[0]
        on = self._look_at(player, token, steps)
        self._uses["L-25"] += 1
        at = player.steps[token]
        tokens = [token]
        if at in (YARD, END):
            self._uses["?L-25"] += 1
            if not self._moves_at_all(player, token, steps, on):
                return
        elif player.steps["p"] == player.steps["q"] and at != READY:
            self._uses["?L-25"] += 1
            if "token-moves-stack" in on and self._is_stack(player):
                tokens = list(TOKENS)
        found = on & _ROLLS
        if found:
            if "roll-raises" in found:
                raise RefusedError(steps)
            tokens = self._instead(player, tokens, found)
        if tokens:
            self._move(player, tokens, steps, kicks="token-kicks-not" not in on)

    def _moves_at_all(self, player: Player, token: str, steps: int, on: Asked) -> bool:
        """L-25: whether a token that no rule moves, or leaves H, is moved as others are."""
        if player.steps[token] == YARD:
            if steps == 6:
                return "token-leaves-never" not in on
            names = {"token-leaves-by-any", "token-walks-from-yard", "any-roll-leaves"}
            return bool(on & names)
        if "token-moves-end-done" in on:
            player.was_done = player.is_done
        names = {"token-moves-end", "token-moves-end-done", "end-moves", "end-moves-as-stack"}
        return bool(on & names)

    # --- Reading what is handed in --------------------------------------------------------

    def _forget(self) -> None:
        """A new roll: only the open questions are kept."""
        for use in [use for use in self._uses if not use.startswith("?")]:
            del self._uses[use]

    def _read(self, players: Any, turns: Any) -> tuple[list[str], list[tuple[str, int]]]:
        """L-1, L-23."""
        self._uses["L-23"] += 1
        seats = list(players) if isinstance(players, (list, tuple)) else []
        if len(seats) > 2 and "two-at-most" in self._switches.on:
            raise RefusedError(players)
        known = all(type(seat) is str and len(seat) == 1 and seat in SEATS for seat in seats)
        if not known or not 2 <= len(seats) <= 4 or len(set(seats)) != len(seats):
            self._uses["?L-23"] += 1
            raise RefusedError(players)
        rolls = []
        for turn in turns if isinstance(turns, (list, tuple)) else [None]:
            pair = list(turn) if isinstance(turn, (list, tuple)) else []
            if len(pair) != 2 or type(pair[0]) is not str or pair[0] not in list(SEATS):
                self._uses["?L-23"] += 1
                raise RefusedError(turn)
            if type(pair[1]) is not int or not 1 <= pair[1] <= 6:
                self._uses["?L-23"] += 1
                raise RefusedError(turn)
            rolls.append((pair[0], pair[1]))
        return seats, rolls

    # --- One roll ---------------------------------------------------------------------------

    def _turn(self, seat: str, roll: int) -> bool:
        """L-13 asks nothing of a list of rolls; L-20. Whether the game goes on."""
        self._switches.look_at()
        player = self._find(seat)
        ended = [one for one in self.players if one.is_done]
        if ended and "first-winner-ends" in self._switches.on:
            return False
        if player is None:
            self._uses["?L-20"] += 1
            self._switches.look_at("call=play_game")
            if self._switches.on & {"stranger-is-refused", "nobody-raises"}:
                raise RefusedError(seat)
            return "stranger-ends-game" not in self._switches.on
        if len(ended) >= len(self.players) - 1:
            self._uses["?L-20"] += 1
            if "last-one-stops" in self._switches.on:
                return False
        player.has_had_turn = True
        if player.is_done:
            if player.ends_early:
                return True
            if "finished-turn-ends-game" in self._look_at(player):
                return False
        return self._rolled(player, roll)

    def _rolled(self, player: Player, roll: int) -> bool:
        """L-14: the roll is played, if a token can move. Whether the game goes on."""
        tokens = self._choose(player, roll)
        on = self._look_at(player, tokens[0] if tokens else "", roll)
        found = on & _ROLLS
        if found:
            if "roll-raises" in found:
                raise RefusedError(roll)
            if "game-ends" in found:
                return False
            tokens = tokens and self._instead(player, tokens, found)
            if "token-chosen" in found:
                for token in tokens:
                    self._move(player, (self._choose(player, roll) or [token])[:1], roll)
                return True
        if tokens:
            self._move(player, tokens, roll)
        else:
            if "stuck-raises" in on and not player.is_done:
                raise RefusedError(roll)
            return "stuck-ends-game" not in on
        return True

    def _instead(self, player: Player, tokens: list[str], found: frozenset[str]) -> list[str]:
        """The tokens that move instead of those that were chosen."""
        if "roll-is-lost" in found:
            return []
        if "first-roll-is-lost" in found and self._turn_number == 0:
            return []
        if "last-roll-is-lost" in found and self._turn_number == self._turn_count - 1:
            return []
        if len(tokens) == 2:
            if "stack-halves" in found:
                return ["p"]
            if "stack-leaves-p" in found:
                return ["q"]
            if "stack-p-twice" in found:
                return ["p", "p"]
        elif player.steps[OTHER[tokens[0]]] < END:
            if "other-moves" in found and player.steps[OTHER[tokens[0]]] > YARD:
                return [OTHER[tokens[0]]]
            if "both-move" in found:
                return list(TOKENS)
        return tokens * 2 if "moves-twice" in found else tokens


def classes(readings: frozenset[str], uses: Counter[str]) -> dict[str, Any]:
    """What a program of these readings defines; `uses` returns what the last answer depends on."""
    return {"LudoGame": lambda: Model(readings, uses)}


#: The rules of a roll, the most specific first.
_TELLING = [
    "L-8",
    "L-7",
    "L-16",
    "L-17",
    "L-11",
    "L-9",
    "L-10",
    "L-15",
    "L-5",
    "L-14",
    "L-18",
    "L-6",
]


def rule_behind(script: Script, step: int, place: int, expected: str, uses: Counter[str]) -> str:
    """The rule that an answer is about, where no reading explains it."""
    name = script[step][0]
    if name == "get_space_name":
        return "L-3" if expected in ("'H'", "'R'", "'E'") else "L-4"
    if name == "get_player_by_position" or (place and (place - 1) % 4 == 0):
        return "L-24"
    if place and (place - 1) % 4 == 1:
        return "L-26"
    if name == "play_game" and not script[step][2]:
        return "L-2" if place else "L-21"
    return next((rule for rule in _TELLING if uses[rule]), "L-21")
