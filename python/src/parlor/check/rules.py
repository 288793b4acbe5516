"""The rules in a beginner's words, each with its place in the assignments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One rule that a program can break."""

    #: What holds.
    words: str
    #: Where the texts say so, in short; or that they leave it open.
    text: str


_SILENT = "The text says nothing about this; another answer is no error."

RULES = {
    # Ludo.
    "L-1": Rule(
        "Two to four players sit at different seats out of A, B, C and D.",
        "The text names 2 to 4 players and the positions A to D.",
    ),
    "L-2": Rule(
        "Each player has two tokens, p and q, and both begin in the home yard.",
        "The text lets both tokens start in the player's H.",
    ),
    "L-3": Rule(
        "A token is one number, its steps: -1 is H, 0 is R, 1 to 50 the ring, 51 to 56 home, 57 E.",
        "The text gives -1 for H, 0 for R, and no more than 57.",
    ),
    "L-4": Rule(
        "The ring has spaces 1 to 56, and 1 follows 56. A starts on 1, B on 15, C on 29, D on 43.",
        "The text gives each seat its start and end space, and names such as 34, A1 and B6.",
    ),
    "L-5": Rule(
        "Only a 6 leaves the home yard, and the token then stands on R and walks no further. "
        "R is a player's own: nobody is kicked there or from there, and it makes no stack.",
        "The text moves a token from H to R on a 6, and says that tokens on R are not stacked.",
    ),
    "L-6": Rule(
        "A token on R, on the ring or at home walks forward by the roll; from R a 1 is the start.",
        "The text counts the roll along the track, R being step 0.",
    ),
    "L-7": Rule(
        "E takes an exact roll. What is left over is walked back: 55 + 5 ends on 54.",
        "The text lets a token bounce back, and subtracts that part from its step count.",
    ),
    "L-8": Rule(
        "A token on E has finished and never moves again.",
        "The text calls a token on E finished; only tokens in play move.",
    ),
    "L-9": Rule(
        "Only where a move ends counts: there every opponent's token on the ring goes back to H. "
        "Home squares, R and E are never contested, and no space of the ring is safe.",
        "The text sends home the opponent's token on whose space a token ends its move.",
    ),
    "L-10": Rule(
        "A player's two tokens on one space, on the ring or at home, move together as a stack.",
        "The text moves the two as one piece until they finish. "
        "It leaves open what a meeting by a bounce does.",
    ),
    "L-11": Rule(
        "A kicked stack sends both tokens home, and there they are two tokens again.",
        "The text sends both tokens back, unstacked.",
    ),
    "L-12": Rule(
        "A player with both tokens on E has finished; the others play on.",
        "The text lets the game continue until only one player is left.",
    ),
    "L-14": Rule(
        "A token can move if it is in H and the roll is a 6, or if it is neither in H nor on E. "
        "A token that cannot move is never chosen.",
        "The text chooses only among tokens that can be moved.",
    ),
    "L-15": Rule(
        "On a 6 a token in H comes out, before anything else; p first when both are there.",
        "The text makes this its first priority.",
    ),
    "L-16": Rule(
        "A token at home that the roll takes exactly to E moves, before any kick.",
        "The text makes this its second priority.",
    ),
    "L-17": Rule(
        "A token whose move kicks somebody moves, even if the other one is further behind.",
        "The text makes this its third priority. It leaves open which of two that could kick.",
    ),
    "L-18": Rule(
        "Otherwise the token further from E moves, the one with fewer steps.",
        "The text makes this its last priority. It leaves open which of two on R.",
    ),
    "L-19": Rule(
        "The list of turns is played as it stands, one roll after the other, without asking "
        "whose turn it should be.",
        "The text passes the rolls in instead of throwing a die.",
    ),
    "L-20": Rule(
        "A roll of a seat that does not play, or of a player who has finished, is skipped; "
        "other rolls still count when one player is left.",
        "The text leaves this open.",
    ),
    "L-21": Rule(
        "play_game returns a list of strings: p's space, then q's, for each player of the list.",
        "The text returns the spaces of all tokens for each player in the list, as strings.",
    ),
    "L-22": Rule("Each play_game starts a fresh game.", "The text leaves this open."),
    "L-23": Rule("Bad players and bad turns are refused with an error.", _SILENT),
    "L-24": Rule(
        "get_player_by_position gives the player at a seat that plays, and the string "
        "'Player not found!' for anything else, also before the first game.",
        "The text returns that string for an invalid one. What is no string it leaves open.",
    ),
    "L-25": Rule(
        "move_token moves the one token that it is told, updates its steps and kicks.",
        "The text lets it take care of one token. It leaves open what a move out of H without "
        "a 6, out of E, or of half a stack does.",
    ),
    "L-26": Rule(
        "get_completed is exactly True or False: True when both tokens are on E.",
        "The text returns True or False for whether the player has finished.",
    ),
    # Kuba.
    "K-1": Rule(
        "The board has 7 rows and 7 columns, (row, column), with (0, 0) at the top left; every "
        "new game begins with the same 8 white, 8 black and 13 red marbles.",
        "The text shows the set-up, and gives the coordinates of the corners.",
    ),
    "K-2": Rule(
        "L and R change the column by -1 and +1, F and B the row by -1 and +1, for both players.",
        "The text draws the four directions as seen on the page.",
    ),
    "K-3": Rule(
        "A marble can be pushed only if the cell behind it is empty or off the board.",
        "The text asks for an empty space, or the edge, on the side one pushes away from.",
    ),
    "K-4": Rule(
        "The unbroken run of marbles in front moves one cell; nothing beyond a gap moves.",
        "The text follows the published rules of the game.",
    ),
    "K-5": Rule(
        "A player cannot push an own marble off the board.",
        "Only the rules that the text links to say so.",
    ),
    "K-6": Rule(
        "An opponent's marble pushed off is gone; a red one counts as captured by who pushed.",
        "The text says both.",
    ),
    "K-7": Rule(
        "A push that restores the board from before the opponent's last push is refused, and "
        "stays refused. Older boards may come again.",
        "The text forbids undoing a move the opponent just made.",
    ),
    "K-8": Rule("Who captures the seventh red marble wins.", "The text says so."),
    "K-9": Rule("Who pushes off the opponent's last marble wins.", "The text says so."),
    "K-10": Rule(
        "Who is to move and has no legal push has lost: the other has won at once.",
        "The text says that who has no legal moves has lost. "
        "It leaves open whether a push that would undo is one.",
    ),
    "K-11": Rule(
        "Either player may begin; then the turns alternate, also after a capture.",
        "The text lets any player start, and refuses a move out of turn.",
    ),
    "K-14": Rule(
        "KubaGame takes two (name, color) pairs, in either order of the colors; any two "
        "different names will do.",
        "The text leaves names and their order to the players. It says nothing about bad pairs.",
    ),
    "K-15": Rule(
        "get_current_turn is None until a push has succeeded, then whoever is to move.",
        "The text asks for None before the first move. It leaves open what a failed first try "
        "and the end of the game do.",
    ),
    "K-16": Rule(
        "make_move returns True, or False with nothing changed for whatever is not allowed.",
        "The text lists what is False, and adds any other invalid condition. "
        "It leaves open values of the wrong kind.",
    ),
    "K-17": Rule(
        "get_winner gives a name or None, get_captured a number, get_marble W, B, R or X, and "
        "get_marble_count the tuple (W, B, R).",
        "The text says so. It says nothing about unknown players and cells off the board.",
    ),
}
