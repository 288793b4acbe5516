"""The board of the model of Ludo: landing, kicking and stacks."""

from __future__ import annotations

from collections import Counter
from typing import Callable

from parlor.check.ludo_player import (
    END,
    FIRST_SPACE,
    LAST_RING,
    OTHER,
    READY,
    TOKENS,
    YARD,
    Player,
    ring_space,
    zone,
)
from parlor.check.reading import Asked, Switches

#: Symptoms of a landing, wherever it is worked out.
_LANDINGS = frozenset(
    {
        "lands-further",
        "lands-short",
        "stays",
        "lands-on-end",
        "lands-in-yard",
        "lands-on-ready",
    }
)

_BOUNCES = frozenset(
    {
        "overshoot-ends",
        "overshoot-stays",
        "overshoot-at-last",
        "overshoot-swings",
        "overshoot-walks-on",
        "overshoot-is-nameless",
        "bounce-whole",
        "bounce-from-end",
        "bounce-from-other",
        "bounce-too-far",
        "bounce-too-short",
    }
)

_FIRST = "-first"

#: Those that may lead to E, where they are looked at as finishing.
BOUNCES_TO_END = frozenset(
    f"{name}{_FIRST}" for name in ("overshoot-ends", "overshoot-swings", "bounce-too-short")
)

#: Which of the opponents' tokens are looked at.
_LOOKS = frozenset(
    {
        "kick-looks-at-p",
        "kick-looks-at-q",
        "kick-looks-at-first",
        "kick-looks-at-last",
        "kick-looks-before",
        "kick-looks-after",
        "no-kick-nor-aim",
    }
)

#: What is taken for one space.
_MEETINGS = frozenset(
    {
        "kick-by-steps",
        "start-is-safe",
        "starts-are-safe",
        "passing-kicks-near",
        "passing-kicks",
    }
)

#: What becomes of the kicking token.
_KICKERS = frozenset({"kicker-goes-home", "kicker-stays"})

#: What becomes of the kicked token.
_KICKED = frozenset({"kick-to-ready", "kick-both", "kick-other-token"})

#: What a stack that is kicked keeps of it.
_KEPT_AS_STACK = frozenset({"kicked-stays-stack", "kicked-comes-out-whole"})


