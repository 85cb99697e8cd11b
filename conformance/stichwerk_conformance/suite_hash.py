"""The hash of the cases a run was made with, so that two reports show whether they can be compared."""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["suite_hash"]


def suite_hash(where: Path) -> str:
    """`sha256:...` over the names and bytes of the case files of a file or folder."""
    files = sorted(where.rglob("*.yaml")) if where.is_dir() else [where]
    digest = hashlib.sha256()
    for file in files:
        name = file.relative_to(where).as_posix() if where.is_dir() else file.name
        content = file.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return f"sha256:{digest.hexdigest()}"
