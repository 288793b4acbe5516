"""Ludo in plain Python, with a switch for each way to read a rule otherwise.

Without a switch it plays by the rules, and the tests hold it against the compiled classes. With
one it plays as a program does that gets this one rule wrong, and nothing else: a program whose
answers are those of a switch has that fault.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlor.check.ludo_player import (
    END,
    FIRST_SPACE,
    LAST_RING,
    READY,
    RING,
    TOKENS,
    YARD,
    Player,
    RefusedError,
    ring_space,
)
from parlor.check.reading import Switches
from parlor.check.script import Script
from parlor.check.table import SEATS


class Model:
    """The class `LudoGame` with some readings switched on, and what it used for its answers."""

    def __init__(self, readings: frozenset[str], uses: Counter[str]) -> None:
        self._switches = Switches(readings)
        #: By their seats.
        self.players: dict[str, Player] = {}
        #: The rules at work in the last roll, and below the key of an open question in all.
        self._uses = uses

    @property
    def _readings(self) -> frozenset[str]:
        """Those that are on where the game is looked at."""
        return self._switches.on

    def _look_at(self, player: Player, token: str = "") -> None:
        """Look at a player, and at one of his tokens."""
        if self._switches.has_conditions:
            self._switches.look_at(f"seat={player.seat}", f"token={token}")

    def _look_at_hit(self, player: Player, other: Player, token: str) -> None:
        """Look at a token that a player may hit."""
        if self._switches.has_conditions:
            self._switches.look_at(f"seat={player.seat}", f"victim={other.seat}", f"hit={token}")

    def _new(self, seat: str) -> Player:
        """A player of this game."""
        return Player(seat, self._switches.at(f"seat={seat}"), self._uses)

    def play_game(self, players: Any, turns: Any) -> Any:
        """L-19 to L-23."""
        self._switches.look_at()
        self._uses.clear()
        seats, rolls = self._read(players, turns)
        if "game-goes-on" not in self._readings:
            self.players = {}
        elif self.players:
            self._uses["?L-22"] += 1
        for seat in seats:
            self.players.setdefault(seat, self._new(seat))
        last = ("", 0)
        due = 0
        for seat, roll in rolls:
            self._forget()
            before, last = last, (seat, roll)
            is_repeated = seat == before[0] and before[1] != 6
            if is_repeated and "repeats-are-dropped" in self._readings:
                continue
            if seat == seats[due]:
                due = due if roll == 6 else (due + 1) % len(seats)
            elif "order-is-enforced" in self._readings:
                continue
            self._turn(seat, roll)
        self._switches.look_at()
        order = sorted(seats)
        if order != seats and "spaces-by-seat" not in self._readings:
            order = seats
        tokens = TOKENS[::-1] if "q-before-p" in self._readings else TOKENS
        spaces = []
        for seat in order:
            player = self.players[seat]
            for token in tokens:
                name = player.get_space_name(min(player.steps[token], END))
                is_number = name.isdigit() and "names-are-numbers" in self._readings
                spaces.append(int(name) if is_number else name)
        if spaces != spaces[::-1] and "spaces-backwards" in self._readings:
            spaces.reverse()
        return tuple(spaces) if "spaces-as-tuple" in self._readings else spaces

    def get_player_by_position(self, position: Any) -> Any:
        """L-24."""
        self._switches.look_at()
        if not isinstance(position, str):
            self._uses["?L-24"] += 1
        elif not self.players and "nobody-before-the-game" in self._readings:
            raise RefusedError(position)
        elif position in self.players:
            return self.players[position]
        elif position.upper() in self.players and "seat-in-any-case" in self._readings:
            return self.players[position.upper()]
        if position in list(SEATS) and "every-seat-is-found" in self._readings:
            return self._new(position)
        return None if "nobody-is-none" in self._readings else "Player not found!"

    def move_token(self, player: Any, token: Any, steps: Any) -> None:
        """L-25."""
        self._forget()
        if not isinstance(player, Player) or self.players.get(player.seat) is not player:
            self._uses["?L-25"] += 1
            raise RefusedError(player)
        if token not in TOKENS or type(steps) is not int or not 1 <= steps <= 6:
            self._uses["?L-25"] += 1
            raise RefusedError(token, steps)
        self._look_at(player)
        if "token-chosen" in self._readings:
            token = (self._choose(player, steps) or [token])[0]
        self._look_at(player, token)
        self._uses["L-25"] += 1
        at = player.steps[token]
        if at == END:
            self._uses["?L-25"] += 1
            if self._readings & {"token-moves-end", "end-moves"}:
                player.steps[token] = END - steps
            return
        if at == YARD and steps != 6:
            self._uses["?L-25"] += 1
            if self._readings & {"token-leaves-by-any", "any-roll-leaves"}:
                player.steps[token] = READY
            return
        tokens = [token]
        if player.steps["p"] == player.steps["q"] and 1 <= at < END:
            self._uses["?L-25"] += 1
            if "token-moves-stack" in self._readings:
                tokens = list(TOKENS)
        self._move(player, tokens, steps, kicks="token-kicks-not" not in self._readings)

    def _forget(self) -> None:
        """A new roll: only the open questions are kept."""
        for use in [use for use in self._uses if not use.startswith("?")]:
            del self._uses[use]

    def _read(self, players: Any, turns: Any) -> tuple[list[str], list[tuple[str, int]]]:
        """L-1, L-23."""
        self._uses["L-23"] += 1
        seats = list(players) if isinstance(players, (list, tuple)) else []
        if len(seats) > 2 and "two-at-most" in self._readings:
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

    def _turn(self, seat: str, roll: int) -> None:
        """L-13 asks nothing of a list of rolls; L-20."""
        self._switches.look_at()
        finished = [one for one in self.players.values() if one.get_completed() in (True, 1)]
        if finished and "first-winner-ends" in self._readings:
            return
        if seat not in self.players:
            self._uses["?L-20"] += 1
            if "stranger-is-refused" in self._readings:
                raise RefusedError(seat)
            return
        if len(finished) >= len(self.players) - 1:
            self._uses["?L-20"] += 1
            if "last-one-stops" in self._readings:
                return
        player = self.players[seat]
        self._look_at(player)
        tokens = self._choose(player, roll)
        if "token-chosen" in self._readings:
            for token in tokens:
                self._move(player, (self._choose(player, roll) or [token])[:1], roll)
        elif tokens:
            self._move(player, tokens, roll)

    def _can_move(self, player: Player, token: str, roll: int) -> bool:
        """L-5, L-8, L-14."""
        self._look_at(player, token)
        steps = player.steps[token]
        if steps == YARD:
            if self._readings & {"any-roll-leaves", "yard-can-move", "yard-goes-first"}:
                return True
            return roll == 6 or (roll == 1 and "one-leaves" in self._readings)
        if steps >= END:
            self._uses["L-8"] += 1
            return bool(self._readings & {"end-moves", "end-walks-on"})
        return not (steps + roll > END and "overshoot-is-lost" in self._readings)

    def _landing(self, steps: int, roll: int) -> int:
        """L-5, L-6, L-7."""
        if steps == YARD:
            self._uses["L-5"] += 1
            leaves = roll == 6 or (roll == 1 and "one-leaves" in self._readings)
            if not leaves and "any-roll-leaves" not in self._readings:
                return YARD
            if "leaving-to-start" in self._readings:
                return 1
            return roll if "leaving-walks" in self._readings else READY
        if steps >= END:
            return steps + roll if "end-walks-on" in self._readings else END - roll
        total = steps + roll
        if steps == READY:
            total += ("ready-walks-further" in self._readings) - ("ready-is-free" in self._readings)
        if total <= END:
            self._uses["L-6"] += 1
            return total
        self._uses["L-7"] += 1
        if "overshoot-ends" in self._readings:
            return END
        if "overshoot-stays" in self._readings:
            return steps
        if "bounce-whole" in self._readings:
            return steps - roll
        further = ("bounce-too-far" in self._readings) - ("bounce-too-short" in self._readings)
        return 2 * END - total - further

    def _is_stack(self, player: Player) -> bool:
        """L-10."""
        p, q = player.steps["p"], player.steps["q"]
        if p != q or p >= END:
            return False
        if p == READY:
            return "ready-is-stack" in self._readings
        if p == YARD:
            kicked = player.was_kicked_as_stack and "kicked-stays-stack" in self._readings
            return kicked or "yard-is-stack" in self._readings
        if "no-stack" in self._readings:
            return False
        self._uses["L-10"] += 1
        if player.met == "bounce":
            self._uses["?L-10"] += 1
            if self._readings & {"bounce-no-stack", "home-no-stack"}:
                return False
        if player.met == "home" and "home-no-stack" in self._readings:
            return False
        if p == LAST_RING + 1 and "stack-to-first-home" in self._readings:
            return True
        return p <= LAST_RING or not self._readings & {"stack-on-ring", "stack-to-first-home"}

    def _choose(self, player: Player, roll: int) -> list[str]:
        """L-14 to L-18: the tokens to move."""
        if self._is_stack(player) and (player.steps["p"] != YARD or roll == 6):
            ends = player.steps["p"] + roll == END
            return ["p"] if ends and "end-parts-stack" in self._readings else list(TOKENS)
        movable = [token for token in TOKENS if self._can_move(player, token, roll)]
        self._look_at(player)
        if len(movable) < 2:
            self._uses["L-14"] += 1
            leaves = [player.steps[token] for token in movable] == [YARD]
            if not leaves or "leave-last" not in self._readings:
                return movable
        kickers = [token for token in movable if self._aims(player, token, roll)]
        finishers = [token for token in movable if self._finishes(player, token, roll)]
        self._look_at(player)
        yards = [token for token in movable if player.steps[token] == YARD]
        if kickers and "kick-first-of-all" in self._readings:
            return kickers[:1]
        if yards and "leave-last" in self._readings:
            movable = [token for token in movable if token not in yards] or yards
            yards = yards if movable == yards else []
        if yards and (roll == 6 or self._readings & {"any-roll-leaves", "yard-goes-first"}):
            self._uses["L-15"] += 1
            if "kick-then-leave" in self._readings and kickers:
                return kickers[:1]
            if self._readings & {"finish-then-leave", "leave-third"} and finishers:
                return finishers[:1]
            if "leave-third" in self._readings and kickers:
                return [self._kicker(player, kickers)]
            return yards[-1:] if "q-leaves-first" in self._readings else yards[:1]
        if finishers and not (kickers and "kick-then-finish" in self._readings):
            self._uses["L-16"] += 1
            return finishers[:1]
        if kickers:
            self._uses["L-17"] += 1
            if len(kickers) == 2:
                self._uses["?L-17"] += 1
            return [self._kicker(player, kickers)]
        self._uses["L-18"] += 1
        return [self._furthest(player, movable)]

    def _finishes(self, player: Player, token: str, roll: int) -> bool:
        """L-16: whether its move ends exactly on E."""
        self._look_at(player, token)
        steps = player.steps[token]
        total = steps + roll
        exact = total == END or (total > END and "overshoot-is-finish" in self._readings)
        finishes = LAST_RING < steps < END and (exact or "home-first" in self._readings)
        return finishes and "no-finish-first" not in self._readings

    def _aims(self, player: Player, token: str, roll: int) -> bool:
        """L-17: whether its move kicks."""
        self._look_at(player, token)
        before = dict(self._uses)
        landing = self._landing(player.steps[token], roll)
        found = bool(self._victims(player, player.steps[token], landing))
        self._look_at(player, token)
        self._uses.clear()
        dict.update(self._uses, before)
        if 1 <= landing <= LAST_RING:
            found = self._seems_to_hit(player, landing, found=found)
        if not found or "no-kick-first" in self._readings:
            return False
        return token == "p" or "only-p-kicks" not in self._readings

    def _seems_to_hit(self, player: Player, landing: int, *, found: bool) -> bool:
        """L-17: whether a landing on the ring is taken for a kick."""
        if landing in player.steps.values() and "own-kick-aimed" in self._readings:
            return True
        space = ring_space(player.seat, landing)
        owners = [
            other
            for other in self.players.values()
            if other is not player and FIRST_SPACE[other.seat] == space
        ]
        if found != bool(owners) and "kick-aims-at-start" in self._readings:
            return bool(owners)
        on_ready = any(READY in other.steps.values() for other in owners)
        return found or (on_ready and "kick-aims-at-ready" in self._readings)

    def _kicker(self, player: Player, kickers: list[str]) -> str:
        """L-17: which of two."""
        if "both-kick-p" in self._readings:
            return kickers[0]
        if "both-kick-q" in self._readings:
            return kickers[-1]
        if "both-kick-ahead" in self._readings:
            return max(kickers, key=lambda token: player.steps[token])
        return self._furthest(player, kickers)

    def _furthest(self, player: Player, tokens: list[str]) -> str:
        """L-18."""
        if player.steps["p"] == player.steps["q"] == READY and len(tokens) > 1:
            self._uses["?L-18"] += 1
        if "p-moves" in self._readings:
            return tokens[0]
        if "q-moves" in self._readings:
            return tokens[-1]
        if "ready-q-moves" in self._readings:
            # Who asks q first moves q wherever both are as far.
            tokens = tokens[::-1]
        if "ahead-moves" in self._readings:
            return max(tokens, key=lambda token: player.steps[token])
        if "far-by-number" in self._readings:
            start = FIRST_SPACE[player.seat]
            return min(tokens, key=lambda token: (start + player.steps[token]) % RING)
        return min(tokens, key=lambda token: player.steps[token])

    def _victims(self, player: Player, old: int, new: int) -> list[tuple[Player, str]]:
        """L-9: the opponents' tokens on the space where the move ends."""
        found = []
        for other in self.players.values():
            if other is player:
                continue
            for token in TOKENS:
                self._look_at_hit(player, other, token)
                is_hit = self._hits(player, old, new, other, token)
                if is_hit and "no-kick-nor-aim" not in self._readings:
                    found.append((other, token))
        if len(found) > 1 and "kick-half" in self._readings:
            return found[:1]
        return found

    def _hits(self, player: Player, old: int, new: int, other: Player, token: str) -> bool:
        """Whether a move from `old` to `new` kicks this token."""
        at = other.steps[token]
        if new == at == END:
            return "end-kicks" in self._readings
        if LAST_RING < new < END:
            return at == new and "home-kicks" in self._readings
        if new == READY:
            if old != YARD:
                return False
            if at == READY:
                return "ready-meets-ready" in self._readings
            is_there = (
                1 <= at <= LAST_RING and ring_space(other.seat, at) == FIRST_SPACE[player.seat]
            )
            return is_there and "ready-kicks-start" in self._readings
        if not 1 <= new <= LAST_RING:
            return False
        if at == READY and "ready-is-start" in self._readings:
            return ring_space(player.seat, new) == FIRST_SPACE[other.seat]
        if not 1 <= at <= LAST_RING:
            return False
        space, place = player.place(new), other.place(at)
        if "kick-by-steps" in self._readings:
            return at == new
        if "start-is-safe" in self._readings and at == 1:
            return False
        if "starts-are-safe" in self._readings and place in FIRST_SPACE.values():
            return False
        if "passing-kicks-near" in self._readings:
            return 0 <= space - place <= 2
        if "passing-kicks" in self._readings and old >= READY:
            passed = {ring_space(player.seat, step) for step in range(max(old, 0) + 1, new + 1)}
            return place in passed
        return space == place

    def _move(self, player: Player, tokens: list[str], roll: int, *, kicks: bool = True) -> None:
        """L-5 to L-11: the tokens go where one of them goes."""
        was_stack = player.steps["p"] == player.steps["q"]
        for token in tokens:
            old = player.steps[token]
            self._look_at(player, token)
            new = self._landing(old, roll)
            if kicks:
                self._kick(player, token, new)
                self._look_at(player, token)
            player.steps[token] = new
            if READY <= old < END < old + roll and "bounce-adds" in self._readings:
                player.excess[token] += old + roll - new
            other = "q" if token == "p" else "p"
            meets = not was_stack and 1 <= new <= LAST_RING and player.steps[other] == new
            if meets and self._readings & {"own-kick", "own-kick-aimed"}:
                player.steps[other] = YARD
        p, q = player.steps["p"], player.steps["q"]
        if p != q:
            player.met = ""
            if YARD not in (p, q):
                player.was_kicked_as_stack = False
        elif len(tokens) == 1:
            has_bounced = old + roll > END
            player.met = "bounce" if has_bounced else "ring" if p <= LAST_RING else "home"

    def _kick(self, player: Player, mover: str, new: int) -> None:
        """L-9, L-11: what a token does where it comes to stand."""
        victims = self._victims(player, player.steps[mover], new)
        self._look_at(player, mover)
        if victims and mover == "q" and "q-kicks-not" in self._readings:
            return
        for other, token in victims:
            self._look_at_hit(player, other, token)
            if "no-kick" in self._readings:
                continue
            self._uses["L-9"] += 1
            if len(victims) > 1:
                self._uses["L-11"] += 1
            if other.steps["p"] == other.steps["q"]:
                other.was_kicked_as_stack = True
            home = READY if "kick-to-ready" in self._readings else YARD
            other.steps[token] = home
            if len(victims) == 1 and "kick-both" in self._readings:
                other.steps = {"p": home, "q": home}


def classes(readings: frozenset[str], uses: Counter[str]) -> dict[str, Any]:
    """What a program of these readings defines; `uses` tells what the last answer rests on."""
    return {"LudoGame": lambda: Model(readings, uses)}


#: The rules of a roll, the one that says most about it first.
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