class Board:
    """The players of a game and their tokens, with some readings switched on."""

    def __init__(self, readings: frozenset[str], uses: Counter[str]) -> None:
        self._switches = Switches(readings)
        #: As listed.
        self.players: list[Player] = []
        #: The rules at work in the last roll, and below the key of an open question in all.
        self._uses = uses
        #: What is looked at: a `choice` or a `move`, in which call, and what else holds there.
        self.purpose = "choice"
        self.call = "play_game"
        self._turn_is: tuple[str, ...] = ()
        #: Whether both tokens move, so that after the first they are apart for a moment.
        self._moves_stack = False
        #: How often a token has moved.
        self._moves = 0
        #: Whether anybody is seen where nobody is any more.
        self._has_ghosts = False

    # --- What holds where a reading is asked for ------------------------------------------

    def _look_at(self, player: Player, token: str = "", roll: int = 0) -> Asked:
        """Look at a player, and at one of the tokens."""
        if self._switches.has_conditions:
            self._switches.look_at(*self._place(player, token, roll))
        return self._switches.on

    def _place(self, player: Player, token: str, roll: int) -> tuple[str, ...]:
        """What holds for a token and a roll, by the rules."""
        place = [
            f"{kind}={value(self, player)}" for kind, value in self._switches.wanted(_OF_A_PLAYER)
        ]
        place += self._turn_is
        if roll:
            place.append(f"roll={roll}")
        if not token:
            return tuple(place)
        for kind, of_token in self._switches.wanted(_OF_A_TOKEN):
            place.append(f"{kind}={of_token(self, player, token)}")
        for kind, of_way in self._switches.wanted(_OF_A_WAY) if roll else ():
            held = of_way(self, player, token, roll)
            if held:
                place.append(f"{kind}={held}")
        return tuple(place)

    def is_one_stack(self, player: Player, token: str) -> bool:
        """Whether a token moves with the other one, by the rules."""
        at = player.steps[token]
        return self._moves_stack or (at == player.steps[OTHER[token]] and 1 <= at < END)

    def rank(self, player: Player, token: str) -> str:
        """Whether a token is behind or ahead of the other one."""
        at, other = player.steps[token], player.steps[OTHER[token]]
        if at == other or self.is_one_stack(player, token):
            return "level"
        return "behind" if at < other else "ahead"

    def _look_at_hit(
        self, player: Player, other: Player, token: str, new: int, mover: str = ""
    ) -> Asked:
        """Look at a token that a player may hit, with a token that lands on `new`."""
        if self._switches.has_conditions:
            of_player = self._switches.wanted(_OF_A_PLAYER)
            place = [f"{kind}={value(self, player)}" for kind, value in of_player]
            place += self._turn_is
            for kind, of_hit in self._switches.wanted(_OF_A_HIT):
                held = of_hit(self, player, other, token, new)
                if held:
                    place.append(f"{kind}={held}")
            if mover:
                is_stack = player.steps["p"] == player.steps["q"] >= 1 or self._moves_stack
                place += [
                    f"token={mover}",
                    f"from={zone(player.steps[mover])}",
                    f"stack={_yes(is_stack)}",
                ]
            self._switches.look_at(*place)
        return self._switches.on

    # --- Walking --------------------------------------------------------------------------

    def _landing(self, player: Player, token: str, roll: int) -> int:
        """L-5, L-6, L-7: where a token comes to stand."""
        on = self._look_at(player, token, roll)
        steps = player.steps[token]
        landing = self._walked(player, token, roll, on)
        found = on & _LANDINGS
        if found:
            if "stays" in found:
                return steps
            if "lands-on-end" in found:
                return END
            if "lands-in-yard" in found:
                return YARD
            if "lands-on-ready" in found:
                return READY
            landing += ("lands-further" in found) - ("lands-short" in found)
            return min(max(landing, YARD), END)
        return landing

    def _walked(self, player: Player, token: str, roll: int, on: Asked) -> int:
        """The same, as far as no single landing is another one."""
        steps = player.steps[token]
        if steps == YARD:
            self._uses["L-5"] += 1
            if token in player.kicked and "kicked-walks-on" in on:
                return YARD + roll
            leaves = roll == 6 or (roll == 1 and "one-leaves" in on) or "any-roll-leaves" in on
            if not leaves and self.call == "move_token":
                leaves = "token-leaves-by-any" in on
            if not leaves:
                walks = on & {"yard-walks", "token-walks-from-yard"}
                return steps + roll if walks else YARD
            if "leaving-to-start" in on:
                return 1
            return roll if "leaving-walks" in on else READY
        if steps >= END and "end-walks-on" in on:
            return steps + roll
        total = steps + roll
        if steps < LAST_RING <= total and "track-of-56" in on:
            # There is no step 50; what comes after it is reported as one less.
            total += 1
        if steps == READY:
            total += ("ready-walks-further" in on) - ("ready-is-free" in on)
        if total <= END:
            self._uses["L-6"] += 1
            return total
        self._uses["L-7"] += 1
        found = on & _BOUNCES
        if not found and on & BOUNCES_TO_END:
            found = frozenset(name[: -len(_FIRST)] for name in on & BOUNCES_TO_END)
        return self._bounced(player, token, roll, found) if found else 2 * END - total

    def _bounced(self, player: Player, token: str, roll: int, found: frozenset[str]) -> int:
        """L-7, read otherwise."""
        steps = player.steps[token]
        total = steps + roll
        if "overshoot-ends" in found:
            return END
        if "overshoot-stays" in found:
            return steps
        if "overshoot-at-last" in found:
            return END - 1
        if "overshoot-swings" in found:
            return END - (total - END) % 2
        if found & {"overshoot-walks-on", "overshoot-is-nameless"}:
            return total
        if "bounce-whole" in found:
            return steps - roll
        if "bounce-from-end" in found:
            return END - roll
        if "bounce-from-other" in found:
            other = player.steps[OTHER[token]]
            return 2 * END - other - roll if other + roll > END else 2 * END - total
        return 2 * END - total - ("bounce-too-far" in found) + ("bounce-too-short" in found)

    # --- Stacks ---------------------------------------------------------------------------

    def _is_stack(self, player: Player) -> bool:
        """L-10."""
        p, q = player.steps["p"], player.steps["q"]
        if p != q or p > END:
            return False
        on = self._look_at(player, "p")
        if p == END:
            return "end-moves-as-stack" in on
        if p == READY:
            kept = player.was_kicked_as_stack and "kicked-stays-stack" in on
            return kept or "ready-is-stack" in on
        if p == YARD:
            if len(player.kicked) == 2 and "kicked-walks-on" in on:
                return True
            kept = player.was_kicked_as_stack and bool(on & _KEPT_AS_STACK)
            return kept or "yard-is-stack" in on
        if player.is_apart or "no-stack" in on or (p == END - 1 and "last-is-no-home" in on):
            return False
        self._uses["L-10"] += 1
        if player.met == "bounce":
            self._uses["?L-10"] += 1
            if on & {"bounce-no-stack", "home-no-stack"}:
                return False
        if player.met == "home" and "home-no-stack" in on:
            return False
        if p == LAST_RING + 1 and "stack-to-first-home" in on:
            return True
        return p <= LAST_RING or not on & {"stack-on-ring", "stack-to-first-home"}

    # --- Kicks ----------------------------------------------------------------------------

    def _victims(self, player: Player, mover: str, new: int) -> list[tuple[Player, str]]:
        """L-9: the opponents' tokens on the space where the move ends."""
        old = player.steps[mover]
        space = player.place(new) if 1 <= new <= LAST_RING else 0
        found = []
        for other in self.players:
            if other is player:
                continue
            for token in TOKENS:
                if other.steps[token] == YARD and not other.ghosts:
                    continue
                if self._switches.has_conditions:
                    self._look_at_hit(player, other, token, new, mover)
                if space:
                    is_hit = self._hits(player, old, new, space, other, token)
                else:
                    is_hit = self._hits_elsewhere(player, old, new, other, token)
                if is_hit and self._sees(player, other, token):
                    found.append((other, token))
        if len(found) > 1:
            if "kick-half" in self._switches.on:
                return found[:1]
            if "kick-half-by-arrival" in self._switches.on:
                return [min(found, key=lambda one: one[0].since[one[1]])]
        return found

    def _sees(self, player: Player, other: Player, token: str) -> bool:
        """L-9: whether a token that is hit is one of those that are looked at."""
        found = self._switches.on & _LOOKS
        if not found:
            return True
        rivals = [one for one in self.players if one is not player]
        is_before = self.players.index(other) < self.players.index(player)
        return not (
            "no-kick-nor-aim" in found
            or ("kick-looks-at-p" in found and token != "p")
            or ("kick-looks-at-q" in found and token != "q")
            or ("kick-looks-at-first" in found and other is not rivals[0])
            or ("kick-looks-at-last" in found and other is not rivals[-1])
            or ("kick-looks-before" in found and not is_before)
            or ("kick-looks-after" in found and is_before)
        )

    def _hits(
        self, player: Player, old: int, new: int, space: int, other: Player, token: str
    ) -> bool:
        """Whether a move from `old` to `new`, on the ring, ends where this token is."""
        at = other.steps[token]
        if other.ghosts and ring_space(player.seat, new) in other.ghosts.get(token, ()):
            return True
        if not 1 <= at <= LAST_RING:
            if at == READY:
                is_start = ring_space(player.seat, new) == FIRST_SPACE[other.seat]
                return is_start and "ready-is-start" in self._switches.on
            return False
        place = other.place(at)
        found = self._switches.on & _MEETINGS
        if not found:
            return space == place
        if "kick-by-steps" in found:
            return at == new
        if "start-is-safe" in found and at == 1:
            return False
        if "starts-are-safe" in found and place in FIRST_SPACE.values():
            return False
        if "passing-kicks-near" in found:
            return 0 <= space - place <= 2
        if "passing-kicks" in found and old >= READY:
            passed = {ring_space(player.seat, step) for step in range(max(old, 0) + 1, new + 1)}
            return place in passed
        return space == place

    def _hits_elsewhere(
        self, player: Player, old: int, new: int, other: Player, token: str
    ) -> bool:
        """Whether a move that does not end on the ring is taken to end where this token is."""
        at = other.steps[token]
        if new == at == END:
            return "end-kicks" in self._switches.on
        if LAST_RING < new < END:
            return at == new and "home-kicks" in self._switches.on
        if new != READY or old != YARD:
            return False
        if at == READY:
            return "ready-meets-ready" in self._switches.on
        is_there = 1 <= at <= LAST_RING and ring_space(other.seat, at) == FIRST_SPACE[player.seat]
        return is_there and "ready-kicks-start" in self._switches.on

    def _kick(self, player: Player, mover: str, roll: int, new: int) -> int:
        """L-9, L-11: what a token does where it comes to stand, and where it stays."""
        victims = self._victims(player, mover, new)
        on = self._look_at(player, mover, roll)
        if not victims or (mover == "q" and "q-kicks-not" in on):
            return new
        for other, token in victims:
            on = self._look_at_hit(player, other, token, new, mover)
            if "no-kick" in on:
                continue
            self._uses["L-9"] += 1
            if len(victims) > 1:
                self._uses["L-11"] += 1
            self._send_home(other, token, len(victims))
        found = on & _KICKERS
        if found:
            return YARD if "kicker-goes-home" in found else player.steps[mover]
        return new

    def _send_home(self, other: Player, token: str, victims: int) -> None:
        """L-9, L-11: a token is kicked."""
        if other.steps["p"] == other.steps["q"]:
            other.was_kicked_as_stack = True
        found = self._switches.on & _KICKED
        home = READY if "kick-to-ready" in found else YARD
        if "kick-other-token" in found and victims == 1:
            token = OTHER[token]
        other.steps[token] = home
        other.kicked.add(token)
        if victims == 1 and "kick-both" in found:
            other.steps.update(p=home, q=home)

    # --- A move ---------------------------------------------------------------------------

    def _move(self, player: Player, tokens: list[str], roll: int, *, kicks: bool = True) -> None:
        """L-5 to L-11: the tokens go where one of them goes."""
        self.purpose = "move"
        was_stack = player.steps["p"] == player.steps["q"]
        self._moves_stack = was_stack and len(set(tokens)) == 2
        first = self._look_at(player, tokens[0], roll)
        had_ended = player.steps["p"] == player.steps["q"] == END
        for token in tokens:
            old = player.steps[token]
            new = self._landing(player, token, roll)
            if kicks:
                new = self._kick(player, token, roll, new)
            on = self._look_at(player, token, roll)
            player.steps[token] = new
            player.kicked.discard(token)
            self._moves += 1
            player.since[token] = self._moves
            if 1 <= old <= LAST_RING and new != old and "trail-stays" in on:
                player.ghosts.setdefault(token, set()).add(ring_space(player.seat, old))
                self._has_ghosts = True
            if self._has_ghosts and 1 <= new <= LAST_RING:
                self._overwrite(ring_space(player.seat, new))
            if READY <= old < END < old + roll and "bounce-adds" in on:
                player.excess[token] += old + roll - new
            meets = not was_stack and 1 <= new == player.steps[OTHER[token]] < END
            if meets and "meets-no-stack" in on:
                player.is_apart = True
            if meets and new <= LAST_RING and on & {"own-kick", "own-kick-aimed"}:
                player.steps[OTHER[token]] = YARD
        self._moved(player, tokens, old, roll)
        if not had_ended and player.steps["p"] == player.steps["q"] == END:
            self._end(player, first)
        self.purpose, self._moves_stack = "choice", False

    def _overwrite(self, space: int) -> None:
        """L-9: what was seen on a space is not seen once a token comes there."""
        for player in self.players:
            for spaces in player.ghosts.values():
                spaces.discard(space)

    def _moved(self, player: Player, tokens: list[str], old: int, roll: int) -> None:
        """L-10: whether the tokens stand together, and since when."""
        p, q = player.steps["p"], player.steps["q"]
        if p != q:
            player.met = ""
            player.is_apart = False
            if YARD not in (p, q) and READY not in (p, q):
                player.was_kicked_as_stack = False
        elif len(tokens) == 1:
            has_bounced = old + roll > END
            player.met = "bounce" if has_bounced else "ring" if p <= LAST_RING else "home"

    def _end(self, player: Player, on: Asked) -> None:
        """L-12: the player has finished, if that is noticed."""
        if "finish-unnoticed" in on:
            player.is_unnoticed = True
        if self.call == "move_token":
            self._uses["?L-26"] += 1
            if "token-ends-nothing" in on:
                player.is_unnoticed = True


