import builtins
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hyperchess.app.cli.commands.games.view import view
from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.keys import KEYS, PROOF_KEYS
from hyperchess.errors import UnknownPlace


def test_a_missing_extra_explains_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    really = builtins.__import__

    def without(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if name == "textual" or name.startswith("textual."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return really(name, globals, locals, fromlist, level)

    for module in ("app", "base"):
        monkeypatch.delitem(sys.modules, f"hyperchess.app.tui.{module}", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=r"pip install 'hyperchess\[view\]'"):
        view("example:four-timelines")


def test_wrong_requests_are_sentences() -> None:
    with pytest.raises(InputError, match="name a file"):
        view("-")
    pytest.importorskip("textual")
    with pytest.raises(InputError, match="choose among dark, light, contrast, print"):
        view("example:four-timelines", theme="pink")
    with pytest.raises(InputError, match="no game 2"):
        view("example:four-timelines", game=2)
    with pytest.raises(UnknownPlace, match="no action 99b"):
        view("example:four-timelines", at="99b")
    with pytest.raises(InputError, match="needs a terminal"):
        view("example:four-timelines", at="5w")


def test_a_proof_file_is_read_first(tmp_path: Path) -> None:
    pytest.importorskip("textual")
    proof = Path(__file__).parents[3] / "proofs" / "focused-just-queens.white-mate-3.hcproof"
    with pytest.raises(InputError, match="needs a terminal; `hyperchess verify` checks a proof"):
        view(str(proof))
    damaged = tmp_path / "damaged.hcproof"
    damaged.write_bytes(proof.read_bytes()[:-4])
    with pytest.raises(InputError, match=r"damaged.hcproof: the file is cut off"):
        view(str(damaged))
    with pytest.raises(InputError, match=r"there is no file .*; did you mean .*damaged.hcproof\?"):
        view(str(tmp_path / "damage.hcproof"))


def test_the_documentation_lists_every_key() -> None:
    page = (Path(__file__).parents[3] / "docs" / "previewer.md").read_text(encoding="utf-8")
    for key in (*KEYS, *PROOF_KEYS):
        names = " ".join(f"`{name}`" for name in key.name.split())
        assert f"| {names} | {key.about} |" in page
