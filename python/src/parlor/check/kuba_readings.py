"""Known misreadings of Kuba's rules, and the conditions that a fault may have."""

from __future__ import annotations

from parlor.check.reading import Reading, by_name

READINGS = by_name(
    Reading("colors-change-places", "K-1", "the white marbles lie where the black ones should"),
    Reading("start-lacks-marbles", "K-1", "cells are empty at the start"),
    Reading("start-has-reds", "K-1", "cells hold a red marble at the start"),
    Reading("start-has-white", "K-1", "cells hold a white marble at the start"),
    Reading("start-has-black", "K-1", "cells hold a black marble at the start"),
    Reading("boards-are-shared", "K-1", "all games share one board"),
    Reading("turns-are-shared", "K-1", "all games share one turn"),
    Reading("histories-are-shared", "K-1", "all games share what K-7 forbids"),
    Reading("captures-are-shared", "K-1", "all games share their captured reds"),
    Reading("games-are-one", "K-1", "all games are one, which each new game sets up again"),
    Reading("rows-are-columns", "K-1", "rows and columns are taken for each other"),
    Reading("forward-is-backward", "K-2", "forward and backward are taken for each other"),
    Reading("left-is-right", "K-2", "left and right are taken for each other"),
    Reading("forward-by-color", "K-2", "forward is away from a player's own corner, by color"),
    # K-3.
    Reading("no-room-needed", "K-3", "a push needs no room behind the marble"),
    Reading("red-is-room", "K-3", "a red marble behind the pushed one is taken for room"),
    Reading("other-is-room", "K-3", "an opponent's marble behind the pushed one is taken for room"),
    Reading("own-is-room", "K-3", "an own marble behind the pushed one is taken for room"),
    Reading("edge-is-no-room", "K-3", "a marble at the edge cannot be pushed away from it"),
    Reading("edge-raises", "K-3", "the cell behind an edge is looked up, which is an error"),
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
    Reading(
        "room-by-row", "K-3", "the step of the row is used for the column of the cell behind, too"
    ),
    Reading(
        "room-by-column",
        "K-3",
        "the step of the column is used for the row of the cell behind, too",
    ),
    Reading("room-in-front", "K-3", "the room is looked for in front of the marble, not behind"),
    # K-4, K-5, K-6.
    Reading("gaps-do-not-stop", "K-4", "marbles beyond the first gap are pushed along too"),
    Reading(
        "gap-from-the-edge",
        "K-4",
        "the run goes on to the last gap before the edge, and not to the first",
    ),
    Reading(
        "run-is-of-one-color",
        "K-4",
        "the run ends at a marble of another color, which is replaced by the one before it",
    ),
    Reading("front-changes-places", "K-4", "the pushed marble and the one in front change places"),
    Reading("nothing-moves", "K-4", "the push is answered with True, and no marble moves"),
    Reading("pushed-stays", "K-4", "the pushed marble also stays where it was"),
    Reading("last-vanishes", "K-4", "the last marble of the run is lost, not moved into the gap"),
    Reading(
        "edge-is-overwritten",
        "K-4",
        "the marble on the edge stays there, and the one behind it is lost",
    ),
    Reading("rows-run-on", "K-4", "beyond the end of a row the next one begins"),
    Reading("board-wraps", "K-4", "beyond an edge the board goes on at the other end"),
    Reading("place-from-wrong-end", "K-4", "the marble is counted from the other end of its line"),
    Reading("legal-is-refused", "K-4", "a push that the rules allow is refused"),
    Reading("push-raises", "K-4", "a push that the rules allow is an error"),
    Reading("two-move", "K-4", "only two marbles move, and the second replaces what is in front"),
    Reading("one-moves", "K-4", "only the pushed marble moves, and replaces what is in front"),
    Reading("two-move-at-most", "K-4", "a run in front is too long to be pushed if it has three"),
    Reading("reds-block", "K-4", "a red marble in front cannot be pushed"),
    Reading("own-goes-off", "K-5", "an own marble may be pushed off", True),
    Reading("other-stays-on", "K-6", "an opponent's marble cannot be pushed off"),
    Reading("red-stays-on", "K-6", "a red marble cannot be pushed off"),
    Reading("other-is-captured", "K-6", "an opponent's marble pushed off counts as a captured red"),
    Reading("red-for-the-other", "K-6", "a captured red is counted for the opponent"),
    Reading("red-is-not-counted", "K-6", "a captured red is not counted"),
    Reading("red-counts-twice", "K-6", "a captured red is counted twice"),
    Reading(
        "fallen-is-not-noted",
        "K-6",
        "a marble that goes off just vanishes: nobody captures it, and an own one may go off",
    ),
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
    Reading("ko-bars-the-way", "K-7", "every push in the opposite way of the last is refused"),
    Reading(
        "ko-bars-the-cell",
        "K-7",
        "the push back from the cell that the last one reached is refused, whatever the board is",
    ),
    Reading(
        "ko-by-line", "K-7", "the row or column is compared as it was before, but not its place"
    ),
    Reading(
        "ko-bars-the-own-push-back", "K-7", "a player may not push back what was the own last push"
    ),
    Reading("ko-is-the-first-board", "K-7", "only the board of the start may not come again"),
    Reading(
        "ko-is-before-the-own-push",
        "K-7",
        "the board from before a player's own last push is compared, not the opponent's",
    ),
    Reading("ko-is-not-remembered", "K-7", "the board before a push is not kept to be compared"),
    Reading("ko-is-now", "K-7", "a refused try keeps the board as it is now to be compared"),
    Reading("ko-holds-once", "K-7", "only the first push that would undo is refused in a game"),
    Reading(
        "refused-push-stays-refused", "K-7", "a push that was refused once may never be made again"
    ),
    Reading("refused-push-stays", "K-16", "a push that is refused in the end stays on the board"),
    # K-8 to K-11.
    Reading("six-reds-win", "K-8", "six captured reds win"),
    Reading("eight-reds-win", "K-8", "seven captured reds do not win"),
    Reading("reds-do-not-win", "K-8", "captured reds never win"),
    Reading(
        "reds-color-wins", "K-8", "seven captured reds make the color the winner, not the name"
    ),
    Reading("reds-count-together", "K-8", "seven reds of both players together win"),
    Reading("reds-of-the-other-win", "K-8", "seven reds of the opponent win"),
    Reading("reds-win-a-push-later", "K-8", "the end is looked for before a red is counted"),
    Reading("win-needs-both", "K-8", "a win takes seven reds and the opponent's last marble"),
    Reading("one-marble-left-wins", "K-9", "the opponent's last marble but one wins already"),
    Reading("end-raises", "K-17", "the push that wins is an error"),
    Reading("winner-is-not-told", "K-17", "get_winner returns None after the end"),
    Reading(
        "winner-is-told-late", "K-17", "the winner is found when the other tries to push again"
    ),
    Reading("winner-is-told-a-push-later", "K-17", "the winner is found after the next push"),
    Reading("last-marble-loses", "K-9", "who takes the opponent's last marble is called the loser"),
    Reading("last-marble-does-not-win", "K-9", "taking the opponent's last marble does not win"),
    Reading("blocked-goes-on", "K-10", "a player without a legal push has not lost"),
    Reading(
        "blocked-mover-wins-not", "K-10", "who has just pushed is asked for a push, not the other"
    ),
    Reading("blocked-wins", "K-10", "a player without a legal push has won"),
    Reading(
        "blocked-mover-loses", "K-10", "a player who has no push left after an own one has lost"
    ),
    Reading("blocked-ignores-room", "K-10", "a push without room counts as one that can be made"),
    Reading(
        "blocked-ignores-ko", "K-10", "a push that would undo counts as one that can be made", True
    ),
    Reading("captures-go-on", "K-11", "a push that takes a marble off gives another turn"),
    Reading("turn-stays", "K-11", "the turn is not passed after a push"),
    Reading("turn-is-the-last-mover", "K-15", "get_current_turn is the player who pushed last"),
    Reading("out-of-turn-takes-turn", "K-11", "a try out of turn takes the turn"),
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
    Reading("name-raises", "K-16", "an unknown player is an error instead of False", True),
    Reading("name-is-ignored", "K-16", "an unknown name passes for a player", True),
    Reading("name-is-second", "K-16", "an unknown name passes for the player named second", True),
    Reading("name-in-any-case", "K-16", "names pass in upper and lower case", True),
    Reading("cell-raises", "K-16", "a cell off the board is an error instead of False"),
    Reading("cell-past-end-raises", "K-16", "a row or column of 7 or more is an error, not False"),
    Reading("cell-is-refused", "K-16", "cells of the board are refused"),
    Reading("seven-is-a-cell", "K-16", "7 passes for a row or column, and is an error"),
    Reading("truth-is-a-number", "K-16", "True passes for the coordinate 1", True),
    Reading("fractions-are-cells", "K-16", "1.0 passes for the coordinate 1", True),
    Reading("single-raises", "K-16", "coordinates that are no tuple are an error", True),
    Reading("text-raises", "K-16", "coordinates that are text are an error", True),
    Reading("short-raises", "K-16", "a single coordinate in a tuple is an error", True),
    Reading("long-raises", "K-16", "more than two coordinates are an error", True),
    Reading("fraction-raises", "K-16", "coordinates like 1.0 are an error", True),
    Reading("other-raises", "K-16", "None as a coordinate is an error", True),
    Reading("lists-raise", "K-16", "coordinates in a list are an error", True),
    Reading("list-direction-raises", "K-16", "a direction in a list is an error", True),
    Reading(
        "board-ends-at-seven", "K-16", "rows and columns go on to 7, where a look-up is an error"
    ),
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
    Reading("any-is-pushed", "K-16", "any marble can be pushed"),
    Reading("other-is-pushed", "K-16", "an opponent's marble can be pushed"),
    Reading("red-is-pushed", "K-16", "a red marble can be pushed"),
    Reading("empty-is-pushed", "K-16", "an empty cell can be pushed"),
    Reading("play-after-end", "K-16", "pushes are still made after the end"),
    Reading("refusal-raises", "K-16", "a refused try is an error instead of False"),
    Reading("refused-is-true", "K-16", "a refused try is answered with True"),
    Reading("made-is-false", "K-16", "a push that was made is answered with False"),
    Reading("true-is-1", "K-16", "make_move returns 1 instead of True"),
    Reading("false-is-0", "K-16", "make_move returns 0 instead of False"),
    Reading("nothing-is-returned", "K-16", "make_move returns None for a push that was made"),
    Reading("refused-is-none", "K-16", "make_move returns None instead of False"),
    # K-17.
    Reading("loser-wins", "K-17", "get_winner returns the loser"),
    Reading("count-keeps-fallen", "K-17", "get_marble_count still counts marbles that went off"),
    Reading("count-leaves-out", "K-17", "get_marble_count leaves out marbles"),
    Reading("captured-of-the-other", "K-17", "get_captured returns the opponent's number"),
    Reading("marble-by-column", "K-17", "get_marble takes (column, row)"),
    Reading("marble-from-below", "K-17", "get_marble counts rows from below"),
    Reading("empty-is-none", "K-17", "get_marble returns None for an empty cell, not 'X'"),
    Reading("stranger-has-none", "K-17", "get_captured of an unknown player is None", True),
    Reading("stranger-has-0", "K-17", "get_captured of an unknown player is 0", True),
    Reading(
        "stranger-is-second", "K-17", "get_captured of an unknown player is the second's", True
    ),
    Reading("off-board-is-empty", "K-17", "get_marble off the board is 'X'", True),
    Reading("off-board-is-none", "K-17", "get_marble off the board is None", True),
    Reading("off-board-wraps", "K-17", "get_marble takes negative coordinates", True),
    Reading("equal-pairs-pass", "K-14", "players of one name or one color pass", True),
    Reading("odd-pairs-pass", "K-14", "any two values pass for a name and a color", True),
)