def _by_rules(steps: int, roll: int) -> int:
    """Where a token lands that can move."""
    if steps == YARD:
        return READY if roll == 6 else YARD
    return min(steps + roll, 2 * END - steps - roll)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _space(player: Player, to: int) -> str:
    """The number of a space of the ring; empty for others."""
    return str(ring_space(player.seat, to)) if 1 <= to <= LAST_RING else ""


def _digits(player: Player, to: int) -> str:
    return str(len(_space(player, to)) or "")


def _meets(board: Board, player: Player, token: str, roll: int) -> str:
    """Whether a token comes to the other one."""
    to = _by_rules(player.steps[token], roll)
    is_other = to == player.steps[OTHER[token]] and 1 <= to < END
    return _yes(is_other and not board.is_one_stack(player, token))


def _rival(board: Board, player: Player, other: Player) -> str:
    """Which opponent in the list it is."""
    rivals = [one for one in board.players if one is not player]
    return "only" if len(rivals) == 1 else str(rivals.index(other) + 1)


def _is_before(board: Board, player: Player, other: Player) -> bool:
    return board.players.index(other) < board.players.index(player)


#: What holds of a player, one of the tokens, its way, and a token that it may kick, by kind.
_OF_A_PLAYER: dict[str, Callable[[Board, Player], object]] = {
    "seat": lambda _, player: player.seat,
    "listed": lambda _, player: player.listed,
    "players": lambda board, _: len(board.players),
    "call": lambda board, _: board.call,
    "for": lambda board, _: board.purpose,
    "p": lambda _, player: zone(player.steps["p"]),
    "q": lambda _, player: zone(player.steps["q"]),
}
_OF_A_TOKEN: dict[str, Callable[[Board, Player, str], object]] = {
    "token": lambda _, __, token: token,
    "from": lambda _, player, token: zone(player.steps[token]),
    "step": lambda _, player, token: player.steps[token],
    "other": lambda _, player, token: zone(player.steps[OTHER[token]]),
    "rank": lambda board, player, token: board.rank(player, token),
    "stack": lambda board, player, token: _yes(board.is_one_stack(player, token)),
    "kicked": lambda _, player, token: _yes(token in player.kicked),
}
_OF_A_WAY: dict[str, Callable[[Board, Player, str, int], str]] = {
    "to": lambda _, player, token, roll: zone(_by_rules(player.steps[token], roll)),
    "landing": lambda _, player, token, roll: str(_by_rules(player.steps[token], roll)),
    "space": lambda _, player, token, roll: _space(player, _by_rules(player.steps[token], roll)),
    "digits": lambda _, player, token, roll: _digits(player, _by_rules(player.steps[token], roll)),
    "bounces": lambda _, player, token, roll: _yes(player.steps[token] + roll > END),
    "meets": _meets,
}
_OF_A_HIT: dict[str, Callable[[Board, Player, Player, str, int], str]] = {
    "landing": lambda _, __, ___, ____, new: str(new),
    "to": lambda _, __, ___, ____, new: zone(new),
    "space": lambda _, player, __, ___, new: _space(player, new),
    "digits": lambda _, player, __, ___, new: _digits(player, new),
    "victim": lambda _, __, other, ___, ____: other.seat,
    "victim-is": lambda _, __, other, ___, ____: other.listed,
    "victim-listed": lambda board, player, other, _, __: (
        "before" if _is_before(board, player, other) else "after"
    ),
    "rival": lambda board, player, other, _, __: _rival(board, player, other),
    "hit": lambda _, __, ___, token, ____: token,
    "hit-step": lambda _, __, other, token, ___: str(other.steps[token]),
    "victims": lambda _, __, other, ___, ____: str(1 + (other.steps["p"] == other.steps["q"])),
}
