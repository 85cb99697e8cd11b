"""Files written whole or not at all: whoever pulls the plug finds the old file or the new one, never half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from stichwerk.errors import SpecError

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes, *, instead_of: bytes | None = None) -> None:
    """Write a file: beside it first, onto the disk, then in its place, with the mode that it had.

    instead_of: what was read from it before. SpecError where it cannot be written, or holds something else by now.
    """
    if path.is_dir():
        raise SpecError(f"cannot write {str(path)!r}: it is a folder", hint="name a file")
    temporary: str | None = None
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe has nothing to keep whole
            return
        mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        if instead_of is not None and path.read_bytes() != instead_of:
            raise SpecError(f"{str(path)!r} was changed in the meantime", hint="do it again")
        Path(temporary).replace(path)
        temporary = None
        _sync_folder(path.parent)
    except OSError as error:
        reason = f"cannot write {str(path)!r}: {error.strerror}"
        raise SpecError(reason, expected="a file and a folder that may be written") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """The new name on the disk as well; some systems have no such thing for folders."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