_WAYS = {"L": "to the left", "R": "to the right", "F": "forward", "B": "backward"}
_MARBLES = {
    "own": "an own marble",
    "other": "an opponent's marble",
    "red": "a red marble",
    "empty": "an empty cell",
    "edge": "the edge",
}
_RUN = ("own", "other", "red", "empty")
_REFUSALS = {
    "turn": "out of turn",
    "name": "for an unknown name",
    "none": "for a push that the rules allow",
    "end": "after the end",
    "cell": "for a cell off the board",
    "direction": "for an unknown direction",
    "marble": "for a marble that is not the player's own",
    "room": "for a push without room",
    "run": "for a run that is too long",
    "own": "for an own marble that would go off",
    "ko": "for an undoing",
}
_VALUES = {
    **{"single": "a value that is no tuple", "text": "text", "list": "a list"},
    **{"short": "a shorter tuple", "long": "a longer tuple", "fraction": "a tuple with a float"},
    **{"truth": "a tuple with True", "other": "a tuple with None"},
}

#: What a fault may be confined to, and how that is reported.
CONDITIONS = {
    "color=W": "for White",
    "color=B": "for Black",
    "named=first": "for the player named first",
    "named=second": "for the player named second",
    "line=row": "in a push along a row",
    "line=column": "in a push along a column",
    **{f"way={way}": f"in a push {words}" for way, words in _WAYS.items()},
    **{f"row={row}": f"in row {row}" for row in range(-1, 8)},
    **{f"column={column}": f"in column {column}" for column in range(-1, 8)},
    "half=upper": "in the upper half",
    "half=lower": "in the lower half",
    **{f"marble={one}": f"for {one}" for one in "WBRX"},
    **{f"front={one}": f"where {words} is in front" for one, words in _MARBLES.items()},
    **{f"behind={one}": f"where {words} is behind" for one, words in _MARBLES.items()},
    **{f"run={number}": f"where {number} marbles move" for number in range(2, 8)},
    "run=1": "where one marble moves",
    "run=0": "where no marble moves",
    **{f"last={one}": f"where {_MARBLES[one]} is the last that moves" for one in _RUN},
    **{f"off={one}": f"where {_MARBLES[one]} goes off" for one in ("own", "other", "red")},
    "off=nothing": "where nothing goes off",
    "gap=edge": "where the run comes to the edge",
    "gap=inside": "where the run comes to a gap before the edge",
    "gap=none": "where the run reaches the edge",
    "beyond=marbles": "where marbles lie beyond a gap",
    "beyond=nothing": "where no marble lies beyond a gap",
    **{f"edge={one}": f"at the {one} edge" for one in ("left", "right", "top", "bottom")},
    "push=first": "before the first push of the game is made",
    "push=later": "once a push has been made",
    "after=none": "in the first call",
    "after=push": "right after a push",
    "after=refusal": "right after a refused try",
    "back=no": "where the last push did not go the opposite way",
    "back=way": "where the last push went the opposite way in another line",
    "back=line": "where the last push went the opposite way in this line",
    "back=cell": "from the cell that the last push reached, back",
    "asked=push": "in the push that is tried",
    "asked=end": "where it is asked whether a player has a push left",
    **{f"because={one}": words for one, words in _REFUSALS.items()},
    "by=board": "for a push that the board does not allow",
    "by=call": "for a call that is refused before the board is looked at",
    **{f"value={one}": f"for {words}" for one, words in _VALUES.items()},
    "won=reds": "where seven reds win",
    "won=marbles": "where the last marble wins",
    "won=blocked": "where a player is blocked",
}
