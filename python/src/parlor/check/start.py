"""The entry point of the command: imports nothing before `sys.path` is trusted."""

import sys

from parlor._imports import trusted


def main() -> int:
    """Check the files that the command line names; the exit code."""
    sys.path[:] = trusted()
    from parlor.check.command import main

    return main()
