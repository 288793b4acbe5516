"""Holds a running server, by its address, against the document of its HTTP interface.

Once with addresses made up, of which hardly any is a game's, and once for each of two games
that there are, with the token of a seat. The calls are the same in every run.
"""

import subprocess
import sys
from pathlib import Path

import requests

GAMES = [
    {"game": "ludo", "rules": "classic", "seats": ["A", "C"]},
    {"game": "kuba", "rules": "tournament", "seats": ["W", "B"]},
]

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]

OPTIONS = ["--seed", "1", "--max-examples", "60", "--generation-database", "none"]


def main(address: str) -> int:
    """Calls the server in every way and says how many of the runs failed."""
    failed = run(address, "", [])
    for game in GAMES:
        seats = [{"seat": seat, "kind": "human"} for seat in game["seats"]]
        answer = requests.post(f"{address}/api/games", json={**game, "seats": seats}, timeout=10)
        answer.raise_for_status()
        made = answer.json()
        token = made["seats"][0]["token"]
        known = f'[parameters]\n"path.id" = "{made["id"]}"\n'
        failed += run(address, known, ["--header", f"Authorization: Bearer {token}"])
    return failed


def run(address: str, settings: str, options: list[str]) -> int:
    """One run over all operations; 1 if something was wrong with an answer."""
    file = Path("schemathesis.toml")
    file.write_text(settings)
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(file), "run"]
    command += ["--no-color", "--continue-on-failure", "--checks", ",".join(CHECKS)]
    command += [*OPTIONS, *options, f"{address}/api/openapi.json"]
    return int(subprocess.run(command, check=False).returncode != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
