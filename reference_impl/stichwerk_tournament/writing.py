"""Files written whole or not at all: whoever pulls the plug finds the old file or the new one, never half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from stichwerk.errors import SpecError

__all__ = ["write"]


def write(path: Path, data: bytes) -> None:
    """Write a file: beside it first, onto the disk, then in its place. SpecError where it cannot be written."""
    if path.is_dir():
        raise SpecError(f"cannot write {str(path)!r}: it is a folder", hint="name a file")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe has nothing to keep whole
            return
        mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _refused(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _refused(path, error) from None
    finally:
        Path(temporary).unlink(missing_ok=True)


def _refused(path: Path, error: OSError) -> SpecError:
    return SpecError(f"cannot write {str(path)!r}: {error.strerror}", expected="a folder that may be written")


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
