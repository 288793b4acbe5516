"""The files that options name: written in whole pieces or not at all."""

from __future__ import annotations

import errno
import os
import stat

from parlor.check.table import printable

_NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))


class OutputError(Exception):
    """Something cannot be written: what, where, and what would be right."""

    def __init__(self, where: str, error: OSError, right: str) -> None:
        super().__init__(f"cannot write {where}: {error.strerror}; {right}")


class Output:
    """A file that an option names; what is in it stays until the first piece is written."""

    def __init__(self, option: str, name: str) -> None:
        """Open the file; an `OutputError` if it cannot be written."""
        self._option, self._name = option, name
        self._is_new = not os.path.lexists(name)
        try:
            # Appended to, since nothing is to be cut off yet.
            self._file = open(name, "ab", 0)  # noqa: SIM115
        except OSError as error:
            raise self._failed(error) from error
        self._is_ordinary = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        #: Bytes of whole pieces, once there is one.
        self._size: int | None = None

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file, and leave none behind that nothing was written to."""
        self._file.close()
        if self._is_new and self._is_ordinary and not self._size:
            os.unlink(self._name)

    def write(self, text: str) -> None:
        """Write a piece; an `OutputError` if there is no room for all of it, and then none."""
        try:
            if self._size is None:
                self._size = 0
                self._cut()
            piece = memoryview(text.encode("utf-8", "backslashreplace"))
            left = piece
            while left:
                left = left[self._file.write(left) :]
            self._size += len(piece)
        except BrokenPipeError:
            # The reader has closed the pipe.
            raise
        except OSError as error:
            self._cut()
            raise self._failed(error) from error

    def flush(self) -> None:
        """Nothing waits."""

    def _cut(self) -> None:
        """Leave only whole pieces of the file."""
        if self._is_ordinary:
            self._file.truncate(self._size)

    def _failed(self, error: OSError) -> OutputError:
        return OutputError(
            f"{self._option} {printable(self._name) or repr('')}", error, self._right(error)
        )

    def _right(self, error: OSError) -> str:
        """What would be right."""
        if isinstance(error, FileNotFoundError) and os.path.dirname(self._name):
            return f"make the folder {printable(os.path.dirname(self._name))} first"
        if isinstance(error, IsADirectoryError):
            file = os.path.join(self._name, f"report.{self._option[2:]}")
            return f"name a file in it, such as {printable(file)}"
        if error.errno in _NO_ROOM:
            return "make room there, or name a file elsewhere"
        return "name a file in a folder where you may write"
