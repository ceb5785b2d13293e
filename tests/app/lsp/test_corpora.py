"""Every file of the corpora, correct or hostile: no feature of the language server fails on it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hyperchess.app.lsp.boards import find_board, hover_text
from hyperchess.app.lsp.completion import complete
from hyperchess.app.lsp.diagnostics import fix_all, list_diagnostics, list_fixes
from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.headers import find_header
from hyperchess.app.lsp.outline import list_folds, list_symbols
from hyperchess.app.lsp.reading import read_part
from hyperchess.app.lsp.semantic import list_tokens
from hyperchess.text import Span

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())
LONGEST = 60_000  # characters


def use_all_features(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")[:LONGEST]
    document = Document(f"file:///{path.name}", text)
    for part in document.parts:
        part.reading = read_part(part, document.notation, None)
    everything = Span(0, len(text))
    assert len(list_tokens(document, everything)) % 5 == 0
    for listed in (list_diagnostics, list_symbols, list_folds, fix_all):
        listed(document)
    list_fixes(document, everything)
    random = Random(path.name)
    for offset in (random.randrange(len(text) + 1) for _ in range(3)):
        complete(document, offset)
        hover_text(document, offset, "picture")
        find_header(document, offset)
        board = find_board(document, offset)
        assert board is None or board.svg().startswith("<svg")


@pytest.mark.parametrize("path", FILES[::25], ids=lambda path: path.relative_to(CORPUS).as_posix())
def test_some_files(path: Path) -> None:
    use_all_features(path)


@pytest.mark.nightly
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CORPUS).as_posix())
def test_all_files(path: Path) -> None:
    use_all_features(path)
