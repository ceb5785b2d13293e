"""What implementers get, with versions."""

import json
import tarfile
from pathlib import Path

from hyperchess import __version__
from scripts.artefacts import write_artefacts


def test_the_artefacts(tmp_path: Path) -> None:
    schema, api, suite = write_artefacts(tmp_path / "one")
    assert json.loads(schema.read_text(encoding="utf-8"))["$id"] == "urn:hyperchess:game:2"
    assert json.loads(api.read_text(encoding="utf-8"))["openapi"].startswith("3.1")
    with tarfile.open(suite) as archive:
        names = archive.getnames()
    top = f"hyperchess-conformance-{__version__}"
    assert {f"{top}/runner.py", f"{top}/schema.json", f"{top}/adapters/hyperchess-board.mjs"} <= set(names)
    assert any(name.startswith(f"{top}/cases/") for name in names)
    # the same files give the same archive
    assert write_artefacts(tmp_path / "two")[2].read_bytes() == suite.read_bytes()
