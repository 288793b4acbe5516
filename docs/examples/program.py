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
parser.add_argument("--token", default="program.token", help="the file that keeps its token")
options = parser.parse_args()
token_file = pathlib.Path(options.token)


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
    own, other = ("A", "C") if options.game == "ludo" else ("W", "B")
    seats = [
        {"seat": own, "kind": "human", "name": options.name},
        {"seat": other, "kind": "bot", "bot": options.bot},
    ]
    send("POST", "/api/games", {"game": options.game, "seats": seats}, token).close()


def play(token, ended):
    """Plays as long as the stream of games goes on. A line is a game; an empty one says nothing."""
    playing = set()
    for line in send("GET", "/api/programs/games", token=token):
        if line.strip():
            game = json.loads(line)
            if game["status"] == "over":
                playing.discard(game["id"])
                ended[game["id"]] = game["result"]
                print(game["id"], game["you"], game["result"], flush=True)
            else:
                playing.add(game["id"])
                if any(choice["action"] == "join" for choice in game["also"]):
                    act(game, "join", token)  # A rematch.
                elif game["to_act"] in game["you"] and game["legal"]:
                    act(game, choose(game), token)
        if len(ended) >= (options.games or len(ended) + 1):
            return
        if not playing:
            look_for_a_game(token)


ended = {}
while options.games is None or len(ended) < options.games:
    try:
        if not token_file.exists():
            token_file.write_text(json.load(send("POST", "/api/programs", {}))["token"])
        play(token_file.read_text().strip(), ended)
    except urllib.error.HTTPError as error:
        print(error, error.read().decode(errors="replace"), flush=True)
        time.sleep(int(error.headers.get("Retry-After", 5)))
    except (OSError, ValueError) as error:
        print("no server:", error, flush=True)
        time.sleep(1)
