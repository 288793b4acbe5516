"""The choice of a token in the model of Ludo: which tokens can move, and which one does."""

from __future__ import annotations

from typing import Callable

from parlor.check.ludo_board import BOUNCES_TO_END, Board
from parlor.check.ludo_player import (
    COUNTS_TO_CHOOSE,
    END,
    FIRST_SPACE,
    LAST_RING,
    OTHER,
    READY,
    RING,
    TOKENS,
    YARD,
    Player,
    ring_space,
)

#: The order in which leaving the home yard, finishing and kicking are tried.
_ORDERS = {
    "finish-then-leave": "FLK",
    "leave-third": "FKL",
    "kick-then-finish": "LKF",
    "kick-first-of-all": "KLF",
    "kick-finish-leave": "KFL",
}
_OTHERWISE = frozenset(_ORDERS)


class Chooser(Board):
    """The board, and a player who keeps to the order of priorities."""

    def _can_move(self, player: Player, token: str, roll: int) -> bool:
        """L-5, L-8, L-14."""
        on = self._look_at(player, token, roll)
        steps = player.steps[token]
        if steps == YARD:
            if roll == 6 or (token in player.kicked and "kicked-walks-on" in on):
                return True
            if on & {"any-roll-leaves", "yard-can-move", "yard-goes-first", "yard-walks"}:
                return True
            return roll == 1 and "one-leaves" in on
        if steps >= END:
            self._uses["L-8"] += 1
            return bool(on & {"end-moves", "end-moves-as-stack", "end-walks-on"})
        if steps + roll > END and "overshoot-is-lost" in on:
            return False
        return "cannot-move" not in on

    def _choose(self, player: Player, roll: int) -> list[str]:
        """L-14 to L-18: the tokens to move."""
        self.purpose = "choice"
        if self._switches.has_conditions:
            self._turn_is += (f"can={self._count_movable(player, roll)}",)
        return self._chosen(player, roll)

    def _count_movable(self, player: Player, roll: int) -> str:
        """How many tokens can move, by the rules."""
        if player.steps["p"] == player.steps["q"] == END:
            return "over"
        found = [one for one in player.steps.values() if one < END and (one > YARD or roll == 6)]
        return ("none", "one", "both")[len(found)]

    def _chosen(self, player: Player, roll: int) -> list[str]:
        """L-14 to L-18."""
        if self._is_stack(player) and (player.steps["p"] != YARD or roll == 6 or player.kicked):
            on = self._look_at(player, "p", roll)
            if player.steps["p"] + roll == END and "end-parts-stack" in on:
                return ["p"]
            if "stack-comes-last" in on:
                for seems in (self._finishes, self._aims):
                    if any(seems(player, token, roll) for token in TOKENS):
                        return ["p"]
            return list(TOKENS)
        movable = [token for token in TOKENS if self._can_move(player, token, roll)]
        yards = [token for token in movable if player.steps[token] == YARD]
        if player.kicked and "kicked-walks-on" in self._look_at(player):
            yards = [token for token in yards if token not in player.kicked]
        on = self._look_at(player, (yards or movable or ["p"])[0], roll)
        if yards and roll == 6 and "yard-is-forgotten" in on:
            return [token for token in movable if token not in yards][:1]
        if roll == 6 and READY in player.steps.values() and "ready-is-yard" in on:
            return [token for token in TOKENS if player.steps[token] <= READY][:1]
        if len(movable) < 2:
            self._uses["L-14"] += 1
            leaves = [player.steps[token] for token in movable] == [YARD]
            if not leaves or "leave-last" not in on:
                return movable
        if yards and "leave-last" in on:
            movable = [token for token in movable if token not in yards] or yards
            yards = yards if movable == yards else []
        if not (yards and (roll == 6 or on & {"any-roll-leaves", "yard-goes-first"})):
            yards = []
        return self._preferred(player, movable, yards, roll)

    def _preferred(
        self, player: Player, movable: list[str], yards: list[str], roll: int
    ) -> list[str]:
        """L-15 to L-18: of those that can move, the first in the order of priorities."""
        order = "LFK"
        found = self._switches.on & _OTHERWISE
        for name in found:
            order = _ORDERS[name]
        if yards and "kick-then-leave" in self._switches.on:
            order = "KLF"
        ways: dict[str, Callable[[], list[str]]] = {
            "L": lambda: self._leaving(player, yards),
            "F": lambda: self._finishing(player, movable, roll),
            "K": lambda: self._kicking(player, movable, roll),
        }
        for way in order:
            chosen = ways[way]()
            if chosen:
                return chosen
        self._uses["L-18"] += 1
        return [self._furthest(player, movable, roll)]

    def _leaving(self, player: Player, yards: list[str]) -> list[str]:
        """L-15."""
        if not yards:
            return []
        self._uses["L-15"] += 1
        if len(yards) == 2 and "q-leaves-first" in self._look_at(player, "p", 6):
            return ["q"]
        return yards[:1]

    def _finishing(self, player: Player, movable: list[str], roll: int) -> list[str]:
        """L-16."""
        finishers = [token for token in movable if self._finishes(player, token, roll)]
        if finishers:
            self._uses["L-16"] += 1
        return finishers[:1]

    def _kicking(self, player: Player, movable: list[str], roll: int) -> list[str]:
        """L-17."""
        kickers = [token for token in movable if self._aims(player, token, roll)]
        if not kickers:
            return []
        self._uses["L-17"] += 1
        if len(kickers) == 2:
            self._uses["?L-17"] += 1
        return [self._kicker(player, kickers, roll)]

    def _finishes(self, player: Player, token: str, roll: int) -> bool:
        """L-16: whether its move ends exactly on E."""
        on = self._look_at(player, token, roll)
        if "finish-of-other" in on:
            token = OTHER[token]
        steps = player.steps[token]
        total = steps + roll
        exact = total == END
        if total > END:
            ends = on & BOUNCES_TO_END and self._landing(player, token, roll) == END
            exact = bool(ends) or "overshoot-is-finish" in on
        finishes = LAST_RING < steps < END and (exact or "home-first" in on)
        if steps == END - 1 and "last-is-no-home" in on:
            return False
        return finishes and "no-finish-first" not in on

    def _aims(self, player: Player, token: str, roll: int) -> bool:
        """L-17: whether its move kicks."""
        on = self._look_at(player, token, roll)
        if "kick-of-other" in on:
            token = OTHER[token]
        before = dict(self._uses)
        landing = self._landing(player, token, roll)
        found = bool(self._victims(player, token, landing))
        on = self._look_at(player, token, roll)
        self._uses.clear()
        dict.update(self._uses, before)
        if 1 <= landing <= LAST_RING:
            found = self._seems_to_hit(player, landing, found=found)
        if not found or "no-kick-first" in on:
            return False
        return token == "p" or "only-p-kicks" not in on

    def _seems_to_hit(self, player: Player, landing: int, *, found: bool) -> bool:
        """L-17: whether a landing on the ring is taken for a kick."""
        on = self._switches.on
        if landing in player.steps.values() and on & {"own-kick-aimed", "own-is-aimed"}:
            return True
        space = ring_space(player.seat, landing)
        owners = [
            other
            for other in self.players
            if other is not player and FIRST_SPACE[other.seat] == space
        ]
        if found != bool(owners) and "kick-aims-at-start" in on:
            return bool(owners)
        on_ready = any(READY in other.steps.values() for other in owners)
        return found or (on_ready and "kick-aims-at-ready" in on)

    def _kicker(self, player: Player, kickers: list[str], roll: int) -> str:
        """L-17: which of two."""
        on = self._look_at(player, kickers[0], roll)
        if len(kickers) == 2:
            if "both-kick-p" in on:
                return "p"
            if "both-kick-q" in on:
                return "q"
            if "both-kick-ahead" in on:
                return max(kickers, key=lambda token: player.steps[token])
        return self._furthest(player, kickers, roll, "ready-q-kicks")

    def _furthest(
        self, player: Player, tokens: list[str], roll: int, q_first: str = "ready-q-moves"
    ) -> str:
        """L-18; with the reading that asks q first."""
        if len(tokens) == 1:
            return tokens[0]
        on = self._look_at(player, "p", roll)
        if player.steps["p"] == player.steps["q"] == READY:
            self._uses["?L-18"] += 1
        if "p-moves" in on:
            return tokens[0]
        if "q-moves" in on:
            return tokens[-1]
        if q_first in on:
            # Who asks q first moves q wherever both are as far.
            tokens = tokens[::-1]
        if "ahead-moves" in on:
            return max(tokens, key=lambda token: player.steps[token])
        if "far-by-number" in on:
            start = FIRST_SPACE[player.seat]
            return min(tokens, key=lambda token: (start + player.steps[token]) % RING)
        if on & {"far-by-name", "far-by-space"}:
            # The home squares have no number, nor has R for some.
            ready = READY if "far-by-name" in on else RING + 1
            return min(tokens, key=lambda token: self._number(player, token, ready))
        if on & COUNTS_TO_CHOOSE:
            return min(tokens, key=player.counted)
        return min(tokens, key=lambda token: player.steps[token])

    def _number(self, player: Player, token: str, ready: int) -> int:
        """The number of the space of a token, or one that is larger than all."""
        steps = player.steps[token]
        if steps > LAST_RING:
            return RING + 1
        return ring_space(player.seat, steps) if steps > READY else ready
