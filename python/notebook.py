"""Execute a notebook and hold its outputs against those that are kept in it, or renew them.

    python notebook.py docs/examples/parlor.ipynb
    python notebook.py --renew docs/examples/parlor.ipynb

It runs in a folder of its own, which is removed, with no settings but the defaults. Texts and SVG
must be the same to the letter; of a PNG, whose pixels depend on fonts, there must be one.
"""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

#: Where what is used keeps settings and caches.
FOLDERS = [
    "HOME",
    "IPYTHONDIR",
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "MPLCONFIGDIR",
]

#: What is kept about a notebook: nothing of the machine that it was executed on.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

#: So many lines of a difference are shown.
SHOWN = 30


@contextmanager
def a_place() -> Iterator[Path]:
    """Make a folder for everything that is written, and let nothing else in."""
    with tempfile.TemporaryDirectory(prefix="parlor-notebook-") as name:
        place = Path(name)
        for variable in FOLDERS:
            folder = place / variable.lower()
            folder.mkdir()
            os.environ[variable] = str(folder)
        os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
        os.environ.pop("JUPYTER_PATH", None)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
        # Looking for fonts may take so long that matplotlib says so, in the middle of an output.
        subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], check=True)
        yield place / "home"


def executed(notebook: Any) -> Any:
    """The notebook with the outputs of a run from its first cell to its last."""
    fresh = nbformat.from_dict(notebook)
    with a_place() as place:
        # Through sockets in that folder: nobody else can listen, and no port is taken.
        sockets = {"transport": "ipc", "ip": str(place.parent / "kernel")}
        client = NotebookClient(
            fresh,
            config=Config({"KernelManager": sockets}),
            kernel_name="python3",
            # However many pieces the kernel sent it in.
            coalesce_streams=True,
            timeout=300,
            record_timing=False,
            resources={"metadata": {"path": str(place)}},
        )
        client.execute()
    fresh["metadata"] = METADATA
    for cell in fresh["cells"]:
        cell["metadata"] = {}
    return fresh


def told(output: Any) -> str:
    """An output as lines to be compared."""
    if output["output_type"] == "stream":
        return f"{output['name']}:\n{output['text']}"
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    parts = [output["output_type"]]
    for kind, value in sorted(output["data"].items()):
        parts.append(f"{kind}:\n{'one' if kind == 'image/png' else value}")
    return "\n".join(parts)


def differences(kept: Any, fresh: Any) -> Iterator[str]:
    """What is not as it is kept, cell by cell."""
    for number, (old, new) in enumerate(zip(kept["cells"], fresh["cells"]), start=1):
        if old["cell_type"] != "code":
            continue
        if old["execution_count"] != new["execution_count"]:
            yield f"cell {number} was not executed in its turn"
        before, after = (
            "\n".join(told(output) for output in cell["outputs"]).splitlines()
            for cell in (old, new)
        )
        lines = list(difflib.unified_diff(before, after, "kept", "executed", lineterm=""))
        if lines:
            shown = [line if len(line) <= 200 else f"{line[:200]}…" for line in lines[:SHOWN]]
            yield "\n".join([f"cell {number} gives something else:", *shown])


def main() -> int:
    """Check or renew the notebook that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--renew", action="store_true", help="write the outputs into the file")
    arguments = parser.parse_args()

    path = arguments.notebook.resolve()
    kept = nbformat.read(path, as_version=4)
    nbformat.validate(kept)
    try:
        fresh = executed(kept)
    except CellExecutionError as error:
        print(f"{path}: a cell fails\n\n{error}", file=sys.stderr)
        return 1
    if arguments.renew:
        text = nbformat.writes(fresh)
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
        return 0
    found = list(differences(kept, fresh))
    for difference in found:
        print(difference, file=sys.stderr)
    if found:
        print(
            f"\nWhere the new outputs are right, write them with:\n"
            f"    {sys.executable} {Path(__file__).resolve()} --renew {path}",
            file=sys.stderr,
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
