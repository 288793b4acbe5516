"""Makes a data folder as a release leaves it, by playing over HTTP.

Run once for a release, with its own program, from the root of the repository:

    python3 crates/parlor-service/tests/data-folders/make.py PROGRAM FOLDER [hints|dice]

With `hints`, it has games with hints, default names and rematches instead; with `dice`, which takes a
program that plays by version 1 of the dice, games by that version at every stage. FOLDER then has the
file of games and `games.json`, which tells what is in it: for each game its name, what it is there
for, its version, and the keys of its seats. `data_folders.rs` copies such a folder, opens it with the
program as it is now, plays on and verifies.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# How many actions are played in a game that goes on.
ACTIONS = 24


@dataclass
class Game:
    """One game on a server, and the keys of its seats."""

    address: str
    name: str
    purpose: str
    tokens: dict[str, str]
    sent: int = 0
    secrets: dict[str, str] = field(default_factory=dict)
    hints: list[dict[str, str]] = field(default_factory=list)

    def see(self) -> dict[str, Any]:
        """Return the game as everybody sees it."""
        return ask(f"{self.address}/api/games/{self.name}")

    def act(self, seat: str, action: str) -> None:
        """Send an action for a seat; it must be committed."""
        self.sent += 1
        body = {
            "version": self.see()["version"],
            "action_id": f"{self.purpose}-{self.sent}",
            "action": action,
            "seat": seat,
        }
        answer = ask(f"{self.address}/api/games/{self.name}/actions", body, self.tokens[seat])
        if answer["result"] != "committed":
            raise SystemExit(f"{self.purpose}: {action} for {seat} gave {answer}")

    def commit(self, seat: str, entropy: bytes) -> None:
        """Commit to bytes for the dice, by version 1, and note them."""
        self.secrets[seat] = entropy.hex()
        self.act(seat, f"commit:{hashlib.sha256(entropy).hexdigest()}")

    def type_words(self, seat: str, words: str) -> None:
        """Take a seat by its link with words for the dice, as a browser does."""
        self.secrets[seat] = words.encode().hex()
        link = f"{self.address}/games/{self.name}/seats/{seat}/{self.tokens[seat]}"
        form = urllib.parse.urlencode({"name": f"Typist {seat}", "words": words})
        with urllib.request.urlopen(link, form.encode(), timeout=30):
            pass

    def reveal(self, seat: str) -> None:
        """Reveal the bytes that a seat has committed to."""
        self.act(seat, f"reveal:{self.secrets[seat]}")

    def play(self, actions: int) -> None:
        """Play legal actions for the seats that are ours, up to the end; bots play theirs."""
        chosen = 0
        while chosen < actions and (seen := self.see())["status"] == "playing":
            if seen["to_act"] in self.tokens:
                legal = seen["legal"]
                self.act(seen["to_act"], legal[chosen * 7 % len(legal)])
                chosen += 1
            else:
                ask(f"{self.address}/api/games/{self.name}/events?after={seen['version']}")

    def ask_hint(self) -> None:
        """Ask for a hint for the seat to act, which is ours, and wait until it is found."""
        asker = self.see()["to_act"]
        self.act(asker, "ask-hint")
        for seat in self.tokens:
            if seat != asker:
                self.act(seat, "allow-hint")
        while not (hint := self.see()["hint"]):
            pass
        self.hints.append(hint)

    def ask_rematch(self) -> Game:
        """Return the next game, whose seats the same tokens open, moved on by one seat."""
        self.act(next(iter(self.tokens)), "rematch")
        seen = self.see()
        seats = [seat["seat"] for seat in seen["seats"]]
        tokens = {
            seats[(seats.index(seat) + 1) % len(seats)]: key for seat, key in self.tokens.items()
        }
        return Game(self.address, seen["rematch"], f"{self.purpose}-rematch", tokens)

    def settle(self) -> None:
        """Wait until it is one of our seats' turn."""
        while self.see()["to_act"] not in self.tokens:
            pass


