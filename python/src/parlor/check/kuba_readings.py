"""Ways to read Kuba's rules otherwise, and what a fault may be confined to."""

from __future__ import annotations

from parlor.check.reading import Reading, by_name

READINGS = by_name(
    Reading("colors-change-places", "K-1", "the white marbles lie where the black ones should"),
    Reading("boards-are-shared", "K-1", "all games share one board"),
    Reading("rows-are-columns", "K-1", "rows and columns are taken for each other"),
    Reading("forward-is-backward", "K-2", "forward and backward are taken for each other"),
    Reading("left-is-right", "K-2", "left and right are taken for each other"),
    Reading("forward-by-color", "K-2", "forward is away from a player's own corner, by colour"),
    # K-3.
    Reading("no-room-needed", "K-3", "a push needs no room behind the marble"),
    Reading("red-is-room", "K-3", "a red marble behind the pushed one is taken for room"),
    Reading("other-is-room", "K-3", "an opponent's marble behind the pushed one is taken for room"),
    Reading("own-is-room", "K-3", "an own marble behind the pushed one is taken for room"),
    Reading("edge-is-no-room", "K-3", "a marble at the edge cannot be pushed away from it"),
    Reading(
        "behind-wraps",
        "K-3",
        "behind an edge the cell at the other end is looked at: an index of -1 is the last one",
    ),
    Reading(
        "behind-wraps-or-raises",
        "K-3",
        "the cell behind an edge is looked up: an index of -1 is the last one, of 7 an error",
    ),
    Reading("room-in-front", "K-3", "the room is looked for in front of the marble, not behind"),
    # K-4, K-5, K-6.
    Reading("gaps-do-not-stop", "K-4", "marbles beyond the first gap are pushed along too"),
    Reading("one-moves", "K-4", "only the pushed marble moves, and replaces what is in front"),
    Reading("two-move-at-most", "K-4", "a run in front is too long to be pushed if it has three"),
    Reading("reds-block", "K-4", "a red marble in front cannot be pushed"),
    Reading("own-goes-off", "K-5", "an own marble may be pushed off", True),
    Reading("other-stays-on", "K-6", "an opponent's marble cannot be pushed off"),
    Reading("red-stays-on", "K-6", "a red marble cannot be pushed off"),
    Reading("other-is-captured", "K-6", "an opponent's marble pushed off counts as a captured red"),
    Reading("red-for-the-other", "K-6", "a captured red is counted for the opponent"),
    Reading("red-is-not-counted", "K-6", "a captured red is not counted"),
    # K-7.
    Reading("no-ko", "K-7", "a push may undo the opponent's last push"),
    Reading(
        "ko-is-forgotten", "K-7", "after a refused try a push may undo the opponent's last one"
    ),
    Reading("ko-is-forgotten-later", "K-7", "after a try out of turn a push may undo the last one"),
    Reading("superko", "K-7", "no earlier board may ever come again"),
    Reading(
        "ko-bars-the-line", "K-7", "every push back along the line of the last push is refused"
    ),
    # K-8 to K-11.
    Reading("six-reds-win", "K-8", "six captured reds win"),
    Reading("eight-reds-win", "K-8", "seven captured reds do not win"),
    Reading("reds-do-not-win", "K-8", "captured reds never win"),
    Reading(
        "reds-color-wins", "K-8", "seven captured reds make the colour the winner, not the name"
    ),
    Reading("last-marble-loses", "K-9", "who takes the opponent's last marble is called the loser"),
    Reading("last-marble-does-not-win", "K-9", "taking the opponent's last marble does not win"),
    Reading("blocked-goes-on", "K-10", "a player without a legal push has not lost"),
    Reading(
        "blocked-mover-wins-not", "K-10", "who has just pushed is asked for a push, not the other"
    ),
    Reading(
        "blocked-ignores-ko", "K-10", "a push that would undo counts as one that can be made", True
    ),
    Reading("captures-go-on", "K-11", "a push that takes a marble off gives another turn"),
    Reading("first-begins", "K-11", "the player named first must begin"),
    Reading("first-has-turn", "K-11", "the player named first has the turn at once"),
    Reading("white-begins", "K-11", "White must begin"),
    Reading(
        "first-named-has-turn", "K-15", "get_current_turn names a player before the first push"
    ),
    Reading("no-turns", "K-11", "the same player may push twice in a row"),
    Reading("first-is-white", "K-14", "the player named first is taken for White"),
    Reading(
        "failed-first-claims", "K-15", "a failed first try makes it the other's turn or his", True
    ),
    Reading("failed-first-passes", "K-15", "a failed first try gives the turn to the other", True),
    Reading("no-turn-at-the-end", "K-15", "nobody has the turn after the end", True),
    Reading("winner-keeps-turn", "K-15", "the turn stays with the winner after the end", True),
    # K-16.
    Reading("refused-loses-turn", "K-16", "a refused push loses the turn"),
    Reading(
        "direction-by-substring", "K-16", "'LR' or '' passes for a direction: `in` on a string"
    ),
    Reading("direction-by-letter", "K-16", "only the first letter of a direction is looked at"),
    Reading("direction-in-any-case", "K-16", "lower-case letters pass for directions"),
    Reading("direction-raises", "K-16", "an unknown direction is an error instead of False"),
    Reading("direction-ignored", "K-16", "an unknown direction passes for a push that was made"),
    Reading("name-raises", "K-16", "an unknown player is an error instead of False"),
    Reading("name-is-ignored", "K-16", "an unknown name passes for a player"),
    Reading("cell-raises", "K-16", "a cell off the board is an error instead of False"),
    Reading("negative-wraps", "K-16", "negative coordinates count from the other end"),
    Reading(
        "cells-are-looked-up",
        "K-16",
        "a cell is looked up before it is asked whether it is on the board: an index of -1 is the "
        "last one, of 7 an error",
    ),
    Reading(
        "malformed-raises", "K-16", "malformed coordinates are an error instead of False", True
    ),
    Reading("odd-direction-raises", "K-16", "a direction that is no string is an error", True),
    Reading("longer-cells-pass", "K-16", "of more than two coordinates the first two count", True),
    Reading("lists-are-no-cells", "K-16", "coordinates in a list are refused", True),
    Reading("other-is-pushed", "K-16", "an opponent's marble can be pushed"),
    Reading("red-is-pushed", "K-16", "a red marble can be pushed"),
    Reading("empty-is-pushed", "K-16", "an empty cell can be pushed"),
    Reading("play-after-end", "K-16", "pushes are still made after the end"),
    Reading("true-is-1", "K-16", "make_move returns 1 instead of True"),
    Reading("false-is-0", "K-16", "make_move returns 0 instead of False"),
    Reading("answers-are-numbers", "K-16", "make_move returns 1 and 0, not True and False"),
    Reading("nothing-is-returned", "K-16", "make_move returns None for a push that was made"),
    Reading("refused-is-none", "K-16", "make_move returns None instead of False"),
    # K-17.
    Reading("winner-is-color", "K-17", "get_winner returns the colour instead of the name"),
    Reading("loser-wins", "K-17", "get_winner returns the loser"),
    Reading("count-black-first", "K-17", "get_marble_count begins with black"),
    Reading("count-red-first", "K-17", "get_marble_count begins with red"),
    Reading("count-is-list", "K-17", "get_marble_count returns a list, not a tuple"),
    Reading("count-stands-still", "K-17", "get_marble_count does not change when marbles leave"),
    Reading("empty-is-none", "K-17", "get_marble returns None for an empty cell, not 'X'"),
    Reading("stranger-has-none", "K-17", "get_captured of an unknown player is a value", True),
    Reading("off-board-is-empty", "K-17", "get_marble off the board is a value", True),
)

_WAYS = {"L": "to the left", "R": "to the right", "F": "forward", "B": "backward"}

#: What a fault may be confined to, and how that is told.
CONDITIONS = {
    "color=W": "for White",
    "color=B": "for Black",
    "line=row": "in a push along a row",
    "line=column": "in a push along a column",
    **{f"way={way}": f"in a push {words}" for way, words in _WAYS.items()},
}
