"""Requests while a document is being read: the reader waits for a sign, so that no test needs a clock."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from hyperchess.app.lsp import server
from hyperchess.app.lsp.completion import complete
from hyperchess.app.lsp.reading import Part, Reading

URI = "file:///a.5dpgn"


class Published:
    """A server that records the diagnostics it is given."""

    server_capabilities = SimpleNamespace(position_encoding=types.PositionEncodingKind.Utf8)

    def __init__(self) -> None:
        self.versions: list[tuple[int | None, int]] = []

    def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None:
        self.versions.append((params.version, len(params.diagnostics)))


class Slow:
    """The reader, which waits for `go` before it reads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = Event()
        self.read: list[str] = []
        self._read = server._read_parts
        monkeypatch.setattr(server, "_read_parts", self)

    def __call__(self, parts: list[Part], *rest: Any) -> list[Reading]:
        self.go.wait()
        self.read += [part.text for part in parts]
        return self._read(parts, *rest)


def change(session: server._Session, text: str, version: int) -> None:
    document = types.VersionedTextDocumentIdentifier(version, URI)
    whole = types.TextDocumentContentChangeWholeDocument(text)
    session.change(types.DidChangeTextDocumentParams(document, [whole]))


def test_a_request_is_answered_while_a_game_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, published = Slow(monkeypatch), Published()

    async def run() -> None:
        session = server._Session(published)  # type: ignore[arg-type]
        session.open(types.TextDocumentItem(URI, "5dpgn", 1, '[Board "Standard"]\n1. e4 / '))
        found = await session.run(complete, session.find(URI), len(session.find(URI).text))
        assert "e5" in {item.label for item in found.items}
        assert published.versions == []
        slow.go.set()
        await session.read(URI)
        assert published.versions == [(1, 0)]

    asyncio.run(run())


def test_without_the_extra_the_command_names_it() -> None:
    code = "import sys; sys.modules['pygls'] = None; from hyperchess.app.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "lsp"], capture_output=True, text=True)
    assert done.returncode == 2 and "pip install 'hyperchess[lsp]'" in done.stderr


def test_only_the_newest_text_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, published = Slow(monkeypatch), Published()

    async def run() -> None:
        session = server._Session(published)  # type: ignore[arg-type]
        session.open(types.TextDocumentItem(URI, "5dpgn", 1, '[Board "Standard"]\n1. e9'))
        await asyncio.sleep(0)  # the first text is being read
        change(session, '[Board "Standard"]\n1. e8', 2)
        change(session, '[Board "Standard"]\n1. e4', 3)
        slow.go.set()
        await session.read(URI)

    asyncio.run(run())
    assert published.versions == [(3, 0)]
    assert [text[-2:] for text in slow.read] == ["e9", "e4"]  # the text between them was not read


def test_a_closed_document_is_not_reported_later(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, published = Slow(monkeypatch), Published()

    async def run() -> None:
        session = server._Session(published)  # type: ignore[arg-type]
        session.open(types.TextDocumentItem(URI, "5dpgn", 1, "1. e9"))
        await asyncio.sleep(0)
        session.close(URI)
        slow.go.set()
        session.reader.shutdown()
        await asyncio.sleep(0)

    asyncio.run(run())
    assert published.versions == [(None, 0)]


def test_problems_of_a_large_file_are_reported_while_the_rest_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "_BATCH", 20_000)
    published = Published()
    game = '[Board "Standard"]\n1. e4 / e5 2. Nf3\n\n'
    wrong = game.replace("e4", "e5")

    async def run() -> None:
        session = server._Session(published)  # type: ignore[arg-type]
        session.open(types.TextDocumentItem(URI, "5dpgn", 1, wrong + game * 2_000 + wrong))
        await session.read(URI)
        early, final = published.versions
        assert early[0] is None and final[0] == 1
        assert 0 < early[1] < final[1]

    asyncio.run(run())
