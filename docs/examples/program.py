"""A program that plays on a Parlor server, with nothing but Python's own library.

    python program.py http://127.0.0.1:7777 --game kuba --name Rook
    python program.py http://127.0.0.1:7777 --game ludo --bot priority --games 10

It stands in the lobby, plays with whoever accepts, and goes on where it was when the server
or the program was started again. To make it strong, write another `choose`.
"""

import argparse
import json
import pathlib
import random
import time
import urllib.error
import urllib.request

parser = argparse.ArgumentParser(description="A program that plays on a Parlor server.")
parser.add_argument("server", help="its address, such as http://127.0.0.1:7777")
parser.add_argument("--game", choices=["ludo", "kuba"], default="kuba")
parser.add_argument("--name", default="Rook", help="what others see (default: Rook)")
parser.add_argument("--bot", help="play with this bot of the server, and not in the lobby")
parser.add_argument("--games", type=int, help="end after so many games (default: never)")
parser.add_argument("--token", type=pathlib.Path, default="program.token", help="keeps its token")
options = parser.parse_args()
# To a rematch, to a bot that has taken its seat meanwhile, and to what others ask for.
ANSWERS = ("join", "return", "refuse", "decline")


def send(method, path, body=None, token="none yet"):
    """The open response to a request."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(options.server + path, data, headers, method=method)
    return urllib.request.urlopen(request, timeout=30)


def choose(game):
    """One of the legal actions of a game, which is what GET /api/games/ID shows."""
    return random.choice(game["legal"])


def act(game, action, token):
    """Sends an action; the server carries out each action_id once, however often it is sent."""
    body = {"version": game["version"], "action_id": str(game["version"]), "action": action}
    try:
        send("POST", f"/api/games/{game['id']}/actions", body, token).close()
    except urllib.error.HTTPError as error:
        if error.code not in (409, 422):  # The game has gone on; the stream tells how.
            raise


def look_for_a_game(token):
    """Posts a challenge, or begins a game with a bot."""
    if options.bot is None:
        body = {"game": options.game, "name": options.name}
        send("POST", "/api/lobby/challenges", body, token).close()
        return
    seats = "AC" if options.game == "ludo" else "WB"
    program = {"seat": seats[0], "kind": "human", "name": options.name}
    bot = {"seat": seats[1], "kind": "bot", "bot": options.bot}
    send("POST", "/api/games", {"game": options.game, "seats": [program, bot]}, token).close()


def play(token, ended):
    """Plays as long as the stream of games goes on. A line is a game; an empty one says nothing."""
    playing = set()
    for line in send("GET", "/api/programs/games", token=token):
        if line.strip():
            game = json.loads(line)
            if game["status"] == "over":
                playing.discard(game["id"])
                ended.add(game["id"])
                print(game["id"], game["you"], game["result"], flush=True)
            else:
                playing.add(game["id"])
                due = [one["action"] for one in game["also"] if one["action"].startswith(ANSWERS)]
                if due:
                    act(game, due[0], token)
                elif game["to_act"] in game["you"] and game["legal"]:
                    act(game, choose(game), token)
        if options.games is not None and len(ended) >= options.games:
            return
        if not playing:
            look_for_a_game(token)


ended = set()
while options.games is None or len(ended) < options.games:
    try:
        if not options.token.exists():
            options.token.write_text(json.load(send("POST", "/api/programs", {}))["token"])
        play(options.token.read_text().strip(), ended)
    except urllib.error.HTTPError as error:
        print(error, error.read().decode(errors="replace"), flush=True)
        time.sleep(int(error.headers.get("Retry-After", 5)))
    except (OSError, ValueError) as error:
        print("no server:", error, flush=True)
        time.sleep(1)
