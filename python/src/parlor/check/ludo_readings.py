"""Known misreadings of Ludo's rules, and the conditions that a fault may have."""

from __future__ import annotations

from parlor.check.ludo_player import ALIKE
from parlor.check.reading import Reading, by_name
from parlor.check.table import SEATS

#: Ways to number the ring: with each, tokens may meet by these numbers too.
_NUMBERINGS = {
    "space-56-is-0": "ring space 56 is called 0",
    "space-56-is-57": "the ring has 57 spaces: 57 comes after 56, then 1",
    "no-wrap": "space numbers grow beyond 56 instead of going on with 1",
    "names-one-ahead": "ring spaces are numbered one too far",
    "names-one-behind": "ring spaces are numbered one too few",
    "all-start-at-1": "every seat is treated as if its start space were 1",
    "ring-of-52": "the ring has 52 spaces, not 56",
    "ring-of-55": "the ring has 55 spaces: space 56 is called 1",
    "wrap-leaves-out-1": "space 2 comes after 56: space 1 is left out",
    "starts-of-52": "the start spaces are 13 spaces apart, not 14",
    "last-is-first": "the last ring space before home is taken for the start space",
}

READINGS = by_name(
    Reading("two-at-most", "L-1", "more than two players are refused"),
    # L-2, L-3, L-4: the start and the names.
    Reading("both-on-ready", "L-2", "both tokens begin on R instead of in the home yard"),
    Reading("yard-is-ready", "L-3", "a token in the home yard is named R, not H"),
    Reading("names-are-numbers", "L-21", "spaces of the ring are returned as numbers, not strings"),
    *[Reading(name, "L-4", explanation) for name, explanation in _NUMBERINGS.items()],
    *[
        Reading(f"{name}-to-meet", "L-4", f"{explanation}, and tokens meet by these numbers")
        for name, explanation in _NUMBERINGS.items()
        if name not in ALIKE
    ],
    Reading("home-from-0", "L-4", "the home squares are numbered from 0, not from 1"),
    Reading("ring-of-51", "L-4", "step 51 is still on the ring, and the home squares come late"),
    Reading("ring-of-49", "L-4", "step 50 is the first home square, and E comes one step early"),
    Reading("names-of-first", "L-4", "every player has the home squares and start of the first"),
    Reading("names-of-last", "L-4", "every player has the home squares and start of the last"),
    Reading("name-is-next", "L-4", "get_space_name returns the name of the next step"),
    Reading("name-is-last", "L-4", "get_space_name returns the name of the step before"),
    Reading("name-is-none", "L-4", "get_space_name returns None"),
    Reading("name-raises", "L-4", "get_space_name ends with an error"),
    Reading("count-more", "L-3", "the step count that is returned is one too large"),
    Reading("count-less", "L-3", "the step count that is returned is one too small"),
    *[
        Reading(f"{token}-count-{more}", "L-3", f"the step count of {token} is one too {large}")
        for token in "pq"
        for more, large in (("more", "large"), ("less", "small"))
    ],
    *[
        Reading(
            f"{token}-count-{more}-to-choose",
            "L-3",
            f"the step count of {token} is one too {large}, also where tokens are compared",
        )
        for token in "pq"
        for more, large in (("more", "large"), ("less", "small"))
    ],
    Reading("track-of-56", "L-4", "the way is one step too short: there is no last ring space"),
    Reading("counts-exchanged", "L-26", "the step counts of p and q are exchanged"),
    # L-5, L-6, L-7, L-8: walking.
    Reading("any-roll-leaves", "L-5", "any roll brings a token out of the home yard"),
    Reading("one-leaves", "L-5", "a 1 brings a token out of the home yard too"),
    Reading("yard-walks", "L-5", "a token in the home yard walks on from -1 with any other roll"),
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
    Reading("bounce-from-end", "L-7", "the whole roll is walked back from E"),
    Reading("bounce-from-other", "L-7", "a bounce is counted from the other token"),
    Reading("overshoot-at-last", "L-7", "a token whose roll is too large ends on the last square"),
    Reading("overshoot-ends-first", "L-7", "a roll that is too large finishes, and goes first"),
    Reading("bounce-too-short-first", "L-7", "a bounce of one step ends on E, and goes first"),
    Reading(
        "overshoot-swings-first", "L-7", "a roll that is too large may swing to E, and is first"
    ),
    Reading("overshoot-swings", "L-7", "what is too much of a roll is walked to and fro before E"),
    Reading("overshoot-walks-on", "L-7", "a roll that is too large leads beyond E"),
    Reading("overshoot-is-nameless", "L-7", "a roll that is too large leads beyond E: an error"),
    Reading("bounce-adds", "L-7", "the steps of a bounce are added to the step count"),
    Reading("end-moves", "L-8", "a finished token is moved again and bounces back out of E"),
    Reading("end-moves-as-stack", "L-8", "finished tokens are moved again, both as a stack"),
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
    Reading("kick-looks-at-p", "L-9", "only the p of an opponent is kicked, or looked at"),
    Reading("kick-looks-at-q", "L-9", "only the q of an opponent is kicked, or looked at"),
    Reading("kick-looks-at-first", "L-9", "only the first opponent in the list can be kicked"),
    Reading("kick-looks-at-last", "L-9", "only the last opponent in the list can be kicked"),
    Reading("kick-looks-before", "L-9", "only opponents listed before the player can be kicked"),
    Reading("kick-looks-after", "L-9", "only opponents listed after the player can be kicked"),
    Reading("kicker-goes-home", "L-9", "a token that kicks goes home, too"),
    Reading("kicker-stays", "L-9", "a token that kicks does not move"),
    Reading("kick-other-token", "L-9", "the other token of the opponent is sent home"),
    Reading("kicked-walks-on", "L-9", "a kicked token walks on from -1 with any roll"),
    Reading("trail-stays", "L-9", "a token is still kicked where it stood before it moved"),
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
    Reading("meets-no-stack", "L-10", "a token that comes to the other one makes no stack"),
    Reading("stack-halves", "L-10", "of a stack only p is moved"),
    Reading("stack-leaves-p", "L-10", "of a stack only q is moved"),
    Reading("stack-p-twice", "L-10", "of a stack p is moved twice and q stays"),
    Reading("stack-comes-last", "L-10", "a stack that finishes or kicks comes apart: only p does"),
    Reading("bounce-no-stack", "L-10", "tokens that meet by a bounce are no stack", True),
    Reading("kick-half", "L-11", "only one token of a kicked stack goes home"),
    Reading(
        "kick-half-by-arrival", "L-11", "of a kicked stack only the token that came first goes home"
    ),
    Reading("kicked-stays-stack", "L-11", "a kicked stack stays a stack, also on R"),
    Reading("kicked-comes-out-whole", "L-11", "one 6 brings out both tokens of a kicked stack"),
    # L-12, L-14.
    Reading("one-is-enough", "L-12", "a player has finished with one token on E"),
    Reading("one-ends", "L-12", "a player has finished, and has no turns, with one token on E"),
    Reading("home-is-enough", "L-12", "a player with both tokens at home has finished"),
    Reading(
        "home-ends", "L-12", "a player with both tokens at home has finished, and has no turns"
    ),
    Reading("finish-unnoticed", "L-26", "get_completed does not return True for who has finished"),
    Reading("finished-turn-ends-game", "L-20", "a turn of a finished player ends the game"),
    Reading("first-winner-ends", "L-12", "nobody moves any more once one player has finished"),
    Reading("finished-as-number", "L-26", "get_completed returns 1 or 0 instead of True or False"),
    Reading("cannot-move", "L-14", "a token is taken for one that cannot move"),
    Reading("stuck-ends-game", "L-14", "a roll with which nothing can move ends the game"),
    Reading("stuck-raises", "L-14", "a roll with which nothing can move is an error"),
    Reading("yard-can-move", "L-14", "a token in the home yard is chosen though it cannot move"),
    Reading(
        "yard-goes-first", "L-14", "a token in the home yard is chosen first, whatever the roll"
    ),
    # L-15 to L-18: which token.
    Reading("q-leaves-first", "L-15", "q leaves the home yard before p"),
    Reading("yard-is-forgotten", "L-15", "on a 6 a token in the home yard is not moved out"),
    Reading("ready-is-yard", "L-15", "on a 6, a token on R is taken for one in the yard"),
    Reading("finish-then-leave", "L-15", "on a 6, finishing is tried before leaving the home yard"),
    Reading("kick-then-leave", "L-15", "on a 6, kicking is tried before leaving the home yard"),
    Reading("leave-third", "L-15", "finishing, then kicking are tried before leaving the yard"),
    Reading("kick-first-of-all", "L-15", "kicking is tried before anything else"),
    Reading("kick-finish-leave", "L-15", "kicking, then finishing are tried before leaving"),
    Reading(
        "leave-last", "L-15", "on a 6, a token in the home yard stays there if another can move"
    ),
    Reading("last-is-no-home", "L-16", "the last home square is not taken for one"),
    Reading("no-finish-first", "L-16", "reaching E with an exact roll is given no priority"),
    Reading("kick-then-finish", "L-16", "kicking is tried before reaching E"),
    Reading(
        "overshoot-is-finish", "L-16", "a roll that is too large is taken for one that finishes"
    ),
    Reading("home-first", "L-16", "a token on a home square is moved whatever the roll"),
    Reading("finish-of-other", "L-16", "whether a token finishes is asked of the other one"),
    Reading("kick-of-other", "L-17", "whether a token kicks is asked of the other one"),
    Reading("own-is-aimed", "L-17", "the player's own other token is taken for one to kick"),
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
    Reading("far-by-name", "L-18", "the token on the space with the smaller number moves"),
    Reading("far-by-space", "L-18", "the smaller space number moves, and what has none moves last"),
    Reading("ready-q-moves", "L-18", "with both tokens on R, q moves", True),
    Reading("ready-q-kicks", "L-17", "with both tokens on R, q kicks if both could", True),
    # L-19 to L-22: the list of turns.
    Reading("repeats-are-dropped", "L-19", "a second roll of a player without a 6 is dropped"),
    Reading("order-is-enforced", "L-19", "rolls out of the players' turn are dropped"),
    Reading("third-six-is-lost", "L-19", "a third 6 in a row is lost"),
    # What a roll does, whatever the rule: each is mostly confined to a part of the game.
    Reading("first-roll-is-lost", "L-19", "the first entry of the list is not played"),
    Reading("last-roll-is-lost", "L-19", "the last entry of the list is not played"),
    Reading("roll-is-lost", "L-14", "the roll is lost"),
    Reading("roll-raises", "L-14", "the roll ends with an error"),
    Reading("game-ends", "L-19", "the rest of the list is not played"),
    Reading("other-moves", "L-18", "the other token moves"),
    Reading("both-move", "L-14", "both tokens move"),
    Reading("moves-twice", "L-6", "the token moves twice"),
    Reading("lands-further", "L-6", "the token goes one space too far"),
    Reading("lands-short", "L-6", "the token goes one space too few"),
    Reading("stays", "L-6", "the token stays where it is"),
    Reading("lands-on-end", "L-6", "the token goes to E"),
    Reading("lands-in-yard", "L-6", "the token goes to the home yard"),
    Reading("lands-on-ready", "L-6", "the token goes to R"),
    Reading(
        "stranger-ends-game", "L-20", "a turn of a seat that does not play ends the game", True
    ),
    Reading("stranger-is-refused", "L-20", "a turn of a seat that does not play is an error", True),
    Reading("last-one-stops", "L-20", "nobody moves once one player is left", True),
    Reading("spaces-by-seat", "L-21", "the spaces come in the order of the seats, not of the list"),
    Reading("spaces-backwards", "L-21", "the spaces come in the opposite order"),
    Reading("q-before-p", "L-21", "the space of q comes before the space of p"),
    Reading("spaces-as-tuple", "L-21", "play_game returns a tuple instead of a list"),
    Reading("only-first-told", "L-21", "only the first player's spaces are returned"),
    Reading("only-last-told", "L-21", "only the last player's spaces are returned"),
    Reading("left-out", "L-21", "a player is left out of what play_game returns"),
    Reading("named-twice", "L-21", "a player is named twice in what play_game returns"),
    Reading("unmoved-unknown", "L-24", "a player without a turn does not exist"),
    Reading("finished-unknown", "L-24", "a player who has finished is not found any more"),
    Reading("player-unknown", "L-24", "a player is not found, and left out of the answer"),
    Reading("game-goes-on", "L-22", "a second play_game goes on with the first game", True),
    Reading("game-appends", "L-22", "a second play_game adds players to those of the first", True),
    Reading(
        "game-appends-behind", "L-22", "a second play_game leaves the first one's players", True
    ),
    # L-24, L-25: the other methods.
    Reading(
        "nobody-before-the-game",
        "L-24",
        "get_player_by_position is an error before play_game",
        True,
    ),
    Reading("odd-position-raises", "L-24", "a position that is no string is an error", True),
    Reading("nobody-raises", "L-24", "get_player_by_position ends with an error for nobody"),
    Reading("nobody-is-none", "L-24", "get_player_by_position returns None for an unknown seat"),
    Reading("seat-in-any-case", "L-24", "get_player_by_position takes lower case for a seat"),
    Reading("every-seat-is-found", "L-24", "a player is found for a seat that does not play"),
    Reading("token-chosen", "L-25", "move_token moves another token than the one named"),
    Reading("token-kicks-not", "L-25", "move_token kicks nobody"),
    Reading("token-moves-stack", "L-25", "move_token moves both tokens of a stack", True),
    Reading("token-leaves-by-any", "L-25", "move_token moves out of H by any number", True),
    Reading("token-leaves-never", "L-25", "move_token does not move out of H", True),
    Reading("token-walks-from-yard", "L-25", "move_token walks on from -1 in H", True),
    Reading("token-moves-end", "L-25", "move_token moves a token out of E", True),
    Reading("token-moves-end-done", "L-25", "move_token moves out of E who stays finished", True),
    Reading("token-ends-nothing", "L-26", "who finishes by move_token is not told so", True),
)