def ask(address: str, body: object = None, token: str | None = None) -> Any:
    """Send a request and return the JSON of the answer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def make(address: str, purpose: str, game: str, seats: list[dict[str, Any]], **more: Any) -> Game:
    """Make a game on the server."""
    made = ask(f"{address}/api/games", {"game": game, "seats": seats, **more})
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    return Game(address, made["id"], purpose, tokens)


def human(seat: str, **more: str) -> dict[str, str]:
    """Return a seat for a person."""
    return {"seat": seat, "kind": "human", **more}


def invited(seat: str) -> dict[str, str]:
    """Return a seat for somebody elsewhere."""
    return {"seat": seat, "kind": "invited"}


def bot(seat: str, name: str) -> dict[str, str]:
    """Return a seat for a bot."""
    return {"seat": seat, "kind": "bot", "bot": name}


def games(address: str) -> list[Game]:
    """Play the games of the folder."""
    clock = {"initial_seconds": 600, "increment_seconds": 5}
    tournament = {"rules": "tournament"}
    made = []

    def begin(purpose: str, game: str, seats: list[dict[str, Any]], **more: Any) -> Game:
        made.append(make(address, purpose, game, seats, **more))
        return made[-1]

    begin("ludo-clocks", "ludo", [human("A", name="Ann"), human("C")], clock=clock).play(ACTIONS)
    begin("ludo-bots", "ludo", [human("A"), bot("B", "priority"), bot("C", "random")]).play(ACTIONS)
    begin("kuba-clocks", "kuba", [human("W"), human("B")], clock=clock, **tournament).play(ACTIONS)
    begin("kuba-bot", "kuba", [human("W"), bot("B", "greedy")]).play(6)
    made[-1].settle()
    undo = begin("kuba-undo", "kuba", [human("W"), human("B")], **tournament)
    undo.play(5)
    undo.act("W" if undo.see()["to_act"] == "B" else "B", "ask-undo")
    finished = begin("ludo-finished", "ludo", [human("A"), human("C")], limit=40)
    while finished.see()["status"] == "playing":
        finished.play(1)
    finished = begin("kuba-finished", "kuba", [human("W"), human("B")], **tournament)
    finished.play(10)
    finished.act("B", "resign")
    # Words of their own for the dice: A has committed and not revealed, C was only invited.
    words = b"words of A"
    commitment = hashlib.sha256(words).hexdigest()
    waiting = [human("A", commitment=commitment), invited("C")]
    begin("ludo-waiting", "ludo", waiting, away_after_seconds=60).secrets["A"] = words.hex()
    return made


def hints(address: str) -> list[Game]:
    """Play games with hints, default names and rematches."""
    kuba = make(address, "kuba-hint", "kuba", [human("W"), human("B", name="Bea")])
    kuba.play(4)
    kuba.ask_hint()
    ludo = make(address, "ludo-hint", "ludo", [human("A"), bot("B", "priority"), human("C")])
    play_to_a_choice(ludo)
    ludo.ask_hint()
    made = [kuba, ludo]
    won = make(address, "kuba-over", "kuba", [human("W", name="Ann"), human("B")])
    for _ in range(2):
        won.play(3)
        won.ask_hint()
    won.play(1)
    won.act("B", "resign")
    limited = make(address, "ludo-over", "ludo", [human("A"), human("C")], limit=30)
    play_to_a_choice(limited)
    limited.ask_hint()
    while limited.see()["status"] == "playing":
        limited.play(1)
    for game in (won, limited):
        made += [game, game.ask_rematch()]
    return made


def dice(address: str) -> list[Game]:
    """Bring games of three people and a bot, by version 1 of the dice, as far as each stage."""

    def begin(purpose: str, **more: Any) -> Game:
        seats = [human("A", entropy="later"), invited("B"), bot("C", "priority"), invited("D")]
        game = make(address, purpose, "ludo", seats, **more)
        game.commit("A", b"bytes of A")
        game.type_words("B", "words of B \N{GAME DIE}")
        return game

    def start(game: Game) -> Game:
        game.act("D", "join")
        game.reveal("A")
        return game

    players = begin("ludo-players")
    reveals = begin("ludo-reveals")
    reveals.commit("D", b"bytes of D")
    reveals.reveal("A")
    playing = start(begin("ludo-playing"))
    playing.play(ACTIONS)
    playing.settle()
    over = start(begin("ludo-over", limit=40))
    while over.see()["status"] == "playing":
        over.play(1)
    return [players, reveals, playing, over]


def play_to_a_choice(game: Game) -> None:
    """Play until one of our seats has more than one choice."""
    while True:
        game.settle()
        seen = game.see()
        if len(seen["legal"]) > 1:
            return
        game.play(1)


def main() -> None:
    """Start the program, play, stop it, and write down what was played."""
    program, folder = sys.argv[1], Path(sys.argv[2])
    if folder.exists():
        raise SystemExit(f"{folder} is there already; name a new folder")
    command = [program, "serve", "--listen", "127.0.0.1:0", "--data", str(folder)]
    quiet = {**os.environ, "RUST_LOG": "warn"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            told = []
            play = {"hints": hints, "dice": dice}[sys.argv[3]] if sys.argv[3:] else games
            for game in play(address):
                seen = game.see()
                told.append(
                    {
                        "name": game.name,
                        "purpose": game.purpose,
                        "version": seen["version"],
                        "head": seen["head"],
                        "status": seen["status"],
                        "position": seen["position"],
                        "tokens": game.tokens,
                        "secrets": game.secrets,
                        "hints": game.hints,
                        "names": {seat["seat"]: seat["name"] for seat in seen["seats"]},
                        "record": ask(f"{address}/api/games/{game.name}/record.json"),
                    }
                )
        finally:
            server.terminate()
    (folder / "games.sqlite.lock").unlink(missing_ok=True)
    (folder / "games.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(folder / "values", ignore_errors=True)


if __name__ == "__main__":
    main()
