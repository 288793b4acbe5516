"""Ways to read Ludo's rules otherwise, and what a fault may be confined to."""

from __future__ import annotations

from parlor.check.reading import Reading, by_name
from parlor.check.table import SEATS

READINGS = by_name(
    Reading("two-at-most", "L-1", "more than two players are refused"),
    # L-2, L-3, L-4: the start and the names.
    Reading("both-on-ready", "L-2", "both tokens begin on R instead of in the home yard"),
    Reading("yard-is-ready", "L-3", "a token in the home yard is named R, not H"),
    Reading("names-are-numbers", "L-21", "spaces of the ring are returned as numbers, not strings"),
    Reading("space-56-is-0", "L-4", "ring space 56 is called 0: the remainder of 56 by 56"),
    Reading("space-56-is-57", "L-4", "the ring has 57 spaces: 57 comes after 56, then 1"),
    Reading("no-wrap", "L-4", "space numbers grow beyond 56 instead of going on with 1"),
    Reading(
        "no-wrap-to-meet", "L-4", "space numbers grow beyond 56, so that tokens there do not meet"
    ),
    Reading("all-start-to-meet", "L-4", "every seat starts on space 1, and tokens meet there"),
    Reading("names-one-ahead", "L-4", "ring spaces are named one too far"),
    Reading("all-start-at-1", "L-4", "every seat is treated as if its start space were 1"),
    Reading("home-from-0", "L-4", "the home squares are numbered from 0, not from 1"),
    Reading("ring-of-51", "L-4", "step 51 is still on the ring, and the home squares come late"),
    # L-5, L-6, L-7, L-8: walking.
    Reading("any-roll-leaves", "L-5", "any roll brings a token out of the home yard"),
    Reading("one-leaves", "L-5", "a 1 brings a token out of the home yard too"),
    Reading("leaving-to-start", "L-5", "a token leaves the home yard to the start space, not to R"),
    Reading("leaving-walks", "L-5", "a token that leaves the home yard walks its 6 at once"),
    Reading("ready-is-stack", "L-5", "two tokens on R are moved as a stack"),
    Reading("ready-meets-ready", "L-5", "R is one space for all: coming to R kicks others on R"),
    Reading("ready-is-start", "L-5", "a token on R is kicked as if it stood on its start space"),
    Reading("ready-kicks-start", "L-5", "coming to R kicks who stands on the start space"),
    Reading("ready-walks-further", "L-6", "the step from R to the start space is counted twice"),
    Reading("ready-is-free", "L-6", "the step from R to the start space is not counted"),
    Reading("overshoot-ends", "L-7", "a roll that is too large reaches E all the same"),
    Reading("overshoot-is-lost", "L-7", "a roll that is too large is not played at all"),
    Reading("overshoot-stays", "L-7", "a token whose roll is too large is chosen, but stays"),
    Reading("bounce-too-far", "L-7", "a bounce goes back one space too far"),
    Reading("bounce-too-short", "L-7", "a bounce goes back one space too few"),
    Reading("bounce-whole", "L-7", "a roll that is too large is walked back as a whole"),
    Reading("bounce-adds", "L-7", "the steps of a bounce are added to the step count"),
    Reading("end-moves", "L-8", "a finished token is moved again and bounces back out of E"),
    Reading("end-walks-on", "L-8", "a finished token is moved again and walks beyond E"),
    # L-9: kicking.
    Reading("no-kick", "L-9", "nobody is ever kicked"),
    Reading("no-kick-nor-aim", "L-9", "nobody is ever kicked, nor is a kick looked for"),
    Reading("end-kicks", "L-9", "two players' tokens on E are taken for tokens on one space"),
    Reading("home-kicks", "L-9", "home squares of different players are taken for one space"),
    Reading("kick-by-steps", "L-9", "tokens with equal step counts are taken for one space"),
    Reading("start-is-safe", "L-9", "a token on its own start space is not kicked"),
    Reading("starts-are-safe", "L-9", "no token on any start space is kicked"),
    Reading("passing-kicks", "L-9", "a token that is passed is kicked too"),
    Reading("passing-kicks-near", "L-9", "a token one or two spaces behind is kicked too"),
    Reading("kick-to-ready", "L-9", "a kicked token goes to R instead of the home yard"),
    Reading("kick-both", "L-9", "both of an opponent's tokens are kicked when one is hit"),
    Reading("own-kick", "L-10", "a token kicks its owner's other token"),
    Reading("own-kick-aimed", "L-10", "a token kicks its owner's other token, and looks for that"),
    Reading("q-kicks-not", "L-9", "only p kicks; q lands on others without any effect"),
    # L-10, L-11: stacks.
    Reading("no-stack", "L-10", "tokens on one space are never moved together"),
    Reading("stack-on-ring", "L-10", "a stack comes apart when it enters the home squares"),
    Reading(
        "stack-to-first-home", "L-10", "a stack comes apart when it leaves the first home square"
    ),
    Reading("home-no-stack", "L-10", "tokens that meet on a home square are not moved together"),
    Reading("yard-is-stack", "L-10", "two tokens in the home yard are moved as a stack"),
    Reading("end-parts-stack", "L-10", "only one token of a stack reaches E"),
    Reading("bounce-no-stack", "L-10", "tokens that meet by a bounce are no stack", True),
    Reading("kick-half", "L-11", "only one token of a kicked stack goes home"),
    Reading("kicked-stays-stack", "L-11", "a kicked stack leaves the home yard as a stack"),
    # L-12, L-14.
    Reading("one-is-enough", "L-12", "a player has finished with one token on E"),
    Reading("first-winner-ends", "L-12", "nobody moves any more once one player has finished"),
    Reading("never-finished", "L-26", "get_completed never returns True"),
    Reading("finished-as-number", "L-26", "get_completed returns 1 or 0 instead of True or False"),
    Reading("yard-can-move", "L-14", "a token in the home yard is chosen though it cannot move"),
    Reading(
        "yard-goes-first", "L-14", "a token in the home yard is chosen first, whatever the roll"
    ),
    # L-15 to L-18: which token.
    Reading("q-leaves-first", "L-15", "q leaves the home yard before p"),
    Reading("finish-then-leave", "L-15", "on a 6, finishing is tried before leaving the home yard"),
    Reading("kick-then-leave", "L-15", "on a 6, kicking is tried before leaving the home yard"),
    Reading(
        "leave-third",
        "L-15",
        "on a 6, finishing and kicking are tried before leaving the home yard",
    ),
    Reading("kick-first-of-all", "L-15", "kicking is tried before anything else"),
    Reading(
        "leave-last", "L-15", "on a 6, a token in the home yard stays there if another can move"
    ),
    Reading("no-finish-first", "L-16", "reaching E with an exact roll is given no priority"),
    Reading("kick-then-finish", "L-16", "kicking is tried before reaching E"),
    Reading(
        "overshoot-is-finish", "L-16", "a roll that is too large is taken for one that finishes"
    ),
    Reading("home-first", "L-16", "a token on a home square is moved whatever the roll"),
    Reading("no-kick-first", "L-17", "kicking is given no priority"),
    Reading("only-p-kicks", "L-17", "only p is looked at for a kick"),
    Reading("kick-aims-at-ready", "L-17", "a token on R is taken for one that can be kicked"),
    Reading("kick-aims-at-start", "L-17", "only an opponent's start space is looked at for a kick"),
    Reading("both-kick-p", "L-17", "if both tokens could kick, p does", True),
    Reading("both-kick-q", "L-17", "if both tokens could kick, q does", True),
    Reading("both-kick-ahead", "L-17", "if both tokens could kick, the one ahead does", True),
    Reading("ahead-moves", "L-18", "the token nearer to E moves instead of the one further away"),
    Reading("p-moves", "L-18", "p moves instead of the token further away from E"),
    Reading("q-moves", "L-18", "q moves instead of the token further away from E"),
    Reading("far-by-number", "L-18", "the distance to E is taken from the spaces' numbers"),
    Reading("ready-q-moves", "L-18", "with both tokens on R, q moves", True),
    # L-19 to L-22: the list of turns.
    Reading("repeats-are-dropped", "L-19", "a second roll of a player without a 6 is dropped"),
    Reading("order-is-enforced", "L-19", "rolls out of the players' turn are dropped"),
    Reading("stranger-is-refused", "L-20", "a turn of a seat that does not play is an error", True),
    Reading("last-one-stops", "L-20", "nobody moves once one player is left", True),
    Reading("spaces-by-seat", "L-21", "the spaces come in the order of the seats, not of the list"),
    Reading("spaces-backwards", "L-21", "the spaces come in the opposite order"),
    Reading("q-before-p", "L-21", "the space of q comes before the space of p"),
    Reading("spaces-as-tuple", "L-21", "play_game returns a tuple instead of a list"),
    Reading("game-goes-on", "L-22", "a second play_game goes on with the first game", True),
    # L-24, L-25: the other methods.
    Reading(
        "nobody-before-the-game", "L-24", "get_player_by_position is an error before play_game"
    ),
    Reading("nobody-is-none", "L-24", "get_player_by_position returns None for an unknown seat"),
    Reading("seat-in-any-case", "L-24", "get_player_by_position takes lower case for a seat"),
    Reading("every-seat-is-found", "L-24", "a player is found for a seat that does not play"),
    Reading("token-chosen", "L-25", "move_token moves another token than the one named"),
    Reading("token-kicks-not", "L-25", "move_token kicks nobody"),
    Reading("token-moves-stack", "L-25", "move_token moves both tokens of a stack", True),
    Reading("token-leaves-by-any", "L-25", "move_token moves out of H by any number", True),
    Reading("token-moves-end", "L-25", "move_token moves a token out of E", True),
)

#: What a fault may be confined to, and how that is told.
CONDITIONS = {
    **{f"seat={seat}": f"for seat {seat}" for seat in SEATS},
    **{f"token={token}": f"for {token}" for token in "pq"},
    **{f"victim={seat}": f"where a token of {seat} stands" for seat in SEATS},
    **{f"hit={token}": f"where an opponent's {token} stands" for token in "pq"},
}