_ZONES = {
    "yard": "in the home yard",
    "ready": "on R",
    "ring": "on the ring",
    "home": "on a home square",
    "end": "on E",
}

#: What a fault may be confined to, and how that is reported.
CONDITIONS = {
    # Whose turn it is, and which one.
    **{f"seat={seat}": f"for seat {seat}" for seat in SEATS},
    "listed=first": "for the player listed first",
    "listed=last": "for the player listed last",
    "listed=middle": "for a player listed between others",
    **{f"players={number}": f"with {number} players" for number in (2, 3, 4)},
    "turn=first": "in the first turn of the list",
    "turn=last": "in the last turn of the list",
    "turn=middle": "in a turn that is neither the first nor the last",
    "after=none": "at the very beginning",
    "after=six": "after a 6 of the same player",
    "after=own": "after another roll of the same player",
    "after=another's": "after a roll of another player",
    "call=play_game": "in play_game",
    "call=move_token": "in move_token",
    "call=get_player_by_position": "in get_player_by_position",
    "for=choice": "where a token is chosen",
    "for=move": "where a token moves",
    # The token that moves, and its way.
    "token=p": "for p",
    "token=q": "for q",
    **{f"roll={roll}": f"with a roll of {roll}" for roll in range(1, 7)},
    **{f"from={zone}": f"for a token {where}" for zone, where in _ZONES.items()},
    **{f"to={zone}": f"for a token that lands {where}" for zone, where in _ZONES.items()},
    **{f"other={zone}": f"with the other token {where}" for zone, where in _ZONES.items()},
    **{f"step={step}": f"on step {step}" for step in range(-1, 58)},
    **{f"landing={step}": f"for a token that lands on step {step}" for step in range(-1, 58)},
    **{f"space={space}": f"on ring space {space}" for space in range(1, 57)},
    "digits=1": "on ring spaces 1 to 9",
    "digits=2": "on ring spaces 10 to 56",
    "rank=behind": "for the token further from E",
    "rank=ahead": "for the token nearer to E",
    "rank=level": "for two tokens on one step",
    "stack=yes": "for a stack",
    "stack=no": "for a single token",
    "bounces=yes": "for a roll that is too large",
    "bounces=no": "for a roll that is not too large",
    "meets=yes": "for a token that comes to the other one",
    "meets=no": "for a token that does not come to the other one",
    "can=none": "where no token can move",
    "can=over": "where the player has finished",
    "can=one": "where only one token can move",
    "can=both": "where both tokens can move",
    "kicked=yes": "for a token that was kicked",
    "kicked=no": "for a token that was not kicked",
    # Whom it kicks.
    **{f"victim={seat}": f"where a token of {seat} stands" for seat in SEATS},
    "victim-is=first": "where a token of the player listed first stands",
    "victim-is=middle": "where a token of a player listed between others stands",
    "victim-is=last": "where a token of the player listed last stands",
    "victim-listed=before": "where a player listed before the mover stands",
    "victim-listed=after": "where a player listed after the mover stands",
    "rival=only": "where the only opponent stands",
    **{
        f"rival={at}": f"where the {word} opponent in the list stands"
        for at, word in ((1, "first"), (2, "second"), (3, "third"))
    },
    **{f"hit={token}": f"where an opponent's {token} stands" for token in "pq"},
    **{f"hit-step={step}": f"where a token on its step {step} stands" for step in range(-1, 58)},
    "victims=1": "where a single token stands",
    "victims=2": "where a stack stands",
    # How a player is when answers are given.
    **{f"p={zone}": f"with p {where}" for zone, where in _ZONES.items()},
    **{f"q={zone}": f"with q {where}" for zone, where in _ZONES.items()},
    **{f"behind={step}": f"with the token behind on step {step}" for step in range(-1, 58)},
    **{f"ahead={step}": f"with the token ahead on step {step}" for step in range(-1, 58)},
    "done=yes": "for a player who has finished",
    "done=no": "for a player who has not finished",
    "turns=some": "for a player who has had a turn",
    "turns=none": "for a player who has had no turn",
}
