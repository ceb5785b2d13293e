"""Write files for implementers in other languages: `python -m scripts.artefacts`, into `build/artefacts`.

The names contain versions: that of hyperchess, and for the JSON schema that of the format.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import tarfile
from pathlib import Path

from hyperchess import __version__
from hyperchess.api.openapi import openapi
from hyperchess.app.web.operations import SERVER_OPERATIONS
from hyperchess.notation.json import schema

__all__ = ["main", "write_artefacts"]

_ROOT = Path(__file__).parent.parent


def write_artefacts(folder: Path) -> list[Path]:
    """Write the conformance suite, the JSON schema and the OpenAPI document, and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    described = schema()
    version = described["properties"]["version"]["const"]
    texts = {
        f"hyperchess-game-{version}.schema.json": described,
        f"hyperchess-api-{__version__}.openapi.json": {**openapi(SERVER_OPERATIONS)},
    }
    for name, value in texts.items():
        (folder / name).write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    suite = folder / f"hyperchess-conformance-{__version__}.tar.gz"
    _pack(_ROOT / "conformance", suite)
    return [*(folder / name for name in texts), suite]


def _pack(source: Path, target: Path) -> None:
    """Pack a folder without times and owners: the same files give the same archive."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                data = path.read_bytes()
                name = f"{target.name.removesuffix('.tar.gz')}/{path.relative_to(source).as_posix()}"
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    target.write_bytes(gzip.compress(plain.getvalue(), 9, mtime=0))


def main() -> int:
    """Write the artefacts and print their sizes."""
    for path in write_artefacts(_ROOT / "build" / "artefacts"):
        print(f"{path.relative_to(_ROOT)}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
