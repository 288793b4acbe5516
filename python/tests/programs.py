"""A program that plays Kuba by the protocol of the engine, well or as it is told not to.

`python programs.py HOW`: well, crash, silent, garbage, illegal, long, flood, twice, refuse, mute,
child.
"""

import subprocess
import sys
import time

from parlor import kuba


def say(line: str) -> None:
    """Write a line at once."""
    print(line, flush=True)


def main(how: str, note: str) -> None:
    """Answer lines until the end of the input."""
    position = kuba.Position()
    if how == "child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        with open(note, "w", encoding="utf-8") as file:
            file.write(str(child.pid))
    for line in sys.stdin:
        words = line.split()
        if how == "mute" and words[0] == "kei":
            time.sleep(1000)
        if words[0] == "kei":
            say("id name test")
            say("keiok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            position = kuba.Position.parse(" ".join(words[2:7]))
            for move in moves:
                position = position.apply(move)
        elif words[0] == "go":
            answer(how, position)
        elif words[0] == "quit":
            return


def answer(how: str, position: kuba.Position) -> None:
    """Answer `go`."""
    best = position.legal_actions[0]
    if how == "crash":
        raise SystemExit("no more ideas")
    if how == "silent":
        say("info string thinking")
        time.sleep(1000)
    if how == "garbage":
        say("bestmove \x00 what?")
    if how == "illegal":
        say("bestmove 33F")
    if how == "long":
        say("x" * 100_000)
    if how == "flood":
        while True:
            sys.stdout.write("info nothing\n" * 1000)
    if how == "refuse":
        say("info string error go: I do not want to")
    say(f"bestmove {best}")
    if how == "twice":
        say("bestmove 00B")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
